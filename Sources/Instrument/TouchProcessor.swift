// Tactus Touch on the audio thread: events in, sound out. Everything in time is counted from `activate`.
import Controls
import Lanes
import Music
import RealTime
import Signal
import Touch

/// The instrument's whole world on the audio thread.
///
/// Between events and ticks it only runs along ramps; a tick is every 32 frames counted from `activate` or from
/// the last restart of motion, so the same events at the same frames give the same samples however the host cuts its blocks.
public struct TouchProcessor: ~Copyable {
  /// Frames from one control step to the next.
  public static var tick: Int32 { @_noLocks get { 32 } }
  /// Seconds in which `enabled` fades.
  static var fadeSeconds: Float { 0.01 }

  let sampleRate: Float
  let fadeStep: Float
  var ports = PortValues()
  var patch = Patch()
  /// The patch with the quick controls' offsets.
  var sound = Patch()
  var tuning = Tuning()
  var touches: TouchTable
  var table = VoiceTable()
  var bank: VoiceBank
  var effects: Effects
  var channels = InlineArray<16, ChannelState>(repeating: ChannelState())
  var transport = TransportFollower()

  /// One tick of voices, before they are brought together.
  @usableFromInline let scratch: UnsafeMutablePointer<Lanes>

  /// Frames since `activate`.
  var frame: Int64 = 0
  /// Frames into the current tick. Ticks are counted from `activate` and from each restart of motion.
  var tickPhase: Int = 0
  var evaluatedAt: Int64 = 0
  /// Something changed since the last evaluation.
  var isStale = true
  var lfoPhase: Float = 0
  var modulation: Float = 0
  var fade: Float = 1
  /// Touches that found no slot since `init`.
  public internal(set) var refusedTouches: UInt64 = 0

  /// Allocates the effects' memory; not real-time.
  /// - Parameters:
  ///   - sampleRate: 8,000 to 192,000 are tested.
  ///   - tables: stay alive as long as the processor.
  public init(sampleRate: Float, tables: WaveTables) {
    self.sampleRate = sampleRate
    fadeStep = 1 / (Self.fadeSeconds * sampleRate)
    touches = TouchTable(strikeFrames: Int64(0.01 * sampleRate))
    bank = VoiceBank(sampleRate: sampleRate, tables: tables)
    effects = Effects(sampleRate: sampleRate)
    scratch = .allocate(capacity: Int(Self.tick))
    scratch.initialize(repeating: Lanes(repeating: 0), count: Int(Self.tick))
  }

  @inlinable deinit { scratch.deallocate() }

  /// Back to silence and frame 0; port values stay.
  @_noLocks public mutating func activate() {
    touches.reset()
    table.reset()
    for channel in channels.indices { channels[channel] = ChannelState() }
    transport = TransportFollower()
    sound = patch.offset(by: ports)
    tuning.reference = ports[.tuningReference]
    bank.reset(sound)
    effects.reset(ports)
    frame = 0
    tickPhase = 0
    evaluatedAt = 0
    isStale = true
    lfoPhase = 0
    fade = ports[isOn: .enabled] ? 1 : 0
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
  /// Mean place of the live touches, or nil.
  public var centroid: (x: Float, y: Float)? { @_noLocks get { touches.centroid } }
  /// Where the touch that spoke last is, or nil before the first.
  public var lastTouch: (x: Float, y: Float) {
    @_noLocks get { (touches.touches[touches.last].x, touches.touches[touches.last].y) }
  }

  /// Controllers to sound: aims every ramp at where it is to be one tick ahead.
  @_noLocks private mutating func evaluate() {
    let elapsed = Float(frame - evaluatedAt)
    evaluatedAt = frame
    isStale = false
    lfoPhase += elapsed * sound.lfoHertz / sampleRate
    lfoPhase -= Scalar.floor(lfoPhase)
    // The pitch one tick ahead hears the LFO one tick ahead.
    let ahead = lfoPhase + Float(Self.tick) * sound.lfoHertz / sampleRate
    modulation = (sound.lfoSemitones + modulationWheel) * Scalar.sine(turns: ahead)
    effects.evaluate(ports, ahead: Self.tick)
    if !ports[isOn: .enabled] && fade == 0 { silence() }
    // A silent bank costs nothing.
    if table.sounding == 0 { return }
    bank.evaluate(sound, tuning: tuning, vibrato: modulation, elapsed: elapsed, ahead: Self.tick)
    for lane in 0..<Lanes.width
    where table.voices[lane].state != .free && bank.envelope.stage(lane: lane) == .idle {
      table.free(lane: lane)
    }
  }

  /// The deepest vibrato that a modulation wheel asks for: half a semitone at its end.
  private var modulationWheel: Float {
    @_noLocks get {
      var deepest: Float = 0
      for channel in channels.indices { deepest = max(deepest, channels[channel].modulation) }
      return deepest * 0.5
    }
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
