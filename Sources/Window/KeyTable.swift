// Key codes to keys and letters, by the server's own table. The host's thread for windows.
import CX
import Shell
import Toolkit

/// The keys of the keyboard.
struct KeyTable {
  private let reply: UnsafeMutablePointer<xcb_get_keyboard_mapping_reply_t>?
  private let first: UInt8

  init(_ connection: OpaquePointer, first: UInt8, last: UInt8) {
    self.first = first
    reply = xcb_get_keyboard_mapping_reply(
      connection, xcb_get_keyboard_mapping(connection, first, last - first + 1), nil)
  }

  func free() { CX.free(reply) }

  /// The meaning of a key.
  enum Meaning {
    case key(ViewEvent.Key)
    /// UTF-8.
    case text([UInt8])
    /// A key for patches alone, by its name.
    case named(StaticString)
    /// The key that gives the window the keyboard, and takes it away: F6.
    case walk
    case nothing
  }

  /// - Parameter state: the modifiers: bit 0 is Shift, bit 1 Caps Lock.
  func meaning(_ keycode: UInt8, state: UInt16) -> Meaning {
    let symbol = symbol(keycode, isShifted: state & 1 != 0, isLocked: state & 2 != 0)
    switch symbol {
    case 0xff51: return .key(.left)
    case 0xff52: return .key(.up)
    case 0xff53: return .key(.right)
    case 0xff54: return .key(.down)
    case 0xff55: return .key(.pageUp)
    case 0xff56: return .key(.pageDown)
    case 0xff50: return .key(.home)
    case 0xff57: return .key(.end)
    case 0xff09, 0xfe20: return .key(.tab)
    case 0xff0d, 0xff8d: return .key(.enter)
    case 0xff1b: return .key(.escape)
    case 0xff08: return .key(.backspace)
    case 0xffff: return .key(.delete)
    case 0xff67: return .key(.menu)
    case 0xffbe: return .key(.help)
    case 0xffbf: return .key(.edit)
    case 0xffc3: return .walk
    case 0x20: return .key(.space)
    // Symbols of Latin-1 are its code points; those with bit 24 are other code points.
    case 0x21...0x7e, 0xa0...0xff: return .text(Self.utf8(symbol))
    case 0x0100_0100...0x0110_ffff: return .text(Self.utf8(symbol & 0xff_ffff))
    default: return Self.names.first { $0.symbol == symbol }.map { .named($0.name) } ?? .nothing
    }
  }

  /// The names in X of keys that do nothing here.
  private static let names: [(symbol: UInt32, name: StaticString)] = [
    (0xff13, "Pause"), (0xff14, "Scroll_Lock"), (0xff61, "Print"), (0xff63, "Insert"), (0xff7f, "Num_Lock"),
    (0xffbf, "F2"), (0xffc0, "F3"), (0xffc1, "F4"), (0xffc2, "F5"), (0xffc4, "F7"),
    (0xffc5, "F8"), (0xffc6, "F9"), (0xffc7, "F10"), (0xffc8, "F11"), (0xffc9, "F12"),
    (0xffe1, "Shift_L"), (0xffe2, "Shift_R"), (0xffe3, "Control_L"), (0xffe4, "Control_R"),
    (0xffe5, "Caps_Lock"), (0xffe7, "Meta_L"), (0xffe8, "Meta_R"), (0xffe9, "Alt_L"), (0xffea, "Alt_R"),
    (0xffeb, "Super_L"), (0xffec, "Super_R"),
  ]

  private func symbol(_ keycode: UInt8, isShifted: Bool, isLocked: Bool) -> UInt32 {
    guard let reply, keycode >= first, let list = xcb_get_keyboard_mapping_keysyms(reply) else { return 0 }
    let columns = Int(reply.pointee.keysyms_per_keycode)
    let row = Int(keycode - first) * columns
    guard columns > 1, row + 1 < Int(xcb_get_keyboard_mapping_keysyms_length(reply)) else { return 0 }
    let (lower, upper) = (list[row], list[row + 1])
    let isLetter = 0x61...0x7a ~= lower
    let isUpper = isShifted != (isLocked && isLetter)
    if isUpper && upper == 0 && isLetter { return lower - 32 }
    return isUpper && upper != 0 ? upper : lower
  }

  static func utf8(_ scalar: UInt32) -> [UInt8] {
    func byte(_ high: UInt32, _ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: high | (scalar >> shift) & 0x3f)
    }
    if scalar < 0x80 { return [UInt8(scalar)] }
    if scalar < 0x800 { return [UInt8(0xc0 | scalar >> 6), byte(0x80, 0)] }
    if scalar < 0x1_0000 { return [UInt8(0xe0 | scalar >> 12), byte(0x80, 6), byte(0x80, 0)] }
    return [UInt8(0xf0 | (scalar >> 18) & 7), byte(0x80, 12), byte(0x80, 6), byte(0x80, 0)]
  }
}
