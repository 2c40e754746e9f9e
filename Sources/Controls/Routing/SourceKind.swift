// The kinds of things that move touches. Symbols are saved in patches and in network.json. Any thread.

/// The kind of thing that moves a touch. Raw values are saved in events: append only.
public enum SourceKind: UInt8, CaseIterable, Sendable {
  /// The source did not announce its kind; most likely it is a finger.
  case unknown = 0
  case finger, pen, key, pointer

  /// The kind with this raw value; any other is unknown.
  @_noLocks public static func at(_ raw: UInt32) -> SourceKind {
    SourceKind(rawValue: UInt8(raw & 255)) ?? .unknown
  }

  /// The name in profiles and documents.
  public var symbol: StaticString {
    switch self {
    case .unknown: "unknown"
    case .finger: "finger"
    case .pen: "pen"
    case .key: "key"
    case .pointer: "pointer"
    }
  }

  /// Whether a route that asks for `wanted` accepts this kind. No kind counts as a finger, too.
  @_noLocks public func isAccepted(as wanted: SourceKind) -> Bool {
    self == wanted || self == .unknown && wanted == .finger
  }
}
