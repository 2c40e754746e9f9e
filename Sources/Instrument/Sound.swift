// A patch's parameters as the ports bend them, in the units the voices work in.
import Controls
import Lanes
import Matrix
import Signal

/// What one evaluation of the matrix gave, with the quick sound controls' offsets and without what is off.
struct Sound {
  var values = ParameterValues()
  /// Off parts of the sound.
  var objectsOff: UInt32 = 0

  @_noLocks init() {}

  @_noLocks init(_ parameters: ParameterValues, objectsOff: UInt32, _ ports: borrowing PortValues) {
    values = parameters
    self.objectsOff = objectsOff
    if ports[.cutoff] != 0 { values[.filterCutoff] *= Scalar.exp2(ports[.cutoff]) }
    values[.filterResonance] = (values[.filterResonance] + ports[.resonance]).limited(0, 0.98)
    values[.ampAttack] = (values[.ampAttack] * ports[.attack]).limited(0.001, 60)
    values[.ampDecay] = (values[.ampDecay] * ports[.decay]).limited(0.001, 60)
    values[.ampSustain] = (values[.ampSustain] + ports[.sustain]).limited(0, 1)
    values[.ampRelease] = (values[.ampRelease] * ports[.release]).limited(0.001, 60)
    values[.oscBCents] += ports[.detune]
    values[.lfoRate] *= ports[.lfoRate]
    values[.lfoDepth] += ports[.lfoDepth]
    values[.voiceWidth] = (values[.voiceWidth] + ports[.width]).limited(0, 1)
    values[.voiceGlide] = (values[.voiceGlide] + ports[.glide]).limited(0, 2)
    values[.drive] = (values[.drive] + ports[.drive]).limited(0, 36)
    values[.chorus] = (values[.chorus] + ports[.chorus]).limited(0, 1)
    values[.delay] = (values[.delay] + ports[.delay]).limited(0, 1)
    values[.reverb] = (values[.reverb] + ports[.reverb]).limited(0, 1)
    silence(.oscillatorA, .oscALevel)
    silence(.oscillatorB, .oscBLevel)
    silence(.lfo1, .lfoDepth)
    silence(.drive, .drive)
    silence(.chorus, .chorus)
    silence(.delay, .delay)
    silence(.reverb, .reverb)
    // Without the filter everything below its highest cutoff passes.
    if isOff(.filter1) {
      values[.filterCutoff] = Lanes(repeating: 1e6)
      values[.filterResonance] = Lanes(repeating: 0)
    }
  }

  @_noLocks func isOff(_ object: SoundObject) -> Bool { objectsOff & (1 << UInt32(object.rawValue)) != 0 }

  /// A parameter that is the same for all voices.
  @_noLocks func shared(_ parameter: Parameter) -> Float { values[parameter][0] }

  var envelope: EnvelopeTimes {
    @_noLocks get {
      var times = EnvelopeTimes()
      times.attack = values[.ampAttack]
      times.decay = values[.ampDecay]
      times.sustain = values[.ampSustain]
      times.release = values[.ampRelease]
      return times
    }
  }

  @_noLocks private mutating func silence(_ object: SoundObject, _ parameter: Parameter) {
    if isOff(object) { values[parameter] = Lanes(repeating: 0) }
  }
}
