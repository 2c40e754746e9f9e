// JSON objects of other programs, which rules of input profiles read. Input thread. The rules:
// docs/profiles.md.
import OSC
import Profiles
import Text

enum ProfileJSONDialect {
  /// Emits the commands of the first rule that an object fits.
  /// - Returns: Whether a rule fits.
  static func translate(
    _ json: JSON, _ profiles: [InputProfile], _ memory: () -> SenderMemory, at time: Int64, body: CommandBody
  ) throws(Refusal) -> Bool {
    for (index, profile) in profiles.enumerated() {
      for rule in profile.rules {
        guard let form = rule.json, form.fits(json) else { continue }
        let label = ProfileMessage(
          profile: index, name: profile.name, address: profile.name, value: nil, awaited: [])
        if rule.kind == .nothing {
          body(.sender(.noted), CommandContext(dialect: .profile))
        } else {
          try read(json, form, rule, index, memory, at: time, body)
        }
        body(.sender(.profileMessage(label)), CommandContext(dialect: .profile))
        return true
      }
    }
    return false
  }

  private static func read(
    _ json: JSON, _ form: ProfileJSON, _ rule: ProfileRule, _ profile: Int, _ memory: () -> SenderMemory,
    at time: Int64, _ body: CommandBody
  ) throws(Refusal) {
    var elements = [json]
    if !form.each.parts.isEmpty {
      guard case .array(let list)? = form.each.value(in: json)?.value, list.count <= 256 else {
        throw .wrongArguments
      }
      elements = list
    }
    let isOfTouches = rule.kind == .touch || rule.kind == .token
    var named: [[UInt8]] = []
    for (place, element) in elements.enumerated() {
      let (present, packet) = try message(element, form, rule)
      if isOfTouches {
        let reader = ProfileTouchReader(
          rule: present, profile: profile, captures: [], memory: memory(), time: time)
        var key: [UInt8] = []
        try view(packet) { view throws(Refusal) in key = try reader.read(view, place: place, body) }
        named.append(key)
      } else {
        try view(packet) { view throws(Refusal) in
          body(try ProfileDialect.command(view, present, []), CommandContext(dialect: .profile))
        }
      }
    }
    if isOfTouches && form.isWhole { endOthers(named, rule, profile, memory(), at: time, body) }
  }

  /// Ends what the list does not name any more.
  private static func endOthers(
    _ named: [[UInt8]], _ rule: ProfileRule, _ profile: Int, _ memory: SenderMemory, at time: Int64,
    _ body: CommandBody
  ) {
    let group = ProfileTouchReader.groupKey(profile, rule)
    for index in memory.controls.indices
    where memory.controls[index].isLive && memory.controls[index].key.starts(with: group)
      && !named.contains(memory.controls[index].key)
    {
      memory.end(index, at: time, body)
    }
  }

  /// An element as a message of OSC with the arguments that it has, and the rule for these. Of touches and
  /// tokens places may be missing, because many programs leave them out where a touch ends.
  private static func message(
    _ element: JSON, _ form: ProfileJSON, _ rule: ProfileRule
  ) throws(Refusal) -> (rule: ProfileRule, packet: [UInt8]) {
    var present = rule
    (present.arguments, present.repeats) = ([], false)
    var arguments: [OSCArgument] = []
    for (argument, path) in zip(rule.arguments, form.keys) {
      guard let found = path.value(in: element) else {
        if rule.kind == .touch || rule.kind == .token, argument != .id { continue }
        throw .wrongArguments
      }
      arguments.append(try self.argument(found, argument, form))
      present.arguments.append(argument)
    }
    if arguments.isEmpty { throw .wrongArguments }
    return (present, OSCMessage.packet("/json", arguments))
  }

  private static func argument(
    _ json: JSON, _ argument: ProfileArgument, _ form: ProfileJSON
  ) throws(Refusal) -> OSCArgument {
    let isWhole = argument == .id || argument == .number || argument == .tokenClass
    switch json.value {
    case .bool(let isDown) where argument == .state: return .int32(isDown ? 1 : 0)
    case .string(let word) where argument == .state: return .int32(form.ends.contains(word) ? 0 : 1)
    case .integer(let number):
      if !isWhole { return .float(Float(number)) }
      guard let number = Int32(exactly: number) else { throw .badID }
      return .int32(number)
    case .real(let number):
      if !isWhole { return .float(Float(number)) }
      guard let number = Int32(exactly: number) else { throw .badID }
      return .int32(number)
    default: throw .wrongArguments
    }
  }

  private static func view(
    _ packet: [UInt8], _ body: (borrowing OSCMessageView) throws(Refusal) -> Void
  ) throws(Refusal) {
    var fault: Refusal?
    packet.withUnsafeBytes { bytes in
      OSCPacket.read(bytes, refuse: { fault = Refusal($0) }) { message in
        do throws(Refusal) { try body(message) } catch { fault = error }
      }
    }
    if let fault { throw fault }
  }
}
