// What happens to the sum of all voices, in order; a block that is off costs nothing.
import Controls
import Lanes
import Signal

/// Drive, chorus, echo, reverb, level.
struct Effects: ~Copyable {
  var drive = Drive()
  var chorus: Chorus
  var echo: Echo
  var reverb: Reverb
  var level = Ramp(1)
  let sampleRate: Float

  init(sampleRate: Float) {
    self.sampleRate = sampleRate
    chorus = Chorus(sampleRate: sampleRate)
    echo = Echo(sampleRate: sampleRate)
    reverb = Reverb(sampleRate: sampleRate)
  }

  /// Empty, and at once where `sound` wants to be.
  @_noLocks mutating func reset(_ sound: Sound, level: Float) {
    drive.reset()
    chorus.reset()
    echo.reset()
    reverb.reset()
    self.level.set(level)
    drive.jump(decibels: sound.shared(.drive))
    chorus.fade.jump(sound.shared(.chorus))
    echo.fade.jump(sound.shared(.delay))
    reverb.fade.jump(sound.shared(.reverb))
  }

  @_noLocks mutating func evaluate(_ sound: Sound, level: Float, ahead: Int32) {
    let approach = Scalar.approach(frames: Float(ahead), seconds: 0.01, sampleRate: sampleRate)
    let reciprocal = 1 / Float(ahead)
    drive.aim(decibels: sound.shared(.drive), approach: approach, reciprocalFrames: reciprocal)
    chorus.aim(sound.shared(.chorus), approach: approach, reciprocalFrames: reciprocal)
    echo.aim(sound.shared(.delay), approach: approach, reciprocalFrames: reciprocal)
    reverb.aim(sound.shared(.reverb), approach: approach, reciprocalFrames: reciprocal)
    self.level.aim(level, approach: approach, reciprocalFrames: reciprocal)
  }

  /// Processes `count` frames in place.
  @_noLocks mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if !drive.isOff { drive.process(left, right, count: count) }
    if !chorus.fade.isOff { chorus.process(left, right, count: count) }
    if !echo.fade.isOff { echo.process(left, right, count: count) }
    if !reverb.fade.isOff { reverb.process(left, right, count: count) }
    level.process(left, right, count: count)
  }

  /// The lowest level is silence.
  @_noLocks static func gain(_ ports: PortValues) -> Float {
    ports[.level] <= TouchPort.level.spec.minimum ? 0 : Scalar.gain(decibels: ports[.level])
  }
}
