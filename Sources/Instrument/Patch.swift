// The sound as numbers that the voices read. The patch that the instrument starts with.
import Controls
import Lanes
import Music
import Signal

/// What the voices need of a patch: its parameters, resolved to types and kept on the audio thread.
struct Patch {
  var waveA = Wave(number: Parameter.oscAWave.spec.default)
  var levelA = Parameter.oscALevel.spec.default
  var waveB = Wave(number: Parameter.oscBWave.spec.default)
  var levelB = Parameter.oscBLevel.spec.default
  var centsB = Parameter.oscBCents.spec.default
  var cutoffOctave = Scalar.log2(Parameter.filterCutoff.spec.default)
  var resonance = Parameter.filterResonance.spec.default
  var keyTracking = Parameter.filterKeyTracking.spec.default
  var brightnessOctaves: Float = 2.5
  var pressureOctaves: Float = 1.5
  var amplitude = EnvelopeTimes(
    attack: Parameter.ampAttack.spec.default, decay: Parameter.ampDecay.spec.default,
    sustain: Parameter.ampSustain.spec.default, release: Parameter.ampRelease.spec.default)
  var lfoHertz = Parameter.lfoRate.spec.default
  var lfoSemitones = Parameter.lfoDepth.spec.default
  var glide = Parameter.voiceGlide.spec.default
  var width = Parameter.voiceWidth.spec.default
  var map = PlayingMap(low: 48, high: 72, scale: .majorPentatonic)

  @_noLocks init() {}

  /// The patch as the quick sound controls bend it.
  @_noLocks func offset(by ports: PortValues) -> Patch {
    var patch = self
    patch.cutoffOctave += ports[.cutoff]
    patch.resonance = min(max(resonance + ports[.resonance], 0), 0.98)
    patch.amplitude.attack *= ports[.attack]
    patch.amplitude.decay *= ports[.decay]
    patch.amplitude.sustain = min(max(amplitude.sustain + ports[.sustain], 0), 1)
    patch.amplitude.release *= ports[.release]
    patch.glide += ports[.glide]
    patch.centsB += ports[.detune]
    patch.lfoHertz *= ports[.lfoRate]
    patch.lfoSemitones += ports[.lfoDepth]
    patch.width = min(max(width + ports[.width], 0), 1)
    return patch
  }
}
