// The registered parameter to which a channel's data entry applies. Audio thread.

/// A change of a registered parameter (MIDI 1.0, RP-018).
public enum RegisteredParameterChange: Sendable, Equatable {
  /// Data entry, 0…127.
  case coarse(RegisteredParameter, UInt8)
  /// The second half of data entry, 0…127.
  case fine(RegisteredParameter, UInt8)
  /// An increment (1) or a decrement (−1).
  case step(RegisteredParameter, Int)
}

/// The registered parameters that the instrument knows, by number.
public enum RegisteredParameter: UInt16, Sendable {
  /// The bend range in semitones, with cents in the second half.
  case bendRange = 0
  /// The number of members of an MPE zone.
  case zone = 6

  @_noLocks static func at(_ number: UInt16) -> RegisteredParameter? { RegisteredParameter(rawValue: number) }
}

/// The registered parameter that a channel has selected. Nothing is selected until both halves of a number
/// have come, in either order. The number 127, 127 and every non-registered parameter select nothing.
public struct ParameterSelection: Sendable, BitwiseCopyable {
  private var high: UInt8 = 127
  private var low: UInt8 = 127

  @_noLocks public init() {}

  /// Applies a control change.
  /// - Returns: the change of a registered parameter; nil if the message makes none, or if the parameter is
  ///   unknown.
  @_noLocks public mutating func apply(_ controller: MIDIController, _ value: UInt8)
    -> RegisteredParameterChange?
  {
    switch controller {
    case .parameter: high = value
    case .parameterFine: low = value
    case .otherParameter, .otherParameterFine: (high, low) = (127, 127)
    case .dataEntry: return selected.map { .coarse($0, value) }
    case .dataEntryFine: return selected.map { .fine($0, value) }
    case .dataIncrement: return selected.map { .step($0, 1) }
    case .dataDecrement: return selected.map { .step($0, -1) }
    default: break
    }
    return nil
  }

  private var selected: RegisteredParameter? {
    @_noLocks get {
      high == 127 || low == 127 ? nil : RegisteredParameter.at(UInt16(high) << 7 | UInt16(low))
    }
  }
}
