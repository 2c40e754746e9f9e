// Controls: each action bound to each kind of source is read and written; mistakes are refused with a place.
import Controls
import TestSupport
import Testing
import Text

@testable import Concerts

private func controls(_ text: String) throws(DocumentError) -> (
  document: ControlsDocument, warnings: [DocumentError]
) {
  var warnings: [DocumentError] = []
  let document = try ControlsDocument.read(Array(text.utf8), warnings: &warnings)
  return (document, warnings)
}

/// A source of each kind.
private let sources = [
  ControlSource(.note, 36, channel: 0), ControlSource(.cc, 80), ControlSource(.program, 127, channel: 15),
  ControlSource(.mmc, Array("record_exit".utf8)), ControlSource(.osc, Array("/pedal/1".utf8)),
  ControlSource(.key, Array("page_down".utf8)), ControlSource(.button, 16, pad: 4), ControlSource(.axis, 6),
  ControlSource(.gesture, Array("on_pad_button:16".utf8)),
]

struct ControlsTests {
  @Test func eachActionIsBoundToEachKindOfSource() throws {
    #expect(Set(sources.map(\.kind)).count == ControlSource.Kind.allCases.count)
    for action in StageAction.allCases {
      var document = ControlsDocument()
      for source in sources {
        var binding = ControlBinding(NumberedAction(action, action.numbers?.upperBound ?? 0), source)
        if source.kind == .cc { binding.source.threshold = 100 }
        if action.hasState { (binding.light.number, binding.light.on, binding.light.off) = (3, 5, 1) }
        document.controls.bindings.append(binding)
      }
      let (read, warnings) = try controls(string(document.write()))
      #expect(read == document && warnings.isEmpty, "\(action.symbol)")
      let words = document.controls.bindings[0].action.words.bytes
      #expect(try NumberedAction(words: words) == document.controls.bindings[0].action)
    }
  }

  @Test func noTwoActionsHaveOneKeyOrName() {
    let keys = StageAction.allCases.compactMap(\.key)
    #expect(Set(keys).count == keys.count && keys.allSatisfy { $0.count == 1 })
    #expect(Set(StageAction.allCases.map { "\($0.symbol)" }).count == StageAction.allCases.count)
    for action in StageAction.allCases { #expect(action.key.map { StageAction(key: $0) == action } ?? true) }
  }

  @Test func sourcesOverlapIfOneMessageFitsBoth() {
    for (index, one) in sources.enumerated() {
      for (other, two) in sources.enumerated() { #expect(one.overlaps(two) == (index == other)) }
    }
    #expect(ControlSource(.cc, 1).overlaps(ControlSource(.cc, 1, channel: 3)))
    #expect(!ControlSource(.cc, 1, channel: 2).overlaps(ControlSource(.cc, 1, channel: 3)))
    #expect(ControlSource(.button, 1).overlaps(ControlSource(.button, 1, pad: 2)))
    let tap = { (words: String) in ControlSource(.gesture, Array(words.utf8)) }
    #expect(tap("on_pad_button").overlaps(tap("on_pad_button:3")) && !tap("on_tap").overlaps(tap("on_hold")))
  }

  @Test func theControlChannelMovesTheMasterLevel() throws {
    let (read, _) = try controls("{\"version\": 1, \"channel\": 16, \"bindings\": []}")
    #expect(
      read.controls.all == [ControlBinding(NumberedAction(.level), ControlSource(.cc, 7, channel: 15))])
  }

  @Test func lightsAreBetweenOffAndOn() {
    var light = ControlLight()
    #expect(light.message(1) == nil)
    (light.number, light.channel, light.on, light.off) = (60, 2, 100, 20)
    #expect(light.message(1)! == (0x92, 60, 100) && light.message(0)! == (0x92, 60, 20))
    #expect(light.message(0.5)! == (0x92, 60, 60) && light.message(7)!.value == 100)
    light.isController = true
    #expect(light.message(1)!.status == 0xB2)
  }

  @Test func everyTriggerThatNeedsNoMoreIsACondition() {
    for trigger in Trigger.allCases {
      let words = UTF8Text(trigger.symbol).bytes
      let isRefused = [.level, .enteredRegion, .leftRegion].contains(trigger)
      #expect(((try? TriggerCondition(words: words)) == nil) == isRefused, "\(trigger.symbol)")
      for (number, fits) in [("0", false), ("1", true), ("65", false), ("x", false), ("", false)] {
        var counts = false
        if case .number = trigger.argument { counts = true }
        let condition = try? TriggerCondition(words: words + Array(":\(number)".utf8))
        #expect((condition != nil) == (fits && counts), "\(trigger.symbol):\(number)")
      }
    }
  }

  @Test func aConcertHasItsOwn() throws {
    let text = """
      {
        "version": 1,
        "name": "",
        "controls": {
          "channel": 2,
          "bindings": [
            {"action": "next", "cc": 80, "channel": 1}
          ]
        },
        "songs": []
      }

      """
    var warnings: [DocumentError] = []
    let concert = try Concert.read(Array(text.utf8), warnings: &warnings)
    #expect(concert.controls.channel == 1 && concert.controls.bindings.count == 1 && warnings.isEmpty)
    #expect(string(concert.write()) == text)
  }
}
