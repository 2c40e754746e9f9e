// One input device that is open: what it is, and its events. The thread of the devices.
import CInput
import Foundation

/// A touch screen, a pen's tablet or a game controller.
struct InputDevice: ~Copyable {
  enum Kind {
    case screen(TouchSlots)
    case pen(TouchSlots)
    case controller(GameController)
  }

  let descriptor: Int32
  let name: String
  private(set) var kind: Kind

  var isPen: Bool { if case .pen = kind { true } else { false } }

  private static let mostEvents = 64

  /// - Returns: nil if it cannot be read, `errno` says why, or if it is neither of both: then `errno` is 0.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let kind = Self.kind(descriptor) else {
      close(descriptor)
      errno = 0
      return nil
    }
    (self.descriptor, self.kind) = (descriptor, kind)
    var name = [CChar](repeating: 0, count: 128)
    tactus_input_name(descriptor, &name)
    let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.name = text.isEmpty ? path : text
  }

  deinit { close(descriptor) }

  /// Takes a screen for this program alone: a finger that plays must not press what the screen shows.
  /// - Returns: false: another program has taken it.
  func take() -> Bool { tactus_input_grab(descriptor) }

  private static func range(_ device: Int32, _ code: Int32) -> InputRange? {
    var axis = input_absinfo()
    guard tactus_input_axis(device, code, &axis) else { return nil }
    return InputRange(
      least: axis.minimum, greatest: axis.maximum, flat: axis.flat, resolution: axis.resolution)
  }

  private static func slot(_ device: Int32) -> Int32 {
    var axis = input_absinfo()
    return tactus_input_axis(device, ABS_MT_SLOT, &axis) ? axis.value : 0
  }

  private static func kind(_ device: Int32) -> Kind? {
    func key(_ code: Int32) -> Bool { tactus_input_has(device, EV_KEY, code) }
    if key(BTN_SOUTH) || key(BTN_TRIGGER) {
      var ranges: [Int32: InputRange] = [:]
      for code in 0..<ABS_MISC { ranges[code] = range(device, code) }
      return ranges[ABS_X] == nil ? nil : .controller(GameController(ranges: ranges))
    }
    // A tablet has a place for each place of its pen. A touch pad moves a pointer.
    let isPen = key(BTN_TOOL_PEN)
    let isScreen = tactus_input_is(device, INPUT_PROP_DIRECT) || !key(BTN_TOOL_FINGER)
    guard isPen || isScreen && !tactus_input_is(device, INPUT_PROP_POINTER) else { return nil }
    var current = input_absinfo()
    if !isPen, tactus_input_axis(device, ABS_MT_SLOT, &current), let x = range(device, ABS_MT_POSITION_X),
      let y = range(device, ABS_MT_POSITION_Y)
    {
      return .screen(
        TouchSlots(
          slots: Int(current.maximum) &+ 1, x: x, y: y,
          TouchSlots.Axes(
            pressure: range(device, ABS_MT_PRESSURE), major: range(device, ABS_MT_TOUCH_MAJOR),
            orientation: range(device, ABS_MT_ORIENTATION)),
          current: current.value))
    }
    guard key(BTN_TOUCH), let x = range(device, ABS_X), let y = range(device, ABS_Y) else { return nil }
    let slots = TouchSlots(
      slots: 0, x: x, y: y,
      TouchSlots.Axes(
        pressure: range(device, ABS_PRESSURE), tiltX: range(device, ABS_TILT_X),
        tiltY: range(device, ABS_TILT_Y)))
    return isPen ? .pen(slots) : .screen(slots)
  }

  /// Reads what waits, or nil if the device has gone, and nothing is held any more.
  mutating func read() -> [InputReport]? {
    var reports: [InputReport] = []
    var events = [input_event](repeating: input_event(), count: Self.mostEvents)
    while true {
      let size = events.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if size < 0, errno == EAGAIN || errno == EINTR { return reports }
      guard size > 0 else { return nil }
      for event in events[..<(size / MemoryLayout<input_event>.stride)] {
        reports += read(InputEvent(Int32(event.type), Int32(event.code), event.value))
      }
    }
  }

  private mutating func read(_ event: InputEvent) -> [InputReport] {
    switch kind {
    case .screen(var slots):
      defer { kind = .screen(slots) }
      return slots.read(event) { [descriptor] in Self.slot(descriptor) }
    case .pen(var slots):
      defer { kind = .pen(slots) }
      return slots.read(event)
    case .controller(var controller):
      defer { kind = .controller(controller) }
      return controller.read(event)
    }
  }

  /// Lets go of all fingers and controls.
  mutating func end() -> [InputReport] {
    switch kind {
    case .screen(var slots):
      defer { kind = .screen(slots) }
      return slots.end()
    case .pen(var slots):
      defer { kind = .pen(slots) }
      return slots.end()
    case .controller(var controller):
      defer { kind = .controller(controller) }
      return controller.end()
    }
  }
}
