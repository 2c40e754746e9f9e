// The MIDI Tuning Standard (MIDI 1.0 Detailed Specification 4.2, CA-020, CA-021): System Exclusive that
// retunes keys. Audio thread.

/// The result of reading a tuning message.
public enum TuningMessage: Sendable, Equatable {
  /// It is no tuning message, or it is a request, which changes nothing.
  case other
  /// A tuning message that is cut off, too long, has a byte above 127 or a wrong checksum: nothing is
  /// changed.
  case refused
  /// Keys are retuned; sounding notes keep their pitch.
  case setUp
  /// Keys are retuned, and sounding notes with them.
  case realTime

  /// Reads `F0 7E|7F device 08 sub … F7` and retunes. It accepts any device number and any of the numbered
  /// tunings, because there is only one tuning.
  @_noLocks public static func read(
    _ bytes: UnsafeRawBufferPointer, into tuning: LiveTuning
  ) -> TuningMessage {
    guard bytes.count >= 6, bytes[0] == 0xF0, bytes[1] | 1 == 0x7F, bytes[3] == 8 else { return .other }
    let form = Form(bytes)
    guard let form else { return bytes[4] == 0 || bytes[4] == 3 ? .other : .refused }
    guard bytes.count == form.length, bytes[bytes.count - 1] == 0xF7 else { return .refused }
    var sum: UInt8 = 0
    for index in 1..<(bytes.count - 1) {
      if bytes[index] > 127 { return .refused }
      sum ^= bytes[index]
    }
    // The last byte of a dump is the checksum of all bytes before it.
    if form.isDump && sum != 0 { return .refused }
    let data = UnsafeRawBufferPointer(rebasing: bytes[form.start..<(form.start + form.count * form.stride)])
    if form.isOctave {
      octave(data, stride: form.stride, channels: form.channels, tuning)
    } else {
      keys(data, stride: form.stride, tuning)
    }
    return bytes[1] == 0x7F ? .realTime : .setUp
  }

  /// Reads keys. A dump has three bytes for each key; a change has the key's number before them.
  @_noLocks private static func keys(_ data: UnsafeRawBufferPointer, stride: Int, _ tuning: LiveTuning) {
    for index in 0..<(data.count / stride) {
      let end = (index + 1) * stride
      let (semitone, high, low) = (data[end - 3], data[end - 2], data[end - 1])
      if semitone & high & low == 0x7F { continue }  // no change
      let pitch = Float(semitone) + Float(Int(high) << 7 | Int(low)) / 16_384
      let key = stride == 4 ? Int(data[end - 4]) : index
      for channel in 0..<LiveTuning.count { KeyTuning.set(key, to: pitch, in: tuning.keys + channel) }
    }
  }

  /// Reads offsets for the twelve notes of the octave, from C, each up to one semitone.
  @_noLocks private static func octave(
    _ data: UnsafeRawBufferPointer, stride: Int, channels: UInt32, _ tuning: LiveTuning
  ) {
    for channel in 0..<LiveTuning.count where channels & (1 << UInt32(channel)) != 0 {
      for key in 0..<128 {
        let note = key % 12 * stride
        let offset =
          stride == 1
          ? Float(Int(data[note]) - 64) / 100
          : Float((Int(data[note]) << 7 | Int(data[note + 1])) - 8192) / 8192
        KeyTuning.set(key, to: Float(key) + offset, in: tuning.keys + channel)
      }
      tuning.keys[channel].repeatsAfterTwelve = true
    }
  }

  /// The positions of data in a message.
  private struct Form {
    /// The length of the whole message.
    var length = 0
    /// The position of the first of `count` data of `stride` bytes.
    var start = 0
    var count = 0
    var stride = 0
    var isDump = false
    var isOctave = false
    /// Bit n stands for channel n, and bit 16 for fingers, which use the first channel.
    var channels: UInt32 = 0x1_FFFF

    @_noLocks init?(_ bytes: UnsafeRawBufferPointer) {
      let sub = bytes[4]
      switch sub {
      case 1, 4:  // all keys, 4 with a bank
        start = sub == 1 ? 22 : 23
        (count, stride, isDump) = (128, 3, true)
      case 2, 7:  // some keys, 7 with a bank
        start = sub == 2 ? 7 : 8
        guard bytes.count > start else { return nil }
        (count, stride) = (Int(bytes[start - 1]), 4)
      case 5, 6:  // an octave, one or two bytes a note, as a dump
        (start, count, stride, isDump, isOctave) = (23, 12, Int(sub) - 4, true, true)
      case 8, 9:  // an octave of some channels
        (start, count, stride, isOctave) = (8, 12, Int(sub) - 7, true)
        guard bytes.count > start else { return nil }
        channels = UInt32(bytes[7] & 127) | UInt32(bytes[6] & 127) << 7 | UInt32(bytes[5] & 3) << 14
        channels |= (channels & 1) << 16
      default: return nil
      }
      length = start + count * stride + (isDump ? 2 : 1)
    }
  }
}
