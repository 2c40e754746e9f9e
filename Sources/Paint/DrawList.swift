// The look of a screen, as a flat buffer of commands, which a frame (window, page, picture) executes. Any
// thread.

/// Commands as words, and the texts that they draw or name. Emptying it keeps its memory, so that a picture
/// allocates nothing once the list is warm. Equal pictures are equal lists.
public struct DrawList: Equatable, Sendable {
  /// Each command as its operation and its arguments: floats as their bits, colors as `Ink.word`.
  public private(set) var words: [UInt32] = []
  /// The UTF-8 of all texts and paths, one behind the other.
  public private(set) var texts: [UInt8] = []

  /// The first word of a command. The numbers are known to the page's script: append only.
  enum Operation: UInt32 {
    case move = 0, line, curve, arc, close, fill, fade, stroke, text, clip, unclip, layer, endLayer
    case picture

    /// The number of words that follow.
    var count: Int {
      switch self {
      case .close, .unclip, .endLayer: 0
      case .layer: 1
      case .move, .line, .fill: 2
      case .stroke: 3
      case .clip: 4
      case .arc: 5
      case .curve, .fade: 6
      case .text, .picture: 7
      }
    }
  }

  public init() {}

  /// Removes all commands, and keeps the memory.
  public mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
  }

  private mutating func put(_ operation: Operation, _ numbers: Float...) {
    words.append(operation.rawValue)
    for number in numbers { words.append(number.bitPattern) }
  }

  /// Appends a command.
  public mutating func append(_ command: DrawCommand) {
    switch command {
    case .move(let x, let y): put(.move, x, y)
    case .line(let x, let y): put(.line, x, y)
    case .curve(let x1, let y1, let x2, let y2, let x, let y): put(.curve, x1, y1, x2, y2, x, y)
    case .arc(let x, let y, let radius, let from, let to): put(.arc, x, y, radius, from, to)
    case .close: put(.close)
    case .fill(let ink, let isKept):
      put(.fill)
      words.append(ink.word)
      words.append(isKept ? 1 : 0)
    case .fade(let fromX, let fromY, let toX, let toY, let from, let to):
      put(.fade, fromX, fromY, toX, toY)
      words.append(from.word)
      words.append(to.word)
    case .stroke(let ink, let width, let dash):
      put(.stroke)
      words.append(ink.word)
      words.append(width.bitPattern)
      words.append(dash.bitPattern)
    case .text(let text):
      put(.text, text.x, text.y, text.size)
      words.append(text.face.rawValue)
      words.append(text.ink.word)
      words.append(UInt32(texts.count))
      words.append(UInt32(text.bytes.count))
      texts += text.bytes
    case .clip(let area): put(.clip, area.x, area.y, area.width, area.height)
    case .unclip: put(.unclip)
    case .layer(let alpha): put(.layer, alpha)
    case .endLayer: put(.endLayer)
    case .picture(let picture):
      let area = picture.area
      put(.picture, area.x, area.y, area.width, area.height)
      words.append(picture.fills ? 1 : 0)
      words.append(UInt32(texts.count))
      words.append(UInt32(picture.path.count))
      texts += picture.path
    }
  }

  /// Calls `body` with each command in order.
  public func forEach(_ body: (DrawCommand) -> Void) { forEach(in: 0..<words.count, body) }

  /// Calls `body` with each command of a range of words, which begins and ends with whole commands.
  func forEach(in range: Range<Int>, _ body: (DrawCommand) -> Void) {
    var at = range.lowerBound
    while at < range.upperBound, let operation = Operation(rawValue: words[at]) {
      body(command(operation, at + 1))
      at += 1 + operation.count
    }
  }

  private func command(_ operation: Operation, _ at: Int) -> DrawCommand {
    func number(_ index: Int) -> Float { Float(bitPattern: words[at + index]) }
    func ink(_ index: Int) -> Ink { Ink(word: words[at + index]) }
    switch operation {
    case .move: return .move(number(0), number(1))
    case .line: return .line(number(0), number(1))
    case .curve: return .curve(number(0), number(1), number(2), number(3), number(4), number(5))
    case .arc:
      return .arc(x: number(0), y: number(1), radius: number(2), from: number(3), to: number(4))
    case .close: return .close
    case .fill: return .fill(ink(0), isKept: words[at + 1] != 0)
    case .fade:
      return .fade(
        fromX: number(0), fromY: number(1), toX: number(2), toY: number(3), from: ink(4), to: ink(5))
    case .stroke: return .stroke(ink(0), width: number(1), dash: number(2))
    case .text:
      let first = Int(words[at + 5])
      return .text(
        PlacedText(
          bytes: Array(texts[first..<first + Int(words[at + 6])]), x: number(0), y: number(1),
          size: number(2), face: FontFace(rawValue: words[at + 3]) ?? .regular, ink: ink(4)))
    case .clip: return .clip(Area(x: number(0), y: number(1), width: number(2), height: number(3)))
    case .unclip: return .unclip
    case .layer: return .layer(number(0))
    case .endLayer: return .endLayer
    case .picture:
      let first = Int(words[at + 5])
      return .picture(
        PlacedPicture(
          path: Array(texts[first..<first + Int(words[at + 6])]),
          area: Area(x: number(0), y: number(1), width: number(2), height: number(3)),
          fills: words[at + 4] != 0))
    }
  }
}
