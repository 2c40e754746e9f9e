// The patch of one instance: the document that is edited and saved, and the way of its compiled form to the
// audio thread. Any thread but that one.
import CSystem
import Instrument
import Patches
import RealTime
import Synchronization
import Text

/// What subscribers are told of an instance's patch.
public struct PatchStatus: Sendable {
  public fileprivate(set) var name: [UInt8] = []
  /// Grows with each change.
  public fileprivate(set) var revision: Int32 = 0
  /// How many refusals and warnings there were, and the sentence of the last.
  public fileprivate(set) var errors = 0
  public fileprivate(set) var error: [UInt8] = []
  /// Answers that `notify` had no room for.
  public fileprivate(set) var dropped: UInt64 = 0
}

/// The authoritative patch of one plugin instance. Each change compiles first and is then taken over as a whole;
/// one that is refused leaves document and sound as they are.
public final class PatchStore: @unchecked Sendable {  // all that changes is reached under `mutex` only
  /// Compiled patches on their way to the audio thread, which alone may `take` and `retire`.
  /// By pointer, so that the audio thread touches no reference count; lives as long as the store.
  public let mailbox = UnsafeMutablePointer<Mailbox<CompiledPatch>>.allocate(capacity: 1)
  public let folders: PatchFolders

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var document = PatchDocument()
  private var state = PatchStatus()
  /// The file that was loaded or saved last, empty for none, and what it said then.
  private var file: [UInt8] = []
  private var fileText: [UInt8] = []
  /// The Program Change that came last. Only another one selects: hosts send it again after a session's load, and
  /// that must not undo what the session brought back.
  private var lastProgram: Int?
  private var followed = SetListPlace()
  /// The macro (1…8) that waits for what it is to follow.
  private var learning: Int?
  private var owed = PendingNotifications()

  /// Begins with the default patch.
  public init(folders: PatchFolders) {
    self.folders = folders
    mailbox.initialize(to: Mailbox())
    pthread_mutex_init(mutex, nil)
    state.name = document.name
    if let compiled = try? document.compile() { mailbox.pointee.post(compiled) }
  }

  deinit {
    mailbox.pointee.drain()
    mailbox.deinitialize(count: 1)
    mailbox.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  // MARK: What it is now

  /// The whole patch, as a file or a host's state keeps it.
  public func text() -> [UInt8] { locked { document.write() } }

  public func status() -> PatchStatus { locked { state } }

  // MARK: Changes

  /// Another patch, whole.
  public func replace(_ text: [UInt8]) throws(DocumentError) { try adopt(text, from: []) }

  /// As `replace`, for a host that restores its session: it knows what it gave, so `notify` does not repeat it.
  public func restore(_ text: [UInt8]) throws(DocumentError) {
    try adopt(text, from: [], isKnownToHost: true)
  }

  public func restoreDefault() {
    let fresh = PatchDocument()
    guard let compiled = try? fresh.compile() else { return }
    locked { take(fresh, compiled, from: [], text: [], isKnownToHost: true) }
  }

  public func apply(edit: [UInt8]) throws(DocumentError) {
    do {
      for warning in try edited(edit) { tell(warning) }
    } catch {
      throw tell(error)
    }
  }

  // MARK: Files

  public func load(name: [UInt8]) throws(DocumentError) {
    let text: [UInt8]
    do {
      text = try folders.text(of: name)
    } catch {
      throw tell(error, about: name)
    }
    try adopt(text, from: name)
  }

  /// Saves the patch as it is now among the user's.
  public func save(name: [UInt8]) throws(DocumentError) {
    let now = text()
    do {
      try folders.save(now, as: name)
    } catch {
      throw tell(error, about: name)
    }
    locked { (file, fileText) = (name, now) }
  }

  /// All patches that can be loaded, and a sentence about each that cannot.
  public func list() -> (names: [[UInt8]], broken: [[UInt8]]) {
    var names: [[UInt8]] = []
    var broken: [[UInt8]] = []
    for name in folders.names() {
      do throws(DocumentError) {
        var warnings: [DocumentError] = []
        _ = try Self.compiled(try folders.text(of: name), &warnings)
        names.append(name)
      } catch {
        broken.append(error.sentence(about: name))
      }
    }
    return (names, broken)
  }

  public func next() throws(DocumentError) { try step(by: 1) }
  public func previous() throws(DocumentError) { try step(by: -1) }

  /// The number of the last Program Change, for the host's session to keep.
  public var selectedProgram: Int? {
    get { locked { lastProgram } }
    set { locked { lastProgram = newValue } }
  }

  /// The set list that is followed, and where in it the instance is, for the host's session to keep. Nothing is
  /// loaded.
  public var setList: SetListPlace {
    get { locked { followed } }
    set { locked { followed = newValue } }
  }

  /// The patch that was loaded or saved last; empty: none.
  var loadedFile: [UInt8] { locked { file } }

  /// Loads the `number`th patch, from 0, if it is another number than last time: of the set list that is followed, or
  /// else of all, if the bank allows that.
  public func program(_ number: Int) throws(DocumentError) {
    let isNew = locked {
      defer { lastProgram = number }
      return number != lastProgram
    }
    let followed = setList
    guard isNew, !followed.name.isEmpty || folders.settings().programChange else { return }
    let names = try order().names
    guard names.indices.contains(number) else {
      throw tell(DocumentError("there is no program \(number)"))
    }
    try load(name: names[number], at: number, of: followed)
  }

  /// A file of the user's folder has changed: takes it over if it is the one that was loaded.
  /// - Parameter name: nil: it may be any.
  public func fileChanged(_ name: [UInt8]?) {
    let (file, known) = locked { (self.file, fileText) }
    if file.isEmpty || name != nil && name != file { return }
    do throws(DocumentError) {
      let text = try folders.text(of: file)
      // What was saved here is known, and must not undo an edit that came after it.
      if text == known { return }
      locked { fileText = text }
      try adopt(text, from: file, ifStill: file)
    } catch {}  // told
  }

  // MARK: The audio thread's messages

  /// Does what the host and the performance ask through `feed`, and answers. One thread at a time.
  public func serve(_ feed: UnsafeMutablePointer<InstanceLink>) {
    feed.pointee.forEachRequest { kind, text in
      do throws(DocumentError) { try obey(kind, text) } catch {}  // told
    }
    feed.pointee.learns.store(isLearning, ordering: .relaxed)
    let answers = locked {
      mailbox.pointee.collect()
      return owed.take { document.write() }
    }
    let dropped = feed.pointee.say(answers)
    if dropped > 0 { locked { state.dropped += dropped } }
  }

  private func obey(_ kind: PatchMessage?, _ text: [UInt8]) throws(DocumentError) {
    switch kind {
    case .patch: try replace(text)
    case .edit: try apply(edit: text)
    case .step: try step(by: text == "previous" ? -1 : 1)
    case .program: if let number = Int(decimal: text) { try program(number) }
    case .get: locked { owed.oweWhole() }
    case .learnt:
      var source = MacroSource()
      source.control = Int(decimal: text)
      learnt(source)
    case .error, .request, nil: break
    }
  }

  // MARK: Macros

  /// From now on the macro (1…8) learns what is moved next: a MIDI control change, or an OSC message that nobody else
  /// understands. Any other number: none does.
  public func learn(macro: Int) { locked { learning = 1...MacroSource.count ~= macro ? macro : nil } }

  /// Whether a macro waits for what it is to learn.
  public var isLearning: Bool { locked { learning != nil } }

  /// What the macro that waits is to follow; nothing when none does.
  public func learnt(_ source: MacroSource) {
    guard let macro = locked({ learning }), let words = source.words else { return }
    learn(macro: 0)
    let edit: UTF8Text = "{\"macros\": {\"\(macro)\": \(words)}}"
    try? apply(edit: edit.bytes)  // told
  }

  /// The macros (1…8) that follow an OSC address.
  public func macros(of address: [UInt8]) -> [Int] {
    locked { document.macros.indices.filter { document.macros[$0].address == address }.map { $0 + 1 } }
  }

  /// The macros (1…8) that follow a MIDI control change.
  public func macros(of control: Int) -> [Int] {
    locked { document.macros.indices.filter { document.macros[$0].control == control }.map { $0 + 1 } }
  }

  // MARK: Steps

  private func step(by step: Int) throws(DocumentError) {
    let followed = setList
    let (names, last) = try order()
    var index = last ?? (step > 0 ? -1 : 0)
    for left in names.indices.reversed() {
      index = (index + step + names.count) % names.count
      do throws(DocumentError) {
        return try load(name: names[index], at: index, of: followed)
      } catch {
        if left == 0 { throw error }  // all are broken
      }
    }
  }

  /// Loads what stands at an index of the order of patches, and keeps the place if that is a set list's.
  private func load(name: [UInt8], at index: Int, of list: SetListPlace) throws(DocumentError) {
    try load(name: name)
    locked { if followed == list && !list.name.isEmpty { followed.place = index + 1 } }
  }

  private static func compiled(
    _ text: [UInt8], _ warnings: inout [DocumentError]
  ) throws(DocumentError) -> (PatchDocument, CompiledPatch) {
    let document = try text.withUnsafeBufferPointer { (text) throws(DocumentError) in
      try PatchDocument.read(UnsafeRawBufferPointer(text), warnings: &warnings)
    }
    return (document, try document.compile())
  }

  /// - Parameter known: The file that must still be the loaded one: a session may be restored meanwhile.
  private func adopt(
    _ text: [UInt8], from name: [UInt8], ifStill known: [UInt8]? = nil, isKnownToHost: Bool = false
  ) throws(DocumentError) {
    do {
      var warnings: [DocumentError] = []
      let (document, compiled) = try Self.compiled(text, &warnings)
      locked {
        if known == nil || known == file {
          take(
            document, compiled, from: name, text: name.isEmpty ? [] : text, isKnownToHost: isKnownToHost)
        }
      }
      for warning in warnings.prefix(8) { tell(warning, about: name) }
    } catch {
      throw tell(error, about: name)
    }
  }

  /// Under the mutex: a patch that was compiled becomes the one.
  private func take(
    _ document: PatchDocument, _ compiled: CompiledPatch, from file: [UInt8], text: [UInt8],
    isKnownToHost: Bool
  ) {
    (self.file, fileText) = (file, text)
    become(document, compiled)
    if isKnownToHost { owed.forgetWhole() } else { owed.oweWhole() }
  }

  /// Answers what was clamped.
  private func edited(_ edit: [UInt8]) throws(DocumentError) -> [DocumentError] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var edited = document
    let warnings = try edit.withUnsafeBufferPointer { (edit) throws(DocumentError) in
      try edited.apply(edit: UnsafeRawBufferPointer(edit))
    }
    become(edited, try edited.compile())
    owed.owe(edit: edit)
    return warnings
  }

  private func become(_ document: PatchDocument, _ compiled: CompiledPatch) {
    self.document = document
    state.name = document.name
    state.revision &+= 1
    mailbox.pointee.post(compiled)
  }

  /// Keeps an error for those who are told; answers it.
  @discardableResult func tell(_ error: DocumentError, about name: [UInt8] = []) -> DocumentError {
    let sentence = error.sentence(about: PatchName.isFileName(name) ? name : [])
    locked {
      state.errors += 1
      state.error = sentence
      owed.owe(error: sentence)
    }
    return error
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
