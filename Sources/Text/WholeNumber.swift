// Whole numbers that stand in a text as decimal digits. Any thread but the audio thread.

extension Int {
  /// The number that at most nine digits spell, or nil.
  public init?(decimal text: [UInt8]) {
    guard 1...9 ~= text.count else { return nil }
    self = 0
    for byte in text {
      guard 48...57 ~= byte else { return nil }
      self = self * 10 + Int(byte - 48)
    }
  }
}
