// Reads a message about touches by one rule of an input profile. Input thread.
import OSC
import Profiles
import Text

/// One rule, the sender's memory and the captures of the message's address.
struct ProfileTouchReader {
  let rule: ProfileRule
  let profile: Int
  let captures: [Range<Int>]
  let memory: SenderMemory
  let time: Int64

  /// Emits the commands of a message.
  /// - Returns: The reason why no touch of the message has a command yet, or nil if one has.
  func read(_ message: borrowing OSCMessageView, _ body: CommandBody) throws(Refusal) -> ProfileWait? {
    if memory.profileStream == 0 { memory.profileStream = try memory.newStream() }
    let size = rule.arguments.count
    guard message.count >= size, !rule.repeats || message.count % size == 0 else { throw .wrongArguments }
    let groups = rule.repeats ? message.count / size : 1
    var waits: [ProfileWait] = []
    for group in 0..<groups {
      if let wait = try read(message, from: group * size, group: group, body) { waits.append(wait) }
    }
    return waits.count == groups ? waits.last : nil
  }

  /// Emits the command of one touch of a list.
  /// - Parameter place: its place in the list.
  /// - Returns: its key.
  func read(
    _ message: borrowing OSCMessageView, place: Int, _ body: CommandBody
  ) throws(Refusal) -> [UInt8] {
    if memory.profileStream == 0 { memory.profileStream = try memory.newStream() }
    _ = try read(message, from: 0, group: place, body)
    var number: Int32?
    for (index, argument) in rule.arguments.enumerated() where argument == .id {
      number = try message.id(index)
    }
    return key(message, number, place)
  }

  /// With what the keys of a rule's touches begin.
  static func groupKey(_ profile: Int, _ rule: ProfileRule) -> [UInt8] {
    [UInt8(truncatingIfNeeded: profile), UInt8(truncatingIfNeeded: rule.group)]
  }

  private func read(
    _ message: borrowing OSCMessageView, from first: Int, group: Int, _ body: CommandBody
  ) throws(Refusal) -> ProfileWait? {
    var number: Int32?
    for (index, argument) in rule.arguments.enumerated() where argument == .id {
      number = try message.id(first + index)
    }
    let index = try memory.control(key: key(message, number, group), isToken: rule.kind == .token, at: time)
    // The control changes only if all numbers are good: a message with one bad number is refused.
    var control = memory.controls[index]
    var state: Bool?
    var (isPlaced, isMoved) = (false, false)
    for (offset, argument) in rule.arguments.enumerated() {
      let index = first + offset
      switch argument {
      case .state: state = try message.state(index)
      case .tokenClass: control.tokenClass = Float(try message.id(index))
      case .id, .ignored, .number, .z, .value: break
      default:
        if argument == .x || argument == .y, let up = rule.up, try message.finite(index) == up {
          state = false
          continue
        }
        let value = try ProfileDialect.scaled(message, index, rule, argument)
        if argument == .x && value != control.x || argument == .y && value != control.y { isMoved = true }
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
    if let pads = rule.pads {
      let pad = (padNumber(message, group) &- 1) % pads
      (control.x, control.y) = ((Float(max(pad, 0)) + 0.5) / Float(pads), 0.5)
      (control.xAt, control.yAt, isPlaced) = (time, time, true)
    }
    if rule.up != nil, state == nil { state = true }
    control.lastReceived = time
    // A rule without a state sets no timeout while a state holds the touch down, because a finger may rest.
    if let state { (control.isStated, control.hasState) = (state, true) }
    // A list has all places, including those that are not touched.
    let begins = rule.begins && (!rule.repeats || isMoved && !control.hasState)
    if state != nil || !control.isStated { control.timeout = Int64(Double(rule.timeout) * 1e9) }
    memory.controls[index] = control
    return update(index, state, isPlaced, begins: begins, body)
  }

  /// The number of a pad: the last `#` of the address, or its place in a list, from 1.
  private func padNumber(_ message: borrowing OSCMessageView, _ group: Int) -> Int32 {
    guard let capture = rule.address.lastNumber, captures.indices.contains(capture) else {
      return Int32(group) + 1
    }
    return ProfileDialect.decimal(UnsafeRawBufferPointer(rebasing: message.address[captures[capture]]))
  }

  private func key(_ message: borrowing OSCMessageView, _ number: Int32?, _ group: Int) -> [UInt8] {
    var key = Self.groupKey(profile, rule)
    if rule.identity == .sender { return key }
    for capture in captures {
      key += message.address[capture]
      key.append(0)
    }
    let last = rule.identity == .position ? Int32(group) : number ?? 0
    for shift in [24, 16, 8, 0] { key.append(UInt8(truncatingIfNeeded: last >> Int32(shift))) }
    return key
  }

  /// Begins, moves or ends the touch by its new state and position.
  /// - Returns: What the touch waits for if it has no command, or nil.
  private func update(
    _ index: Int, _ state: Bool?, _ isPlaced: Bool, begins: Bool, _ body: CommandBody
  ) -> ProfileWait? {
    let control = memory.controls[index]
    func emit() -> ProfileWait? {
      memory.emit(index, at: time, body)
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
    if control.isLive { return emit() }
    guard control.x.isFinite, control.y.isFinite else {
      if state == true { memory.controls[index].waitsSince = time }
      return .position
    }
    // A position that arrived after the last end belongs to the new touch.
    let placedAt = min(control.xAt, control.yAt)
    let isNew = placedAt > control.endedAt
    if state == true {
      if isNew, time - placedAt < ProfileDialect.settling { return emit() }
      memory.controls[index].waitsSince = time
    } else if isPlaced, control.waitsSince != nil {
      if isNew { return emit() }
    } else if isPlaced, begins {
      let isSettled = control.endedAt == .min || time - control.endedAt >= ProfileDialect.settling
      return isSettled ? emit() : .beginning
    } else {
      return isPlaced ? .state : .beginning
    }
    return .position
  }
}

/// The reason why a message about a touch has no command yet.
enum ProfileWait {
  case position, state, beginning

  /// The reason for people, with the addresses of the messages that the touch waits for.
  func text(_ rule: ProfileRule, of profile: InputProfile) -> [UInt8] {
    let awaited = profile.rules.filter { each in
      guard each.group == rule.group else { return false }
      switch self {
      case .position: return each.arguments.contains(.x) || each.arguments.contains(.y)
      case .state: return each.arguments.contains(.state)
      case .beginning: return false
      }
    }
    let addresses = [UInt8](awaited.map { $0.address.text }.joined(separator: [UInt8](", ".utf8)))
    switch self {
    case .position: return [UInt8]("a touch's place: ".utf8) + addresses
    case .state: return [UInt8]("a touch's state: ".utf8) + addresses
    case .beginning: return [UInt8]("a touch to begin".utf8)
    }
  }
}
