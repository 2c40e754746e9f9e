// The ranges of connections that move along with a base value. Any thread.
import Controls
import Matrix
import Patches

/// The connections of a parameter as they were before its base value was moved, and as they are requested now.
/// While nobody else changes them, a base value that comes back brings their ranges back, too, even if they were
/// cut at an end of the parameter's range meanwhile.
public struct RangeShift: Sendable {
  /// A connection, by its place from 0.
  public struct Entry: Sendable {
    public let place: Int
    let before: PatchConnection
    public private(set) var connection: Connection
    /// The connections requested so far, newest last.
    private var sent: [Connection] = []

    init(_ place: Int, _ before: PatchConnection) {
      (self.place, self.before, connection) = (place, before, before.connection)
    }

    /// Moves the range as far as the base value has moved.
    mutating func move(_ parameter: Parameter, from start: Float, to base: Float) {
      let way = parameter.part(of: base) - parameter.part(of: start)
      func moved(_ end: Float) -> Float {
        // Rounding must not part what was equal.
        end == start ? base : way == 0 ? end : parameter.value(at: parameter.part(of: end) + way)
      }
      let old = connection
      connection.low = moved(before.connection.low)
      connection.high = moved(before.connection.high)
      if connection != old { sent = sent.suffix(RangeShift.remembered - 1) + [old] }
    }

    /// Whether a connection is one that was requested, or the first one.
    func knows(_ other: Connection) -> Bool {
      other == connection || other == before.connection || sent.contains(other)
    }

    /// The request for the connection as it is now.
    var request: PanelRequest {
      var whole = before
      whole.connection = connection
      return .edit(.connect(whole, place: place + 1), revision: nil)
    }
  }

  public let parameter: Parameter
  private let start: Float
  private var base: Float
  private var sent: [Float] = []
  public private(set) var entries: [Entry]

  /// The connections of a parameter whose ranges follow its base value. The rules `max` and `min` compare with the
  /// base value, so their ranges are limits, which stay; so do those of a choice.
  init(_ parameter: Parameter, in patch: PatchDocument) {
    self.parameter = parameter
    start = patch[parameter].base
    base = start
    entries = []
    if parameter.spec.choices != nil { return }
    for (place, known) in patch.connections.enumerated() where known.connection.destination == parameter {
      switch known.connection.combine {
      case .sum, .multiply, .last: entries.append(Entry(place, known))
      case .max, .min: break
      }
    }
  }

  /// The number of requests that are remembered. Answers come later than requests.
  fileprivate static var remembered: Int { 64 }

  /// Whether a patch has values that were requested, or the first ones: nobody else has changed them.
  func isIn(_ patch: PatchDocument) -> Bool {
    let now = patch[parameter].base
    return (now == base || now == start || sent.contains(now))
      && entries.allSatisfy {
        patch.connections.indices.contains($0.place)
          && $0.knows(patch.connections[$0.place].connection)
      }
  }

  /// Moves the ranges along with a base value.
  mutating func move(to base: Float) {
    sent = sent.suffix(Self.remembered - 1) + [self.base]
    self.base = base
    for index in entries.indices { entries[index].move(parameter, from: start, to: base) }
  }
}
