// Values that a patch sends back to objects with a radio, from JSON and back. Not for the audio thread.
import Controls
import Text

/// A value that is sent to an object, or to all objects with a radio.
public struct PatchBack: Equatable, Sendable {
  /// The most of them in a patch.
  public static var limit: Int { 32 }
  /// The most bytes of an object's name.
  public static var nameLimit: Int { 64 }
  /// The greatest number that can be sent.
  public static var outLimit: Float { 1e6 }

  /// The name in the object's definition; empty: all objects with a radio.
  public var object: [UInt8] = []
  /// The value to send.
  public var shows: ShownValue
  /// Of a trigger that counts: which one, from 1; 0: any.
  public var number: UInt8 = 0
  /// Of a controller: what is sent for its minimum and its full scale; nil: its natural value.
  public var out: SIMD2<Float>?
  var unknown: [JSON.Member] = []

  /// A value for all objects, as it is.
  public init(_ shows: ShownValue) { self.shows = shows }

  /// The sent number for a value of the controller.
  public func sent(_ value: Float, of controller: Controller) -> Float {
    guard let out else { return value }
    let spec = controller.spec
    let part = min(max((value - spec.minimum) / (spec.fullScale - spec.minimum), 0), 1)
    return out.x + (out.y - out.x) * part
  }

  /// Whether a value goes to the object of this name.
  public func isFor(_ name: [UInt8]) -> Bool { object.isEmpty || object == name }

  /// A value after what it shows has been changed: without the keys for which this has no use.
  public static func completed(_ json: JSON) -> JSON {
    guard case .string(let symbol)? = json.member(PatchKey.Back.shows.bytes)?.value,
      ShownValue(symbol) != nil,
      case .object(let object) = DocumentVisitor.form(of: element(at: 0, like: json))
    else { return json }
    return json.without(PatchKey.Back.allCases, beside: object)
  }
}

extension JSON {
  /// The object without those of some keys that a form does not have.
  func without<Key: NamedCase>(_ keys: [Key], beside form: DocumentObject) -> JSON {
    var json = self
    for key in keys where !form.fields.contains(where: { $0.key == key.symbol }) {
      json = json.setting([.key(key.bytes)], to: nil)
    }
    return json
  }
}

extension PatchBack: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> PatchBack {
    guard case .string(let symbol)? = json.member(PatchKey.Back.shows.bytes)?.value,
      let shows = ShownValue(symbol)
    else { return PatchBack(.controller(.groupCount)) }
    return PatchBack(shows)
  }

  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    shows = try node.required("shows").shown()
  }

  /// The keys depend on what is shown.
  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: PatchBack) throws(Fault) {
    try visitor.text("object", &object, limit: Self.nameLimit, isOptional: true)
    _ = visitor.field("shows", words: JSON.quoted(shows.symbol), form: .shown)
    if case .trigger(let trigger) = shows, case .number(let most) = trigger.argument {
      try visitor.whole("number", &number, beside: 0, 1...most, isOptional: true)
    }
    if case .controller = shows,
      let node = visitor.field(
        "out", words: out.map { "[\($0.x), \($0.y)]" },
        form: .tuple(
          ["low", "high"], DocumentNumber(-Double(Self.outLimit), Double(Self.outLimit), usual: 0)),
        isOptional: true)
    {
      let ends = try node.elements()
      guard ends.count == 2 else { throw node.fault("must be a list of two numbers") }
      let limit = Self.outLimit
      out = SIMD2(try visitor.number(ends[0], -limit, limit), try visitor.number(ends[1], -limit, limit))
    }
    try visitor.unknown(&unknown)
  }
}
