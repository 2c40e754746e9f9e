// The built Tone Matrix: plays on the timeline, edits, saves and restores.
import Foundation
import Hosting
import RealTime
import Testing

/// The note-ons of a block; frames count from the start of the run.
private func notes(_ instance: Instance, from start: Int) -> [(frame: Int, note: UInt8)] {
  instance.output("midi_out").filter { $0.body.count >= 3 && $0.body[0] & 0xF0 == 0x90 }.map {
    (start + $0.frame, $0.body[1])
  }
}

/// Four seconds at 120 from the beginning; like Ardour, the host sends a position in each block.
private func play(_ instance: Instance, block: Int, seconds: Int = 4) -> [[Int]] {
  var found: [[Int]] = []
  for start in stride(from: 0, to: 48_000 * seconds, by: block) {
    let beats = Double(start) / 24_000
    let position = Position(
      frame: Int64(start), bar: Int64(beats / 4), barBeat: Float(beats.truncatingRemainder(dividingBy: 4)))
    instance.run(block, [TimedEvent(frame: 0, .position(position))])
    for event in instance.output("midi_out") {
      found.append([start + event.frame] + event.body.map(Int.init))
    }
  }
  instance.run(block, [TimedEvent(frame: 0, .position(Position(frame: 192_000, speed: 0)))])
  return found
}

@Suite(.serialized) struct MatrixTests {
  private static let tune = #"""
    {"version": 1, "name": "Tune", "layers": [{"patterns": {"1": {"cells": [[1, 1], [3, 2],
     [5, 3, {"length": 2}], [9, 4, {"ratchet": 3}], [13, 5, {"delay": 25}]]}}}]}
    """#

  @Test func itPlaysTheGridOnTheTimeline() throws {
    let instance = try matrix()
    #expect(answer(instance, to: patchSet(instance, "grid", Self.tune)).map(\.property) == ["grid"])
    let sent = play(instance, block: 240, seconds: 2)
    // C D F G A from C4; a sixteenth is 6000 frames.
    let on = sent.filter { $0[1] == 0x90 }.map { [$0[0], $0[2]] }
    #expect(
      on == [
        [0, 60], [12_000, 62], [24_000, 65], [48_000, 67], [50_000, 67], [52_000, 67], [73_500, 69],
      ])
    let off = sent.filter { $0[1] == 0x80 }.map { [$0[0], $0[2]] }
    #expect(
      off == [
        [3000, 60], [15_000, 62], [33_000, 65], [49_000, 67], [51_000, 67], [53_000, 67], [76_500, 69],
      ])
  }

  @Test func everyBlockSizeGivesTheSameMIDI() throws {
    var first: [[Int]]?
    for block in [1, 64, 333, 1024, 8192] {
      let instance = try matrix(block: 8192)
      _ = answer(instance, to: patchSet(instance, "grid", Self.tune))
      let sent = play(instance, block: block, seconds: 2).filter { $0[0] < 90_000 }
      #expect(sent == first ?? sent, "\(block)")
      first = sent
    }
  }

  @Test func editsAreAnsweredAndSavedAndUndone() throws {
    let instance = try matrix()
    let before = try instance.saveState()
    let answers = answer(
      instance, to: patchSet(instance, "edit", #"{"cell": {"layer": 2, "step": 3, "row": 4}}"#))
    #expect(answers.map(\.property) == ["edit"])
    #expect(try instance.saveState().contains("[3, 4]"))
    #expect(answer(instance, to: patchSet(instance, "edit", #"{"undo": true}"#)).map(\.property) == ["grid"])
    #expect(try instance.saveState() == before)
  }

  @Test func whatIsWrongIsRefusedAndTheGridGoesOn() throws {
    let instance = try matrix()
    _ = answer(instance, to: patchSet(instance, "grid", Self.tune))
    let state = try instance.saveState()
    for text in [
      "", "{", "[]", #"{"fly": 1}"#, #"{"cell": {"layer": 19, "step": 1, "row": 1}}"#,
      #"{"cell": {"layer": 1, "step": 1000000000, "row": 1}}"#, #"{"row": {"layer": 1, "row": 1}}"#,
      String(repeating: "[", count: 3000),
    ] {
      let answers = answer(instance, to: patchSet(instance, "edit", text))
      #expect(answers.map(\.property) == ["error"], "\(text.prefix(40))")
    }
    #expect(try instance.saveState() == state)
    #expect(play(instance, block: 256, seconds: 1).count > 6)
  }

  @Test func aSavedStateComesBackExactly() throws {
    let one = try matrix()
    _ = answer(one, to: patchSet(one, "grid", Self.tune))
    for edit in [
      #"{"random": {"layer": 2, "pattern": 3, "density": 0.3, "seed": 5}}"#,
      #"{"layer": {"layer": 3, "steps": 32}}"#,
      #"{"name": "\"Quoted\" \\ text\r\n\u00e9"}"#,
    ] { _ = answer(one, to: patchSet(one, "edit", edit)) }
    let state = try one.saveState()
    let other = try matrix()
    try other.restoreState(state)
    #expect(try other.saveState() == state)
    #expect(play(one, block: 256) == play(other, block: 256))
  }

  @Test func aPresetOfTheBundlePlays() throws {
    let instance = try matrix()
    let text = try String(
      contentsOf: root.appending(path: "bundle/grids/metronome.json"), encoding: .utf8)
    _ = answer(instance, to: patchSet(instance, "grid", text))
    #expect(play(instance, block: 256).filter { $0[1] == 0x90 }.map { $0[0] } == (0..<8).map { $0 * 24_000 })
  }

  @Test func deactivatingInMidNoteEndsItInTheNextRun() throws {
    let instance = try matrix()
    _ = answer(instance, to: patchSet(instance, "grid", Self.tune))
    instance.run(256, [TimedEvent(frame: 0, .position(Position(frame: 0)))])
    #expect(notes(instance, from: 0).map(\.note) == [60])
    instance.deactivate()
    instance.activate()
    instance.run(256)
    #expect(instance.output("midi_out").map(\.body) == [[0x80, 60, 0]])
    #expect(instance.output("midi_out").map(\.frame) == [0])
  }
}
