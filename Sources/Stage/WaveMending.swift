// WAV files whose writer was interrupted: their head then says more or less than they contain. Main thread.
import Foundation

/// The sound of a WAV file.
public enum WaveMending {
  /// A file's rate and length.
  public struct Length: Equatable, Sendable {
    public let rate: Int
    public let frames: Int
    /// The duration in seconds.
    public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }
  }

  /// The longest head that is looked through, in bytes.
  private static let longest = 4096

  /// Makes the sizes in the head of a WAV or RF64 file agree with the file, which loses an incomplete last frame.
  /// Returns nil if it is no such file or can't be written.
  public static func mend(_ path: String) -> Length? {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    var head = [UInt8](repeating: 0, count: min(longest, Int(status.st_size)))
    guard pread(file, &head, head.count, 0) == head.count, let parts = Parts(head) else { return nil }
    if parts.end == Int(status.st_size) {
      return Length(rate: parts.rate, frames: max(0, parts.size) / parts.frame)
    }
    let frames = (Int(status.st_size) - parts.data) / parts.frame
    let bytes = frames * parts.frame
    func put(_ number: UInt64, _ size: Int, at place: Int) -> Bool {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
      return pwrite(file, bytes, size, off_t(place)) == size
    }
    let end = parts.data + bytes
    guard ftruncate(file, off_t(end)) == 0 else { return nil }
    let isWritten: Bool
    if let sizes = parts.sizes {
      isWritten =
        put(UInt64(end - 8), 8, at: sizes) && put(UInt64(bytes), 8, at: sizes + 8)
        && put(UInt64(frames), 8, at: sizes + 16)
    } else if end - 8 <= UInt32.max {
      isWritten = put(UInt64(end - 8), 4, at: 4) && put(UInt64(bytes), 4, at: parts.data - 4)
    } else {
      return nil
    }
    if let fact = parts.fact, !put(UInt64(min(frames, Int(UInt32.max))), 4, at: fact) { return nil }
    fsync(file)
    return isWritten ? Length(rate: parts.rate, frames: frames) : nil
  }

  /// The offsets of the fields in a WAV header.
  private struct Parts {
    /// Behind the head of the chunk `data`.
    var data = 0
    /// The bytes of that chunk, and of the whole file, according to the head.
    var size = 0
    var end = 0
    /// The 64-bit sizes of RF64, or nil in a plain WAV.
    var sizes: Int?
    var fact: Int?
    var rate = 0
    /// The bytes of a frame.
    var frame = 0

    /// Nil if these bytes do not begin a WAV file.
    init?(_ head: [UInt8]) {
      func word(_ place: Int) -> [UInt8] { Array(head[place..<place + 4]) }
      func number(_ place: Int, _ size: Int = 4) -> Int {
        head[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      guard head.count >= 12, word(8) == Array("WAVE".utf8) else { return nil }
      let isLong = word(0) == Array("RF64".utf8)
      guard isLong || word(0) == Array("RIFF".utf8) else { return nil }
      var place = 12
      while place + 8 <= head.count {
        let (name, size) = (word(place), number(place + 4))
        switch String(decoding: name, as: UTF8.self) {
        case "data":
          data = place + 8
          if frame == 0 || isLong != (sizes != nil) { return nil }
          self.size = sizes.map { number($0 + 8, 7) } ?? size
          end = 8 + (sizes.map { number($0, 7) } ?? number(4))
          return
        case "ds64" where size >= 24 && place + 32 <= head.count: sizes = place + 8
        case "fact" where size >= 4: fact = place + 8
        case "fmt " where size >= 16 && place + 24 <= head.count:
          (rate, frame) = (number(place + 12), number(place + 20, 2))
        default: break
        }
        place += 8 + size + size % 2
      }
      return nil
    }
  }
}
