// The curves of effects' pictures, in parts of the picture: 0…1 from the left and from below. The functions of the
// sound compute them. Any thread.
import Controls
import Lanes
import Reverberation
import Signal

/// The picture of an effect at some values of its parameters.
struct EffectPicture {
  typealias Point = (x: Float, y: Float)

  /// A curve.
  struct Line {
    enum Kind { case main, second, faint }
    var kind = Kind.main
    var points: [Point]
  }

  /// An echo.
  struct Bar {
    var x: Float
    /// The levels of both sides.
    var left, right: Float
    /// The share of the highs that is left of it.
    var brightness: Float
  }

  var lines: [Line] = []
  var bars: [Bar] = []

  /// The sample rate of the pictures in hertz.
  static var sampleRate: Float { 48_000 }
  private static var steps: Int { 96 }

  /// - Parameters:
  ///   - tempo: beats a minute.
  ///   - value: the values of parameters.
  init(of object: SoundObject, tempo: Float, _ value: (Parameter) -> Float) {
    switch object {
    case .drive:
      let decibels = value(.drive)
      lines = [Self.line { Drive.output(of: 2 * $0 - 1, decibels: decibels) / 2 + 0.5 }]
    case .shaper:
      let (shape, amount) = (Self.shape(value), value(.shaperAmount))
      lines = [Self.line { Self.shaped($0, shape, amount) }]
    case .equaliser:
      let (low, middle, high) = (value(.eqLow), value(.eqMiddle), value(.eqHigh))
      let hertz = value(.eqFrequency)
      lines = [
        Self.line { x in
          let level = Equaliser.response(
            low: low, middle: middle, high: high, middleHertz: hertz, at: Self.hertz(x),
            sampleRate: Self.sampleRate)
          return Self.part(level, in: Self.gains)
        }
      ]
    case .compressor:
      let settings = Self.compressor(value)
      lines = [
        Self.line { x in
          Self.part(Compressor.output(of: Self.value(x, in: Self.inputs), settings), in: Self.outputs)
        }
      ]
    case .limiter:
      let ceiling = value(.limiterCeiling)
      lines = [
        Self.line { x in
          Self.part(Limiter.output(of: Self.value(x, in: Self.peaks), ceiling: ceiling), in: Self.peaks)
        }
      ]
    case .chorus: lines = Self.motion(value)
    case .delay: bars = Self.echoes(value, tempo)
    case .reverb: lines = Self.room(value)
    default: break
    }
  }

  // The axes.

  /// The decibels of an equalizer; of a compressor's input and output; of a limiter.
  static var gains: ClosedRange<Float> { -20...20 }
  static var inputs: ClosedRange<Float> { -60...0 }
  static var outputs: ClosedRange<Float> { -60...24 }
  static var peaks: ClosedRange<Float> { -30...6 }
  /// The decibels of a room.
  static var levels: ClosedRange<Float> { -60...0 }
  /// The seconds of a chorus and of echoes, and of a room, whose axis is a root.
  static var motionSeconds: Float { 2 }
  static var echoSeconds: Float { 6 }
  static var roomSeconds: Float { 30 }

  static func part(_ value: Float, in range: ClosedRange<Float>) -> Float {
    min(max((value - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
  }
  static func value(_ part: Float, in range: ClosedRange<Float>) -> Float {
    range.lowerBound + part * (range.upperBound - range.lowerBound)
  }
  /// 20 Hz…20 kHz.
  static func hertz(_ part: Float) -> Float { 20 * Scalar.exp2(part * 9.965_784) }
  static func part(hertz: Float) -> Float { min(max(Scalar.log2(max(hertz, 20) / 20) / 9.965_784, 0), 1) }
  static func part(roomSeconds seconds: Float) -> Float {
    seconds < roomSeconds ? max(0, seconds / roomSeconds).squareRoot() : 1
  }

  private static func line(_ kind: Line.Kind = .main, _ y: (Float) -> Float) -> Line {
    Line(
      kind: kind,
      points: (0...steps).map { step in
        let x = Float(step) / Float(steps)
        return (x, min(max(y(x), 0), 1))
      })
  }

  // The effects.

  private static func shape(_ value: (Parameter) -> Float) -> Waveshaper.Shape {
    Waveshaper.Shape(rawValue: Int32(value(.shaperShape).rounded())) ?? .soft
  }

  /// The height of a shaper's curve.
  static func shaped(_ x: Float, _ shape: Waveshaper.Shape, _ amount: Float) -> Float {
    Waveshaper.output(shape, of: Lanes(repeating: 2 * x - 1), amount: amount)[0] / 2 + 0.5
  }

  static func compressor(_ value: (Parameter) -> Float) -> CompressorSettings {
    var settings = CompressorSettings()
    settings.threshold = value(.compressorThreshold)
    settings.ratio = value(.compressorRatio)
    settings.gain = value(.compressorGain)
    return settings
  }

  static func chorusKind(_ value: (Parameter) -> Float) -> Chorus.Kind {
    Chorus.Kind(rawValue: Int32(value(.chorusKind).rounded())) ?? .chorus
  }

  /// The greatest delay of a picture in seconds.
  static func longestDelay(_ kind: Chorus.Kind) -> Float { kind == .flanger ? 0.006 : 0.022 }

  /// The delays of the copies, or the notches of a phaser, in the first seconds.
  private static func motion(_ value: (Parameter) -> Float) -> [Line] {
    let (kind, rate, depth) = (chorusKind(value), value(.chorusRate), value(.chorusDepth))
    // Twelve steps a cycle at least.
    let count = min(640, max(steps, Int(rate * motionSeconds * 12)))
    var left: [Line] = []
    var right: [Line] = []
    for step in 0...count {
      let x = Float(step) / Float(count)
      let places = Chorus.motion(kind, depth: depth, turns: x * motionSeconds * rate, sampleRate: sampleRate)
      if left.isEmpty {
        left = places.left.map { _ in Line(points: []) }
        right = places.right.map { _ in Line(kind: .second, points: []) }
      }
      func y(_ place: Float) -> Float {
        kind == .phaser ? part(hertz: place) : min(max(place / longestDelay(kind), 0), 1)
      }
      for index in left.indices {
        left[index].points.append((x, y(places.left[index])))
        right[index].points.append((x, y(places.right[index])))
      }
    }
    return right + left
  }

  /// A level that is drawn for a silent effect as well.
  static func shownLevel(_ level: Float) -> Float { max(level, 0.1) }

  /// The settings of a delay as far as its picture shows them.
  static func echo(_ value: (Parameter) -> Float, _ tempo: Float) -> EchoSettings {
    var settings = EchoSettings()
    let beats = Parameter.beats(choice: value(.delayBeats))
    settings.seconds = beats > 0 ? beats * 60 / max(tempo, 1) : value(.delayTime)
    settings.feedback = value(.delayFeedback)
    settings.tone = value(.delayTone)
    settings.lowCut = value(.delayLowCut)
    settings.isPingPong = Int32(value(.delayMode).rounded()) == 0
    return settings
  }

  private static func echoes(_ value: (Parameter) -> Float, _ tempo: Float) -> [Bar] {
    let (settings, wet) = (echo(value, tempo), shownLevel(value(.delay)))
    let count = min(600, Int(echoSeconds / settings.seconds.limited(0.001, Echo.longestSeconds)))
    let middle = Echo.echoes(settings, wet: wet, count: count, at: 500, sampleRate: sampleRate)
    let highs = Echo.echoes(settings, wet: wet, count: count, at: 4000, sampleRate: sampleRate)
    return (0..<count).map { index in
      let (level, high) = (middle.levels[index], highs.levels[index])
      let (all, some) = (max(level.left, level.right), max(high.left, high.right))
      return Bar(
        x: Float(index + 1) * middle.seconds / echoSeconds, left: level.left, right: level.right,
        brightness: all > 1e-6 ? min(1, some / all) : 0)
    }
  }

  static func reverb(_ value: (Parameter) -> Float) -> ReverbSettings {
    var settings = ReverbSettings()
    settings.decay = value(.reverbDecay)
    settings.tone = value(.reverbTone)
    settings.lowCut = value(.reverbLowCut)
    settings.size = value(.reverbSize)
    settings.isFrozen = value(.reverbFreeze).rounded() == 1
    return settings
  }

  /// The frequencies whose decay is drawn.
  static var roomHertz: (low: Float, middle: Float, high: Float) { (100, 500, 6000) }

  /// The level in decibels at which a room begins.
  static func roomLevel(_ value: (Parameter) -> Float) -> Float {
    6.020_6 * Scalar.log2(shownLevel(value(.reverb)))
  }

  private static func room(_ value: (Parameter) -> Float) -> [Line] {
    let (settings, level) = (reverb(value), roomLevel(value))
    func decay(_ kind: Line.Kind, _ hertz: Float) -> Line {
      let seconds = Reverb.decay(settings, at: hertz, sampleRate: sampleRate)
      var line = line(kind) { part(level - 60 * $0 * $0 * roomSeconds / seconds, in: levels) }
      if let end = line.points.firstIndex(where: { $0.y <= 0 }) { line.points.removeSubrange((end + 1)...) }
      return line
    }
    return [
      decay(.faint, roomHertz.low), decay(.second, roomHertz.high), decay(.main, roomHertz.middle),
    ]
  }
}
