// The words of connections: how a controller reaches a parameter. Symbols are saved in patches.

/// How several connections on one parameter combine, in the order of their list, each with an amount a.
///
/// P begins at the base value b; m is what the connection maps its controller to. Sums, mixtures and comparisons
/// are taken in the parameter's travel (logarithms for logarithmic ones). P is clamped to the parameter's range
/// after the last connection, and choices are rounded then.
public enum Combine: UInt8, CaseIterable, Sendable {
  /// P ← P + a·(m − b).
  case sum = 0
  /// P ← P·(1 + a·(m/b − 1)) in the parameter's unit; a base within ±1e−9 has nothing to multiply. A product
  /// below the minimum of a logarithmic parameter is that minimum.
  case multiply
  /// P ← the greater of P and b + a·(m − b).
  case max
  /// P ← the lesser of P and b + a·(m − b).
  case min
  /// P ← P + a·(m − P).
  case last

  public var symbol: StaticString {
    switch self {
    case .sum: "sum"
    case .multiply: "multiply"
    case .max: "max"
    case .min: "min"
    case .last: "last"
    }
  }
}

/// While a gate is closed, the connection keeps the value it had; before it ever opened, that of the voice that
/// began before, or the rest value.
public enum Gate: UInt8, CaseIterable, Sendable {
  case always = 0
  /// Open while the voice's touch or key is down.
  case duringTouch
  /// Open while any touch is live.
  case duringGroup

  public var symbol: StaticString {
    switch self {
    case .always: "always"
    case .duringTouch: "during_touch"
    case .duringGroup: "during_group"
    }
  }
}

/// What of the normalised controller is taken. Sensitivity comes after. Changes of a cyclic controller are taken
/// the shorter way round.
public enum Mode: UInt8, CaseIterable, Sendable {
  /// Its value.
  case absolute = 0
  /// Its distance from the value at which the gate opened, about the rest value.
  case relative
  /// The sum of its changes while the gate was open, from the rest value on, stopping at both ends. It never
  /// jumps when a touch begins: a new voice goes on from where the voice that began before it is.
  case running

  public var symbol: StaticString {
    switch self {
    case .absolute: "absolute"
    case .relative: "relative"
    case .running: "running"
    }
  }
}

/// What a trigger does. Append only.
public enum Action: UInt8, CaseIterable, Sendable {
  /// The LFO's phase goes to its beginning.
  case lfoReset = 0
  case lfoStart, lfoStop, lfoToggle
  case lfoReverse
  /// The envelopes of all held voices begin anew.
  case envStart
  case voiceHold, voiceReleaseAll
  /// The group's controllers keep their values, or follow again.
  case groupFreeze
  case nextPatch, previousPatch
  // The other modules, in the order of `Verb`.
  case lfo2Reset, lfo2Start, lfo2Stop, lfo2Toggle, lfo2Reverse, lfo3Reset, lfo3Start, lfo3Stop,
    lfo3Toggle, lfo3Reverse, lfo4Reset, lfo4Start, lfo4Stop, lfo4Toggle, lfo4Reverse, env2Start,
    env3Start, env4Start, seq1Reset, seq1Start, seq1Stop, seq1Toggle, seq1Reverse, seq1Step, seq2Reset,
    seq2Start, seq2Stop, seq2Toggle, seq2Reverse, seq2Step, seq3Reset, seq3Start, seq3Stop, seq3Toggle,
    seq3Reverse, seq3Step, seq4Reset, seq4Start, seq4Stop, seq4Toggle, seq4Reverse, seq4Step
  /// The voices take a snapshot's values in place of the patch's own.
  case snapshot1Recall, snapshot2Recall, snapshot3Recall, snapshot4Recall, snapshot5Recall,
    snapshot6Recall, snapshot7Recall, snapshot8Recall

  public var symbol: StaticString {
    switch self {
    case .lfoReset: "lfo_1.reset"
    case .lfoStart: "lfo_1.start"
    case .lfoStop: "lfo_1.stop"
    case .lfoToggle: "lfo_1.toggle"
    case .lfoReverse: "lfo_1.reverse"
    case .envStart: "env_1.start"
    case .voiceHold: "voice.hold"
    case .voiceReleaseAll: "voice.release_all"
    case .groupFreeze: "group.freeze"
    case .nextPatch: "patch.next"
    case .previousPatch: "patch.previous"
    case .lfo2Reset: "lfo_2.reset"
    case .lfo2Start: "lfo_2.start"
    case .lfo2Stop: "lfo_2.stop"
    case .lfo2Toggle: "lfo_2.toggle"
    case .lfo2Reverse: "lfo_2.reverse"
    case .lfo3Reset: "lfo_3.reset"
    case .lfo3Start: "lfo_3.start"
    case .lfo3Stop: "lfo_3.stop"
    case .lfo3Toggle: "lfo_3.toggle"
    case .lfo3Reverse: "lfo_3.reverse"
    case .lfo4Reset: "lfo_4.reset"
    case .lfo4Start: "lfo_4.start"
    case .lfo4Stop: "lfo_4.stop"
    case .lfo4Toggle: "lfo_4.toggle"
    case .lfo4Reverse: "lfo_4.reverse"
    case .env2Start: "env_2.start"
    case .env3Start: "env_3.start"
    case .env4Start: "env_4.start"
    case .seq1Reset: "seq_1.reset"
    case .seq1Start: "seq_1.start"
    case .seq1Stop: "seq_1.stop"
    case .seq1Toggle: "seq_1.toggle"
    case .seq1Reverse: "seq_1.reverse"
    case .seq1Step: "seq_1.step"
    case .seq2Reset: "seq_2.reset"
    case .seq2Start: "seq_2.start"
    case .seq2Stop: "seq_2.stop"
    case .seq2Toggle: "seq_2.toggle"
    case .seq2Reverse: "seq_2.reverse"
    case .seq2Step: "seq_2.step"
    case .seq3Reset: "seq_3.reset"
    case .seq3Start: "seq_3.start"
    case .seq3Stop: "seq_3.stop"
    case .seq3Toggle: "seq_3.toggle"
    case .seq3Reverse: "seq_3.reverse"
    case .seq3Step: "seq_3.step"
    case .seq4Reset: "seq_4.reset"
    case .seq4Start: "seq_4.start"
    case .seq4Stop: "seq_4.stop"
    case .seq4Toggle: "seq_4.toggle"
    case .seq4Reverse: "seq_4.reverse"
    case .seq4Step: "seq_4.step"
    case .snapshot1Recall: "snapshot_1.recall"
    case .snapshot2Recall: "snapshot_2.recall"
    case .snapshot3Recall: "snapshot_3.recall"
    case .snapshot4Recall: "snapshot_4.recall"
    case .snapshot5Recall: "snapshot_5.recall"
    case .snapshot6Recall: "snapshot_6.recall"
    case .snapshot7Recall: "snapshot_7.recall"
    case .snapshot8Recall: "snapshot_8.recall"
    }
  }

  /// What can be done with a module.
  public enum Verb: UInt8, Sendable { case reset = 0, start, stop, toggle, reverse, step }

  /// A module of a kind, counted from 0, and what to do with it; nil for actions on something else.
  public var module: (kind: Module, index: Int, verb: Verb)? {
    @_noLocks get {
      let place = Int(rawValue)
      switch rawValue {
      case ...Action.lfoToggle.rawValue: return (.lfo, 0, Action.verb(place))
      case Action.lfoReverse.rawValue: return (.lfo, 0, .reverse)
      case Action.envStart.rawValue: return (.envelope, 0, .start)
      case Action.lfo2Reset.rawValue...Action.lfo4Reverse.rawValue:
        let past = place - Int(Action.lfo2Reset.rawValue)
        return (.lfo, 1 + past / 5, Action.verb(past % 5))
      case Action.env2Start.rawValue...Action.env4Start.rawValue:
        return (.envelope, 1 + place - Int(Action.env2Start.rawValue), .start)
      case Action.seq1Reset.rawValue...Action.seq4Step.rawValue:
        let past = place - Int(Action.seq1Reset.rawValue)
        return (.sequencer, past / 6, Action.verb(past % 6))
      default: return nil
      }
    }
  }

  /// The snapshot (1…8) that it recalls; nil for other actions.
  public var snapshot: Int? {
    @_noLocks get {
      let first = Action.snapshot1Recall.rawValue
      return rawValue >= first && rawValue <= Action.snapshot8Recall.rawValue
        ? Int(rawValue - first) + 1 : nil
    }
  }

  @_noLocks private static func verb(_ place: Int) -> Verb {
    switch place {
    case 0: .reset
    case 1: .start
    case 2: .stop
    case 3: .toggle
    case 4: .reverse
    default: .step
    }
  }

  /// A kind of module that actions reach.
  public enum Module: Sendable { case lfo, envelope, sequencer }
}
