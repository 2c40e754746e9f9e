// Messages of PdParty: touches, a pen, sensors, game controllers and keys. Input thread. Their commands are
// listed in docs/osc.md.
//
// Source: danomatika/PdParty, src/modules/Osc.m. Touches count from 0 there; a cancelled one is `up`.
import OSC
import RealTime
import Text

enum PdPartyDialect {
  /// The diagonal of a screen of 1024 × 768 points. PdParty sends radii in points.
  private static let diagonal: Float = 1280
  private static let pi = Float.pi

  /// - Parameter name: what follows `/pdparty/`.
  static func translate(
    _ message: borrowing OSCMessageView, _ name: AddressRest, _ memory: SenderMemory,
    refuse: (Refusal) -> Void, body: CommandBody
  ) throws(Refusal) {
    let context = CommandContext(dialect: .pdparty)
    if name.equals("touch") {
      let report = try touch(message, [4, 6], refuse)
      memory.party.note(report, at: memory.lastReceived) { body(.play(.touch($0)), context) }
      body(.play(.touch(report)), context)
    } else if name.equals("stylus") {
      let report = try touch(message, [8], refuse)
      if memory.penStream == 0 { memory.penStream = try memory.newStream() }
      body(.play(.touch(report)), CommandContext(dialect: .pdparty, stream: memory.penStream))
    } else if name.equals("accelerate") {
      body(.play(.event(try sensor(.acceleration, message, 0, 1))), context)
    } else if name.equals("gyro") {
      body(.play(.event(try sensor(.gyroscope, message, 0, 1 / (2 * pi)))), context)
    } else if name.equals("magnet") {
      body(.play(.event(try sensor(.magnet, message, 0, 1))), context)
    } else if name.equals("motion") {
      body(try motion(message, memory), context)
    } else if name.equals("compass") {
      guard message.count == 1 else { throw .wrongArguments }
      let degrees = try TactusDialect.number(message, 0, in: -360...360, slack: 0.5)
      body(.play(.event(.motion(.heading, x: degrees / 360))), context)
    } else if let sensor = place(name) {
      body(.play(.event(try sensor.event(message))), context)
    } else if name.equals("controller") {
      try controller(message) { body($0, context) }
    } else if name.equals("key") || name.equals("keyup") {
      guard message.count == 1 else { throw .wrongArguments }
      let code = try message.id(0)
      body(known("/pdparty/key/", Array(code.description.utf8), name.equals("key") ? 1 : 0), context)
    } else if name.equals("keyname") {
      guard message.count == 2 else { throw .wrongArguments }
      // PdParty sends name and state in one order, Pd's own object in the other, and patches forward both.
      let text = message.isText(at: 0) ? 0 : 1
      body(
        known("/pdparty/keyname/", try message.text(text), try message.finite(1 - text) != 0 ? 1 : 0),
        context)
    } else if name.equals("shake") {
      body(known("/pdparty/shake", [], 1), context)
    } else if try isNoted(name, message) {
      body(.sender(.noted), context)
    } else {
      throw .unknownAddress
    }
  }

  /// Where the device is and how it moves, or nil if the message is about something else.
  private static func place(_ name: AddressRest) -> MotionSensor? {
    if name.equals("loc") { return .location }
    if name.equals("speed") { return .speed }
    return name.equals("altitude") ? .altitude : nil
  }

  /// Whether a message controls nothing: time, printed text.
  private static func isNoted(_ name: AddressRest, _ message: borrowing OSCMessageView) throws(Refusal)
    -> Bool
  {
    guard name.equals("time") else { return name.equals("print") }
    guard message.count == 10 else { throw .wrongArguments }
    for index in 0..<10 { _ = try message.finite(index) }
    return true
  }

  private static func known(_ address: StaticString, _ rest: [UInt8], _ value: Float) -> Command {
    .routed(.foreign(address: address.withUTF8Buffer { Array($0) } + rest, value: value, isKnown: true))
  }

  /// Reads event, index, x, y, then radius and force, then azimuth and elevation. An `up` counts even if its
  /// numbers are bad.
  private static func touch(
    _ message: borrowing OSCMessageView, _ counts: [Int], _ refuse: (Refusal) -> Void
  ) throws(Refusal) -> TouchReport {
    let word: TouchReport.Word
    if try message.word(0, is: "xy") {
      word = .moved
    } else if try message.word(0, is: "down") {
      word = .began
    } else if try message.word(0, is: "up") {
      word = .ended
    } else {
      throw .unknownWord
    }
    let end = TouchReport(word: word, id: try message.id(1))
    do throws(Refusal) {
      guard counts.contains(message.count) else { throw .wrongArguments }
      return try fill(end, message)
    } catch {
      guard word == .ended else { throw error }
      refuse(error)
      return end
    }
  }

  private static func fill(
    _ start: TouchReport, _ message: borrowing OSCMessageView
  ) throws(Refusal) -> TouchReport {
    var report = start
    report.x = try TactusDialect.number(message, 2, in: 0...1, slack: 0.05)
    report.y = 1 - (try TactusDialect.number(message, 3, in: 0...1, slack: 0.05))
    if message.count >= 6 {
      report.radius = try TactusDialect.number(message, 4, in: 0...100_000, slack: 0) / diagonal
      report.pressure = try TactusDialect.number(message, 5, in: 0...1, slack: 0.05)
    }
    if message.count == 8 {
      report.orientation = Flip.turns(
        radians: try TactusDialect.number(message, 6, in: -1000...1000, slack: 0))
      // The contact of an upright pen is round; that of a lying pen is a line.
      let elevation = try TactusDialect.number(message, 7, in: 0...pi / 2, slack: 0.05)
      report.aspect = min(elevation / (pi / 2), 1)
    }
    return report
  }

  private static func sensor(
    _ sensor: MotionSensor, _ message: borrowing OSCMessageView, _ first: Int, _ factor: Float
  ) throws(Refusal) -> SurfaceEvent {
    guard message.count == first + 3 else { throw .wrongArguments }
    let range: ClosedRange<Float> = -100_000...100_000
    return .motion(
      sensor,
      x: try TactusDialect.number(message, first, in: range, slack: 0) * factor,
      y: try TactusDialect.number(message, first + 1, in: range, slack: 0) * factor,
      z: try TactusDialect.number(message, first + 2, in: range, slack: 0) * factor)
  }

  private static func motion(
    _ message: borrowing OSCMessageView, _ memory: SenderMemory
  ) throws(Refusal) -> Command {
    if try message.word(0, is: "attitude") {
      return .play(.event(try sensor(.attitude, message, 1, 1 / (2 * pi))))
    }
    if try message.word(0, is: "rotation") {
      return .play(.event(try sensor(.gyroscope, message, 1, 1 / (2 * pi))))
    }
    if try message.word(0, is: "gravity") {
      let event = try sensor(.gravity, message, 1, 1)
      memory.gravity = (event.motion.x, event.motion.y, event.motion.z)
      return .play(.event(event))
    }
    guard try message.word(0, is: "user") else { throw .unknownWord }
    // PdParty sends acceleration without gravity; the sensor of Tactus includes it.
    let own = try sensor(.acceleration, message, 1, 1).motion
    guard let gravity = memory.gravity else { return .sender(.noted) }
    return .play(
      .event(.motion(.acceleration, x: own.x + gravity.x, y: own.y + gravity.y, z: own.z + gravity.z)))
  }

  private static let axes: [StaticString] = ["leftx", "lefty", "rightx", "righty"]
  /// The names of buttons 1 to 16. `guide` has no number.
  private static let buttons: [StaticString] = [
    "a", "b", "x", "y", "leftshoulder", "lefttrigger", "rightshoulder", "righttrigger", "leftstick",
    "rightstick", "dpup", "dpdown", "dpleft", "dpright", "back", "start",
  ]

  /// The number of a game controller by its name, `gc1` to `gc4`. One with another name is the first.
  private static func pad(_ message: borrowing OSCMessageView, _ index: Int) throws(Refusal) -> Int {
    let name = try message.text(index)
    guard name.count == 3, name.starts(with: [UInt8]("gc".utf8)), 48...57 ~= name[2] else { return 1 }
    guard 49...52 ~= name[2] else { throw .outOfRange }
    return Int(name[2]) - 48
  }

  private static func controller(
    _ message: borrowing OSCMessageView, body: (Command) -> Void
  ) throws(Refusal) {
    if message.count == 4 {
      let isAxis = try message.word(1, is: "axis")
      if !isAxis { guard try message.word(1, is: "button") else { throw .unknownWord } }
      let names = isAxis ? axes : buttons
      var number: Int?
      for index in names.indices where try message.word(2, is: names[index]) { number = index }
      let value = try TactusDialect.number(message, 3, in: isAxis ? -1...1 : 0...1, slack: 0.05)
      let pad = try pad(message, 0)
      if let number {
        let event: SurfaceEvent =
          isAxis
          ? .pad(axis: number + 1, amount: value, of: pad) : .pad(button: number + 1, amount: value, of: pad)
        return body(.play(.event(event)))
      }
      guard !isAxis, try message.word(2, is: "guide") else { throw .unknownWord }
      return body(.sender(.noted))
    }
    guard message.count == 2 else { throw .wrongArguments }
    if try message.word(1, is: "pause") {  // PdParty sends no release of it
      let pad = try pad(message, 0)
      for amount in [1, 0] as [Float] { body(.play(.event(.pad(button: 16, amount: amount, of: pad)))) }
    } else if try message.word(0, is: "disconnect") {  // PdParty sends no release of held buttons
      let pad = try pad(message, 1)
      for axis in 1...axes.count { body(.play(.event(.pad(axis: axis, amount: 0, of: pad)))) }
      for button in 1...buttons.count { body(.play(.event(.pad(button: button, amount: 0, of: pad)))) }
      body(.play(.event(.padGone(pad))))
    } else {
      guard try message.word(0, is: "connect") else { throw .unknownWord }
      body(.sender(.noted))
    }
  }
}

extension MotionSensor {
  /// The event of a message with a place (three numbers), a speed or an altitude (two).
  fileprivate func event(_ message: borrowing OSCMessageView) throws(Refusal) -> SurfaceEvent {
    guard message.count == (self == .location ? 3 : 2) else { throw .wrongArguments }
    let range: ClosedRange<Float> = -100_000...100_000
    return .motion(
      self, x: try TactusDialect.number(message, 0, in: range, slack: 0),
      y: try TactusDialect.number(message, 1, in: range, slack: 0),
      z: self == .location ? try TactusDialect.number(message, 2, in: range, slack: 0) : .nan)
  }
}

/// The touches of PdParty that are down, so that one whose `up` was lost ends. PdParty has no `alive`, and sends `xy`
/// only for fingers that move, which all do now and then.
struct PartyTouches {
  /// Nanoseconds in which a device sends other touches before one without messages ends.
  static let patience: Int64 = 3_000_000_000
  /// The longest pause that counts as sending.
  private static let pause: Int64 = 100_000_000
  private static let limit = 32

  private var touches: [(id: Int32, silence: Int64)] = []
  private var at: Int64 = 0

  /// Takes note of a message, and emits the ends of touches that it shows to be lost.
  mutating func note(_ report: TouchReport, at time: Int64, end: (TouchReport) -> Void) {
    let passed = min(max(time - at, 0), Self.pause)
    at = time
    touches.removeAll { $0.id == report.id }
    for index in touches.indices.reversed() {
      touches[index].silence += passed
      if touches[index].silence < Self.patience { continue }
      end(TouchReport(word: .ended, id: touches.remove(at: index).id))
    }
    if report.word != .ended && touches.count < Self.limit { touches.append((report.id, 0)) }
  }
}
