// Beginnings, changes, ends and replacements of a bank's voices. Audio thread.
import Lanes
import Music
import Samples
import Signal

extension VoiceBank {
  /// Starts a voice on `lane` that glides from the pitch `from` and has the stereo position `position` (−1
  /// left … 1 right). A sound that is left on the lane fades out underneath. The evaluation that follows on
  /// the same frame sets the voice's sound.
  ///
  /// - Parameter seed: the seed of the voice's random numbers.
  @_noLocks mutating func start(lane: Int, _ input: VoiceInput, from: Float, position: Float, seed: UInt32) {
    keepRemainder(of: lane)
    pitch.value[lane] = from
    seeds[lane] = seed
    modules.start(lane: lane, seed: seed)
    update(lane: lane, input)
    self.position[lane] = position
    envelope.start(lane: lane)
    fresh |= 1 << UInt32(lane)
    awaiting &= ~(1 << UInt32(lane))
  }

  /// Applies new values of a hand or key.
  @_noLocks mutating func update(lane: Int, _ input: VoiceInput) {
    pitch.target[lane] = input.pitch
    pitchTime[lane] = max(input.pitchTime, Self.smoothing)
    velocity[lane] = input.velocity
    pressure[lane] = input.pressure
    expression[lane] = input.expression
    channelPan[lane] = input.pan
  }

  /// Restarts all envelopes of the lane from their present levels.
  @_noLocks mutating func restart(lane: Int) {
    envelope.restart(lane: lane)
    for index in 1...3 { modules.restart(envelope: index, lane: lane) }
  }

  /// Releases the lane: all its envelopes fall, unless its recorded sound is to end first.
  @_noLocks mutating func release(lane: Int) {
    awaiting |= sample.held & 1 << UInt32(lane)
    if awaiting & 1 << UInt32(lane) != 0 { return }
    envelope.release(lane: lane)
    modules.release(lane: lane)
  }

  /// Releases the lanes that have waited for the end of their recorded sound.
  @_noLocks mutating func releaseEnded() {
    let ended = awaiting & ~sample.held
    awaiting &= ~ended
    for lane in 0..<Lanes.width where ended & 1 << UInt32(lane) != 0 { release(lane: lane) }
  }

  /// Lets the lane fade out quickly.
  @_noLocks mutating func fade(lane: Int) {
    awaiting &= ~(1 << UInt32(lane))
    envelope.fade(lane: lane)
  }

  /// Silences a lane at once and lets its last samples fade.
  @_noLocks mutating func cut(lane: Int) {
    keepRemainder(of: lane)
    sample.player.end(lane: lane)
    envelope.stop(lane: lane)
    modules.stop(lane: lane)
  }

  @_noLocks private mutating func keepRemainder(of lane: Int) {
    remainder.left += mixer.lastLeft[lane]
    remainder.right += mixer.lastRight[lane]
    mixer.forget(lane: lane)
  }
}
