// Cells, a row or a pattern of a grid as text, to copy and paste. The text is an edit without its place. Not for the
// audio thread.
import Controls
import Text
import ToneMatrix

/// A copied part of a pattern.
public struct GridClip: Equatable, Sendable {
  /// The extent of the part.
  public enum Kind: StaticString, NamedCase {
    case cells, row, pattern

    /// The part with its article, for messages.
    public var phrase: StaticString {
      switch self {
      case .cells: "cells"
      case .row: "a row"
      case .pattern: "a pattern"
      }
    }
  }

  public let kind: Kind
  /// The size of the part in steps and rows, from 1.
  public let steps: Int
  public let rows: Int
  /// The part, with its first step and its lowest row in the first ones; of a pattern, all of it.
  public let content: GridPattern

  init(kind: Kind, steps: Int, rows: Int, content: GridPattern) {
    (self.kind, self.steps, self.rows, self.content) = (kind, steps, rows, content)
  }

  /// Copies a block of cells; steps and rows count from 0.
  public init(cells pattern: GridPattern, steps: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.init(.cells, of: pattern, steps: steps, rows: rows)
  }

  /// Copies a row (from 0), with the first `steps` steps.
  public init(row: Int, of pattern: GridPattern, steps: Int) {
    self.init(.row, of: pattern, steps: 0...max(steps, 1) - 1, rows: row...row)
  }

  /// Copies a whole pattern with its lane.
  public init(_ pattern: GridPattern) {
    self.init(kind: .pattern, steps: GridLimit.steps, rows: GridLimit.rows, content: pattern)
  }

  private init(_ kind: Kind, of pattern: GridPattern, steps: ClosedRange<Int>, rows: ClosedRange<Int>) {
    var content = GridPattern()
    for row in rows {
      for step in steps where pattern[row, step].isOn {
        content[row - rows.lowerBound, step - steps.lowerBound] = pattern[row, step]
      }
    }
    self.init(kind: kind, steps: steps.count, rows: rows.count, content: content)
  }

  /// Reads a copied text.
  /// - Returns: nil: the text is no part of a pattern.
  /// - Throws: what is wrong with one, and where.
  public init?(copied text: [UInt8]) throws(DocumentError) {
    let root = text.withUnsafeBytes { try? JSON($0, limit: GridDocument.textLimit) }
    guard let clip = root?.member(GridWord.paste.bytes) else { return nil }
    do throws(Fault) {
      var visitor = DocumentVisitor(.read, isEdit: true)
      try self.init(JSONNode(clip, at: [.key(GridWord.paste.bytes)]), &visitor)
    } catch {
      throw text.withUnsafeBytes { error.error(in: $0) }
    }
  }

  /// Reads the members of an edit beside its place.
  init(_ node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    var (kind, steps, rows): (Kind?, Int?, Int?)
    var content = GridPattern()
    for (key, node) in try node.members() {
      switch GridKey.Argument(key) {
      case .kind: kind = Kind(try node.text(limit: 16))
      case .steps: steps = try visitor.whole(node, in: 1...GridLimit.steps)
      case .rows: rows = try visitor.whole(node, in: 1...GridLimit.rows)
      case .content: try visitor.read(&content, from: node, beside: GridPattern())
      default: break
      }
    }
    guard let kind else { throw node.fault("must have a kind: cells, row or pattern") }
    if kind == .cells && (steps == nil || rows == nil) { throw node.fault("must have steps and rows") }
    self.init(
      kind: kind, steps: steps ?? GridLimit.steps, rows: kind == .row ? 1 : rows ?? GridLimit.rows,
      content: content)
  }

  /// The text of the clipboard.
  public var text: [UInt8] {
    ("{\"\(GridWord.paste.symbol)\": \(JSON.list("{", members, "}"))}" as UTF8Text).bytes
  }

  /// The members of an edit beside its place.
  var members: [UTF8Text] {
    var members: [UTF8Text] = ["\"\(GridKey.Argument.kind.symbol)\": \"\(kind.symbol)\""]
    if kind != .pattern { members.append("\"\(GridKey.Argument.steps.symbol)\": \(steps)") }
    if kind == .cells { members.append("\"\(GridKey.Argument.rows.symbol)\": \(rows)") }
    members.append("\"\(GridKey.Argument.content.symbol)\": \(content.words)")
    return members
  }

  /// The number of its cells that are on.
  public var count: Int { content.cells.count { $0.isOn } }

  /// The number of its cells that find a place, pasted into a pattern of a size in steps and rows.
  /// - Parameters:
  ///   - step: where the first step goes, from 0, as is the row.
  public func count(at step: Int, _ row: Int, steps: Int, rows: Int) -> Int {
    var found = 0
    for from in content.cells.indices where content.cells[from].isOn {
      let (up, right) = (from / GridLimit.steps, from % GridLimit.steps)
      if step + right < steps && row + up < rows { found += 1 }
    }
    return found
  }

  /// Replaces a part of a pattern. Cells beyond its steps and rows are lost.
  /// - Parameters:
  ///   - step: where the first step goes, from 0, as is the row. A row begins at the first step, a pattern is whole.
  func paste(into pattern: inout GridPattern, at step: Int, _ row: Int, steps: Int, rows: Int) {
    switch kind {
    case .pattern: pattern = content
    case .row:
      for to in 0..<steps { pattern[row, to] = to < self.steps ? content[0, to] : GridCell() }
    case .cells:
      for up in 0..<self.rows where row + up < rows {
        for right in 0..<self.steps where step + right < steps {
          pattern[row + up, step + right] = content[up, right]
        }
      }
    }
  }
}
