// What a document must offer so that a store can keep it. Any thread but the audio thread.
import Grids
import Instrument
import Patches
import RealTime
import Text
import ToneMatrix

/// A document that an instance has one of: a patch or a grid.
protocol StoredDocument: Sendable {
  /// How its compiled form reaches the audio thread.
  associatedtype Outbox: DocumentOutbox

  /// The document that an instance begins with.
  init()
  var name: [UInt8] { get }

  /// Reads a text. `warnings` gets what was clamped and which keys are not known.
  static func read(_ text: [UInt8], warnings: inout [DocumentError]) throws(DocumentError) -> Self

  /// What a text to share begins with, and the document's text in it.
  static var sharePrefix: [UInt8] { get }
  static func json(ofShareText text: [UInt8]) throws(DocumentError) -> [UInt8]

  /// The text as files and hosts keep it.
  func write() -> [UInt8]

  /// Compiles the document. Needs no lock.
  /// - Throws: what of the document cannot be played.
  func prepare() throws(DocumentError) -> Outbox.Prepared

  /// Writes the document's revision into its compiled form, before it is posted.
  static func number(_ prepared: Outbox.Prepared, _ revision: Int32)
}

/// What a store does with the way to the audio thread, whatever goes there: an associated type must be one
/// with copies, and a compiled grid has none.
protocol DocumentOutbox {
  /// A compiled document that has not been posted.
  associatedtype Prepared
  init()
  func post(_ prepared: Prepared)
  /// Frees a compiled document that is not posted.
  static func discard(_ prepared: Prepared)
  /// Frees what the audio thread has sent back.
  func collect()
  /// Frees everything. After this no thread may come back.
  func free()
}

/// A mailbox that lives until it is freed; by pointer, so that the audio thread touches no reference count.
struct CompiledOutbox<Compiled: ~Copyable>: DocumentOutbox {
  let mailbox: UnsafeMutablePointer<Mailbox<Compiled>>

  init() {
    mailbox = .allocate(capacity: 1)
    mailbox.initialize(to: Mailbox())
  }

  func post(_ prepared: UnsafeMutablePointer<Compiled>) {
    mailbox.pointee.post(prepared.move())
    prepared.deallocate()
  }

  static func discard(_ prepared: UnsafeMutablePointer<Compiled>) {
    prepared.deinitialize(count: 1)
    prepared.deallocate()
  }

  func collect() { mailbox.pointee.collect() }

  func free() {
    mailbox.pointee.drain()
    mailbox.deinitialize(count: 1)
    mailbox.deallocate()
  }
}

extension PatchDocument: StoredDocument {
  typealias Outbox = CompiledOutbox<CompiledPatch>

  func prepare() throws(DocumentError) -> UnsafeMutablePointer<CompiledPatch> {
    let compiled = try compile()
    let prepared = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
    prepared.initialize(to: compiled)
    return prepared
  }

  static func number(_ prepared: UnsafeMutablePointer<CompiledPatch>, _ revision: Int32) {
    prepared.pointee.revision = revision
  }
}

extension GridDocument: StoredDocument {
  typealias Outbox = CompiledOutbox<CompiledGrid>

  static func json(ofShareText text: [UInt8]) throws(DocumentError) -> [UInt8] {
    try GridDocument(shareText: text).write()
  }

  func prepare() -> UnsafeMutablePointer<CompiledGrid> {
    let prepared = UnsafeMutablePointer<CompiledGrid>.allocate(capacity: 1)
    prepared.initialize(to: compile())
    return prepared
  }

  /// No compiled grid has a revision.
  static func number(_ prepared: UnsafeMutablePointer<CompiledGrid>, _ revision: Int32) {
  }
}
