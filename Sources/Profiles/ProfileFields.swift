// The fields of an input profile: each key once, with its limits and errors. `DocumentVisitor` reads and describes them.
// Not for the audio thread.
//
// Any mistake refuses the whole profile and is reported with its line and column: a profile that works in
// part is worse than none.
import Controls
import Text

extension InputProfile {
  /// Reads a profile. An unknown key is reported in `warnings`.
  public static func read(_ text: [UInt8], warnings: inout [DocumentError]) throws(DocumentError)
    -> InputProfile
  {
    try DocumentVisitor.document(text, from: InputProfile(), warnings: &warnings)
  }

  /// The form of a profile.
  public static var form: DocumentObject { DocumentVisitor.object(of: InputProfile()) }
}

extension InputProfile: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> InputProfile { InputProfile() }

  package static var turns: Int { 2 }
  package func turn(of key: [UInt8]) -> Int { key == "rules" ? 1 : 0 }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: InputProfile) throws(Fault) {
    if let node = visitor.value(of: "version"), node.value != .integer(Int64(Self.version)) {
      throw node.fault("must be \(Self.version)")
    }
    try visitor.text("name", &name, limit: 128)
    try visitor.text("description", &description, limit: 4096)
    try visitor.texts("examples", &examples, most: .max, "examples", limit: 1024)
    try visitor.list("rules", &rules, most: Self.ruleLimit, "rules", new: "{}")
    try visitor.object("back") { visitor throws(Fault) in
      try visitor.whole("port", &backPort, 1...65535, usual: 9000)
      try visitor.list("messages", &back, most: ProfileBack.limit, "messages", new: "{}")
      try visitor.reportUnknown()
    }
    try visitor.reportUnknown()
  }

  package mutating func complete(_ turn: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    if turn == 0 {
      try node.mustHaveVersion()
      guard let rules = try node.value(of: "rules") else { throw node.fault("must have \"rules\"") }
      let count = try rules.elements().count
      guard 1...Self.ruleLimit ~= count else {
        throw rules.fault("has \(count) rules, not 1 to \(Self.ruleLimit)")
      }
    } else {
      // A rule that names no group is a group of its own.
      for index in rules.indices {
        let name = rules[index].groupName
        rules[index].group = name.isEmpty ? index : rules.firstIndex { $0.groupName == name } ?? index
      }
    }
  }
}

extension ProfileRule: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ProfileRule {
    // No message of OSC has this address.
    ProfileRule(address: AddressPattern([])!)
  }

  /// The numbers of JSON objects add to the arguments. `invert` and `swap` change them and their scales.
  package static var turns: Int { 3 }
  package func turn(of key: [UInt8]) -> Int {
    if key == "invert" || key == "swap" { return 2 }
    return json != nil && ["json", "each", "whole", "keys", "ends"].contains { key == $0 } ? 1 : 0
  }

  package mutating func begin(at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    let (address, json) = (try node.value(of: "address"), try node.value(of: "json"))
    guard (json == nil) != (address == nil) else {
      throw node.fault("must have an \"address\", or for objects of JSON \"json\"")
    }
    if let address { self.address = try address.addressPattern() } else { self.json = ProfileJSON() }
    guard let gives = try node.value(of: "gives") else { throw node.fault("must say what it \"gives\"") }
    kind = try gives.symbol(of: "thing to give")
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: ProfileRule) throws(Fault) {
    _ = visitor.field("address", words: nil, form: .text(AddressPattern.byteLimit))
    _ = visitor.field("gives", words: nil, form: .choice(ProfileKind.allCases.map { $0.symbol }))
    if let node = visitor.field("arguments", words: nil, form: ProfileArgument.form) {
      try read(arguments: node)
    }
    try visitor.toggle("repeat", &repeats, beside: plain.repeats)
    try visitor.toggle("begins", &begins, beside: plain.begins)
    try visitor.whole("pads", &pads, 1...128, usual: 16)
    if let node = visitor.field("up", words: nil, form: .number(DocumentNumber(-1e6, 1e6))) {
      up = try visitor.number(node, -1e6, 1e6)
    }
    try visitor.choice("id", &identity, beside: plain.identity, "source of ids") { $0.symbol }
    try visitor.text("group", &groupName, limit: 64)
    if let node = visitor.field("number", words: nil, form: .number(DocumentNumber(whole: 0, 119))) {
      try read(number: node)
    }
    try visitor.object("scale") { visitor throws(Fault) in try visitScales(&visitor) }
    try visitor.number("timeout", &timeout, beside: plain.timeout, 0.01...86400, .seconds)
    if json != nil || visitor.task == .form { try visitJSON(&visitor) }
    if let node = visitor.field("invert", words: nil, form: ProfileArgument.scaledForm) { try invert(node) }
    if let node = visitor.field("swap", words: nil, form: .toggle()), try node.bool() {
      guard let x = arguments.firstIndex(of: .x), let y = arguments.firstIndex(of: .y) else {
        throw node.fault("needs an x and a y among the arguments")
      }
      arguments.swapAt(x, y)
    }
    try visitor.reportUnknown()
  }

  private mutating func read(arguments node: JSONNode) throws(Fault) {
    for each in try node.elements() {
      let argument: ProfileArgument = try each.symbol(of: "argument")
      guard argument == .ignored || kind.arguments.contains(argument) else {
        throw each.fault("a \(UTF8Text(kind.symbol)) has no \(UTF8Text(argument.symbol))")
      }
      guard argument == .ignored || !arguments.contains(argument) else { throw each.fault("comes twice") }
      arguments.append(argument)
    }
    guard 1...Self.argumentLimit ~= arguments.count else {
      throw node.fault("must name 1 to \(Self.argumentLimit) arguments")
    }
  }

  private mutating func read(number node: JSONNode) throws(Fault) {
    guard let range = kind.numbers else { throw node.fault("a \(UTF8Text(kind.symbol)) has no number") }
    guard case .integer(let number) = node.value, range ~= number else {
      throw node.fault("must be a whole number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    self.number = Int32(number)
  }

  private mutating func visitScales(_ visitor: inout DocumentVisitor) throws(Fault) {
    for argument in ProfileArgument.allCases where argument.isScaled {
      let index = argument.index
      if try visitor.object(argument.symbol, &scales[index], beside: ProfileScale()) != nil {
        isScaled[index] = true
      }
    }
    if let (_, node) = visitor.member({ _ in true }) { throw node.fault("there is no such number to scale") }
  }

  /// Keys and paths in place of an address and arguments.
  private mutating func visitJSON(_ visitor: inout DocumentVisitor) throws(Fault) {
    var form = json ?? ProfileJSON()
    if let node = visitor.field("json", words: nil, form: .object(DocumentObject([]))) {
      for (key, node) in try node.members() {
        form.conditions.append((try node.path(key), node.value == .bool(true) ? nil : JSON(node.value)))
      }
      guard !form.conditions.isEmpty else {
        throw node.fault("must name what the object has, as {\"type\": \"pointer\"}")
      }
    }
    var each: [UInt8] = []
    if let node = try visitor.text("each", &each, limit: ProfileJSON.textLimit) {
      form.each = try node.path(each)
    }
    try visitor.toggle("whole", &form.isWhole, beside: false)
    try visitor.texts("ends", &form.ends, most: .max, "ends", limit: 64)
    if let node = visitor.field("keys", words: nil, form: .object(DocumentObject([]))) {
      for (key, node) in try node.members() {
        guard let argument = kind.arguments.first(where: { key == $0.symbol }) else {
          throw node.fault("a \(UTF8Text(kind.symbol)) has no \(key)")
        }
        arguments.append(argument)
        form.keys.append(try node.path(node.text(limit: ProfileJSON.textLimit)))
      }
      if arguments.contains(.id) { identity = .argument }
    }
    if json != nil { json = form }
  }

  /// Exchanges the ends of an argument's output range. An argument without a scale gets the range 1…0.
  private mutating func invert(_ node: JSONNode) throws(Fault) {
    for each in try node.elements() {
      let argument: ProfileArgument = try each.symbol(of: "argument")
      guard argument.isScaled, arguments.contains(argument) else {
        throw each.fault("is no number among the arguments")
      }
      let index = argument.index
      (scales[index].outLow, scales[index].outHigh) = (scales[index].outHigh, scales[index].outLow)
      isScaled[index] = true
    }
  }

  package mutating func complete(_ turn: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    if turn == 1, let json { try complete(json, at: node) }
    if turn == 2 { try check(node) }
  }

  private mutating func complete(_ json: ProfileJSON, at node: JSONNode) throws(Fault) {
    if json.isWhole && json.each.parts.isEmpty { throw node.fault("is whole only with \"each\"") }
    if repeats { throw node.fault("has \"each\" in place of \"repeat\"") }
    if !arguments.contains(.id), identity == .address {
      identity = json.each.parts.isEmpty ? .sender : .position
    }
  }

  private func check(_ node: JSONNode) throws(Fault) {
    guard !arguments.isEmpty || kind == .nothing else { throw node.fault("must have \"arguments\"") }
    if repeats, kind != .touch, kind != .token { throw node.fault("only touches and tokens can repeat") }
    if identity == .argument, !arguments.contains(.id) {
      throw node.member("id").fault("needs an \"id\" among the arguments")
    }
    if arguments.contains(.id), identity != .argument {
      throw node.fault("has an \"id\" among the arguments, but \"id\" is not \"argument\"")
    }
    if identity == .position, !repeats, json == nil {
      throw node.member("id").fault("needs \"repeat\": true")
    }
    if repeats, identity != .position, identity != .argument {
      throw node.fault("repeats, so \"id\" must be \"place\" or \"argument\"")
    }
    let isPlaced = arguments.contains(.x) || arguments.contains(.y)
    if pads != nil {
      guard kind == .touch, !isPlaced, address.lastNumber != nil || identity == .position else {
        throw node.fault("has \"pads\": they need a touch without x and y that has a number")
      }
    }
    if up != nil, !isPlaced { throw node.fault("needs an x or a y to be \"up\"") }
    guard kind.numbers != nil else { return }
    let numbers = (number == nil ? 0 : 1) + (arguments.contains(.number) ? 1 : 0)
    guard numbers < 2, numbers == 1 || address.lastNumber != nil else {
      throw node.fault("needs one \"number\": its own, among the arguments, or a # in the address")
    }
  }
}

extension ProfileScale: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ProfileScale { ProfileScale() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: ProfileScale) throws(Fault) {
    if let node = try visitor.ends("in", &inLow, &inHigh), inLow == inHigh {
      throw node.fault("must be two different numbers")
    }
    try visitor.ends("out", &outLow, &outHigh)
    if let (_, node) = visitor.member({ _ in true }) {
      throw node.fault("is not known: \"in\" and \"out\" are")
    }
  }
}

extension ProfileBack: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> ProfileBack {
    ProfileBack(address: [], thing: .patchName, shape: .label)
  }

  package mutating func begin(at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    let address = try node.required("address")
    thing = try Thing(node.required("shows"))
    shape = thing.usualShape
    self.address = try address.text(limit: AddressPattern.byteLimit)
    guard self.address.first == UInt8(ascii: "/") else { throw address.fault("must begin with “/”") }
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: ProfileBack) throws(Fault) {
    _ = visitor.field("address", words: nil, form: .text(AddressPattern.byteLimit))
    _ = visitor.field("shows", words: nil, form: .shown)
    try visitor.choice("as", &shape, beside: nil, "shape") { $0.symbol }
    try visitor.ends("out", &outLow, &outHigh)
    try visitor.reportUnknown()
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    if case .controller = thing { return }
    guard shape == thing.usualShape else { throw node.fault("only a controller can be shown in this form") }
  }
}

extension ProfileBack.Thing {
  /// The value with the name in `shows`.
  fileprivate init(_ node: JSONNode) throws(Fault) {
    let name = try node.text(limit: 128)
    if name == "patch_name" {
      self = .patchName
    } else if name == "patch_error" {
      self = .patchError
    } else {
      switch try node.shown() {
      case .trigger(let trigger): self = .trigger(trigger)
      case .controller(let controller): self = .controller(controller)
      }
    }
  }

  fileprivate var usualShape: ProfileBack.Shape {
    switch self {
    case .controller: .fader
    case .trigger: .led
    case .patchName, .patchError: .label
    }
  }
}

extension ProfileArgument {
  /// The form of a list of arguments.
  fileprivate static var form: DocumentForm {
    .list(most: ProfileRule.argumentLimit, new: "\"x\"") { _, _ in .choice(allCases.map { $0.symbol }) }
  }

  /// The form of a list of arguments that can be scaled.
  fileprivate static var scaledForm: DocumentForm {
    .list(most: .max, new: "\"x\"") { _, _ in .choice(allCases.filter { $0.isScaled }.map { $0.symbol }) }
  }
}

extension DocumentVisitor {
  /// The two ends of a range, the first of which may be the greater one. Returns the value if it has been read.
  @discardableResult
  fileprivate mutating func ends(
    _ key: StaticString, _ low: inout Float, _ high: inout Float
  ) throws(Fault) -> JSONNode? {
    let node = field(key, words: nil, form: .numbers(DocumentNumber(-1e6, 1e6), 2...2))
    guard let node else { return nil }
    let nodes = try node.elements()
    guard nodes.count == 2 else { throw node.fault("must be a list of two numbers") }
    (low, high) = (try number(nodes[0], -1e6, 1e6), try number(nodes[1], -1e6, 1e6))
    return node
  }
}

extension JSONNode {
  fileprivate func path(_ text: [UInt8]) throws(Fault) -> ProfileJSON.Path {
    guard let path = ProfileJSON.Path(text) else {
      throw fault("must be a path of at most \(ProfileJSON.pathLimit) keys, as “point.x”")
    }
    return path
  }

  fileprivate func addressPattern() throws(Fault) -> AddressPattern {
    let text = try text(limit: AddressPattern.byteLimit)
    guard text.first == UInt8(ascii: "/") else { throw fault("must begin with “/”") }
    guard let pattern = AddressPattern(text) else { throw fault("has a bracket that is not closed") }
    return pattern
  }
}
