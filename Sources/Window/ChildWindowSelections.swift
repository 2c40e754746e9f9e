// X11's names; the clipboard, and files that are dropped: its selections. The host's thread for windows.
import CX
import Text

/// The names by which X11's programs understand each other.
enum AtomName: Int, CaseIterable {
  case aware, enter, position, status, drop, finished, selection, copies, types, uris
  case clipboard, utf8, targets, transfer, leave
  case pressure, touchPressure, touchMajor, touchMinor, touchOrientation, tiltX, tiltY

  var text: StaticString {
    switch self {
    case .aware: "XdndAware"
    case .enter: "XdndEnter"
    case .position: "XdndPosition"
    case .status: "XdndStatus"
    case .drop: "XdndDrop"
    case .finished: "XdndFinished"
    case .selection: "XdndSelection"
    case .copies: "XdndActionCopy"
    case .types: "XdndTypeList"
    case .uris: "text/uri-list"
    case .clipboard: "CLIPBOARD"
    case .utf8: "UTF8_STRING"
    case .targets: "TARGETS"
    // The property of our window in which others put what was asked for.
    case .transfer: "TACTUS_TRANSFER"
    case .leave: "XdndLeave"
    case .pressure: "Abs Pressure"
    case .touchPressure: "Abs MT Pressure"
    case .touchMajor: "Abs MT Touch Major"
    case .touchMinor: "Abs MT Touch Minor"
    case .touchOrientation: "Abs MT Orientation"
    case .tiltX: "Abs Tilt X"
    case .tiltY: "Abs Tilt Y"
    }
  }
}

/// The server's numbers of the names.
struct AtomTable {
  private let atoms: [xcb_atom_t]

  init(_ connection: OpaquePointer) {
    let asked = AtomName.allCases.map { name in
      name.text.withUTF8Buffer { text in
        text.withMemoryRebound(to: CChar.self) {
          xcb_intern_atom(connection, 0, UInt16(text.count), $0.baseAddress)
        }
      }
    }
    atoms = asked.map { cookie in
      let reply = xcb_intern_atom_reply(connection, cookie, nil)
      defer { free(reply) }
      return reply?.pointee.atom ?? 0
    }
  }

  subscript(name: AtomName) -> xcb_atom_t { atoms[name.rawValue] }
}

extension ChildWindow {
  /// The version of XDND that is spoken.
  private static var dragVersion: UInt32 { 5 }
  /// Bytes of a text or of a list of files; what is longer is not taken.
  private static var longestTransfer: Int { 65_536 }

  /// Announces that files can be dropped here.
  func announceDrops() { put([Self.dragVersion], in: atoms[.aware], of: id, XCB_ATOM_ATOM.rawValue) }

  // MARK: The clipboard

  /// Owns the clipboard, with a text.
  mutating func copy(_ text: [UInt8]) {
    copied = text
    xcb_set_selection_owner(connection, id, atoms[.clipboard], 0)
    xcb_flush(connection)
  }

  /// Requests the clipboard's text; it comes as `WindowInput.pasted`.
  func askForCopied() { ask(for: .clipboard, as: .utf8) }

  private func ask(for selection: AtomName, as type: AtomName, at time: xcb_timestamp_t = 0) {
    xcb_convert_selection(connection, id, atoms[selection], atoms[type], atoms[.transfer], time)
    xcb_flush(connection)
  }

  /// Another program asks for what was copied here.
  func answer(_ request: xcb_selection_request_event_t) {
    var property = request.property == 0 ? request.target : request.property
    let isDrag = request.selection == atoms[.selection] && outgoing?.path.isEmpty == false
    if request.target == atoms[.targets], isDrag || request.selection == atoms[.clipboard] {
      let kind = isDrag ? atoms[.uris] : atoms[.utf8]
      put([atoms[.targets], kind], in: property, of: request.requestor, XCB_ATOM_ATOM.rawValue)
    } else if isDrag, request.target == atoms[.uris] {
      let uri = FileURI.uri(of: outgoing?.path ?? [])
      xcb_change_property(
        connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), request.requestor, property, request.target, 8,
        UInt32(uri.count), uri)
    } else if request.selection == atoms[.clipboard], request.target == atoms[.utf8] {
      xcb_change_property(
        connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), request.requestor, property, request.target, 8,
        UInt32(copied.count), copied)
    } else {
      property = 0
    }
    post(
      [
        UInt32(XCB_SELECTION_NOTIFY), request.time, request.requestor, request.selection, request.target,
        property, 0, 0,
      ], to: request.requestor)
  }

  // MARK: Drops

  /// A program that drags something says where it is.
  mutating func hear(_ message: xcb_client_message_event_t) -> WindowInput? {
    let data = message.data.data32
    switch message.type {
    case atoms[.enter]:
      dragSource = data.0
      var types = [data.2, data.3, data.4]
      if data.1 & 1 != 0 {
        types =
          transferred(atoms[.types], of: dragSource, isDeleted: false)?.withUnsafeBytes {
            Array($0.bindMemory(to: UInt32.self))
          } ?? []
      }
      bringsFiles = types.contains(atoms[.uris])
    case atoms[.position]:
      // Our window, whether it wants them, no rectangle, and what it does with them.
      tell(data.0, .status, [bringsFiles ? 1 : 0, 0, 0, bringsFiles ? atoms[.copies] : 0])
    case atoms[.status]: hearStatus(message)
    case atoms[.finished]: hearFinished(message)
    case atoms[.drop]:
      dragSource = data.0
      if bringsFiles {
        ask(for: .selection, as: .uris, at: data.2)
      } else {
        return finish(nil)
      }
    default: break
    }
    return nil
  }

  /// The requested selection has arrived.
  mutating func hear(_ notice: xcb_selection_notify_event_t) -> WindowInput? {
    let content = notice.property == 0 ? nil : transferred(notice.property, of: id, isDeleted: true)
    if notice.selection == atoms[.clipboard] { return .pasted(content ?? []) }
    return notice.selection == atoms[.selection] ? finish(content) : nil
  }

  /// Ends a drag.
  private mutating func finish(_ uris: [UInt8]?) -> WindowInput {
    tell(dragSource, .finished, [uris == nil ? 0 : 1, uris == nil ? 0 : atoms[.copies], 0, 0])
    (dragSource, bringsFiles) = (0, false)
    return .dropped(FileURI.paths(in: uris ?? []))
  }

  private func tell(_ source: xcb_window_t, _ type: AtomName, _ words: [UInt32]) {
    post([UInt32(XCB_CLIENT_MESSAGE) | 32 << 8, source, atoms[type], id] + words, to: source)
  }

  /// Sends an event of eight words.
  func post(_ words: [UInt32], to window: xcb_window_t) {
    words.withUnsafeBytes {
      _ = xcb_send_event(connection, 0, window, 0, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
    }
    xcb_flush(connection)
  }

  private func put(_ words: [UInt32], in property: xcb_atom_t, of window: xcb_window_t, _ type: xcb_atom_t) {
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 32, UInt32(words.count),
      words)
  }

  /// The bytes of a property, or nil if there is none, or it is too long.
  private func transferred(_ property: xcb_atom_t, of window: xcb_window_t, isDeleted: Bool) -> [UInt8]? {
    let reply = xcb_get_property_reply(
      connection,
      xcb_get_property(
        connection, isDeleted ? 1 : 0, window, property, 0, 0, UInt32(Self.longestTransfer / 4)), nil)
    defer { free(reply) }
    guard let reply, reply.pointee.bytes_after == 0, reply.pointee.type != 0 else { return nil }
    let count = Int(xcb_get_property_value_length(reply))
    return [UInt8](UnsafeRawBufferPointer(start: xcb_get_property_value(reply), count: count))
  }
}

/// Names of files as the desktops pass them on: `file:///home/me/a%20b.json`, one a line.
enum FileURI {
  /// The paths of a list; what is no file of this machine is left out.
  static func paths(in list: [UInt8]) -> [[UInt8]] {
    list.split { $0 == 10 || $0 == 13 }.compactMap { path(of: Array($0)) }
  }

  private static func path(of uri: [UInt8]) -> [UInt8]? {
    guard uri.starts(with: "file://".utf8), let slash = uri[7...].firstIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    var path: [UInt8] = []
    var at = slash
    while at < uri.count {
      if uri[at] == UInt8(ascii: "%"), at + 2 < uri.count, let high = digit(uri[at + 1]),
        let low = digit(uri[at + 2])
      {
        path.append(high << 4 | low)
        at += 3
      } else {
        path.append(uri[at])
        at += 1
      }
    }
    return path.contains(0) ? nil : path
  }

  /// The line of a list with a path.
  static func uri(of path: [UInt8]) -> [UInt8] {
    let digits = UTF8Text("0123456789ABCDEF").bytes
    var uri = UTF8Text("file://").bytes
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 45...57,
        UInt8(ascii: "_"):
        uri.append(byte)
      default: uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return uri + [13, 10]
  }

  private static func digit(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): letter - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): letter - 55
    default: nil
    }
  }
}
