// The keys of a patch that edits and screens name; `PatchFields` and its like have all of them. Not for the audio
// thread.
import Controls
import Text

/// The keys of a patch.
public enum PatchKey: StaticString, NamedCase {
  case version, name, author, category, description, howToPlay = "how_to_play", tags, seed, map, parts
  case tuning, voices, midiJoinsGroup = "midi_joins_group", pad, tangibles, back, objects, parameters
  case samples, wavetable, snapshots, poses, connections, routes, outputs, shapes, regions, sequences, drawn,
    user
  case userNames = "user_names", macros, world, sound, mpeOut = "mpe_out"

  /// Of a value that is sent back to objects.
  public enum Back: StaticString, NamedCase {
    case object, shows, number, out
  }

  /// Of a parameter that has more than its base value.
  public enum Setting: StaticString, NamedCase {
    case base, low, high
  }

  /// Of a connection.
  public enum Connection: StaticString, NamedCase {
    case source, destination, low, high, sensitivity, direction, slope, smooth, gate, mode, combine, amount
  }

  /// Of a route.
  public enum Route: StaticString, NamedCase {
    case trigger, number, region, source, kind, of, level, hysteresis, direction, condition = "if", action
    case layer
  }

  /// Of an output.
  public enum Output: StaticString, NamedCase {
    case source, to, on, number, channel, destination, address, arguments, command, voices, trigger, which
    case region, end, low, high, direction, slope, smooth, threshold, velocity, length, rate
  }

  /// Of a taught shape.
  public enum Shape: StaticString, NamedCase {
    case name, rotation, size, points
  }

  /// Of a sequencer.
  public enum Sequence: StaticString, NamedCase {
    case order, steps
  }

  /// Of a step of a sequencer.
  public enum Step: StaticString, NamedCase {
    case value, on, probability, tie, glide
  }

  /// Of an edit, beside the keys of a patch.
  public enum Edit: StaticString, NamedCase {
    case set, object, snapshot, recall, forget, connect, disconnect, route, unroute, shape
    case forgetShape = "forget_shape", body, moveBody = "move_body", removeBody = "remove_body", spring
    case removeSpring = "remove_spring", field, removeField = "remove_field", output
    case removeOutput = "remove_output"
  }

  /// The keys of a body in the world.
  public enum Body: StaticString, NamedCase {
    case number, name, shape, size, at, angle, pin, pivot, direction, density, friction, bounce, speed, spin
    case colour
  }
}
