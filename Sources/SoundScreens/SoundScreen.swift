// *Sound*: the sound objects in the order of the signal, and the parameters of the chosen one. Any thread.
import Controls
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
}

extension SoundScreens {
  /// The stages of the signal: what makes it, what shapes it, what moves it, what follows the voices.
  private static var stages: [(name: StaticString, objects: [SoundObject?])] {
    var stages: [(name: StaticString, objects: [SoundObject?])] = [
      ("Sources", [.oscillatorA, .oscillatorB, .oscillatorC, .fm, .noise, .string, .grain]),
      ("Shape", [.shaper, .filter1, .filter2, nil]),
      ("Modules", [.env2, .env3, .env4, .lfo1, .lfo2, .lfo3, .lfo4, .seq1, .seq2, .seq3, .seq4]),
      ("Effects", [.drive, .chorus, .delay, .reverb, .equaliser, .compressor, .limiter]),
    ]
    // New objects of the registry are with the sources until they have a stage.
    for object in SoundObject.allCases where !stages.contains(where: { $0.objects.contains(object) }) {
      stages[0].objects.append(object)
    }
    return stages
  }

  /// Its name, or that of the voice.
  static func title(of object: SoundObject?) -> [UInt8] {
    UTF8Text(object?.description.name ?? "Voice").bytes
  }

  /// The parameters of an object: those with its symbol before theirs; the voice has the others.
  static func parameters(of object: SoundObject?) -> [Parameter] {
    func belongs(_ parameter: Parameter, _ object: SoundObject) -> Bool {
      let prefix = UTF8Text(object.symbol).bytes + [UInt8(ascii: "_")]
      return parameter.spec.symbol.bytes.starts(with: prefix)
    }
    if let object { return Parameter.allCases.filter { belongs($0, object) } }
    return Parameter.allCases.filter { each in !SoundObject.allCases.contains { belongs(each, $0) } }
  }

  mutating func drawSound(_ pass: inout ScreenPass, in area: Area) {
    var rest = area.inset(look.gap * 2, look.gap)
    let objects = 3 * objectWidth + 2 * look.gap
    if objects > rest.width * 0.55 || look.size == .finger && rest.height < 360 {
      return drawOneObject(&pass, in: rest)
    }
    let column = rest.cutLeft(max(objects, min(rest.width * 0.42, max(430, look.target * 12))))
    _ = rest.cutLeft(look.gap * 2)
    drawObjects(&pass, in: column)
    var scroll = sound.scroll
    drawParameters(Self.parameters(of: sound.object), &scroll, &pass, in: rest)
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
    var scroll = sound.scroll
    drawParameters(Self.parameters(of: sound.object), &scroll, &pass, in: rest)
    sound.scroll = scroll
  }

  /// The width of an object's switch.
  private var switchWidth: Float { look.size == .finger ? look.target : 24 }

  /// The width in which no name of an object is cut: with its switch and the number of its connections.
  private var objectWidth: Float {
    var widest: Float = 0
    for object in SoundObject.allCases {
      widest = max(widest, TextMetrics.width(Self.title(of: object), size: look.small))
    }
    return widest + switchWidth + 30
  }

  private func drawObjects(_ pass: inout ScreenPass, in area: Area) {
    let fitting = max(1, Int((area.width + look.gap) / (objectWidth + look.gap)))
    var columns = min(3, fitting)
    func rowCount() -> Int { Self.stages.reduce(0) { $0 + ($1.objects.count + columns - 1) / columns } }
    // A low screen has more columns.
    while columns < fitting, 24 * Float(rowCount()) + 4 * look.gap > area.height { columns += 1 }
    let rows = rowCount()
    let width = (area.width - look.gap * Float(columns - 1)) / Float(columns)
    // Where the names of the stages leave too little room, a gap stands for them.
    let stages = Float(Self.stages.count)
    let isLow = 24 * Float(rows) + stages * look.small * 2.2 > area.height
    let head = isLow ? look.gap : look.small * 2.2
    let height = min(look.target + 8, max(24, (area.height - stages * head) / Float(rows)))
    var y = area.y
    for stage in Self.stages {
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
    let isChosen = object == sound.object
    let mark = pass.add(
      ScreenControl(
        role: .item, name: Self.title(of: object), area: place, action: .object(object), isOn: isChosen))
    pass.list.fill(place, look[isChosen || mark.isChosen ? .chosen : .pane], radius: look.radius)
    if isChosen { pass.list.frame(place, look[.sound], width: 1.5, radius: look.radius) }
    var rest = place.inset(4, 0)
    let moved = Self.parameters(of: object).filter { parameter in
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
        pass.list.disc(disc.middleX, disc.middleY, radius: 5, look[switched.isChosen ? .text : .sound])
      }
      if switched.isFocused { pass.focusRing(disc) }
    }
    if moved > 0 {
      let count = ("\(moved)" as UTF8Text).bytes
      pass.text(
        count, in: rest.cutRight(TextMetrics.width(count, size: look.small) + 4), look[.hand],
        size: look.small)
    }
    // Semibold letters are wider: a name that would be cut stays regular.
    let (title, room) = (Self.title(of: object), rest.inset(5, 0))
    let isBold = isChosen && TextMetrics.width(title, size: look.small, .semibold) <= room.width
    pass.text(
      title, in: room, look[isOff ? .faint : .text], size: look.small, isBold ? .semibold : .regular)
    if mark.isFocused { pass.focusRing(place) }
  }

  // The parameters.

  /// A list of parameters that scrolls.
  func drawParameters(
    _ parameters: [Parameter], _ scroll: inout Float, _ pass: inout ScreenPass, in area: Area
  ) {
    let height = look.text * 1.5 + 6 + max(28, look.target)
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

  private func drawParameter(_ parameter: Parameter, in row: Area, visible: Area, _ pass: inout ScreenPass) {
    let setting = panel.setting(parameter)
    let live = liveValue(parameter)
    var rest = row.inset(14, 2)
    var line = rest.cutTop(look.text * 1.5)
    let value = parameter.text(of: setting.base)
    pass.text(
      value, in: line.cutRight(TextMetrics.width(value, size: look.text) + 6), look[.text], size: nil,
      .regular, .right)
    let title = line.cutLeft(TextMetrics.width(parameter.title, size: look.text) + 14)
    pass.text(parameter.title, in: title, look[.text])
    let movers = model.patch.connections.filter { $0.connection.destination == parameter }
    if !movers.isEmpty {
      var words = UTF8Text()
      for (index, mover) in movers.enumerated() {
        words += index == 0 ? "" : ", "
        words += "\(mover.connection.source.shortName)"
      }
      pass.text(words.bytes, in: line, look[.hand], size: look.small)
    }
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
  }
}
