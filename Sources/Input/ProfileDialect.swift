// Messages that the rules of input profiles read. Input thread. The rules: docs/profiles.md.
import Profiles
import RealTime
import Text

/// A touch or a token of some control on the sender's screen.
struct ProfileControl {
  /// Which it is: profile, group, and what the signs of the address stand for, or its id.
  fileprivate let key: [UInt8]
  let id: Int32
  fileprivate(set) var isToken = false
  fileprivate(set) var isLive = false
  fileprivate var x = Float.nan
  fileprivate var y = Float.nan
  fileprivate var pressure = Float.nan
  fileprivate var radius = Float.nan
  fileprivate var aspect = Float.nan
  fileprivate var orientation = Float.nan
  fileprivate var angle = Float.nan
  fileprivate var tokenClass = Float.nan
  fileprivate var heard: Int64
  /// When its place was last told, and when it last ended.
  fileprivate var xAt = Int64.min
  fileprivate var yAt = Int64.min
  fileprivate var endedAt = Int64.min
  /// When it was told to be down although its place was not known; nil: it was not.
  fileprivate var waitsSince: Int64?
  fileprivate var timeout: Int64 = 0
  /// Whether its state said last that it is down.
  fileprivate var isStated = false

  fileprivate init(key: [UInt8], id: Int32, at time: Int64) {
    (self.key, self.id, heard) = (key, id, time)
  }
}

enum ProfileDialect {
  static let controlLimit = 256
  /// Places told within this after an end belong to the touch that ended, or to the next one if that begins within
  /// this: UDP changes the order, and some programs tell the state after the place. Nanoseconds.
  static let settling: Int64 = 100_000_000

  /// - Returns: whether a rule has the message's address.
  static func translate(
    _ message: borrowing OSCMessage, _ profiles: [InputProfile], _ memory: () -> SenderMemory, at time: Int64,
    counting counters: Counters, body: CommandBody
  ) throws(Refusal) -> Bool {
    for (place, profile) in profiles.enumerated() {
      for rule in profile.rules {
        guard let captures = rule.address.match(message.address) else { continue }
        var wait: ProfileWait?
        if rule.kind == .touch || rule.kind == .token {
          let control = Controlling(
            rule: rule, profile: place, captures: captures, memory: memory(), time: time)
          wait = try control.read(message, body)
        } else {
          body(try thing(message, rule, captures), CommandContext(dialect: .profile))
        }
        let spoken = Spoken(
          profile: place, name: profile.name, address: [UInt8](message.address),
          value: message.isText(0) ? nil : try? message.finite(0),
          awaited: wait?.words(rule, of: profile) ?? [])
        body(.spoke(spoken), CommandContext(dialect: .profile))
        return true
      }
    }
    return false
  }

  private static func thing(
    _ message: borrowing OSCMessage, _ rule: ProfileRule, _ captures: [Range<Int>]
  ) throws(Refusal) -> Command {
    if rule.kind == .nothing { return .noted }
    guard message.count >= rule.arguments.count else { throw .wrongArguments }
    var values: (x: Float, y: Float, z: Float) = (.nan, .nan, .nan)
    var value = Float.nan
    var number = rule.number
    if number == nil, let place = rule.address.lastNumber {
      number = decimal(UnsafeRawBufferPointer(rebasing: message.address[captures[place]]))
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
      case .macro: return .thing(SurfaceEvent(.macro, id: number, x: value))
      case .axis: return .thing(SurfaceEvent(.pad, id: number, x: value))
      case .button: return .thing(SurfaceEvent(.pad, id: 100 + number, x: value))
      default: return .control(number, value)
      }
    }
    if rule.kind == .heading {
      return .thing(SurfaceEvent(.motion, id: MotionSensor.heading.rawValue, x: value))
    }
    return .thing(
      SurfaceEvent(
        .motion, id: sensor(rule.kind).rawValue, x: values.x, y: values.y, pressure: values.z))
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

  fileprivate static func scaled(
    _ message: borrowing OSCMessage, _ index: Int, _ rule: ProfileRule, _ argument: ProfileArgument
  ) throws(Refusal) -> Float {
    let value = rule.scaled(try message.finite(index), argument)
    let limits = argument.limits(rule.kind) ?? (-100_000...100_000, 0)
    return try TactusDialect.within(value, limits.range, limits.slack)
  }

  private static func decimal(_ digits: UnsafeRawBufferPointer) -> Int32 {
    digits.reduce(Int32(0)) { $0 &* 10 &+ Int32($1 &- 48) }
  }

  /// Ends what has been silent for as long as its rule says, and begins where it last was what waited in vain for a place.
  static func expire(_ memory: SenderMemory, at time: Int64, body: CommandBody) {
    for index in memory.controls.indices {
      let each = memory.controls[index]
      if each.isLive, each.timeout > 0, time - each.heard > each.timeout {
        memory.end(index, at: time, body)
      } else if let since = each.waitsSince, !each.isLive, time - since > settling {
        memory.controls[index].waitsSince = nil
        if each.x.isFinite, each.y.isFinite { memory.tell(index, at: time, body) }
      }
    }
  }

  static func endAll(_ memory: SenderMemory, body: CommandBody) {
    for index in memory.controls.indices where memory.controls[index].isLive {
      memory.end(index, at: memory.heard, body)
    }
    memory.controls = []
  }
}

/// Why a message about a touch has told nothing of it yet.
private enum ProfileWait {
  case place, state, beginning

  /// What is waited for, and the addresses that would tell it.
  func words(_ rule: ProfileRule, of profile: InputProfile) -> [UInt8] {
    let telling = profile.rules.filter { each in
      guard each.group == rule.group else { return false }
      switch self {
      case .place: return each.arguments.contains(.x) || each.arguments.contains(.y)
      case .state: return each.arguments.contains(.state)
      case .beginning: return false
      }
    }
    let addresses = [UInt8](telling.map { $0.address.text }.joined(separator: [UInt8](", ".utf8)))
    switch self {
    case .place: return [UInt8]("a touch's place: ".utf8) + addresses
    case .state: return [UInt8]("a touch's state: ".utf8) + addresses
    case .beginning: return [UInt8]("a touch to begin".utf8)
    }
  }
}

/// One message of one rule.
private struct Controlling {
  let rule: ProfileRule
  let profile: Int
  let captures: [Range<Int>]
  let memory: SenderMemory
  let time: Int64

  /// - Returns: what the touches wait for, when the message told nothing of any.
  func read(_ message: borrowing OSCMessage, _ body: CommandBody) throws(Refusal) -> ProfileWait? {
    if memory.profileStream == 0 { memory.profileStream = try memory.newStream() }
    let size = rule.arguments.count
    guard message.count >= size, !rule.repeats || message.count % size == 0 else { throw .wrongArguments }
    let groups = rule.repeats ? message.count / size : 1
    var waits: [ProfileWait] = []
    for group in 0..<groups {
      if let wait = try read(message, from: group * size, place: group, body) { waits.append(wait) }
    }
    return waits.count == groups ? waits.last : nil
  }

  private func read(
    _ message: borrowing OSCMessage, from first: Int, place: Int, _ body: CommandBody
  ) throws(Refusal) -> ProfileWait? {
    var number: Int32?
    for (index, argument) in rule.arguments.enumerated() where argument == .id {
      number = try message.id(first + index)
    }
    let index = try memory.control(key: key(message, number, place), isToken: rule.kind == .token, at: time)
    // Changed as a whole or not at all: a message with one bad number is refused.
    var control = memory.controls[index]
    var state: Bool?
    var isPlaced = false
    for (offset, argument) in rule.arguments.enumerated() {
      let place = first + offset
      switch argument {
      case .state: state = try message.state(place)
      case .tokenClass: control.tokenClass = Float(try message.id(place))
      case .id, .ignored, .number, .z, .value: break
      default:
        let value = try ProfileDialect.scaled(message, place, rule, argument)
        switch argument {
        case .x: control.x = value
        case .y: control.y = value
        case .pressure: control.pressure = value
        case .radius: control.radius = value
        case .aspect: control.aspect = value
        case .orientation: control.orientation = value
        default: control.angle = value
        }
        if argument == .x { control.xAt = time }
        if argument == .y { control.yAt = time }
        if argument == .x || argument == .y { isPlaced = true }
      }
    }
    control.heard = time
    // Where the state is told, a finger may rest: its places are only for the time until it is known.
    if let state { control.isStated = state }
    if state != nil || !control.isStated { control.timeout = Int64(Double(rule.timeout) * 1e9) }
    memory.controls[index] = control
    return follow(index, state, isPlaced, body)
  }

  private func key(_ message: borrowing OSCMessage, _ number: Int32?, _ place: Int) -> [UInt8] {
    var key: [UInt8] = [UInt8(truncatingIfNeeded: profile), UInt8(truncatingIfNeeded: rule.group)]
    if rule.identity == .sender { return key }
    for capture in captures {
      key += message.address[capture]
      key.append(0)
    }
    let last = rule.identity == .place ? Int32(place) : number ?? 0
    for shift in [24, 16, 8, 0] { key.append(UInt8(truncatingIfNeeded: last >> Int32(shift))) }
    return key
  }

  /// - Returns: what the touch waits for, when nothing was told of it.
  private func follow(_ index: Int, _ state: Bool?, _ isPlaced: Bool, _ body: CommandBody) -> ProfileWait? {
    let control = memory.controls[index]
    func tell() -> ProfileWait? {
      memory.tell(index, at: time, body)
      return nil
    }
    if state == false {
      memory.controls[index].waitsSince = nil
      if control.isLive {
        memory.end(index, at: time, body)
        return nil
      }
      memory.controls[index].endedAt = time
      return .beginning
    }
    if control.isLive { return tell() }
    guard control.x.isFinite, control.y.isFinite else {
      if state == true { memory.controls[index].waitsSince = time }
      return .place
    }
    // Told since the last end, so it is the new touch's.
    let placedAt = min(control.xAt, control.yAt)
    let isNew = placedAt > control.endedAt
    if state == true {
      if isNew, time - placedAt < ProfileDialect.settling { return tell() }
      memory.controls[index].waitsSince = time
    } else if isPlaced, control.waitsSince != nil {
      if isNew { return tell() }
    } else if isPlaced, rule.begins {
      let isSettled = control.endedAt == .min || time - control.endedAt >= ProfileDialect.settling
      return isSettled ? tell() : .beginning
    } else {
      return isPlaced ? .state : .beginning
    }
    return .place
  }
}

extension SenderMemory {
  /// The place of the control with this key, which is made if it is new.
  fileprivate func control(key: [UInt8], isToken: Bool, at time: Int64) throws(Refusal) -> Int {
    if let known = controls.firstIndex(where: { $0.key == key && $0.isToken == isToken }) { return known }
    if controls.count >= ProfileDialect.controlLimit {
      let idle = controls.indices.filter { !controls[$0].isLive }.min {
        controls[$0].heard < controls[$1].heard
      }
      guard let idle else { throw .tooManyTouches }
      controls.remove(at: idle)
    }
    controlsEver = controlsEver == .max ? 1 : controlsEver + 1
    controls.append(ProfileControl(key: key, id: controlsEver, at: time))
    controls[controls.count - 1].isToken = isToken
    return controls.count - 1
  }

  fileprivate var profileEnvelope: CommandContext { CommandContext(dialect: .profile, stream: profileStream) }

  /// Says where it is; it begins with that.
  fileprivate func tell(_ index: Int, at time: Int64, _ body: CommandBody) {
    controls[index].isLive = true
    controls[index].waitsSince = nil
    let control = controls[index]
    if control.isToken {
      let event = SurfaceEvent(
        .token, id: control.id, x: control.x, y: control.y, pressure: control.angle,
        radius: control.tokenClass)
      return body(.thing(event), profileEnvelope)
    }
    body(
      .touch(
        TouchReport(
          word: .moved, id: control.id, x: control.x, y: control.y, pressure: control.pressure,
          radius: control.radius, aspect: control.aspect, orientation: control.orientation)),
      profileEnvelope)
  }

  fileprivate func end(_ index: Int, at time: Int64, _ body: CommandBody) {
    controls[index].isLive = false
    controls[index].waitsSince = nil
    controls[index].endedAt = time
    controls[index].isStated = false
    let control = controls[index]
    body(
      control.isToken
        ? .thing(SurfaceEvent(.tokenLifted, id: control.id))
        : .touch(TouchReport(word: .ended, id: control.id)),
      profileEnvelope)
  }
}
