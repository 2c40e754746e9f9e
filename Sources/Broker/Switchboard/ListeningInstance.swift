// The broker's state of one registered instance. Input thread, under the broker's mutex.
import Dialects
import Patches
import RealTime
import Stores
import Synchronization
import Tangibles
import Text

final class ListeningInstance {
  let link: UnsafeMutablePointer<InstanceLink>
  let store: PatchStore?
  let grid: GridStore?
  /// Where programs ask about its scene; nil: it plays none.
  let sceneRequests: UnsafeMutablePointer<SceneRequestQueue>?
  let number: Int
  /// The instance's wish, from its ports, when the broker last read it.
  private(set) var wish = ListenSettings(packed: 0)
  private var touches = ListenerTouches()
  private var queue = EventQueue()
  /// The names of the objects that are recognized; empty: all.
  private(set) var wantedObjects: [[UInt8]] = []
  /// The network addresses that the scene's patch may send to.
  var destinations = SceneDestinations()
  /// The take that a program has asked for.
  var take: TakeSender?

  /// - Parameter number: No other instance ever has this number.
  init(
    _ link: UnsafeMutablePointer<InstanceLink>, _ store: PatchStore? = nil, _ grid: GridStore? = nil,
    sceneRequests: UnsafeMutablePointer<SceneRequestQueue>? = nil, number: Int = 0
  ) {
    self.link = link
    self.store = store
    self.grid = grid
    self.sceneRequests = sceneRequests
    self.number = number
  }

  /// Sends the patch of a scene a message. Without room it is dropped and counted.
  func tell(_ message: PdMessage, at time: Int64) {
    guard let sceneRequests else { return }
    if !message.bytes.withUnsafeBytes({ sceneRequests.pointee.messages.push(time, $0) }) {
      link.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Whether it plays a scene, which has no document of its own.
  var isScene: Bool { sceneRequests != nil }

  /// Where the instance's documents lie.
  var folders: DocumentFolders? { store?.folders ?? grid?.folders }

  var liveCount: Int { touches.liveCount }
  /// Whether events wait because the ring is full.
  var isBlocked: Bool { queue.isBlocked }

  /// Applies a new configuration from the instance. Ends everything that is held, because later messages
  /// about it may no longer arrive.
  func apply(_ wish: ListenSettings, at time: Int64, counting counters: Counters) {
    self.wish = wish
    emitting(at: time, counters) { touches, emit in touches.endAll(at: time, emit: emit) }
  }

  /// Whether the instance's wish includes messages of this origin.
  func accepts(_ origin: Origin) -> Bool {
    switch origin {
    case .thisMachine: true
    case .allowed: wish.listen == .network
    case .otherUser: wish.listen == .network || wish.listen == .anyUser
    case .elsewhere: false
    }
  }

  /// Whether a message to `surface` (0: all) is for the instance.
  func isOf(_ surface: UInt8) -> Bool { surface == 0 || surface == wish.surface }

  /// Handles what a source does.
  /// - Parameter announcement: The description of the source; see `SourceTouches.handle`.
  func handle(
    _ event: PerformanceEvent, surface: UInt8, from source: UInt32, at time: Int64, isOrdered: Bool = true,
    counting counters: Counters,
    announcement: () -> [SurfaceEvent] = { [] }, table: () -> TangibleSurface? = { nil }
  ) {
    guard isOf(surface), grid == nil else { return }
    let hasRoom = queue.hasRoomForTouch
    emitting(at: time, counters) { touches, emit in
      touches.handle(
        event, surface: surface, from: source, at: time, isOrdered: isOrdered, hasRoom: hasRoom,
        counting: counters, announcement: announcement, table: table, emit: emit)
    }
    if queue.isLong { deliver() }  // One turn may read bundles with more events than the queue holds.
  }

  /// Takes what an object with a radio says.
  func handle(_ message: PercMessage, surface: UInt8, at time: Int64, counting counters: Counters) {
    guard isOf(surface), grid == nil else { return }
    emitting(at: time, counters) { touches, emit in
      touches.handle(message, at: time, counting: counters, emit: emit)
    }
  }

  /// Spots that the surfaces show below the light sensors of objects.
  var shows: [ObjectShow] { touches.shows }

  /// Values that its patch sends to objects.
  var back: [PatchBack] { store?.back ?? [] }

  /// The objects with a radio that are recognized.
  var radios: [ObjectDiff.Radio] {
    (touches.tracker?.library.definitions ?? []).compactMap { definition in
      definition.perc.map { ObjectDiff.Radio(name: definition.name, id: $0.id) }
    }
  }

  /// Whether any macro has learned an address.
  func hasLearned(_ address: [UInt8]) -> Bool { store?.macros(of: address).isEmpty == false }

  /// Moves the macros that have learnt an address.
  /// - Returns: Whether any macro has learnt the address.
  func moveMacros(of address: [UInt8], _ value: Float, at time: Int64, counting counters: Counters) -> Bool {
    guard let store else { return false }
    let macros = store.macros(of: address)
    for macro in macros {
      queue.append(.macro(macro, amount: value), arrival: time, counting: counters)
    }
    return !macros.isEmpty
  }

  /// Moves the macros that have learnt a MIDI control change.
  func moveMacros(ofControl control: Int32, _ value: Float, at time: Int64, counting counters: Counters) {
    guard let store else { return }
    for macro in store.macros(of: Int(control)) {
      queue.append(.macro(macro, amount: value), arrival: time, counting: counters)
    }
  }

  /// Ends everything that a source holds.
  func end(_ source: UInt32, at time: Int64, counting counters: Counters) {
    emitting(at: time, counters) { touches, emit in touches.end(source, at: time, emit: emit) }
  }

  func expire(
    at time: Int64, timeout: Int64, lifetimes: [UInt32: SenderLifetime], counting counters: Counters
  ) {
    emitting(at: time, counters) { touches, emit in
      touches.expire(at: time, timeout: timeout, lifetimes: lifetimes, emit: emit)
    }
  }

  /// Starts recognizing the named objects, or all if no name is given.
  func use(_ library: TangibleLibrary, wanted: [[UInt8]], at time: Int64, counting counters: Counters) {
    wantedObjects = wanted
    if grid == nil {
      let narrowed = library.narrowed(to: wanted)
      emitting(at: time, counters) { touches, emit in touches.use(narrowed, at: time, emit: emit) }
    }
  }

  /// The names of the objects that its patch wants now.
  var wishedObjects: [[UInt8]] { store?.tangibles ?? [] }

  /// The recognition, or nil if there are no definitions.
  var tracker: TangibleTracker? { touches.tracker }

  /// When the table was asked for last.
  private var tableAsked = Int64.min

  /// The objects on the table, as JSON.
  func tableWords(withLibrary: Bool, hasSize: Bool, at now: Int64) -> UTF8Text {
    tableAsked = now
    return touches.tableWords(withLibrary: withLibrary, hasSize: hasSize)
  }

  /// Scans an object among the touches from now on, or no more.
  func scan(_ isOn: Bool) { touches.scan(isOn) }

  /// Ends a scan that nobody looks at.
  func endScan(askedBefore time: Int64) { if tableAsked < time { touches.scan(false) } }

  /// When something is due without a further packet.
  var nextDeadline: Int64? { touches.nextDeadline }

  /// Does what is due.
  func advance(to time: Int64, counting counters: Counters) {
    emitting(at: time, counters) { touches, emit in touches.advance(to: time, emit: emit) }
  }

  func deliver() { queue.deliver(to: link.pointee.events) }

  func isSilent(_ source: UInt32) -> Bool { touches.isSilent(source) }
  func forget(_ source: UInt32) { touches.forget(source) }

  /// Runs `body` on the touches; the events that it emits go to the queue.
  private func emitting(
    at time: Int64, _ counters: Counters,
    _ body: (inout ListenerTouches, (SurfaceEvent, Int64) -> Void) -> Void
  ) {
    body(&touches) { queue.append($0, arrival: $1, counting: counters) }
  }
}
