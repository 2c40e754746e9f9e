// Each action of a stage is learned from each kind of message and then caused by it, as in `tactus play --learn` and the
// session after it.
import Concerts
import Console
import Controls
import Foundation
import OSC
import TestSupport
import Testing
import Text

@testable import Stage
@testable import tactus

/// A message that is learned and then sent: the same one with another value, and how it is released.
private struct Sample: Sendable, CustomTestStringConvertible {
  enum Message: Sendable {
    case midi([UInt8])
    case osc(String, Float?)
    case key(Character)
    case pad(ControlSource.Kind, Int, Float)
    case trigger(Trigger, Int)
  }

  let kind: ControlSource.Kind
  /// The message that is learned, and the binding's words in the file.
  let learned: Message
  let fields: String
  /// A message that acts, with its value, and one of the same control that doesn't, or nil if there is none.
  let acts: (message: Message, value: Float?)
  let rests: Message?

  var testDescription: String { "\(kind)" }
}

private let samples = [
  Sample(
    kind: .note, learned: .midi([0x92, 36, 100]), fields: "\"note\": 36, \"channel\": 3",
    acts: (.midi([0x92, 36, 127]), 1), rests: .midi([0x93, 36, 127])),
  Sample(
    kind: .cc, learned: .midi([0xB0, 80, 127]), fields: "\"cc\": 80, \"channel\": 1",
    acts: (.midi([0xB0, 80, 64]), 64.0 / 127), rests: .midi([0xB0, 81, 127])),
  Sample(
    kind: .program, learned: .midi([0xCF, 5]), fields: "\"program\": 5, \"channel\": 16",
    acts: (.midi([0xCF, 5]), nil), rests: .midi([0xCF, 6])),
  Sample(
    kind: .mmc, learned: .midi([0xF0, 0x7F, 0x7F, 6, 6, 0xF7]), fields: "\"mmc\": \"record\"",
    acts: (.midi([0xF0, 0x7F, 1, 6, 6, 0xF7]), nil), rests: .midi([0xF0, 0x7F, 1, 6, 7, 0xF7])),
  Sample(
    kind: .osc, learned: .osc("/pedal/1", 1), fields: "\"osc\": \"/pedal/1\"",
    acts: (.osc("/pedal/1", 0.75), 0.75), rests: .osc("/pedal/2", 1)),
  Sample(
    kind: .key, learned: .key("⇟"), fields: "\"key\": \"page_down\"", acts: (.key("⇟"), nil), rests: .key("⇞")
  ),
  Sample(
    kind: .button, learned: .pad(.button, 16, 1), fields: "\"button\": 16, \"pad\": 1",
    acts: (.pad(.button, 16, 1), 1), rests: .pad(.button, 15, 1)),
  Sample(
    kind: .axis, learned: .pad(.axis, 2, -1), fields: "\"axis\": 2, \"pad\": 1",
    acts: (.pad(.axis, 2, 0.5), 0.75),
    rests: .pad(.axis, 3, 1)),
  Sample(
    kind: .gesture, learned: .trigger(.swipeUp, 0), fields: "\"gesture\": \"on_swipe_up\"",
    acts: (.trigger(.swipeUp, 0), nil), rests: .trigger(.swipeDown, 0)),
]

struct LearningTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    let text = """
      {"version": 1, "name": "Evening", "songs": [{"title": "One", "instruments": [{"patch": "first_touch"}]}]}
      """
    path = try folder.add("evening.concert.json", Data(text.utf8))
  }

  private static func report(_ message: Sample.Message) -> PlayDevices.Report? {
    guard case .pad(let kind, let number, let value) = message else { return nil }
    return PlayDevices.Report(source: ControlSource(kind, number, pad: 1), value: value)
  }

  private static func osc(_ address: String, _ value: Float?) -> OSCMessage {
    OSCMessage(address: address, arguments: value.map { [.float($0)] } ?? [])
  }

  /// What `--learn` takes from a message.
  private func source(of message: Sample.Message, _ learning: inout PlayLearning) -> ControlSource? {
    switch message {
    case .midi(let bytes):
      let map = ControlMap([], learns: true)
      _ = map.take(bytes, bytes.count)
      return map.events.pop().flatMap { learning.source($0) }
    case .osc(let address, let value): return learning.source(Self.osc(address, value))
    case .key(let key):
      return ControlSource.name(ofKey: Array(String(key).utf8)).map { ControlSource(.key, $0) }
    case .pad: return Self.report(message).flatMap { learning.source($0) }
    case .trigger(let trigger, let number):
      let now = Date()
      learning.note(TriggerCondition(trigger, number), at: now)
      return learning.gesture(at: now + 1)
    }
  }

  /// The requests that a message causes in a session.
  private func requests(
    of message: Sample.Message, _ controls: inout PlayControls, _ map: borrowing ControlMap
  ) -> [PlayRequest] {
    switch message {
    case .midi(let bytes):
      _ = map.take(bytes, bytes.count)
      var events: [MIDIControlEvent] = []
      while let event = map.events.pop() { events.append(event) }
      return controls.requests(events)
    case .osc(let address, let value): return controls.requests([Self.osc(address, value)]) { _ in }
    case .key(let key): return controls.requests(key: key)
    case .pad: return controls.requests([Self.report(message)!])
    case .trigger(let trigger, let number):
      return controls.requests(ControlSource(.gesture, TriggerCondition(trigger, number).words.bytes))
    }
  }

  @Test(arguments: samples)
  private func eachActionIsLearnedFromThisKindAndPerformed(_ sample: Sample) throws {
    for action in StageAction.allCases {
      let numbered = NumberedAction(action, action.numbers?.upperBound ?? 0)
      let words = numbered.words.text
      var learning = try PlayLearning(words, concert: path, replaces: true, hasLight: false)
      let source = try #require(source(of: sample.learned, &learning), "\(words)")
      #expect(source.kind == sample.kind)
      let learned = learning.learn(source)
      let answer = try #require(learned)
      #expect(answer.isDone && answer.text.hasPrefix("\(words): "), "\(answer.text)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let number = numbered.number > 0 ? ", \"number\": \(numbered.number)" : ""
      #expect(text.contains("{\"action\": \"\(action.symbol)\"\(number), \(sample.fields)}"), "\(text)")
      // The session that reads the file; the action before has lost the message.
      let file = try ConcertFile(path)
      #expect(file.concert.controls.bindings.count == 1)
      var controls = PlayControls(try ControlList(concert: file))
      let map = ControlMap(controls.messages, learns: false)
      let found = requests(of: sample.acts.message, &controls, map)
      #expect(found.map(\.action) == [numbered], "\(words)")
      if action.kind == .value, let value = sample.acts.value {
        #expect(abs((found.first?.value ?? -1) - value) < 1e-6, "\(words)")
      }
      if let rests = sample.rests {
        let others = requests(of: rests, &controls, map)
        #expect(!others.contains { $0.action == numbered }, "\(words)")
      }
    }
  }

  @Test func aPedalThatIsReleasedOrTakenIsNotLearned() throws {
    var learning = try PlayLearning("next", concert: path, replaces: false, hasLight: false)
    let silent: [Sample.Message] = [
      .midi([0x80, 36, 0]), .midi([0xB0, 80, 63]), .midi([0xB0, 0, 127]), .midi([0xB0, 123, 127]),
      .osc("/pedal/1", 0),
      .osc("/tactus/play/next", 1), .pad(.axis, 2, 0.4), .trigger(.touchBegan, 0),
    ]
    for message in silent { #expect(source(of: message, &learning) == nil, "\(message)") }
    #expect(learning.learn(ControlSource(.cc, 80, channel: 0))?.isDone == true)
    var other = try PlayLearning("record", concert: path, replaces: false, hasLight: false)
    let refusal = other.learn(ControlSource(.cc, 80, channel: 0))
    #expect(refusal?.isDone == false && refusal?.text.contains("is for next") == true)
    #expect(other.learn(ControlSource(.cc, 80, channel: 0)) == nil)
  }
}
