// The tools of *Matrix*: add, learn, mute. Any thread.
import Controls
import Drawings
import Forms
import Lanes
import Matrix
import PanelModel
import Patches
import Text
import Toolkit

extension SoundScreens {
  mutating func use(_ tool: MatrixTool, _ requests: inout [PanelRequest]) {
    switch tool {
    case .add:
      matrix.source = nil
      matrix.learns = false
      withForm { $0.pick(from: Controller.allCases.map { $0.shortName }, &requests) }
    case .learn, .learnFor:
      matrix.learns = tool == .learn ? !matrix.learns : true
      matrix.destination = if case .learnFor(let parameter) = tool { parameter } else { nil }
      (matrix.moved, matrix.before) = ([], [])
    case .use(let controller):
      if let destination = matrix.destination { return connect(controller, destination, &requests) }
      matrix.source = controller
      matrix.learns = false
      withForm { $0.pick(from: Parameter.allCases.map { $0.title }, &requests) }
    case .overview: matrix.isOverview.toggle()
    case .connect(let source, let destination): connect(source, destination, &requests)
    case .sources(let parameter): list(Controller.allCases, for: parameter, &requests)
    case .macros(let parameter):
      list((0..<MacroSource.count).map { Controller.member($0, from: .macro1) }, for: parameter, &requests)
    }
  }

  /// Opens a list of controllers; the chosen one moves a parameter.
  private mutating func list(
    _ sources: [Controller], for parameter: Parameter, _ requests: inout [PanelRequest]
  ) {
    let title: UTF8Text = "Moves \(parameter.title)"
    open(
      .list(
        ListPopup(
          title: title.bytes, x: width * 0.3, y: height * 0.15,
          items: sources.map { .init($0.shortName, .matrix(.connect($0, parameter))) })))
    requests.append(.keyboard(true))
  }

  /// Takes what was chosen from a list: a source, then a destination.
  mutating func chooseInMatrix(_ index: Int, _ requests: inout [PanelRequest]) {
    guard let source = matrix.source else { return use(.use(Controller.allCases[index]), &requests) }
    connect(source, Parameter.allCases[index], &requests)
  }

  private mutating func connect(
    _ source: Controller, _ destination: Parameter, _ requests: inout [PanelRequest]
  ) {
    let setting = model.patch[destination]
    let new = Connection(source, destination, low: setting.low, high: setting.high)
    (matrix.source, matrix.destination, matrix.learns, matrix.isOverview) = (nil, nil, false, false)
    matrix.awaited = model.patch.connections.count
    requests.append(.edit(.connect(PatchConnection(new), place: nil), revision: nil))
  }

  // Learning.

  /// Adds up how far each controller moves while one is waited for.
  mutating func learn(from live: LivePicture) {
    let count = Controller.allCases.count
    guard matrix.learns, live.controllers.count == count else { return }
    if matrix.moved.count != count { matrix.moved = [Float](repeating: 0, count: count) }
    for controller in Controller.allCases {
      let index = Int(controller.rawValue)
      let part = controller.part(of: live.controllers[index])
      if matrix.before.count == count {
        let way = (part - matrix.before[index]).magnitude
        // A controller that moves automatically, or jumps, is not a gesture.
        if way < 0.5 { matrix.moved[index] = matrix.moved[index] * 0.97 + way }
      }
    }
    matrix.before = Controller.allCases.map { $0.part(of: live.controllers[Int($0.rawValue)]) }
  }

  /// The controllers that have moved most, the liveliest first.
  var liveliest: [Controller] {
    guard !matrix.moved.isEmpty else { return [] }
    return Array(
      Controller.allCases.filter { $0.category != .module && matrix.moved[Int($0.rawValue)] > 0.05 }
        .ordered { matrix.moved[Int($0.rawValue)] > matrix.moved[Int($1.rawValue)] }.prefix(5))
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
