// The fields of the world of a patch. Not for the audio thread.
import Controls
import Lanes
import Text
import World

extension PatchWorld: DocumentFields {
  /// An edit replaces the whole world.
  package static var isWhole: Bool { true }
  package static func element(at index: Int, like json: JSON) -> PatchWorld { PatchWorld() }

  /// Places lie in the room, and springs hang on bodies.
  package static var turns: Int { 3 }
  package func turn(of key: [UInt8]) -> Int { key == "room" ? 0 : key == "bodies" ? 1 : 2 }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) { self = PatchWorld() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: PatchWorld) throws(Fault) {
    if let node = visitor.field(
      "room", words: "[\(width), \(height)]", form: .tuple(["width", "height"], DocumentNumber(0.5, 20)))
    {
      let sides = try node.elements()
      guard sides.count == 2 else { throw node.fault("must be two numbers: width, height") }
      width = try visitor.number(sides[0], 0.5, 20)
      height = try visitor.number(sides[1], 0.5, 20)
    }
    visitor.bounds = SIMD2(width, height)
    visitor.count = bodies.count
    try visitor.choice("walls", &walls, beside: plain.walls, "kind of walls") { $0.symbol }
    try visitor.choice("touch", &touch, beside: plain.touch, "way to touch") { $0.symbol }
    try visitor.number(
      "token_size", &tokenSize, beside: plain.tokenSize, BodyDescription.sizes.wide, usual: 0.2)
    try visitor.number("spin_damping", &spinDamping, beside: plain.spinDamping, 0...5, usual: 0)
    try visitBodies(&visitor)
    try visitor.list(
      "springs", &springs, most: WorldDescription.springLimit, "springs",
      new: "{\"from\": 1, \"to\": [0.5, 0.5]}", indent: 6)
    try visitor.list(
      "fields", &fields, most: WorldDescription.fieldLimit, "fields", new: "{\"kind\": \"gravity\"}",
      indent: 6)
    try visitor.list(
      "zones", &zones, most: WorldDescription.zoneLimit, "zones", new: "{\"region\": [0, 0, 0.5, 0.5]}",
      indent: 6)
    try visitor.unknown(&unknown)
  }

  /// Two bodies never have one number.
  private mutating func visitBodies(_ visitor: inout DocumentVisitor) throws(Fault) {
    let limit = WorldDescription.bodyLimit
    guard visitor.task == .read else {
      try visitor.list(
        "bodies", &bodies, most: limit, "bodies", new: "{\"at\": [0.5, 0.5]}", indent: 6)
      return
    }
    for node in try visitor.elements(of: "bodies", most: limit, "bodies") ?? [] {
      var body = WorldBody()
      try visitor.read(&body, from: node, beside: body)
      try put(body, nil, at: node)
    }
  }
}

extension ClosedRange<Float> {
  fileprivate var wide: ClosedRange<Double> { Double(lowerBound)...Double(upperBound) }
}

extension DocumentVisitor {
  fileprivate static var metres: DocumentNumber { DocumentNumber(0, 20) }

  /// Two numbers, each of a range from 0 or of the same range.
  fileprivate mutating func pair(
    _ node: JSONNode, _ x: ClosedRange<Float>, _ y: ClosedRange<Float>
  ) throws(Fault) -> (Float, Float) {
    let both = try node.elements()
    guard both.count == 2 else { throw node.fault("must be two numbers: x, y") }
    return (
      try number(both[0], x.lowerBound, x.upperBound), try number(both[1], y.lowerBound, y.upperBound)
    )
  }

  /// A place in the room. Without a text, it is left out.
  fileprivate mutating func place(
    _ key: StaticString, _ x: inout Float, _ y: inout Float, isWritten: Bool, isShown: Bool = true
  ) throws(Fault) {
    let node = field(
      key, words: isWritten ? "[\(x), \(y)]" : nil, form: isShown ? .tuple(["x", "y"], Self.metres) : nil)
    if let node { (x, y) = try pair(node, 0...bounds.x, 0...bounds.y) }
  }
}

extension WorldBody: DocumentFields {
  /// The most bytes of a name.
  static var nameLimit: Int { 64 }

  /// The keys that a screen shows depend on the pin.
  package static func element(at index: Int, like json: JSON) -> WorldBody {
    var body = WorldBody()
    if case .string(let word)? = json.member(PatchKey.Body.pin.bytes)?.value {
      body.body.pin = BodyPin.allCases.first { word == $0.symbol } ?? .no
    }
    return body
  }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    self = WorldBody()
    let members = try node.members()
    if let shape = members.first(where: { $0.key == "shape" }) {
      body.shape = try shape.node.symbol(of: "shape") { UTF8Text($0.symbol).bytes }
    }
    _ = try node.required("at")
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: WorldBody) throws(Fault) {
    visitor.ignoreInEdit("place")
    let plain = BodyDescription()
    try visitor.whole("number", &body.number, beside: 0, 1...WorldDescription.numberLimit, isOptional: true)
    try visitor.text("name", &name, limit: Self.nameLimit, isOptional: true)
    _ = visitor.field(
      "shape", words: "\"\(body.shape.symbol)\"", form: .choice(BodyShape.allCases.map { $0.symbol }))
    try visitSize(&visitor)
    try visitor.place("at", &body.x, &body.y, isWritten: true)
    try visitor.number("angle", &body.angle, beside: 0, -1...1)
    try visitor.choice("pin", &body.pin, beside: .no, "pin") { $0.symbol }
    let (swings, slides) = (body.pin == .swing, body.pin == .slide)
    try visitor.place("pivot", &body.pivotX, &body.pivotY, isWritten: swings, isShown: swings)
    if visitor.task == .read || slides {
      try visitor.number("direction", &body.direction, beside: nil, -1...1, usual: 0)
    }
    try visitor.number(
      "density", &body.density, beside: plain.density, BodyDescription.densities.wide, usual: 1)
    try visitor.number("friction", &body.friction, beside: plain.friction, 0...1, usual: 0.2)
    try visitor.number("bounce", &body.bounce, beside: plain.bounce, 0...1, usual: 0.2)
    let speeds = BodyDescription.speeds
    if let node = visitor.field(
      "speed", words: body.speedX == 0 && body.speedY == 0 ? nil : "[\(body.speedX), \(body.speedY)]",
      form: .tuple(
        ["x", "y"], DocumentNumber(speeds.wide.lowerBound, speeds.wide.upperBound, usual: 0)))
    {
      (body.speedX, body.speedY) = try visitor.pair(node, speeds, speeds)
    }
    try visitor.number("spin", &body.spin, beside: 0, BodyDescription.spins.wide)
    if let node = try visitor.text("colour", &colour, limit: 7, isOptional: true) { try check(colour: node) }
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard body.pin != .swing || node.json.member(PatchKey.Body.pivot.bytes) != nil else {
      throw node.fault("pivot is missing: about it the body swings")
    }
  }

  /// A number, or of a box two: half its width and half its height.
  private mutating func visitSize(_ visitor: inout DocumentVisitor) throws(Fault) {
    let range = BodyDescription.sizes
    let isOneNumber = body.shape == .circle || body.halfWidth == body.halfHeight
    let node = visitor.field(
      "size", words: isOneNumber ? "\(body.halfWidth)" : "[\(body.halfWidth), \(body.halfHeight)]",
      form: .numbers(DocumentNumber(range.wide.lowerBound, range.wide.upperBound, usual: 0.1), 1...2))
    guard let node else { return }
    if case .array = node.value {
      guard body.shape == .box else { throw node.fault("must be a number: the radius of the circle") }
      (body.halfWidth, body.halfHeight) = try visitor.pair(node, range, range)
    } else {
      body.halfWidth = try visitor.number(node, range.lowerBound, range.upperBound)
      body.halfHeight = body.halfWidth
    }
  }

  private func check(colour node: JSONNode) throws(Fault) {
    let isColour =
      colour.count == 7 && colour[0] == UInt8(ascii: "#")
      && colour.dropFirst().allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 32) }
    guard isColour else { throw node.fault("must be a colour, \"#rrggbb\"") }
  }

  /// A body after its pin has been changed: one that swings has a pivot, at first its place.
  public static func completed(_ json: JSON) -> JSON {
    guard element(at: 0, like: json).body.pin == .swing, json.member(PatchKey.Body.pivot.bytes) == nil,
      let at = json.member(PatchKey.Body.at.bytes)
    else { return json }
    return json.setting([.key(PatchKey.Body.pivot.bytes)], to: at)
  }
}

extension WorldSpring: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> WorldSpring { WorldSpring() }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    self = WorldSpring()
    _ = try node.required("from")
    _ = try node.required("to")
  }

  /// The visitor's count is that of the bodies.
  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: WorldSpring) throws(Fault) {
    visitor.ignoreInEdit("place")
    let bodies = WorldDescription.bodyLimit
    if let node = visitor.field(
      "from", words: "\(Int(spring.from) + 1)", form: .number(DocumentNumber(whole: 1, bodies)))
    {
      spring.from = try visitor.body(node)
    }
    if let node = visitor.field(
      "to", words: spring.to < 0 ? "[\(spring.x), \(spring.y)]" : "\(Int(spring.to) + 1)",
      form: .numbers(DocumentNumber(0, Double(bodies)), 1...2))
    {
      if case .array = node.value {
        spring.to = -1
        (spring.x, spring.y) = try visitor.pair(node, 0...visitor.bounds.x, 0...visitor.bounds.y)
      } else {
        spring.to = try visitor.body(node)
      }
    }
    if visitor.task != .write || spring.length >= 0 {
      try visitor.number("length", &spring.length, beside: nil, 0...20)
    }
    try visitor.number("hertz", &spring.hertz, beside: nil, 0.05...32, usual: 1)
    try visitor.number("damping", &spring.damping, beside: 0, 0...2)
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard spring.from != spring.to else { throw node.fault("hangs a body on itself") }
  }
}

extension DocumentVisitor {
  /// The index of a body from its place in the list.
  fileprivate func body(_ node: JSONNode) throws(Fault) -> Int16 {
    let place = try whole(node)
    guard 1...Int64(max(count, 1)) ~= place, count > 0 else {
      throw node.fault("there is no body \(Int(place)): there are \(count)")
    }
    return Int16(place - 1)
  }
}

extension WorldField: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> WorldField { WorldField() }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    self = WorldField()
    _ = try node.required("kind")
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: WorldField) throws(Fault) {
    visitor.ignoreInEdit("place")
    try visitor.choice("kind", &field.kind, beside: nil, "field") { $0.symbol }
    try visitor.place("at", &field.x, &field.y, isWritten: field.x != 0 || field.y != 0)
    try visitor.number("strength", &field.strength, beside: nil, -20...20, usual: 0)
    try visitor.number("direction", &field.direction, beside: 0, -1...1)
    try visitor.number("radius", &field.radius, beside: 0, 0...20)
    try visitor.unknown(&unknown)
  }
}

extension WorldZone: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> WorldZone { WorldZone() }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: WorldZone) throws(Fault) {
    try visitor.text("name", &name, limit: WorldBody.nameLimit)
    let node = visitor.field(
      "region", words: "[\(zone.left), \(zone.bottom), \(zone.right), \(zone.top)]",
      form: .tuple(["left", "bottom", "right", "top"], DocumentVisitor.metres))
    if let node {
      let sides = try node.elements()
      guard sides.count == 4 else { throw node.fault("must be four numbers: left, bottom, right, top") }
      zone.left = try visitor.number(sides[0], 0, visitor.bounds.x)
      zone.bottom = try visitor.number(sides[1], 0, visitor.bounds.y)
      zone.right = try visitor.number(sides[2], 0, visitor.bounds.x)
      zone.top = try visitor.number(sides[3], 0, visitor.bounds.y)
      guard zone.left < zone.right, zone.bottom < zone.top else {
        throw node.fault("left is not below right, or bottom not below top")
      }
    }
    try visitor.unknown(&unknown)
  }

  package mutating func complete(_: Int, at node: JSONNode, _: inout DocumentVisitor) throws(Fault) {
    guard zone.right > 0 else { throw node.fault("region is missing") }
  }
}

extension DocumentFields {
  /// The object as an edit has it, on one line, with the place that the edit names.
  func words(at place: Int?) -> UTF8Text {
    var visitor = DocumentVisitor(.write)
    let members = visitor.words(of: self, beside: self)
    return JSON.list("{", (place.map { ["\"place\": \($0)"] } ?? []) + members, "}")
  }
}
