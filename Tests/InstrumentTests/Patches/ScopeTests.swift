// Modules for each voice and for all voices: envelopes, sequencers and LFOs.
import Foundation
import Lanes
import Matrix
import Music
import Signal
import Testing

@testable import Controls
@testable import Instrument

private func note(_ key: UInt8) -> MIDIMessage { .noteOn(channel: 0, note: key, velocity: 100) }
private func off(_ key: UInt8) -> MIDIMessage { .noteOff(channel: 0, note: key) }

/// Plays messages on their frames and reads a controller of the first two voices every 32 frames.
private func values(
  of controller: Controller, _ change: (inout CompiledPatch) -> Void,
  _ messages: [(frame: Int, message: MIDIMessage)], frames: Int
) -> [(first: Float, second: Float)] {
  let memory = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
  memory.initialize(to: CompiledPatch())
  defer { memory.deallocate() }
  _ = memory.pointee.program.append(Connection(controller, .voicePan, low: -1, high: 1))
  change(&memory.pointee)
  var processor = TouchProcessor(sampleRate: 48_000, tables: tables, patch: memory)
  processor.activate()
  var samples = [Float](repeating: 0, count: 64)
  var found: [(Float, Float)] = []
  for frame in stride(from: 0, to: frames, by: 32) {
    for each in messages where each.frame == frame { processor.handle(each.message) }
    samples.withUnsafeMutableBufferPointer {
      processor.render($0.baseAddress!, $0.baseAddress! + 32, count: 32)
    }
    found.append((processor.value(of: controller, voice: 0), processor.value(of: controller, voice: 1)))
  }
  return found
}

/// Four steps a second, at 0.25, 0.5, 0.75, 1.
private func row(_ scope: Parameter, isVoice: Bool) -> (inout CompiledPatch) -> Void {
  { patch in
    let index = Int(scope.rawValue - Parameter.seq1Scope.rawValue)
    patch.sequences[index].count = 4
    for step in 0..<4 { patch.sequences[index].steps[step].value = Float(step + 1) / 4 }
    var base = ParameterValues()
    base[scope] = Lanes(repeating: isVoice ? 1 : 0)
    patch.program.base = base
  }
}

@Test(arguments: [Parameter.seq1Scope, .seq2Scope, .seq3Scope, .seq4Scope])
func aSequencerRunsForAllOrForEachVoice(_ scope: Parameter) throws {
  let index = Int(scope.rawValue - Parameter.seq1Scope.rawValue)
  let controller = try #require(Controller.at(Int(Controller.seq1.rawValue) + index))
  // The second note comes when the first has had three steps of 12,000 frames.
  let notes: [(frame: Int, message: MIDIMessage)] = [(0, note(60)), (28_800, note(64))]
  let all = values(of: controller, row(scope, isVoice: false), notes, frames: 48_000)
  let each = values(of: controller, row(scope, isVoice: true), notes, frames: 48_000)
  for frame in stride(from: 160, to: 48_000, by: 32) where frame % 12_000 > 100 {
    let step = Float(frame / 12_000 + 1) / 4
    #expect(all[frame / 32] == (step, frame < 28_800 ? all[frame / 32].second : step), "frame \(frame)")
    #expect(each[frame / 32].first == step)
    let late = frame - 28_800
    if late > 100, late % 12_000 > 100 { #expect(each[frame / 32].second == Float(late / 12_000 + 1) / 4) }
  }
}

@Test(arguments: [Parameter.seq1Scope, .seq2Scope, .seq3Scope, .seq4Scope], [false, true])
func theMatrixMovesTheStepsOfASequencer(_ scope: Parameter, isVoice: Bool) throws {
  let index = Int(scope.rawValue - Parameter.seq1Scope.rawValue)
  let controller = try #require(Controller.at(Int(Controller.seq1.rawValue) + index))
  let first = Int(Parameter.seq1Step1.rawValue) + 8 * index
  func step(_ number: Int) throws -> Parameter { try #require(Parameter.at(first + number - 1)) }
  // Twelve steps of 12,000 frames: 0.5 and −0.5 in turn. Velocities of 127 and 1 belong to the two voices.
  let (second, third, fourth) = (try step(2), try step(3), try step(4))
  let found = values(
    of: controller,
    { patch in
      row(scope, isVoice: isVoice)(&patch)
      patch.sequences[index].count = 12
      for step in 0..<12 { patch.sequences[index].steps[step].value = step % 2 == 0 ? 0.5 : -0.5 }
      patch.program.base[third] = Lanes(repeating: -0.25)
      _ = patch.program.append(Connection(.constant, second, low: 0, high: 0.125))
      _ = patch.program.append(Connection(.touchVelocity, fourth, low: -1, high: 1))
    }, [(0, .noteOn(channel: 0, note: 60, velocity: 127)), (0, .noteOn(channel: 0, note: 64, velocity: 1))],
    frames: 144_000)
  // One row for all follows the voice that began last.
  let soft = max(-0.5 + (2 * Float(1) / 127 - 1), -1)
  for frame in stride(from: 160, to: 144_000, by: 32) where 600..<11_900 ~= frame % 12_000 {
    let step = frame / 12_000 + 1
    var (one, two): (Float, Float) = step % 2 == 0 ? (-0.5, -0.5) : (0.5, 0.5)
    switch (step - 1) % 8 + 1 {
    case 2: (one, two) = (-0.375, -0.375)
    case 3: (one, two) = (0.25, 0.25)
    case 4: (one, two) = (isVoice ? 0.5 : soft, soft)
    default: break
    }
    #expect(abs(found[frame / 32].first - one) < 1e-5, "step \(step): \(found[frame / 32].first)")
    #expect(abs(found[frame / 32].second - two) < 1e-5, "step \(step): \(found[frame / 32].second)")
  }
}

@Test(arguments: [Parameter.env2Scope, .env3Scope, .env4Scope])
func anEnvelopeIsOneForAllOrOneForEachVoice(_ scope: Parameter) throws {
  let index = Int(scope.rawValue - Parameter.env2Scope.rawValue)
  let controller = try #require(Controller.at(Int(Controller.env2.rawValue) + index))
  func patch(isShared: Bool) -> (inout CompiledPatch) -> Void {
    { patch in
      var base = ParameterValues()
      let places = EnvelopeParameters(index + 1)
      let first = Int(places.delay.rawValue)
      for (place, value) in [0, 0.5, 0, 0.1, 1, 0.25, 0, 0, 0].enumerated() {
        base[Parameter.at(first + place)!] = Lanes(repeating: Float(value))
      }
      base[scope] = Lanes(repeating: isShared ? 1 : 0)
      patch.program.base = base
    }
  }
  // A straight attack of half a second. The second note begins in its middle; both end at one second, one
  // after the other.
  let notes: [(frame: Int, message: MIDIMessage)] = [
    (0, note(60)), (12_000, note(64)), (38_400, off(60)), (48_000, off(64)),
  ]
  let all = values(of: controller, patch(isShared: true), notes, frames: 66_000)
  let each = values(of: controller, patch(isShared: false), notes, frames: 66_000)
  func attack(_ frame: Int) -> Float { min(max(Float(frame) / 24_000, 0), 1) }
  func release(_ frame: Int) -> Float { 1 - min(max(Float(frame) / 12_000, 0), 1) }
  for frame in stride(from: 12_064, to: 59_000, by: 320) {
    // The value is the one at the end of the next tick.
    let at = frame + 32
    let shared = attack(at) * release(at - 48_000)
    #expect(abs(all[frame / 32].second - shared) < 0.003, "frame \(frame)")
    if frame < 38_400 { #expect(abs(all[frame / 32].first - shared) < 0.003) }
    #expect(abs(each[frame / 32].second - attack(at - 12_000) * release(at - 48_000)) < 0.003)
    if frame < 49_000 {
      #expect(abs(each[frame / 32].first - attack(at) * release(at - 38_400)) < 0.003, "frame \(frame)")
    }
  }
}

@Test func lfosToo() {
  for isVoice in [false, true] {
    let notes: [(frame: Int, message: MIDIMessage)] = [(0, note(60)), (6016, note(64))]
    let found = values(
      of: .lfo2,
      { patch in
        var base = ParameterValues()
        base[.lfo2Rate] = Lanes(repeating: 2)
        base[.lfo2Wave] = Lanes(repeating: 2)
        base[.lfo2Scope] = Lanes(repeating: isVoice ? 1 : 0)
        patch.program.base = base
      }, notes, frames: 12_000)
    // A saw of half a second.
    for frame in stride(from: 6400, to: 11_900, by: 320) {
      let way = { (frame: Int) in 2 * Float(frame + 32) / 24_000 - 1 }
      #expect(abs(found[frame / 32].first - way(frame)) < 0.005)
      #expect(abs(found[frame / 32].second - way(isVoice ? frame - 6016 : frame)) < 0.005, "frame \(frame)")
    }
  }
}
