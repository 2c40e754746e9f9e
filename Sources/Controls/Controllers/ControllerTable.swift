// The table of controllers, each with its category, its specification and its drawing. A controller that is
// missing here does not compile. Any thread.

extension Controller {
  /// A row of the table.
  struct Entry {
    let category: Category
    let spec: Spec
    let drawing: Drawing
    /// The number of a MIDI control change; nil for all other controllers.
    let midiControl: Int?

    @inline(__always) init(_ category: Category, _ spec: Spec, _ drawing: Drawing, midiControl: Int? = nil) {
      self.category = category
      self.spec = spec
      self.drawing = drawing
      self.midiControl = midiControl
    }
  }

  /// The row of this controller.
  var entry: Entry {
    @inline(__always) @_noLocks get {
      switch self {
      case .macro1, .macro2, .macro3, .macro4, .macro5, .macro6, .macro7, .macro8:
        Entry(.macro, .macro(number(from: .macro1)), .knob)
      case .touchX: Entry(.touch, .touchX, .x(.touch))
      case .touchY: Entry(.touch, .touchY, .y(.touch))
      case .touchDistanceToCenter: Entry(.touch, .touchDistanceToCenter, .distance(.center, .touch))
      case .touchAngleToCenter: Entry(.touch, .touchAngleToCenter, .angle(.center, .touch))
      case .touchDistanceFromStart: Entry(.touch, .touchDistanceFromStart, .distance(.start, .touch))
      case .touchAngleFromStart: Entry(.touch, .touchAngleFromStart, .angle(.start, .touch))
      case .touchDistanceToPrevious: Entry(.touch, .touchDistanceToPrevious, .distance(.previous, .touch))
      case .touchAngleToPrevious: Entry(.touch, .touchAngleToPrevious, .angle(.previous, .touch))
      case .touchDistanceToNearest: Entry(.touch, .touchDistanceToNearest, .distance(.nearest, .touch))
      case .touchSpeed: Entry(.touch, .touchSpeed, .speed(.touch))
      case .touchDirection: Entry(.touch, .touchDirection, .direction(.touch))
      case .touchPressure: Entry(.touch, .touchPressure, .pressure)
      case .touchRadius: Entry(.touch, .touchRadius, .contact)
      case .touchTimbre: Entry(.touch, .touchTimbre, .y(.touch))
      case .touchAge: Entry(.touch, .touchAge, .clock(.touch, ticks: 4))
      case .touchVertexAngle: Entry(.touch, .touchVertexAngle, .corner)
      case .groupCount: Entry(.group, .groupCount, .members)
      case .groupCentroidX: Entry(.group, .groupCentroidX, .x(.centroid))
      case .groupCentroidY: Entry(.group, .groupCentroidY, .y(.centroid))
      case .groupCentroidDistance: Entry(.group, .groupCentroidDistance, .distance(.center, .centroid))
      case .groupCentroidSpeed: Entry(.group, .groupCentroidSpeed, .speed(.centroid))
      case .groupWidth: Entry(.group, .groupWidth, .width)
      case .groupHeight: Entry(.group, .groupHeight, .height)
      case .groupHullArea: Entry(.group, .groupHullArea, .hull)
      case .groupSpread: Entry(.group, .groupSpread, .spokes)
      case .groupPairMean: Entry(.group, .groupPairMean, .pairs)
      case .groupTotalSpeed: Entry(.group, .groupTotalSpeed, .allSpeeds)
      case .groupRotation: Entry(.group, .groupRotation, .turning)
      case .groupRotationSpeed: Entry(.group, .groupRotationSpeed, .turning)
      case .groupScale: Entry(.group, .groupScale, .scaling)
      case .groupAlignment: Entry(.group, .groupAlignment, .axis)
      case .groupAxisAngle: Entry(.group, .groupAxisAngle, .axisAngle)
      case .motionPitch: Entry(.motion, .motionPitch, .turn(.x))
      case .motionRoll: Entry(.motion, .motionRoll, .turn(.y))
      case .motionYaw: Entry(.motion, .motionYaw, .turn(.z))
      case .motionHeading: Entry(.motion, .motionHeading, .heading)
      case .motionShake: Entry(.motion, .motionShake, .shake)
      case .motionAccelZ: Entry(.motion, .motionAccelZ, .push(.z))
      case .touchNote: Entry(.touch, .touchNote, .x(.start))
      case .touchVelocity: Entry(.touch, .touchVelocity, .pulse(.start))
      case .touchBend: Entry(.touch, .touchBend, .horizontal(.start, .touch))
      case .touchRandom: Entry(.touch, .touchRandom, .none)
      case .midiBend: Entry(.midi, .midiBend, .none)
      case .midiPressure: Entry(.midi, .midiPressure, .none)
      case .midiModulation: Entry(.midi, .midiModulation, .none)
      case .constant: Entry(.constant, .constant, .none)
      case .env1: Entry(.module, .env1, .curve)
      case .lfo1: Entry(.module, .lfo1, .curve)
      case .user1, .user2, .user3, .user4, .user5, .user6, .user7, .user8, .user9, .user10, .user11, .user12,
        .user13, .user14, .user15, .user16, .user17, .user18, .user19, .user20, .user21, .user22, .user23,
        .user24, .user25, .user26, .user27, .user28, .user29, .user30, .user31, .user32:
        Entry(.user, .user(userNumber ?? 1), .none)
      case .touchStartX: Entry(.touch, .touchStartX, .x(.start))
      case .touchStartY: Entry(.touch, .touchStartY, .y(.start))
      case .touchXFromStart: Entry(.touch, .touchXFromStart, .horizontal(.start, .touch))
      case .touchYFromStart: Entry(.touch, .touchYFromStart, .vertical(.start, .touch))
      case .touchDistanceToEdge: Entry(.touch, .touchDistanceToEdge, .edge)
      case .touchDistanceToFirst: Entry(.touch, .touchDistanceToFirst, .distance(.first, .touch))
      case .touchAngleToFirst: Entry(.touch, .touchAngleToFirst, .angle(.first, .touch))
      case .touchDistanceToCentroid: Entry(.touch, .touchDistanceToCentroid, .distance(.centroid, .touch))
      case .touchAngleToCentroid: Entry(.touch, .touchAngleToCentroid, .angle(.centroid, .touch))
      case .touchSpeedX: Entry(.touch, .touchSpeedX, .speedX)
      case .touchSpeedY: Entry(.touch, .touchSpeedY, .speedY)
      case .touchAcceleration: Entry(.touch, .touchAcceleration, .acceleration)
      case .touchPathLength: Entry(.touch, .touchPathLength, .path)
      case .touchInterval: Entry(.touch, .touchInterval, .interval(.touch))
      case .touchAspect: Entry(.touch, .touchAspect, .contact)
      case .touchOrientation: Entry(.touch, .touchOrientation, .orientation)
      case .touchOrder: Entry(.touch, .touchOrder, .order)
      case .touchReleaseVelocity: Entry(.touch, .touchReleaseVelocity, .pulse(.touch))
      case .touchDistanceToToken1: Entry(.touch, .touchDistanceToToken1, .distance(.token(1), .touch))
      case .touchDistanceToToken2: Entry(.touch, .touchDistanceToToken2, .distance(.token(2), .touch))
      case .touchDistanceToToken3: Entry(.touch, .touchDistanceToToken3, .distance(.token(3), .touch))
      case .touchDistanceToToken4: Entry(.touch, .touchDistanceToToken4, .distance(.token(4), .touch))
      case .touchAngleToToken1: Entry(.touch, .touchAngleToToken1, .angle(.token(1), .touch))
      case .touchAngleToToken2: Entry(.touch, .touchAngleToToken2, .angle(.token(2), .touch))
      case .touchAngleToToken3: Entry(.touch, .touchAngleToToken3, .angle(.token(3), .touch))
      case .touchAngleToToken4: Entry(.touch, .touchAngleToToken4, .angle(.token(4), .touch))
      case .groupCentroidAngle: Entry(.group, .groupCentroidAngle, .angle(.center, .centroid))
      case .groupCentroidDirection: Entry(.group, .groupCentroidDirection, .direction(.centroid))
      case .groupHullPerimeter: Entry(.group, .groupHullPerimeter, .perimeter)
      case .groupSpreadMax: Entry(.group, .groupSpreadMax, .longestSpoke)
      case .groupPairMin: Entry(.group, .groupPairMin, .shortestPair)
      case .groupPairMax: Entry(.group, .groupPairMax, .longestPair)
      case .groupMeanSpeed: Entry(.group, .groupMeanSpeed, .allSpeeds)
      case .groupMaxSpeed: Entry(.group, .groupMaxSpeed, .greatestSpeed)
      case .groupScaleSpeed: Entry(.group, .groupScaleSpeed, .scaling)
      case .groupTouchRate: Entry(.group, .groupTouchRate, .allPulses)
      case .groupHoldRate: Entry(.group, .groupHoldRate, .members)
      case .groupAge: Entry(.group, .groupAge, .clock(.centroid, ticks: 8))
      case .groupMeanAge: Entry(.group, .groupMeanAge, .allClocks(ticks: 4))
      case .groupSynchrony: Entry(.group, .groupSynchrony, .allPulses)
      case .groupPressureMean: Entry(.group, .groupPressureMean, .allPressures)
      case .groupPressureSum: Entry(.group, .groupPressureSum, .allPressures)
      case .motionAccelX: Entry(.motion, .motionAccelX, .push(.x))
      case .motionAccelY: Entry(.motion, .motionAccelY, .push(.y))
      case .motionGravityX: Entry(.motion, .motionGravityX, .gravity(.x))
      case .motionGravityY: Entry(.motion, .motionGravityY, .gravity(.y))
      case .motionGravityZ: Entry(.motion, .motionGravityZ, .gravity(.z))
      case .motionGyroX: Entry(.motion, .motionGyroX, .spin(.x))
      case .motionGyroY: Entry(.motion, .motionGyroY, .spin(.y))
      case .motionGyroZ: Entry(.motion, .motionGyroZ, .spin(.z))
      case .motionMagnetX: Entry(.motion, .motionMagnetX, .magnet(.x))
      case .motionMagnetY: Entry(.motion, .motionMagnetY, .magnet(.y))
      case .motionMagnetZ: Entry(.motion, .motionMagnetZ, .magnet(.z))
      case .padAxis1, .padAxis3:
        Entry(.pad, .padAxis(number(from: .padAxis1)), .stick(isAcross: true))
      case .padAxis2, .padAxis4:
        Entry(.pad, .padAxis(number(from: .padAxis1)), .stick(isAcross: false))
      case .padAxis5, .padAxis6: Entry(.pad, .padAxis(number(from: .padAxis1)), .lever)
      case .padButton1, .padButton2, .padButton3, .padButton4, .padButton5, .padButton6, .padButton7,
        .padButton8, .padButton9, .padButton10, .padButton11, .padButton12, .padButton13, .padButton14,
        .padButton15, .padButton16:
        Entry(.pad, .padButton(number(from: .padButton1)), .button)
      case .token1Present, .token1X, .token1Y, .token1Angle, .token1Turns, .token1RotationSpeed, .token1Speed,
        .token2Present, .token2X, .token2Y, .token2Angle, .token2Turns, .token2RotationSpeed, .token2Speed,
        .token3Present, .token3X, .token3Y, .token3Angle, .token3Turns, .token3RotationSpeed, .token3Speed,
        .token4Present, .token4X, .token4Y, .token4Angle, .token4Turns, .token4RotationSpeed, .token4Speed,
        .token5Present, .token5X, .token5Y, .token5Facing, .token5Turns, .token5RotationSpeed, .token5Speed,
        .token6Present, .token6X, .token6Y, .token6Facing, .token6Turns, .token6RotationSpeed, .token6Speed,
        .token7Present, .token7X, .token7Y, .token7Facing, .token7Turns, .token7RotationSpeed, .token7Speed,
        .token8Present, .token8X, .token8Y, .token8Facing, .token8Turns, .token8RotationSpeed, .token8Speed,
        .token9Present, .token9X, .token9Y, .token9Facing, .token9Turns, .token9RotationSpeed, .token9Speed,
        .token10Present, .token10X, .token10Y, .token10Facing, .token10Turns, .token10RotationSpeed,
        .token10Speed, .token11Present, .token11X, .token11Y, .token11Facing, .token11Turns,
        .token11RotationSpeed, .token11Speed, .token12Present, .token12X, .token12Y, .token12Facing,
        .token12Turns, .token12RotationSpeed, .token12Speed, .token13Present, .token13X, .token13Y,
        .token13Facing, .token13Turns, .token13RotationSpeed, .token13Speed, .token14Present, .token14X,
        .token14Y, .token14Facing, .token14Turns, .token14RotationSpeed, .token14Speed, .token15Present,
        .token15X, .token15Y, .token15Facing, .token15Turns, .token15RotationSpeed, .token15Speed,
        .token16Present, .token16X, .token16Y, .token16Facing, .token16Turns, .token16RotationSpeed,
        .token16Speed:
        tokenEntry
      case .token12Distance, .token12Angle, .token13Distance, .token13Angle, .token14Distance, .token14Angle,
        .token23Distance, .token23Angle, .token24Distance, .token24Angle, .token34Distance, .token34Angle:
        tokenPairEntry
      case .tokenCount: Entry(.token, .tokenCount, .pieces)
      case .tokenSpread: Entry(.token, .tokenSpread, .pieceSpokes)
      case .tokenPairMin: Entry(.token, .tokenPairMin, .shortestPiecePair)
      case .touchDistanceToNearestToken:
        Entry(.touch, .touchDistanceToNearestToken, .distance(.nearestToken, .touch))
      case .touchAngleToNearestToken:
        Entry(.touch, .touchAngleToNearestToken, .angle(.nearestToken, .touch))
      case .midiSustain: Entry(.midi, .midiSustain, .none)
      case .hostBeatPhase: Entry(.host, .hostBeatPhase, .clock(.center, ticks: 1))
      case .hostBarPhase: Entry(.host, .hostBarPhase, .clock(.center, ticks: 4))
      case .hostTempo: Entry(.host, .hostTempo, .pulse(.center))
      case .gesturePanX: Entry(.gesture, .gesturePanX, .horizontal(.start, .touch))
      case .gesturePanY: Entry(.gesture, .gesturePanY, .vertical(.start, .touch))
      case .gesturePanVelocity: Entry(.gesture, .gesturePanVelocity, .speed(.centroid))
      case .gestureRotateAngle: Entry(.gesture, .gestureRotateAngle, .turning)
      case .gestureRotateVelocity: Entry(.gesture, .gestureRotateVelocity, .turning)
      case .gesturePinchScale: Entry(.gesture, .gesturePinchScale, .scaling)
      case .gesturePinchVelocity: Entry(.gesture, .gesturePinchVelocity, .scaling)
      case .gestureSwipeVelocity: Entry(.gesture, .gestureSwipeVelocity, .speed(.touch))
      case .gestureSwipeDirection: Entry(.gesture, .gestureSwipeDirection, .direction(.touch))
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
        Entry(
          .midi, .midiControl(number(from: .midiControl0) - 1), .none,
          midiControl: number(from: .midiControl0) - 1)
      case .env2: Entry(.module, .envelope(2), .curve)
      case .env3: Entry(.module, .envelope(3), .curve)
      case .env4: Entry(.module, .envelope(4), .curve)
      case .lfo2: Entry(.module, .lfo(2), .curve)
      case .lfo3: Entry(.module, .lfo(3), .curve)
      case .lfo4: Entry(.module, .lfo(4), .curve)
      case .seq1: Entry(.module, .sequencer(1), .curve)
      case .seq2: Entry(.module, .sequencer(2), .curve)
      case .seq3: Entry(.module, .sequencer(3), .curve)
      case .seq4: Entry(.module, .sequencer(4), .curve)
      case .gestureShapeNumber: Entry(.gesture, .gestureShapeNumber, .path)
      case .gestureShapeSize: Entry(.gesture, .gestureShapeSize, .path)
      case .gestureShapeDirection: Entry(.gesture, .gestureShapeDirection, .angle(.start, .touch))
      case .gestureShapeCertainty: Entry(.gesture, .gestureShapeCertainty, .path)
      case .body1X, .body1Y, .body1Angle, .body1Turns, .body1Spin, .body1Speed, .body1Hit, .body2X, .body2Y,
        .body2Angle, .body2Turns, .body2Spin, .body2Speed, .body2Hit, .body3X, .body3Y, .body3Angle,
        .body3Turns, .body3Spin, .body3Speed, .body3Hit, .body4X, .body4Y, .body4Angle, .body4Turns,
        .body4Spin, .body4Speed, .body4Hit, .body5X, .body5Y, .body5Angle, .body5Turns, .body5Spin,
        .body5Speed, .body5Hit, .body6X, .body6Y, .body6Angle, .body6Turns, .body6Spin, .body6Speed,
        .body6Hit, .body7X, .body7Y, .body7Angle, .body7Turns, .body7Spin, .body7Speed, .body7Hit,
        .body8X, .body8Y, .body8Angle, .body8Turns, .body8Spin, .body8Speed, .body8Hit:
        Entry(
          .world, .body(bodyIndex / 7 + 1, bodyQuantity ?? .x),
          (bodyQuantity ?? .x).drawing(of: .body(bodyIndex / 7 + 1)))
      case .worldEnergy: Entry(.world, .worldEnergy, .curve)
      case .worldMeanSpeed: Entry(.world, .worldMeanSpeed, .curve)
      case .worldContacts: Entry(.world, .worldContacts, .curve)
      case .worldHit: Entry(.world, .worldHit, .curve)
      }
    }
  }

  /// The row of a token's controller.
  private var tokenEntry: Entry {
    @_noLocks get {
      let isLater = rawValue >= Controller.token5Present.rawValue
      let index = number(from: isLater ? .token5Present : .token1Present) - 1
      let slot = index / caseCount(of: TokenQuantity.self) + (isLater ? 5 : 1)
      let quantity = TokenQuantity(rawValue: index % caseCount(of: TokenQuantity.self)) ?? .present
      return Entry(.token, .token(slot, quantity), quantity.drawing(of: slot))
    }
  }

  /// The row of a pair's controller: 1 and 2, 1 and 3, 1 and 4, 2 and 3, 2 and 4, 3 and 4.
  private var tokenPairEntry: Entry {
    @_noLocks get {
      let index = number(from: .token12Distance) - 1
      let pair = index / 2
      let (a, b) = pair < 3 ? (1, pair + 2) : pair < 5 ? (2, pair) : (3, 4)
      return index % 2 == 0
        ? Entry(.token, .tokensDistance(a, b), .distance(.token(a), .token(b)))
        : Entry(.token, .tokensAngle(a, b), .angle(.token(a), .token(b)))
    }
  }

  /// 0…55 for the controllers of bodies.
  var bodyIndex: Int { @_noLocks get { Int(rawValue) - Int(Controller.body1X.rawValue) } }

  /// The place in its family, from 1.
  @_noLocks private func number(from first: Controller) -> Int { Int(rawValue) - Int(first.rawValue) + 1 }
}
