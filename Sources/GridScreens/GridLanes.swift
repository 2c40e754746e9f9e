// The lanes of a track: the page with what they send, and the values of one of them below the cells. Any thread.
import Controls
import Grids
import Paint
import PanelModel
import Text
import ToneMatrix
import Toolkit

/// A lane below the cells.
enum ShownLane: Equatable {
  /// That of the track's controller.
  case controller(Int)
  /// One of the track's lanes, from 0.
  case lane(Int, GridLane)
  /// The accents of the shown pattern.
  case accents

  var range: ClosedRange<Int> {
    switch self {
    case .controller: 0...127
    case .lane(_, let lane): lane.target.range
    case .accents: 0...200
    }
  }

  /// Short, as it stands beside the bars.
  var name: [UInt8] {
    switch self {
    case .controller(let number): ("CC \(number)" as UTF8Text).bytes
    case .lane(let index, let lane):
      lane.target == .controller ? lane.name : ("lane \(index + 1)" as UTF8Text).bytes
    case .accents: UTF8Text("Accents").bytes
    }
  }
}

extension GridLane {
  /// All targets in a list: the controllers, the others, and the parameters.
  static var targets: ClosedRange<Int> { 0...firstParameter + Parameter.count - 1 }
  private static var firstParameter: Int { 127 + LaneTarget.parameter.index }

  var place: Int {
    switch target {
    case .controller: Int(number)
    case .bend, .pressure, .program: 127 + target.index
    case .parameter: Self.firstParameter + Int(number)
    }
  }

  init(place: Int, isLine: Bool, knob: UInt8 = 255) {
    self.init()
    (self.isLine, self.knob) = (isLine, knob)
    if place >= Self.firstParameter {
      (target, number) = (.parameter, UInt16(place - Self.firstParameter))
    } else if place > 127, let other = LaneTarget(index: place - 127) {
      target = other
    } else {
      number = UInt16(place)
    }
  }

  /// A value in words, those of the parameter if it is one.
  func text(_ value: Int) -> [UInt8] {
    guard let parameter else { return ("\(value)" as UTF8Text).bytes }
    return parameter.text(of: parameter.value(at: Float(value) / Float(target.range.upperBound)))
  }

  var name: [UInt8] {
    switch target {
    case .controller: ("CC \(Int(number))" as UTF8Text).bytes
    case .bend: UTF8Text("pitch bend").bytes
    case .pressure: UTF8Text("pressure").bytes
    case .program: UTF8Text("program").bytes
    case .parameter: UTF8Text(parameter?.spec.name ?? "none").bytes
    }
  }

}

extension GridScreens {
  /// The lane below the cells: the chosen one, or else the first. Nil if the track has none.
  var shownLane: ShownLane? {
    let layer = shownLayer
    if let index = state.lane, layer.lanes.indices.contains(index) { return .lane(index, layer.lanes[index]) }
    if layer.controller < 128 { return .controller(layer.controller) }
    return layer.lanes.first.map { .lane(0, $0) }
  }

  // MARK: The page

  func drawLanesPage(_ pass: inout ScreenPass, _ area: inout Area) {
    let lanes = shownLayer.lanes
    var note = area.cutBottom(look.small * 4.8)
    pass.words(
      UTF8Text(
        "A lane sends a value at each step, or a line between them. Press its number to see it. A knob records it."
      ).bytes,
      .faint, in: &note, limit: 3)
    let shown: Int? = if case .lane(let index, _)? = shownLane { index } else { nil }
    // The lane that is shown has a second line.
    let isFull = lanes.count == GridLimit.lanes
    let count = lanes.count + (isFull ? 0 : 1) + (shown == nil ? 0 : 1)
    var used = 0
    func next(in area: Area) -> Area {
      used += 1
      return line(used - 1, of: count, in: area)
    }
    for index in lanes.indices {
      var place = next(in: area)
      pass.button(
        place.cutLeft(look.target), ("\(index + 1)" as UTF8Text).bytes, .showLane(index), role: .toggle,
        isOn: index == shown, size: look.small)
      pass.iconButton(place.cutRight(look.target), .remove, "Remove", .removeLane(index))
      drawNumber(.laneTarget(index), place.inset(1, 0), &pass)
      guard index == shown else { continue }
      place = next(in: area)
      _ = place.cutLeft(look.target)
      drawNumber(.laneLine(index), place.cutLeft(place.width / 2).inset(1, 0), &pass)
      drawLearn(index, place.inset(1, 0), &pass)
    }
    if !isFull { drawButton(next(in: area), "Add lane", .addLane, &pass) }
  }

  /// The button that lets a lane learn a knob; it shows the knob, and waits for one while it is on.
  private func drawLearn(_ index: Int, _ place: Area, _ pass: inout ScreenPass) {
    let knob = shownLayer.lanes[index].knob
    let learns = learningLane == index
    let name: UTF8Text = learns ? "Turn a knob…" : knob < 128 ? "Knob: CC \(Int(knob))" : "Learn a knob"
    pass.list.frame(place, look[.border], radius: look.radius)
    pass.button(
      place, name.bytes, .learnKnob(index), role: .toggle, isOn: learns || knob < 128, size: look.small)
  }

  /// The lane of the shown track that waits for a knob, until it has another one.
  private var learningLane: Int? {
    guard let learning = state.learning, learning.layer == state.layer,
      shownLayer.lanes.indices.contains(learning.lane),
      shownLayer.lanes[learning.lane].knob == learning.knob
    else { return nil }
    return learning.lane
  }

  /// Lets a lane learn a knob. A second press ends that, and removes the knob that it had.
  mutating func learnKnob(_ index: Int, _ requests: inout [PanelRequest]) {
    guard shownLayer.lanes.indices.contains(index) else { return }
    let knob = shownLayer.lanes[index].knob
    if learningLane == index {
      state.learning = nil
      requests.append(.question(UTF8Text("{\"learn\": []}").bytes))
      if knob < 128 { requests += lanes { $0[index].knob = 255 } }
      return
    }
    state.learning = (state.layer, index, knob)
    requests.append(.question(("{\"learn\": [\(state.layer + 1), \(index + 1)]}" as UTF8Text).bytes))
  }

  /// The track's lanes with a change.
  func lanes(_ change: (inout [GridLane]) -> Void) -> [PanelRequest] {
    var lanes = shownLayer.lanes
    change(&lanes)
    return [.editGrid(.lanes(lanes, ofLayer: state.layer + 1), revision: nil)]
  }

  /// Removes a lane with its values in all patterns.
  func removeLane(_ index: Int) -> PanelRequest {
    var layer = shownLayer
    layer.removeLane(index)
    return .editGrid(.layer(state.layer + 1, layer.settings(replacing: shownLayer)), revision: nil)
  }

  // MARK: The values

  /// The value of the shown lane at a step, of which one less than the lowest means none.
  func lane(_ step: Int) -> ControlValue {
    let pattern = shownLayer.patterns[shownPattern]
    var found: Int?
    switch shownLane {
    case .lane(let index, _): found = pattern.value(lane: index, step: step)
    case .controller, .accents, nil:
      if pattern.lane.indices.contains(step), pattern.lane[step] < 128 { found = Int(pattern.lane[step]) }
    }
    let shown = shownLane
    let range = shown?.range ?? 0...127
    let none = range.lowerBound - 1
    return ControlValue(
      ("lane, step \(step + 1)" as UTF8Text).bytes, min(max(found ?? none, none), range.upperBound),
      none...range.upperBound, usual: none
    ) { value in
      if value <= none { return UTF8Text("none").bytes }
      if case .lane(_, let lane)? = shown { return lane.text(value) }
      return ("\(value)" as UTF8Text).bytes
    }
  }

  /// The value of the shown lane at a part of its height.
  func laneValue(at height: Float) -> Float {
    let range = shownLane?.range ?? 0...127
    return (Float(range.lowerBound) + Float(range.upperBound - range.lowerBound) * height).rounded()
  }

  /// Sets the value of the shown lane at a step; the other steps and all cells stay.
  mutating func setLane(_ step: Int, _ value: Int, _ requests: inout [PanelRequest]) {
    guard let shown = shownLane else { return }
    var pattern = drawnPattern
    let isNone = value < shown.range.lowerBound
    switch shown {
    case .lane(let index, _): pattern.set(isNone ? nil : value, lane: index, step: step)
    case .controller, .accents:
      if pattern.lane.isEmpty { pattern.lane = [UInt8](repeating: 255, count: GridLimit.steps) }
      pattern.lane[step] = isNone ? 255 : UInt8(value)
    }
    if pattern == drawnPattern { return }
    requests.append(drawing(pattern))
  }

  /// A bar for each step; a line goes on where steps have no values.
  func drawLane(_ pass: inout ScreenPass, _ lane: ShownLane, _ area: Area) {
    var rest = area
    let name = rest.cutLeft(rowNameWidth)
    // The margin of the screen is free there, and `CC 127` is wider than the names of rows.
    let label = Area(x: name.x - 12, y: name.y, width: name.width + 8, height: name.height)
    pass.text(lane.name, in: label, look[.faint], size: look.small, .regular, .right)
    let width = max(rest.width, cellTarget * Float(shownSteps)) / Float(shownSteps)
    let low = lane.range.lowerBound
    func height(_ value: Int, in area: Area) -> Float {
      max(2, area.height * Float(value - low) / Float(lane.range.upperBound - low))
    }
    for step in 0..<shownSteps {
      let place = Area(
        x: rest.x + Float(step) * width - state.scrollX, y: rest.y, width: width, height: rest.height)
      guard place.x >= rest.x - 1, place.right <= rest.right + 1 else { continue }
      let known = lane == .accents ? accent(step) : self.lane(step)
      let value = Int(known.value)
      var control = ScreenControl(
        .cell, known, area: place, action: lane == .accents ? .accent(step) : .lane(step), gesture: .edits)
      control.isOn = value >= low
      let mark = pass.add(control)
      let inner = place.inset(1, 0)
      pass.list.fill(inner, look[mark.isChosen ? .chosen : .pane], radius: 2)
      if value >= low {
        let high = height(value, in: inner)
        pass.list.fill(
          Area(x: inner.x, y: inner.bottom - high, width: inner.width, height: high),
          look.track(state.layer),
          radius: 2)
      } else if case .lane(let index, let settings) = lane, settings.isLine,
        let value = shownLayer.patterns[shownPattern].line(ofLane: index, at: step, of: shownSteps)
      {
        let high = height(value, in: inner)
        pass.list.fill(
          Area(x: inner.x, y: inner.bottom - high, width: inner.width, height: 2), look.track(state.layer))
      }
      if mark.isFocused { pass.focusRing(inner) }
    }
  }
}
