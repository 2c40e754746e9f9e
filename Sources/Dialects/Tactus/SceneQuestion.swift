// The requests about the widgets of scenes: /tactus/scene/…, described in docs/osc.md. Input thread.
import Controls
import OSC
import Text

/// The words that follow `/tactus/scene/`.
package enum SceneWord: StaticString, NamedCase {
  case list, get, set
  /// A request of a page in a browser, for one instance.
  case window

  var row: RequestForm.Row {
    switch self {
    case .list: (0...0, "")
    case .get: (1...1, "s name")
    case .set: (1...65, "s name, [f or s value …]")
    case .window: (3...3, "i instance or 0, s word, s text")
    }
  }
}

/// A request with its arguments as JSON, which the supervisor of scenes reads.
package struct SceneQuestion {
  package let word: SceneWord
  /// An object with one list: `{"set": ["cutoff", 800]}`.
  package let text: [UInt8]
  /// The number of the instance that is asked; 0: all.
  package var instance: Int32 = 0

  /// - Parameter word: what follows `/tactus/scene/`.
  static func translate(
    _ word: AddressRest, _ message: borrowing OSCMessageView
  ) throws(Refusal) -> SceneQuestion {
    for each in SceneWord.allCases where word.equals(each.symbol) {
      guard each.row.counts ~= message.count else { throw .wrongArguments }
      var arguments: [UTF8Text] = []
      let instance = each == .window ? try message.id(0) : 0
      for index in (each == .window ? 1 : 0)..<message.count {
        if index == 0 || each == .window || message.isText(at: index) {
          let text = try message.text(index)
          guard UTF8Text.isValid(text), !text.contains(0) else { throw .wrongArguments }
          arguments.append(JSON.quoted(text))
        } else {
          arguments.append("\(try message.finite(index))")
        }
      }
      let list = JSON.list("[", arguments, "]")
      let text: UTF8Text = "{\"\(each.symbol)\": \(list)}"
      return SceneQuestion(word: each, text: text.bytes, instance: instance)
    }
    throw .unknownAddress
  }
}
