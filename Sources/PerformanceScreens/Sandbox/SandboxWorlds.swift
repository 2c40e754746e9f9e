// *Sandbox*: the worlds of the library as pictures, which scroll. Any thread.
import Lanes
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension PerformanceScreens {
  /// The worlds of the library, each as its picture: one column at the left, two if the room leaves so much,
  /// or a strip above where the screen is narrow. The one that the patch has is in view at first.
  mutating func drawWorlds(_ pass: inout ScreenPass, beside rest: inout Area) {
    let worlds = model.library.filter { !$0.picture.isEmpty }
    let isNarrow = rest.width <= 480
    if worlds.isEmpty || isNarrow && rest.height < 300 { return }
    let wide = min(120, rest.width * 0.16)
    let free = rest.width - rest.height * model.patch.world.width / model.patch.world.height
    let columns = isNarrow ? max(2, Int(rest.width / 100)) : free > 2 * wide + 2 * look.gap ? 2 : 1
    let area = isNarrow ? rest.cutTop(104) : rest.cutLeft(Float(columns) * wide)
    _ = isNarrow ? rest.cutTop(look.gap) : rest.cutLeft(look.gap * 2)
    let width = (area.width - 8 + look.gap) / Float(columns)
    let height = max(
      look.target + look.gap, min(width * 0.75 + look.gap, (area.height + look.gap) / (isNarrow ? 1.4 : 4)))
    let rows = (worlds.count + columns - 1) / columns
    let own = model.patch.world.thumbnail
    if sandbox.scroll == nil, let place = worlds.firstIndex(where: { $0.picture == own }) {
      sandbox.scroll = Float(place / columns) * height - (area.height - height) / 2
    }
    let content = Float(rows) * height - look.gap
    var scroll = sandbox.scroll ?? 0
    pass.beginScrolling(&scroll, of: content, in: area)
    if sandbox.scroll != nil { sandbox.scroll = scroll }
    for (index, entry) in worlds.enumerated() {
      let place = Area(
        x: area.x + Float(index % columns) * width, y: area.y + Float(index / columns) * height - scroll,
        width: width - look.gap, height: height - look.gap)
      drawWorld(entry, in: place, isOwn: entry.picture == own, seen: area, &pass)
    }
    pass.endScrolling(scroll, of: content, in: area)
  }

  private func drawWorld(
    _ entry: ViewModel.Entry, in place: Area, isOwn: Bool, seen: Area, _ pass: inout ScreenPass
  ) {
    var control = ScreenControl(
      role: .item, name: entry.name, area: place, action: .sandbox(.world(entry.file)), isOn: isOwn)
    let isSeen = control.cut(to: seen)
    let mark = pass.add(control)
    if !isSeen { return }
    pass.list.fill(place, look[isOwn || mark.isChosen ? .chosen : .pane], radius: look.radius)
    var inner = place.inset(6, 5)
    let label = inner.cutBottom(look.small * 1.4)
    pass.list.worldThumbnail(entry.picture, in: inner, look)
    pass.text(entry.name, in: label, look[.text], size: look.small, .regular, .middle)
    if mark.isFocused { pass.focusRing(place.inset(2, 2)) }
  }
}
