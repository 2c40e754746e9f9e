// The grid of one instance: the document that is edited and saved, what can be undone, and the way of its
// compiled form to the audio thread. Any thread but that one.
import Grids
import RealTime
import Text
import ToneMatrix

/// The authoritative grid of one plugin instance, which many may edit at once. A change that is refused
/// leaves document and notes as they are.
public final class GridStore: @unchecked Sendable {  // `playing` is a pointer; the store has a mutex
  /// How many changes can be taken back.
  public static var undoLimit: Int { DocumentHistory<GridDocument>.limit }

  /// Compiled grids on their way to the audio thread, which alone may `take` and `retire`. It lives as long
  /// as the store.
  public var mailbox: UnsafeMutablePointer<Mailbox<CompiledGrid>> { store.outbox.mailbox }
  /// What the audio thread plays; written by it alone.
  public let playing: UnsafeMutablePointer<GridPlaying>

  private let store = DocumentStore<GridDocument>()

  /// Begins with the empty grid.
  public init() {
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

  /// What a layer (0…3) plays now.
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
  public func apply(edit: [UInt8], ifStill revision: Int32? = nil) throws(DocumentError) -> Int32 {
    if edit == "{\"undo\": true}" { return try reported { () throws(DocumentError) in try undo() } }
    if edit == "{\"redo\": true}" { return try reported { () throws(DocumentError) in try redo() } }
    let playing = (0..<GridLimit.layers).map { self.playing($0).pattern }
    return try store.apply(edit, ifStill: revision) { grid throws(DocumentError) in
      try grid.apply(edit: edit, playing: playing)
    }
  }

  /// Takes the last change back. Answers the document's new revision.
  @discardableResult public func undo() throws(DocumentError) -> Int32 { try store.undo() }

  /// Does again what was taken back last. Answers the document's new revision.
  @discardableResult public func redo() throws(DocumentError) -> Int32 { try store.redo() }

  /// Keeps the error of a change for those who are told.
  private func reported(_ change: () throws(DocumentError) -> Int32) throws(DocumentError) -> Int32 {
    do throws(DocumentError) { return try change() } catch { throw store.report(error) }
  }

  // MARK: The audio thread's messages

  /// Does what the host and the performance ask through `feed`, and answers. One thread at a time.
  public func serve(_ feed: UnsafeMutablePointer<InstanceLink>) {
    feed.pointee.forEachRequest { kind, text in
      do throws(DocumentError) { try obey(kind, text) } catch {}  // told
    }
    store.answer(feed)
  }

  private func obey(_ kind: PatchMessage?, _ text: [UInt8]) throws(DocumentError) {
    switch kind {
    case .patch: try replace(text)
    case .edit: try apply(edit: text)
    case .get: store.oweWhole()
    case .request: if let request = GridRequest(bytes: text) { try apply(edit: edit(of: request)) }
    case .step, .program, .learnt, .error, nil: break
    }
  }

  /// The edit that a played note or a pressed pad means.
  private func edit(of request: GridRequest) -> [UInt8] {
    let place: UTF8Text =
      "\"layer\": \(Int(request.layer) + 1), \"pattern\": \(Int(request.pattern) + 1), \"step\": \(Int(request.step) + 1), \"row\": \(Int(request.row) + 1)"
    if request.kind == 1 {
      return
        ("{\"cell\": {\(place), \"velocity\": \(Int(request.velocity)), \"length\": \(Int(request.length))}}"
        as UTF8Text).bytes
    }
    let isOn = store.inspect {
      let pattern = $0.layers[Int(request.layer)].patterns[Int(request.pattern)]
      return pattern[Int(request.row), Int(request.step)].isOn
    }
    return ("{\"cell\": {\(place), \"on\": \(isOn ? "false" : "true" as UTF8Text)}}" as UTF8Text).bytes
  }
}

extension GridRequest {
  /// Back from the bytes in which it crossed; nil when they are none.
  init?(bytes: [UInt8]) {
    guard bytes.count == 7, bytes[0] == 1 || bytes[0] == 2, Int(bytes[1]) < GridLimit.layers,
      Int(bytes[2]) < GridLimit.patterns, Int(bytes[3]) < GridLimit.steps, Int(bytes[4]) < GridLimit.rows
    else { return nil }
    self.init()
    (kind, layer, pattern, step, row) = (bytes[0], bytes[1], bytes[2], bytes[3], bytes[4])
    velocity = min(bytes[5], 127)
    length = min(max(bytes[6], 1), 32)
  }
}
