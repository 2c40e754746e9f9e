// Reads single numbers from text. Not for the audio thread.

extension Int {
  /// The number of one to nine digits, or nil for any other text.
  public init?(decimal text: [UInt8]) {
    guard 1...9 ~= text.count else { return nil }
    self = 0
    for byte in text {
      guard 48...57 ~= byte else { return nil }
      self = self * 10 + Int(byte - 48)
    }
  }
}

extension JSON {
  /// The number that a text is, in the notation of JSON; nil for any other text.
  public static func number(_ text: [UInt8]) -> Value? {
    let list = [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
    guard case .array(let elements)? = list.withUnsafeBytes({ try? JSON($0, limit: 66) })?.value,
      elements.count == 1
    else { return nil }
    switch elements[0].value {
    case .integer, .real: return elements[0].value
    default: return nil
    }
  }
}
