// The tools of *Matrix*: add, learn, mute. Any thread.
import Controls
import Lanes
import Matrix
import Music
import PanelModel
import Patches
import Text
import Toolkit

extension SoundScreens {
  mutating func use(_ tool: MatrixTool, _ requests: inout [PanelRequest]) {
    switch tool {
    case .add:
      matrix.learns = false
      listSources("Source", RegistryList.controllers, &requests) { .use($0) }
    case .learn, .learnFor:
      matrix.learns = tool == .learn ? !matrix.learns : true
      matrix.destination = if case .learnFor(let parameter) = tool { parameter } else { nil }
      (matrix.moved, matrix.before, matrix.candidates, matrix.learnsClocks) = ([], [], [], false)
    case .clocks:
      matrix.learnsClocks.toggle()
      (matrix.moved, matrix.candidates) = ([], [])
    case .use(let source):
      if let destination = matrix.destination { return connect(source, destination, &requests) }
      matrix.learns = false
      listDestinations(of: source, &requests) { .connect(source, $0) }
    case .overview: matrix.isOverview.toggle()
    case .connect(let source, let destination): connect(source, destination, &requests)
    case .join(let source, let macro): join(source, macro, &requests)
    case .sources(let parameter):
      listSources("Moves \(parameter.title)", RegistryList.controllers, &requests) { .connect($0, parameter) }
    case .macros(let parameter):
      let macros = RegistryList.controllers.filter { $0.item.category == .macro }
      listSources("Moves \(parameter.title)", macros, &requests) { .connect($0, parameter) }
    case .listSources(let place):
      listSources("Source", RegistryList.controllers, &requests) { .source(place, $0) }
    case .listDestinations(let place):
      listDestinations(of: connection(place).source, &requests) { .destination(place, $0) }
    case .listScales(let place): listScales(of: place, &requests)
    case .source(let place, let source): change(place, &requests) { $0.source = source }
    case .destination(let place, let destination):
      let new = newConnection(connection(place).source, destination)
      change(place, &requests) { ($0.destination, $0.low, $0.high) = (destination, new.low, new.high) }
    case .scale(let place, let scale):
      change(place, &requests) { $0.scaleMask = scale?.semitones ?? 0 }
    case .show: show()
    case .keep(let place): keep(place, opens: false, &requests)
    case .edit(let place): keep(place, opens: true, &requests)
    case .refuse(let place):
      if matrix.proposals.indices.contains(place) { matrix.proposals.remove(at: place) }
    case .keepPoses: keepPoses(&requests)
    case .refusePoses: matrix.poses = nil
    }
  }

  // Lists.

  private mutating func list(
    _ title: UTF8Text, _ items: [ListPopup<SoundAction>.Item], _ requests: inout [PanelRequest]
  ) {
    open(.list(ListPopup(title: title.bytes, x: width * 0.3, y: height * 0.15, items: items)))
    requests.append(.keyboard(true))
  }

  private mutating func listSources(
    _ title: UTF8Text, _ entries: [RegistryEntry<Controller>], _ requests: inout [PanelRequest],
    _ tool: (Controller) -> MatrixTool
  ) {
    list(
      title,
      entries.map { entry in
        var item = entry.listed(SoundAction.matrix(tool(entry.item)))
        item.name = model.name(of: entry.item)
        return item
      }, &requests)
  }

  mutating func listDestinations(
    of source: Controller, _ requests: inout [PanelRequest], _ tool: (Parameter) -> MatrixTool
  ) {
    list(
      "\(model.name(of: source)) to", RegistryList.parameters.map { $0.listed(.matrix(tool($0.item))) },
      &requests)
  }

  /// The scales along which a pitch steps.
  private mutating func listScales(of place: Int, _ requests: inout [PanelRequest]) {
    let mask = connection(place).scaleMask
    list(
      "Scale",
      [.init(UTF8Text("No steps").bytes, .matrix(.scale(place, nil)), isOn: mask == 0)]
        + Scale.allCases.map {
          .init(ValueText.title($0.symbol), .matrix(.scale(place, $0)), isOn: $0.semitones == mask)
        }, &requests)
  }

  // New connections.

  private mutating func connect(
    _ source: Controller, _ destination: Parameter, _ requests: inout [PanelRequest]
  ) {
    (matrix.destination, matrix.learns, matrix.isOverview) = (nil, false, false)
    let known = model.patch.connections.firstIndex {
      $0.connection.source == source && $0.connection.destination == destination
    }
    if let known {
      open(connection: known)
      return say("\(model.name(of: source)) already moves \(destination.title).")
    }
    matrix.awaited = model.patch.connections.count
    requests.append(
      .edit(.connect(PatchConnection(newConnection(source, destination)), place: nil), revision: nil))
    say("\(model.name(of: source)) moves \(destination.title).")
  }

  private mutating func join(_ source: Controller, _ macro: Controller, _ requests: inout [PanelRequest]) {
    let (name, of) = (model.name(of: source), model.name(of: macro))
    let connections = model.patch.connections
    let own = connections.filter { $0.connection.source == macro }
    if own.isEmpty { return say("\(of) moves nothing yet. Drag its dots onto a parameter.") }
    let new = own.filter { one in
      !connections.contains {
        $0.connection.source == source && $0.connection.destination == one.connection.destination
      }
    }
    if new.isEmpty { return say("\(name) already moves what \(of) moves.") }
    for var one in new {
      one.connection.source = source
      requests.append(.edit(.connect(one, place: nil), revision: nil))
    }
    say("\(name) moves what \(of) moves.")
  }

  /// A connection that leaves the parameter at its base value while the controller rests. From there it goes up
  /// by half of the range, or down if there is no room; a controller that rests within its range goes a quarter to
  /// each side. Pitches move by an octave, or by two semitones to each side; a sequencer moves them by an octave to each
  /// side, along the patch's scale.
  func newConnection(_ source: Controller, _ destination: Parameter) -> Connection {
    let (setting, spec) = (panel.setting(destination), destination.spec)
    let isMelody = spec.unit == .semitones && [Controller.seq1, .seq2, .seq3, .seq4].contains(source)
    func connection(_ low: Float, _ high: Float) -> Connection {
      var one = Connection(
        source, destination, low: destination.value(at: low), high: destination.value(at: high))
      if isMelody { one.scaleMask = model.patch.map.scale.semitones }
      return one
    }
    if spec.choices != nil { return Connection(source, destination, low: setting.low, high: setting.high) }
    let base = destination.part(of: setting.base)
    let up = destination.part(of: setting.high) - base
    let down = base - destination.part(of: setting.low)
    let semitone = spec.unit == .semitones ? 1 / (spec.maximum - spec.minimum) : 0
    let rest = source.part(of: source.spec.rest)
    if rest > 0.1, rest < 0.9 {
      let wanted = semitone > 0 ? (isMelody ? 24 : 4) * semitone : 0.5
      let range = min(wanted, down / rest, up / (1 - rest))
      if range > 0.2 * wanted { return connection(base - range * rest, base + range * (1 - rest)) }
    }
    let wanted = semitone > 0 ? 12 * semitone : 0.5
    return connection(base, up >= 0.4 * wanted ? base + min(up, wanted) : base - min(down, wanted))
  }

  // Learning.

  /// The most candidates.
  private static var candidateCount: Int { 5 }

  /// Adds up how far each controller moves while one is waited for.
  mutating func learn(from live: LivePicture) {
    let count = Controller.allCases.count
    guard matrix.learns, live.controllers.count == count else { return }
    if matrix.moved.count != count { matrix.moved = [Float](repeating: 0, count: count) }
    let now = Controller.allCases.map { $0.part(of: live.controllers[Int($0.rawValue)]) }
    defer { matrix.before = now }
    guard matrix.before.count == count else { return }
    for controller in Controller.allCases {
      let index = Int(controller.rawValue)
      let way = (now[index] - matrix.before[index]).magnitude
      // Ignore jumps.
      guard way > 0.002, way < 0.5, controller.category != .module, matrix.learnsClocks || !controller.isClock
      else { continue }
      matrix.moved[index] += way * Self.weight(of: controller)
      if matrix.moved[index] > 0.05 { consider(controller) }
    }
  }

  /// The weight of a controller's movement for *Learn*. A finger that moves sideways changes speeds and angles more than
  /// its position, but the position is what the player means.
  private static func weight(of controller: Controller) -> Float {
    switch controller.spec.unit {
    case .turns, .turnsPerSecond, .turnsPerSecondSquared, .diagonalsPerSecond, .diagonalsPerSecondSquared:
      0.15
    default: controller.category == .group ? 0.3 : 1
    }
  }

  /// Adds a candidate, or moves it up if it has moved clearly farther, so that buttons don't change places
  /// under the pointer.
  private mutating func consider(_ controller: Controller) {
    let way = matrix.moved[Int(controller.rawValue)]
    var place = matrix.candidates.firstIndex(of: controller) ?? matrix.candidates.count
    while place > 0, way > 1.25 * matrix.moved[Int(matrix.candidates[place - 1].rawValue)] { place -= 1 }
    if matrix.candidates.indices.contains(place), matrix.candidates[place] == controller { return }
    if place == Self.candidateCount { return }
    matrix.candidates.removeAll { $0 == controller }
    matrix.candidates.insert(controller, at: place)
    matrix.candidates = Array(matrix.candidates.prefix(Self.candidateCount))
  }

  // Trims.

  func trim(_ place: Int) -> Float {
    TouchPort.at(TouchPort.trim(place)).map { model.value($0) } ?? 1
  }

  mutating func mute(_ place: Int, _ requests: inout [PanelRequest]) {
    requests.append(.port(TouchPort.trim(place), trim(place) == 0 ? 1 : 0))
  }

  /// Lets one connection act alone; a second press brings the others back.
  mutating func solo(_ place: Int, _ requests: inout [PanelRequest]) {
    let count = min(TouchPort.trimCount, model.patch.connections.count)
    let isEnd = matrix.solo?.place == place
    let trims = matrix.solo?.trims ?? (0..<count).map { trim($0) }
    for index in 0..<min(count, trims.count) {
      let kept = index == place && trims[index] == 0 ? 1 : trims[index]
      let value = isEnd || index == place ? kept : 0
      if value != trim(index) { requests.append(.port(TouchPort.trim(index), value)) }
    }
    matrix.solo = isEnd ? nil : (place, trims)
  }
}
