// The page *Song* of *Grid*: sections by mouse and keyboard, what a press asks of the ports, and what follows the
// position.
import Controls
import Grids
import PanelModel
import RealTime
import Testing
import ToneMatrix
import Toolkit

@testable import GridScreens
@testable import Shell

@Suite struct SongPageTests {
  /// A window with a song of three sections: A of 4 bars, B of 2, and one without a name of 4.
  private func view(_ width: Float = 1280, _ height: Float = 800) throws -> View {
    var view = View(.toneMatrix, width: width, height: height)
    var grid = GridDocument()
    try grid.apply(
      edit: Array(
        """
        {"song": {"song": 1, "name": "Live", "sections": [{"name": "A", "bars": 4, "patterns": [1, 2]},
          {"name": "B", "bars": 2, "mutes": [3]}, {}]}}
        """.utf8))
    view.model.show(grid)
    view.grid.state.page = .chain
    return view
  }

  private func names(_ view: View) -> [String] {
    view.model.grid.songs[0].sections.map { "\(String(decoding: $0.name, as: UTF8.self)) \($0.bars)" }
  }

  private func press(_ action: SongAction, _ view: inout View) throws {
    var requests: [PanelRequest] = []
    view.press(.grid(.song(action)), &requests)
    try view.apply(requests)
  }

  @Test func aSongIsBegunAndGrows() throws {
    var view = View(.toneMatrix, width: 1280, height: 800)
    _ = try view.press("Song")
    try view.apply(try view.press("New song"))
    try view.apply(try view.press("Insert"))
    #expect(view.model.grid.songs[0].sections.count == 2 && view.grid.state.section == 1)
    try view.apply(try view.drag("Bars", to: 0))
    try press(.mute(2), &view)
    let section = view.model.grid.songs[0].sections[1]
    #expect(section.bars == 1 && section.mutes.indices.filter { section.mutes[$0] } == [2])
    try view.apply(try view.drag("bass", to: 1))
    #expect(view.model.grid.songs[0].sections[1].patterns.prefix(4) == [0, 15, 0, 0])
  }

  /// The document follows a moment after the press, and the screen is drawn before.
  @Test func anInsertedSectionIsChosenWhenItArrives() throws {
    var view = View(.toneMatrix, width: 1280, height: 800)
    _ = try view.press("Song")
    try view.apply(try view.press("New song"))
    for _ in 0..<2 {
      let requests = try view.press("Insert")
      view.refreshControls()
      try view.apply(requests)
      view.refreshControls()
    }
    try press(.mute(2), &view)
    #expect(view.model.grid.songs[0].sections.map { $0.mutes[2] } == [false, false, true])
  }

  @Test func sectionsAreChosenRepeatedMovedAndDeleted() throws {
    var view = try view()
    #expect(names(view) == ["A 4", "B 2", " 4"])
    try press(.choose(1), &view)
    try view.apply(try view.press("Repeat"))
    #expect(names(view) == ["A 4", "B 2", "B 2", " 4"] && view.grid.state.section == 2)
    try view.apply(try view.press("Move down"))
    #expect(names(view) == ["A 4", "B 2", " 4", "B 2"] && view.grid.state.section == 3)
    try view.apply(try view.press("Delete"))
    #expect(names(view) == ["A 4", "B 2", " 4"])
  }

  @Test func aSectionIsDraggedToAnotherPlace() throws {
    var view = try view()
    view.refreshControls()
    let areas = (0..<3).map { index in
      view.controls.first { $0.action == .grid(.song(.choose(index))) }!.area
    }
    var requests = view.handle(.pointer(.init(.began, x: areas[0].middleX, y: areas[0].middleY)), at: 0)
    requests += view.handle(.pointer(.init(.moved, x: areas[2].middleX, y: areas[2].middleY)), at: 0.1)
    requests += view.handle(.pointer(.init(.ended, x: areas[2].middleX, y: areas[2].middleY)), at: 0.2)
    try view.apply(requests)
    #expect(names(view) == ["B 2", " 4", "A 4"])
  }

  @Test func keysMoveAndDeleteTheSectionWithTheKeyboard() throws {
    var view = try view()
    view.refreshControls()
    view.focus = view.controls.firstIndex { $0.action == .grid(.song(.choose(0))) }
    try view.apply(view.handle(.key(.down, shift: true, control: false), at: 0))
    #expect(names(view) == ["B 2", "A 4", " 4"])
    view.refreshControls()
    view.focus = view.controls.firstIndex { $0.action == .grid(.song(.choose(1))) }
    try view.apply(view.handle(.key(.delete, shift: false, control: false), at: 1))
    #expect(names(view) == ["B 2", " 4"])
  }

  @Test func aBarJumpsAndASecondPressReturns() throws {
    var view = try view()
    let port = Int(ToneMatrixPort.section.rawValue)
    #expect(ports(try view.press("go to bar 5, B"))[port] == 2)
    view.model.set(port: port, to: 2)
    #expect(ports(try view.press("go to bar 5, B"))[port] == 0)
    #expect(ports(try view.press("Loop"))[Int(ToneMatrixPort.loopSection.rawValue)] == 1)
  }

  @Test func theSectionThatPlaysIsShown() throws {
    var view = try view()
    var live = LivePicture()
    live.isRolling = true
    live.song = LiveSong()
    live.song?.section = 1
    live.song?.next = 0
    view.show(live, at: 1)
    func value(_ name: String) throws -> String {
      String(decoding: try view.control(name).value, as: UTF8.self)
    }
    #expect(try value("go to bar 5, B") == "plays")
    #expect(try value("go to bar 1, A") == "is next")
    #expect(try value("go to bar 7, Section 3") == "")
  }

  @Test func aSectionIsExported() throws {
    var view = try view()
    try press(.choose(2), &view)
    #expect(questions(try view.press("Export section")) == [#"{"export": [0, 0, 3, 1]}"#])
  }

  /// All controls are within the window, also in small ones.
  @Test(arguments: [(1280, 800), (800, 500), (420, 640)] as [(Float, Float)])
  func thePageFits(_ width: Float, _ height: Float) throws {
    var view = try view(width, height)
    view.grid.state.isPageOpen = true
    view.refreshControls()
    let own = view.controls.filter { if case .grid(.song) = $0.action { true } else { false } }
    #expect(own.count > 4)
    for control in own {
      #expect(control.area.x >= 0 && control.area.right <= width + 0.5 && control.area.bottom <= height + 0.5)
    }
  }
}
