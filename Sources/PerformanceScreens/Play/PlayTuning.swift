// The tuning of the patch on *Play*, chosen from a list. Any thread.
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension PerformanceScreens {
  /// The button with the tuning, at the right edge while tabs are out, if there is room beside the others.
  func drawTuning(_ pass: inout ScreenPass, in area: Area) {
    let name = tuningName
    let width = TextMetrics.width(name, size: look.text) + 4 * look.gap
    // The middle belongs to the handle.
    guard width + 12 < area.width / 2 - look.target else { return }
    let box = Area(x: area.right - 12 - width, y: area.y + 8, width: width, height: look.target)
    let mark = pass.add(
      ScreenControl(role: .button, name: UTF8Text("Tuning").bytes, value: name, area: box, action: .tunings))
    pass.list.fill(box, look[.pane], radius: look.radius)
    pass.text(name, in: box, look[mark.isChosen ? .text : .faint], size: nil, .regular, .middle)
    if mark.isFocused { pass.focusRing(box) }
  }

  private var tuningName: [UInt8] {
    let scl = model.patch.tuning.scl
    if scl.isEmpty { return KnownTuning.twelve }
    return KnownTuning.all.first { $0.scl == scl }?.name.bytes ?? UTF8Text("Own tuning").bytes
  }

  mutating func listTunings(below place: Area) {
    let (all, own) = (KnownTuning.all, model.patch.tuning.scl)
    typealias Item = ListPopup<PerformanceAction>.Item
    var items = [
      Item(
        KnownTuning.twelve, .tune(nil), isOn: own.isEmpty, heading: UTF8Text(all[0].heading).bytes)
    ]
    for index in all.indices {
      items.append(
        Item(
          all[index].name.bytes, .tune(index), isOn: all[index].scl == own,
          heading: UTF8Text(all[index].heading).bytes))
    }
    open(.list(ListPopup(title: UTF8Text("Tuning").bytes, x: place.x, y: place.bottom, items: items)))
  }
}
