// The pages of a scene: tabs for its subpatches, and panels that the patch opens over the page. Any thread.
import Paint
import PanelModel
import SceneFiles
import Text
import Toolkit

extension SceneScreens {
  /// What is shown of a page, in pixels of the patch: 0 is the main one.
  func view(of page: Int) -> SceneArea {
    let board = model.scene.board
    guard page > 0, page <= board.panels.count else { return board.view }
    return SceneArea(x: 0, y: 0, width: board.panels[page - 1].width, height: board.panels[page - 1].height)
  }

  /// Follows what the patch opens and closes.
  mutating func arrangePanels() {
    let board = model.scene.board
    if state.page > board.panels.count || state.path != model.scene.path { state.page = 0 }
    state.path = model.scene.path
    state.opened.removeAll { $0 > board.panels.count || !board.isOpen($0) }
    for index in board.panels.indices where board.isOpen(index + 1) && !state.opened.contains(index + 1) {
      state.opened.append(index + 1)
    }
  }

  /// A row of tabs, or as many as are needed.
  func drawSceneTabs(_ pass: inout ScreenPass, _ area: inout Area) {
    let titles = [model.scene.name] + model.scene.board.panels.map { $0.title }
    var row = area.cutTop(look.target)
    for (index, title) in titles.enumerated() {
      let width = min(TextMetrics.width(title, size: look.small, .semibold) + 24, 180, area.width)
      if width > row.width, row.x > area.x {
        _ = area.cutTop(4)
        row = area.cutTop(look.target)
      }
      pass.button(
        row.cutLeft(width), title, .page(index), role: .tab, isOn: state.page == index,
        size: look.small)
      _ = row.cutLeft(4)
    }
    _ = area.cutTop(look.gap)
  }

  /// Leaves the control of a page: fingers on the main one are touches of the patch, on others they are not.
  func addPaper(_ page: Int, _ area: Area, _ pass: inout ScreenPass) {
    let name = page == 0 ? UTF8Text("Scene").bytes : model.scene.board.panels[page - 1].title
    _ = pass.add(
      ScreenControl(
        role: .surface, name: name, area: area, action: page == 0 ? .surface : .paper(page),
        hasFocus: false, gesture: page == 0 ? .surface : .usual))
  }

  /// The paper of a page, as it is drawn.
  func paper(of page: Int) -> ScenePaper {
    let drawn = controls.last {
      $0.role == .surface && $0.action == (page == 0 ? .surface : .paper(page))
    }
    return ScenePaper(view(of: page), in: drawn?.area ?? Area(x: 0, y: 0, width: width, height: height))
  }

  /// The panels that the patch has opened, each with its name and a cross; the last one lies above.
  func drawPanels(_ pass: inout ScreenPass, in area: Area) {
    for (place, panel) in state.opened.filter({ $0 != state.page }).enumerated() {
      drawPanel(panel, place, &pass, in: area)
    }
  }

  private func drawPanel(_ panel: Int, _ place: Int, _ pass: inout ScreenPass, in area: Area) {
    let size = view(of: panel)
    var room = area.inset(look.gap, look.gap)
    _ = room.cutTop(look.target)
    // As large as the main page is drawn, if it fits.
    let scale = min(ScenePaper(view(of: 0), in: area).scale, ScenePaper(size, in: room).scale)
    let (wide, high) = ((size.width * scale).rounded(), (size.height * scale).rounded())
    // Each further one lies a bit to the right and below.
    let step = Float(place % 6) * look.gap * 2
    let whole = Area(
      x: max(area.x, min((area.middleX - wide / 2).rounded() + step, area.right - wide)),
      y: max(
        area.y,
        min((area.middleY - (high + look.target) / 2).rounded() + step, area.bottom - high - look.target)),
      width: wide, height: high + look.target)
    _ = pass.add(
      ScreenControl(
        role: .text, name: model.scene.board.panels[panel - 1].title, area: whole.inset(-4, -4),
        action: .paper(panel), hasFocus: false))
    pass.list.fill(whole.inset(-4, -4), look[.background].faded(0.6), radius: look.radius + 4)
    var rest = whole
    var bar = rest.cutTop(look.target)
    pass.list.fill(bar, look[.pane])
    pass.iconButton(bar.cutRight(look.target), .close, "Close the panel", .closePanel(panel))
    pass.text(
      model.scene.board.panels[panel - 1].title, in: bar.inset(look.gap, 0), look[.text], size: look.small,
      .semibold)
    addPaper(panel, rest, &pass)
    drawPaper(panel, ScenePaper(size, in: rest), rest, &pass)
    pass.list.frame(whole.inset(-1, -1), look[.border], radius: 3)
  }
}
