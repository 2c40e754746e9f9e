// Every key of a patch: reader, writer and schema ask these enums. Not for the audio thread.
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

  /// Of a map of the surface.
  public enum Map: DocumentKey {
    case axis, low, high, scale, root, quantise, glide

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .axis: "axis"
      case .low: "low"
      case .high: "high"
      case .scale: "scale"
      case .root: "root"
      case .quantise: "quantise"
      case .glide: "glide"
      }
    }
  }

  /// Of a part of the surface.
  public enum Part: DocumentKey {
    case name, region, source, keys, quarters, map, octave, silent, relates, choke, plays, parameters

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .name: "name"
      case .region: "region"
      case .source: "source"
      case .keys: "keys"
      case .quarters: "quarters"
      case .map: "map"
      case .octave: "octave"
      case .silent: "silent"
      case .relates: "relates"
      case .choke: "choke"
      case .plays: "plays"
      case .parameters: "parameters"
      }
    }
  }

  /// Of the tuning.
  public enum Tuning: DocumentKey {
    case scl, kbm

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .scl: "scl"
      case .kbm: "kbm"
      }
    }
  }

  /// Of how voices begin.
  public enum Voices: DocumentKey {
    case polyphony, mono, legato

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .polyphony: "polyphony"
      case .mono: "mono"
      case .legato: "legato"
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

  /// Of a recorded sound.
  public enum Sample: DocumentKey {
    case file, hash, keys, root, loop, oneShot

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .file: "file"
      case .hash: "hash"
      case .keys: "keys"
      case .root: "root"
      case .loop: "loop"
      case .oneShot: "one_shot"
      }
    }
  }

  /// Of a wavetable.
  public enum Wavetable: DocumentKey {
    case file, hash, length

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .file: "file"
      case .hash: "hash"
      case .length: "length"
      }
    }
  }

  /// Of a snapshot.
  public enum Snapshot: DocumentKey {
    case name, values

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .name: "name"
      case .values: "values"
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

  /// Of a macro.
  public enum Macro: DocumentKey {
    case name, cc, osc

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .name: "name"
      case .cc: "cc"
      case .osc: "osc"
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

  /// Of an edit that teaches a shape.
  public enum Taught: DocumentKey {
    case place, name, points

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .place: "place"
      case .name: "name"
      case .points: "points"
      }
    }
  }

  /// Of an edit that names a snapshot, with its name, or a connection by its place.
  public enum Place: DocumentKey {
    case place, name

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .place: "place"
      case .name: "name"
      }
    }
  }
}
