// A patch as a short text to pass on: its canonical JSON, packed, as base64url (RFC 4648). Not for the audio
// thread.
import Controls
import Text

extension PatchDocument {
  /// Stands before the base64url; the digit is the version of the packed form.
  public static var sharePrefix: [UInt8] { UTF8Text("tp1.").bytes }
  /// A longer text is refused, and one that unpacks to more.
  static var shareLimit: Int { 1 << 20 }

  /// The share text of the whole patch.
  public var shareText: [UInt8] {
    Self.sharePrefix + Base64URL.encode(PackedText.pack(write(), dictionary: Self.shareDictionary))
  }

  /// Reads a share text. `warnings` gets what was clamped and which keys are not known.
  public static func read(
    shareText text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> PatchDocument {
    try read(json(ofShareText: text), warnings: &warnings)
  }

  /// The patch in a share text, as JSON. White space around the text does not matter.
  public static func json(ofShareText text: [UInt8]) throws(DocumentError) -> [UInt8] {
    let text = text.filter { $0 > 32 }
    guard text.count <= shareLimit else { throw DocumentError("the share text is longer than 1 MiB") }
    guard text.starts(with: sharePrefix) else {
      throw DocumentError("this is no share text of a patch: it begins with tp1.")
    }
    guard let bytes = Base64URL.decode(Array(text.dropFirst(sharePrefix.count))) else {
      throw DocumentError("the share text is damaged: not base64url")
    }
    do throws(PackedText.Broken) {
      return try PackedText.unpack(bytes, dictionary: shareDictionary, limit: shareLimit)
    } catch {
      switch error {
      case .tooLong: throw DocumentError("the share text holds more than 1 MiB")
      case .damaged: throw DocumentError("the share text is damaged")
      }
    }
  }

  /// The keys and symbols that version 1 assumes in a patch. It never changes: the symbols are those that had
  /// these numbers when the version was made.
  static var shareDictionary: [UInt8] {
    var words = UTF8Text()
    for controller in Controller.allCases where controller.rawValue < 330 {
      words += "\(controller.spec.symbol) "
    }
    for parameter in Parameter.allCases where parameter.rawValue < 175 {
      words += "\(parameter.spec.symbol) "
    }
    words += UTF8Text(example)
    return words.bytes
  }

  private static var example: StaticString {
    """
    bass keys lead mallet organ pad percussion pluck strings voice wind drone texture kit mpe keyboard
    tablet saw triangle square noise lowpass highpass bandpass sine bell minor major minor_pentatonic dorian
    chromatic whole_tone, "delay_mix": 0.2, "reverb_size": 0.6, "drive_amount": 0.3,
    "fm_level": 0.4, "string_level": 0.5
      "expressions", "gate": "voiced", "mode": "relative", "combine": "multiply",
    "amount": -0.5, "low": 0.05
      "objects": {"filter_2": false, "echo": true}, "user": {"1": "touch_x * 0.5 + lfo_1"}
      "routes": [
        {"trigger": "on_touch_began", "action": "env_1.start"},
        {"trigger": "on_swipe_left", "region": [0, 0.8, 1, 1], "action": "snapshot_1.recall"}
      ],
      "sequences": {"1": {"steps": [0, 0.5, 1, 0.25], "length": 8}}, "lfo_1_rate": 0.5, "seq_1_rate": 4,
      "parts": [{"name": "left", "region": [0, 0, 0.5, 1], "octave": -1, "silent": true}],
    {
      "version": 1,
      "name": "Example",
      "author": "Tactus",
      "category": "pad",
      "description": "Slow strings that open as the hand does, and the sound of the ones that are near.",
      "how_to_play": "Lay three fingers down and draw them apart. Press for more. A tap begins it again.",
      "tags": ["mpe"],
      "seed": 1,
      "map": {"axis": "x", "low": 48, "high": 84, "scale": "major", "root": 48,
    "quantise": "magnetic", "glide": 0},
      "voices": {"polyphony": 16, "mono": false, "legato": false},
      "midi_joins_group": false,
      "parameters": {
        "osc_a_wave": "saw",
        "osc_a_level": 0.5,
        "osc_b_wave": "triangle",
        "osc_b_level": 0.25,
        "osc_b_semitones": 12,
        "osc_b_cents": 4,
        "filter_1_cutoff": 1100,
        "filter_1_resonance": 0.15,
        "amp_level": 0.45,
        "amp_attack": 0.005,
        "amp_decay": 1.2,
        "amp_sustain": 0.7,
        "amp_release": 0.35,
        "voice_width": 0.8,
        "chorus_mix": 0.3,
        "reverb_mix": 0.25
      },
      "snapshots": [
        {"name": "Dark", "values": {"osc_a_level": 0.3, "filter_1_cutoff": 600, "reverb_mix": 0.7}}
      ],
      "connections": [
        {"source": "touch_timbre", "destination": "filter_1_cutoff", "low": 200, "high": 6000},
        {"source": "touch_pressure", "destination": "amp_level", "high": 0.5, "smooth": [0.05, 0.3]},
        {"source": "group_spread", "destination": "morph", "high": 1, "slope": -0.5, "smooth": [0.1, 0.1]},
        {"source": "macro_1", "destination": "filter_1_cutoff", "low": 1100, "high": 4400},
        {"source": "macro_2", "destination": "chorus_mix", "low": 0.3, "high": 0.9},
        {"source": "macro_3", "destination": "reverb_mix", "low": 0.25, "high": 0.8},
        {"source": "macro_4", "destination": "drive_amount", "high": 0.6}
      ],
      "macros": {
        "1": {"name": "Brightness"},
        "2": {"name": "Motion"},
        "3": {"name": "Space"},
        "4": {"name": "Roughness"}
      }
    }

    """
  }
}
