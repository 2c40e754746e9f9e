// One open window: X11, the view and the instance, put together. The host's thread for windows.
import CLV2
import CX
import Canvas
import Controls
import Grids
import LV2
import Matrix
import Paint
import PanelModel
import Patches
import RealTime
import Shell
import Text
import Toolkit

/// The object behind an `LV2UI_Handle`. It holds no lasting state, because hosts close and open windows as
/// they like.
struct PluginWindow: ~Copyable {
  /// Points of a new window, of one on a small screen, and the least that a user may give it.
  static var size: (width: Int, height: Int) { (1100, 700) }
  static var smallSize: (width: Int, height: Int) { (800, 500) }
  static var least: (width: Int, height: Int) { (320, 200) }
  /// Seconds between two hellos.
  private static var helloPeriod: Double { 0.5 }
  /// Seconds for which edits that have come wait to be drawn with something else: longer than a step of a drag.
  private static var editsDelay: Double { 0.025 }

  private var window: ChildWindow
  private var view: View
  private var list = DrawList()
  private var changes = DrawChanges()
  private var painter: Painter
  private let fonts: BundleFonts
  /// The bundle's folder, without a slash at its end.
  private let bundle: [UInt8]
  private let pictures = PictureCache()
  private var options: WindowOptions
  /// When what moves is shown next.
  private var liveDue = 0.0
  private var line: EngineLine
  private var session = PanelSession(isLossy: true)
  private let grip: UnsafeMutablePointer<LV2UI_Touch>?
  /// The host's dialogs for values of parameters, or nil if it has none.
  private let dialogs: UnsafeMutablePointer<LV2UI_Request_Value>?
  /// The source of the window's own touches.
  private let source: UInt32
  private var helloDue = 0.0
  /// The live frame that came last, and whether it has not been shown yet.
  private var frame: [UInt8] = []
  private var isFrameNew = false
  /// Whether it differs from the one that was shown last.
  private var hasMoved = false
  /// Until when the picture waits for more than edits that have come. A drag is drawn where the pointer is, so the
  /// edits that follow it rarely show anything new, and the next step is drawn with them. Nil: nothing waits.
  private var editsWait: Double?
  /// Until when the live state is shown although nothing in it changes: trails fade meanwhile.
  private var movesUntil = 0.0
  private var hasKeyboard = false
  private var reader = ScreenReader()
  /// Pixels for each point.
  private var scale: Double { Double(options.scale) }
  /// Until when this window takes it again: with each click on this window, a window manager gives it to the
  /// host's window around this one.
  private var keyboardUntil: Double = 0
  /// Whether the user gave it another size.
  private var wasResized = false
  /// The ports that hands hold.
  private var held: [Int] = []

  /// X11's number of the window.
  var id: UInt32 { window.id }
  /// In pixels.
  var width: Int { window.width }
  var height: Int { window.height }
  var isGone: Bool { window.isGone }

  init(
    _ child: consuming ChildWindow, _ plugin: ViewModel.Plugin, line: EngineLine, bundle: [UInt8],
    options: consuming WindowOptions, grip: UnsafeMutablePointer<LV2UI_Touch>?,
    dialogs: UnsafeMutablePointer<LV2UI_Request_Value>?
  ) {
    self.bundle = bundle
    let scale = Double(options.scale)
    fonts = WindowCache.fonts(in: bundle + ("/fonts" as UTF8Text).bytes)
    painter = Painter(
      width: child.width, height: child.height, scale: scale, fonts: fonts, pictures: pictures)
    view = View(
      plugin, width: Float(Double(child.width) / scale), height: Float(Double(child.height) / scale))
    view.look = WindowCache.settings.look
    view.showsTabs = WindowCache.settings.showsTabs
    view.showsMore = WindowCache.settings.showsMore
    if !fonts.isComplete {
      view.model.message = ("The fonts of the bundle are missing: texts look different." as UTF8Text).bytes
    }
    // Windows of one instance differ in their source; X11 gives each window a number of its own.
    source = 0xFFFF_0000 | (child.id ^ child.id >> 16) & 0xf7ff
    window = child
    self.line = line
    self.options = options
    self.grip = grip
    self.dialogs = dialogs
    view.model.hostAsksForFiles = dialogs != nil
    session.begin(at: 0)
    reader.start(in: bundle, at: tactus_x_seconds())
  }

  // MARK: The host

  /// One turn: input, questions, picture.
  mutating func turn() {
    let now = tactus_x_seconds()
    if now >= helloDue || view.showsOutput != saysOutput {
      say(stays: true)
      helloDue = now + Self.helloPeriod
    }
    while let input = window.nextInput() {
      editsWait = nil
      handle(input, at: now)
    }
    if window.isGone { return }
    if hasKeyboard, now < keyboardUntil { window.takeKeyboard() }
    serveReader(at: now)
    carry(view.pass(now), at: now)
    if !session.turn(view.model.plugin, at: now) {
      view.model.refuse("The plugin is not responding. The last change was lost; open the window again.")
    }
    for message in session.takeMessages() { line.send(message) }
    line.flush()
    show(at: now)
    guard view.isStale || window.isExposed else { return }
    if let editsWait, now < editsWait, !window.isExposed { return }
    editsWait = nil
    view.draw(into: &list)
    // Without the bundle's letters it is not known how wide texts are.
    changes.follow(
      list, width: view.width, height: view.height, isWhole: window.isExposed || !fonts.isComplete)
    window.isExposed = false
    for band in changes.bands {
      for shown in painter.paint(list, changes.parts, in: band) {
        window.show(painter.pixels, stride: painter.stride, shown)
      }
    }
    if !changes.areas.isEmpty { window.flush() }
  }

  /// Carries out the requests of a screen reader, and sends it the controls as they were last drawn.
  private mutating func serveReader(at now: Double) {
    guard reader.isRunning else { return }
    for request in reader.takeRequests() {
      let index = request.index
      // The list may have changed since.
      guard view.controls.indices.contains(index),
        ScreenReader.plain(view.controls[index].name) == request.name
      else { continue }
      switch request.kind {
      case .press: carry(view.press(control: index, at: now), at: now)
      case .focus:
        view.reveal(index)
        setKeyboard(true)
      case .set(let part): carry(view.set(control: index, to: part, at: now), at: now)
      }
    }
    if reader.isDue(at: now) {
      reader.show(
        view, hasKeyboard: hasKeyboard, title: title, place: window.place, scale: scale, at: now)
    }
  }

  /// Names the window for screen readers.
  private var title: StaticString {
    switch view.model.plugin {
    case .touch: "Tactus Touch"
    case .toneMatrix: "Tactus Tone Matrix"
    case .scene: "Tactus Scene"
    }
  }

  /// Reports that the window closes.
  mutating func close() {
    for port in held { touch(port, false) }
    var settings = WindowCache.settings
    (settings.look, settings.showsTabs, settings.showsMore) = (view.look, view.showsTabs, view.showsMore)
    if wasResized { settings.size = .init(width: Int(view.width), height: Int(view.height)) }
    WindowCache.settings = settings
    window.giveKeyboardBack()
    reader.stop()
    say(stays: false)
  }

  /// Takes over options that the host changes while the window is open.
  mutating func set(_ list: UnsafePointer<LV2_Options_Option>) -> UInt32 {
    let before = scale
    let errors = options.set(list, line.terms)
    if scale != before { fit(at: tactus_x_seconds()) }
    return errors
  }
  func get(_ list: UnsafeMutablePointer<LV2_Options_Option>) -> UInt32 { options.get(list, line.terms) }

  /// Fits the picture to the window's pixels.
  private mutating func fit(at now: Double) {
    painter = Painter(
      width: window.width, height: window.height, scale: scale, fonts: fonts, pictures: pictures)
    window.isExposed = true
    let scale = Float(scale)
    carry(
      view.handle(
        .resized(width: Float(painter.width) / scale, height: Float(painter.height) / scale), at: now),
      at: now)
  }

  /// Keeps what a host passes on; it is drawn in the next turn.
  mutating func hear(_ port: UInt32, _ size: UInt32, _ format: UInt32, _ data: UnsafeRawPointer) {
    if format == 0, size == 4 { return hear(port: line.port(at: port), data.loadUnaligned(as: Float.self)) }
    let message = line.message(port, size, format, data)
    switch message {
    case .document, .error, .scene: editsWait = nil
    case .live, .library, .edit, nil: break
    }
    switch message {
    case .live(let bytes):
      // The first ten words of the head only say which frame it is, and of what time.
      let isSame = frame.withUnsafeBytes {
        bytes.count == $0.count && bytes.count > 40
          && memcmp($0.baseAddress! + 40, bytes.baseAddress! + 40, bytes.count - 40) == 0
      }
      if !isSame { hasMoved = true }
      frame = [UInt8](bytes)
      isFrameNew = true
      // Of frames that come together only the last one is drawn, but each has samples of its own.
      if let reader = LiveFrameReader(bytes) { view.hear(reader) }
    case .document(let text):
      if session.receive(document: text, &view.model) { nameControllers() }
    case .library(let text):
      let now = tactus_x_seconds()
      if session.receive(answer: text, at: now) { return }
      defer {
        if !view.model.exported.isEmpty {
          window.setDragged(view.model.exported)
          view.model.exported = []
        }
      }
      let wasStale = view.isStale
      guard session.receive(library: text, &view.model, at: now) else { return }
      if !wasStale { editsWait = now + Self.editsDelay }
      nameControllers()
    case .error(let text): session.receive(error: text, &view.model)
    case .edit(let text): session.receive(edit: text)
    case .scene(let property, let text):
      session.receive(property, text, &view.model, at: tactus_x_seconds())
    case nil: break
    }
  }

  private mutating func hear(port: Int, _ value: Float) {
    if view.model.ports.indices.contains(port), view.model.ports[port] == value { return }
    editsWait = nil
    view.model.set(port: port, to: value)
  }

  // MARK: The instance

  private var hello = LiveHello()
  /// Whether the last hello asked for the samples of the output.
  private var saysOutput: Bool { hello.mask & LiveSection.output.bit != 0 }

  private mutating func say(stays: Bool) {
    hello.source = source
    hello.stays = stays
    hello.mask =
      LiveSection.touches.bit | LiveSection.controllers.bit | LiveSection.parameters.bit
      | LiveSection.routes.bit | LiveSection.voices.bit | LiveSection.grid.bit | LiveSection.levels.bit
      | LiveSection.touchControllers.bit | LiveSection.bodies.bit | LiveSection.actions.bit
      | LiveSection.solids.bit | LiveSection.sent.bit | LiveSection.loops.bit
      | (view.showsOutput ? LiveSection.output.bit : 0)
    line.send(hello)
  }

  /// Sends the patch's controllers of single touches with the next hello.
  private mutating func nameControllers() {
    for index in hello.named.indices where session.named[index] != hello.named[index] {
      hello.named = session.named
      helloDue = 0
      break
    }
  }

  /// Shows the live frame that came last.
  private mutating func show(at now: Double) {
    guard !frame.isEmpty else { return }
    let isGrid = view.model.plugin == .toneMatrix
    guard isFrameNew || isGrid && view.model.live.isRolling, now >= liveDue else { return }
    if options.updateRate > 0 { liveDue = now + 1 / Double(options.updateRate) }
    isFrameNew = false
    if hasMoved { movesUntil = now + 2 }
    hasMoved = false
    if now >= movesUntil { return }
    let grid = view.model.grid
    let picture = frame.withUnsafeBytes { bytes -> (LivePicture, UInt32)? in
      guard let reader = LiveFrameReader(bytes) else { return nil }
      let passed = min(max(now - Double(reader.head.clock) * 1e-9, 0), 1)
      return (LivePicture(reader, seconds: passed, grid: isGrid ? grid : nil), reader.head.revision)
    }
    guard let (picture, newRevision) = picture else {
      view.model.message =
        ("Window and plugin have different versions. Reload the plugin." as UTF8Text).bytes
      frame = []
      return
    }
    let entries = view.model.library.count
    if let revision = session.receive(revision: newRevision, entries: entries, at: now) {
      view.model.revision = revision
    }
    editsWait = nil
    view.show(picture, at: now)
  }

  // MARK: Hands

  private mutating func handle(_ input: WindowInput, at now: Double) {
    let scale = Float(scale)
    switch input {
    case .pointer(var pointer):
      (pointer.x, pointer.y, pointer.radius) = (pointer.x / scale, pointer.y / scale, pointer.radius / scale)
      if pointer.phase == .began { keyboardUntil = now + 0.3 }
      // A click on the surface gives the host its shortcuts back.
      if pointer.phase == .began, !pointer.isSecondary, hasKeyboard, view.screen == .play {
        setKeyboard(false)
      }
      carry(view.handle(.pointer(pointer), at: now), at: now)
    case .hover(let x, let y, let alt):
      carry(view.handle(.hover(x: x / scale, y: y / scale, alt: alt), at: now), at: now)
    case .left: carry(view.handle(.left, at: now), at: now)
    case .wheel(let x, let y, let dx, let dy, let shift):
      // A step down moves the content up.
      carry(
        view.handle(.scroll(x: x / scale, y: y / scale, dx: -40 * dx, dy: -40 * dy, shift: shift), at: now),
        at: now)
    case .key(.walk, _, _): carry(view.handle(.focus(!hasKeyboard), at: now), at: now)
    case .key(.key(.help), _, _) where !hasKeyboard:
      carry(view.handle(.key(.help, shift: false, control: false), at: now), at: now)
    case .key(.key(let key), let shift, let control):
      // Without the keyboard a host forwards only keys that it has no use for itself.
      guard hasKeyboard else { return }
      carry(view.handle(.key(key, shift: shift, control: control), at: now), at: now)
      if key == .space { carry(view.handle(.text([0x20]), at: now), at: now) }
    case .key(.text(let text), _, let control):
      guard hasKeyboard else { return }
      if control {
        let key: ViewEvent.Key
        switch text {
        case [UInt8(ascii: "c")]: key = .copy
        case [UInt8(ascii: "x")]: key = .cut
        case [UInt8(ascii: "v")]: key = .paste
        case [UInt8(ascii: "a")]: key = .all
        case [UInt8(ascii: "z")]: key = .undo
        case [UInt8(ascii: "y")], [UInt8(ascii: "Z")]: key = .redo
        default: return
        }
        return carry(view.handle(.key(key, shift: false, control: true), at: now), at: now)
      }
      carry(view.handle(.text(text), at: now), at: now)
    case .key(.named(let name), _, _):
      if hasKeyboard { carry(view.handle(.named(UTF8Text(name).bytes), at: now), at: now) }
    case .key(.nothing, _, _): break
    case .again(.key(let key), let shift, let control):
      guard hasKeyboard, key.repeats else { return }
      carry(view.handle(.key(key, shift: shift, control: control), at: now), at: now)
    case .again: break
    case .released(let text):
      if hasKeyboard { carry(view.handle(.released(text), at: now), at: now) }
    case .pasted(let text): carry(view.handle(.pasted(text), at: now), at: now)
    case .dropped(let paths): open(paths, at: now)
    case .resized:
      wasResized = true
      fit(at: now)
    }
  }

  private mutating func setKeyboard(_ isOn: Bool) {
    hasKeyboard = isOn
    if isOn {
      window.takeKeyboard()
      reader.start(in: bundle, at: tactus_x_seconds())
    } else {
      window.giveKeyboardBack()
    }
  }

  /// Carries out what the view requests.
  private mutating func carry(_ requests: [PanelRequest], at now: Double) {
    for request in requests {
      switch request {
      case .surface(var event):
        event.source = source
        line.send(event)
      case .port(let port, let value):
        // A host records what is held: a press or a key holds the port while it moves it.
        let isHeld = held.contains(port)
        if !isHeld { touch(port, true) }
        line.set(port: port, value)
        hear(port: port, value)
        if !isHeld { touch(port, false) }
      case .grabbed(let port, let isHeld):
        if isHeld { held.append(port) } else { held.removeAll { $0 == port } }
        touch(port, isHeld)
      case .midi(let status, let first, let second):
        // Sent as an event with the window's source, so that keys end with the window.
        var event = SurfaceEvent.midi(status, first, second)
        event.source = source
        line.send(event)
      case .copy(let text): window.copy(text)
      case .paste: window.askForCopied()
      case .device: break
      case .manual(let name): view.show(manual: name, WindowCache.page(name, in: bundle))
      case .askForFile(let isWavetable): askForFile(isWavetable: isWavetable)
      case .keyboard(let isOn): setKeyboard(isOn)
      case .drag(let question):
        window.beginDrag()
        session.send(.question(question), stroke: 0, &view.model, at: now)
      case .edit, .editGrid, .library, .load, .save, .question, .scene, .openScene, .sceneShelf:
        session.send(request, stroke: view.stroke, &view.model, at: now)
      }
    }
  }

  /// Lets the host ask for a sound file. What the user chooses comes to the plugin as a `patch:Set`.
  private mutating func askForFile(isWavetable: Bool) {
    guard let dialogs else { return }
    let key = isWavetable ? line.terms.wavetable : line.terms.sample
    let status = dialogs.pointee.request(dialogs.pointee.handle, key, line.terms.path, nil)
    if status != LV2UI_REQUEST_VALUE_SUCCESS, status != LV2UI_REQUEST_VALUE_BUSY {
      view.model.refuse("This host can’t ask for a sound file. Drop one on this window.")
    }
  }

  private func touch(_ port: Int, _ isHeld: Bool) {
    if let grip { grip.pointee.touch(grip.pointee.handle, line.index(of: port), isHeld) }
  }

  /// Requests that the instance opens files.
  private mutating func open(_ paths: [[UInt8]], at now: Double) {
    let known = paths.prefix(16).filter { UTF8Text.isValid($0) }
    if known.isEmpty { view.model.refuse("Drop a local file.") }
    for path in known {
      let isScene = view.model.plugin == .scene
      let word: StaticString = isScene && path.suffix(4) == Array(".zip".utf8) ? "install" : "open"
      let name = JSON.quoted(path)
      // A scale or MIDI is for the pattern that is shown.
      let place = view.gridPlace
      let question: UTF8Text =
        isScene
        ? "{\"\(word)\": [\(name)]}"
        : place.map { "{\"open\": [\(name), \($0.layer), \($0.pattern)]}" } ?? "{\"open\": \(name)}"
      carry([isScene ? .sceneShelf(question.bytes) : .question(question.bytes)], at: now)
    }
  }
}
