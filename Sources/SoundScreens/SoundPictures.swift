// The pictures above the parameters on *Sound*: waveforms, filter responses, effects, envelopes, LFOs and
// sequencers, with handles. They follow the leading voice. Any thread.
import Controls
import Lanes
import Matrix
import Paint
import PanelModel
import Patches
import Signal
import Text
import Toolkit
import WaveRecipes

/// The shapes of waves that were drawn last.
struct WaveCache: Sendable {
  static var count: Int { 256 }
  private var known: [(wave: Wave, place: Int, points: [Float])] = []

  /// The points of a cycle. Empty for a wave from a file of the patch.
  mutating func points(of wave: Wave, position: Float) -> [Float] {
    // Finer steps would be invisible.
    let place = Int((min(max(position, 0), 1) * 64).rounded())
    if let found = known.first(where: { $0.wave == wave && $0.place == place }) { return found.points }
    let points = cyclePoints(of: wave, position: Double(place) / 64, count: Self.count)
    known = known.suffix(5) + [(wave, place, points)]
    return points
  }
}

/// A filter, whose picture has a handle for cutoff and resonance.
public enum FilterNumber: UInt8, Sendable {
  case first, second

  var object: SoundObject { self == .first ? .filter1 : .filter2 }
}

extension SoundScreens {
  /// The module of an object. The voice has the first envelope.
  static func module(of object: SoundObject?) -> ModuleName? {
    guard let object else { return .envelope(1) }
    return ModuleName.all.first { $0.controller == object.controller }
  }

  /// The height of the picture; 0 if the object has none or the area is too small.
  func pictureHeight(in area: Area) -> Float {
    let hasPicture =
      switch sound.object {
      case .oscillatorA, .oscillatorB, .oscillatorC, .fm, .filter1, .filter2: true
      default: Self.module(of: sound.object) != nil || Self.isEffect(sound.object)
      }
    return hasPicture && area.height > 240 ? min(150, max(96, area.height * 0.3)) : 0
  }

  mutating func drawPicture(_ pass: inout ScreenPass, in area: Area) {
    pass.list.fill(area, look[.pane], radius: look.radius)
    let inner = area.inset(16, 12)
    switch sound.object {
    case .oscillatorA: drawOscillator(.oscillatorA, modulator: .oscillatorB, &pass, in: inner)
    case .oscillatorB: drawOscillator(.oscillatorB, modulator: .oscillatorA, &pass, in: inner)
    case .oscillatorC: drawOscillator(.oscillatorC, modulator: .oscillatorB, &pass, in: inner)
    case .fm: drawFMPair(&pass, in: inner)
    case .filter1: drawFilter(.first, &pass, in: inner)
    case .filter2: drawFilter(.second, &pass, in: inner)
    case .some(let object) where Self.isEffect(object): drawEffect(object, &pass, in: inner)
    default: drawModule(&pass, in: inner)
    }
  }

  /// The parameter of an object whose symbol ends like this.
  static func parameter(_ object: SoundObject, _ end: StaticString) -> Parameter? {
    let symbol = UTF8Text(object.symbol).bytes + [UInt8(ascii: "_")] + UTF8Text(end).bytes
    return Parameter.all(of: object).first { $0.spec.symbol.isText(symbol) }
  }

  /// The present value of a parameter of an object; 0 if it has none.
  func live(_ object: SoundObject, _ end: StaticString) -> Float {
    Self.parameter(object, end).map { liveValue($0) } ?? 0
  }

  // Oscillators.

  /// The pitch of an oscillator in semitones above the voice.
  private func pitch(_ object: SoundObject) -> Float {
    live(object, "semitones") + live(object, "cents") / 100
  }

  private mutating func wave(_ object: SoundObject) -> [Float] {
    sound.waves.points(of: Wave(number: live(object, "wave")), position: live(object, "shape"))
  }

  /// A value of a wave at a phase in turns.
  private static func value(_ points: [Float], _ phase: Float) -> Float {
    guard !points.isEmpty else { return 0 }
    let place = (phase - phase.rounded(.down)) * Float(points.count)
    let index = min(Int(place), points.count - 1)
    let next = points[(index + 1) % points.count]
    return points[index] + (next - points[index]) * (place - Float(index))
  }

  /// Two cycles of an oscillator, with sync, ring and phase modulation. A drag sideways sets its shape.
  private mutating func drawOscillator(
    _ object: SoundObject, modulator: SoundObject, _ pass: inout ScreenPass, in area: Area
  ) {
    let own = wave(object)
    let other = wave(modulator)
    let ratio = Scalar.exp2((pitch(modulator) - pitch(object)) / 12)
    let isSynced = live(object, "sync") >= 0.5
    let (ring, phase) = (live(object, "ring"), live(object, "phase_modulation"))
    if let shape = Self.parameter(object, "shape") {
      drawField(of: shape, in: area, &pass)
    }
    guard !own.isEmpty else {
      return pass.text("The patch’s own wave", in: area, look[.faint], size: look.small, .regular, .middle)
    }
    drawWave(&pass, in: area) { place in
      // With sync the oscillator begins anew with each cycle of the other one.
      let (cycle, modulated) = (2 * place, 2 * place * (isSynced ? 1 : ratio))
      let start = isSynced ? (cycle - cycle.rounded(.down)) / max(1e-3, ratio) : cycle
      let mod = Self.value(other, modulated)
      return Self.value(own, start + phase * mod) * (1 - ring + ring * mod)
    }
  }

  /// Two cycles of the pair of sines.
  private mutating func drawFMPair(_ pass: inout ScreenPass, in area: Area) {
    let (carrier, modulator) = (live(.fm, "carrier"), live(.fm, "modulator"))
    // The index is in radians.
    let index = live(.fm, "index") / (2 * Float.pi)
    if let parameter = Self.parameter(.fm, "index") { drawField(of: parameter, in: area, &pass) }
    drawWave(&pass, in: area) { place in
      Scalar.sine(turns: 2 * place * carrier + index * Scalar.sine(turns: 2 * place * modulator))
    }
  }

  /// The whole picture as a control: a drag sideways sets the parameter.
  private func drawField(of parameter: Parameter, in area: Area, _ pass: inout ScreenPass) {
    var control = ScreenControl(
      .slider, panel.value(of: parameter, .base), area: area,
      action: SoundAction.parameter(parameter, .base))
    control.dragsUndrawn = true
    let mark = pass.add(control)
    if mark.isChosen { pass.list.frame(area.inset(-8, -6), look[.strong], radius: look.radius) }
    if mark.isFocused { pass.focusRing(area) }
  }

  private func drawWave(_ pass: inout ScreenPass, in area: Area, _ value: (Float) -> Float) {
    pass.list.line(area.x, area.middleY, area.right, area.middleY, look[.border])
    let count = 192
    let points = (0...count).map { step -> (x: Float, y: Float) in
      let place = Float(step) / Float(count)
      return (
        area.x + area.width * place, area.middleY - min(max(value(place), -1.2), 1.2) * area.height / 2.4
      )
    }
    pass.list.lines(points, look[.sound], width: 2)
  }

  // Filters.

  /// The lowest and the highest frequency, and the range of levels in decibels.
  private static var hertz: (low: Float, high: Float) { (20, 20000) }
  private static var decibels: (low: Float, high: Float) { (-36, 30) }

  /// The level of a filter in decibels at a ratio of the frequency to its cutoff.
  static func response(_ kind: Int, resonance: Float, ratio w: Float) -> Float {
    let square = w * w
    let damping = 2 - 2 * resonance
    let whole = ((1 - square) * (1 - square) + damping * damping * square).squareRoot()
    let size: Float
    switch kind {
    case 0: size = 1 / whole
    case 1: size = square / whole
    case 2: size = damping * w / whole
    case 3: size = (1 - square).magnitude / whole
    case 4: size = (1 + square) / whole
    case 5:
      // Four poles with feedback: 1 / ((1 + jw)⁴ + k).
      let feedback = 4 * resonance
      let (a, b) = (1 - square, 2 * w)
      let (real, imaginary) = (a * a - b * b + feedback, 2 * a * b)
      size = (1 + 0.6 * feedback) / (real * real + imaginary * imaginary).squareRoot()
    case 6:
      // A delay of one period with feedback.
      let cosine = Scalar.sine(turns: w - w.rounded(.down) + 0.25)
      size = 1 / (1 + resonance * resonance - 2 * resonance * cosine).squareRoot()
    default: size = 1
    }
    return 6.0206 * Scalar.log2(max(1e-4, size))
  }

  /// The response with the base values, and that of the leading voice; a handle for cutoff and resonance.
  private func drawFilter(_ number: FilterNumber, _ pass: inout ScreenPass, in area: Area) {
    let object = number.object
    guard let cutoff = Self.parameter(object, "cutoff"), let resonance = Self.parameter(object, "resonance"),
      let kind = Self.parameter(object, "kind")
    else { return }
    let octaves = Scalar.log2(Self.hertz.high / Self.hertz.low)
    func y(_ level: Float) -> Float {
      let part = (level - Self.decibels.low) / (Self.decibels.high - Self.decibels.low)
      return area.bottom - min(max(part, 0), 1) * area.height
    }
    for hertz in [Float(100), 1000, 10000] {
      let x = area.x + area.width * Scalar.log2(hertz / Self.hertz.low) / octaves
      pass.list.line(x, area.y, x, area.bottom, look[.line])
    }
    pass.list.line(area.x, y(0), area.right, y(0), look[.border])
    let kindIndex = Int(panel.setting(kind).base.rounded())
    func curve(_ hertz: Float, _ amount: Float) -> [(x: Float, y: Float)] {
      (0...96).map { step in
        let part = Float(step) / 96
        let at = Self.hertz.low * Scalar.exp2(part * octaves)
        return (
          area.x + part * area.width,
          y(Self.response(kindIndex, resonance: amount, ratio: at / max(1, hertz)))
        )
      }
    }
    let base = (hertz: panel.setting(cutoff).base, amount: panel.setting(resonance).base)
    let now = (hertz: liveValue(cutoff), amount: liveValue(resonance))
    if now.hertz != base.hertz || now.amount != base.amount {
      pass.list.lines(curve(base.hertz, base.amount), look[.sound].faded(0.35), width: 1.25)
    }
    pass.list.lines(curve(now.hertz, now.amount), look[.sound], width: 2)
    let live = area.x + area.width * cutoff.part(of: now.hertz)
    pass.list.line(live, area.y, live, area.bottom, look[.hand].faded(0.5), width: 1, dash: 4)
    // The handle: sideways the cutoff, up and down the resonance.
    let place = (
      x: area.x + area.width * cutoff.part(of: base.hertz),
      y: area.bottom - area.height * resonance.part(of: base.amount)
    )
    let side = max(24, look.target)
    let control = ScreenControl(
      .slider, panel.value(of: cutoff, .base),
      area: Area(x: place.x - side / 2, y: place.y - side / 2, width: side, height: side),
      action: .filterPoint(number), track: area, gesture: .edits)
    let mark = pass.add(control)
    pass.list.disc(place.x, place.y, radius: mark.isChosen ? 7 : 5, look[mark.isChosen ? .text : .sound])
    if mark.isFocused { pass.focusRing(control.area.inset(4, 4)) }
  }

  /// Drags the handle of a filter.
  mutating func drag(
    _ filter: FilterNumber, _ drag: ControlDrag, _ pointer: ViewEvent.Pointer,
    _ requests: inout [PanelRequest]
  ) {
    guard pointer.phase == .moved, let cutoff = Self.parameter(filter.object, "cutoff"),
      let resonance = Self.parameter(filter.object, "resonance")
    else { return }
    let (x, y) = (
      (pointer.x - drag.track.x) / max(1, drag.track.width),
      (drag.track.bottom - pointer.y) / max(1, drag.track.height)
    )
    panel.change(cutoff, .base, to: cutoff.value(at: x), &requests)
    panel.change(resonance, .base, to: resonance.value(at: y), &requests)
  }
}
