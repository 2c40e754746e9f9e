// Every port of the Tone Matrix in its LV2 order. Pinned in Tests/Golden: append only, never renumber.
// Any thread.

/// A port of the Tone Matrix; the raw value is its LV2 index in the plugin with separate outputs.
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
  // Event outputs of the plugin with separate outputs
  case layer1Out, layer2Out, layer3Out, layer4Out, lightsOut
  // Song
  case song, section, loopSection
  // All layers
  case fillIn
  // Layers 5 to 16: their settings that are automated, which hosts don't find in the grid
  case layer5Play, layer5Pattern, layer5Velocity, layer5Channel
  case layer6Play, layer6Pattern, layer6Velocity, layer6Channel
  case layer7Play, layer7Pattern, layer7Velocity, layer7Channel
  case layer8Play, layer8Pattern, layer8Velocity, layer8Channel
  case layer9Play, layer9Pattern, layer9Velocity, layer9Channel
  case layer10Play, layer10Pattern, layer10Velocity, layer10Channel
  case layer11Play, layer11Pattern, layer11Velocity, layer11Channel
  case layer12Play, layer12Pattern, layer12Velocity, layer12Channel
  case layer13Play, layer13Pattern, layer13Velocity, layer13Channel
  case layer14Play, layer14Pattern, layer14Velocity, layer14Channel
  case layer15Play, layer15Pattern, layer15Velocity, layer15Channel
  case layer16Play, layer16Pattern, layer16Velocity, layer16Channel
  // Controllers
  case monome
  // Event outputs of these layers in the plugin with separate outputs
  case layer5Out, layer6Out, layer7Out, layer8Out, layer9Out, layer10Out, layer11Out, layer12Out
  case layer13Out, layer14Out, layer15Out, layer16Out

  /// The first control port; event ports stand before it.
  public static var firstControl: ToneMatrixPort { @_noLocks get { .enabled } }
  public static var firstOutput: ToneMatrixPort { @_noLocks get { .liveColumn1 } }
  public static var count: Int { @_noLocks get { caseCount(of: ToneMatrixPort.self) } }

  /// Whether the value comes from the host.
  public var isInput: Bool {
    @_noLocks get {
      rawValue >= Self.firstControl.rawValue && rawValue < Self.firstOutput.rawValue
        || rawValue > Self.lightsOut.rawValue && !isSeparate
    }
  }

  /// The first port that only the plugin with separate outputs has. Ardour starts a following instrument once for
  /// each MIDI output, so the outputs of tracks are in a plugin of their own, and the other one stays as it is in
  /// saved sessions.
  public static var firstSeparate: ToneMatrixPort { @_noLocks get { .layer1Out } }

  /// Whether only the plugin with separate outputs has the port.
  public var isSeparate: Bool {
    @_noLocks get {
      rawValue >= Self.firstSeparate.rawValue && rawValue <= Self.lightsOut.rawValue
        || rawValue >= Self.layer5Out.rawValue && rawValue <= Self.layer16Out.rawValue
    }
  }

  /// The ports of a plugin of the Tone Matrix, with one MIDI output or with separate ones, in their LV2 order.
  public static func ports(separate: Bool) -> [ToneMatrixPort] {
    allCases.filter { separate || !$0.isSeparate }
  }

  /// The LV2 index of a port by its raw value, in one of the two plugins. Without separate outputs, the ports behind
  /// them move up.
  public static func index(of port: UInt32, separate: Bool) -> UInt32 {
    if separate { return port }
    return port - (port > lightsOut.rawValue ? separateCount : 0)
      - (port > layer16Out.rawValue ? laterSeparateCount : 0)
  }

  /// The raw value of the port with an LV2 index in one of the two plugins.
  public static func port(at index: UInt32, separate: Bool) -> UInt32 {
    if separate || index < firstSeparate.rawValue { return index }
    let port = index + separateCount
    return port < layer5Out.rawValue ? port : port + laterSeparateCount
  }

  private static var separateCount: UInt32 { lightsOut.rawValue + 1 - firstSeparate.rawValue }
  private static var laterSeparateCount: UInt32 { layer16Out.rawValue + 1 - layer5Out.rawValue }

  /// The port with this raw value, or nil.
  @_noLocks public static func at(_ index: Int) -> ToneMatrixPort? {
    ToneMatrixPort(rawValue: UInt32(truncatingIfNeeded: index))
  }

  /// The settings of a layer that have ports, in the order of those ports.
  public enum LayerSetting: UInt32, CaseIterable, Sendable {
    case play, pattern, octave, transpose, velocity, gate, swing, probability, division, direction, channel

    /// The value at which the grid's setting is unchanged.
    public var rest: Float {
      @_noLocks get {
        switch self {
        case .play, .velocity, .gate, .probability: 1
        case .pattern, .octave, .transpose, .swing, .division, .direction, .channel: 0
        }
      }
    }

    /// The place among the ports of layers 5 to 16, or nil. These have ports for what is automated while a grid plays:
    /// mute, pattern and loudness; and for the channel, which chooses the instrument in a session. The grid has all
    /// settings.
    fileprivate var laterPlace: Int? {
      @_noLocks get {
        switch self {
        case .play: 0
        case .pattern: 1
        case .velocity: 2
        case .channel: 3
        case .octave, .transpose, .gate, .swing, .probability, .division, .direction: nil
        }
      }
    }
  }

  /// The port of one setting of `layer`, 0…15, or nil if only the grid has it.
  @_noLocks public static func layer(_ layer: Int, _ setting: LayerSetting) -> ToneMatrixPort? {
    if layer < 4 {
      return at(Int(layer1Play.rawValue) + layer * caseCount(of: LayerSetting.self) + Int(setting.rawValue))
    }
    guard let place = setting.laterPlace else { return nil }
    return at(Int(layer5Play.rawValue) + (layer - 4) * 4 + place)
  }

  /// The event output of `layer`, 0…15.
  @_noLocks public static func out(of layer: Int) -> ToneMatrixPort {
    at(layer < 4 ? Int(layer1Out.rawValue) + layer : Int(layer5Out.rawValue) + layer - 4) ?? .layer1Out
  }

  /// The groups in which hosts show ports, the most used first. They are not saved.
  public enum Group: CaseIterable, Sendable {
    case events, all, song, setup, layer1, layer2, layer3, layer4, laterLayers, live
  }

  /// The specification of a port, in the words of hosts. Control ports clamp to `minimum…maximum`; NaN gives
  /// the default.
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
    /// The named values; nil if no value has a name.
    public let choices: PortChoices?

    init(
      _ symbol: Symbol, _ name: Symbol, _ group: Group, _ unit: Unit = .none,
      _ range: ClosedRange<Float> = 0...1, default rest: Float = 0, flow: TouchPort.Flow = .controlInput,
      style: TouchPort.Style = .continuous, choices: PortChoices? = nil, setupChoices: PortChoices? = nil,
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
}
