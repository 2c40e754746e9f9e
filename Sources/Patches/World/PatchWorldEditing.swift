// Edits of the world of a patch. Not for the audio thread.
import Text
import World

extension PatchReader {
  /// Adds a body, or replaces the one at a place (from 1). Two bodies never have one number.
  mutating func put(_ body: WorldBody, _ place: Int?, at node: JSONNode) throws(Fault) {
    let count = result.world.bodies.count
    if let place { try check(place: place, of: count, "body", at: node) }
    let number = body.body.number
    for index in result.world.bodies.indices
    where number > 0 && result.world.bodies[index].body.number == number && index + 1 != place {
      throw node.fault("number \(Int(number)) is that of body \(index + 1)")
    }
    guard let place else {
      guard count < WorldDescription.bodyLimit else {
        throw node.fault("there are \(WorldDescription.bodyLimit) bodies already")
      }
      result.world.bodies.append(body)
      return
    }
    result.world.bodies[place - 1] = body
  }

  mutating func move(body place: Int, _ x: Float, _ y: Float, at node: JSONNode) throws(Fault) {
    try check(place: place, of: result.world.bodies.count, "body", at: node)
    let at = node.member(PatchKey.Moved.at.symbol)
    result.world.bodies[place - 1].body.x = clamp(x, 0, result.world.width, at)
    result.world.bodies[place - 1].body.y = clamp(y, 0, result.world.height, at)
  }

  /// Removes a body and the springs that hang on it.
  mutating func remove(body place: Int, at node: JSONNode) throws(Fault) {
    try check(place: place, of: result.world.bodies.count, "body", at: node)
    let gone = Int16(place - 1)
    result.world.bodies.remove(at: place - 1)
    result.world.springs.removeAll { $0.spring.from == gone || $0.spring.to == gone }
    for index in result.world.springs.indices {
      if result.world.springs[index].spring.from > gone { result.world.springs[index].spring.from -= 1 }
      if result.world.springs[index].spring.to > gone { result.world.springs[index].spring.to -= 1 }
    }
  }

  /// Adds a spring, or replaces the one at a place (from 1).
  mutating func put(_ spring: WorldSpring, _ place: Int?, at node: JSONNode) throws(Fault) {
    let bodies = Int16(result.world.bodies.count)
    guard 0..<bodies ~= spring.spring.from, spring.spring.to < bodies else {
      throw node.fault("hangs on a body that is not there")
    }
    guard let place else {
      guard result.world.springs.count < WorldDescription.springLimit else {
        throw node.fault("there are \(WorldDescription.springLimit) springs already")
      }
      result.world.springs.append(spring)
      return
    }
    try check(place: place, of: result.world.springs.count, "spring", at: node)
    result.world.springs[place - 1] = spring
  }

  /// Adds a field, or replaces the one at a place (from 1).
  mutating func put(_ field: WorldField, _ place: Int?, at node: JSONNode) throws(Fault) {
    guard let place else {
      guard result.world.fields.count < WorldDescription.fieldLimit else {
        throw node.fault("there are \(WorldDescription.fieldLimit) fields already")
      }
      result.world.fields.append(field)
      return
    }
    try check(place: place, of: result.world.fields.count, "field", at: node)
    result.world.fields[place - 1] = field
  }

  func check(place: Int, of count: Int, _ what: StaticString, at node: JSONNode) throws(Fault) {
    guard 1...max(count, 1) ~= place, count > 0 else {
      throw node.fault("there is no \(what) \(place): there are \(count)")
    }
  }

  // MARK: The JSON of edits

  func worldPlace(_ node: JSONNode) throws(Fault) -> Int {
    guard case .integer(let place) = node.value else { throw node.fault("must be a place, from 1") }
    return Int(clamping: place)
  }

  /// The place that an edit names; nil: none.
  func worldPlace(in node: JSONNode) throws(Fault) -> Int? {
    guard let found = try node.members().first(where: { PatchKey.Place($0.key) == .place }) else {
      return nil
    }
    return try worldPlace(found.node)
  }

  /// `{"place": 2, "at": [1.5, 2]}`.
  func movedBody(_ node: JSONNode) throws(Fault) -> PatchEdit {
    var (place, at): (Int?, (Float, Float)?)
    for (key, node) in try node.members() {
      switch PatchKey.Moved(key) {
      case .place: place = try worldPlace(node)
      case .at:
        let both = try node.elements()
        guard both.count == 2 else { throw node.fault("must be two numbers: x, y") }
        at = (try number(both[0]), try number(both[1]))
      case nil: throw node.fault("is not known")
      }
    }
    guard let place, let at else { throw node.fault("place or at is missing") }
    return .moveBody(place: place, x: at.0, y: at.1)
  }
}
