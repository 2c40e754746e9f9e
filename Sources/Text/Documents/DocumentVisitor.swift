// Reads, writes and describes the fields of a document's objects: what all documents share. Not for the audio
// thread.
import Controls

/// Visits the fields that an object names, for one task. DocumentVisitorValues.swift has the fields of one value,
/// DocumentVisitorObjects.swift those that hold objects.
///
/// It is one type and not a protocol with a visitor for each task, because the embedded build compiles each generic
/// function again for each visitor and object. None of its functions is inlined, because each is called for many fields:
/// inlined ones made the libraries 100 kB larger.
package struct DocumentVisitor: DocumentReading {
  /// The task of the visitor.
  package enum Task {
    /// Their values are read from JSON, in the order of the text, so that the first mistake is reported.
    case read
    /// Values that differ from the plain ones are written as canonical text.
    case write
    /// Their forms are collected.
    case form
  }

  package let task: Task
  package let isEdit: Bool
  /// A warning for each value that was clamped or left out and each unknown key, in the order of reading.
  package var warnings: [Fault] = []
  /// The greatest x and y of places in inner objects, which an outer one sets.
  package var bounds = SIMD2<Float>(repeating: 0)
  /// The number of objects in an outer one, which inner ones refer to by index.
  package var count = 0
  /// The text that a screen shows before the keys that are described.
  package var title: StaticString = ""
  /// Values that can only be judged when the whole document has been read.
  package var marks: [Mark] = []

  /// A value to be judged later.
  package struct Mark {
    package enum Kind { case snapshot, shape, expression }
    package var kind: Kind
    package var number: Int
    package var node: JSONNode

    package init(_ kind: Kind, _ number: Int, at node: JSONNode) {
      (self.kind, self.number, self.node) = (kind, number, node)
    }
  }

  private var scope = Scope()
  /// The only key that is described; nil: all are.
  private let described: [UInt8]?

  /// The object whose fields are visited.
  private struct Scope {
    typealias Member = (key: [UInt8], node: JSONNode)
    /// All members of an object that is read.
    var members: [Member] = []
    /// The number of members that have been read, including the current one.
    var count = 0
    /// Whether a field has the key of the present member.
    var isKnown = true
    /// The members that have been written.
    var words: [UTF8Text] = []
    /// The fields that have been described.
    var fields: [DocumentField] = []
  }

  package init(_ task: Task, isEdit: Bool = false, describing key: [UInt8]? = nil) {
    self.task = task
    self.isEdit = isEdit
    described = key
  }

  // MARK: Whole objects

  /// A function that names the fields of an object.
  package typealias Visit = (inout DocumentVisitor) throws(Fault) -> Void

  /// Reads the members of an object in the order of the text, so that the first mistake is reported.
  package mutating func read(_ node: JSONNode, _ visit: Visit) throws(Fault) {
    try read(node.members(), visit)
  }

  @inline(never)
  private mutating func read(_ members: [Scope.Member], _ visit: Visit) throws(Fault) {
    let outer = scope
    scope = Scope()
    scope.members = members
    while scope.count < scope.members.count {
      scope.count += 1
      scope.isKnown = false
      try visit(&self)
      guard scope.isKnown else { throw scope.members[scope.count - 1].node.fault("is not known") }
    }
    scope = outer
  }

  /// Returns the members of an object as texts, `"key": value`.
  @inline(never)
  package mutating func words(_ visit: Visit) -> [UTF8Text] {
    let outer = scope
    scope = Scope()
    try? visit(&self)  // Only reading throws.
    let words = scope.words
    scope = outer
    return words
  }

  /// Returns the forms of an object's fields.
  @inline(never)
  package static func object(describing key: [UInt8]? = nil, _ visit: Visit) -> DocumentObject {
    var visitor = DocumentVisitor(.form, describing: key)
    try? visit(&visitor)  // Only reading throws.
    return DocumentObject(visitor.scope.fields)
  }

  /// Reads an object's fields from a value. Keys that are missing leave their fields as they are.
  @inline(never)
  package mutating func read<Fields: DocumentFields>(
    _ fields: inout Fields, from node: JSONNode, beside plain: Fields
  ) throws(Fault) {
    try fields.begin(at: node, &self)
    let members = try node.members()
    for turn in 0..<Fields.turns {
      let now = Fields.turns == 1 ? members : members.filter { fields.turn(of: $0.key) == turn }
      try read(now) { visitor throws(Fault) in try fields.visit(&visitor, beside: plain) }
      try fields.complete(turn, at: node, &self)
    }
  }

  /// Reads a whole document, which begins as `start`. What is clamped and unknown keys are added to `warnings`; any
  /// other mistake is thrown with its line and column.
  @inline(never)
  package static func document<Document: DocumentFields>(
    _ text: [UInt8], from start: Document, warnings: inout [DocumentError]
  ) throws(DocumentError) -> Document {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      let root = JSONNode(try JSON(text), at: [])
      var (visitor, document) = (DocumentVisitor(.read), start)
      do throws(Fault) { try visitor.read(&document, from: root, beside: start) } catch {
        throw error.error(in: text)
      }
      warnings += visitor.warnings.errors(in: text)
      return document
    }
  }

  /// Returns a whole document as text: each member of the document on a line, without those that equal `plain`.
  @inline(never)
  package static func text<Document: DocumentFields>(of document: Document, beside plain: Document) -> [UInt8]
  {
    var visitor = DocumentVisitor(.write)
    return JSON.lines("{", visitor.words(of: document, beside: plain), "}\n", indent: 2).bytes
  }

  /// Reads one member of an object. Returns false if the object has no field of this key.
  @inline(never)
  package mutating func read<Fields: DocumentFields>(
    _ key: [UInt8], of fields: inout Fields, from node: JSONNode
  ) throws(Fault) -> Bool {
    scope = Scope()
    scope.members = [(key, node)]
    (scope.count, scope.isKnown) = (1, false)
    try fields.visit(&self, beside: fields)
    return scope.isKnown
  }

  /// Returns the members of an object as texts, `"key": value`.
  @inline(never)
  package mutating func words<Fields: DocumentFields>(of fields: Fields, beside plain: Fields) -> [UTF8Text] {
    var copy = fields
    return words { visitor throws(Fault) in try copy.visit(&visitor, beside: plain) }
  }

  /// Returns the form of an object.
  @inline(never)
  package static func object<Fields: DocumentFields>(of fields: Fields) -> DocumentObject {
    var copy = fields
    var object = Self.object { visitor throws(Fault) in try copy.visit(&visitor, beside: fields) }
    object.isWhole = Fields.isWhole
    return object
  }

  /// Returns the form of an object as a value within another one.
  package static func form<Fields: DocumentFields>(of fields: Fields) -> DocumentForm {
    .object(object(of: fields))
  }

  /// Returns the form of one key of an object; nil if no form has this key.
  @inline(never)
  package static func form<Fields: DocumentFields>(of key: [UInt8], in fields: Fields) -> DocumentForm? {
    var copy = fields
    return object(describing: key) { visitor throws(Fault) in
      try copy.visit(&visitor, beside: fields)
    }.fields.first?.form
  }

  // MARK: Any field

  /// Whether the visitor has a use for the field of a key: it is the one being read, or fields are written or described.
  @inline(never)
  package func isVisited(_ key: StaticString) -> Bool {
    task != .read || (!scope.isKnown && scope.members[scope.count - 1].key == key)
  }

  /// The value of a key, if it is the one being read.
  @inline(never)
  package mutating func value(of key: StaticString) -> JSONNode? {
    guard task == .read, isVisited(key) else { return nil }
    scope.isKnown = true
    return scope.members[scope.count - 1].node
  }

  /// Visits a field that has a text and a form of its own. Returns its value if it is being read.
  /// - Parameters:
  ///   - words: Its value as JSON, or nil if it is left out.
  ///   - form: Its form, or nil if it is never shown.
  @inline(never)
  package mutating func field(
    _ key: StaticString, words: @autoclosure () -> UTF8Text?, form: @autoclosure () -> DocumentForm?,
    isOptional: Bool = false
  ) -> JSONNode? {
    switch task {
    case .read: return value(of: key)
    case .write: if let words = words() { write(key, words) }
    case .form: if let form = form() { describe(key, form, isOptional: isOptional) }
    }
    return nil
  }

  /// Visits the keys that no field has: they are kept and written here.
  /// - Parameter later: A key whose field is named after this.
  @inline(never)
  package mutating func unknown(
    _ members: inout [JSON.Member], before later: StaticString? = nil
  ) throws(Fault) {
    switch task {
    case .read:
      // An unknown key of an edit is a mistake.
      if scope.isKnown || isEdit { return }
      let (key, node) = scope.members[scope.count - 1]
      if let later, key == later { return }
      scope.isKnown = true
      members.append(try kept(key, node))
    case .write: scope.words += members.map { $0.words }
    case .form: break
    }
  }

  /// Reports the keys that no field has. They are not kept, because the document is never written or has no place for
  /// them.
  @inline(never)
  package mutating func reportUnknown() throws(Fault) {
    var ignored: [JSON.Member] = []
    try unknown(&ignored)
  }

  /// Leaves out the keys that no field has, with a warning.
  @inline(never)
  package mutating func leaveOutUnknown() {
    if task != .read || scope.isKnown || isEdit { return }
    scope.isKnown = true
    warnings.append(scope.members[scope.count - 1].node.fault("is not known and is skipped"))
  }

  /// The value of a key that is one of many, if it is being read.
  @inline(never)
  package mutating func member<Name>(_ find: ([UInt8]) -> Name?) -> (name: Name, node: JSONNode)? {
    guard task == .read, !scope.isKnown, let name = find(scope.members[scope.count - 1].key) else {
      return nil
    }
    scope.isKnown = true
    return (name, scope.members[scope.count - 1].node)
  }

  /// Passes over a key that says which object an edit changes.
  @inline(never)
  package mutating func ignoreInEdit(_ key: StaticString) { if isEdit { _ = value(of: key) } }

  @inline(never)
  package mutating func write(_ key: StaticString, _ words: UTF8Text) {
    scope.words.append("\"\(key)\": \(words)")
  }

  @inline(never)
  package mutating func write(_ members: [UTF8Text]) { scope.words += members }

  @inline(never)
  package mutating func describe(
    _ key: StaticString, _ form: @autoclosure () -> DocumentForm, isOptional: Bool = false
  ) {
    describe(UTF8Text(key).bytes, form(), isOptional: isOptional)
  }

  @inline(never)
  package mutating func describe(
    _ key: [UInt8], _ form: @autoclosure () -> DocumentForm, isOptional: Bool = false
  ) {
    if let described, described != key { return }
    scope.fields.append(DocumentField(key, form(), isOptional: isOptional, title: title))
  }
}
