// The forms of all keys of a patch, which screens draw. Not for the audio thread.
import Controls
import Matrix
import Music
import Samples
import Signal
import Text

extension PatchDocument {
  /// The form of a whole patch.
  public static var form: DocumentForm { .object { (key: PatchKey) in key.form } }
}

extension PatchKey {
  /// The form of the key's value; nil: it is never changed.
  public var form: DocumentForm? {
    switch self {
    case .version: nil
    case .name, .author: .text(128)
    case .category: .text(64)
    case .description, .howToPlay: .text(4096, lines: 3)
    case .tags: .list(most: PatchDocument.tagLimit, new: "\"new\"") { _, _ in .text(32) }
    case .tangibles: .list(most: PatchDocument.tangibleLimit, new: "\"new\"") { _, _ in .text(64) }
    case .back:
      .list(most: PatchBack.limit, new: "{\"shows\": \"group_count\"}") { _, json in Self.backForm(json) }
    case .seed: .number(.seed)
    case .map: Self.mapForm
    case .parts: .list(most: PatchSplit.limit, new: "{}") { _, _ in Self.partForm }
    case .tuning:
      .object { (key: Tuning) in
        switch key {
        case .scl: .text(PatchTuning.sclLimit, lines: 10)
        case .kbm: .text(PatchTuning.kbmLimit, lines: 10)
        }
      }
    case .voices:
      .object { (key: Voices) in
        switch key {
        case .polyphony: .number(DocumentNumber(whole: 1, 64))
        case .mono, .legato: .toggle()
        }
      }
    case .midiJoinsGroup: .toggle()
    case .pad: .number(DocumentNumber(whole: 0, 4))
    case .objects:
      .object(
        DocumentObject(
          SoundObject.allCases.map { DocumentField(UTF8Text($0.symbol).bytes, .toggle(usual: true)) }))
    case .parameters: .object(Self.parameterForms { Self.settingForm($0) })
    case .samples: .list(most: PatchSample.limit, new: "{\"file\": \"new.wav\"}") { _, _ in Self.sampleForm }
    case .wavetable:
      .object(optional: [.hash], isWhole: true) { (key: Wavetable) in
        switch key {
        case .file: .text(255)
        case .hash: .text(64)
        case .length:
          .number(
            DocumentNumber(
              whole: WavetableMemory.lengths.lowerBound, WavetableMemory.lengths.upperBound, usual: 2048))
        }
      }
    case .snapshots:
      .list(most: Program.snapshotLimit, new: "{}") { _, _ in
        .object { (key: Snapshot) in
          switch key {
          case .name: .text(PatchSnapshot.nameLimit)
          case .values: Self.valuesForm
          }
        }
      }
    case .connections:
      .list(
        most: Program.connectionLimit,
        new: "{\"source\": \"touch_x\", \"destination\": \"filter_1_cutoff\"}"
      ) { _, json in Self.connectionForm(json) }
    case .routes:
      .list(most: Program.routeLimit, new: "{\"trigger\": \"on_tap\", \"action\": \"lfo_1.reset\"}") {
        _, json in Self.routeForm(json)
      }
    case .shapes:
      .list(most: PatchShape.limit, new: "{\"points\": [[0.2, 0.2], [0.8, 0.8]]}") { _, _ in Self.shapeForm }
    case .sequences: .numbered("Sequencer", 4, Self.sequenceForm)
    case .drawn: .numbered("LFO", 4, .numbers(DocumentNumber(-1, 1, usual: 0), 32...32))
    case .world: Self.worldForm
    case .user: .numbered("Expression", Program.expressionLimit, .text(1024))
    case .macros:
      .numbered(
        "Macro", MacroSource.count,
        .object(optional: [.cc, .osc], isWhole: true) { (key: Macro) in
          switch key {
          case .name: .text(MacroSource.nameLimit)
          case .cc: .number(DocumentNumber(whole: 0, 127))
          case .osc: .text(MacroSource.addressLimit)
          }
        })
    }
  }

  /// An object with all parameters, of which few are there.
  private static func parameterForms(_ form: (Parameter) -> DocumentForm) -> DocumentObject {
    var object = DocumentObject(
      Parameter.allCases.map { DocumentField($0.spec.symbol.bytes, form($0), isOptional: true) })
    object.isSparse = true
    return object
  }

  private static func settingForm(_ parameter: Parameter) -> DocumentForm {
    let spec = parameter.spec
    return .object(short: .base) { (key: Setting) in
      switch key {
      case .base: .value(parameter)
      case .low, .high:
        .number(
          DocumentNumber(
            Double(spec.minimum), Double(spec.maximum),
            usual: Double(key == .low ? spec.minimum : spec.maximum), spec.unit))
      }
    }
  }

  /// Base values of a snapshot or a part, which say nothing of the morph.
  private static var valuesForm: DocumentForm {
    var object = parameterForms { .value($0) }
    object.fields.remove(at: Int(Parameter.morph.rawValue))
    return .object(object)
  }

  private static var mapForm: DocumentForm {
    .object { (key: Map) in
      switch key {
      case .axis: .choice(PlayingMap.Axis.allCases.map { $0.symbol })
      case .low, .high, .root: .number(DocumentNumber(0, 127, .semitones))
      case .scale: .choice(Scale.allCases.map { $0.symbol })
      case .quantise: .choice(PlayingMap.Quantise.allCases.map { $0.symbol })
      case .glide: .number(DocumentNumber(0, 2, .seconds))
      }
    }
  }

  private static var region: DocumentForm {
    .tuple(["left", "bottom", "right", "top"], DocumentNumber(0, 1))
  }

  private static var partForm: DocumentForm {
    .object(optional: [.region, .source, .keys, .choke]) { (key: Part) in
      switch key {
      case .name: .text(128)
      case .region: region
      case .source: .text(32)
      case .keys: .numbers(DocumentNumber(whole: 0, 127, isKey: true), 0...128)
      case .quarters: .number(DocumentNumber(whole: 0, 3))
      case .map: mapForm
      case .octave: .number(DocumentNumber(whole: -5, 5, usual: 0))
      case .silent, .relates: .toggle()
      case .plays: .choice(["voices", "world"])
      case .choke: .number(DocumentNumber(whole: 1, 8))
      case .parameters: valuesForm
      }
    }
  }

  private static func connectionForm(_ json: JSON) -> DocumentForm {
    var destination = Parameter.filterCutoff
    if case .string(let symbol)? = json.member(Connection.destination.bytes)?.value {
      destination = Parameter.named(symbol) ?? destination
    }
    let spec = destination.spec
    let scales = spec.unit == .semitones ? Scale.allCases.map { $0.symbol } : []
    return .object { (key: Connection) in
      switch key {
      case .source: .controller
      case .destination: .parameter
      case .low, .high:
        .number(
          DocumentNumber(
            Double(spec.minimum), Double(spec.maximum),
            usual: Double(key == .low ? spec.minimum : spec.maximum), spec.unit))
      case .sensitivity: .number(DocumentNumber(0, 16, usual: 1))
      case .direction: .choice(["up", "down"])
      case .slope: .number(DocumentNumber(-1, 1, usual: 0), words: scales)
      case .smooth: .numbers(DocumentNumber(0, 10, .seconds), 1...2)
      case .gate: .choice(Gate.allCases.map { $0.symbol })
      case .mode: .choice(Mode.allCases.map { $0.symbol })
      case .combine: .choice(Combine.allCases.map { $0.symbol })
      case .amount: .number(DocumentNumber(-2, 2, usual: 1))
      }
    }
  }

  private static var shapeForm: DocumentForm {
    .object { (key: Shape) in
      switch key {
      case .name: .text(PatchShape.nameLimit)
      case .rotation: .choice(["same", "any"])
      case .size: .choice(["any", "same"])
      case .points:
        .list(most: PatchShape.pointLimit, new: "[0.5, 0.5]") { _, _ in
          .tuple(["x", "y"], DocumentNumber(0, 1))
        }
      }
    }
  }

  private static var sampleForm: DocumentForm {
    .object(optional: [.hash, .keys, .loop]) { (key: Sample) in
      switch key {
      case .file: .text(255)
      case .hash: .text(64)
      case .keys: .tuple(["low", "high"], DocumentNumber(whole: 0, 127, isKey: true))
      case .root: .number(DocumentNumber(0, 127, usual: 60, .semitones))
      case .loop: .tuple(["start", "end"], DocumentNumber(whole: 0, RecordedSound.byteLimit, .frames))
      case .oneShot: .toggle()
      }
    }
  }

  private static var sequenceForm: DocumentForm {
    .object { (key: Sequence) in
      switch key {
      case .order: .choice(StepSequence.Order.allCases.map { $0.symbol })
      case .steps:
        .list(most: 32, new: "0") { _, _ in
          .object(short: .value) { (key: Step) in
            switch key {
            case .value: .number(DocumentNumber(-1, 1, usual: 0))
            case .on: .toggle(usual: true)
            case .probability: .number(DocumentNumber(0, 1, usual: 1))
            case .tie: .toggle()
            case .glide: .number(DocumentNumber(0, 1, usual: 0))
            }
          }
        }
      }
    }
  }
}

// Routes: which keys there are depends on the trigger.

extension PatchKey {
  private static func routeForm(_ json: JSON) -> DocumentForm {
    let trigger = PatchRoute.trigger(of: json)
    return .object(optional: [.number, .region, .source, .kind, .condition, .hysteresis]) { (key: Route) in
      guard PatchRoute.has(key, trigger) else { return nil }
      switch key {
      case .trigger: return .choice(Trigger.allCases.map { $0.symbol })
      case .number:
        guard case .number(let most) = trigger.argument else { return nil }
        return .number(DocumentNumber(whole: 1, most))
      case .region: return region
      case .source: return .text(32)
      case .kind: return .choice(SourceKind.allCases.map { $0.symbol })
      case .condition: return .text(PatchRoute.conditionLimit)
      case .of: return .controller
      case .level, .hysteresis:
        var spec = Controller.touchX.spec
        if case .string(let symbol)? = json.member(Route.of.bytes)?.value,
          let of = Controller.allCases.first(where: { $0.spec.symbol.isText(symbol) })
        {
          spec = of.spec
        }
        let width = Double(spec.fullScale - spec.minimum)
        return .number(
          key == .level
            ? DocumentNumber(Double(spec.minimum), Double(spec.fullScale), spec.unit)
            : DocumentNumber(0, width, usual: width / 50, spec.unit))
      case .direction: return .choice(["up", "down"])
      case .action: return .choice(Action.allCases.map { $0.symbol })
      }
    }
  }
}

extension PatchRoute {
  fileprivate static func trigger(of json: JSON) -> Trigger {
    guard case .string(let symbol)? = json.member(PatchKey.Route.trigger.bytes)?.value else { return .tap }
    return Trigger.allCases.first { symbol == $0.symbol } ?? .tap
  }

  /// Whether a route with a trigger has a use for a key.
  fileprivate static func has(_ key: PatchKey.Route, _ trigger: Trigger) -> Bool {
    switch key {
    case .trigger, .action, .condition: true
    case .number: if case .number = trigger.argument { true } else { false }
    case .region: trigger.argument == .region
    case .source, .kind: trigger.isOfTouches
    case .of, .level, .hysteresis, .direction: trigger.argument == .level
    }
  }

  /// A route after its trigger has been changed: without the keys for which this one has no use, and with
  /// those that it needs.
  public static func completed(_ json: JSON) -> JSON {
    let trigger = trigger(of: json)
    var json = json
    for key in PatchKey.Route.allCases where !has(key, trigger) {
      json = json.setting([.key(key.bytes)], to: nil)
    }
    guard trigger.argument == .level else { return json }
    if json.member(PatchKey.Route.of.bytes) == nil {
      json = json.setting(
        [.key(PatchKey.Route.of.bytes)], to: JSON(.string(Controller.touchX.spec.symbol.bytes)))
    }
    if json.member(PatchKey.Route.level.bytes) == nil {
      json = json.setting([.key(PatchKey.Route.level.bytes)], to: JSON(.real(0.5)))
    }
    return json
  }
}
