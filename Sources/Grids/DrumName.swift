// Names of drums, on screens and in texts. Any thread.
import Text

/// The names of the standard kit's instruments, by the key of channel 10: those of the parts of *Circuit kit*
/// and *Whole kit*. They stand here because the Tone Matrix has no patch to ask.
public enum DrumName {
  /// - Parameter key: 0…127.
  /// - Returns: nil: the kit has no instrument for the key.
  public static func of(_ key: Int) -> [UInt8]? { name(key).map { UTF8Text($0).bytes } }

  private static func name(_ key: Int) -> StaticString? {
    switch key {
    case 35, 36: "kick"
    case 37: "rim"
    case 38, 40: "snare"
    case 39: "clap"
    case 41, 43: "low tom"
    case 42: "closed hat"
    case 44: "pedal hat"
    case 45, 47: "middle tom"
    case 46: "open hat"
    case 48, 50: "high tom"
    case 49, 52, 55, 57: "crash"
    case 51, 53, 59: "ride"
    case 54, 69, 70, 82: "maracas"
    case 56: "cowbell"
    default: nil
    }
  }
}
