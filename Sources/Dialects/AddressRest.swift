// The part of an address that is still to be read. Any thread.

/// The end of an OSC address. A dialect drops each part that it has recognized.
struct AddressRest {
  private(set) var rest: UnsafeRawBufferPointer.SubSequence

  init(_ address: UnsafeRawBufferPointer) { rest = address[...] }

  func starts(_ text: StaticString) -> Bool { UnsafeRawBufferPointer(rebasing: rest).begins(with: text) }

  func equals(_ text: StaticString) -> Bool { rest.count == text.utf8CodeUnitCount && starts(text) }

  mutating func drop(_ text: StaticString) -> Bool {
    guard starts(text) else { return false }
    rest = rest.dropFirst(text.utf8CodeUnitCount)
    return true
  }

  /// Drops `N/` and returns N, a decimal number 1…255; nil if the address does not go on like this.
  mutating func dropSurface() -> UInt8? {
    var number = 0
    while let byte = rest.first, 48...57 ~= byte, number <= 255 {
      number = number * 10 + Int(byte - 48)
      rest = rest.dropFirst()
    }
    guard 1...255 ~= number, drop("/") else { return nil }
    return UInt8(number)
  }

  /// Drops `PLACE/` or `NAME/` of an instrument and returns its surface number, or nil if the rig has no such instrument.
  mutating func dropInstrument(of rig: [[UInt8]]) -> UInt8? {
    var number = self
    if let place = number.dropSurface() {
      self = number
      return place
    }
    guard let end = rest.firstIndex(of: UInt8(ascii: "/")),
      let index = rig.firstIndex(where: { !$0.isEmpty && $0.elementsEqual(rest[rest.startIndex..<end]) })
    else { return nil }
    rest = rest[(end + 1)...]
    return UInt8(index + 1)
  }
}
