// What a patch sends back to objects with a radio, from JSON and back. Not for the audio thread.
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
  /// What is sent.
  public var shows: ShownValue
  /// Of a trigger that counts: which one, from 1; 0: any.
  public var number: UInt8 = 0
  /// Of a controller: what is sent for its minimum and its full scale; nil: its natural value.
  public var out: SIMD2<Float>?
  var unknown: [JSON.Member] = []

  /// A value for all objects, as it is.
  public init(_ shows: ShownValue) { self.shows = shows }

  /// What is sent for a value of the controller.
  public func sent(_ value: Float, of controller: Controller) -> Float {
    guard let out else { return value }
    let spec = controller.spec
    let part = min(max((value - spec.minimum) / (spec.fullScale - spec.minimum), 0), 1)
    return out.x + (out.y - out.x) * part
  }

  /// Whether a value goes to the object of this name.
  public func isFor(_ name: [UInt8]) -> Bool { object.isEmpty || object == name }

  /// The value on one line, defaults left out.
  var words: UTF8Text {
    let members = JSON.members { (key: PatchKey.Back) -> UTF8Text? in
      switch key {
      case .object: object.isEmpty ? nil : JSON.quoted(object)
      case .shows: JSON.quoted(shows.symbol)
      case .number: number == 0 ? nil : "\(Int(number))"
      case .out: out.map { "[\($0.x), \($0.y)]" }
      }
    }
    return JSON.list("{", members + unknown.map { $0.words }, "}")
  }

  /// A value after what it shows has been changed: without the keys for which this has no use.
  public static func completed(_ json: JSON) -> JSON {
    guard case .string(let symbol)? = json.member(PatchKey.Back.shows.bytes)?.value,
      let shows = ShownValue(symbol)
    else { return json }
    var json = json
    for key in PatchKey.Back.allCases where !has(key, shows) {
      json = json.setting([.key(key.bytes)], to: nil)
    }
    return json
  }

  /// Whether what is shown has a use for a key.
  static func has(_ key: PatchKey.Back, _ shows: ShownValue) -> Bool {
    switch (key, shows) {
    case (.object, _), (.shows, _): true
    case (.number, .trigger(let trigger)): if case .number = trigger.argument { true } else { false }
    case (.out, .controller): true
    case (.number, .controller), (.out, .trigger): false
    }
  }
}

extension PatchReader {
  /// Reads the whole list.
  mutating func back(_ node: JSONNode) throws(Fault) {
    let nodes = try node.elements()
    guard nodes.count <= PatchBack.limit else {
      throw node.fault("has \(nodes.count) values, more than \(PatchBack.limit)")
    }
    result.back = []
    for node in nodes { result.back.append(try oneBack(node)) }
  }

  private mutating func oneBack(_ node: JSONNode) throws(Fault) -> PatchBack {
    let members = try node.members()
    guard let shows = members.first(where: { PatchKey.Back($0.key) == .shows }) else {
      throw node.fault("shows is missing")
    }
    var back = PatchBack(try shows.node.shown())
    for (key, node) in members {
      let known = PatchKey.Back(key)
      guard let known, PatchBack.has(known, back.shows) else {
        back.unknown.append(try kept(key, node))
        continue
      }
      switch known {
      case .shows: break
      case .object: back.object = try node.text(limit: PatchBack.nameLimit)
      case .number:
        guard case .trigger(let trigger) = back.shows, case .number(let most) = trigger.argument else {
          break
        }
        back.number = UInt8(try whole(node, 1...Int64(most)))
      case .out:
        let ends = try node.elements()
        guard ends.count == 2 else { throw node.fault("must be a list of two numbers") }
        let limit = PatchBack.outLimit
        back.out = SIMD2(try number(ends[0], -limit, limit), try number(ends[1], -limit, limit))
      }
    }
    return back
  }
}

extension PatchKey {
  /// The form of one value that is sent back: which keys there are depends on what is shown.
  static func backForm(_ json: JSON) -> DocumentForm {
    var shows = ShownValue.controller(.groupCount)
    if case .string(let symbol)? = json.member(Back.shows.bytes)?.value {
      shows = ShownValue(symbol) ?? shows
    }
    return .object(optional: [.object, .number, .out]) { (key: Back) in
      guard PatchBack.has(key, shows) else { return nil }
      switch key {
      case .object: return .text(PatchBack.nameLimit)
      case .shows: return .shown
      case .number:
        guard case .trigger(let trigger) = shows, case .number(let most) = trigger.argument else {
          return nil
        }
        return .number(DocumentNumber(whole: 1, most))
      case .out:
        let limit = Double(PatchBack.outLimit)
        return .tuple(["low", "high"], DocumentNumber(-limit, limit, usual: 0))
      }
    }
  }
}
