// Tactus Touch on the audio thread: events in, sound out. Everything in time is counted from `activate`.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Signal
import Touch

/// The instrument's whole world on the audio thread.
///
/// Between events and ticks it only runs along ramps; a tick is every 32 frames counted from `activate` or from
/// the last restart of motion, so the same events at the same frames give the same samples however the host
/// cuts its blocks.
public struct TouchProcessor: ~Copyable {
  /// Frames from one control step to the next.
  public static var tick: Int32 { @_noLocks get { 32 } }

  let sampleRate: Float
  var ports = PortValues()
  /// Owned by whoever handed it over; never nil.
  public private(set) var patch: UnsafeMutablePointer<CompiledPatch>
  var trims = InlineArray<32, Float>(repeating: 1)
  var tuning = Tuning()
  /// Which key sounds which pitch.
  var keys: LiveTuning
  /// Tuning messages that were cut off, too long or had a wrong checksum, since `init`.
  public internal(set) var refusedTunings: UInt64 = 0
  /// Everything that hands, objects and devices do.
  public internal(set) var surface: ControllerSources
  /// The controllers that all voices see alike, from hands or, where no hand supplies them, from ports.
  let common: UnsafeMutablePointer<Float>
  /// What was sent to macros since their ports last moved; NaN where nothing was.
  var sentMacros = InlineArray<8, Float>(repeating: .nan)
  /// The group keeps its values (an action).
  var isGroupFrozen = false
  var levels = LevelWatch()
  var table: VoiceTable
  var held = HeldStack()
  /// `Bank.count` of them.
  // A variable, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  var banks: UnsafeMutablePointer<Bank>
  /// The voice that began last.
  var leader = 0
  /// Where that one's pitch is or was going.
  var lastPitch: Float = 60
  /// Voices begun since motion restarted.
  var starts: UInt32 = 0
  var effects: Effects
  /// Sixteen of them. A variable for the same reason as `banks`.
  var channels: UnsafeMutablePointer<ChannelState>
  /// Channels of recorded touches whose notes went up on this frame, in that order, and how many they are.
  var lifted = InlineArray<16, UInt8>(repeating: 0)
  var liftedCount = 0
  /// Where MPE zones are. Like ports they stay over `activate`: whoever made them does not say so again.
  var zones = MPEZones()
  /// What leaves the instrument: touches as MIDI, and values for the host's automation.
  var outgoing: Outgoing
  var recorder: PerformanceRecorder
  var automation: HostAutomation
  var transport = TransportFollower()
  /// The motion of the LFOs for all voices, and the sequencers.
  var lfos = InlineArray<4, LowFrequencyOscillator>(repeating: LowFrequencyOscillator())
  var sequencers = InlineArray<4, Sequencer>(repeating: Sequencer())
  /// Envelopes 2 to 4 where they are one for all voices.
  var envelopes: SharedEnvelopes
  /// What of them the patch uses.
  var use = ModuleUse()
  /// One tick of voices, before they are brought together; then of one bank in stereo.
  let scratch: UnsafeMutablePointer<Lanes>
  let bankLeft: UnsafeMutablePointer<Float>
  let bankRight: UnsafeMutablePointer<Float>
  /// All that the pointers above point to.
  @usableFromInline let memory: Arena

  var clock = ControlClock()
  var hold: HoldState
  var fade: EnableFade
  /// Touches that found no slot since `init`.
  public internal(set) var refusedTouches: UInt64 = 0
  var shown: ShownTriggerEvents
  /// Patches that triggers asked to step by, until somebody takes them.
  public internal(set) var requestedSteps = 0

  /// Allocates the effects' memory; not real-time.
  /// - Parameters:
  ///   - sampleRate: 8,000 to 192,000 are tested.
  ///   - tables: stay alive as long as the processor.
  ///   - patch: the first patch; stays alive until another is applied.
  public init(sampleRate: Float, tables: WaveTables, patch: UnsafeMutablePointer<CompiledPatch>) {
    self.sampleRate = sampleRate
    self.patch = patch
    hold = HoldState(port: ports[.hold])
    fade = EnableFade(sampleRate: sampleRate)
    surface = ControllerSources(sampleRate: sampleRate)
    effects = Effects(sampleRate: sampleRate)
    envelopes = SharedEnvelopes(sampleRate: sampleRate)
    let ringFrames = LaneRing.frames(sampleRate: sampleRate)
    let ringLanes = VoiceRings.count * ringFrames
    var memory = Arena(
      bytes: Bank.count * (MemoryLayout<Bank>.stride + ringLanes * MemoryLayout<Lanes>.stride)
        + VoiceTable.capacity * MemoryLayout<Voice>.stride
        + 2 * LiveTuning.count * MemoryLayout<KeyTuning>.stride
        + Outgoing.capacity * MemoryLayout<OutgoingEvent>.stride
        + ShownTriggerEvents.capacity * MemoryLayout<LiveMoment>.stride + 65_536)
    let rings = memory.take(Bank.count * ringLanes, Lanes(repeating: 0))
    banks = memory.take(
      Bank.count,
      Bank(
        sampleRate: sampleRate, tables: tables, rings: VoiceRings(base: rings, frames: ringFrames)))
    for bank in 0..<Bank.count {
      // Each bank has rings of its own.
      banks[bank].voices = VoiceBank(
        sampleRate: sampleRate, tables: tables,
        rings: VoiceRings(base: rings + bank * ringLanes, frames: ringFrames))
    }
    table = VoiceTable(memory: memory.take(VoiceTable.capacity, Voice()))
    keys = LiveTuning(memory: memory.take(2 * LiveTuning.count, patch.pointee.tuning))
    scratch = memory.take(VoiceBank.rooms * VoiceBank.span, Lanes(repeating: 0))
    common = memory.take(Controller.count, 0)
    channels = memory.take(16, ChannelState())
    outgoing = Outgoing(memory: memory.take(Outgoing.capacity, OutgoingEvent()))
    shown = ShownTriggerEvents(
      memory: memory.take(ShownTriggerEvents.capacity, LiveMoment(trigger: 0, number: 0, frame: 0)))
    recorder = PerformanceRecorder(
      memory: memory.take(16, RecordedTouch()), least: Int64(PerformanceRecorder.seconds * sampleRate))
    automation = HostAutomation(memory: memory.take(HostAutomation.count, AutomatedPort()))
    bankLeft = memory.take(Int(Self.tick), 0)
    bankRight = memory.take(Int(Self.tick), 0)
    self.memory = memory
    chooseMPE()
  }

  /// Back to silence and frame 0; port values and the patch stay.
  @_noLocks public mutating func activate() {
    surface.reset()
    sentMacros = InlineArray(repeating: .nan)
    table.reset()
    held = HeldStack()
    channels.update(repeating: ChannelState(), count: 16)
    outgoing.clear()
    recorder.restart(into: &outgoing)
    liftedCount = 0
    automation.reset()
    transport = TransportFollower()
    tuning.reference = ports[.tuningReference]
    keys.take(Self.keys(of: patch))
    hold.reset()
    for bank in 0..<Bank.count { banks[bank].voices.reset() }
    leader = 0
    starts = 0
    clock = ControlClock()
    fade.set(isOn: ports[isOn: .enabled])
    requestedSteps = 0
    settle()
  }

  /// Plays `next` from the current frame on; sounding voices go on. Before the first frame nothing is left of
  /// the old patch; later everything that is heard moves to the new one as it moves between evaluations. A snapshot
  /// that a trigger recalled gives way.
  /// - Returns: the patch that is no longer used.
  @_noLocks public mutating func apply(_ next: UnsafeMutablePointer<CompiledPatch>) -> UnsafeMutablePointer<
    CompiledPatch
  > {
    let old = patch
    patch = next
    for bank in 0..<Bank.count {
      banks[bank].matrix.programChanged(from: Self.program(of: old), to: Self.program(of: next))
    }
    use = ModuleUse(Self.program(of: next))
    if !KeyTuning.isSame(Self.keys(of: old), Self.keys(of: next)) {
      keys.take(Self.keys(of: next))
      retuneWhatSounds()
    }
    limitVoices()
    watchWhatRoutesNeed()
    handsChanged()
    clock.isStale = true
    if frame == 0 { settle() }
    return old
  }

  /// Renders `count` frames without an event between them.
  @_noLocks public mutating func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if count > 0 { endLifted() }
    var done = 0
    while done < count {
      if clock.isDue { evaluate() }
      let span = clock.span(upTo: count - done)
      renderSpan(left + done, right + done, count: span)
      clock.advance(span)
      done += span
    }
  }

  /// Frames since `activate`.
  var frame: Int64 { @_noLocks get { clock.frame } }

  /// A controller's live value: one of the group, of things or of the host.
  @_noLocks public func value(_ controller: Controller) -> Float { surface.shared[controller] }

  /// A port's value as it is at work: clamped, or its default.
  @_noLocks public func value(_ port: TouchPort) -> Float { ports[port] }

  /// The most voices that may sound.
  public static var voiceLimit: Int { @_noLocks get { VoiceTable.capacity } }
  /// The voice that began last.
  public var leadingVoice: Int { @_noLocks get { leader } }

  /// What a voice's controller was at the last tick or event, in its natural unit. Only for a voice that sounds or leads.
  @_noLocks public func value(of controller: Controller, voice: Int) -> Float {
    banks[voice / Lanes.width].hands.values[controller][voice % Lanes.width]
  }

  /// Which touch holds a voice: its number in order of beginnings since `init`; nil where none does.
  @_noLocks public func touchOrder(ofVoice voice: Int) -> UInt64? {
    guard table[voice].state == .held, case .touch(let slot) = table[voice].owner else { return nil }
    return surface.touches.touches[slot].order
  }

  /// Samples that the effects gave and that were no numbers, since `init`; silence was heard instead.
  public var notNumbers: UInt32 { @_noLocks get { effects.outputGuard.notNumbers } }

  /// How many frames late the sound comes.
  public var latency: Int { @_noLocks get { effects.limiter.latency } }

  public var soundingVoices: Int { @_noLocks get { table.sounding } }
  public var liveTouches: Int { @_noLocks get { surface.touches.count } }
  /// Where the touch that spoke last is, or was.
  public var lastTouch: (x: Float, y: Float) {
    @_noLocks get {
      (
        surface.touches.touches[surface.touches.last].x, surface.touches.touches[surface.touches.last].y
      )
    }
  }

  /// Takes the steps through the bank that triggers asked for: +1 next, −1 previous.
  @_noLocks public mutating func takeRequestedSteps() -> Int {
    let steps = requestedSteps
    requestedSteps = 0
    return steps
  }
}
