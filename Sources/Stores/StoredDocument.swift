// The interface of a document for a store. Any thread but the audio thread.
import Controls
import Grids
import Instrument
import Patches
import RealTime
import Text
import ToneMatrix

/// A document that an instance has one of: a patch or a grid.
protocol StoredDocument: Sendable {
  /// The outbox that takes its compiled form to the audio thread.
  associatedtype Outbox: DocumentOutbox

  /// The document described by a JSON object without keys.
  init()
  var name: [UInt8] { get }

  /// Reads a text. `warnings` gets what was clamped and which keys are not known.
  static func read(_ text: [UInt8], warnings: inout [DocumentError]) throws(DocumentError) -> Self

  /// The prefix of a shared text, and the document's text in it.
  static var sharePrefix: [UInt8] { get }
  static func json(ofShareText text: [UInt8]) throws(DocumentError) -> [UInt8]

  /// The text as files and hosts keep it.
  func write() -> [UInt8]

  /// Compiles the document. Needs no lock. What is only known from files is filled in.
  /// - Parameters:
  ///   - before: the document that it is an edit of, or nil if it is another one.
  ///   - faults: gets what cannot be heard.
  /// - Throws: what of the document cannot be played.
  mutating func prepare(
    in folders: DocumentFolders, after before: Self?, faults: inout [DocumentError]
  ) throws(DocumentError) -> Outbox.Prepared

  /// How many files it lacks, so that not all of it is heard.
  var missingFiles: Int { get }

  /// Whether `prepare` has filled in what an edit does not say.
  /// - Parameter before: the document before it was prepared.
  func isFilled(since before: Self) -> Bool

  /// The base values that it has and `before` has not, if they are few and all that differs; else none.
  func bases(since before: Self) -> [BaseSetting]

  /// The name that *Undo* shows for an edit in JSON. Empty if it has none.
  static func title(ofEdit text: [UInt8]) -> [UInt8]

  /// Writes into its compiled form, before it is posted, the document's revision, its load, and the number of
  /// the last base value set by the audio thread that it contains.
  static func number(_ prepared: Outbox.Prepared, _ revision: Int32, _ load: PatchLoad, baseChange: UInt32)
}

/// The interface between a store and the way to the audio thread: an associated type must be one with copies,
/// and a compiled grid has none.
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

  /// - Parameter release: as for `Mailbox`.
  init(release: @escaping (UnsafeMutablePointer<Compiled>) -> Void) {
    mailbox = .allocate(capacity: 1)
    mailbox.initialize(to: Mailbox(release: release))
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

/// As `CompiledOutbox`, and gives back the sounds of patches.
struct PatchOutbox: DocumentOutbox {
  private let box = CompiledOutbox<CompiledPatch> { $0.pointee.releaseSounds() }
  var mailbox: UnsafeMutablePointer<Mailbox<CompiledPatch>> { box.mailbox }

  init() {}

  func post(_ prepared: UnsafeMutablePointer<CompiledPatch>) { box.post(prepared) }
  static func discard(_ prepared: UnsafeMutablePointer<CompiledPatch>) {
    prepared.pointee.releaseSounds()
    CompiledOutbox.discard(prepared)
  }
  func collect() { box.collect() }
  func free() { box.free() }
}

extension PatchDocument: StoredDocument {
  static func title(ofEdit text: [UInt8]) -> [UInt8] { PatchEdit.title(of: text) }

  typealias Outbox = PatchOutbox

  mutating func prepare(
    in folders: DocumentFolders, after before: PatchDocument?, faults: inout [DocumentError]
  ) throws(DocumentError) -> UnsafeMutablePointer<CompiledPatch> {
    // An edit of something else neither looks for what is missing nor says again that it is.
    var found: [DocumentError] = []
    let isSame = before?.samples == samples && before?.wavetable == wavetable
    let compiled = try compile(
      withSoundsIn: folders.samples, session: folders.session, readsFiles: !isSame, faults: &found)
    if !isSame { faults += found }
    let prepared = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
    prepared.initialize(to: compiled)
    return prepared
  }

  var missingFiles: Int { SoundLibrary.shared.missing(samples, wavetable) }

  func isFilled(since before: PatchDocument) -> Bool {
    before.samples != samples || before.wavetable != wavetable
  }

  func bases(since before: PatchDocument) -> [BaseSetting] {
    var (same, changed) = (self, [BaseSetting]())
    for parameter in Parameter.allCases where self[parameter].base != before[parameter].base {
      // Many at once are a patch of its own, which is compiled in less time than it takes to set them.
      if changed.count == 16 { return [] }
      changed.append(BaseSetting(parameter: UInt16(parameter.rawValue), base: self[parameter].base))
      same[parameter].base = before[parameter].base
    }
    return changed.isEmpty || same != before ? [] : changed
  }

  static func number(
    _ prepared: UnsafeMutablePointer<CompiledPatch>, _ revision: Int32, _ load: PatchLoad, baseChange: UInt32
  ) {
    prepared.pointee.revision = revision
    prepared.pointee.load = load
    prepared.pointee.baseChange = baseChange
  }
}

extension GridDocument: StoredDocument {
  static func title(ofEdit text: [UInt8]) -> [UInt8] { GridEdit.title(of: text) }

  typealias Outbox = CompiledOutbox<CompiledGrid>

  static func json(ofShareText text: [UInt8]) throws(DocumentError) -> [UInt8] {
    try GridDocument(shareText: text).write()
  }

  func prepare(
    in folders: DocumentFolders, after before: GridDocument?, faults: inout [DocumentError]
  ) -> UnsafeMutablePointer<CompiledGrid> {
    let prepared = UnsafeMutablePointer<CompiledGrid>.allocate(capacity: 1)
    prepared.initialize(to: compile())
    return prepared
  }

  var missingFiles: Int { 0 }
  func isFilled(since before: GridDocument) -> Bool { false }
  func bases(since before: GridDocument) -> [BaseSetting] { [] }

  static func number(
    _ prepared: UnsafeMutablePointer<CompiledGrid>, _ revision: Int32, _ load: PatchLoad, baseChange: UInt32
  ) {
    prepared.pointee.revision = UInt32(bitPattern: revision)
  }
}
