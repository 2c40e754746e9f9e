// The dependence of a cell on a row or a track as text: `["row", 3, "plays"]`. Not for the audio thread.
import Controls
import Text
import ToneMatrix

extension CellRelation {
  private static var states: [StaticString] { ["plays", "rests"] }
  private static var parts: [StaticString] { Part.allCases.map { $0.symbol } }

  /// The most rows or tracks.
  private static func limit(_ part: Part) -> Int { part == .row ? GridLimit.rows : GridLimit.layers }

  var words: UTF8Text {
    "[\"\(part.symbol)\", \(Int(number) + 1), \"\(Self.states[plays ? 0 : 1])\"]"
  }

  static var form: DocumentForm {
    .tuple([
      DocumentField("part", .choice(parts)),
      DocumentField("number", .number(DocumentNumber(whole: 1, GridLimit.rows))),
      DocumentField("state", .choice(states)),
    ])
  }

  /// Reads a dependence. Nil if the text is `null`: the cell depends on nothing.
  init?(_ node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    if node.value == .null { return nil }
    let nodes = try node.elements()
    guard nodes.count == 3 else {
      throw node.fault("must be [\"row\" or \"track\", number, \"plays\" or \"rests\"]")
    }
    guard let part = Part(index: try nodes[0].index(of: "part", in: Self.parts)) else { return nil }
    let number = try visitor.whole(nodes[1], in: 1...Self.limit(part))
    let state = try nodes[2].index(of: "state", in: Self.states)
    self.init(part, UInt8(number - 1), plays: state == 0)
  }
}
