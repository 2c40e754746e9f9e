// The songs of a grid as a document: their sections, and the changes that an edit makes to them. Not for the audio
// thread.
import Controls
import Text
import ToneMatrix

/// A song: sections that follow one another.
public struct GridSongDocument: Equatable, Sendable {
  public var name: [UInt8] = []
  /// At most 64.
  public var sections: [GridSectionDocument] = []
  var unknown: [JSON.Member] = []

  public init() {}

  /// The bar of the song in which a section begins, from 0.
  public func bar(ofSection index: Int) -> Int { sections[..<index].reduce(0) { $0 + $1.bars } }

  /// The number of layers up to the last one with another pattern than the first, or a mute, in any section.
  var layerCount: Int { sections.reduce(0) { max($0, $1.layerCount) } }

  /// The sum of the sections' bars.
  public var bars: Int { bar(ofSection: sections.count) }

  /// Returns the index of the section in a bar, and the bar within it, or nil if the song has no sections.
  package func place(atBar bar: Int) -> (section: Int, bar: Int)? {
    if sections.isEmpty { return nil }
    var rest = bar % bars
    for index in sections.indices {
      if rest < sections[index].bars { return (index, rest) }
      rest -= sections[index].bars
    }
    return nil
  }

  var compiled: GridSong {
    var song = GridSong()
    for section in sections { song.append(section.compiled) }
    return song
  }
}

/// A section of a song.
public struct GridSectionDocument: Equatable, Sendable {
  public var name: [UInt8] = []
  /// 1…64.
  public var bars = 4
  /// By layer: its pattern, from 0.
  public var patterns = [Int](repeating: 0, count: GridLimit.layers)
  /// By layer: whether it is silent.
  public var mutes = [Bool](repeating: false, count: GridLimit.layers)
  var unknown: [JSON.Member] = []

  public init() {}

  /// The number of layers up to the last one with another pattern than the first, or a mute.
  fileprivate var layerCount: Int {
    (patterns.indices.last { patterns[$0] != 0 || mutes[$0] } ?? -1) + 1
  }

  /// The patterns as they are saved: of the first four layers, and of others up to the last that has not the first one.
  private var savedPatterns: [Int] {
    Array(patterns.prefix(max(GridLimit.usualLayers, (patterns.lastIndex { $0 != 0 } ?? 0) + 1)))
  }

  var compiled: GridSection {
    var section = GridSection()
    section.bars = UInt8(bars)
    for layer in patterns.indices {
      section.patterns[layer] = UInt8(patterns[layer])
      if mutes[layer] { section.mutes |= 1 << UInt32(layer) }
    }
    return section
  }
}

extension GridSongDocument: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridSongDocument { GridSongDocument() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: GridSongDocument
  ) throws(Fault) {
    visitor.ignoreInEdit("song")
    try visitor.text("name", &name, beside: plain.name, limit: 64)
    try visitor.list("sections", &sections, most: GridLimit.sections, "sections", new: "{}", indent: 8)
    try visitor.unknown(&unknown)
  }
}

extension GridSectionDocument: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridSectionDocument { GridSectionDocument() }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside plain: GridSectionDocument
  ) throws(Fault) {
    for key in GridKey.SongPlace.allCases { visitor.ignoreInEdit(key.symbol) }
    try visitor.text("name", &name, beside: plain.name, limit: 64)
    try visitor.whole("bars", &bars, beside: nil, 1...GridLimit.sectionBars)
    if let numbers = try tracks(
      "patterns", patterns == plain.patterns ? nil : savedPatterns, GridLimit.patterns, &visitor)
    {
      patterns = numbers + patterns.dropFirst(numbers.count)
    }
    let muted = mutes.indices.filter { mutes[$0] }
    if let numbers = try tracks("mutes", mutes == plain.mutes ? nil : muted, GridLimit.layers, &visitor) {
      mutes = mutes.indices.map { numbers.contains($0) }
    }
    try visitor.unknown(&unknown)
  }

  /// A list of at most as many numbers as there are layers, from 0; in the text from 1.
  /// - Parameter written: nil: they are left out.
  /// - Returns: the numbers that have been read.
  private func tracks(
    _ key: StaticString, _ written: [Int]?, _ limit: Int, _ visitor: inout DocumentVisitor
  ) throws(Fault) -> [Int]? {
    let node = visitor.field(
      key, words: written.map { JSON.list("[", $0.map { "\($0 + 1)" as UTF8Text }, "]") },
      form: .numbers(DocumentNumber(whole: 1, limit), 0...GridLimit.layers))
    guard let node else { return nil }
    let nodes = try node.elements()
    guard nodes.count <= GridLimit.layers else {
      throw node.fault("has more than \(GridLimit.layers) numbers")
    }
    var numbers: [Int] = []
    for node in nodes { numbers.append(try visitor.whole(node, in: 1...limit) - 1) }
    return numbers
  }
}

/// A change to the sections of a song. Songs and sections count from 1; a song that is missing is added.
public struct GridSongEdit: Equatable, Sendable {
  public enum Change: Equatable, Sendable {
    /// Changes keys of a song.
    case song(JSON)
    /// Changes keys of a section.
    case section(Int, JSON)
    /// Inserts a section before another one, or behind the last; without patterns it has those of the one before it.
    case insert(Int, JSON)
    /// Moves a section to another place.
    case move(Int, to: Int)
    /// Inserts a copy of a section behind it.
    case `repeat`(Int)
    case delete(Int)
  }

  public var song: Int
  public var change: Change

  public init(song: Int, _ change: Change) { (self.song, self.change) = (song, change) }

  var word: GridWord {
    switch change {
    case .song: .song
    case .section: .section
    case .insert: .insertSection
    case .move: .moveSection
    case .repeat: .repeatSection
    case .delete: .deleteSection
    }
  }

  /// The edit as a JSON object.
  var text: [UInt8] {
    let (section, to, settings): (Int?, Int?, JSON?) =
      switch change {
      case .song(let settings): (nil, nil, settings)
      case .section(let section, let settings), .insert(let section, let settings): (section, nil, settings)
      case .move(let section, let to): (section, to, nil)
      case .repeat(let section), .delete(let section): (section, nil, nil)
      }
    var members: [UTF8Text] = []
    func add(_ key: GridKey.SongPlace, _ number: Int?) {
      if let number { members.append("\"\(key.symbol)\": \(number)") }
    }
    add(.song, song)
    add(.section, section)
    add(.to, to)
    if case .object(let more)? = settings?.value {
      members += more.filter { GridKey.SongPlace($0.key) == nil }.map { $0.words }
    }
    return ("{\"\(word.symbol)\": \(JSON.list("{", members, "}"))}" as UTF8Text).bytes
  }
}

extension GridEditor {
  /// Decodes a change to a song.
  func songEdit(_ word: GridWord, _ node: JSONNode) throws(Fault) -> GridSongEdit? {
    var numbers: (song: Int?, section: Int?, to: Int?)
    for (key, node) in try node.members() {
      guard let place = GridKey.SongPlace(key) else { continue }
      guard case .integer(let number) = node.value else { throw node.fault("must be a whole number from 1") }
      switch place {
      case .song: numbers.song = Int(clamping: number)
      case .section: numbers.section = Int(clamping: number)
      case .to: numbers.to = Int(clamping: number)
      }
    }
    func section() throws(Fault) -> Int {
      guard let section = numbers.section else { throw node.fault("must name a section") }
      return section
    }
    let change: GridSongEdit.Change
    switch word {
    case .song: change = .song(node.json)
    case .section: change = .section(try section(), node.json)
    case .insertSection: change = .insert(try section(), node.json)
    case .moveSection:
      guard let to = numbers.to else { throw node.fault("must say where to") }
      change = .move(try section(), to: to)
    case .repeatSection: change = .repeat(try section())
    case .deleteSection: change = .delete(try section())
    default: return nil
    }
    return GridSongEdit(song: numbers.song ?? 1, change)
  }

  /// Makes a change to a song.
  mutating func apply(_ edit: GridSongEdit, at node: JSONNode) throws(Fault) {
    let number = try index(edit.song, GridLimit.songs, at: node)
    while result.songs.count <= number { result.songs.append(GridSongDocument()) }
    var song = result.songs[number]
    let count = song.sections.count
    func place(_ section: Int, more: Int = 0) throws(Fault) -> Int {
      guard count + more > 0 else { throw node.fault("names a song without sections") }
      return try index(section, count + more, at: node)
    }
    func room() throws(Fault) {
      if count == GridLimit.sections { throw node.fault("names a song with \(count) sections, the most") }
    }
    switch edit.change {
    case .song(let settings): try read(&song, settings, edit.word)
    case .section(let section, let settings):
      try read(&song.sections[try place(section)], settings, edit.word)
    case .insert(let section, let settings):
      try room()
      let index = try place(section, more: 1)
      var new = GridSectionDocument()
      if index > 0 { new.patterns = song.sections[index - 1].patterns }
      try read(&new, settings, edit.word)
      song.sections.insert(new, at: index)
    case .move(let section, let to):
      let (from, to) = (try place(section), try place(to))
      song.sections.insert(song.sections.remove(at: from), at: to)
    case .repeat(let section):
      try room()
      let index = try place(section)
      song.sections.insert(song.sections[index], at: index + 1)
    case .delete(let section): song.sections.remove(at: try place(section))
    }
    result.songs[number] = song
    while let last = result.songs.last, last == GridSongDocument() { result.songs.removeLast() }
  }

  private mutating func read<Fields: DocumentFields>(
    _ fields: inout Fields, _ settings: JSON, _ word: GridWord
  ) throws(Fault) {
    try visitor.read(&fields, from: JSONNode(settings, at: [.key(word.bytes)]), beside: fields)
  }
}
