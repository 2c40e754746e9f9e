// Messages that the rules of input profiles read. Input thread. The rules: docs/profiles.md.
import OSC
import Profiles
import RealTime
import Text

enum ProfileDialect {
  static let controlLimit = 256
  /// A position that arrives within this time after an end begins no touch by itself: it belongs to the touch
  /// that ended. If a state begins a touch within this time, the position belongs to that touch. UDP changes
  /// the order of packets, and some programs send the state after the position. Nanoseconds.
  static let settling = SourceTouches.settling

  /// Emits the command of the first rule that matches the message's address.
  /// - Returns: Whether a rule matches.
  static func translate(
    _ message: borrowing OSCMessageView, _ profiles: [InputProfile], _ memory: () -> SenderMemory,
    at time: Int64, counting counters: Counters, body: CommandBody
  ) throws(Refusal) -> Bool {
    for (index, profile) in profiles.enumerated() {
      for rule in profile.rules {
        guard rule.json == nil, let captures = rule.address.match(message.address) else { continue }
        var wait: ProfileWait?
        if rule.kind == .touch || rule.kind == .token {
          let reader = ProfileTouchReader(
            rule: rule, profile: index, captures: captures, memory: memory(), time: time)
          wait = try reader.read(message, body)
        } else {
          body(try command(message, rule, captures), CommandContext(dialect: .profile))
        }
        let read = ProfileMessage(
          profile: index, name: profile.name, address: [UInt8](message.address),
          value: message.isText(at: 0) ? nil : try? message.finite(0),
          awaited: wait?.text(rule, of: profile) ?? [])
        body(.sender(.profileMessage(read)), CommandContext(dialect: .profile))
        return true
      }
    }
    return false
  }

  static func command(
    _ message: borrowing OSCMessageView, _ rule: ProfileRule, _ captures: [Range<Int>]
  ) throws(Refusal) -> Command {
    if rule.kind == .nothing { return .sender(.noted) }
    guard message.count >= rule.arguments.count else { throw .wrongArguments }
    var values: (x: Float, y: Float, z: Float) = (.nan, .nan, .nan)
    var value = Float.nan
    var number = rule.number
    if number == nil, let capture = rule.address.lastNumber, captures.indices.contains(capture) {
      number = decimal(UnsafeRawBufferPointer(rebasing: message.address[captures[capture]]))
    }
    for (index, argument) in rule.arguments.enumerated() {
      switch argument {
      case .x: values.x = try scaled(message, index, rule, argument)
      case .y: values.y = try scaled(message, index, rule, argument)
      case .z: values.z = try scaled(message, index, rule, argument)
      case .value: value = try scaled(message, index, rule, argument)
      case .number: number = try message.id(index)
      default: break
      }
    }
    if let numbers = rule.kind.numbers {
      guard let number, numbers.contains(Int64(number)) else { throw .outOfRange }
      switch rule.kind {
      case .macro: return .play(.event(SurfaceEvent(.macro, id: number, x: value)))
      case .axis: return .play(.event(SurfaceEvent(.pad, id: number, x: value)))
      case .button: return .play(.event(SurfaceEvent(.pad, id: 100 + number, x: value)))
      default: return .routed(.control(number, value))
      }
    }
    if rule.kind == .heading {
      return .play(.event(SurfaceEvent(.motion, id: MotionSensor.heading.rawValue, x: value)))
    }
    return .play(
      .event(
        SurfaceEvent(
          .motion, id: sensor(rule.kind).rawValue, x: values.x, y: values.y, pressure: values.z)))
  }

  private static func sensor(_ kind: ProfileKind) -> MotionSensor {
    switch kind {
    case .attitude: .attitude
    case .gravity: .gravity
    case .gyroscope: .gyroscope
    case .magnet: .magnet
    default: .acceleration
    }
  }

  static func scaled(
    _ message: borrowing OSCMessageView, _ index: Int, _ rule: ProfileRule, _ argument: ProfileArgument
  ) throws(Refusal) -> Float {
    let value = rule.scaled(try message.finite(index), argument)
    let limits = argument.limits(rule.kind) ?? (-100_000...100_000, 0)
    return try TactusDialect.within(value, limits.range, limits.slack)
  }

  private static func decimal(_ digits: UnsafeRawBufferPointer) -> Int32 {
    digits.reduce(Int32(0)) { $0 &* 10 &+ Int32($1 &- 48) }
  }

  /// Ends touches that are silent for longer than their rule allows. A touch that has waited for a position
  /// longer than `settling` begins at the last known position.
  static func expire(_ memory: SenderMemory, at time: Int64, body: CommandBody) {
    for index in memory.controls.indices {
      let each = memory.controls[index]
      if each.isLive, each.timeout > 0, time - each.lastReceived > each.timeout {
        memory.end(index, at: time, body)
      } else if let since = each.waitsSince, !each.isLive, time - since > settling {
        memory.controls[index].waitsSince = nil
        if each.x.isFinite, each.y.isFinite { memory.emit(index, at: time, body) }
      }
    }
  }

  static func endAll(_ memory: SenderMemory, body: CommandBody) {
    for index in memory.controls.indices where memory.controls[index].isLive {
      memory.end(index, at: memory.lastReceived, body)
    }
    memory.controls = []
  }
}
