// Reads whole numbers from decimal digits. Not for the audio thread.

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
