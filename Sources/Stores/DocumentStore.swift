// The document of one instance, a patch or a grid: its edits, files and history, and its compiled form's way
// to the audio thread. Any thread but the audio thread.
import CPosix
import Instrument
import Patches
import RealTime
import Synchronization
import Text

/// The authoritative document of one plugin instance. Each change is compiled first and then applied as a
/// whole. A change that is refused leaves the document and its sound as they are. Any thread may call it: all
/// that changes is reached under `mutex`. Nothing is compiled under it, so that a thread that asks for the
/// state never waits for that.
final class DocumentStore<Document: StoredDocument> {
  private typealias Step = DocumentHistory<Document>.Step

  /// Lives as long as the store.
  let outbox = Document.Outbox()
  var folders: DocumentFolders { locked { places } }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var places: DocumentFolders
  /// The document that a new instance starts with.
  private let start: Document
  private var document: Document
  var file = DocumentFile()
  private var history = DocumentHistory<Document>()
  /// The other of two documents that are compared, or nil if none are.
  private var other: Side?
  private var state = DocumentStatus()
  private var pending = PendingNotifications()
  /// The document that was posted last, and those before it: what plays may be behind. A base value that the
  /// audio thread has set changes the document without a post.
  private var posted: (revision: Int32, document: Document)
  private var earlier: [(revision: Int32, document: Document)] = []
  private var earlierLimit = 1
  /// The load that brought the document, of which the present one is an edit.
  private var load = PatchLoad()
  /// The number of the last base value set by the audio thread that the document contains.
  private var baseChange: UInt32 = 0
  /// Whether an audio thread takes base values, so that an edit of nothing else is not compiled.
  private var sendsBases = false
  /// Base values on their way there, which the document that was posted last has not.
  private var waitingBases: [BaseSetting] = []
  /// The revision in which an edit last gave each parameter a base value that was sent, by raw value.
  private var sentBases: [UInt16: Int32] = [:]
  /// Whether the audio thread had no room for base values, so that the document must be posted.
  private var owesPost = false

  /// A document with what belongs to it.
  private struct Side {
    var document: Document
    var file: DocumentFile
    var history = DocumentHistory<Document>()
  }

  private var clients = EditClients()

  init(folders: DocumentFolders, start: Document = Document()) {
    places = folders
    self.start = start
    document = start
    posted = (0, start)
    pthread_mutex_init(mutex, nil)
    state.name = document.name
    file.saved = document.write()
    var faults: [DocumentError] = []
    if let prepared = try? document.prepare(in: folders, after: nil, faults: &faults) {
      post(prepared, of: document, as: state.revision)
    }
  }

  deinit {
    outbox.free()
    SoundLibrary.shared.collect()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  // MARK: What it is now

  /// The whole document, as a file or a host's state keeps it.
  func text() -> [UInt8] { locked { document.write() } }

  func status() -> DocumentStatus {
    locked {
      (state.undo, state.redo) = history.counts
      (state.undoTitle, state.redoTitle) = history.titles
      return state
    }
  }

  /// Whether the document differs from the one that was loaded, restored or saved last.
  var isChanged: Bool { locked { document.write() != file.saved } }

  /// The text of a revision that was posted; nil if it is not kept any more.
  func text(ofRevision revision: Int32) -> [UInt8]? {
    locked {
      if revision == posted.revision { return posted.document.write() }
      return earlier.last { $0.revision == revision }?.document.write()
    }
  }

  /// Keeps this number of earlier posts from now on.
  func keep(revisions count: Int) { locked { earlierLimit = max(count, 1) } }

  /// Returns the result of `body` on the document.
  func inspect<Result>(_ body: (Document) -> Result) -> Result { locked { body(document) } }

  // MARK: Changes

  /// Replaces the document by the one in a text, which may be one to share; `undo` brings the old one back.
  /// - Parameters:
  ///   - name: the file of the text; empty: none.
  ///   - known: the file that must still be the document's, or nothing happens; nil: it may be any.
  func replace(
    _ text: [UInt8], from name: [UInt8] = [], ifStill known: [UInt8]? = nil
  ) throws(DocumentError) {
    try read(text, from: name) { next, prepared in
      guard known == nil || known == file.name else { return Document.Outbox.discard(prepared) }
      let step = Step(document: document, title: ("load \(next.name)" as UTF8Text).bytes, file: file)
      // A file that another program has changed is still the same document.
      if known == nil { beginLoad() }
      become(next, prepared)
      history.remember(step)
      file = DocumentFile(name: name, text: name.isEmpty ? [] : text, saved: next.write())
      pending.requireWhole()
    }
  }

  /// As `replace`, for a host that restores its session. The host knows what it gave, so `notify` does not
  /// repeat it, and `undo` does not go back beyond it.
  /// - Parameters:
  ///   - sent: the values that the session has in place of those of ports.
  ///   - sounds: the paths of the session's sound files.
  func restore(
    _ text: [UInt8], sent: SentValues = SentValues(), sounds: [[UInt8]] = []
  ) throws(DocumentError) {
    var folders = folders
    folders.session = sounds
    try read(text, from: [], in: folders) { next, prepared in
      places = folders
      restore(next, prepared, sent)
    }
  }

  func restoreDefault(sent: SentValues = SentValues()) {
    var (next, faults) = (start, [DocumentError]())
    guard let prepared = try? next.prepare(in: folders, after: nil, faults: &faults) else { return }
    locked { restore(next, prepared, sent) }
  }

  /// The values that were sent in place of those of ports.
  /// - Parameter playing: what the audio thread has published last.
  func sentValues(_ playing: () -> PatchLoad) -> SentValues {
    locked {
      let playing = playing()
      return playing.number == load.number ? playing.sent : load.sent
    }
  }

  /// Changes the document by `change`, which returns what was clamped.
  /// - Parameters:
  ///   - edit: the text of the change, which the host gets on `notify`.
  ///   - revision: the one that the document must still have, for an edit that names things by their index;
  ///     nil: any.
  ///   - head: what its client says of it: a drag is one change of the history.
  ///   - isHeard: whether the audio thread has made the change in what it plays, so that nothing is compiled.
  /// - Returns: the document's new revision.
  func apply(
    _ edit: @autoclosure () -> [UInt8], ifStill revision: Int32?, by head: EditHead? = nil,
    isHeard: Bool = false,
    _ change: (inout Document) throws(DocumentError) -> [DocumentError]
  ) throws(DocumentError) -> Int32 {
    do throws(DocumentError) {
      while true {
        let (before, seen, began) = locked {
          (document, state.revision, clients.began(head, at: state.revision))
        }
        // A value that only this drag has changed is as it was when the drag began.
        let age = UInt32(bitPattern: seen &- (began ?? seen))
        let isOfDrag = revision.map { UInt32(bitPattern: seen &- $0) <= age } ?? true
        try Self.check(isOfDrag ? nil : revision, seen)
        var next = before
        var warnings = try change(&next)
        let edited = next
        let bases = !isHeard && locked { sendsBases } ? next.bases(since: before) : []
        let prepared: Document.Outbox.Prepared? =
          try isHeard || !bases.isEmpty ? nil : next.prepare(in: folders, after: before, faults: &warnings)
        let raised: Int32? = locked {
          guard state.revision == seen else { return nil }
          become(next, prepared)
          send(bases)
          if began == nil { history.remember(Step(document: before, title: Document.title(ofEdit: edit()))) }
          clients.follow(head, from: seen, to: state.revision)
          pending.add(edit: edit(), of: seen, isWhole: !next.isFilled(since: edited))
          return state.revision
        }
        if let raised {
          for warning in warnings { report(warning) }
          return raised
        }
        // Another thread has changed the document meanwhile. The change is made again, of the new document.
        if let prepared { Document.Outbox.discard(prepared) }
      }
    } catch {
      throw report(error)
    }
  }

  /// Makes a change of a base value that the audio thread has made already in what it plays. If the document
  /// comes out differently, because the change was refused or clamped, what plays becomes the document again.
  /// - Parameters:
  ///   - number: the audio thread's number of the change.
  ///   - parameter: its raw value.
  ///   - taken: the revision of the last base value that the audio thread had been sent before it made the change.
  ///     If a later one is of this parameter, what plays has come to another value than the document.
  ///   - isHeard: whether a document has the value that is heard.
  func follow(
    _ number: UInt32, of parameter: UInt16, taken: Int32, _ edit: [UInt8], by head: EditHead?,
    isHeard: (Document) -> Bool,
    _ change: (inout Document) throws(DocumentError) -> [DocumentError]
  ) throws(DocumentError) {
    defer {
      contain(number) {
        isHeard($0) && (sentBases[parameter].map { $0 &- taken <= 0 } ?? true)
      }
    }
    guard let head else {
      _ = try apply(edit, ifStill: nil, isHeard: true, change)
      return
    }
    _ = try answer(head) { () throws(DocumentError) in
      try apply(edit, ifStill: nil, by: head, isHeard: true, change)
    }
  }

  /// Notes that the document contains what there is to contain of a change that the audio thread made.
  private func contain(_ number: UInt32, _ isHeard: (Document) -> Bool) {
    while true {
      let (now, seen, isSame) = locked {
        baseChange = number
        return (document, state.revision, isHeard(document))
      }
      if isSame || post(now, as: seen) { return }
    }
  }

  /// Posts the document as it is.
  /// - Returns: false if another thread has changed it meanwhile.
  private func post(_ now: Document, as seen: Int32) -> Bool {
    var (next, faults) = (now, [DocumentError]())
    guard let prepared = try? next.prepare(in: folders, after: now, faults: &faults) else { return true }
    return locked {
      if state.revision == seen {
        post(prepared, of: next, as: seen)
        return true
      }
      Document.Outbox.discard(prepared)
      return false
    }
  }

  /// Looks again for files that the document lacks. Posts it if there are some now.
  func findFiles() {
    while true {
      let (now, seen) = locked { (document, state.revision) }
      let missing = now.missingFiles
      if missing == 0 { return }
      var (next, faults) = (now, [DocumentError]())
      guard let prepared = try? next.prepare(in: folders, after: nil, faults: &faults) else { return }
      let isNew = next.missingFiles < missing
      let isCurrent = locked {
        guard state.revision == seen else { return false }
        if isNew {
          // Loading isn't a change.
          if now.write() == file.saved { file.saved = next.write() }
          become(next, prepared)
          pending.requireWhole()
        }
        return true
      }
      if !isNew || !isCurrent { Document.Outbox.discard(prepared) }
      if isCurrent { return }
    }
  }

  // MARK: Base values on their way to the audio thread

  /// Sets whether an audio thread takes base values from a link (`answer`), instead of a patch for each.
  func sendBases(_ isOn: Bool) { locked { sendsBases = isOn } }

  /// Whether the document must be posted, because there was no room for its base values.
  var isPostOwed: Bool { locked { owesPost } }

  /// Posts the document if it must be.
  func postOwed() {
    while true {
      let (now, seen, isDue) = locked { (document, state.revision, owesPost) }
      if !isDue || post(now, as: seen) { return }
    }
  }

  /// Under the mutex: the document has become one with these base values.
  private func send(_ bases: [BaseSetting]) {
    for var setting in bases {
      setting.revision = state.revision
      sentBases[setting.parameter] = setting.revision
      waitingBases.removeAll { $0.parameter == setting.parameter }
      waitingBases.append(setting)
    }
  }

  /// The number of the last change by the audio thread that the document contains.
  var containedChange: UInt32 { locked { baseChange } }

  /// Applies an edit that came as JSON: a step through the history, or what `change` makes of it.
  /// - Parameters:
  ///   - limit: the longest text that is read, in bytes.
  ///   - head: what its client says of it; nil: nothing, and no answer is wanted.
  /// - Returns: the document's new revision.
  func apply(
    json text: [UInt8], limit: Int = JSON.textLimit, by head: EditHead?,
    _ change: (inout Document, JSON, UnsafeRawBufferPointer) throws(DocumentError) -> [DocumentError]
  ) throws(DocumentError) -> Int32 {
    guard let head else { return try read(json: text, limit: limit, by: nil, change) }
    return try answer(head) { () throws(DocumentError) in
      try read(json: text, limit: limit, by: head, change)
    }
  }

  private func read(
    json text: [UInt8], limit: Int, by head: EditHead?,
    _ change: (inout Document, JSON, UnsafeRawBufferPointer) throws(DocumentError) -> [DocumentError]
  ) throws(DocumentError) -> Int32 {
    try text.span.bytes.withUnsafeBytes { bytes throws(DocumentError) in
      let root: JSON
      do throws(DocumentError) {
        root = try JSON(bytes, limit: limit)
        if let step = HistoryStep(root) { return try move(step, ifStill: head?.revision) }
      } catch {
        throw report(error)
      }
      return try apply(text, ifStill: head?.revision, by: head) { document throws(DocumentError) in
        try change(&document, root, bytes)
      }
    }
  }

  /// Applies the edit of a client that wants an answer, once.
  private func answer(
    _ head: EditHead, _ apply: () throws(DocumentError) -> Int32
  ) throws(DocumentError) -> Int32 {
    let (turn, revision) = locked { (clients.turn(of: head), state.revision) }
    guard turn == .now else {
      if turn == .wasHandled { notify(library: head.answer(revision)) }
      return revision
    }
    do throws(DocumentError) {
      let raised = try apply()
      settle(head, head.answer(raised))
      return raised
    } catch {
      settle(head, head.answer(revision, error))
      throw error
    }
  }

  private func settle(_ head: EditHead, _ answer: [UInt8]) {
    locked {
      clients.settle(head)
      if head.number > 0 { pending.add(library: answer) }
    }
  }

  /// Goes to another document that is kept.
  /// - Parameter revision: the one that the document must still have; nil: any.
  /// - Returns: the document's new revision.
  func move(_ step: HistoryStep, ifStill revision: Int32? = nil) throws(DocumentError) -> Int32 {
    switch step {
    case .undo: try move(backwards: true, ifStill: revision)
    case .redo: try move(backwards: false, ifStill: revision)
    case .compare: try compare(ifStill: revision)
    case .choose: try choose(ifStill: revision)
    }
  }

  /// Takes the last change back, or does again what was taken back last.
  private func move(backwards: Bool, ifStill revision: Int32?) throws(DocumentError) -> Int32 {
    while true {
      let (next, seen) = locked { (history.next(backwards: backwards), state.revision) }
      try Self.check(revision, seen)
      guard var next else {
        throw DocumentError(backwards ? "there is nothing to undo" : "there is nothing to do again")
      }
      var faults: [DocumentError] = []
      let prepared = try next.document.prepare(in: folders, after: nil, faults: &faults)
      let raised: Int32? = locked {
        guard state.revision == seen else { return nil }
        let left = Step(document: document, title: next.title, file: next.file == nil ? nil : file)
        become(next.document, prepared)
        history.move(backwards: backwards, leaving: left)
        if let back = next.file { file = back }
        pending.requireWhole()
        return state.revision
      }
      if let raised { return raised }
      Document.Outbox.discard(prepared)  // Another thread has changed the document meanwhile.
    }
  }

  /// Goes to the other of two documents that are compared, with its file and its history. The first time,
  /// that is a copy of this one.
  private func compare(ifStill revision: Int32?) throws(DocumentError) -> Int32 {
    while true {
      var (next, seen) = locked { (other ?? Side(document: document, file: file), state.revision) }
      try Self.check(revision, seen)
      var faults: [DocumentError] = []
      let prepared = try next.document.prepare(in: folders, after: nil, faults: &faults)
      let raised: Int32? = locked {
        guard state.revision == seen else { return nil }
        other = Side(document: document, file: file, history: history)
        become(next.document, prepared)
        (file, history) = (next.file, next.history)
        state.side = [UInt8(ascii: state.side == "B" ? "A" : "B")]
        pending.requireWhole()
        return state.revision
      }
      if let raised { return raised }
      Document.Outbox.discard(prepared)  // Another thread has changed the document meanwhile.
    }
  }

  /// Forgets the other of two documents.
  private func choose(ifStill revision: Int32?) throws(DocumentError) -> Int32 {
    try locked { () throws(DocumentError) in
      try Self.check(revision, state.revision)
      if other == nil { throw DocumentError("there are no two that are compared") }
      forgetOther()
      return state.revision
    }
  }

  /// Under the mutex: the next document is another one, and ends what was sent to ports.
  private func beginLoad(sent: SentValues = SentValues()) {
    load.number &+= 1
    load.sent = sent
  }

  /// Under the mutex.
  private func forgetOther() { (other, state.side) = (nil, []) }

  // MARK: The audio thread's messages

  /// From now on `notify` owes the whole document.
  func answerWhole() { locked { pending.answerWhole() } }

  /// From now on `notify` owes an answer about the library.
  func notify(library answer: [UInt8]) { locked { pending.add(library: answer) } }

  /// From now on `notify` owes this sentence about what was refused.
  func refuse(_ sentence: [UInt8]) { locked { pending.add(error: sentence) } }

  /// Frees what the audio thread has sent back, and sends on `notify` what is owed. One thread at a time.
  func answer(_ feed: UnsafeMutablePointer<InstanceLink>) {
    let (owed, revision) = locked {
      outbox.collect()
      SoundLibrary.shared.collect()
      for each in waitingBases where !feed.pointee.bases.push(each) { owesPost = true }
      waitingBases = []
      let revision: Int32? = feed.pointee.hasWindow.load(ordering: .relaxed) ? state.revision : nil
      return (pending.pop(at: revision) { document.write() }, state.revision)
    }
    let dropped = feed.pointee.send(owed)
    if dropped > 0 { locked { state.dropped += dropped } }
    feed.pointee.documentRevision.store(revision, ordering: .releasing)
  }

  /// Keeps an error for `notify` and for subscribers, and returns it with the name of what it is about.
  @discardableResult
  func report(_ error: DocumentError, about name: [UInt8] = []) -> DocumentError {
    let shown = PatchName.isFileName(name) ? name : JSON.quoted(Array(name.prefix(64))).bytes
    let sentence = error.sentence(about: name.isEmpty ? [] : shown)
    locked {
      state.errors += 1
      state.error = sentence
      pending.add(error: sentence)
    }
    return name.isEmpty ? error : DocumentError(sentence)
  }

  /// Runs `body` under the mutex. It must not call the store.
  func locked<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  // MARK: Within

  /// Reads and compiles a text, and hands both to `change` under the mutex. Errors and warnings are reported.
  private func read(
    _ text: [UInt8], from name: [UInt8], in folders: DocumentFolders? = nil,
    _ change: (Document, Document.Outbox.Prepared) -> Void
  ) throws(DocumentError) {
    let folders = folders ?? self.folders
    do throws(DocumentError) {
      var warnings: [DocumentError] = []
      let isShared = text.starts(with: Document.sharePrefix)
      let json = isShared ? try Document.json(ofShareText: text) : text
      var next = try Document.read(json, warnings: &warnings)
      let prepared = try next.prepare(in: folders, after: nil, faults: &warnings)
      locked { change(next, prepared) }
      for warning in warnings.prefix(8) { report(warning, about: name) }
    } catch {
      throw report(error, about: name)
    }
  }

  /// Under the mutex, as the rest.
  private func restore(_ next: Document, _ prepared: Document.Outbox.Prepared, _ sent: SentValues) {
    beginLoad(sent: sent)
    become(next, prepared)
    history.removeAll()
    file = DocumentFile(saved: next.write())
    forgetOther()
    pending.forgetWhole()
  }

  private static func check(_ revision: Int32?, _ now: Int32) throws(DocumentError) {
    guard let revision, revision != now else { return }
    throw DocumentError("this edit is of revision \(Int(revision)), and the document is at \(Int(now)) now")
  }

  private func post(_ prepared: Document.Outbox.Prepared, of document: Document, as revision: Int32) {
    Document.number(prepared, revision, load, baseChange: baseChange)
    outbox.post(prepared)
    (waitingBases, owesPost) = ([], false)
    earlier.append(posted)
    if earlier.count > earlierLimit { earlier.removeFirst(earlier.count - earlierLimit) }
    posted = (revision, document)
  }

  /// - Parameter prepared: nil: the audio thread plays it already.
  private func become(_ next: Document, _ prepared: Document.Outbox.Prepared?) {
    if let prepared { post(prepared, of: next, as: state.revision &+ 1) }
    document = next
    state.name = next.name
    state.revision &+= 1
  }
}
