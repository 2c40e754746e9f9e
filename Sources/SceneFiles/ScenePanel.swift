// Subpatches of a file: those that are pages of their own, and those that show themselves around them. Not
// for the audio thread.
import Text

/// A subpatch with widgets of its own.
public struct ScenePanel: Equatable, Sendable {
  /// The most panels of a scene. The widgets of further ones are not shown.
  public static let limit = 16

  /// Its name in the patch; empty: it has none.
  public var name: [UInt8]
  /// The size of its window in pixels.
  public var width: Float
  /// See `width`.
  public var height: Float

  /// The name to which a patch sends `vis 1` and `vis 0`; Pd calls it so.
  public var receiver: [UInt8] { Array("pd-".utf8) + name }
  /// The title for people: `$0` is as in the file.
  public var title: [UInt8] { name.isEmpty ? Array("subpatch".utf8) : PdName.shown(name) }
}

/// A canvas that is being read.
struct OpenCanvas {
  /// The record that begins it.
  let record: PdRecord
  var widgets: [SceneWidget] = []
  private let reader: WidgetReader
  /// The part that the canvas around it shows, in its own pixels; nil: none.
  private(set) var window: SceneArea?
  /// Whether it is that of an abstraction, or is in one.
  let isInAbstraction: Bool

  /// - Parameter outer: the canvas around it, which has the letters of both; an abstraction has its own.
  init(_ record: PdRecord, in outer: OpenCanvas?) {
    self.record = record
    let isAbstraction = record.begins("#N", "abstraction")
    isInAbstraction = isAbstraction || outer?.isInAbstraction ?? false
    let size = Int(min(max(record.number(6) ?? 12, 0), 1000))
    reader =
      if let outer, !isAbstraction { outer.reader } else { WidgetReader(letters: PdLetters(size: size)) }
  }

  /// Notes what it shows. Returns whether it is a widget or a comment.
  mutating func take(_ record: PdRecord, _ warnings: inout [DocumentError]) -> Bool {
    if record.words[1].bytes == "coords" {
      // 1, or 2 without its name. Without a margin it shows the graph of an array, and no widgets.
      if let flags = record.number(8), Int(min(max(flags, 0), 3)) != 0, let x = record.number(9),
        let y = record.number(10), let width = record.number(6), let height = record.number(7)
      {
        window = SceneArea(x: x, y: y, width: max(0, width), height: max(0, height))
      } else {
        window = nil
      }
      return false
    }
    var found: [DocumentError] = []
    defer { warnings += found }
    guard record.words.count > 3, var widget = reader.widget(record, warn: { found.append($0) }) else {
      return false
    }
    widget.isInAbstraction = isInAbstraction
    widgets.append(widget)
    return true
  }

  /// The part that the canvas around it shows at a place; nil: none. As in Pd, comments and widgets that
  /// reach out of the window are hidden.
  func shown(x: Float, y: Float) -> [SceneWidget]? {
    guard let window else { return nil }
    return widgets.compactMap { widget in
      if case .comment = widget.kind { return nil }
      let area = widget.area
      guard area.x >= window.x, area.y >= window.y, area.x + area.width <= window.x + window.width,
        area.y + area.height <= window.y + window.height
      else { return nil }
      var widget = widget
      widget.area.x += x - window.x
      widget.area.y += y - window.y
      return widget
    }
  }

  /// The panel that it is, if it has widgets.
  func panel(_ restore: PdRecord) -> ScenePanel? {
    if isInAbstraction { return nil }
    let hasWidgets = widgets.contains { if case .comment = $0.kind { false } else { true } }
    guard hasWidgets, restore.words.count > 4, restore.words[4].bytes == "pd" else { return nil }
    let name: [UInt8] = restore.words.count > 5 ? restore.words[5].bytes : []
    return ScenePanel(
      name: name == "," ? [] : name, width: max(1, record.number(4) ?? 450),
      height: max(1, record.number(5) ?? 300))
  }
}

extension PdFile {
  /// A subpatch ends: it shows itself in the canvas around it, or is a panel, or neither.
  mutating func end(_ canvas: OpenCanvas, _ restore: PdRecord, in outer: inout OpenCanvas) {
    if let shown = canvas.shown(x: restore.number(2) ?? 0, y: restore.number(3) ?? 0) {
      outer.widgets += shown
    } else if panels.count < ScenePanel.limit, let panel = canvas.panel(restore) {
      panels.append(panel)
      widgets += canvas.widgets.map { widget in
        var widget = widget
        widget.panel = panels.count
        return widget
      }
    }
  }
}
