// Lists of options, as a host sets and gets them (`opts:interface`). Host thread.
import CLV2

extension UnsafePointer<LV2_Options_Option> {
  /// Gives each option of the list to `take`, which returns its bits of errors. Hosts end a list with an option of
  /// zeros.
  /// - Returns: LV2's bits of errors.
  public func set(_ take: (LV2_Options_Option) -> UInt32) -> UInt32 {
    var (next, errors) = (self, UInt32(0))
    while next.pointee.key != 0 {
      errors |= take(next.pointee)
      next += 1
    }
    return errors
  }
}

extension UnsafeMutablePointer<LV2_Options_Option> {
  /// Lets `fill` fill in each option of the list; it returns its bits of errors.
  /// - Returns: LV2's bits of errors.
  public func get(_ fill: (inout LV2_Options_Option) -> UInt32) -> UInt32 {
    var (next, errors) = (self, UInt32(0))
    while next.pointee.key != 0 {
      errors |= fill(&next.pointee)
      next += 1
    }
    return errors
  }
}

extension LV2_Options_Option {
  /// Fills in a value of four bytes, which stays at its address.
  public mutating func fill(_ type: LV2_URID, _ value: UnsafeRawPointer) {
    (self.type, size, self.value) = (type, 4, value)
  }
}
