// A window inside the host's, on a connection of its own: pictures out. The host's thread for windows.
import CX
import Canvas

/// An X11 window. A child of the host's window, with a size that the host may change.
struct ChildWindow: ~Copyable {
  let connection: OpaquePointer
  let id: xcb_window_t
  /// In pixels.
  var width: Int
  var height: Int
  /// Whether the host has destroyed it.
  var isGone = false
  /// Whether a part of it must be shown again.
  var isExposed = true
  /// The number of XInput's events; 0: there is none.
  let touchOpcode: UInt8
  /// Devices that know pressure, size or tilt.
  var pointers = PointerDevices()
  /// In pixels.
  let screenWidth: Int
  let keys: KeyTable
  let atoms: AtomTable
  /// The text that other programs may paste.
  var copied: [UInt8] = []
  /// The window of a program that drags something over this one, and whether that is files.
  var dragSource: xcb_window_t = 0
  var bringsFiles = false
  /// The file that is being dragged to another program, or nil.
  var outgoing: OutgoingDrag?
  /// An event that was read ahead.
  var following: UnsafeMutablePointer<xcb_generic_event_t>?
  /// The modifiers with which the keys that are down were pressed, by key code.
  var heldKeys = [UInt16?](repeating: nil, count: 256)
  private let graphics: xcb_gcontext_t
  /// Rows of a part of a picture on their way to the server.
  private var rows: UnsafeMutableRawPointer?
  /// Its bytes.
  private var rowsCapacity = 0
  /// The pixels that the server reads from shared memory.
  private var shared = SharedPicture()
  private let depth: UInt8
  /// In bytes.
  private let longestRequest: Int
  /// The window that had the keyboard before this one took it, or nil if it was not taken.
  private var focusBefore: xcb_window_t?

  /// - Parameters:
  ///   - parent: the host's window; 0: the whole screen.
  ///   - sizes: sizes in pixels; the first one that the screen has room for is taken, else the last.
  ///   - least: the least size that a user may give it, in pixels.
  /// - Returns: nil if there is no display with 24 bits a pixel, or the window cannot be made.
  init?(parent: UInt32, sizes: [(width: Int, height: Int)], least: (width: Int, height: Int)) {
    var number: Int32 = 0
    guard let connection = xcb_connect(nil, &number) else { return nil }
    guard xcb_connection_has_error(connection) == 0, let setup = xcb_get_setup(connection) else {
      xcb_disconnect(connection)
      return nil
    }
    var screens = xcb_setup_roots_iterator(setup)
    for _ in 0..<max(number, 0) where screens.rem > 1 { xcb_screen_next(&screens) }
    guard let screen = screens.data, screen.pointee.root_depth == 24 || screen.pointee.root_depth == 32 else {
      xcb_disconnect(connection)
      return nil
    }
    // Room for the host's frame and panels.
    let room = (Int(screen.pointee.width_in_pixels) * 15 / 16, Int(screen.pointee.height_in_pixels) * 7 / 8)
    let fitting = sizes.first { $0.width <= room.0 && $0.height <= room.1 } ?? sizes[sizes.count - 1]
    let (width, height) = (fitting.width, fitting.height)
    let id = xcb_generate_id(connection)
    // In the order of the bits: background, border, events, colors. The host's window may have another depth
    // than the root; then a window without stated border and colors is a BadMatch.
    let events =
      XCB_EVENT_MASK_EXPOSURE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue
      | XCB_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_EVENT_MASK_BUTTON_RELEASE.rawValue
      | XCB_EVENT_MASK_POINTER_MOTION.rawValue | XCB_EVENT_MASK_LEAVE_WINDOW.rawValue
      | XCB_EVENT_MASK_KEY_PRESS.rawValue | XCB_EVENT_MASK_KEY_RELEASE.rawValue
      | XCB_EVENT_MASK_FOCUS_CHANGE.rawValue
    let values: [UInt32] = [0, 0, events, screen.pointee.default_colormap]
    let mask =
      XCB_CW_BACK_PIXMAP.rawValue | XCB_CW_BORDER_PIXEL.rawValue | XCB_CW_EVENT_MASK.rawValue
      | XCB_CW_COLORMAP.rawValue
    let created = xcb_create_window_checked(
      connection, screen.pointee.root_depth, id, parent == 0 ? screen.pointee.root : parent, 0, 0,
      UInt16(clamping: width), UInt16(clamping: height), 0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue),
      screen.pointee.root_visual, mask, values)
    if let error = xcb_request_check(connection, created) {
      free(error)
      xcb_disconnect(connection)
      return nil
    }
    // WM_NORMAL_HINTS: hosts read the wanted and the least size (PMinSize, PBaseSize).
    var hints = [UInt32](repeating: 0, count: 18)
    hints[0] = 1 << 4 | 1 << 8
    (hints[5], hints[6]) = (UInt32(clamping: least.width), UInt32(clamping: least.height))
    (hints[15], hints[16]) = (UInt32(clamping: width), UInt32(clamping: height))
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), id, XCB_ATOM_WM_NORMAL_HINTS.rawValue,
      XCB_ATOM_WM_SIZE_HINTS.rawValue, 32, 18, hints)
    self.connection = connection
    self.id = id
    (self.width, self.height) = (width, height)
    graphics = xcb_generate_id(connection)
    xcb_create_gc(connection, graphics, id, 0, nil)
    depth = screen.pointee.root_depth
    longestRequest = Int(xcb_get_maximum_request_length(connection)) * 4
    keys = KeyTable(connection, first: setup.pointee.min_keycode, last: setup.pointee.max_keycode)
    touchOpcode = tactus_x_input_opcode(connection)
    atoms = AtomTable(connection)
    screenWidth = Int(screen.pointee.width_in_pixels)
    if touchOpcode != 0 {
      Self.selectTouches(connection, id)
      pointers.find(connection, id, atoms, width: screenWidth)
    }
    announceDrops()
    xcb_map_window(connection, id)
    // A round trip, because hosts ask about the window on their own connection: one that the server has not
    // made yet is an error that ends some of them.
    free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
  }

  deinit {
    keys.free()
    rows?.deallocate()
    shared.free(connection)
    free(following)
    if !isGone { xcb_destroy_window(connection, id) }
    xcb_flush(connection)
    xcb_disconnect(connection)
  }

  /// XInput 2.2 touches of all devices, and which devices come and go; the mouse keeps its core events, so that
  /// nothing comes twice.
  private static func selectTouches(_ connection: OpaquePointer, _ id: xcb_window_t) {
    PointerDevices.select(
      connection, id, device: UInt32(XCB_INPUT_DEVICE_ALL_MASTER.rawValue),
      XCB_INPUT_XI_EVENT_MASK_TOUCH_BEGIN.rawValue | XCB_INPUT_XI_EVENT_MASK_TOUCH_UPDATE.rawValue
        | XCB_INPUT_XI_EVENT_MASK_TOUCH_END.rawValue)
    PointerDevices.select(
      connection, id, device: UInt32(XCB_INPUT_DEVICE_ALL.rawValue),
      XCB_INPUT_XI_EVENT_MASK_HIERARCHY.rawValue)
  }

  /// The pixel of the screen where it begins.
  var place: (x: Int, y: Int) {
    guard !isGone, let setup = xcb_get_setup(connection) else { return (0, 0) }
    let root = xcb_setup_roots_iterator(setup).data.pointee.root
    let reply = xcb_translate_coordinates_reply(
      connection, xcb_translate_coordinates(connection, id, root, 0, 0), nil)
    defer { free(reply) }
    return reply.map { (Int($0.pointee.dst_x), Int($0.pointee.dst_y)) } ?? (0, 0)
  }

  /// The window that has the keyboard.
  private var focus: xcb_window_t {
    let reply = xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil)
    defer { free(reply) }
    return reply?.pointee.focus ?? 0
  }

  /// Takes the keyboard if another window has it, and keeps which one: the host's shortcuts must come back.
  mutating func takeKeyboard() {
    guard !isGone else { return }
    let focus = focus
    if focus == id { return }
    focusBefore = focus
    xcb_set_input_focus(connection, UInt8(XCB_INPUT_FOCUS_PARENT.rawValue), id, 0)
    xcb_flush(connection)
  }

  mutating func giveKeyboardBack() {
    guard let before = focusBefore else { return }
    focusBefore = nil
    // A window that has taken it since then keeps it.
    if before != 0, focus == id {
      xcb_set_input_focus(connection, UInt8(XCB_INPUT_FOCUS_PARENT.rawValue), before, 0)
      xcb_flush(connection)
    }
  }

  /// Shows a part of a picture of the window's width and height; `flush` sends it.
  /// - Parameters:
  ///   - pixels: native 32-bit words, row by row from the top.
  ///   - stride: bytes from row to row.
  mutating func show(_ pixels: UnsafePointer<UInt8>, stride: Int, _ area: PixelArea) {
    guard !isGone, area.width > 0, area.height > 0 else { return }
    let length = 4 * area.width
    if area.x + area.width <= width, area.y + area.height <= height,
      let memory = shared.memory(width: width, height: height, connection)
    {
      let first = 4 * (area.y * width + area.x)
      for row in 0..<area.height {
        (memory + (first + 4 * row * width)).copyMemory(
          from: pixels + ((area.y + row) * stride + 4 * area.x), byteCount: length)
      }
      xcb_shm_put_image(
        connection, id, graphics, UInt16(clamping: width), UInt16(clamping: height), UInt16(clamping: area.x),
        UInt16(clamping: area.y), UInt16(clamping: area.width), UInt16(clamping: area.height),
        Int16(clamping: area.x), Int16(clamping: area.y), depth, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), 0,
        shared.segment, 0)
      return
    }
    let rowsAtOnce = max(1, (longestRequest - 64) / length)
    var row = 0
    while row < area.height {
      let count = min(rowsAtOnce, area.height - row)
      let first = UnsafeRawPointer(pixels + ((area.y + row) * stride + 4 * area.x))
      // XCB wants rows without gaps between them.
      let image = length == stride ? first : gathered(first, stride: stride, length: length, count: count)
      xcb_put_image(
        connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), id, graphics, UInt16(clamping: area.width),
        UInt16(clamping: count), Int16(clamping: area.x), Int16(clamping: area.y + row), 0, depth,
        UInt32(length * count), image.assumingMemoryBound(to: UInt8.self))
      row += count
    }
  }

  /// Copies rows next to each other.
  private mutating func gathered(
    _ first: UnsafeRawPointer, stride: Int, length: Int, count: Int
  ) -> UnsafeRawPointer {
    if rowsCapacity < length * count {
      rows?.deallocate()
      rows = .allocate(byteCount: length * count, alignment: 16)
      rowsCapacity = length * count
    }
    guard let rows else { return first }
    for row in 0..<count { (rows + row * length).copyMemory(from: first + row * stride, byteCount: length) }
    return UnsafeRawPointer(rows)
  }

  /// Sends what is shown.
  func flush() { xcb_flush(connection) }
}
