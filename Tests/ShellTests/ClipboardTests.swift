// Copying and pasting; held ports; refusals of an instance. One view, no frame.
import Controls
import PanelModel
import Patches
import Testing
import Text
import Toolkit

@testable import Forms
@testable import LibraryScreens
@testable import Shell

struct ClipboardTests {
  private func copied(_ requests: [PanelRequest]) -> [String] {
    requests.compactMap {
      if case .copy(let text) = $0 { String(decoding: text, as: UTF8.self) } else { nil }
    }
  }

  private func typed(_ view: View) -> String {
    guard case .dialog(let dialog)? = view.popups.popup else { return "" }
    return String(decoding: dialog.typed?.text ?? [], as: UTF8.self)
  }

  @Test func whatIsChosenIsCopiedCutAndPasted() throws {
    var view = View(.touch, width: 1280, height: 800)
    view.open(.library)
    _ = try view.press("Save as…")
    _ = view.key(.all)
    _ = view.handle(.text(Array("Ångström".utf8)), at: 0)
    _ = view.key(.left, shift: true)
    #expect(copied(view.key(.copy)) == ["m"])
    #expect(typed(view) == "Ångström")
    _ = view.key(.all)
    #expect(copied(view.key(.cut)) == ["Ångström"])
    #expect(typed(view) == "")
    #expect(copied(view.key(.copy)).isEmpty, "nothing is chosen")
    #expect(view.key(.paste).contains { if case .paste = $0 { true } else { false } })
    _ = view.handle(.pasted(Array("two\nlines\u{7}".utf8)), at: 0)
    #expect(typed(view) == "two lines")
    _ = view.handle(.pasted([0xff, 0xfe]), at: 0)
    #expect(typed(view) == "two lines" && view.model.isRefusal)
    view.model.isRefusal = false
    _ = view.handle(.pasted([UInt8](repeating: 65, count: 4096)), at: 0)
    #expect(typed(view) == "two lines" && view.model.isRefusal)
  }

  @Test func nothingIsPastedWhereNoTextIsTyped() {
    var view = View(.touch, width: 1280, height: 800)
    #expect(view.key(.paste).isEmpty)
  }

  @Test func everyPortThatIsDraggedIsHeld() throws {
    for plugin in [ViewModel.Plugin.touch, .toneMatrix] {
      var view = View(plugin, width: 1280, height: 800)
      view.model.ports =
        plugin == .touch
        ? TouchPort.allCases.map { $0.spec.default } : ToneMatrixPort.allCases.map { $0.spec.default }
      var count = 0
      for screen in view.screens {
        view.open(screen, withTabs: true)
        view.refreshControls()
        for control in view.controls where control.part.isFinite && control.area.x < 1280 {
          let (y, from) = (control.area.middleY, control.area.middleX)
          var tried = view
          func events(_ phase: ViewEvent.Pointer.Phase, _ x: Float) -> [PanelRequest] {
            tried.handle(.pointer(.init(phase, x: x, y: y)), at: 0)
          }
          let requests =
            events(.began, from) + events(.moved, control.area.x + 1) + events(.moved, control.area.right - 1)
            + events(.ended, from)
          let set = Set(requests.compactMap { if case .port(let port, _) = $0 { port } else { nil } })
          var held: [Int: Int] = [:]
          for case .grabbed(let port, let isHeld) in requests { held[port, default: 0] += isHeld ? 1 : 10 }
          #expect(set.allSatisfy { held[$0] == 11 }, "\(screen.symbol): \(control.action)")
          count += set.count
        }
      }
      #expect(count > 3, "\(plugin): \(count) ports were dragged")
    }
  }

  @Test func whatAnInstanceRefusesStaysInItsField() throws {
    var view = View(.touch, width: 1280, height: 800)
    var requests: [PanelRequest] = []
    view.open(.patch, withTabs: true)
    let path: [PathStep] = [.key(PatchKey.name.bytes)]
    view.press(view.formAction(.type, path), &requests)
    _ = view.key(.all)
    _ = view.handle(.text(Array("mine".utf8)), at: 0)
    let sent = view.key(.enter)
    #expect(sent.contains { if case .edit = $0 { true } else { false } })
    #expect(view.form.typed == nil)
    view.model.message = Array("no".utf8)
    view.model.isRefusal = true
    #expect(view.form.typed?.path == path && view.form.typed?.text.text == Array("mine".utf8))
    #expect(view.form.fault?.message == Array("no".utf8))
    // An accepted edit is done.
    view.model.isRefusal = false
    _ = view.handle(.text(Array("2".utf8)), at: 0)
    _ = view.key(.enter)
    view.model.revision += 1
    view.model.isRefusal = true
    #expect(view.form.typed == nil)
  }
}
