// The keys of a world: reader, writer and schema ask these enums. Not for the audio thread.
import Text

extension PatchKey {
  /// Of a world.
  public enum World: DocumentKey {
    case room, walls, touch, tokenSize, spinDamping, bodies, springs, fields, zones

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .room: "room"
      case .walls: "walls"
      case .touch: "touch"
      case .tokenSize: "token_size"
      case .spinDamping: "spin_damping"
      case .bodies: "bodies"
      case .springs: "springs"
      case .fields: "fields"
      case .zones: "zones"
      }
    }
  }

  /// Of a body of a world.
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

  /// Of a spring of a world.
  public enum Spring: DocumentKey {
    case from, to, length, hertz, damping

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .from: "from"
      case .to: "to"
      case .length: "length"
      case .hertz: "hertz"
      case .damping: "damping"
      }
    }
  }

  /// Of a field of a world.
  public enum Field: DocumentKey {
    case kind, at, strength, direction, radius

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .kind: "kind"
      case .at: "at"
      case .strength: "strength"
      case .direction: "direction"
      case .radius: "radius"
      }
    }
  }

  /// Of a zone of a world.
  public enum Zone: DocumentKey {
    case name, region

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .name: "name"
      case .region: "region"
      }
    }
  }

  /// Of an edit that moves a body.
  public enum Moved: DocumentKey {
    case place, at

    /// The key as documents have it.
    public var symbol: StaticString {
      switch self {
      case .place: "place"
      case .at: "at"
      }
    }
  }
}
