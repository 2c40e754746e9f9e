// The keys of a patch that edits and screens name; `PatchFields` and its like have all of them. Not for the audio
// thread.
import Text

/// The keys of a patch.
public enum PatchKey: DocumentKey {
  case version, name, author, category, description, howToPlay, tags, seed, map, parts, tuning, voices,
    midiJoinsGroup, pad, tangibles, back, objects, parameters, samples, wavetable, snapshots, connections,
    routes, shapes,
    sequences, drawn, user, macros, world

  /// The key as documents have it.
  public var symbol: StaticString {
    switch self {
    case .version: "version"
    case .name: "name"
    case .author: "author"
    case .category: "category"
    case .description: "description"
    case .howToPlay: "how_to_play"
    case .tags: "tags"
    case .seed: "seed"
    case .map: "map"
    case .parts: "parts"
    case .tuning: "tuning"
    case .voices: "voices"
    case .midiJoinsGroup: "midi_joins_group"
    case .pad: "pad"
    case .tangibles: "tangibles"
    case .back: "back"
    case .objects: "objects"
    case .parameters: "parameters"
    case .samples: "samples"
    case .wavetable: "wavetable"
    case .snapshots: "snapshots"
    case .connections: "connections"
    case .routes: "routes"
    case .shapes: "shapes"
    case .sequences: "sequences"
    case .drawn: "drawn"
    case .user: "user"
    case .macros: "macros"
    case .world: "world"
    }
  }

  /// Of a value that is sent back to objects.
  public enum Back: DocumentKey {
    case object, shows, number, out

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .object: "object"
      case .shows: "shows"
      case .number: "number"
      case .out: "out"
      }
    }
  }

  /// Of a parameter that has more than its base value.
  public enum Setting: DocumentKey {
    case base, low, high

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .base: "base"
      case .low: "low"
      case .high: "high"
      }
    }
  }

  /// Of a connection.
  public enum Connection: DocumentKey {
    case source, destination, low, high, sensitivity, direction, slope, smooth, gate, mode, combine,
      amount

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .source: "source"
      case .destination: "destination"
      case .low: "low"
      case .high: "high"
      case .sensitivity: "sensitivity"
      case .direction: "direction"
      case .slope: "slope"
      case .smooth: "smooth"
      case .gate: "gate"
      case .mode: "mode"
      case .combine: "combine"
      case .amount: "amount"
      }
    }
  }

  /// Of a route.
  public enum Route: DocumentKey {
    case trigger, number, region, source, kind, of, level, hysteresis, direction, condition, action

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .trigger: "trigger"
      case .number: "number"
      case .region: "region"
      case .source: "source"
      case .kind: "kind"
      case .of: "of"
      case .level: "level"
      case .hysteresis: "hysteresis"
      case .direction: "direction"
      case .condition: "if"
      case .action: "action"
      }
    }
  }

  /// Of a taught shape.
  public enum Shape: DocumentKey {
    case name, rotation, size, points

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .name: "name"
      case .rotation: "rotation"
      case .size: "size"
      case .points: "points"
      }
    }
  }

  /// Of a sequencer.
  public enum Sequence: DocumentKey {
    case order, steps

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .order: "order"
      case .steps: "steps"
      }
    }
  }

  /// Of a step of a sequencer.
  public enum Step: DocumentKey {
    case value, on, probability, tie, glide

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .value: "value"
      case .on: "on"
      case .probability: "probability"
      case .tie: "tie"
      case .glide: "glide"
      }
    }
  }

  /// Of an edit, beside the keys of a patch.
  public enum Edit: DocumentKey {
    case set, object, snapshot, recall, forget, connect, disconnect, route, unroute, shape, forgetShape, body,
      moveBody, removeBody, spring, removeSpring, field, removeField

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .set: "set"
      case .object: "object"
      case .snapshot: "snapshot"
      case .recall: "recall"
      case .forget: "forget"
      case .connect: "connect"
      case .disconnect: "disconnect"
      case .route: "route"
      case .unroute: "unroute"
      case .shape: "shape"
      case .forgetShape: "forget_shape"
      case .body: "body"
      case .moveBody: "move_body"
      case .removeBody: "remove_body"
      case .spring: "spring"
      case .removeSpring: "remove_spring"
      case .field: "field"
      case .removeField: "remove_field"
      }
    }
  }

  /// The keys of a body in the world.
  public enum Body: DocumentKey {
    case number, name, shape, size, at, angle, pin, pivot, direction, density, friction, bounce, speed, spin,
      colour

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .number: "number"
      case .name: "name"
      case .shape: "shape"
      case .size: "size"
      case .at: "at"
      case .angle: "angle"
      case .pin: "pin"
      case .pivot: "pivot"
      case .direction: "direction"
      case .density: "density"
      case .friction: "friction"
      case .bounce: "bounce"
      case .speed: "speed"
      case .spin: "spin"
      case .colour: "colour"
      }
    }
  }
}
