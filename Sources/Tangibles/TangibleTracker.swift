// Recognises and follows objects among the touches of one listener. Pure: touches and their times are all it
// knows. Input thread. docs/tangibles.md has the rules.

/// A change that recognition makes to the stream of touches.
public enum TangibleChange: Equatable, Sendable {
  /// The touch event that was just given is one of a finger and goes on unchanged.
  case through
  /// A finger that was told of is a pad: it leaves as if it had never been.
  case withdrawn(source: UInt32, id: Int32)
  /// A pad that was let go is a finger that begins here.
  case released(source: UInt32, id: Int32, place: TablePoint)
  /// An object of the library, by its index, was put down or lies elsewhere.
  case placed(Int, source: UInt32, pose: TangiblePose)
  /// An object was taken away.
  case lifted(Int, source: UInt32)
}

/// The touches of one listener, with the objects that are recognized among them.
public struct TangibleTracker: Sendable {
  /// The event of a touch.
  public enum Word: Sendable { case began, moved, ended }

  struct Contact: Sendable {
    var source: UInt32
    var id: Int32
    var place: TablePoint
    var radius: Float
    let beganAt: TablePoint
    let began: Int64
    /// When it began, or the touch that it goes on with.
    var firstBegan: Int64
    /// The object that it is a pad of, and which pad.
    var owner: Int?
    var pad = 0
    /// The missing pad at the place of which it lies, and since when.
    var home: (object: Int, pad: Int, since: Int64)?
  }

  /// A touch that has ended a moment ago.
  struct Trace: Sendable {
    var source: UInt32
    var place: TablePoint
    var began: Int64
    var ended: Int64
  }

  public let library: TangibleLibrary
  /// Of each object, and of all.
  public internal(set) var seen: [TangibleCounts]
  public internal(set) var refused = TangibleRefusals()
  public var confirm: TangibleConfirm
  /// The times of the surface of which a touch came last.
  public var timing = TangibleTiming()
  /// Live touches; nil: a free slot.
  var contacts: [Contact?] = []
  var traces: [Trace] = []
  var objects: [FollowedObject]
  /// The state of each object's radio and light sensor.
  var percs: [PercState]
  var candidates: [TangibleCandidate] = []
  /// Candidates that have lost one touch a moment ago.
  var paused: [TangibleCandidate] = []
  /// The changes caused by one event, in order.
  var told: [(TangibleChange, Int64)] = []

  public init(_ library: TangibleLibrary, confirm: TangibleConfirm = .sure) {
    self.library = library
    self.confirm = confirm
    seen = library.definitions.map { _ in TangibleCounts() }
    objects = library.definitions.map { FollowedObject(tolerance: $0.tolerance) }
    percs = library.definitions.map { _ in PercState() }
  }

  /// Handles a touch, after the deadlines before it.
  /// - Parameters:
  ///   - place: of a touch that ended, it may be the last one.
  ///   - radius: of the contact, millimetres; `NaN` if the panel does not send it.
  ///   - time: nanoseconds; must not run backwards.
  public mutating func handle(
    _ word: Word, source: UInt32, id: Int32, place: TablePoint, radius: Float = .nan, at time: Int64,
    tell: (TangibleChange, Int64) -> Void
  ) {
    workOff(until: time)
    let slot = contacts.firstIndex { $0?.id == id && $0?.source == source }
    switch (word, slot) {
    case (.began, let slot?):
      end(slot, at: time)
      begin(source, id, place, radius, at: time)
    case (.began, nil): begin(source, id, place, radius, at: time)
    case (.moved, let slot?): move(slot, to: place, radius, at: time)
    case (.ended, let slot?): end(slot, at: time)
    case (_, nil): told.append((.through, time))
    }
    takeRipe(at: time)
    flush(tell)
  }

  /// Does what is due until `time`.
  public mutating func advance(to time: Int64, tell: (TangibleChange, Int64) -> Void) {
    workOff(until: time)
    flush(tell)
  }

  /// Forgets all touches and lifts all objects.
  public mutating func clear(at time: Int64, tell: (TangibleChange, Int64) -> Void) {
    workOff(until: time)
    contacts.removeAll()
    traces.removeAll()
    candidates.removeAll()
    paused.removeAll()
    for index in objects.indices { objects[index].pads = OfPads(repeating: nil) }
    for index in percs.indices {
      (percs[index].options, percs[index].check) = ([], nil)
      if percs[index].state == .onSurface && percs[index].windowDue == .max {
        percs[index].nextCheck = time + TangibleLimits.lightPause
      }
    }
    for index in objects.indices where objects[index].isPresent { lift(index, at: time) }
    flush(tell)
  }

  /// Lifts what lies without touches on sources that are gone.
  public mutating func lift(
    at time: Int64, where isGone: (_ source: UInt32) -> Bool, tell: (TangibleChange, Int64) -> Void
  ) {
    workOff(until: time)
    for index in objects.indices
    where objects[index].isPresent && objects[index].padCount == 0 && isGone(objects[index].source) {
      lift(index, at: time)
    }
    flush(tell)
  }

  /// Whether an object lies on a source.
  public func lies(where isOf: (_ source: UInt32) -> Bool) -> Bool {
    objects.contains { $0.isPresent && isOf($0.source) }
  }

  mutating func flush(_ tell: (TangibleChange, Int64) -> Void) {
    for (change, time) in told { tell(change, time) }
    told.removeAll(keepingCapacity: true)
  }

  /// The tolerance of an object now, millimetres: it follows the residuals that are seen.
  public func tolerance(of index: Int) -> Float { objects[index].tolerance }

  // MARK: Touches

  private mutating func begin(
    _ source: UInt32, _ id: Int32, _ place: TablePoint, _ radius: Float, at time: Int64
  ) {
    let ofSource = contacts.reduce(0) { $0 + ($1?.source == source ? 1 : 0) }
    let free = contacts.firstIndex { $0 == nil } ?? contacts.count
    guard ofSource < TangibleLimits.touchesOfSource, free < TangibleLimits.touches else {
      refused.touches += 1
      return told.append((.through, time))
    }
    traces.removeAll { time - $0.ended > TangibleLimits.sameTouch }
    let first = traces.filter {
      $0.source == source && distance($0.place, place) <= TangibleLimits.reach
    }.map { $0.began }.max()
    let contact = Contact(
      source: source, id: id, place: place, radius: radius, beganAt: place, began: time,
      firstBegan: first ?? time)
    if free == contacts.count { contacts.append(contact) } else { contacts[free] = contact }
    if adopt(free, at: time) { return }
    told.append((.through, time))
    search(free, at: time)
  }

  private mutating func move(_ slot: Int, to place: TablePoint, _ radius: Float, at time: Int64) {
    if let owner = contacts[slot]!.owner {
      let bit = 1 << contacts[slot]!.pad
      if objects[owner].reported & bit != 0 { follow(owner, at: time) }
      // The frame before may have let the pad go.
      guard contacts[slot]!.owner != nil else { return move(slot, to: place, radius, at: time) }
      put(slot, at: place, radius, at: time)
      hasReported(owner, bit, at: time)
      if contacts[slot]!.owner == nil || objects[owner].padCount > 2 { return }
    } else {
      told.append((.through, time))
      put(slot, at: place, radius, at: time)
      if isHome(slot, at: time) { return }
    }
    search(slot, at: time)
  }

  private mutating func put(_ slot: Int, at place: TablePoint, _ radius: Float, at time: Int64) {
    endFrames(of: slot, at: time)
    contacts[slot]!.place = place
    contacts[slot]!.radius = radius
    hasMoved(slot, at: time)
  }

  private mutating func end(_ slot: Int, at time: Int64) {
    let contact = contacts[slot]!
    pause(slot, at: time)
    leaveHand(slot, at: time)
    contacts[slot] = nil
    if library.hasRadios { percLoses(slot, at: time) }
    if let owner = contact.owner {
      lose(contact.pad, of: owner, at: time)
    } else {
      told.append((.through, time))
      if traces.count < TangibleLimits.touches {
        traces.append(
          Trace(source: contact.source, place: contact.place, began: contact.firstBegan, ended: time))
      }
      if time - contact.began <= TangibleLimits.tapTime,
        distance(contact.place, contact.beganAt) <= TangibleLimits.tapReach
      {
        tapped(contact, at: time)
      }
    }
  }

  // MARK: Deadlines

  /// The next time at which something is due.
  public var nextDeadline: Int64? {
    var next = Int64.max
    for object in objects where object.isPresent { next = min(next, object.due) }
    for candidate in candidates { next = min(next, candidate.due) }
    if library.hasRadios { for perc in percs { next = min(next, perc.due) } }
    return next == .max ? nil : next
  }

  /// Does what is due in the order of time.
  mutating func workOff(until time: Int64) {
    while let due = nextDeadline, due <= time {
      for index in candidates.indices.reversed() where candidates[index].frameDue <= due {
        evaluate(index, at: due)
      }
      for index in candidates.indices where candidates[index].checkDue <= due {
        let later = candidates[index].since + TangibleLimits.patience
        candidates[index].checkDue = later > due ? later : .max
      }
      takeRipe(at: due)
      for index in objects.indices where objects[index].isPresent && objects[index].due <= due {
        followDue(index, at: due)
      }
      for index in percs.indices where percs[index].due <= due { percDue(index, at: due) }
    }
  }
}
