// The output below *Sound*, *Matrix* and *Modules*: level meter, oscilloscope and spectrum. Any thread.
import Lanes
import Paint
import PanelModel
import Text
import Toolkit
import WaveRecipes

/// The state of the oscilloscope and the spectrum.
struct OutputScope: Sendable {
  /// Samples of one spectrum, and its levels: 12 Hz apart at 48 kHz.
  static var size: Int { 4096 }
  /// The lowest level in decibels, and the decibels that a level falls with each live frame.
  static var floor: Float { -96 }
  private static var fall: Float { 2.5 }
  /// The frequencies at the edges.
  static var hertz: (low: Float, high: Float) { (20, 20_000) }
  /// The number of points of the spectrum.
  static var pointCount: Int { 200 }

  var isShown = false
  /// The last trace of the oscilloscope, coarsely: the next one begins where it is most alike.
  private(set) var trace: [Float] = []
  /// The levels of the spectrum at even steps of pitch, in decibels.
  private(set) var levels: [Float] = []
  /// The greatest magnitude, which falls slowly.
  private(set) var peak: Float = 0
  /// The samples that the trace shows: its first one, with a fraction, and their number.
  private(set) var span: (first: Float, count: Int) = (0, 0)
  private var frames: UInt32 = 0
  private var transform: FourierTransform?

  /// Follows the samples of the output, once for each live frame.
  /// - Parameter seconds: The time that the oscilloscope shows.
  mutating func follow(_ output: OutputHistory, seconds: Float) {
    if output.frames == frames { return }
    frames = output.frames
    span = (0, min(Int(seconds * output.rate), output.samples.count))
    let greatest = output.samples.suffix(span.count).reduce(0) { max($0, $1.magnitude) }
    peak = max(greatest, peak * 0.97)
    span.first = Self.start(of: span.count, in: output.samples, like: trace)
    trace = Self.coarse(output.samples, from: span.first, count: span.count)
    followLevels(output)
  }

  // The oscilloscope.

  /// The points at which traces are compared.
  private static var coarseCount: Int { 96 }

  private static func coarse(_ samples: [Float], from first: Float, count: Int) -> [Float] {
    guard count > 1 else { return [] }
    return (0..<coarseCount).map { point in
      value(samples, first + Float(point) * Float(count - 1) / Float(coarseCount - 1))
    }
  }

  /// A sample between samples.
  static func value(_ samples: [Float], _ place: Float) -> Float {
    guard samples.count > 1 else { return samples.first ?? 0 }
    let index = min(max(0, Int(place)), samples.count - 2)
    return samples[index] + (samples[index + 1] - samples[index]) * (place - Float(index))
  }

  /// The start of the newest samples: at a rising zero crossing, so that a tone stands still. Of several crossings,
  /// the trace from it is most like the one before.
  static func start(of count: Int, in samples: [Float], like trace: [Float]) -> Float {
    let last = samples.count - count
    guard count > 1, last > 0 else { return 0 }
    let begin = max(1, last - max(2048, count))
    let searched = samples[begin - 1..<samples.count]
    // A crossing counts after a swing of a fifth of the amplitude, so noise around zero does not.
    let swing = -0.2 * searched.reduce(0) { max($0, $1.magnitude) }
    var isArmed = false
    var found: (place: Float, distance: Float)?
    for index in begin...last {
      if samples[index - 1] <= swing { isArmed = true }
      guard isArmed, samples[index - 1] < 0, samples[index] >= 0 else { continue }
      isArmed = false
      let place = Float(index) - samples[index] / (samples[index] - samples[index - 1])
      var distance: Float = 0
      if !trace.isEmpty {
        for (a, b) in zip(coarse(samples, from: place, count: count), trace) { distance += (a - b) * (a - b) }
      }
      if found.map({ distance <= $0.distance }) ?? true { found = (place, distance) }
    }
    return found?.place ?? Float(last)
  }

  // The spectrum.

  private mutating func followLevels(_ output: OutputHistory) {
    let now = Self.levels(output, &transform)
    if levels.isEmpty { levels = [Float](repeating: Self.floor, count: Self.pointCount) }
    for index in levels.indices {
      levels[index] = max(now.isEmpty ? Self.floor : now[index], levels[index] - Self.fall)
    }
  }

  /// The frequency of a point.
  static func hertz(at point: Float) -> Float {
    let octaves = Scalar.log2(Self.hertz.high / Self.hertz.low)
    return Self.hertz.low * Scalar.exp2(octaves * point / Float(pointCount - 1))
  }

  /// The levels of the last samples in decibels, 0 for a sine at full scale; empty for silence. A Hann window; a point
  /// of several frequencies has the greatest level, one between two frequencies what is between theirs.
  static func levels(_ output: OutputHistory, _ transform: inout FourierTransform?) -> [Float] {
    if output.samples.isEmpty { return [] }
    let known = transform ?? FourierTransform(size: size)
    transform = known
    var real = [Double](repeating: 0, count: size)
    var imaginary = real
    let samples = output.samples.suffix(size)
    for (index, sample) in samples.enumerated() {
      let window = 0.5 - 0.5 * Scalar.sine(turns: Float(index) / Float(samples.count) + 0.25)
      real[index] = Double(sample * window)
    }
    known.transform(real: &real, imaginary: &imaginary)
    let scale = 4 / Float(samples.count)
    let half = size / 2
    let decibels = (0...half).map { index -> Float in
      let square = Float(real[index] * real[index] + imaginary[index] * imaginary[index]) * scale * scale
      return max(floor, 3.0103 * Scalar.log2(max(square, 1e-20)))
    }
    let width = output.rate / Float(size)
    return (0..<pointCount).map { point in
      let (low, high) = (hertz(at: Float(point) - 0.5) / width, hertz(at: Float(point) + 0.5) / width)
      if low >= Float(half) { return floor }
      let (first, last) = (Int(low.rounded(.up)), min(Int(high), half))
      if first < last { return decibels[first...last].reduce(floor) { max($0, $1) } }
      return smooth(decibels, at: min(hertz(at: Float(point)) / width, Float(half)))
    }
  }

  /// A value between four neighbors, along a cubic curve.
  private static func smooth(_ values: [Float], at place: Float) -> Float {
    let index = Int(place)
    func value(_ offset: Int) -> Float { values[min(max(index + offset, 0), values.count - 1)] }
    let (a, b, c, d, t) = (value(-1), value(0), value(1), value(2), place - Float(index))
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  }
}

extension SoundScreens {
  /// Whether live frames can have the output's samples: not those of a page that shows a plugin.
  private static func hasScope(in model: ViewModel) -> Bool { model.page == nil || model.page?.solo != nil }

  private var meterWidth: Float { max(24, look.target) }

  /// The width of the output at the right end of the strip: of the meter, or also of oscilloscope and spectrum.
  public func outputWidth(in width: Float) -> Float {
    guard scope.isShown, Self.hasScope(in: model) else { return meterWidth }
    return width < 560 ? width : min(width * 0.6, 720)
  }

  /// Draws the level meter, and the oscilloscope and the spectrum if they are shown.
  public mutating func drawOutput(_ pass: inout ScreenPass, in area: Area) {
    var rest = area
    let meter = rest.cutRight(meterWidth)
    let isOpen = scope.isShown && Self.hasScope(in: model)
    if Self.hasScope(in: model) {
      let mark = pass.add(
        ScreenControl(
          role: .toggle, name: UTF8Text("Oscilloscope and spectrum").bytes,
          value: UTF8Text(isOpen ? "on" : "off").bytes, area: meter, action: .output, isOn: isOpen))
      if mark.isChosen || isOpen { pass.list.fill(meter, look[isOpen ? .chosen : .pane]) }
      if mark.isFocused { pass.focusRing(meter) }
    }
    drawMeter(&pass, in: Area(x: meter.middleX - 6, y: meter.y + 6, width: 12, height: meter.height - 12))
    guard isOpen else { return }
    panel.showsOutput = true
    scope.follow(panel.output, seconds: shownSeconds)
    pass.list.fill(rest, look[.background])
    pass.list.line(rest.x, rest.y, rest.x, rest.bottom, look[.border])
    var inner = rest.inset(look.gap, look.gap)
    let wave = inner.cutLeft((inner.width - look.gap) / 2)
    _ = inner.cutLeft(look.gap)
    drawTrace(&pass, in: wave)
    drawSpectrum(&pass, in: inner)
  }

  /// The level of both sides from −48 to 0 dB, with a line at −12; at the top it is red.
  private func drawMeter(_ pass: inout ScreenPass, in area: Area) {
    let range: Float = 48
    var rest = area
    for side in 0..<2 {
      let bar = rest.cutLeft(5)
      _ = rest.cutLeft(2)
      pass.list.fill(bar, look[.pane])
      let peak = model.live.peaks.count > side ? model.live.peaks[side] : 0
      let level = 6.0206 * Scalar.log2(max(peak, 1e-6))
      let part = min(max(1 + level / range, 0), 1)
      pass.list.fill(
        Area(x: bar.x, y: bar.bottom - part * bar.height, width: bar.width, height: part * bar.height),
        look[level > -0.5 ? .warning : .sound])
    }
    let y = area.y + area.height * 12 / range
    pass.list.line(area.x, y, area.x + 12, y, look[.faint])
  }

  /// The time of the oscilloscope: about four cycles of the lowest voice.
  private var shownSeconds: Float {
    let lowest = model.live.voices.reduce(Float.infinity) { min($0, $1.pitch) }
    guard lowest.isFinite else { return 0.02 }
    let cycle = Scalar.exp2((69 - lowest) / 12) / 440
    return [0.005, 0.01, 0.02].first { $0 >= 3 * cycle } ?? 0.05
  }

  /// A pane of the output with a text at its top right.
  private func drawPane(_ pass: inout ScreenPass, _ words: UTF8Text, in area: Area) {
    pass.text(
      words.bytes, in: Area(x: area.x, y: area.y + 2, width: area.width - 6, height: look.small * 1.4),
      look[.faint], size: look.small, .regular, .right)
  }

  /// A line with a wide, faint one below it, which looks like light.
  private func drawGlow(_ pass: inout ScreenPass, _ points: [(x: Float, y: Float)]) {
    pass.list.lines(points, look[.sound].faded(0.2), width: 4)
    pass.list.lines(points, look[.sound], width: 1.25)
  }

  private func drawTrace(_ pass: inout ScreenPass, in area: Area) {
    pass.list.fill(area, look[.pane], radius: look.radius)
    pass.list.append(.clip(area))
    for part in [Float(0.25), 0.5, 0.75] {
      pass.list.line(
        area.x, area.y + part * area.height, area.right, area.y + part * area.height,
        look[part == 0.5 ? .border : .line])
      pass.list.line(
        area.x + part * area.width, area.y, area.x + part * area.width, area.bottom, look[.line])
    }
    // A quiet sound is enlarged by steps of 6 dB.
    var zoom: Float = 1
    while zoom < 32, scope.peak * zoom * 2 < 0.9 { zoom *= 2 }
    let (samples, span) = (panel.output.samples, scope.span)
    if span.count > 1 {
      let height = 0.46 * area.height * zoom
      let count = min(span.count, max(2, Int(area.width)))
      let step = Float(span.count - 1) / Float(count - 1)
      let points = (0..<count).map { point -> (x: Float, y: Float) in
        let place = span.first + Float(point) * step
        var value = OutputScope.value(samples, place)
        if step > 1.5 {
          // Where several samples share a pixel, the one with the greatest magnitude is drawn.
          let last = min(Int(place + step), samples.count)
          for index in min(Int(place), last)..<last where samples[index].magnitude > value.magnitude {
            value = samples[index]
          }
        }
        return (
          area.x + area.width * Float(point) / Float(count - 1),
          area.middleY - min(max(value * height, -area.height / 2), area.height / 2)
        )
      }
      drawGlow(&pass, points)
    } else {
      drawGlow(&pass, [(area.x, area.middleY), (area.right, area.middleY)])
    }
    pass.list.append(.unclip)
    let milliseconds = Int((shownSeconds * 1000).rounded())
    let enlarged: UTF8Text = scope.peak > 1e-4 && zoom > 1 ? "× \(Int(zoom))  " : ""
    drawPane(&pass, "\(enlarged)\(milliseconds) ms", in: area)
  }

  private func drawSpectrum(_ pass: inout ScreenPass, in area: Area) {
    pass.list.fill(area, look[.pane], radius: look.radius)
    pass.list.append(.clip(area))
    func y(_ level: Float) -> Float { area.y + 4 + (area.height - 4) * level / OutputScope.floor }
    func x(_ hertz: Float) -> Float {
      area.x + area.width * Scalar.log2(hertz / OutputScope.hertz.low)
        / Scalar.log2(OutputScope.hertz.high / OutputScope.hertz.low)
    }
    for level in [Float(0), -24, -48, -72] {
      pass.list.line(area.x, y(level), area.right, y(level), look[level == 0 ? .border : .line])
    }
    let marks: [(hertz: Float, name: StaticString)] = [
      (50, ""), (100, "100"), (200, ""), (500, ""), (1000, "1k"), (2000, ""), (5000, ""), (10_000, "10k"),
    ]
    for mark in marks {
      pass.list.line(x(mark.hertz), area.y, x(mark.hertz), area.bottom, look[.line])
    }
    if !scope.levels.isEmpty {
      let points = scope.levels.enumerated().map { index, level -> (x: Float, y: Float) in
        (area.x + area.width * Float(index) / Float(scope.levels.count - 1), min(y(level), area.bottom))
      }
      pass.list.polygon(
        [(area.x, area.bottom)] + points + [(area.right, area.bottom)], look[.sound].faded(0.16))
      drawGlow(&pass, points)
    }
    pass.list.append(.unclip)
    for mark in marks {
      pass.text(
        mark.name,
        in: Area(x: x(mark.hertz) - 20, y: area.y + 2, width: 40, height: look.small * 1.4),
        look[.faint], size: look.small, .regular, .middle)
    }
    if area.height > 90 {
      for level in [-24, -48] {
        pass.text(
          ("\(level)" as UTF8Text).bytes,
          in: Area(
            x: area.x + 4, y: y(Float(level)) - look.small * 0.7, width: 30, height: look.small * 1.4),
          look[.faint], size: look.small)
      }
    }
    drawPane(&pass, "dB", in: area)
  }
}
