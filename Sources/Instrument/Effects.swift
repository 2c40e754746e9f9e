// The effects on the sum of all voices, in their order. An effect that is off costs nothing. Audio thread.
import Controls
import Lanes
import Reverberation
import Signal

/// Drive, equaliser, compressor, chorus, echo, reverb, level, volume and pan, guard, limiter.
struct Effects: ~Copyable {
  var drive = Drive()
  var equaliser: Equaliser
  var compressor: Compressor
  var chorus: Chorus
  var echo: Echo
  var reverb: Reverb
  var outputGuard = OutputGuard()
  var level = Ramp(1)
  /// The gains of CC 7 and CC 10 on both sides.
  private var leftGain = Ramp(1)
  private var rightGain = Ramp(1)
  var limiter: SwitchedLimiter
  let sampleRate: Float

  init(sampleRate: Float) {
    self.sampleRate = sampleRate
    equaliser = Equaliser(sampleRate: sampleRate)
    compressor = Compressor(sampleRate: sampleRate)
    chorus = Chorus(sampleRate: sampleRate)
    echo = Echo(sampleRate: sampleRate)
    reverb = Reverb(sampleRate: sampleRate)
    limiter = SwitchedLimiter(sampleRate: sampleRate)
  }

  /// Clears all memory and jumps to the settings of `sound`.
  /// - Parameter channel: the gains of CC 7 and CC 10.
  @_noLocks mutating func reset(
    _ sound: Sound, level: Float, channel: StereoFrame, tempo: Float, quality: Int32
  ) {
    drive.reset()
    equaliser.reset()
    chorus.reset()
    echo.reset()
    reverb.reset()
    self.level.set(level)
    leftGain.set(channel.left)
    rightGain.set(channel.right)
    drive.jump(decibels: sound.shared(.drive), times: Int(quality))
    let tone = tone(sound)
    equaliser.jump(low: tone.low, middle: tone.middle, high: tone.high, hertz: sound.shared(.eqFrequency))
    compressor.jump(compressorSettings(sound))
    chorus.jump(
      sound.shared(.chorus), kind: kind(sound), hertz: sound.shared(.chorusRate),
      depth: sound.shared(.chorusDepth), feedback: sound.shared(.chorusFeedback))
    echo.jump(sound.shared(.delay), echoSettings(sound, tempo: tempo))
    reverb.jump(sound.shared(.reverb), reverbSettings(sound))
    limiter.reset(
      isOn: limits(sound), ceiling: sound.shared(.limiterCeiling), release: sound.shared(.limiterRelease))
  }

  /// - Parameters:
  ///   - channel: the gains of CC 7 and CC 10.
  ///   - tempo: beats a minute.
  ///   - quality: 2 or 4, the factor of the sample rate of the drive.
  @_noLocks mutating func evaluate(
    _ sound: Sound, level: Float, channel: StereoFrame, tempo: Float, quality: Int32, ahead: Int32
  ) {
    let approach = Scalar.approach(frames: Float(ahead), seconds: 0.01, sampleRate: sampleRate)
    let reciprocal = 1 / Float(ahead)
    drive.aim(
      decibels: sound.shared(.drive), approach: approach, reciprocalFrames: reciprocal, times: Int(quality))
    let tone = tone(sound)
    equaliser.aim(
      low: tone.low, middle: tone.middle, high: tone.high, hertz: sound.shared(.eqFrequency),
      approach: approach, reciprocalFrames: reciprocal)
    compressor.aim(compressorSettings(sound), approach: approach, reciprocalFrames: reciprocal)
    chorus.aim(
      sound.shared(.chorus), kind: kind(sound),
      hertz: sound.shared(.chorusRate), depth: sound.shared(.chorusDepth),
      feedback: sound.shared(.chorusFeedback), approach: approach, reciprocalFrames: reciprocal)
    echo.aim(
      sound.shared(.delay), echoSettings(sound, tempo: tempo), approach: approach,
      reciprocalFrames: reciprocal)
    reverb.aim(
      sound.shared(.reverb), reverbSettings(sound), approach: approach, reciprocalFrames: reciprocal)
    self.level.aim(level, approach: approach, reciprocalFrames: reciprocal)
    leftGain.aim(channel.left, approach: approach, reciprocalFrames: reciprocal)
    rightGain.aim(channel.right, approach: approach, reciprocalFrames: reciprocal)
    limiter.aim(
      isOn: limits(sound), ceiling: sound.shared(.limiterCeiling), release: sound.shared(.limiterRelease),
      approach: approach, reciprocalFrames: reciprocal)
  }

  @_noLocks private func limits(_ sound: Sound) -> Bool {
    sound.choice(.limiterOn) == 1 && !sound.isOff(.limiter)
  }

  /// The gains of the equaliser's bands in decibels.
  @_noLocks private func tone(_ sound: Sound) -> (low: Float, middle: Float, high: Float) {
    if sound.isOff(.equaliser) { return (0, 0, 0) }
    return (sound.shared(.eqLow), sound.shared(.eqMiddle), sound.shared(.eqHigh))
  }

  @_noLocks private func compressorSettings(_ sound: Sound) -> CompressorSettings {
    var settings = CompressorSettings()
    if sound.isOff(.compressor) { return settings }
    settings.threshold = sound.shared(.compressorThreshold)
    settings.ratio = sound.shared(.compressorRatio)
    settings.attack = sound.shared(.compressorAttack)
    settings.release = sound.shared(.compressorRelease)
    settings.gain = sound.shared(.compressorGain)
    return settings
  }

  @_noLocks private func kind(_ sound: Sound) -> Chorus.Kind {
    Chorus.Kind(rawValue: sound.choice(.chorusKind)) ?? .chorus
  }

  @_noLocks private func echoSettings(_ sound: Sound, tempo: Float) -> EchoSettings {
    var settings = EchoSettings()
    let beats = Parameter.beats(choice: sound.shared(.delayBeats))
    settings.seconds = beats > 0 ? beats * 60 / max(tempo, 1) : sound.shared(.delayTime)
    settings.feedback = sound.shared(.delayFeedback)
    settings.tone = sound.shared(.delayTone)
    settings.lowCut = sound.shared(.delayLowCut)
    settings.isPingPong = sound.choice(.delayMode) == 0
    settings.isTape = sound.choice(.delayGlide) == 0
    return settings
  }

  @_noLocks private func reverbSettings(_ sound: Sound) -> ReverbSettings {
    var settings = ReverbSettings()
    settings.decay = sound.shared(.reverbDecay)
    settings.tone = sound.shared(.reverbTone)
    settings.lowCut = sound.shared(.reverbLowCut)
    settings.size = sound.shared(.reverbSize)
    settings.early = sound.shared(.reverbEarly)
    settings.isFrozen = sound.choice(.reverbFreeze) == 1
    settings.duck = sound.shared(.reverbDuck)
    return settings
  }

  /// Processes `count` frames in place.
  @_noLocks mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if !drive.isOff { drive.process(left, right, count: count) }
    if !equaliser.isOff { equaliser.process(left, right, count: count) }
    if !compressor.isOff { compressor.process(left, right, count: count) }
    if !chorus.fade.isOff { chorus.process(left, right, count: count) }
    if !echo.fade.isOff { echo.process(left, right, count: count) }
    if !reverb.fade.isOff { reverb.process(left, right, count: count) }
    level.process(left, right, count: count)
    leftGain.process(left, count: count)
    rightGain.process(right, count: count)
    // The guard follows the level, which goes up to +12 dB, so that the input of the limiter is bounded.
    outputGuard.process(left, right, count: count)
    if !limiter.isOff { limiter.process(left, right, count: count) }
  }

  /// The gain of the level port; its lowest level is silence.
  @_noLocks static func gain(_ ports: PortValues) -> Float {
    ports[.level] <= TouchPort.level.spec.minimum ? 0 : Scalar.gain(decibels: ports[.level])
  }
}
