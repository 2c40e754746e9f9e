// Events of the surface and the device, as messages to a scene. Audio thread, except `init`.
import Controls
import Lanes
import RealTime
import Touch

/// The touches and sensors of an instance, with what has been told of them.
struct SceneEvents: ~Copyable {
  var sources: ControllerSources
  var writer = PdWriter()
  /// The number of the touch in each slot, from 1; 0: none. And the numbers that are in use.
  private let numbers: UnsafeMutablePointer<UInt8>
  private var used: UInt64 = 0
  /// The last three numbers of each sensor, by the raw value of `MotionSensor`; NaN until it is heard.
  var values = InlineArray<10, SIMD4<Float>>(repeating: SIMD4(repeating: .nan))
  /// Sensors that were heard and not told yet: bits by raw value, for their own message and for `#motion`.
  var fresh: UInt16 = 0
  var freshMotion: UInt16 = 0
  /// The frame of each `SceneSensor`'s last message.
  var told = InlineArray<6, Int>(repeating: .min / 2)
  /// The place and heading that were told last.
  var place = SIMD2<Float>(repeating: .nan)
  var heading = Float.nan
  /// Game controllers that were heard.
  var pads: UInt8 = 0
  /// The timeline as it was told last.
  var isRolling = false
  var tempo: Float = 0
  var toldTime = SIMD4<Float>(repeating: .nan)

  init(sampleRate: Float) {
    sources = ControllerSources(sampleRate: min(max(sampleRate, 8000), 192_000))
    numbers = .allocate(capacity: SceneSubscription.slots)
    numbers.initialize(repeating: 0, count: SceneSubscription.slots)
  }

  deinit {
    writer.deallocate()
    numbers.deallocate()
  }

  /// Forgets everything: time begins anew.
  @_noLocks mutating func reset() {
    sources.reset()
    for slot in 0..<SceneSubscription.slots { numbers[slot] = 0 }
    used = 0
    for sensor in 0..<10 { values[sensor] = SIMD4(repeating: .nan) }
    (fresh, freshMotion, pads) = (0, 0, 0)
    for sensor in 0..<6 { told[sensor] = .min / 2 }
    place = SIMD2(repeating: .nan)
    heading = .nan
    (isRolling, tempo, toldTime) = (false, 0, SIMD4(repeating: .nan))
  }

  /// The number of the touch in a slot; 0: none.
  @_noLocks func number(of slot: Int) -> Int { Int(numbers[slot]) }

  /// Gives the touch in a slot the least number that is free.
  @_noLocks mutating func giveNumber(_ slot: Int) {
    let free = (~used).trailingZeroBitCount
    guard free < 64 else { return }
    used |= 1 << UInt64(free)
    numbers[slot] = UInt8(truncatingIfNeeded: free + 1)
  }

  @_noLocks mutating func takeNumber(_ slot: Int) {
    if numbers[slot] > 0 { used &= ~(1 << UInt64(numbers[slot] - 1)) }
    numbers[slot] = 0
  }
}
