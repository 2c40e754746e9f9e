// The table of controllers, each with its category and specification. A controller that is missing here does
// not compile. Any thread.

extension Controller {
  /// A row of the table.
  struct Entry {
    let category: Category
    let spec: Spec
    /// The number of a MIDI control change; nil for all other controllers.
    let midiControl: Int?

    @inline(__always) init(_ category: Category, _ spec: Spec, midiControl: Int? = nil) {
      self.category = category
      self.spec = spec
      self.midiControl = midiControl
    }
  }

  /// The row of this controller.
  var entry: Entry {
    @inline(__always) @_noLocks get {
      switch self {
      case .macro1: Entry(.macro, .macro(1))
      case .macro2: Entry(.macro, .macro(2))
      case .macro3: Entry(.macro, .macro(3))
      case .macro4: Entry(.macro, .macro(4))
      case .macro5: Entry(.macro, .macro(5))
      case .macro6: Entry(.macro, .macro(6))
      case .macro7: Entry(.macro, .macro(7))
      case .macro8: Entry(.macro, .macro(8))
      case .touchX: Entry(.touch, .touchX)
      case .touchY: Entry(.touch, .touchY)
      case .touchDistanceToCenter: Entry(.touch, .touchDistanceToCenter)
      case .touchAngleToCenter: Entry(.touch, .touchAngleToCenter)
      case .touchDistanceFromStart: Entry(.touch, .touchDistanceFromStart)
      case .touchAngleFromStart: Entry(.touch, .touchAngleFromStart)
      case .touchDistanceToPrevious: Entry(.touch, .touchDistanceToPrevious)
      case .touchAngleToPrevious: Entry(.touch, .touchAngleToPrevious)
      case .touchDistanceToNearest: Entry(.touch, .touchDistanceToNearest)
      case .touchSpeed: Entry(.touch, .touchSpeed)
      case .touchDirection: Entry(.touch, .touchDirection)
      case .touchPressure: Entry(.touch, .touchPressure)
      case .touchRadius: Entry(.touch, .touchRadius)
      case .touchTimbre: Entry(.touch, .touchTimbre)
      case .touchAge: Entry(.touch, .touchAge)
      case .touchVertexAngle: Entry(.touch, .touchVertexAngle)
      case .groupCount: Entry(.group, .groupCount)
      case .groupCentroidX: Entry(.group, .groupCentroidX)
      case .groupCentroidY: Entry(.group, .groupCentroidY)
      case .groupCentroidDistance: Entry(.group, .groupCentroidDistance)
      case .groupCentroidSpeed: Entry(.group, .groupCentroidSpeed)
      case .groupWidth: Entry(.group, .groupWidth)
      case .groupHeight: Entry(.group, .groupHeight)
      case .groupHullArea: Entry(.group, .groupHullArea)
      case .groupSpread: Entry(.group, .groupSpread)
      case .groupPairMean: Entry(.group, .groupPairMean)
      case .groupTotalSpeed: Entry(.group, .groupTotalSpeed)
      case .groupRotation: Entry(.group, .groupRotation)
      case .groupRotationSpeed: Entry(.group, .groupRotationSpeed)
      case .groupScale: Entry(.group, .groupScale)
      case .groupAlignment: Entry(.group, .groupAlignment)
      case .groupAxisAngle: Entry(.group, .groupAxisAngle)
      case .motionPitch: Entry(.motion, .motionPitch)
      case .motionRoll: Entry(.motion, .motionRoll)
      case .motionYaw: Entry(.motion, .motionYaw)
      case .motionHeading: Entry(.motion, .motionHeading)
      case .motionShake: Entry(.motion, .motionShake)
      case .motionAccelZ: Entry(.motion, .motionAccelZ)
      case .touchNote: Entry(.touch, .touchNote)
      case .touchVelocity: Entry(.touch, .touchVelocity)
      case .touchBend: Entry(.touch, .touchBend)
      case .touchRandom: Entry(.touch, .touchRandom)
      case .midiBend: Entry(.midi, .midiBend)
      case .midiPressure: Entry(.midi, .midiPressure)
      case .midiModulation: Entry(.midi, .midiModulation)
      case .constant: Entry(.constant, .constant)
      case .env1: Entry(.module, .env1)
      case .lfo1: Entry(.module, .lfo1)
      case .user1: Entry(.user, .user(1))
      case .user2: Entry(.user, .user(2))
      case .user3: Entry(.user, .user(3))
      case .user4: Entry(.user, .user(4))
      case .user5: Entry(.user, .user(5))
      case .user6: Entry(.user, .user(6))
      case .user7: Entry(.user, .user(7))
      case .user8: Entry(.user, .user(8))
      case .touchStartX: Entry(.touch, .touchStartX)
      case .touchStartY: Entry(.touch, .touchStartY)
      case .touchXFromStart: Entry(.touch, .touchXFromStart)
      case .touchYFromStart: Entry(.touch, .touchYFromStart)
      case .touchDistanceToEdge: Entry(.touch, .touchDistanceToEdge)
      case .touchDistanceToFirst: Entry(.touch, .touchDistanceToFirst)
      case .touchAngleToFirst: Entry(.touch, .touchAngleToFirst)
      case .touchDistanceToCentroid: Entry(.touch, .touchDistanceToCentroid)
      case .touchAngleToCentroid: Entry(.touch, .touchAngleToCentroid)
      case .touchSpeedX: Entry(.touch, .touchSpeedX)
      case .touchSpeedY: Entry(.touch, .touchSpeedY)
      case .touchAcceleration: Entry(.touch, .touchAcceleration)
      case .touchPathLength: Entry(.touch, .touchPathLength)
      case .touchInterval: Entry(.touch, .touchInterval)
      case .touchAspect: Entry(.touch, .touchAspect)
      case .touchOrientation: Entry(.touch, .touchOrientation)
      case .touchOrder: Entry(.touch, .touchOrder)
      case .touchReleaseVelocity: Entry(.touch, .touchReleaseVelocity)
      case .touchDistanceToToken1: Entry(.touch, .touchDistanceToToken1)
      case .touchDistanceToToken2: Entry(.touch, .touchDistanceToToken2)
      case .touchDistanceToToken3: Entry(.touch, .touchDistanceToToken3)
      case .touchDistanceToToken4: Entry(.touch, .touchDistanceToToken4)
      case .touchAngleToToken1: Entry(.touch, .touchAngleToToken1)
      case .touchAngleToToken2: Entry(.touch, .touchAngleToToken2)
      case .touchAngleToToken3: Entry(.touch, .touchAngleToToken3)
      case .touchAngleToToken4: Entry(.touch, .touchAngleToToken4)
      case .groupCentroidAngle: Entry(.group, .groupCentroidAngle)
      case .groupCentroidDirection: Entry(.group, .groupCentroidDirection)
      case .groupHullPerimeter: Entry(.group, .groupHullPerimeter)
      case .groupSpreadMax: Entry(.group, .groupSpreadMax)
      case .groupPairMin: Entry(.group, .groupPairMin)
      case .groupPairMax: Entry(.group, .groupPairMax)
      case .groupMeanSpeed: Entry(.group, .groupMeanSpeed)
      case .groupMaxSpeed: Entry(.group, .groupMaxSpeed)
      case .groupScaleSpeed: Entry(.group, .groupScaleSpeed)
      case .groupTouchRate: Entry(.group, .groupTouchRate)
      case .groupHoldRate: Entry(.group, .groupHoldRate)
      case .groupAge: Entry(.group, .groupAge)
      case .groupMeanAge: Entry(.group, .groupMeanAge)
      case .groupSynchrony: Entry(.group, .groupSynchrony)
      case .groupPressureMean: Entry(.group, .groupPressureMean)
      case .groupPressureSum: Entry(.group, .groupPressureSum)
      case .motionAccelX: Entry(.motion, .motionAccelX)
      case .motionAccelY: Entry(.motion, .motionAccelY)
      case .motionGravityX: Entry(.motion, .motionGravityX)
      case .motionGravityY: Entry(.motion, .motionGravityY)
      case .motionGravityZ: Entry(.motion, .motionGravityZ)
      case .motionGyroX: Entry(.motion, .motionGyroX)
      case .motionGyroY: Entry(.motion, .motionGyroY)
      case .motionGyroZ: Entry(.motion, .motionGyroZ)
      case .motionMagnetX: Entry(.motion, .motionMagnetX)
      case .motionMagnetY: Entry(.motion, .motionMagnetY)
      case .motionMagnetZ: Entry(.motion, .motionMagnetZ)
      case .padAxis1: Entry(.pad, .padAxis(1))
      case .padAxis2: Entry(.pad, .padAxis(2))
      case .padAxis3: Entry(.pad, .padAxis(3))
      case .padAxis4: Entry(.pad, .padAxis(4))
      case .padAxis5: Entry(.pad, .padAxis(5))
      case .padAxis6: Entry(.pad, .padAxis(6))
      case .padButton1: Entry(.pad, .padButton(1))
      case .padButton2: Entry(.pad, .padButton(2))
      case .padButton3: Entry(.pad, .padButton(3))
      case .padButton4: Entry(.pad, .padButton(4))
      case .padButton5: Entry(.pad, .padButton(5))
      case .padButton6: Entry(.pad, .padButton(6))
      case .padButton7: Entry(.pad, .padButton(7))
      case .padButton8: Entry(.pad, .padButton(8))
      case .padButton9: Entry(.pad, .padButton(9))
      case .padButton10: Entry(.pad, .padButton(10))
      case .padButton11: Entry(.pad, .padButton(11))
      case .padButton12: Entry(.pad, .padButton(12))
      case .padButton13: Entry(.pad, .padButton(13))
      case .padButton14: Entry(.pad, .padButton(14))
      case .padButton15: Entry(.pad, .padButton(15))
      case .padButton16: Entry(.pad, .padButton(16))
      case .token1Present: Entry(.token, .token(1, .present))
      case .token1X: Entry(.token, .token(1, .x))
      case .token1Y: Entry(.token, .token(1, .y))
      case .token1Angle: Entry(.token, .token(1, .angle))
      case .token1Turns: Entry(.token, .token(1, .turns))
      case .token1RotationSpeed: Entry(.token, .token(1, .rotationSpeed))
      case .token1Speed: Entry(.token, .token(1, .speed))
      case .token2Present: Entry(.token, .token(2, .present))
      case .token2X: Entry(.token, .token(2, .x))
      case .token2Y: Entry(.token, .token(2, .y))
      case .token2Angle: Entry(.token, .token(2, .angle))
      case .token2Turns: Entry(.token, .token(2, .turns))
      case .token2RotationSpeed: Entry(.token, .token(2, .rotationSpeed))
      case .token2Speed: Entry(.token, .token(2, .speed))
      case .token3Present: Entry(.token, .token(3, .present))
      case .token3X: Entry(.token, .token(3, .x))
      case .token3Y: Entry(.token, .token(3, .y))
      case .token3Angle: Entry(.token, .token(3, .angle))
      case .token3Turns: Entry(.token, .token(3, .turns))
      case .token3RotationSpeed: Entry(.token, .token(3, .rotationSpeed))
      case .token3Speed: Entry(.token, .token(3, .speed))
      case .token4Present: Entry(.token, .token(4, .present))
      case .token4X: Entry(.token, .token(4, .x))
      case .token4Y: Entry(.token, .token(4, .y))
      case .token4Angle: Entry(.token, .token(4, .angle))
      case .token4Turns: Entry(.token, .token(4, .turns))
      case .token4RotationSpeed: Entry(.token, .token(4, .rotationSpeed))
      case .token4Speed: Entry(.token, .token(4, .speed))
      case .token12Distance: Entry(.token, .tokensDistance(12))
      case .token12Angle: Entry(.token, .tokensAngle(12))
      case .token13Distance: Entry(.token, .tokensDistance(13))
      case .token13Angle: Entry(.token, .tokensAngle(13))
      case .token14Distance: Entry(.token, .tokensDistance(14))
      case .token14Angle: Entry(.token, .tokensAngle(14))
      case .token23Distance: Entry(.token, .tokensDistance(23))
      case .token23Angle: Entry(.token, .tokensAngle(23))
      case .token24Distance: Entry(.token, .tokensDistance(24))
      case .token24Angle: Entry(.token, .tokensAngle(24))
      case .token34Distance: Entry(.token, .tokensDistance(34))
      case .token34Angle: Entry(.token, .tokensAngle(34))
      case .midiSustain: Entry(.midi, .midiSustain)
      case .hostBeatPhase: Entry(.host, .hostBeatPhase)
      case .hostBarPhase: Entry(.host, .hostBarPhase)
      case .hostTempo: Entry(.host, .hostTempo)
      case .gesturePanX: Entry(.gesture, .gesturePanX)
      case .gesturePanY: Entry(.gesture, .gesturePanY)
      case .gesturePanVelocity: Entry(.gesture, .gesturePanVelocity)
      case .gestureRotateAngle: Entry(.gesture, .gestureRotateAngle)
      case .gestureRotateVelocity: Entry(.gesture, .gestureRotateVelocity)
      case .gesturePinchScale: Entry(.gesture, .gesturePinchScale)
      case .gesturePinchVelocity: Entry(.gesture, .gesturePinchVelocity)
      case .gestureSwipeVelocity: Entry(.gesture, .gestureSwipeVelocity)
      case .gestureSwipeDirection: Entry(.gesture, .gestureSwipeDirection)
      case .midiControl0, .midiControl1, .midiControl2, .midiControl3, .midiControl4, .midiControl5,
        .midiControl6, .midiControl7, .midiControl8, .midiControl9, .midiControl10, .midiControl11,
        .midiControl12, .midiControl13, .midiControl14, .midiControl15, .midiControl16, .midiControl17,
        .midiControl18, .midiControl19, .midiControl20, .midiControl21, .midiControl22, .midiControl23,
        .midiControl24, .midiControl25, .midiControl26, .midiControl27, .midiControl28, .midiControl29,
        .midiControl30, .midiControl31, .midiControl32, .midiControl33, .midiControl34, .midiControl35,
        .midiControl36, .midiControl37, .midiControl38, .midiControl39, .midiControl40, .midiControl41,
        .midiControl42, .midiControl43, .midiControl44, .midiControl45, .midiControl46, .midiControl47,
        .midiControl48, .midiControl49, .midiControl50, .midiControl51, .midiControl52, .midiControl53,
        .midiControl54, .midiControl55, .midiControl56, .midiControl57, .midiControl58, .midiControl59,
        .midiControl60, .midiControl61, .midiControl62, .midiControl63, .midiControl64, .midiControl65,
        .midiControl66, .midiControl67, .midiControl68, .midiControl69, .midiControl70, .midiControl71,
        .midiControl72, .midiControl73, .midiControl74, .midiControl75, .midiControl76, .midiControl77,
        .midiControl78, .midiControl79, .midiControl80, .midiControl81, .midiControl82, .midiControl83,
        .midiControl84, .midiControl85, .midiControl86, .midiControl87, .midiControl88, .midiControl89,
        .midiControl90, .midiControl91, .midiControl92, .midiControl93, .midiControl94, .midiControl95,
        .midiControl96, .midiControl97, .midiControl98, .midiControl99, .midiControl100, .midiControl101,
        .midiControl102, .midiControl103, .midiControl104, .midiControl105, .midiControl106, .midiControl107,
        .midiControl108, .midiControl109, .midiControl110, .midiControl111, .midiControl112, .midiControl113,
        .midiControl114, .midiControl115, .midiControl116, .midiControl117, .midiControl118, .midiControl119,
        .midiControl120, .midiControl121, .midiControl122, .midiControl123, .midiControl124, .midiControl125,
        .midiControl126, .midiControl127:
        Entry(.midi, .midiControl(midiControlIndex), midiControl: midiControlIndex)
      case .env2: Entry(.module, .envelope(2))
      case .env3: Entry(.module, .envelope(3))
      case .env4: Entry(.module, .envelope(4))
      case .lfo2: Entry(.module, .lfo(2))
      case .lfo3: Entry(.module, .lfo(3))
      case .lfo4: Entry(.module, .lfo(4))
      case .seq1: Entry(.module, .sequencer(1))
      case .seq2: Entry(.module, .sequencer(2))
      case .seq3: Entry(.module, .sequencer(3))
      case .seq4: Entry(.module, .sequencer(4))
      case .gestureShapeNumber: Entry(.gesture, .gestureShapeNumber)
      case .gestureShapeSize: Entry(.gesture, .gestureShapeSize)
      case .gestureShapeDirection: Entry(.gesture, .gestureShapeDirection)
      case .gestureShapeCertainty: Entry(.gesture, .gestureShapeCertainty)
      }
    }
  }

  /// 0…127 for the controllers of MIDI control changes.
  private var midiControlIndex: Int { Int(rawValue) - Int(Controller.midiControl0.rawValue) }
}
