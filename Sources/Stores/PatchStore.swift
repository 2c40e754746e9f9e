// The patch of one instance: the document that is edited and saved, and the way of its compiled form to the
// audio thread. Any thread but the audio thread.
import Controls
import Instrument
import Loops
import Patches
import RealTime
import Synchronization
import Text

/// The authoritative patch of one plugin instance, which many may edit at once. A change that is refused
/// leaves document and sound as they are.
public final class PatchStore: EditedStore, @unchecked Sendable {  // its state is under the store's mutex
  public var folders: DocumentFolders { store.folders }
  public let libraryEntries = LibraryEntries()
  public let commons = CommonsRequest()
  /// Compiled patches on their way to the audio thread, which alone may `pop` and `retire`. It lives as long
  /// as the store.
  public var mailbox: UnsafeMutablePointer<Mailbox<CompiledPatch>> { store.outbox.mailbox }

  /// Layers of the looper from the audio thread, and restored ones to it. It lives as long as the store.
  public let loops = UnsafeMutablePointer<LoopExchange>.allocate(capacity: 1)
  /// The layers as the audio thread has handed them out; under the store's mutex.
  var layers = LoopAssembly()

  /// Previews of other patches, which are played beside this one.
  public let previews = PatchPreviews()

  private let store: DocumentStore<PatchDocument>
  /// The Program Change that came last. Only another one selects: hosts send it again after a session's load,
  /// and that must not undo what the session brought back.
  private var lastProgram: Int?
  private var followed = SetListPosition()
  /// The macro (1…8) that learns; nil: none.
  private var learning: Int?
  private var takes = false

  /// The number of drawn lines, and the points of the last one.
  private var drawnLines: UInt32 = 0
  private var lastLine: [SIMD2<Float>] = []

  /// Starts with the patch that every new instance starts with.
  public init(folders: DocumentFolders) {
    store = DocumentStore(folders: folders, start: .first(in: folders))
    loops.initialize(to: LoopExchange())
  }

  deinit {
    loops.pointee.drain()
    loops.deinitialize(count: 1)
    loops.deallocate()
  }

  // MARK: What it is now

  /// The whole patch, as a file or a host's state keeps it.
  public func text() -> [UInt8] { store.text() }

  public func status() -> DocumentStatus { store.status() }
  public var isChanged: Bool { store.isChanged }

  /// The patch of a revision, for a take; nil if it is not kept any more.
  public func text(ofRevision revision: Int32) -> [UInt8]? { store.text(ofRevision: revision) }

  /// Keeps the patches of the last 64 revisions while a take is written, else of the last one.
  public func keepForTake(_ isTaken: Bool) {
    store.keep(revisions: isTaken ? 64 : 1)
    locked {
      takes = isTaken
      layers.keep(revisions: isTaken ? 64 : 0)
    }
    if isTaken { previews.stop() }
  }

  /// Whether a take is written.
  var isTaken: Bool { locked { takes } }

  // MARK: Changes

  /// Another patch, whole. Can be undone.
  public func replace(_ text: [UInt8]) throws(DocumentError) { try store.replace(text) }

  /// As `replace`, for a host that restores its session: it knows what it gave, so `notify` does not repeat
  /// it, and there is nothing before it to go back to.
  public func restore(_ text: [UInt8]) throws(DocumentError) { try store.restore(text) }
  /// - Parameters:
  ///   - sent: the values that the session has in place of those of ports.
  ///   - sounds: the paths of the session's sound files.
  public func restore(_ text: [UInt8], sent: SentValues, sounds: [[UInt8]]) throws(DocumentError) {
    try store.restore(text, sent: sent, sounds: sounds)
  }

  public func restoreDefault() { store.restoreDefault() }
  public func restoreDefault(sent: SentValues) { store.restoreDefault(sent: sent) }

  /// The values that were sent in place of those of ports, for the host's session to keep.
  /// - Parameter playing: what the audio thread has published last.
  public func sentValues(_ playing: () -> PatchLoad) -> SentValues { store.sentValues(playing) }

  /// Applies one change.
  /// - Parameter revision: the one that the document must still have, for an edit that names things by their
  ///   index; nil: any.
  /// - Returns: the document's new revision.
  @discardableResult
  public func apply(_ edit: PatchEdit, ifStill revision: Int32? = nil) throws(DocumentError) -> Int32 {
    if case .step(let step) = edit { return try store.move(step, ifStill: revision) }
    return try store.apply(edit.text, ifStill: revision) { patch throws(DocumentError) in
      try patch.apply(edit)
    }
  }

  /// As `apply(_:ifStill:)`, for an edit as JSON, which may hold several changes.
  @discardableResult
  public func apply(edit text: [UInt8], by head: EditHead?) throws(DocumentError) -> Int32 {
    try store.apply(json: text, by: head) { patch, edit, text throws(DocumentError) in
      try patch.apply(edit: edit, of: text)
    }
  }

  // MARK: Files

  public var loadedName: [UInt8] { store.loadedFile.name }
  public func load(name: [UInt8]) throws(DocumentError) { try store.load(name: name) }
  public func save(name: [UInt8]) throws(DocumentError) { try store.save(name: name) }
  public func rename(to name: [UInt8], text: [UInt8]) { store.rename(to: name, text: text) }
  public func fileChanged(_ name: [UInt8]?) { store.fileChanged(name) }

  public func next() throws(DocumentError) { try step(by: 1) }
  public func previous() throws(DocumentError) { try step(by: -1) }

  /// The number of the last Program Change, for the host's session to keep.
  public var selectedProgram: Int? {
    get { locked { lastProgram } }
    set { locked { lastProgram = newValue } }
  }

  /// The set list that is followed, and where in it the instance is, for the host's session to keep. Nothing
  /// is loaded.
  public var setList: SetListPosition {
    get { locked { followed } }
    set { locked { followed = newValue } }
  }

  /// The patch that was loaded or saved last; empty: none.
  var loadedFile: [UInt8] { store.loadedFile.name }

  /// Loads the `number`th patch, from 0, if it is another number than last time: of the set list that is
  /// followed, or else of all, if the bank allows that.
  public func program(_ number: Int) throws(DocumentError) {
    let isNew = locked {
      defer { lastProgram = number }
      return number != lastProgram
    }
    let followed = setList
    guard isNew, !followed.name.isEmpty || folders.settings().programChange else { return }
    let names = try order().names
    guard names.indices.contains(number) else {
      throw report(DocumentError("there is no program \(number)"))
    }
    try load(name: names[number], at: number, of: followed)
  }

  /// The names of the patches that Program Changes load, from 0: those of the set list that is followed, or
  /// else all, if the bank allows that; empty: they load none.
  public func programs() -> [[UInt8]] {
    let followed = setList
    if followed.name.isEmpty { return folders.settings().programChange ? folders.names() : [] }
    var warnings: [DocumentError] = []
    do throws(DocumentError) {
      return try SetList.read(try folders.text(ofSetList: followed.name), warnings: &warnings).patches
    } catch { return [] }
  }

  // MARK: The audio thread's messages

  public func owe(_ answer: [UInt8]) { store.notify(library: answer) }
  public func owe(refusal: [UInt8]) { store.refuse(refusal) }

  /// Handles one request. Needs no link, so the link may be gone.
  public func serve(_ request: ReceivedRequest) {
    do throws(DocumentError) { try handle(request) } catch {}  // the store has reported it
  }

  /// Sends what is owed to the host through `feed`. One thread at a time.
  public func answer(_ feed: UnsafeMutablePointer<InstanceLink>) {
    feed.pointee.learns.store(isLearning, ordering: .relaxed)
    hear(feed.pointee.drawn.newest)
    finishCommons()
    collectLoops()
    if previews.collect() { owe(UTF8Text("{\"preview\": \"\", \"heard\": []}").bytes) }
    store.answer(feed)
  }

  private func handle(_ request: ReceivedRequest) throws(DocumentError) {
    switch request {
    case .text(.patch, let text): try replace(text)
    case .text(.edit, let text): try apply(edit: text)
    case .text(.get, _): store.answerWhole()
    case .text(.library, let question): store.notify(library: try answer(window: question))
    case .text(.sample, let path):
      store.notify(library: try take(fileOfHost: path, for: UTF8Text("new").bytes))
    case .text(.wavetable, let path):
      store.notify(library: try take(fileOfHost: path, for: UTF8Text("wavetable").bytes))
    case .performance(let request): try handle(request)
    case .text(.error, _), .text(.answer, _), .text(.packet, _): break
    }
  }

  private func handle(_ request: PerformanceRequest) throws(DocumentError) {
    switch request {
    case .next: try next()
    case .previous: try previous()
    case .program(let number): try program(Int(number))
    case .learnedControl(let number):
      var source = MacroSource()
      source.control = Int(number)
      learn(source)
    case .parameter(let edit, let change, let taken): try follow(edit, change, taken)
    case .toggle, .mute, .lane, .note: break  // of grids
    }
  }

  /// Makes an edit of a base value that is heard already.
  private func follow(_ edit: ParameterEdit, _ number: UInt32, _ taken: Int32) throws(DocumentError) {
    guard let parameter = Parameter.at(Int(edit.parameter)) else { return }
    let change = PatchEdit.set(parameter, ParameterChange(base: edit.base))
    let isHeard = { (patch: PatchDocument) in patch[parameter].base == edit.base }
    try store.follow(
      number, of: edit.parameter, taken: taken, change.text, by: EditHead(edit), isHeard: isHeard
    ) { patch throws(DocumentError) in
      try patch.apply(change)
    }
  }

  /// Sets whether an audio thread takes base values from the link of `answer`. Then an edit that changes base values
  /// alone is not compiled.
  public func sendBases(_ isOn: Bool) { store.sendBases(isOn) }
  /// Whether the patch must be posted (`postOwed`), because the link had no room for base values.
  public var isPostOwed: Bool { store.isPostOwed }
  public func postOwed() { store.postOwed() }

  /// The number of the last base value set by the audio thread that the patch contains.
  public var containedChange: UInt32 { store.containedChange }

  // MARK: Shapes

  private func hear(_ trace: UnsafePointer<DrawnTrace>) {
    if trace.pointee.number == locked({ drawnLines }) { return }
    // Thousandths are finer than fingers, and short to write.
    let line = (0..<DrawnTrace.count).map { index in
      (trace.pointee.points[index].clamped(lowerBound: SIMD2(0, 0), upperBound: SIMD2(1, 1)) * 1000)
        .rounded(.toNearestOrAwayFromZero) / 1000
    }
    locked { (drawnLines, lastLine) = (trace.pointee.number, line) }
  }

  /// Makes the line that a touch has drawn last the example of a shape (from 1; nil: behind the last).
  public func teach(place: Int?, name: [UInt8]?) throws(DocumentError) {
    let line = locked { lastLine }
    guard !line.isEmpty else {
      throw report(DocumentError("no line has been drawn yet: draw one, then teach it"))
    }
    try apply(.shape(place: place, name: name, points: line))
  }

  // MARK: Macros

  /// Lets a macro (1…8) learn what moves next: a MIDI control change, or an OSC message that no dialect
  /// understands. With any other number no macro learns.
  public func learn(macro: Int) { locked { learning = 1...MacroSource.count ~= macro ? macro : nil } }

  /// Whether a macro waits for what it is to learn.
  public var isLearning: Bool { locked { learning != nil } }

  /// Lets the macro that waits follow a source. Without one that waits, nothing changes.
  public func learn(_ source: MacroSource) {
    guard let macro = locked({ learning }), !source.isEmpty else { return }
    learn(macro: 0)
    // An error has been reported by the store.
    do throws(DocumentError) { try apply(.learn(macro: macro, source)) } catch {}
  }

  /// The sound files that the patch names, with their hashes (empty: not known).
  var soundFiles: [(file: [UInt8], hash: [UInt8])] {
    store.inspect { patch in
      patch.samples.map { ($0.file, $0.hash) }
        + (patch.wavetable.file.isEmpty ? [] : [(patch.wavetable.file, patch.wavetable.hash)])
    }
  }

  /// A sound file may have come: looks again for those that are missing.
  public func soundsChanged() { store.findFiles() }

  /// The names of the objects that are recognized for the patch; empty: all.
  public var tangibles: [[UInt8]] { store.inspect { $0.tangibles } }

  /// Values that are sent to objects with a radio.
  public var back: [PatchBack] { store.inspect { $0.back } }

  /// What the patch sends.
  public var outputs: [PatchOutput] { store.inspect { $0.outputs } }

  /// Whether the patch is a drum kit: it has parts for the General MIDI keys of bass drum and snare.
  public var isDrumKit: Bool { store.inspect { $0.isDrumKit } }

  /// The macros (1…8) that follow an OSC address.
  public func macros(of address: [UInt8]) -> [Int] {
    store.inspect { patch in
      patch.macros.indices.filter { patch.macros[$0].address == address }.map { $0 + 1 }
    }
  }

  /// The macros (1…8) that follow a MIDI control change.
  public func macros(of control: Int) -> [Int] {
    store.inspect { patch in
      patch.macros.indices.filter { patch.macros[$0].control == control }.map { $0 + 1 }
    }
  }

  // MARK: Steps

  /// The patches to step through and the index of the last one; nil before the first.
  private func order() throws(DocumentError) -> (names: [[UInt8]], index: Int?) {
    let followed = setList
    if followed.name.isEmpty { return try store.order() }
    let names = try read(setList: followed.name).patches
    return (names, followed.number > 0 ? min(followed.number, names.count) - 1 : nil)
  }

  private func step(by step: Int) throws(DocumentError) {
    let followed = setList
    let (names, last) = try order()
    try store.step(by: step, in: names, after: last) { index throws(DocumentError) in
      try load(name: names[index], at: index, of: followed)
    }
  }

  /// Loads the patch at an index of the order, and keeps the position if the order is a set list's.
  private func load(name: [UInt8], at index: Int, of list: SetListPosition) throws(DocumentError) {
    try load(name: name)
    locked { if followed == list && !list.name.isEmpty { followed.number = index + 1 } }
  }

  /// Keeps an error for `notify` and for subscribers, and returns it.
  func report(_ error: DocumentError, about name: [UInt8] = []) -> DocumentError {
    store.report(error, about: name)
  }

  func locked<Result>(_ body: () -> Result) -> Result { store.locked(body) }
}

extension PatchDocument {
  /// Whether the patch has parts for the General MIDI keys of bass drum and snare.
  var isDrumKit: Bool {
    [36, 38].allSatisfy { key in parts.contains { $0.keys.contains(key) } }
  }

  /// The patch of a new instance: `PatchName.first`, or the plain saw if it can't be read.
  public static func first(in folders: DocumentFolders) -> PatchDocument {
    var warnings: [DocumentError] = []
    guard let text = try? folders.text(of: PatchName.first),
      let patch = try? PatchDocument.read(text, warnings: &warnings)
    else { return PatchDocument() }
    return patch
  }
}
