// Names of the 128 MIDI notes. Not for the audio thread.

/// Scientific pitch notation: note 60 is C4.
public enum NoteName {
  public static func letter(of note: Int) -> StaticString {
    switch note % 12 {
    case 0: "C"
    case 1: "C#"
    case 2: "D"
    case 3: "D#"
    case 4: "E"
    case 5: "F"
    case 6: "F#"
    case 7: "G"
    case 8: "G#"
    case 9: "A"
    case 10: "A#"
    default: "B"
    }
  }

  public static func octave(of note: Int) -> Int { note / 12 - 1 }
}
