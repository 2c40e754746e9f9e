// *Patch*: its texts, map, voices, expressions, macros, snapshots; what else it has is listed. Any thread.
import Controls
import Matrix
import Patches
import Text

struct PatchPageState: Sendable {
  /// The text that is typed; nil: none.
  var field: PatchField?
  var text: [UInt8] = []
}

extension View {
  mutating func drawPatch(_ pass: inout ScreenPass, in area: Area) {
    var rest = area.inset(look.gap * 2, look.gap)
    let width = (rest.width - 2 * look.gap * 2) / 3
    var texts = rest.cutLeft(width)
    _ = rest.cutLeft(look.gap * 2)
    var settings = rest.cutLeft(width)
    _ = rest.cutLeft(look.gap * 2)
    drawHead("Texts", &pass, &texts)
    for field in PatchField.texts { drawField(field, &pass, &texts) }
    drawHead("Snapshots", &pass, &texts)
    drawSnapshots(&pass, &texts)
    drawHead("Map and voices", &pass, &settings)
    for setting in PatchSetting.allCases where settings.height >= look.target {
      let value = setting.value(of: model.patch)
      let range = setting.range
      pass.bar(
        settings.cutTop(look.target), UTF8Text(setting.title).bytes, value: setting.text(value),
        part: Float(value - range.lowerBound) / Float(range.upperBound - range.lowerBound),
        steps: range.upperBound - range.lowerBound, look[.sound], .patchSetting(setting))
      _ = settings.cutTop(4)
    }
    drawHead("Expressions", &pass, &rest)
    for number in 1...Program.expressionLimit { drawField(.expression(number), &pass, &rest) }
    drawHead("Macros", &pass, &rest)
    for number in 1...MacroSource.count { drawField(.macroName(number), &pass, &rest) }
  }

  private func drawHead(_ title: StaticString, _ pass: inout ScreenPass, _ column: inout Area) {
    guard column.height >= look.small * 2.2 else { return }
    pass.text(title, in: column.cutTop(look.small * 2.2), look[.faint], size: look.small)
  }

  /// A line with a title and a text, which is typed into after a press.
  private func drawField(_ field: PatchField, _ pass: inout ScreenPass, _ column: inout Area) {
    guard column.height >= look.target else { return }
    let place = column.cutTop(look.target)
    _ = column.cutTop(4)
    let isTyped = patchPage.field == field
    let text = isTyped ? patchPage.text : field.text(of: model.patch)
    let mark = pass.add(
      ScreenControl(
        role: .text, name: field.title, value: text, area: place, action: .field(field), isOn: isTyped))
    pass.list.fill(place, look[isTyped || mark.isChosen ? .chosen : .pane], radius: look.radius)
    if isTyped { pass.list.frame(place, look[.hand], width: 1.5, radius: look.radius) }
    var inner = place.inset(look.gap + 2, 0)
    let title = inner.cutLeft(min(inner.width * 0.36, 104))
    pass.text(field.title, in: title, look[.faint], size: look.small)
    // While it is typed its end is seen.
    var shown = text
    while isTyped, TextMetrics.width(shown, size: look.text) > inner.width - 6, !shown.isEmpty {
      shown.removeFirst()
      while let first = shown.first, first & 0xC0 == 0x80 { shown.removeFirst() }
    }
    pass.text(shown, in: inner, look[.text])
    if isTyped {
      let x = inner.x + TextMetrics.width(shown, size: look.text) + 2
      pass.list.fill(
        Area(x: x, y: place.middleY - look.text * 0.6, width: 2, height: look.text * 1.2), look[.hand])
    }
    if mark.isFocused { pass.focusRing(place) }
  }

  /// Each snapshot: a press goes to it. The last button keeps the present values as one more.
  private func drawSnapshots(_ pass: inout ScreenPass, _ column: inout Area) {
    for (index, snapshot) in model.patch.snapshots.enumerated() where column.height >= look.target {
      let name = snapshot.name.isEmpty ? ("Snapshot \(index + 1)" as UTF8Text).bytes : snapshot.name
      let place = column.cutTop(look.target)
      _ = column.cutTop(4)
      pass.list.frame(place, look[.border], radius: look.radius)
      pass.button(place, name, .snapshot(index))
    }
    guard column.height >= look.target, model.patch.snapshots.count < Program.snapshotLimit else { return }
    let place = column.cutTop(look.target)
    pass.list.frame(place, look[.border], radius: look.radius)
    pass.button(place, UTF8Text("Keep these values").bytes, .keepSnapshot, size: look.small)
  }

  // Typing.

  mutating func type(into field: PatchField) -> Wish {
    patchPage = PatchPageState(field: field, text: field.text(of: model.patch))
    return .keyboard(true)
  }

  /// Keys while a text is typed.
  /// - Returns: whether the key meant the text.
  mutating func handleInField(_ key: ViewEvent.Key, _ wishes: inout [Wish]) -> Bool {
    guard screen == .patch, let field = patchPage.field else { return false }
    switch key {
    case .space: patchPage.text.append(32)
    case .backspace: while let last = patchPage.text.popLast(), last & 0xC0 == 0x80 {}
    case .enter, .tab:
      if patchPage.text != field.text(of: model.patch), let edit = field.edit(patchPage.text, of: model.patch)
      {
        wishes.append(.edit(edit, revision: nil))
      }
      patchPage = PatchPageState()
      wishes.append(.keyboard(false))
      return key == .enter
    case .escape:
      patchPage = PatchPageState()
      wishes.append(.keyboard(false))
    default: return false
    }
    return true
  }
}
