// A layer of a grid as text, to copy and paste. Not for the audio thread.
import Controls
import Text
import ToneMatrix

extension GridLayerDocument {
  /// The layer as an edit, without the values that an empty layer of this index has.
  public func text(index: Int) -> [UInt8] {
    var visitor = DocumentVisitor(.write)
    let settings = JSON.list("{", visitor.words(of: self, beside: GridLayerDocument(index)), "}")
    return GridEdit.layer(index + 1, Self.json(settings)).text
  }

  /// Reads the text of a layer; nil if it is none.
  public init?(copied text: [UInt8]) {
    let root = text.withUnsafeBytes { try? JSON($0, limit: GridDocument.textLimit) }
    guard let settings = root?.member(GridWord.layer.bytes) else { return nil }
    var grid = GridDocument()
    guard (try? grid.apply(edit: text)) != nil else { return nil }
    var index = 0
    if case .integer(let number)? = settings.member(GridKey.Selection.layer.bytes)?.value {
      index = Int(number) - 1
    }
    self = grid.layers[index]
  }

  /// The settings of a `layer` edit that makes this layer of another one. An edit merges, so everything that
  /// differs is written out, also what is empty here.
  public func settings(replacing other: GridLayerDocument) -> JSON {
    var visitor = DocumentVisitor(.write)
    var bare = self
    bare.patterns = patterns.map { _ in GridPattern() }
    var members = visitor.words(of: bare, beside: other)
    if controller > 127 { members.append("\"\(GridKey.Layer.controller.symbol)\": null") }
    if links.isEmpty { members.append("\"\(GridKey.Layer.chain.symbol)\": []") }
    if lanes.isEmpty { members.append("\"\(GridKey.Layer.lanes.symbol)\": []") }
    let changed = patterns.indices.filter { patterns[$0] != other.patterns[$0] }
    if !changed.isEmpty {
      let words = changed.map { "\"\($0 + 1)\": \(patterns[$0].words)" as UTF8Text }
      members.append("\"\(GridKey.Layer.patterns.symbol)\": \(JSON.list("{", words, "}"))")
    }
    return Self.json(JSON.list("{", members, "}"))
  }

  private static func json(_ words: UTF8Text) -> JSON {
    words.bytes.withUnsafeBytes { try? JSON($0, limit: GridDocument.textLimit) } ?? JSON(.object([]))
  }
}
