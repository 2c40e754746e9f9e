// The reverb decays in the time that is set, measured at 500 Hz.
import Foundation
import Lanes
import Testing

@testable import Reverberation
@testable import Signal

/// An octave around `hertz`: two second-order band-passes in series.
func octave(_ samples: [Float], about hertz: Double, rate: Double) -> [Double] {
  var out = samples.map(Double.init)
  let angle = 2 * Double.pi * hertz / rate
  let alpha = sin(angle) / (2 * 1.414)
  let (b, a1, a2) = (alpha / (1 + alpha), -2 * cos(angle) / (1 + alpha), (1 - alpha) / (1 + alpha))
  for _ in 0..<2 {
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    for index in out.indices {
      let y = b * (out[index] - x2) - a1 * y1 - a2 * y2
      (x2, x1, y2, y1) = (x1, out[index], y1, y)
      out[index] = y
    }
  }
  return out
}

/// Seconds for 60 dB, by the slope from −5 to −35 dB of the energy that is left (M. Schroeder, "New method of
/// measuring reverberation time", JASA 1965; ISO 3382's T30).
func fading(_ samples: [Double], rate: Double) -> Double {
  var left = 0.0
  var energies: [Double] = []
  for sample in samples.reversed() {
    left += sample * sample
    energies.append(left)
  }
  let levels = energies.reversed().map { 10 * log10($0 / left + 1e-30) }
  let from = levels.firstIndex { $0 < -5 } ?? 0
  let to = levels.firstIndex { $0 < -35 } ?? levels.count
  let mean = Double(to - from - 1) / 2
  let level = levels[from..<to].reduce(0, +) / Double(to - from)
  var (over, under) = (0.0, 0.0)
  for index in from..<to {
    let x = Double(index - from) - mean
    over += x * (levels[index] - level)
    under += x * x
  }
  return -60 / (over / under) / rate
}

/// Settings with these changes.
func reverbSettings(_ change: (inout ReverbSettings) -> Void) -> ReverbSettings {
  var settings = ReverbSettings()
  change(&settings)
  return settings
}

/// The reverb's response to 10 ms of noise, left channel.
func room(
  _ seconds: Float, tone: Float, rate: Float, seed: UInt64,
  _ change: (inout ReverbSettings) -> Void = { _ in }
) -> [Float] {
  var reverb = Reverb(sampleRate: rate)
  reverb.jump(
    1,
    reverbSettings {
      $0.decay = seconds
      $0.tone = tone
      change(&$0)
    })
  var state = seed &* 0x9E37_79B9_7F4A_7C15
  let burst = Int(rate / 100)
  var input: [Float] = []
  for _ in 0..<burst {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    input.append(Float(state >> 40) / 8_388_608 - 1)
  }
  let out = run(count: Int(rate * (seconds * 1.3 + 0.3)), input: { $0 < burst ? input[$0] : 0 }) {
    reverb.process($0, $1, count: 32)
  }
  return zip(out.left, input + [Float](repeating: 0, count: out.left.count - burst)).map { $0 - $1 }
}

@Test(arguments: [Float(44_100), 48_000, 96_000]) func theRoomFallsSixtyDecibelsInItsTime(_ rate: Float) {
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  for seconds in rate == 48_000 ? [Float(0.3), 1, 2.2, 5, 10, 20] : [0.3, 2.2, 10] {
    let seeds: [UInt64] = seconds < 2 ? [1, 2, 3, 4, 5, 6] : [1]
    let found =
      seeds.map {
        let sound = room(seconds, tone: 5500, rate: rate, seed: $0)
        return fading(octave(sound, about: 500, rate: Double(rate)), rate: Double(rate))
      }.reduce(0, +) / Double(seeds.count)
    print("\(rate) Hz: set \(seconds) s, found \(found) s")
    #expect(abs(found / Double(seconds) - 1) < 0.1, "\(seconds) s at \(rate) Hz: \(found)")
  }
}

@Test func aLowToneShortensWhatIsAboveAndNothingRingsForEver() {
  let sound = room(2.2, tone: 2000, rate: 48_000, seed: 1)
  let (middle, high) = (
    fading(octave(sound, about: 500, rate: 48_000), rate: 48_000),
    fading(octave(sound, about: 4000, rate: 48_000), rate: 48_000)
  )
  #expect(abs(middle / 2.2 - 1) < 0.1 && high < 0.5 * middle, "\(middle) s, \(high) s at 4 kHz")
  // The dullest and longest reverb: every line must still lose energy.
  let dull = room(30, tone: 200, rate: 48_000, seed: 1)
  func energy(_ second: Int) -> Float {
    dull[(second * 48_000)..<((second + 1) * 48_000)].reduce(0) { $0 + $1 * $1 }
  }
  #expect(energy(10) < energy(2) && energy(30) < 0.3 * energy(10) && energy(30) > 0)
}

@Test func aRoomThatChangesSoundsAsOneThatWasAlwaysSo() {
  // After the glide both reverbs are bit-equal; after long silence both are empty.
  var moved = Reverb(sampleRate: 48_000)
  var still = Reverb(sampleRate: 48_000)
  let goal = reverbSettings {
    $0.decay = 0.2
    $0.tone = 3000
    $0.lowCut = 100
    $0.size = 0.8
  }
  moved.jump(1, reverbSettings { $0.decay = 0.1 })
  still.jump(1, goal)
  let silence = run(count: 96_000, input: { _ in 0 }) {
    moved.aim(1, goal, approach: 0.0645, reciprocalFrames: 1 / 32)
    moved.process($0, $1, count: 32)
    still.aim(1, goal, approach: 0.0645, reciprocalFrames: 1 / 32)
    still.process($0, $1, count: 32)
  }
  #expect(silence.left.allSatisfy { $0 == 0 } && !moved.isMoving)
  #expect(moved.loops.gains == still.loops.gains && moved.loops.damping == still.loops.damping)
  let late = run(count: 9600, input: { $0 == 0 ? 1 : 0 }) { moved.process($0, $1, count: 32) }
  let always = run(count: 9600, input: { $0 == 0 ? 1 : 0 }) { still.process($0, $1, count: 32) }
  // A gain that glides ends within a millionth of its goal.
  #expect(zip(late.left + late.right, always.left + always.right).allSatisfy { abs($0 - $1) < 1e-6 })
}

/// Asymmetric waves have an offset, which the loops would add up: the left side had 17 times of it.
@Test(arguments: [Float(44_100), 48_000, 96_000]) func theRoomHoldsNoSteadyOffset(_ rate: Float) {
  var reverb = Reverb(sampleRate: rate)
  reverb.jump(1, ReverbSettings())
  let second = Int(rate)
  let out = run(count: 3 * second, input: { _ in 0.5 }) { reverb.process($0, $1, count: 32) }
  for side in [out.left, out.right] {
    let last = side.suffix(second).map { Double($0) - 0.5 }
    #expect(abs(last.reduce(0, +) / Double(second)) < 0.0006, "\(last.reduce(0, +) / Double(second))")
  }
}

@Test func aClearedRingPlaysNothingOld() {
  var rings = RowRings(rows: 16, delays: Lanes(repeating: 100))
  let (delays, room) = (
    [Int32](repeating: 40, count: 16), UnsafeMutablePointer<Float>.allocate(capacity: 768)
  )
  defer { room.deallocate() }
  func write(_ value: Float, _ spans: Int) {
    let span = [Float](repeating: value, count: SpanRows.frames)
    for _ in 0..<spans {
      for row in 0..<16 { rings.write(row, span) }
      rings.written()
      rings.advance(SpanRows.frames)
    }
  }
  write(1, 10)
  rings.clear()
  write(2, 1)
  var places = [UnsafePointer<Float>?](repeating: nil, count: 16)
  rings.find(delays, more: 0, into: &places, room: room)
  for row in 0..<16 {
    // The span that was written is 32 frames long; the eight before it are from before the clearing.
    #expect(places[row].map { place in (0..<40).map { place[$0] } } == (0..<40).map { $0 < 8 ? 0 : 2 })
  }
}
