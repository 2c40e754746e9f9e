// OSC messages as `oscdump` (liblo 0.31) prints them: address, type tags, arguments. Any thread.
import Foundation
import OSC

extension OSCMessage {
  package init(address: String, arguments: [OSCArgument] = []) {
    self.init(address: Array(address.utf8), arguments: arguments)
  }

  /// All messages of a packet, those of bundles included, in order.
  ///
  /// - Throws: The first fault; then none of the packet is read.
  package static func messages(
    in packet: [UInt8], limit: Int = OSCPacket.byteLimit
  ) throws(OSCError) -> [OSCMessage] {
    try packet.span.bytes.withUnsafeBytes { bytes throws(OSCError) in try messages(in: bytes, limit: limit) }
  }

  /// For example `/tactus/touch sifff "began" 1 0.500000 0.250000 0.800000`.
  package var text: String {
    ([string(address), string(arguments.map(\.tag))] + arguments.map(\.text)).joined(separator: " ")
  }

  /// Reads the text that `text` writes; nil if it is something else.
  ///
  /// `oscdump` does not escape quotes within a text, so a text ends at the first quote after which the rest
  /// can be read.
  package init?(text: Substring) {
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard let address = words.first, address.hasPrefix("/") else { return nil }
    let tags = words.count > 1 ? words[1] : ""
    let rest = words.count > 2 && !tags.isEmpty ? " " + words[2] : ""
    guard let arguments = OSCArgument.read(tags, from: Substring(rest)) else { return nil }
    self.init(address: String(address), arguments: arguments)
  }
}

extension OSCArgument {
  package static func text(_ text: String) -> OSCArgument { .string(Array(text.utf8)) }

  /// The longest blob that `oscdump` prints whole; of others it tells only the size.
  package static let longestPrintedBlob = 12

  fileprivate var text: String {
    switch self {
    case .int32(let value): "\(value)"
    case .float(let value): String(format: "%f", value)
    case .string(let value): "\"\(Console.string(value))\""
    case .symbol(let value): "'\(Console.string(value))"  // as liblo prints it, without a closing quote
    case .blob(let value) where value.count > Self.longestPrintedBlob: "[\(value.count) byte blob]"
    case .blob(let value):
      "[\(value.count)b "
        + value.map { $0 == 0 ? "00" : "0x" + String($0, radix: 16) }.joined(separator: " ") + "]"
    case .int64(let value): "\(value)"
    case .double(let value): String(format: "%f", value)
    case .time(let value): Self.text(time: value)
    case .character(let value): "'\(Unicode.Scalar(value).map { String($0) } ?? "?")'"
    case .midi(let value):
      "MIDI [\([24, 16, 8, 0].map { String(format: "0x%02x", value >> $0 & 255) }.joined(separator: " "))]"
    case .yes: "#T"
    case .no: "#F"
    case .none: "Nil"
    case .infinitum: "Infinitum"
    }
  }

  /// A time tag as `seconds.fraction`, eight hex digits each.
  package static func text(time: UInt64) -> String {
    String(format: "%08x.%08x", UInt32(time >> 32), UInt32(truncatingIfNeeded: time))
  }

  package static func time(text: Substring) -> UInt64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 8 && $0.allSatisfy(\.isHexDigit) }) else {
      return nil
    }
    return UInt64(parts[0] + parts[1], radix: 16)
  }

  /// Reads one argument for each tag, each after one blank, up to the end of `text`.
  fileprivate static func read(_ tags: Substring, from text: Substring) -> [OSCArgument]? {
    guard let tag = tags.first else { return text.isEmpty ? [] : nil }
    guard text.first == " " else { return nil }
    let text = text.dropFirst()
    for end in ends(of: tag, in: text) {
      guard let argument = OSCArgument(tag, text[..<end]) else { continue }
      if let others = read(tags.dropFirst(), from: text[end...]) { return [argument] + others }
    }
    return nil
  }

  /// The positions at which an argument may end: for one that
  /// may contain blanks every blank, otherwise the first.
  private static func ends(of tag: Character, in text: Substring) -> [Substring.Index] {
    let blanks = text.indices.filter { text[$0] == " " } + [text.endIndex]
    return "sSbmc".contains(tag) ? blanks : Array(blanks.prefix(1))
  }

  private init?(_ tag: Character, _ text: Substring) {
    func quoted(_ mark: Character) -> String? {
      guard text.count > 1, text.first == mark, text.last == mark else { return nil }
      return String(text.dropFirst().dropLast())
    }
    func bytes(after prefix: String) -> [UInt8]? {
      guard text.hasPrefix(prefix), text.hasSuffix("]") else { return nil }
      let words = text.dropFirst(prefix.count).dropLast().split(separator: " ")
      let bytes = words.compactMap { UInt8($0.hasPrefix("0x") ? $0.dropFirst(2) : $0, radix: 16) }
      return bytes.count == words.count ? bytes : nil
    }
    let argument: OSCArgument?
    switch tag {
    case "i": argument = Int32(text).map { .int32($0) }
    case "f": argument = Float(text).map { .float($0) }
    case "s": argument = quoted("\"").map { .text($0) }
    case "S":
      argument = text.first == "'" ? .symbol(Array((quoted("'") ?? String(text.dropFirst())).utf8)) : nil
    case "b":
      let size = text.dropFirst().prefix(while: \.isNumber)
      argument = bytes(after: "[\(size)b").flatMap { "\($0.count)" == size ? .blob($0) : nil }
    case "h": argument = Int64(text).map { .int64($0) }
    case "d": argument = Double(text).map { .double($0) }
    case "t": argument = Self.time(text: text).map { .time($0) }
    case "c":
      let scalars = quoted("'")?.unicodeScalars
      argument = scalars?.count == 1 ? .character(scalars!.first!.value) : nil
    case "m":
      argument = bytes(after: "MIDI [").flatMap {
        $0.count == 4 ? .midi($0.reduce(0) { $0 << 8 | UInt32($1) }) : nil
      }
    case "T": argument = text == "#T" ? .yes : nil
    case "F": argument = text == "#F" ? .no : nil
    case "N": argument = text == "Nil" ? OSCArgument.none : nil
    case "I": argument = text == "Infinitum" ? .infinitum : nil
    default: argument = nil
    }
    guard let argument else { return nil }
    self = argument
  }
}
