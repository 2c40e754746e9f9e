// A page of the manual above the screen: F1 opens it at what is described. Any thread.
import Controls
import Paint
import PanelModel
import SoundScreens
import Text
import Toolkit

/// A page of the manual, read from its Markdown.
struct ManualPage: Sendable {
  /// A heading, words, the first cell of a table's row, or a line of code.
  enum Style: Sendable { case heading, words, term, code }

  private struct Block: Sendable {
    let style: Style
    let text: [UInt8]
  }

  /// A line of a width, with its top.
  struct Line: Sendable {
    let style: Style
    let text: [UInt8]
    let y: Float
    let height: Float
    /// Whether it belongs to the block that was asked for.
    let isMeant: Bool
  }

  let name: [UInt8]
  private let blocks: [Block]
  /// The block that was asked for, or nil.
  private let meant: Int?
  var scroll: Float = 0
  private(set) var lines: [Line] = []
  private(set) var content: Float = 0
  private var width: Float = 0

  /// - Parameters:
  ///   - text: Markdown.
  ///   - terms: What to look for: the first of them that begins a row of a table, else that a heading or a
  ///     paragraph contains. One that begins with `#` is a heading.
  init(_ name: [UInt8], _ text: [UInt8], terms: [[UInt8]]) {
    self.name = name
    let blocks = Self.blocks(text)
    let bullet = Self.bullet
    func first(_ style: Style, _ term: [UInt8]) -> Int? {
      let folded = TextSearch.folded(term)
      let begins = blocks.firstIndex { block in
        block.style == style
          && (block.text == term || block.text.starts(with: term + [32])
            || block.text.starts(with: bullet + term))
      }
      // A row of several names the first and the last one.
      let kind = Self.kind(term)
      let similar = blocks.firstIndex { $0.style == style && style == .term && Self.kind($0.text) == kind }
      return begins ?? similar
        ?? blocks.firstIndex { block in
          block.style == style && TextSearch.contains(TextSearch.folded(block.text), folded)
        }
    }
    var found: Int?
    for term in terms where found == nil && term.first == UInt8(ascii: "#") {
      found = first(.heading, Array(term.dropFirst()))
    }
    for style in [Style.term, .heading, .words] {
      for term in terms where found == nil && !term.isEmpty { found = first(style, term) }
    }
    (self.blocks, meant) = (blocks, found)
  }

  /// The text of what was asked for; empty if the page has nothing about it. And whether it is a row of a table.
  var meantText: [UInt8] { meant.map { blocks[$0].text } ?? [] }
  var isTerm: Bool { meant.map { blocks[$0].style == .term } ?? false }

  /// The first word of a text, without its numbers and the letters of oscillators: equal for all of a kind.
  private static func kind(_ text: [UInt8]) -> [UInt8] {
    let word = text.prefix { $0 != 32 }
    let parts = word.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    return Array(
      parts.map { part -> [UInt8] in
        let isNumber = part.allSatisfy { 0x30...0x39 ~= $0 }
        let isLetter = part.count == 1 && 0x61...0x63 ~= part[part.startIndex]
        return isNumber || isLetter ? [UInt8(ascii: "#")] : Array(part)
      }.joined(separator: [UInt8(ascii: "_")]))
  }

  // MARK: Markdown

  /// Before an item of a list.
  private static var bullet: [UInt8] { UTF8Text("• ").bytes }

  private static func blocks(_ text: [UInt8]) -> [Block] {
    var blocks: [Block] = []
    var words: [UInt8] = []
    func flush() {
      if !words.isEmpty { blocks.append(Block(style: .words, text: plain(words[...]))) }
      words = []
    }
    var isCode = false
    for line in text.split(separator: 10, omittingEmptySubsequences: false) {
      // Comments are for tests.
      if !isCode, line.starts(with: "<!--".utf8) { continue }
      let isFence = line.starts(with: [0x60, 0x60, 0x60])
      if isFence {
        flush()
        isCode.toggle()
      } else if isCode || words.isEmpty && line.starts(with: [32, 32, 32, 32]) {
        blocks.append(Block(style: .code, text: Array(line)))
      } else if line.first == UInt8(ascii: "#") {
        flush()
        blocks.append(Block(style: .heading, text: plain(line.drop { $0 == 35 || $0 == 32 })))
      } else if line.first == UInt8(ascii: "|") {
        flush()
        let cells = cells(line)
        if cells.allSatisfy({ $0.allSatisfy { $0 == 45 || $0 == 58 || $0 == 32 } }) { continue }
        if let term = cells.first { blocks.append(Block(style: .term, text: term)) }
        for cell in cells.dropFirst() where !cell.isEmpty { blocks.append(Block(style: .words, text: cell)) }
      } else if line.allSatisfy({ $0 == 32 }) {
        flush()
      } else {
        let isItem = line.starts(with: [45, 32])
        if isItem || isNumbered(line) { flush() }
        if !words.isEmpty { words.append(32) }
        words += isItem ? bullet + line.dropFirst(2) : line.drop { $0 == 32 }
      }
    }
    flush()
    return blocks
  }

  /// Whether a line begins an item of a numbered list.
  private static func isNumbered(_ line: ArraySlice<UInt8>) -> Bool {
    let digits = line.prefix { 48...57 ~= $0 }
    return !digits.isEmpty && line.dropFirst(digits.count).starts(with: [46, 32])
  }

  /// The cells of a table's row. `\|` is no border.
  private static func cells(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    for byte in line.dropFirst() {
      if byte == UInt8(ascii: "|"), cell.last != UInt8(ascii: "\\") {
        cells.append(plain(cell[...]))
        cell = []
      } else {
        if byte == UInt8(ascii: "|") { cell.removeLast() }
        cell.append(byte)
      }
    }
    return cells
  }

  /// The words without marks of Markdown: of links only the words remain, of pictures nothing.
  private static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "!") where rest.first == UInt8(ascii: "["):
        if let end = rest.firstIndex(of: UInt8(ascii: ")")) { rest = rest[(end + 1)...] }
      case UInt8(ascii: "]") where rest.first == UInt8(ascii: "("):
        if let end = rest.firstIndex(of: UInt8(ascii: ")")) { rest = rest[(end + 1)...] }
      case UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "["), UInt8(ascii: "]"): break
      default: plain.append(byte)
      }
    }
    while plain.first == 32 { plain.removeFirst() }
    while plain.last == 32 { plain.removeLast() }
    return plain
  }

  // MARK: Lines

  /// Breaks the page into lines of a width, and scrolls to what was asked for the first time.
  mutating func lay(in width: Float, _ look: Look) {
    if width == self.width { return }
    let isFirst = self.width == 0
    self.width = width
    lines = []
    var (y, top) = (Float(0), Float(0))
    for (index, block) in blocks.enumerated() {
      if index == meant { top = y }
      let isHeading = block.style == .heading
      let size = isHeading ? look.title : block.style == .words ? look.text : look.small
      y += isHeading ? look.title : block.style == .code ? 0 : look.small * 0.4
      let broken =
        block.style == .code
        ? [block.text]
        : TextMetrics.lines(
          block.text, size: size, block.style == .words ? .regular : .semibold, in: width, limit: 400)
      for line in broken {
        lines.append(
          Line(style: block.style, text: line, y: y, height: size * 1.5, isMeant: index == meant))
        y += size * 1.5
      }
      if isHeading { y += look.small * 0.4 }
    }
    content = y
    if isFirst { scroll = max(0, top - look.title) }
  }
}

extension View {
  /// Requests the page of the manual about the control with the focus or under the pointer; closes an open one.
  mutating func askManual(_ requests: inout [PanelRequest]) {
    if manual != nil { return closeManual(&requests) }
    refreshControls()
    var control: ScreenControl?
    if let focus {
      control = controls[focus]
    } else if let hover {
      control = controls.last { $0.area.contains(hover.x, hover.y) }
    }
    let page = control.map { help(of: $0).page } ?? screenPage
    manualTerms = control.map { terms(of: $0) } ?? []
    // Without a page of its own, the screen is described in the list of screens.
    manualTerms.append(UTF8Text(screen.title).bytes)
    requests.append(.manual(page))
  }

  /// The words that the manual has for a control: its symbol, its name.
  private func terms(of control: ScreenControl) -> [[UInt8]] {
    var terms: [[UInt8]] = []
    if let parameter = control.parameter {
      terms = [parameter.spec.symbol.bytes]
    } else if case .sound(.parameterValue(let parameter)) = control.action {
      terms = [parameter.spec.symbol.bytes]
    } else if case .sound(.object(let object)) = control.action {
      return [Self.heading(of: object)]
    } else if let source = control.source {
      terms = [source.spec.symbol.bytes]
    } else if let port = control.port, model.plugin == .touch, let port = TouchPort.at(port) {
      terms = [port.spec.symbol.bytes]
    }
    return terms + [control.name]
  }

  /// The heading below which the manual describes an object, or the voice: those of a kind have one.
  private static func heading(of object: SoundObject?) -> [UInt8] {
    guard let object else { return UTF8Text("#The voice").bytes }
    let words = UTF8Text(object.description.name).bytes.split(separator: 32)
    let kind = words.last?.count == 1 ? words.dropLast() : words[...]
    return [UInt8(ascii: "#")] + kind.joined(separator: [32])
  }

  /// Shows a page of the manual. If its text is empty, because the bundle lacks the page, a message says so.
  public mutating func show(manual name: [UInt8], _ text: [UInt8]) {
    if text.isEmpty {
      return model.refuse("The manual isn’t in the bundle. Read docs/\(name) instead.")
    }
    manual = ManualPage(name, text, terms: manualTerms)
    // Keys scroll and close the page.
    manualKeyboard = focus == nil && popups.popup == nil && editing(on: screen.screen) == nil
    asksManualKeyboard = manualKeyboard
    tip = nil
    layer &+= 1
    isStale = true
  }

  mutating func closeManual(_ requests: inout [PanelRequest]) {
    if manualKeyboard { requests.append(.keyboard(false)) }
    (manual, manualKeyboard) = (nil, false)
    layer &+= 1
    isStale = true
  }

  /// Handles a key while the manual is open.
  /// - Returns: whether it is.
  mutating func handleInManual(_ key: ViewEvent.Key, _ requests: inout [PanelRequest]) -> Bool {
    guard let page = manual else { return false }
    let step = height * 0.8
    switch key {
    case .down: manual?.scroll += 40
    case .up: manual?.scroll -= 40
    case .pageDown, .space: manual?.scroll += step
    case .pageUp: manual?.scroll -= step
    case .home: manual?.scroll = 0
    case .end: manual?.scroll = page.content
    case .escape, .enter: closeManual(&requests)
    default: break
    }
    isStale = true
    return true
  }

  /// Draws the open page over the screen. Nothing below it can be pressed.
  mutating func drawManual(_ pass: inout ScreenPass, in area: Area) {
    guard var page = manual else { return }
    pass.controls = []
    pass.list.fill(area, look[.background])
    let width = min(area.width - 4 * look.gap, 760)
    var rest = Area(
      x: area.middleX - width / 2, y: area.y + look.gap, width: width, height: area.height - 2 * look.gap)
    var head = rest.cutTop(look.target)
    let close = UTF8Text("Close").bytes
    pass.button(
      head.cutRight(TextMetrics.width(close, size: look.text, .semibold) + 24), close, .closeManual)
    pass.text(
      ("Manual: \(page.name)" as UTF8Text).bytes, in: head, look[.faint], size: look.small)
    pass.list.line(area.x, rest.y, area.right, rest.y, look[.border])
    page.lay(in: rest.width - 12, look)
    pass.beginScrolling(&page.scroll, of: page.content + look.title, in: rest)
    for line in page.lines {
      let y = rest.y + line.y - page.scroll
      guard y + line.height > rest.y, y < rest.bottom else { continue }
      let place = Area(x: rest.x, y: y, width: rest.width - 12, height: line.height)
      if line.isMeant { pass.list.fill(place.inset(-6, 0), look[.chosen]) }
      switch line.style {
      case .heading: pass.text(line.text, in: place, look[.text], size: look.title, .semibold)
      case .words: pass.text(line.text, in: place, look[.text])
      case .term: pass.text(line.text, in: place, look[.sound], size: look.small, .semibold)
      case .code: pass.text(line.text, in: place, look[.faint], size: look.small)
      }
    }
    pass.endScrolling(page.scroll, of: page.content + look.title, in: rest)
    manual = page
  }
}
