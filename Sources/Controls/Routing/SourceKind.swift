// The kinds of things that move touches. Symbols are saved in patches and in network.json. Any thread.

/// The kind of thing that moves a touch. Places are saved in events: append only.
public enum SourceKind: StaticString, NamedCase {
  /// The source did not announce its kind; most likely it is a finger.
  case unknown
  case finger, pen, key, pointer

  /// The kind at this place; any other is unknown.
  @_noLocks public static func at(_ place: UInt32) -> SourceKind {
    SourceKind(index: Int(place & 255)) ?? .unknown
  }

  /// Whether a route that asks for `wanted` accepts this kind. No kind counts as a finger, too.
  @_noLocks public func isAccepted(as wanted: SourceKind) -> Bool {
    self == wanted || self == .unknown && wanted == .finger
  }
}
