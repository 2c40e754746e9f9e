// Pointer and key events of a window. The host's thread for windows.
import CX
import Shell
import Text
import Toolkit

/// An event of a window, in pixels.
enum WindowInput {
  case pointer(ViewEvent.Pointer)
  case hover(x: Float, y: Float, alt: Bool)
  case left
  /// Steps of a wheel: right and down count up.
  case wheel(x: Float, y: Float, dx: Float, dy: Float, shift: Bool)
  case key(KeyTable.Meaning, shift: Bool, control: Bool)
  /// A held key repeats.
  case again(KeyTable.Meaning, shift: Bool, control: Bool)
  /// The key of a letter is up again.
  case released([UInt8])
  /// The clipboard's text came; files were dropped: their paths.
  case pasted([UInt8])
  case dropped([[UInt8]])
  case resized
}

extension ChildWindow {
  /// The next event; nil: none waits. Errors are skipped, because here they concern nothing but this window.
  mutating func nextInput() -> WindowInput? {
    while let event = nextEvent() {
      defer { free(event) }
      if let input = input(UnsafeMutableRawPointer(event), Int32(event.pointee.response_type & 0x7f)) {
        return input
      }
    }
    if xcb_connection_has_error(connection) != 0 { isGone = true }
    return nil
  }

  private mutating func nextEvent() -> UnsafeMutablePointer<xcb_generic_event_t>? {
    defer { following = nil }
    return following ?? xcb_poll_for_event(connection)
  }

  /// X repeats a held key as a release and a press at the same time.
  private mutating func released(_ release: xcb_key_press_event_t) -> WindowInput? {
    following = xcb_poll_for_event(connection)
    if let following, Int32(following.pointee.response_type & 0x7f) == XCB_KEY_PRESS {
      let press = UnsafeMutableRawPointer(following).assumingMemoryBound(to: xcb_key_press_event_t.self)
        .pointee
      if press.detail == release.detail, press.time == release.time {
        free(following)
        self.following = nil
        return .again(
          keys.meaning(press.detail, state: press.state), shift: press.state & 1 != 0,
          control: press.state & 4 != 0)
      }
    }
    // Shift may have changed meanwhile.
    let state = heldKeys[Int(release.detail)] ?? release.state
    heldKeys[Int(release.detail)] = nil
    switch keys.meaning(release.detail, state: state) {
    case .text(let letters): return .released(letters)
    case .named(let name): return .released(UTF8Text(name).bytes)
    case .key(let key): return key.name.map { .released(UTF8Text($0).bytes) }
    case .walk, .nothing: return nil
    }
  }

  private mutating func input(_ event: UnsafeMutableRawPointer, _ type: Int32) -> WindowInput? {
    switch type {
    case XCB_BUTTON_PRESS, XCB_BUTTON_RELEASE: return button(event, isPressed: type == XCB_BUTTON_PRESS)
    case XCB_MOTION_NOTIFY:
      let motion = event.assumingMemoryBound(to: xcb_motion_notify_event_t.self).pointee
      let (x, y) = (Float(motion.event_x), Float(motion.event_y))
      pointers.hearMouse(at: motion.time)
      if outgoing?.isDropped == false {
        drag(to: motion)
        return nil
      }
      if motion.state & UInt16(XCB_BUTTON_MASK_1.rawValue) == 0 {
        return .hover(x: x, y: y, alt: motion.state & 8 != 0)
      }
      return .pointer(pointers.complete(Self.mouse(.moved, x, y, motion.state)))
    case XCB_LEAVE_NOTIFY: return .left
    case XCB_KEY_PRESS:
      let press = event.assumingMemoryBound(to: xcb_key_press_event_t.self).pointee
      heldKeys[Int(press.detail)] = press.state
      return .key(
        keys.meaning(press.detail, state: press.state), shift: press.state & 1 != 0,
        control: press.state & 4 != 0)
    case XCB_KEY_RELEASE:
      return released(event.assumingMemoryBound(to: xcb_key_press_event_t.self).pointee)
    case XCB_EXPOSE: isExposed = true
    case XCB_DESTROY_NOTIFY: isGone = true
    case XCB_CONFIGURE_NOTIFY:
      let size = event.assumingMemoryBound(to: xcb_configure_notify_event_t.self).pointee
      let (newWidth, newHeight) = (max(1, Int(size.width)), max(1, Int(size.height)))
      guard newWidth != width || newHeight != height else { return nil }
      (width, height) = (newWidth, newHeight)
      isExposed = true
      return .resized
    case XCB_GE_GENERIC: return extended(event)
    case XCB_CLIENT_MESSAGE:
      return hear(event.assumingMemoryBound(to: xcb_client_message_event_t.self).pointee)
    case XCB_SELECTION_NOTIFY:
      return hear(event.assumingMemoryBound(to: xcb_selection_notify_event_t.self).pointee)
    case XCB_SELECTION_REQUEST:
      answer(event.assumingMemoryBound(to: xcb_selection_request_event_t.self).pointee)
    default: break
    }
    return nil
  }

  /// The mouse with the keys that are held.
  private static func mouse(
    _ phase: ViewEvent.Pointer.Phase, _ x: Float, _ y: Float, _ state: UInt16
  ) -> ViewEvent.Pointer {
    var pointer = ViewEvent.Pointer(phase, x: x, y: y)
    (pointer.shift, pointer.control, pointer.alt) = (state & 1 != 0, state & 4 != 0, state & 8 != 0)
    return pointer
  }

  private mutating func button(_ event: UnsafeMutableRawPointer, isPressed: Bool) -> WindowInput? {
    let press = event.assumingMemoryBound(to: xcb_button_press_event_t.self).pointee
    let (x, y) = (Float(press.event_x), Float(press.event_y))
    let shift = press.state & 1 != 0
    pointers.hearMouse(at: press.time)
    if press.detail == 1 { if isPressed { outgoing = nil } else { drop(at: press.time) } }
    switch press.detail {
    case 1:
      return .pointer(pointers.complete(Self.mouse(isPressed ? .began : .ended, x, y, press.state)))
    case 3 where isPressed:
      var pointer = Self.mouse(.began, x, y, press.state)
      pointer.isSecondary = true
      return .pointer(pointer)
    case 4 where isPressed: return .wheel(x: x, y: y, dx: 0, dy: -1, shift: shift)
    case 5 where isPressed: return .wheel(x: x, y: y, dx: 0, dy: 1, shift: shift)
    case 6 where isPressed: return .wheel(x: x, y: y, dx: -1, dy: 0, shift: shift)
    case 7 where isPressed: return .wheel(x: x, y: y, dx: 1, dy: 0, shift: shift)
    default: return nil
    }
  }

  private mutating func extended(_ event: UnsafeMutableRawPointer) -> WindowInput? {
    let head = event.assumingMemoryBound(to: xcb_ge_generic_event_t.self).pointee
    guard head.`extension` == touchOpcode else { return nil }
    let touch = event.assumingMemoryBound(to: xcb_input_touch_begin_event_t.self).pointee
    let phase: ViewEvent.Pointer.Phase
    switch Int32(head.event_type) {
    case XCB_INPUT_TOUCH_BEGIN: phase = .began
    case XCB_INPUT_TOUCH_UPDATE: phase = .moved
    case XCB_INPUT_TOUCH_END: phase = .ended
    case XCB_INPUT_MOTION, XCB_INPUT_BUTTON_PRESS, XCB_INPUT_BUTTON_RELEASE:
      pointers.hearPen(event)
      return nil
    case XCB_INPUT_HIERARCHY:
      pointers.find(connection, id, atoms, width: screenWidth)
      return nil
    default: return nil
    }
    // Numbers of touches are never used again; 0 is the mouse.
    let finger = ViewEvent.Pointer(
      phase, .finger, id: Int32(truncatingIfNeeded: touch.detail & 0x3fff_ffff) + 1,
      x: Float(touch.event_x) / 65_536, y: Float(touch.event_y) / 65_536)
    return .pointer(pointers.complete(finger, event))
  }
}
