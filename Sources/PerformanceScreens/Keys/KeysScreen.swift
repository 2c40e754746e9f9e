// *Keys*: two octaves in two rows, notes of the scale in the large row and the others above; or rows of
// hexagons where the tuning has more than twelve tones. Any thread.
import Controls
import Lanes
import Music
import Paint
import PanelModel
import Patches
import Text
import Toolkit

/// The action of a control of *Keys*.
public enum KeysAction: Equatable, Sendable {
  /// A key, 0…127, that is played while a pointer is down.
  case key(Int)
  /// Moves all keys by octaves.
  case octave(Int)
}

struct KeysState: Sendable {
  /// A key that a pointer or a letter holds.
  struct Held: Sendable {
    /// The pointer; nil: a letter of the keyboard.
    var pointer: Int32?
    var letter: UInt8 = 0
    /// When it ends by itself; infinite: when it is let go.
    var end = Double.infinity
    /// From 0.
    var channel: Int
    var key: Int
    /// The bend that was sent last, −8192…8191, and the pressure, 0…127.
    var bend = 0
    var pressure = 0
  }

  /// Octaves above the one in which middle C is the lowest C of the upper row.
  var octave = 0
  var held: [Held] = []
  /// Of the patch's tuning: its text and how many tones it has.
  var tuning: (text: [UInt8], tones: Int) = ([], 12)
}

extension PerformanceScreens {
  /// Returns the number of tones in a period of the tuning; 12 without one.
  mutating func countTones() -> Int {
    let text = model.patch.tuning.scl
    if text != keys.tuning.text {
      keys.tuning = (text, text.isEmpty ? 12 : (try? PatchTuning.scale(text).cents.count) ?? 12)
    }
    return keys.tuning.tones
  }

  /// The name of a key on the surface and on *Keys*: that of its note; with other than twelve tones, of which the tuning
  /// repeats, the number of its tone, from 1; nil: a mapping of keys makes any name wrong.
  func label(of key: Int) -> [UInt8]? {
    let tones = keys.tuning.tones
    if tones == 12 { return ValueText.note(key) }
    return model.patch.tuning.kbm.isEmpty ? ("\(tone(of: key) + 1)" as UTF8Text).bytes : nil
  }

  /// The tone that a key plays, from 0, in a tuning without a mapping of keys.
  func tone(of key: Int) -> Int {
    let tones = max(1, keys.tuning.tones)
    return ((key - 60) % tones + tones) % tones
  }

  mutating func drawKeys(_ pass: inout ScreenPass, in area: Area) {
    var rest = area.inset(look.gap * 2, look.gap)
    let tones = countTones()
    let low = lowestKey(tones)
    let head = rest.cutTop(look.target)
    _ = rest.cutTop(look.gap)
    // One octave where two would be too flat for their names.
    let octaves = rest.height < 110 ? 1 : 2
    drawKeysHead(&pass, head, tones, low, high: low + 12 * octaves - 1)
    if tones > 12 { return drawHexagons(&pass, in: rest, tones, low) }
    if octaves == 2 {
      var upper = rest.cutTop((rest.height - look.gap) / 2)
      _ = rest.cutTop(look.gap)
      drawOctave(&pass, in: &upper, from: low + 12)
    }
    drawOctave(&pass, in: &rest, from: low)
  }

  /// The key at the lower left: the root below middle C.
  private func lowestKey(_ tones: Int) -> Int {
    let root = Int(model.patch.map.root.rounded()) % 12
    let low = tones > 12 ? 60 - tones * 3 / 2 : 48 + root
    return min(max(low + keys.octave * tones, 0), 127 - 2 * 12)
  }

  private func drawKeysHead(_ pass: inout ScreenPass, _ area: Area, _ tones: Int, _ low: Int, high: Int) {
    var rest = area
    for (name, step) in [("Octave down" as StaticString, -1), ("Octave up", 1)] {
      let text = UTF8Text(name).bytes
      let place = rest.cutLeft(TextMetrics.width(text, size: look.small, .semibold) + 24)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, text, .keys(.octave(step)), size: look.small)
      _ = rest.cutLeft(look.gap)
    }
    let scale = ValueText.plain(model.patch.map.scale.symbol)
    let range: UTF8Text = "\(ValueText.note(low)) to \(ValueText.note(high))"
    var words: UTF8Text =
      tones != 12 ? "\(tones) tones a period, from key \(low)" : "\(range), \(UTF8Text(bytes: scale))"
    rest = rest.inset(look.gap, 0)
    if tones == 12, TextMetrics.width(words.bytes, size: look.small) > rest.width { words = range }
    pass.text(words.bytes, in: rest, look[.faint], size: look.small)
  }

  // Rows of an octave.

  private func drawOctave(_ pass: inout ScreenPass, in area: inout Area, from low: Int) {
    let root = Int(model.patch.map.root.rounded())
    func isInScale(_ key: Int) -> Bool {
      model.patch.map.scale.semitones & (1 << UInt16(((key - root) % 12 + 12) % 12)) != 0
    }
    let large = (low..<low + 12).filter { isInScale($0) }
    let others = (low..<low + 12).filter { !isInScale($0) }
    var above = area.cutTop(others.isEmpty ? 0 : area.height * 0.4)
    let width = area.width / Float(max(1, large.count))
    for (index, key) in large.enumerated() {
      drawKey(
        key, Area(x: area.x + Float(index) * width, y: area.y, width: width, height: area.height),
        isLarge: true, &pass)
    }
    _ = above.cutBottom(3)
    // Where two would share too little room, all of them share the row.
    let isTight = others.contains { key in
      let below = large.filter { $0 < key }.count
      let group = others.filter { other in large.filter { $0 < other }.count == below }
      return (below == large.count || below == 0 ? width / 2 : width) < 26 * Float(group.count)
    }
    for (index, key) in others.enumerated() {
      if isTight {
        let wide = area.width / Float(others.count)
        let place = Area(x: area.x + Float(index) * wide, y: above.y, width: wide, height: above.height)
        drawKey(key, place, isLarge: false, &pass)
        continue
      }
      // Those between the same two notes of the scale share the room about their border.
      let below = large.filter { $0 < key }.count
      let group = others.filter { other in large.filter { $0 < other }.count == below }
      let room = below == large.count || below == 0 ? width / 2 : width
      let x = below == 0 ? area.x : area.x + Float(below) * width - width / 2
      let wide = room / Float(group.count)
      let place = group.firstIndex(of: key) ?? 0
      drawKey(
        key, Area(x: x + Float(place) * wide, y: above.y, width: wide, height: above.height), isLarge: false,
        &pass)
    }
  }

  private func isHeld(_ key: Int) -> Bool { keys.held.contains { $0.key == key } }

  /// The level of a key's voices, 0…1.
  private func level(of key: Int) -> Float {
    model.live.voices.filter { ($0.pitch - Float(key)).magnitude < 0.5 }.map { $0.level }.max() ?? 0
  }

  private func drawKey(_ key: Int, _ place: Area, isLarge: Bool, _ pass: inout ScreenPass) {
    guard 0...127 ~= key else { return }
    let inner = place.inset(1.5, 1)
    let mark = addKey(key, place, ValueText.note(key), &pass)
    let isRoot =
      keys.tuning.tones == 12 ? (key - Int(model.patch.map.root.rounded())) % 12 == 0 : tone(of: key) == 0
    let ground =
      isHeld(key)
      ? look.tint(look[.hand], 0.42) : mark.isChosen ? look[.chosen] : look[isLarge ? .pane : .background]
    pass.list.fill(inner, ground, radius: look.radius)
    let level = min(1, level(of: key))
    if level > 0.001 {
      let height = inner.height * (0.08 + 0.5 * level)
      pass.list.fill(
        Area(x: inner.x, y: inner.bottom - 4, width: inner.width, height: 4), look[.sound], radius: 2)
      pass.list.fill(
        Area(x: inner.x, y: inner.bottom - height, width: inner.width, height: height),
        look[.sound].faded(0.14),
        radius: look.radius)
    }
    pass.list.frame(
      inner, look[isRoot ? .strong : .border], width: isRoot ? 1.5 : 1, radius: look.radius)
    var label = inner
    label = label.cutTop(look.text * 2)
    if inner.width > 22, let name = self.label(of: key) {
      pass.text(
        name, in: label, look[isRoot || isHeld(key) ? .text : .faint], size: look.small,
        isRoot ? .semibold : .regular, .middle)
    }
    if mark.isFocused { pass.focusRing(inner) }
  }

  private func addKey(_ key: Int, _ place: Area, _ name: [UInt8], _ pass: inout ScreenPass) -> (
    isChosen: Bool, isFocused: Bool
  ) {
    pass.add(
      ScreenControl(
        role: .cell, name: name, value: UTF8Text(isHeld(key) ? "down" : "").bytes, area: place,
        action: .keys(.key(key)), isOn: isHeld(key), gesture: .plays))
  }

  // Hexagons.

  /// To the right each key is the next one; each row begins about a fourth higher.
  private func drawHexagons(_ pass: inout ScreenPass, in area: Area, _ tones: Int, _ low: Int) {
    let columns = max(4, min(tones + 1, Int(area.width / (look.target * 1.3))))
    let width = area.width / (Float(columns) + 0.5)
    let rows = min(12, max(2, Int(area.height / (width * 0.88))))
    let high = area.height / (Float(rows) + 0.17)
    let up = max(1, (tones * 5 + 6) / 12)
    for row in 0..<rows {
      let y = area.bottom - Float(row + 1) * high
      let shift = row.isMultiple(of: 2) ? 0 : width / 2
      for column in 0..<columns {
        let key = low + row * up + column
        guard key <= 127 else { continue }
        let place = Area(x: area.x + shift + Float(column) * width, y: y, width: width, height: high)
        let tone = tone(of: key)
        let mark = addKey(key, place, ("key \(key), tone \(tone + 1)" as UTF8Text).bytes, &pass)
        let (x, middle, w, h) = (place.middleX, place.middleY, width / 2 - 1.5, high * 0.66 - 1.5)
        let corners = [
          (x: x, y: middle - h), (x: x + w, y: middle - h / 2), (x: x + w, y: middle + h / 2),
          (x: x, y: middle + h), (x: x - w, y: middle + h / 2), (x: x - w, y: middle - h / 2),
        ]
        pass.list.polygon(
          corners,
          isHeld(key)
            ? look.tint(look[.hand], 0.42) : tone == 0 ? look[.chosen] : look[mark.isChosen ? .chosen : .pane]
        )
        pass.list.lines(corners, look[tone == 0 ? .strong : .border], width: 1, closed: true)
        pass.text(
          ("\(tone + 1)" as UTF8Text).bytes, in: place, look[tone == 0 || isHeld(key) ? .text : .faint],
          size: look.small, tone == 0 ? .semibold : .regular, .middle)
        if mark.isFocused { pass.focusRing(place.inset(4, 4)) }
      }
    }
  }
}
