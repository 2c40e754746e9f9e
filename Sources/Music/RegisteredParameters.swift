// Which registered parameter a channel's data entry is for. Audio thread.

/// A change of a registered parameter (MIDI 1.0, RP-018).
public enum RegisteredParameterChange: Sendable, Equatable {
  /// Data entry, 0…127.
  case coarse(RegisteredParameter, UInt8)
  /// Its second half, 0…127.
  case fine(RegisteredParameter, UInt8)
  /// One up or down.
  case step(RegisteredParameter, Int)
}

/// The registered parameters that the instrument knows, by number.
public enum RegisteredParameter: UInt16, Sendable {
  /// Semitones, and cents in the second half.
  case bendRange = 0
  /// The members of an MPE zone.
  case zone = 6

  @_noLocks static func at(_ number: UInt16) -> RegisteredParameter? { RegisteredParameter(rawValue: number) }
}

/// A channel's selection. Nothing is selected until both halves of a number have come, in whichever order; 127 and 127
/// select nothing, and so does any non-registered parameter.
public struct ParameterSelection: Sendable, BitwiseCopyable {
  private var high: UInt8 = 127
  private var low: UInt8 = 127

  @_noLocks public init() {}

  /// Applies a control change.
  /// - Returns: the change that it is; nil where it is none, or of a parameter that is not known.
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
