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

/// What an `LV2UI_Handle` points to. It keeps nothing that matters, because hosts close and open windows as
/// they like.
struct PluginWindow: ~Copyable {
  /// Points of a new window, and the least that a user may give it.
  static var size: (width: Int, height: Int) { (800, 500) }
  static var least: (width: Int, height: Int) { (320, 200) }
  /// Seconds between two hellos, and until an unanswered question is asked again.
  private static var helloPeriod: Double { 0.5 }
  private static var patience: Double { 1 }
  /// Seconds for which news of the document may be on their way, until the whole of it is asked for.
  private static var delay: Double { 0.25 }
  /// Seconds for which edits that have come wait to be drawn with something else: longer than a step of a drag.
  private static var editsDelay: Double { 0.025 }

  private var window: ChildWindow
  private var view: View
  private var list = DrawList()
  private var changes = DrawChanges()
  private var painter: Painter
  private let fonts: BundleFonts
  private let pictures = PictureCache()
  private let scale: Double
  private var line: EngineLine
  private let grip: UnsafeMutablePointer<LV2UI_Touch>?
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
  /// The revision that the live frames name, and that of the document here.
  private var revision: UInt32?
  private var known = KnownRevision()
  /// When the document is asked for; infinite: it is known.
  private var documentDue = 0.0
  /// The entry of the library that is asked for next, and when.
  private var nextEntry = 0
  private var libraryDue = 0.0
  private var hasKeyboard = false
  /// Until when this window takes it again: with each click on this window, a window manager gives it to the
  /// host's window around this one.
  private var keyboardUntil: Double = 0
  private var sent: SentEdits
  /// The ports that hands hold.
  private var held: [Int] = []

  /// X11's number of the window.
  var id: UInt32 { window.id }
  var isGone: Bool { window.isGone }

  init(
    _ child: consuming ChildWindow, _ plugin: ViewModel.Plugin, line: EngineLine, bundle: [UInt8],
    scale: Double, grip: UnsafeMutablePointer<LV2UI_Touch>?
  ) {
    fonts = WindowCache.fonts(in: bundle + ("/fonts" as UTF8Text).bytes)
    painter = Painter(
      width: child.width, height: child.height, scale: scale, fonts: fonts, pictures: pictures)
    view = View(
      plugin, width: Float(Double(child.width) / scale), height: Float(Double(child.height) / scale))
    view.look = WindowCache.look
    if !fonts.isComplete {
      view.model.message = ("The fonts of the bundle are missing: texts look different." as UTF8Text).bytes
    }
    // Windows of one instance differ in their source; X11 gives each window a number of its own.
    source = 0xFFFF_0000 | (child.id ^ child.id >> 16) & 0xf7ff
    sent = SentEdits(client: Int64(1e6 * tactus_x_seconds()))
    window = child
    self.line = line
    self.scale = scale
    self.grip = grip
  }

  // MARK: The host

  /// One turn: input, questions, picture.
  mutating func turn() {
    let now = tactus_x_seconds()
    if now >= helloDue {
      say(stays: true)
      helloDue = now + Self.helloPeriod
    }
    while let input = window.nextInput() {
      editsWait = nil
      handle(input, at: now)
    }
    if window.isGone { return }
    if hasKeyboard, now < keyboardUntil { window.takeKeyboard() }
    carry(view.pass(now), at: now)
    ask(at: now)
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

  /// Says that the window closes.
  mutating func close() {
    for port in held { touch(port, false) }
    WindowCache.look = view.look
    window.giveKeyboardBack()
    say(stays: false)
  }

  /// Keeps what a host passes on; it is drawn in the next turn.
  mutating func hear(_ port: UInt32, _ size: UInt32, _ format: UInt32, _ data: UnsafeRawPointer) {
    if format == 0, size == 4 { return hear(port: Int(port), data.loadUnaligned(as: Float.self)) }
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
    case .document(let text):
      documentDue = .infinity
      known.takeDocument()
      if view.model.read(document: text) { nameControllers() }
    case .library(let text):
      switch known.read(text) {
      case .none: break
      case .known(let revision):
        view.model.revision = UInt64(revision)
        return
      case .edits(let edits, let revision):
        if !view.isStale { editsWait = tactus_x_seconds() + Self.editsDelay }
        guard view.model.apply(edits: edits) else { return documentDue = 0 }
        view.model.revision = UInt64(revision)
        documentDue = .infinity
        nameControllers()
        return
      case .unknown: return documentDue = 0
      }
      if sent.hear(text, at: tactus_x_seconds()) { return }
      if let next = view.model.read(library: text) {
        (nextEntry, libraryDue) = (next, 0)
      } else if !ViewModel.isAside(library: text) {
        libraryDue = .infinity
      }
    case .error(let text):
      view.model.message = text
      view.model.isRefusal = true
    case .edit(let text): known.take(edit: text)
    case .scene(let property, let text):
      if property == .state { documentDue = .infinity }
      let refused = view.model.scene.read(property, text)
      if !refused.isEmpty { (view.model.message, view.model.isRefusal) = (refused, true) }
      if property == .shelf { libraryDue = .infinity }
    case nil: break
    }
  }

  private mutating func hear(port: Int, _ value: Float) {
    guard port < 1024 else { return }
    if port < view.model.ports.count, view.model.ports[port] == value { return }
    var ports = view.model.ports
    while ports.count <= port {
      let index = ports.count
      ports.append(
        view.model.plugin == .touch
          ? TouchPort.at(index)?.spec.default ?? 0
          : view.model.plugin == .scene
            ? ScenePort.at(index)?.spec.default ?? 0 : ToneMatrixPort.at(index)?.spec.default ?? 0)
    }
    ports[port] = value
    editsWait = nil
    view.model.ports = ports
  }

  // MARK: The instance

  private var hello = LiveHello()

  private mutating func say(stays: Bool) {
    hello.source = source
    hello.stays = stays
    hello.mask =
      LiveSection.touches.bit | LiveSection.controllers.bit | LiveSection.parameters.bit
      | LiveSection.routes.bit | LiveSection.voices.bit | LiveSection.grid.bit | LiveSection.levels.bit
      | LiveSection.touchControllers.bit | LiveSection.bodies.bit | LiveSection.actions.bit
      | LiveSection.solids.bit
    line.send(hello)
  }

  /// Chooses the controllers of single touches that the patch uses.
  private mutating func nameControllers() {
    let named = LivePicture.named(by: view.model.patch)
    for index in named.indices where named[index] != hello.named[index] {
      hello.named = named
      helloDue = 0
      break
    }
  }

  /// Asks for what is not known yet, and again for what a host has dropped.
  private mutating func ask(at now: Double) {
    for text in sent.again(at: now) { _ = line.send(line.terms.edit, text) }
    if sent.giveUp(at: now) {
      documentDue = 0
      view.model.message = ("The plugin does not answer: what was changed last is lost." as UTF8Text).bytes
      view.model.isRefusal = true
    }
    if now >= documentDue {
      documentDue = now + Self.patience
      line.get()
    }
    if now >= libraryDue, view.model.plugin == .scene {
      libraryDue = now + Self.patience
      _ = line.send(line.terms.sceneShelf, ("{\"list\": []}" as UTF8Text).bytes)
    } else if now >= libraryDue {
      libraryDue = now + Self.patience
      _ = line.send(line.terms.library, ("{\"list\": \(nextEntry)}" as UTF8Text).bytes)
    }
  }

  /// Shows the live frame that came last.
  private mutating func show(at now: Double) {
    guard !frame.isEmpty else { return }
    let isGrid = view.model.plugin == .toneMatrix
    guard isFrameNew || isGrid && view.model.live.isRolling else { return }
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
        ("The plugin is of another version than its window: load it anew to see it play." as UTF8Text).bytes
      frame = []
      return
    }
    if newRevision != revision {
      if revision != nil, libraryDue > now + Self.delay {
        // The entry behind the last one: the answer says only what is loaded.
        (nextEntry, libraryDue) = (view.model.library.count, now + Self.delay)
      }
      if revision != nil, known.revision == nil { documentDue = 0 }
      revision = newRevision
      if known.revision == nil { view.model.revision = UInt64(newRevision) }
    }
    // Edits that lead there may be on their way.
    if let own = known.revision, own != newRevision { documentDue = min(documentDue, now + Self.delay) }
    editsWait = nil
    view.show(picture, at: now)
  }

  // MARK: Hands

  private mutating func handle(_ input: WindowInput, at now: Double) {
    let scale = Float(scale)
    switch input {
    case .pointer(let phase, let kind, let id, let x, let y, let shift):
      var pointer = ViewEvent.Pointer(phase, kind, id: id, x: x / scale, y: y / scale)
      pointer.shift = shift
      if phase == .began { keyboardUntil = now + 0.3 }
      // A click on the surface gives the host its shortcuts back.
      if phase == .began, hasKeyboard, view.screen == .play { setKeyboard(false) }
      carry(view.handle(.pointer(pointer), at: now), at: now)
    case .secondary(let x, let y):
      keyboardUntil = now + 0.3
      var pointer = ViewEvent.Pointer(.began, x: x / scale, y: y / scale)
      pointer.isSecondary = true
      carry(view.handle(.pointer(pointer), at: now), at: now)
    case .hover(let x, let y): carry(view.handle(.hover(x: x / scale, y: y / scale), at: now), at: now)
    case .left: carry(view.handle(.left, at: now), at: now)
    case .wheel(let x, let y, let dx, let dy):
      carry(view.handle(.scroll(x: x / scale, y: y / scale, dx: 40 * dx, dy: 40 * dy), at: now), at: now)
    case .key(.walk, _, _): carry(view.handle(.focus(!hasKeyboard), at: now), at: now)
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
        default: return
        }
        return carry(view.handle(.key(key, shift: false, control: true), at: now), at: now)
      }
      carry(view.handle(.text(text), at: now), at: now)
    case .key(.nothing, _, _): break
    case .released(let text):
      if hasKeyboard { carry(view.handle(.released(text), at: now), at: now) }
    case .pasted(let text): carry(view.handle(.pasted(text), at: now), at: now)
    case .dropped(let paths): open(paths)
    case .resized:
      painter = Painter(
        width: window.width, height: window.height, scale: Double(scale), fonts: fonts, pictures: pictures)
      carry(
        view.handle(
          .resized(width: Float(painter.width) / scale, height: Float(painter.height) / scale), at: now),
        at: now)
    }
  }

  private mutating func setKeyboard(_ isOn: Bool) {
    hasKeyboard = isOn
    if isOn { window.takeKeyboard() } else { window.giveKeyboardBack() }
  }

  /// Carries out what the view requests.
  private mutating func carry(_ requests: [PanelRequest], at now: Double) {
    for request in requests {
      switch request {
      case .surface(var event):
        event.source = source
        line.send(event)
      case .edit(let edit, _):
        send(request, at: now)
        // What can be taken back, and which of two it is, may be another without a new revision.
        if case .step = edit { (nextEntry, libraryDue) = (view.model.library.count, 0) }
      case .editGrid: send(request, at: now)
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
      case .library: (nextEntry, libraryDue) = (0, 0)
      case .load(let file): ask(("{\"load\": \(JSON.quoted(file))}" as UTF8Text).bytes)
      case .save(let name): ask(("{\"save\": \(JSON.quoted(name))}" as UTF8Text).bytes)
      case .question(let json): ask(json)
      case .scene(let values):
        view.model.isRefusal = false
        if !line.send(line.terms.sceneValues, values) { refuseLength() }
      case .openScene(let path): _ = line.send(line.terms.scene, path)
      case .sceneShelf(let question): _ = line.send(line.terms.sceneShelf, question)
      case .midi(let status, let first, let second):
        // Sent as an event with the window's source, so that keys end with the window.
        var event = SurfaceEvent.midi(status, first, second)
        event.source = source
        line.send(event)
      case .copy(let text): window.copy(text)
      case .paste: window.askForCopied()
      case .device: break
      case .keyboard(let isOn): setKeyboard(isOn)
      }
    }
  }

  private func touch(_ port: Int, _ isHeld: Bool) {
    if let grip { grip.pointee.touch(grip.pointee.handle, UInt32(port), isHeld) }
  }

  /// Asks the instance to open files.
  private mutating func open(_ paths: [[UInt8]]) {
    let known = paths.prefix(16).filter { UTF8Text.isValid($0) }
    if known.isEmpty {
      view.model.message = ("What was dropped is no file of this machine." as UTF8Text).bytes
      view.model.isRefusal = true
    }
    for path in known {
      if view.model.plugin == .scene {
        let word: StaticString = path.suffix(4) == Array(".zip".utf8) ? "install" : "open"
        _ = line.send(line.terms.sceneShelf, ("{\"\(word)\": [\(JSON.quoted(path))]}" as UTF8Text).bytes)
      } else {
        ask(("{\"open\": \(JSON.quoted(path))}" as UTF8Text).bytes)
      }
    }
  }

  private mutating func send(_ request: PanelRequest, at now: Double) {
    view.model.isRefusal = false
    guard let text = sent.text(of: request, stroke: view.stroke, at: now) else { return }
    if let event = sent.event(of: request, stroke: view.stroke), line.send(event) { return }
    if line.send(line.terms.edit, text) { return }
    sent.takeBack()
    refuseLength()
  }

  /// Asks about the library or the room.
  private mutating func ask(_ question: [UInt8]) {
    if view.model.isRefusal { view.model.isRefusal = false }
    if !line.send(line.terms.library, question) { refuseLength() }
  }

  private mutating func refuseLength() {
    view.model.message = ("This is too long to be sent: at most 32,000 bytes." as UTF8Text).bytes
    view.model.isRefusal = true
  }
}
