// The model of an object's definition: its three pads and how it behaves. Not for the audio thread.
import Text

/// An object that is recognized by the touches of its three pads.
public struct TangibleDefinition: Sendable, Equatable {
  public static let version = 1
  /// Two touches that are nearer than this become one on most panels.
  public static let leastSide: Float = 15
  public static let greatestSide: Float = 300
  /// The longest and the shortest side of an object differ by this, or its direction is uncertain.
  public static let leastDifference: Float = 6
  /// A pad is this far from the line through the other two.
  public static let leastHeight: Float = 10
  /// A side of two objects differs by this, unless their radios tell them apart.
  public static let separation: Float = 5
  public static let outlineLimit = 64

  /// The radio and the light sensor of an object.
  public struct Perc: Sendable, Equatable {
    /// The id of its messages, at most 64 bytes.
    public var id: [UInt8]
    /// The place of the light sensor, in the object's own coordinates.
    public var light: TablePoint

    public init(id: [UInt8], light: TablePoint) { (self.id, self.light) = (id, light) }
  }

  public var name: [UInt8] = []
  /// The class of the object, which asks for the token of that number; nil: it takes the first token that is free.
  public var number: Int?
  /// Three places, in the object's own coordinates.
  public var pads: [TablePoint] = []
  /// The root mean square of the distances between pads and touches that still fits.
  public var tolerance: Float = 3
  /// The point ahead at angle 0; nil: the first pad.
  public var front: TablePoint?
  /// The outline, for drawings and for collisions in a world; empty: the triangle of the pads.
  public var outline: [TablePoint] = []
  /// Contacts of other radii are none of its pads; nil: any.
  public var radius: ClosedRange<Float>?
  /// Whether an object that lay still stays when all its touches end at once.
  public var stays = false
  /// When the panel filters its touches, it is lifted after this time, seconds.
  public var forget: Float = 60
  /// nil: it has no electronics.
  public var perc: Perc?

  public init(name: [UInt8], pads: [TablePoint]) {
    self.name = name
    self.pads = pads
  }

  init() {}

  /// The geometry of the pads.
  public var shape: TangibleShape {
    TangibleShape(pads: [pads[0], pads[1], pads[2]], front: front, light: perc?.light)
  }

  /// The side opposite to each pad, millimetres.
  public var sides: [Float] {
    let sides = shape.sides
    return [sides[0], sides[1], sides[2]]
  }

  /// Why its pads cannot be told apart; nil if they can.
  var fault: UTF8Text? {
    let sides = shape.sorted
    if sides[2] < 1 {
      return "lie within \(sides[2].hundredths) mm of each other; lengths are in millimeters, not in meters"
    }
    if sides[2] > Self.greatestSide {
      return "are \(sides[2].hundredths) mm apart, more than \(Self.greatestSide); lengths are in millimeters"
    }
    if sides[0] < Self.leastSide {
      return "are only \(sides[0].hundredths) mm apart: below \(Self.leastSide) mm two touches become one"
    }
    let (a, b) = (pads[1] - pads[0], pads[2] - pads[0])
    if abs(a.x * b.y - a.y * b.x) / sides[2] < Self.leastHeight {
      return "lie nearly on one line: each must be \(Self.leastHeight) mm away from the line of the others"
    }
    // Turned by one pad, some side always lies where the longest or the shortest should be.
    let difference = sides[2] - sides[0]
    if difference < Self.leastDifference {
      let least = Self.leastDifference
      return
        "have three sides that differ by at most \(difference.hundredths) mm: below \(least) its direction is uncertain"
    }
    return nil
  }

  /// Returns the greatest difference of a side to another object's, turned so that they are most alike; 0
  /// for the same triangle. nil: both have a radio, which tells them apart.
  public func difference(to other: TangibleDefinition) -> Float? {
    if perc != nil && other.perc != nil { return nil }
    return shape.difference(to: other.shape)
  }
}
