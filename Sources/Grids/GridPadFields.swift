// The fields of maps of pads and of pad profiles: each key once. Not for the audio thread.
import Controls
import Text
import ToneMatrix

/// A profile of a device with pads: a document with the fields of a grid's map, which takes them over.
public struct PadProfile: Equatable, Sendable {
  /// The version of the format.
  public static var version: Int { 1 }
  /// The most bytes of a profile.
  public static var textLimit: Int { 65_536 }

  /// Setup instructions for the user.
  public var description: [UInt8] = []
  public var pads = GridPadMap()

  /// The pads of a Launchpad in programmer mode.
  public init() { pads.channel = 0 }

  /// Reads a profile. An unknown key is reported in `warnings`.
  public static func read(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> PadProfile {
    try DocumentVisitor.document(text, from: PadProfile(), warnings: &warnings)
  }

  /// The form of a profile.
  public static var form: DocumentObject { DocumentVisitor.object(of: PadProfile()) }

  /// The edit by which a grid takes the map over: it names every key.
  public var edit: [UInt8] {
    var visitor = DocumentVisitor(.write)
    let members = visitor.words(of: pads, beside: GridPadMap.other)
    return ("{\"pads\": \(JSON.list("{", members, "}"))}" as UTF8Text).bytes
  }
}

extension PadProfile: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PadProfile { PadProfile() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: PadProfile) throws(Fault) {
    try visitor.version(Self.version)
    try visitor.text("description", &description, limit: 4096)
    try pads.visit(&visitor, beside: plain.pads)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    try node.mustHaveVersion()
    if pads.name.isEmpty { throw node.fault("must have a \"name\"") }
  }
}

extension GridPadMap: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridPadMap { GridPadMap() }

  /// A map that differs from every other one in all keys.
  fileprivate static var other: GridPadMap {
    var map = GridPadMap()
    (map.name, map.notes, map.columnChannels, map.setup) = ([0], [[-1]], [-1], [[0]])
    (map.firstStep, map.firstRow, map.channel) = (-1, -1, -1)
    (map.off, map.on, map.playing, map.column) = (-1, -1, -1, -1)
    return map
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: GridPadMap) throws(Fault) {
    try visitor.text("name", &name, beside: plain.name, limit: 64)
    let rows = visitor.field(
      "notes", words: notes == plain.notes ? nil : noteWords,
      form: .list(most: GridLimit.rows, new: "[60]") { _, _ in
        .numbers(DocumentNumber(whole: 0, 127), 0...GridLimit.steps)
      })
    if let rows { try read(notes: rows, &visitor) }
    let channels = visitor.field(
      "column_channels",
      words: columnChannels == plain.columnChannels
        ? nil : JSON.list("[", columnChannels.map { "\($0 + 1)" as UTF8Text }, "]"),
      form: .numbers(DocumentNumber(whole: 1, 16), 0...GridLimit.steps))
    if let channels {
      let nodes = try channels.elements()
      guard nodes.count <= GridLimit.steps else {
        throw channels.fault("has more than \(GridLimit.steps) channels")
      }
      columnChannels = []
      for node in nodes { columnChannels.append(try visitor.whole(node, in: 1...16) - 1) }
    }
    try visitor.whole("first_step", &firstStep, beside: plain.firstStep, 1...GridLimit.steps, from: 1)
    try visitor.whole("first_row", &firstRow, beside: plain.firstRow, 1...32, from: 1)
    try visitor.whole("channel", &channel, beside: plain.channel, 1...16, from: 1)
    try visitor.whole("off", &off, beside: plain.off, 0...127)
    try visitor.whole("on", &on, beside: plain.on, 0...127)
    try visitor.whole("playing", &playing, beside: plain.playing, 0...127)
    try visitor.whole("column", &column, beside: plain.column, 0...127)
    // The map that differs from all others writes the keys of empty lists.
    try visitor.list(
      "buttons", &buttons, most: 128, "buttons", new: "{\"note\": 0, \"action\": \"play\"}", indent: 4,
      isAlways: plain.channel < 0)
    let messages = visitor.field(
      "setup",
      words: setup == plain.setup ? nil : JSON.list("[", setup.map { "\"\(Self.hexadecimal($0))\"" }, "]"),
      form: .list(most: 8, new: "\"F0 F7\"") { _, _ in .text(384) })
    if let messages { try read(setup: messages) }
    try visitor.unknown(&unknown)
  }

  private var noteWords: UTF8Text {
    JSON.list("[", notes.map { JSON.list("[", $0.map { "\($0)" as UTF8Text }, "]") }, "]")
  }

  private mutating func read(notes node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    let rows = try node.elements()
    guard rows.count <= GridLimit.rows else { throw node.fault("has more than \(GridLimit.rows) rows") }
    notes = []
    for row in rows {
      let nodes = try row.elements()
      guard nodes.count <= GridLimit.steps else { throw row.fault("has more than \(GridLimit.steps) pads") }
      var pads: [Int] = []
      for node in nodes { pads.append(try visitor.whole(node, in: 0...127)) }
      notes.append(pads)
    }
  }

  // MARK: System exclusive

  private mutating func read(setup node: JSONNode) throws(Fault) {
    setup = []
    for each in try node.elements() {
      guard let bytes = Self.bytes(try each.text(limit: 384)), bytes.count >= 2, bytes.first == 0xF0,
        bytes.last == 0xF7, bytes.dropFirst().dropLast().allSatisfy({ $0 < 0x80 })
      else {
        throw each.fault(
          "must be a system exclusive message in hexadecimal digits, such as \"F0 00 20 29 02 0D 0E 01 F7\"")
      }
      setup.append(bytes)
    }
    guard setup.reduce(0, { $0 + $1.count }) <= GridPads.setupLimit else {
      throw node.fault("has more than \(GridPads.setupLimit) bytes")
    }
  }

  /// The bytes of words of two hexadecimal digits, or nil.
  private static func bytes(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for word in text.split(separator: 32) {
      var byte: UInt8 = 0
      guard word.count == 2 else { return nil }
      for letter in word {
        let digit: UInt8
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = letter - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = letter - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = letter - UInt8(ascii: "a") + 10
        default: return nil
        }
        byte = byte << 4 | digit
      }
      bytes.append(byte)
    }
    return bytes
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> UTF8Text {
    let digits = UTF8Text("0123456789ABCDEF").bytes
    var text: [UInt8] = []
    for byte in bytes {
      if !text.isEmpty { text.append(32) }
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return UTF8Text(bytes: text)
  }
}

extension GridPadButton: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridPadButton { GridPadButton() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: GridPadButton) throws(Fault) {
    try visitor.whole("note", &note, 0...127, usual: 0)
    try visitor.whole("cc", &controller, 0...127, usual: 0)
    var counted = channel.map { $0 + 1 }
    try visitor.whole("channel", &counted, 1...16, usual: 1)
    channel = counted.map { $0 - 1 }
    try visitor.choice("action", &action, beside: nil, "action") { $0.symbol }
    try visitor.whole("number", &number, 1...GridLimit.sections, usual: 1)
    try visitor.whole("off", &off, beside: plain.off, 0...127)
    try visitor.whole("on", &on, beside: plain.on, 0...127)
    try visitor.whole("queued", &queued, 0...127, usual: 127)
    visitor.leaveOutUnknown()
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    if (note == nil) == (controller == nil) {
      throw node.fault("must have a \"note\", or for a controller \"cc\"")
    }
    guard try node.value(of: "action") != nil else { throw node.fault("must have an \"action\"") }
    let name = UTF8Text(action.symbol)
    guard let numbers = action.numbers else {
      if number != nil { throw node.fault("\(name) has no number") }
      return
    }
    guard let number else {
      if action.hasOptionalNumber { return }
      throw node.fault("\(name) must have a \"number\"")
    }
    if !numbers.contains(number) {
      throw node.fault("the number of \(name) must be \(numbers.lowerBound)…\(numbers.upperBound)")
    }
  }
}
