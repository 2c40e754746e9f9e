// The connections and routes of a patch. Not for the audio thread.
import Controls
import Matrix
import Music
import Text

extension PatchConnection: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchConnection {
    var destination = Parameter.filterCutoff
    if case .string(let symbol)? = json.member(PatchKey.Connection.destination.bytes)?.value {
      destination = Parameter.named(symbol) ?? destination
    }
    return PatchConnection(.touchX, destination)
  }

  /// A connection over the whole range of its destination.
  private init(_ source: Controller, _ destination: Parameter) {
    let spec = destination.spec
    self.init(Connection(source, destination, low: spec.minimum, high: spec.maximum))
  }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    let source = try node.required("source").controller()
    self = PatchConnection(source, try node.required("destination").parameter())
  }

  package mutating func visit(
    _ visitor: inout DocumentVisitor, beside _: PatchConnection
  ) throws(Fault) {
    let spec = connection.destination.spec
    try visit(&visitor, low: spec.minimum, high: spec.maximum)
    // An edit names the connection that it replaces.
    visitor.ignoreInEdit("place")
    try visitor.unknown(&unknown)
  }

  /// - Parameters:
  ///   - low: The value of `low` that is left out, or nil if it is always written.
  ///   - high: The value of `high` that is left out, or nil if it is always written.
  private mutating func visit(
    _ visitor: inout DocumentVisitor, low: Float?, high: Float?
  ) throws(Fault) {
    let spec = connection.destination.spec
    let range = Double(spec.minimum)...Double(spec.maximum)
    let plain = Connection(connection.source, connection.destination, low: 0, high: 0)
    _ = visitor.field("source", words: "\"\(connection.source.spec.symbol)\"", form: .controller)
    _ = visitor.field("destination", words: "\"\(spec.symbol)\"", form: .parameter)
    try visitor.number("low", &connection.low, beside: low, range, spec.unit)
    try visitor.number("high", &connection.high, beside: high, range, spec.unit)
    try visitor.number("sensitivity", &connection.sensitivity, beside: plain.sensitivity, 0...16)
    try visitor.either("direction", &connection.isInverted, off: "up", on: "down", namesOffFirst: true)
    try visitSlope(&visitor, beside: plain)
    try visitor.smooth(up: &connection.smoothUp, down: &connection.smoothDown)
    try visitor.choice("gate", &connection.gate, beside: plain.gate, "gate") { $0.symbol }
    try visitor.choice("mode", &connection.mode, beside: plain.mode, "mode") { $0.symbol }
    try visitor.choice("combine", &connection.combine, beside: plain.combine, "rule to combine") { $0.symbol }
    try visitor.number("amount", &connection.amount, beside: plain.amount, -2...2)
  }

  /// A curve, or a scale along which semitones step.
  private mutating func visitSlope(
    _ visitor: inout DocumentVisitor, beside plain: Connection
  ) throws(Fault) {
    let isStepped = connection.destination.spec.unit == .semitones
    let node = visitor.field(
      "slope", words: slopeWords(beside: plain),
      form: .number(
        DocumentNumber(-1, 1, usual: 0), words: isStepped ? Scale.allCases.map { $0.symbol } : []))
    guard let node else { return }
    guard case .string = node.value else {
      connection.curve = try visitor.number(node, -1, 1)
      return
    }
    let scale: Scale = try node.symbol(of: "scale")
    guard isStepped else { throw node.fault("only a parameter in semitones steps along a scale") }
    connection.scaleMask = scale.semitones
  }

  private func slopeWords(beside plain: Connection) -> UTF8Text? {
    if let scale = Scale.allCases.first(where: { $0.semitones == connection.scaleMask }) {
      return "\"\(scale.symbol)\""
    }
    return connection.curve == plain.curve ? nil : "\(connection.curve)"
  }

  /// The connection as an edit has it: with both ends of its range, and its place (from 1) if it has one.
  func words(at place: Int?) -> UTF8Text {
    var (copy, visitor) = (self, DocumentVisitor(.write))
    let members = visitor.words { visitor throws(Fault) in
      try copy.visit(&visitor, low: nil, high: nil)
      if let place { visitor.write("place", "\(place)") }
    }
    return JSON.list("{", members, "}")
  }
}

extension DocumentVisitor {
  /// Time constants: seconds, or two: up, down.
  mutating func smooth(up: inout Float, down: inout Float) throws(Fault) {
    let isSmooth = up != 0 || down != 0
    let node = field(
      "smooth", words: isSmooth ? "[\(up), \(down)]" : nil,
      form: .numbers(DocumentNumber(0, 10, .seconds), 1...2))
    guard let node else { return }
    guard case .array = node.value else {
      up = try number(node, 0, 10)
      down = up
      return
    }
    let times = try node.elements()
    guard times.count == 2 else { throw node.fault("must be a number of seconds or two: up, down") }
    up = try number(times[0], 0, 10)
    down = try number(times[1], 0, 10)
  }
}

// Routes: which keys there are depends on the trigger.

extension PatchRoute: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchRoute {
    var route = Route(.tap, .lfoReset)
    if case .string(let symbol)? = json.member(PatchKey.Route.trigger.bytes)?.value {
      route.trigger = Trigger(symbol) ?? .tap
    }
    route.of = .touchX
    if case .string(let symbol)? = json.member(PatchKey.Route.of.bytes)?.value {
      route.of = Controller.allCases.first { $0.spec.symbol.isText(symbol) } ?? .touchX
    }
    if case .string(let symbol)? = json.member(PatchKey.Route.action.bytes)?.value {
      route.action = Action.allCases.first { UTF8Text($0.symbol).bytes == symbol } ?? .lfoReset
    }
    return PatchRoute(route)
  }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    let trigger: Trigger = try node.required("trigger").symbol(of: "trigger")
    let actionNode = try node.required("action")
    let action: Action = try actionNode.symbol(of: "action") { UTF8Text($0.symbol).bytes }
    self = PatchRoute(Route(trigger, action))
    if let snapshot = action.snapshot {
      visitor.marks.append(.init(.snapshot, snapshot, at: actionNode))
    }
    guard trigger.argument == .level else { return }
    route.of = try node.required("of").controller()
    let spec = route.of.spec
    route.level = try visitor.number(node.required("level"), spec.minimum, spec.fullScale)
    route.hysteresis = Route.defaultHysteresis(of: route.of)
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside _: PatchRoute) throws(Fault) {
    _ = visitor.field(
      "trigger", words: "\"\(route.trigger.symbol)\"", form: .choice(Trigger.allCases.map { $0.symbol }))
    try visitArgument(&visitor)
    if route.trigger.isOfTouches { try visitTouches(&visitor) }
    if route.trigger.argument == .level { try visitLevel(&visitor) }
    if let node = try visitor.text("if", &condition, limit: Self.conditionLimit, isOptional: true) {
      try checkExpression(condition, at: node, remembers: false)
    }
    _ = visitor.field(
      "action", words: "\"\(route.action.symbol)\"", form: .choice(Action.allCases.map { $0.symbol }))
    if route.action.isOfLayer {
      try visitor.whole("layer", &route.layer, beside: 0, 1...16, isOptional: true)
    }
    try visitor.unknown(&unknown)
  }

  private mutating func visitArgument(_ visitor: inout DocumentVisitor) throws(Fault) {
    switch route.trigger.argument {
    case .number(let most):
      let node = visitor.field(
        "number", words: route.number > 0 ? "\(Int(route.number))" : nil,
        form: .number(DocumentNumber(whole: 1, most)), isOptional: true)
      guard let node else { return }
      let given = try visitor.number(node, 1, Float(most))
      guard given == given.rounded() else { throw node.fault("must be a whole number") }
      route.number = UInt8(given)
      if route.trigger == .shape {
        visitor.marks.append(.init(.shape, Int(given), at: node))
      }
    case .region:
      let node = visitor.field(
        "region", words: route.region == Region() ? nil : route.region.words, form: Region.form,
        isOptional: true)
      if let node { route.region = try visitor.region(node) }
    case .none, .level: break
    }
  }

  private mutating func visitTouches(_ visitor: inout DocumentVisitor) throws(Fault) {
    try visitor.text("source", &source, limit: 32, isOptional: true)
    let node = visitor.field(
      "kind", words: route.kind.map { "\"\($0.symbol)\"" },
      form: .choice(SourceKind.allCases.map { $0.symbol }), isOptional: true)
    guard let node else { return }
    let kind: SourceKind = try node.symbol(of: "kind of source")
    route.kind = kind
  }

  private mutating func visitLevel(_ visitor: inout DocumentVisitor) throws(Fault) {
    let spec = route.of.spec
    let width = Double(spec.fullScale - spec.minimum)
    _ = visitor.field("of", words: "\"\(route.of.spec.symbol)\"", form: .controller)
    _ = visitor.field(
      "level", words: "\(route.level)",
      form: .number(DocumentNumber(Double(spec.minimum), Double(spec.fullScale), spec.unit)))
    try visitor.number(
      "hysteresis", &route.hysteresis, beside: Route.defaultHysteresis(of: route.of), 0...width,
      usual: width / 50, spec.unit, isOptional: true)
    try visitor.either("direction", &route.isFalling, off: "up", on: "down", namesOffFirst: true)
  }

}

extension PatchRoute {
  /// The route as an edit has it.
  var words: UTF8Text {
    var visitor = DocumentVisitor(.write)
    return JSON.list("{", visitor.words(of: self, beside: self), "}")
  }

  /// A route after its trigger or action has been changed: without the keys for which this one has no use, and with
  /// those that it needs.
  public static func completed(_ json: JSON) -> JSON {
    let like = element(at: 0, like: json)
    guard case .object(let object) = DocumentVisitor.form(of: like) else { return json }
    var json = json.without(PatchKey.Route.allCases, beside: object)
    guard like.route.trigger.argument == .level else { return json }
    if json.member(PatchKey.Route.of.bytes) == nil {
      json = json.setting(
        [.key(PatchKey.Route.of.bytes)], to: JSON(.string(Controller.touchX.spec.symbol.bytes)))
    }
    if json.member(PatchKey.Route.level.bytes) == nil {
      json = json.setting([.key(PatchKey.Route.level.bytes)], to: JSON(.real(0.5)))
    }
    return json
  }
}

extension Route {
  /// A fiftieth of the controller's range.
  static func defaultHysteresis(of controller: Controller) -> Float {
    (controller.spec.fullScale - controller.spec.minimum) / 50
  }
}
