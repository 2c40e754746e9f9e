// Every port of Tactus Touch in its LV2 order. Pinned in Tests/Golden: append only, never renumber.
// Any thread.

/// A port of Tactus Touch; the raw value is its LV2 index.
public enum TouchPort: UInt32, CaseIterable, Sendable {
  case events, notify, outLeft, outRight
  // Setup
  case enabled, freeWheel, level, oscListen, oscPort, oscSurface, mpe, polyphony, hold, panic
  case tuningReference, bendRange
  // Quick sound controls
  case cutoff, resonance, attack, decay, sustain, release, glide, detune, drive, lfoRate, lfoDepth
  case delay, reverb, chorus, brightness, width
  // Controllers: macros, touch, group, motion
  case macro1, macro2, macro3, macro4, macro5, macro6, macro7, macro8
  case touchX, touchY, touchDistanceToCenter, touchAngleToCenter, touchDistanceFromStart
  case touchAngleFromStart, touchDistanceToPrevious, touchAngleToPrevious, touchDistanceToNearest
  case touchSpeed, touchDirection, touchPressure, touchRadius, touchTimbre, touchAge, touchVertexAngle
  case groupCount, groupCentroidX, groupCentroidY, groupCentroidDistance, groupCentroidSpeed
  case groupWidth, groupHeight, groupHullArea, groupSpread, groupPairMean, groupTotalSpeed
  case groupRotation, groupRotationSpeed, groupScale, groupAlignment, groupAxisAngle
  case motionPitch, motionRoll, motionYaw, motionHeading, motionShake, motionAccelZ
  // Trims of the first 32 connections
  case trim01, trim02, trim03, trim04, trim05, trim06, trim07, trim08
  case trim09, trim10, trim11, trim12, trim13, trim14, trim15, trim16
  case trim17, trim18, trim19, trim20, trim21, trim22, trim23, trim24
  case trim25, trim26, trim27, trim28, trim29, trim30, trim31, trim32
  // Outputs
  case liveCount, liveCentroidX, liveCentroidY, liveSpread, liveTotalSpeed, liveRotation, liveScale
  case liveHullArea, liveLastX, liveLastY, liveVoices, liveOscPort, latency
  // Setup, appended
  case midiChannel
  case quality, offlineQuality
  case midiThru
  // The control outputs of patches, appended
  case out01, out02, out03, out04, out05, out06, out07, out08
  case out09, out10, out11, out12, out13, out14, out15, out16

  /// The first control port; atom and audio ports stand before it.
  public static var firstControl: TouchPort { @_noLocks get { .enabled } }

  /// The number of control outputs that patches write, from `out01` on.
  public static var outCount: Int { @_noLocks get { 16 } }

  /// Whether the port with this LV2 index is a control that hosts set. The outputs stand in two groups.
  @_noLocks public static func isControlInput(_ index: Int) -> Bool {
    index >= Int(firstControl.rawValue) && index < Int(TouchPort.out01.rawValue)
      && !(index >= Int(TouchPort.liveCount.rawValue) && index <= Int(TouchPort.latency.rawValue))
  }
  public static var count: Int { @_noLocks get { caseCount(of: TouchPort.self) } }

  /// The port with this LV2 index, or nil.
  @_noLocks public static func at(_ index: Int) -> TouchPort? {
    TouchPort(rawValue: UInt32(truncatingIfNeeded: index))
  }

  /// The direction and the type of a port's data.
  public enum Flow: Sendable {
    case atomInput, atomOutput, audioInput, audioOutput, controlInput, controlOutput
  }

  /// The groups in which hosts show ports, the most used first. They are not saved.
  public enum Group: CaseIterable, Sendable {
    case audio, macro, quick, setup, group, motion, touch, trim, live, out
  }

  /// The specification of a port, in the words of hosts. Control ports clamp to `minimum…maximum`; NaN gives
  /// the default.
  public struct Spec: Sendable {
    public let symbol: Symbol
    public let name: Symbol
    public let text: StaticString
    public let flow: Flow
    public let group: Group
    public let unit: Unit
    public let minimum: Float
    public let maximum: Float
    public let `default`: Float
    public let style: Style
    /// The named values; nil if no value has a name.
    public let choices: PortChoices?

    init(
      _ symbol: Symbol, _ name: Symbol, _ group: Group, _ unit: Unit = .none,
      _ range: ClosedRange<Float> = 0...1, default rest: Float = 0, flow: Flow = .controlInput,
      style: Style = .continuous, choices: PortChoices? = nil, setupChoices: PortChoices? = nil,
      named: PortChoices? = nil, _ text: StaticString
    ) {
      self.symbol = symbol
      self.name = name
      self.text = text
      self.flow = flow
      self.group = group
      self.unit = unit
      minimum = range.lowerBound
      maximum = range.upperBound
      self.default = rest
      self.style = choices != nil ? .choice : setupChoices != nil ? .setupChoice : style
      self.choices = choices ?? setupChoices ?? named
    }
  }

  /// The way in which a host should present a port.
  public enum Style: Sendable {
    case continuous, logarithmic, integer, toggle
    /// A toggle that acts when it rises.
    case momentary
    /// A list: every value has a name.
    case choice
    /// Chosen once, never automated or part of factory presets.
    case setupChoice, setupInteger
    /// Driven by the host: `lv2:enabled`, `lv2:freeWheeling`.
    case hostEnabled, hostFreeWheeling
    /// Read by the host: `lv2:reportsLatency`.
    case hostLatency
  }
}
