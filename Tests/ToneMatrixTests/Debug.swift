import Testing
@testable import ToneMatrix
@Test func debugOne() {
  let seed: UInt64 = 1_100_007
  let script = Script(seed: seed)
  let player = script.play { $0.barBeat.number }
  let model = modelNotes(script.layers, script.positions, rate: script.rate, end: script.end)
  let diff = Set(player.notes).symmetricDifference(model).sorted()
  print(diff, script.layers.map { ($0.length.number, $0.steps, $0.swing, $0.cells) })
  for p in script.positions where (p.frame - diff[0].frame).magnitude < 5 {
    print(p.frame, p.timeline, p.rolls, p.place.number, p.bar, p.barBeat.number, p.beatsPerMinute.number, p.beatsPerBar, p.beatUnit, p.isJump)
  }
  print(player.notes.filter { ($0.frame - diff[0].frame).magnitude < 5 })
}
