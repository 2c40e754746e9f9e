// The parts of the sound that a patch may switch off.

/// A sound object. Raw values are bits of a set; patches save symbols. Append only.
public enum SoundObject: UInt8, CaseIterable, Sendable {
  case oscillatorA = 0, oscillatorB, filter1, lfo1, drive, chorus, delay, reverb

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
    }
  }
}
