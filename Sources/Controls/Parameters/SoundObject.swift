// The parts of the sound that a patch may switch off. Any thread.

/// A sound object. Places are bits of a set; patches save symbols. Append only.
public enum SoundObject: StaticString, NamedCase {
  case oscillatorA = "osc_a", oscillatorB = "osc_b", filter1 = "filter_1", lfo1 = "lfo_1", drive, chorus
  case delay, reverb
  case oscillatorC = "osc_c", fm, noise, string, grain, shaper, filter2 = "filter_2", env2 = "env_2"
  case env3 = "env_3", env4 = "env_4", lfo2 = "lfo_2", lfo3 = "lfo_3", lfo4 = "lfo_4"
  case seq1 = "seq_1", seq2 = "seq_2", seq3 = "seq_3", seq4 = "seq_4", equaliser = "eq", limiter, compressor
  case sample

  /// Its name and its description for people.
  public var description: (name: StaticString, text: StaticString) {
    switch self {
    case .oscillatorA:
      (
        "Oscillator A",
        "A wavetable oscillator: 28 single waves, 8 that morph and the patch's own, up to sixteen copies."
      )
    case .oscillatorB:
      ("Oscillator B", "Like A; A can also sync it, ring-modulate it and modulate its phase.")
    case .filter1:
      ("Filter 1", "State-variable (low, high, band, notch, peak), four-pole ladder, comb or vowel.")
    case .lfo1:
      ("LFO 1", "A low-frequency oscillator, for all voices or for each; also the vibrato.")
    case .drive: ("Drive", "Overdrives the sum of all voices.")
    case .chorus: ("Chorus", "Moving copies: chorus, flanger, phaser, or an ensemble of six.")
    case .delay:
      ("Delay", "Ping-pong or stereo echoes, in seconds or beats, with damping of highs and lows.")
    case .reverb:
      (
        "Reverb",
        """
        A room of sixteen slowly drifting delays after three stages of diffusion. Tone and low cut shorten \
        the decay above and below.
        """
      )
    case .oscillatorC: ("Oscillator C", "Like B, modulated by B.")
    case .fm:
      (
        "FM pair",
        """
        Two sines; one modulates the phase of the other.
        """
      )
    case .noise: ("Noise", "White, pink, brown, or random values held.")
    case .string:
      (
        "String",
        "A tuned waveguide, plucked or struck with the velocity of the touch, or excited continuously."
      )
    case .grain:
      ("Grains", "Four overlapping grains of a wave or sample, scattered in pitch and time.")
    case .shaper: ("Shaper", "Bends the wave before the filters: softly, by folding, or in steps.")
    case .filter2: ("Filter 2", "Like filter 1, in series or parallel with it.")
    case .env2: ("Envelope 2", "Delay, attack, hold, decay, sustain, release, each with its curve; may loop.")
    case .env3: ("Envelope 3", "Like envelope 2.")
    case .env4: ("Envelope 4", "Like envelope 2.")
    case .lfo2: ("LFO 2", "A low-frequency oscillator.")
    case .lfo3: ("LFO 3", "A low-frequency oscillator.")
    case .lfo4: ("LFO 4", "A low-frequency oscillator.")
    case .seq1:
      (
        "Sequencer 1",
        """
        1 to 32 steps with value, on or off, probability, tie and glide, in `sequences`.
        """
      )
    case .seq2: ("Sequencer 2", "Like sequencer 1.")
    case .seq3: ("Sequencer 3", "Like sequencer 1.")
    case .seq4: ("Sequencer 4", "Like sequencer 1.")
    case .equaliser: ("Equalizer", "Lows, a bell, highs.")
    case .limiter:
      ("Limiter", "The last stage. Looks 1.5 ms ahead and limits true peaks without clipping.")
    case .compressor:
      ("Compressor", "Reduces loud passages; both sides follow the louder one. After the equalizer.")
    case .sample:
      (
        "Samples",
        """
        Recordings from `samples`, each for a range of keys, once or in a loop.
        """
      )
    }
  }
}
