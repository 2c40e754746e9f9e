// Which Pd is installed, as it says itself. Input thread, under the supervisor's mutex.
import CPosix
import Text

/// The version of a Pd, which is asked once: `pd -version` is started, and what it prints is read when it is
/// there.
final class PdVersion {
  private var program: [UInt8] = []
  private var process: Int32 = 0
  private var prints: Int32 = -1
  private var printed: [UInt8] = []
  /// As `0.53.1`; empty: it is not known yet.
  private(set) var text: [UInt8] = []

  /// Queries a program, if it is another one than before.
  func ask(_ program: [UInt8]) {
    guard program != self.program, prints < 0 else { return }
    (self.program, text, printed) = (program, [], [])
    var (ours, theirs, theirPrints): (Int32, Int32, Int32) = (-1, -1, -1)
    guard tactus_stream_pair(&ours, &theirs) == 0 else { return }
    if tactus_print_pipe(&prints, &theirPrints) == 0 {
      var arguments: [UnsafeMutablePointer<CChar>?] = [program, ("-version" as UTF8Text).bytes].map {
        strdup($0.c)
      }
      arguments.append(nil)
      let error = tactus_spawn(&arguments, theirs, theirPrints, [], 0, &process)
      for argument in arguments { free(argument) }
      close(theirPrints)
      if error != 0 { end() }
    }
    close(ours)
    close(theirs)
  }

  private func end() {
    close(prints)
    prints = -1
  }

  /// Reads what has been printed.
  func turn() {
    guard prints >= 0 else { return }
    var room = [UInt8](repeating: 0, count: 512)
    let count = room.withUnsafeMutableBytes { read(prints, $0.baseAddress, 512) }
    if count > 0 { printed += room.prefix(count) }
    guard count == 0 || printed.count > 4096 || tactus_has_ended(process) && count <= 0 else { return }
    text = Self.version(in: printed)
    _ = tactus_has_ended(process)
    end()
  }

  /// Returns the word after `Pd-`, up to a space.
  static func version(in printed: [UInt8]) -> [UInt8] {
    let mark = ("Pd-" as UTF8Text).bytes
    guard
      let start = printed.indices.first(where: { printed[$0...].starts(with: mark) })
    else { return [] }
    return Array(printed[(start + mark.count)...].prefix { $0 > 32 && $0 < 127 }.prefix(40))
  }
}
