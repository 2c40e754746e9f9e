// *Sound*: the sound objects in the order of the signal, and the parameters of the chosen one. Any thread.
import Controls
import Forms
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

struct SoundState: Sendable {
  /// The chosen object; nil: the voice, which is none of them.
  var object: SoundObject? = .oscillatorA
  var scroll: Float = 0
  /// On a small screen: all objects, not the parameters of one.
  var showsObjects = false
  var waves = WaveCache()
}

extension SoundScreens {
  mutating func drawSound(_ pass: inout ScreenPass, in area: Area) {
    var rest = area.inset(look.gap * 2, look.gap)
    let objects = 3 * objectWidth + 2 * look.gap
    if objects > rest.width * 0.55 || look.size == .finger && rest.height < 360 {
      return drawOneObject(&pass, in: rest)
    }
    let shelf = rest.cutRight(shelfWidth(in: rest))
    if shelf.width > 0 { _ = rest.cutRight(look.gap * 2) }
    let column = rest.cutLeft(max(objects, min(rest.width * 0.42, max(430, look.target * 12))))
    _ = rest.cutLeft(look.gap * 2)
    if shelf.width == 0 {
      let line = rest.cutTop(max(26, look.target))
      pass.list.frame(line, look[.border], radius: look.radius)
      pass.button(
        line, UTF8Text("Sources to drag").bytes, .shelf, role: .toggle, isOn: self.shelf.isShown,
        size: look.small)
    }
    let isInColumn = shelf.width == 0 && self.shelf.isShown
    if !isInColumn { drawObjects(&pass, in: column) }
    // Last, because a finger scrolls what was drawn last.
    defer {
      if isInColumn {
        drawShelf(&pass, in: column)
      } else if shelf.width > 0 {
        drawShelf(&pass, in: shelf)
      }
    }
    drawPictureAndParameters(&pass, in: rest)
  }

  private mutating func drawPictureAndParameters(_ pass: inout ScreenPass, in area: Area) {
    if form.showsSounds { return drawForm(&pass) { form, pass in form.drawSounds(&pass, in: area) } }
    var rest = area
    drawFileButton(&pass, &rest)
    if sound.object == .sample {
      let samples = rest.cutTop(min(withForm { $0.samplesHeight() }, rest.height * 0.6))
      drawForm(&pass) { form, pass in form.drawSamples(&pass, in: samples) }
    }
    let picture = rest.cutTop(pictureHeight(in: rest))
    if picture.height > 0 {
      drawPicture(&pass, in: picture)
      _ = rest.cutTop(look.gap)
    }
    var scroll = sound.scroll
    drawParameters(Parameter.all(of: sound.object), &scroll, &pass, in: rest)
    sound.scroll = scroll
  }

  /// A small screen shows one object and its parameters, or all objects.
  private mutating func drawOneObject(_ pass: inout ScreenPass, in area: Area) {
    var rest = area
    var head = rest.cutTop(look.target)
    _ = rest.cutTop(look.gap)
    let words = UTF8Text(sound.showsObjects ? "Back" : "All objects").bytes
    let button = head.cutRight(TextMetrics.width(words, size: look.small, .semibold) + 24)
    pass.list.frame(button, look[.border], radius: look.radius)
    pass.button(button, words, .objects, size: look.small)
    _ = head.cutRight(look.gap)
    if sound.showsObjects { return drawObjects(&pass, in: rest) }
    drawObject(sound.object, in: head, &pass)
    drawPictureAndParameters(&pass, in: rest)
  }

  /// The button that opens the browser of sound files for an object that plays them.
  private func drawFileButton(_ pass: inout ScreenPass, _ rest: inout Area) {
    func plays(_ end: StaticString, _ word: StaticString) -> Bool {
      guard let object = sound.object, let parameter = Self.parameter(object, end),
        let choices = parameter.spec.choices?.names
      else { return false }
      let index = Int(panel.setting(parameter).base.rounded())
      return choices.indices.contains(index) && choices[index] == word
    }
    let patch = model.patch
    let (name, path): (UTF8Text, [PathStep])
    if sound.object == .sample || plays("source", "sample") {
      let count = patch.samples.count
      name = count == 0 ? "Choose a sample…" : count == 1 ? "Add to 1 sample…" : "Add to \(count) samples…"
      path = [.key(PatchKey.samples.bytes)]
    } else if plays("wave", "user") {
      let file = patch.wavetable.file.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
      name = file.isEmpty ? "Choose a wavetable…" : "Wavetable: \(file)"
      path = [.key(PatchKey.wavetable.bytes)]
    } else {
      return
    }
    var place = rest.cutTop(max(26, look.target))
    if sound.object == .sample, !patch.samples.isEmpty {
      let edit = place.cutRight(80)
      _ = place.cutRight(look.gap)
      pass.list.frame(edit, look[.border], radius: look.radius)
      pass.button(edit, UTF8Text("Edit…").bytes, .samples, size: look.small)
    }
    pass.list.frame(place, look[.border], radius: look.radius)
    pass.button(place, name.bytes, .form(.sounds(.browse(path))), size: look.small)
    _ = rest.cutTop(look.gap)
  }

  /// The width of an object's switch.
  private var switchWidth: Float { look.size == .finger ? look.target : 24 }

  /// The width in which no name of an object is cut: with its switch and the number of its connections.
  private var objectWidth: Float {
    var widest: Float = 0
    for object in SoundObject.allCases {
      widest = max(widest, TextMetrics.width(SoundObject.title(of: object), size: look.small))
    }
    // The voice has no switch, and a shorter name.
    return widest + switchWidth + 30
  }

  private func drawObjects(_ pass: inout ScreenPass, in area: Area) {
    let fitting = max(1, Int((area.width + look.gap) / (objectWidth + look.gap)))
    var columns = min(3, fitting)
    func rowCount() -> Int {
      SoundObject.stages.reduce(0) { $0 + ($1.objects.count + columns - 1) / columns }
    }
    // A low screen has more columns.
    while columns < fitting, 24 * Float(rowCount()) + 4 * look.gap > area.height { columns += 1 }
    let rows = rowCount()
    let width = (area.width - look.gap * Float(columns - 1)) / Float(columns)
    // Where the names of the stages leave too little room, a gap stands for them.
    let stages = Float(SoundObject.stages.count)
    let isLow = 24 * Float(rows) + stages * look.small * 2.2 > area.height
    let head = isLow ? look.gap : look.small * 2.2
    let height = min(look.target + 8, max(24, (area.height - stages * head) / Float(rows)))
    var y = area.y
    for stage in SoundObject.stages {
      if !isLow {
        pass.text(
          stage.name, in: Area(x: area.x + 2, y: y, width: area.width, height: head), look[.faint],
          size: look.small)
      }
      y += head
      for (index, object) in stage.objects.enumerated() {
        let place = Area(
          x: area.x + Float(index % columns) * (width + look.gap), y: y + Float(index / columns) * height,
          width: width, height: height - 4)
        drawObject(object, in: place, &pass)
      }
      y += Float((stage.objects.count + columns - 1) / columns) * height
    }
  }

  /// A chip: a press chooses it, a press on its disc switches it.
  private func drawObject(_ object: SoundObject?, in place: Area, _ pass: inout ScreenPass) {
    let isOff = object.map { model.patch.isOff($0) } ?? false
    let isSilent = object.map { self.isSilent($0) } ?? false
    let isChosen = object == sound.object
    var control = ScreenControl(
      role: .item, name: SoundObject.title(of: object), area: place, action: SoundAction.object(object),
      isOn: isChosen)
    control.source = object == nil ? .env1 : object?.controller
    let mark = pass.add(control)
    pass.list.fill(place, look[isChosen || mark.isChosen ? .chosen : .pane], radius: look.radius)
    if isChosen { pass.list.frame(place, look[.sound], width: 1.5, radius: look.radius) }
    var rest = place.inset(4, 0)
    let moved = Parameter.all(of: object).filter { parameter in
      model.patch.connections.contains { $0.connection.destination == parameter }
    }.count
    if let object {
      let disc = rest.cutRight(switchWidth)
      let switched = pass.add(
        ScreenControl(
          role: .toggle, name: ("\(object.description.name) on" as UTF8Text).bytes,
          value: UTF8Text(isOff ? "off" : "on").bytes,
          area: Area(
            x: disc.x, y: place.y, width: disc.width, height: place.height), action: .objectSwitch(object),
          isOn: !isOff))
      if isOff {
        pass.list.ring(
          disc.middleX, disc.middleY, radius: 5, look[switched.isChosen ? .text : .strong], width: 1.5)
      } else {
        let ink = look[switched.isChosen ? .text : .sound]
        pass.list.disc(disc.middleX, disc.middleY, radius: 5, isSilent ? ink.faded(0.4) : ink)
      }
      if switched.isFocused { pass.focusRing(disc) }
    }
    if tools.isLocked(object) {
      let place = rest.cutRight(14)
      pass.list.frame(
        Area(x: place.middleX - 4, y: place.middleY - 2, width: 8, height: 7), look[.faint], width: 1.5,
        radius: 1)
      pass.list.append(.arc(x: place.middleX, y: place.middleY - 2, radius: 3, from: -0.5, to: 0))
      pass.list.append(.stroke(look[.faint], width: 1.5, dash: 0))
    }
    if moved > 0 {
      let count = ("\(moved)" as UTF8Text).bytes
      pass.text(
        count, in: rest.cutRight(TextMetrics.width(count, size: look.small) + 4), look[.hand],
        size: look.small)
    }
    // Semibold letters are wider: a name that would be cut stays regular.
    let room = rest.inset(5, 0)
    var title = SoundObject.title(of: object)
    if object == nil, TextMetrics.width(title, size: look.small) > room.width {
      title = UTF8Text("Voice, Env 1").bytes
    }
    let isBold = isChosen && TextMetrics.width(title, size: look.small, .semibold) <= room.width
    pass.text(
      title, in: room, look[isSilent ? .faint : .text], size: look.small, isBold ? .semibold : .regular)
    if mark.isFocused { pass.focusRing(place) }
  }

  // The parameters.

  /// The height of a parameter's name, beside which its connections are.
  private var nameHeight: Float { max(24, look.text * 1.5) }

  /// A list of parameters that scrolls.
  func drawParameters(
    _ parameters: [Parameter], _ scroll: inout Float, _ pass: inout ScreenPass, in area: Area
  ) {
    let height = nameHeight + 6 + max(28, look.target)
    let content = Float(parameters.count) * height
    if parameters.isEmpty {
      pass.text("No parameters", in: area.inset(12, 12), look[.faint])
      return
    }
    pass.beginScrolling(&scroll, of: content, in: area)
    for (index, parameter) in parameters.enumerated() {
      let row = Area(
        x: area.x, y: area.y + Float(index) * height - scroll, width: area.width, height: height)
      guard row.bottom > area.y && row.y < area.bottom else { continue }
      drawParameter(parameter, in: row, visible: area, &pass)
    }
    pass.endScrolling(scroll, of: content, in: area)
  }

  /// The value at the right of a line. A press lists its names, which a mark tells, or types it.
  private func drawValue(
    of parameter: Parameter, _ base: Float, in line: inout Area, visible: Area, _ pass: inout ScreenPass
  ) {
    let value = parameter.text(of: base)
    let isList = parameter.spec.choices != nil
    let width = TextMetrics.width(value, size: look.text) + (isList ? 20 : 6)
    var place = line.cutRight(max(width, switchWidth - 8))
    if place.y >= visible.y, place.bottom <= visible.bottom {
      let mark = pass.add(
        ScreenControl(
          role: isList ? .list : .button, name: ("\(parameter.title): value" as UTF8Text).bytes, value: value,
          area: place.inset(-4, 0), action: SoundAction.parameterValue(parameter), hasFocus: false))
      if mark.isChosen { pass.list.fill(place.inset(-4, 1), look[.chosen], radius: look.radius) }
    }
    if isList {
      let arrow = place.cutRight(14)
      let (x, y) = (arrow.middleX + 1, arrow.middleY + 1)
      pass.list.lines([(x - 4, y - 2), (x, y + 2), (x + 4, y - 2)], look[.faint], width: 1.5)
    }
    pass.text(value, in: place, look[.text], size: nil, .regular, .right)
  }

  private func drawParameter(_ parameter: Parameter, in row: Area, visible: Area, _ pass: inout ScreenPass) {
    let setting = panel.setting(parameter)
    let live = liveValue(parameter)
    var rest = row.inset(14, 2)
    var line = rest.cutTop(nameHeight)
    drawValue(of: parameter, setting.base, in: &line, visible: visible, &pass)
    let title = line.cutLeft(TextMetrics.width(parameter.title, size: look.text) + 14)
    pass.text(parameter.title, in: title, look[.text])
    let movers = movers(of: parameter)
    let chosen = drawMovers(movers, of: parameter, in: line, &pass)
    let track = rest.cutTop(max(28, look.target))
    var bar = RangeBar(
      low: panel.value(of: parameter, .low), high: panel.value(of: parameter, .high),
      base: panel.value(of: parameter, .base), live: movers.isEmpty ? .nan : parameter.part(of: live))
    let isWhole = bar.low.part <= 0 && bar.high.part >= 1
    if track.y >= visible.y && track.bottom <= visible.bottom {
      bar.baseAction = .parameter(parameter, .base)
      if !isWhole || panel.hasAlt {
        (bar.lowAction, bar.highAction) = (.parameter(parameter, .low), .parameter(parameter, .high))
      }
    }
    pass.rangeBar(bar, in: track, look[.sound], isStrong: !movers.isEmpty || !isWhole)
    // Under the pointer, show how far each connection moves it.
    guard pass.hover.map({ row.contains($0.x, $0.y) }) ?? false, track.bottom <= visible.bottom else {
      return
    }
    for (index, place) in movers.enumerated() {
      let one = connection(place)
      let (from, to) = (parameter.part(of: one.low), parameter.part(of: one.high))
      let y = track.bottom - 3 - 4 * Float(index % 3)
      pass.list.line(
        track.x + from * track.width, y, track.x + to * track.width, y,
        look[.hand].faded(chosen == nil || chosen == place ? 1 : 0.35), width: 2)
    }
  }
}
