// The keys of a grid that edits and screens name; `GridFields` has all of them. Not for the audio thread.
import Controls
import Text

/// The keys of a grid.
public enum GridKey: StaticString, NamedCase {
  case version, name, author, category, description, howToPlay = "how_to_play", seed, pads, layers, songs

  /// Of a layer.
  public enum Layer: StaticString, NamedCase {
    case name, steps, rows, division, time, direction, scale, root, channel, octave, gate, velocity, swing
    case play, pattern, controller, keys, latch, lanes, rowSettings = "row_settings", chain, patterns
    case humanizeVelocity = "humanize_velocity", humanizeTiming = "humanize_timing"
    case velocityCurve = "velocity_curve"
  }

  /// The keys of a pattern.
  public enum Pattern: StaticString, NamedCase {
    case cells, lane, lanes, steps, division, time, restart, probability, accents
  }

  /// The keys of a lane.
  public enum Lane: StaticString, NamedCase {
    case to, number, parameter, line, knob
  }

  /// The keys of a row's settings.
  public enum Row: StaticString, NamedCase {
    case note, mute, solo, first, last
  }

  /// The keys of the map of pads.
  public enum Pads: StaticString, NamedCase {
    case name, notes, firstStep = "first_step", firstRow = "first_row", channel, off, on, playing, column
    case columnChannels = "column_channels", buttons, setup
  }

  /// The keys of a song.
  public enum Song: StaticString, NamedCase {
    case name, sections
  }

  /// The keys of a section of a song.
  public enum Section: StaticString, NamedCase {
    case name, bars, patterns, mutes
  }

  /// The keys with which an edit of a song names its place.
  public enum SongPlace: StaticString, NamedCase {
    case song, section, to
  }

  /// The keys with which an edit names a pattern, a row or a step.
  public enum Selection: StaticString, NamedCase {
    case layer, pattern, row, step
  }

  /// Of the arguments of an edit.
  public enum Argument: StaticString, NamedCase {
    case on, cells, every, pulses, rotate, steps, rows, density, seed, kind, content, degrees
    case lane, value
  }
}
