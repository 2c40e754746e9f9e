// Converts touches to MIDI: each is a note of an MPE zone, with pairs of controllers that describe the touch
// (docs/mpe.md). Audio thread.
import Lanes

/// A touch in the numbers of MIDI.
struct TouchNumbers: BitwiseCopyable, Equatable {
  /// x, y, radius, pressure: 0…16383.
  var pairs: SIMD4<UInt16> = .zero
  /// The pitch wheel, 0…16383.
  var bend: UInt16 = 8192

  /// - Parameters:
  ///   - numbers: x, y, radius, pressure, each 0…1.
  ///   - pitch: semitones above the note's key.
  @_noLocks init(_ numbers: SIMD4<Float>, pitch: Float) {
    for index in 0..<4 { pairs[index] = Self.step(numbers[index] * 16_383) }
    // A radius or pressure of 0 is one that the surface does not send, so greater values are at least 1.
    for index in 2..<4 where numbers[index] > 0 { pairs[index] = max(pairs[index], 1) }
    bend = Self.step(8192 + pitch / PerformanceRecorder.bendRange * 8192)
  }

  /// The nearest step of the wheel and the pairs.
  @_noLocks private static func step(_ number: Float) -> UInt16 {
    UInt16(min(max(Scalar.floor(number + 0.5), 0), 16_383))
  }

  /// Pressure and CC 74 in seven bits, for instruments other than this one.
  var pressure: UInt8 { @_noLocks get { UInt8(truncatingIfNeeded: pairs[3] >> 7) } }
  var timbre: UInt8 { @_noLocks get { UInt8(truncatingIfNeeded: pairs[1] >> 7) } }
}

/// A member channel and its touch.
public struct RecordedTouch: BitwiseCopyable {
  /// The touch's slot; −1 for a free channel.
  public internal(set) var slot = -1
  var key: UInt8 = 60
  /// The numbers that were sent last, the frame of sending, and the first frame that was not examined.
  var sent = TouchNumbers(.zero, pitch: 0)
  var sentAt: Int64 = 0
  public internal(set) var seenAt: Int64 = 0
  /// Whether changes have not been sent yet.
  public internal(set) var waits = false
  /// The frame at which the channel became free.
  var endedAt = Int64.min / 2
  /// Counts sent marks modulo 128, because hosts may omit values that have not changed.
  var placings: UInt8 = 0

  @_noLocks public init() {}
}

/// Sends touches as MPE, each on its own member channel of the lower zone.
public struct PerformanceRecorder {
  /// The bend range of a member channel in semitones: the default of MPE.
  public static var bendRange: Float { @_noLocks get { 48 } }
  /// Seconds between two messages about a touch's movement.
  public static var seconds: Float { @_noLocks get { 0.004 } }
  static var members: Int { @_noLocks get { 15 } }
  /// The most messages for the numbers of a touch: three for each number, the mark, bend, timbre and
  /// pressure.
  private static var most: Int { @_noLocks get { 4 * 3 + 4 } }

  /// The touches by channel; the manager's index is not used.
  public let touches: UnsafeMutablePointer<RecordedTouch>
  /// Frames between two messages about a touch's movement.
  let least: Int64
  public private(set) var count = 0
  /// Touches that were refused for lack of a channel, since `init`.
  public private(set) var refused: UInt64 = 0

  /// Sixteen touches, in memory that its owner frees.
  public init(memory: UnsafeMutablePointer<RecordedTouch>, least: Int64) {
    touches = memory
    self.least = least
  }

  /// Begins a touch: sends its numbers, then its note. The zone is sent before the first touch.
  @_noLocks public mutating func begin(
    slot: Int, _ numbers: SIMD4<Float>, pitch: Float, velocity: Float, at frame: Int64,
    into out: inout Outgoing
  ) {
    // Room for the zone and the note in addition.
    guard let channel = freeChannel(at: frame), out.hasRoom(Self.most + 4) else {
      refused += 1
      return
    }
    if count == 0 { sendZone(at: frame, into: &out) }
    count += 1
    let key = UInt8(min(max(Scalar.floor(pitch + 0.5), 0), 127))
    let midi = TouchNumbers(numbers, pitch: pitch - Float(key))
    var touch = RecordedTouch()
    touch.slot = slot
    touch.key = key
    touch.sent = midi
    touch.sentAt = frame
    touch.seenAt = frame
    touch.placings = touches[channel].placings
    touches[channel] = touch
    send(midi, nil, UInt8(channel), at: frame, into: &out)
    let strike = UInt8(min(max(Scalar.floor(velocity * 127 + 0.5), 1), 127))
    out.midi(0x90 | UInt8(channel), key, strike, at: frame)
  }

  /// The lowest free channel. It prefers one that has been free for so long that its last numbers do not
  /// share a host's tick with the first numbers of the next touch, because Ardour keeps one value of a
  /// controller in a tick.
  @_noLocks private func freeChannel(at frame: Int64) -> Int? {
    var free: Int?
    for channel in 1..<16 where touches[channel].slot < 0 {
      if frame - touches[channel].endedAt >= least { return channel }
      if free == nil { free = channel }
    }
    return free
  }

  /// The channel of a touch; nil when it is not recorded.
  @_noLocks public func channel(ofSlot slot: Int) -> Int? {
    if count == 0 { return nil }
    for channel in 1..<16 where touches[channel].slot == slot { return channel }
    return nil
  }

  /// Sends a touch's numbers if they have changed.
  @_noLocks public func move(
    _ channel: Int, _ numbers: SIMD4<Float>, pitch: Float, at frame: Int64, into out: inout Outgoing
  ) {
    let touch = touches + channel
    touch.pointee.seenAt = frame + 1
    let midi = TouchNumbers(numbers, pitch: pitch - Float(touch.pointee.key))
    if midi == touch.pointee.sent {
      touch.pointee.waits = false
      return
    }
    guard frame - touch.pointee.sentAt >= least, out.hasRoom(Self.most) else {
      touch.pointee.waits = true
      return
    }
    touch.pointee.waits = false
    send(midi, touch.pointee.sent, UInt8(channel), at: frame, into: &out)
    touch.pointee.sent = midi
    touch.pointee.sentAt = frame
  }

  /// Ends a touch: sends its last position, then the end of its note.
  @_noLocks public mutating func end(
    _ channel: Int, _ numbers: SIMD4<Float>, pitch: Float, at frame: Int64, into out: inout Outgoing
  ) {
    let midi = TouchNumbers(numbers, pitch: pitch - Float(touches[channel].key))
    if out.hasRoom(Self.most) {
      send(midi, touches[channel].sent, UInt8(channel), at: frame, into: &out)
    }
    end(channel, at: frame, into: &out)
  }

  @_noLocks private mutating func end(_ channel: Int, at frame: Int64, into out: inout Outgoing) {
    out.midi(0x80 | UInt8(channel), touches[channel].key, 64, at: frame)
    touches[channel].slot = -1
    touches[channel].endedAt = frame
    count -= 1
  }

  /// Ends all notes.
  @_noLocks public mutating func endAll(at frame: Int64, into out: inout Outgoing) {
    if count == 0 { return }
    for channel in 1..<16 where touches[channel].slot >= 0 { end(channel, at: frame, into: &out) }
  }

  /// Ends all notes and resets the time.
  @_noLocks public mutating func restart(into out: inout Outgoing) {
    endAll(at: 0, into: &out)
    for channel in 1..<16 { touches[channel].endedAt = .min / 2 }
  }

  /// Sends the configuration of the lower zone with all its members; this also sets the bend range that we
  /// use.
  @_noLocks private func sendZone(at frame: Int64, into out: inout Outgoing) {
    out.midi(0xB0, 101, 0, at: frame)
    out.midi(0xB0, 100, 6, at: frame)
    out.midi(0xB0, 6, UInt8(Self.members), at: frame)
  }

  /// Sends the numbers that have changed; all of them at the first time.
  @_noLocks private func send(
    _ numbers: TouchNumbers, _ last: TouchNumbers?, _ channel: UInt8, at frame: Int64,
    into out: inout Outgoing
  ) {
    for pair in 0..<4 where numbers.pairs[pair] != last?.pairs[pair] {
      let (high, low) = (UInt8(numbers.pairs[pair] >> 7), UInt8(numbers.pairs[pair] & 127))
      out.midi(0xB0 | channel, TouchControllers.first[pair], high, at: frame)
      out.midi(0xB0 | channel, TouchControllers.second[pair], low, at: frame)
      out.midi(0xB0 | channel, TouchControllers.discrete[pair], low, at: frame)
    }
    if numbers.pairs != last?.pairs {
      touches[Int(channel)].placings = (touches[Int(channel)].placings + 1) & 127
      out.midi(0xB0 | channel, TouchControllers.placed, touches[Int(channel)].placings, at: frame)
    }
    if numbers.bend != last?.bend {
      out.midi(0xE0 | channel, UInt8(numbers.bend & 127), UInt8(numbers.bend >> 7), at: frame)
    }
    if numbers.timbre != last?.timbre { out.midi(0xB0 | channel, 74, numbers.timbre, at: frame) }
    if numbers.pressure != last?.pressure { out.midi(0xD0 | channel, numbers.pressure, 0, at: frame) }
  }
}
