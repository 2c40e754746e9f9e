// A recording of what a scene sounds: a WAV file of floats, written while it plays. Input thread.
import CPosix
import RealTime
import Synchronization
import Text

/// A file that grows with each look. Its sizes are right after each of them, so that a recording that is cut
/// off can be read.
final class SceneRecording {
  private static let headBytes = 58
  /// WAV counts bytes in 32 bits; the recording ends before.
  private static let mostFrames = (1 << 32 - 1024) / 8
  /// The path for people: that in the data folder.
  let path: [UInt8]
  private let file: UnsafeMutablePointer<FILE>
  private let sampleRate: Double
  private var frames = 0

  /// Creates a new file in a folder where the scene may have created files and links, which are never written
  /// to. Returns nil if that fails.
  init?(in folder: OpenFolder, sampleRate: Double) {
    let stem = ("recording-\(SceneClock.now().stamp)" as UTF8Text).bytes
    // Two recordings of one second have different names.
    var name = ("\(stem).wav" as UTF8Text).bytes
    var file = folder.makeFile(name)
    var number = 1
    while file == nil, tactus_error() == EEXIST, number < 100 {
      number += 1
      name = ("\(stem)-\(number).wav" as UTF8Text).bytes
      file = folder.makeFile(name)
    }
    guard let file else { return nil }
    (self.file, path, self.sampleRate) = (file, ("data/\(name)" as UTF8Text).bytes, sampleRate)
    writeHead()
  }

  /// The file's entry, to recognize it by.
  var entry: tactus_entry? {
    var entry = tactus_entry()
    return tactus_stat_opened(fileno(file), &entry) == 0 ? entry : nil
  }

  /// Writes what has come.
  func write(from link: UnsafeMutablePointer<SceneLink>) {
    var bytes: [UInt8] = []
    while frames < Self.mostFrames, bytes.count < 1 << 20, let next = link.pointee.recorded.pop() {
      for value in [next.x, next.y] {
        for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * byte))) }
      }
      frames += 1
    }
    if bytes.isEmpty { return }
    _ = fwrite(bytes, 1, bytes.count, file)
    writeHead()
  }

  /// Writes the rest, and closes the file.
  func end(from link: UnsafeMutablePointer<SceneLink>) {
    var before = -1
    while before != frames {
      before = frames
      write(from: link)
    }
    fclose(file)
  }

  /// RIFF, `fmt ` (floats, two channels), `fact`, `data`.
  private func writeHead() {
    var head: [UInt8] = []
    func add(_ word: StaticString) { head += UTF8Text(word).bytes }
    func add(_ number: Int, bytes: Int) {
      for byte in 0..<bytes { head.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    let rate = Int(sampleRate + 0.5)
    add("RIFF")
    add(Self.headBytes - 8 + frames * 8, bytes: 4)
    add("WAVEfmt ")
    add(18, bytes: 4)
    add(3, bytes: 2)
    add(2, bytes: 2)
    add(rate, bytes: 4)
    add(rate * 8, bytes: 4)
    add(8, bytes: 2)
    add(32, bytes: 2)
    add(0, bytes: 2)
    add("fact")
    add(4, bytes: 4)
    add(frames, bytes: 4)
    add("data")
    add(frames * 8, bytes: 4)
    fseek(file, 0, SEEK_SET)
    _ = fwrite(head, 1, head.count, file)
    fseek(file, 0, SEEK_END)
    fflush(file)
  }
}
