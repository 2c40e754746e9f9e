// From the record of a graphical object to its widget, as Pd makes it. Not for the audio thread.
import Text

/// Reads the widgets of a canvas.
struct WidgetReader {
  /// The letters of the canvas, on which the standard sizes depend.
  let letters: PdLetters

  /// The widget of a record, or nil if it is none. `warn` gets what Pd would not read as it is meant.
  func widget(_ record: PdRecord, warn: (DocumentError) -> Void) -> SceneWidget? {
    guard let x = record.number(2), let y = record.number(3) else { return nil }
    let arguments = record.words[4...].prefix { !($0.bytes == "," && !$0.isEscaped) }
    let corner = SceneArea(x: x, y: y, width: 0, height: 0)
    if record.begins("#X", "text") { return comment(record, corner) }
    for (name, kind) in Self.boxes where record.words[1].bytes == name {
      return box(kind, corner, arguments, at: record.line)
    }
    guard record.words[1].bytes == "obj", let object = arguments.first else { return nil }
    let forms = WidgetForm.forms(of: object.bytes)
    guard let first = forms.first else { return nil }
    let given = arguments.dropFirst()
    func native(_ form: WidgetForm, _ given: ArraySlice<PdWord>) -> SceneWidget? {
      var widget = self.native(form, WidgetFields(form, given), corner, at: record.line)
      widget?.source = WidgetSource(form: form, arguments: Array(given), letters: letters, x: x, y: y)
      return widget
    }
    if let form = forms.first(where: { $0.fits(given) }) {
      return native(form, given)
        ?? droid(form, WidgetFields(form, given), corner, at: record.line)
    }
    if !first.isNative {
      warn(record.fault("\(object.bytes) needs \(first.row.least) arguments: it is not shown"))
      return nil
    }
    if !given.isEmpty {
      warn(
        record.fault("\(object.bytes) has \(given.count) arguments that are not Pd's: its own values count"))
    }
    // Of a panel, Pd takes the size even then.
    let isSized = first == .panel && 10...13 ~= given.count && given.prefix(3).allSatisfy { $0.number != nil }
    return native(first, isSized ? given.prefix(3) : [])
  }

  // MARK: Pd's own

  func native(
    _ form: WidgetForm, _ fields: WidgetFields, _ corner: SceneArea, at line: Int
  ) -> SceneWidget? {
    let isSent = fields.whole(.initial, 0) & 1 == 1
    let side = Float(max(8, fields.whole(.size, letters.standardSize)))
    let value = isSent ? fields.number(.value, 0) : 0
    var area = corner
    (area.width, area.height) = (side, side)
    var widget = SceneWidget(
      kind: .panel, area: area, send: fields.name(.send), receive: fields.name(.receive),
      label: label(form, fields), background: SceneColour(0xfcfcfc), foreground: SceneColour(0), value: value,
      isSentAtLoad: isSent, line: line)
    if let word = fields.word(.background) { widget.background = SceneColour(word) }
    if let word = fields.word(.foreground) { widget.foreground = SceneColour(word) }
    func range(_ high: Float) -> SceneRange {
      SceneRange(
        low: fields.number(.low, 0), high: fields.number(.high, high),
        isLogarithmic: fields.whole(.logarithmic, 0) != 0)
    }
    func size(_ width: Int, _ height: Int, least: (Int, Int)) {
      widget.area.width = Float(max(least.0, fields.whole(.width, width)))
      widget.area.height = Float(max(least.1, fields.whole(.height, height)))
    }
    switch form {
    case .bang:
      let times = [fields.whole(.hold, 250), fields.whole(.flash, 50)].sorted()
      widget.kind = .bang(hold: max(50, times[1]), flash: max(10, times[0]))
      widget.value = 0
    case .toggle:
      let on = fields.number(.on, 1)
      widget.kind = .toggle(on: on == 0 ? 1 : on)
      widget.value = value == 0 ? 0 : on
    case .horizontalSlider, .verticalSlider:
      let isHorizontal = form == .horizontalSlider
      let (length, width) = (letters.scaled(128), letters.standardSize)
      if isHorizontal { size(length, width, least: (2, 8)) } else { size(width, length, least: (8, 2)) }
      let range = range(127)
      // The file has hundredths of a pixel.
      let pixels = (isHorizontal ? widget.area.width : widget.area.height) - 1
      widget.value = range.value(at: value.rounded(.towardZero) / 100 / pixels)
      widget.kind = .slider(
        isHorizontal ? .horizontal : .vertical, range, isSteady: fields.whole(.steady, 1) != 0)
    case .dragNumber:
      let digits = max(1, fields.whole(.digits, 5))
      var range = range(1e37)
      if fields.word(.low) == nil { range.low = -1e37 }
      size(0, letters.scaled(14), least: (0, 8))
      let font = widget.label?.font ?? fields.whole(.font, 0) & 63
      let letter = (widget.label?.size ?? Float(fields.whole(.fontSize, letters.size)))
      let factor: Float = font == 1 ? 27 : font == 2 ? 25 : 31
      let words = (max(4, letter) * factor * Float(digits) / 36).rounded(.towardZero)
      widget.area.width = words + (widget.area.height / 2).rounded(.towardZero) + 4
      widget.value = value.limited(to: range)
      widget.kind = .dragNumber(
        digits: digits, range, logHeight: fields.rest.isEmpty ? max(10, fields.whole(.logHeight, 256)) : 256)
    case .horizontalRadio, .verticalRadio:
      let cells = min(max(1, fields.whole(.cells, 8)), 128)
      let isHorizontal = form == .horizontalRadio
      if isHorizontal { widget.area.width *= Float(cells) } else { widget.area.height *= Float(cells) }
      widget.kind = .radio(isHorizontal ? .horizontal : .vertical, cells: cells)
    case .meter:
      let leds = max(2, fields.word(.height) == nil ? letters.scaled(4) : fields.whole(.height, 0) / 40)
      size(letters.standardSize, 0, least: (8, 0))
      widget.area.height = Float(40 * leds)
      if fields.word(.background) == nil { widget.background = SceneColour(0x404040) }
      widget.kind = .meter(hasScale: fields.whole(.scale, 1) != 0)
    case .panel, .panelWithoutSend, .panelWithoutNames:
      size(letters.scaled(100), letters.scaled(60), least: (1, 1))
      if fields.word(.background) == nil { widget.background = SceneColour(0xe0e0e0) }
    default: return nil
    }
    return widget
  }

  private func label(_ form: WidgetForm, _ fields: WidgetFields) -> SceneLabel? {
    guard let text = fields.name(.label) else { return nil }
    let font = fields.whole(.font, 0) & 63
    return SceneLabel(
      text: text, x: Float(fields.whole(.labelX, 0)), y: Float(fields.whole(.labelY, 0)),
      font: font > 2 ? 0 : font, size: Float(max(4, fields.whole(.fontSize, letters.size))),
      colour: fields.word(.labelColour).map { SceneColour($0) } ?? SceneColour(0))
  }

  // MARK: Boxes and comments

  private enum Box { case number, symbol, list }
  private static let boxes: [(StaticString, Box)] = [
    ("floatatom", .number), ("symbolatom", .symbol), ("listbox", .list),
  ]

  /// `#X floatatom x y digits low high side label receive send size`: the names stand the other way round.
  private func box(
    _ kind: Box, _ corner: SceneArea, _ words: ArraySlice<PdWord>, at line: Int
  ) -> SceneWidget {
    let words = Array(words)
    func number(_ index: Int) -> Float { index < words.count ? words[index].number ?? 0 : 0 }
    /// A minus is written before a name that begins with one.
    func name(_ index: Int) -> [UInt8]? {
      guard index < words.count else { return nil }
      let bytes = words[index].bytes
      return WidgetFields.name(bytes.first == UInt8(ascii: "-") ? Array(bytes.dropFirst()) : bytes)
    }
    let digits = Int(min(max(number(0), 0), 1000))
    let own = Int(min(max(number(7), 0), 1000))
    let letters = own == 0 ? letters : PdLetters(size: own)
    var area = corner
    (area.width, area.height) = letters.box(columns: digits == 0 ? 3 : digits, lines: 1)
    let label = name(4).map { text in
      let (x, y) = letters.label(side: Int(min(max(number(3), 0), 3)), of: area, columns: text.count)
      return SceneLabel(text: text, x: x, y: y, font: 0, size: Float(letters.size), colour: SceneColour(0))
    }
    let (low, high) = (number(1), number(2))
    return SceneWidget(
      kind: kind == .number
        ? .number(digits: digits, low: low, high: high)
        : kind == .symbol ? .symbol(digits: digits) : .list(digits: digits),
      area: area, send: name(6), receive: name(5), label: label, background: SceneColour(0xfcfcfc),
      foreground: SceneColour(0), value: 0, isSentAtLoad: false, line: line)
  }

  /// A comment: words, then perhaps `, f COLUMNS`.
  private func comment(_ record: PdRecord, _ corner: SceneArea) -> SceneWidget {
    var words = record.words[4...]
    var columns = 0
    if let comma = words.lastIndex(where: { $0.bytes == "," && !$0.isEscaped }), comma + 2 < words.endIndex,
      words[comma + 1].bytes == "f"
    {
      columns = Int(min(max(words[comma + 2].number ?? 0, 0), 1000))
      words = words[..<comma]
    }
    var text: [UInt8] = []
    for word in words {
      let isMark = word.bytes == "," || word.bytes == ";"
      if !text.isEmpty, !isMark, text.last != UInt8(ascii: "\n") { text.append(UInt8(ascii: " ")) }
      text += UTF8Text.repaired(word.bytes)
      if word.bytes == ";" { text.append(UInt8(ascii: "\n")) }
    }
    if text.last == UInt8(ascii: "\n") { text.removeLast() }
    let lines = PdLetters.lines(of: text, columns: columns == 0 ? 60 : columns)
    var area = corner
    (area.width, area.height) = letters.box(
      columns: columns == 0 ? max(1, lines.longest) : columns, lines: lines.count)
    return SceneWidget(
      kind: .comment(text), area: area, send: nil, receive: nil, label: nil,
      background: SceneColour(0xffffff),
      foreground: SceneColour(0), value: 0, isSentAtLoad: false, line: record.line)
  }

  // MARK: DroidParty's

  private func droid(
    _ form: WidgetForm, _ fields: WidgetFields, _ corner: SceneArea, at line: Int
  ) -> SceneWidget? {
    var area = corner
    area.width = Float(max(1, fields.whole(.width, 1)))
    area.height = Float(max(1, fields.whole(.height, 1)))
    let range = SceneRange(
      low: fields.number(.low, 0), high: fields.number(.high, 1),
      isLogarithmic: fields.whole(.logarithmic, 0) != 0)
    var widget = SceneWidget(
      kind: .display, area: area, send: fields.name(.send), receive: fields.name(.receive),
      label: label(form, fields), background: SceneColour(0xfcfcfc), foreground: SceneColour(0), value: 0,
      isSentAtLoad: false, line: line)
    widget.isOurs = true
    /// Hides the widget.
    func hide() { (widget.area.width, widget.area.height) = (0, 0) }
    switch form {
    case .display: widget.kind = .display
    case .knob:
      let side = Float(max(8, fields.whole(.size, 32)))
      (widget.area.width, widget.area.height) = (side, side)
      if let word = fields.word(.background) { widget.background = SceneColour(word) }
      if let word = fields.word(.foreground) { widget.foreground = SceneColour(word) }
      widget.value = fields.number(.value, 0).limited(to: range)
      widget.isSentAtLoad = fields.whole(.initial, 0) != 0
      // moonlib's mknob has the switch the other way round than Pd's slider: 1 is a jump to the finger.
      widget.kind = .knob(
        range, travel: fields.number(.travel, 100), isSteady: fields.whole(.steady, 0) == 0)
    case .loadSave:
      widget.kind = .loadSave
      widget.send = widget.receive
      hide()
    case .menuBang:
      widget.kind = .menuBang
      widget.send = fields.name(.word).map { "menubang-\($0)" as UTF8Text }?.bytes
      hide()
    case .numberBox:
      widget.kind = .number(digits: 3, low: range.low, high: range.high)
      widget.value = fields.number(.value, 0)
      widget.isSentAtLoad = true
    case .ribbon: widget.kind = .ribbon
    case .tapList: widget.kind = .tapList(fields.rest)
    case .touchArea: widget.kind = .touchArea
    case .wordButton:
      widget.kind = .wordButton
      widget.send = fields.name(.word).map { "wordbutton-\($0)" as UTF8Text }?.bytes
      widget.label = fields.name(.word).map {
        SceneLabel(
          text: $0, x: area.width / 2, y: area.height / 2, font: 0, size: area.height * 0.75,
          colour: SceneColour(0))
      }
    default: return nil
    }
    return widget
  }
}

extension Float {
  /// Within a range as Pd limits it: of a range that falls, every number becomes one of the ends.
  fileprivate func limited(to range: SceneRange) -> Float {
    let raised = Swift.max(self, range.low)
    return Swift.min(raised, range.high)
  }
}
