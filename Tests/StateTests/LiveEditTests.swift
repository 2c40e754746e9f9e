// A host edits the patch while it sounds, through `patch:Set`, and reads the answers.
import Foundation
import Hosting
import RealTime
import TestSupport
import Testing

@Suite(.serialized) struct LiveEditTests {
  @Test func anEditIsAnsweredSavedAndAudible() throws {
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

  @Test func aWholePatchIsSetAndReturned() throws {
    let instance = try touch()
    let answers = answer(
      instance, to: patchSet(instance, "patch", #"{"version": 1, "name": "From the host"}"#))
    #expect(answers.map(\.property) == ["patch"])
    #expect(answers[0].text.contains("From the host"))
    #expect(try instance.saveState().contains("From the host"))
  }
}
