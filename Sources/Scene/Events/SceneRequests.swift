// The sensors that a scene has requested by `#pdparty`, with rates and details. Audio thread.
import Lanes

/// The sensors that a scene can switch.
enum SceneSensor: Int, BitwiseCopyable {
  case accelerate, gyro, magnet, motion, location, compass

  var bit: UInt8 { @_noLocks get { 1 << UInt8(truncatingIfNeeded: number) } }
  var number: Int { @_noLocks get { rawValue } }

  /// The sensor that a word of `#pdparty` names.
  @_noLocks static func named(_ word: UnsafeRawBufferPointer) -> SceneSensor? {
    if word.spells("accelerate") { return .accelerate }
    if word.spells("gyro") { return .gyro }
    if word.spells("magnet") { return .magnet }
    if word.spells("motion") { return .motion }
    if word.spells("loc") { return .location }
    return word.spells("compass") ? .compass : nil
  }
}

/// A scene of PdParty begins with all sensors off. One of RjDj has acceleration, rotation, place and compass,
/// one of DroidParty acceleration, rotation and magnet; neither can switch others.
struct SceneRequests: BitwiseCopyable {
  /// Bits of sensors: those that are on, those that send only when they are asked, those that are asked.
  private(set) var on: UInt8 = 0
  private(set) var quiet: UInt8 = 0
  var asked: UInt8 = 0
  /// Messages a second.
  private(set) var rates = InlineArray<6, Float>(repeating: 30)
  /// The smallest change that is sent: meters of the position, degrees of the compass.
  private(set) var metres: Float = 0
  private(set) var degrees: Float = 0
  /// Whether touches come with radius and force.
  private(set) var isExtended = false
  private let canSwitch: Bool

  init(_ style: SceneStyle) {
    canSwitch = style == .patch
    switch style {
    case .patch: break
    case .rjDj: on = 0b11_0011
    case .droidParty: on = 0b00_0111
    }
  }

  /// Applies what follows `#pdparty touch`.
  @_noLocks mutating func touch(_ rest: inout PdAtoms) {
    guard canSwitch, let word = rest.symbol(), let state = rest.number() else { return }
    // `everywhere` concerns what widgets take, and is theirs.
    if word.spells("extended") { isExtended = state != 0 }
  }

  /// Applies what follows a sensor's name: a state, `updates`, `speed`, `filter`, `accuracy`; nothing: it is
  /// asked for one message. The accuracy is a matter of the device, which is not told.
  @_noLocks mutating func sensor(_ sensor: SceneSensor, _ rest: inout PdAtoms) {
    guard canSwitch else { return }
    switch rest.next() {
    case nil: asked |= sensor.bit
    case .number(let state)?: on = state != 0 ? on | sensor.bit : on & ~sensor.bit
    case .symbol(let word)?:
      if word.spells("updates"), let state = rest.number() {
        quiet = state == 0 ? quiet | sensor.bit : quiet & ~sensor.bit
      } else if word.spells("speed"), let speed = rest.symbol() {
        if let rate = Self.rate(speed) { rates[sensor.number] = rate }
      } else if word.spells("filter"), let least = rest.number(), least >= 0 {
        if sensor == .location { metres = least }
        if sensor == .compass { degrees = least }
      }
    }
  }

  /// Messages a second at the speeds of PdParty.
  @_noLocks private static func rate(_ word: UnsafeRawBufferPointer) -> Float? {
    if word.spells("slow") { return 10 }
    if word.spells("normal") { return 30 }
    if word.spells("fast") { return 60 }
    return word.spells("fastest") ? 100 : nil
  }
}
