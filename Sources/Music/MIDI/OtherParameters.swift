// The non-registered parameter to which a channel's data entry applies. Audio thread.

/// The non-registered parameter (NRPN) that a channel has selected, and the first half of its value. Nothing is selected
/// until both halves of a number have come, or once a registered parameter is.
public struct OtherParameterSelection: Sendable, BitwiseCopyable {
  private var high: UInt8 = 127
  private var low: UInt8 = 127
  private var coarse: UInt8 = 0

  @_noLocks public init() {}

  /// Applies a control change.
  /// - Returns: the number and the value in 14 bits of a parameter that is set; nil if the message sets none.
  @_noLocks public mutating func apply(_ controller: MIDIController, _ value: UInt8) -> (
    number: UInt16, value: UInt16
  )? {
    switch controller {
    case .otherParameter: high = value
    case .otherParameterFine: low = value
    case .parameter, .parameterFine: (high, low) = (127, 127)
    case .dataEntry:
      coarse = value
      return change(fine: 0)
    case .dataEntryFine: return change(fine: value)
    default: break
    }
    return nil
  }

  @_noLocks private func change(fine: UInt8) -> (number: UInt16, value: UInt16)? {
    if high == 127 || low == 127 { return nil }
    return (UInt16(high) << 7 | UInt16(low), UInt16(coarse) << 7 | UInt16(fine))
  }
}
