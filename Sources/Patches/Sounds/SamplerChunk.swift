// Reads the `smpl` chunk of a WAV file: the pitch and the loops that its maker gave to a sound (Multimedia
// Data Standards Update, 1994). Not for the audio thread.
import Samples
import Text

/// What a sound file says about playing it.
public struct SamplerChunk: Equatable, Sendable {
  /// The pitch at which it sounds as it was recorded, in semitones, to a cent; nil: not said.
  public var root: Float?
  /// The first loop that plays forward within the sound.
  public var loop: SampleMemory.Loop?
  /// Loops that are not taken: further ones, and those that play backwards or beyond the sound.
  public var otherLoops = 0

  /// Nil if a file has no such chunk, or if it is cut off.
  /// - Parameter frames: the frames of the sound.
  public init?(_ bytes: [UInt8], frames: Int) {
    let file = WaveBytes(bytes)
    guard let body = Self.body(of: file) else { return nil }
    func whole(_ place: Int) -> Int { file.whole(place, bytes: 4) }
    // 0 is what programs write that know no pitch.
    let (key, fraction) = (whole(body.lowerBound + 12), Double(whole(body.lowerBound + 16)))
    if 1...127 ~= key {
      root = min(Float(key) + Float((fraction * 100 / 4_294_967_296).rounded() / 100), 127)
    }
    let count = min(whole(body.lowerBound + 28), (body.count - 36) / 24)
    for index in 0..<count {
      let place = body.lowerBound + 36 + 24 * index
      // The last frame of the chunk's loop is played, too.
      let (kind, start, end) = (whole(place + 4), whole(place + 8), whole(place + 12) + 1)
      if loop == nil, kind == 0, start < end, end <= frames {
        loop = SampleMemory.Loop(start: start, end: end)
      } else {
        otherLoops += 1
      }
    }
  }

  private static func body(of file: WaveBytes) -> Range<Int>? {
    var place = 12
    while place + 8 <= file.bytes.count {
      let size = file.whole(place + 4, bytes: 4)
      if file.isName("smpl", at: place) {
        return size >= 36 && size <= file.bytes.count - place - 8 ? place + 8..<place + 8 + size : nil
      }
      place += 8 + size + size % 2
    }
    return nil
  }

  /// The keys of a patch's sample: `, "root": 62, "loop": [100, 900]`.
  public var members: UTF8Text {
    var words: UTF8Text = ""
    if let root { words += ", \"root\": \(root)" }
    if let loop { words += ", \"loop\": [\(loop.start), \(loop.end)]" }
    return words
  }
}
