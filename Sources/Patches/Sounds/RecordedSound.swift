// Reads RIFF/WAVE files: 8 to 32 bits or floats, one or two channels. Not for the audio thread.
import Text

/// The frames of a sound file, mixed to one channel.
public struct RecordedSound: Equatable, Sendable {
  /// The most bytes of a file.
  public static var byteLimit: Int { 64 << 20 }
  /// Louder frames of floats are no sound.
  public static var loudest: Float { 1000 }

  /// Frames a second, 1,000 to 384,000.
  public var rate: Float
  /// Full scale is 1; of two channels the mean.
  public var frames: [Float]

  /// A sound of frames that the caller has checked.
  public init(rate: Float, frames: [Float]) { (self.rate, self.frames) = (rate, frames) }

  /// - Throws: what of the file is damaged, or not supported.
  public static func read(_ bytes: [UInt8]) throws(DocumentError) -> RecordedSound {
    guard bytes.count <= byteLimit else { throw DocumentError("is longer than 64 MiB") }
    let file = WaveBytes(bytes)
    let (format, start, size) = try file.frames()
    let there = bytes.count - start
    guard size <= there else {
      throw DocumentError(
        ("is truncated: \(there) of \(size) bytes of frames are there" as UTF8Text).bytes)
    }
    return try RecordedSound(file, at: start, size: size, format)
  }

  /// The size of a sound.
  public struct Size: Equatable, Sendable {
    /// The length in frames.
    public let frames: Int
    /// Frames a second.
    public let rate: Int
    /// 1 or 2.
    public let channels: Int
  }

  /// Returns the size of a sound from the first bytes of its file, or nil if it can't be played or its frames begin
  /// behind these bytes.
  public static func size(start: [UInt8]) -> Size? {
    guard let (format, _, size) = try? WaveBytes(start).frames() else { return nil }
    return Size(frames: size / format.frameBytes, rate: format.rate, channels: format.channels)
  }

  private init(_ file: WaveBytes, at start: Int, size: Int, _ format: WaveFormat) throws(DocumentError) {
    let count = size / format.frameBytes
    guard count >= 2 else {
      throw DocumentError(("has \(count) frames; at least 2 are needed" as UTF8Text).bytes)
    }
    rate = Float(format.rate)
    frames = [Float](repeating: 0, count: count)
    var wrong: Int?
    file.bytes.withUnsafeBytes { bytes in
      for frame in 0..<count {
        let place = start + frame * format.frameBytes
        var sample = WaveBytes.sample(bytes, place, format)
        if format.channels == 2 {
          sample = (sample + WaveBytes.sample(bytes, place + format.sampleBytes, format)) * 0.5
        }
        // Of what is not a number no comparison holds.
        if !(sample.magnitude <= Self.loudest) { wrong = wrong ?? frame }
        frames[frame] = sample
      }
    }
    if let wrong {
      throw DocumentError(("has no number, or one beyond 60 dB, in frame \(wrong)" as UTF8Text).bytes)
    }
  }
}

/// The format of a file's samples.
struct WaveFormat {
  var isFloat = false
  var channels = 1
  var rate = 0
  var sampleBytes = 2
  var frameBytes: Int { channels * sampleBytes }

  init(_ file: WaveBytes, at place: Int, size: Int) throws(DocumentError) {
    var tag = file.whole(place, bytes: 2)
    // The extensible form has the tag at the beginning of a longer one.
    if tag == 0xFFFE && size >= 40 { tag = file.whole(place + 24, bytes: 2) }
    channels = file.whole(place + 2, bytes: 2)
    rate = file.whole(place + 4, bytes: 4)
    let bits = file.whole(place + 14, bytes: 2)
    sampleBytes = bits / 8
    isFloat = tag == 3
    guard 1...2 ~= channels else {
      throw DocumentError(("has \(channels) channels; 1 or 2 can be played" as UTF8Text).bytes)
    }
    guard 1000...384_000 ~= rate else {
      throw DocumentError(("has \(rate) frames a second; 1,000 to 384,000 can be played" as UTF8Text).bytes)
    }
    let isKnown = tag == 1 ? [8, 16, 24, 32].contains(bits) : tag == 3 && bits == 32
    guard isKnown else {
      throw DocumentError(
        ("has format \(tag) with \(bits) bits; whole numbers of 8, 16, 24 or 32, and floats of 32 can be"
          as UTF8Text).bytes)
    }
    guard file.whole(place + 12, bytes: 2) == frameBytes else {
      throw DocumentError("is damaged: its frames are not as long as their samples")
    }
  }
}

/// The bytes of a file, low ones first.
struct WaveBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func isName(_ name: StaticString, at place: Int) -> Bool {
    place + 4 <= bytes.count && name.withUTF8Buffer { bytes[place..<place + 4].elementsEqual($0) }
  }

  func whole(_ place: Int, bytes count: Int) -> Int {
    var number = 0
    for index in 0..<count { number |= Int(bytes[place + index]) << (8 * index) }
    return number
  }

  /// The format of a file, and the place and the bytes of its frames, which may be cut off.
  fileprivate func frames() throws(DocumentError) -> (format: WaveFormat, start: Int, size: Int) {
    guard isName("RIFF", at: 0), isName("WAVE", at: 8) else {
      throw DocumentError("is no WAV file: it does not begin with RIFF and WAVE")
    }
    var place = 12
    var format: WaveFormat?
    while place + 8 <= bytes.count {
      let size = whole(place + 4, bytes: 4)
      if isName("fmt ", at: place) {
        guard size >= 16, place + 8 + size <= bytes.count else {
          throw DocumentError("is truncated in its format")
        }
        format = try WaveFormat(self, at: place + 8, size: size)
      } else if isName("data", at: place) {
        guard let format else { throw DocumentError("has its frames before their format") }
        return (format, place + 8, size)
      }
      place += 8 + size + size % 2
    }
    throw DocumentError("is truncated: it has no frames")
  }

  /// The sample at a place of the file; by pointer, because there are millions of them.
  fileprivate static func sample(
    _ bytes: UnsafeRawBufferPointer, _ place: Int, _ format: WaveFormat
  ) -> Float {
    if format.isFloat {
      return Float(
        bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }
    // Eight bits have no sign; the others do, at the top.
    switch format.sampleBytes {
    case 1: return (Float(bytes[place]) - 128) / 128
    case 2:
      return Float(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int16.self))) / 32768
    default:
      var bits: UInt32 = 0
      for index in 0..<format.sampleBytes {
        bits = bits >> 8 | UInt32(bytes[place + index]) << 24
      }
      return Float(Int32(bitPattern: bits)) / 2_147_483_648
    }
  }
}
