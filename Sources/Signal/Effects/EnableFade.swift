// The fade with which the port `enabled` switches the instrument on and off. Audio thread.

/// A gain that moves linearly between 0 and 1.
public struct EnableFade {
  /// Seconds from one end to the other.
  public static var seconds: Float { 0.01 }

  /// The change of the gain in one frame.
  private let step: Float
  private var gain: Float = 1

  /// - Parameter sampleRate: frames a second.
  public init(sampleRate: Float) { step = 1 / (Self.seconds * sampleRate) }

  /// Whether the gain is 0, so that nothing is heard.
  public var isSilent: Bool { @_noLocks get { gain == 0 } }

  /// Jumps to one of the ends.
  @_noLocks public mutating func set(isOn: Bool) { gain = isOn ? 1 : 0 }

  /// Moves the gain towards 1 or 0 and multiplies `count` frames by it.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, isOn: Bool
  ) {
    if isOn && gain == 1 { return }
    let step = isOn ? step : -step
    for index in 0..<count {
      gain = min(max(gain + step, 0), 1)
      left[index] *= gain
      right[index] *= gain
    }
  }
}
