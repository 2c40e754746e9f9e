// A pass over a screen of several parts, and the order of the focus.
import Paint
import Testing

@testable import Toolkit

@Suite struct ScreenPassTests {
  private enum Whole: Equatable { case own, part(Part) }
  private enum Part: Equatable { case first, second }

  private func drawn(focus: Int?, held: Whole? = nil) -> (
    names: [String], marks: [ControlMark], list: DrawList
  ) {
    var pass = ScreenPass<Whole>(.dark, list: DrawList())
    (pass.focus, pass.held) = (focus, held)
    func control<Action>(_ name: String, _ action: Action) -> ScreenControl<Action> {
      ScreenControl(
        role: .button, name: Array(name.utf8), area: Area(x: 0, y: 0, width: 30, height: 30), action: action)
    }
    var marks = [pass.add(control("own", .own))]
    pass.scope({ .part($0) }, { if case .part(let part) = $0 { part } else { nil } }) {
      (pass: inout ScreenPass<Part>) in
      marks.append(pass.add(control("first", .first)))
      marks.append(pass.add(control("second", .second)))
      pass.list.fill(Area(x: 1, y: 2, width: 3, height: 4), pass.look[.text])
    }
    marks.append(pass.add(control("last", .own)))
    return (pass.controls.map { String(decoding: $0.name, as: UTF8.self) }, marks, pass.list)
  }

  @Test func aPartsControlsStandInTheOrderOfTheWhole() {
    let drawn = drawn(focus: nil)
    #expect(drawn.names == ["own", "first", "second", "last"])
    var list = DrawList()
    list.fill(Area(x: 1, y: 2, width: 3, height: 4), Look.dark[.text])
    #expect(drawn.list == list)
  }

  @Test func focusCountsThroughParts() {
    for focus in 0..<4 {
      #expect(drawn(focus: focus).marks.map { $0.isFocused } == (0..<4).map { $0 == focus })
    }
  }

  @Test func aHeldActionIsKnownInItsPart() {
    #expect(drawn(focus: nil, held: .part(.second)).marks.map { $0.isChosen } == [false, false, true, false])
    #expect(drawn(focus: nil, held: .own).marks.map { $0.isChosen } == [true, false, false, true])
  }

  @Test func theFocusWalksThroughWhatTheKeyboardReaches() {
    let controls = [true, false, true].enumerated().map { index, hasFocus in
      ScreenControl(
        role: .button, name: [65], area: Area(x: 0, y: 0, width: 30, height: 30), action: index,
        hasFocus: hasFocus)
    }
    #expect(nextFocus(in: controls, from: nil, 1) == 0)
    #expect(nextFocus(in: controls, from: 0, 1) == 2)
    #expect(nextFocus(in: controls, from: 2, 1) == 0)
    #expect(nextFocus(in: controls, from: nil, -1) == 2)
    #expect(nextFocus(in: [ScreenControl<Int>](), from: nil, 1) == nil)
  }
}
