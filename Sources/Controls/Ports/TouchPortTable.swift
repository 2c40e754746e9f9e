// The table of ports of Tactus Touch, each with its specification. A port that is missing here does not
// compile. Any thread.

extension TouchPort {
  /// The purpose of a port.
  private enum Role {
    /// It is a controller's value while no touch or sensor supplies it.
    case controller(Controller, Group)
    /// It trims a connection, counted from 1.
    case trim(Int)
    /// It shows a controller of the group.
    case shows(Controller, Spec)
    /// It is for something else.
    case own(Spec)
  }

  private var role: Role {
    @inline(__always) @_noLocks get {
      switch self {
      case .events: .own(.events)
      case .notify: .own(.notify)
      case .outLeft: .own(.outLeft)
      case .outRight: .own(.outRight)
      case .enabled: .own(.enabled)
      case .freeWheel: .own(.freeWheel)
      case .level: .own(.level)
      case .oscListen: .own(.oscListen)
      case .oscPort: .own(.oscPort)
      case .oscSurface: .own(.oscSurface)
      case .mpe: .own(.mpe)
      case .polyphony: .own(.polyphony)
      case .hold: .own(.hold)
      case .panic: .own(.panic)
      case .tuningReference: .own(.tuningReference)
      case .bendRange: .own(.bendRange)
      case .cutoff: .own(.cutoff)
      case .resonance: .own(.resonance)
      case .attack: .own(.attack)
      case .decay: .own(.decay)
      case .sustain: .own(.sustain)
      case .release: .own(.release)
      case .glide: .own(.glide)
      case .detune: .own(.detune)
      case .drive: .own(.drive)
      case .lfoRate: .own(.lfoRate)
      case .lfoDepth: .own(.lfoDepth)
      case .delay: .own(.delay)
      case .reverb: .own(.reverb)
      case .chorus: .own(.chorus)
      case .brightness: .own(.brightness)
      case .width: .own(.width)
      case .macro1: .controller(.macro1, .macro)
      case .macro2: .controller(.macro2, .macro)
      case .macro3: .controller(.macro3, .macro)
      case .macro4: .controller(.macro4, .macro)
      case .macro5: .controller(.macro5, .macro)
      case .macro6: .controller(.macro6, .macro)
      case .macro7: .controller(.macro7, .macro)
      case .macro8: .controller(.macro8, .macro)
      case .touchX: .controller(.touchX, .touch)
      case .touchY: .controller(.touchY, .touch)
      case .touchDistanceToCenter: .controller(.touchDistanceToCenter, .touch)
      case .touchAngleToCenter: .controller(.touchAngleToCenter, .touch)
      case .touchDistanceFromStart: .controller(.touchDistanceFromStart, .touch)
      case .touchAngleFromStart: .controller(.touchAngleFromStart, .touch)
      case .touchDistanceToPrevious: .controller(.touchDistanceToPrevious, .touch)
      case .touchAngleToPrevious: .controller(.touchAngleToPrevious, .touch)
      case .touchDistanceToNearest: .controller(.touchDistanceToNearest, .touch)
      case .touchSpeed: .controller(.touchSpeed, .touch)
      case .touchDirection: .controller(.touchDirection, .touch)
      case .touchPressure: .controller(.touchPressure, .touch)
      case .touchRadius: .controller(.touchRadius, .touch)
      case .touchTimbre: .controller(.touchTimbre, .touch)
      case .touchAge: .controller(.touchAge, .touch)
      case .touchVertexAngle: .controller(.touchVertexAngle, .touch)
      case .groupCount: .controller(.groupCount, .group)
      case .groupCentroidX: .controller(.groupCentroidX, .group)
      case .groupCentroidY: .controller(.groupCentroidY, .group)
      case .groupCentroidDistance: .controller(.groupCentroidDistance, .group)
      case .groupCentroidSpeed: .controller(.groupCentroidSpeed, .group)
      case .groupWidth: .controller(.groupWidth, .group)
      case .groupHeight: .controller(.groupHeight, .group)
      case .groupHullArea: .controller(.groupHullArea, .group)
      case .groupSpread: .controller(.groupSpread, .group)
      case .groupPairMean: .controller(.groupPairMean, .group)
      case .groupTotalSpeed: .controller(.groupTotalSpeed, .group)
      case .groupRotation: .controller(.groupRotation, .group)
      case .groupRotationSpeed: .controller(.groupRotationSpeed, .group)
      case .groupScale: .controller(.groupScale, .group)
      case .groupAlignment: .controller(.groupAlignment, .group)
      case .groupAxisAngle: .controller(.groupAxisAngle, .group)
      case .motionPitch: .controller(.motionPitch, .motion)
      case .motionRoll: .controller(.motionRoll, .motion)
      case .motionYaw: .controller(.motionYaw, .motion)
      case .motionHeading: .controller(.motionHeading, .motion)
      case .motionShake: .controller(.motionShake, .motion)
      case .motionAccelZ: .controller(.motionAccelZ, .motion)
      case .trim01, .trim02, .trim03, .trim04, .trim05, .trim06, .trim07, .trim08, .trim09, .trim10, .trim11,
        .trim12, .trim13, .trim14, .trim15, .trim16, .trim17, .trim18, .trim19, .trim20, .trim21, .trim22,
        .trim23, .trim24, .trim25, .trim26, .trim27, .trim28, .trim29, .trim30, .trim31, .trim32:
        .trim(Int(rawValue - TouchPort.trim01.rawValue) + 1)
      case .liveCount: .own(.liveCount)
      case .liveCentroidX: .shows(.groupCentroidX, .liveCentroidX)
      case .liveCentroidY: .shows(.groupCentroidY, .liveCentroidY)
      case .liveSpread: .shows(.groupSpread, .liveSpread)
      case .liveTotalSpeed: .shows(.groupTotalSpeed, .liveTotalSpeed)
      case .liveRotation: .shows(.groupRotation, .liveRotation)
      case .liveScale: .shows(.groupScale, .liveScale)
      case .liveHullArea: .shows(.groupHullArea, .liveHullArea)
      case .liveLastX: .own(.liveLastX)
      case .liveLastY: .own(.liveLastY)
      case .liveVoices: .own(.liveVoices)
      case .liveOscPort: .own(.liveOscPort)
      case .latency: .own(.latency)
      case .midiChannel: .own(.midiChannel)
      case .quality: .own(.quality)
      case .offlineQuality: .own(.offlineQuality)
      case .midiThru: .own(.midiThru)
      case .out01: .own(.out(1))
      case .out02: .own(.out(2))
      case .out03: .own(.out(3))
      case .out04: .own(.out(4))
      case .out05: .own(.out(5))
      case .out06: .own(.out(6))
      case .out07: .own(.out(7))
      case .out08: .own(.out(8))
      case .out09: .own(.out(9))
      case .out10: .own(.out(10))
      case .out11: .own(.out(11))
      case .out12: .own(.out(12))
      case .out13: .own(.out(13))
      case .out14: .own(.out(14))
      case .out15: .own(.out(15))
      case .out16: .own(.out(16))
      }
    }
  }

  /// This port's specification: its names, row, unit, range and default.
  public var spec: Spec {
    @_noLocks get {
      switch role {
      case .controller(let controller, let group): .controller(controller, in: group)
      case .trim(let number): .trim(number)
      case .shows(_, let spec), .own(let spec): spec
      }
    }
  }

  /// The controller that has this port's value while no touch or sensor supplies it; nil for other ports.
  public var controller: Controller? {
    @_noLocks get {
      switch role {
      case .controller(let controller, _): controller
      case .trim, .shows, .own: nil
      }
    }
  }

  /// The controller of the group that this output shows; nil for other ports.
  public var shown: Controller? {
    @_noLocks get {
      switch role {
      case .shows(let controller, _): controller
      case .controller, .trim, .own: nil
      }
    }
  }

  /// Whether hosts that record automation receive the moves of this port by touches and sensors: macros, the
  /// group and motion.
  public var isTold: Bool {
    switch spec.group {
    case .macro, .group, .motion: true
    case .audio, .setup, .quick, .touch, .trim, .live, .out: false
    }
  }

  /// The values that have a name, in ascending order.
  public var points: [(value: Int, name: StaticString)] { spec.choices?.points ?? [] }
}
