// Values in place of ports: what OSC, learned controllers and windows send to macros, the hold and trims.
// Any thread.
import Controls

/// The values that were sent in place of the values of ports. One holds until its port moves, is saved with
/// the state, and is cleared when another patch is loaded.
public struct SentValues: BitwiseCopyable, Sendable {
  /// The ports: eight macros, the hold, 32 trims.
  public static var count: Int { @_noLocks get { 41 } }
  static var hold: Int { @_noLocks get { 8 } }
  static var firstTrim: Int { @_noLocks get { 9 } }

  /// NaN: none.
  private var values = InlineArray<41, Float>(repeating: .nan)

  @_noLocks public init() {}

  /// Returns the value at an index below `count`, or NaN if none was sent.
  @_noLocks public func value(_ index: Int) -> Float { values[index] }

  /// - Parameter value: NaN: none.
  @_noLocks public mutating func set(_ index: Int, _ value: Float) { values[index] = value }

  /// Returns the port at an index below `count`.
  @_noLocks public static func port(_ index: Int) -> TouchPort {
    if index == hold { return .hold }
    let first: TouchPort = index < hold ? .macro1 : .trim01
    return TouchPort.at(Int(first.rawValue) + (index < hold ? index : index - firstTrim)) ?? .hold
  }

  /// Returns the index of a port, or nil if values can't be sent to it.
  @_noLocks public static func index(of port: TouchPort) -> Int? {
    if port == .hold { return hold }
    let macro = Int(port.rawValue) - Int(TouchPort.macro1.rawValue)
    if 0..<hold ~= macro { return macro }
    let trim = Int(port.rawValue) - Int(TouchPort.trim01.rawValue)
    return 0..<count - firstTrim ~= trim ? trim + firstTrim : nil
  }
}

/// A load of a patch: its number, and the sent values with which the patch begins.
public struct PatchLoad: BitwiseCopyable, Sendable {
  public var number: UInt32 = 0
  public var sent = SentValues()

  @_noLocks public init() {}
}
