// A file that is dragged out of the window to another program: the source's side of XDND 5. The host's thread for
// windows.
import CX
import Text

/// A file that is being dragged out of the window.
struct OutgoingDrag {
  /// The path of the file. Empty while it is being written.
  var path: [UInt8] = []
  /// The window below the pointer that accepts drags, or 0.
  var target: xcb_window_t = 0
  /// Whether the target has answered the last position, and accepts the file.
  var waits = false
  var isWelcome = false
  /// The next position to send after the answer, in screen pixels.
  var pending: (x: Int16, y: Int16, time: xcb_timestamp_t)?
  /// Whether the button was released and only the transfer remains.
  var isDropped = false
}

extension ChildWindow {
  private static var version: UInt32 { 5 }

  /// Starts dragging a file while a button is down. Its path follows (`setDragged`).
  mutating func beginDrag() {
    outgoing = OutgoingDrag()
    xcb_set_selection_owner(connection, id, atoms[.selection], 0)
    xcb_flush(connection)
  }

  mutating func setDragged(_ path: [UInt8]) { outgoing?.path = path }

  /// Follows the pointer.
  mutating func drag(to motion: xcb_motion_notify_event_t) {
    guard var drag = outgoing, !drag.isDropped else { return }
    let isInside = 0..<width ~= Int(motion.event_x) && 0..<height ~= Int(motion.event_y)
    let target = isInside ? 0 : target(below: motion.root, motion.root_x, motion.root_y)
    if target != drag.target {
      if drag.target != 0 { say(.leave, to: drag.target, []) }
      (drag.target, drag.waits, drag.isWelcome, drag.pending) = (target, false, false, nil)
      if target != 0 { say(.enter, to: target, [Self.version << 24, atoms[.uris], 0, 0]) }
    }
    if target != 0 {
      drag.pending = (motion.root_x, motion.root_y, motion.time)
      if !drag.waits { tellPlace(&drag) }
    }
    outgoing = drag
  }

  private func tellPlace(_ drag: inout OutgoingDrag) {
    guard let (x, y, time) = drag.pending.take() else { return }
    drag.waits = true
    let place = UInt32(UInt16(bitPattern: x)) << 16 | UInt32(UInt16(bitPattern: y))
    say(.position, to: drag.target, [0, place, time, atoms[.copies]])
  }

  /// The target has answered a position.
  mutating func hearStatus(_ message: xcb_client_message_event_t) {
    guard var drag = outgoing, message.data.data32.0 == drag.target else { return }
    (drag.waits, drag.isWelcome) = (false, message.data.data32.1 & 1 != 0)
    tellPlace(&drag)
    outgoing = drag
  }

  /// The target has the file.
  mutating func hearFinished(_ message: xcb_client_message_event_t) {
    if outgoing?.target == message.data.data32.0 { outgoing = nil }
  }

  /// The button was released.
  mutating func drop(at time: xcb_timestamp_t) {
    guard var drag = outgoing, !drag.isDropped else { return }
    guard drag.target != 0, drag.isWelcome, !drag.path.isEmpty else {
      if drag.target != 0 { say(.leave, to: drag.target, []) }
      return outgoing = nil
    }
    say(.drop, to: drag.target, [0, time])
    drag.isDropped = true
    outgoing = drag
  }

  /// The outermost window below a point of the screen that accepts drags, or 0.
  private func target(below root: xcb_window_t, _ x: Int16, _ y: Int16) -> xcb_window_t {
    var window = root
    while window != 0 {
      let reply = xcb_translate_coordinates_reply(
        connection, xcb_translate_coordinates(connection, root, window, x, y), nil)
      defer { free(reply) }
      window = reply?.pointee.child ?? 0
      if window == id { return 0 }
      if window != 0, hasProperty(.aware, window) { return window }
    }
    return 0
  }

  private func hasProperty(_ name: AtomName, _ window: xcb_window_t) -> Bool {
    let reply = xcb_get_property_reply(
      connection, xcb_get_property(connection, 0, window, atoms[name], 0, 0, 1), nil)
    defer { free(reply) }
    return (reply?.pointee.type ?? 0) != 0
  }

  private func say(_ type: AtomName, to window: xcb_window_t, _ words: [UInt32]) {
    let rest = [UInt32](repeating: 0, count: 4 - words.count)
    post([UInt32(XCB_CLIENT_MESSAGE) | 32 << 8, window, atoms[type], id] + words + rest, to: window)
  }
}
