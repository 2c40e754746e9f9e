// Messages of an object with a radio, and spots on its surface. Input thread.
import Controls
import Lanes

/// A message of an object with a radio and a light sensor (PERC), as a bridge passes it on.
public struct PercMessage: Equatable, Sendable {
  public enum Word: StaticString, NamedCase {
    /// The radio hears the object: 1, or 0 when it is gone. Repeated at least each second.
    case near
    /// The object's sensor feels the field of a touch screen.
    case field
    /// The reading of its light sensor: 0 dark, 1 light.
    case light
  }

  public var word: Word
  /// The id in the object's definition.
  public var id: [UInt8]
  /// Anything but 0 is yes.
  public var isOn: Bool

  public init(_ word: Word, id: [UInt8], isOn: Bool) { (self.word, self.id, self.isOn) = (word, id, isOn) }
}

/// A spot that a surface shows below a light sensor, or where it might be.
public struct TangibleShow: Equatable, Sendable {
  /// The object, by its index.
  public var object: Int
  public var source: UInt32
  /// Millimetres.
  public var place: TablePoint
  public var radius: Float
  public var isLight: Bool
}

/// Where an object with a radio may lie, while that is not certain.
struct PercOption: Equatable, Sendable {
  /// The contact of each pad; nil: that pad has no touch.
  var slots: OfPads<Int?>
  var source: UInt32
  var pose: TangiblePose
  /// Around the sensor's place; greater if the direction is not known.
  var radius: Float

  func has(_ slot: Int) -> Bool { slots[0] == slot || slots[1] == slot || slots[2] == slot }

  func shares(_ other: PercOption) -> Bool {
    (0..<3).contains { pad in slots[pad].map { other.has($0) } ?? false }
  }

  static func == (left: PercOption, right: PercOption) -> Bool {
    (0..<3).allSatisfy { left.slots[$0] == right.slots[$0] } && left.pose == right.pose
  }
}

/// The state of an object with a radio. docs/tangibles.md has the rules.
struct PercState: Sendable {
  enum State: Sendable { case away, near, onSurface, recognised }

  /// A light that is shown, and the reading that proves the place right.
  struct Check: Sendable {
    /// nil: the last place of the object, which has no touches.
    var option: PercOption?
    var wanted: Bool
    /// Whether the other change has been asked for before, and whether the sensor has told that it sees what
    /// is shown elsewhere.
    var isSecond = false
    var isElsewhere = false
    var due: Int64
    /// Where the touches of the option lie at its beginning.
    var places: OfPads<TablePoint>
  }

  var state = State.away
  /// The last message.
  var heardAt = Int64.min
  /// When the field sensor went on.
  var fieldAt: Int64 = 0
  /// When the window of its touches ends; `max`: it has.
  var windowDue = Int64.max
  /// It was recognized within the window: it stands if there is no second triple until the end.
  var isGuess = false
  var isLight = false
  var options: [PercOption] = []
  /// The last option that is left needs a light check, too.
  var isLightOnly = false
  var check: Check?
  var failures = 0
  /// When the next check begins, or the search for places.
  var nextCheck = Int64.max

  var isOnSurface: Bool { state == .onSurface || state == .recognised }

  var due: Int64 {
    if state == .away { return .max }
    return min(heardAt + TangibleLimits.radioLost, windowDue, check?.due ?? .max, nextCheck)
  }

  /// Forgets what it was about to find out.
  mutating func stop() {
    (windowDue, isGuess, check, options, nextCheck) = (.max, false, nil, [], .max)
    failures = 0
  }
}
