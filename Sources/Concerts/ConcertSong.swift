// A song of a concert: its rig, its time, and what begins with it. Not for the audio thread.
import Controls
import Text

/// A song.
public struct ConcertSong: Equatable, Sendable {
  /// The range of tempos.
  public static var tempos: ClosedRange<Double> { 20...300 }
  /// The most overrides of macros: each of the eight of sixteen instruments.
  public static var macroLimit: Int { 128 }

  /// The title for the player.
  public var title: [UInt8] = []
  /// Notes for the player.
  public var notes: [UInt8] = []
  /// The tempo in quarter notes a minute, or 0 to keep that of the song before.
  public var tempo: Float = 0
  /// The meter, or nil to keep that of the song before.
  public var meter: ConcertMeter?
  /// The name of a shared rig. If it is empty, the song has its own instruments.
  public var rig: [UInt8] = []
  /// Its own instruments, if it names no rig.
  public var instruments: [ConcertInstrument] = []
  /// The grid that plays, or an empty name without one.
  public var grid: [UInt8] = []
  /// The pattern with which all tracks of the grid start, from 0, or nil to leave it to the grid.
  public var pattern: Int?
  /// The song of the grid, from 0, or nil to leave it to the grid.
  public var chain: Int?
  /// Whether a count-in or the grid starts with the song.
  public var start = ConcertStart.nothing
  /// The level in decibels.
  public var level: Float = 0
  /// The macros that begin with other values than in the patches.
  public var macros: [ConcertMacro] = []
  var unknown: [JSON.Member] = []

  /// A song with its own instruments.
  public init(title: [UInt8] = [], instruments: [ConcertInstrument] = []) {
    (self.title, self.instruments) = (title, instruments)
  }
}

/// The start of a song: nothing, a count-in, or the grid at once.
public enum ConcertStart: StaticString, NamedCase {
  case nothing
  case countIn = "count_in"
  case grid
}

extension ConcertSong: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ConcertSong { ConcertSong() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: ConcertSong) throws(Fault) {
    if let node = try visitor.text("title", &title, beside: nil, limit: Concert.nameLimit), title.isEmpty {
      throw node.fault("must not be empty")
    }
    try visitor.text("notes", &notes, beside: plain.notes, limit: Concert.notesLimit, lines: 4)
    try visitor.number(
      "tempo", &tempo, beside: plain.tempo, Self.tempos, usual: 120, .beatsPerMinute, isOptional: true)
    if let node = visitor.field(
      "meter", words: meter.map { JSON.quoted($0.text) }, form: .text(5), isOptional: true)
    {
      guard let read = ConcertMeter(try node.text(limit: 16)) else {
        throw node.fault("must be a meter like \"4/4\" or \"7/8\" of at most 32 quarter notes")
      }
      meter = read
    }
    try visitor.text("rig", &rig, limit: Concert.nameLimit)
    try visitor.list(
      "instruments", &instruments, most: ConcertRig.limit, "instruments", new: "{}", indent: 8)
    try visitor.document("grid", &grid, "grid")
    try visitor.number("pattern", &pattern, 1...16)
    try visitor.number("song", &chain, 1...8)
    try visitor.choice("start", &start, beside: plain.start, "start of a song") { $0.symbol }
    try visitor.number("level", &level, beside: plain.level, ConcertInstrument.levels, .decibels)
    try visitor.list("macros", &macros, most: Self.macroLimit, "macros", new: "{}", indent: 8)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    _ = try node.required("title")
    let own = try node.value(of: "instruments")
    guard rig.isEmpty != (own == nil) else {
      throw node.fault("must have a \"rig\" or its own \"instruments\", and not both")
    }
    if let own { try ConcertRig.check(instruments, at: own) }
    if grid.isEmpty, pattern != nil { throw node.member("pattern").fault("needs a \"grid\"") }
    if grid.isEmpty, chain != nil { throw node.member("song").fault("needs a \"grid\"") }
    if pattern != nil, chain != nil { throw node.member("song").fault("stands beside a \"pattern\"") }
    if start == .grid, grid.isEmpty { throw node.member("start").fault("needs a \"grid\"") }
  }
}

extension DocumentVisitor {
  /// A number that the text counts from 1, or nothing.
  fileprivate mutating func number(
    _ key: StaticString, _ number: inout Int?, _ range: ClosedRange<Int>
  ) throws(Fault) {
    var shown = number.map { $0 + 1 }
    try whole(key, &shown, range, usual: 1, isOptional: true)
    number = shown.map { $0 - 1 }
  }
}

/// A meter, as it is written before the notes.
public struct ConcertMeter: Equatable, Sendable {
  /// The number of beats of a bar.
  public let beats: Int
  /// The value of a beat, as a part of a whole note.
  public let value: Int

  /// Reads a meter like `7/8`, or returns nil.
  public init?(_ text: [UInt8]) {
    let sides = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard sides.count == 2, let beats = Int(decimal: Array(sides[0])),
      let value = Int(decimal: Array(sides[1])),
      1...32 ~= beats, [1, 2, 4, 8, 16].contains(value), 4 * beats <= 32 * value, 4 * beats >= value
    else { return nil }
    (self.beats, self.value) = (beats, value)
  }

  /// The meter as text.
  public var text: [UInt8] { ("\(beats)/\(value)" as UTF8Text).bytes }

  /// The quarter notes of a bar.
  public var quarters: Double { 4 * Double(beats) / Double(value) }
}

/// A macro that begins with another value than in its patch.
public struct ConcertMacro: Equatable, Sendable {
  /// The name of the instrument. If it is empty, `place` names it.
  public var instrument: [UInt8] = []
  /// The place of the instrument in the rig, from 0.
  public var place = 0
  /// The macro, from 0.
  public var number = 0
  /// The value, 0 to 1.
  public var value: Float = 0
  var unknown: [JSON.Member] = []

  /// The first macro of the first instrument.
  public init() {}

  /// Returns the index of its instrument, or nil if the rig has no such instrument.
  public func index(among instruments: [ConcertInstrument]) -> Int? {
    if !instrument.isEmpty { return instruments.firstIndex { $0.name == instrument } }
    return instruments.indices.contains(place) ? place : nil
  }
}

extension ConcertMacro: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ConcertMacro { ConcertMacro() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: ConcertMacro) throws(Fault) {
    if let node = visitor.field(
      "instrument", words: instrument.isEmpty ? "\(place + 1)" : JSON.quoted(instrument),
      form: .number(DocumentNumber(whole: 1, ConcertRig.limit)))
    {
      if case .string = node.value {
        instrument = try node.text(limit: Concert.nameLimit)
        guard !instrument.isEmpty else { throw node.fault("must not be empty") }
      } else {
        place = try visitor.whole(node, in: 1...ConcertRig.limit) - 1
      }
    }
    try visitor.whole("macro", &number, beside: nil, 1...8, from: 1)
    try visitor.number("value", &value, beside: nil, 0...1)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    for key: StaticString in ["instrument", "macro", "value"] { _ = try node.required(key) }
  }
}
