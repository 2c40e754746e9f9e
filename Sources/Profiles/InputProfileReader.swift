// Reads an input profile from its JSON text. Not for the audio thread.
//
// Any mistake refuses the whole profile and is reported with its line and column: a profile that works in
// part is worse than none.
import Text

extension InputProfile {
  /// Reads a profile. An unknown key is kept and reported in `warnings`.
  public static func read(_ text: [UInt8], warnings: inout [DocumentError]) throws(DocumentError)
    -> InputProfile
  {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      let root = JSONNode(try JSON(text), at: [])
      do throws(Fault) {
        var reader = ProfileReader()
        try reader.profile(root)
        warnings += reader.warnings.errors(in: text)
        return reader.result
      } catch {
        throw error.error(in: text)
      }
    }
  }
}

private struct ProfileReader: DocumentReading {
  var result = InputProfile()
  var warnings: [Fault] = []
  let isEdit = false
  private var groups: [[UInt8]] = []

  mutating func profile(_ node: JSONNode) throws(Fault) {
    var version: Int64?
    var rules: JSONNode?
    for (key, node) in try node.members() {
      if key == "version" {
        guard case .integer(let number) = node.value, number == InputProfile.version else {
          throw node.fault("must be \(InputProfile.version)")
        }
        version = number
      } else if key == "name" {
        result.name = try node.text(limit: 128)
      } else if key == "description" {
        result.description = try node.text(limit: 4096)
      } else if key == "examples" {
        for each in try node.elements() { result.examples.append(try each.text(limit: 1024)) }
      } else if key == "rules" {
        rules = node
      } else if key == "back" {
        var profile = result
        try back(node, into: &profile)
        result = profile
      } else {
        _ = try kept(key, node)
      }
    }
    guard version != nil else { throw node.fault("must have a \"version\"") }
    guard let rules else { throw node.fault("must have \"rules\"") }
    let nodes = try rules.elements()
    guard 1...InputProfile.ruleLimit ~= nodes.count else {
      throw rules.fault("has \(nodes.count) rules, not 1 to \(InputProfile.ruleLimit)")
    }
    for each in nodes { result.rules.append(try rule(each)) }
  }

  private mutating func rule(_ node: JSONNode) throws(Fault) -> ProfileRule {
    let members = try node.members()
    let json = members.first { $0.key == "json" }
    let address = members.first { $0.key == "address" }
    guard (json == nil) != (address == nil) else {
      throw node.fault("must have an \"address\", or for objects of JSON \"json\"")
    }
    // No message of OSC has this address.
    var rule = ProfileRule(
      address: try address.map { each throws(Fault) in try pattern(each.node) } ?? AddressPattern([])!)
    guard let kind = members.first(where: { $0.key == "gives" }) else {
      throw node.fault("must say what it \"gives\"")
    }
    rule.kind = try kind.node.symbol(of: "thing to give") { UTF8Text($0.symbol).bytes }
    var group: [UInt8] = []
    var identity: JSONNode?
    for (key, node) in members {
      if key == "address" || key == "gives" { continue }
      if json != nil, ["json", "each", "whole", "keys", "ends"].contains(where: { key == $0 }) { continue }
      if key == "arguments" {
        rule.arguments = try arguments(node, rule.kind)
      } else if key == "repeat" {
        rule.repeats = try node.bool()
      } else if key == "begins" {
        rule.begins = try node.bool()
      } else if key == "up" {
        rule.up = try number(node, -1e6, 1e6)
      } else if key == "pads" {
        guard case .integer(let count) = node.value, 1...128 ~= count else {
          throw node.fault("must be a whole number from 1 to 128")
        }
        rule.pads = Int32(count)
      } else if key == "id" {
        rule.identity = try node.symbol(of: "source of ids") { UTF8Text($0.symbol).bytes }
        identity = node
      } else if key == "group" {
        group = try node.text(limit: 64)
      } else if key == "number" {
        rule.number = try whole(node, rule.kind)
      } else if key == "scale" {
        try scales(node, &rule)
      } else if key == "invert" || key == "swap" {
        continue  // Read below, after all scales.
      } else if key == "timeout" {
        rule.timeout = try number(node, 0.01, 86400)
      } else {
        _ = try kept(key, node)
      }
    }
    if json != nil { try readJSON(members, &rule, node) }
    for (key, node) in members {
      if key == "invert" { try invert(node, &rule) }
      if key == "swap", try node.bool() { try swap(node, &rule) }
    }
    try check(rule, node, identity)
    // A rule that names no group is a group of its own.
    groups.append(group)
    rule.group = group.isEmpty ? groups.count - 1 : groups.firstIndex(of: group) ?? 0
    return rule
  }

  /// Keys and paths in place of an address and arguments.
  private func readJSON(
    _ members: [(key: [UInt8], node: JSONNode)], _ rule: inout ProfileRule, _ node: JSONNode
  ) throws(Fault) {
    var form = ProfileJSON()
    for (key, node) in members {
      if key == "json" {
        for (key, node) in try node.members() {
          var value: JSON?
          if node.value != .bool(true) { value = JSON(node.value) }
          form.conditions.append((try path(key, node), value))
        }
        guard !form.conditions.isEmpty else {
          throw node.fault("must name what the object has, as {\"type\": \"pointer\"}")
        }
      } else if key == "each" {
        form.each = try path(try node.text(limit: 256), node)
      } else if key == "whole" {
        form.isWhole = try node.bool()
      } else if key == "ends" {
        for each in try node.elements() { form.ends.append(try each.text(limit: 64)) }
      } else if key == "keys" {
        for (key, node) in try node.members() {
          guard let argument = rule.kind.arguments.first(where: { key == $0.symbol }) else {
            throw node.fault("a \(UTF8Text(rule.kind.symbol)) has no \(key)")
          }
          rule.arguments.append(argument)
          form.keys.append(try path(try node.text(limit: 256), node))
        }
        if rule.arguments.contains(.id) { rule.identity = .argument }
      }
    }
    if form.isWhole && form.each.parts.isEmpty { throw node.fault("is whole only with \"each\"") }
    if rule.repeats { throw node.fault("has \"each\" in place of \"repeat\"") }
    if !rule.arguments.contains(.id), rule.identity == .address {
      rule.identity = form.each.parts.isEmpty ? .sender : .position
    }
    rule.json = form
  }

  private func path(_ text: [UInt8], _ node: JSONNode) throws(Fault) -> ProfileJSON.Path {
    guard let path = ProfileJSON.Path(text) else {
      throw node.fault("must be a path of at most \(ProfileJSON.pathLimit) keys, as “point.x”")
    }
    return path
  }

  private func pattern(_ node: JSONNode) throws(Fault) -> AddressPattern {
    let text = try node.text(limit: AddressPattern.byteLimit)
    guard text.first == UInt8(ascii: "/") else { throw node.fault("must begin with “/”") }
    guard let pattern = AddressPattern(text) else { throw node.fault("has a bracket that is not closed") }
    return pattern
  }

  private func arguments(_ node: JSONNode, _ kind: ProfileKind) throws(Fault) -> [ProfileArgument] {
    var arguments: [ProfileArgument] = []
    for each in try node.elements() {
      let argument: ProfileArgument = try each.symbol(of: "argument") { UTF8Text($0.symbol).bytes }
      guard argument == .ignored || kind.arguments.contains(argument) else {
        throw each.fault("a \(UTF8Text(kind.symbol)) has no \(UTF8Text(argument.symbol))")
      }
      guard argument == .ignored || !arguments.contains(argument) else { throw each.fault("comes twice") }
      arguments.append(argument)
    }
    guard 1...64 ~= arguments.count else { throw node.fault("must name 1 to 64 arguments") }
    return arguments
  }

  private func whole(_ node: JSONNode, _ kind: ProfileKind) throws(Fault) -> Int32 {
    guard let range = kind.numbers else { throw node.fault("a \(UTF8Text(kind.symbol)) has no number") }
    guard case .integer(let number) = node.value, range ~= number else {
      throw node.fault("must be a whole number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return Int32(number)
  }

  private mutating func scales(_ node: JSONNode, _ rule: inout ProfileRule) throws(Fault) {
    for (key, node) in try node.members() {
      guard let argument = ProfileArgument.allCases.first(where: { key == $0.symbol }), argument.isScaled
      else {
        throw node.fault("there is no such number to scale")
      }
      var scale = ProfileScale()
      for (key, node) in try node.members() {
        if key == "in" {
          (scale.inLow, scale.inHigh) = try ends(node)
          guard scale.inLow != scale.inHigh else { throw node.fault("must be two different numbers") }
        } else if key == "out" {
          (scale.outLow, scale.outHigh) = try ends(node)
        } else {
          throw node.fault("is not known: \"in\" and \"out\" are")
        }
      }
      rule.scales[Int(argument.rawValue)] = scale
      rule.isScaled[Int(argument.rawValue)] = true
    }
  }

  private mutating func ends(_ node: JSONNode) throws(Fault) -> (Float, Float) {
    let nodes = try node.elements()
    guard nodes.count == 2 else { throw node.fault("must be a list of two numbers") }
    return (try number(nodes[0], -1e6, 1e6), try number(nodes[1], -1e6, 1e6))
  }

  /// Exchanges the ends of an argument's output range. An argument without a scale gets the range 1…0.
  private func invert(_ node: JSONNode, _ rule: inout ProfileRule) throws(Fault) {
    for each in try node.elements() {
      let argument: ProfileArgument = try each.symbol(of: "argument") { UTF8Text($0.symbol).bytes }
      guard argument.isScaled, rule.arguments.contains(argument) else {
        throw each.fault("is no number among the arguments")
      }
      let index = Int(argument.rawValue)
      let scale = rule.scales[index]
      (rule.scales[index].outLow, rule.scales[index].outHigh) = (scale.outHigh, scale.outLow)
      rule.isScaled[index] = true
    }
  }

  private func swap(_ node: JSONNode, _ rule: inout ProfileRule) throws(Fault) {
    guard let x = rule.arguments.firstIndex(of: .x), let y = rule.arguments.firstIndex(of: .y) else {
      throw node.fault("needs an x and a y among the arguments")
    }
    rule.arguments.swapAt(x, y)
  }

  private func check(_ rule: ProfileRule, _ node: JSONNode, _ identity: JSONNode?) throws(Fault) {
    guard !rule.arguments.isEmpty || rule.kind == .nothing else {
      throw node.fault("must have \"arguments\"")
    }
    if rule.repeats, rule.kind != .touch, rule.kind != .token {
      throw node.fault("only touches and tokens can repeat")
    }
    if rule.identity == .argument, !rule.arguments.contains(.id) {
      throw (identity ?? node).fault("needs an \"id\" among the arguments")
    }
    if rule.arguments.contains(.id), rule.identity != .argument {
      throw node.fault("has an \"id\" among the arguments, but \"id\" is not \"argument\"")
    }
    if rule.identity == .position, !rule.repeats, rule.json == nil {
      throw (identity ?? node).fault("needs \"repeat\": true")
    }
    if rule.repeats, rule.identity != .position, rule.identity != .argument {
      throw node.fault("repeats, so \"id\" must be \"place\" or \"argument\"")
    }
    let isPlaced = rule.arguments.contains(.x) || rule.arguments.contains(.y)
    if rule.pads > 0 {
      let isNumbered = rule.address.lastNumber != nil || rule.identity == .position
      guard rule.kind == .touch, !isPlaced, isNumbered else {
        throw node.fault("has \"pads\": they need a touch without x and y that has a number")
      }
    }
    if rule.up != nil, !isPlaced { throw node.fault("needs an x or a y to be \"up\"") }
    guard rule.kind.numbers != nil else { return }
    let numbers = (rule.number == nil ? 0 : 1) + (rule.arguments.contains(.number) ? 1 : 0)
    guard numbers < 2, numbers == 1 || rule.address.lastNumber != nil else {
      throw node.fault("needs one \"number\": its own, among the arguments, or a # in the address")
    }
  }
}
