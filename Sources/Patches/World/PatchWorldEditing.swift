// Edits of the world of a patch. Not for the audio thread.
import Text
import World

extension PatchWorld {
  /// Adds a body, or replaces the one at a place (from 1). Two bodies never have one number.
  mutating func put(_ body: WorldBody, _ place: Int?, at node: JSONNode) throws(Fault) {
    let count = bodies.count
    if let place { try check(place: place, of: count, "body", at: node) }
    let number = body.body.number
    for index in bodies.indices
    where number > 0 && bodies[index].body.number == number && index + 1 != place {
      throw node.fault("number \(Int(number)) is that of body \(index + 1)")
    }
    guard let place else {
      guard count < WorldDescription.bodyLimit else {
        throw node.fault("there are \(WorldDescription.bodyLimit) bodies already")
      }
      bodies.append(body)
      return
    }
    bodies[place - 1] = body
  }

  mutating func move(
    body place: Int, _ x: Float, _ y: Float, at node: JSONNode, _ visitor: inout DocumentVisitor
  ) throws(Fault) {
    try check(place: place, of: bodies.count, "body", at: node)
    let at = node.member("at")
    bodies[place - 1].body.x = visitor.clamp(x, 0, width, at)
    bodies[place - 1].body.y = visitor.clamp(y, 0, height, at)
  }

  /// Removes a body and the springs that hang on it.
  mutating func remove(body place: Int, at node: JSONNode) throws(Fault) {
    try check(place: place, of: bodies.count, "body", at: node)
    let gone = Int16(place - 1)
    bodies.remove(at: place - 1)
    springs.removeAll { $0.spring.from == gone || $0.spring.to == gone }
    for index in springs.indices {
      if springs[index].spring.from > gone { springs[index].spring.from -= 1 }
      if springs[index].spring.to > gone { springs[index].spring.to -= 1 }
    }
  }

  /// Adds a spring, or replaces the one at a place (from 1).
  mutating func put(_ spring: WorldSpring, _ place: Int?, at node: JSONNode) throws(Fault) {
    let bodies = Int16(self.bodies.count)
    guard 0..<bodies ~= spring.spring.from, spring.spring.to < bodies else {
      throw node.fault("hangs on a body that is not there")
    }
    guard let place else {
      guard springs.count < WorldDescription.springLimit else {
        throw node.fault("there are \(WorldDescription.springLimit) springs already")
      }
      springs.append(spring)
      return
    }
    try check(place: place, of: springs.count, "spring", at: node)
    springs[place - 1] = spring
  }

  /// Adds a field, or replaces the one at a place (from 1).
  mutating func put(_ field: WorldField, _ place: Int?, at node: JSONNode) throws(Fault) {
    guard let place else {
      guard fields.count < WorldDescription.fieldLimit else {
        throw node.fault("there are \(WorldDescription.fieldLimit) fields already")
      }
      fields.append(field)
      return
    }
    try check(place: place, of: fields.count, "field", at: node)
    fields[place - 1] = field
  }

  mutating func remove(spring place: Int, at node: JSONNode) throws(Fault) {
    try check(place: place, of: springs.count, "spring", at: node)
    springs.remove(at: place - 1)
  }

  mutating func remove(field place: Int, at node: JSONNode) throws(Fault) {
    try check(place: place, of: fields.count, "field", at: node)
    fields.remove(at: place - 1)
  }

  private func check(place: Int, of count: Int, _ what: StaticString, at node: JSONNode) throws(Fault) {
    guard 1...max(count, 1) ~= place, count > 0 else {
      throw node.fault("there is no \(what) \(place): there are \(count)")
    }
  }
}

// The JSON of edits.

extension PatchEditor {
  func worldPlace(_ node: JSONNode) throws(Fault) -> Int {
    guard case .integer(let place) = node.value else { throw node.fault("must be a place, from 1") }
    return Int(clamping: place)
  }

  /// The place that an edit names; nil: none.
  func worldPlace(in node: JSONNode) throws(Fault) -> Int? {
    guard let found = try node.members().first(where: { $0.key == "place" }) else { return nil }
    return try worldPlace(found.node)
  }

  /// `{"place": 2, "at": [1.5, 2]}`.
  func movedBody(_ node: JSONNode) throws(Fault) -> PatchEdit {
    var (place, at): (Int?, (Float, Float)?)
    for (key, node) in try node.members() {
      if key == "place" {
        place = try worldPlace(node)
      } else if key == "at" {
        let both = try node.elements()
        guard both.count == 2 else { throw node.fault("must be two numbers: x, y") }
        at = (try visitor.number(both[0]), try visitor.number(both[1]))
      } else {
        throw node.fault("is not known")
      }
    }
    guard let place, let at else { throw node.fault("place or at is missing") }
    return .moveBody(place: place, x: at.0, y: at.1)
  }
}
