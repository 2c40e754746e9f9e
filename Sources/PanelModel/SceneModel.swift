// A scene as a view sees it: widgets, state, console. Any thread.
import Controls
import SceneFiles
import Text

/// A scene as its instance tells it.
public struct SceneModel: Sendable {
  /// The widgets with what they have.
  public var board = SceneBoard()
  /// The path of the scene; empty: none is chosen.
  public var path: [UInt8] = []
  /// The state, as a sentence.
  public var state: [UInt8] = []
  /// The file into which what sounds is written; empty: none.
  public var recording: [UInt8] = []
  /// The path of the picture behind the widgets, without its extension; empty: none.
  public var background: [UInt8] {
    if chosenBackground.isEmpty { return SceneKind.background(of: path) ?? [] }
    return chosenBackground == Array("none".utf8) ? [] : chosenBackground
  }
  /// The patch's choice: a path, `none`, or empty.
  private var chosenBackground: [UInt8] = []
  /// The last `consoleLimit` lines that Pd has printed.
  public var console: [[UInt8]] = []
  /// The most lines that are kept.
  public static var consoleLimit: Int { 200 }
  /// The scenes that can be opened.
  public var shelf: [SceneEntry] = []
  /// The pieces of the page, and of the list of scenes, so far.
  private var page: [UInt8] = []
  private var list: [UInt8] = []
  /// The page that is shown, as its text.
  private var shown: [UInt8] = []
  /// Whether a piece of the page was lost, so that all is to be asked for again.
  public private(set) var lacksPiece = false
  /// The most bytes of a page, and of a list of scenes.
  public static var textLimit: Int { 16 << 20 }

  public init() {}

  /// The scene's name: of its file or folder.
  public var name: [UInt8] {
    var name = Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
    if SceneKind.isMain(name) {
      let folder = path.dropLast(name.count + 1)
      name = Array(folder[((folder.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
    }
    return SceneKind.name(of: name)
  }

  /// Reads a text of a property; what is none of ours changes nothing.
  /// - Returns: what was refused, for people; empty: nothing.
  @discardableResult
  public mutating func read(_ property: SceneProperty, _ text: [UInt8]) -> [UInt8] {
    switch property {
    case .path:
      path = text
      if text.isEmpty { (board, page, shown) = (SceneBoard(), [], []) }
    case .state: state = text.split(separator: 0x0a).first.map(Array.init) ?? []
    case .recording: recording = text
    case .background: chosenBackground = text
    case .console:
      // All lines follow anew.
      if text.isEmpty { console = [] }
      for line in text.split(separator: 0x0a) { console.append(Array(line)) }
      if console.count > Self.consoleLimit { console.removeFirst(console.count - Self.consoleLimit) }
    case .widgets:
      let whole = Self.gathered(text, &page)
      lacksPiece = whole == nil && page.isEmpty
      // An unreadable page has no widgets.
      if let whole, whole.isEmpty { (board, shown) = (SceneBoard(), []) }
      // The same page told again: its values follow.
      if let whole, whole != shown,
        let file = try? whole.span.bytes.withUnsafeBytes({ text throws(DocumentError) in try PdFile(text) })
      {
        board = SceneBoard(file)
        shown = whole
      }
    case .values: return read(values: text)
    case .shelf: if let whole = Self.gathered(text, &list) { shelf = SceneEntry.read(whole) ?? shelf }
    }
    return []
  }

  /// Adds a piece of a longer text: its place, the length of the whole, a line end, its bytes.
  /// - Returns: the whole text with its last piece.
  private static func gathered(_ text: [UInt8], _ pieces: inout [UInt8]) -> [UInt8]? {
    guard let end = text.firstIndex(of: 0x0a) else { return nil }
    let head = text[..<end].split(separator: 0x20).map { Int(decimal: Array($0)) ?? -1 }
    guard head.count == 2, head[0] >= 0, 0...textLimit ~= head[1] else {
      pieces = []
      return nil
    }
    if head[0] == 0 { pieces = [] }
    // Behind one that was lost nothing fits: the window asks again.
    guard head[0] == pieces.count else {
      pieces = []
      return nil
    }
    pieces += text[(end + 1)...]
    return pieces.count >= head[1] ? pieces : nil
  }

  /// The values of the ports that a page moves: whether the scene plays, the level, that of the input.
  public static func ports(_ text: [UInt8]) -> [(port: ScenePort, value: Float)] {
    let values = text.split(separator: 0x20).map { SceneAtom.number(of: Array($0)) }
    return zip([ScenePort.enabled, .level, .inputLevel], values).compactMap { port, value in
      value.map { (port, port.spec.limited($0)) }
    }
  }

  private mutating func read(values text: [UInt8]) -> [UInt8] {
    guard let json = text.withUnsafeBytes({ try? JSON($0) }), case .object(let members) = json.value else {
      return []
    }
    var refused: [UInt8] = []
    for member in members {
      if case .object(let looks) = member.value.value {
        change(looks)
      } else if let widget = board.widget(member.key) {
        if let value = SceneValue(member.value) { board.show(widget, value) }
      } else if member.key == Array("refused".utf8), case .string(let reason) = member.value.value {
        refused = reason
      }
    }
    return refused
  }

  /// Changes how widgets look, each by its list of messages.
  private mutating func change(_ looks: [JSON.Member]) {
    for look in looks {
      guard let widget = board.widget(look.key), case .array(let messages) = look.value.value else {
        continue
      }
      for message in messages {
        if case .words(let atoms)? = SceneValue(message) { board.change(widget, atoms) }
      }
    }
  }
}

/// A property that an instance of Tactus Scene sends.
public enum SceneProperty: Sendable {
  case path, state, console, widgets, values, shelf, recording, background

  /// Creates a property from its name in messages to pages, such as `console`. Returns nil for an unknown name.
  public init?(word: [UInt8]) {
    let words: [(StaticString, SceneProperty)] = [
      ("path", .path), ("state", .state), ("console", .console), ("widgets", .widgets), ("values", .values),
      ("shelf", .shelf), ("recording", .recording), ("background", .background),
    ]
    guard let found = words.first(where: { UTF8Text($0.0).bytes == word }) else { return nil }
    self = found.1
  }
}

/// A scene of a folder.
public struct SceneEntry: Equatable, Sendable {
  public var path: [UInt8] = []
  public var name: [UInt8] = []
  /// The kind, as a word.
  public var kind: [UInt8] = []
  public var about: [UInt8] = []
  public var isOwn = false
  /// The folder in that of scenes; empty: it lies in that itself.
  public var folder: [UInt8] = []
  /// The size of its page, and its widgets as rectangles: x, y, width, height, color.
  public var width: Float = 1
  public var height: Float = 1
  public var picture: [(area: SceneArea, colour: SceneColour)] = []
  /// The path of its own picture without the ending; empty: there is none.
  public var thumb: [UInt8] = []

  public static func == (left: SceneEntry, right: SceneEntry) -> Bool {
    left.path == right.path && left.name == right.name && left.kind == right.kind && left.about == right.about
      && left.isOwn == right.isOwn && left.folder == right.folder && left.picture.count == right.picture.count
      && left.thumb == right.thumb
  }

  /// Reads the answer about the folders, or returns nil if it is another answer.
  static func read(_ text: [UInt8]) -> [SceneEntry]? {
    guard let json = text.withUnsafeBytes({ try? JSON($0) }), case .array(let list) = json.value else {
      return nil
    }
    return list.map { each in
      var entry = SceneEntry()
      entry.path = each["path"]?.text ?? []
      entry.name = each["name"]?.text ?? []
      entry.kind = each["kind"]?.text ?? []
      entry.about = each["about"]?.text ?? []
      entry.folder = each["folder"]?.text ?? []
      entry.thumb = each["thumb"]?.text ?? []
      if case .bool(let isOwn)? = each["own"]?.value { entry.isOwn = isOwn }
      entry.width = Float(max(1, each["width"]?.number ?? 1))
      entry.height = Float(max(1, each["height"]?.number ?? 1))
      if case .array(let boxes)? = each["picture"]?.value {
        for case .array(let box) in boxes.map({ $0.value }) where box.count == 5 {
          let numbers = box.map { Float($0.whole) }
          entry.picture.append(
            (
              SceneArea(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
              SceneColour(UInt32(max(0, numbers[4])))
            ))
        }
      }
      return entry
    }
  }
}

extension JSON {
  fileprivate var whole: Int { if case .integer(let number) = value { Int(clamping: number) } else { 0 } }
}
