// The manual in the window: F1 opens the page about a control at what it says of it.
import Controls
import Foundation
import PanelModel
import Testing

@testable import Shell
@testable import SoundScreens
@testable import Toolkit

/// A page of the repository's manual.
private func text(_ page: String) throws -> [UInt8] {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return [UInt8](try Data(contentsOf: root.appending(path: "docs/\(page)")))
}

/// The name of the page that some requests ask for.
private func page(_ requests: [PanelRequest]) -> String? {
  for case .manual(let name) in requests { return String(decoding: name, as: UTF8.self) }
  return nil
}

@Suite struct ManualTests {
  @Test func f1OpensThePageAboutTheControlUnderThePointer() throws {
    var view = touchView()
    view.open(.sound)
    view.refreshControls()
    let bar = try #require(view.controls.first { $0.parameter == .oscALevel }).area
    _ = view.handle(.hover(x: bar.middleX, y: bar.middleY, alt: false), at: 0)
    #expect(page(view.key(.help)) == "parameters.md")
    view.show(manual: Array("parameters.md".utf8), try text("parameters.md"))
    view.refreshControls()
    let manual = try #require(view.manual)
    #expect(String(decoding: manual.meantText, as: UTF8.self) == "osc_a_level … osc_c_level")
    let line = try #require(manual.lines.first { $0.isMeant })
    #expect(line.y >= manual.scroll && line.y < manual.scroll + view.height / 2, "it is seen")
    // Only its own button is there, and keys scroll.
    #expect(view.controls.map(\.action) == [.closeManual])
    let scroll = manual.scroll
    _ = view.handle(.scroll(x: 400, y: 400, dx: 0, dy: -40, shift: false), at: 1)
    view.refreshControls()
    #expect(view.manual?.scroll == scroll + 40)
    _ = view.key(.escape)
    #expect(view.manual == nil)
    view.refreshControls()
    #expect(view.controls.count > 10)
  }

  /// F1 on a screen where a sound is made opens the guide at what it says of it, and on an object its description.
  @Test func f1OpensTheGuide() throws {
    var view = touchView()
    func opened(_ requests: [PanelRequest]) throws -> (page: String?, text: String) {
      let name = page(requests)
      view.show(manual: Array((name ?? "").utf8), try text(try #require(name)))
      let found = String(decoding: try #require(view.manual).meantText, as: UTF8.self)
      _ = view.key(.escape)
      return (name, found)
    }
    for (screen, name, heading) in [
      (ScreenName.sound, "guide/change.md", "Change a sound"),
      (.matrix, "guide/making-a-patch.md", "3. Choose what moves it"),
      (.modules, "guide/making-a-patch.md", "4. Draw envelopes"),
    ] {
      view.open(screen, withTabs: true)
      let (page, text) = try opened(view.key(.help))
      #expect(page == name && text.hasPrefix(heading), "\(text)")
    }
    view.open(.sound, withTabs: true)
    for (object, heading) in [
      (SoundObject.filter2 as SoundObject?, "Filter 1, 2"), (.oscillatorB, "Oscillator A, B, C"),
      (.env3, "Envelope 2, 3, 4"), (.reverb, "Reverb"), (.fm, "FM pair"), (nil, "The voice"),
    ] {
      view.refreshControls()
      let chip = try #require(view.controls.first { $0.action == .sound(.object(object)) }).area
      _ = view.handle(.hover(x: chip.x + 20, y: chip.middleY, alt: false), at: 0)
      let (page, text) = try opened(view.key(.help))
      #expect(page == "parameters.md" && text == heading)
    }
  }

  @Test func everyParameterAndControllerIsFound() throws {
    let pages = [
      ("parameters.md", Parameter.allCases.map { $0.spec.symbol.bytes }),
      ("controllers.md", Controller.allCases.map { $0.spec.symbol.bytes }),
    ]
    var missing: [String] = []
    for (page, all) in pages {
      let text = try text(page)
      for symbol in all {
        let manual = ManualPage(Array(page.utf8), text, terms: [symbol])
        if !manual.isTerm { missing.append(String(decoding: symbol, as: UTF8.self)) }
      }
    }
    #expect(missing.isEmpty, "\(missing.count): \(missing.prefix(20))")
  }

  @Test func markdownBecomesWords() {
    let text = """
      # A **title**

      <!-- for tests -->
      Some [linked words](a.md#b) and `code`,
      on two lines.
      1. First
      2. Second

      | a | b |
      | --- | --- |
      | `x` ![](x.svg) | one \\| two |
      """
    var manual = ManualPage([], Array(text.utf8), terms: [Array("x".utf8)])
    manual.lay(in: 600, .dark)
    let lines = manual.lines.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(
      lines == [
        "A title", "Some linked words and code, on two lines.", "1. First", "2. Second", "a", "b", "x",
        "one | two",
      ])
    #expect(manual.isTerm && String(decoding: manual.meantText, as: UTF8.self) == "x")
  }

  @Test func aMissingManualIsSaid() {
    var view = touchView()
    view.show(manual: Array("window.md".utf8), [])
    #expect(view.manual == nil && view.model.isRefusal)
  }
}
