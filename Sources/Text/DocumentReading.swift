// Shared by all readers of documents: numbers that are clamped with a warning, and unknown keys that are
// kept. Not for the audio thread.

/// A reader that reports clamped numbers and unknown keys as warnings.
package protocol DocumentReading {
  var warnings: [Fault] { get set }
  /// Whether the text is an edit. An unknown key of an edit is a mistake; that of a document may come from a
  /// later version.
  var isEdit: Bool { get }
}

extension DocumentReading {
  /// Keeps an unknown key. A key that begins with `_` or `$` is a note and gives no warning.
  package mutating func kept(_ key: [UInt8], _ node: JSONNode) throws(Fault) -> JSON.Member {
    if isEdit { throw node.fault("is not known") }
    if key.first != UInt8(ascii: "_"), key.first != UInt8(ascii: "$") {
      warnings.append(node.fault("is not known; it is kept and does nothing"))
    }
    return JSON.Member(key: key, value: node.json)
  }

  package mutating func number(_ node: JSONNode, _ low: Float, _ high: Float) throws(Fault) -> Float {
    clamp(try number(node), low, high, node)
  }

  /// A number that is not clamped.
  package func number(_ node: JSONNode) throws(Fault) -> Float {
    switch node.value {
    case .integer(let integer): return Float(integer)
    case .real(let real): return Float(real)
    default: throw node.fault("must be a number")
    }
  }

  package mutating func clamp(_ number: Float, _ low: Float, _ high: Float, _ node: JSONNode) -> Float {
    if low...high ~= number { return number }
    warnings.append(node.fault("\(number) is outside \(low)…\(high) and was clamped"))
    return min(max(number, low), high)
  }

  package mutating func whole(_ node: JSONNode, _ range: ClosedRange<Int64>) throws(Fault) -> Int64 {
    clamp(try whole(node), range, node)
  }

  /// A whole number that is not clamped.
  package func whole(_ node: JSONNode) throws(Fault) -> Int64 {
    guard case .integer(let integer) = node.value else { throw node.fault("must be a whole number") }
    return integer
  }

  package mutating func clamp(_ number: Int64, _ range: ClosedRange<Int64>, _ node: JSONNode) -> Int64 {
    if range ~= number { return number }
    warnings.append(
      node.fault(
        "\(Int(number)) is outside \(Int(range.lowerBound))…\(Int(range.upperBound)) and was clamped"))
    return min(max(number, range.lowerBound), range.upperBound)
  }

  package mutating func clamp(_ number: Int, _ range: ClosedRange<Int>, _ node: JSONNode) -> Int {
    Int(clamp(Int64(number), Int64(range.lowerBound)...Int64(range.upperBound), node))
  }
}
