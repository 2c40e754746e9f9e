// One value for every control port, clamped to what its specification allows.

/// The values of all control inputs, indexed by port. Ports without a value (atoms, audio) read as 0.
public struct PortValues: Sendable {
  var values = InlineArray<123, Float>(repeating: 0)

  /// Every port at its default.
  @_noLocks public init() {
    for index in 0..<UInt32(TouchPort.count) {
      if let port = TouchPort(rawValue: index) { values[Int(index)] = port.spec.default }
    }
  }

  @_noLocks public subscript(port: TouchPort) -> Float { values[Int(port.rawValue)] }

  /// The value of the port with this index. By pointer, because reading an element of an array in a borrowed struct
  /// copies the array.
  @_noLocks public static func value(_ index: Int, of ports: UnsafePointer<PortValues>) -> Float {
    ports.pointee.values[index]
  }

  public subscript(isOn port: TouchPort) -> Bool { @_noLocks get { values[Int(port.rawValue)] >= 0.5 } }

  /// Takes a host's value: clamped to the port's range, NaN is the default.
  @_noLocks public mutating func set(_ port: TouchPort, _ value: Float) {
    let spec = port.spec
    values[Int(port.rawValue)] = value.isNaN ? spec.default : min(max(value, spec.minimum), spec.maximum)
  }
}
