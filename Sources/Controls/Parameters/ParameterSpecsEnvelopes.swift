// The specifications of the envelopes' parameters. Any thread.

extension Parameter.Spec {
  static var ampDelay: Self {
    Self(
      "amp_delay", "Envelope 1 delay", .seconds, 0...10, default: 0,
      "Time before the attack.")
  }

  static var ampHold: Self {
    Self(
      "amp_hold", "Envelope 1 hold", .seconds, 0...10, default: 0,
      "Time at full level.")
  }

  static var ampAttackCurve: Self {
    Self(
      "amp_attack_curve", "Envelope 1 attack curve", .none, -1...1, default: 0.1373265,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var ampDecayCurve: Self {
    Self(
      "amp_decay_curve", "Envelope 1 decay curve", .none, -1...1, default: 0.5756463,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var ampReleaseCurve: Self {
    Self(
      "amp_release_curve", "Envelope 1 release curve", .none, -1...1, default: 0.8635944,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env2Delay: Self {
    Self(
      "env_2_delay", "Envelope 2 delay", .seconds, 0...10, default: 0,
      "Time before the attack.")
  }

  static var env2Attack: Self {
    Self(
      "env_2_attack", "Envelope 2 attack", .seconds, 0.001...20, default: 0.01, travel: .logarithmic,
      "Time to 1.")
  }

  static var env2Hold: Self {
    Self(
      "env_2_hold", "Envelope 2 hold", .seconds, 0...10, default: 0,
      "Time at 1.")
  }

  static var env2Decay: Self {
    Self(
      "env_2_decay", "Envelope 2 decay", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
      "Time down to the sustain level.")
  }

  static var env2Sustain: Self {
    Self(
      "env_2_sustain", "Envelope 2 sustain", .none, 0...1, default: 0.5,
      "Level while held.")
  }

  static var env2Release: Self {
    Self(
      "env_2_release", "Envelope 2 release", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
      "Time to 0 after the release.")
  }

  static var env2AttackCurve: Self {
    Self(
      "env_2_attack_curve", "Envelope 2 attack curve", .none, -1...1, default: 0.1373265,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env2DecayCurve: Self {
    Self(
      "env_2_decay_curve", "Envelope 2 decay curve", .none, -1...1, default: 0.5756463,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env2ReleaseCurve: Self {
    Self(
      "env_2_release_curve", "Envelope 2 release curve", .none, -1...1, default: 0.8635944,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env2Loop: Self {
    Self(
      "env_2_loop", "Envelope 2 loop", .none, 0...1, default: 0, choices: .offOn, perVoice: false,
      "While held, repeats from the attack after the decay.")
  }

  static var env3Delay: Self {
    Self(
      "env_3_delay", "Envelope 3 delay", .seconds, 0...10, default: 0,
      "Time before the attack.")
  }

  static var env3Attack: Self {
    Self(
      "env_3_attack", "Envelope 3 attack", .seconds, 0.001...20, default: 0.01, travel: .logarithmic,
      "Time to 1.")
  }

  static var env3Hold: Self {
    Self(
      "env_3_hold", "Envelope 3 hold", .seconds, 0...10, default: 0,
      "Time at 1.")
  }

  static var env3Decay: Self {
    Self(
      "env_3_decay", "Envelope 3 decay", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
      "Time down to the sustain level.")
  }

  static var env3Sustain: Self {
    Self(
      "env_3_sustain", "Envelope 3 sustain", .none, 0...1, default: 0.5,
      "Level while held.")
  }

  static var env3Release: Self {
    Self(
      "env_3_release", "Envelope 3 release", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
      "Time to 0 after the release.")
  }

  static var env3AttackCurve: Self {
    Self(
      "env_3_attack_curve", "Envelope 3 attack curve", .none, -1...1, default: 0.1373265,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env3DecayCurve: Self {
    Self(
      "env_3_decay_curve", "Envelope 3 decay curve", .none, -1...1, default: 0.5756463,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env3ReleaseCurve: Self {
    Self(
      "env_3_release_curve", "Envelope 3 release curve", .none, -1...1, default: 0.8635944,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env3Loop: Self {
    Self(
      "env_3_loop", "Envelope 3 loop", .none, 0...1, default: 0, choices: .offOn, perVoice: false,
      "While held, repeats from the attack after the decay.")
  }

  static var env4Delay: Self {
    Self(
      "env_4_delay", "Envelope 4 delay", .seconds, 0...10, default: 0,
      "Time before the attack.")
  }

  static var env4Attack: Self {
    Self(
      "env_4_attack", "Envelope 4 attack", .seconds, 0.001...20, default: 0.01, travel: .logarithmic,
      "Time to 1.")
  }

  static var env4Hold: Self {
    Self(
      "env_4_hold", "Envelope 4 hold", .seconds, 0...10, default: 0,
      "Time at 1.")
  }

  static var env4Decay: Self {
    Self(
      "env_4_decay", "Envelope 4 decay", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
      "Time down to the sustain level.")
  }

  static var env4Sustain: Self {
    Self(
      "env_4_sustain", "Envelope 4 sustain", .none, 0...1, default: 0.5,
      "Level while held.")
  }

  static var env4Release: Self {
    Self(
      "env_4_release", "Envelope 4 release", .seconds, 0.001...20, default: 0.3, travel: .logarithmic,
      "Time to 0 after the release.")
  }

  static var env4AttackCurve: Self {
    Self(
      "env_4_attack_curve", "Envelope 4 attack curve", .none, -1...1, default: 0.1373265,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env4DecayCurve: Self {
    Self(
      "env_4_decay_curve", "Envelope 4 decay curve", .none, -1...1, default: 0.5756463,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env4ReleaseCurve: Self {
    Self(
      "env_4_release_curve", "Envelope 4 release curve", .none, -1...1, default: 0.8635944,
      "Curve: −1 late, 0 straight, 1 early.")
  }

  static var env4Loop: Self {
    Self(
      "env_4_loop", "Envelope 4 loop", .none, 0...1, default: 0, choices: .offOn, perVoice: false,
      "While held, repeats from the attack after the decay.")
  }

  static var env2Scope: Self {
    Self(
      "env_2_scope", "Envelope 2 scope", .none, 0...1, default: 0, choices: .voiceOrPatch, perVoice: false,
      "One for each voice, or one for all from the first touch or key to the last.")
  }

  static var env3Scope: Self {
    Self(
      "env_3_scope", "Envelope 3 scope", .none, 0...1, default: 0, choices: .voiceOrPatch, perVoice: false,
      "One for each voice, or one for all from the first touch or key to the last.")
  }

  static var env4Scope: Self {
    Self(
      "env_4_scope", "Envelope 4 scope", .none, 0...1, default: 0, choices: .voiceOrPatch, perVoice: false,
      "One for each voice, or one for all from the first touch or key to the last.")
  }
}
