// The parts of the sound that a patch may switch off.

/// A sound object. Raw values are bits of a set; patches save symbols. Append only.
public enum SoundObject: UInt8, CaseIterable, Sendable {
  case oscillatorA = 0, oscillatorB, filter1, lfo1, drive, chorus, delay, reverb
  case oscillatorC, fm, noise, string, grain, shaper, filter2, env2, env3, env4, lfo2, lfo3, lfo4
  case seq1, seq2, seq3, seq4, equaliser

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
    }
  }
}
