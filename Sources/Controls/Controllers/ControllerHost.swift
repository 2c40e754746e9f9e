// Controllers of MIDI, modules, the host and gestures. Formulas: docs/controllers.md.

extension Controller {
  /// Of MIDI and modules, without numbers.
  var voiceSpec: Spec {
    @_noLocks get {
      switch self {
      case .midiBend:
        Spec(
          Symbol("midi_bend"), Symbol("MIDI bend"), .none, 1, bipolar: true, perVoice: true,
          "The pitch wheel of the voice's channel.",
          "wheel / 8192")
      case .midiPressure:
        Spec(
          Symbol("midi_pressure"), Symbol("MIDI pressure"), .none, 1, perVoice: true,
          "The channel pressure of the voice's channel.",
          "pressure / 127")
      case .midiModulation:
        Spec(
          Symbol("midi_modulation"), Symbol("MIDI modulation"), .none, 1, perVoice: true,
          "The modulation wheel of the voice's channel.",
          "CC 1 / 127")
      case .midiSustain:
        Spec(
          Symbol("midi_sustain"), Symbol("MIDI sustain"), .none, 1,
          "The sustain pedal of any channel.",
          "the last CC 64 / 127")
      case .constant:
        Spec(
          Symbol("constant"), Symbol("Constant"), .none, 1, rest: 1,
          "Always 1.",
          "1")
      case .env1:
        Spec(
          Symbol("env_1"), Symbol("Envelope 1"), .none, 1, perVoice: true,
          "The amplitude envelope of the voice.",
          "its level")
      case .env2, .env3, .env4:
        Spec(
          Symbol("env_", number: number(from: .env2) + 1),
          Symbol("Envelope ", number: number(from: .env2) + 1), .none,
          1, perVoice: true, "An envelope of the voice.", "its level")
      case .seq1, .seq2, .seq3, .seq4:
        Spec(
          Symbol("seq_", number: number(from: .seq1)), Symbol("Sequencer ", number: number(from: .seq1)),
          .none, 1,
          bipolar: true, perVoice: true, "A row of steps.", "the value of its step, gliding")
      case .lfo2, .lfo3, .lfo4:
        Spec(
          Symbol("lfo_", number: number(from: .lfo2) + 1), Symbol("LFO ", number: number(from: .lfo2) + 1),
          .none, 1,
          bipolar: true, perVoice: true, "A low-frequency oscillator.", "its value")
      default:  // lfo1
        Spec(
          Symbol("lfo_1"), Symbol("LFO 1"), .none, 1, bipolar: true, perVoice: true,
          "A low-frequency oscillator.",
          "its value")
      }
    }
  }

  /// Of the host and of gestures.
  var hostSpec: Spec {
    @_noLocks get {
      switch self {
      case .hostBeatPhase:
        Spec(
          Symbol("host_beat_phase"), Symbol("Host beat phase"), .none, 1, cyclic: true,
          "Where the host's timeline is within its beat.",
          "beats, mod 1")
      case .hostBarPhase:
        Spec(
          Symbol("host_bar_phase"), Symbol("Host bar phase"), .none, 1, cyclic: true,
          "Where the host's timeline is within its bar.",
          "beat within the bar / beats of a bar")
      case .hostTempo:
        Spec(
          Symbol("host_tempo"), Symbol("Host tempo"), .beatsPerMinute, 300, rest: 120,
          "The host's tempo.",
          "as sent")
      case .gesturePanX:
        Spec(
          Symbol("gesture_pan_x"), Symbol("Gesture pan x"), .diagonals, 1, bipolar: true,
          "How far the group has been moved to the right by a pan.",
          "x part of Σ of the mean Δp of the same touches, since they began")
      case .gesturePanY:
        Spec(
          Symbol("gesture_pan_y"), Symbol("Gesture pan y"), .diagonals, 1, bipolar: true,
          "How far the group has been moved up by a pan.",
          "y part of the same")
      case .gesturePanVelocity:
        Spec(
          Symbol("gesture_pan_velocity"), Symbol("Gesture pan velocity"), .diagonalsPerSecond, 2,
          "How fast the pan is.",
          "group_centroid_speed while it lasts")
      case .gestureRotateAngle:
        Spec(
          Symbol("gesture_rotate_angle"), Symbol("Gesture rotate angle"), .turns, 1, bipolar: true,
          "How far a rotation has turned the group.",
          "change of group_rotation since these touches are down")
      case .gestureRotateVelocity:
        Spec(
          Symbol("gesture_rotate_velocity"), Symbol("Gesture rotate velocity"), .turnsPerSecond, 2,
          bipolar: true,
          "How fast the rotation is.",
          "group_rotation_speed while it lasts")
      case .gesturePinchScale:
        Spec(
          Symbol("gesture_pinch_scale"), Symbol("Gesture pinch scale"), .octaves, 2, bipolar: true,
          "How far a pinch has spread the group.",
          "change of group_scale since these touches are down")
      case .gesturePinchVelocity:
        Spec(
          Symbol("gesture_pinch_velocity"), Symbol("Gesture pinch velocity"), .octavesPerSecond, 4,
          bipolar: true,
          "How fast the pinch is.",
          "group_scale_speed while it lasts")
      case .gestureSwipeVelocity:
        Spec(
          Symbol("gesture_swipe_velocity"), Symbol("Gesture swipe velocity"), .diagonalsPerSecond, 4,
          "How fast the last swipe was.",
          "distance from start / duration")
      default:  // gestureSwipeDirection
        Spec(
          Symbol("gesture_swipe_direction"), Symbol("Gesture swipe direction"), .turns, 1, cyclic: true,
          "The direction of the last swipe.",
          "angle(p − p₀) as it ended")
      }
    }
  }
}
