// Every port of Tactus Scene in its LV2 order, with its specification. Pinned in Tests/Golden: append only,
// never renumber. Any thread.

/// A port of Tactus Scene; the raw value is its LV2 index.
public enum ScenePort: UInt32, CaseIterable, Sendable {
  case control, notify, inLeft, inRight, outLeft, outRight
  case enabled, freeWheel, level, inputLevel, restart, latencyMode
  // Outputs
  case liveState, liveLate, latency
  // The network
  case oscListen, oscPort, oscSurface, liveOscPort
  case record
  // Controls of the scene itself.
  case p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15, p16

  public static var count: Int { @_noLocks get { caseCount(of: ScenePort.self) } }

  /// The groups in which hosts show ports, the most used first. They are not saved.
  public enum Group: CaseIterable, Sendable {
    case input, output, scene, setup, live
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
      _ symbol: StaticString, _ name: StaticString, _ group: Group, _ unit: Unit = .none,
      _ range: ClosedRange<Float> = 0...1, default rest: Float = 0, flow: TouchPort.Flow = .controlInput,
      style: TouchPort.Style = .continuous, choices: PortChoices? = nil, _ text: StaticString
    ) {
      self.symbol = Symbol(symbol)
      self.name = Symbol(name)
      self.text = text
      self.flow = flow
      self.group = group
      self.unit = unit
      minimum = range.lowerBound
      maximum = range.upperBound
      self.default = rest
      self.style = choices != nil && style == .continuous ? .choice : style
      self.choices = choices
    }

    /// A control of the scene's own; the number is counted from 1.
    @_noLocks init(control number: Int, _ text: StaticString) {
      symbol = Symbol("p_", number: number, digits: 2)
      name = Symbol("Control ", number: number)
      self.text = text
      (flow, group, unit) = (.controlInput, .scene, .none)
      (minimum, maximum, self.default) = (0, 1, 0)
      (style, choices) = (.continuous, nil)
    }

    /// A host's value: clamped to the port's range; NaN gives the default.
    @_noLocks public func limited(_ value: Float) -> Float {
      value.isNaN ? self.default : min(max(value, minimum), maximum)
    }
  }

  /// The port with this LV2 index, or nil.
  @_noLocks public static func at(_ index: Int) -> ScenePort? {
    ScenePort(rawValue: UInt32(truncatingIfNeeded: index))
  }

  /// The ports that a scene's own controls have, from 0.
  @_noLocks public static func control(_ number: Int) -> Int { Int(ScenePort.p01.rawValue) + number }
  /// The number of these controls.
  public static var controlCount: Int { @_noLocks get { 16 } }

  /// The values that have a name, in ascending order.
  public var points: [(value: Int, name: StaticString)] { spec.choices?.points ?? [] }

  /// This port's specification: its names, unit, range and default.
  public var spec: Spec {
    @inline(__always) @_noLocks get {
      switch self {
      case .control:
        Spec(
          "control", "Control", .setup, flow: .atomInput,
          "MIDI, touches and the timeline for the patch; patch:Set of a path loads that scene.")
      case .notify:
        Spec(
          "notify", "Notify", .setup, flow: .atomOutput,
          "Messages to the host: the scene, its state, and MIDI from the patch.")
      case .inLeft: Spec("in_left", "In left", .input, flow: .audioInput, "Left audio input: [adc~ 1].")
      case .inRight: Spec("in_right", "In right", .input, flow: .audioInput, "Right audio input: [adc~ 2].")
      case .outLeft: Spec("out_left", "Left", .output, flow: .audioOutput, "Left audio output: [dac~ 1].")
      case .outRight:
        Spec("out_right", "Right", .output, flow: .audioOutput, "Right audio output: [dac~ 2].")
      case .enabled:
        Spec(
          "enabled", "Enabled", .setup, default: 1, style: .hostEnabled,
          "Off: bypassed. The scene keeps running.")
      case .freeWheel:
        Spec(
          "free_wheel", "Freewheel", .setup, style: .hostFreeWheeling,
          "On while the host renders: the scene restarts, and each block waits for it.")
      case .level:
        Spec("level", "Level", .setup, .decibels, -60...12, "Output level.")
      case .inputLevel:
        Spec(
          "input_level", "Input level", .setup, .decibels, -60...12, "Input level.")
      case .restart:
        Spec("restart", "Restart", .setup, style: .momentary, "Restarts the scene.")
      case .latencyMode:
        Spec(
          "latency_mode", "Latency mode", .setup, .none, 0...1, choices: .latencyMode,
          "Pipelined: the patch has a whole block of time. Direct: the block waits for the patch."
        )
      case .liveState:
        Spec(
          "live_state", "State", .live, .none, 0...6, flow: .controlOutput, choices: .sceneState,
          "State of the scene.")
      case .liveLate:
        Spec(
          "live_late", "Late ticks", .live, .none, 0...1_000_000, flow: .controlOutput, style: .integer,
          "Ticks of 64 frames that came too late and were silent.")
      case .latency:
        Spec(
          "latency", "Latency", .live, .frames, 0...65536, flow: .controlOutput, style: .hostLatency,
          "Latency in frames.")
      case .oscListen:
        Spec(
          "osc_listen", "OSC listen", .setup, .none, 0...3, default: 1, style: .setupChoice,
          choices: .oscListen,
          "Accepted senders of touches over OSC."
        )
      case .oscPort:
        Spec(
          "osc_port", "OSC port", .setup, .none, 1024...65535, default: 3333, style: .setupInteger,
          "The UDP port, or the next free one if it is taken.")
      case .oscSurface:
        Spec(
          "osc_surface", "OSC surface number", .setup, .none, 0...16, style: .setupInteger,
          "Also accepts messages to /tactus/surface/N/…; 0: only those without a number.")
      case .liveOscPort:
        Spec(
          "live_osc_port", "OSC port in use", .live, .none, 0...65535, flow: .controlOutput, style: .integer,
          "The open UDP port; 0: none.")
      case .record:
        Spec(
          "record", "Record", .setup, style: .toggle,
          "Records the sound into the scene's data folder.")
      case .p01, .p02, .p03, .p04, .p05, .p06, .p07, .p08, .p09, .p10, .p11, .p12, .p13, .p14, .p15, .p16:
        Spec(
          control: Int(rawValue) - Self.control(0) + 1,
          "A control of the scene, over its range.")
      }
    }
  }
}
