// The level of one part of a voice; at 0 the part is off. Audio thread.
import Lanes
import Music
import Signal

/// How loud a part of a voice is. At 0 it is off and costs nothing.
struct Loudness {
  private var smooth = SmoothLanes(0)
  var ramp = LaneRamp()
  /// Whether any voice of the bank hears it.
  private(set) var isOn = false
  /// Whether it has just come on: its memory is of long ago.
  private(set) var wakes = false

  @_noLocks init() {}

  /// - Parameters:
  ///   - gain: a factor on all lanes.
  ///   - isNeeded: by others, whether it is heard or not.
  @_noLocks mutating func update(_ wanted: Lanes, _ tick: VoiceTick, gain: Float = 1, isNeeded: Bool = false)
  {
    let least = Lanes(repeating: 1e-6)
    if !isOn && !isNeeded && !wanted.isAnyAtLeast(least) {
      wakes = false
      return
    }
    smooth.update(wanted, tick)
    let isHeard =
      smooth.value.isAnyAtLeast(least) || smooth.target.isAnyAtLeast(least)
    let wasOn = isOn
    isOn = isHeard || isNeeded
    wakes = isOn && !wasOn
    if !isHeard { smooth = SmoothLanes(0) }
    if !isOn { return }
    if wakes { ramp.set(Lanes(repeating: 0)) }
    for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
      ramp.set(lane: lane, smooth.value[lane] * gain)
    }
    ramp.aim(smooth.ahead(tick) * gain, reciprocalFrames: tick.reciprocal)
  }

  /// The lanes whose memory is to begin anew.
  @_noLocks func restarts(_ tick: VoiceTick) -> UInt32 { wakes ? 0xFFFF : tick.fresh }
}
