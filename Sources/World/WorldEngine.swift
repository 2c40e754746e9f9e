// The world: bodies, springs, fields and hands on the grid of ticks. Audio thread.
import Lanes
import RealTime

/// A world of rigid bodies in a walled room. Equal calls give equal bytes at any block size and on any
/// machine.
///
/// A tick moves it by one or more substeps, or every few ticks by one, so that there are 960 to 1920 of them
/// in a second of its own time. Contacts are found in every sixth substep, or more often while something is fast.
/// Nothing allocates after `init`, and nothing loops without a bound.
public struct WorldEngine: ~Copyable {
  /// Bodies of the patch come first, then sixteen hands that push, then sixteen tokens, then the walls.
  static var firstHand: Int { @_noLocks get { WorldDescription.bodyLimit } }
  static var firstToken: Int { @_noLocks get { firstHand + Hand.limit } }
  static var tokenLimit: Int { @_noLocks get { 16 } }
  static var ground: Int { @_noLocks get { firstToken + tokenLimit } }
  static var contactLimit: Int { @_noLocks get { 512 } }
  /// The most substeps from one search for contacts to the next.
  static var longestStep: Int { @_noLocks get { 6 } }

  // Variables, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  var bodies: UnsafeMutablePointer<Body>
  var springs: UnsafeMutablePointer<Spring>
  var contacts: UnsafeMutablePointer<Contact>
  var remembered: UnsafeMutablePointer<RememberedImpulse>
  var description: UnsafeMutablePointer<WorldDescription>
  var hands: UnsafeMutablePointer<Hand>
  /// The events since `takeEvent` was last called.
  var events = WorldEvents()

  /// Whether there is a world. All other functions do nothing while there is none.
  public private(set) var isPresent = false
  /// Whether it stands still until this is set back.
  public var isFrozen = false
  var contactCount = 0
  var rememberedCount = 0
  /// The index of the last body that is present, plus one.
  var bodyEnd = 0
  /// Substeps since contacts were found, 0…5, and how many there are before the next search.
  var phase = 0
  var stepLength = longestStep
  /// The distance in meters at which contacts are found before bodies touch.
  var margin = leastMargin
  var ticksToSubstep = 0
  /// The passes through the contacts that bounces may still take in this tick.
  var passesLeft = 0
  /// Bodies that were taken back into the room, numbers that were none, and contacts for which there was no
  /// room, since `init`.
  public internal(set) var clampCount: UInt32 = 0
  var lot = SplitMix64(seed: 0)
  /// The contents of each zone: a bit for each numbered body.
  var inside = InlineArray<8, UInt8>(repeating: 0)
  var isStill = false
  /// Bodies with a number, by number from 1: their index, or −1.
  var numbered = InlineArray<9, Int16>(repeating: -1)
  var hits = InlineArray<9, Float>(repeating: 0)
  private let substepsPerTick: Int
  private let ticksPerSubstep: Int
  /// Seconds of a substep while the world's time passes at its own speed.
  let time: Float
  /// The part of a hit that is left after a tick: a tenth after 80 ms.
  let hitKept: Float
  /// The index of the last hand that acts, plus one.
  var handEnd = 0

  /// The bytes of an arena that `init` needs.
  public static var bytes: Int {
    (ground + 1) * MemoryLayout<Body>.stride + WorldDescription.springLimit * MemoryLayout<Spring>.stride
      + contactLimit * (MemoryLayout<Contact>.stride + MemoryLayout<RememberedImpulse>.stride)
      + MemoryLayout<WorldDescription>.stride + Hand.limit * MemoryLayout<Hand>.stride + 6 * 64
  }

  /// Takes memory, which costs nothing until there is a world. Not real-time.
  /// - Parameter sampleRate: 1,000 to 1,000,000.
  public init(sampleRate: Float, memory: inout Arena) {
    bodies = memory.reserve(Self.ground + 1, of: Body.self)
    springs = memory.reserve(WorldDescription.springLimit, of: Spring.self)
    contacts = memory.reserve(Self.contactLimit, of: Contact.self)
    remembered = memory.reserve(Self.contactLimit, of: RememberedImpulse.self)
    description = memory.reserve(1, of: WorldDescription.self)
    hands = memory.reserve(Hand.limit, of: Hand.self)
    let ticks = sampleRate / Float(ControlClock.tick)
    var (most, least) = (1, 1)
    while ticks * Float(most) < 960 { most *= 2 }
    while ticks / Float(least) > 1920 { least *= 2 }
    (substepsPerTick, ticksPerSubstep) = (most, least)
    time = Float(least) / (ticks * Float(most))
    hitKept = 1 - Scalar.approach(frames: 1, seconds: 0.0347436, sampleRate: ticks)
  }

  /// Takes up the world of a patch; nil: none.
  ///
  /// Bodies that stand in the new world where and as they stood in the old one keep their motion, so that an
  /// edit does not disturb the others.
  @_noLocks public mutating func apply(_ new: UnsafePointer<WorldDescription>?) {
    guard let new else {
      isPresent = false
      return
    }
    let continues = isPresent
    if !continues {
      for index in 0..<Hand.limit { hands[index] = Hand() }
      handEnd = 0
      for index in 0...Self.ground { bodies[index] = Body() }
      isFrozen = false
    }
    if continues {
      keepMotion(new)
    } else {
      description.pointee = new.pointee
      place()
    }
    isPresent = true
  }

  /// Takes everything back to where the world begins; hands and tokens stay.
  @_noLocks public mutating func reset() {
    if isPresent { place() }
  }

  @_noLocks private mutating func place() {
    for index in 0..<description.pointee.bodyCount { placeBody(index) }
    for index in description.pointee.bodyCount..<WorldDescription.bodyLimit { bodies[index] = Body() }
    lot = SplitMix64(seed: description.pointee.seed)
    phase = 0
    ticksToSubstep = 0
    hits = InlineArray(repeating: 0)
    isStill = false
    events = WorldEvents()
    rememberedCount = 0
    begin()
    inside = InlineArray(repeating: 0)
    noteZones(reports: false)
  }

  /// Takes one body to its place.
  @_noLocks func placeBody(_ index: Int) { bodies[index] = Body(description.pointee.bodies[index]) }

  /// Prepares what follows from the description and the bodies.
  @_noLocks private mutating func begin() {
    contactCount = 0
    numbered = InlineArray(repeating: -1)
    for index in 0..<description.pointee.bodyCount {
      let number = Int(bodies[index].number)
      if 1...8 ~= number { numbered[number] = Int16(index) }
    }
    bodies[Self.ground] = Body()
    prepareSprings()
    for index in 0..<Hand.limit where hands[index].body >= 0 { hands[index].release() }
  }

  /// m/s that nothing exceeds.
  static var fastest: Float { @_noLocks get { 250 } }
  /// Meters that nothing exceeds in a substep, except what spins fast.
  static var longestWay: Float { @_noLocks get { 0.027 } }

  /// Takes over another description while the world moves.
  @_noLocks private mutating func keepMotion(_ new: UnsafePointer<WorldDescription>) {
    // The states of the old bodies wait behind those of the new ones in the memory of contacts.
    let old = UnsafeMutableRawPointer(contacts).bindMemory(to: Body.self, capacity: 64)
    let oldCount = description.pointee.bodyCount
    var taken: UInt64 = 0
    for index in 0..<oldCount { old[index] = bodies[index] }
    for index in 0..<new.pointee.bodyCount {
      let wanted = new.pointee.bodies[index]
      var body = Body(wanted)
      for other in 0..<oldCount where taken & (1 << UInt64(other)) == 0 {
        let before = description.pointee.bodies[other]
        if before.x != wanted.x || before.y != wanted.y || before.angle != wanted.angle
          || before.pin != wanted.pin
        {
          continue
        }
        taken |= 1 << UInt64(other)
        body.keep(old[other])
        break
      }
      bodies[index] = body
    }
    for index in new.pointee.bodyCount..<WorldDescription.bodyLimit { bodies[index] = Body() }
    _ = UnsafeMutableRawPointer(contacts).bindMemory(to: Contact.self, capacity: Self.contactLimit)
    description.pointee = new.pointee
    rememberedCount = 0
    phase = 0
    begin()
  }

  // MARK: Time

  /// Moves the world by one tick.
  @_noLocks public mutating func advance(_ forces: WorldForces) {
    if !isPresent { return }
    let forces = forces.limited()
    fadeHits()
    if isFrozen || forces.speed <= 0 { return }
    ticksToSubstep -= 1
    if ticksToSubstep > 0 { return }
    ticksToSubstep = ticksPerSubstep
    // Faster time passes in more substeps, and so does the time of fast bodies.
    let fastest = fastestSpeed(time)
    var more: Float = 1
    while more < forces.speed || fastest * time * forces.speed > more * Self.longestWay { more += 1 }
    // What has become faster may meet what was too far away when contacts were found.
    if phase > 0 && 2 * Float(stepLength - phase) * fastest * time * forces.speed > more * margin {
      stepLength = phase
      finish(time * forces.speed / more)
      phase = 0
    }
    passesLeft = Self.passes
    for _ in 0..<substepsPerTick * Int(more) { substep(forces, time * forces.speed / more) }
    for index in 0..<bodyCount { limitSpeed(bodies + index) }
  }

  @_noLocks private mutating func substep(_ forces: WorldForces, _ time: Float) {
    if phase == 0 { findContacts(forces, time) }
    if contactCount > 0 { noteSpeeds() }
    accelerate(forces, time)
    pullSprings(time)
    pullHands(time)
    solve(time)
    phase += 1
    if phase >= stepLength {
      finish(time)
      phase = 0
    }
  }

  @_noLocks private mutating func solve(_ time: Float) {
    let perSecond = 1 / time
    let hertz = 0.25 * perSecond
    let softness = Softness(hertz: hertz < 60 ? hertz : 60, damping: 10, time: time)
    for index in 0..<contactCount { contacts[index].start(bodies) }
    bounce(time)
    for index in 0..<contactCount {
      contacts[index].solve(bodies, pushes: true, softness: softness, perSecond: perSecond)
    }
    move(time)
    for index in 0..<contactCount {
      contacts[index].solve(bodies, pushes: false, softness: softness, perSecond: perSecond)
    }
  }

  /// Moves all bodies, and keeps them in the room and below their greatest speed.
  @_noLocks private mutating func move(_ time: Float) {
    for index in 0..<bodyEnd where bodies[index].isPresent {
      let body = bodies + index
      if index >= Self.firstHand {
        body.pointee.move(time)
        continue
      }
      if body.pointee.pin == .place { continue }
      limitSpeed(body)
      if body.pointee.pin == .swing {
        swing(body, time)
      } else {
        body.pointee.move(time)
      }
      keepInside(body, index)
    }
  }

  /// Moves a pendulum. It stops where its middle would leave a closed room: between the floor and a wall it may have
  /// no place, so that contacts alone would push it out.
  @_noLocks private mutating func swing(_ body: UnsafeMutablePointer<Body>, _ time: Float) {
    let before = outside(body)
    let (cosine, sine, turns) = (body.pointee.cosine, body.pointee.sine, body.pointee.turns)
    body.pointee.move(time)
    if description.pointee.walls != .closed || outside(body) <= before { return }
    (body.pointee.cosine, body.pointee.sine, body.pointee.turns) = (cosine, sine, turns)
    body.pointee.spin = 0
    body.pointee.noteMoved()
    clampCount &+= 1
  }

  /// Meters from the room to the middle of a body; 0 in it.
  @_noLocks private func outside(_ body: UnsafeMutablePointer<Body>) -> Float {
    let (x, y) = (body.pointee.middleX, body.pointee.middleY)
    let across = max(-x, x - description.pointee.width)
    let up = max(-y, y - description.pointee.height)
    return max(max(across, up), 0)
  }

  /// Slows a body down that is too fast.
  @inline(__always) @_noLocks private mutating func limitSpeed(_ body: UnsafeMutablePointer<Body>) {
    let speed = body.pointee.speedX * body.pointee.speedX + body.pointee.speedY * body.pointee.speedY
    if speed > Self.fastest * Self.fastest {
      let scale = Self.fastest / Scalar.squareRoot(speed)
      body.pointee.speedX *= scale
      body.pointee.speedY *= scale
      clampCount &+= 1
    }
    // Only a bounce makes a body turn faster than this: overlap, friction and forces would do it without end.
    let spin = body.pointee.spin
    if spin > Self.fastestSpin || spin < -Self.fastestSpin {
      let limit = max(min(body.pointee.spinLimit, Self.fastest / body.pointee.reach), Self.fastestSpin)
      if spin.magnitude > limit {
        body.pointee.spin = spin.limited(-limit, limit)
        clampCount &+= 1
      }
      body.pointee.spinLimit = body.pointee.spin.magnitude
    }
  }

  /// Radians/s to which anything but a bounce accelerates.
  static var fastestSpin: Float { @_noLocks get { 250 } }

  /// Keeps the middle of a body in the room. A body with a number that is none goes back to its place.
  @inline(__always) @_noLocks private mutating func keepInside(
    _ body: UnsafeMutablePointer<Body>, _ index: Int
  ) {
    let (x, y) = (body.pointee.x, body.pointee.y)
    let (width, height) = (description.pointee.width, description.pointee.height)
    if x >= 0 && x <= width && y >= 0 && y <= height && body.pointee.sine.isFinite
      && body.pointee.spin.isFinite
    {
      return
    }
    keepInsideSlowly(body, index)
  }

  @inline(never) @_noLocks private mutating func keepInsideSlowly(
    _ body: UnsafeMutablePointer<Body>, _ index: Int
  ) {
    let sum = body.pointee.x + body.pointee.y + body.pointee.sine + body.pointee.spin
    if !(sum + body.pointee.speedX + body.pointee.speedY).isFinite {
      clampCount &+= 1
      placeBody(index)
      return
    }
    let (width, height) = (description.pointee.width, description.pointee.height)
    switch body.pointee.pin == .no ? description.pointee.walls : .closed {
    case .closed: break
    case .round:
      body.pointee.jump(
        body.pointee.x < 0 ? width : body.pointee.x > width ? -width : 0,
        body.pointee.y < 0 ? height : body.pointee.y > height ? -height : 0)
    case .rain:
      if body.pointee.y < 0 {
        let reach = body.pointee.reach
        let room = width - 2 * reach
        let place = reach + lot.next() * (room > 0 ? room : 0)
        body.pointee.jump(place - body.pointee.x, height - reach - body.pointee.y)
        (body.pointee.speedX, body.pointee.speedY, body.pointee.spin) = (0, 0, 0)
      }
    }
    let (x, y) = (body.pointee.x.limited(0, width), body.pointee.y.limited(0, height))
    if x == body.pointee.x && y == body.pointee.y { return }
    clampCount &+= 1
    if body.pointee.pin == .slide {
      // Back along its line, on which its home lies within the room.
      let (homeX, homeY) = (body.pointee.homeX, body.pointee.homeY)
      var share: Float = 1
      if x != body.pointee.x { share = (x - homeX) / (body.pointee.x - homeX) }
      if y != body.pointee.y {
        let up = (y - homeY) / (body.pointee.y - homeY)
        share = up < share ? up : share
      }
      body.pointee.x = (homeX + share * (body.pointee.x - homeX)).limited(0, width)
      body.pointee.y = (homeY + share * (body.pointee.y - homeY)).limited(0, height)
      (body.pointee.speedX, body.pointee.speedY) = (0, 0)
    } else {
      (body.pointee.x, body.pointee.y) = (x, y)
    }
    body.pointee.noteMoved()
  }
}

extension Body {
  /// Takes over the motion of the same body under an older description.
  @_noLocks mutating func keep(_ old: Body) {
    (x, y, cosine, sine) = (old.x, old.y, old.cosine, old.sine)
    (speedX, speedY, spin, turns) = (old.speedX, old.speedY, old.spin, old.turns)
    if pin == .swing { (x, y) = (homeX, homeY) }
    if pin == .place { (speedX, speedY, spin) = (0, 0, 0) }
    keepAxis()
    noteOld()
  }

  /// Moves it at once, so that contacts know nothing of it.
  @_noLocks mutating func jump(_ acrossX: Float, _ acrossY: Float) {
    (x, y) = (x + acrossX, y + acrossY)
    (oldX, oldY) = (oldX + acrossX, oldY + acrossY)
  }
}

/// Numbers that are drawn by lot; equal seeds give equal numbers (S. Vigna's SplitMix64).
struct SplitMix64: BitwiseCopyable {
  private var state: UInt64

  @_noLocks init(seed: UInt64) { state = seed }

  /// 0…1 without 1.
  @_noLocks mutating func next() -> Float {
    state = state &+ 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Float((mixed ^ (mixed >> 31)) >> 40) * (1.0 / 16_777_216)
  }
}
