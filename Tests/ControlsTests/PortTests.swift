// The table of ports is consistent, and its order is the pinned one.
import Controls
import Foundation
import Testing

/// Lines of a file in Tests/Golden.
func golden(_ name: String, file: String = #filePath) throws -> [String] {
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
  let text = try String(contentsOf: folder.appending(path: "Golden/\(name)"), encoding: .utf8)
  return text.split(separator: "\n").map(String.init)
}

/// Pinned lines must be unchanged and in the same order; new lines may only follow.
func expectAppendOnly(_ now: [String], pinnedIn name: String) throws {
  let pinned = try golden(name)
  #expect(!pinned.isEmpty)
  #expect(Array(now.prefix(pinned.count)) == pinned, "\(name) is append-only")
  #expect(now.count == pinned.count, "append the new lines to Tests/Golden/\(name)")
}

@Test func portOrderIsPinned() throws {
  try expectAppendOnly(
    TouchPort.allCases.map { "\($0.rawValue) \($0.spec.symbol.string)" }, pinnedIn: "ports.txt")
}

@Test func controllerIdsArePinned() throws {
  try expectAppendOnly(
    Controller.allCases.map { "\($0.rawValue) \($0.spec.symbol.string)" }, pinnedIn: "controllers.txt")
}

@Test func parameterIdsArePinned() throws {
  try expectAppendOnly(
    Parameter.allCases.map { "\($0.rawValue) \($0.spec.symbol.string)" }, pinnedIn: "parameters.txt")
}

@Test func destinationsOfOutputsArePinned() throws {
  try expectAppendOnly(
    OutputDestination.allCases.map { "kind \($0.index) \($0.symbol)" }
      + OutputVoices.allCases.map { "voices \($0.index) \($0.symbol)" }
      + MachineCommand.allCases.map { "mmc \($0.index) \($0.symbol) \($0.code)" }, pinnedIn: "outputs.txt")
}

@Test func thereAreAsManyControlPortsAsDecided() {
  let sizes: [TouchPort.Group: Int] = [
    .macro: 8, .quick: 18, .setup: 15, .group: 16, .motion: 6, .touch: 16, .trim: 32, .live: 12, .out: 16,
  ]
  for (group, size) in sizes {
    #expect(TouchPort.allCases.filter { $0.spec.group == group }.count == size, "\(group)")
  }
  #expect(TouchPort.allCases.count == 4 + 139)
  #expect(TouchPort.count == TouchPort.allCases.count)
}

@Test(arguments: TouchPort.allCases) func controlInputsAreDistinguishedFromOutputs(_ port: TouchPort) {
  var isInput = false
  if case .controlInput = port.spec.flow { isInput = true }
  #expect(TouchPort.isControlInput(Int(port.rawValue)) == isInput)
}

@Test(arguments: TouchPort.allCases) func aPortsDefaultIsInItsRange(_ port: TouchPort) {
  let spec = port.spec
  #expect(spec.minimum < spec.maximum)
  #expect((spec.minimum...spec.maximum).contains(spec.default))
  #expect(!String(describing: spec.text).isEmpty)
}

@Test func symbolsAreLowerSnakeAndMeanOneThing() {
  var owners: [String: String] = [:]
  let named: [(String, String)] =
    TouchPort.allCases.map {
      ($0.spec.symbol.string, $0.controller.map { "controller \($0)" } ?? "port \($0)")
    }
    + Controller.allCases.map { ($0.spec.symbol.string, "controller \($0)") }
    + Parameter.allCases.map { ($0.spec.symbol.string, "parameter \($0)") }
  for (symbol, owner) in named {
    #expect(symbol.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil, "\(symbol)")
    #expect(owners[symbol] == nil || owners[symbol] == owner, "\(symbol) means two things")
    owners[symbol] = owner
  }
}

/// What the audio thread does with a port's controller is arithmetic: controllers with a port come first and
/// in the ports' order.
@Test func portsOfControllersStandInTheControllersOrder() {
  let withPort = TouchPort.allCases.filter { $0.controller != nil }
  #expect(!withPort.isEmpty && withPort.first == .macro1)
  #expect(withPort.compactMap(\.controller) == Array(Controller.allCases.prefix(withPort.count)))
  #expect(
    withPort.map { Int($0.rawValue) } == (0..<withPort.count).map { $0 + Int(TouchPort.macro1.rawValue) })
}

@Test func countsAreThoseOfTheCases() {
  #expect(Controller.count == Controller.allCases.count && Controller.count > 256)
  #expect(Parameter.count == Parameter.allCases.count)
  #expect(TouchPort.count == TouchPort.allCases.count)
  #expect(ToneMatrixPort.count == ToneMatrixPort.allCases.count)
  #expect(ScenePort.count == ScenePort.allCases.count && ScenePort.count <= 40)
}

@Test func onlyChoicesHaveNames() {
  for parameter in Parameter.allCases {
    #expect((parameter.spec.travel == .choice) == !parameter.choices.isEmpty, "\(parameter)")
  }
  #expect(Parameter.lfoBeats.choices.count == 15)
  #expect(Parameter.beats(choice: 0) == 0 && Parameter.beats(choice: 1) == 16)
  #expect(Parameter.beats(choice: 14) == Float(1) / 6)
}

@Test(arguments: Parameter.allCases) func aParametersDefaultIsInItsRange(_ parameter: Parameter) {
  let spec = parameter.spec
  #expect((spec.minimum...spec.maximum).contains(spec.default))
}

@Test(arguments: TouchPort.allCases) func portValuesClampAndTurnNaNIntoTheDefault(_ port: TouchPort) {
  let memory = UnsafeMutablePointer<Float>.allocate(capacity: TouchPort.count)
  defer { memory.deallocate() }
  memory.initialize(repeating: .nan, count: TouchPort.count)
  let values = PortValues(memory: memory)
  let spec = port.spec
  #expect(values[port] == spec.default)
  for (given, expected) in [
    (Float.infinity, spec.maximum), (-.infinity, spec.minimum), (.nan, spec.default),
    (spec.maximum, spec.maximum),
  ] {
    values.set(port, given)
    #expect(values[port] == expected)
  }
}

/// A list names each value of its range; another port names some of them at most.
private func expectNamesInRange(
  _ points: [(value: Int, name: StaticString)], _ style: TouchPort.Style, _ maximum: Float
) {
  let values = points.map(\.value)
  switch style {
  case .choice, .setupChoice: #expect(values == Array(0...Int(maximum)))
  case .integer, .setupInteger:
    #expect(values == values.sorted() && Set(values).count == values.count)
    #expect(values.allSatisfy { (0...Int(maximum)).contains($0) })
  default: #expect(values.isEmpty)
  }
}

@Test(arguments: TouchPort.allCases) func choicesCoverTheRange(_ port: TouchPort) {
  expectNamesInRange(port.points, port.spec.style, port.spec.maximum)
}

@Test func portsOfTheToneMatrixArePinned() throws {
  try expectAppendOnly(
    ToneMatrixPort.allCases.map { "\($0.rawValue) \($0.spec.symbol.string)" },
    pinnedIn: "tone_matrix_ports.txt")
  #expect(ToneMatrixPort.allCases.count == ToneMatrixPort.count && ToneMatrixPort.count <= 256)
  #expect(Set(ToneMatrixPort.allCases.map { $0.spec.symbol.string }).count == ToneMatrixPort.count)
}

@Test(arguments: ToneMatrixPort.allCases) func aPortOfTheToneMatrixHoldsTogether(_ port: ToneMatrixPort) {
  let spec = port.spec
  #expect(spec.minimum < spec.maximum && (spec.minimum...spec.maximum).contains(spec.default))
  #expect(spec.symbol.string.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil && !"\(spec.text)".isEmpty)
  expectNamesInRange(port.points, spec.style, spec.maximum)
  var values = ToneMatrixValues()
  #expect(values[port] == spec.default)
  for (given, expected) in [
    (Float.infinity, spec.maximum), (-.infinity, spec.minimum), (.nan, spec.default),
  ] {
    values.set(port, given)
    #expect(values[port] == expected)
  }
  if let (layer, setting) = port.layerSetting { #expect(ToneMatrixPort.layer(layer, setting) == port) }
}

@Test func separateOutputsFollowThePortsOfThePluginWithOne() {
  let single = ToneMatrixPort.ports(separate: false)
  let separate = ToneMatrixPort.ports(separate: true)
  // The numbers of ports with which sessions have been saved.
  #expect(Array(separate.prefix(76)) == Array(single.prefix(76)))
  #expect(
    separate[76..<81].map(\.spec.symbol.string)
      == ["layer_1_out", "layer_2_out", "layer_3_out", "layer_4_out", "lights_out"])
  for port in separate[76..<81] { #expect(port.spec.flow == .atomOutput) }
  let later = separate.firstIndex(of: .layer5Out)!
  #expect(separate[81..<later].elementsEqual(single[76..<later - 5]))
  #expect(
    separate[later..<later + 12].map(\.spec.symbol.string) == (5...16).map { "layer_\($0)_out" })
  #expect(separate.dropFirst(later + 12).elementsEqual(single.dropFirst(later - 5)))
  for (ports, isSeparate) in [(single, false), (separate, true)] {
    for (index, port) in ports.enumerated() {
      #expect(ToneMatrixPort.index(of: port.rawValue, separate: isSeparate) == UInt32(index))
      #expect(ToneMatrixPort.port(at: UInt32(index), separate: isSeparate) == port.rawValue)
      #expect(port.isInput == (port.spec.flow == .controlInput))
    }
  }
  for layer in 0..<16 {
    let out = ToneMatrixPort.out(of: layer)
    #expect(out.isSeparate && out.spec.symbol.string == "layer_\(layer + 1)_out")
    if layer < 4 { #expect(out.rawValue == 76 + UInt32(layer)) }
  }
}

@Test func eachLayerHasPortsForWhatIsAutomated() {
  for layer in 0..<16 {
    let settings = ToneMatrixPort.LayerSetting.allCases.filter { ToneMatrixPort.layer(layer, $0) != nil }
    #expect(layer < 4 ? settings.count == 11 : settings == [.play, .pattern, .velocity, .channel])
    for setting in settings {
      let port = ToneMatrixPort.layer(layer, setting)
      #expect(port?.layerSetting?.layer == layer && port?.layerSetting?.setting == setting)
      #expect(port?.spec.default == setting.rest && port?.isInput == true)
    }
  }
}

@Test func portsOfTheSceneArePinned() throws {
  try expectAppendOnly(
    ScenePort.allCases.map { "\($0.rawValue) \($0.spec.symbol.string)" }, pinnedIn: "scene_ports.txt")
  #expect(Set(ScenePort.allCases.map { $0.spec.symbol.string }).count == ScenePort.count)
}

@Test(arguments: ScenePort.allCases) func aPortOfTheSceneHoldsTogether(_ port: ScenePort) {
  let spec = port.spec
  #expect(spec.minimum < spec.maximum && (spec.minimum...spec.maximum).contains(spec.default))
  #expect(spec.symbol.string.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil && !"\(spec.text)".isEmpty)
  expectNamesInRange(port.points, spec.style, spec.maximum)
  for (given, expected) in [
    (Float.infinity, spec.maximum), (-.infinity, spec.minimum), (.nan, spec.default),
  ] {
    #expect(spec.limited(given) == expected)
  }
}
