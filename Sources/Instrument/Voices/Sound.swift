// A patch's parameters with the offsets of the ports, in the units of the voices. Audio thread.
import Controls
import Lanes
import Matrix

/// The result of one evaluation of the matrix for one bank. A view of the bank's values, without a copy.
struct Sound {
  let lanes: UnsafeMutablePointer<Lanes>
  /// One bit for each part of the sound that is switched off.
  let objectsOff: UInt32

  @_noLocks init(_ bank: UnsafeMutablePointer<Bank>, objectsOff: UInt32) {
    lanes = UnsafeMutableRawPointer(bank.pointee.parameters).assumingMemoryBound(to: Lanes.self)
    self.objectsOff = objectsOff
  }

  subscript(parameter: Parameter) -> Lanes {
    @_noLocks get { lanes[Int(parameter.rawValue)] }
  }

  /// A parameter that is the same for all voices.
  @_noLocks func shared(_ parameter: Parameter) -> Float {
    UnsafeRawPointer(lanes + Int(parameter.rawValue)).load(as: Float.self)
  }

  /// The number of the chosen value.
  @_noLocks func choice(_ parameter: Parameter) -> Int32 { Int32(shared(parameter) + 0.5) }

  @_noLocks func isOff(_ object: SoundObject) -> Bool { objectsOff & (1 << UInt32(object.index)) != 0 }

  // MARK: The quick sound controls

  /// Before the matrix: resets parameters that ports offset in the last evaluation to the patch's values.
  @_noLocks static func straighten(_ values: inout ParameterValues, _ program: UnsafePointer<Program>) {
    for index in 0..<bentCount { Program.restore(bent(index), from: program, in: &values) }
  }

  private static var bentCount: Int { @_noLocks get { 15 } }

  @_noLocks private static func bent(_ index: Int) -> Parameter {
    switch index {
    case 0: .filterCutoff
    case 1: .filterResonance
    case 2: .ampAttack
    case 3: .ampDecay
    case 4: .ampSustain
    case 5: .ampRelease
    case 6: .oscBCents
    case 7: .lfoRate
    case 8: .lfoDepth
    case 9: .voiceWidth
    case 10: .voiceGlide
    case 11: .drive
    case 12: .chorus
    case 13: .delay
    default: .reverb
    }
  }

  /// After the matrix: adds the ports' offsets.
  /// - Parameter quick: those that are smoothed.
  @_noLocks func bend(_ ports: PortValues, _ quick: QuickControls) {
    if quick.cutoff != 0 {
      set(.filterCutoff, self[.filterCutoff] * Scalar.exp2(quick.cutoff))
    }
    set(.filterResonance, (self[.filterResonance] + quick.resonance).limited(0, 0.98))
    set(.ampAttack, (self[.ampAttack] * ports[.attack]).limited(0.001, 60))
    set(.ampDecay, (self[.ampDecay] * ports[.decay]).limited(0.001, 60))
    set(.ampSustain, (self[.ampSustain] + ports[.sustain]).limited(0, 1))
    set(.ampRelease, (self[.ampRelease] * ports[.release]).limited(0.001, 60))
    set(.oscBCents, self[.oscBCents] + quick.detune)
    set(.lfoRate, self[.lfoRate] * ports[.lfoRate])
    set(.lfoDepth, self[.lfoDepth] + quick.lfoDepth)
    set(.voiceWidth, (self[.voiceWidth] + quick.width).limited(0, 1))
    set(.voiceGlide, (self[.voiceGlide] + ports[.glide]).limited(0, 2))
    set(.drive, isOff(.drive) ? Lanes(repeating: 0) : (self[.drive] + ports[.drive]).limited(0, 36))
    set(
      .chorus, isOff(.chorus) ? Lanes(repeating: 0) : (self[.chorus] + ports[.chorus]).limited(0, 1))
    set(.delay, isOff(.delay) ? Lanes(repeating: 0) : (self[.delay] + ports[.delay]).limited(0, 1))
    set(
      .reverb, isOff(.reverb) ? Lanes(repeating: 0) : (self[.reverb] + ports[.reverb]).limited(0, 1))
    if isOff(.lfo1) { set(.lfoDepth, Lanes(repeating: 0)) }
  }

  @_transparent @_noLocks private func set(_ parameter: Parameter, _ value: Lanes) {
    lanes[Int(parameter.rawValue)] = value
  }
}
