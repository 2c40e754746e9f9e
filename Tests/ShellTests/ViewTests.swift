// Rules of every screen: equal lists for equal input, focus, targets, names.
import Controls
import GridScreens
import PanelModel
import SceneScreens
import SoundScreens
import Testing

@testable import LibraryScreens
@testable import Paint
@testable import PerformanceScreens
@testable import Shell

@Suite struct ViewTests {
  /// All screens of both plugins, at three sizes.
  private func everyScreen(_ body: (inout View, ScreenName) -> Void) {
    for size in Look.Size.allCases {
      for plugin in [ViewModel.Plugin.touch, .toneMatrix] {
        var view = plugin == .touch ? touchView() : View(.toneMatrix, width: 1280, height: 800)
        view.look.size = size
        for screen in view.screens {
          view.open(screen, withTabs: true)
          body(&view, screen)
        }
      }
    }
  }

  /// The arrow of *Share* stays however long the name is, and the name is cut for it.
  @Test(arguments: [(Float(800), Float(500)), (1100, 700), (768, 1024)])
  func shareStaysBesideALongName(width: Float, height: Float) throws {
    for name in ["Glass", "A name of a patch that is longer than any window is wide, for it goes on and on"] {
      var view = touchView()
      _ = view.handle(.resized(width: width, height: height), at: 0)
      view.model.patch.name = Array(name.utf8)
      view.open(.play, withTabs: true)
      view.refreshControls()
      let share = try #require(view.controls.first { $0.action == .share }, "\(name) at \(width)").area
      let next = try #require(view.controls.first { $0.action == .neighbour(1) }).area
      let title = try #require(view.controls.first { $0.name == Array("Loaded".utf8) }).area
      #expect(title.right <= next.x && next.right <= share.x && (title.width > 80 || name == "Glass"))
      for tab in view.controls where tab.role == .tab { #expect(!tab.area.meets(share)) }
    }
  }

  /// The name of a parameter begins with that of its object, where there are several of a kind.
  @Test func parametersAreNamedAfterTheirObjects() {
    var seen: Set<[UInt8]> = []
    for object in SoundObject.allCases.map({ $0 as SoundObject? }) + [nil] {
      for parameter in Parameter.all(of: object) {
        let title = String(decoding: parameter.title, as: UTF8.self)
        #expect(seen.insert(parameter.title).inserted, "\(title) twice")
        let name = object.map { "\($0.description.name)" } ?? ""
        if let last = name.split(separator: " ").last, last.count == 1 {
          #expect(title.hasPrefix("\(name) "), "\(title) of \(name)")
        }
        if parameter.spec.symbol.string.hasPrefix("amp_") {
          #expect(title.hasPrefix("Envelope 1 ") || title.hasPrefix("Voice "), "\(title)")
        }
      }
    }
    #expect(String(decoding: SoundObject.title(of: nil), as: UTF8.self).contains("Envelope 1"))
  }

  /// Each button of *Library* has a tip that says what it does.
  @Test func everyButtonOfTheLibraryHasATip() throws {
    var view = touchView()
    view.open(.library)
    view.refreshControls()
    for name in [
      "Search", "Save", "Save as…", "Load", "Rename…", "Duplicate…", "Delete", "Copy as text", "Paste text",
    ] {
      let control = try view.control(name)
      #expect(!view.help(of: control).text.isEmpty, "\(name)")
    }
  }

  /// Each screen of the modules has one line in the shell's list.
  @Test func everyScreenIsOneLineOfTheShell() {
    let screens: [FamilyScreen] =
      PerformanceScreens.Screen.allCases.map { .performance($0) }
      + SoundScreens.Screen.allCases.map { .sound($0) } + GridScreens.Screen.allCases.map { .grid($0) }
      + LibraryScreens.Screen.allCases.map { .library($0) } + SceneScreens.Screen.allCases.map { .scene($0) }
    #expect(ScreenName.allCases.count == screens.count)
    for screen in screens {
      #expect(ScreenName.allCases.filter { $0.screen == screen }.count == 1, "\(screen)")
    }
    for name in ScreenName.allCases {
      #expect(
        ScreenName(symbol: Array(name.symbol.description.utf8)) == name, "\(name.symbol) is one screen's")
      #expect(!name.title.description.isEmpty)
    }
  }

  @Test func equalInputGivesEqualLists() {
    everyScreen { view, screen in
      var (a, b) = (DrawList(), DrawList())
      var other = view
      view.draw(into: &a)
      other.draw(into: &b)
      #expect(a == b)
      let before = a
      view.draw(into: &a)
      #expect(a == before, "\(screen.symbol) drawn twice")
    }
  }

  /// So somebody who hears the window knows where Tab goes on. On *Library*, keys are for its list and its search.
  @Test(arguments: [ViewModel.Plugin.touch, .toneMatrix])
  func aTabThatReturnHasPressedKeepsTheKeyboard(plugin: ViewModel.Plugin) throws {
    var view = plugin == .touch ? touchView() : View(.toneMatrix, width: 1280, height: 800)
    view.open(view.screens[0], withTabs: true)
    view.refreshControls()
    var opened = 0
    for name in view.controls.filter({ $0.role == .tab }).map(\.name) {
      view.refreshControls()
      let tab = view.controls.firstIndex { $0.role == .tab && $0.name == name }
      // Some screens have no bar.
      guard let tab else { continue }
      view.focus(on: tab)
      _ = view.key(.enter)
      view.refreshControls()
      opened += 1
      if view.screen == .library {
        #expect(view.focus == nil)
      } else {
        let focused = try #require(view.focus, "\(view.screen.symbol)")
        #expect(view.controls[focused].name == name && view.controls[focused].role == .tab)
        #expect(view.keyControl == focused)
      }
    }
    #expect(opened > 2)
  }

  @Test func theKeyboardOfTheLibraryIsAtTheChosenEntry() throws {
    var view = touchView()
    view.open(.play, withTabs: true)
    view.refreshControls()
    let tab = view.controls.firstIndex { $0.role == .tab && $0.name == Array("Library".utf8) }
    view.focus(on: try #require(tab))
    _ = view.key(.enter)
    func chosen() throws -> String {
      view.refreshControls()
      return String(decoding: view.controls[try #require(view.keyControl)].name, as: UTF8.self)
    }
    #expect(try chosen() == "glass_pad", "what plays")
    _ = view.key(.down)
    #expect(try chosen() == "pluck")
    view.type("marim")
    #expect(try chosen() == "glass_marimba")
    // A control with the focus has the keys.
    view.focus(on: 0)
    #expect(view.keyControl == 0)
  }

  @Test func theKeyboardReachesEveryControl() {
    everyScreen { view, screen in
      view.refreshControls()
      var seen: Set<Int> = []
      _ = view.handle(.focus(true), at: 0)
      for _ in view.controls {
        if let focus = view.focus { seen.insert(focus) }
        _ = view.handle(.key(.tab, shift: false, control: false), at: 0)
      }
      let wanted = Set(view.controls.indices.filter { view.controls[$0].hasFocus })
      #expect(seen == wanted, "\(screen.symbol): not reached: \(wanted.subtracting(seen))")
      // The keyboard reaches all controls except the surface and disabled ones; a grid's cells and rows by arrows.
      for control in view.controls where !control.hasFocus && control.isEnabled {
        switch control.action {
        case .grid(.cell), .grid(.row): continue
        // The bar beside it does the same by Return.
        case .sound(.parameterValue): continue
        default: break
        }
        let others: [ControlAction] = [
          .performance(.surface), .library(.surface), .performance(.table(.surface)), .undo, .redo,
          .neighbour(-1), .neighbour(1),
        ]
        #expect(others.contains(control.action), "\(control)")
      }
    }
  }

  /// Targets are at least 24 points, 44 for fingers; a grid's cells and a cut row of a list may be smaller.
  @Test func targetsAreLargeEnough() {
    everyScreen { view, screen in
      view.refreshControls()
      let least: Float = view.look.size == .finger ? 44 : 24
      for control in view.controls where control.role != .cell && control.role != .item {
        let isWide = control.area.width >= least && control.area.height >= min(least, 24)
        #expect(isWide, "\(screen.symbol): \(String(decoding: control.name, as: UTF8.self)) \(control.area)")
      }
    }
  }

  @Test func everyControlHasAName() {
    everyScreen { view, screen in
      view.refreshControls()
      for control in view.controls { #expect(!control.name.isEmpty, "\(screen.symbol): \(control)") }
    }
  }
}
