// The whole instrument: each event sounds on its frame, in blocks of any size.
import Controls
import Foundation
import Matrix
import Music
import RealTime
import TestSupport
import Testing

private func note(_ key: UInt8) -> Event { .midi(.noteOn(channel: 0, note: key, velocity: 100)) }
private func off(_ key: UInt8) -> Event { .midi(.noteOff(channel: 0, note: key)) }

/// A seeded performance with touches, notes, bends, pedals and ports.
private func performance(seed: UInt64, frames: Int) -> [(frame: Int, event: Event)] {
  var state = seed
  func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
  func uniform() -> Float { Float(random(10_000)) / 10_000 }
  var events: [(frame: Int, event: Event)] = []
  for _ in 0..<(frames / 100) {
    let frame = random(frames)
    let channel = UInt8(random(2))
    let event: Event =
      switch random(10) {
      case 0, 1:
        .midi(.noteOn(channel: channel, note: UInt8(40 + random(40)), velocity: UInt8(1 + random(127))))
      case 2, 3: .midi(.noteOff(channel: channel, note: UInt8(40 + random(40))))
      case 4: .midi(.bend(channel: channel, amount: uniform() * 2 - 1))
      case 5:
        .midi(.controller(channel: channel, number: [1, 11, 64, 74][random(4)], value: UInt8(random(128))))
      case 6: touch(.ended, Int32(random(12)))
      case 7: touch(.began, Int32(random(12)), x: uniform(), y: uniform(), pressure: uniform())
      default: touch(.moved, Int32(random(12)), x: uniform(), y: uniform(), pressure: uniform())
      }
    events.append((frame, event))
  }
  return events
}

@Test(arguments: [17, 500]) func theSameSamplesAtAnyBlockSize(_ block: Int) {
  let seed = testSeed("PROCESSOR_SEED", default: 11)
  let settings: [(TouchPort, Float)] = [
    (.chorus, 0.5), (.delay, 0.4), (.reverb, 0.3), (.drive, 9), (.lfoDepth, 0.4), (.glide, 0.05),
  ]
  let events = performance(seed: seed, frames: 96_000)
  let whole = play(events, frames: 96_000, block: 96_000, settings: settings)
  #expect(peak(whole.left) > 0.05, "seed \(seed)")
  #expect(play(events, frames: 96_000, block: block, settings: settings) == whole, "seed \(seed)")
}

@Test func anEventActsOnItsOwnFrame() throws {
  for frame in [0, 1, 31, 32, 33, 1000, 4095] {
    let sound = play([(frame, touch(.began))], frames: 6000)
    let first = try #require(sound.left.firstIndex { $0 != 0 })
    // The wave begins at zero, so the first frame that differs is the one after.
    #expect(first == frame + 1)
  }
}

@Test(arguments: [Float(8000), 44_100, 48_000, 96_000, 192_000]) func aNoteSoundsAtItsPitch(_ rate: Float) {
  for key: UInt8 in [45, 60, 69, 84] {
    let exact = 440 * pow(2, (Double(key) - 69) / 12)
    let plain: [(TouchPort, Float)] = [(.width, -1), (.cutoff, -1)]
    let sound = play([(0, note(key))], frames: Int(rate), rate: rate, settings: plain, oneOscillator: true)
    let found = fundamental(Array(sound.left[Int(rate / 2)...]), rate: Double(rate), near: exact)
    let cents = 1200 * log2(found / exact)
    #expect(abs(cents) < 0.5, "key \(key) at \(rate) Hz: \(cents) cents")
  }
}

@Test func xIsPitchOnAScaleAndThenFollows() {
  let plain: [(TouchPort, Float)] = [(.width, -1), (.cutoff, -1)]
  func pitch(_ events: [(frame: Int, event: Event)], near: Double) -> Double {
    let sound = play(events, frames: 48_000, settings: plain, oneOscillator: true)
    return 69 + 12 * log2(fundamental(Array(sound.left[24_000...]), rate: 48_000, near: near) / 440)
  }
  // 0.27 of two octaves above C3 is 54.5: D and E of the pentatonic are 50, 52, G is 55.
  #expect(abs(pitch([(0, touch(.began, x: 0.27))], near: 196) - 55) < 0.005)
  // A further eighth of the surface is three semitones.
  #expect(
    abs(pitch([(0, touch(.began, x: 0.27)), (10_000, touch(.moved, x: 0.395))], near: 233) - 58) < 0.005)
}

@Test func yIsBrightness() {
  func highShare(_ y: Float) -> Float {
    let sound = play([(0, touch(.began, x: 0.5, y: y))], frames: 24_000)
    let part = sound.left[12_000...]
    let steps = zip(part, part.dropFirst()).reduce(Float(0)) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }
    return steps / part.reduce(Float(0)) { $0 + $1 * $1 }
  }
  #expect(highShare(0.9) > 2 * highShare(0.5))
  #expect(highShare(0.5) > 2 * highShare(0.1))
}

@Test func aTouchThatEndsFallsSilent() {
  let sound = play([(0, touch(.began)), (24_000, touch(.ended))], frames: 96_000)
  #expect(peak(sound.left[20_000..<24_000]) > 0.02)
  #expect(peak(sound.left[60_000...]) == 0, "0.5 s release at 48 kHz ends before")
  #expect(sound.voices == 0 && sound.touches == 0)
}

@Test func theSeventeenthVoiceStealsWithoutAClick() {
  // Seventeen low sines of the same key on different channels: without voice stealing the steps are tiny.
  let soft: [(TouchPort, Float)] = [(.cutoff, -5), (.width, -1)]
  var events: [(frame: Int, event: Event)] = (0..<16).map {
    (0, .midi(.noteOn(channel: UInt8($0), note: 40, velocity: 127)))
  }
  let calm = greatestStep(play(events, frames: 48_000, settings: soft).left)
  events.append((30_000, note(41)))
  let stolen = play(events, frames: 48_000, settings: soft)
  #expect(stolen.voices == 16)
  // A cut voice would step by its own level, a sixteenth of the sum's peak.
  let cut = peak(stolen.left) / 16
  print("steps: calm \(calm), with a theft \(greatestStep(stolen.left)), a cut would be up to \(cut)")
  #expect(greatestStep(stolen.left) < calm * 1.25)
}

@Test func bypassFadesAndEndsNotes() {
  let sound = play(
    [(0, note(60)), (24_000, .port(.enabled, 0)), (36_000, .port(.enabled, 1))], frames: 48_000,
    settings: [(.cutoff, -3)])
  #expect(peak(sound.left[20_000..<24_000]) > 0.005)
  #expect(peak(sound.left[24_600...]) == 0, "10 ms of fading, and the note does not come back")
  let steady = greatestStep(sound.left[20_000..<24_000])
  #expect(greatestStep(sound.left[23_990..<24_600]) < steady * 1.5)
  #expect(sound.voices == 0)
}

@Test func theSustainPedalHoldsNotesAndHoldHoldsTouches() {
  let pedal: (UInt8) -> Event = { .midi(.controller(channel: 0, number: 64, value: $0)) }
  let held = play([(0, note(60)), (1, pedal(127)), (4800, off(60))], frames: 96_000)
  #expect(peak(held.left[90_000...]) > 0.01)
  let released = play([(0, note(60)), (1, pedal(127)), (4800, off(60)), (9600, pedal(0))], frames: 96_000)
  #expect(peak(released.left[60_000...]) == 0)
  let fingers: [(frame: Int, event: Event)] = [
    (0, .port(.hold, 1)), (0, touch(.began)), (4800, touch(.ended)),
  ]
  #expect(peak(play(fingers, frames: 96_000).left[90_000...]) > 0.01)
  #expect(peak(play(fingers + [(9600, .port(.hold, 0))], frames: 96_000).left[60_000...]) == 0)
}

@Test func panicAndModeMessagesEndVoices() {
  let panics: [(String, Event)] = [
    ("port", .port(.panic, 1)), ("surface", touch(.panic)),
    ("all sound off", .midi(.controller(channel: 0, number: 120, value: 0))),
  ]
  for (name, panic) in panics {
    let sound = play([(0, note(60)), (0, note(67)), (9600, panic)], frames: 48_000)
    #expect(sound.voices == 0, "\(name)")
    #expect(peak(sound.left[20_000...]) < 1e-9, "\(name)")
  }
  let notesOff = play(
    [(0, note(60)), (9600, .midi(.controller(channel: 0, number: 123, value: 0)))], frames: 48_000)
  #expect(notesOff.voices == 0)
  // Mode messages end notes, not fingers.
  let finger = play(
    [(0, touch(.began)), (9600, .midi(.controller(channel: 0, number: 123, value: 0)))], frames: 48_000)
  #expect(finger.voices == 1 && finger.touches == 1)
}

@Test func polyphonyLimits() {
  let chord: [(frame: Int, event: Event)] = (0..<10).map { ($0 * 10, note(UInt8(50 + $0))) }
  #expect(play(chord, frames: 4800, settings: [(.polyphony, 4)]).voices == 4)
  #expect(play(chord, frames: 4800).voices == 10)
  #expect(play(chord + [(4000, .port(.polyphony, 3))], frames: 96_000).voices == 3)
}

@Test func bendReachesItsRange() {
  let bent = play(
    [(0, note(57)), (0, .midi(.bend(channel: 0, amount: 1)))], frames: 48_000,
    settings: [(.bendRange, 12), (.width, -1), (.cutoff, -1)], oneOscillator: true)
  let found = fundamental(Array(bent.left[24_000...]), rate: 48_000, near: 440)
  #expect(abs(1200 * log2(found / 440)) < 0.5)
}

@Test func motionRestartsWithTheTimeline() {
  var rolling = Transport()
  rolling.speed = 1
  rolling.frame = 0
  let settings: [(TouchPort, Float)] = [(.lfoDepth, 2), (.chorus, 0)]
  // Notes after the start of the transport sound the same, whenever it starts.
  func part(startingAt frame: Int) -> [Float] {
    let sound = play(
      [(frame, .transport(rolling)), (frame, note(60))], frames: frame + 20_000, settings: settings)
    return Array(sound.left[frame...])
  }
  #expect(part(startingAt: 3200) == part(startingAt: 9600))
}

/// Movements before the start, unheard, are not in the smoothers behind it.
@Test func smoothersRestartWithTheTimeline() {
  var rolling = Transport()
  rolling.speed = 1
  rolling.frame = 0
  var patch = startingPatch()
  var connection = Connection(.lfo1, .filterCutoff, low: 200, high: 8000)
  (connection.smoothUp, connection.smoothDown) = (0.5, 0.5)
  _ = patch.program.append(connection)
  func part(startingAt frame: Int) -> [Float] {
    let sound = play(
      [(frame, .transport(rolling)), (frame, note(60))], frames: frame + 20_000, patch: patch)
    return Array(sound.left[frame...])
  }
  #expect(part(startingAt: 3200) == part(startingAt: 9600))
}

/// Ardour begins an export 256 or 272 frames before the end of a cycle, as its latency was when it looked.
@Test func theFramesOfBeatReportsDoNotChangeTheSound() {
  var patch = startingPatch()
  patch.program.base[.lfoBeats] = SIMD16(repeating: 6)  // half a beat
  func play(firstBlock: Int) -> Sound {
    var events: [(frame: Int, event: Event)] = [(24_000, note(60))]
    for frame in [0] + stride(from: firstBlock, to: 48_000, by: 1024) {
      var position = Transport()
      (position.speed, position.frame, position.beatsPerMinute) = (1, Int64(frame), 120)
      // A grid of 1/1920 beat, as Ardour rounds.
      (position.bar, position.barBeat) = (0, (Double(frame) / 24_000 * 1920).rounded() / 1920)
      events.append((frame, .transport(position)))
    }
    return InstrumentTests.play(events, frames: 48_000, settings: [(.lfoDepth, 2)], patch: patch)
  }
  let sound = play(firstBlock: 256)
  #expect(peak(sound.left) > 0.01)
  #expect(play(firstBlock: 272) == sound)
}

@Test func refusedTouchesAreCountedAndTheRestPlaysOn() {
  let many: [(frame: Int, event: Event)] = (0..<100).map { ($0, touch(.began, Int32($0), x: 0.3)) }
  let sound = play(many, frames: 4800)
  #expect(sound.touches == 64 && sound.voices == 16)
  #expect(isFinite(sound))
}

@Test func anyPortAtAnyValueLeavesFiniteSound() {
  for port in TouchPort.allCases where port.spec.flow == .controlInput {
    for value in [Float.nan, .infinity, -.infinity, port.spec.minimum, port.spec.maximum, 1e30] {
      let sound = play(
        [(0, note(48)), (0, touch(.began)), (100, .port(port, value)), (200, touch(.moved, x: 0.9, y: 0.1))],
        frames: 2000)
      #expect(isFinite(sound), "\(port) \(value)")
      #expect(peak(sound.left) < 4)
    }
  }
}

/// A host need not repeat its position after `activate`.
@Test func thePositionStaysOverActivate() {
  let rig = Rig()
  var position = Transport()
  (position.speed, position.beatsPerMinute, position.beatsPerBar) = (1, 120, 4)
  (position.bar, position.barBeat) = (2, 1)
  rig.processor.handle(position)
  rig.advance(24_000)
  rig.processor.activate()
  let now = rig.processor.sources.hostPosition(at: 0)
  #expect(now?.bar == 2 && now?.barBeat == 2 && now?.speed == 1)
}
