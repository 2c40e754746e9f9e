// The settings of an output as controls, and their edits. Any thread.
import Controls
import Instrument
import Matrix
import Music
import Paint
import PanelModel
import Patches
import Text
import Toolkit

/// A tool of the tab *Out* of *Matrix*.
public enum OutputTool: Equatable, Sendable {
  /// Shows the tab; chooses a source, then a destination.
  case tab, add
  /// An output by its place, from 0; the ends of its range; a setting.
  case open(Int)
  case low(Int)
  case high(Int)
  case field(Int, OutputField)
  case use(Controller)
  case new(Controller, OutputDestination)
  /// Lists what an output, from 0, may have; sets it.
  case listSources(Int)
  case listKinds(Int)
  case listTriggers(Int)
  case listEnds(Int)
  case listVelocities(Int)
  case source(Int, Controller)
  case kind(Int, OutputDestination)
  case trigger(Int, Trigger?)
  case end(Int, Trigger?)
  case velocity(Int, Controller)
  /// Switches an output on or off, removes it, and shows its texts on *Patch*.
  case toggle(Int)
  case remove(Int)
  case texts(Int)
}

/// The settings of an output that are one number or one choice.
public enum OutputField: UInt8, CaseIterable, Sendable {
  case number, channel, voices, command, slope, direction, smoothUp, smoothDown, threshold, rate, length

  /// Whether an output has it.
  func isThere(in output: Output) -> Bool {
    let hasValue = output.kind != .clock && output.kind != .machine
    switch self {
    case .number: return output.kind.numbers != nil
    case .channel: return output.kind.hasChannel
    case .voices: return output.kind.isPerVoice
    case .command: return output.kind == .machine
    case .slope, .direction: return hasValue
    case .smoothUp, .smoothDown, .threshold: return hasValue && output.kind != .note
    case .rate: return output.kind != .clock
    case .length: return output.kind == .note && output.trigger != nil
    }
  }

  /// The setting of an output as a control sets it.
  func value(of output: Output) -> ControlValue {
    func named(_ name: StaticString) -> [UInt8] { UTF8Text(name).bytes }
    func list(
      _ name: StaticString, _ index: Int, _ count: Int, _ words: @escaping @Sendable (Int) -> [UInt8]
    ) -> ControlValue {
      ControlValue(named(name), index, 0...count - 1, usual: 0, .list, words: words)
    }
    switch self {
    case .number:
      let range = output.kind.numbers ?? 0...127
      return ControlValue(named("Number"), output.number, range, usual: max(1, range.lowerBound))
    case .channel: return ControlValue(named("Channel"), output.channel, 1...16, usual: 1)
    case .voices:
      return list("Voices", output.voices.index, OutputVoices.allCases.count) {
        ValueText.plain(OutputVoices.allCases[$0].symbol)
      }
    case .command:
      return list("Command", output.command.index, MachineCommand.allCases.count) {
        ValueText.plain(MachineCommand.allCases[$0].symbol)
      }
    case .slope: return ControlValue(named("Slope"), output.curve, -1...1, usual: 0)
    case .direction:
      return list("Direction", output.isInverted ? 1 : 0, 2) {
        UTF8Text($0 == 1 ? "inverted" : "normal").bytes
      }
    case .smoothUp:
      return ControlValue(named("Rise time"), output.smoothUp, 0...10, usual: 0, .seconds, .root)
    case .smoothDown:
      return ControlValue(named("Fall time"), output.smoothDown, 0...10, usual: 0, .seconds, .root)
    case .threshold: return ControlValue(named("Threshold"), output.threshold, 0...1, usual: 0, .none, .root)
    case .rate:
      return ControlValue(
        named("Rate"), output.rate, Output.rates, usual: Output.usualRate, .hertz, .logarithmic)
    case .length:
      return ControlValue(
        named("Length"), output.length, 0...Output.lengths.upperBound, usual: 0, .seconds, .root)
    }
  }

  func set(_ value: Float, in output: inout Output) {
    switch self {
    case .number: output.number = Int(value)
    case .channel: output.channel = Int(value)
    case .voices: output.voices = OutputVoices.allCases[Int(value)]
    case .command: output.command = MachineCommand.allCases[Int(value)]
    case .slope: output.curve = value
    case .direction: output.isInverted = value >= 0.5
    case .smoothUp: output.smoothUp = value
    case .smoothDown: output.smoothDown = value
    case .threshold: output.threshold = value
    case .rate: output.rate = value
    case .length: output.length = value > 0 ? max(value, Output.lengths.lowerBound) : 0
    }
  }
}

extension SoundScreens {
  /// The value that a control of an output sets, or nil if it sets none.
  func value(of tool: OutputTool) -> ControlValue? {
    let count = model.patch.outputs.count
    switch tool {
    case .low(let place) where place < count: return low(of: output(place))
    case .high(let place) where place < count: return high(of: output(place))
    case .field(let place, let field) where place < count: return field.value(of: output(place).output)
    default: return nil
    }
  }

  /// Sets the value of a control of an output.
  mutating func set(_ tool: OutputTool, to value: Float, _ requests: inout [PanelRequest]) {
    switch tool {
    case .low(let place): change(output: place, &requests) { $0.output.low = value / Self.scale(of: $0) }
    case .high(let place): change(output: place, &requests) { $0.output.high = value / Self.scale(of: $0) }
    case .field(let place, let field):
      change(output: place, &requests) { field.set(value, in: &$0.output) }
    default: break
    }
  }

  /// The ends of an output's range as controls set them.
  func low(of one: PatchOutput) -> ControlValue { end(of: one, one.output.low, "Low end of ") }
  func high(of one: PatchOutput) -> ControlValue { end(of: one, one.output.high, "High end of ") }

  /// The factor from a stored range end to the one shown. MIDI ranges are shown in steps, such as 0…127.
  static func scale(of one: PatchOutput) -> Float {
    let kind = one.output.kind
    return kind == .note ? 1 : max(1, Float(kind.steps))
  }

  private func end(of one: PatchOutput, _ value: Float, _ words: StaticString) -> ControlValue {
    let kind = one.output.kind
    // OSC takes any number; the bar has what most programs expect.
    let range: ClosedRange<Float> =
      kind == .osc
      ? min(0, one.output.low, one.output.high)...max(1, one.output.low, one.output.high) : kind.limits
    let name: UTF8Text = "\(words)\(Self.name(of: one, model))"
    if kind == .note {
      return ControlValue(name.bytes, Int(value.rounded()), 0...127, usual: Int(kind.range.low)) {
        ValueText.note($0)
      }
    }
    let scale = Self.scale(of: one)
    if scale > 1 {
      return ControlValue(
        name.bytes, Int((value * scale).rounded()), 0...Int(scale), usual: Int(kind.range.low * scale))
    }
    return ControlValue(name.bytes, value, range, usual: kind.range.low)
  }

  static func name(of one: PatchOutput, _ model: ViewModel) -> UTF8Text {
    "\(Self.source(of: one, model)) to \(destination(of: one))"
  }

  /// The source as people read it: the trigger, if one sends the value.
  static func source(of one: PatchOutput, _ model: ViewModel) -> UTF8Text {
    if one.output.kind == .clock { return "Timeline" }
    if let trigger = one.output.trigger {
      let words = UTF8Text(bytes: Self.title(of: trigger))
      return one.output.kind == .machine || one.output.source == .constant
        ? words : "\(words): \(model.name(of: one.output.source))"
    }
    return UTF8Text(bytes: model.name(of: one.output.source))
  }

  /// A trigger as people read it: its symbol without “on”.
  static func title(of trigger: Trigger) -> [UInt8] {
    var words = Array(ValueText.plain(trigger.symbol).dropFirst(3))
    if let first = words.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first { words[0] = first & 0xDF }
    return words
  }

  /// The destination as people read it.
  /// - Parameter isShort: whether the channel is abbreviated.
  static func destination(of one: PatchOutput, isShort: Bool = false) -> UTF8Text {
    let number = one.output.number
    let channel: UTF8Text = isShort ? "ch. \(one.output.channel)" : "channel \(one.output.channel)"
    switch one.output.kind {
    case .control: return "CC \(number), \(channel)"
    case .control14: return "CC \(number) + \(number + 32), \(channel)"
    case .nrpn: return "NRPN \(number), \(channel)"
    case .pitchBend: return "Pitch bend, \(channel)"
    case .channelPressure: return "Channel pressure, \(channel)"
    case .keyPressure: return "Key pressure, \(channel)"
    case .note: return "Notes, \(channel)"
    case .program: return "Program change, \(channel)"
    case .machine: return "MMC \(ValueText.plain(one.output.command.symbol))"
    case .clock: return "MIDI clock"
    case .osc: return "\(one.address) at \(one.destination.isEmpty ? [63] : one.destination)"
    case .port: return "Output \(number)"
    }
  }

  /// An output as it is, or as it is being dragged.
  func output(_ place: Int) -> PatchOutput {
    matrix.editedOutputs[place] ?? model.patch.outputs[place]
  }

  /// Changes an output: at once for the eye, and as a request.
  mutating func change(
    output place: Int, _ requests: inout [PanelRequest], _ body: (inout PatchOutput) -> Void
  ) {
    guard model.patch.outputs.indices.contains(place) else { return }
    var changed = output(place)
    body(&changed)
    guard changed != output(place) else { return }
    matrix.editedOutputs[place] = changed
    requests.append(.edit(.output(place: place + 1, changed), revision: model.revision))
  }

  mutating func use(_ tool: OutputTool, _ requests: inout [PanelRequest]) {
    switch tool {
    case .open(let place): (matrix.chosenOutput, matrix.isOutputSought) = (place, true)
    case .low, .high, .field: break
    case .tab: (matrix.tab, matrix.hasTab, matrix.outputScroll) = (!showsOutputs, true, 0)
    case .add:
      list("Source", RegistryList.controllers, nil, &requests) { .use($0) }
    case .use(let source): listKinds("\(model.name(of: source)) to", nil, &requests) { .new(source, $0) }
    case .new(let source, let kind): add(source, kind, &requests)
    case .listSources(let place):
      list("Source", RegistryList.controllers, output(place).output.source, &requests) { .source(place, $0) }
    case .listVelocities(let place):
      list("Velocity", RegistryList.controllers, output(place).output.velocity, &requests) {
        .velocity(place, $0)
      }
    case .listKinds(let place):
      listKinds("Destination", output(place).output.kind, &requests) { .kind(place, $0) }
    case .listTriggers(let place):
      listTriggers("Trigger", output(place).output.trigger, &requests) { .trigger(place, $0) }
    case .listEnds(let place):
      listTriggers("End", output(place).output.end, &requests) { .end(place, $0) }
    case .source(let place, let source): change(output: place, &requests) { $0.output.source = source }
    case .velocity(let place, let source): change(output: place, &requests) { $0.output.velocity = source }
    case .kind(let place, let kind):
      let new = Self.newOutput(output(place).output.source, kind, model.patch)
      change(output: place, &requests) { one in
        let (trigger, channel) = (one.output.trigger, one.output.channel)
        one.output = new.output
        one.output.channel = channel
        if kind != .clock { one.output.trigger = trigger ?? new.output.trigger }
      }
    case .trigger(let place, let trigger):
      change(output: place, &requests) {
        ($0.output.trigger, $0.output.which) = (trigger, 0)
        // A note of a trigger needs an end.
        if $0.output.kind == .note, trigger != nil, $0.output.end == nil, $0.output.length == 0 {
          $0.output.length = 0.2
        }
      }
    case .end(let place, let trigger): change(output: place, &requests) { $0.output.end = trigger }
    case .toggle(let place): change(output: place, &requests) { $0.output.isOn.toggle() }
    case .remove(let place):
      guard model.patch.outputs.indices.contains(place) else { return }
      // Also when none is left, and there are no connections.
      (matrix.tab, matrix.hasTab) = (true, true)
      requests.append(.edit(.removeOutput(place: place + 1), revision: model.revision))
    case .texts(let place):
      (partOnPatch, panel.opens) = ([.key(PatchKey.outputs.bytes), .index(place)], "patch")
    }
  }

  /// An output with a number that no other one of its kind has.
  static func newOutput(_ source: Controller, _ kind: OutputDestination, _ patch: PatchDocument)
    -> PatchOutput
  {
    var output = Output(source, kind)
    if let numbers = kind.numbers {
      let taken = patch.outputs.filter { $0.output.kind == kind }.map { $0.output.number }
      output.number = (output.number...numbers.upperBound).first { !taken.contains($0) } ?? output.number
    }
    switch kind {
    case .note:
      output.voices = .each
      // Positions of other sources lie in the range of the map.
      if source != .touchNote { (output.low, output.high) = (patch.map.low, patch.map.high) }
    case .pitchBend: if source.spec.minimum >= 0 { output.low = 0.5 }
    case .machine, .program: output.trigger = .tap
    case .clock: output.source = .constant
    default: break
    }
    if kind == .machine { output.source = .constant }
    return PatchOutput(output)
  }

  private mutating func add(_ source: Controller, _ kind: OutputDestination, _ requests: inout [PanelRequest])
  {
    (matrix.tab, matrix.hasTab) = (true, true)
    guard model.patch.outputs.count < Output.limit else { return say("A patch has at most 32 outputs.") }
    matrix.awaitedOutput = model.patch.outputs.count
    let one = Self.newOutput(source, kind, model.patch)
    requests.append(.edit(.output(place: nil, one), revision: nil))
    say("\(Self.name(of: one, model)).")
  }

  // Lists.

  private mutating func list(
    _ title: UTF8Text, _ entries: [RegistryEntry<Controller>], _ chosen: Controller?,
    _ requests: inout [PanelRequest], _ tool: (Controller) -> OutputTool
  ) {
    let items = entries.map { entry in
      var item = entry.listed(SoundAction.out(tool(entry.item)))
      item.name = model.name(of: entry.item)
      item.isOn = entry.item == chosen
      return item
    }
    open(.list(ListPopup(title: title.bytes, x: width * 0.3, y: height * 0.15, items: items)))
    requests.append(.keyboard(true))
  }

  private mutating func listKinds(
    _ title: UTF8Text, _ chosen: OutputDestination?, _ requests: inout [PanelRequest],
    _ tool: (OutputDestination) -> OutputTool
  ) {
    let items = OutputDestination.allCases.map { kind in
      ListPopup<SoundAction>.Item(UTF8Text(kind.name).bytes, .out(tool(kind)), isOn: kind == chosen)
    }
    open(.list(ListPopup(title: title.bytes, x: width * 0.3, y: height * 0.15, items: items)))
    requests.append(.keyboard(true))
  }

  private mutating func listTriggers(
    _ title: UTF8Text, _ chosen: Trigger?, _ requests: inout [PanelRequest],
    _ tool: (Trigger?) -> OutputTool
  ) {
    var items = [ListPopup<SoundAction>.Item(UTF8Text("None").bytes, .out(tool(nil)), isOn: chosen == nil)]
    for trigger in Trigger.allCases where Output.isPossible(trigger) {
      items.append(
        .init(Self.title(of: trigger), .out(tool(trigger)), isOn: trigger == chosen))
    }
    open(.list(ListPopup(title: title.bytes, x: width * 0.3, y: height * 0.15, items: items)))
    requests.append(.keyboard(true))
  }
}
