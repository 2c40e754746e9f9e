// Evaluates controllers, matrix and sound at each tick and event. Audio thread.
import Controls
import Lanes
import Matrix
import RealTime
import Signal
import Touch

extension TouchProcessor {
  /// The result of a bank's last evaluation.
  @_noLocks func sound(of bank: Int) -> Sound {
    Sound(voices.banks + bank, objectsOff: patch.pointee.objectsOff)
  }

  /// Evaluates controllers, matrix and sound: aims every ramp at its value one tick ahead.
  @_noLocks mutating func evaluate() {
    updateRecorder()
    let elapsed = clock.beginEvaluation()
    if !ports[isOn: .enabled] && fade.isSilent { silence() }
    runMatrix(elapsed: elapsed)
    if clock.isTick { reportAutomation() }
    let leading = sound(of: voices.lead)
    let quality = quality(leading)
    effects.evaluate(
      leading, level: Effects.gain(ports), tempo: sources.tempo, quality: quality, ahead: Self.tick)
    let waves = (
      a: leading.choice(.oscAWave), b: leading.choice(.oscBWave), c: leading.choice(.oscCWave)
    )
    for bank in 0..<Bank.count where voices.table.sounding(inBank: bank) > 0 {
      voices.banks[bank].voices.evaluate(
        sound(of: bank), waves: waves, tuning: tuning, quality: quality, elapsed: elapsed, ahead: Self.tick)
      for lane in 0..<Lanes.width where voices.banks[bank].voices.envelope.stage(lane: lane) == .idle {
        let voice = bank * Lanes.width + lane
        if voices.table[voice].state == .free { continue }
        voices.table.free(voice)
        fire(.envEnd)
      }
    }
    actOnWaitingRoutes()
    // The effect of these trigger events is heard from the next tick; an evaluation before it would depend on
    // where a block ends.
    clock.isStale = false
  }

  /// The factor of the sample rate at which runs what folds harmonics, 2 or 4: the greater one that the port
  /// and the patch ask for, or while the host renders what `offline_quality` says.
  @_noLocks func quality(_ sound: Sound) -> Int32 {
    let offline = Int32(ports[.offlineQuality] + 0.5)
    if ports[isOn: .freeWheel] && offline > 0 { return 2 * offline }
    return ports[.quality] > 0.5 || sound.choice(.quality) == 1 ? 4 : 2
  }

  /// Updates the controllers and the parameters that they reach, in the leading bank and in the banks that
  /// sound.
  @_noLocks mutating func runMatrix(elapsed: Float) {
    sources.update(frame: frame, isTick: clock.isTick)
    fireTriggerEvents()
    common.gather(sources, ports: ports, frame: frame)
    runModules(elapsed: elapsed)
    for bank in 0..<Bank.count where bank == voices.lead || voices.table.sounding(inBank: bank) > 0 {
      runMatrix(ofBank: bank, elapsed: elapsed)
    }
    fireLevels()
    actOnWaitingRoutes()
  }

  @_noLocks private mutating func runMatrix(ofBank bank: Int, elapsed: Float) {
    let one = voices.banks + bank
    one.pointee.controllers.update(
      sources, common: common.values, voices.table.voices + bank * Lanes.width, ports: ports, frame: frame,
      sampleRate: sampleRate)
    runModules(ofBank: bank, elapsed: elapsed)
    Sound.straighten(&one.pointee.parameters.pointee, &patch.pointee.program)
    one.pointee.matrix.evaluate(
      &patch.pointee.program, controllers: &one.pointee.controllers.values, trims: trims,
      touchDown: one.pointee.controllers.down, groupActive: sources.touches.count > 0,
      leader: bank == voices.lead ? voices.leadingLane : nil, seconds: elapsed / sampleRate,
      into: &one.pointee.parameters.pointee)
    sound(of: bank).bend(ports)
  }
}
