// A JSON value with its key path, which errors name. Not for the audio thread.
import Controls

/// A value and its key path.
package struct JSONNode {
  package let json: JSON
  package let path: [PathStep]

  package init(_ json: JSON, at path: [PathStep]) {
    self.json = json
    self.path = path
  }

  package var value: JSON.Value { json.value }

  package func fault(_ message: UTF8Text) -> Fault { Fault(path, message, at: json.offset) }

  package func members() throws(Fault) -> [(key: [UInt8], node: JSONNode)] {
    guard case .object(let members) = value else { throw fault("must be an object") }
    return members.map { ($0.key, JSONNode($0.value, at: path + [.key($0.key)])) }
  }

  /// A place for values that come from no text.
  package static var nowhere: JSONNode { JSONNode(JSON(.null), at: []) }

  /// The member with a key; without one, the value itself. Errors about the member stand there.
  package func member(_ key: StaticString) -> JSONNode {
    guard case .object(let members) = value, let found = members.first(where: { $0.key == key }) else {
      return self
    }
    return JSONNode(found.value, at: path + [.key(found.key)])
  }

  package func elements() throws(Fault) -> [JSONNode] {
    guard case .array(let elements) = value else { throw fault("must be a list") }
    return elements.indices.map { JSONNode(elements[$0], at: path + [.index($0)]) }
  }

  package func bool() throws(Fault) -> Bool {
    guard case .bool(let isTrue) = value else { throw fault("must be true or false") }
    return isTrue
  }

  /// The text of a string of at most `limit` bytes.
  package func text(limit: Int) throws(Fault) -> [UInt8] {
    guard case .string(let text) = value else { throw fault("must be a text") }
    guard text.count <= limit else { throw fault("has \(text.count) bytes, more than \(limit)") }
    return text
  }

  package func controller() throws(Fault) -> Controller {
    guard case .string(let text) = value else { throw fault("must be the symbol of a controller") }
    for index in 0..<Controller.count {
      if let each = Controller.at(index), each.spec.symbol.isText(text) { return each }
    }
    throw fault("there is no controller \(JSON.quoted(Array(text.prefix(64))))")
  }

  package func parameter() throws(Fault) -> Parameter {
    guard case .string(let text) = value else { throw fault("must be the symbol of a parameter") }
    for index in 0..<Parameter.count {
      if let each = Parameter.at(index), each.spec.symbol.isText(text) { return each }
    }
    throw fault("there is no parameter \(JSON.quoted(Array(text.prefix(64))))")
  }

  /// The case of an enum with the symbol that the value spells.
  package func symbol<Symbols: CaseIterable>(
    of kind: StaticString, _ symbol: (Symbols) -> [UInt8]
  ) throws(Fault) -> Symbols {
    guard case .string(let text) = value else { throw fault("must be the symbol of a \(kind)") }
    for each in Symbols.allCases where symbol(each) == text { return each }
    throw fault("there is no \(kind) \(JSON.quoted(Array(text.prefix(64))))")
  }
}
