// The specifications of the controllers of MIDI, modules, the host and gestures. Formulas:
// docs/controllers.md.
// Any thread.

extension Controller.Spec {
  static var midiBend: Self {
    Self(
      Symbol("midi_bend"), Symbol("MIDI bend"), .none, 1, bipolar: true, perVoice: true,
      "Pitch wheel of the voice's channel.", "wheel / 8192")
  }

  static var midiPressure: Self {
    Self(
      Symbol("midi_pressure"), Symbol("MIDI pressure"), .none, 1, perVoice: true,
      "Channel pressure of the voice's channel.", "pressure / 127")
  }

  static var midiModulation: Self {
    Self(
      Symbol("midi_modulation"), Symbol("MIDI modulation"), .none, 1, perVoice: true,
      "Modulation wheel of the voice's channel.", "CC 1 / 127")
  }

  static var midiSustain: Self {
    Self(
      Symbol("midi_sustain"), Symbol("MIDI sustain"), .none, 1,
      "Sustain pedal of any channel.", "the last CC 64 / 127")
  }

  static var constant: Self {
    Self(
      Symbol("constant"), Symbol("Constant"), .none, 1, rest: 1,
      "Always 1.", "1")
  }

  static var env1: Self {
    Self(
      Symbol("env_1"), Symbol("Envelope 1"), .none, 1, perVoice: true,
      "Amplitude envelope.", "its level")
  }

  static var lfo1: Self {
    Self(
      Symbol("lfo_1"), Symbol("LFO 1"), .none, 1, bipolar: true, perVoice: true,
      "A low-frequency oscillator.", "its value")
  }

  static var hostBeatPhase: Self {
    Self(
      Symbol("host_beat_phase"), Symbol("Host beat phase"), .none, 1, cyclic: true,
      "Position within the host's beat.", "beats, mod 1")
  }

  static var hostBarPhase: Self {
    Self(
      Symbol("host_bar_phase"), Symbol("Host bar phase"), .none, 1, cyclic: true,
      "Position within the host's bar.", "beat / beats in a bar")
  }

  static var hostTempo: Self {
    Self(
      Symbol("host_tempo"), Symbol("Host tempo"), .beatsPerMinute, 300, rest: 120,
      "The host's tempo.", "as sent")
  }

  static var gesturePanX: Self {
    Self(
      Symbol("gesture_pan_x"), Symbol("Gesture pan x"), .diagonals, 1, bipolar: true,
      "Movement to the right by a pan.",
      "x part of Σ mean Δp")
  }

  static var gesturePanY: Self {
    Self(
      Symbol("gesture_pan_y"), Symbol("Gesture pan y"), .diagonals, 1, bipolar: true,
      "Movement up by a pan.", "y part of Σ mean Δp")
  }

  static var gesturePanVelocity: Self {
    Self(
      Symbol("gesture_pan_velocity"), Symbol("Gesture pan velocity"), .diagonalsPerSecond, 2,
      "Speed of the pan.", "group_centroid_speed while it lasts")
  }

  static var gestureRotateAngle: Self {
    Self(
      Symbol("gesture_rotate_angle"), Symbol("Gesture rotate angle"), .turns, 1, bipolar: true,
      "Angle of the rotation.", "change of group_rotation")
  }

  static var gestureRotateVelocity: Self {
    Self(
      Symbol("gesture_rotate_velocity"), Symbol("Gesture rotate velocity"), .turnsPerSecond, 2,
      bipolar: true,
      "Speed of the rotation.", "group_rotation_speed while it lasts")
  }

  static var gesturePinchScale: Self {
    Self(
      Symbol("gesture_pinch_scale"), Symbol("Gesture pinch scale"), .octaves, 2, bipolar: true,
      "Amount of the pinch.", "change of group_scale")
  }

  static var gesturePinchVelocity: Self {
    Self(
      Symbol("gesture_pinch_velocity"), Symbol("Gesture pinch velocity"), .octavesPerSecond, 4,
      bipolar: true,
      "Speed of the pinch.", "group_scale_speed while it lasts")
  }

  static var gestureSwipeVelocity: Self {
    Self(
      Symbol("gesture_swipe_velocity"), Symbol("Gesture swipe velocity"), .diagonalsPerSecond, 4,
      "Speed of the last swipe.", "distance / duration")
  }

  static var gestureSwipeDirection: Self {
    Self(
      Symbol("gesture_swipe_direction"), Symbol("Gesture swipe direction"), .turns, 1, cyclic: true,
      "Direction of the last swipe.", "angle(p − p₀)")
  }

  static var gestureShapeNumber: Self {
    Self(
      Symbol("gesture_shape_number"), Symbol("Gesture shape number"), .none, 8,
      "Number of the shape drawn last; 0: none yet.", "place in the patch")
  }

  static var gestureShapeSize: Self {
    Self(
      Symbol("gesture_shape_size"), Symbol("Gesture shape size"), .diagonals, 1,
      "Size of the last shape.",
      "2·√(mean |p − m|²), the diameter of a circle")
  }

  static var gestureShapeDirection: Self {
    Self(
      Symbol("gesture_shape_direction"), Symbol("Gesture shape direction"), .turns, 1, cyclic: true,
      "Rotation of the last shape against its example, counterclockwise.",
      "best fit; within ±1/12 unless the shape allows any rotation")
  }

  static var gestureShapeCertainty: Self {
    Self(
      Symbol("gesture_shape_certainty"), Symbol("Gesture shape certainty"), .none, 1,
      "Quality of the last shape's fit.",
      "see [touches.md](touches.md#taught-shapes)")
  }

  /// An envelope, 2…4.
  static func envelope(_ number: Int) -> Self {
    Self(
      Symbol("env_", number: number), Symbol("Envelope ", number: number), .none, 1, perVoice: true,
      "An envelope.", "its level")
  }

  /// An LFO, 2…4.
  static func lfo(_ number: Int) -> Self {
    Self(
      Symbol("lfo_", number: number), Symbol("LFO ", number: number), .none, 1, bipolar: true, perVoice: true,
      "A low-frequency oscillator.", "its value")
  }

  /// A sequencer, 1…4.
  static func sequencer(_ number: Int) -> Self {
    Self(
      Symbol("seq_", number: number), Symbol("Sequencer ", number: number), .none, 1, bipolar: true,
      perVoice: true, "A step sequencer.", "value of its step")
  }
}
