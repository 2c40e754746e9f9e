// One value for every control port, clamped to its range. Audio thread, except `init`.

/// The values of all control inputs of Tactus Touch, in memory of their owner. Ports without a value (atoms,
/// audio) read as 0.
public struct PortValues {
  /// `TouchPort.count` of them, by the port's index.
  private let values: UnsafeMutablePointer<Float>

  /// Every port at its default.
  /// - Parameter memory: `TouchPort.count` numbers that stay valid as long as the values are used.
  public init(memory: UnsafeMutablePointer<Float>) {
    values = memory
    for index in 0..<TouchPort.count { values[index] = TouchPort.at(index)?.spec.default ?? 0 }
  }

  @_noLocks public subscript(port: TouchPort) -> Float { values[Int(port.rawValue)] }

  /// The value of the port with this index.
  /// - Parameter index: below `TouchPort.count`.
  @_noLocks public func value(at index: Int) -> Float { values[index] }

  public subscript(isOn port: TouchPort) -> Bool { @_noLocks get { values[Int(port.rawValue)] >= 0.5 } }

  /// Sets a host's value: clamped to the port's range; NaN gives the default.
  @_noLocks public func set(_ port: TouchPort, _ value: Float) {
    let spec = port.spec
    values[Int(port.rawValue)] = value.isNaN ? spec.default : min(max(value, spec.minimum), spec.maximum)
  }
}

/// The values of all control inputs of the Tone Matrix. Ports without a value read as 0.
public struct ToneMatrixValues: ~Copyable {
  /// `ToneMatrixPort.count` of them, by the port's index.
  private let values: UnsafeMutablePointer<Float>

  /// Every port at its default. Allocates.
  public init() {
    values = .allocate(capacity: ToneMatrixPort.count)
    values.initialize(repeating: 0, count: ToneMatrixPort.count)
    for index in 0..<ToneMatrixPort.count { values[index] = ToneMatrixPort.at(index)?.spec.default ?? 0 }
  }

  deinit { values.deallocate() }

  @_noLocks public subscript(port: ToneMatrixPort) -> Float { values[Int(port.rawValue)] }

  /// A whole number, rounded.
  @_noLocks public subscript(whole port: ToneMatrixPort) -> Int {
    let value = values[Int(port.rawValue)]
    return Int(value < 0 ? value - 0.5 : value + 0.5)
  }

  /// A setting of a layer, 0…15. Without a port it is at rest.
  @_noLocks public subscript(layer: Int, setting: ToneMatrixPort.LayerSetting) -> Float {
    guard let port = ToneMatrixPort.layer(layer, setting) else { return setting.rest }
    return self[port]
  }

  /// The same, rounded to a whole number.
  @_noLocks public subscript(whole layer: Int, setting: ToneMatrixPort.LayerSetting) -> Int {
    guard let port = ToneMatrixPort.layer(layer, setting) else { return Int(setting.rest) }
    return self[whole: port]
  }

  /// Sets a host's value: clamped to the port's range; NaN gives the default.
  @_noLocks public mutating func set(_ port: ToneMatrixPort, _ value: Float) {
    let spec = port.spec
    values[Int(port.rawValue)] = value.isNaN ? spec.default : min(max(value, spec.minimum), spec.maximum)
  }
}
