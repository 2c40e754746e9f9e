// From controllers to matrix to sound, at each tick and event. Audio thread.
import Controls
import Lanes
import Matrix
import RealTime
import Signal
import Touch

extension TouchProcessor {
  /// The bank of the voice that began last; it is never asleep.
  var lead: Int { @_noLocks get { leader / Lanes.width } }

  /// What a bank's last evaluation gave.
  @_noLocks func sound(of bank: Int) -> Sound {
    Sound(banks + bank, objectsOff: patch.pointee.objectsOff)
  }

  /// Controllers to matrix to sound: aims every ramp at where it is to be one tick ahead.
  @_noLocks mutating func evaluate() {
    tellRecorder()
    let elapsed = clock.beginEvaluation()
    if !ports[isOn: .enabled] && fade.isSilent { silence() }
    runMatrix(elapsed: elapsed)
    if clock.isTick { tellAutomation() }
    let leading = sound(of: lead)
    effects.evaluate(leading, level: Effects.gain(ports), tempo: surface.tempo, ahead: Self.tick)
    let waves = (
      a: leading.choice(.oscAWave), b: leading.choice(.oscBWave), c: leading.choice(.oscCWave)
    )
    for bank in 0..<Bank.count where table.sounding(inBank: bank) > 0 {
      banks[bank].voices.evaluate(
        sound(of: bank), waves: waves, tuning: tuning, elapsed: elapsed, ahead: Self.tick)
      for lane in 0..<Lanes.width where banks[bank].voices.envelope.stage(lane: lane) == .idle {
        let voice = bank * Lanes.width + lane
        if table[voice].state == .free { continue }
        table.free(voice)
        fire(.envEnd)
      }
    }
    // What these moments did is heard from the next tick on; an evaluation before it would be where a block ends.
    clock.isStale = false
  }

  @_noLocks private mutating func runMatrix(ofBank bank: Int, elapsed: Float) {
    let voices = table.voices + bank * Lanes.width
    banks[bank].hands.update(
      surface, common: common, voices, ports: ports, frame: frame, sampleRate: sampleRate)
    runModules(ofBank: bank, elapsed: elapsed)
    Sound.straighten(&banks[bank].parameters, Self.program(of: patch))
    let trims = withUnsafeMutablePointer(to: &trims) { UnsafePointer($0) }
    banks[bank].matrix.evaluate(
      Self.program(of: patch), controllers: &banks[bank].hands.values, trims: trims,
      touchDown: banks[bank].hands.down, groupActive: surface.touches.count > 0,
      leader: bank == lead ? leader % Lanes.width : nil, seconds: elapsed / sampleRate,
      into: &banks[bank].parameters)
    sound(of: bank).bend(ports)
  }

  /// Brings controllers up to date and lets them reach the parameters, in the bank that leads and in those that
  /// sound.
  @_noLocks private mutating func runMatrix(elapsed: Float) {
    surface.update(frame: frame, isTick: clock.isTick)
    tellMoments()
    gather()
    runModules(elapsed: elapsed)
    for bank in 0..<Bank.count where bank == lead || table.sounding(inBank: bank) > 0 {
      runMatrix(ofBank: bank, elapsed: elapsed)
    }
    tellLevels()
  }

  /// Brings together what all voices see alike. A control port is its controller's value while no hand supplies it.
  @_noLocks private mutating func gather() {
    for macro in 0..<8 {
      let sent = sentMacros[macro]
      common[Int(Controller.macro1.rawValue) + macro] =
        sent.isNaN ? portValue(Int(Controller.macro1.rawValue) + macro) : sent
    }
    if !isGroupFrozen {
      take(from: .groupCentroidAngle, to: .groupPressureSum)
      if surface.touches.count > 0 {
        take(from: .groupCount, to: .groupAxisAngle)
      } else {
        for index in Int(Controller.groupCount.rawValue)...Int(Controller.groupAxisAngle.rawValue) {
          common[index] = portValue(index)
        }
      }
    }
    for index in Int(Controller.motionPitch.rawValue)...Int(Controller.motionAccelZ.rawValue) {
      guard let controller = Controller.at(index) else { continue }
      common[index] =
        surface.supplies(controller, frame: frame) ? surface.shared[controller] : portValue(index)
    }
    take(from: .motionAccelX, to: .midiControl127)
    common[Int(Controller.constant.rawValue)] = 1
  }

  @_noLocks private func take(from first: Controller, to last: Controller) {
    let start = Int(first.rawValue)
    UnsafeMutableRawPointer(common + start).copyMemory(
      from: surface.shared.numbers + start, byteCount: (Int(last.rawValue) - start + 1) * 4)
  }

  /// Controllers with ports stand in the ports' order.
  @_noLocks mutating func portValue(_ controller: Int) -> Float {
    let all = withUnsafeMutablePointer(to: &ports) { UnsafePointer($0) }
    return PortValues.value(Int(TouchPort.macro1.rawValue) + controller, of: all)
  }

  /// Ports have changed, or whatever else voices take controllers from: every bank is to look when it next wakes or
  /// ticks.
  @_noLocks mutating func handsChanged(ports: Bool = false) {
    for bank in 0..<Bank.count {
      banks[bank].hands.touchesChanged = true
      if ports { banks[bank].hands.portsChanged = true }
    }
  }

  /// By pointer, because subscripts of borrowed arrays copy them whole.
  @_noLocks static func program(of patch: UnsafeMutablePointer<CompiledPatch>) -> UnsafePointer<Program> {
    // The patch lies on the heap and does not move.
    withUnsafeMutablePointer(to: &patch.pointee.program) { UnsafePointer($0) }
  }

  /// Before the first frame: nothing is remembered of what sounded before, and effects stand where the patch
  /// and the ports want them, without fading there.
  @_noLocks mutating func settle() {
    lfos = InlineArray(repeating: LowFrequencyOscillator())
    sequencers = InlineArray(repeating: Sequencer())
    envelopes = SharedEnvelopes(sampleRate: sampleRate)
    use = ModuleUse(Self.program(of: patch))
    isGroupFrozen = false
    watchWhatRoutesNeed()
    for bank in 0..<Bank.count { banks[bank].settle(patch) }
    runMatrix(elapsed: 0)
    effects.reset(sound(of: lead), level: Effects.gain(ports), tempo: surface.tempo)
  }

  @_noLocks mutating func renderSpan(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    banks[0].voices.process(scratch, left, right, count: count, silent: table.sounding(inBank: 0) == 0)
    for bank in 1..<Bank.count {
      let isSilent = table.sounding(inBank: bank) == 0
      if isSilent && banks[bank].voices.hasFaded { continue }
      banks[bank].voices.process(scratch, bankLeft, bankRight, count: count, silent: isSilent)
      for index in 0..<count {
        left[index] += bankLeft[index]
        right[index] += bankRight[index]
      }
    }
    effects.process(left, right, count: count)
    fade.process(left, right, count: count, isOn: ports[isOn: .enabled])
  }
}
