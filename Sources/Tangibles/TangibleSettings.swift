// Times and distances of recognition, and what is counted. Input thread.
import Controls
import Lanes

/// The certainty required before an object appears.
public enum TangibleConfirm: StaticString, NamedCase {
  /// After 50 ms, for tables on which nothing else happens.
  case fast
  /// After 200 ms, where fingers play.
  case sure

  /// How long pads that were put down together must fit, nanoseconds.
  var time: Int64 {
    switch self {
    case .fast: 50_000_000
    case .sure: 200_000_000
    }
  }
}

/// Times of recognition that differ from surface to surface. Nanoseconds.
public struct TangibleTiming: Equatable, Sendable {
  /// The touches of an object with a radio begin so long before or after its field, 20 to 1000 ms.
  public var window: Int64 = 100_000_000
  /// A light sensor follows what is shown within this time, 50 to 5000 ms.
  public var light: Int64 = 300_000_000
  /// The panel filters touches that have lain still for this time, 1 to 600 s.
  public var filter: Int64 = 5_000_000_000

  public init() {}
}

/// A surface on which objects may lie.
public struct TangibleSurface: Equatable, Sendable {
  /// The range of a side, millimetres.
  public static let sides: ClosedRange<Float> = 50...5000

  /// Its width and height, millimetres.
  public var size: TablePoint
  public var confirm: TangibleConfirm
  public var timing = TangibleTiming()

  public init(size: TablePoint, confirm: TangibleConfirm = .sure) {
    self.size = size
    self.confirm = confirm
  }

  public var diagonal: Float { Scalar.squareRoot(size.x * size.x + size.y * size.y) }
  /// The root of the area, millimetres.
  public var areaRoot: Float { Scalar.squareRoot(size.x * size.y) }
}

/// The constants of recognition. Times in nanoseconds, lengths in millimeters.
enum TangibleLimits {
  /// Touches of one source that recognition looks at.
  static let touchesOfSource = 64
  /// Touches of all sources that recognition looks at.
  static let touches = 256
  static let candidates = 128
  /// Pads of one placing begin within this time.
  static let together: Int64 = 150_000_000
  /// The additional time for pads that began apart.
  static let apart: Int64 = 300_000_000
  /// The time for which pads must fit near the object's last position.
  static let back: Int64 = 50_000_000
  /// The time and distance within which a last position helps.
  static let memory: Int64 = 5_000_000_000
  static let memoryReach: Float = 40
  /// The greatest root mean square of the pads' mean offsets while they are watched.
  static let fine: Float = 1.3
  /// The greatest mean offset of pads that have fitted for so long and moved as one thing: so far, or so much
  /// as the cosine of an angle.
  static let coarse: Float = 1.6
  static let still: Int64 = 1_600_000_000
  static let moved: Float = 10
  static let turned: Float = 0.98
  /// A touch that began within `chord` of the pads is a finger of the same hand if it is within `hand` of one
  /// of them and `span` of all, and has not left the place to which it would have moved along: by 0.9 mm and
  /// `slow` mm/s at first. When it leaves the surface, the others wait for `handTime`. Beside it, an object
  /// must fit within `exact` for `patience`.
  static let chord: Int64 = 80_000_000
  static let hand: Float = 80
  static let span: Float = 150
  static let along: Float = 4
  static let slow: Float = 6
  static let handTime: Int64 = 300_000_000
  static let exact: Float = 0.6
  static let patience: Int64 = 2_500_000_000
  /// Another triple or definition takes the place of an object that is recognized if its mean offset is
  /// smaller by this for this long. Above `doubt`, an object's own pads are compared with other definitions
  /// again.
  static let better: Float = 0.25
  static let contest: Int64 = 1_000_000_000
  static let doubt: Float = 0.5
  /// A fit may be worse than the tolerance by this factor for a frame.
  static let frameFactor: Float = 1.2
  /// Side lengths may miss by this many tolerances before a fit is tried.
  static let sideFactor: Float = 1.7
  /// Beyond this many tolerances an object is deformed.
  static let deformFactor: Float = 1.6
  /// A deformation lasts this long before a pad is let go.
  static let deformTime: Int64 = 60_000_000
  /// If the pads' offsets, smoothed over this time, have this root mean square, it is another object.
  static let greatestDrift: Float = 1.9
  static let driftTime: Float = 1e9
  /// A lost pad comes back within this distance; its touch counts as the old one within this time.
  static let reach: Float = 12
  static let sameTouch: Int64 = 600_000_000
  /// A touch that lies this long where a pad is missing is the pad.
  static let homeReach: Float = 4
  static let home: Int64 = 100_000_000
  /// Moves of one frame arrive within this time.
  static let frame: Int64 = 5_000_000
  /// An object without touches stays this long.
  static let coast: Int64 = 400_000_000
  /// The last two touches of an object that is lifted end within this time.
  static let liftedTogether: Int64 = 150_000_000
  /// An object has moved that is further away than this.
  static let restReach: Float = 6
  /// A tap inside a filtered object's triangle says that it is gone.
  static let tapTime: Int64 = 300_000_000
  static let tapReach: Float = 10
  /// A radio that is silent for this long is lost.
  static let radioLost: Int64 = 2_000_000_000
  /// The radius of what is shown below a light sensor.
  static let spotRadius: Float = 12
  /// The pause between two light checks of an object without touches, and how many may fail.
  static let lightPause: Int64 = 2_000_000_000
  static let lightFailures = 3
  /// Places that are checked by light at most.
  static let options = 16
}

/// Counts of one object since the beginning.
public struct TangibleCounts: Equatable, Sendable {
  /// The number of times it was recognized, and lifted or forgotten.
  public var recognised = 0
  public var lifted = 0
  /// The number of times all its touches ended while it was still: the panel filters them.
  public var filtered = 0
  /// Pads that were let go because they did not move with it, and pads that were found again.
  public var released = 0
  public var found = 0
  /// The sum of the times from its first touch until it was recognized, nanoseconds.
  public var latency: Int64 = 0

  public init() {}
}

/// Refusals of the recognition.
public struct TangibleRefusals: Equatable, Sendable {
  /// Touches beyond 64 of a source, which stay fingers, and candidates beyond 128 at a time.
  public var touches = 0
  public var candidates = 0
  /// Messages of ids that no definition has.
  public var messages = 0

  public init() {}
}
