// Rules of every screen: equal lists for equal input, focus, targets, names.
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
