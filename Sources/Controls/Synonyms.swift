// Words that people use for entries of the registry, beside their names. Any thread.

/// Words by which lists find controllers and parameters.
public enum Synonyms {
  /// Words separated by spaces, and the parts of symbols they stand for. Computed, because only lists need
  /// it.
  /// Never inlined, as the lists of `ParameterChoices`.
  @inline(never) public static var table: [(words: StaticString, symbols: [StaticString])] {
    [
      // Sound.
      ("volume loudness loud quiet gain amplitude", ["level", "amp_"]),
      ("tremolo", ["amp_level", "lfo_"]),
      (
        "brightness bright dark dull treble highs color filter",
        ["cutoff", "_tone", "brightness", "eq_high", "timbre", "vowel"]
      ),
      ("bass lows", ["eq_low", "low_cut"]),
      ("squelch emphasis peak", ["resonance", "eq_middle"]),
      ("vibrato wobble", ["lfo_", "voice_pitch"]),
      ("pitch transpose tune octave note", ["semitones", "cents", "voice_pitch", "touch_note", "bend"]),
      ("detune thick fat chorus supersaw", ["unison", "a_spread", "b_spread", "c_spread", "cents"]),
      ("waveform timbre saw sine square", ["_wave", "_shape"]),
      ("echo repeat", ["delay_"]),
      ("room hall space ambience wet", ["reverb"]),
      ("distortion overdrive saturation dirt warmth", ["drive", "shaper"]),
      ("stereo panorama balance", ["voice_pan", "voice_width"]),
      ("portamento slide", ["glide"]),
      ("envelope adsr contour", ["env_", "amp_"]),
      ("fade in soft begin start", ["attack"]),
      ("fade out tail end", ["release"]),
      ("wobble cycle modulation", ["lfo_"]),
      ("arpeggio pattern rhythm steps", ["seq_"]),
      ("random dice chance irregular", ["random", "scatter", "noise"]),
      ("metallic bell", ["fm_", "ring", "stiffness"]),
      // Gestures.
      ("finger horizontal left right position", ["touch_x", "_start_x", "centroid_x", "token_1_x", "pan_x"]),
      ("finger vertical up down height position", ["touch_y", "_start_y", "centroid_y", "pan_y"]),
      ("distance apart away far length", ["distance", "pair_", "spread", "path_length"]),
      ("close near together", ["nearest", "pair_min"]),
      ("press force aftertouch", ["pressure"]),
      ("hit strike dynamics", ["velocity"]),
      ("twist turn", ["rotation", "rotate", "_turns", "angle"]),
      ("zoom squeeze stretch", ["scale", "pinch"]),
      ("fast movement velocity", ["speed"]),
      ("size area big", ["hull", "touch_radius", "group_width", "group_height"]),
      ("number of fingers how many", ["group_count", "group_hold_rate"]),
      ("tilt lean accelerometer", ["motion_pitch", "motion_roll", "gravity"]),
      ("gyroscope spin turn", ["gyro", "motion_yaw"]),
      ("compass north", ["heading", "magnet"]),
      ("shaking jolt", ["shake", "accel"]),
      ("wheel", ["midi_modulation", "midi_bend"]),
      ("knob dial fader", ["macro", "midi_cc_"]),
      ("joystick stick gamepad", ["pad_axis"]),
      ("gamepad", ["pad_button"]),
      ("object card puck", ["token"]),
      ("clock tempo time", ["host_"]),
      ("time duration", ["_age"]),
    ]
  }
}

extension Controller {
  /// Whether the controller changes without any gesture, such as an age or the host's clock. *Learn* ignores
  /// these.
  public var isClock: Bool {
    category == .host || [.touchAge, .groupAge, .groupMeanAge].contains(self)
  }
}
