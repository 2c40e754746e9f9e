// The grid of one instance: the document that is edited and saved, what can be undone, and the way of its compiled
// form to the audio thread. Any thread but that one.
import CSystem
import Grids
import RealTime
import Text
import ToneMatrix

/// What subscribers are told of an instance's grid.
public struct GridStatus: Sendable {
  public fileprivate(set) var name: [UInt8] = []
  /// Grows with each change.
  public fileprivate(set) var revision: Int32 = 0
  /// How many refusals and warnings there were, and the sentence of the last.
  public fileprivate(set) var errors = 0
  public fileprivate(set) var error: [UInt8] = []
}

/// The authoritative grid of one plugin instance. A change that is refused leaves document and notes as they are.
public final class GridStore: @unchecked Sendable {  // all that changes is reached under `mutex` only
  /// How many changes can be taken back.
  public static let undoLimit = 64

  /// Compiled grids on their way to the audio thread, which alone may `take` and `retire`.
  /// By pointer, so that the audio thread touches no reference count; lives as long as the store.
  public let mailbox = UnsafeMutablePointer<Mailbox<CompiledGrid>>.allocate(capacity: 1)
  /// What the audio thread plays; written by it alone.
  public let playing = UnsafeMutablePointer<GridPlaying>.allocate(capacity: 1)

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var document = GridDocument()
  private var undone: [GridDocument] = []
  private var done: [GridDocument] = []
  private var state = GridStatus()
  private var owed = PendingNotifications()

  /// Begins with the empty grid.
  public init() {
    mailbox.initialize(to: Mailbox())
    playing.initialize(to: GridPlaying())
    pthread_mutex_init(mutex, nil)
    state.name = document.name
    mailbox.pointee.post(document.compile())
  }

  deinit {
    mailbox.pointee.drain()
    mailbox.deinitialize(count: 1)
    mailbox.deallocate()
    playing.deinitialize(count: 1)
    playing.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// The whole grid, as a file or a host's state keeps it.
  public func text() -> [UInt8] { locked { document.write() } }

  public func status() -> GridStatus { locked { state } }

  /// What a layer (0…3) plays now.
  public func playing(_ layer: Int) -> GridPlaying.Layer { playing.pointee.load(layer) }

  // MARK: Changes

  /// Another grid, whole. Can be undone.
  public func replace(_ text: [UInt8]) throws(DocumentError) {
    let next = try read(text)
    locked {
      remember()
      become(next)
      owed.oweWhole()
    }
  }

  /// As `replace`, for a host that restores its session: it knows what it gave, so `notify` does not repeat it,
  /// and there is nothing before it to go back to.
  public func restore(_ text: [UInt8]) throws(DocumentError) { restore(try read(text)) }

  public func restoreDefault() { restore(GridDocument()) }

  public func apply(edit: [UInt8]) throws(DocumentError) {
    let warnings: [DocumentError]
    do {
      warnings = try edited(edit)
    } catch {
      throw tell(error)
    }
    for warning in warnings { tell(warning) }
  }

  /// Takes the last change back.
  public func undo() throws(DocumentError) { try go(back: true) }

  /// Does again what was taken back last.
  public func redo() throws(DocumentError) { try go(back: false) }

  // MARK: The audio thread's messages

  /// Does what the host and the performance ask through `feed`, and answers. One thread at a time.
  public func serve(_ feed: UnsafeMutablePointer<InstanceLink>) {
    feed.pointee.forEachRequest { kind, text in
      do throws(DocumentError) { try obey(kind, text) } catch {}  // told
    }
    let answers = locked {
      mailbox.pointee.collect()
      return owed.take { document.write() }
    }
    _ = feed.pointee.say(answers)
  }

  private func obey(_ kind: PatchMessage?, _ text: [UInt8]) throws(DocumentError) {
    switch kind {
    case .patch: try replace(text)
    case .edit: try apply(edit: text)
    case .get: locked { owed.oweWhole() }
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
    let isOn = locked {
      let pattern = document.layers[Int(request.layer)].patterns[Int(request.pattern)]
      return pattern[Int(request.row), Int(request.step)].isOn
    }
    return ("{\"cell\": {\(place), \"on\": \(isOn ? "false" : "true" as UTF8Text)}}" as UTF8Text).bytes
  }

  // MARK: Under the mutex

  private func read(_ text: [UInt8]) throws(DocumentError) -> GridDocument {
    do {
      var warnings: [DocumentError] = []
      let next = try GridDocument.read(text, warnings: &warnings)
      for warning in warnings.prefix(8) { tell(warning) }
      return next
    } catch {
      throw tell(error)
    }
  }

  private func restore(_ next: GridDocument) {
    locked {
      (done, undone) = ([], [])
      become(next)
      owed.forgetWhole()
    }
  }

  /// Answers what was clamped.
  private func edited(_ edit: [UInt8]) throws(DocumentError) -> [DocumentError] {
    if edit == Array("{\"undo\": true}".utf8) {
      try undo()
      return []
    }
    if edit == Array("{\"redo\": true}".utf8) {
      try redo()
      return []
    }
    let playing = (0..<GridLimit.layers).map { self.playing($0).pattern }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var edited = document
    let warnings = try edited.apply(edit: edit, playing: playing)
    remember()
    become(edited)
    owed.owe(edit: edit)
    return warnings
  }

  private func go(back: Bool) throws(DocumentError) {
    let found = locked {
      guard let next = back ? done.popLast() : undone.popLast() else { return false }
      if back { undone.append(document) } else { done.append(document) }
      become(next)
      owed.oweWhole()
      return true
    }
    if found { return }
    throw DocumentError(back ? "there is nothing to undo" : "there is nothing to do again")
  }

  private func remember() {
    if done.count == Self.undoLimit { done.removeFirst() }
    done.append(document)
    undone = []
  }

  private func become(_ next: GridDocument) {
    document = next
    state.name = next.name
    state.revision &+= 1
    mailbox.pointee.post(next.compile())
  }

  /// Keeps an error for those who are told; answers it.
  @discardableResult private func tell(_ error: DocumentError) -> DocumentError {
    let sentence = error.sentence()
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
