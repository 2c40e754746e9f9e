// Tactus Touch: events in, sound out. All times are counted from `activate`. Audio thread.
import Controls
import Lanes
import Loops
import Matrix
import Music
import RealTime
import Samples
import Signal
import Synchronization
import Touch
import World

/// The complete state of the instrument on the audio thread; it calls its parts in order.
///
/// Between events and ticks only ramps advance. A tick is every 32 frames, counted from `activate` or from
/// the last restart of motion. So the same events at the same frames give the same samples for every division
/// into blocks.
public struct TouchProcessor: ~Copyable {
  /// Frames from one control step to the next.
  public static var tick: Int32 { @_noLocks get { 32 } }

  /// Keeps the processor in its place: Swift 6.3 passes 10 kB of it as a copy to what does not change it,
  /// but never copies a structure with an atomic value.
  private let place = Atomic<UInt8>(0)
  /// Frames per second.
  public let sampleRate: Float
  /// The memory that the pointers of the parts point to.
  @usableFromInline let memory: Arena
  /// The patch that plays. The caller of `init` or `apply` owns it; never nil.
  public private(set) var patch: UnsafeMutablePointer<CompiledPatch>
  // Variables, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  let ports: PortValues
  /// The load of the patch that plays, and the values that were sent in place of ports since.
  public internal(set) var load = PatchLoad()
  /// Whether `load` is to be published, and whether the host must save again.
  var isLoadNew = false
  var hasSentChanged = false
  /// The trims, as their ports or what was sent in their place say.
  var trims: UnsafeMutablePointer<InlineArray<32, Float>>
  /// The trims and quick controls as they are heard.
  var gliding: GlidingPorts
  /// Whether a voice sounded at the last evaluation.
  var hasSounded = false
  var tuning = Tuning()
  /// The base values that are newer than the patch.
  var baseChanges: BaseChanges

  var clock = ControlClock()
  var transport = TransportFollower()
  var midi: MIDIInput
  var hold: HoldState
  /// Touches, tokens and sensors, and all controllers and trigger events that they cause.
  public internal(set) var sources: ControllerSources
  var common: CommonControllers
  /// What is on the surface, while the patch reads it.
  let points: UnsafeMutablePointer<RelationPoints>
  var modules: SharedModules
  var levels = LevelWatch()
  var waitingRoutes: WaitingRoutes
  var voices: VoicePool
  var effects: Effects
  var fade: EnableFade
  var rest: Rest
  var world: WorldEngine
  /// The recorded touches that play in loops.
  public internal(set) var looper: Looper
  /// Whether the MIDI message that acts is one of a loop.
  var playsLoop = false
  /// Added to a frame to get the timeline's own frame since it rolled last.
  var loopShift: Int64 = 0
  /// Of the trigger that acts: the slot of its touch, or −1; the velocity of its key, or 1; the number of its
  /// body, or 0.
  var actingSlot = -1
  var actingVelocity: Float = 1
  var actingBody = 0
  /// The layer of the looper that the route that acts names.
  var actingLayer = LoopTarget.selected
  var struck = StruckNotes()
  /// Whether the current MIDI message comes from a live source instead of the host.
  var actsLive = false

  /// The events that leave the instrument: touches as MIDI, and values for the host's automation.
  var outgoing: Outgoing
  /// The patch's outputs: what was sent, and which notes sound.
  var outputs: OutputEngine
  /// The keys that were passed on and are still down.
  var passedKeys = KeySet()
  /// Whether live touches and tokens leave as MIDI, unless the host renders.
  public var recordsTouches = true
  var recorder: PerformanceRecorder
  var tokenRecorder: TokenRecorder
  var hostAutomation: HostAutomation
  var shown: ShownTriggerEvents
  var shownActions = ShownActions()
  var routePeaks: RoutePeaks
  /// The recorder of all that acts on the instrument, for the program that requested a take.
  public var take: TakeWriter
  /// Touches that were refused for lack of a slot, since `init`.
  public internal(set) var refusedTouches: UInt64 = 0
  /// The steps through patches that triggers requested and that were not popped yet.
  public internal(set) var requestedSteps = 0

  /// Allocates the effects' memory; not real-time.
  /// - Parameters:
  ///   - sampleRate: 8,000 to 192,000 are tested.
  ///   - tables: must stay valid as long as the processor.
  ///   - patch: the first patch; must stay valid until another is applied.
  public init(sampleRate: Float, tables: WaveTables, patch: UnsafeMutablePointer<CompiledPatch>) {
    self.sampleRate = sampleRate
    self.patch = patch
    sources = ControllerSources(sampleRate: sampleRate)
    effects = Effects(sampleRate: sampleRate)
    fade = EnableFade(sampleRate: sampleRate)
    rest = Rest(sampleRate: sampleRate)
    var memory = Arena(
      bytes: VoicePool.bytes(sampleRate: sampleRate) + MIDIInput.bytes + SharedModules.bytes
        + Outgoing.capacity * MemoryLayout<OutgoingEvent>.stride
        + ShownTriggerEvents.capacity * MemoryLayout<LiveMoment>.stride + WaitingRoutes.bytes
        + Looper.bytes + RoutePeaks.capacity * MemoryLayout<Lanes>.stride + WorldEngine.bytes
        + OutputEngine.bytes
        + Parameter.count * MemoryLayout<BaseChanges.Change>.stride + MemoryLayout<RelationPoints>.stride
        + 65_536)
    ports = PortValues(memory: memory.allocate(TouchPort.count, 0))
    trims = memory.allocate(1, InlineArray(repeating: 1))
    waitingRoutes = WaitingRoutes(memory: &memory)
    baseChanges = BaseChanges(memory: memory.allocate(Parameter.count, BaseChanges.Change()))
    gliding = GlidingPorts(trims: memory.allocate(1, InlineArray(repeating: 1)))
    hold = HoldState(port: ports[.hold])
    voices = VoicePool(sampleRate: sampleRate, tables: tables, memory: &memory)
    midi = MIDIInput(
      sampleRate: sampleRate, memory: &memory, tuning: patch.pointee.tuning,
      plainBendRange: ports[.bendRange])
    modules = SharedModules(sampleRate: sampleRate, memory: &memory)
    common = CommonControllers(memory: memory.allocate(Controller.count, 0))
    points = memory.allocate(1, RelationPoints())
    outgoing = Outgoing(memory: memory.allocate(Outgoing.capacity, OutgoingEvent()))
    outputs = OutputEngine(memory: &memory)
    shown = ShownTriggerEvents(
      memory: memory.allocate(ShownTriggerEvents.capacity, LiveMoment(trigger: 0, number: 0, frame: 0)))
    routePeaks = RoutePeaks(memory: memory.allocate(RoutePeaks.capacity, Lanes(repeating: 0)))
    recorder = PerformanceRecorder(
      memory: memory.allocate(16, RecordedTouch()), least: Int64(PerformanceRecorder.seconds * sampleRate))
    tokenRecorder = TokenRecorder(memory: memory.allocate(16, RecordedToken()), sampleRate: sampleRate)
    take = TakeWriter(memory: memory.allocate(TakeWriter.words, 0))
    hostAutomation = HostAutomation(memory: memory.allocate(HostAutomation.count, AutomatedPort()))
    world = WorldEngine(sampleRate: sampleRate, memory: &memory)
    looper = Looper(memory: &memory)
    self.memory = memory
    chooseMPE()
  }

  /// Resets to silence and frame 0; the patch, the host's position, port values and what was sent in their place
  /// stay.
  @_noLocks public mutating func activate() {
    let position = sources.hostPosition(at: frame)
    reset()
    // A host need not repeat it.
    if let position { handle(position) }
  }

  /// Resets to silence and frame 0; port values and the patch stay.
  @_noLocks mutating func reset() {
    take.restarted(at: frame)
    looper.restart(at: frame)
    loopShift = 0
    sources.reset()
    outgoing.clear()
    recorder.restart(into: &outgoing)
    outputs.restart(into: &outgoing)
    tokenRecorder.restart(into: &outgoing)
    midi.reset()
    midi.tunings.apply(&patch.pointee.tuning)
    hostAutomation.reset()
    transport = TransportFollower()
    tuning.reference = ports[.tuningReference]
    hold.reset()
    voices.reset()
    clock = ControlClock()
    fade.set(isOn: isHeard)
    requestedSteps = 0
    if looper.isActive { continueLoops() }
    settle()
  }

  /// Plays `next` from the current frame; sounding voices continue. Before the first frame, nothing of the
  /// old patch remains. Later, everything that is heard moves to the new patch smoothly, as between two
  /// evaluations. A snapshot that a trigger recalled is discarded. Base values that were set since, and that
  /// `next` does not contain, are set again. If `next` was loaded, its sent values replace the present ones.
  /// - Returns: the patch that is no longer in use.
  @_noLocks public mutating func apply(_ next: UnsafeMutablePointer<CompiledPatch>) -> UnsafeMutablePointer<
    CompiledPatch
  > {
    let old = patch
    patch = next
    if old.pointee.outputCount + next.pointee.outputCount > 0 { applyOutputs(from: old, to: next) }
    if fade.isSilent && !next.pointee.isSilent && old.pointee.isSilent { silenceEffects() }
    if frame == 0 { fade.set(isOn: isHeard) }
    for bank in 0..<Bank.count {
      voices.banks[bank].matrix.programChanged(
        from: &old.pointee.program, to: &next.pointee.program)
      voices.banks[bank].voices.sample.player.keep(&next.pointee.zones)
      voices.banks[bank].voices.grains.samples.keep(&next.pointee.zones)
    }
    // A wavetable that goes away is not read any more: what plays it fades out within 10 ms.
    if old.pointee.wavetable != next.pointee.wavetable {
      for bank in 0..<Bank.count where voices.banks[bank].voices.readsUser { voices.stopAll(ofBank: bank) }
    }
    modules.apply(&next.pointee.program)
    if !KeyTuning.isSame(&old.pointee.tuning, &next.pointee.tuning) {
      midi.tunings.apply(&next.pointee.tuning)
      retuneSoundingVoices()
    }
    take.record(patchRevision: next.pointee.revision, at: frame)
    if next.pointee.load.number != load.number { begin(next.pointee.load) }
    limitVoices()
    watchRoutes()
    applyWorld()
    controllersChanged()
    clock.isStale = true
    if frame == 0 { settle() }
    keepBaseChanges()
    return old
  }

  /// While nothing sounds: forgets earlier sound, and sets the effects to the values of the patch and the
  /// ports without a fade.
  @_noLocks mutating func settle() {
    modules.reset(&patch.pointee.program)
    common.isGroupFrozen = false
    watchRoutes()
    for bank in 0..<Bank.count { voices.banks[bank].settle(patch) }
    beginWorld()
    gliding.jump(ports, trims)
    settleEffects()
  }

  /// Sets the effects to where the controllers are, without a fade and without memory.
  @_noLocks mutating func settleEffects() {
    updateSources()
    _ = runMatrix(elapsed: 0)
    let leading = sound(of: voices.lead)
    effects.reset(
      leading, level: Effects.gain(ports), channel: channelGains, tempo: sources.tempo,
      quality: Self.quality(leading, ports))
    rest.forget()
  }

  /// Renders `count` frames; no event may lie between them.
  @_noLocks public mutating func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if looper.isActive {
      renderLoops(left, right, count: count)
    } else {
      renderSpan(left, right, count: count)
    }
  }

  /// As `render`, and no event of a loop lies between the frames.
  @_noLocks mutating func renderSpan(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if count > 0 { endLiftedTouches() }
    var done = 0
    while done < count {
      if rest.isResting && !clock.isStale {
        let span = count - done
        (left + done).update(repeating: 0, count: span)
        (right + done).update(repeating: 0, count: span)
        clock.advance(span)
        break
      }
      if rest.isResting { wake() }
      if clock.isDue {
        if clock.isTick && !clock.isStale && !sources.isTouched && recordedTokens == 0 { rest.begin() }
        if rest.isResting { continue }
        evaluate()
      }
      let span = clock.span(upTo: count - done)
      if patch.pointee.isSilent && fade.isSilent {
        (left + done).update(repeating: 0, count: span)
        (right + done).update(repeating: 0, count: span)
      } else {
        voices.process(left + done, right + done, count: span)
        effects.process(left + done, right + done, count: span)
        fade.process(left + done, right + done, count: span, isOn: isHeard)
      }
      clock.advance(span)
      rest.hear(left + done, right + done, count: span, isPlaying: voices.table.sounding > 0)
      done += span
    }
    if take.isAwaited { take.hear(left, right, count: count, isPlaying: voices.table.sounding > 0) }
  }

  /// Ends the rest: what runs freely is where it would be now.
  @_noLocks mutating func wake() {
    modules.skip(sound(of: voices.lead), frames: clock.skip(), tempo: sources.tempo)
    rest.reset()
  }

  /// Whether the instrument is on and its patch makes sound.
  var isHeard: Bool { @_noLocks get { ports[isOn: .enabled] && !patch.pointee.isSilent } }

  /// Frames since `activate`.
  var frame: Int64 { @_noLocks get { clock.frame } }
}
