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
  /// The output, in order: a kind, a length of 32 bits, the bytes.
  private(set) var outbox: [UInt8] = []
  /// The view's numbers of the touches that are down, by the message's number less one; 0: it is free.
  private var touches = [Int32](repeating: 0, count: 64)
  /// The touch that was sent last: its shape follows it.
  private var lastTouch = SurfaceEvent(.panic)
  private var session = PanelSession(isLossy: false)
  /// When a picture without touch, voice and body is drawn again, in the page's seconds.
  private var stillUntil = 0.0
  /// The live frame that was shown last, without what counts blocks, and how many like it came in a row.
  private var shown: [UInt8] = []
  private var likeShown = 0
  /// The ports of the plugin that is not before the user, as far as the page has moved them.
  private var otherPorts: [Float] = []
  /// The screen that the address names, until a plugin is there that has it.
  private var wanted: (screen: ScreenName, hasTabs: Bool)?
  /// Whether the page asked for the samples of the output.
  private var saysOutput = false

  /// A message in the outbox. The page's script knows the numbers.
  enum Message: UInt8 {
    /// An OSC packet that acts at the time of the event, and one that requests something.
    case play = 1, request
    /// Whether the keyboard is wanted; a text to copy; what of the device is asked for, a letter.
    case keyboard, copy, device
  }

  /// The values of a curve.
  private static var evenCount: Int { 64 }

  init(_ plugin: ViewModel.Plugin, width: Float, height: Float) {
    view = View(plugin, width: width, height: height)
    (view.showsTabs, view.showsMore) = (true, false)
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
    carry(view.handle(event, at: seconds), at: seconds)
  }

  /// Carries out what the view requests.
  private mutating func carry(_ requests: [PanelRequest], at seconds: Double) {
    for request in requests {
      switch request {
      case .surface(let event) where event.kind == .panic: ask(PanelPacket.panic)
      case .surface(let event) where event.kind == .loop: ask(PanelPacket.loop(event))
      case .surface(let event) where event.kind == .guide: put(.play, PanelPacket.guide(event.amount))
      case .surface(let event): put(event)
      case .port(let port, let value): put(port: port, value)
      case .grabbed, .paste, .drag: break  // the browser handles pasting
      case .manual(let name): view.show(manual: name, [])
      case .askForFile: break
      case .copy(let text): put(.copy, text)
      case .keyboard(let isOn): put(.keyboard, [isOn ? 1 : 0])
      case .midi(let status, let first, let second): put(.play, PanelPacket.midi(status, first, second))
      case .device(.plugin(let port)): ask(PanelPacket.plugin(port))
      case .device(.kind(let kind)): ask(PanelPacket.kind(kind))
      case .device(let request): put(.device, [Self.letter(request)])
      case .edit, .editGrid, .library, .load, .save, .question, .scene, .openScene, .sceneShelf:
        session.send(request, stroke: view.stroke, &view.model, at: seconds)
      }
      for message in session.takeMessages() { put(message) }
    }
  }

  private mutating func put(_ message: PanelSession.Message) {
    switch message {
    case .packet(let bytes, _): put(.request, bytes)
    // A recording that ends writes nothing more.
    case .scene(.shelf, let question) where question == UTF8Text("{\"end_recording\": []}").bytes:
      put(.request, PanelPacket.scene(.record, [UInt8(ascii: "0")]))
    case .scene(let request, let text): put(.request, PanelPacket.scene(request, text))
    }
  }

  /// By which the page's script knows a request.
  private static func letter(_ request: DeviceRequest) -> UInt8 {
    switch request {
    case .fullScreen, .plugin, .kind: UInt8(ascii: "f")
    case .sensors: UInt8(ascii: "s")
    case .midi: UInt8(ascii: "m")
    case .sound: UInt8(ascii: "w")
    case .take: UInt8(ascii: "t")
    case .replay: UInt8(ascii: "r")
    case .open: UInt8(ascii: "o")
    case .gallery: UInt8(ascii: "g")
    case .share: UInt8(ascii: "a")
    case .shareTake: UInt8(ascii: "k")
    case .code: UInt8(ascii: "q")
    case .here: UInt8(ascii: "h")
    case .there: UInt8(ascii: "d")
    }
  }

  /// Moves a port that the network reaches: a macro or a trim. The others are the host's; a page that plays
  /// by itself has all of them.
  private mutating func put(port: Int, _ value: Float) {
    if view.model.plugin == .scene { return put(scenePort: port, value) }
    let isOwn = view.model.page?.solo != nil
    let isTouch = view.model.plugin == .touch
    let packet = isOwn ? PanelPacket.ownPort(port, value) : isTouch ? PanelPacket.port(port, value) : nil
    guard let packet else {
      return read(error: UTF8Text("Change this in the plugin’s window.").bytes)
    }
    ask(packet)
    view.model.set(port: port, to: value)
  }

  /// Moves a port of a scene.
  private mutating func put(scenePort index: Int, _ value: Float) {
    guard let port = ScenePort.at(index) else { return }
    switch port {
    case .restart: if value >= 0.5 { ask(PanelPacket.scene(.restart, [])) }
    case .record: ask(PanelPacket.scene(.record, [UInt8(ascii: value >= 0.5 ? "1" : "0")]))
    case .enabled, .level, .inputLevel:
      ask(PanelPacket.scene(.port, ("\(port.spec.symbol) \(value)" as UTF8Text).bytes))
      view.model.set(port: index, to: value)
    default: read(error: UTF8Text("Change this in the plugin’s window.").bytes)
    }
  }

  /// The clock of a grid. A server does not tell the ports of a grid.
  private mutating func hearClock(_ head: LiveHead) {
    let ports: [(ToneMatrixPort, Float)] = [
      (.clock, head.hasOwnClock ? 1 : 0), (.transport, head.speed > 0 ? 1 : 0), (.tempo, head.tempo),
    ]
    for (port, value) in ports where view.model.value(port) != value {
      view.model.set(port: Int(port.rawValue), to: value)
    }
  }

  // MARK: To the server

  mutating func emptyOutbox() { outbox.removeAll(keepingCapacity: true) }

  private mutating func put(_ message: Message, _ bytes: [UInt8]) {
    outbox.append(message.rawValue)
    for shift in [0, 8, 16, 24] { outbox.append(UInt8(truncatingIfNeeded: bytes.count >> shift)) }
    outbox += bytes
  }

  private mutating func ask(_ packet: [UInt8]) {
    if view.model.isRefusal { view.model.isRefusal = false }
    put(.request, packet)
  }

  /// A touch; behind an end, which touches are down, so that a lost end leaves none behind.
  private mutating func put(_ event: SurfaceEvent) {
    guard let slot = slot(of: event) else { return }
    if case .shape(let shape) = event.content {
      // One message has both; what it says of the place is so already.
      let moved = SurfaceEvent(.moved(lastTouch.touch), id: event.id)
      if lastTouch.id == event.id, let packet = PanelPacket.touch(moved, id: Int32(slot + 1), shape: shape) {
        put(.play, packet)
      }
      return
    }
    guard let packet = PanelPacket.touch(event, id: Int32(slot + 1)) else { return }
    lastTouch = event
    put(.play, packet)
    guard event.kind == .ended else { return }
    touches[slot] = 0
    put(.play, alive)
  }

  /// The place of a touch; nil: 64 others are down.
  private mutating func slot(of event: SurfaceEvent) -> Int? {
    if let known = touches.firstIndex(of: event.id) { return known }
    guard event.kind == .began, let free = touches.firstIndex(of: 0) else { return nil }
    touches[free] = event.id
    return free
  }

  /// The packet that says which touches are down.
  var alive: [UInt8] {
    PanelPacket.alive(touches.indices.filter { touches[$0] != 0 }.map { Int32($0 + 1) })
  }

  // MARK: From the server

  /// A plugin is there: all that is known of another one is forgotten.
  mutating func meet(_ plugin: ViewModel.Plugin, at seconds: Double) {
    let (old, width, height) = (view, view.width, view.height)
    if plugin != old.model.plugin {
      view = View(plugin, width: width, height: height)
      (view.look, view.isBare, view.part) = (old.look, old.isBare, old.part)
      (view.showsTabs, view.showsMore) = (true, false)
      view.model.page = old.model.page
      view.model.ports = otherPorts
      otherPorts = old.model.ports
      // Nothing else gives it a time.
      if plugin == .toneMatrix, old.model.page?.solo != nil {
        view.model.set(port: Int(ToneMatrixPort.clock.rawValue), to: 1)
      }
      if let wanted { view.open(wanted.screen, withTabs: wanted.hasTabs) }
    }
    view.model.live = LivePicture()
    session.begin(at: seconds)
  }

  /// No plugin is there.
  mutating func lose() {
    session.end()
    view.model.live = LivePicture()
  }

  mutating func read(document text: [UInt8]) {
    guard session.receive(document: text, &view.model), view.model.plugin == .touch else { return }
    put(.request, PanelPacket.names(session.named))
  }

  mutating func read(library text: [UInt8], at seconds: Double) {
    session.receive(library: text, &view.model, at: seconds)
  }

  /// Reads what a window of the scene is told: a word and its text.
  mutating func read(scene text: [UInt8], at seconds: Double) {
    let end = text.firstIndex(of: 0x20) ?? text.endIndex
    let (word, rest) = (Array(text[..<end]), Array(text[min(end + 1, text.endIndex)...]))
    guard view.model.plugin == .scene else { return }
    if word == UTF8Text("ports").bytes { return read(scenePorts: rest) }
    guard let property = SceneProperty(word: word) else { return }
    session.receive(property, rest, &view.model, at: seconds)
  }

  private mutating func read(scenePorts text: [UInt8]) {
    for (port, value) in SceneModel.ports(text) { view.model.set(port: Int(port.rawValue), to: value) }
  }

  mutating func read(error text: [UInt8]) { session.receive(error: text, &view.model) }

  /// The document has this revision now.
  mutating func see(revision new: UInt32, at seconds: Double) {
    let entries = view.model.library.count
    if let revision = session.receive(revision: new, entries: entries, at: seconds) {
      view.model.revision = revision
    }
  }

  /// Shows a live frame.
  /// - Returns: false for one of another version.
  mutating func show(_ bytes: UnsafeRawBufferPointer, at seconds: Double) -> Bool {
    guard let reader = LiveFrameReader(bytes) else { return false }
    see(revision: reader.head.revision, at: seconds)
    view.hear(reader)
    if view.model.plugin == .toneMatrix, view.model.page?.solo == nil { hearClock(reader.head) }
    // While nothing is touched and nothing sounds, *Play* is drawn ten times a second: a picture that is
    // being made keeps fingers waiting.
    let isStill = reader.count(.touches) == 0 && reader.count(.voices) == 0 && reader.count(.bodies) == 0
    if isStill, view.screen == .play, view.model.plugin == .touch, seconds < stillUntil { return true }
    stillUntil = isStill ? seconds + 0.1 : 0
    // An unchanged picture is drawn until the curves of *Play* are even, and then no more.
    let rest = UnsafeRawBufferPointer(rebasing: bytes[32...])
    likeShown = rest.elementsEqual(shown) ? likeShown + 1 : 0
    if likeShown > Self.evenCount { return true }
    if likeShown == 0 { shown = Array(rest) }
    let grid = view.model.plugin == .toneMatrix ? view.model.grid : nil
    view.show(LivePicture(reader, seconds: 0, grid: grid), at: seconds)
    return true
  }

  /// Requests missing data, and repeats lost requests.
  mutating func turn(at seconds: Double) {
    carry(view.pass(seconds), at: seconds)
    if view.showsOutput != saysOutput {
      saysOutput = view.showsOutput
      // A server has no frames with samples.
      if view.model.page?.solo != nil { put(.request, PanelPacket.output(saysOutput)) }
    }
    _ = session.turn(view.model.plugin, at: seconds)
    for message in session.takeMessages() { put(message) }
  }
}
