// The bar above all screens: what is loaded, the tabs, undo and redo. Any thread.
import Grids
import Patches
import Text

extension View {
  func drawBar(_ pass: inout ScreenPass, _ area: Area) {
    pass.list.line(area.x, area.bottom, area.right, area.bottom, look[.line])
    var rest = area.inset(look.gap, look.gap)
    let side = look.target
    pass.iconButton(rest.cutRight(side), .redo, "Redo", .redo, isEnabled: model.canRedo)
    pass.iconButton(rest.cutRight(side), .undo, "Undo", .undo, isEnabled: model.canUndo)
    let isNarrow = rest.width < 620
    let size = isNarrow ? look.small : look.text
    let tabs = screens.map { UTF8Text($0.title).bytes }
    // As wide as their names, or as there is room for.
    let wanted = tabs.map { TextMetrics.width($0, size: size, .semibold) + (isNarrow ? 12 : 24) }
    let total = wanted.reduce(0, +)
    let room = max(0, rest.width - (isNarrow ? 0 : 2 * side + 90))
    let scale = min(1, room / max(1, total))
    var row = rest.cutRight(total * scale)
    for (index, screen) in screens.enumerated() {
      pass.button(
        row.cutLeft(wanted[index] * scale), tabs[index], .screen(screen), role: .tab,
        isOn: screen == self.screen, size: size)
    }
    if isNarrow { return }
    let hasLibrary = !model.library.isEmpty
    pass.iconButton(rest.cutLeft(side), .previous, "Previous", .neighbour(-1), isEnabled: hasLibrary)
    let name = model.plugin == .touch ? model.patch.name : model.grid.name
    let width = TextMetrics.width(name, size: look.title, .semibold)
    let title = rest.cutLeft(min(width + 12, max(0, rest.width - side)))
    pass.text(name, in: title.inset(6, 0), look[.text], size: look.title, .semibold)
    pass.iconButton(rest.cutLeft(side), .next, "Next", .neighbour(1), isEnabled: hasLibrary)
    if !model.message.isEmpty {
      pass.text(
        model.message, in: rest.inset(look.gap, 0), look[model.isRefusal ? .warning : .faint],
        size: look.small)
    }
  }
}
