// The parts of which a picture consists: where each is seen, and which are the same in two pictures. Any
// thread.

/// One fill, stroke, text or picture with its path, or the beginning or end of a clip.
public struct DrawPart: Sendable {
  /// Its words in the list: from the first of the path up to the last of what draws.
  public let words: Range<Int>
  /// In which area it is seen, generously: with line widths, overhanging letters and smooth edges, within the
  /// clips around it. Nothing for a clip itself.
  public let area: Area
  /// Equal for what draws the same under the same clips.
  let digest: UInt64
  /// A clip, which acts on the parts behind it.
  public let isClip: Bool
  /// Colors that change along a line: painted as a whole, because rounding goes on from pixel to pixel.
  public let isFade: Bool
  /// A stroke that is one straight line is seen only beside it.
  var line: StraightLine?

  /// Whether it may be seen in an area.
  public func isSeen(in other: Area) -> Bool { area.meets(other) && line?.meets(other) ?? true }
}

/// A straight line, and how far beside it its stroke is seen.
struct StraightLine: Sendable {
  let x1: Float
  let y1: Float
  let x2: Float
  let y2: Float
  let margin: Float

  /// Whether the endless line comes so near to an area. If a number is none, it does.
  func meets(_ area: Area) -> Bool {
    let (dx, dy) = (x2 - x1, y2 - y1)
    let away = (area.middleX - x1) * dy - (area.middleY - y1) * dx
    let reach = (dy * area.width).magnitude / 2 + (dx * area.height).magnitude / 2
    return !(away.magnitude - reach > margin * (dx * dx + dy * dy).squareRoot())
  }
}

/// A digest of 32-bit words.
private struct PartDigest {
  private(set) var value: UInt64

  init(_ seed: UInt64) { value = seed ^ 0xcbf2_9ce4_8422_2325 }

  mutating func add(_ word: UInt32) {
    value = (value ^ UInt64(word)) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 29
  }
}

/// A box that grows around points.
private struct Box {
  var (left, top, right, bottom): (Float, Float, Float, Float) = (
    .infinity, .infinity, -.infinity, -.infinity
  )

  mutating func hold(_ x: Float, _ y: Float, _ margin: Float = 0) {
    (left, right) = (min(left, x - margin), max(right, x + margin))
    (top, bottom) = (min(top, y - margin), max(bottom, y + margin))
  }

  /// Its common part with a clip, larger by a margin; everything if a number is none.
  func area(margin: Float, within clip: Area) -> Area {
    guard (left + top + right + bottom + margin).isFinite else { return left > right ? .nothing : clip }
    let (x, y) = (max(left - margin, clip.x), max(top - margin, clip.y))
    let (right, bottom) = (min(right + margin, clip.right), min(bottom + margin, clip.bottom))
    return right > x && bottom > y ? Area(x: x, y: y, width: right - x, height: bottom - y) : .nothing
  }
}

extension Area {
  public static var nothing: Area { Area(x: 0, y: 0, width: 0, height: 0) }
  public var isEmpty: Bool { width <= 0 || height <= 0 }
}

extension DrawList {
  /// The parts of the list, in order.
  /// - Parameter all: the picture's area.
  func parts(_ parts: inout [DrawPart], in all: Area) {
    parts.removeAll(keepingCapacity: true)
    // The clips around what comes, each within the one before it.
    var clips: [(area: Area, digest: UInt64)] = [(all, 0)]
    var (path, box) = (0..<0, Box())
    var (layer, depth) = (0, 0)
    var at = 0
    func number(_ index: Int) -> Float { Float(bitPattern: words[at + 1 + index]) }
    while at < words.count, let operation = Operation(rawValue: words[at]) {
      let end = at + 1 + operation.count
      defer { at = end }
      if path.isEmpty { path = at..<end }
      var part: Area?
      let clip = clips[clips.count - 1]
      switch operation {
      case .move, .line: box.hold(number(0), number(1))
      case .curve:
        for index in [0, 2, 4] { box.hold(number(index), number(index + 1)) }
      case .arc: box.hold(number(0), number(1), number(2))
      case .close: break
      // A path that is kept is drawn along afterwards: both are one part.
      case .fill where words[at + 2] != 0: break
      case .fill, .fade: part = box.area(margin: 1.5, within: clip.area)
      case .stroke: part = box.area(margin: number(1) / 2 + 1.5, within: clip.area)
      case .text:
        let (size, first) = (number(2), Int(words[at + 6]))
        let width = TextMetrics.width(
          Array(texts[first..<first + Int(words[at + 7])]), size: size,
          FontFace(rawValue: words[at + 4]) ?? .regular)
        var letters = Box()
        letters.hold(number(0) - 0.4 * size, number(1) - 1.4 * size)
        letters.hold(number(0) + width + 0.4 * size, number(1) + 0.6 * size)
        part = letters.area(margin: 1.5, within: clip.area)
        path = at..<end
      case .picture:
        var place = Box()
        place.hold(number(0), number(1))
        place.hold(number(0) + number(2), number(1) + number(3))
        part = place.area(margin: 1.5, within: clip.area)
        path = at..<end
      case .clip, .unclip:
        if operation == .clip {
          var (inner, digest) = (Box(), PartDigest(clip.digest))
          inner.hold(number(0), number(1))
          inner.hold(number(0) + number(2), number(1) + number(3))
          for index in at..<end { digest.add(words[index]) }
          clips.append((inner.area(margin: 0, within: clip.area), digest.value))
        } else if clips.count > 1 {
          clips.removeLast()
        }
        if depth == 0 {
          parts.append(
            DrawPart(
              words: at..<end, area: .nothing, digest: UInt64(words[at]), isClip: true, isFade: false,
              line: nil))
        }
        (path, box) = (0..<0, Box())
      case .layer:
        if depth == 0 { layer = at }
        depth += 1
      case .endLayer:
        depth -= 1
        if depth == 0 { (path, part) = (layer..<end, clip.area) }
      }
      if let part, depth == 0 {
        let range = path.lowerBound..<end
        parts.append(
          DrawPart(
            words: range, area: part, digest: digest(of: range, clip.digest), isClip: false,
            isFade: operation == .fade || operation == .endLayer, line: straightLine(range)))
      }
      if part != nil || operation == .layer { (path, box) = (0..<0, Box()) }
    }
  }

  /// The line of a part that moves to a point, draws a line, and strokes it, or nil if it is something else.
  private func straightLine(_ range: Range<Int>) -> StraightLine? {
    let at = range.lowerBound
    guard range.count == 10, words[at] == Operation.move.rawValue, words[at + 3] == Operation.line.rawValue,
      words[at + 6] == Operation.stroke.rawValue
    else { return nil }
    func number(_ index: Int) -> Float { Float(bitPattern: words[at + index]) }
    return StraightLine(
      x1: number(1), y1: number(2), x2: number(4), y2: number(5), margin: number(8) / 2 + 1.5)
  }

  /// A digest of what words draw: of texts and paths the letters, not the place where they are kept.
  private func digest(of range: Range<Int>, _ seed: UInt64) -> UInt64 {
    var digest = PartDigest(seed)
    var at = range.lowerBound
    while at < range.upperBound, let operation = Operation(rawValue: words[at]) {
      let end = at + 1 + operation.count
      if operation == .text || operation == .picture {
        for index in at..<at + 6 { digest.add(words[index]) }
        let first = Int(words[at + 6])
        for index in first..<first + Int(words[at + 7]) { digest.add(UInt32(texts[index])) }
      } else {
        for index in at..<end { digest.add(words[index]) }
      }
      at = end
    }
    return digest.value
  }

  /// Calls `body` with the commands of a part.
  public func forEach(in part: DrawPart, _ body: (DrawCommand) -> Void) {
    forEach(in: part.words, body)
  }
}
