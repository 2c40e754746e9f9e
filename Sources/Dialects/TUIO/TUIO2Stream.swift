// One source of TUIO 2.0: the components of its open frame and its live objects. Input thread.
import RealTime

/// The state of one source.
struct TUIO2Stream {
  static let objectLimit = 512

  /// The state of a session id. A sender may send only the components that have changed, so the others stay
  /// as they were.
  struct Object {
    var id: Int32
    var isToken = false
    var pointer: TouchReport?
    var isHovering = false
    var bounds: TouchReport?
    /// Whether it is a live touch: a pointer on the surface, or bounds alone.
    var isTouching = false
    var user: UInt16 = 0
    var type: UInt16 = 0
  }

  /// The components of one id in this frame.
  struct Component {
    var id: Int32
    var token: SurfaceEvent?
    var pointer: TouchReport?
    var isHovering = false
    var bounds: TouchReport?
    var user: UInt16 = 0
    var type: UInt16 = 0
  }

  let number: UInt16
  let source: [UInt8]
  private(set) var frame: Int64?
  var time: UInt64 = 0
  var acceptedAt: Int64 = 0
  var isAccepting = true
  var isReset = false
  var objects: [Object] = []
  var components: [Component] = []
  /// Whether there was no id on the surface so far.
  private var isNew = true

  init(number: UInt16, source: [UInt8]) {
    self.number = number
    self.source = source
  }

  /// Whether the source may have live touches or objects.
  var isLive: Bool { !objects.isEmpty }

  /// Ends all touches and objects of the source, which is gone.
  mutating func endAll(_ body: CommandBody) {
    components.removeAll(keepingCapacity: true)
    flush(alive: [], counting: Counters(), body: body)
  }
}

extension TUIO2Stream {
  var context: CommandContext { CommandContext(dialect: .tuio2, stream: number, source: source) }

  /// Begins a frame.
  /// - Returns: Whether it is accepted, not late.
  mutating func begin(frame number: Int64, time tag: UInt64, at now: Int64) -> Bool {
    isAccepting = true
    isReset = number == 0
    guard number != 0 else { return true }
    if let frame, number < frame, now - acceptedAt < TUIO2Dialect.silence,
      Int64(bitPattern: tag &- time) < TUIO2Dialect.window
    {
      isAccepting = false
      return false
    }
    (frame, time, acceptedAt) = (number, tag, now)
    return true
  }

  mutating func add(_ id: Int32, _ change: (inout Component) -> Void) throws(Refusal) {
    guard isAccepting else { return }
    if let known = components.firstIndex(where: { $0.id == id }) { return change(&components[known]) }
    guard components.count < Self.objectLimit else { throw .tooManyTouches }
    var new = Component(id: id)
    change(&new)
    components.append(new)
  }

  mutating func end(alive: [Int32], counting counters: Counters, body: CommandBody) {
    guard isAccepting else { return }
    flush(alive: alive, counting: counters, body: body)
    if isReset, alive.isEmpty { frame = nil }  // The server has started again.
  }

  /// Emits the frame: first the ends, then the positions of the others.
  mutating func flush(alive: [Int32]?, counting counters: Counters, body: CommandBody) {
    let context = context
    if let alive {
      if isNew, !alive.isEmpty {
        isNew = false
        if source.isEmpty { body(.sender(.unnamed(profile: [], ids: alive)), context) }
      }
      for each in objects where each.isToken && !alive.contains(each.id) {
        body(.play(.event(SurfaceEvent(.tokenLifted, id: each.id))), context)
      }
      objects.removeAll { !alive.contains($0.id) }
      body(.play(.alive(alive)), context)
    }
    for component in components {
      if let alive, !alive.contains(component.id) {
        counters[.notInAlive] += 1
        continue
      }
      var index = objects.firstIndex { $0.id == component.id }
      if index == nil {
        if objects.count >= Self.objectLimit {
          counters[.tooManyTouches] += 1
          continue
        }
        objects.append(Object(id: component.id))
        index = objects.count - 1
      }
      emit(component, &objects[index!], body)
    }
    components.removeAll(keepingCapacity: true)
  }

  private func emit(_ component: Component, _ object: inout Object, _ body: CommandBody) {
    if component.token != nil || component.pointer != nil {
      (object.user, object.type) = (component.user, component.type)
    }
    var context = context
    (context.user, context.type) = (object.user, object.type)
    if let token = component.token {
      object.isToken = true
      body(.play(.event(token)), context)
    }
    guard component.pointer != nil || component.bounds != nil else { return }
    if let pointer = component.pointer {
      (object.pointer, object.isHovering) = (pointer, component.isHovering)
    }
    if let bounds = component.bounds { object.bounds = bounds }
    if object.isHovering {
      if object.isTouching { body(.play(.touch(TouchReport(word: .ended, id: object.id))), context) }
      object.isTouching = false
      return
    }
    guard var report = object.pointer ?? (object.isToken ? nil : object.bounds) else { return }
    if let bounds = object.bounds {
      (report.radius, report.aspect, report.orientation) = (bounds.radius, bounds.aspect, bounds.orientation)
    }
    object.isTouching = true
    body(.play(.touch(report)), context)
  }
}
