// The clicks of a count-in. The audio thread.
import Foundation

/// A click: a sine that decays within a tenth of a second, the first of a bar higher and louder.
struct CountIn: BitwiseCopyable {
  /// Twice the cosine, and the sine, of a step of each tone.
  private let high, low: (turn: Float, sine: Float)
  private let decay: Float
  private var turn: Float = 0
  private var last: Float = 0
  private var before: Float = 0
  /// The position of the next click, in quarter notes before the song (below 0), or 0 after the last click.
  private var beat = 0.0
  private var step = 1.0
  private var isFirst = false

  init(rate: Double) {
    func tone(_ hertz: Double) -> (Float, Float) {
      let angle = 2 * Double.pi * hertz / rate
      return (Float(2 * cos(angle)), Float(sin(angle)))
    }
    (high, low) = (tone(1760), tone(1320))
    decay = Float(exp(-1 / (0.015 * rate)))
  }

  /// Begins a count-in.
  /// - Parameters:
  ///   - beat: The quarter note at which it begins, below 0.
  ///   - step: The quarter notes between two clicks.
  @_noLocks mutating func start(at beat: Double, step: Double) {
    (self.beat, self.step, isFirst) = (beat, step, true)
  }

  /// Ends the count-in; a click that sounds decays.
  @_noLocks mutating func stop() { beat = 0 }

  /// Adds the clicks of a block.
  /// - Parameters:
  ///   - start: The quarter note of its first frame.
  ///   - perFrame: The quarter notes of a frame.
  @_noLocks mutating func add(
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ length: Int,
    start: Double, perFrame: Double, gain: Float
  ) {
    if beat >= 0, last == 0, before == 0 { return }
    for frame in 0..<length {
      // A click that is due within half a frame begins now; steps like 1/3 are not exact.
      if beat < -0.001, start + (Double(frame) + 0.5) * perFrame >= beat {
        let tone = isFirst ? high : low
        turn = tone.turn
        before = -(isFirst ? 0.25 : 0.18) * tone.sine
        last = 0
        isFirst = false
        beat += step
      }
      let now = decay * (turn * last - decay * before)
      (before, last) = (last, now)
      left[frame] += gain * now
      right[frame] += gain * now
    }
    if max(abs(last), abs(before)) < 1e-6 { (last, before) = (0, 0) }
  }
}
