// The grid of one instance: the document that is edited and saved, what can be undone, and the way of its
// compiled form to the audio thread. Any thread but the audio thread.
import Grids
import RealTime
import Synchronization
import Text
import ToneMatrix

/// The authoritative grid of one plugin instance, which many may edit at once. A change that is refused
/// leaves document and notes as they are.
public final class GridStore: EditedStore, @unchecked Sendable {  // `playing` is one word a layer
  /// Compiled grids on their way to the audio thread, which alone may `pop` and `retire`. It lives as long
  /// as the store.
  public var mailbox: UnsafeMutablePointer<Mailbox<CompiledGrid>> { store.outbox.mailbox }
  /// The state of playing; only the audio thread writes it.
  public let playing: UnsafeMutablePointer<GridPlaying>

  private let store: DocumentStore<GridDocument>
  /// The lane that waits for a knob, as layer × `GridLimit.lanes` + lane, or −1.
  private let learning = Atomic<Int>(-1)

  public var folders: DocumentFolders { store.folders }
  public let libraryEntries = LibraryEntries()
  public let commons = CommonsRequest()

  /// Begins with the empty grid.
  public init(folders: DocumentFolders = DocumentFolders(.grid)) {
    store = DocumentStore(folders: folders)
    playing = .allocate(capacity: 1)
    playing.initialize(to: GridPlaying())
  }

  deinit {
    playing.deinitialize(count: 1)
    playing.deallocate()
  }

  /// The whole grid, as a file or a host's state keeps it.
  public func text() -> [UInt8] { store.text() }

  public func status() -> DocumentStatus { store.status() }
  public var isChanged: Bool { store.isChanged }

  /// The playing state of a layer (0…3).
  public func playing(_ layer: Int) -> GridPlaying.Layer { playing.pointee.load(layer) }

  // MARK: Changes

  /// Another grid, whole. Can be undone.
  public func replace(_ text: [UInt8]) throws(DocumentError) { try store.replace(text) }

  /// As `replace`, for a host that restores its session: it knows what it gave, so `notify` does not repeat
  /// it, and there is nothing before it to go back to.
  public func restore(_ text: [UInt8]) throws(DocumentError) { try store.restore(text) }

  public func restoreDefault() { store.restoreDefault() }

  /// Applies one change.
  /// - Parameter revision: the one that the document must still have, for an edit that names things by their
  ///   index; nil: any.
  /// - Returns: the document's new revision.
  @discardableResult
  public func apply(_ edit: GridEdit, ifStill revision: Int32? = nil) throws(DocumentError) -> Int32 {
    try apply(edit, ifStill: revision, by: nil)
  }

  private func apply(
    _ edit: GridEdit, ifStill revision: Int32?, by head: EditHead?
  ) throws(DocumentError) -> Int32 {
    if case .step(let step) = edit { return try store.move(step, ifStill: revision) }
    let playing = playingPatterns
    return try store.apply(edit.text, ifStill: revision, by: head) { grid throws(DocumentError) in
      try grid.apply(edit, playing: playing)
    }
  }

  /// As `apply(_:ifStill:)`, for an edit as JSON, which may hold several changes.
  @discardableResult
  public func apply(edit text: [UInt8], by head: EditHead?) throws(DocumentError) -> Int32 {
    let playing = playingPatterns
    return try store.apply(json: text, limit: GridDocument.textLimit, by: head) {
      grid, edit, text throws(DocumentError) in
      try grid.apply(edit: edit, of: text, playing: playing)
    }
  }

  /// The pattern (from 0) that each layer plays.
  private var playingPatterns: [Int] { (0..<GridLimit.layers).map { playing($0).pattern } }

  // MARK: Files

  public var loadedName: [UInt8] { store.loadedFile.name }
  public func load(name: [UInt8]) throws(DocumentError) { try store.load(name: name) }
  public func save(name: [UInt8]) throws(DocumentError) { try store.save(name: name) }
  public func rename(to name: [UInt8], text: [UInt8]) { store.rename(to: name, text: text) }
  public func fileChanged(_ name: [UInt8]?) { store.fileChanged(name) }

  public func next() throws(DocumentError) { try step(by: 1) }
  public func previous() throws(DocumentError) { try step(by: -1) }

  private func step(by step: Int) throws(DocumentError) {
    let (names, last) = try store.order()
    try store.step(by: step, in: names, after: last) { index throws(DocumentError) in
      try store.load(name: names[index])
    }
  }

  // MARK: The audio thread's messages

  public func owe(_ answer: [UInt8]) { store.notify(library: answer) }
  public func owe(refusal: [UInt8]) { store.refuse(refusal) }

  /// Grids have no set lists.
  public func select(setList name: [UInt8]) throws(DocumentError) {}

  /// Grids are loaded to be heard.
  public func preview(_ name: [UInt8]) throws(DocumentError) {}
  public func preview(_ name: [UInt8], in _: DocumentFolders, as _: [UInt8]) throws(DocumentError) {}
  public var previewed: [UInt8] { [] }

  /// Answers questions about controllers: `{"pads": 0}` lists the profiles of devices with pads, `{"pads": "name"}` copies
  /// one into the grid; `{"learn": [1, 2]}` lets lane 2 of track 1 learn a knob, `{"learn": []}` none.
  public func answer(sounds member: JSON.Member, isHost: Bool) throws(DocumentError) -> [UInt8]? {
    if member.key == "learn", case .array(let numbers) = member.value.value {
      let place = numbers.map { number in
        if case .integer(let number) = number.value { Int(clamping: number) } else { 0 }
      }
      learn(layer: place.first ?? 0, lane: place.count == 2 ? place[1] : 0)
      return JSON.list("{", head(folders.names()), "}").bytes
    }
    guard member.key == "pads" else { return nil }
    let profiles = PadFolders(beside: folders)
    switch member.value.value {
    case .integer:
      let names = profiles.read { _, _ in }.map { JSON.quoted($0.profile.pads.name) }
      return ("{\"pads\": \(JSON.list("[", names, "]"))}" as UTF8Text).bytes
    case .string(let name):
      guard let found = profiles.read(refused: { _, _ in }).first(where: { $0.profile.pads.name == name })
      else { throw refused(DocumentError("there is no pad profile “\(name)”" as UTF8Text)) }
      try apply(edit: found.profile.edit)
      return JSON.list(
        "{", head(folders.names()) + said("The pads are those of “\(name)”.", isChanged: false), "}"
      )
      .bytes
    default: throw refused(DocumentError("pads is 0 or the name of a pad profile" as UTF8Text))
    }
  }

  /// Handles one request. Needs no link, so the link may be gone.
  public func serve(_ request: ReceivedRequest) {
    do throws(DocumentError) { try handle(request) } catch {}  // the store has reported it
  }

  /// Sends what is owed to the host through `feed`. One thread at a time.
  public func answer(_ feed: UnsafeMutablePointer<InstanceLink>) {
    feed.pointee.learns.store(learning.load(ordering: .relaxed) >= 0, ordering: .relaxed)
    finishCommons()
    store.answer(feed)
  }

  private func handle(_ request: ReceivedRequest) throws(DocumentError) {
    switch request {
    case .text(.patch, let text): try replace(text)
    case .text(.edit, let text): try apply(edit: text)
    case .text(.get, _): store.answerWhole()
    case .text(.library, let question): store.notify(library: try answer(window: question))
    case .performance(.learnedControl(let number)): try learn(number)
    case .performance(.lane(let place, let value, let stroke)):
      let target = GridTarget(layer: Int(place.layer) + 1, pattern: Int(place.pattern) + 1)
      // No window has this number.
      let head = EditHead(client: .max, stroke: stroke)
      _ = try apply(
        .lane(target, lane: Int(place.row) + 1, step: Int(place.step) + 1, value: Int(value)), ifStill: nil,
        by: head)
    case .performance(let request): if let edit = edit(of: request) { try apply(edit) }
    case .text(.sample, _), .text(.wavetable, _), .text(.error, _), .text(.answer, _), .text(.packet, _):
      break
    }
  }

  /// The edit that a played note or a pressed pad makes; nil for a request to a patch.
  private func edit(of request: PerformanceRequest) -> GridEdit? {
    switch request {
    case .note(let cell, let velocity, let length):
      let change = GridCellChange(velocity: Int(min(velocity, 127)), length: Int(min(max(length, 1), 32)))
      return edit(of: cell) { _ in change }
    case .toggle(let cell): return edit(of: cell) { isOn in GridCellChange(isOn: !isOn) }
    case .mute(let layer):
      guard Int(layer) < GridLimit.layers else { return nil }
      let plays = store.inspect { $0.layers[Int(layer)].plays }
      return .layer(
        Int(layer) + 1,
        JSON(.object([JSON.Member(key: GridKey.Layer.play.bytes, value: JSON(.bool(!plays)))])))
    case .next, .previous, .program, .learnedControl, .lane, .parameter: return nil
    }
  }

  // MARK: Knobs

  /// Lets a lane (each number from 1) learn the next controller that moves; with other numbers none learns.
  public func learn(layer: Int, lane: Int) {
    let isLane = 1...GridLimit.layers ~= layer && 1...GridLimit.lanes ~= lane
    learning.store(isLane ? (layer - 1) * GridLimit.lanes + lane - 1 : -1, ordering: .relaxed)
  }

  /// Gives a controller to the lane that learns. No other lane of the track keeps it.
  private func learn(_ controller: UInt8) throws(DocumentError) {
    let place = learning.exchange(-1, ordering: .relaxed)
    guard place >= 0 else { return }
    let (layer, lane) = (place / GridLimit.lanes, place % GridLimit.lanes)
    var lanes = store.inspect { $0.layers[layer].lanes }
    guard lanes.indices.contains(lane) else { return }
    for index in lanes.indices where lanes[index].knob == controller { lanes[index].knob = 255 }
    lanes[lane].knob = controller
    try apply(.lanes(lanes, ofLayer: layer + 1))
  }

  /// - Parameter change: what becomes of the cell, by whether it is on.
  private func edit(of cell: GridCellIndex, _ change: (Bool) -> GridCellChange) -> GridEdit? {
    let (layer, pattern, step, row) = (Int(cell.layer), Int(cell.pattern), Int(cell.step), Int(cell.row))
    guard layer < GridLimit.layers, pattern < GridLimit.patterns, step < GridLimit.steps, row < GridLimit.rows
    else { return nil }
    let isOn = store.inspect { $0.layers[layer].patterns[pattern][row, step].isOn }
    return .cell(
      GridTarget(layer: layer + 1, pattern: pattern + 1), step: step + 1, row: row + 1, change(isOn))
  }
}
