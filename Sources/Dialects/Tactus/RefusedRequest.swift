// Requests that are refused for their form: an unknown address, or wrong arguments. Input thread.
import Controls
import OSC
import Text

/// A request that no command could be made of.
package struct RefusedRequest {
  package let reason: Refusal
  /// The address after `/tactus/`, `/tactus/surface/N/` or `/tactus/rig/NAME/`.
  package let address: [UInt8]
  /// The mistake, with the address, its arguments and those that it expects.
  package let sentence: [UInt8]

  /// Nil for a message that is no request: one of another language, of what plays, or an answer.
  /// - Parameter rig: The names of the instruments of the rig.
  init?(_ reason: Refusal, _ message: borrowing OSCMessageView, rig: [[UInt8]] = []) {
    var name = AddressRest(message.address)
    guard name.drop("/tactus/") else { return nil }
    if name.drop("surface/"), name.dropSurface() == nil { return nil }
    if name.drop("rig/") { _ = name.dropInstrument(of: rig) }
    let form = RequestForm.all.first { $0.address.elementsEqual(name.rest) }
    if form == nil, reason != .unknownAddress || name.starts("answer/") || name.starts("live/") { return nil }
    self.reason = reason
    address = Array(name.rest)
    var words = UTF8Text(bytes: Array(message.address))
    for index in 0..<min(message.count, 8) { words += " \(Self.words(message, index))" }
    if message.count > 8 { words += " …" }
    words += ": \(reason.words)"
    if let form, !form.arguments.isEmpty { words += "; it wants \(form.arguments)" }
    if let form, form.counts.upperBound == 0 { words += "; it wants none" }
    sentence = DocumentError(words.bytes).sentence()
  }

  /// An argument, short enough for a sentence.
  private static func words(_ message: borrowing OSCMessageView, _ index: Int) -> UTF8Text {
    if let text = message.text(at: index) {
      return text.count > 64 ? "\(JSON.quoted(Array(text.prefix(64))))…" : JSON.quoted(Array(text))
    }
    guard let number = message.number(at: index) else { return "…" }
    return number.isFinite ? "\(Float(number))" : "nan"
  }
}

extension StaticString {
  fileprivate var isEmpty: Bool { utf8CodeUnitCount == 0 }
}

extension Refusal {
  fileprivate var words: StaticString {
    switch self {
    case .unknownAddress: "there is no such address"
    case .wrongArguments: "the arguments are of another number or type"
    case .unknownWord: "a word is not known"
    case .badID: "a number is not whole"
    case .notFinite: "a number is not finite"
    case .outOfRange: "a number is out of its range"
    default: symbol
    }
  }
}
