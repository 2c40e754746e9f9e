// One change of a patch, as JSON: `{"set": …}`, `{"connect": …}` and their like. All of it happens or nothing.
import Controls
import Instrument
import Matrix

extension PatchDocument {
  /// Applies one change.
  /// - Throws: what is wrong with it; the patch is then as it was.
  public mutating func apply(edit text: UnsafeRawBufferPointer) throws(DocumentError) {
    let tree = try JSONTree(text, limit: Self.limit)
    let members = try tree.root.members()
    guard members.count == 1, let (key, value) = members.first else {
      throw DocumentError(bytes("an edit is an object with one key"))
    }
    var next = self
    var warnings: [DocumentError] = []
    try next.perform(key, value, &warnings)
    _ = try next.compile()
    self = next
  }

  private mutating func perform(
    _ key: [UInt8], _ value: JSONValue, _ warnings: inout [DocumentError]
  ) throws(DocumentError) {
    switch key {
    case bytes("set"):
      for (symbol, value) in try value.members() { try takeParameter(symbol, value, &warnings) }
    case bytes("connect"): try connect(value, &warnings)
    case bytes("disconnect"): try disconnect(value)
    case bytes("object"):
      for (symbol, value) in try value.members() {
        guard let object = SoundObject.allCases.first(where: { bytes($0.symbol) == symbol }) else {
          throw value.fail("there is no such object")
        }
        let bit = 1 << UInt32(object.rawValue)
        objectsOff = try value.bool() ? objectsOff & ~UInt32(bit) : objectsOff | UInt32(bit)
      }
    case bytes("route"):
      guard routes.count < Program.routeLimit else { throw value.fail("more than 32 routes") }
      routes.append(try Self.route(value))
    case bytes("unroute"):
      let route = try Self.route(value)
      guard routes.contains(route) else { throw value.fail("there is no such route") }
      routes.removeAll { $0 == route }
    case bytes("version"), bytes("parameters"), bytes("connections"), bytes("routes"):
      throw value.fail("this is not changed by an edit")
    default:
      let isKnown = try take(key, value, &warnings)
      guard isKnown else { throw value.fail("there is no such edit") }
    }
  }

  /// Appends a connection, or replaces the one at `place` (from 0).
  private mutating func connect(
    _ value: JSONValue, _ warnings: inout [DocumentError]
  ) throws(DocumentError) {
    var link = try Self.link(value, &warnings)
    var place = links.count
    if let given = try value.members().first(where: { $0.key == bytes("place") })?.value {
      let number = try given.number()
      guard number >= 0, number < Double(links.count) else {
        throw given.fail("there is no connection there")
      }
      place = Int(number)
      link.unknown.removeAll { $0.key == bytes("place") }
    }
    if place < links.count {
      links[place] = link
    } else {
      guard links.count < Program.connectionLimit else { throw value.fail("more than 64 connections") }
      links.append(link)
    }
  }

  /// By place, or all between a source and a destination.
  private mutating func disconnect(_ value: JSONValue) throws(DocumentError) {
    guard value.isObject else {
      let number = try value.number()
      guard number >= 0, number < Double(links.count) else {
        throw value.fail("there is no connection there")
      }
      links.remove(at: Int(number))
      return
    }
    let members = try value.members()
    guard let source = members.first(where: { $0.key == bytes("source") })?.value,
      let destination = members.first(where: { $0.key == bytes("destination") })?.value
    else { throw value.fail("`source` and `destination` were expected") }
    let (from, to) = (try source.controller(), try destination.parameter())
    let before = links.count
    links.removeAll { $0.connection.source == from && $0.connection.destination == to }
    guard links.count < before else { throw value.fail("they are not connected") }
  }
}
