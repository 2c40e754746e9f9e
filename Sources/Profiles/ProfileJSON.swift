// The rule of a profile for JSON objects: keys and paths in place of an address and arguments. Not for the
// audio thread.
import Text

/// Which JSON objects a rule reads, and where their numbers stand.
public struct ProfileJSON: Sendable {
  static let pathLimit = 8
  /// The most bytes of a path.
  static let textLimit = 256

  /// Keys, or numbers of elements from 0, from the object inwards.
  public struct Path: Sendable, Equatable {
    public var parts: [[UInt8]] = []

    /// `point.x`, `touches.0.id`; nil: a part is empty, or there are too many.
    init?(_ text: [UInt8]) {
      parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
      if parts.count > ProfileJSON.pathLimit || parts.contains(where: { $0.isEmpty }) { return nil }
    }

    init() {}

    /// The value at the path; nil: none.
    public func value(in json: JSON) -> JSON? {
      var found = json
      for part in parts {
        switch found.value {
        case .object(let members):
          guard let member = members.first(where: { $0.key == part }) else { return nil }
          found = member.value
        case .array(let elements):
          guard let index = Int(decimal: part), elements.indices.contains(index) else { return nil }
          found = elements[index]
        default: return nil
        }
      }
      return found
    }
  }

  /// The conditions of an object: a value, or nil for any.
  public var conditions: [(path: Path, value: JSON?)] = []
  /// The list of which each element is read; empty: the object itself is.
  public var each = Path()
  /// Whether the list names all that are down, so that all others have ended.
  public var isWhole = false
  /// Where each argument of the rule stands in an element.
  public var keys: [Path] = []
  /// The words of a state that say up; any other says down.
  public var ends: [[UInt8]] = []

  /// Whether the rule reads an object.
  public func fits(_ json: JSON) -> Bool {
    conditions.allSatisfy { path, value in
      guard let found = path.value(in: json) else { return false }
      return value.map { $0.value == found.value } ?? true
    }
  }
}
