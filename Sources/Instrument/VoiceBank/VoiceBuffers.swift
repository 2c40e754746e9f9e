// The memory that a bank of voices works in: its buffers, its strings and combs. Audio thread.
import Lanes
import Signal

extension VoiceBank {
  /// `bus` is the first of `rooms` buffers for `VoiceBank.span` frames: the sum and three more, and three for
  /// four times as many frames; then the modulator at the rate of the oscillators, and at the sample rate;
  /// the factors on the cutoff that are made of it; half the difference of left and right, and a copy of it;
  /// that difference at the rate of the oscillators. The shaper's room is all from the second one to the
  /// modulator.
  static var span: Int { @_noLocks get { 32 } }
  static var rooms: Int { @_noLocks get { 8 + 5 * Oversampler.most } }
  static var raisedModulator: Int { @_noLocks get { (4 + 3 * Oversampler.most) * span } }
  static var modulator: Int { @_noLocks get { (4 + 4 * Oversampler.most) * span } }
  static var factors: Int { @_noLocks get { modulator + span } }
  static var side: Int { @_noLocks get { modulator + 2 * span } }
  static var sideCopy: Int { @_noLocks get { modulator + 3 * span } }
  static var raisedSide: Int { @_noLocks get { modulator + 4 * span } }
}

/// The memory of one bank's strings and combs.
struct VoiceRings {
  let base: UnsafeMutablePointer<Lanes>
  /// For the combs of the difference of left and right. A ring reads nothing that it has not written.
  let sides: UnsafeMutablePointer<Lanes>
  let frames: Int
  static var count: Int { 3 }
  static var sideCount: Int { 2 }

  @_noLocks func ring(_ index: Int) -> LaneRing { LaneRing(memory: base + index * frames, frames: frames) }
  @_noLocks func side(_ index: Int) -> LaneRing { LaneRing(memory: sides + index * frames, frames: frames) }
}
