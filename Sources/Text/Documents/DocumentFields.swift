// The objects of documents: each names its fields once, to a visitor. Not for the audio thread.

/// An object of a document, which names its fields to a visitor that reads, writes or describes them.
package protocol DocumentFields: Sendable {
  /// Whether a screen changes the whole object at once, and not the keys that it has changed.
  static var isWhole: Bool { get }
  /// The object at an index of a list before its fields are read. Its JSON may decide which fields it has.
  static func element(at index: Int, like json: JSON) -> Self
  /// The number of turns that reading the keys takes. Those of one turn are read in the order of the text, so
  /// that its first mistake is reported.
  static var turns: Int { get }
  /// The turn in which a key is read, from 0.
  func turn(of key: [UInt8]) -> Int

  /// Prepares for a value from which fields will be read. Reads what others depend on.
  mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault)
  /// Names each field, in the order in which they are written.
  /// - Parameter plain: The object whose values are left out when they are written, and shown for keys that are
  ///   missing.
  mutating func visit(_ visitor: inout DocumentVisitor, beside plain: Self) throws(Fault)
  /// Checks and completes what has been read from a value in this turn and those before it.
  mutating func complete(_ turn: Int, at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault)
}

extension DocumentFields {
  package static var isWhole: Bool { false }
  package static var turns: Int { 1 }
  package func turn(of key: [UInt8]) -> Int { 0 }
  package mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {}
  package mutating func complete(
    _ turn: Int, at node: JSONNode, _ visitor: inout DocumentVisitor
  ) throws(Fault) {}
}
