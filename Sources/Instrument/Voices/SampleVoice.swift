// The voices' recorded sounds. Audio thread.
import Controls
import Lanes
import Music
import Samples
import Signal

/// Recorded sounds of sixteen voices. A sound begins with its voice.
struct SampleVoice {
  var player = SamplePlayer()
  var level = Loudness()
  var pitch = DirectLanes()

  @_noLocks init() {}

  /// Lanes that sound to their end although their key has come up.
  var held: UInt32 { @_noLocks get { level.isOn ? player.held : 0 } }

  /// - Parameter keys: the pitches that voices go to, which decide about their sounds.
  @_noLocks mutating func evaluate(
    moved: Lanes, keys: Lanes, _ zones: UnsafePointer<SampleZones>, _ tick: VoiceTick
  ) {
    let sound = tick.sound
    let isOff = zones.pointee.count == 0 || sound.isOff(.sample)
    level.update(isOff ? Lanes(repeating: 0) : sound[.sampleLevel], tick)
    guard level.isOn else { return }
    // A sound that is switched on while its voice sounds is silent until the next one.
    if level.wakes {
      pitch = DirectLanes()
      player.endAll()
    }
    pitch.update(sound[.sampleSemitones] + moved, tick)
    if tick.fresh != 0 {
      let cycles = tick.tuning.hertz(tick.pitch + pitch.value) * (1 / tick.sampleRate)
      for lane in 0..<Lanes.width where tick.fresh & (1 << UInt32(lane)) != 0 {
        player.restart(
          lane: lane, zones, pitch: keys[lane], start: sound[.sampleStart][lane], cycles: cycles[lane])
      }
    }
    player.aim(
      cycles: tick.tuning.hertz(tick.pitchAhead + pitch.ahead(tick)) * (1 / tick.sampleRate),
      frames: tick.ahead)
  }

  /// - Parameter own: room for the sounds before their level.
  @_noLocks mutating func process(
    own: UnsafeMutablePointer<Lanes>, addingTo bus: UnsafeMutablePointer<Lanes>, count: Int
  ) {
    if !level.isOn { return }
    player.process(into: own, count: count)
    level.ramp.add(own, to: bus, count: count)
  }
}
