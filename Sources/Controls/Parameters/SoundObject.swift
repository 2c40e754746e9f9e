// The parts of the sound that a patch may switch off. Any thread.

/// A sound object. Raw values are bits of a set; patches save symbols. Append only.
public enum SoundObject: UInt8, CaseIterable, Sendable {
  case oscillatorA = 0, oscillatorB, filter1, lfo1, drive, chorus, delay, reverb
  case oscillatorC, fm, noise, string, grain, shaper, filter2, env2, env3, env4, lfo2, lfo3, lfo4
  case seq1, seq2, seq3, seq4, equaliser, limiter, compressor, sample

  public var symbol: StaticString {
    switch self {
    case .oscillatorA: "osc_a"
    case .oscillatorB: "osc_b"
    case .filter1: "filter_1"
    case .lfo1: "lfo_1"
    case .drive: "drive"
    case .chorus: "chorus"
    case .delay: "delay"
    case .reverb: "reverb"
    case .oscillatorC: "osc_c"
    case .fm: "fm"
    case .noise: "noise"
    case .string: "string"
    case .grain: "grain"
    case .shaper: "shaper"
    case .filter2: "filter_2"
    case .env2: "env_2"
    case .env3: "env_3"
    case .env4: "env_4"
    case .lfo2: "lfo_2"
    case .lfo3: "lfo_3"
    case .lfo4: "lfo_4"
    case .seq1: "seq_1"
    case .seq2: "seq_2"
    case .seq3: "seq_3"
    case .seq4: "seq_4"
    case .equaliser: "eq"
    case .limiter: "limiter"
    case .compressor: "compressor"
    case .sample: "sample"
    }
  }

  /// Its name and its description for people.
  public var description: (name: StaticString, text: StaticString) {
    switch self {
    case .oscillatorA:
      (
        "Oscillator A",
        "A wavetable oscillator: 28 single waves, 8 that morph and the patch's own, up to sixteen copies."
      )
    case .oscillatorB:
      ("Oscillator B", "As A; besides, A may synchronise it, multiply it and move its phase.")
    case .filter1:
      ("Filter 1", "State-variable (low, high, band, notch, peak), four-pole ladder, comb or vowel.")
    case .lfo1:
      ("LFO 1", "A slow wave, for all voices or for each from its beginning; it also is the vibrato.")
    case .drive: ("Drive", "Overdrives the sum of all voices.")
    case .chorus: ("Chorus", "Moving copies: chorus, flanger, phaser, or an ensemble of six.")
    case .delay:
      ("Delay", "Echoes from side to side or on each side, in seconds or beats, that lose highs and lows.")
    case .reverb:
      (
        "Reverb",
        """
        A room: sixteen delays that feed each other and drift a little, behind three steps of diffusion. The \
        decay is the time at 500 Hz: the tone shortens it above, the low cut below, and if they leave \
        little, everything decays faster.
        """
      )
    case .oscillatorC: ("Oscillator C", "As B, with B before it.")
    case .fm:
      (
        "FM pair",
        """
        Two sines, one of which moves the phase of the other: sideband k has the level of the Bessel \
        function Jₖ(index).
        """
      )
    case .noise: ("Noise", "White, pink, brown, or random values held.")
    case .string:
      (
        "String",
        "A tuned waveguide that is plucked or struck as hard as the touch, and may be stirred all the time."
      )
    case .grain:
      ("Grains", "Four overlapping grains of a wave or a sample, each a little elsewhere in pitch and time.")
    case .shaper: ("Shaper", "Bends the wave before the filters: softly, by folding, or in steps.")
    case .filter2: ("Filter 2", "As filter 1, after it or beside it.")
    case .env2: ("Envelope 2", "Delay, attack, hold, decay, sustain, release, each with its curve; may loop.")
    case .env3: ("Envelope 3", "As envelope 2.")
    case .env4: ("Envelope 4", "As envelope 2.")
    case .lfo2: ("LFO 2", "A slow wave.")
    case .lfo3: ("LFO 3", "A slow wave.")
    case .lfo4: ("LFO 4", "A slow wave.")
    case .seq1:
      (
        "Sequencer 1",
        """
        1 to 32 steps with value, on or off, probability, tie and glide; the patch has them under \
        `sequences`.
        """
      )
    case .seq2: ("Sequencer 2", "As sequencer 1.")
    case .seq3: ("Sequencer 3", "As sequencer 1.")
    case .seq4: ("Sequencer 4", "As sequencer 1.")
    case .equaliser: ("Equaliser", "Lows, a bell, highs.")
    case .limiter:
      ("Limiter", "The last: looks 1.5 ms ahead, so that it keeps true peaks down and no wave is clipped.")
    case .compressor:
      ("Compressor", "Makes softer what is loud, both sides by the louder one; after the equaliser.")
    case .sample:
      (
        "Samples",
        """
        Recorded sounds that the patch names under `samples`, each for a range of keys, once or in a loop. \
        Between frames it is the sum of 32 neighbours; played faster it loses what would fold.
        """
      )
    }
  }
}
