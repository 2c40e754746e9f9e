// A concert: songs in the order of the evening, and the rigs that play them. Not for the audio thread.
import Controls
import Text

/// The songs of an evening, and the rigs that several of them share. The file is `NAME.concert.json`.
public struct Concert: Equatable, Sendable {
  /// The newest version of the format, and the one that is written.
  public static var version: Int { 1 }
  /// The most songs: Program Changes choose one of 128.
  public static var songLimit: Int { 128 }
  /// The most shared rigs.
  public static var rigLimit: Int { 32 }
  /// The most bytes of a title or a name.
  public static var nameLimit: Int { 64 }
  /// The most bytes of notes.
  public static var notesLimit: Int { 4096 }
  /// The most pairs of ports besides the main one.
  public static var outputLimit: Int { 8 }

  /// The title of the evening.
  public var name: [UInt8] = []
  /// Notes for the player.
  public var notes: [UInt8] = []
  /// The master level in decibels.
  public var level: Float = 0
  /// The bindings that have priority over those of the user.
  public var controls = StageControls()
  /// The rigs that songs name.
  public var rigs: [ConcertRig] = []
  /// The songs in order.
  public var songs: [ConcertSong] = []
  var unknown: [JSON.Member] = []

  /// A concert without songs.
  public init(name: [UInt8] = []) { self.name = name }

  /// Reads a concert. Numbers that were clamped and unknown keys are added to `warnings`.
  public static func read(_ text: [UInt8], warnings: inout [DocumentError]) throws(DocumentError) -> Concert {
    try DocumentVisitor.document(text, from: Concert(), warnings: &warnings)
  }

  /// Returns the canonical JSON, which ends in a line end.
  public func write() -> [UInt8] { DocumentVisitor.text(of: self, beside: Concert()) }

  /// The form of a concert.
  public static var form: DocumentObject { DocumentVisitor.object(of: Concert()) }

  /// Returns the shared rig of this name, or nil.
  public func rig(_ name: [UInt8]) -> ConcertRig? { rigs.first { $0.name == name } }

  /// Returns the instruments of a song, from its shared rig or its own.
  public func instruments(of song: ConcertSong) -> [ConcertInstrument] {
    song.rig.isEmpty ? song.instruments : rig(song.rig)?.instruments ?? []
  }

  /// The names of all pairs of ports besides the main one, each once, in the order of the songs.
  public var outputs: [[UInt8]] {
    var names: [[UInt8]] = []
    for song in songs {
      for instrument in instruments(of: song) where !instrument.output.isEmpty {
        if !names.contains(instrument.output) { names.append(instrument.output) }
      }
    }
    return names
  }

  /// Moves a song, so that it then has the other index.
  public mutating func moveSong(_ index: Int, to place: Int) {
    let song = songs.remove(at: index)
    songs.insert(song, at: place)
  }
}

extension Concert: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> Concert { Concert() }

  /// An unknown version is reported before the keys that it may have changed; songs refer to rigs.
  package static var turns: Int { 3 }
  package func turn(of key: [UInt8]) -> Int { key == "version" ? 0 : key == "songs" ? 2 : 1 }

  package mutating func begin(at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard case .object = node.value else { throw node.fault("a concert is a JSON object") }
    try node.mustHaveVersion()
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: Concert) throws(Fault) {
    if visitor.task == .write { visitor.write("version", "\(Self.version)") }
    if let node = visitor.value(of: "version") {
      guard case .integer(let number) = node.value, number >= 1 else {
        throw node.fault("must be a whole number from 1")
      }
      guard number <= Int64(Self.version) else {
        throw node.fault(
          "this concert is of version \(Int(clamping: number)), and this Tactus reads up to \(Self.version)")
      }
    }
    try visitor.text("name", &name, beside: nil, limit: Self.nameLimit)
    try visitor.text("notes", &notes, beside: plain.notes, limit: Self.notesLimit, lines: 4)
    try visitor.number("level", &level, beside: plain.level, ConcertInstrument.levels, .decibels)
    try visitor.object("controls", &controls, beside: plain.controls, indent: 4)
    try visitor.list("rigs", &rigs, most: Self.rigLimit, "rigs", new: "{}", indent: 4)
    try visitor.list("songs", &songs, most: Self.songLimit, "songs", new: "{}", indent: 4, isAlways: true)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(
    _ turn: Int, at node: JSONNode, _ visitor: inout DocumentVisitor
  ) throws(Fault) {
    if turn == 1, let nodes = try node.value(of: "rigs")?.elements() {
      for index in rigs.indices where rigs[..<index].contains(where: { $0.name == rigs[index].name }) {
        throw nodes[index].member("name").fault("there are two rigs \(JSON.quoted(rigs[index].name))")
      }
    }
    if turn < 2 { return }
    guard let list = try node.value(of: "songs") else { throw node.fault("songs is missing") }
    let nodes = try list.elements()
    for index in songs.indices {
      if !songs[index].rig.isEmpty, rig(songs[index].rig) == nil {
        throw nodes[index].member("rig").fault("there is no rig \(JSON.quoted(songs[index].rig)) in rigs")
      }
      try checkMacros(of: songs[index], at: nodes[index])
    }
    let rigNodes = try node.value(of: "rigs")?.elements() ?? []
    for index in rigs.indices where !songs.contains(where: { $0.rig == rigs[index].name }) {
      visitor.warnings.append(rigNodes[index].member("name").fault("no song names this rig"))
    }
    guard outputs.count <= Self.outputLimit else {
      throw list.fault(
        "the rigs of the songs name \(outputs.count) outputs, more than \(Self.outputLimit)")
    }
  }

  /// Finds the instrument of each override, and refuses one that is overridden twice.
  private func checkMacros(of song: ConcertSong, at node: JSONNode) throws(Fault) {
    if song.macros.isEmpty { return }
    let nodes = try node.required("macros").elements()
    let instruments = instruments(of: song)
    for index in song.macros.indices {
      let macro = song.macros[index]
      guard let place = macro.index(among: instruments) else {
        throw nodes[index].member("instrument").fault(
          macro.instrument.isEmpty
            ? "there is no instrument \(macro.place + 1), the rig has \(instruments.count)"
            : "there is no instrument \(JSON.quoted(macro.instrument)) in the rig")
      }
      for other in song.macros[..<index]
      where other.number == macro.number && other.index(among: instruments) == place {
        throw nodes[index].fault("macro \(macro.number + 1) of this instrument is set twice")
      }
    }
  }
}
