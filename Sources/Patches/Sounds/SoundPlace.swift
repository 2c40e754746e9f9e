// The folders in which sound files are found. Any thread.
import Controls

/// A folder of sound files that a browser shows.
public enum SoundPlace: StaticString, NamedCase {
  /// The user's samples; those of the bundle; the folder of the file that was opened last.
  case user, bundle, last
}
