// A parameter's whole range as a line, with a band on it, a tick at the base value and a mark where it is
// now. Any thread.
import Controls
import Paint
import Text

/// What a range bar shows; all places are 0…1 of the whole range.
struct RangeBar {
  var name: [UInt8]
  var low: Float
  var high: Float
  var base: Float
  /// NaN: not known.
  var live: Float
  /// Whether the ends of the band can be dragged, and the base value.
  var lowAction: ControlAction?
  var highAction: ControlAction?
  var baseAction: ControlAction?
  var texts: (low: [UInt8], high: [UInt8], base: [UInt8]) = ([], [], [])
  var steps = 0
}

extension ScreenPass {
  /// Draws the line in the middle of an area; what is dragged are a round base and two upright ends.
  mutating func rangeBar(_ bar: RangeBar, in area: Area, _ ink: Ink, isStrong: Bool) {
    let track = Area(x: area.x, y: area.middleY - 2, width: area.width, height: 4)
    list.fill(track, look[.border], radius: 2)
    let (from, to) = (min(bar.low, bar.high), max(bar.low, bar.high))
    let band = Area(
      x: area.x + from * area.width, y: track.y - 2, width: max(2, (to - from) * area.width), height: 8)
    list.path(band, radius: 4)
    let (weak, strong) = (ink.faded(isStrong ? 0.35 : 0.15), ink.faded(isStrong ? 1 : 0.5))
    let isRising = bar.high >= bar.low
    list.append(
      .fade(
        fromX: band.x, fromY: band.y, toX: band.right, toY: band.y, from: isRising ? weak : strong,
        to: isRising ? strong : weak))
    let tick = area.x + bar.base * area.width
    list.line(tick, area.middleY - 10, tick, area.middleY + 10, look[isStrong ? .faint : .strong], width: 2)
    if bar.baseAction != nil { list.disc(tick, area.middleY, radius: 5, look[isStrong ? .text : .faint]) }
    if bar.live.isFinite {
      list.disc(area.x + bar.live * area.width, area.middleY, radius: 8, look[.background])
      list.disc(area.x + bar.live * area.width, area.middleY, radius: 6, look[isStrong ? .text : .faint])
    }
    handle(
      bar, .init("base value of "), bar.baseAction, at: bar.base, bar.texts.base, track: area, isEnd: false,
      ink)
    handle(
      bar, .init("low end of "), bar.lowAction, at: bar.low, bar.texts.low, track: area, isEnd: true, ink)
    handle(
      bar, .init("high end of "), bar.highAction, at: bar.high, bar.texts.high, track: area, isEnd: true, ink)
  }

  private mutating func handle(
    _ bar: RangeBar, _ prefix: UTF8Text, _ action: ControlAction?, at part: Float, _ value: [UInt8],
    track: Area, isEnd: Bool, _ ink: Ink
  ) {
    guard let action else { return }
    let width = max(24, look.target)
    let x = track.x + part * track.width
    let place = Area(x: x - width / 2, y: track.y, width: width, height: track.height)
    var control = ScreenControl(
      role: .slider, name: ("\(prefix)\(bar.name)" as UTF8Text).bytes, value: value, area: place,
      action: action, part: part, steps: bar.steps)
    control.track = track
    let mark = add(control)
    if isEnd {
      list.fill(
        Area(x: x - 2, y: track.middleY - 9, width: 4, height: 18), mark.isChosen ? look[.text] : ink,
        radius: 2)
    } else if mark.isChosen {
      list.ring(x, track.middleY, radius: 9, look[.text], width: 1.5)
    }
    if mark.isFocused { focusRing(place.inset(4, 2)) }
  }
}
