// A range as a line, with a band on it, a tick at the base value and a mark where the value is now. Any
// thread.
import Paint
import Text

/// The contents of a range bar; all positions are 0…1 of the whole range.
@frozen
public struct RangeBar<Action: Equatable & Sendable> {
  public var name: [UInt8]
  public var low: Float
  public var high: Float
  public var base: Float
  /// NaN: not known.
  public var live: Float
  /// The actions of dragging the ends of the band and the base value; nil: they can't be dragged.
  public var lowAction: Action?
  public var highAction: Action?
  public var baseAction: Action?
  public var texts: (low: [UInt8], high: [UInt8], base: [UInt8]) = ([], [], [])
  public var steps = 0

  @inlinable
  public init(name: [UInt8], low: Float, high: Float, base: Float, live: Float) {
    (self.name, self.low, self.high, self.base, self.live) = (name, low, high, base, live)
  }
}

extension ScreenPass {
  /// Draws the line in the middle of an area; what is dragged are a round base and two upright ends.
  @inlinable
  public mutating func rangeBar(_ bar: RangeBar<Action>, in area: Area, _ ink: Ink, isStrong: Bool) {
    list.range(
      (bar.low, bar.high), base: bar.base, live: bar.live, hasBase: bar.baseAction != nil, in: area, ink,
      isStrong: isStrong, look)
    handle(
      bar, "base value of ", bar.baseAction, at: bar.base, bar.texts.base, track: area, isEnd: false, ink)
    handle(bar, "low end of ", bar.lowAction, at: bar.low, bar.texts.low, track: area, isEnd: true, ink)
    handle(bar, "high end of ", bar.highAction, at: bar.high, bar.texts.high, track: area, isEnd: true, ink)
  }

  @inlinable
  mutating func handle(
    _ bar: RangeBar<Action>, _ prefix: StaticString, _ action: Action?, at part: Float, _ value: [UInt8],
    track: Area, isEnd: Bool, _ ink: Ink
  ) {
    guard let action else { return }
    let width = max(24, look.target)
    let place = Area(
      x: track.x + part * track.width - width / 2, y: track.y, width: width, height: track.height)
    let mark = add(
      ScreenControl(
        role: .slider, name: UTF8Text(prefix).bytes + bar.name, value: value, area: place, action: action,
        track: track, part: part, steps: bar.steps, dragsUndrawn: true))
    list.rangeHandle(at: part, place, track: track, isEnd: isEnd, ink, mark, look)
  }
}

extension DrawList {
  @usableFromInline
  mutating func range(
    _ range: (low: Float, high: Float), base: Float, live: Float, hasBase: Bool, in area: Area, _ ink: Ink,
    isStrong: Bool, _ look: Look
  ) {
    let track = Area(x: area.x, y: area.middleY - 2, width: area.width, height: 4)
    fill(track, look[.border], radius: 2)
    let (from, to) = (min(range.low, range.high), max(range.low, range.high))
    let band = Area(
      x: area.x + from * area.width, y: track.y - 2, width: max(2, (to - from) * area.width), height: 8)
    path(band, radius: 4)
    let (weak, strong) = (ink.faded(isStrong ? 0.35 : 0.15), ink.faded(isStrong ? 1 : 0.5))
    let isRising = range.high >= range.low
    append(
      .fade(
        fromX: band.x, fromY: band.y, toX: band.right, toY: band.y, from: isRising ? weak : strong,
        to: isRising ? strong : weak))
    let tick = area.x + base * area.width
    line(tick, area.middleY - 10, tick, area.middleY + 10, look[isStrong ? .faint : .strong], width: 2)
    if hasBase { disc(tick, area.middleY, radius: 5, look[isStrong ? .text : .faint]) }
    if live.isFinite {
      disc(area.x + live * area.width, area.middleY, radius: 8, look[.background])
      disc(area.x + live * area.width, area.middleY, radius: 6, look[isStrong ? .text : .faint])
    }
  }

  @usableFromInline
  mutating func rangeHandle(
    at part: Float, _ place: Area, track: Area, isEnd: Bool, _ ink: Ink, _ mark: ControlMark, _ look: Look
  ) {
    let x = track.x + part * track.width
    if isEnd {
      fill(
        Area(x: x - 2, y: track.middleY - 9, width: 4, height: 18), mark.isChosen ? look[.text] : ink,
        radius: 2)
    } else if mark.isChosen {
      ring(x, track.middleY, radius: 9, look[.text], width: 1.5)
    }
    if mark.isFocused { focusRing(place.inset(4, 2), look) }
  }
}
