// The level of one part of a voice; at 0 the part is off. Audio thread.
import Lanes
import Music
import Signal

/// The loudness of a part of a voice. At 0 the part is off and costs nothing.
struct Loudness {
  private var wanted = DirectLanes(from: 0)
  var ramp = LaneRamp()
  /// Whether the part is heard in any voice of the bank.
  private(set) var isOn = false
  /// Whether the part was switched on just now, so that its memory is out of date.
  private(set) var wakes = false

  @_noLocks init() {}

  /// - Parameters:
  ///   - gain: a factor on all lanes.
  ///   - isNeeded: whether another part needs this one, even if it is not heard.
  @_noLocks mutating func update(_ level: Lanes, _ tick: VoiceTick, gain: Float = 1, isNeeded: Bool = false) {
    let least = Lanes(repeating: 1e-6)
    if !isOn && !isNeeded && !level.isAnyAtLeast(least) {
      wakes = false
      return
    }
    wanted.update(level, tick)
    let ahead = wanted.ahead(tick)
    let isHeard = isOn && ramp.value.isAnyAtLeast(least) || ahead.isAnyAtLeast(least)
    let wasOn = isOn
    isOn = isHeard || isNeeded
    wakes = isOn && !wasOn
    if !isHeard { wanted = DirectLanes(from: 0) }
    if !isOn { return }
    if wakes { ramp.set(Lanes(repeating: 0)) }
    if tick.fresh != 0 {
      for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
        ramp.set(lane: lane, wanted.value[lane] * gain)
      }
    }
    ramp.aim(ahead * gain, reciprocalFrames: tick.reciprocal)
  }

  /// The lanes with memory that must be reset.
  @_noLocks func restarts(_ tick: VoiceTick) -> UInt32 { wakes ? 0xFFFF : tick.fresh }
}
