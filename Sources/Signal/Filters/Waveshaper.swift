// Waveshapers for each voice: soft clipping, folding, coarse steps. Audio thread.
import Lanes

/// Sixteen waveshapers, at two or four times the sample rate. At amount 0 each leaves the sound unchanged.
public struct Waveshaper {
  /// Raw values are saved: append only.
  public enum Shape: Int32, CaseIterable, Sendable {
    /// x/√(1 + x²) after a gain of 1 … 10.
    case soft = 0
    /// A sine of x times a gain: values beyond its peak fold back. Where the sine runs too fast for the
    /// sample rate, it is computed at eight times the rate.
    case fold
    /// Quantised to steps; at amount 1 to about three bits.
    case crush
  }

  private var oversampler = Oversampler()
  /// The last driven sample of the soft shape, and its √(1 + x²).
  private var before = Lanes(repeating: 0)
  private var beforeRoot = Lanes(repeating: 1)
  /// The last turns of the fold, and its sound that may still change.
  private var lastTurns = InlineArray<12, Lanes>(repeating: Lanes(repeating: 0))
  private var lastFolded = InlineArray<6, Lanes>(repeating: Lanes(repeating: 0))
  /// The number of coming samples for which a fast interval still matters.
  private var fastLeft = 0

  @_noLocks public init() {}

  /// Clears the lane's memory.
  @_noLocks public mutating func restart(lane: Int) {
    oversampler.restart(lane: lane)
    before[lane] = 0
    beforeRoot[lane] = 1
    for index in 0..<Passages.history { lastTurns[index][lane] = 0 }
    for index in 0..<Passages.delay { lastFolded[index][lane] = 0 }
  }

  /// The frames of room for `count` frames.
  @_noLocks public static func roomSize(count: Int, times: Int) -> Int {
    (2 * times + 1) * count + Passages.history + Passages.delay
  }

  /// Shapes `count` frames in place.
  /// - Parameters:
  ///   - amount: 0 … 1, a ramp over `times` · `count` frames.
  ///   - room: for `roomSize` frames.
  ///   - times: 2 or 4, the factor of the sample rate.
  @_noLocks public mutating func process(
    _ shape: Shape, amount: inout LaneRamp, _ samples: UnsafeMutablePointer<Lanes>,
    room: UnsafeMutablePointer<Lanes>, count: Int, times: Int
  ) {
    // The dry part has no delay, so that the shaper comes and goes without a click.
    let dry = room
    for index in 0..<count { dry[index] = samples[index] }
    let raised = room + count + Passages.history
    oversampler.raise(samples, into: raised, count: count, times: times)
    var blend = amount
    let bent = bend(shape, &amount, raised, count: times * count)
    oversampler.lower(bent, into: samples, count: count, times: times)
    for index in 0..<count {
      var a = blend.next()
      for _ in 1..<times { a = blend.next() }
      let x = dry[index]
      samples[index] = x + (samples[index] - x) * Self.blend(a)
    }
  }

  /// Returns a pointer to the shaped samples.
  @_noLocks private mutating func bend(
    _ shape: Shape, _ amount: inout LaneRamp, _ samples: UnsafeMutablePointer<Lanes>, count: Int
  ) -> UnsafeMutablePointer<Lanes> {
    switch shape {
    case .soft:
      for index in 0..<count {
        let driven = samples[index] * Self.softGain(amount.next())
        let root = Self.root(driven)
        // The average over the way from the last sample to this one, as in `Drive`.
        samples[index] = (before + driven) / (beforeRoot + root)
        before = driven
        beforeRoot = root
      }
    case .fold: return fold(&amount, samples, count: count)
    case .crush:
      for index in 0..<count {
        samples[index] = Self.crushed(samples[index], amount.next())
      }
    }
    return samples
  }

  /// Folds samples that have `Passages.history` frames of room before them, and `count` + `Passages.delay`
  /// behind.
  @_noLocks private mutating func fold(
    _ amount: inout LaneRamp, _ samples: UnsafeMutablePointer<Lanes>, count: Int
  ) -> UnsafeMutablePointer<Lanes> {
    let turns = samples - Passages.history
    let sound = samples + count
    for index in 0..<Passages.history { turns[index] = lastTurns[index] }
    for index in 0..<Passages.delay { sound[index] = lastFolded[index] }
    var before = turns[Passages.history - 1]
    // The end of the range to correct, up to where the last fast interval matters.
    var passed = fastLeft
    var ramp = amount
    for start in stride(from: 0, to: count, by: 16) {
      let end = min(start + 16, count)
      var fastest = Lanes(repeating: 0)
      for index in start..<end {
        let turned = samples[index] * Self.foldTurns(ramp.next())
        samples[index] = turned
        let way = turned - before
        fastest = Lanes.greatest(fastest, way * way)
        before = turned
        sound[Passages.delay + index] = turned.folded
      }
      let isFast = fastest.isAnyAtLeast(Lanes(repeating: Self.fast * Self.fast))
      if isFast { passed = end + Passages.delay }
      let reach = min(passed, end)
      if reach > start {
        Passages.fold(turns + start, sound + start, least: Self.fast, count: reach - start)
      }
    }
    amount = ramp
    fastLeft = max(passed - count, 0)
    for index in 0..<Passages.history { lastTurns[index] = turns[count + index] }
    for index in 0..<Passages.delay { lastFolded[index] = sound[count + index] }
    return sound
  }

  // The curves of the shapes at an amount.

  /// The share of the shaped sound. The first tenth of the amount fades it in.
  @_transparent @_noLocks private static func blend(_ amount: Lanes) -> Lanes {
    Lanes.least(amount * 10, Lanes(repeating: 1))
  }
  @_transparent @_noLocks private static func softGain(_ amount: Lanes) -> Lanes { 1 + amount * 9 }
  /// √(1 + x²)
  @_transparent @_noLocks private static func root(_ driven: Lanes) -> Lanes { (driven * driven + 1).root }
  @_transparent @_noLocks private static func foldTurns(_ amount: Lanes) -> Lanes { 0.25 + amount * 1.25 }
  /// Steps of 1/128 … 1/4; each sample goes to the nearest multiple.
  @_transparent @_noLocks private static func crushed(_ sample: Lanes, _ amount: Lanes) -> Lanes {
    let steps = (Lanes(repeating: 7) - amount * 5).exp2
    return (sample * steps + 0.5).floor / steps
  }

  /// The output for constant inputs, for pictures.
  public static func output(_ shape: Shape, of inputs: Lanes, amount: Float) -> Lanes {
    let amounts = Lanes(repeating: amount)
    let shaped: Lanes
    switch shape {
    case .soft:
      let driven = inputs * softGain(amounts)
      shaped = driven / root(driven)
    case .fold: shaped = (inputs * foldTurns(amounts)).folded
    case .crush: shaped = crushed(inputs, amounts)
    }
    return inputs + (shaped - inputs) * blend(amounts)
  }

  /// The turns from one sample to the next that are too fast.
  private static var fast: Float { @_noLocks get { 0.2 } }
}
