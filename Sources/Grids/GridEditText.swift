// Changes of a grid as the JSON text that `GridDocument.apply` reads, from single values as OSC sends them.
import Text

public struct GridEditText {
  private var words: UTF8Text
  private var isFirst = true

  public init(_ word: GridWord) { words = "{\"\(word.symbol)\": {" }

  public mutating func add(_ key: StaticString, _ number: Double) {
    if number == number.rounded(), number.magnitude < 1e15 {
      put(key, "\(Int(number))")
    } else {
      put(key, JSON(.real(number)).words)
    }
  }

  public mutating func add(_ key: StaticString, _ isTrue: Bool) { put(key, isTrue ? "true" : "false") }

  public mutating func add(_ key: StaticString, _ text: [UInt8]) { put(key, JSON.quoted(text)) }

  private mutating func put(_ key: StaticString, _ value: UTF8Text) {
    if !isFirst { words += ", " }
    isFirst = false
    words += "\"\(key)\": \(value)"
  }

  public var text: [UInt8] { ("\(words)}}" as UTF8Text).bytes }
}
