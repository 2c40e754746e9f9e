// The specification of every port of Tactus Touch: the one place that TTL, docs and clamps come from.

extension TouchPort {
  public var spec: Spec {
    @_noLocks get {
      switch self {
      case .events:
        Spec(
          Symbol("events"), Symbol("Events"), .audio, flow: .atomInput,
          "MIDI, the host's timeline, and touches as atoms.")
      case .notify:
        Spec(
          Symbol("notify"), Symbol("Notify"), .audio, flow: .atomOutput,
          "What the instrument has to say to its host: the patch, its changes, what was refused.")
      case .outLeft:
        Spec(Symbol("out_left"), Symbol("Left"), .audio, flow: .audioOutput, "Left audio output.")
      case .outRight:
        Spec(Symbol("out_right"), Symbol("Right"), .audio, flow: .audioOutput, "Right audio output.")
      case .enabled, .freeWheel, .level, .oscListen, .oscPort, .oscSurface, .mpe, .polyphony, .hold, .panic,
        .tuningReference, .bendRange:
        setupSpec
      case .cutoff, .resonance, .attack, .decay, .sustain, .release, .glide, .detune, .drive, .lfoRate,
        .lfoDepth, .delay, .reverb, .chorus, .brightness, .width:
        quickSpec
      case .liveCount, .liveCentroidX, .liveCentroidY, .liveSpread, .liveTotalSpeed, .liveRotation,
        .liveScale,
        .liveHullArea, .liveLastX, .liveLastY, .liveVoices, .liveOscPort, .latency:
        liveSpec
      default:
        if let controller {
          Self.spec(of: controller, in: controllerGroup)
        } else {
          Spec(
            Symbol("trim_", number: trimNumber, digits: 2), Symbol("Trim ", number: trimNumber), .trim, .none,
            0...2,
            default: 1, "Multiplies the amount of one of the patch's first 32 connections, by its place.")
        }
      }
    }
  }

  private var setupSpec: Spec {
    switch self {
    case .enabled:
      Spec(
        Symbol("enabled"), Symbol("Enabled"), .setup, default: 1, style: .hostEnabled,
        "Off fades the instrument to silence and ends its notes.")
    case .freeWheel:
      Spec(
        Symbol("free_wheel"), Symbol("Free wheel"), .setup, style: .hostFreeWheeling,
        "Set by the host while it renders; touches from the network are then ignored.")
    case .level:
      Spec(Symbol("level"), Symbol("Level"), .setup, .decibels, -60...12, "The loudness of everything.")
    case .oscListen:
      Spec(
        Symbol("osc_listen"), Symbol("OSC listen"), .setup, .none, 0...2, default: 1, style: .setupChoice,
        "Who may send touches over OSC: nobody, programs on this machine, or the network.")
    case .oscPort:
      Spec(
        Symbol("osc_port"), Symbol("OSC port"), .setup, .none, 1024...65535, default: 3333,
        style: .setupInteger,
        "The UDP port to listen on; if it is taken, the next free one (see OSC port in use).")
    case .oscSurface:
      Spec(
        Symbol("osc_surface"), Symbol("OSC surface"), .setup, .none, 0...16, style: .setupInteger,
        "Also take messages addressed to /tactus/surface/N/…; 0 takes only those without a number.")
    case .mpe:
      Spec(
        Symbol("mpe"), Symbol("MPE"), .setup, .none, 0...3, default: 3, style: .choice,
        "Where MPE zones are: nowhere, on channel 1 with fifteen members, on channel 16, or where configuration messages say."
      )
    case .polyphony:
      Spec(
        Symbol("polyphony"), Symbol("Polyphony"), .setup, .none, 1...64, default: 64, style: .integer,
        "How many voices may sound at once; a patch may ask for fewer. Sixteen share a bank, which costs nothing while it is silent."
      )
    case .hold:
      Spec(
        Symbol("hold"), Symbol("Hold"), .setup, .none, 0...2, default: 0, style: .choice,
        "Notes and touches that end go on sounding: as with a sustain pedal, or (latch) until a next one begins with nothing down."
      )
    case .panic:
      Spec(
        Symbol("panic"), Symbol("Panic"), .setup, style: .momentary,
        "Ends every touch and every voice at once.")
    case .tuningReference:
      Spec(
        Symbol("tuning_reference"), Symbol("Tuning reference"), .setup, .hertz, 380...500, default: 440,
        "The frequency of the A above middle C.")
    default:  // bendRange
      Spec(
        Symbol("bend_range"), Symbol("Bend range"), .setup, .semitones, 0...96, default: 2, style: .integer,
        "How far the pitch wheel reaches for plain MIDI notes; MPE zones have ranges of their own.")
    }
  }

  private var quickSpec: Spec {
    switch self {
    case .cutoff:
      Spec(
        Symbol("cutoff"), Symbol("Cutoff"), .quick, .octaves, -5...5, "Moves the filter's cutoff up or down.")
    case .resonance:
      Spec(
        Symbol("resonance"), Symbol("Resonance"), .quick, .none, -1...1,
        "More or less resonance of the filter.")
    case .attack: Self.time("attack", "Attack", "Multiplies the attack time.")
    case .decay: Self.time("decay", "Decay", "Multiplies the decay time.")
    case .sustain:
      Spec(
        Symbol("sustain"), Symbol("Sustain"), .quick, .none, -1...1, "Raises or lowers the sustain level.")
    case .release: Self.time("release", "Release", "Multiplies the release time.")
    case .glide:
      Spec(
        Symbol("glide"), Symbol("Glide"), .quick, .seconds, 0...2, "Adds time to glide from note to note.")
    case .detune:
      Spec(
        Symbol("detune"), Symbol("Detune"), .quick, .cents, 0...100,
        "Pulls the two oscillators apart in pitch.")
    case .drive:
      Spec(Symbol("drive"), Symbol("Drive"), .quick, .decibels, 0...36, "Overdrives the sum of all voices.")
    case .lfoRate: Self.time("lfo_rate", "LFO rate", "Multiplies the speed of LFO 1.")
    case .lfoDepth:
      Spec(
        Symbol("lfo_depth"), Symbol("LFO depth"), .quick, .semitones, 0...12, "Adds vibrato by LFO 1.")
    case .delay:
      Spec(Symbol("delay"), Symbol("Delay"), .quick, .none, 0...1, "Adds echoes.")
    case .reverb:
      Spec(Symbol("reverb"), Symbol("Reverb"), .quick, .none, 0...1, "Adds the sound of a room.")
    case .chorus:
      Spec(
        Symbol("chorus"), Symbol("Chorus"), .quick, .none, 0...1, "Adds slowly moving copies of the sound.")
    case .brightness:
      Spec(
        Symbol("brightness"), Symbol("Brightness"), .quick, .none, -1...1,
        "Makes every touch sound as if it were higher (or lower) on the surface.")
    default:  // width
      Spec(
        Symbol("width"), Symbol("Width"), .quick, .none, -1...1,
        "Spreads the voices wider across, or draws them to the middle.")
    }
  }

  private static func time(_ symbol: StaticString, _ name: StaticString, _ text: StaticString) -> Spec {
    Spec(
      Symbol(symbol), Symbol(name), .quick, .none, 0.0625...16, default: 1, style: .logarithmic, text)
  }

  private var liveSpec: Spec {
    switch self {
    case .liveCount:
      Spec(
        Symbol("live_count"), Symbol("Live touches"), .live, .none, 0...64, flow: .controlOutput,
        style: .integer,
        "How many touches are live.")
    case .liveCentroidX:
      Self.live("live_centroid_x", "Live centroid x", .groupCentroidX, "Mean x of the live touches.")
    case .liveCentroidY:
      Self.live("live_centroid_y", "Live centroid y", .groupCentroidY, "Mean y of the live touches.")
    case .liveSpread:
      Self.live("live_spread", "Live spread", .groupSpread, "Mean distance to the centroid.")
    case .liveTotalSpeed:
      Self.live(
        "live_total_speed", "Live total speed", .groupTotalSpeed,
        "Sum of all speeds.")
    case .liveRotation:
      Self.live(
        "live_rotation", "Live rotation", .groupRotation,
        "How far the group has turned.")
    case .liveScale:
      Self.live(
        "live_scale", "Live scale", .groupScale,
        "How far the group has been spread or pinched.")
    case .liveHullArea:
      Self.live(
        "live_hull_area", "Live hull area", .groupHullArea,
        "Area of the convex hull.")
    case .liveLastX:
      Self.live("live_last_x", "Last touch x", .touchX, "Where the touch that spoke last is, left to right.")
    case .liveLastY:
      Self.live("live_last_y", "Last touch y", .touchY, "Where the touch that spoke last is, bottom to top.")
    case .liveVoices:
      Spec(
        Symbol("live_voices"), Symbol("Voices sounding"), .live, .none, 0...64, flow: .controlOutput,
        style: .integer, "How many voices sound.")
    case .latency:
      Spec(
        Symbol("latency"), Symbol("Latency"), .live, .frames, 0...2048, flow: .controlOutput,
        style: .hostLatency, "How many frames the sound comes late: 0, and 1.5 ms with the limiter on.")
    default:  // liveOscPort
      Spec(
        Symbol("live_osc_port"), Symbol("OSC port in use"), .live, .none, 0...65535, flow: .controlOutput,
        style: .integer, "The UDP port that is really open; 0 while none is.")
    }
  }

  private static func live(
    _ symbol: StaticString, _ name: StaticString, _ controller: Controller,
    _ text: StaticString
  ) -> Spec {
    let of = controller.spec
    return Spec(
      Symbol(symbol), Symbol(name), .live, of.unit, of.minimum...of.fullScale, default: of.rest,
      flow: .controlOutput, text)
  }

  private static func spec(of controller: Controller, in group: Group) -> Spec {
    let of = controller.spec
    return Spec(
      of.symbol, of.name, group, of.unit, of.minimum...of.fullScale, default: of.rest, of.text)
  }

  /// The controller whose value, while no hand supplies it, this port is.
  public var controller: Controller? {
    @_noLocks get {
      let place = Int(rawValue) - Int(TouchPort.macro1.rawValue)
      return place <= Int(Controller.lastWithPort.rawValue) ? Controller.at(place) : nil
    }
  }

  /// Whether a host that writes automation itself is told what hands do: macros, the group and motion.
  public var isTold: Bool {
    let group = spec.group
    return group == .macro || group == .group || group == .motion
  }

  /// The controller of the group that an output shows.
  public var shown: Controller? {
    @_noLocks get {
      switch self {
      case .liveCentroidX: .groupCentroidX
      case .liveCentroidY: .groupCentroidY
      case .liveSpread: .groupSpread
      case .liveTotalSpeed: .groupTotalSpeed
      case .liveRotation: .groupRotation
      case .liveScale: .groupScale
      case .liveHullArea: .groupHullArea
      default: nil
      }
    }
  }

  private var controllerGroup: Group {
    if rawValue <= TouchPort.macro8.rawValue { return .macro }
    if rawValue <= TouchPort.touchVertexAngle.rawValue { return .touch }
    return rawValue <= TouchPort.groupAxisAngle.rawValue ? .group : .motion
  }

  private var trimNumber: Int { Int(rawValue - TouchPort.trim01.rawValue) + 1 }

  /// The named values of a port with the style `choice` or `setupChoice`, in order from 0; others have none.
  public var choices: [StaticString] {
    switch self {
    case .oscListen: ["Off", "This machine", "Network"]
    case .hold: ["Off", "Sustain", "Latch"]
    case .mpe: ["Off", "Lower zone", "Upper zone", "Detect"]
    default: []
    }
  }
}
