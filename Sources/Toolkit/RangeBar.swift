// A range as a line, with a band on it, a tick at the base value and a mark where the value is now. Any
// thread.
import Paint
import Text

/// The contents of a range bar; all positions are 0…1 of the whole range.
@frozen
public struct RangeBar<Action: Equatable & Sendable> {
  public var low: ControlValue
  public var high: ControlValue
  public var base: ControlValue
  /// NaN: not known.
  public var live: Float
  /// The actions of dragging the ends of the band and the base value; nil: they can't be dragged.
  public var lowAction: Action?
  public var highAction: Action?
  public var baseAction: Action?

  @inlinable
  public init(low: ControlValue, high: ControlValue, base: ControlValue, live: Float) {
    (self.low, self.high, self.base, self.live) = (low, high, base, live)
  }
}

extension ScreenPass {
  /// Draws the line in the middle of an area; what is dragged are a round base and two upright ends. The base is
  /// grabbed anywhere on the line, each end beside its mark, outward.
  @inlinable
  public mutating func rangeBar(_ bar: RangeBar<Action>, in area: Area, _ ink: Ink, isStrong: Bool) {
    let (low, high) = (bar.low.part, bar.high.part)
    list.range(
      (low, high), base: bar.base.part, live: bar.live, hasBase: bar.baseAction != nil, in: area, ink,
      isStrong: isStrong, look)
    let isRising = low <= high
    let base = bar.baseAction == nil ? .infinity : bar.base.part
    handle(bar.base, bar.baseAction, track: area, outward: 0, ink)
    handle(bar.low, bar.lowAction, track: area, outward: isRising ? -1 : 1, base: base, ink)
    handle(bar.high, bar.highAction, track: area, outward: isRising ? 1 : -1, base: base, ink)
  }

  /// - Parameters:
  ///   - outward: on which side of an end its handle is: −1 left, 1 right; 0: it is no end.
  ///   - base: where the base is grabbed, 0…1: its mark is not covered.
  @inlinable
  mutating func handle(
    _ value: ControlValue, _ action: Action?, track: Area, outward: Float, base: Float = .infinity, _ ink: Ink
  ) {
    guard let action else { return }
    let width = max(24, look.target)
    let x = track.x + value.part * track.width
    let inner: Float = (base - value.part).magnitude * track.width < 12 ? -6 : 4
    let place =
      outward == 0
      ? track
      : Area(x: x + outward * (width / 2 - inner) - width / 2, y: track.y, width: width, height: track.height)
    var control = ScreenControl(.slider, value, area: place, action: action, track: track)
    control.dragsUndrawn = true
    let mark = add(control)
    list.rangeHandle(at: value.part, place, track: track, isEnd: outward != 0, ink, mark, look)
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
    if mark.isFocused {
      focusRing(Area(x: x - 12, y: place.y, width: 24, height: place.height).inset(0, 2), look)
    }
  }
}
