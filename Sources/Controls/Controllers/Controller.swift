// Controllers: numbers derived from touches, objects and motion. Any thread.

/// A controller. The raw value is its index in `ControllerValues`; patches save its symbol. Append only.
public enum Controller: UInt16, CaseIterable, Sendable {
  // Those that have a control port, in the ports' order.
  case macro1 = 0, macro2, macro3, macro4, macro5, macro6, macro7, macro8
  case touchX, touchY, touchDistanceToCenter, touchAngleToCenter, touchDistanceFromStart
  case touchAngleFromStart, touchDistanceToPrevious, touchAngleToPrevious, touchDistanceToNearest
  case touchSpeed, touchDirection, touchPressure, touchRadius, touchTimbre, touchAge, touchVertexAngle
  case groupCount, groupCentroidX, groupCentroidY, groupCentroidDistance, groupCentroidSpeed
  case groupWidth, groupHeight, groupHullArea, groupSpread, groupPairMean, groupTotalSpeed
  case groupRotation, groupRotationSpeed, groupScale, groupAlignment, groupAxisAngle
  case motionPitch, motionRoll, motionYaw, motionHeading, motionShake, motionAccelZ
  // Controllers without a port: a voice's note, MIDI, modules and the patch's own.
  case touchNote, touchVelocity, touchBend, touchRandom
  case midiBend, midiPressure, midiModulation, constant
  case env1, lfo1
  case user1, user2, user3, user4, user5, user6, user7, user8
  // Of one touch.
  case touchStartX, touchStartY, touchXFromStart, touchYFromStart, touchDistanceToEdge,
    touchDistanceToFirst, touchAngleToFirst, touchDistanceToCentroid, touchAngleToCentroid,
    touchSpeedX, touchSpeedY, touchAcceleration, touchPathLength, touchInterval, touchAspect,
    touchOrientation, touchOrder, touchReleaseVelocity, touchDistanceToToken1, touchDistanceToToken2,
    touchDistanceToToken3, touchDistanceToToken4, touchAngleToToken1, touchAngleToToken2,
    touchAngleToToken3, touchAngleToToken4
  // Of the group.
  case groupCentroidAngle, groupCentroidDirection, groupHullPerimeter, groupSpreadMax, groupPairMin,
    groupPairMax, groupMeanSpeed, groupMaxSpeed, groupScaleSpeed, groupTouchRate, groupHoldRate,
    groupAge, groupMeanAge, groupSynchrony, groupPressureMean, groupPressureSum
  // The device, game controllers.
  case motionAccelX, motionAccelY, motionGravityX, motionGravityY, motionGravityZ, motionGyroX,
    motionGyroY, motionGyroZ, motionMagnetX, motionMagnetY, motionMagnetZ, padAxis1, padAxis2,
    padAxis3, padAxis4, padAxis5, padAxis6, padButton1, padButton2, padButton3, padButton4, padButton5,
    padButton6, padButton7, padButton8, padButton9, padButton10, padButton11, padButton12, padButton13,
    padButton14, padButton15, padButton16
  // The first four tokens, and their six pairs.
  case token1Present, token1X, token1Y, token1Angle, token1Turns, token1RotationSpeed, token1Speed,
    token2Present, token2X, token2Y, token2Angle, token2Turns, token2RotationSpeed, token2Speed,
    token3Present, token3X, token3Y, token3Angle, token3Turns, token3RotationSpeed, token3Speed,
    token4Present, token4X, token4Y, token4Angle, token4Turns, token4RotationSpeed, token4Speed,
    token12Distance, token12Angle, token13Distance, token13Angle, token14Distance, token14Angle,
    token23Distance, token23Angle, token24Distance, token24Angle, token34Distance, token34Angle
  // MIDI, the host, gestures.
  case midiSustain, hostBeatPhase, hostBarPhase, hostTempo, gesturePanX, gesturePanY,
    gesturePanVelocity, gestureRotateAngle, gestureRotateVelocity, gesturePinchScale,
    gesturePinchVelocity, gestureSwipeVelocity, gestureSwipeDirection
  // Every MIDI control change by its number.
  case midiControl0, midiControl1, midiControl2, midiControl3, midiControl4, midiControl5,
    midiControl6, midiControl7, midiControl8, midiControl9, midiControl10, midiControl11,
    midiControl12, midiControl13, midiControl14, midiControl15, midiControl16, midiControl17,
    midiControl18, midiControl19, midiControl20, midiControl21, midiControl22, midiControl23,
    midiControl24, midiControl25, midiControl26, midiControl27, midiControl28, midiControl29,
    midiControl30, midiControl31, midiControl32, midiControl33, midiControl34, midiControl35,
    midiControl36, midiControl37, midiControl38, midiControl39, midiControl40, midiControl41,
    midiControl42, midiControl43, midiControl44, midiControl45, midiControl46, midiControl47,
    midiControl48, midiControl49, midiControl50, midiControl51, midiControl52, midiControl53,
    midiControl54, midiControl55, midiControl56, midiControl57, midiControl58, midiControl59,
    midiControl60, midiControl61, midiControl62, midiControl63, midiControl64, midiControl65,
    midiControl66, midiControl67, midiControl68, midiControl69, midiControl70, midiControl71,
    midiControl72, midiControl73, midiControl74, midiControl75, midiControl76, midiControl77,
    midiControl78, midiControl79, midiControl80, midiControl81, midiControl82, midiControl83,
    midiControl84, midiControl85, midiControl86, midiControl87, midiControl88, midiControl89,
    midiControl90, midiControl91, midiControl92, midiControl93, midiControl94, midiControl95,
    midiControl96, midiControl97, midiControl98, midiControl99, midiControl100, midiControl101,
    midiControl102, midiControl103, midiControl104, midiControl105, midiControl106, midiControl107,
    midiControl108, midiControl109, midiControl110, midiControl111, midiControl112, midiControl113,
    midiControl114, midiControl115, midiControl116, midiControl117, midiControl118, midiControl119,
    midiControl120, midiControl121, midiControl122, midiControl123, midiControl124, midiControl125,
    midiControl126, midiControl127
  // The other modules.
  case env2, env3, env4, lfo2, lfo3, lfo4, seq1, seq2, seq3, seq4
  // Taught shapes.
  case gestureShapeNumber, gestureShapeSize, gestureShapeDirection, gestureShapeCertainty
  // A world: eight bodies, and all of them together.
  case body1X, body1Y, body1Angle, body1Turns, body1Spin, body1Speed, body1Hit, body2X, body2Y, body2Angle,
    body2Turns, body2Spin, body2Speed, body2Hit, body3X, body3Y, body3Angle, body3Turns, body3Spin,
    body3Speed, body3Hit, body4X, body4Y, body4Angle, body4Turns, body4Spin, body4Speed, body4Hit, body5X,
    body5Y, body5Angle, body5Turns, body5Spin, body5Speed, body5Hit, body6X, body6Y, body6Angle,
    body6Turns, body6Spin, body6Speed, body6Hit, body7X, body7Y, body7Angle, body7Turns, body7Spin,
    body7Speed, body7Hit, body8X, body8Y, body8Angle, body8Turns, body8Spin, body8Speed, body8Hit,
    worldEnergy, worldMeanSpeed, worldContacts, worldHit
  // The later tokens. Their angle is `facing`, because `token_12_angle` is that of the tokens 1 and 2.
  case token5Present, token5X, token5Y, token5Facing, token5Turns, token5RotationSpeed, token5Speed,
    token6Present, token6X, token6Y, token6Facing, token6Turns, token6RotationSpeed, token6Speed,
    token7Present, token7X, token7Y, token7Facing, token7Turns, token7RotationSpeed, token7Speed,
    token8Present, token8X, token8Y, token8Facing, token8Turns, token8RotationSpeed, token8Speed,
    token9Present, token9X, token9Y, token9Facing, token9Turns, token9RotationSpeed, token9Speed,
    token10Present, token10X, token10Y, token10Facing, token10Turns, token10RotationSpeed, token10Speed,
    token11Present, token11X, token11Y, token11Facing, token11Turns, token11RotationSpeed, token11Speed,
    token12Present, token12X, token12Y, token12Facing, token12Turns, token12RotationSpeed, token12Speed,
    token13Present, token13X, token13Y, token13Facing, token13Turns, token13RotationSpeed, token13Speed,
    token14Present, token14X, token14Y, token14Facing, token14Turns, token14RotationSpeed, token14Speed,
    token15Present, token15X, token15Y, token15Facing, token15Turns, token15RotationSpeed, token15Speed,
    token16Present, token16X, token16Y, token16Facing, token16Turns, token16RotationSpeed, token16Speed
  // All tokens together, and the one that is nearest to a touch.
  case tokenCount, tokenSpread, tokenPairMin, touchDistanceToNearestToken, touchAngleToNearestToken
  // More of the patch's own.
  case user9, user10, user11, user12, user13, user14, user15, user16, user17, user18, user19, user20,
    user21, user22, user23, user24, user25, user26, user27, user28, user29, user30, user31, user32

  /// The number of controllers.
  public static var count: Int { @_noLocks get { caseCount(of: Controller.self) } }

  /// The controller with this raw value, or nil.
  @_noLocks public static func at(_ index: Int) -> Controller? {
    Controller(rawValue: UInt16(truncatingIfNeeded: index))
  }

  /// The member of a family that begins with `first`, counted from 0.
  @_noLocks public static func member(_ index: Int, from first: Controller) -> Controller {
    Controller.at(Int(first.rawValue) + index) ?? first
  }

  /// The kind of source that supplies a controller.
  public enum Category: CaseIterable, Sendable {
    case macro, touch, group, motion, pad, token, midi, host, gesture, constant, module, user, world
  }

  public var category: Category { @_noLocks get { entry.category } }

  /// This controller's specification: its names, unit, full scale and rest value.
  public var spec: Spec { @_noLocks get { entry.spec } }

  /// The drawing of this controller.
  public var drawing: Drawing { entry.drawing }

  /// Whether each voice has its own value; else all voices see the same.
  public var isPerVoice: Bool { @_noLocks get { spec.isPerVoice } }

  /// Whether the value moves without steps while a voice sounds, or only in those that a module is meant to
  /// make. All others (fingers, ports, MIDI) come in steps.
  public var isStraight: Bool {
    category == .module || category == .constant
      || [.touchNote, .touchRandom, .touchAge].contains(self) || isPlaceOfBody
  }

  /// Whether the value is the place of a body, which moves a little at each tick; its turns, too.
  private var isPlaceOfBody: Bool {
    guard let quantity = bodyQuantity else { return false }
    return quantity == .x || quantity == .y || quantity == .turns
  }

  /// Whether full scale is the same position as the minimum (directions, a heading): a change of such a
  /// controller is taken the shorter way round.
  public var isCyclic: Bool { @_noLocks get { spec.isCyclic } }
}
