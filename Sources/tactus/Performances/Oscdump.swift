// Performances as `oscdump` prints messages: a time tag in hex, then the message; one line each.
import Console
import OSC
import Performances

extension Performance {
  /// The time of an exported performance's first message: 1 January 2000, in seconds since 1900.
  private static let epoch: UInt64 = 3_155_673_600 << 32

  /// Reads the output of `oscdump -L`. The first message with a time is at 0 s. A message without one (old
  /// versions print 0 for “at once”) is at the time of the message before it. All come from one source.
  ///
  /// - Throws: `CommandError` that names the file and the line.
  init(oscdump lines: [Substring], name: String) throws {
    self.init()
    var first: UInt64?
    for (number, line) in zip(1..., lines) where !line.allSatisfy(\.isWhitespace) {
      func bad(_ what: String) -> CommandError { CommandError("\(name):\(number): \(what)") }
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let tag = OSCArgument.time(text: parts[0]) else {
        throw bad("no time tag such as eeab8ebb.134e65be")
      }
      guard let message = OSCMessage(text: parts[1]) else {
        throw bad(
          parts[1].contains(" byte blob]")
            ? "oscdump does not print blobs of more than 12 bytes" : "no message as oscdump prints them")
      }
      let last = packets.last?.seconds ?? 0
      // 0 and 1 mean “at once”.
      if tag > 1, first == nil { first = tag }
      let ticks = tag > 1 ? Double(tag) - Double(first!) : 0
      // A bundle may be printed later than its time, so times may decrease a little.
      packets.append(Packet(seconds: max(last, ticks / 0x1p32), source: "oscdump", bytes: message.packet))
      guard packets.last!.seconds <= Self.longest else {
        throw bad("more than a day after the first message")
      }
    }
  }

  /// The text that `oscdump -L` would have printed for this
  /// performance from the first moment of the year 2000 on.
  ///
  /// - Throws: `CommandError` for what that format cannot hold:
  ///   packets that are not OSC, and line breaks in texts.
  func oscdump(name: String) throws -> String {
    var text = ""
    for packet in packets {
      func bad(_ what: String) -> CommandError {
        CommandError("\(name): the packet at \(packet.seconds) s: \(what)")
      }
      let messages: [OSCMessage]
      do throws(OSCError) { messages = try OSCMessage.messages(in: packet.bytes) } catch {
        throw bad("\(error.words)")
      }
      let time = Self.epoch + UInt64(packet.seconds * 0x1p32)
      for message in messages {
        let line = message.text
        guard !line.contains(where: \.isNewline) else {
          throw bad("oscdump's format cannot hold a line break")
        }
        let hasLongBlob = message.arguments.contains {
          if case .blob(let bytes) = $0 { bytes.count > OSCArgument.longestPrintedBlob } else { false }
        }
        guard !hasLongBlob else { throw bad("oscdump's format cannot hold a blob of more than 12 bytes") }
        text += "\(OSCArgument.text(time: time)) \(line)\n"
      }
    }
    return text
  }
}
