// A compressor: makes loud sounds softer. Audio thread; allocated with an instance.
import Lanes

/// The settings of a compressor.
public struct CompressorSettings {
  /// Decibels, −60 … 0, above which the sound is compressed.
  public var threshold: Float = -20
  /// Decibels of the input for one of the output, 1 … 20; at 1 nothing is compressed.
  public var ratio: Float = 1
  /// Seconds, the time constants with which the level is followed up and down.
  public var attack: Float = 0.005
  public var release: Float = 0.15
  /// Decibels, 0 … 24, that are added at the end.
  public var gain: Float = 0

  @_noLocks public init() {}
}

/// A compressor of both channels by the louder one. It follows the peaks; the gain of each frame comes from
/// the curve with a knee of 6 dB around the threshold (D. Giannoulis, M. Massberg, J. Reiss, "Digital dynamic
/// range compressor design", JAES 60, 2012, equation 4), sixteen frames at once.
public struct Compressor: ~Copyable {
  private var level: Float = 0
  private var threshold = Ramp(-20)
  /// 1 − 1/ratio, and the gain in decibels.
  private var slope = Ramp(0)
  private var gain = Ramp(0)
  private var rise: Float = 1
  private var fall: Float = 1
  private var lastAttack: Float = -1
  private var lastRelease: Float = -1
  /// Levels, thresholds, slopes and gains of sixteen frames.
  @usableFromInline let frames: UnsafeMutablePointer<Float>
  let sampleRate: Float

  public init(sampleRate: Float) {
    self.sampleRate = sampleRate
    frames = .allocate(capacity: 4 * Lanes.width)
    frames.initialize(repeating: 1, count: 4 * Lanes.width)
  }

  @inlinable deinit { frames.deallocate() }

  /// Whether nothing is changed.
  public var isOff: Bool {
    @_noLocks get { slope.value == 0 && slope.step == 0 && gain.value == 0 && gain.step == 0 }
  }

  /// Forgets the level, and takes the settings without a ramp.
  @_noLocks public mutating func jump(_ settings: CompressorSettings) {
    level = 0
    aim(settings, approach: 1, reciprocalFrames: 1)
    threshold.set(settings.threshold)
    slope.set(Self.slope(ratio: settings.ratio))
    gain.set(settings.gain)
  }

  @_noLocks public mutating func aim(
    _ settings: CompressorSettings, approach: Float, reciprocalFrames: Float
  ) {
    if isOff {
      if settings.ratio <= 1 && settings.gain == 0 { return }
      level = 0
      threshold.set(settings.threshold)
    }
    threshold.aim(settings.threshold, approach: approach, reciprocalFrames: reciprocalFrames)
    slope.aim(
      Self.slope(ratio: settings.ratio), approach: approach, reciprocalFrames: reciprocalFrames)
    gain.aim(settings.gain, approach: approach, reciprocalFrames: reciprocalFrames)
    if settings.attack != lastAttack {
      lastAttack = settings.attack
      rise = Scalar.approach(frames: 1, seconds: settings.attack, sampleRate: sampleRate)
    }
    if settings.release != lastRelease {
      lastRelease = settings.release
      fall = Scalar.approach(frames: 1, seconds: settings.release, sampleRate: sampleRate)
    }
  }

  /// Processes `count` frames in place. Must not be called while the effect is off.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      let part = min(count - done, Lanes.width)
      for index in 0..<part {
        let peak = max(left[done + index].magnitude, right[done + index].magnitude)
        level += (peak - level) * (peak > level ? rise : fall)
        frames[index] = max(level, 1e-6)
        frames[index + 16] = threshold.next()
        frames[index + 32] = slope.next()
        frames[index + 48] = gain.next()
      }
      gains().store(frames)
      for index in 0..<part {
        left[done + index] *= frames[index]
        right[done + index] *= frames[index]
      }
      done += part
    }
  }

  @_noLocks private func gains() -> Lanes {
    // log₂ to decibels and back.
    let bent = Self.bent(Lanes.load(frames).log2 * 6.020_6 - Lanes.load(frames + 16))
    return ((Lanes.load(frames + 48) - bent * Lanes.load(frames + 32)) * 0.166_096_4).exp2
  }

  @_transparent @_noLocks private static func slope(ratio: Float) -> Float { 1 - 1 / ratio.limited(1, 20) }

  /// The decibels above the threshold that count: the knee is a parabola over 6 dB.
  @_transparent @_noLocks private static func bent(_ over: Lanes) -> Lanes {
    let knee = (over + Lanes(repeating: 3)).limited(0, 6)
    return knee * knee * (1 / 12) + Lanes.greatest(over - Lanes(repeating: 3), Lanes(repeating: 0))
  }

  /// The output in decibels for a steady level, for pictures.
  public static func output(of decibels: Float, _ settings: CompressorSettings) -> Float {
    let bent = bent(Lanes(repeating: decibels - settings.threshold))[0]
    return decibels - bent * slope(ratio: settings.ratio) + settings.gain
  }
}
