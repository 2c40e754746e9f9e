// *Sound*, *Matrix*, *Modules* and *Patch*: the document of an instrument, by its sound objects, its
// connections, its modules and its keys. What is dragged is shown at once, and each drag is one change of the
// document. Any thread.
import Controls
import Forms
import Matrix
import Paint
import PanelModel
import Patches
import Signal
import Text
import Toolkit

/// The action of a control of these screens.
public enum SoundAction: Equatable, Sendable {
  /// Of *Sound*: an object, nil is the voice; its switch; a parameter's base value or an end of its range.
  case object(SoundObject?)
  /// Shows all objects where a small screen shows one.
  case objects
  case objectSwitch(SoundObject)
  /// Of the menus of objects and connections.
  case objectTool(ObjectTool, SoundObject?)
  case copyConnection(Int)
  case pasteConnection
  case parameter(Parameter, ParameterEnd)
  /// Opens the samples of the patch on *Patch*.
  case samples
  /// The text of a parameter's value: lists its names, or types it.
  case parameterValue(Parameter)
  /// The handle of a filter's picture.
  case filterPoint(FilterNumber)
  /// A handle of an effect's picture.
  case effectPoint(EffectHandle)
  /// A connection of a parameter, from 0: sets its amount or opens it. Lists all connections of a parameter.
  case mover(Int)
  case movers(Parameter)
  /// The shelf of sources: shows it in place of the objects; its search; a controller to drag.
  case shelf, shelfSearch
  case source(Controller)
  /// The beats of a module in the shelf.
  case sourceBeats(Parameter)
  /// Of *Matrix*: a connection by its place, from 0; the ends of its range; a setting; its removal.
  case connection(Int)
  case connectionLow(Int)
  case connectionHigh(Int)
  case connectionField(Int, ConnectionField)
  case disconnect(Int)
  /// The slope of a connection as a curve; mutes it; lets it sound alone.
  case slope(Int)
  case mute(Int)
  case solo(Int)
  case matrix(MatrixTool)
  /// Of its tab *Out*.
  case out(OutputTool)
  /// Of the output below the screens: its oscilloscope and spectrum.
  case output
  /// Of *Modules*: a module; a point of an LFO's drawn curve, a step of a sequencer: number, index.
  case module(ModuleName)
  case curvePoint(Int, Int)
  case sequenceStep(Int, Int)
  /// The end of a stage of an envelope: its time, and the level that it leads to.
  case envelopePoint(EnvelopeStage)
  /// Of *Patch*, and of fields on the other screens.
  case form(FormAction)
}

/// The screens on which a sound is edited.
public struct SoundScreens: FormFamily {
  public enum Screen: CaseIterable, Sendable {
    case sound, matrix, modules, patch

    /// Whether the live surface is played below it.
    public var hasStrip: Bool { self != .patch }
  }
  public typealias Action = SoundAction
  public typealias ScreenPass = Toolkit.ScreenPass<SoundAction>
  public typealias ScreenControl = Toolkit.ScreenControl<SoundAction>
  typealias RangeBar = Toolkit.RangeBar<SoundAction>

  public var lent = LentPanel()
  public var popup: Popup<SoundAction>?
  public var controls: [ScreenControl] = []
  var sound = SoundState()
  var matrix = MatrixState()
  var modules = ModulesState()
  var shelf = ShelfState()
  var tools = ObjectToolState()
  var scope = OutputScope()
  public var form = FormEditor()
  /// The part of the patch that *Patch* shows when it opens.
  var partOnPatch: [PathStep] = []

  public init() {}

  public static func traits(of screen: Screen, in model: ViewModel) -> ScreenTraits {
    ScreenTraits(isThere: model.plugin == .touch)
  }

  public static func action(of action: FormAction) -> SoundAction { .form(action) }
  public static func formAction(of action: SoundAction) -> FormAction? {
    if case .form(let action) = action { action } else { nil }
  }

  public mutating func draw(_ screen: Screen, _ pass: inout ScreenPass, in area: Area) {
    form.opensAdded = screen != .modules
    shelf.area = Area(x: 0, y: 0, width: 0, height: 0)
    matrix.showsOSC = false
    switch screen {
    case .sound: drawSound(&pass, in: area)
    case .matrix: drawMatrix(&pass, in: area)
    case .modules: drawModules(&pass, in: area)
    case .patch: drawForm(&pass) { form, pass in form.draw(&pass, in: area) }
    }
    controls = pass.controls
  }

  public mutating func handle(
    _ pointer: ViewEvent.Pointer, _ drag: ControlDrag, of action: SoundAction, at seconds: Double,
    _ requests: inout [PanelRequest]
  ) {
    if case .form(let action) = action {
      return withForm { $0.handle(pointer, drag, of: action, &requests) }
    }
    guard pointer.phase == .began || pointer.phase == .moved else { return }
    switch action {
    case .curvePoint, .sequenceStep: stroke(pointer, &requests)
    case .envelopePoint(let stage): self.drag(stage, drag, pointer, &requests)
    case .filterPoint(let filter): self.drag(filter, drag, pointer, &requests)
    case .effectPoint(let handle): self.drag(handle, drag, pointer, &requests)
    case .slope:
      if let value = value(of: action) {
        set(action, to: value.value(at: drag.height(under: pointer)), &requests)
      }
    default: break
    }
  }

  public mutating func press(_ action: SoundAction, at place: Area, _ requests: inout [PanelRequest]) {
    isStale = true
    switch action {
    case .object(let object): open(object)
    case .objectTool(let tool, let object): use(tool, on: object, &requests)
    case .copyConnection(let place): copyConnection(place, &requests)
    case .pasteConnection: paste(onto: nil, &requests)
    case .mover(let place):
      open(connection: place)
      (matrix.isOverview, panel.opens) = (false, "matrix")
    case .movers(let parameter): listMovers(of: parameter, at: place)
    case .samples: (partOnPatch, panel.opens) = ([.key(PatchKey.samples.bytes)], "patch")
    case .shelf: shelf.isShown.toggle()
    case .output: scope.isShown.toggle()
    case .shelfSearch:
      shelf.isTyping = true
      requests.append(.keyboard(true))
    case .source(let source): listDestinations(of: source, &requests) { .connect(source, $0) }
    case .objects: sound.showsObjects.toggle()
    case .objectSwitch(let object): switchObject(object, &requests)
    case .connection(let place): open(connection: place)
    case .matrix(let tool): use(tool, &requests)
    case .out(let tool): use(tool, &requests)
    case .mute(let place): mute(place, &requests)
    case .solo(let place): solo(place, &requests)
    case .disconnect(let place): if let request = remove(connection: place) { requests.append(request) }
    case .module(let module): modules = ModulesState(module: module)
    case .form(let action):
      if case .field(.add, let path) = action, !form.opensAdded {
        modules.step = withForm { $0.count(at: path) }
      }
      withForm { $0.press(action, &requests) }
    case .parameter, .parameterValue, .sourceBeats, .connectionLow, .connectionHigh, .connectionField, .slope,
      .envelopePoint, .filterPoint,
      .effectPoint, .curvePoint, .sequenceStep:
      break
    }
  }

  /// Chooses an object of *Sound*; nil is the voice.
  public mutating func open(_ object: SoundObject?) {
    (sound.object, sound.scroll, sound.showsObjects) = (object, 0, false)
    if let module = Self.module(of: object) { modules = ModulesState(module: module) }
  }

  public mutating func value(of action: SoundAction) -> ControlValue? {
    switch action {
    case .parameter(let parameter, let end): return panel.value(of: parameter, end)
    case .sourceBeats(let beats): return panel.value(of: beats, .base)
    case .envelopePoint(let stage): return parameter(stage.symbol).map { panel.value(of: $0, .base) }
    case .filterPoint(let filter):
      return Self.parameter(filter.object, "cutoff").map { panel.value(of: $0, .base) }
    case .effectPoint(let handle): return panel.value(of: handle.parameter, .base)
    case .curvePoint(let number, let index):
      let points = shownCurve(number)
      return points.indices.contains(index) ? Self.point(index, points[index]) : nil
    case .sequenceStep(let number, let index):
      let steps = shownSequence(number).steps
      return steps.indices.contains(index) ? Self.point(index, steps[index].value) : nil
    case .form(let action): return withForm { $0.value(of: action) }
    case .out(let tool): return value(of: tool)
    default: break
    }
    guard let place = Self.place(of: action), model.patch.connections.indices.contains(place) else {
      return nil
    }
    let one = connection(place)
    switch action {
    case .connectionLow: return low(of: one)
    case .connectionHigh: return high(of: one)
    case .connectionField(_, let field): return field.value(of: one)
    case .slope: return ConnectionField.slope.value(of: one)
    case .mover: return amount(of: one)
    default: return nil
    }
  }

  /// The place of the connection of which a control sets a value, or nil if it sets none.
  private static func place(of action: SoundAction) -> Int? {
    switch action {
    case .connectionLow(let place), .connectionHigh(let place), .connectionField(let place, _),
      .slope(let place), .mover(let place):
      place
    default: nil
    }
  }

  public mutating func set(_ action: SoundAction, to value: Float, _ requests: inout [PanelRequest]) {
    switch action {
    case .parameter(let parameter, let end): panel.change(parameter, end, to: value, &requests)
    case .sourceBeats(let beats): panel.change(beats, .base, to: value, &requests)
    case .connectionLow(let place): change(place, &requests) { $0.low = value }
    case .connectionHigh(let place): change(place, &requests) { $0.high = value }
    case .connectionField(let place, let field): change(place, &requests) { field.set(value, in: &$0) }
    case .out(let tool): set(tool, to: value, &requests)
    case .slope(let place): set(.connectionField(place, .slope), to: value, &requests)
    case .mover(let place): set(.connectionField(place, .amount), to: value, &requests)
    case .envelopePoint(let stage):
      if let parameter = parameter(stage.symbol) { panel.change(parameter, .base, to: value, &requests) }
    case .filterPoint(let filter):
      if let cutoff = Self.parameter(filter.object, "cutoff") {
        panel.change(cutoff, .base, to: value, &requests)
      }
    case .effectPoint(let handle): panel.change(handle.parameter, .base, to: value, &requests)
    case .curvePoint, .sequenceStep: setPoint(action, value, &requests)
    case .form(let action): withForm { $0.set(action, to: value, &requests) }
    default: break
    }
  }

  /// Shows a newer live state: controllers that move while *Matrix* learns, or is shown a gesture.
  public mutating func show(_ live: LivePicture, at seconds: Double) {
    learn(from: live)
    sample(live, at: seconds)
  }

  public mutating func followModel(isRefused: Bool) {
    (matrix.edited, modules.edited, panel.edited) = (nil, nil, nil)
    matrix.editedOutputs = [:]
    withForm { $0.followModel(isRefused: isRefused) }
  }

  /// Follows the browser of sound files, and network.json for outputs of OSC, as time passes.
  public mutating func pass(_ seconds: Double, _ requests: inout [PanelRequest]) {
    let heard = model.heard
    withForm { $0.passSounds(at: seconds, &requests) }
    if model.heard != heard { isStale = true }
    guard matrix.showsOSC, model.page?.solo == nil, seconds >= matrix.destinationsAreDue else { return }
    matrix.destinationsAreDue = seconds + 1
    requests.append(.question(UTF8Text("{\"room\": true}").bytes))
  }

  // MARK: Scrolling

  public mutating func scroll(_ screen: Screen, by points: Float) {
    switch screen {
    case .sound where form.showsSounds: form.scroll(by: points)
    case .sound: sound.scroll += points
    case .matrix:
      if showsOutputs { matrix.outputScroll += points } else { matrix.scroll += points }
    case .modules: modules.scroll += points
    case .patch: form.scroll(by: points)
    }
  }

  public mutating func scroll(_ screen: Screen, at x: Float, _ y: Float, by dx: Float, _ dy: Float) {
    if shelf.area.contains(x, y) {
      shelf.scroll -= dy
    } else if screen == .patch {
      form.scroll(at: x, y, by: -dy)
    } else {
      scroll(screen, by: -dy)
    }
  }

  // MARK: Texts

  public mutating func beginPress(on action: SoundAction?, _ requests: inout [PanelRequest]) {
    modules.grabbed = nil
    if shelf.isTyping, action != .shelfSearch { endSearch(&requests) }
    let action = action.flatMap { Self.formAction(of: $0) }
    withForm { $0.beginPress(on: action, &requests) }
  }

  public mutating func handle(
    _ key: ViewEvent.Key, on screen: Screen, shift: Bool, control: Bool, focus: KeyboardFocus,
    _ requests: inout [PanelRequest]
  ) -> Bool {
    let scrolls = screen == .patch && focus != .slider
    if shelf.isTyping { return handleInSearch(key, shift: shift, &requests) }
    return withForm { $0.handle(key, shift: shift, control: control, scrolls: scrolls, &requests) }
  }

  public mutating func open() {
    (form.state, shelf.isTyping, matrix.showsOSC) = (FormState(), false, false)
    form.open(partOnPatch)
    partOnPatch = []
  }
  public func editing(on screen: Screen) -> TextEditing? { shelf.isTyping ? shelf.search : form.editing }
  public mutating func type(_ letters: [UInt8], on screen: Screen, _ requests: inout [PanelRequest]) {
    if shelf.isTyping { return search(letters) }
    withForm { $0.type(letters, &requests) }
  }
}
