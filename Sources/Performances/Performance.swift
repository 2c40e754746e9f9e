// A performance: every packet that reached a surface's port, with its time and sender, as text
// (docs/performance.md).
import Console
import Dialects
import Foundation
import OSC
import Takes

/// Recorded packets in order of time.
package struct Performance: Equatable {
  /// One datagram, unchanged.
  package struct Packet: Equatable {
    package var seconds: Double
    /// The sender: any word without blanks, such as `127.0.0.1:51000`.
    package var source: String
    package var bytes: [UInt8]

    package init(seconds: Double, source: String, bytes: [UInt8]) {
      (self.seconds, self.source, self.bytes) = (seconds, source, bytes)
    }
  }

  package var packets: [Packet] = []

  package static let header = "# tactus performance 1"
  /// A day, so that a typing error in a time does not become an endless render.
  package static let longest: Double = 86_400
  /// The size of the largest UDP datagram.
  package static let largestPacket = 65_507

  package init(packets: [Packet] = []) { self.packets = packets }

  /// Reads a file, or the performance of this name.
  ///
  /// - Throws: `CommandError` that names the file and the line.
  package init(contentsOf path: String) throws {
    let path = try NamedKind.performance.path(of: path)
    try Self.refuseMIDI(path)
    try self.init(lines: lines(of: path), name: path)
  }

  /// - Throws: `CommandError` that says how a MIDI file is played, if the path is one.
  package static func refuseMIDI(_ path: String) throws {
    if path.hasSuffix(".mid") || path.hasSuffix(".midi") {
      throw CommandError("\(path) is a MIDI file: --midi \(path) plays it")
    }
  }

  package init(lines: [Substring], name: String) throws {
    func bad(_ line: Int, _ what: String) -> CommandError { CommandError("\(name):\(line): \(what)") }
    let first = (lines.first ?? "").trimmingCharacters(in: .whitespaces)
    guard first == Self.header else {
      throw bad(
        1,
        first == string(Take.header)
          ? "a take has no packets: it is for render, watch and convert"
          : first.hasPrefix("# tactus performance ")
            ? "a performance of another version than this program reads"
            : "the first line must be “\(Self.header)”")
    }
    var last = 0.0
    for (number, line) in zip(1..., lines) {
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      if words.isEmpty { continue }
      guard words.count == 3 else { throw bad(number, "expected: seconds source hex # comment") }
      guard let seconds = Double(words[0]), seconds.isFinite, seconds >= 0 else {
        throw bad(number, "“\(words[0])” is no time in seconds")
      }
      guard seconds <= Self.longest else { throw bad(number, "\(words[0]) s is later than a day") }
      guard seconds >= last else {
        throw bad(number, "\(words[0]) s comes after \(last) s; times must not go back")
      }
      guard let bytes = Self.bytes(hex: words[2]) else {
        throw bad(number, "“\(words[2].prefix(16))…” is no packet in hex (two digits a byte)")
      }
      guard bytes.count <= Self.largestPacket else {
        throw bad(number, "a packet of \(bytes.count) bytes; at most \(Self.largestPacket) fit into one")
      }
      last = seconds
      packets.append(Packet(seconds: seconds, source: String(words[1]), bytes: bytes))
    }
  }

  /// The contents, in a sentence.
  package var outline: String {
    let seconds = String(format: "%.1f", packets.last?.seconds ?? 0)
    return "\(counted(packets.count, "packet")) of \(counted(sourceNumbers.count, "source")), \(seconds) s"
  }

  /// The whole file.
  package var text: String { ([Self.header] + packets.map(\.line)).joined(separator: "\n") + "\n" }

  /// The sources as numbers of senders: machines and sockets are numbered from 1 in the order of their first
  /// packets. The part of a source's name before its last colon is its machine.
  package var sourceNumbers: [String: UInt32] {
    var machines: [Substring: UInt32] = [:]
    return packets.reduce(into: [:]) { numbers, packet in
      if numbers[packet.source] != nil { return }
      let name = packet.source
      let machine = name[..<(name.lastIndex(of: ":") ?? name.endIndex)]
      let next = UInt32(machines.count) % SenderNumber.limit + 1
      let number = machines[machine, default: next]
      machines[machine] = number
      numbers[name] = SenderNumber.make(
        machine: number, socket: UInt32(numbers.count) % SenderNumber.limit + 1)
    }
  }

  /// The text for a packet without bytes.
  fileprivate static let empty = "-"

  private static func bytes(hex: Substring) -> [UInt8]? {
    if hex == empty { return [] }
    let digits = hex.utf8.map {
      UInt8(truncatingIfNeeded: Character(Unicode.Scalar($0)).hexDigitValue ?? 255)
    }
    guard digits.count.isMultiple(of: 2), !digits.contains(255) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension Performance.Packet {
  /// The packet's line in a file; its comment contains the messages as `oscdump` prints them.
  package var line: String {
    let hex = bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    return String(format: "%.6f", seconds)
      + " \(source) \(hex.isEmpty ? Performance.empty : hex) # \(comment)"
  }

  private var comment: String {
    do throws(OSCError) {
      let texts = try OSCMessage.messages(in: bytes).map(\.text)
      return shown(texts.joined(separator: "; "))
    } catch { return "not OSC: \(error.words)" }
  }
}
