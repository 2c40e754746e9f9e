// Pressure, size and tilt of fingers and pens: the valuators of XInput's devices. The host's thread for windows.
import CX
import RealTime
import Toolkit

/// The axes of a device that tell more than a place.
struct PointerAxes {
  enum Axis: Int, CaseIterable {
    case pressure, majorAxis, minorAxis, orientation, tiltX, tiltY

    /// The labels by which drivers name it.
    var labels: [AtomName] {
      switch self {
      case .pressure: [.pressure, .touchPressure]
      case .majorAxis: [.touchMajor]
      case .minorAxis: [.touchMinor]
      case .orientation: [.touchOrientation]
      case .tiltX: [.tiltX]
      case .tiltY: [.tiltY]
      }
    }
  }

  private struct Range {
    var number = -1
    var least: Float = 0
    var greatest: Float = 1
  }

  let device: UInt16
  /// A pen is a pointer of its own: its events are those of a mouse, too.
  private(set) var isPen = false
  private var ranges = [Range](repeating: Range(), count: Axis.allCases.count)
  /// The values that a pen sent last: events have only those that changed. NaN before the first.
  private var last = [Float](repeating: .nan, count: Axis.allCases.count)
  /// Pixels of the screen in a unit of the axis x.
  private var pixels: Float = 0

  /// - Parameter width: of the screen in pixels.
  /// - Returns: nil if the device is no source of a pointer, or knows nothing but places.
  init?(_ info: UnsafeMutablePointer<xcb_input_xi_device_info_t>, _ atoms: AtomTable, width: Float) {
    guard Int32(info.pointee.type) == Int32(XCB_INPUT_DEVICE_TYPE_SLAVE_POINTER.rawValue) else { return nil }
    device = info.pointee.deviceid
    var hasTouches = false
    var classes = xcb_input_xi_device_info_classes_iterator(info)
    while classes.rem > 0, let data = classes.data {
      switch Int32(data.pointee.type) {
      case Int32(XCB_INPUT_DEVICE_CLASS_TYPE_TOUCH.rawValue): hasTouches = true
      case Int32(XCB_INPUT_DEVICE_CLASS_TYPE_VALUATOR.rawValue):
        let axis = UnsafeMutableRawPointer(data).assumingMemoryBound(to: xcb_input_valuator_class_t.self)
          .pointee
        let range = Range(
          number: Int(axis.number), least: Self.number(axis.min), greatest: Self.number(axis.max))
        for known in Axis.allCases where known.labels.contains(where: { atoms[$0] == axis.label }) {
          ranges[known.rawValue] = range
        }
        if axis.number == 0 { pixels = width / max(range.greatest - range.least, 1) }
      default: break
      }
      xcb_input_device_class_next(&classes)
    }
    if !ranges.contains(where: { $0.number >= 0 }) { return nil }
    isPen = !hasTouches
  }

  private static func number(_ value: xcb_input_fp3232_t) -> Float {
    Float(value.integral) + Float(value.frac) / 4_294_967_296
  }

  /// Reads the axes of an event. A pen's others are as they were.
  mutating func read(_ event: UnsafeMutableRawPointer) -> [Float] {
    let press = event.assumingMemoryBound(to: xcb_input_button_press_event_t.self)
    var values = isPen ? last : [Float](repeating: .nan, count: last.count)
    guard let mask = xcb_input_button_press_valuator_mask(press),
      let numbers = xcb_input_button_press_axisvalues(press)
    else { return values }
    var next = 0
    for bit in 0..<(32 * Int(press.pointee.valuators_len)) where mask[bit / 32] >> UInt32(bit % 32) & 1 != 0 {
      if let axis = ranges.firstIndex(where: { $0.number == bit }) {
        values[axis] = Self.number(numbers[next])
      }
      next += 1
    }
    last = values
    return values
  }

  /// What a pen sent last.
  var held: [Float] { last }

  /// A pointer with what the axes tell.
  func complete(_ pointer: ViewEvent.Pointer, _ values: [Float]) -> ViewEvent.Pointer {
    func value(_ axis: Axis) -> Float { values[axis.rawValue] }
    func part(_ axis: Axis) -> Float {
      let range = ranges[axis.rawValue]
      guard range.greatest > range.least else { return .nan }
      return min(max((value(axis) - range.least) / (range.greatest - range.least), 0), 1)
    }
    var pointer = pointer
    if value(.pressure).isFinite { pointer.pressure = part(.pressure) }
    let major = value(.majorAxis)
    if major.isFinite, major > 0 {
      pointer.radius = major / 2 * pixels
      if value(.minorAxis).isFinite {
        pointer.aspect = min(max(value(.minorAxis) / major, 0), 1)
        // From upright, clockwise by a quarter turn at most.
        let greatest = max(ranges[Axis.orientation.rawValue].greatest, 1)
        let lean = value(.orientation).isFinite ? min(max(value(.orientation) / greatest, -1), 1) : 0
        let direction = 0.25 - 0.25 * lean
        pointer.orientation = direction - 0.5 * (2 * direction).rounded(.down)
      }
    }
    if value(.tiltX).isFinite, value(.tiltY).isFinite {
      // Degrees, to the right and toward the player.
      let shape = SurfaceEvent.ShapeView(tiltX: value(.tiltX) / 360, tiltY: -value(.tiltY) / 360)
      (pointer.aspect, pointer.orientation) = (shape.aspect, shape.orientation)
    }
    return pointer
  }
}

/// The devices of the display that know more than places. At most 16 count.
struct PointerDevices {
  private var all: [PointerAxes] = []
  /// The pen that acted last, and when, in the server's milliseconds, or nil if a mouse has acted since.
  private var pen: (device: Int, time: xcb_timestamp_t)?

  /// Looks which devices there are, and asks for what pens do.
  mutating func find(_ connection: OpaquePointer, _ window: xcb_window_t, _ atoms: AtomTable, width: Int) {
    (all, pen) = ([], nil)
    let asked = xcb_input_xi_query_device(connection, xcb_input_device_id_t(XCB_INPUT_DEVICE_ALL.rawValue))
    guard let reply = xcb_input_xi_query_device_reply(connection, asked, nil) else { return }
    defer { free(reply) }
    var infos = xcb_input_xi_query_device_infos_iterator(reply)
    while infos.rem > 0, let info = infos.data, all.count < 16 {
      if let axes = PointerAxes(info, atoms, width: Float(width)) {
        all.append(axes)
        if axes.isPen {
          Self.select(
            connection, window, device: UInt32(axes.device),
            XCB_INPUT_XI_EVENT_MASK_MOTION.rawValue | XCB_INPUT_XI_EVENT_MASK_BUTTON_PRESS.rawValue
              | XCB_INPUT_XI_EVENT_MASK_BUTTON_RELEASE.rawValue)
        }
      }
      xcb_input_xi_device_info_next(&infos)
    }
  }

  /// Asks for events of a device.
  static func select(_ connection: OpaquePointer, _ window: xcb_window_t, device: UInt32, _ events: UInt32) {
    // The device, and the length of the mask in words; then the mask.
    var words: [UInt32] = [device | 1 << 16, events]
    words.withUnsafeMutableBytes { bytes in
      _ = xcb_input_xi_select_events(
        connection, window, 1, bytes.baseAddress?.assumingMemoryBound(to: xcb_input_event_mask_t.self))
    }
  }

  /// A pen did something: the mouse's event about it follows with the same time.
  mutating func hearPen(_ event: UnsafeMutableRawPointer) {
    let motion = event.assumingMemoryBound(to: xcb_input_button_press_event_t.self).pointee
    guard let index = all.firstIndex(where: { $0.isPen && $0.device == motion.deviceid }) else { return }
    _ = all[index].read(event)
    pen = (index, motion.time)
  }

  /// The mouse did something at a time. If it is a pen, its own event had the same time.
  mutating func hearMouse(at time: xcb_timestamp_t) {
    if pen?.time != time { pen = nil }
  }

  /// The mouse with what the pen tells, if it is a pen.
  func complete(_ mouse: ViewEvent.Pointer) -> ViewEvent.Pointer {
    pen.map { all[$0.device].complete(mouse, all[$0.device].held) } ?? mouse
  }

  /// A finger with what its screen tells.
  mutating func complete(_ finger: ViewEvent.Pointer, _ event: UnsafeMutableRawPointer) -> ViewEvent.Pointer {
    let source = event.assumingMemoryBound(to: xcb_input_touch_begin_event_t.self).pointee.sourceid
    guard let index = all.firstIndex(where: { $0.device == source }) else { return finger }
    return all[index].complete(finger, all[index].read(event))
  }
}
