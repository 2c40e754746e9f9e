// The keys of samples as ranges on a keyboard, with handles for the lowest key, the highest key and the root. Any thread.
import Controls
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension FormEditor {
  /// Whether a path is that of a sample.
  static func isSample(_ path: [PathStep]) -> Bool {
    path.count == 2 && path[0] == .key(PatchKey.samples.bytes)
  }

  /// The place of an end of a sample's keys (0, 1), or nil.
  static func keyEnd(_ path: [PathStep]) -> Int? {
    guard path.count == 4, isSample(Array(path[..<2])), path[2] == .key(UTF8Text("keys").bytes),
      case .index(let end) = path[3], 0...1 ~= end
    else { return nil }
    return end
  }

  /// The value at an end of keys, kept on its side of the other end.
  func keyWithinZone(_ value: Float, _ path: [PathStep]) -> Float {
    guard let end = Self.keyEnd(path) else { return value }
    let other = resolve((path.dropLast() + [.index(1 - end)])[...])?.json?.real ?? (end == 0 ? 127 : 0)
    return end == 0 ? min(value, Float(other)) : max(value, Float(other))
  }

  /// Draws the samples of the patch beside other controls, as far as there is room: their keys, and a button that
  /// removes each.
  public mutating func drawSamples(_ pass: inout ScreenPass, in area: Area) {
    refresh()
    let path: [PathStep] = [.key(PatchKey.samples.bytes)]
    let all = resolve(path[...])?.json?.elements ?? []
    var rows = RowLayout(area, 0)
    drawZones(of: all, at: all.indices.map { path + [.index($0)] }, &pass, &rows, canRemove: true)
  }

  /// The height of the samples of the patch, in points.
  public func samplesHeight() -> Float {
    let count = model.patch.samples.count
    return count == 0 ? 0 : 36 + Float(count) * (max(28, look.target) + 4) + 4
  }

  /// Draws a keyboard, and below it a range for each sample.
  /// - Parameter canRemove: whether a row ends with a button that removes its sample.
  func drawZones(
    of samples: [JSON], at paths: [[PathStep]], _ pass: inout ScreenPass, _ rows: inout RowLayout,
    canRemove: Bool = false
  ) {
    if samples.isEmpty { return }
    let nameWidth =
      canRemove ? rows.area.width * 0.34 : samples.count == 1 ? 0 : min(150, rows.area.width * 0.25)
    let side = canRemove ? max(24, look.target) : 0
    if var place = rows.next(36) {
      _ = place.cutRight(side)
      drawKeyboard(&pass, in: track(in: place, nameWidth))
    }
    for (sample, path) in zip(samples, paths) {
      guard var place = rows.next(max(28, look.target)) else { continue }
      if canRemove { pass.iconButton(place.cutRight(side), .close, "Remove", .field(.take, path)) }
      if nameWidth > 0 {
        let file = sample.member(UTF8Text("file").bytes).flatMap { json -> [UInt8]? in
          if case .string(let text) = json.value { text } else { nil }
        }
        let name = file?.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
        pass.text(
          name, in: Area(x: place.x, y: place.y, width: nameWidth - 6, height: place.height), look[.text],
          size: look.small)
      }
      drawZone(path, &pass, in: track(in: place, nameWidth))
    }
  }

  /// The part of a row that stands for the keys 0…127, with room for the handles at the ends.
  private func track(in place: Area, _ nameWidth: Float) -> Area {
    Area(x: place.x + nameWidth, y: place.y, width: place.width - nameWidth, height: place.height).inset(
      14, 0)
  }

  private func drawZone(_ path: [PathStep], _ pass: inout ScreenPass, in track: Area) {
    let keys = path + [.key(UTF8Text("keys").bytes)]
    let actions: [FormAction] = [
      .field(.drag, keys + [.index(0)]), .field(.drag, keys + [.index(1)]),
      .field(.drag, path + [.key(UTF8Text("root").bytes)]),
    ]
    var values = actions.compactMap { value(of: $0) }
    guard values.count == 3 else { return }
    // Without keys, a sample has all of them.
    if resolve(keys[...])?.json == nil { (values[0].value, values[1].value) = (0, 127) }
    let number = path.last.map { if case .index(let index) = $0 { index + 1 } else { 0 } } ?? 0
    let names: [StaticString] = ["Lowest key of sample", "Highest key of sample", "Root of sample"]
    for index in names.indices { values[index].name = ("\(names[index]) \(number)" as UTF8Text).bytes }
    var bar = RangeBar<FormAction>(low: values[0], high: values[1], base: values[2], live: .nan)
    (bar.lowAction, bar.highAction, bar.baseAction) = (actions[0], actions[1], actions[2])
    pass.rangeBar(bar, in: track, look[.sound], isStrong: true)
  }

  /// Draws the keys 0…127 at even distances, with the names of the Cs where there is room.
  private func drawKeyboard(_ pass: inout ScreenPass, in track: Area) {
    let unit = track.width / 127
    var keys = track
    let names = keys.cutBottom(look.small * 1.3)
    let all = Area(x: track.x - unit / 2, y: keys.y, width: 128 * unit, height: keys.height)
    pass.list.fill(all, look[.text].faded(0.8), radius: 2)
    for key in 0..<128 {
      let x = track.x + Float(key) * unit
      switch key % 12 {
      case 1, 3, 6, 8, 10:
        pass.list.fill(
          Area(x: x - unit * 0.4, y: keys.y, width: unit * 0.8, height: keys.height * 0.62), look[.background]
        )
      case 0, 5:
        pass.list.line(x - unit / 2, keys.y, x - unit / 2, keys.bottom, look[.background])
      default: break
      }
      if key % 12 == 0, unit * 12 > 26 || key % 24 == 12 {
        let name = ValueText.note(key)
        pass.text(
          name, in: Area(x: x - 20, y: names.y, width: 40, height: names.height), look[.faint],
          size: look.small * 0.9, .regular, .middle)
      }
    }
  }
}
