// The main patch of a scene and the abstractions that show themselves on its page, in copies whose widgets can
// be reached. Not for the audio thread.
import Text

/// The copies of a scene's files that its Pd opens, and the page that windows draw.
///
/// An abstraction that shows itself (graph on parent) gets a copy for each place where it is used, with a
/// number of its own in place of `$0`, and the main patch uses the copy. On the page it is a canvas within the
/// canvas around it: `#N abstraction` instead of `#N canvas`.
public struct ReachablePatch {
  /// A copy of an abstraction.
  public struct Copy: Sendable {
    public let name: [UInt8]
    public let bytes: [UInt8]
  }

  /// The copy of the main patch.
  public private(set) var main: [UInt8] = []
  /// The copies of abstractions, for the folder `folder`.
  public private(set) var copies: [Copy] = []
  /// The canvases and the widgets of all of them.
  public private(set) var page: [UInt8] = []
  /// The folder in the sandbox for the copies.
  public static let folder: StaticString = "/tactus"

  /// The most bytes of the copies.
  private static let byteLimit = 16 << 20
  private let search: SceneSearch
  private let load: ([UInt8]) -> [UInt8]?
  private let place: ([UInt8]) -> [UInt8]?
  private var instances = 0
  private var bytes = 0

  /// Makes the copies.
  /// - Parameters:
  ///   - search: A search for the page of the patch.
  ///   - load: The text of a path, or nil if it may not be read.
  ///   - place: The path of a folder in the sandbox, or nil if the sandbox does not show it.
  public init(
    _ text: [UInt8], _ search: SceneSearch, load: @escaping ([UInt8]) -> [UInt8]?,
    place: @escaping ([UInt8]) -> [UInt8]?
  ) {
    (self.search, self.load, self.place) = (search, load, place)
    let copy = PdFile.reachable(text)
    guard let path = search.patches.first else {
      (main, page) = (copy, PdFile.widgets(of: copy))
      return
    }
    let pages = expand(copy, at: path, [], folder: nil)
    page = PdFile.widgets(of: pages, foreign: search.foreign)
  }

  /// Reads the page.
  public func file() throws(DocumentError) -> PdFile {
    let foreign = search.foreign
    return try page.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      try PdFile(text, foreign: foreign, content: .widgets)
    }
  }

  // MARK: Copies

  /// Appends a file's copy to the list, or makes it the main one.
  /// - Parameters:
  ///   - arguments: The arguments of the abstraction, as the page has them.
  ///   - folder: Of an abstraction, its folder in the sandbox and its name.
  /// - Returns: The records for the page.
  private mutating func expand(
    _ text: [UInt8], at path: [UInt8], _ arguments: [[UInt8]], folder: (path: [UInt8], name: [UInt8])?
  ) -> [UInt8] {
    var copy: [UInt8] = []
    var page: [UInt8] = []
    var isFirst = true
    for record in Self.records(of: text) {
      let words = RawWord.words(of: record)
      func isWord(_ index: Int, _ word: StaticString) -> Bool {
        index < words.count && words[index].word.bytes == word
      }
      if let folder, isWord(0, "#X"), isWord(1, "declare") {
        copy += Self.moved(record, words, to: folder.path)
      } else if isWord(0, "#X"), isWord(1, "obj"), words.count > 4,
        let inner = instance(words, record, at: path, arguments)
      {
        copy += record[..<words[4].range.lowerBound] + inner.name + record[words[4].range.upperBound...]
        page += inner.page
      } else {
        copy += record
        page += folder == nil ? Array(record) : Self.realized(record, words, arguments)
      }
      // Names of files in it are found as beside the original.
      if isFirst, let folder { copy += ("\n#X declare -path \(folder.path);" as UTF8Text).bytes }
      if !words.isEmpty { isFirst = false }
    }
    if let folder {
      copies.append(Copy(name: folder.name + UTF8Text(".pd").bytes, bytes: copy))
    } else {
      main = copy
    }
    return page
  }

  /// An abstraction that shows itself: the name of its copy, and its records for the page; nil if the object
  /// is something else.
  private mutating func instance(
    _ words: [RawWord], _ record: ArraySlice<UInt8>, at path: [UInt8], _ arguments: [[UInt8]]
  ) -> (name: [UInt8], page: [UInt8])? {
    let name = words[4].word.bytes
    guard let found = search.shown(name, in: path), instances < PdFile.instanceLimit,
      let inner = place(PdPath.folder(of: found)), let text = load(found),
      bytes + text.count <= Self.byteLimit
    else { return nil }
    instances += 1
    bytes += text.count
    let number = PdFile.ownNumber + instances
    // The name of the file is for Pd's console.
    let word = PdPath.last(of: name).filter(Self.isPlain)
    let own = ("\(word)-\(number)" as UTF8Text).bytes
    let given = words[5...].prefix { !$0.isComma }.map { Self.realized(record[$0.range], [], arguments) }
    var page = expand(PdFile.reachable(text, number: number), at: found, given, folder: (inner, own))
    if let start = Self.canvas(page) { page.replaceSubrange(start, with: UTF8Text("abstraction").bytes) }
    let corner = words[2...3].map { Self.realized(record[$0.range], [], arguments) }
    page += ("\n#X restore \(corner[0]) \(corner[1]) pd \(word);\n" as UTF8Text).bytes
    return (("\(Self.folder)/\(own)" as UTF8Text).bytes, page)
  }

  /// Where the word `canvas` of the first record is.
  private static func canvas(_ page: [UInt8]) -> Range<Int>? {
    records(of: page).lazy.map { RawWord.words(of: $0) }.first { !$0.isEmpty }.flatMap { words in
      words.count > 1 && words[1].word.bytes == "canvas" ? words[1].range : nil
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 32
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }

  /// The records of a text, each with its semicolon.
  private static func records(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var records: [ArraySlice<UInt8>] = []
    var (start, index) = (0, 0)
    while index < text.count {
      if text[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if text[index] == UInt8(ascii: ";") {
        records.append(text[start...index])
        start = index + 1
      }
      index += 1
    }
    if start < text.count { records.append(text[start...]) }
    return records
  }

  /// A declaration whose folders are those beside the original.
  private static func moved(
    _ record: ArraySlice<UInt8>, _ words: [RawWord], to folder: [UInt8]
  ) -> [UInt8] {
    var moved: [UInt8] = []
    var written = record.startIndex
    for index in words.indices.dropFirst() where words[index - 1].word.bytes == "-path" {
      if PdPath.isAbsolute(words[index].word.bytes) { continue }
      moved += record[written..<words[index].range.lowerBound] + folder + [UInt8(ascii: "/")]
      written = words[index].range.lowerBound
    }
    return moved + record[written...]
  }

  /// A record with its arguments as Pd puts them in: `$1` alone without an argument is 0. Comments and
  /// messages have none.
  private static func realized(
    _ record: ArraySlice<UInt8>, _ words: [RawWord], _ arguments: [[UInt8]]
  ) -> [UInt8] {
    if words.count > 1, words[1].word.bytes == "text" || words[1].word.bytes == "msg" { return Array(record) }
    var text: [UInt8] = []
    var index = record.startIndex
    func byte(_ place: Int) -> UInt8 { place < record.endIndex ? record[place] : 0x20 }
    func isEnd(_ byte: UInt8) -> Bool {
      byte <= 0x20 || byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
    }
    while index < record.endIndex {
      var end = index + 2
      while UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte(end) { end += 1 }
      guard byte(index) == UInt8(ascii: "\\"), byte(index + 1) == UInt8(ascii: "$"), end > index + 2,
        let number = Int(decimal: Array(record[(index + 2)..<end])), number > 0
      else {
        text.append(record[index])
        index += 1
        if text.last == UInt8(ascii: "\\"), index < record.endIndex {
          text.append(record[index])
          index += 1
        }
        continue
      }
      let isAlone = isEnd(byte(end)) && (index == record.startIndex || isEnd(byte(index - 1)))
      if number <= arguments.count {
        text += arguments[number - 1]
      } else {
        text += isAlone ? [UInt8(ascii: "0")] : Array(record[index..<end])
      }
      index = end
    }
    return text
  }
}
