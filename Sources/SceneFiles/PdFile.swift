// A .pd file: its size, its widgets, and what it needs from other files. Not for the audio thread.
import Text

/// A patch's file: the widgets of its top canvas, and those of its subpatches.
public struct PdFile: Sendable {
  /// The most objects, messages, boxes and comments of a file.
  public static let objectLimit = 10_000
  /// The most canvases within each other.
  public static let depthLimit = 64

  /// The width and height of the top canvas in pixels.
  public var width: Float = 0
  /// See `width`.
  public var height: Float = 0
  /// The widgets of the top canvas, in the order of the file: the later ones lie over the earlier ones. Those
  /// of subpatches that show themselves there stand among them. Behind them those of the panels, one after
  /// the other.
  public var widgets: [SceneWidget] = []
  /// The subpatches that have widgets and do not show themselves around them, in the order of their ends.
  public var panels: [ScenePanel] = []
  /// The objects of all canvases, but for canvases themselves.
  public var objects: [PdObject] = []
  /// The messages of all canvases.
  public var messages: [PdObject] = []
  /// The folders that `declare -path` adds to the search.
  public var paths: [[UInt8]] = []
  /// The libraries that `declare -lib` loads.
  public var libraries: [PdObject] = []
  /// Entries that Pd would read differently, with their lines.
  public var warnings: [DocumentError] = []

  /// Reads a file.
  /// - Throws: Errors with the line of a record: the file is no text, ends early or is too large.
  public init(_ text: UnsafeRawBufferPointer) throws(DocumentError) {
    var reader = try PdRecordReader(text)
    var canvases: [OpenCanvas] = []
    var count = 0
    var hasTop = false
    while let record = try reader.next() {
      guard record.words[0].bytes.first == UInt8(ascii: "#") else {
        throw record.fault("this is no .pd file: a record must begin with #N, #X or #A")
      }
      if record.begins("#N", "canvas") {
        guard canvases.count < Self.depthLimit else {
          throw record.fault("more than \(Self.depthLimit) canvases stand within each other")
        }
        if canvases.isEmpty {
          guard !hasTop else { throw record.fault("the file has a second top canvas") }
          hasTop = true
          (width, height) = (max(1, record.number(4) ?? 450), max(1, record.number(5) ?? 300))
        }
        canvases.append(OpenCanvas(record, in: canvases.last))
      } else if record.begins("#X", "restore") {
        guard canvases.count > 1, let ended = canvases.popLast() else {
          throw record.fault("ends a canvas that has not begun")
        }
        end(ended, record, in: &canvases[canvases.count - 1])
      } else if record.words[0].bytes == "#X", record.words.count > 1 {
        guard !canvases.isEmpty else { throw record.fault("stands before the first canvas") }
        if Self.isDrawn(record.words[1].bytes) {
          count += 1
          guard count <= Self.objectLimit else {
            throw record.fault("is one more than the \(Self.objectLimit) objects of a file")
          }
        }
        take(record)
        canvases[canvases.count - 1].take(record, &warnings)
      }
    }
    guard hasTop else { throw DocumentError(Array("has no canvas".utf8), line: 1, column: 1) }
    if canvases.count > 1 { throw canvases[canvases.count - 1].record.fault("this canvas is not ended") }
    widgets = canvases.flatMap { $0.widgets } + widgets
  }

  private static func isDrawn(_ word: [UInt8]) -> Bool {
    word == "obj" || word == "msg" || word == "text" || word == "floatatom" || word == "symbolatom"
      || word == "listbox"
  }

  /// Notes what a record needs.
  private mutating func take(_ record: PdRecord) {
    let words = record.words
    if words[1].bytes == "declare" {
      declare(words.dropFirst(2), record)
    } else if words[1].bytes == "msg", words.count > 4 {
      messages.append(PdObject(words: words[4...].map { $0.bytes }, line: record.line))
    } else if words[1].bytes == "obj", words.count > 4 {
      let body = words[4...].prefix { !($0.bytes == "," && !$0.isEscaped) }
      guard let name = body.first else { return }
      // A number is a `float` with that value.
      if name.number != nil { return }
      objects.append(PdObject(words: body.map { $0.bytes }, line: record.line))
      if name.bytes == "declare" { declare(body.dropFirst(), record) }
    }
  }

  private mutating func declare(_ words: ArraySlice<PdWord>, _ record: PdRecord) {
    for (flag, word) in zip(words, words.dropFirst()) {
      if flag.bytes == "-path" || flag.bytes == "-stdpath" {
        if !paths.contains(word.bytes) { paths.append(word.bytes) }
      } else if flag.bytes == "-lib" || flag.bytes == "-stdlib" {
        if !libraries.contains(where: { $0.name == word.bytes }) {
          libraries.append(PdObject(words: [word.bytes], line: record.line))
        }
      }
    }
  }
}

/// An object, a message or a library of a file.
public struct PdObject: Equatable, Sendable {
  /// The words; there is at least one.
  public var words: [[UInt8]]
  /// The line of its record, from 1.
  public var line: Int

  /// The first word.
  public var name: [UInt8] { words[0] }
}
