// The pictures of effects on *Sound*, with their axes, and the handles that drag their parameters. Any thread.
import Controls
import Lanes
import Paint
import PanelModel
import Patches
import Reverberation
import Signal
import Text
import Toolkit

/// A handle of an effect's picture.
public enum EffectHandle: UInt8, CaseIterable, Sendable {
  case drive, shaper, chorus, echo, feedback, room, decay, tone, lows, middle, highs, threshold, ratio,
    ceiling

  var object: SoundObject {
    switch self {
    case .drive: .drive
    case .shaper: .shaper
    case .chorus: .chorus
    case .echo, .feedback: .delay
    case .room, .decay, .tone: .reverb
    case .lows, .middle, .highs: .equaliser
    case .threshold, .ratio: .compressor
    case .ceiling: .limiter
    }
  }

  /// The parameter that the keyboard and a click change.
  var parameter: Parameter {
    switch self {
    case .drive: .drive
    case .shaper: .shaperAmount
    case .chorus: .chorusRate
    case .echo: .delayTime
    case .feedback: .delayFeedback
    case .room: .reverb
    case .decay: .reverbDecay
    case .tone: .reverbTone
    case .lows: .eqLow
    case .middle: .eqFrequency
    case .highs: .eqHigh
    case .threshold: .compressorThreshold
    case .ratio: .compressorRatio
    case .ceiling: .limiterCeiling
    }
  }

  /// Where the handle is in the picture, or nil if that is outside.
  func place(tempo: Float, _ value: (Parameter) -> Float) -> EffectPicture.Point? {
    typealias Picture = EffectPicture
    switch self {
    case .drive:
      let x = Parameter.drive.part(of: value(.drive))
      return (x, Drive.output(of: 2 * x - 1, decibels: value(.drive)) / 2 + 0.5)
    case .shaper:
      let amount = value(.shaperAmount)
      let shape = Waveshaper.Shape(rawValue: Int32(value(.shaperShape).rounded())) ?? .soft
      return (amount, Picture.shaped(amount, shape, amount))
    case .chorus: return (Parameter.chorusRate.part(of: value(.chorusRate)), value(.chorusDepth))
    case .echo, .feedback:
      let settings = Picture.echo(value, tempo)
      let seconds = settings.seconds.limited(0.001, Echo.longestSeconds)
      let level = Picture.shownLevel(value(.delay))
      if self == .echo { return (seconds / Picture.echoSeconds, 0.5 + level / 2) }
      let x = seconds * Float(Self.repeated(settings)) / Picture.echoSeconds
      return x <= 1 ? (x, 0.5 + level * settings.feedback / 2) : nil
    case .room: return (0, Picture.part(Picture.roomLevel(value), in: Picture.levels))
    case .decay, .tone:
      // On the curve, where it has fallen by this.
      let fallen = Self.fallen(self)
      let seconds = Reverb.decay(
        Picture.reverb(value), at: roomHertz, sampleRate: Picture.sampleRate)
      let y = Picture.part(Picture.roomLevel(value) - fallen, in: Picture.levels)
      return (Picture.part(roomSeconds: seconds * fallen / 60), y)
    case .lows, .highs: return (self == .lows ? 0.1 : 0.93, Picture.part(value(parameter), in: Picture.gains))
    case .middle:
      return (Picture.part(hertz: value(.eqFrequency)), Picture.part(value(.eqMiddle), in: Picture.gains))
    case .threshold:
      let (threshold, settings) = (value(.compressorThreshold), Picture.compressor(value))
      return (
        Picture.part(threshold, in: Picture.inputs),
        Picture.part(Compressor.output(of: threshold, settings), in: Picture.outputs)
      )
    case .ratio:
      return (1, Picture.part(Compressor.output(of: 0, Picture.compressor(value)), in: Picture.outputs))
    case .ceiling:
      let part = Picture.part(value(.limiterCeiling), in: Picture.peaks)
      return (part, part)
    }
  }

  /// The values that a drag to a place of the picture sets.
  func values(
    at place: EffectPicture.Point, tempo: Float, _ value: (Parameter) -> Float
  ) -> [(Parameter, Float)] {
    typealias Picture = EffectPicture
    let (x, y) = (min(max(place.x, 0), 1), min(max(place.y, 0), 1))
    switch self {
    case .drive, .shaper: return [(parameter, parameter.value(at: x))]
    case .chorus: return [(.chorusRate, Parameter.chorusRate.value(at: x)), (.chorusDepth, y)]
    case .echo:
      let seconds = (x * Picture.echoSeconds).limited(0.001, Echo.longestSeconds)
      let isSynced = Parameter.beats(choice: value(.delayBeats)) > 0
      return [
        isSynced
          ? (.delayBeats, Self.choice(nearest: seconds * tempo / 60))
          : (.delayTime, Parameter.delayTime.control(0).rounded(seconds)),
        (.delay, Parameter.delay.control(0).rounded(max(0, 2 * y - 1))),
      ]
    case .feedback:
      let level = max(0, 2 * y - 1) / Picture.shownLevel(value(.delay))
      return [(.delayFeedback, Parameter.delayFeedback.control(0).rounded(level))]
    case .room:
      let level = y <= 0 ? 0 : Scalar.gain(decibels: Picture.value(y, in: Picture.levels))
      return [(.reverb, Parameter.reverb.control(0).rounded(level))]
    case .decay, .tone:
      let wanted = x * x * Picture.roomSeconds * 60 / Self.fallen(self)
      return [
        (
          parameter,
          solved(for: wanted, isRising: true) { trial in
            Reverb.decay(
              Picture.reverb { $0 == parameter ? trial : value($0) }, at: roomHertz,
              sampleRate: Picture.sampleRate)
          }
        )
      ]
    case .lows, .highs:
      return [(parameter, parameter.control(0).rounded(Picture.value(y, in: Picture.gains)))]
    case .middle:
      return [
        (.eqFrequency, Parameter.eqFrequency.control(0).rounded(Picture.hertz(x))),
        (.eqMiddle, Parameter.eqMiddle.control(0).rounded(Picture.value(y, in: Picture.gains))),
      ]
    case .threshold: return [(parameter, parameter.control(0).rounded(Picture.value(x, in: Picture.inputs)))]
    case .ratio:
      return [
        (
          parameter,
          solved(for: Picture.value(y, in: Picture.outputs), isRising: false) { trial in
            Compressor.output(of: 0, Picture.compressor { $0 == parameter ? trial : value($0) })
          }
        )
      ]
    case .ceiling: return [(parameter, parameter.control(0).rounded(Picture.value(y, in: Picture.peaks)))]
    }
  }

  private var roomHertz: Float {
    self == .tone ? EffectPicture.roomHertz.high : EffectPicture.roomHertz.middle
  }

  /// The decibels by which a room has fallen at a handle.
  private static func fallen(_ handle: EffectHandle) -> Float { handle == .tone ? 20 : 30 }

  /// The number of the echo that has passed the feedback once.
  private static func repeated(_ settings: EchoSettings) -> Int { settings.isPingPong ? 3 : 2 }

  /// The choice of beats that is nearest by ratio.
  static func choice(nearest beats: Float) -> Float {
    let choices = 1..<(Parameter.delayBeats.spec.choices?.names.count ?? 1)
    let nearest = choices.min { a, b in
      func distance(_ choice: Int) -> Float {
        Scalar.log2(Parameter.beats(choice: Float(choice)) / max(beats, 0.01)).magnitude
      }
      return distance(a) < distance(b)
    }
    return Float(nearest ?? 0)
  }

  /// The parameter's value at which something is as wanted, by halving its range.
  private func solved(for wanted: Float, isRising: Bool, _ result: (Float) -> Float) -> Float {
    var (low, high) = (Float(0), Float(1))
    for _ in 0..<16 {
      let middle = (low + high) / 2
      if (result(parameter.value(at: middle)) < wanted) == isRising { low = middle } else { high = middle }
    }
    return parameter.value(at: (low + high) / 2)
  }
}

extension SoundScreens {
  /// Whether an object has the picture of an effect.
  static func isEffect(_ object: SoundObject?) -> Bool {
    EffectHandle.allCases.contains { $0.object == object }
  }

  private var shownTempo: Float { model.live.tempo.isFinite ? model.live.tempo : 120 }

  /// The curves with the base values, and with the live ones; the handles at the base values.
  func drawEffect(_ object: SoundObject, _ pass: inout ScreenPass, in area: Area) {
    drawAxes(of: object, &pass, in: area)
    let parameters = Parameter.all(of: object)
    let isMoved = parameters.contains { panel.setting($0).base != liveValue($0) }
    let ink = look[isSilent(object) ? .faint : .sound]
    if isMoved {
      draw(
        EffectPicture(of: object, tempo: shownTempo) { panel.setting($0).base }, ink.faded(0.35), width: 1.25,
        &pass, in: area)
    }
    draw(
      EffectPicture(of: object, tempo: shownTempo) { isMoved ? liveValue($0) : panel.setting($0).base }, ink,
      width: 2, &pass, in: area)
    for handle in EffectHandle.allCases where handle.object == object {
      drawHandle(handle, &pass, in: area)
    }
  }

  private func draw(
    _ picture: EffectPicture, _ ink: Ink, width: Float, _ pass: inout ScreenPass, in area: Area
  ) {
    for line in picture.lines {
      let points = line.points.map { (x: area.x + $0.x * area.width, y: area.bottom - $0.y * area.height) }
      switch line.kind {
      case .main: pass.list.lines(points, ink, width: width)
      case .second: pass.list.lines(points, look[.hand].faded(width > 1.5 ? 0.7 : 0.3), width: 1.25)
      case .faint: pass.list.lines(points, look[.strong], width: 1)
      }
    }
    // The left side goes up, the right side down.
    let thick = min(3, max(1, area.width * (picture.bars.first?.x ?? 1) / 3))
    for bar in picture.bars where bar.left > 0.004 || bar.right > 0.004 {
      let (up, down) = (bar.left * area.height / 2, bar.right * area.height / 2)
      pass.list.fill(
        Area(
          x: area.x + bar.x * area.width - thick / 2, y: area.middleY - up, width: thick, height: up + down),
        ink.faded(width > 1.5 ? 0.4 + 0.6 * bar.brightness : 0.25))
    }
  }

  private func drawHandle(_ handle: EffectHandle, _ pass: inout ScreenPass, in area: Area) {
    guard let place = handle.place(tempo: shownTempo, { panel.setting($0).base }) else { return }
    let (x, y) = (area.x + place.x * area.width, area.bottom - place.y * area.height)
    let side = max(24, look.target)
    let control = ScreenControl(
      .slider, panel.value(of: handle.parameter, .base),
      area: Area(x: x - side / 2, y: y - side / 2, width: side, height: side),
      action: .effectPoint(handle), track: area, gesture: .edits)
    let mark = pass.add(control)
    pass.list.disc(x, y, radius: mark.isChosen ? 7 : 5, look[mark.isChosen ? .text : .sound])
    if mark.isFocused { pass.focusRing(control.area.inset(4, 4)) }
  }

  /// Drags a handle of an effect's picture.
  mutating func drag(
    _ handle: EffectHandle, _ drag: ControlDrag, _ pointer: ViewEvent.Pointer,
    _ requests: inout [PanelRequest]
  ) {
    guard pointer.phase == .moved else { return }
    let place = (
      x: (pointer.x - drag.track.x) / max(1, drag.track.width),
      y: (drag.track.bottom - pointer.y) / max(1, drag.track.height)
    )
    let values = handle.values(at: place, tempo: shownTempo) { panel.setting($0).base }
    for (parameter, value) in values { panel.change(parameter, .base, to: value, &requests) }
  }

  // The axes.

  private func drawAxes(of object: SoundObject, _ pass: inout ScreenPass, in area: Area) {
    let lineHeight = look.small * 1.3
    /// A line across the picture, with a label at its left end.
    func across(_ y: Float, _ label: StaticString = "", isZero: Bool = false) {
      let y = area.bottom - y * area.height
      pass.list.line(area.x, y, area.right, y, look[isZero ? .border : .line])
      let place = Area(x: area.x, y: y - lineHeight, width: 60, height: lineHeight)
      if place.y >= area.y { pass.text(label, in: place, look[.faint], size: look.small) }
    }
    func upright(_ x: Float, _ label: StaticString = "") {
      let x = area.x + x * area.width
      pass.list.line(x, area.y, x, area.bottom, look[.line])
      pass.text(
        label, in: Area(x: x + 3, y: area.y, width: 60, height: lineHeight), look[.faint],
        size: look.small)
    }
    /// The names of the main and the second curve, at the right.
    func legend(_ main: StaticString, _ second: StaticString) {
      var place = Area(x: area.right - 60, y: area.y, width: 60, height: lineHeight)
      for (name, ink) in [(main, Look.Role.sound), (second, .hand)] {
        pass.text(name, in: place, look[ink], size: look.small, .regular, .right)
        place.y += lineHeight
      }
    }
    /// The line of an unchanged sound.
    func diagonal(from: Float, to: Float) {
      pass.list.line(
        area.x, area.bottom - from * area.height, area.right, area.bottom - to * area.height, look[.border],
        dash: 4)
    }
    func hertz(_ draw: (Float, StaticString) -> Void) {
      let labels: [(Float, StaticString)] = [(100, "100 Hz"), (1000, "1 kHz"), (10_000, "10 kHz")]
      for (hertz, label) in labels { draw(EffectPicture.part(hertz: hertz), label) }
    }
    switch object {
    case .drive, .shaper:
      across(0.5, isZero: true)
      upright(0.5)
      diagonal(from: 0, to: 1)
    case .equaliser:
      hertz { upright($0, $1) }
      let gains: [(Float, StaticString)] = [(12, "12 dB"), (0, ""), (-12, "−12 dB")]
      for (gain, label) in gains {
        across(EffectPicture.part(gain, in: EffectPicture.gains), label, isZero: gain == 0)
      }
    case .compressor:
      let levels: [(Float, StaticString)] = [(-40, "−40 dB"), (-20, "−20 dB"), (0, "0 dB")]
      for (level, label) in levels {
        upright(EffectPicture.part(level, in: EffectPicture.inputs))
        across(EffectPicture.part(level, in: EffectPicture.outputs), label, isZero: level == 0)
      }
      diagonal(from: 0, to: EffectPicture.part(0, in: EffectPicture.outputs))
    case .limiter:
      let levels: [(Float, StaticString)] = [(-24, "−24 dB"), (-12, "−12 dB"), (0, "0 dB")]
      for (level, label) in levels {
        let part = EffectPicture.part(level, in: EffectPicture.peaks)
        upright(part)
        across(part, label, isZero: level == 0)
      }
      diagonal(from: 0, to: 1)
    case .chorus:
      upright(0.5, "1 s")
      legend("left", "right")
      let kind = EffectPicture.chorusKind { panel.setting($0).base }
      if kind == .phaser { return hertz { across($0, $1) } }
      let delays: [(Float, StaticString)] =
        kind == .flanger
        ? [(0.002, "2 ms"), (0.004, "4 ms")]
        : [(0.005, "5 ms"), (0.01, "10 ms"), (0.015, "15 ms"), (0.02, "20 ms")]
      for (delay, label) in delays { across(delay / EffectPicture.longestDelay(kind), label) }
    case .delay:
      across(0.5, isZero: true)
      let isSynced = Parameter.beats(choice: panel.setting(.delayBeats).base) > 0
      let step = isSynced ? 240 / max(30, shownTempo) : 1
      let labels: [StaticString] =
        isSynced ? ["4 beats", "8 beats", "12 beats"] : ["1 s", "2 s", "3 s", "4 s", "5 s"]
      for (index, label) in labels.enumerated() where Float(index + 1) * step < EffectPicture.echoSeconds {
        upright(Float(index + 1) * step / EffectPicture.echoSeconds, label)
      }
      for (side, y) in [("left" as StaticString, area.y), ("right", area.bottom - lineHeight)] {
        let place = Area(x: area.right - 60, y: y, width: 60, height: lineHeight)
        pass.text(side, in: place, look[.faint], size: look.small, .regular, .right)
      }
    case .reverb:
      let seconds: [(Float, StaticString)] = [(0.1, "0.1 s"), (1, "1 s"), (3, "3 s"), (10, "10 s")]
      for (time, label) in seconds { upright(EffectPicture.part(roomSeconds: time), label) }
      across(EffectPicture.part(-20, in: EffectPicture.levels))
      across(EffectPicture.part(-40, in: EffectPicture.levels))
      legend("500 Hz", "6 kHz")
    default: break
    }
  }
}
