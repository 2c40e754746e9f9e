// The outputs of a patch on the audio thread: messages on their frames, notes that end, loops that are slowed down.
// Tests/HostTests/plugin/test_outputs.py compares every message with an independent model.
import Controls
import Music
import RealTime
import Testing

@testable import Instrument

/// A silent patch with these outputs.
private func patch(_ outputs: Output...) -> CompiledPatch {
  var patch = CompiledPatch()
  patch.isSilent = true
  patch.sendsTouches = false
  for output in outputs { _ = patch.append(output) }
  return patch
}

private func output(
  _ source: Controller, _ kind: OutputDestination, _ number: Int? = nil,
  _ change: (inout Output) -> Void = { _ in }
) -> Output {
  var output = Output(source, kind, number: number)
  output.rate = 1500
  change(&output)
  return output
}

@Suite struct OutputEngineTests {
  @Test func aValueLeavesOnTheFrameOfItsEvent() {
    let rig = Rig(patch: patch(output(.touchX, .control, 20), output(.touchX, .pitchBend)))
    rig.advance(77)
    rig.touch(.began, x: 0.25, y: 0.5, pressure: 0.5)
    rig.advance(100)
    rig.touch(.moved, x: 1, y: 0.5)
    rig.advance(50)
    let (controls, bends) = (rig.sent.filter { $0.bytes[0] == 0xB0 }, rig.sent.filter { $0.bytes[0] == 0xE0 })
    #expect(controls.map(\.frame) == [0, 77, 177])
    #expect(controls.map { Int($0.bytes[2]) } == [64, 32, 127], "the rest value, a quarter, all")
    #expect(bends.map { Int($0.bytes[1]) | Int($0.bytes[2]) << 7 } == [8192, 4096, 16_383])
  }

  @Test func numbersOf14BitsAreTwoOrFourMessages() {
    let rig = Rig(patch: patch(output(.constant, .control14, 5), output(.constant, .nrpn, 1000)))
    rig.advance(1)
    #expect(
      rig.sent.map(\.bytes) == [
        [0xB0, 5, 127], [0xB0, 37, 127], [0xB0, 99, 7], [0xB0, 98, 104], [0xB0, 6, 127], [0xB0, 38, 127],
      ])
  }

  @Test func theRateAndTheThresholdHoldMessagesBack() {
    let slow = output(.touchX, .control, 1) { $0.rate = 100 }
    let coarse = output(.touchX, .control, 2) { $0.threshold = 0.5 }
    let rig = Rig(patch: patch(slow, coarse))
    rig.touch(.began, x: 0, y: 0.5)
    for step in 1...50 {
      rig.advance(96)
      rig.touch(.moved, x: Float(step) / 50, y: 0.5)
    }
    rig.advance(960)
    let frames = rig.sent.filter { $0.bytes[1] == 1 }.map(\.frame)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 >= 480 } && frames.count >= 10)
    #expect(rig.sent.last { $0.bytes[1] == 1 }?.bytes[2] == 127, "the last value is not lost")
    #expect(rig.sent.filter { $0.bytes[1] == 2 }.map { Int($0.bytes[2]) }.count <= 3)
    #expect(rig.sent.last { $0.bytes[1] == 2 }?.bytes[2] == 127, "an end of the range is always sent")
  }

  @Test func eachVoiceHasItsNoteAndItsChannel() {
    let note = output(.touchNote, .note) { ($0.voices, $0.channel) = (.channels, 3) }
    let bend = output(.touchY, .pitchBend) { ($0.voices, $0.channel) = (.channels, 3) }
    let rig = Rig(patch: patch(bend, note))
    for id in 1...3 { rig.touch(.began, Int32(id), x: Float(id) / 4, y: Float(id) / 4, pressure: 0.5) }
    rig.advance(64)
    let began = rig.sent.filter { $0.bytes[0] & 0xF0 == 0x90 }
    #expect(began.map { $0.bytes[0] & 15 } == [2, 3, 4])
    let first = rig.sent.prefix { $0.bytes[0] & 0xF0 == 0xE0 }
    #expect(first.count == 3, "a note finds its channel's bend in place")
    rig.touch(.ended, 2)
    rig.advance(64)
    let ends = rig.sent.filter { $0.bytes[0] & 0xF0 == 0x80 }.map(\.bytes)
    #expect(ends == [[0x83, began[1].bytes[1], 64]])
    rig.touch(.began, 4, x: 0.9, y: 0.5, pressure: 0.5)
    rig.advance(64)
    #expect(rig.sent.last { $0.bytes[0] & 0xF0 == 0x90 }?.bytes[0] == 0x93, "the free channel is used again")
  }

  @Test(arguments: ["off", "restart", "panic", "freewheel", "patch", "ended"])
  func notesEnd(_ way: String) {
    let note = output(.touchNote, .note) { ($0.voices, $0.channel) = (.each, 2) }
    let held = output(.touchNote, .note) { ($0.trigger, $0.channel) = (.touchBegan, 5) }
    let rig = Rig(patch: patch(note, held))
    rig.touch(.began, x: 0.5, y: 0.5, pressure: 0.5)
    rig.advance(200)
    let other = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
    other.initialize(to: CompiledPatch())
    defer { other.deallocate() }
    switch way {
    case "off": rig.processor.set(.enabled, 0)
    case "restart": rig.processor.activate()
    case "panic": rig.processor.set(.panic, 1)
    case "freewheel": rig.processor.set(.freeWheel, 1)
    case "patch": _ = rig.processor.apply(other)
    default: rig.touch(.ended)
    }
    rig.advance(200)
    rig.advance(48_000)
    // A note of a trigger without an end sounds until something else ends it.
    let open = way == "ended" ? 1 : 0
    var down: [[UInt8]: Int] = [:]
    for (_, bytes) in rig.sent where [0x80, 0x90].contains(bytes[0] & 0xF0) {
      down[[bytes[0] & 15, bytes[1]], default: 0] += bytes[0] & 0xF0 == 0x90 ? 1 : -1
    }
    #expect(down.values.reduce(0, +) == open && down.count == 2, "\(way): \(rig.sent)")
  }

  @Test(arguments: [1, 33, 512, 4096]) func theBlockSizeChangesNothing(_ block: Int) {
    func play(_ block: Int) -> [String] {
      let smooth = output(.touchY, .control14, 5) { ($0.smoothUp, $0.smoothDown) = (0.02, 0.1) }
      let note = output(.touchX, .note) { ($0.voices, $0.low, $0.high) = (.each, 36, 84) }
      let rig = Rig(patch: patch(smooth, note, output(.groupSpread, .pitchBend)))
      var frame = 0
      func advance(to next: Int) {
        while frame < next {
          let count = min(block - frame % block, next - frame)
          rig.advance(count)
          frame += count
        }
      }
      for step in 0..<40 {
        advance(to: step * 331)
        let id = Int32(step % 3 + 1)
        let (x, y) = (Float(step % 17) / 17, Float(step % 11) / 11)
        rig.touch(step < 3 ? .began : step > 36 ? .ended : .moved, id, x: x, y: y, pressure: 0.5)
      }
      advance(to: 20_000)
      return rig.sent.map { "\($0.frame) \($0.bytes)" }
    }
    let wanted = play(64)
    #expect(wanted.count > 200 && play(block) == wanted)
  }

  /// What leaves comes in again at once, as from a host that routes it back.
  @Test func aLoopIsSlowedDownAndCounted() {
    let rig = Rig(patch: patch(output(.midiControl20, .control, 20) { $0.isInverted = true }))
    var taken = 0
    for _ in 0..<3000 {
      rig.advance(64)
      for (_, bytes) in rig.sent[taken...] { rig.midi(bytes) }
      taken = rig.sent.count
    }
    #expect(20...110 ~= taken, "\(taken) messages in four seconds")
    #expect(rig.processor.outputs.shown[0].loops > 10 && rig.processor.outputs.shown[0].isIncoming)
  }

  @Test func aHundredthOfASecondHasABoundedNumberOfMessages() {
    var many = CompiledPatch()
    for number in 0..<32 {
      _ = many.append(output(.lfo1, .nrpn, number) { $0.voices = .each })
      _ = number
    }
    let rig = Rig(patch: many)
    for id in 1...10 { rig.touch(.began, Int32(id), x: Float(id) / 11, y: 0.5, pressure: 0.5) }
    rig.advance(48_000)
    var counts: [Int: Int] = [:]
    for (frame, bytes) in rig.sent where bytes[0] & 0xF0 == 0xB0 && bytes[1] >= 98 || bytes[1] == 6 {
      counts[frame / 480, default: 0] += 1
    }
    #expect((counts.values.max() ?? 0) <= 64 && rig.processor.outputs.shown[0].delayed > 0)
  }

  @Test func aMessageFromOutsideIsShown() {
    let rig = Rig(patch: patch(output(.touchX, .control14, 5)))
    rig.advance(64)
    rig.midi([0xB0, 5, 100], [0xB0, 37, 3])
    rig.advance(64)
    #expect(rig.processor.outputs.shown[0].value == Float(100 << 7 | 3) / 16_383)
    #expect(rig.processor.outputs.shown[0].isIncoming && rig.processor.outputs.shown[0].loops == 0)
  }

  @Test func aPortHasItsLastValue() {
    let rig = Rig(patch: patch(output(.touchX, .port, 3)))
    rig.touch(.began, x: 0.25, y: 0.5)
    rig.advance(64)
    #expect((0..<16).map { rig.processor.outputPort($0) } == (0..<16).map { $0 == 2 ? 0.25 : 0 })
  }

  @Test func aSilentPatchIsSilentAndComputesNoVoices() {
    let rig = Rig(patch: patch(output(.touchX, .control, 1)))
    rig.touch(.began, x: 0.5, y: 0.5, pressure: 1)
    var left = [Float](repeating: 1, count: 4800)
    var right = left
    rig.processor.render(&left, &right, count: 4800)
    #expect(left.allSatisfy { $0 == 0 } && right.allSatisfy { $0 == 0 })
    #expect(rig.held == 1)
  }
}
