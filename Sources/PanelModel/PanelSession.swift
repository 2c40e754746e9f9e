// The session of a panel with its instance: document, library, revisions and edits that are on their way. Window and
// page share it; each of them sends its messages in its own way. Any thread.
import Controls
import Grids
import Patches
import RealTime
import Text

/// The state of the instance that a panel shows, and its requests. A frame passes on what it receives and the
/// requests of its view, calls `turn` several times a second, and sends what `takeMessages` returns.
public struct PanelSession: Sendable {
  /// A message to the instance.
  public enum Message: Equatable, Sendable {
    /// An OSC packet. The event is the same edit, and may be sent in its place.
    case packet([UInt8], event: ParameterEdit? = nil)
    /// A request to a scene, which is a packet (`PanelPacket.scene`) or a property of the plugin.
    case scene(SceneWindowRequest, [UInt8])
  }

  /// Seconds after which a request without an answer is repeated.
  private static var patience: Double { 1 }
  /// The same for the list of scenes: reading all folders takes a while.
  private static var shelfPatience: Double { 5 }

  /// Whether messages may be lost on the way, as hosts lose them. Then edits are numbered, answered and repeated.
  private let isLossy: Bool
  private var messages: [Message] = []
  private var edits: SentEdits?
  /// The entries of the library when an edit was sent, so that *Undo* is offered before the instance says so; nil:
  /// the instance has confirmed it.
  private var assumedAt: Int?
  private var known = KnownRevision()
  /// The revision in live frames, or the one that was reported last.
  private var revision: UInt32?
  /// When the document is requested; infinite: it is known, or there is no instance.
  private var documentDue = Double.infinity
  /// The same for the library, and the next entry to request.
  private var libraryDue = Double.infinity
  private var nextEntry = 0
  /// The controllers of single touches that the patch uses, as `LiveHello` has them.
  public private(set) var named = InlineArray<8, UInt16>(repeating: 0)

  public init(isLossy: Bool) { self.isLossy = isLossy }

  /// The most bytes of a message to the instance.
  public var textLimit: Int { isLossy ? 32_000 : 64_000 }
  /// Seconds for which edits may still be on their way after a live frame that contains them.
  private var delay: Double { isLossy ? 0.25 : 0 }

  // MARK: Beginning and end

  /// Begins with an instance: everything is requested.
  public mutating func begin(at seconds: Double) {
    (known, revision, nextEntry) = (KnownRevision(), nil, 0)
    (documentDue, libraryDue) = (seconds, seconds)
  }

  /// Ends: there is no instance.
  public mutating func end() { (documentDue, libraryDue) = (.infinity, .infinity) }

  // MARK: To the instance

  /// Returns what is to be sent, in order, and forgets it.
  public mutating func takeMessages() -> [Message] {
    defer { messages = [] }
    return messages
  }

  /// Sends a request of the view to the instance. The frame carries out the others itself.
  /// - Parameter stroke: The drag that the request belongs to; 0: none.
  public mutating func send(
    _ request: PanelRequest, stroke: UInt32, _ model: inout ViewModel, at seconds: Double
  ) {
    switch request {
    case .edit(let edit, _):
      send(edit: request, stroke: stroke, &model, at: seconds)
      // The change that could be undone, or the compared document, may differ without a new revision.
      if isLossy, case .step = edit { requestStatus(entries: model.library.count, at: 0) }
    case .editGrid: send(edit: request, stroke: stroke, &model, at: seconds)
    case .library: (nextEntry, libraryDue) = (0, 0)
    case .load(let file): send(question: ("{\"load\": \(JSON.quoted(file))}" as UTF8Text).bytes, &model)
    case .save(let name): send(question: ("{\"save\": \(JSON.quoted(name))}" as UTF8Text).bytes, &model)
    case .question(let json): send(question: json, &model)
    case .scene(let values): send(.scene(.values, values), length: values.count, &model)
    case .openScene(let path): send(.scene(.open, path), length: path.count, &model)
    case .sceneShelf(let question): send(.scene(.shelf, question), length: question.count, &model)
    case .surface, .port, .grabbed, .midi, .device, .copy, .paste, .drag, .manual, .keyboard, .askForFile:
      break
    }
  }

  private mutating func send(
    edit request: PanelRequest, stroke: UInt32, _ model: inout ViewModel, at seconds: Double
  ) {
    // The time tells panels apart.
    var sent = edits ?? SentEdits(client: Int64(1e6 * max(seconds, 0)))
    let packet = sent.packet(of: request, stroke: stroke, at: seconds, isAnswered: isLossy)
    guard let packet else { return }
    let event = isLossy ? sent.event(of: request, stroke: stroke) : nil
    if send(.packet(packet, event: event), length: packet.count, &model) {
      assumeUndo(of: request, &model)
    } else {
      sent.takeBack()
    }
    edits = sent
  }

  /// An edit can be undone at once, and there is nothing to redo behind it. The instance confirms it after the next
  /// revision, or after an answer without one.
  private mutating func assumeUndo(of request: PanelRequest, _ model: inout ViewModel) {
    switch request {
    case .edit(.step, _), .editGrid(.step, _): return
    default:
      (model.canUndo, model.canRedo, assumedAt) = (true, false, model.library.count)
      model.redoTitle = []
      switch request {
      case .edit(let edit, _): model.undoTitle = edit.title
      case .editGrid(let edit, _): model.undoTitle = edit.title
      default: model.undoTitle = []
      }
    }
  }

  /// Requests what can be undone, if that was assumed.
  private mutating func confirmUndo(at seconds: Double) {
    if let assumedAt, libraryDue > seconds { requestStatus(entries: assumedAt, at: seconds) }
    assumedAt = nil
  }

  private mutating func send(question: [UInt8], _ model: inout ViewModel) {
    let packet = PanelPacket.question(question, to: model.plugin)
    send(.packet(packet), length: packet.count, &model)
  }

  /// - Returns: False for a message that is too long.
  @discardableResult
  private mutating func send(_ message: Message, length: Int, _ model: inout ViewModel) -> Bool {
    if length > textLimit {
      model.refuse("This is too long to be sent: at most \(textLimit / 1000),000 bytes.")
      return false
    }
    if model.isRefusal { model.isRefusal = false }
    messages.append(message)
    return true
  }

  /// Requests what is not known yet, and repeats what was lost.
  /// - Returns: False if edits are lost, because the instance does not answer.
  public mutating func turn(_ plugin: ViewModel.Plugin, at seconds: Double) -> Bool {
    for packet in edits?.again(at: seconds) ?? [] { messages.append(.packet(packet)) }
    let isLost = edits?.giveUp(at: seconds) == true
    if isLost {
      documentDue = 0
      confirmUndo(at: 0)
    }
    if seconds >= documentDue {
      documentDue = seconds + Self.patience
      messages.append(plugin == .scene ? .scene(.all, []) : .packet(PanelPacket.document(of: plugin)))
    }
    guard seconds >= libraryDue else { return !isLost }
    if plugin == .scene {
      libraryDue = seconds + Self.shelfPatience
      messages.append(.scene(.shelf, ("{\"list\": []}" as UTF8Text).bytes))
    } else {
      libraryDue = seconds + Self.patience
      messages.append(.packet(PanelPacket.library(of: plugin, first: nextEntry)))
    }
    return !isLost
  }

  /// Requests what is loaded, and what can be undone. The entry after the last one has no others behind it.
  private mutating func requestStatus(entries: Int, at seconds: Double) {
    (nextEntry, libraryDue) = (entries, seconds)
  }

  // MARK: From the instance

  /// - Returns: Whether the document could be read.
  @discardableResult
  public mutating func receive(document text: [UInt8], _ model: inout ViewModel) -> Bool {
    documentDue = .infinity
    known.takeDocument()
    guard model.read(document: text) else { return false }
    named = LivePicture.named(by: model.patch)
    return true
  }

  /// Receives an edit, which is applied when its revision has come.
  public mutating func receive(edit text: [UInt8]) { known.take(edit: text) }

  public mutating func receive(error text: [UInt8], _ model: inout ViewModel) {
    confirmUndo(at: 0)
    model.refuse(UTF8Text(bytes: text))
  }

  /// Receives an answer to an edit.
  /// - Returns: False for another text about the library.
  public mutating func receive(answer text: [UInt8], at seconds: Double) -> Bool {
    guard SentEdits.isAnswer(text) else { return false }
    _ = edits?.hear(text, at: seconds)
    confirmUndo(at: seconds + delay)
    return true
  }

  /// Receives an answer about the library or about revisions.
  /// - Returns: Whether it was the revision of edits.
  @discardableResult
  public mutating func receive(library text: [UInt8], _ model: inout ViewModel, at seconds: Double) -> Bool {
    switch known.read(text) {
    case .none: break
    case .known(let revision):
      model.revision = UInt64(revision)
      return false
    case .edits(let edits, let revision):
      guard model.apply(edits: edits) else {
        documentDue = 0
        return true
      }
      model.revision = UInt64(revision)
      documentDue = .infinity
      named = LivePicture.named(by: model.patch)
      return true
    case .unknown:
      documentDue = 0
      return false
    }
    if let next = model.read(library: text) {
      (nextEntry, libraryDue) = (next, seconds)
    } else if !ViewModel.isAside(library: text) {
      libraryDue = .infinity
    }
    return false
  }

  /// Receives a property of a scene.
  public mutating func receive(
    _ property: SceneProperty, _ text: [UInt8], _ model: inout ViewModel, at seconds: Double
  ) {
    let refused = model.scene.read(property, text)
    if !refused.isEmpty { model.refuse(UTF8Text(bytes: refused)) }
    if property == .state { documentDue = .infinity }
    if property == .shelf { libraryDue = .infinity }
    if model.scene.lacksPiece { documentDue = min(documentDue, seconds + Self.patience) }
  }

  /// Receives the instance's revision, in a live frame or in its own message.
  /// - Parameter entries: The number of entries of the library that are known.
  /// - Returns: The new revision of the panel's document, or nil if it has not changed.
  public mutating func receive(revision new: UInt32, entries: Int, at seconds: Double) -> UInt64? {
    let isNew = new != revision
    if isNew, revision != nil {
      if libraryDue > seconds + delay { requestStatus(entries: entries, at: seconds + delay) }
      if known.revision == nil { documentDue = seconds }
    }
    revision = new
    guard let own = known.revision else { return isNew ? UInt64(new) : nil }
    // Edits that lead there may be on their way.
    if own != new { documentDue = min(documentDue, seconds + delay) }
    return nil
  }
}

extension ViewModel {
  /// Shows why something was refused.
  public mutating func refuse(_ words: UTF8Text) { (message, isRefusal) = (words.bytes, true) }
}
