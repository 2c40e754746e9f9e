// A world in the instrument: its controllers are heard, keys and triggers kick, hands hold, and the same
// events give the same bytes.
import Foundation
import Matrix
import RealTime
import TestSupport
import Testing
import World

@testable import Controls
@testable import Instrument

/// A sine that a world makes loud, and three bodies in it: one that keys throw, one on a spring, furniture.
private func worldPatch() -> CompiledPatch {
  var patch = CompiledPatch()
  var base = patch.program.base
  for (parameter, value) in [
    (.oscAWave, 0), (.oscALevel, 0.5), (.oscBLevel, 0), (.filterKind, 8), (.ampAttack, 0.001),
    (.ampSustain, 1), (.worldDamping, 0), (.reverb, 0), (.chorus, 0), (.delay, 0), (.drive, 0),
  ] as [(Parameter, Float)] { base[parameter] = .init(repeating: value) }
  patch.program.base = base
  _ = patch.program.append(Connection(.body1Y, .ampLevel, low: 0, high: 1))
  _ = patch.program.append(Route(.note, .body1Kick))
  patch.hasWorld = true
  for (number, x) in [(1, 0.7), (2, 2), (0, 3.3)] as [(UInt8, Float)] {
    var body = BodyDescription()
    (body.number, body.x, body.y, body.halfWidth) = (number, x, 0.25, 0.25)
    if number == 0 { body.shape = .box }
    patch.world.bodies[patch.world.bodyCount] = body
    patch.world.bodyCount += 1
  }
  patch.world.springs[0].from = 1
  (patch.world.springs[0].x, patch.world.springs[0].y) = (2, 2)
  patch.world.springs[0].hertz = 2
  patch.world.springs[0].length = 0.5
  patch.world.springCount = 1
  return patch
}

/// A processor with a patch that stays in memory with it.
private final class Played {
  let memory = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  var processor: TouchProcessor
  var left: [Float] = []

  init(_ patch: CompiledPatch, rate: Float = 48_000) {
    memory.initialize(to: patch)
    processor = TouchProcessor(sampleRate: rate, tables: tables, patch: memory)
    processor.activate()
  }

  deinit { memory.deallocate() }

  func render(_ count: Int) {
    var (l, r) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    processor.render(&l, &r, count: count)
    left += l
  }

  func value(_ controller: Controller) -> Float {
    processor.value(of: controller, voice: processor.leadingVoice)
  }
}

private func correlation(_ a: [Double], _ b: [Double]) -> Double {
  let (meanA, meanB) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
  let pairs = zip(a, b).map { ($0 - meanA, $1 - meanB) }
  let (ab, aa, bb) = pairs.reduce((0, 0, 0)) { ($0.0 + $1.0 * $1.1, $0.1 + $1.0 * $1.0, $0.2 + $1.1 * $1.1) }
  return ab / (aa * bb).squareRoot()
}

@Test func aBouncingBodyChangesTheVolume() {
  let played = Played(worldPatch())
  played.render(4800)
  played.processor.handle(.noteOn(channel: 0, note: 96, velocity: 127))
  played.render(960)
  played.left = []
  var (levels, heights): ([Double], [Double]) = ([], [])
  var top = 0.0
  for _ in 0..<140 {
    var mean = 0.0
    for _ in 0..<15 {
      played.render(32)
      mean += Double(played.value(.body1Y)) / 15
    }
    heights.append(mean)
    top = max(top, mean * 3 - 0.25)
    levels.append(sqrt(played.left.reduce(0) { $0 + Double($1 * $1) } / Double(played.left.count)))
    played.left = []
  }
  #expect(correlation(levels, heights) > 0.99)
  // 7 m/s go 2.5 m high, and so does the circle.
  #expect(abs(top - 2.5) < 0.05)
}

@Test func theVelocityOfAKeyIsTheHeightOfTheJump() {
  for velocity in [40, 80, 120] as [UInt8] {
    let played = Played(worldPatch())
    played.render(4800)
    played.processor.handle(.noteOn(channel: 0, note: 60, velocity: velocity))
    var top: Float = 0
    for _ in 0..<900 {
      played.render(32)
      top = max(top, played.value(.body1Y) * 3 - 0.25)
    }
    let speed = 7 * Float(velocity) / 127
    #expect(abs(top - speed * speed / (2 * 9.8)) < 0.03)
  }
}

@Test func aTouchOfAWorldPartHoldsABodyAndBeginsNoVoice() {
  var patch = worldPatch()
  var part = Split()
  part.region = Region(left: 0, bottom: 0.5, right: 1, top: 1)
  part.isSilent = true
  part.playsWorld = true
  patch.parts[0] = part
  patch.partCount = 1
  let played = Played(patch)
  played.render(320)
  // The upper half of the surface is the room: its body 1 lies at (0.7, 0.25) of 4 × 3 m.
  let begin = { (y: Float) in SurfaceEvent.touch(.began, source: 1, id: 1, x: 0.175, y: y, pressure: .nan) }
  played.processor.handle(begin(0.5 + 0.5 * 0.25 / 3))
  #expect(played.processor.soundingVoices == 0)
  played.processor.handle(SurfaceEvent.touch(.moved, source: 1, id: 1, x: 0.5, y: 0.9, pressure: .nan))
  played.render(48_000)
  #expect(abs(played.value(.body1X) - 0.5) < 0.01 && abs(played.value(.body1Y) - 0.8) < 0.01)
  #expect(played.processor.soundingVoices == 0)
  played.processor.handle(SurfaceEvent.touch(.ended, source: 1, id: 1))
  played.render(48_000)
  // It falls on the circle below, with its top at half a metre.
  #expect(played.value(.body1Y) < 0.4)
  // The lower half plays notes.
  played.processor.handle(SurfaceEvent.touch(.began, source: 1, id: 2, x: 0.5, y: 0.2, pressure: .nan))
  played.render(320)
  #expect(played.processor.soundingVoices == 1)
}

@Test func triggersOfAWorldActAndActionsActOnIt() {
  var patch = worldPatch()
  patch.world.bodies[0].y = 1.5
  // The first body falls to the floor; that throws the second one.
  patch.world.springCount = 0
  _ = patch.program.append(Route(.bodyWall, .body2Kick))
  let played = Played(patch)
  played.processor.keepMoments(true)
  played.render(48_000 / 4)
  #expect(played.value(.body2Y) * 3 < 0.27)
  played.render(48_000 / 2)
  #expect(played.value(.body2Y) * 3 > 1)
  var triggers: Set<UInt32> = []
  while let moment = played.processor.nextShownMoment() { triggers.insert(moment.trigger) }
  #expect(triggers.contains(UInt32(Trigger.bodyWall.index)))
  played.processor.perform(.body2Home)
  played.render(64)
  #expect(abs(played.value(.body2Y) * 3 - 0.25) < 0.01)
  played.processor.perform(.worldFreeze)
  let before = played.value(.body1X)
  played.processor.perform(.worldShake)
  played.render(4800)
  #expect(played.value(.body1X) == before)
  played.processor.perform(.worldFreeze)
  played.render(4800)
  #expect(played.value(.body1X) != before)
  played.processor.perform(.worldReset)
  played.render(64)
  #expect(abs(played.value(.body1Y) * 3 - 1.5) < 0.01)
}

@Test func aPatchWithoutAWorldHasBodiesAtRest() {
  let played = Played(startingPatch())
  played.render(4800)
  for controller in Controller.allCases where controller.category == .world {
    #expect(played.value(controller) == controller.spec.rest)
  }
  let isPresent = played.processor.world.isPresent
  #expect(!isPresent)
}

@Test func aWorldPlaysTheSameBytesAtAnyBlockSize() {
  var patch = worldPatch()
  var random = SeededGenerator("WORLD_SEED", default: 7)
  for index in 3..<20 {
    var body = BodyDescription()
    body.shape = index & 1 == 0 ? .circle : .box
    (body.x, body.y) = (0.3 + 0.2 * Float(index - 3), 1 + 0.1 * Float(random.below(15)))
    body.bounce = 0.5
    patch.world.bodies[index] = body
  }
  patch.world.bodyCount = 20
  var part = Split()
  part.region = Region(left: 0, bottom: 0, right: 0.6, top: 1)
  (part.isSilent, part.playsWorld) = (true, true)
  patch.parts[0] = part
  patch.partCount = 1
  _ = patch.program.append(Connection(.body2Y, .voicePitch, low: -12, high: 12))
  _ = patch.program.append(Connection(.lfo1, .worldGravityAngle, low: -0.2, high: 0.2))
  _ = patch.program.append(Route(.bodyHit, .worldShake))
  var token = SurfaceEvent.token(source: 1, id: 9, x: 0.4, y: 0.4)
  token.id = 9
  let events: [(frame: Int, event: Event)] = [
    (0, .midi(.noteOn(channel: 0, note: 60, velocity: 100))), (1001, touch(.began, 1, x: 0.17, y: 0.1)),
    (1333, touch(.moved, 1, x: 0.3, y: 0.9)), (5120, touch(.began, 2, x: 0.8, y: 0.5)),
    (7003, .midi(.noteOn(channel: 0, note: 67, velocity: 40))), (9000, touch(.ended, 1)),
    (9600, .surface(token)), (12_000, touch(.moved, 2, x: 0.7, y: 0.2)),
  ]
  let whole = play(events, frames: 24_000, block: 4096, patch: patch)
  #expect(whole.left.contains { $0 != 0 })
  for block in [1, 17, 64, 500] {
    #expect(play(events, frames: 24_000, block: block, patch: patch) == whole, "block \(block)")
  }
}

@Test func theTimelineTakesAWorldBackToItsBeginning() {
  let played = Played(worldPatch())
  played.render(9600)
  played.processor.perform(.body1Kick)
  played.render(9600)
  #expect(played.value(.body1Y) * 3 > 1)
  played.processor.set(.freeWheel, 1)
  played.render(32)
  #expect(abs(played.value(.body1Y) * 3 - 0.25) < 0.01)
}

@Test func aHitIsTheNoteOfTheBodysPlace() {
  // A ball falls on a bar at a quarter of the room; the map has two octaves from 48.
  var patch = worldPatch()
  patch.map.low = 48
  patch.map.high = 72
  patch.map.quantise = .off
  _ = patch.program.append(Route(.bodyHit, .worldPlay))
  patch.world.springCount = 0
  patch.world.bodyCount = 2
  patch.world.bodies[0].pin = .place
  patch.world.bodies[0].shape = .box
  (patch.world.bodies[0].x, patch.world.bodies[0].y, patch.world.bodies[0].halfHeight) = (1, 0.25, 0.25)
  patch.world.bodies[1] = BodyDescription()
  (patch.world.bodies[1].x, patch.world.bodies[1].y, patch.world.bodies[1].halfWidth) = (1, 1.6, 0.1)
  let played = Played(patch)
  // It falls 1 m in 0.4518 s.
  var first: Int?
  for tick in 0..<900 {
    played.render(32)
    if first == nil, played.processor.voices.table.sounding > 0 { first = tick }
  }
  let expected = (2 * (1.6 - 0.1 - 0.5) / 9.8).squareRoot() * 1500
  #expect(abs(Double(first ?? 0) - expected) < 12, "\(first ?? 0) for \(expected)")
  // Later notes of the bar end, too.
  played.render(48_000)
  let pitch = played.processor.value(of: .touchNote, voice: 0)
  #expect(pitch.isFinite)
  for voice in 0..<64 { #expect(played.processor.voices.table[voice].state != .held) }
}

@Test func theSoundContinuesUnderAutomationAndTouches() {
  var patch = worldPatch()
  _ = patch.program.append(Connection(.macro1, .worldGravity, low: -9.8, high: 20))
  _ = patch.program.append(Connection(.macro2, .worldSpeed, low: 1, high: 4))
  patch.world.bodies[2].speedX = 1e6
  var part = Split()
  (part.isSilent, part.playsWorld) = (true, true)
  patch.parts[0] = part
  patch.partCount = 1
  let played = Played(patch)
  played.processor.handle(.noteOn(channel: 0, note: 60, velocity: 100))
  for (step, number) in ([.nan, .infinity, -.infinity, 1e30, 0] as [Float]).enumerated() {
    played.processor.set(.macro1, number)
    played.processor.set(.macro2, number)
    let id = Int32(step)
    played.processor.handle(SurfaceEvent.touch(.began, source: 1, id: id, x: 0.5, y: 0.08, pressure: number))
    played.processor.handle(
      SurfaceEvent.touch(.moved, source: 1, id: id, x: number, y: number, pressure: number))
    played.left = []
    played.render(9600)
    #expect(played.left.allSatisfy { $0.isFinite })
    #expect(played.left.contains { abs($0) > 1e-3 }, "silent after \(number)")
    for controller in Controller.allCases where controller.category == .world {
      #expect(played.value(controller).isFinite, "\(controller) after \(number)")
    }
  }
  let clamps = played.processor.world.clampCount
  #expect(clamps > 0)
}

/// The outline of a token reaches the world through the source's crop and the part that is the room.
@Test func aTokenOfAnObjectIsAsSolidAsItsOutline() {
  var patch = worldPatch()
  patch.world.springCount = 0
  (patch.world.bodies[0].x, patch.world.bodies[0].y) = (2, 2.5)
  (patch.world.bodies[1].x, patch.world.bodies[2].x) = (0.3, 3.7)
  let played = Played(patch)
  // The source's right half is the surface, 4 × 3 m with the area 12.
  played.processor.handle(.layout(source: 1, crop: .init(left: 0.5)))
  played.processor.handle(.token(source: 1, id: -1, x: 0.75, y: 0.2, angle: 0.25))
  let unit = Float(24).squareRoot()
  played.processor.handle(
    .tokenOutline(source: 1, id: -1, halfWidth: 0.5 / unit, halfHeight: 0.3 / unit, ahead: 0, left: 0))
  // Of no token, and no numbers: nothing changes.
  played.processor.handle(
    .tokenOutline(source: 1, id: -2, halfWidth: 1, halfHeight: 1, ahead: 0, left: 0))
  for bad in [.nan, -1, .infinity] as [Float] {
    for (width, height, ahead) in [(bad, 1, 0), (1, bad, 0), (1, 1, Float.nan)] {
      played.processor.handle(
        .tokenOutline(source: 1, id: -1, halfWidth: width, halfHeight: height, ahead: ahead, left: 0))
    }
  }
  played.render(4 * 48_000)
  // Its front is up: half a metre from its place at 0.6 m to its upper side.
  #expect(abs(played.value(.body1Y) * 3 - (0.6 + 0.5 + 0.25)) < 0.02, "\(played.value(.body1Y) * 3)")
  var words = [UInt32](repeating: 0, count: LiveFrame.capacity)
  words.withUnsafeMutableBufferPointer { memory in
    var writer = LiveFrameWriter(memory.baseAddress!, capacity: LiveFrame.capacity)
    played.processor.show(LiveSection.solids.bit, named: .init(repeating: 0), into: &writer)
    _ = writer.finish(LiveHead())
  }
  words.withUnsafeBytes { bytes in
    let solid = LiveFrameReader(bytes)?.solid(0)
    #expect(solid.map { abs($0.x - 2) < 1e-3 && abs($0.y - 0.6) < 1e-3 && abs($0.sine - 1) < 1e-3 } == true)
    #expect(solid.map { abs($0.halfWidth - 0.5) < 1e-3 && abs($0.halfHeight - 0.3) < 1e-3 } == true)
  }
  played.processor.handle(.tokenLifted(source: 1, id: -1))
  played.render(2 * 48_000)
  #expect(abs(played.value(.body1Y) * 3 - 0.25) < 0.02)
}
