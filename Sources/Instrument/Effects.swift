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

  @_noLocks mutating func reset(_ ports: PortValues) {
    drive.reset()
    chorus.reset()
    echo.reset()
    reverb.reset()
    level.set(Self.gain(ports))
  }

  @_noLocks mutating func evaluate(_ ports: PortValues, ahead: Int32) {
    let approach = Scalar.approach(frames: Float(ahead), seconds: 0.01, sampleRate: sampleRate)
    let reciprocal = 1 / Float(ahead)
    drive.aim(decibels: ports[.drive], approach: approach, reciprocalFrames: reciprocal)
    chorus.aim(ports[.chorus], approach: approach, reciprocalFrames: reciprocal)
    echo.aim(ports[.delay], approach: approach, reciprocalFrames: reciprocal)
    reverb.aim(ports[.reverb], approach: approach, reciprocalFrames: reciprocal)
    level.aim(Self.gain(ports), approach: approach, reciprocalFrames: reciprocal)
  }

  /// Processes `count` frames in place.
  @_noLocks mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if !drive.isOff { drive.process(left, right, count: count) }
    if !chorus.isOff { chorus.process(left, right, count: count) }
    if !echo.isOff { echo.process(left, right, count: count) }
    if !reverb.isOff { reverb.process(left, right, count: count) }
    level.process(left, right, count: count)
  }

  /// The lowest level is silence.
  @_noLocks static func gain(_ ports: PortValues) -> Float {
    ports[.level] <= TouchPort.level.spec.minimum ? 0 : Scalar.gain(decibels: ports[.level])
  }
}
