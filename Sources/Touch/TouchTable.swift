// The live touches of all sources. Audio thread.
import Controls
import Lanes
import RealTime

/// The effect of an event on the table.
public enum TouchChange: Sendable {
  case began(slot: Int)
  case moved(slot: Int)
  /// The slot still holds the touch in its last state.
  case ended(slot: Int)
  /// As `ended`, but the touch was none: a pad of an object.
  case withdrawn(slot: Int)
  /// Refused: all slots are in use. The finger begins when it moves while a slot is free.
  case full
  /// The event ended an unknown touch, or it does not concern touches.
  case nothing
}

/// The live touches, at most 64. A touch keeps its slot from beginning to end.
public struct TouchTable: ~Copyable {
  /// The most live touches.
  public static var capacity: Int { @_noLocks get { 64 } }
  /// The most descriptions of sources.
  public static var sourceLimit: Int { @_noLocks get { 16 } }
  /// A touch without an event for this time loses its slot when another touch needs one.
  static var forgottenSeconds: Float { @_noLocks get { 30 } }

  /// The proportions of the surface.
  public let shape: SurfaceShape
  let timing: Timing
  /// Frames in which a touch's greatest pressure counts as its strike: 10 ms.
  let strikeFrames: Int64

  /// The touches by slot, `capacity` of them; a slot without a touch is `free`.
  public internal(set) var touches: UnsafeMutablePointer<Touch>
  /// The slots of the live touches in the order of their beginnings.
  public let order: UnsafeMutablePointer<Int>
  let descriptions: UnsafeMutablePointer<SourceDescription>
  private let points: UnsafeMutablePointer<TouchPoint>
  private let pointCounts: UnsafeMutablePointer<Int>
  /// Positions in diagonals, by slot.
  let numbers: SlotNumbers

  /// The number of live touches.
  public private(set) var count = 0
  private var descriptionCount = 0
  private var lastReplaced = 0
  /// One bit for each number of a live touch.
  private var usedNumbers: UInt64 = 0
  /// Counts beginnings since `init` and never decreases, so no serial is used twice.
  private var begun: UInt64 = 0
  /// The slot of the last event.
  public private(set) var last = 0
  /// The frame of the last event; time never runs backwards.
  public private(set) var now: Int64 = 0
  /// The frame at which the touch before the last one began; nil if there was none.
  private(set) var previousBeginning: Int64?
  /// One bit for each slot that began or ended recently, and one for each of these that a tick has shown.
  private var passing: UInt64 = 0
  private var shown: UInt64 = 0

  /// Columns of `numbers`.
  static var px: Int { @_noLocks get { 0 } }
  static var py: Int { @_noLocks get { 1 } }
  static var startX: Int { @_noLocks get { 2 } }
  static var startY: Int { @_noLocks get { 3 } }
  /// 1 in the slots of live touches.
  static var live: Int { @_noLocks get { 4 } }

  /// Allocates; not real-time.
  public init(sampleRate: Float, shape: SurfaceShape = SurfaceShape()) {
    self.shape = shape
    timing = Timing(sampleRate: sampleRate)
    strikeFrames = Int64(0.01 * sampleRate)
    touches = .allocate(capacity: Self.capacity)
    touches.initialize(repeating: Touch(), count: Self.capacity)
    order = .allocate(capacity: Self.capacity)
    order.initialize(repeating: 0, count: Self.capacity)
    descriptions = .allocate(capacity: Self.sourceLimit)
    descriptions.initialize(repeating: SourceDescription(source: 0, kind: .unknown), count: Self.sourceLimit)
    let size = Self.capacity * TouchHistory.capacity
    points = Pages.allocate(size)
    points.initialize(repeating: TouchPoint(frame: 0, x: 0, y: 0), count: size)
    pointCounts = .allocate(capacity: Self.capacity)
    pointCounts.initialize(repeating: 0, count: Self.capacity)
    numbers = SlotNumbers(columns: 5)
  }

  @inlinable deinit { free() }

  @usableFromInline func free() {
    touches.deallocate()
    order.deallocate()
    descriptions.deallocate()
    Pages.free(points, Self.capacity * TouchHistory.capacity)
    pointCounts.deallocate()
    numbers.deallocate()
  }

  /// Removes all touches and resets the time. Serials continue.
  @_noLocks public mutating func reset() {
    for slot in 0..<Self.capacity {
      touches[slot] = Touch()
      numbers.set(Self.live, slot: slot, 0)
    }
    count = 0
    usedNumbers = 0
    last = 0
    now = 0
    previousBeginning = nil
    passing = 0
    shown = 0
  }

  /// Ends every touch without its event, as a panic does.
  @_noLocks mutating func endAll() {
    while count > 0 { close(order[count - 1]) }
  }

  /// Sets the description of a source for touches that begin from now on. A known source gets the new
  /// description. An unknown source takes the place of a source without touches if there are `sourceLimit`
  /// already; returns false when all of these have touches.
  @_noLocks public mutating func describe(_ description: SourceDescription) -> Bool {
    for index in 0..<descriptionCount where descriptions[index].source == description.source {
      descriptions[index] = description
      return true
    }
    if descriptionCount < Self.sourceLimit {
      descriptions[descriptionCount] = description
      descriptionCount += 1
      return true
    }
    // Sources are replaced in turn, so that the newest is not always replaced: a program may open a socket
    // for each message.
    for _ in 0..<Self.sourceLimit {
      lastReplaced = (lastReplaced + 1) % Self.sourceLimit
      if isDescribing(lastReplaced) { continue }
      descriptions[lastReplaced] = description
      return true
    }
    return false
  }

  @_noLocks private func isDescribing(_ index: Int) -> Bool {
    for slot in 0..<Self.capacity where touches[slot].state != .free && touches[slot].description == index {
      return true
    }
    return false
  }

  /// Applies a source's own description, for touches that begin from now on.
  @_noLocks public mutating func describe(_ event: SurfaceEvent) {
    var description = SourceDescription(unknown: event.source)
    for index in 0..<descriptionCount where descriptions[index].source == event.source {
      description = descriptions[index]
    }
    if event.kind == .source { description.apply(event) } else { description.applyName(event) }
    _ = describe(description)
  }

  /// The description of a touch's source, or nil.
  @_noLocks public func description(slot: Int) -> SourceDescription? {
    let index = touches[slot].description
    return index < 0 ? nil : descriptions[index]
  }

  @_noLocks func descriptionIndex(of source: UInt32) -> Int {
    for index in 0..<descriptionCount where descriptions[index].source == source { return index }
    return -1
  }

  /// The path of a touch since it began.
  @_noLocks public func history(slot: Int) -> TouchHistory {
    TouchHistory(points: points + slot * TouchHistory.capacity, written: pointCounts[slot])
  }

  /// The slot of a live touch, or nil.
  @_noLocks public func slot(source: UInt32, id: Int32) -> Int? {
    for index in 0..<count {
      let slot = order[index]
      if touches[slot].id == id && touches[slot].source == source { return slot }
    }
    return nil
  }

  /// Ends the touch that must end before `event` is applied, and returns its slot: the live touch that
  /// `event` begins anew, or, when all slots are in use, one without events for a long time.
  @_noLocks public mutating func endBeforeBegin(_ event: SurfaceEvent, frame: Int64) -> Int? {
    guard event.kind == .began || event.kind == .moved else { return nil }
    let known = slot(source: event.source, id: event.id)
    if event.kind == .began, let known {
      close(known)
      return known
    }
    if known != nil || count < Self.capacity { return nil }
    var oldest = order[0]
    for index in 1..<count where touches[order[index]].heardAt < touches[oldest].heardAt {
      oldest = order[index]
    }
    guard max(frame, now) - touches[oldest].heardAt > timing.frames(Self.forgottenSeconds) else { return nil }
    close(oldest)
    return oldest
  }

  /// Applies one event. A `moved` of an unknown touch begins it. An event with an earlier frame than the last
  /// one counts as on that frame. Do not pass `panic`; use `endAll` instead.
  @_noLocks public mutating func apply(_ event: SurfaceEvent, frame: Int64) -> TouchChange {
    now = max(now, frame)
    let known = slot(source: event.source, id: event.id)
    switch event.kind {
    case .ended:
      guard let known else { return .nothing }
      if event.touch.x.isFinite || event.touch.y.isFinite { move(known, event) }
      close(known)
      return .ended(slot: known)
    case .withdrawn:
      guard let known else { return .nothing }
      close(known)
      return .withdrawn(slot: known)
    case .began, .moved:
      if let known {
        move(known, event)
        last = known
        return .moved(slot: known)
      }
      guard count < Self.capacity, let free = freeSlot() else { return .full }
      open(free, event)
      last = free
      return .began(slot: free)
    case .shape:
      guard let known else { return .nothing }
      let shape = event.shape
      if shape.aspect.isFinite { touches[known].aspect = shape.aspect.within(0, 1) }
      if shape.orientation.isFinite {
        let turned = description(slot: known)?.calibration.turned(shape.orientation) ?? shape.orientation
        touches[known].orientation = (turned * 2).wrapped / 2
      }
      return .moved(slot: known)
    default: return .nothing
    }
  }

  /// Mean x and y of the live touches, or nil when there are none.
  public var centroid: (x: Float, y: Float)? {
    @_noLocks get {
      guard count > 0 else { return nil }
      var x: Float = 0
      var y: Float = 0
      for slot in 0..<Self.capacity where touches[slot].isLive {
        x += touches[slot].x
        y += touches[slot].y
      }
      return (x / Float(count), y / Float(count))
    }
  }

  /// Applies a tick: touches that began or ended before the last tick lose that state.
  @_noLocks mutating func tick() {
    var rest = passing
    while rest != 0 {
      let slot = rest.trailingZeroBitCount
      let bit: UInt64 = 1 << UInt64(slot)
      rest &= ~bit
      if shown & bit == 0 {
        shown |= bit
      } else {
        shown &= ~bit
        passing &= ~bit
        touches[slot].state = touches[slot].state == .began ? .moved : .free
      }
    }
  }

  /// A free slot; if there is none, the slot of a touch that has ended.
  @_noLocks private func freeSlot() -> Int? {
    for slot in 0..<Self.capacity where touches[slot].state == .free { return slot }
    for slot in 0..<Self.capacity where touches[slot].state == .ended { return slot }
    return nil
  }

  @_noLocks private mutating func open(_ slot: Int, _ event: SurfaceEvent) {
    var touch = Touch()
    touch.state = .began
    touch.source = event.source
    touch.id = event.id
    touch.description = descriptionIndex(of: event.source)
    if touch.description >= 0 { touch.kind = descriptions[touch.description].kind }
    touch.beganAt = now
    begun += 1
    touch.serial = begun
    let number = (~usedNumbers).trailingZeroBitCount
    usedNumbers |= 1 << UInt64(number)
    touch.number = UInt8(truncatingIfNeeded: number + 1)
    touch.x = 0.5
    touch.y = 0.5
    touch.velocity.start(now)
    touches[slot] = touch
    shown &= ~(1 << UInt64(slot))
    passing |= 1 << UInt64(slot)
    pointCounts[slot] = 0
    order[count] = slot
    count += 1
    move(slot, event, isNew: true)
    touches[slot].startX = touches[slot].x
    touches[slot].startY = touches[slot].y
    numbers.set(Self.startX, slot: slot, numbers.number(Self.px, slot: slot))
    numbers.set(Self.startY, slot: slot, numbers.number(Self.py, slot: slot))
    numbers.set(Self.live, slot: slot, 1)
  }

  @_noLocks private mutating func close(_ slot: Int) {
    usedNumbers &= ~(1 << UInt64(touches[slot].number - 1))
    touches[slot].state = .ended
    touches[slot].heardAt = now
    shown &= ~(1 << UInt64(slot))
    passing |= 1 << UInt64(slot)
    numbers.set(Self.live, slot: slot, 0)
    var kept = 0
    for index in 0..<count where order[index] != slot {
      order[kept] = order[index]
      kept += 1
    }
    count = kept
  }

  /// Words that are not finite are ignored; the others are clamped to their ranges.
  @_noLocks private mutating func move(_ slot: Int, _ event: SurfaceEvent, isNew: Bool = false) {
    let (touch, sent) = (touches + slot, event.touch)
    let (oldX, oldY) = (numbers.number(Self.px, slot: slot), numbers.number(Self.py, slot: slot))
    var x = sent.x.isFinite ? sent.x.within(0, 1) : .nan
    var y = sent.y.isFinite ? sent.y.within(0, 1) : .nan
    if touch.pointee.description >= 0 {
      // A calibration may exchange x and y, so a single coordinate does not give a position on the surface.
      (x, y) =
        x.isFinite && y.isFinite
        ? descriptions[touch.pointee.description].calibration.point(x, y) : (.nan, .nan)
    }
    if x.isFinite { touch.pointee.x = x }
    if y.isFinite { touch.pointee.y = y }
    if sent.pressure.isFinite { touch.pointee.pressure = sent.pressure.within(0, 1) }
    if now - touch.pointee.beganAt <= strikeFrames {
      touch.pointee.strike = max(touch.pointee.strike, touch.pointee.pressure)
    }
    if sent.radius.isFinite { touch.pointee.radius = sent.radius.within(0, 1) }
    touch.pointee.heardAt = now
    let (newX, newY) = (touch.pointee.x * shape.width, touch.pointee.y * shape.height)
    numbers.set(Self.px, slot: slot, newX)
    numbers.set(Self.py, slot: slot, newY)
    remember(slot)
    if isNew { return }
    let elapsed = now - touch.pointee.beganAt
    if elapsed > 0 && elapsed <= strikeFrames {
      let (ax, ay) = (newX - touch.pointee.startX * shape.width, newY - touch.pointee.startY * shape.height)
      touch.pointee.approach = max(
        touch.pointee.approach, Scalar.squareRoot(ax * ax + ay * ay) / timing.seconds(elapsed))
    }
    let (dx, dy) = (newX - oldX, newY - oldY)
    touch.pointee.pathLength += Scalar.squareRoot(dx * dx + dy * dy)
    touch.pointee.velocity.message(dx, dy, now, timing)
  }

  @_noLocks private mutating func remember(_ slot: Int) {
    let ring = points + slot * TouchHistory.capacity
    let point = TouchPoint(frame: now, x: touches[slot].x, y: touches[slot].y)
    let written = pointCounts[slot]
    if written > 0 && ring[(written - 1) % TouchHistory.capacity].frame == now {
      ring[(written - 1) % TouchHistory.capacity] = point
    } else {
      ring[written % TouchHistory.capacity] = point
      pointCounts[slot] = written + 1
    }
  }

  /// Records the beginning of a touch and returns the interval since the beginning before it; 0 for the
  /// first.
  @_noLocks mutating func interval(slot: Int) -> Float {
    let began = touches[slot].beganAt
    let before = previousBeginning ?? began
    previousBeginning = began
    return timing.seconds(began - before)
  }
}
