// The page of the tuning: the list of known ones with a search, its pitches, and its texts. Any thread.
import Music
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension FormEditor {
  /// Draws the list beside the pitches and the texts of the tuning, or above them in a narrow window.
  mutating func drawTuning(_ fields: [DocumentField], _ json: JSON?, _ pass: inout ScreenPass, in area: Area)
  {
    var rest = area
    let isWide = rest.width > 520
    var list = isWide ? rest.cutLeft(min(340, rest.width * 0.46)) : rest.cutTop(rest.height * 0.4)
    _ = isWide ? rest.cutLeft(look.gap * 2) : rest.cutTop(look.gap)
    drawSearch(state.tunings, "Search tunings", .searchTunings, &pass, in: list.cutTop(look.target))
    _ = list.cutTop(look.gap)
    let pointed = drawTunings(&pass, in: list)
    let scl = pointed ?? model.patch.tuning.scl
    drawPitches(of: scl, ink: look[pointed == nil ? .sound : .hand], &pass, in: rest.cutTop(56))
    pass.text(
      Self.words(aboutTuning: scl), in: rest.cutTop(look.small * 1.8), look[.faint], size: look.small)
    _ = rest.cutTop(look.gap)
    state.scroll = min(max(0, state.scroll), state.most)
    var rows = RowLayout(rest, state.scroll)
    pass.list.append(.clip(rest))
    for field in fields {
      drawField(field, json?.member(field.key), state.path + [.key(field.key)], &pass, &rows)
    }
    pass.list.append(.unclip)
    state.most = max(0, rows.height - rest.height)
    // A finger scrolls the list.
    pass.scrolled = list
  }

  /// The indices of the tunings that the search finds; nil is twelve equal steps.
  private func foundTunings() -> [Int?] {
    let search = TextSearch(state.tunings.text.text)
    let all = KnownTuning.all
    var found: [Int?] = []
    if search.isEmpty || search.finds(KnownTuning.twelve) { found.append(nil) }
    for index in all.indices
    where search.isEmpty || search.finds(all[index].name.bytes, UTF8Text(all[index].heading).bytes) {
      found.append(index)
    }
    return found
  }

  /// Draws the list. Returns the text of the tuning under the pointer, or nil.
  private mutating func drawTunings(_ pass: inout ScreenPass, in area: Area) -> [UInt8]? {
    let all = KnownTuning.all
    let found = foundTunings()
    let row = max(26, look.target)
    let hasHeadings = state.tunings.text.text.isEmpty
    func heading(_ index: Int?) -> [UInt8] {
      index.map { UTF8Text(all[$0].heading).bytes } ?? UTF8Text(all[0].heading).bytes
    }
    var places: [(y: Float, isHeaded: Bool)] = []
    var content: Float = 0
    for (place, index) in found.enumerated() {
      let isHeaded = hasHeadings && place > 0 && heading(found[place - 1]) != heading(index)
      if isHeaded { content += row }
      places.append((content, isHeaded))
      content += row
    }
    state.tunings.area = area
    var pointed: [UInt8]?
    let own = model.patch.tuning.scl
    pass.beginScrolling(&state.tunings.scroll, of: content, in: area)
    for (place, index) in found.enumerated() {
      let y = area.y + places[place].y - state.tunings.scroll
      guard y + row > area.y, y - row < area.bottom else { continue }
      let line = Area(x: area.x, y: y, width: area.width - 8, height: row)
      if places[place].isHeaded {
        let above = Area(x: line.x, y: y - row, width: line.width, height: row)
        pass.text(heading(index), in: above.inset(look.gap, 0), look[.faint], size: look.small)
      }
      guard y < area.bottom else { continue }
      let scl = index.map { all[$0].scl } ?? []
      let name = index.map { all[$0].name.bytes } ?? KnownTuning.twelve
      if pass.hover.map({ line.contains($0.x, $0.y) && area.contains($0.x, $0.y) }) ?? false { pointed = scl }
      let isOn = scl == own
      guard
        let inner = drawListRow(
          name, value: [], .tuning(index), isOn: isOn, &pass, at: line, visible: area)
      else { continue }
      pass.text(name, in: inner, look[.text], size: nil, isOn ? .semibold : .regular)
    }
    if found.isEmpty { pass.text("No matches", in: area.inset(look.gap, 0), look[.faint], size: look.small) }
    pass.endScrolling(state.tunings.scroll, of: content, in: area)
    return pointed
  }

  /// Tunes the patch; nil: to twelve equal semitones.
  func tune(_ index: Int?, _ requests: inout [PanelRequest]) {
    requests.append(.edit(KnownTuning.edit(index), revision: nil))
  }

  /// The cents of a tuning above its first note; the last is the period.
  private static func cents(of scl: [UInt8]) -> [Double] {
    scl.isEmpty ? (1...12).map { Double($0) * 100 } : (try? PatchTuning.scale(scl))?.cents ?? []
  }

  /// The number of notes, and how far apart they are: `19 notes, steps of 63.16 cents`.
  static func words(aboutTuning scl: [UInt8]) -> [UInt8] {
    let cents = cents(of: scl)
    guard let period = cents.last else { return [] }
    let steps = zip([0] + cents, cents).map { $1 - $0 }
    let (least, most) = (steps.min() ?? 0, steps.max() ?? 0)
    func text(_ cents: Double) -> [UInt8] { ValueText.fixed(Float(cents), decimals: 1).bytes }
    let span: UTF8Text =
      most - least < 0.05
      ? "steps of \(text(least)) cents" : "steps of \(text(least)) to \(text(most)) cents"
    let octave: UTF8Text = (period - 1200).magnitude < 0.05 ? "in the octave" : "in \(text(period)) cents"
    return ("\(cents.count) notes \(octave), \(span)" as UTF8Text).bytes
  }

  /// Draws the pitches of a tuning over its period, above those of twelve equal semitones.
  private func drawPitches(of scl: [UInt8], ink: Ink, _ pass: inout ScreenPass, in area: Area) {
    let cents = Self.cents(of: scl)
    guard let period = cents.last, period > 0 else { return }
    pass.list.fill(area, look[.pane], radius: look.radius)
    let inner = area.inset(14, 8)
    func x(_ cents: Double) -> Float { inner.x + inner.width * Float(cents / period) }
    for step in 0...Int(period / 100 + 0.01) {
      pass.list.line(
        x(Double(step) * 100), inner.middleY + 4, x(Double(step) * 100), inner.bottom, look[.strong])
    }
    for cents in [0] + cents where 0...period ~= cents {
      pass.list.line(x(cents), inner.y, x(cents), inner.middleY, ink, width: 2)
    }
  }

  /// Handles a key of the search. Return takes the first tuning that is found.
  /// - Returns: whether the key means it.
  mutating func handleInTunings(_ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest]) -> Bool {
    if key == .enter, !state.tunings.text.text.isEmpty, let first = foundTunings().first {
      tune(first, &requests)
    }
    return state.tunings.handle(key, shift: shift, &requests)
  }
}
