// The specification of every port of the Tone Matrix: the one place that TTL, docs and clamps come from.

extension ToneMatrixPort {
  public var spec: Spec {
    @_noLocks get {
      if let (layer, setting) = layerSetting { return Self.spec(of: setting, layer) }
      switch self {
      case .events:
        return Spec(
          Symbol("events"), Symbol("Events"), .events, flow: .atomInput,
          "The host's timeline, MIDI to play along with, and changes of the grid.")
      case .midiOut:
        return Spec(
          Symbol("midi_out"), Symbol("MIDI out"), .events, flow: .atomOutput,
          "The notes that the grid plays; and what the matrix has to say to its host: the grid, its changes, what was refused, what plays."
        )
      case .transpose, .velocity, .gate, .swing, .probability: return allSpec
      case .enabled, .freeWheel, .oscListen, .oscPort, .oscSurface: return hostSpec
      case .clock, .transport, .tempo, .switchAt, .midiIn, .latch, .editLayer, .lights, .panic:
        return playSpec
      default: return liveSpec
      }
    }
  }

  private var hostSpec: Spec {
    switch self {
    case .enabled:
      Spec(
        Symbol("enabled"), Symbol("Enabled"), .setup, default: 1, style: .hostEnabled,
        "Off ends all notes; what comes in passes through.")
    case .freeWheel:
      Spec(
        Symbol("free_wheel"), Symbol("Free wheel"), .setup, style: .hostFreeWheeling,
        "Set by the host while it renders; nothing is recorded into the grid then.")
    case .oscListen:
      Spec(
        Symbol("osc_listen"), Symbol("OSC listen"), .setup, .none, 0...2, default: 1, style: .setupChoice,
        "Who may edit the grid over OSC: nobody, programs on this machine, or the network.")
    case .oscPort:
      Spec(
        Symbol("osc_port"), Symbol("OSC port"), .setup, .none, 1024...65535, default: 3333,
        style: .setupInteger,
        "The UDP port to listen on; if it is taken, the next free one (see OSC port in use).")
    default:  // oscSurface
      Spec(
        Symbol("osc_surface"), Symbol("OSC surface"), .setup, .none, 0...16, style: .setupInteger,
        "Also take messages addressed to /tactus/surface/N/…; 0 takes only those without a number.")
    }
  }

  private var playSpec: Spec {
    switch self {
    case .clock:
      Spec(
        Symbol("clock"), Symbol("Clock"), .setup, .none, 0...1, style: .choice,
        "What moves the grid: the host's timeline, or a clock of its own.")
    case .transport:
      Spec(
        Symbol("transport"), Symbol("Transport"), .setup, .none, 0...2, default: 1, style: .choice,
        "Of the own clock: stop goes back to the beginning, pause stays where it is.")
    case .tempo:
      Spec(
        Symbol("tempo"), Symbol("Tempo"), .setup, .beatsPerMinute, 20...300, default: 120,
        "Of the own clock, quarter notes a minute. A change keeps the place in the bar.")
    case .switchAt:
      Spec(
        Symbol("switch_at"), Symbol("Switch at"), .setup, .none, 0...2, default: 2, style: .choice,
        "When another pattern that was asked for begins.")
    case .midiIn:
      Spec(
        Symbol("midi_in"), Symbol("MIDI in"), .setup, .none, 0...4, style: .choice,
        "What keys that come in do: pass, transpose, be recorded, press pads of a note grid, choose patterns."
      )
    case .latch:
      Spec(
        Symbol("latch"), Symbol("Latch"), .setup, style: .toggle,
        "A transposition stays when its key is released.")
    case .editLayer:
      Spec(
        Symbol("edit_layer"), Symbol("Edit layer"), .setup, .none, 1...4, default: 1, style: .integer,
        "The layer that is recorded into and that a note grid shows.")
    case .lights:
      Spec(
        Symbol("lights"), Symbol("Lights"), .setup, style: .toggle,
        "Sends the lights of a note grid on MIDI out, on the channel that the grid's pads have.")
    default:  // panic
      Spec(Symbol("panic"), Symbol("Panic"), .setup, style: .momentary, "Ends every note at once.")
    }
  }

  private var allSpec: Spec {
    switch self {
    case .transpose:
      Spec(
        Symbol("transpose"), Symbol("Transpose"), .all, .semitones, -24...24, style: .integer,
        "Moves the notes of all scales; rows with a note of their own stay.")
    case .velocity:
      Spec(
        Symbol("velocity"), Symbol("Velocity"), .all, .none, 0...2, default: 1,
        "Multiplies all velocities.")
    case .gate:
      Spec(
        Symbol("gate"), Symbol("Gate"), .all, .none, 0.0625...4, default: 1, style: .logarithmic,
        "Multiplies the lengths of all notes.")
    case .swing:
      Spec(
        Symbol("swing"), Symbol("Swing"), .all, .percent, -75...75, style: .integer,
        "Added to the swing of each layer; every second step is late by that part of a step.")
    default:  // probability
      Spec(
        Symbol("probability"), Symbol("Probability"), .all, .none, 0...1, default: 1,
        "Multiplies the probability of every cell.")
    }
  }

  @_noLocks private static func spec(of setting: LayerSetting, _ layer: Int) -> Spec {
    let group: Group = layer == 0 ? .layer1 : layer == 1 ? .layer2 : layer == 2 ? .layer3 : .layer4
    let symbol = Symbol("layer_", number: layer + 1, tail: ending(of: setting))
    let name = Symbol("Layer ", number: layer + 1, tail: words(of: setting))
    switch setting {
    case .play:
      return Spec(symbol, name, group, default: 1, style: .toggle, "Off: the layer is silent.")
    case .pattern:
      return Spec(
        symbol, name, group, .none, 0...16, style: .integer,
        "The pattern that plays; 0 leaves it to the grid. Acts when it changes.")
    case .octave:
      return Spec(
        symbol, name, group, .none, -4...4, style: .integer, "Added to the octave that the grid says.")
    case .transpose:
      return Spec(
        symbol, name, group, .semitones, -24...24, style: .integer,
        "Moves the notes of the layer's scale; rows with a note of their own stay.")
    case .velocity:
      return Spec(symbol, name, group, .none, 0...2, default: 1, "Multiplies the layer's velocities.")
    case .gate:
      return Spec(
        symbol, name, group, .none, 0.0625...4, default: 1, style: .logarithmic,
        "Multiplies the lengths of the layer's notes.")
    case .swing:
      return Spec(
        symbol, name, group, .percent, -75...75, style: .integer, "Added to the swing that the grid says.")
    case .probability:
      return Spec(
        symbol, name, group, .none, 0...1, default: 1, "Multiplies the probability of the layer's cells.")
    case .division:
      return Spec(
        symbol, name, group, .none, 0...21, style: .choice,
        "The length of a step instead of the one that the grid says.")
    case .direction:
      return Spec(
        symbol, name, group, .none, 0...5, style: .choice,
        "The way through the steps instead of the one that the grid says.")
    case .channel:
      return Spec(
        symbol, name, group, .none, 0...17, style: .integer,
        "The MIDI channel instead of the one that the grid says; 0 leaves it, 17 is MPE.")
    }
  }

  @_noLocks private static func ending(of setting: LayerSetting) -> StaticString {
    switch setting {
    case .play: "_play"
    case .pattern: "_pattern"
    case .octave: "_octave"
    case .transpose: "_transpose"
    case .velocity: "_velocity"
    case .gate: "_gate"
    case .swing: "_swing"
    case .probability: "_probability"
    case .division: "_division"
    case .direction: "_direction"
    case .channel: "_channel"
    }
  }

  @_noLocks private static func words(of setting: LayerSetting) -> StaticString {
    switch setting {
    case .play: " play"
    case .pattern: " pattern"
    case .octave: " octave"
    case .transpose: " transpose"
    case .velocity: " velocity"
    case .gate: " gate"
    case .swing: " swing"
    case .probability: " probability"
    case .division: " division"
    case .direction: " direction"
    case .channel: " channel"
    }
  }

  private var liveSpec: Spec {
    switch self {
    case .liveNotes:
      Spec(
        Symbol("live_notes"), Symbol("Notes sounding"), .live, .none, 0...128, flow: .controlOutput,
        style: .integer, "How many notes sound.")
    case .liveDropped:
      Spec(
        Symbol("live_dropped"), Symbol("Notes dropped"), .live, .none, 0...1_000_000, flow: .controlOutput,
        style: .integer, "Notes for which MIDI out had no room, since the beginning.")
    case .liveOscPort:
      Spec(
        Symbol("live_osc_port"), Symbol("OSC port in use"), .live, .none, 0...65535, flow: .controlOutput,
        style: .integer, "The UDP port that is really open; 0 while none is.")
    case .livePattern1, .livePattern2, .livePattern3, .livePattern4:
      Spec(
        Symbol("live_pattern_", number: Int(rawValue - ToneMatrixPort.livePattern1.rawValue) + 1),
        Symbol("Pattern of layer ", number: Int(rawValue - ToneMatrixPort.livePattern1.rawValue) + 1), .live,
        .none, 1...16, default: 1, flow: .controlOutput, style: .integer, "The pattern that plays.")
    default:  // liveColumn
      Spec(
        Symbol("live_column_", number: Int(rawValue - ToneMatrixPort.liveColumn1.rawValue) + 1),
        Symbol("Column of layer ", number: Int(rawValue - ToneMatrixPort.liveColumn1.rawValue) + 1), .live,
        .none, 0...32, flow: .controlOutput, style: .integer,
        "The step that plays, from 1; 0 while none does.")
    }
  }

  /// The named values of a port with the style `choice` or `setupChoice`, in order from 0; others have none.
  public var choices: [StaticString] {
    switch self {
    case .oscListen: return ["Off", "This machine", "Network"]
    case .clock: return ["Host", "Own"]
    case .transport: return ["Stop", "Play", "Pause"]
    case .switchAt: return ["At once", "Next beat", "Next bar"]
    case .midiIn: return ["Pass", "Transpose", "Record", "Pads", "Patterns"]
    default:
      switch layerSetting?.setting {
      case .division: return ["As the grid says"] + Division.allCases.map { $0.symbol }
      case .direction: return ["As the grid says"] + Direction.allCases.map { $0.symbol }
      default: return []
      }
    }
  }
}
