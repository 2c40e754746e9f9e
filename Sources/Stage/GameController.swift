// A game controller's sticks and buttons as numbered axes and buttons, the same for all makers. The thread of
// the devices.
//
// Source: Documentation/input/gamepad.rst of Linux; numbers as PdParty's, so that patches fit both.
import CInput

/// Follows a game controller.
struct GameController {
  /// The meaning of an axis of the kernel.
  enum Role: Equatable {
    /// A stick's axis 1…4; one that grows downward is turned over.
    case stick(Int, isTurned: Bool)
    /// A trigger: a button that knows how far it is pressed.
    case trigger(Int)
    /// The cross: the buttons of its lower and its upper end.
    case cross(Int, Int)
  }

  private let axes: [Int32: (role: Role, range: InputRange)]
  private var told: [Int32: Float] = [:]
  private var pressed: Set<Int> = []
  private var deflected: Set<Int> = []

  /// Buttons of the kernel and their numbers: a b x y, left shoulder and trigger, right shoulder and trigger,
  /// both sticks, the cross, back, start.
  static let buttons: [Int32: Int] = [
    BTN_SOUTH: 1, BTN_EAST: 2, BTN_NORTH: 3, BTN_WEST: 4, BTN_TL: 5, BTN_TL2: 6, BTN_TR: 7, BTN_TR2: 8,
    BTN_THUMBL: 9, BTN_THUMBR: 10, BTN_DPAD_UP: 11, BTN_DPAD_DOWN: 12, BTN_DPAD_LEFT: 13, BTN_DPAD_RIGHT: 14,
    BTN_SELECT: 15, BTN_START: 16,
  ]

  /// The axes that a controller can have, and what they become.
  /// - Parameter hasTurns: whether it has ABS_RX and ABS_RY, which then are the right stick; otherwise that
  ///   is ABS_Z and ABS_RZ.
  static func roles(hasTurns: Bool) -> [Int32: Role] {
    var roles: [Int32: Role] = [
      ABS_X: .stick(1, isTurned: false), ABS_Y: .stick(2, isTurned: true),
      ABS_BRAKE: .trigger(6), ABS_GAS: .trigger(8),
      ABS_HAT0X: .cross(13, 14), ABS_HAT0Y: .cross(11, 12),
    ]
    let (right, up) = hasTurns ? (ABS_RX, ABS_RY) : (ABS_Z, ABS_RZ)
    roles[right] = .stick(3, isTurned: false)
    roles[up] = .stick(4, isTurned: true)
    if hasTurns { (roles[ABS_Z], roles[ABS_RZ]) = (.trigger(6), .trigger(8)) }
    return roles
  }

  /// - Parameter ranges: of the axes that the controller has.
  init(ranges: [Int32: InputRange]) {
    let roles = Self.roles(hasTurns: ranges[ABS_RX] != nil && ranges[ABS_RY] != nil)
    axes = ranges.reduce(into: [:]) { axes, axis in
      if let role = roles[axis.key] { axes[axis.key] = (role, axis.value) }
    }
  }

  mutating func read(_ event: InputEvent) -> [InputReport] {
    switch event.type {
    case EV_KEY:
      guard let number = Self.buttons[event.code], event.value < 2 else { return [] }  // 2: it repeats
      // A trigger that knows how far it is pressed is not told twice.
      if axes.values.contains(where: { $0.role == .trigger(number) }) { return [] }
      return [press(number, Float(event.value))]
    case EV_ABS:
      guard let (role, range) = axes[event.code] else { return [] }
      let value: Float
      switch role {
      case .stick(_, let isTurned): value = range.deflection(event.value) * (isTurned ? -1 : 1)
      case .trigger: value = range.part(event.value)
      case .cross: value = Float(event.value.signum())
      }
      guard told.updateValue(value, forKey: event.code) != value else { return [] }
      switch role {
      case .stick(let number, _):
        if value == 0 { deflected.remove(number) } else { deflected.insert(number) }
        return [.axis(number, value)]
      case .trigger(let number): return [press(number, value)]
      case .cross(let lower, let upper):
        return [(lower, value < 0), (upper, value > 0)]
          .filter { $0.1 != pressed.contains($0.0) }.map { press($0.0, $0.1 ? 1 : 0) }
      }
    default: return []
    }
  }

  private mutating func press(_ number: Int, _ value: Float) -> InputReport {
    if value > 0 { pressed.insert(number) } else { pressed.remove(number) }
    return .button(number, value)
  }

  /// Lets go of everything: the controller has gone.
  mutating func end() -> [InputReport] {
    defer { (pressed, deflected, told) = ([], [], [:]) }
    return deflected.sorted().map { .axis($0, 0) } + pressed.sorted().map { .button($0, 0) }
  }
}
