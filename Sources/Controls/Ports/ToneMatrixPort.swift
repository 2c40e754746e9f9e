// Every port of the Tone Matrix in its LV2 order. Pinned in Tests/Golden: append only, never renumber.

/// A port of the Tone Matrix; the raw value is its LV2 index.
public enum ToneMatrixPort: UInt32, CaseIterable, Sendable {
  case events, midiOut
  // Setup
  case enabled, freeWheel, oscListen, oscPort, oscSurface, clock, transport, tempo, switchAt
  case midiIn, latch, editLayer, lights, panic
  // All layers
  case transpose, velocity, gate, swing, probability
  // Layers, eleven ports each
  case layer1Play, layer1Pattern, layer1Octave, layer1Transpose, layer1Velocity, layer1Gate, layer1Swing
  case layer1Probability, layer1Division, layer1Direction, layer1Channel
  case layer2Play, layer2Pattern, layer2Octave, layer2Transpose, layer2Velocity, layer2Gate, layer2Swing
  case layer2Probability, layer2Division, layer2Direction, layer2Channel
  case layer3Play, layer3Pattern, layer3Octave, layer3Transpose, layer3Velocity, layer3Gate, layer3Swing
  case layer3Probability, layer3Division, layer3Direction, layer3Channel
  case layer4Play, layer4Pattern, layer4Octave, layer4Transpose, layer4Velocity, layer4Gate, layer4Swing
  case layer4Probability, layer4Division, layer4Direction, layer4Channel
  // Outputs
  case liveColumn1, liveColumn2, liveColumn3, liveColumn4
  case livePattern1, livePattern2, livePattern3, livePattern4
  case liveNotes, liveDropped, liveOscPort

  /// The first control port; event ports stand before it.
  public static var firstControl: ToneMatrixPort { @_noLocks get { .enabled } }
  public static var firstOutput: ToneMatrixPort { @_noLocks get { .liveColumn1 } }
  public static var count: Int { @_noLocks get { Int(ToneMatrixPort.liveOscPort.rawValue) + 1 } }

  /// The port with this LV2 index, or nil.
  @_noLocks public static func at(_ index: Int) -> ToneMatrixPort? {
    ToneMatrixPort(rawValue: UInt32(truncatingIfNeeded: index))
  }

  /// What every layer has a port for, in the order of those ports.
  public enum LayerSetting: UInt32, CaseIterable, Sendable {
    case play, pattern, octave, transpose, velocity, gate, swing, probability, division, direction, channel

    @_noLocks static func at(_ place: UInt32) -> LayerSetting { LayerSetting(rawValue: place) ?? .play }
  }

  private static var settings: UInt32 { @_noLocks get { LayerSetting.channel.rawValue + 1 } }

  /// The port of one setting of `layer`, 0…3.
  @_noLocks public static func layer(_ layer: Int, _ setting: LayerSetting) -> ToneMatrixPort {
    at(Int(layer1Play.rawValue) + layer * Int(settings) + Int(setting.rawValue)) ?? .enabled
  }

  /// The layer (0…3) and the setting of a layer's port; nil for all others.
  public var layerSetting: (layer: Int, setting: LayerSetting)? {
    @_noLocks get {
      guard rawValue >= ToneMatrixPort.layer1Play.rawValue, rawValue < ToneMatrixPort.liveColumn1.rawValue
      else { return nil }
      let place = rawValue - ToneMatrixPort.layer1Play.rawValue
      return (
        Int(place / ToneMatrixPort.settings), LayerSetting.at(place % ToneMatrixPort.settings)
      )
    }
  }

  /// The rows in which hosts show ports.
  public enum Group: CaseIterable, Sendable {
    case events, setup, all, layer1, layer2, layer3, layer4, live
  }

  /// What a port is, in the words of hosts. Control ports clamp to `minimum…maximum`; NaN is the default.
  public struct Spec: Sendable {
    public let symbol: Symbol
    public let name: Symbol
    public let text: StaticString
    public let flow: TouchPort.Flow
    public let group: Group
    public let unit: Unit
    public let minimum: Float
    public let maximum: Float
    public let `default`: Float
    public let style: TouchPort.Style

    init(
      _ symbol: Symbol, _ name: Symbol, _ group: Group, _ unit: Unit = .none,
      _ range: ClosedRange<Float> = 0...1, default rest: Float = 0, flow: TouchPort.Flow = .controlInput,
      style: TouchPort.Style = .continuous, _ text: StaticString
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
      self.style = style
    }
  }
}

/// The values of all control inputs of the Tone Matrix. Ports without a value read as 0.
public struct ToneMatrixValues: Sendable {
  var values = InlineArray<76, Float>(repeating: 0)

  /// Every port at its default.
  @_noLocks public init() {
    for index in 0..<ToneMatrixPort.count {
      if let port = ToneMatrixPort.at(index) { values[index] = port.spec.default }
    }
  }

  @_noLocks public subscript(port: ToneMatrixPort) -> Float { values[Int(port.rawValue)] }

  /// A whole number, rounded.
  @_noLocks public subscript(whole port: ToneMatrixPort) -> Int {
    let value = values[Int(port.rawValue)]
    return Int(value < 0 ? value - 0.5 : value + 0.5)
  }

  /// Takes a host's value: clamped to the port's range, NaN is the default.
  @_noLocks public mutating func set(_ port: ToneMatrixPort, _ value: Float) {
    let spec = port.spec
    values[Int(port.rawValue)] = value.isNaN ? spec.default : min(max(value, spec.minimum), spec.maximum)
  }
}
