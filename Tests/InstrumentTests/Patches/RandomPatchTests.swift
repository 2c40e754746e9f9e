// Random patches: however parameters move, the output stays finite and bounded.
import Foundation
import Lanes
import Matrix
import Music
import RealTime
import Signal
import TestSupport
import Testing

@testable import Controls
@testable import Instrument

/// Random parameters, connections and routes. Four in ten parameters keep their defaults.
private func randomPatch(_ random: inout SeededGenerator) -> CompiledPatch {
  var patch = CompiledPatch()
  var base = ParameterValues()
  for parameter in Parameter.allCases where Int.random(in: 0..<10, using: &random) < 6 {
    let spec = parameter.spec
    var value = Float.random(in: spec.minimum...spec.maximum, using: &random)
    // Errors are most likely at the ends of a range.
    if Int.random(in: 0..<5, using: &random) == 0 {
      value = Bool.random(using: &random) ? spec.minimum : spec.maximum
    }
    // A frozen room is never forgotten.
    if parameter == .reverbFreeze { value = 0 }
    base[parameter] = Lanes(repeating: spec.travel == .choice ? value.rounded() : value)
  }
  patch.program.base = base
  for _ in 0..<Int.random(in: 0...24, using: &random) {
    let destination = Parameter.allCases.randomElement(using: &random)!
    if destination == .reverbFreeze { continue }
    let spec = destination.spec
    let sources: [Controller] = [
      .env1, .env2, .env3, .env4, .lfo1, .lfo2, .lfo3, .lfo4, .seq1, .seq2, .touchNote, .touchRandom,
      .touchVelocity, .macro1, .macro2, .macro3, .macro4, .macro5, .macro6, .macro7, .macro8,
      .touchX, .touchY, .touchPressure, .touchSpeed, .touchRadius, .touchDistanceToCenter,
      .touchAngleFromStart,
      .touchAcceleration, .groupSpread, .groupRotation, .groupScale, .groupTotalSpeed, .groupPressureSum,
    ]
    _ = patch.program.append(
      Connection(
        sources.randomElement(using: &random)!, destination,
        low: .random(in: spec.minimum...spec.maximum, using: &random),
        high: .random(in: spec.minimum...spec.maximum, using: &random)))
  }
  for index in 0..<4 {
    patch.sequences[index].count = .random(in: 1...32, using: &random)
    for place in 0..<32 {
      patch.sequences[index].steps[place].value = .random(in: -1...1, using: &random)
      patch.sequences[index].steps[place].glide = .random(in: 0...1, using: &random)
    }
  }
  patch.seed = random.next()
  // All keys and fingers sound, and the sound is measured before the limiter.
  patch.voices.polyphony = 64
  patch.objectsOff = 1 << UInt32(SoundObject.limiter.index)
  return patch
}

/// One oscillator a voice, so that the loudness of a chord does not depend on phases.
private func calmPatch() -> CompiledPatch {
  var patch = CompiledPatch()
  patch.program.base[.oscBLevel] = Lanes(repeating: 0)
  patch.voices.polyphony = 64
  return patch
}

/// The note-on of one of the held keys.
private func strike(_ note: Int) -> MIDIMessage {
  let number = UInt8(note)
  return .noteOn(channel: 0, note: 30 + 5 * number, velocity: 40 + 5 * number)
}

/// A processor with sixteen keys and three fingers down, and the memory of its patch.
private struct Notes: ~Copyable {
  var processor: TouchProcessor
  let memory: UnsafeMutablePointer<CompiledPatch>
  var left = [Float](repeating: 0, count: 64)
  var right = [Float](repeating: 0, count: 64)

  init(_ patch: CompiledPatch) {
    memory = .allocate(capacity: 2)
    memory.initialize(repeating: patch, count: 2)
    processor = TouchProcessor(sampleRate: 48_000, tables: tables, patch: memory)
    processor.activate()
    strikeAll()
  }

  deinit { memory.deallocate() }

  mutating func strikeAll() { for note in 0..<16 { processor.handle(strike(note)) } }

  mutating func finger(_ kind: SurfaceEvent.Kind, _ id: Int, _ random: inout SeededGenerator) {
    processor.handle(
      SurfaceEvent.touch(
        kind, source: 1, id: Int32(id), x: .random(in: 0...1, using: &random),
        y: .random(in: 0...1, using: &random), pressure: .random(in: 0...1, using: &random),
        radius: .random(in: 0...0.2, using: &random)))
  }

  mutating func fingers(_ kind: SurfaceEvent.Kind, _ random: inout SeededGenerator) {
    for id in 0..<3 { finger(kind, id, &random) }
  }

  /// The greatest sample of `blocks` blocks of 64; infinite if a sample is NaN or infinite.
  mutating func peak(blocks: Int) -> Float {
    var peak: Float = 0
    for _ in 0..<blocks {
      processor.render(&left, &right, count: 64)
      for sample in left + right {
        peak = sample.magnitude <= .greatestFiniteMagnitude ? max(peak, sample.magnitude) : .infinity
      }
    }
    return peak
  }

  /// As `peak(blocks:)`, but each frame moves every macro and a finger: parameters cannot move faster.
  mutating func peakAtAudioRate(frames: Int, _ random: inout SeededGenerator) -> Float {
    var peak: Float = 0
    for frame in 0..<frames {
      for macro in 0..<8 {
        guard let port = TouchPort.at(Int(TouchPort.macro1.rawValue) + macro) else { continue }
        processor.set(port, .random(in: 0...1, using: &random))
      }
      finger(.moved, frame % 3, &random)
      processor.render(&left, &right, count: 1)
      for sample in [left[0], right[0]] {
        peak = sample.magnitude <= .greatestFiniteMagnitude ? max(peak, sample.magnitude) : .infinity
      }
    }
    return peak
  }

  mutating func swap(_ patch: CompiledPatch) {
    let next = processor.patch == memory ? memory + 1 : memory
    next.pointee = patch
    _ = processor.apply(next)
  }

  mutating func loudness(blocks: Int) -> Double {
    var sum = 0.0
    for _ in 0..<blocks {
      processor.render(&left, &right, count: 64)
      for sample in left + right { sum += Double(sample * sample) }
    }
    return 10 * log10(sum / Double(blocks * 128) + 1e-20)
  }
}

@Test func patchesAtRandomPassNoTruePeak() {
  let count = testCases(60, inCampaign: 10_000, variable: "SOUND_PATCHES")
  var random = SeededGenerator("SOUND_SEED", default: 2027)
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  let meter = TruePeakMeter()
  var greatest = -200.0
  /// The patch with a limiter that nothing switches off or moves.
  func limited(_ random: inout SeededGenerator) -> CompiledPatch {
    var patch = randomPatch(&random)
    patch.objectsOff = 0
    let kept = patch.program
    patch.program = CompiledPatch().program
    patch.program.base = kept.base
    patch.program.base[.limiterOn] = Lanes(repeating: 1)
    patch.program.base[.limiterCeiling] = Lanes(repeating: -1)
    for _ in 0..<12 {
      let destination = Parameter.allCases.randomElement(using: &random)!
      if [.limiterOn, .limiterCeiling].contains(destination) { continue }
      _ = patch.program.append(
        Connection(
          [.lfo1, .lfo4, .env2, .seq1, .touchX, .touchSpeed, .macro1].randomElement(using: &random)!,
          destination,
          low: destination.spec.minimum, high: destination.spec.maximum))
    }
    return patch
  }
  var reduced = 0
  for index in 0..<count {
    var notes = Notes(limited(&random))
    notes.fingers(.began, &random)
    notes.processor.set(.level, .random(in: 0...12, using: &random))
    var sound: ([Float], [Float]) = ([], [])
    for block in 0..<80 {
      if block == 30 {
        notes.swap(limited(&random))
        notes.fingers(.moved, &random)
      }
      // The sound ends in silence: a sound that is cut has a peak at its edge.
      if block == 60 { notes.processor.set(.enabled, 0) }
      notes.processor.render(&notes.left, &notes.right, count: 64)
      sound.0 += notes.left
      sound.1 += notes.right
    }
    // The level of the first block ramps from 0 dB, and the meter needs no more.
    let peak = max(meter.decibels(of: sound.0), meter.decibels(of: sound.1))
    if peak > -1.5 { reduced += 1 }
    greatest = max(greatest, peak)
    #expect(peak < 0, "patch \(index): \(peak) dBTP")
  }
  print("greatest true peak \(greatest) dBTP; \(reduced) patches within 0.5 dB of the ceiling")
  #expect(reduced > count / 20)
}

@Test func patchesAtRandomAreFiniteBoundedAndForgotten() {
  let count = testCases(60, inCampaign: 10_000, variable: "SOUND_PATCHES")
  var random = SeededGenerator("SOUND_SEED", default: 2026)
  let mode = FloatMode.flushingDenormals()
  defer { mode.restore() }
  var calm = Notes(calmPatch())
  _ = calm.peak(blocks: 800)
  let normal = calm.loudness(blocks: 200)
  var greatest: Float = 0
  var furthest = 0.0
  /// The greatest sample before the guard, for each patch.
  var before: [Float] = []
  for index in 0..<count {
    var notes = Notes(randomPatch(&random))
    notes.fingers(.began, &random)
    var peak = notes.peak(blocks: 20)
    for _ in 0..<20 {
      notes.swap(randomPatch(&random))
      notes.fingers(.moved, &random)
      peak = max(peak, notes.peak(blocks: 2))
      peak = max(peak, notes.peakAtAudioRate(frames: 16, &random))
    }
    let outputGuard = notes.processor.effects.outputGuard
    #expect(outputGuard.notNumbers == 0, "patch \(index)")
    // A bound that endless feedback would pass: +80 dBFS.
    #expect(outputGuard.greatest < 1e4, "patch \(index)")
    before.append(outputGuard.greatest)
    // 12 dB above full scale, whatever the level.
    notes.processor.set(.level, 12)
    peak = max(peak, notes.peak(blocks: 2))
    notes.processor.set(.level, 0)
    #expect(peak < 3.981, "patch \(index)")
    greatest = max(greatest, peak)
    // Back to a calm patch: a second later the sound is the same as without the random one. Odd patches are
    // first silenced by a panic, and the keys are struck again.
    notes.fingers(.ended, &random)
    notes.swap(calmPatch())
    if index % 2 == 1 {
      notes.processor.set(.panic, 1)
      notes.processor.set(.panic, 0)
      notes.strikeAll()
    }
    _ = notes.peak(blocks: 750)
    let distance = abs(notes.loudness(blocks: 100) - normal)
    #expect(distance < 2, "patch \(index) stays \(distance) dB away")
    #expect(notes.processor.effects.outputGuard.notNumbers == 0, "patch \(index)")
    furthest = max(furthest, distance)
  }
  let loud = [2, 3.981].map { limit in before.count { $0 > limit } }
  print(
    """
    greatest sample \(greatest), furthest from normal \(furthest) dB; before the guard at most \
    \(before.max() ?? 0), \
    \(loud[0]) patches beyond +6 dBFS, \(loud[1]) beyond +12 dBFS
    """)
}
