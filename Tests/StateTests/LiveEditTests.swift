// A host edits the patch while it sounds, through `patch:Set`, and reads the answers.
import Foundation
import Hosting
import RealTime
import TestSupport
import Testing

@Suite(.serialized) struct LiveEditTests {
  @Test func anEditIsAnsweredSavedAndHeard() throws {
    let instance = try touch()
    let before = phrase(instance)
    instance.deactivate()
    instance.activate()
    let answers = answer(instance, to: patchSet(instance, "edit", #"{"set": {"filter_1_cutoff": 150}}"#))
    #expect(answers.map(\.property) == ["edit"])
    #expect(try instance.saveState().contains("150"))
    instance.deactivate()
    instance.activate()
    let after = phrase(instance)
    #expect(peak(before) > 0.02 && peak(after) > 0.001 && before != after)
  }

  @Test func aBadEditIsRefusedWithASentenceAndNothingChanges() throws {
    let instance = try touch()
    let state = try instance.saveState()
    for text in [
      "", "{", #"{"set": {"nonsense": 1}}"#, #"{"set": {"filter_1_cutoff": "loud"}}"#, #"{"fly": 1}"#,
      String(repeating: "[", count: 2000), #"{"connect": {"source": "touch_x", "destination": "nowhere"}}"#,
    ] {
      let answers = answer(instance, to: patchSet(instance, "edit", text))
      #expect(answers.map(\.property) == ["error"], "\(text.prefix(40))")
      #expect(answers.allSatisfy { !$0.text.isEmpty })
    }
    #expect(try instance.saveState() == state)
  }

  @Test func aWholePatchIsTakenAndSaidBack() throws {
    let instance = try touch()
    let answers = answer(
      instance, to: patchSet(instance, "patch", #"{"version": 1, "name": "From the host"}"#))
    #expect(answers.map(\.property) == ["patch"])
    #expect(answers[0].text.contains("From the host"))
    #expect(try instance.saveState().contains("From the host"))
  }

  @Test func anEditWhileAChordSoundsMakesNoClick() throws {
    let instance = try touch(block: 64)
    try instance.set("cutoff", to: -2)
    var audio: [Float] = []
    func run(_ events: [TimedEvent] = []) {
      instance.run(64, events)
      audio += instance.audio("out_left").prefix(64)
    }
    run([48, 55, 60].map { TimedEvent(frame: 0, .midi([0x90, $0, 100])) })
    for _ in 0..<700 { run() }
    let calm = step(audio[20_000...])
    let edits = [
      #"{"set": {"filter_1_cutoff": 4000}}"#, #"{"set": {"osc_a_wave": "square"}}"#,
      #"{"set": {"osc_b_wave": 0, "osc_a_level": 0.1}}"#, #"{"object": {"osc_b": false}}"#,
      #"{"set": {"reverb_mix": 0.5, "drive_gain": 12}}"#, #"{"set": {"filter_1_cutoff": 300}}"#,
      #"{"version": 1, "name": "Another"}"#,
    ]
    for (index, edit) in edits.enumerated() {
      run([patchSet(instance, index == edits.count - 1 ? "patch" : "edit", edit)])
      // The store acts at least every 50 ms; 150 ms pass while the chord sounds on.
      for _ in 0..<150 {
        run()
        usleep(1000)
      }
    }
    #expect(instance.value(of: "live_voices") == 3)
    // Brighter waves are steeper by themselves: the measure is the fall of a saw at this cutoff. A wave that
    // changed without a fade would step by its whole height.
    let greatest = step(audio[40_000...])
    print("steps: calm \(calm), through seven edits \(greatest), peak \(peak(audio))")
    #expect(greatest < peak(audio) / 2)
  }

  private func step(_ samples: ArraySlice<Float>) -> Float {
    zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
  }
}
