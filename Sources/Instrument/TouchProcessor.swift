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
  /// Seconds in which `enabled` fades.
  static var fadeSeconds: Float { 0.01 }

  let sampleRate: Float
  let fadeStep: Float
  var ports = PortValues()
  /// Owned by whoever handed it over; never nil.
  public private(set) var patch: UnsafeMutablePointer<CompiledPatch>
  var matrix = Matrix()
  var trims = InlineArray<32, Float>(repeating: 1)
  /// What the last evaluation gave.
  var sound = Sound()
  var parameters = ParameterValues()
  var tuning = Tuning()
  var touches: TouchTable
  var hands = Hands()
  var table = VoiceTable()
  var held = HeldStack()
  var bank: VoiceBank
  var effects: Effects
  var channels = InlineArray<16, ChannelState>(repeating: ChannelState())
  var transport = TransportFollower()
  var lfo = LowFrequencyOscillator()
  /// One tick of voices, before they are brought together.
  @usableFromInline let scratch: UnsafeMutablePointer<Lanes>

  /// Frames since `activate`.
  var frame: Int64 = 0
  /// Frames into the current tick. Ticks are counted from `activate` and from each restart of motion.
  var tickPhase: Int = 0
  var evaluatedAt: Int64 = 0
  /// Something changed since the last evaluation.
  var isStale = true
  /// By a trigger: sustained like by a pedal.
  var isHeldByAction = false
  var fade: Float = 1
  /// Touches that found no slot since `init`.
  public internal(set) var refusedTouches: UInt64 = 0
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
    fadeStep = 1 / (Self.fadeSeconds * sampleRate)
    touches = TouchTable(sampleRate: sampleRate)
    bank = VoiceBank(sampleRate: sampleRate, tables: tables)
    effects = Effects(sampleRate: sampleRate)
    scratch = .allocate(capacity: Int(Self.tick))
    scratch.initialize(repeating: Lanes(repeating: 0), count: Int(Self.tick))
  }

  @inlinable deinit { scratch.deallocate() }

  /// Back to silence and frame 0; port values and the patch stay.
  @_noLocks public mutating func activate() {
    touches.reset()
    table.reset()
    held = HeldStack()
    for channel in channels.indices { channels[channel] = ChannelState() }
    transport = TransportFollower()
    tuning.reference = ports[.tuningReference]
    isHeldByAction = false
    bank.reset()
    frame = 0
    tickPhase = 0
    evaluatedAt = 0
    isStale = true
    fade = ports[isOn: .enabled] ? 1 : 0
    requestedSteps = 0
    settle()
  }

  /// Plays `next` from the current frame on; sounding voices go on. Before the first frame nothing is left of
  /// the old patch; later everything that is heard moves to the new one as it moves between evaluations.
  /// - Returns: the patch that is no longer used.
  @_noLocks public mutating func apply(_ next: UnsafeMutablePointer<CompiledPatch>) -> UnsafeMutablePointer<
    CompiledPatch
  > {
    let old = patch
    patch = next
    matrix.programChanged(from: Self.program(of: old), to: Self.program(of: next))
    limitVoices()
    isStale = true
    if frame == 0 { settle() }
    return old
  }

  /// Renders `count` frames without an event between them.
  @_noLocks public mutating func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      if tickPhase == 0 || isStale { evaluate() }
      let span = min(count - done, Int(Self.tick) - tickPhase)
      renderSpan(left + done, right + done, count: span)
      frame += Int64(span)
      tickPhase = (tickPhase + span) % Int(Self.tick)
      done += span
    }
  }

  /// A port's value as it is at work: clamped, or its default.
  @_noLocks public func value(_ port: TouchPort) -> Float { ports[port] }

  public var soundingVoices: Int { @_noLocks get { table.sounding } }
  public var liveTouches: Int { @_noLocks get { touches.count } }
  /// The group's live relations.
  public var group: GroupRelations { @_noLocks get { hands.group } }
  /// Where the touch that spoke last is, or was.
  public var lastTouch: (x: Float, y: Float) {
    @_noLocks get { (touches.touches[touches.last].x, touches.touches[touches.last].y) }
  }

  /// Takes the steps through the bank that triggers asked for: +1 next, −1 previous.
  @_noLocks public mutating func takeRequestedSteps() -> Int {
    let steps = requestedSteps
    requestedSteps = 0
    return steps
  }

  /// Controllers to matrix to sound: aims every ramp at where it is to be one tick ahead.
  @_noLocks private mutating func evaluate() {
    let elapsed = Float(frame - evaluatedAt)
    evaluatedAt = frame
    isStale = false
    if !ports[isOn: .enabled] && fade == 0 { silence() }
    runMatrix(elapsed: elapsed)
    effects.evaluate(sound, level: Effects.gain(ports), ahead: Self.tick)
    // A silent bank costs nothing.
    if table.sounding == 0 { return }
    bank.evaluate(sound, tuning: tuning, lfo: lfo.value, elapsed: elapsed, ahead: Self.tick)
    for lane in 0..<Lanes.width
    where table.voices[lane].state != .free && bank.envelope.stage(lane: lane) == .idle {
      table.free(lane: lane)
      fire(.envEnd)
    }
  }

  /// Brings controllers up to date and lets them reach the parameters.
  @_noLocks private mutating func runMatrix(elapsed: Float) {
    lfo.advance(
      turns: elapsed * sound.shared(.lfoRate) / sampleRate,
      ahead: Float(Self.tick) * sound.shared(.lfoRate) / sampleRate)
    hands.update(touches, table, ports: ports, channels: channels, frame: frame, sampleRate: sampleRate)
    hands.values[.env1] = bank.envelope.level
    hands.values[.lfo1] = Lanes(repeating: sound.isOff(.lfo1) ? 0 : lfo.value)
    matrix.evaluate(
      Self.program(of: patch), controllers: &hands.values, trims: trims, touchDown: hands.down,
      groupActive: touches.count > 0, leader: hands.leader, seconds: elapsed / sampleRate, into: &parameters)
    sound = Sound(parameters, objectsOff: patch.pointee.objectsOff, ports)
  }

  /// By pointer, because subscripts of borrowed arrays copy them whole.
  @_noLocks private static func program(of patch: UnsafeMutablePointer<CompiledPatch>) -> UnsafePointer<
    Program
  > {
    // The patch lies on the heap and does not move.
    withUnsafeMutablePointer(to: &patch.pointee.program) { UnsafePointer($0) }
  }

  /// Before the first frame: nothing is remembered of what sounded before, and effects stand where the patch
  /// and the ports want them, without fading there.
  @_noLocks private mutating func settle() {
    lfo = LowFrequencyOscillator()
    matrix.reset()
    hands = Hands()
    parameters = patch.pointee.program.base
    sound = Sound(parameters, objectsOff: patch.pointee.objectsOff, ports)
    runMatrix(elapsed: 0)
    effects.reset(sound, level: Effects.gain(ports))
  }

  @_noLocks private mutating func renderSpan(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    bank.process(scratch, left, right, count: count, silent: table.sounding == 0)
    effects.process(left, right, count: count)
    let isOn = ports[isOn: .enabled]
    if isOn && fade == 1 { return }
    let step = isOn ? fadeStep : -fadeStep
    for index in 0..<count {
      fade = min(max(fade + step, 0), 1)
      left[index] *= fade
      right[index] *= fade
    }
  }
}
