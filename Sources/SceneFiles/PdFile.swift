// A .pd file: its size, its widgets, and what it needs from other files. Not for the audio thread.
import Text

/// A patch's file: the widgets of its top canvas, and those of its subpatches.
public struct PdFile: Sendable {
  /// The most widgets and comments of a file: what a page draws. Pd itself runs any number of objects.
  public static let widgetLimit = 10_000
  /// The most canvases within each other.
  public static let depthLimit = 64

  /// The width and height of the top canvas in pixels.
  public var width: Float = 0
  /// See `width`.
  public var height: Float = 0
  /// The part of the top canvas that is shown.
  public var view: SceneArea { SceneArea(viewOf: widgets, width, height) }
  /// The widgets of the top canvas, in the order of the file: the later ones lie over the earlier ones. Those
  /// of subpatches that show themselves there stand among them. Behind them those of the panels, one after
  /// the other.
  public var widgets: [SceneWidget] = []
  /// The subpatches that have widgets and do not show themselves around them, in the order of their ends.
  public var panels: [ScenePanel] = []
  /// Whether it shows itself where it is used as an abstraction.
  public var isShownAround = false
  /// The objects and declarations of all canvases in the order of the file, but for canvases themselves.
  public var objects: [PdObject] = []
  /// The messages of all canvases.
  public var messages: [PdObject] = []
  /// What Pd would not read as it is meant, with its line.
  public var warnings: [DocumentError] = []

  /// What a reader wants to know of a file.
  public enum Content: Sendable {
    /// The widgets, and all objects and messages.
    case all
    /// The widgets, declarations, and objects with the names of DroidParty's widgets.
    case widgets
    /// These, and all objects that may be abstractions.
    case page
  }

  /// Reads a file.
  /// - Parameters:
  ///   - foreign: Names of DroidParty's widgets that are other objects in this scene.
  ///   - content: A page needs only the widgets.
  /// - Throws: Errors with the line of a record: the file is no text, ends early or is too large.
  public init(
    _ text: UnsafeRawBufferPointer, foreign: [[UInt8]] = [], content: Content = .all
  ) throws(DocumentError) {
    var reader = try PdRecordReader(text)
    var canvases: [OpenCanvas] = []
    var count = 0
    var hasTop = false
    let (isWhole, isPage) = (content == .all, content == .page)
    while let record = try reader.next() {
      guard record.words[0].bytes.first == UInt8(ascii: "#") else {
        throw record.fault("this is no .pd file: a record must begin with #N, #X or #A")
      }
      if record.begins("#N", "canvas") || record.begins("#N", "abstraction") {
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
        take(record, isWhole: isWhole, isPage: isPage)
        let isForeign = record.words.count > 4 && foreign.contains(record.words[4].bytes)
        if isForeign, record.words[1].bytes == "obj" { continue }
        if canvases[canvases.count - 1].take(record, &warnings) { count += 1 }
        guard count <= Self.widgetLimit else {
          throw record.fault("is one more than the \(Self.widgetLimit) widgets and comments of a file")
        }
      }
    }
    guard hasTop else { throw DocumentError(Array("has no canvas".utf8), line: 1, column: 1) }
    if canvases.count > 1 { throw canvases[canvases.count - 1].record.fault("this canvas is not ended") }
    isShownAround = canvases[0].window != nil
    widgets = canvases[0].widgets + widgets
  }

  /// Notes what a record needs.
  private mutating func take(_ record: PdRecord, isWhole: Bool, isPage: Bool) {
    let words = record.words
    if words[1].bytes == "declare" {
      // Pd obeys this record; the object `declare` only shows it.
      objects.append(
        PdObject(words: words[1...].map { $0.bytes }, line: record.line, isDeclaration: true))
    } else if words[1].bytes == "msg", words.count > 4 {
      guard isWhole else { return }
      messages.append(PdObject(words: words[4...].map { $0.bytes }, line: record.line))
    } else if words[1].bytes == "obj", words.count > 4 {
      let body = words[4...].prefix { !($0.bytes == "," && !$0.isEscaped) }
      guard let name = body.first else { return }
      // A number is a `float` with that value.
      if name.number != nil { return }
      let forms = WidgetForm.forms(of: name.bytes).filter { !$0.isNative }
      guard isWhole || !forms.isEmpty || isPage && !PdClasses.has(name.bytes) else { return }
      let fits = forms.contains { $0.fits(body.dropFirst()) }
      objects.append(
        PdObject(
          words: body.map { $0.bytes }, line: record.line, isDroidParty: !forms.isEmpty,
          isOther: !forms.isEmpty && !fits))
    }
  }
}

/// An object, a message or a declaration of a file.
public struct PdObject: Equatable, Sendable {
  /// The words; there is at least one.
  public var words: [[UInt8]]
  /// The line of its record, from 1.
  public var line: Int
  /// Whether it is a record `#X declare`.
  var isDeclaration = false
  /// Whether it has the name of one of DroidParty's widgets, and whether its arguments are those of another
  /// object of that name.
  var isDroidParty = false
  var isOther = false

  /// The first word.
  public var name: [UInt8] { words[0] }
}
