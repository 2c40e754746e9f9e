// Conditions of cells: the switch *Fill-in*, and rows and tracks that play or rest. Any thread.
import Controls

/// The fills in which a cell plays.
public enum CellMoment: StaticString, NamedCase, BitwiseCopyable {
  case always, fill, noFill = "no_fill"
}

/// The dependence of a cell on a row of its pattern in the same step, or on the step that a track is in.
public struct CellRelation: BitwiseCopyable, Sendable, Equatable {
  /// Whether it names a row or a track.
  public enum Part: StaticString, NamedCase, BitwiseCopyable {
    case row, track
  }

  /// See `Part`.
  public var part: Part
  /// The row or the track, from 0.
  public var number: UInt8
  /// Whether the other one must play; otherwise it must rest.
  public var plays: Bool

  /// A row or a track (from 0) that must play or rest.
  @_noLocks public init(_ part: Part, _ number: UInt8, plays: Bool) {
    (self.part, self.number, self.plays) = (part, number, plays)
  }
}
