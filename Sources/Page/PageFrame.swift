// The frame of a browser: events in, requests out as messages for the server. A browser's one thread.
import Controls
import Grids
import Matrix
import Paint
import PanelModel
import Patches
import RealTime
import Shell
import Text
import Toolkit

/// One page: the view, what it is told, and what it asks for.
struct PageFrame {
  var view: View
  var list = DrawList()
  /// What is to be sent, done or typed, in order: a kind, a length of 32 bits, the bytes.
  private(set) var outbox: [UInt8] = []
  /// The view's numbers of the touches that are down, by the message's number less one; 0: it is free.
  private var touches = [Int32](repeating: 0, count: 64)
  /// When the document is asked for, in the page's seconds; infinite: it is known, or there is no plugin.
  private var documentDue = Double.infinity
  private var libraryDue = Double.infinity
  private var nextEntry = 0
  private var revision: UInt32?
  /// When a picture without touch, voice and body is drawn again, in the page's seconds.
  private var stillUntil = 0.0
  /// The live frame that was shown last, without what counts blocks, and how many like it came in a row.
  private var shown: [UInt8] = []
  private var likeShown = 0
  /// The ports of the plugin that is not before the user, as far as the page has moved them.
  private var otherPorts: [Float] = []
  /// The screen that the address names, until a plugin is there that has it.
  private var wanted: (screen: ScreenName, hasTabs: Bool)?

  /// Its number is the time of the first event, which no two pages have alike.
  private var sent: SentEdits?

  /// What stands in the outbox. The numbers are known to the page's script: append only.
  enum Message: UInt8 {
    /// A point of a touch, 14 bytes; a request in words; whether the keyboard is wanted; a text to copy.
    /// What of the device is asked for, a letter; three bytes of MIDI.
    case point = 1, request, keyboard, copy, device, midi
  }

  /// The values of a curve.
  private static var evenCount: Int { 64 }
  /// Seconds until a question that is not answered is asked again.
  static var patience: Double { 1 }

  init(_ plugin: ViewModel.Plugin, width: Float, height: Float) {
    view = View(plugin, width: width, height: height)
    view.model.page = ViewModel.Page()
  }

  /// Opens a screen, now or when a plugin is there that has it.
  mutating func open(_ screen: ScreenName, withTabs hasTabs: Bool) {
    wanted = (screen, hasTabs)
    view.open(screen, withTabs: hasTabs)
  }

  /// Draws the screen into the list.
  mutating func draw() { view.draw(into: &list) }

  // MARK: Hands

  mutating func handle(_ event: ViewEvent, at seconds: Double) {
    if sent == nil { sent = SentEdits(client: Int64(1e6 * max(seconds, 0))) }
    carry(view.handle(event, at: seconds))
  }

  /// Carries out what the view requests.
  private mutating func carry(_ requests: [PanelRequest]) {
    for request in requests {
      switch request {
      case .surface(let event): if event.kind == .panic { ask("panic") } else { put(event) }
      case .edit, .editGrid:
        // A connection in the browser loses nothing: no answer is wanted.
        let text = sent?.text(of: request, stroke: view.stroke, at: 0, isAnswered: false)
        if let text { ask("edit \(UTF8Text(bytes: text))") }
      case .port(let port, let value):
        put(port: port, value)
      case .scene(let values): ask("scene values \(UTF8Text(bytes: values))")
      case .openScene(let path): ask("scene open \(UTF8Text(bytes: path))")
      case .sceneShelf(let question): ask("\(Self.request(ofShelf: question))")
      case .grabbed, .paste: break  // the browser gives what it pastes by itself
      case .library: (nextEntry, libraryDue) = (0, 0)
      case .load(let file): ask("load \(UTF8Text(bytes: file))")
      case .save(let name): ask("save \(UTF8Text(bytes: name))")
      case .copy(let text): put(.copy, text)
      case .keyboard(let isOn): put(.keyboard, [isOn ? 1 : 0])
      case .question(let json): ask("ask \(UTF8Text(bytes: json))")
      case .midi(let status, let first, let second): put(.midi, [status, first, second])
      case .device(.plugin(let port)): ask("plugin \(port)")
      case .device(.kind(let kind)):
        ask(kind == .touch ? "kind patch" : kind == .scene ? "kind scene" : "kind grid")
      case .device(let request): put(.device, [Self.letter(request)])
      }
    }
  }

  /// By which the page's script knows a request.
  private static func letter(_ request: DeviceRequest) -> UInt8 {
    switch request {
    case .fullScreen, .plugin, .kind: UInt8(ascii: "f")
    case .sensors: UInt8(ascii: "s")
    case .sound: UInt8(ascii: "w")
    case .take: UInt8(ascii: "t")
    case .replay: UInt8(ascii: "r")
    case .open: UInt8(ascii: "o")
    case .gallery: UInt8(ascii: "g")
    case .here: UInt8(ascii: "h")
    case .there: UInt8(ascii: "d")
    }
  }

  /// Moves a port that the network reaches: a macro or a trim. The others are the host's; a page that plays
  /// by itself has all of them.
  private mutating func put(port: Int, _ value: Float) {
    if view.model.page?.solo != nil {
      ask("port \(port) \(value)")
      return hear(port: port, value)
    }
    if view.model.plugin == .scene { return put(scenePort: port, value) }
    let macro = port - Int(TouchPort.macro1.rawValue) + 1
    let trim = port - Int(TouchPort.trim01.rawValue) + 1
    guard view.model.plugin == .touch, 1...8 ~= macro || 1...32 ~= trim else {
      return read(error: UTF8Text("This is set in the plugin’s window, or in the host.").bytes)
    }
    ask(1...8 ~= macro ? "macro \(macro) \(value)" : "trim \(trim) \(value)")
    hear(port: port, value)
  }

  /// Moves a port of a scene.
  private mutating func put(scenePort index: Int, _ value: Float) {
    guard let port = ScenePort.at(index) else { return }
    switch port {
    case .restart: if value >= 0.5 { ask("scene restart") }
    case .record: ask(value >= 0.5 ? "scene record 1" : "scene record 0")
    case .enabled, .level, .inputLevel:
      ask("scene port \(port.spec.symbol) \(value)")
      hear(port: index, value)
    default: read(error: UTF8Text("This is set in the plugin’s window, or in the host.").bytes)
    }
  }

  /// What a page asks about the folders of scenes.
  private static func request(ofShelf question: [UInt8]) -> UTF8Text {
    question == UTF8Text("{\"end_recording\": []}").bytes
      ? "scene record 0" : "scene shelf \(UTF8Text(bytes: question))"
  }

  private mutating func hear(port: Int, _ value: Float) {
    var ports = view.model.ports
    while ports.count <= port {
      ports.append(
        view.model.plugin == .touch
          ? TouchPort.at(ports.count)?.spec.default ?? 0
          : view.model.plugin == .scene
            ? ScenePort.at(ports.count)?.spec.default ?? 0 : ToneMatrixPort.at(ports.count)?.spec.default ?? 0
      )
    }
    ports[port] = value
    view.model.ports = ports
  }

  /// The clock of a grid. A server does not tell the ports of a grid.
  private mutating func hearClock(_ head: LiveHead) {
    let ports: [(ToneMatrixPort, Float)] = [
      (.clock, head.hasOwnClock ? 1 : 0), (.transport, head.speed > 0 ? 1 : 0), (.tempo, head.tempo),
    ]
    for (port, value) in ports where view.model.value(port) != value { hear(port: Int(port.rawValue), value) }
  }

  // MARK: To the server

  mutating func emptyOutbox() { outbox.removeAll(keepingCapacity: true) }

  private mutating func put(_ message: Message, _ bytes: [UInt8]) {
    outbox.append(message.rawValue)
    for shift in [0, 8, 16, 24] { outbox.append(UInt8(truncatingIfNeeded: bytes.count >> shift)) }
    outbox += bytes
  }

  private mutating func ask(_ request: UTF8Text) {
    if view.model.isRefusal { view.model.isRefusal = false }
    put(.request, request.bytes)
  }

  /// A point as docs/surface.md lists it; its time is the script's to fill in.
  private mutating func put(_ event: SurfaceEvent) {
    guard 1...3 ~= event.kind.rawValue, let slot = slot(of: event) else { return }
    func part(_ value: Float) -> UInt16 {
      value.isFinite ? UInt16(min(max(value, 0), 1) * 65_534 + 0.5) : .max
    }
    let touch = event.touch
    let halves = [
      0, part(touch.x.isFinite ? touch.x : 0), part(touch.y.isFinite ? touch.y : 0), part(touch.pressure),
      part(touch.radius),
    ]
    var bytes = [UInt8(event.kind.rawValue), UInt8(slot + 1)]
    for half in halves {
      bytes.append(UInt8(half & 255))
      bytes.append(UInt8(half >> 8))
    }
    put(.point, bytes + [255, 0])
    if event.kind == .ended { touches[slot] = 0 }
  }

  /// The place of a touch; nil: 64 others are down.
  private mutating func slot(of event: SurfaceEvent) -> Int? {
    if let known = touches.firstIndex(of: event.id) { return known }
    guard event.kind == .began, let free = touches.firstIndex(of: 0) else { return nil }
    touches[free] = event.id
    return free
  }

  /// The numbers of the touches that are down.
  var alive: [UInt8] { touches.indices.filter { touches[$0] != 0 }.map { UInt8($0 + 1) } }

  // MARK: From the server

  /// A plugin is there: all that is known of another one is forgotten.
  mutating func meet(_ plugin: ViewModel.Plugin, at seconds: Double) {
    let (old, width, height) = (view, view.width, view.height)
    if plugin != old.model.plugin {
      view = View(plugin, width: width, height: height)
      (view.look, view.isBare, view.part) = (old.look, old.isBare, old.part)
      view.model.page = old.model.page
      view.model.ports = otherPorts
      otherPorts = old.model.ports
      // Nothing else gives it a time.
      if plugin == .toneMatrix, old.model.page?.solo != nil {
        hear(port: Int(ToneMatrixPort.clock.rawValue), 1)
      }
      if let wanted { view.open(wanted.screen, withTabs: wanted.hasTabs) }
    }
    view.model.live = LivePicture()
    revision = nil
    nextEntry = 0
    (documentDue, libraryDue) = (seconds, seconds)
  }

  /// No plugin is there.
  mutating func lose() {
    (documentDue, libraryDue) = (.infinity, .infinity)
    view.model.live = LivePicture()
  }

  mutating func read(document text: [UInt8]) {
    documentDue = .infinity
    guard view.model.read(document: text), view.model.plugin == .touch else { return }
    var names: [UTF8Text] = []
    for connection in view.model.patch.connections where names.count < 8 {
      let source = connection.connection.source
      guard source.isPerVoice else { continue }
      let name: UTF8Text = "\(source.spec.symbol)"
      if !names.contains(where: { $0.bytes == name.bytes }) { names.append(name) }
    }
    var request: UTF8Text = "names"
    for name in names { request = "\(request) \(name)" }
    put(.request, request.bytes)
  }

  mutating func read(library text: [UInt8], at seconds: Double) {
    guard let next = view.model.read(library: text) else {
      if !ViewModel.isAside(library: text) { libraryDue = .infinity }
      return
    }
    (nextEntry, libraryDue) = (next, seconds)
  }

  /// Reads what a window of the scene is told: a word and its text.
  mutating func read(scene text: [UInt8], at seconds: Double) {
    let end = text.firstIndex(of: 0x20) ?? text.endIndex
    let (word, rest) = (Array(text[..<end]), Array(text[min(end + 1, text.endIndex)...]))
    guard view.model.plugin == .scene else { return }
    if word == UTF8Text("ports").bytes { return read(scenePorts: rest) }
    guard let property = SceneProperty(word: word) else { return }
    let refused = view.model.scene.read(property, rest)
    if !refused.isEmpty { (view.model.message, view.model.isRefusal) = (refused, true) }
    if property == .state { documentDue = .infinity }
    if property == .shelf { libraryDue = .infinity }
    if view.model.scene.lacksPiece { documentDue = seconds + Self.patience }
  }

  private mutating func read(scenePorts text: [UInt8]) {
    for (port, value) in SceneModel.ports(text) { hear(port: Int(port.rawValue), value) }
  }

  mutating func read(error text: [UInt8]) {
    view.model.message = text
    view.model.isRefusal = true
  }

  /// The document has this revision now.
  mutating func see(revision new: UInt32, at seconds: Double) {
    if new == revision { return }
    if revision != nil {
      documentDue = seconds
      (nextEntry, libraryDue) = (view.model.library.count, seconds)
    }
    revision = new
    view.model.revision = UInt64(new)
  }

  /// Shows a live frame.
  /// - Returns: false for one of another version.
  mutating func show(_ bytes: UnsafeRawBufferPointer, at seconds: Double) -> Bool {
    guard let reader = LiveFrameReader(bytes) else { return false }
    see(revision: reader.head.revision, at: seconds)
    if view.model.plugin == .toneMatrix, view.model.page?.solo == nil { hearClock(reader.head) }
    // While nothing is touched and nothing sounds, *Play* is drawn ten times a second: a picture that is
    // being made keeps fingers waiting.
    let isStill = reader.count(.touches) == 0 && reader.count(.voices) == 0 && reader.count(.bodies) == 0
    if isStill, view.screen == .play, view.model.plugin == .touch, seconds < stillUntil { return true }
    stillUntil = isStill ? seconds + 0.1 : 0
    // What does not change is drawn until the curves of *Play* are even, and then no more.
    let rest = UnsafeRawBufferPointer(rebasing: bytes[32...])
    likeShown = rest.elementsEqual(shown) ? likeShown + 1 : 0
    if likeShown > Self.evenCount { return true }
    if likeShown == 0 { shown = Array(rest) }
    let grid = view.model.plugin == .toneMatrix ? view.model.grid : nil
    view.show(LivePicture(reader, seconds: 0, grid: grid), at: seconds)
    return true
  }

  /// Asks for what is not known yet, and again for what was lost.
  mutating func turn(at seconds: Double) {
    carry(view.pass(seconds))
    if view.model.plugin == .scene { return askForScene(at: seconds) }
    if seconds >= documentDue {
      documentDue = seconds + Self.patience
      put(.request, UTF8Text("get").bytes)
    }
    if seconds >= libraryDue {
      libraryDue = seconds + Self.patience
      put(.request, ("library \(nextEntry)" as UTF8Text).bytes)
    }
  }

  private mutating func askForScene(at seconds: Double) {
    if seconds >= documentDue {
      documentDue = seconds + Self.patience
      put(.request, UTF8Text("scene all").bytes)
    }
    if seconds >= libraryDue {
      // Reading all folders takes a while.
      libraryDue = seconds + 5 * Self.patience
      put(.request, UTF8Text("scene shelf {\"list\": []}").bytes)
    }
  }
}
