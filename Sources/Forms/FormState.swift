// The state of a form: which part of the document is open, what is typed, what is chosen from a list; and the
// changes that it makes. Any thread.
import Grids
import PanelModel
import Patches
import Signal
import Text
import Toolkit

/// The action of a control of a form.
public enum FormAction: Equatable, Sendable {
  /// Acts on the value at a path.
  case field(FormAct, [PathStep])
  /// Compares two versions of the document.
  case step(HistoryStep)
  /// Goes to a snapshot, from 0; puts the present values in its place; keeps them as one more.
  case snapshot(Int)
  case storeSnapshot(Int)
  case keepSnapshot
  /// The position between snapshots.
  case morph
  /// Chooses a tuning by its index in the list, or twelve equal semitones (nil).
  case tuning(Int?)
  /// The search of the tunings.
  case searchTunings
  /// Of the browser of sound files.
  case sounds(SoundAct)
}

/// The action of a control on the value at a path.
public enum FormAct: Equatable, Sendable {
  /// Opens an object or a list; a number is dragged; a value is typed; true becomes false.
  case open, drag, type, flip
  /// Opens the list of what may stand there; chooses what has this index.
  case pick
  case choose(Int)
  /// Takes a key or an element away; adds an element; moves it.
  case take, add, up, down
  /// Draws a line anew.
  case draw
}

public struct FormState: Sendable {
  public init() {}

  /// The open element.
  public internal(set) var path: [PathStep] = []
  public internal(set) var scroll: Float = 0
  /// The greatest scroll offset of the page that was drawn last.
  public internal(set) var most: Float = 0
  /// The typed text and its place.
  public internal(set) var typed: (path: [PathStep], text: TextEditing)?
  /// The text that was sent last, which returns if it is refused.
  public internal(set) var sent: (path: [PathStep], text: TextEditing)?
  /// The open browser of sound files, which stands in place of the page.
  var sounds: SoundBrowser?
  /// The list of tunings.
  var tunings = FormSearch()
  /// The last change, where a refusal is shown.
  public internal(set) var last: [PathStep] = []
  /// A line that is being drawn: 0…1 each, y upwards.
  public internal(set) var line: [SIMD2<Float>] = []
  /// Why something cannot stand there, and at which letter.
  public internal(set) var fault: (path: [PathStep], message: [UInt8], letter: Int)?
  /// The document as JSON, and the text that it was made of.
  public internal(set) var json: JSON?
  public internal(set) var text: [UInt8] = []
  /// With changes that are not yet in the model.
  public internal(set) var edited: JSON?
}

extension FormEditor {
  /// Makes the JSON of the document again if that has changed.
  public mutating func refresh() {
    if state.json != nil, state.text == model.text { return }
    state.text = model.text
    var json = model.text.withUnsafeBytes { try? JSON($0) } ?? JSON(.object([]))
    // Steps that are as usual are not written, and are there all the same.
    for number in 1...4 where model.plugin == .touch {
      let path: [PathStep] = [
        .key(PatchKey.sequences.bytes), .key([UInt8](number.description.utf8)),
        .key(PatchKey.Sequence.steps.bytes),
      ]
      if json.value(at: path[...]) != nil { continue }
      let sequence = model.patch.sequences[number - 1]
      let steps = (0..<sequence.count).map { JSON.rounded(Double(sequence.steps[$0].value)) }
      json = json.setting(path[...], to: JSON(.array(steps)))
    }
    state.json = json
  }

  /// The document, with changes that are not yet in the model.
  var document: JSON { state.edited ?? state.json ?? JSON(.object([])) }

  /// The form and the value at a path, or nil if there is no such place. A key that is left out has no value.
  public func resolve(_ path: ArraySlice<PathStep>) -> (field: DocumentField, json: JSON?)? {
    guard let first = path.first else {
      let form = model.plugin == .touch ? PatchDocument.form : GridDocument.form
      return (DocumentField("", .object(form)), document)
    }
    guard case .key(let key) = first else { return nil }
    let rootForm = model.plugin == .touch ? PatchDocument.form(of: key) : GridDocument.form(of: key)
    guard let rootForm else { return nil }
    var field = DocumentField(key, rootForm)
    var json = document.member(key)
    for step in path.dropFirst() {
      switch (field.form, step) {
      case (.object(let object), .key(let key)):
        guard let found = object.fields.first(where: { $0.key == key }) else { return nil }
        field = found
        if let known = json { json = Self.member(of: known, key, object) }
      case (.tuple(let fields), .index(let index)):
        guard fields.indices.contains(index) else { return nil }
        field = fields[index]
        json = json?.value(at: [step])
      case (.list(_, _, let form), .index(let index)):
        json = json?.value(at: [step])
        guard let json else { return nil }
        field = DocumentField([], form(index, json))
      default: return nil
      }
    }
    return (field, json)
  }

  /// The value of a key of an object. The value of its key `short` may stand for the whole object.
  static func member(of json: JSON, _ key: [UInt8], _ object: DocumentObject) -> JSON? {
    if case .object = json.value { return json.member(key) }
    return key == object.short && json != JSON(.null) ? json : nil
  }

  /// Opens a part of the document.
  public mutating func open(_ path: [PathStep]) {
    (state.path, state.scroll, state.typed, state.fault) = (path, 0, nil, nil)
  }

  // Changes.

  /// Puts a value at a path, or takes it away (nil): at once for the eye, and as a request.
  mutating func change(_ path: [PathStep], to value: JSON?, _ requests: inout [PanelRequest]) {
    var root = document
    // A value that stands for a whole object becomes one.
    for depth in 1..<max(2, path.count) {
      guard case .object(let object)? = resolve(path[..<depth])?.field.form, !object.short.isEmpty,
        let short = root.value(at: path[..<depth])
      else { continue }
      if case .object = short.value { continue }
      root = root.setting(path[..<depth], to: JSON(.object([.init(key: object.short, value: short)])))
    }
    root = root.setting(path[...], to: value)
    if path.count == 3, path[0] == .key(PatchKey.routes.bytes),
      path[2] == .key(PatchKey.Route.trigger.bytes) || path[2] == .key(PatchKey.Route.action.bytes),
      let route = root.value(at: path[..<2])
    {
      root = root.setting(path[..<2], to: PatchRoute.completed(route))
    }
    if path.count == 3, path[0] == .key(PatchKey.back.bytes), path[2] == .key(PatchKey.Back.shows.bytes),
      let back = root.value(at: path[..<2])
    {
      root = root.setting(path[..<2], to: PatchBack.completed(back))
    }
    if path.count == 3, path[0] == .key(PatchKey.outputs.bytes),
      [.key(PatchKey.Output.to.bytes), .key(PatchKey.Output.trigger.bytes)].contains(path[2]),
      let output = root.value(at: path[..<2])
    {
      root = root.setting(path[..<2], to: PatchOutput.completed(output))
    }
    if path.count == 4, path[0] == .key(PatchKey.world.bytes), path[3] == .key(PatchKey.Body.pin.bytes),
      let body = root.value(at: path[..<3])
    {
      root = root.setting(path[..<3], to: WorldBody.completed(body))
    }
    state.last = path
    state.fault = nil
    guard let request = request(for: path, of: root) else { return }
    if let error = faultOfExpression(path, value) {
      state.fault = (path, error.message, error.column)
      return
    }
    state.edited = root
    requests.append(request)
  }

  /// The edit that makes the value at a path that of a document: as small a part as an edit can name.
  private func request(for path: [PathStep], of root: JSON) -> PanelRequest? {
    guard case .key(let key)? = path.first else { return nil }
    let isLayer = model.plugin == .toneMatrix && GridKey(key) == .layers && path.count > 2
    let first = isLayer ? 2 : 1
    var depth = first
    while depth < path.count, case .object(let object)? = resolve(path[..<depth])?.field.form, !object.isWhole
    {
      depth += 1
    }
    var value = root.value(at: path[..<depth]) ?? JSON(.null)
    for step in path[first..<depth].reversed() {
      guard case .key(let key) = step else { return nil }
      value = JSON(.object([.init(key: key, value: value)]))
    }
    if isLayer, case .index(let layer) = path[1] { return .editGrid(.layer(layer + 1, value), revision: nil) }
    // Later entries of a list may have moved.
    let isPlace = path[depth...].contains { if case .index = $0 { true } else { false } }
    let revision = isPlace ? model.revision : nil
    if model.plugin == .touch { return .edit(.member(key, value), revision: revision) }
    return .editGrid(.member(key, value), revision: revision)
  }

  /// The error of a typed expression; nil: none. The instance checks all other values.
  private func faultOfExpression(_ path: [PathStep], _ value: JSON?) -> DocumentError? {
    guard model.plugin == .touch, case .string(let text)? = value?.value,
      path[0] == .key(PatchKey.user.bytes) || path.last == .key(PatchKey.Route.condition.bytes)
    else { return nil }
    do throws(DocumentError) { try PatchDocument.check(expression: text) } catch { return error }
    return nil
  }
}
