// The controls of the window for screen readers: a process shows them by AT-SPI (Sources/ScreenReader), because that needs
// an event loop and a D-Bus connection. The host's thread for windows.
import CPosix
import Paint
import PanelModel
import Shell
import Text
import Toolkit

/// The stream to `tactus-atspi`, which ends at once while no screen reader runs. Lists are sent when they have changed, at
/// most ten times a second.
struct ScreenReader: ~Copyable {
  /// A request of an assistive program, for the control at an index if it still has this name.
  struct Request {
    enum Kind { case press, focus, set(Float) }
    var kind: Kind
    var index: Int
    var name: [UInt8]
  }

  private static var period: Double { 0.1 }
  /// Seconds between two starts.
  private static var patience: Double { 10 }
  /// The longest request in bytes. A program that sends four times as much without a line end is stopped.
  private static var longestLine: Int { 4096 }

  private var stream: Int32 = -1
  private var process: Int32 = 0
  private var nextStart = 0.0
  private var due = 0.0
  private var sent: [UInt8] = []
  private var outgoing: [UInt8] = []
  private var incoming: [UInt8] = []

  var isRunning: Bool { stream >= 0 }

  /// Starts the program of the bundle, if the user's session has a bus.
  mutating func start(in bundle: [UInt8], at now: Double) {
    if isRunning || now < nextStart || !tactus_has_session_bus() { return }
    nextStart = now + Self.patience
    let path = bundle + ("/tactus-atspi" as UTF8Text).bytes + [0]
    path.withUnsafeBufferPointer {
      $0.withMemoryRebound(to: CChar.self) { stream = tactus_open_stream($0.baseAddress!, &process) }
    }
    (sent, outgoing, incoming, due) = ([], [], [], 0)
  }

  /// Ends the program.
  mutating func stop() {
    guard isRunning else { return }
    tactus_close_stream(stream, process)
    stream = -1
  }

  /// Whether a changed list would be sent now.
  func isDue(at now: Double) -> Bool { isRunning && now >= due && outgoing.isEmpty }

  /// Sends the controls of a view, if they have changed.
  /// - Parameters:
  ///   - hasKeyboard: whether keys go to the window.
  ///   - title: names the window.
  ///   - place: the pixel of the screen where the window begins.
  ///   - scale: pixels for each point.
  mutating func show(
    _ view: borrowing View, hasKeyboard: Bool, title: StaticString, place: (x: Int, y: Int), scale: Double,
    at now: Double
  ) {
    due = now + Self.period
    let focus = hasKeyboard ? view.keyControl : view.focus
    let list = Self.list(view, focus: focus, title: title, place: place, scale: scale)
    if list == sent { return }
    (sent, outgoing) = (list, list)
    flush()
  }

  /// Sends what has not been sent yet, and reads what the program requests.
  mutating func takeRequests() -> [Request] {
    guard isRunning else { return [] }
    flush()
    var part = [UInt8](repeating: 0, count: Self.longestLine)
    while isRunning {
      let count = part.withUnsafeMutableBytes { tactus_stream_receive(stream, $0.baseAddress!, $0.count) }
      if count < 0 { stop() }
      if count <= 0 { break }
      incoming += part[..<count]
      if incoming.count > 4 * Self.longestLine { stop() }
    }
    var requests: [Request] = []
    while let end = incoming.firstIndex(of: 10) {
      if let request = Self.request(incoming[..<end]) { requests.append(request) }
      incoming.removeSubrange(...end)
    }
    return requests
  }

  private mutating func flush() {
    guard isRunning, !outgoing.isEmpty else { return }
    let count = outgoing.withUnsafeBytes { tactus_stream_send(stream, $0.baseAddress!, $0.count) }
    if count > 0 { outgoing.removeFirst(count) }
  }

  // MARK: The texts

  /// A name as it stands in the list: without what separates fields and lines.
  static func plain(_ text: [UInt8]) -> [UInt8] { text.map { $0 < 32 || $0 == 127 ? 32 : $0 } }

  private static func list(
    _ view: borrowing View, focus: Int?, title: StaticString, place: (x: Int, y: Int), scale: Double
  ) -> [UInt8] {
    func pixels(_ points: Float) -> Int { Int(Double(points) * scale) }
    var list: [UInt8] = []
    func put(_ text: [UInt8], _ end: UInt8 = 9) {
      list += plain(text)
      list.append(end)
    }
    func put(_ numbers: Int...) { for number in numbers { put(("\(number)" as UTF8Text).bytes) } }
    put(("window" as UTF8Text).bytes)
    put(UTF8Text(title).bytes)
    put(place.x, place.y, pixels(view.width), pixels(view.height), focus ?? -1)
    put(view.model.message, 10)
    for control in view.controls {
      put(("control" as UTF8Text).bytes)
      put(UTF8Text(control.role.ariaName).bytes)
      put(control.name)
      put(control.value)
      let area = control.area
      put(pixels(area.x), pixels(area.y), pixels(area.width), pixels(area.height))
      put(control.part.isFinite ? Int(control.part * 100 + 0.5) : -1)
      put(control.isOn ? 1 : 0, control.isEnabled ? 1 : 0)
      put(("\(control.hasFocus ? 1 : 0)" as UTF8Text).bytes, 10)
    }
    return list + ("end\n" as UTF8Text).bytes
  }

  private static func request(_ line: ArraySlice<UInt8>) -> Request? {
    let fields = line.split(separator: 9, omittingEmptySubsequences: false)
    guard fields.count >= 3, let index = number(fields[1]) else { return nil }
    let name = Array(fields[2])
    if fields[0].elementsEqual("press".utf8) { return Request(kind: .press, index: Int(index), name: name) }
    if fields[0].elementsEqual("focus".utf8) { return Request(kind: .focus, index: Int(index), name: name) }
    guard fields[0].elementsEqual("set".utf8), fields.count == 4, let percent = number(fields[3]) else {
      return nil
    }
    return Request(kind: .set(percent / 100), index: Int(index), name: name)
  }

  /// A positive number with at most eight digits before the point.
  private static func number(_ text: ArraySlice<UInt8>) -> Float? {
    var (number, scale, hasPoint) = (Float(0), Float(1), false)
    guard 1...12 ~= text.count else { return nil }
    for letter in text {
      if letter == UInt8(ascii: "."), !hasPoint { hasPoint = true; continue }
      guard 48...57 ~= letter else { return nil }
      if hasPoint { scale /= 10 }
      number = hasPoint ? number + Float(letter - 48) * scale : number * 10 + Float(letter - 48)
    }
    return number <= 1e8 ? number : nil
  }
}
