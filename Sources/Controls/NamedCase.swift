// Enums whose cases have names in documents and messages. Any thread.

/// An enum whose raw values are the names of its cases in documents and messages: `case major` has the name `major`,
/// and `case inSen = "in_sen"` another one.
public protocol NamedCase: CaseIterable, Equatable, Sendable, RawRepresentable
where RawValue == StaticString {}

extension NamedCase {
  /// The name.
  @inlinable public var symbol: StaticString { rawValue }

  /// The place of the case among all cases, from 0: Swift keeps an enum of two or more plain cases as this number.
  @inlinable public var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// The case at a place from 0, or nil.
  @inlinable @inline(__always) public init?(index: Int) {
    guard 0..<caseCount(of: Self.self) ~= index else { return nil }
    self = unsafeBitCast(UInt8(index), to: Self.self)
  }
}

/// Names are compared by their bytes. Swift asks for it of a raw value.
extension StaticString: @retroactive Equatable {
  @inlinable public static func == (left: StaticString, right: StaticString) -> Bool {
    left.utf8CodeUnitCount == right.utf8CodeUnitCount
      && (0..<left.utf8CodeUnitCount).allSatisfy { left.utf8Start[$0] == right.utf8Start[$0] }
  }
}
