// Controllers: numbers derived from fingers, objects and motion. Those that have a control port.

/// A controller. The raw value is its place in `ControllerValues`; patches save its symbol. Append only.
public enum Controller: UInt16, CaseIterable, Sendable {
  case macro1 = 0, macro2, macro3, macro4, macro5, macro6, macro7, macro8
  case touchX, touchY, touchDistanceToCenter, touchAngleToCenter, touchDistanceFromStart
  case touchAngleFromStart, touchDistanceToPrevious, touchAngleToPrevious, touchDistanceToNearest
  case touchSpeed, touchDirection, touchPressure, touchRadius, touchTimbre, touchAge, touchVertexAngle
  case groupCount, groupCentroidX, groupCentroidY, groupCentroidDistance, groupCentroidSpeed
  case groupWidth, groupHeight, groupHullArea, groupSpread, groupPairMean, groupTotalSpeed
  case groupRotation, groupRotationSpeed, groupScale, groupAlignment, groupAxisAngle
  case motionPitch, motionRoll, motionYaw, motionHeading, motionShake, motionAccelZ
  // Without a port: what a voice knows of its note, MIDI, modules and the patch's own.
  case touchNote, touchVelocity, touchBend, touchRandom
  case midiBend, midiPressure, midiModulation, constant
  case env1, lfo1
  case user1, user2, user3, user4, user5, user6, user7, user8

  /// How many controllers there are.
  public static var count: Int { @_noLocks get { Int(Controller.user8.rawValue) + 1 } }

  /// The controller with this place, or nil.
  @_noLocks public static func at(_ index: Int) -> Controller? {
    Controller(rawValue: UInt16(truncatingIfNeeded: index))
  }

  /// The last controller that has a port; those after it have none.
  public static var lastWithPort: Controller { @_noLocks get { .motionAccelZ } }

  /// Whether each voice has its own value; else all voices see the same.
  public var isPerVoice: Bool {
    @_noLocks get {
      switch self {
      case .touchX, .touchY, .touchDistanceToCenter, .touchAngleToCenter, .touchDistanceFromStart,
        .touchAngleFromStart, .touchDistanceToPrevious, .touchAngleToPrevious, .touchDistanceToNearest,
        .touchSpeed, .touchDirection, .touchPressure, .touchRadius, .touchTimbre, .touchAge,
        .touchVertexAngle,
        .touchNote, .touchVelocity, .touchBend, .touchRandom, .midiBend, .midiPressure, .midiModulation,
        .env1, .user1, .user2, .user3, .user4, .user5, .user6, .user7, .user8:
        true
      default: false
      }
    }
  }

  /// Whether full scale is the same place as nothing (directions, a heading): a change of such a controller is
  /// taken the shorter way round.
  public var isCyclic: Bool {
    @_noLocks get {
      switch self {
      case .touchAngleToCenter, .touchAngleFromStart, .touchAngleToPrevious, .touchDirection, .groupAxisAngle,
        .motionRoll, .motionYaw, .motionHeading:
        true
      default: false
      }
    }
  }

  /// What a controller is, in the words of documents and hosts.
  public struct Spec: Sendable {
    public let symbol: Symbol
    public let name: StaticString
    /// One sentence for people.
    public let text: StaticString
    public let unit: Unit
    /// The natural value that is 1 when normalised.
    public let fullScale: Float
    /// A bipolar controller runs from −fullScale to fullScale and rests at 0.
    public let isBipolar: Bool
    /// The natural value while nothing supplies it.
    public let rest: Float

    init(
      _ symbol: Symbol, _ name: StaticString, _ unit: Unit, _ fullScale: Float, bipolar: Bool = false,
      rest: Float = 0, _ text: StaticString
    ) {
      self.symbol = symbol
      self.name = name
      self.text = text
      self.unit = unit
      self.fullScale = fullScale
      isBipolar = bipolar
      self.rest = rest
    }

    public var minimum: Float { isBipolar ? -fullScale : 0 }
  }

  public var spec: Spec {
    @_noLocks get {
      switch self {
      case .macro1: Self.macro(1, "Macro 1")
      case .macro2: Self.macro(2, "Macro 2")
      case .macro3: Self.macro(3, "Macro 3")
      case .macro4: Self.macro(4, "Macro 4")
      case .macro5: Self.macro(5, "Macro 5")
      case .macro6: Self.macro(6, "Macro 6")
      case .macro7: Self.macro(7, "Macro 7")
      case .macro8: Self.macro(8, "Macro 8")
      case .touchX:
        Spec(
          Symbol("touch_x"), "Touch x", .none, 1, rest: 0.5, "Where the touch is from left (0) to right (1).")
      case .touchY:
        Spec(
          Symbol("touch_y"), "Touch y", .none, 1, rest: 0.5, "Where the touch is from bottom (0) to top (1).")
      case .touchDistanceToCenter:
        Spec(
          Symbol("touch_distance_to_center"), "Touch distance to centre", .diagonals, 0.5,
          "How far the touch is from the surface's centre.")
      case .touchAngleToCenter:
        Spec(
          Symbol("touch_angle_to_center"), "Touch angle to centre", .turns, 1,
          "The direction in which the touch lies as seen from the surface's centre.")
      case .touchDistanceFromStart:
        Spec(
          Symbol("touch_distance_from_start"), "Touch distance from start", .diagonals, 1,
          "How far the touch is from where it began.")
      case .touchAngleFromStart:
        Spec(
          Symbol("touch_angle_from_start"), "Touch angle from start", .turns, 1,
          "The direction in which the touch lies as seen from where it began.")
      case .touchDistanceToPrevious:
        Spec(
          Symbol("touch_distance_to_previous"), "Touch distance to previous", .diagonals, 1,
          "How far the touch is from the live touch that began before it.")
      case .touchAngleToPrevious:
        Spec(
          Symbol("touch_angle_to_previous"), "Touch angle to previous", .turns, 1,
          "The direction in which the touch lies as seen from the live touch that began before it.")
      case .touchDistanceToNearest:
        Spec(
          Symbol("touch_distance_to_nearest"), "Touch distance to nearest", .diagonals, 1,
          "How far the nearest other live touch is.")
      case .touchSpeed:
        Spec(
          Symbol("touch_speed"), "Touch speed", .diagonalsPerSecond, 2, "How fast the touch is moving.")
      case .touchDirection:
        Spec(
          Symbol("touch_direction"), "Touch direction", .turns, 1,
          "The direction in which the touch is moving."
        )
      case .touchPressure:
        Spec(Symbol("touch_pressure"), "Touch pressure", .none, 1, "How hard the touch presses.")
      case .touchRadius:
        Spec(
          Symbol("touch_radius"), "Touch radius", .diagonals, 0.1,
          "The larger half-axis of the touch's contact.")
      case .touchTimbre:
        Spec(
          Symbol("touch_timbre"), "Touch timbre", .none, 1, rest: 0.5,
          "MPE timbre (CC 74) of the note, or a finger's y.")
      case .touchAge:
        Spec(Symbol("touch_age"), "Touch age", .seconds, 4, "How long ago the touch began.")
      case .touchVertexAngle:
        Spec(
          Symbol("touch_vertex_angle"), "Touch vertex angle", .turns, 0.5,
          "The angle at the touch between its two neighbours in order of beginning.")
      case .groupCount:
        Spec(Symbol("group_count"), "Group count", .none, 11, "How many touches are live.")
      case .groupCentroidX:
        Spec(
          Symbol("group_centroid_x"), "Group centroid x", .none, 1, rest: 0.5,
          "The mean x of all live touches."
        )
      case .groupCentroidY:
        Spec(
          Symbol("group_centroid_y"), "Group centroid y", .none, 1, rest: 0.5,
          "The mean y of all live touches."
        )
      case .groupCentroidDistance:
        Spec(
          Symbol("group_centroid_distance"), "Group centroid distance", .diagonals, 0.5,
          "How far the mean of all live touches is from the surface's centre.")
      case .groupCentroidSpeed:
        Spec(
          Symbol("group_centroid_speed"), "Group centroid speed", .diagonalsPerSecond, 2,
          "How fast the group moves as a whole.")
      case .groupWidth:
        Spec(Symbol("group_width"), "Group width", .none, 1, "The extent of the live touches in x.")
      case .groupHeight:
        Spec(Symbol("group_height"), "Group height", .none, 1, "The extent of the live touches in y.")
      case .groupHullArea:
        Spec(
          Symbol("group_hull_area"), "Group hull area", .none, 0.5,
          "The area of the touches' convex hull as a fraction of the surface.")
      case .groupSpread:
        Spec(
          Symbol("group_spread"), "Group spread", .diagonals, 0.5,
          "The touches' mean distance to their centroid.")
      case .groupPairMean:
        Spec(
          Symbol("group_pair_mean"), "Group pair mean", .diagonals, 1,
          "The mean distance over all pairs of touches.")
      case .groupTotalSpeed:
        Spec(
          Symbol("group_total_speed"), "Group total speed", .diagonalsPerSecond, 8,
          "The sum of all touches' speeds.")
      case .groupRotation:
        Spec(
          Symbol("group_rotation"), "Group rotation", .turns, 1, bipolar: true,
          "How far the group has turned about its centroid since it began.")
      case .groupRotationSpeed:
        Spec(
          Symbol("group_rotation_speed"), "Group rotation speed", .turnsPerSecond, 2, bipolar: true,
          "How fast the group turns about its centroid.")
      case .groupScale:
        Spec(
          Symbol("group_scale"), "Group scale", .octaves, 2, bipolar: true,
          "How much the group has spread (or, below 0, been pinched) since it began.")
      case .groupAlignment:
        Spec(
          Symbol("group_alignment"), "Group alignment", .none, 1,
          "How nearly the touches lie on one straight line.")
      case .groupAxisAngle:
        Spec(
          Symbol("group_axis_angle"), "Group axis angle", .turns, 0.5,
          "The direction of the line along which the touches lie.")
      case .motionPitch:
        Spec(
          Symbol("motion_pitch"), "Motion pitch", .turns, 0.25, bipolar: true,
          "The device's rotation about its x axis.")
      case .motionRoll:
        Spec(
          Symbol("motion_roll"), "Motion roll", .turns, 0.5, bipolar: true,
          "The device's rotation about its y axis.")
      case .motionYaw:
        Spec(
          Symbol("motion_yaw"), "Motion yaw", .turns, 0.5, bipolar: true,
          "The device's rotation about its z axis.")
      case .motionHeading:
        Spec(Symbol("motion_heading"), "Motion heading", .turns, 1, "The device's compass heading.")
      case .motionShake:
        Spec(
          Symbol("motion_shake"), "Motion shake", .gravities, 2, "How strongly the device is being shaken.")
      case .motionAccelZ:
        Spec(
          Symbol("motion_accel_z"), "Motion acceleration z", .gravities, 2, bipolar: true,
          "The device's acceleration along its z axis.")
      case .touchNote:
        Spec(
          Symbol("touch_note"), "Touch note", .none, 1, rest: 0.472_441,
          "The pitch of the voice at its beginning, in 127ths.")
      case .touchVelocity:
        Spec(
          Symbol("touch_velocity"), "Touch velocity", .none, 1, rest: 0.8, "How hard the voice was struck.")
      case .touchBend:
        Spec(
          Symbol("touch_bend"), "Touch bend", .none, 1, bipolar: true,
          "How far the voice's pitch is from where it began, in units of the bend range.")
      case .touchRandom:
        Spec(
          Symbol("touch_random"), "Touch random", .none, 1, rest: 0.5, "A draw for each voice when it begins."
        )
      case .midiBend:
        Spec(
          Symbol("midi_bend"), "MIDI bend", .none, 1, bipolar: true, "The pitch wheel of the voice's channel."
        )
      case .midiPressure:
        Spec(
          Symbol("midi_pressure"), "MIDI pressure", .none, 1, "The channel pressure of the voice's channel.")
      case .midiModulation:
        Spec(
          Symbol("midi_modulation"), "MIDI modulation", .none, 1,
          "The modulation wheel of the voice's channel.")
      case .constant: Spec(Symbol("constant"), "Constant", .none, 1, rest: 1, "Always 1.")
      case .env1: Spec(Symbol("env_1"), "Envelope 1", .none, 1, "The amplitude envelope of the voice.")
      case .lfo1:
        Spec(Symbol("lfo_1"), "LFO 1", .none, 1, bipolar: true, "The low-frequency oscillator, a sine.")
      case .user1: Self.user(1, "User 1")
      case .user2: Self.user(2, "User 2")
      case .user3: Self.user(3, "User 3")
      case .user4: Self.user(4, "User 4")
      case .user5: Self.user(5, "User 5")
      case .user6: Self.user(6, "User 6")
      case .user7: Self.user(7, "User 7")
      case .user8: Self.user(8, "User 8")
      }
    }
  }

  private static func user(_ number: Int, _ name: StaticString) -> Spec {
    Spec(
      Symbol("user_", number: number), name, .none, 1, "A relation that the patch defines by an expression.")
  }

  private static func macro(_ number: Int, _ name: StaticString) -> Spec {
    Spec(Symbol("macro_", number: number), name, .none, 1, "A free control for patches to use.")
  }
}
