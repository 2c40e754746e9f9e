// The senders of *Settings*, and how the chosen one lies on the surface. Any thread.
import Controls
import Paint
import PanelModel
import Text
import Toolkit

extension LibraryScreens {
  mutating func drawSources(_ pass: inout ScreenPass, _ column: inout Area) {
    head("Connected devices", &pass, &column)
    let sources = model.room.sources
    if sources.isEmpty {
      return pass.words(
        UTF8Text("No device yet. Send to this machine’s address and port.").bytes,
        .faint, in: &column)
    }
    settings.source = min(settings.source, sources.count - 1)
    for (index, source) in sources.prefix(12).enumerated() {
      let place = column.cutTop(look.target)
      _ = column.cutTop(4)
      let isOn = index == settings.source
      let name: UTF8Text = source.name.isEmpty ? "\(source.from)" : "\(source.name)  ·  \(source.from)"
      let mark = pass.add(
        ScreenControl(
          role: .tab, name: name.bytes, value: UTF8Text(source.isHere ? "speaks" : "silent").bytes,
          area: place, action: .settings(.source(index)), isOn: isOn))
      pass.list.fill(place, look[isOn || mark.isChosen ? .chosen : .pane], radius: look.radius)
      pass.list.disc(place.x + 14, place.middleY, radius: 5, look[source.isHere ? .sound : .border])
      pass.text(name.bytes, in: place.inset(28, 0), look[.text], size: look.small)
      if mark.isFocused { pass.focusRing(place) }
    }
    drawCalibration(sources[settings.source], settings.source, &pass, &column)
  }

  /// The chosen sender: its name, its turn, its mirrors, its crop; and a small surface to try it.
  private func drawCalibration(
    _ source: ViewModel.Room.Source, _ index: Int, _ pass: inout ScreenPass, _ column: inout Area
  ) {
    row(
      [
        (UTF8Text(source.name.isEmpty ? "Name…" : "Rename").bytes, .name(index), false),
        (UTF8Text("Mirror ↔").bytes, .mirrorX(index), source.isMirroredX),
        (UTF8Text("Mirror ↕").bytes, .mirrorY(index), source.isMirroredY),
      ], &pass, &column)
    var box = column.cutTop(max(110, look.target * 3.2))
    _ = column.cutTop(look.gap)
    let dial = box.cutLeft(box.height)
    pass.rotary(dial, rotation(of: source), isCyclic: true, look[.hand], .settings(.quarters(index)))
    _ = box.cutLeft(look.gap)
    // The whole of what it sends is the frame; the part that is used is filled; live touches are discs.
    pass.list.fill(box, look[.background])
    pass.list.frame(box, look[.border], radius: 4)
    let crop = source.crop.map { min(max($0, 0), 1) }
    let used = Area(
      x: box.x + crop[0] * box.width, y: box.y + (1 - crop[3]) * box.height,
      width: (crop[2] - crop[0]) * box.width, height: (crop[3] - crop[1]) * box.height)
    pass.list.fill(used, look.tint(look[.sound], 0.16))
    pass.list.frame(used, look[.sound])
    for finger in model.live.fingers {
      pass.list.disc(
        used.x + finger.x * used.width, used.bottom - finger.y * used.height, radius: 6,
        look.accent(Int(finger.number)))
    }
    drawPieces(&pass, in: used)
    if model.live.fingers.isEmpty && model.live.pieces.isEmpty {
      pass.text("Touch to test", in: used.inset(4, 0), look[.text], size: look.small, .regular, .middle)
    }
    drawCorners(source, index, &pass, &column)
    for edge in 0..<4 {
      pass.bar(
        column.cutTop(look.target), self.crop(edge, of: source), look[.sound], .settings(.edge(index, edge)))
      _ = column.cutTop(4)
    }
  }

  /// The quarter turns of a sender, clockwise.
  func rotation(of source: ViewModel.Room.Source) -> ControlValue {
    ControlValue(UTF8Text("Rotation").bytes, (4 - source.quarters) & 3, 0...4, usual: 0) {
      ("\($0 * 90)°" as UTF8Text).bytes
    }
  }

  /// An edge of a sender's crop: left, bottom, right, top.
  func crop(_ edge: Int, of source: ViewModel.Room.Source) -> ControlValue {
    let names: [StaticString] = ["Crop left", "Crop bottom", "Crop right", "Crop top"]
    var value = ControlValue(
      UTF8Text(names[edge]).bytes, Int((source.crop[edge] * 100).rounded()), 0...100,
      usual: edge < 2 ? 0 : 100)
    value.unit = .percent
    return value
  }
}
