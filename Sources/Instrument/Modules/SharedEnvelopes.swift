// Envelopes 2 to 4 with one state for all voices. Audio thread, one step an evaluation.
import Controls
import Lanes
import Music
import Signal

/// The parameters of one of envelopes 2 to 4.
struct EnvelopeParameters {
  var object: SoundObject
  var delay: Parameter
  var loop: Parameter
  var scope: Parameter

  /// - Parameter index: 1…3, for envelopes 2 to 4.
  @_noLocks init(_ index: Int) {
    switch index {
    case 1: (object, delay, loop, scope) = (.env2, .env2Delay, .env2Loop, .env2Scope)
    case 2: (object, delay, loop, scope) = (.env3, .env3Delay, .env3Loop, .env3Scope)
    default: (object, delay, loop, scope) = (.env4, .env4Delay, .env4Loop, .env4Scope)
    }
  }

  @_noLocks func sustain(_ sound: Sound) -> Lanes { sound.lanes[Int(delay.rawValue) + 4] }

  /// Reads the times; the parameters of an envelope are in this order.
  @_noLocks func times(_ sound: Sound) -> EnvelopeTimes {
    var times = EnvelopeTimes()
    let values = sound.lanes + Int(delay.rawValue)
    times.delay = values[0]
    times.attack = values[1]
    times.hold = values[2]
    times.decay = values[3]
    times.sustain = values[4]
    times.release = values[5]
    times.attackCurve = values[6]
    times.decayCurve = values[7]
    times.releaseCurve = values[8]
    times.isLooping = sound.choice(loop) == 1
    return times
  }
}

extension Envelope {
  /// Advances an envelope that is not heard but moves parameters.
  @_noLocks mutating func skip(_ times: EnvelopeTimes, _ elapsed: Float, begins: Bool) {
    skip(elapsed)
    advance(times, elapsed: elapsed, begins: begins)
  }
}

/// Envelopes 2 to 4, each in the lane of the leading voice, so that it has the times of that voice.
struct SharedEnvelopes {
  private var envelope2: Envelope
  private var envelope3: Envelope
  private var envelope4: Envelope
  private var levels = InlineArray<3, Float>(repeating: 0)
  private var isHeld = false

  @_noLocks init(sampleRate: Float) {
    envelope2 = Envelope(sampleRate: sampleRate)
    envelope3 = envelope2
    envelope4 = envelope2
  }

  /// - Parameter index: 1…3, for envelopes 2 to 4.
  @_noLocks func level(_ index: Int) -> Float { levels[index - 1] }

  /// Advances the envelopes that have one state for all voices.
  /// - Parameters:
  ///   - isHeld: whether any voice is held.
  ///   - lane: the lane of the voice with the times that count.
  ///   - begins: as for `Envelope.advance`.
  /// - Returns: frames to the next corner.
  @_noLocks mutating func advance(
    _ sound: Sound, _ use: ModuleUse, isHeld: Bool, lane: Int, elapsed: Float, begins: Bool
  ) -> Float {
    let turns = isHeld != self.isHeld
    self.isHeld = isHeld
    var corner = Float.infinity
    for index in 1...3 where use.envelopes & (1 << UInt32(index)) != 0 {
      let parameters = EnvelopeParameters(index)
      if turns {
        if isHeld { restart(index) } else { release(index) }
      }
      if sound.choice(parameters.scope) == 0 { continue }
      let times = parameters.times(sound).of(lane: lane)
      switch index {
      case 1:
        envelope2.skip(times, elapsed, begins: begins)
        corner = min(corner, envelope2.corner)
      case 2:
        envelope3.skip(times, elapsed, begins: begins)
        corner = min(corner, envelope3.corner)
      default:
        envelope4.skip(times, elapsed, begins: begins)
        corner = min(corner, envelope4.corner)
      }
    }
    return corner
  }

  /// Aims at the levels `ahead` frames from now.
  @_noLocks mutating func aim(_ sound: Sound, _ use: ModuleUse, lane: Int, ahead: Float) {
    for index in 1...3 where use.envelopes & (1 << UInt32(index)) != 0 {
      let parameters = EnvelopeParameters(index)
      if sound.choice(parameters.scope) == 0 { continue }
      let times = parameters.times(sound).of(lane: lane)
      switch index {
      case 1:
        envelope2.aim(times, ahead: ahead)
        levels[0] = envelope2.ahead[0]
      case 2:
        envelope3.aim(times, ahead: ahead)
        levels[1] = envelope3.ahead[0]
      default:
        envelope4.aim(times, ahead: ahead)
        levels[2] = envelope4.ahead[0]
      }
    }
  }

  /// Restarts an envelope from its present level, in all lanes alike.
  @_noLocks mutating func restart(_ index: Int) {
    for lane in 0..<Lanes.width {
      switch index {
      case 1: envelope2.restart(lane: lane)
      case 2: envelope3.restart(lane: lane)
      default: envelope4.restart(lane: lane)
      }
    }
  }

  @_noLocks private mutating func release(_ index: Int) {
    for lane in 0..<Lanes.width {
      switch index {
      case 1: envelope2.release(lane: lane)
      case 2: envelope3.release(lane: lane)
      default: envelope4.release(lane: lane)
      }
    }
  }
}

extension EnvelopeTimes {
  /// The times of one lane in all lanes.
  @_noLocks fileprivate func of(lane: Int) -> EnvelopeTimes {
    var all = self
    all.delay = Lanes(repeating: delay[lane])
    all.attack = Lanes(repeating: attack[lane])
    all.hold = Lanes(repeating: hold[lane])
    all.decay = Lanes(repeating: decay[lane])
    all.sustain = Lanes(repeating: sustain[lane])
    all.release = Lanes(repeating: release[lane])
    all.attackCurve = Lanes(repeating: attackCurve[lane])
    all.decayCurve = Lanes(repeating: decayCurve[lane])
    all.releaseCurve = Lanes(repeating: releaseCurve[lane])
    return all
  }
}
