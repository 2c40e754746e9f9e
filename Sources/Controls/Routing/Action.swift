// Actions, which triggers cause. Symbols are saved in patches. Any thread.

/// An action of a trigger. Append only.
public enum Action: UInt8, CaseIterable, Sendable {
  /// The LFO's phase goes to its beginning.
  case lfoReset = 0
  case lfoStart, lfoStop, lfoToggle
  case lfoReverse
  /// The envelopes of all held voices restart.
  case envStart
  case voiceHold, voiceReleaseAll
  /// The group's controllers keep their values, or follow the touches again.
  case groupFreeze
  case nextPatch, previousPatch
  // The other modules, in the order of their verbs.
  case lfo2Reset, lfo2Start, lfo2Stop, lfo2Toggle, lfo2Reverse, lfo3Reset, lfo3Start, lfo3Stop,
    lfo3Toggle, lfo3Reverse, lfo4Reset, lfo4Start, lfo4Stop, lfo4Toggle, lfo4Reverse, env2Start,
    env3Start, env4Start, seq1Reset, seq1Start, seq1Stop, seq1Toggle, seq1Reverse, seq1Step, seq2Reset,
    seq2Start, seq2Stop, seq2Toggle, seq2Reverse, seq2Step, seq3Reset, seq3Start, seq3Stop, seq3Toggle,
    seq3Reverse, seq3Step, seq4Reset, seq4Start, seq4Stop, seq4Toggle, seq4Reverse, seq4Step
  /// The voices use a snapshot's values instead of the patch's own.
  case snapshot1Recall, snapshot2Recall, snapshot3Recall, snapshot4Recall, snapshot5Recall,
    snapshot6Recall, snapshot7Recall, snapshot8Recall
  // Of a world: a body is thrown upwards, or goes back to where it began.
  case body1Kick, body2Kick, body3Kick, body4Kick, body5Kick, body6Kick, body7Kick, body8Kick, body1Home,
    body2Home, body3Home, body4Home, body5Home, body6Home, body7Home, body8Home, worldReset, worldFreeze,
    worldShake
  /// The body of the trigger plays the note of its place.
  case worldPlay
  // The selected layer of the looper; `loopStop` stops all, and `loopNext` selects the next one.
  case loopRecord, loopPlay, loopStop, loopUndo, loopRedo, loopClear, loopMute, loopReverse, loopNext

  /// The target of an action.
  private enum Reach {
    /// A module of a kind, counted from 0, and the operation.
    case module(Module, Int, Verb)
    /// A snapshot, counted from 1.
    case recall(Int)
    /// A body, counted from 1, and whether it goes home.
    case body(Int, isHome: Bool)
    case other
  }

  /// The table of actions: the symbol and the target of each.
  private var entry: (symbol: StaticString, reach: Reach) {
    @inline(__always) @_noLocks get {
      switch self {
      case .lfoReset: ("lfo_1.reset", .module(.lfo, 0, .reset))
      case .lfoStart: ("lfo_1.start", .module(.lfo, 0, .start))
      case .lfoStop: ("lfo_1.stop", .module(.lfo, 0, .stop))
      case .lfoToggle: ("lfo_1.toggle", .module(.lfo, 0, .toggle))
      case .lfoReverse: ("lfo_1.reverse", .module(.lfo, 0, .reverse))
      case .envStart: ("env_1.start", .module(.envelope, 0, .start))
      case .voiceHold: ("voice.hold", .other)
      case .voiceReleaseAll: ("voice.release_all", .other)
      case .groupFreeze: ("group.freeze", .other)
      case .nextPatch: ("patch.next", .other)
      case .previousPatch: ("patch.previous", .other)
      case .lfo2Reset: ("lfo_2.reset", .module(.lfo, 1, .reset))
      case .lfo2Start: ("lfo_2.start", .module(.lfo, 1, .start))
      case .lfo2Stop: ("lfo_2.stop", .module(.lfo, 1, .stop))
      case .lfo2Toggle: ("lfo_2.toggle", .module(.lfo, 1, .toggle))
      case .lfo2Reverse: ("lfo_2.reverse", .module(.lfo, 1, .reverse))
      case .lfo3Reset: ("lfo_3.reset", .module(.lfo, 2, .reset))
      case .lfo3Start: ("lfo_3.start", .module(.lfo, 2, .start))
      case .lfo3Stop: ("lfo_3.stop", .module(.lfo, 2, .stop))
      case .lfo3Toggle: ("lfo_3.toggle", .module(.lfo, 2, .toggle))
      case .lfo3Reverse: ("lfo_3.reverse", .module(.lfo, 2, .reverse))
      case .lfo4Reset: ("lfo_4.reset", .module(.lfo, 3, .reset))
      case .lfo4Start: ("lfo_4.start", .module(.lfo, 3, .start))
      case .lfo4Stop: ("lfo_4.stop", .module(.lfo, 3, .stop))
      case .lfo4Toggle: ("lfo_4.toggle", .module(.lfo, 3, .toggle))
      case .lfo4Reverse: ("lfo_4.reverse", .module(.lfo, 3, .reverse))
      case .env2Start: ("env_2.start", .module(.envelope, 1, .start))
      case .env3Start: ("env_3.start", .module(.envelope, 2, .start))
      case .env4Start: ("env_4.start", .module(.envelope, 3, .start))
      case .seq1Reset: ("seq_1.reset", .module(.sequencer, 0, .reset))
      case .seq1Start: ("seq_1.start", .module(.sequencer, 0, .start))
      case .seq1Stop: ("seq_1.stop", .module(.sequencer, 0, .stop))
      case .seq1Toggle: ("seq_1.toggle", .module(.sequencer, 0, .toggle))
      case .seq1Reverse: ("seq_1.reverse", .module(.sequencer, 0, .reverse))
      case .seq1Step: ("seq_1.step", .module(.sequencer, 0, .step))
      case .seq2Reset: ("seq_2.reset", .module(.sequencer, 1, .reset))
      case .seq2Start: ("seq_2.start", .module(.sequencer, 1, .start))
      case .seq2Stop: ("seq_2.stop", .module(.sequencer, 1, .stop))
      case .seq2Toggle: ("seq_2.toggle", .module(.sequencer, 1, .toggle))
      case .seq2Reverse: ("seq_2.reverse", .module(.sequencer, 1, .reverse))
      case .seq2Step: ("seq_2.step", .module(.sequencer, 1, .step))
      case .seq3Reset: ("seq_3.reset", .module(.sequencer, 2, .reset))
      case .seq3Start: ("seq_3.start", .module(.sequencer, 2, .start))
      case .seq3Stop: ("seq_3.stop", .module(.sequencer, 2, .stop))
      case .seq3Toggle: ("seq_3.toggle", .module(.sequencer, 2, .toggle))
      case .seq3Reverse: ("seq_3.reverse", .module(.sequencer, 2, .reverse))
      case .seq3Step: ("seq_3.step", .module(.sequencer, 2, .step))
      case .seq4Reset: ("seq_4.reset", .module(.sequencer, 3, .reset))
      case .seq4Start: ("seq_4.start", .module(.sequencer, 3, .start))
      case .seq4Stop: ("seq_4.stop", .module(.sequencer, 3, .stop))
      case .seq4Toggle: ("seq_4.toggle", .module(.sequencer, 3, .toggle))
      case .seq4Reverse: ("seq_4.reverse", .module(.sequencer, 3, .reverse))
      case .seq4Step: ("seq_4.step", .module(.sequencer, 3, .step))
      case .snapshot1Recall: ("snapshot_1.recall", .recall(1))
      case .snapshot2Recall: ("snapshot_2.recall", .recall(2))
      case .snapshot3Recall: ("snapshot_3.recall", .recall(3))
      case .snapshot4Recall: ("snapshot_4.recall", .recall(4))
      case .snapshot5Recall: ("snapshot_5.recall", .recall(5))
      case .snapshot6Recall: ("snapshot_6.recall", .recall(6))
      case .snapshot7Recall: ("snapshot_7.recall", .recall(7))
      case .snapshot8Recall: ("snapshot_8.recall", .recall(8))
      case .body1Kick: ("body_1.kick", .body(1, isHome: false))
      case .body2Kick: ("body_2.kick", .body(2, isHome: false))
      case .body3Kick: ("body_3.kick", .body(3, isHome: false))
      case .body4Kick: ("body_4.kick", .body(4, isHome: false))
      case .body5Kick: ("body_5.kick", .body(5, isHome: false))
      case .body6Kick: ("body_6.kick", .body(6, isHome: false))
      case .body7Kick: ("body_7.kick", .body(7, isHome: false))
      case .body8Kick: ("body_8.kick", .body(8, isHome: false))
      case .body1Home: ("body_1.home", .body(1, isHome: true))
      case .body2Home: ("body_2.home", .body(2, isHome: true))
      case .body3Home: ("body_3.home", .body(3, isHome: true))
      case .body4Home: ("body_4.home", .body(4, isHome: true))
      case .body5Home: ("body_5.home", .body(5, isHome: true))
      case .body6Home: ("body_6.home", .body(6, isHome: true))
      case .body7Home: ("body_7.home", .body(7, isHome: true))
      case .body8Home: ("body_8.home", .body(8, isHome: true))
      case .worldReset: ("world.reset", .other)
      case .worldFreeze: ("world.freeze", .other)
      case .worldShake: ("world.shake", .other)
      case .worldPlay: ("world.play", .other)
      case .loopRecord: ("loop.record", .other)
      case .loopPlay: ("loop.play", .other)
      case .loopStop: ("loop.stop", .other)
      case .loopUndo: ("loop.undo", .other)
      case .loopRedo: ("loop.redo", .other)
      case .loopClear: ("loop.clear", .other)
      case .loopMute: ("loop.mute", .other)
      case .loopReverse: ("loop.reverse", .other)
      case .loopNext: ("loop.next", .other)
      }
    }
  }

  public var symbol: StaticString { entry.symbol }

  /// A module of a kind, counted from 0, and the operation; nil for actions with another target.
  public var module: (kind: Module, index: Int, verb: Verb)? {
    @_noLocks get {
      switch entry.reach {
      case .module(let kind, let index, let verb): (kind, index, verb)
      case .recall, .body, .other: nil
      }
    }
  }

  /// The snapshot (1…8) that it recalls; nil for other actions.
  public var snapshot: Int? {
    @_noLocks get {
      switch entry.reach {
      case .recall(let number): number
      case .module, .body, .other: nil
      }
    }
  }

  /// The body (1…8) that it throws or takes home; nil for other actions.
  public var body: (number: Int, isHome: Bool)? {
    @_noLocks get {
      switch entry.reach {
      case .body(let number, let isHome): (number, isHome)
      case .module, .recall, .other: nil
      }
    }
  }

  /// Whether it is about one layer of the looper, so that a route can name the layer.
  public var isOfLayer: Bool {
    switch self {
    case .loopRecord, .loopPlay, .loopStop, .loopUndo, .loopRedo, .loopClear, .loopMute, .loopReverse,
      .loopNext:
      true
    default: false
    }
  }

  /// An operation on a module.
  public enum Verb: UInt8, Sendable { case reset = 0, start, stop, toggle, reverse, step }

  /// A kind of module that actions reach.
  public enum Module: Sendable { case lfo, envelope, sequencer }
}
