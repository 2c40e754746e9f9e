// *Scene*: pointers on the widgets of a patch, and the requests that come of them.
import Controls
import Foundation
import Paint
import PanelModel
import SceneFiles
import Testing
import Text
import Toolkit

@testable import SceneScreens
@testable import Shell

private let look = "17 7 0 10 #fcfcfc #000000 #000000"

/// A view of a patch with these records.
private func page(_ records: String...) throws -> View {
  var view = View(.scene, width: 800, height: 500)
  let text = "#N canvas 0 0 400 200 10;\n" + records.joined(separator: "\n") + "\n"
  let copy = PdFile.reachable(Array(text.utf8))
  view.model.scene.read(.path, Array("/scenes/test/_main.pd".utf8))
  let head = Array("0 \(copy.count)\n".utf8)
  view.model.scene.read(.widgets, head + copy)
  return view
}

/// The values that some requests give to widgets.
private func given(_ requests: [PanelRequest]) -> [String] {
  requests.compactMap {
    if case .scene(let values) = $0 { String(decoding: values, as: UTF8.self) } else { nil }
  }
}

/// The one number that is given.
private func number(_ requests: [PanelRequest]) throws -> Double {
  let values = given(requests)
  #expect(values.count == 1)
  let data = Data(try #require(values.first).utf8)
  return try #require(JSONDecoder().decode([String: Double].self, from: data).values.first)
}

extension View {
  /// A pointer at a pixel of the patch.
  fileprivate mutating func point(
    _ phase: ViewEvent.Pointer.Phase, id: Int32 = 0, _ x: Float, _ y: Float
  ) -> [PanelRequest] {
    refreshControls()
    let paper = lent(scene) { $0.paper(of: 0) }
    return handle(
      .pointer(.init(phase, .finger, id: id, x: paper.x + x * paper.scale, y: paper.y + y * paper.scale)),
      at: 0)
  }
}

@Suite struct SceneScreenTests {
  @Test func aSwitchAndARowOfButtonsArePressed() throws {
    var view = try page(
      "#X obj 10 10 tgl 40 0 a empty empty \(look) 0 3;",
      "#X obj 10 100 hradio 40 1 0 4 b empty empty \(look) 0;",
      "#X obj 100 10 bng 40 250 50 0 c empty empty \(look);")
    #expect(given(view.point(.began, 30, 30)) == ["{\"a\": 3.0}"])
    #expect(given(view.point(.ended, 30, 30)) == [])
    #expect(given(view.point(.began, 30, 30)) == ["{\"a\": 0.0}"])
    _ = view.point(.ended, 30, 30)
    #expect(given(view.point(.began, 110, 120)) == ["{\"b\": 2.0}"])
    #expect(given(view.point(.moved, 150, 120)) == ["{\"b\": 3.0}"])
    #expect(given(view.point(.began, id: 2, 120, 30)) == ["{\"c\": true}"])
  }

  @Test func lettersAreKeysOfThePatch() throws {
    var view = try page("#X obj 10 10 tgl 40 0 a empty empty \(look) 0 3;")
    var asked: [String] = []
    for event in [ViewEvent.text([0x61]), .text([0x61]), .text([0x62]), .released([0x61]), .released([0x61])]
    {
      for case .sceneShelf(let question) in view.handle(event, at: 0) {
        asked.append(String(decoding: question, as: UTF8.self))
      }
    }
    // A key that is held repeats, and is one key.
    #expect(
      asked == ["a\", \"1", "b\", \"1", "a\", \"0"].map { "{\"key\": [\"\($0)\"]}" })
    view.open(.scenes)
    for case .sceneShelf in view.handle(.text([0x61]), at: 0) { Issue.record("*Scenes* takes no keys") }
  }

  /// By Pd's names; Tab moves the focus alone.
  @Test func keysWithoutALetterAreKeysOfThePatch() throws {
    var view = try page("#X obj 10 10 tgl 40 0 a empty empty \(look) 0 3;")
    var asked: [String] = []
    func name(_ text: String) -> [UInt8] { Array(text.utf8) }
    for event in [
      ViewEvent.key(.up, shift: false, control: false), .key(.space, shift: false, control: false),
      .text([0x20]),
      .key(.tab, shift: false, control: false), .named(name("F1")), .named(name("Shift_L")),
      .released(name("Up")),
    ] {
      for case .sceneShelf(let question) in view.handle(event, at: 0) {
        asked.append(String(decoding: question, as: UTF8.self))
      }
    }
    #expect(
      asked
        == ["Up\", \"1", "Space\", \"1", "F1\", \"1", "Shift_L\", \"1", "Up\", \"0"].map {
          "{\"key\": [\"\($0)\"]}"
        })
    // Escape gives the keyboard back, so what is down goes up.
    _ = view.handle(.focus(true), at: 0)
    let given = view.handle(.key(.escape, shift: false, control: false), at: 0).compactMap { request in
      if case .sceneShelf(let question) = request { String(decoding: question, as: UTF8.self) } else { nil }
    }
    #expect(
      given
        == ["Escape\", \"1", "Space\", \"0", "F1\", \"0", "Shift_L\", \"0", "Escape\", \"0"].map {
          "{\"key\": [\"\($0)\"]}"
        })
    view.open(.scenes)
    for case .sceneShelf in view.handle(.named(name("F2")), at: 0) { Issue.record("*Scenes* takes no keys") }
  }

  @Test func aWidgetThatThePatchMovesIsPressedWhereItIs() throws {
    var view = try page(
      "#X obj 10 10 tgl 40 0 a a-set empty \(look) 0 1;",
      "#X obj 0 0 cnv 15 400 200 empty ViewPort empty 20 12 0 14 #e0e0e0 #404040 0;")
    view.model.scene.read(
      .values,
      Array(
        #"{"looks": {"a": [["pos", 300, 100]], "ViewPort": [["pos", 200, 0], ["vis_size", 200, 200]]}}"#.utf8)
    )
    #expect(given(view.point(.began, 30, 30)) == [])
    #expect(given(view.point(.began, id: 1, 320, 120)) == ["{\"a\": 1.0}"])
    let paper = view.lent(view.scene) { $0.paper(of: 0) }
    #expect(paper.area(view.model.scene.board.view).x >= 0)
  }

  @Test func twoSlidersMoveAtOnce() throws {
    var view = try page(
      "#X obj 10 10 hsl 101 40 0 1 0 0 a empty empty \(look) 0 0;",
      "#X obj 200 10 vsl 40 101 0 100 0 0 b empty empty \(look) 5000 1;")
    // One that is not steady jumps to the finger; a steady one is moved from where it is.
    #expect(abs(try number(view.point(.began, id: 1, 60, 30)) - 0.5) < 1e-4)
    #expect(given(view.point(.began, id: 2, 220, 60)) == [])
    #expect(abs(try number(view.point(.moved, id: 2, 220, 40)) - 20) < 1e-3)
    #expect(abs(try number(view.point(.moved, id: 1, 85, 30)) - 0.75) < 1e-4)
    #expect(given(view.point(.moved, id: 2, 220, -400)) == ["{\"b\": 100.0}"])
  }

  @Test func aFingerBesideTheWidgetsIsATouch() throws {
    var view = try page("#X obj 10 10 tgl 40 0 a empty empty \(look) 0 3;")
    var found: [(Float, Float)] = []
    for case .surface(let event) in view.point(.began, 300, 50) {
      found.append((event.touch.x, event.touch.y))
    }
    #expect(found.count == 1)
    #expect(abs(found[0].0 - 0.75) < 0.005 && abs(found[0].1 - 0.75) < 0.01)
  }

  @Test func droidPartysWidgetsSendWhatTheySend() throws {
    var view = try page(
      "#X obj 10 10 touch 100 100 pad;", "#X obj 200 10 taplist 100 40 l l-out one two;",
      "#X obj 200 100 ribbon 100 40 r;", "#X obj 10 130 numberbox 80 40 n n-out -5 5 0;")
    #expect(given(view.point(.began, 35, 60)).first?.hasPrefix("{\"pad\": [") == true)
    #expect(given(view.point(.ended, 35, 60)) == ["{\"pad\": [-1.0, -1.0]}"])
    #expect(given(view.point(.began, 250, 30)) == ["{\"l-out\": 1.0}"])
    _ = view.point(.ended, 250, 30)
    #expect(given(view.point(.began, 225, 120)).first?.hasSuffix(", 1.0]}") == true)
    _ = view.point(.ended, 225, 120)
    _ = view.point(.began, 50, 150)
    #expect(given(view.point(.moved, 50, 130)) == ["{\"n-out\": 5.0}"])
  }

  @Test func theKeyboardMovesASlider() throws {
    var view = try page("#X obj 10 10 hsl 101 40 0 100 0 0 a empty Tone \(look) 0 0;")
    view.refreshControls()
    let index = try #require(view.controls.firstIndex { $0.name == Array("Tone".utf8) })
    view.focus(on: index)
    #expect(abs(try number(view.key(.right)) - 1) < 1e-4)
  }

  @Test func theHeadSetsPorts() throws {
    var view = try page()
    #expect(ports(try view.press("Restart")) == [Int(ScenePort.restart.rawValue): 1])
    _ = view.pass(0)
    #expect(ports(view.pass(0.5)) == [Int(ScenePort.restart.rawValue): 0])
    #expect(ports(try view.press("Let the input pass")) == [Int(ScenePort.enabled.rawValue): 0])
    #expect(ports(try view.press("Record")) == [Int(ScenePort.record.rawValue): 1])
    view.model.ports = ScenePort.allCases.map { $0 == .record ? 1 : $0.spec.default }
    #expect(ports(try view.press("Record")) == [Int(ScenePort.record.rawValue): 0])
    // A recording that the patch has begun is ended without the port.
    view.model.ports = ScenePort.allCases.map { $0.spec.default }
    #expect(!(try view.control("Record").isOn))
    view.model.scene.read(.recording, Array("recording-1.wav".utf8))
    #expect(try view.control("Record").isOn)
    let requests = try view.press("Record")
    #expect(ports(requests) == [:])
    let asked = requests.compactMap {
      if case .sceneShelf(let text) = $0 { String(decoding: text, as: UTF8.self) } else { nil }
    }
    #expect(asked == ["{\"end_recording\": []}"])
    view.model.scene.read(.recording, [])
    #expect(!(try view.control("Record").isOn))
    _ = try view.press("Console")
    view.model.scene.read(.console, Array("one\nerror: two\n".utf8))
    #expect(String(decoding: try view.control("What Pd has printed").value, as: UTF8.self) == "error: two")
    for _ in 0..<50 { view.model.scene.read(.console, Array("1\n2\n3\n4\n5\n".utf8)) }
    #expect(view.model.scene.console.count == 200)
  }

  @Test func scenesAreChosenAndManaged() throws {
    var view = try page()
    let list = """
      [{"path": "/u/a.pd", "name": "a", "kind": "patch", "own": true, "about": "One", "width": 400,
      "height": 200,
      "picture": [[10, 10, 50, 20, 16711680]]}, {"path": "/b/c", "name": "c", "kind": "PdParty", "own": false,
      "about": "", "width": 4, "height": 3, "picture": []}]
      """
    let bytes = Array(list.utf8)
    view.model.scene.read(.shelf, Array("0 \(bytes.count)\n".utf8) + bytes[..<100])
    #expect(view.model.scene.shelf.isEmpty)
    view.model.scene.read(.shelf, Array("100 \(bytes.count)\n".utf8) + bytes[100...])
    view.open(.scenes)
    func questions(_ requests: [PanelRequest]) -> [String] {
      requests.compactMap {
        switch $0 {
        case .sceneShelf(let text): "shelf " + String(decoding: text, as: UTF8.self)
        case .openScene(let path): "open " + String(decoding: path, as: UTF8.self)
        default: nil
        }
      }
    }
    #expect(questions(try view.press("a")) == [])
    #expect(questions(try view.press("a")) == ["open /u/a.pd"])
    _ = try view.press("Delete")
    #expect(questions(view.key(.enter)) == ["shelf {\"delete\": [\"/u/a.pd\"]}"])
    _ = try view.press("Rename")
    view.type("2")
    #expect(questions(view.key(.enter)) == ["shelf {\"rename\": [\"/u/a.pd\", \"2\"]}"])
    _ = try view.press("Move")
    view.type("live")
    #expect(questions(view.key(.enter)) == ["shelf {\"move\": [\"/u/a.pd\", \"live\"]}"])
    // Without a folder it goes to that of scenes itself.
    _ = try view.press("Move")
    #expect(questions(view.key(.enter)) == ["shelf {\"move\": [\"/u/a.pd\", \"\"]}"])
    _ = try view.press("c")
    #expect(!(try view.control("Delete").hasFocus))
    #expect(!(try view.control("Move").hasFocus))
  }

  @Test func noMessageBreaksTheView() throws {
    var view = try page()
    for text in ["", "x", "0 9", "0 5\n", "-1 4\nabcd", "7 3\nx", "0 3\nxyz", "{", "[1]", "{\"a\": null}"] {
      for property in [SceneProperty.widgets, .values, .shelf, .state, .console] {
        view.model.scene.read(property, Array(text.utf8))
      }
      view.refreshControls()
    }
  }
}

/// The pictures of files that a view draws: paths, and whether they fill their areas.
private func pictures(_ view: inout View) -> [String] {
  var list = DrawList()
  var found: [String] = []
  view.draw(into: &list)
  list.forEach {
    if case .picture(let picture) = $0 {
      found.append("\(String(decoding: picture.path, as: UTF8.self)) \(picture.fills)")
    }
  }
  return found
}

@Suite struct ScenePictureTests {
  /// The picture of a scene's kind fills the paper, under all widgets; a patch has none.
  @Test(arguments: [
    ("/s/a/_main.pd", "/s/a/background true"), ("/s/a", "/s/a/background true"),
    ("/s/b/droidparty_main.pd", "/s/b/background true"), ("/s/c.rj/_main.pd", "/s/c.rj/image true"),
    ("/s/c.rj", "/s/c.rj/image true"), ("/s/d.pd", nil),
  ]) func thePaperHasThePictureOfTheKind(path: String, picture: String?) throws {
    var view = try page("#X obj 10 10 hsl 101 40 0 1 0 0 a empty empty \(look) 0 0;")
    view.model.scene.read(.path, Array(path.utf8))
    #expect(pictures(&view) == [picture].compactMap { $0 })
    guard picture != nil else { return }
    view.refreshControls()
    let paper = view.lent(view.scene) { $0.paper(of: 0) }
    var list = DrawList()
    view.draw(into: &list)
    var (isPaper, isUnder) = (false, false)
    list.forEach {
      if case .picture(let picture) = $0 {
        isPaper = picture.area.width == 400 * paper.scale && picture.area.height == 200 * paper.scale
      }
      // The paper is white; what is drawn of the slider has its color.
      if case .fill(let ink, _) = $0, isPaper, ink == Ink(0xfcfcfc) { isUnder = true }
    }
    #expect(isPaper && isUnder)
  }

  @Test func theListShowsTheSmallPictures() throws {
    var view = try page()
    let text = """
      [{"path": "/u/a", "name": "a", "kind": "PdParty", "own": true, "about": "", "width": 4, "height": 3,
      "picture": [[0, 0, 2, 2, 255]], "thumb": "/u/a/thumb"},
      {"path": "/u/b", "name": "b", "kind": "PdParty", "own": true, "about": "", "width": 4, "height": 3,
      "picture": [[0, 0, 2, 2, 255]], "thumb": ""}]
      """
    view.model.scene.read(.shelf, Array("0 \(text.utf8.count)\n".utf8) + Array(text.utf8))
    view.open(.scenes)
    #expect(pictures(&view) == ["/u/a/thumb false"])
    // The other one has its widgets as shapes.
    var shapes = 0
    var list = DrawList()
    view.draw(into: &list)
    list.forEach { if case .fill(let ink, _) = $0, ink == Ink(0x0000ff) { shapes += 1 } }
    #expect(shapes == 1)
  }
}

@Suite struct ScenePanelTests {
  private static let records = [
    "#X obj 10 10 tgl 40 0 a empty empty \(look) 0 1;", "#N canvas 0 0 100 80 tune\\ it 0;",
    "#X obj 10 10 tgl 40 0 b empty empty \(look) 0 1;", "#X restore 1 1 pd tune\\ it;",
  ]

  private func panelled() throws -> View {
    try page(Self.records[0], Self.records[1], Self.records[2], Self.records[3])
  }

  @Test func aTabShowsASubpatch() throws {
    var view = try panelled()
    view.refreshControls()
    #expect(view.controls.contains { $0.role == .tab && $0.name == Array("tune it".utf8) })
    #expect(!view.controls.contains { $0.action == .scene(.widget(1)) })
    #expect(pictures(&view).count == 1)
    _ = try view.press("tune it")
    view.refreshControls()
    #expect(pictures(&view).isEmpty, "the picture of the main page stands behind a panel")
    #expect(!view.controls.contains { $0.action == .scene(.surface) || $0.action == .scene(.widget(0)) })
    let paper = view.lent(view.scene) { $0.paper(of: 1) }
    let (x, y) = (paper.x + 30 * paper.scale, paper.y + 30 * paper.scale)
    #expect(
      given(view.handle(.pointer(.init(.began, .finger, id: 1, x: x, y: y)), at: 0)) == ["{\"b\": 1.0}"])
    // A finger beside its widgets plays nothing.
    let beside = view.handle(
      .pointer(.init(.began, .finger, id: 2, x: paper.x + 90 * paper.scale, y: paper.y + 70 * paper.scale)),
      at: 0)
    #expect(beside.isEmpty)
    // Another scene begins with its main page.
    view.model.scene.read(.path, Array("/scenes/other".utf8))
    view.refreshControls()
    view.isStale = true
    view.refreshControls()
    #expect(view.controls.contains { $0.action == .scene(.surface) })
  }

  @Test func thePatchOpensAPanelAndACrossClosesIt() throws {
    var view = try panelled()
    view.model.scene.read(.values, Array("{\"pd-tune it\": 1.0}".utf8))
    view.refreshControls()
    // Both pages are there; the panel lies above.
    let (main, panel) = (view.lent(view.scene) { $0.paper(of: 0) }, view.lent(view.scene) { $0.paper(of: 1) })
    #expect(panel.scale <= main.scale)
    func press(_ paper: ScenePaper, _ x: Float, _ y: Float, id: Int32) -> [String] {
      let (x, y) = (paper.x + x * paper.scale, paper.y + y * paper.scale)
      return given(view.handle(.pointer(.init(.began, .finger, id: id, x: x, y: y)), at: 0))
    }
    #expect(press(panel, 30, 30, id: 1) == ["{\"b\": 1.0}"])
    #expect(press(main, 30, 30, id: 2) == ["{\"a\": 1.0}"])
    // Under the panel nothing of the main page is reached.
    #expect(
      view.handle(.pointer(.init(.began, .finger, id: 3, x: panel.x + 5, y: panel.y + 5)), at: 0).isEmpty)
    #expect(given(try view.press("Close the panel")) == ["{\"pd-tune it\": 0.0}"])
    view.refreshControls()
    #expect(!view.controls.contains { $0.action == .scene(.widget(1)) })
  }

  /// Sixteen panels, all open, on a small screen: every cross is reached.
  @Test func repeatedMessagesChangeNothing() throws {
    var scene = SceneModel()
    func tell(_ property: SceneProperty, _ text: String) { scene.read(property, Array(text.utf8)) }
    let slider = "#X obj 10 10 hsl 128 15 0 1 0 0 a empty empty \(look) 0 1;"
    let page = "#N canvas 0 0 400 200 10;\n\(slider)\n"
    tell(.widgets, "0 \(page.utf8.count)\n\(page)")
    tell(.values, "{\"a\": 0.5}")
    tell(.widgets, "0 \(page.utf8.count)\n\(page)")
    #expect(scene.board.states[0].number == 0.5 && !scene.lacksPiece)
    // A piece that has no beginning, a page without end.
    tell(.widgets, "6000 12000\n#X obj")
    #expect(scene.lacksPiece)
    tell(.widgets, "0 99999999999\n\(page)")
    #expect(scene.lacksPiece && scene.board.widgets.count == 1)
    tell(.widgets, "0 \(page.utf8.count)\n\(page)")
    #expect(!scene.lacksPiece)
    for line in ["one", "two", "", "three"] { tell(.console, line) }
    #expect(scene.console == [Array("three".utf8)])
    #expect(SceneModel.ports(Array("0 -90 x".utf8)).map { $0.value } == [0, ScenePort.level.spec.minimum])
  }

  @Test func aPageHasSetUpAndNoEdit() throws {
    var view = try page("#X obj 10 10 tgl 40 0 a empty empty \(look) 0 1;")
    func names(_ view: inout View) -> [String] {
      view.refreshControls()
      return view.controls.map { String(decoding: $0.name, as: UTF8.self) }
    }
    #expect(names(&view).contains("Edit") && !view.screens.contains(.setup))
    view.model.page = ViewModel.Page()
    #expect(!names(&view).contains("Edit") && view.screens == [.setup, .scene, .scenes])
    view.model.page?.kinds = [.touch, .scene]
    view.open(.setup)
    #expect(names(&view).contains("Tactus Touch"))
    let index = try #require(view.controls.firstIndex { $0.name == Array("Tactus Touch".utf8) })
    let area = view.controls[index].area
    var requests = view.handle(
      .pointer(.init(.began, .finger, id: 0, x: area.middleX, y: area.middleY)), at: 0)
    requests += view.handle(.pointer(.init(.ended, .finger, id: 0, x: area.middleX, y: area.middleY)), at: 0)
    #expect(requests.contains { if case .device(.kind(.touch)) = $0 { true } else { false } })
  }

  @Test(arguments: [(Float(390), Float(500)), (1280, 800)]) func manyPanelsFit(size: (Float, Float)) throws {
    var view = View(.scene, width: size.0, height: size.1)
    var text = "#N canvas 0 0 400 200 10;\n\(Self.records[0])\n"
    var values: [String] = []
    for index in 0..<16 {
      text +=
        "#N canvas 0 0 900 700 panel\(index) 0;\n#X obj 10 10 tgl 40 0 b\(index) empty empty \(look) 0 1;\n"
      text += "#X restore 1 1 pd panel\(index);\n"
      values.append("\"pd-panel\(index)\": 1")
    }
    view.model.scene.read(.path, Array("/scenes/test".utf8))
    view.model.scene.read(.widgets, Array("0 \(text.utf8.count)\n".utf8) + Array(text.utf8))
    view.model.scene.read(.values, Array("{\(values.joined(separator: ", "))}".utf8))
    for left in stride(from: 16, to: 0, by: -1) {
      view.isStale = true
      view.refreshControls()
      let crosses = view.controls.filter { $0.name == Array("Close the panel".utf8) }
      #expect(crosses.count == left)
      for cross in crosses {
        #expect(cross.area.x >= 0 && cross.area.right <= size.0 && cross.area.bottom <= size.1)
      }
      let last = try #require(crosses.last).area
      _ = view.handle(.pointer(.init(.began, .finger, id: 1, x: last.middleX, y: last.middleY)), at: 0)
      _ = view.handle(.pointer(.init(.ended, .finger, id: 1, x: last.middleX, y: last.middleY)), at: 0)
    }
  }
}
