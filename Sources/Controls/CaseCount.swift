// The number of cases of an enum, as a constant for the audio thread. Any thread.

/// As many as `allCases` has, without making that array: the compiler folds it to a constant.
///
/// An enum without payloads is stored as the number of its case, counted from 0, and its `nil` as the number
/// after the last one. So the count cannot be forgotten when a case is added. Enums of up to 65,535 cases.
@inlinable @inline(__always) public func caseCount<Cases: CaseIterable>(of cases: Cases.Type) -> Int {
  MemoryLayout<Cases?>.size == 1
    ? Int(unsafeBitCast(Cases?.none, to: UInt8.self)) : Int(unsafeBitCast(Cases?.none, to: UInt16.self))
}
