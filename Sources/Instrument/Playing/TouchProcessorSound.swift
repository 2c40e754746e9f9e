// Evaluates controllers, matrix and sound at each tick and event. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Samples
import Signal
import Touch

extension TouchProcessor {
  /// The result of a bank's last evaluation.
  @_noLocks func sound(of bank: Int) -> Sound {
    Sound(voices.banks + bank, objectsOff: patch.pointee.objectsOff)
  }

  /// Evaluates controllers, matrix and sound: aims every ramp at its value at the next planned evaluation.
  ///
  /// A voice that begins has the values of its own frame first, from which its ramps then begin. If the
  /// evaluation itself has set off a trigger, it runs once more, so that the trigger acts on this frame.
  @_noLocks mutating func evaluate() {
    updateRecorder()
    recordTokens()
    let isTickOrEvent = clock.isTick || clock.isStale
    var elapsed = clock.beginEvaluation()
    if !ports[isOn: .enabled] && fade.isSilent { silence() }
    // A tick is evaluated anew if an event comes on its frame; the world moves with the first evaluation.
    if clock.isTick && elapsed > 0 { advanceWorld() }
    if isTickOrEvent { updateSources() }
    if voices.isAnyFresh {
      evaluate(elapsed: elapsed, begins: false)
      elapsed = 0
    }
    evaluate(elapsed: elapsed, begins: true)
    if clock.isStale {
      clock.isStale = false
      evaluate(elapsed: 0, begins: true)
    }
    hasSounded = voices.table.sounding > 0
    if hasOutputs { runOutputs() }
    if clock.isTick { reportAutomation() }
    // The effect of trigger events of a second run is heard from the next evaluation; one before it would
    // depend on where a block ends.
    clock.isStale = false
  }

  /// - Parameter begins: whether time goes on from here; else voices that begin get their values of this
  ///   frame.
  @_noLocks private mutating func evaluate(elapsed: Float, begins: Bool) {
    let ahead = runMatrix(elapsed: elapsed, begins: begins)
    let leading = sound(of: voices.lead)
    let quality = Self.quality(leading, ports)
    if begins {
      effects.evaluate(
        leading, level: Effects.gain(ports), channel: channelGains, tempo: sources.tempo, quality: quality,
        ahead: ahead)
    }
    let waves = (
      a: leading.choice(.oscAWave), b: leading.choice(.oscBWave), c: leading.choice(.oscCWave)
    )
    for bank in 0..<Bank.count where voices.table.sounding(inBank: bank) > 0 {
      voices.banks[bank].voices.evaluate(
        sound(of: bank), waves: waves, tuning: tuning, quality: quality, zones: &patch.pointee.zones,
        wavetable: patch.pointee.wavetable, elapsed: elapsed, ahead: ahead,
        hasStepped: voices.banks[bank].matrix.hasStepped)
      if !voices.banks[bank].voices.envelope.hasIdle { continue }
      for lane in 0..<Lanes.width where voices.banks[bank].voices.envelope.stage(lane: lane) == .idle {
        let voice = bank * Lanes.width + lane
        let state = voices.table[voice].state
        if state == .free { continue }
        voices.table.free(voice)
        voices.banks[bank].voices.sample.player.end(lane: lane)
        if state != .fading { fire(.envEnd) }
      }
    }
    actOnWaitingRoutes()
  }

  /// Updates touches, tokens and sensors, and performs what they trigger.
  @_noLocks mutating func updateSources() {
    sources.update(frame: frame, isTick: clock.isTick)
    fireTriggerEvents()
  }

  /// The factor of the sample rate at which runs what folds harmonics, 2 or 4: the greater one that the port
  /// and the patch ask for, or while the host renders what `offline_quality` says.
  @_noLocks static func quality(_ sound: Sound, _ ports: PortValues) -> Int32 {
    let offline = Int32(ports[.offlineQuality] + 0.5)
    if ports[isOn: .freeWheel] && offline > 0 { return 2 * offline }
    return ports[.quality] > 0.5 || sound.choice(.quality) == 1 ? 4 : 2
  }

  /// The gains of CC 7 and CC 10 on both sides. In a patch with parts, each note has those of its channel.
  var channelGains: StereoFrame {
    @_noLocks get {
      if patch.pointee.partCount > 0 { return StereoFrame(1, 1) }
      let volume = patch.pointee.hasVolume ? midi.output.volume : 1
      let pan = patch.pointee.hasPan ? midi.output.pan : 0
      return StereoFrame(volume * Scalar.squareRoot(1 - pan), volume * Scalar.squareRoot(1 + pan))
    }
  }

  /// Updates the controllers and the parameters that they reach, in the leading bank and in the banks that
  /// sound.
  /// - Returns: the frames to the next planned evaluation; 0 if time does not go on from here.
  @_noLocks mutating func runMatrix(elapsed: Float, begins: Bool = true) -> Int32 {
    common.gather(&sources, ports: ports, sent: load.sent, frame: frame)
    var corner = advanceEnvelopes(elapsed: elapsed, begins: begins)
    if hasOutputs { corner = min(corner, outputCorner()) }
    let ahead = begins ? clock.plan(corner: corner) : 0
    // Ports that moved while nothing sounded are where they were put.
    if !hasSounded { gliding.jump(ports, trims) }
    gliding.advance(ports, trims, elapsed: elapsed, ahead: Float(ahead), sampleRate: sampleRate)
    runModules(elapsed: elapsed, ahead: Float(ahead))
    if patch.pointee.program.readsSurface { gatherPoints() }
    for bank in 0..<Bank.count where bank == voices.lead || voices.table.sounding(inBank: bank) > 0 {
      runMatrix(ofBank: bank, elapsed: elapsed, ahead: Float(ahead))
    }
    fireLevels()
    actOnWaitingRoutes()
    return ahead
  }

  /// Advances the envelopes that sound.
  /// - Returns: the frames to the next corner.
  @_noLocks private mutating func advanceEnvelopes(elapsed: Float, begins: Bool) -> Float {
    var corner = modules.advanceEnvelopes(
      sound(of: voices.lead), isHeld: voices.isAnythingHeld, lane: voices.leadingLane, elapsed: elapsed,
      begins: begins)
    for bank in 0..<Bank.count where bank == voices.lead || voices.table.sounding(inBank: bank) > 0 {
      corner = min(
        corner,
        voices.banks[bank].voices.advanceEnvelopes(
          sound(of: bank), modules.use, elapsed: elapsed, begins: begins))
    }
    return corner
  }

  @_noLocks private mutating func runMatrix(ofBank bank: Int, elapsed: Float, ahead: Float) {
    let one = voices.banks + bank
    one.pointee.controllers.update(
      &sources, common: common.values, voices.table.voices + bank * Lanes.width, ports: ports, frame: frame,
      sampleRate: sampleRate)
    runModules(ofBank: bank, elapsed: elapsed, ahead: ahead)
    Sound.straighten(&one.pointee.parameters.pointee, &patch.pointee.program)
    one.pointee.matrix.evaluate(
      &patch.pointee.program, controllers: &one.pointee.controllers.values, points: points,
      trims: gliding.trims, touchDown: one.pointee.controllers.down, groupActive: sources.touches.count > 0,
      leader: bank == voices.lead ? voices.leadingLane : nil, seconds: elapsed / sampleRate,
      ahead: ahead / sampleRate, into: &one.pointee.parameters.pointee)
    sound(of: bank).bend(ports, gliding.quick)
    if routePeaks.isWanted { measureRoutes(ofBank: bank) }
  }
}
