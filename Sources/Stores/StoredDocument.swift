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

  /// The text as files and hosts keep it.
  func write() -> [UInt8]

  /// Compiles the document and posts the result.
  /// - Parameter revision: the document's revision.
  /// - Throws: what of the document cannot be played; nothing is posted then.
  func post(to outbox: Outbox, revision: Int32) throws(DocumentError)
}

/// What a store does with the way to the audio thread, whatever goes there: an associated type must be one
/// with copies, and a compiled grid has none.
protocol DocumentOutbox {
  init()
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

  func collect() { mailbox.pointee.collect() }

  func free() {
    mailbox.pointee.drain()
    mailbox.deinitialize(count: 1)
    mailbox.deallocate()
  }
}

extension PatchDocument: StoredDocument {
  func post(to outbox: CompiledOutbox<CompiledPatch>, revision: Int32) throws(DocumentError) {
    var compiled = try compile()
    compiled.revision = revision
    outbox.mailbox.pointee.post(compiled)
  }
}

extension GridDocument: StoredDocument {
  func post(to outbox: CompiledOutbox<CompiledGrid>, revision: Int32) {
    outbox.mailbox.pointee.post(compile())
  }
}
