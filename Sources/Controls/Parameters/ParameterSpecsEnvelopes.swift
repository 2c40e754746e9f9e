// The specification of envelopes.

extension Parameter {
  var envelopesSpec: Spec? {
    @_noLocks get {
      switch self {
      case .ampDelay:
        Spec(
          "amp_delay", "Delay", .seconds, 0...10, default: 0,
          "Time before the attack.")
      case .ampHold:
        Spec(
          "amp_hold", "Hold", .seconds, 0...10, default: 0,
          "Time at full loudness.")
      case .ampAttackCurve:
        Spec(
          "amp_attack_curve", "Attack curve", .none, -1...1, default: 0.1373265,
          "Curve: −1 late, 0 straight, 1 early.")
      case .ampDecayCurve:
        Spec(
          "amp_decay_curve", "Decay curve", .none, -1...1, default: 0.5756463,
          "Curve: −1 late, 0 straight, 1 early.")
      case .ampReleaseCurve:
        Spec(
          "amp_release_curve", "Release curve", .none, -1...1, default: 0.8635944,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env2Delay:
        Spec(
          "env_2_delay", "Envelope 2 delay", .seconds, 0...10, default: 0,
          "Time before the attack.")
      case .env2Attack:
        Spec(
          "env_2_attack", "Envelope 2 attack", .seconds, 0.001...20, default: 0.01, travel: .logarithmic,
          "Time to 1.")
      case .env2Hold:
        Spec(
          "env_2_hold", "Envelope 2 hold", .seconds, 0...10, default: 0,
          "Time at 1.")
      case .env2Decay:
        Spec(
          "env_2_decay", "Envelope 2 decay", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
          "Time down to the sustain level.")
      case .env2Sustain:
        Spec(
          "env_2_sustain", "Envelope 2 sustain", .none, 0...1, default: 0.5,
          "Level while a touch or key is held.")
      case .env2Release:
        Spec(
          "env_2_release", "Envelope 2 release", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
          "Time to 0 after the end.")
      case .env2AttackCurve:
        Spec(
          "env_2_attack_curve", "Envelope 2 attack curve", .none, -1...1, default: 0.1373265,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env2DecayCurve:
        Spec(
          "env_2_decay_curve", "Envelope 2 decay curve", .none, -1...1, default: 0.5756463,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env2ReleaseCurve:
        Spec(
          "env_2_release_curve", "Envelope 2 release curve", .none, -1...1, default: 0.8635944,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env2Loop:
        Spec(
          "env_2_loop", "Envelope 2 loop", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "After the decay the attack begins again, while held.")
      case .env3Delay:
        Spec(
          "env_3_delay", "Envelope 3 delay", .seconds, 0...10, default: 0,
          "Time before the attack.")
      case .env3Attack:
        Spec(
          "env_3_attack", "Envelope 3 attack", .seconds, 0.001...20, default: 0.01, travel: .logarithmic,
          "Time to 1.")
      case .env3Hold:
        Spec(
          "env_3_hold", "Envelope 3 hold", .seconds, 0...10, default: 0,
          "Time at 1.")
      case .env3Decay:
        Spec(
          "env_3_decay", "Envelope 3 decay", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
          "Time down to the sustain level.")
      case .env3Sustain:
        Spec(
          "env_3_sustain", "Envelope 3 sustain", .none, 0...1, default: 0.5,
          "Level while a touch or key is held.")
      case .env3Release:
        Spec(
          "env_3_release", "Envelope 3 release", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
          "Time to 0 after the end.")
      case .env3AttackCurve:
        Spec(
          "env_3_attack_curve", "Envelope 3 attack curve", .none, -1...1, default: 0.1373265,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env3DecayCurve:
        Spec(
          "env_3_decay_curve", "Envelope 3 decay curve", .none, -1...1, default: 0.5756463,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env3ReleaseCurve:
        Spec(
          "env_3_release_curve", "Envelope 3 release curve", .none, -1...1, default: 0.8635944,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env3Loop:
        Spec(
          "env_3_loop", "Envelope 3 loop", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "After the decay the attack begins again, while held.")
      case .env4Delay:
        Spec(
          "env_4_delay", "Envelope 4 delay", .seconds, 0...10, default: 0,
          "Time before the attack.")
      case .env4Attack:
        Spec(
          "env_4_attack", "Envelope 4 attack", .seconds, 0.001...20, default: 0.01, travel: .logarithmic,
          "Time to 1.")
      case .env4Hold:
        Spec(
          "env_4_hold", "Envelope 4 hold", .seconds, 0...10, default: 0,
          "Time at 1.")
      case .env4Decay:
        Spec(
          "env_4_decay", "Envelope 4 decay", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
          "Time down to the sustain level.")
      case .env4Sustain:
        Spec(
          "env_4_sustain", "Envelope 4 sustain", .none, 0...1, default: 0.5,
          "Level while a touch or key is held.")
      case .env4Release:
        Spec(
          "env_4_release", "Envelope 4 release", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
          "Time to 0 after the end.")
      case .env4AttackCurve:
        Spec(
          "env_4_attack_curve", "Envelope 4 attack curve", .none, -1...1, default: 0.1373265,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env4DecayCurve:
        Spec(
          "env_4_decay_curve", "Envelope 4 decay curve", .none, -1...1, default: 0.5756463,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env4ReleaseCurve:
        Spec(
          "env_4_release_curve", "Envelope 4 release curve", .none, -1...1, default: 0.8635944,
          "Curve: −1 late, 0 straight, 1 early.")
      case .env4Loop:
        Spec(
          "env_4_loop", "Envelope 4 loop", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "After the decay the attack begins again, while held.")
      case .env2Scope:
        Spec(
          "env_2_scope", "Envelope 2 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "Each voice its own, or one for all: from the first hand that goes down until the last one is up.")
      case .env3Scope:
        Spec(
          "env_3_scope", "Envelope 3 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "Each voice its own, or one for all: from the first hand that goes down until the last one is up.")
      case .env4Scope:
        Spec(
          "env_4_scope", "Envelope 4 scope", .none, 0...1, default: 0, travel: .choice, perVoice: false,
          "Each voice its own, or one for all: from the first hand that goes down until the last one is up.")
      default: nil
      }
    }
  }
}
