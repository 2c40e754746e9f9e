// Recorded sounds that are freed while they are played, and sounds of few frames.
import Lanes
import Testing

@testable import Samples

/// One zone of all keys that plays one frame of the sound in each frame that is heard.
private func zones(_ memory: SampleMemory?) -> SampleZones {
  var (zones, zone) = (SampleZones(), SampleZone())
  zone.view = memory?.view
  zone.scale = 100
  _ = zones.append(zone)
  return zones
}

/// The next `count` frames of lane 5, in spans of 32.
private func play(_ player: inout SamplePlayer, _ count: Int, cycles: Float = 0.01) -> [Float] {
  var sound: [Float] = []
  var span = [Lanes](repeating: Lanes(repeating: 0), count: 32)
  while sound.count < count {
    player.aim(cycles: Lanes(repeating: cycles), frames: 32)
    span.withUnsafeMutableBufferPointer { player.process(into: $0.baseAddress!, count: 32) }
    sound += span.map { $0[5] }
  }
  return sound
}

@Test func aSoundThatIsNotThePatchsAnyMoreFadesWithoutBeingRead() {
  var player = SamplePlayer()
  var memory: SampleMemory? = SampleMemory([Float](repeating: 0.5, count: 48_000), rate: 48_000)
  weak var owner = memory
  var (old, other) = (zones(memory), zones(nil))
  player.restart(lane: 5, &old, pitch: 60, start: 0.25, cycles: 0.01)
  #expect(abs(play(&player, 64)[63] - 0.5) < 1e-4)
  player.keep(&old)
  #expect(abs(play(&player, 64)[63] - 0.5) < 1e-4)
  player.keep(&other)
  memory = nil
  #expect(owner == nil)
  let fading = play(&player, 2048)
  #expect(player.playing == 0 && abs(fading[0] - 0.5) < 0.02 && fading[2047].magnitude < 1e-6)
  for (a, b) in zip(fading, fading.dropFirst()) { #expect(b <= a && a - b < 0.011) }
}

@Test(arguments: [1, 2, 3, 31, 32, 33, 100], [Float(0.25), 1, 1.3, 2.9, 44])
func aShortSoundEndsAndALoopOfItGoesOn(_ count: Int, speed: Float) {
  let memory = SampleMemory([Float](repeating: 0.5, count: count), rate: 48_000)
  let looped = SampleMemory(
    [Float](repeating: 0.5, count: count), rate: 48_000, loop: SampleMemory.Loop(start: 0, end: count))
  var (once, again) = (zones(memory), zones(looped))
  var player = SamplePlayer()
  player.restart(lane: 5, &once, pitch: 60, start: 0, cycles: 0.01 * speed)
  let end = Int(Float(count + 16 * 64) / speed) + 64
  #expect(play(&player, end, cycles: 0.01 * speed).allSatisfy { $0.isFinite } && player.playing == 0)
  player.restart(lane: 5, &again, pitch: 60, start: 0, cycles: 0.01 * speed)
  let sound = play(&player, 60_000, cycles: 0.01 * speed).suffix(20_000)
  #expect(player.playing == 1 << 5 && sound.allSatisfy { abs($0 - 0.5) < 1e-3 })
}

@Test func aSoundWithoutAZoneIsSilent() {
  var (none, player) = (SampleZones(), SamplePlayer())
  player.restart(lane: 5, &none, pitch: 60, start: 0, cycles: 0.01)
  #expect(play(&player, 64).allSatisfy { $0 == 0 })
}
