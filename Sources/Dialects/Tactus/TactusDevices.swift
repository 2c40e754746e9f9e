// Tactus's own OSC messages of tokens, sensors, game controllers, macros and sources. Input thread.
import OSC
import Profiles
import RealTime

extension TactusDialect {
  /// The event of a message about a token, a sensor, a game controller, a macro or a source, without its
  /// source number; nil if the address is none of these.
  static func device(_ name: AddressRest, _ message: borrowing OSCMessageView) throws(Refusal)
    -> SurfaceEvent?
  {
    var name = name
    if name.equals("token") { return try token(message) }
    if name.drop("motion/") { return try motion(name, message) }
    if name.drop("pad/") { return try pad(name, message) }
    if name.equals("source") { return try source(message) }
    if name.equals("hold") {
      guard message.count == 1 else { throw .wrongArguments }
      return .hold(try number(message, 0, in: 0...2, slack: 0))
    }
    if name.equals("loop") { return try loop(message) }
    if name.equals("guide") {
      guard message.count == 1 else { throw .wrongArguments }
      return .guide(try number(message, 0, in: -1...1, slack: 0.05))
    }
    if name.equals("midi") { return try midi(message) }
    if name.equals("trim") {
      return .trim(
        Int(try number(message, among: 1...32, count: 2)),
        amount: try number(message, 1, in: 0...2, slack: 0.05))
    }
    guard name.equals("macro") else { return nil }
    return .macro(
      Int(try number(message, among: 1...8, count: 2)),
      amount: try number(message, 1, in: 0...1, slack: 0.05))
  }

  /// Reads a command to the looper [its layer [its number]].
  private static func loop(_ message: borrowing OSCMessageView) throws(Refusal) -> SurfaceEvent {
    guard 1...3 ~= message.count else { throw .wrongArguments }
    for command in LoopCommand.allCases where try message.word(0, is: command.name) {
      let layer = message.count > 1 ? try number(message, 1, among: LoopTarget.all...16) : 0
      return .loop(
        command, layer: Int32(layer), message.count > 2 ? try number(message, 2, in: -1...64, slack: 0) : .nan
      )
    }
    throw .unknownWord
  }

  /// Reads the three bytes of a channel message.
  private static func midi(_ message: borrowing OSCMessageView) throws(Refusal) -> SurfaceEvent {
    guard message.count == 3 else { throw .wrongArguments }
    return .midi(
      UInt8(try number(message, 0, among: 0x80...0xEF)), UInt8(try number(message, 1, among: 0...0x7F)),
      UInt8(try number(message, 2, among: 0...0x7F)))
  }

  /// Reads `lifted` id, or `placed`/`moved` id x y [angle [class]].
  private static func token(_ message: borrowing OSCMessageView) throws(Refusal) -> SurfaceEvent {
    if try message.word(0, is: "lifted") { return SurfaceEvent(.tokenLifted, id: try message.id(1)) }
    var isKnown = try message.word(0, is: "placed")
    if !isKnown { isKnown = try message.word(0, is: "moved") }
    guard isKnown else { throw .unknownWord }
    guard 4...6 ~= message.count else { throw .wrongArguments }
    return .token(
      id: try message.id(1), x: try number(message, 2, in: 0...1, slack: 0.05),
      y: try number(message, 3, in: 0...1, slack: 0.05),
      angle: message.count > 4 ? try number(message, 4, in: -1000...1000, slack: 0) : .nan,
      classNumber: message.count > 5 ? try number(message, 5, in: 0...16_777_216, slack: 0) : .nan)
  }

  /// Reads a source's kind [quarter turns, mirrors (1 x, 2 y) [left, bottom, right, top]].
  private static func source(_ message: borrowing OSCMessageView) throws(Refusal) -> SurfaceEvent {
    var found: UInt32?
    if try message.word(0, is: "unknown") { found = 0 }
    if try message.word(0, is: "finger") { found = 1 }
    if try message.word(0, is: "pen") { found = 2 }
    if try message.word(0, is: "key") { found = 3 }
    if try message.word(0, is: "pointer") { found = 4 }
    guard let kind = found else { throw .unknownWord }
    guard message.count == 1 || message.count == 3 || message.count == 7 else { throw .wrongArguments }
    if message.count == 1 { return .layout(kind: kind) }
    let (quarters, mirrors) = (try message.id(1), try message.id(2))
    guard 0...3 ~= quarters, 0...3 ~= mirrors else { throw .outOfRange }
    var crop = SurfaceEvent.Crop()
    if message.count == 7 {
      crop = SurfaceEvent.Crop(
        left: try number(message, 3, in: -4...5, slack: 0),
        bottom: try number(message, 4, in: -4...5, slack: 0),
        right: try number(message, 5, in: -4...5, slack: 0), top: try number(message, 6, in: -4...5, slack: 0)
      )
      guard crop.right - crop.left >= 0.01, crop.top - crop.bottom >= 0.01 else { throw .outOfRange }
    }
    return .layout(
      kind: kind, quarters: Int(quarters), isMirroredX: mirrors & 1 != 0, isMirroredY: mirrors & 2 != 0,
      crop: crop)
  }

  static func sourceName(_ message: borrowing OSCMessageView) throws(Refusal) -> [SurfaceEvent] {
    guard message.count == 1 else { throw .wrongArguments }
    let text = try message.text(0)
    guard text.count <= 32 else { throw .outOfRange }
    return SurfaceEvent.sourceName(text)
  }

  private static func motion(_ name: AddressRest, _ message: borrowing OSCMessageView) throws(Refusal)
    -> SurfaceEvent
  {
    let sensor: MotionSensor
    let limit: Float
    if name.equals("attitude") {
      (sensor, limit) = (.attitude, 1000)
    } else if name.equals("acceleration") {
      (sensor, limit) = (.acceleration, 1000)
    } else if name.equals("gravity") {
      (sensor, limit) = (.gravity, 1000)
    } else if name.equals("gyroscope") {
      (sensor, limit) = (.gyroscope, 1000)
    } else if name.equals("magnet") {
      (sensor, limit) = (.magnet, 100_000)
    } else if name.equals("heading") {
      (sensor, limit) = (.heading, 1000)
    } else {
      throw .unknownAddress
    }
    let range = -limit...limit
    guard message.count == (sensor == .heading ? 1 : 3) else { throw .wrongArguments }
    let isOne = sensor == .heading
    return .motion(
      sensor, x: try number(message, 0, in: range, slack: 0),
      y: isOne ? .nan : try number(message, 1, in: range, slack: 0),
      z: isOne ? .nan : try number(message, 2, in: range, slack: 0))
  }

  private static func pad(_ name: AddressRest, _ message: borrowing OSCMessageView) throws(Refusal)
    -> SurfaceEvent
  {
    if name.equals("gone") {
      guard message.count <= 1 else { throw .wrongArguments }
      return .padGone(message.count == 1 ? try number(message, 0, among: 1...4) : 1)
    }
    // A third number tells which of four controllers it is.
    guard 2...3 ~= message.count else { throw .wrongArguments }
    let pad = message.count == 3 ? try number(message, 2, among: 1...4) : 1
    if name.equals("axis") {
      return .pad(
        axis: try number(message, 0, among: 1...6), amount: try number(message, 1, in: -1...1, slack: 0.05),
        of: pad)
    }
    guard name.equals("button") else { throw .unknownAddress }
    return .pad(
      button: try number(message, 0, among: 1...16), amount: try number(message, 1, in: 0...1, slack: 0.05),
      of: pad)
  }

  private static func number(
    _ message: borrowing OSCMessageView, _ index: Int, among range: ClosedRange<Int32>
  ) throws(Refusal) -> Int {
    let number = try message.id(index)
    guard range ~= number else { throw .outOfRange }
    return Int(number)
  }

  /// A number in a range: the first of `count` arguments.
  private static func number(
    _ message: borrowing OSCMessageView, among range: ClosedRange<Int32>, count: Int
  ) throws(Refusal) -> Int32 {
    guard message.count == count else { throw .wrongArguments }
    let number = try message.id(0)
    guard range ~= number else { throw .outOfRange }
    return number
  }
}
