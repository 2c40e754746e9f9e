// A request to a session: by a key, a pedal, over OSC or by a trigger of the patch. Main thread.
import Concerts
import Console
import Foundation
import OSC
import Text

/// A change of a control that is bound to an action.
enum ControlInput {
  /// It is pressed or released, or has moved; its value is 0 to 1.
  case pressed(Float), released(Float), moved(Float)
  /// It acts, and is never released.
  case once
}

/// An action, and what is to become of it.
struct PlayRequest {
  let action: NumberedAction
  /// Whether to switch it on or off, or nil to toggle it.
  var isOn: Bool?
  /// The value of an action that has values, or nil for the other of 0 and 1.
  var value: Float?

  init(_ action: NumberedAction, isOn: Bool? = nil, value: Float? = nil) {
    (self.action, self.isOn, self.value) = (action, isOn, value)
  }

  /// The request of a bound control, or nil if it does nothing.
  init?(_ action: NumberedAction, _ input: ControlInput) {
    self.init(action)
    switch (action.action.kind, input) {
    case (_, .once), (.once, .pressed), (.toggle, .pressed): break
    case (.held, .pressed): isOn = true
    case (.held, .released): isOn = false
    case (.value, .pressed(let value)), (.value, .released(let value)), (.value, .moved(let value)):
      self.value = value
    case (.once, _), (.toggle, _), (.held, .moved): return nil
    }
  }

  /// The request of an action with a number: whether it is on, or its value; or nil if it is a button's release.
  init?(_ action: NumberedAction, _ number: Float?) {
    self.init(action)
    guard let number else { return }
    switch action.action.kind {
    case .once: if number == 0 { return nil }
    case .toggle, .held: isOn = number != 0
    case .value: value = max(0, min(1, number))
    }
  }

  /// The request of a key that has no binding.
  init?(key: Character) {
    guard let action = StageAction(key: Array(String(key).utf8)) else { return nil }
    self.init(NumberedAction(action))
  }

  private static let prefix = "/tactus/play/"

  /// The request of a message to `/tactus/play/ACTION`, with its number behind the address or as the first argument.
  /// Then follows whether it is on, or a value. A button's release does nothing.
  /// - Throws: The reason why it is none of the actions.
  static func read(_ message: OSCMessage) throws(DocumentError) -> PlayRequest? {
    let address = string(message.address)
    let words = address.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    var arguments = message.arguments.map { Self.number($0) }
    var text = [UInt8]((words.first ?? "").utf8)
    if words.count == 2 {
      text += [UInt8](":\(words[1])".utf8)
    } else if StageAction.allCases.contains(where: { text == $0.symbol && $0.numbers != nil }),
      let number = arguments.first ?? nil, let whole = Int(exactly: number)
    {
      text += [UInt8](":\(whole)".utf8)
      arguments.removeFirst()
    }
    let action = try NumberedAction(words: text)
    guard words.count < 3, arguments.count < 2, !arguments.contains(nil) else {
      throw DocumentError([UInt8]("the arguments are wrong".utf8))
    }
    return PlayRequest(action, arguments.first ?? nil)
  }

  /// The number of an argument: 1 and 0 for true and false, nil for a text.
  static func number(_ argument: OSCArgument) -> Float? {
    switch argument {
    case .int32(let number): Float(number)
    case .float(let number) where number.isFinite: number
    case .yes: 1
    case .no: 0
    default: nil
    }
  }

  static func isOwn(_ message: OSCMessage) -> Bool { string(message.address).hasPrefix(prefix) }
}
