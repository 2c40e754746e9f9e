// The fields of lanes: what a track's lanes send, and the values of patterns. Not for the audio thread.
import Controls
import Text
import ToneMatrix

extension GridLane {
  /// The parameter that it sets.
  public var parameter: Parameter? { target == .parameter ? Parameter.at(Int(number)) : nil }

  /// The values of any lane.
  static var values: ClosedRange<Int> {
    LaneTarget.bend.range.lowerBound...LaneTarget.parameter.range.upperBound
  }

  /// The numbers of a target.
  static func numbers(of target: LaneTarget) -> ClosedRange<Int> {
    switch target {
    case .controller: 0...127
    case .parameter: 0...Parameter.count - 1
    case .bend, .pressure, .program: 1...1
    }
  }
}

extension GridLane: DocumentFields {
  package static func element(at index: Int, like json: JSON) -> GridLane {
    var lane = GridLane()
    if case .string(let target)? = json.member(GridKey.Lane.to.bytes)?.value {
      lane.target = LaneTarget.allCases.first { target == $0.symbol } ?? lane.target
    }
    return lane
  }

  package mutating func visit(_ visitor: inout DocumentVisitor, beside plain: GridLane) throws(Fault) {
    try visitor.choice("to", &target, beside: nil, "lane") { $0.symbol }
    switch target {
    case .controller:
      try visitor.whole("number", &number, beside: nil, Self.numbers(of: target))
    case .parameter:
      let symbol = (parameter ?? .filterCutoff).spec.symbol
      if let node = visitor.field("parameter", words: "\"\(symbol)\"", form: .parameter) {
        number = try node.parameter().rawValue
      }
    case .bend, .pressure, .program: break
    }
    try visitor.toggle("line", &isLine, beside: plain.isLine)
    var controller = knob > 127 ? nil : Int(knob)
    try visitor.whole("knob", &controller, 0...119, usual: 1, isNullable: true)
    knob = UInt8(controller ?? 255)
    // A change of `to` leaves the number or the parameter of another kind behind.
    for key in [GridKey.Lane.number, .parameter] { visitor.ignoreInEdit(key.symbol) }
    visitor.leaveOutUnknown()
  }
}

extension GridEdit {
  /// Replaces the lanes of a layer (from 1); their values stay.
  public static func lanes(_ lanes: [GridLane], ofLayer layer: Int) -> GridEdit {
    var visitor = DocumentVisitor(.write)
    let plain = GridLane()
    let words = lanes.map { JSON.list("{", visitor.words(of: $0, beside: plain), "}") }
    let text: UTF8Text = "{\"lanes\": \(JSON.list("[", words, "]"))}"
    return .layer(layer, text.bytes.withUnsafeBytes { try? JSON($0) } ?? JSON(.null))
  }
}

extension GridLayerDocument {
  /// Whether it has lanes, or values of them.
  var hasLanes: Bool { !lanes.isEmpty || patterns.contains { !$0.lanes.isEmpty } }

  /// Removes a lane and its values; later lanes keep theirs.
  public mutating func removeLane(_ index: Int) {
    lanes.remove(at: index)
    for pattern in patterns.indices where !patterns[pattern].lanes.isEmpty {
      let range = index * GridLimit.steps..<(index + 1) * GridLimit.steps
      patterns[pattern].lanes.removeSubrange(range)
      patterns[pattern].lanes += [Int16](repeating: GridLane.none, count: GridLimit.steps)
      patterns[pattern].tidy()
    }
  }
}

extension GridPattern {
  /// Returns the value of a lane at a step, or nil if it has none.
  public func value(lane: Int, step: Int) -> Int? {
    guard !lanes.isEmpty, lanes[lane * GridLimit.steps + step] != GridLane.none else { return nil }
    return Int(lanes[lane * GridLimit.steps + step])
  }

  /// The index of the last lane with values, or nil if none has any.
  var lastLane: Int? { lanes.lastIndex { $0 != GridLane.none }.map { $0 / GridLimit.steps } }

  /// Sets the value of a lane at a step; nil removes it.
  public mutating func set(_ value: Int?, lane: Int, step: Int) {
    if lanes.isEmpty {
      if value == nil { return }
      lanes = [Int16](repeating: GridLane.none, count: GridLimit.lanes * GridLimit.steps)
    }
    lanes[lane * GridLimit.steps + step] = value.map { Int16($0) } ?? GridLane.none
  }

  /// Returns the value of a line at a step, or nil if the line has not begun.
  /// - Parameter steps: of the pattern.
  public func line(ofLane lane: Int, at step: Int, of steps: Int) -> Int? {
    if lanes.isEmpty { return nil }
    return lanes.withUnsafeBufferPointer { all in
      all.baseAddress.flatMap {
        LaneValues(values: $0 + lane * GridLimit.steps, steps: steps).value(at: step, isLine: true)
      }
    }
  }

  /// The values as `[lane, step, value]`.
  mutating func visitLanes(_ visitor: inout DocumentVisitor) throws(Fault) {
    guard let node = visitor.field("lanes", words: laneValueWords, form: Self.laneValueForm) else { return }
    for node in try node.elements() {
      let parts = try node.elements()
      guard parts.count == 3 else { throw node.fault("must be [lane, step, value]") }
      guard let lane = try visitor.place(parts[0], GridLimit.lanes),
        let step = try visitor.place(parts[1], GridLimit.steps)
      else { continue }
      set(try visitor.whole(parts[2], in: GridLane.values), lane: lane, step: step)
    }
  }

  private var laneValueWords: UTF8Text? {
    let places = lanes.indices.filter { lanes[$0] != GridLane.none }
    if places.isEmpty { return nil }
    return JSON.list(
      "[",
      places.map {
        "[\($0 / GridLimit.steps + 1), \($0 % GridLimit.steps + 1), \(Int(lanes[$0]))]" as UTF8Text
      }, "]")
  }

  private static var laneValueForm: DocumentForm {
    .list(most: GridLimit.lanes * GridLimit.steps, new: "[1, 1, 64]") { _, _ in
      .tuple([
        DocumentField("lane", .number(DocumentNumber(whole: 1, GridLimit.lanes))),
        DocumentField("step", .number(DocumentNumber(whole: 1, GridLimit.steps))),
        DocumentField(
          "value", .number(DocumentNumber(whole: GridLane.values.lowerBound, GridLane.values.upperBound))),
      ])
    }
  }
}
