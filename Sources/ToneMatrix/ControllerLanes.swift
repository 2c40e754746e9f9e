// Plays the lanes of a layer: at each step before its notes, and lines also within the step. Audio thread.
import Controls

/// The step in which lines go on.
struct LaneTicks: BitwiseCopyable {
  /// The position of the next tick.
  var next = Double.infinity
  var span = PatternSpan()
  var step: Int64 = 0
  var pattern = 0
  var column = 0
  /// The number of the next tick in the step, and how many there are.
  var tick: Int64 = 0
  var count: Int64 = 1
  /// The value that each lane sent last since the step or a jump.
  var sent = InlineArray<8, Int16>(repeating: GridLane.none)

  /// The part of the step, in `LayerState.parts`, at which a tick is.
  @_noLocks func part(_ tick: Int64) -> Int64 { tick * LayerState.parts / count }
}

extension ToneMatrixProcessor {
  /// Sends the values of a step that begins.
  @_noLocks mutating func beginLanes(_ step: Int64, _ layer: Int, column: Int) {
    sendLane(layer, column: column)
    findTicks(step, layer, pattern: layers[layer].pattern, column: column)
    sendLanes(layer)
  }

  /// Finds the ticks from `position` on, which is within the step before the next one.
  @_noLocks mutating func seekLanes(_ layer: Int, from position: Double) {
    let (step, span) = (layers[layer].nextStep - 1, layers[layer].span)
    guard grid.pointee.layers[layer].laneCount > 0, step >= span.firstStep(from: span.start) else { return }
    let pattern = layers[layer].hasSpans ? span.pattern : patternAhead(at: span.position(step), layer)
    let count = Int64(grid.pointee.layers[layer].steps(of: pattern))
    let walk = StepOrder(direction: layers[layer].direction, seed: grid.pointee.seed, layer: layer)
    let column = Int(walk.index(at: span.number(step), of: count, drunk: 0).index)
    findTicks(step, layer, pattern: pattern, column: column)
    while layers[layer].ticks.next < position { nextTick(layer) }
  }

  /// Goes to the first tick of a step. Lines move forward only, 48 times in a quarter note at most.
  @_noLocks private mutating func findTicks(_ step: Int64, _ layer: Int, pattern: Int, column: Int) {
    var ticks = LaneTicks()
    if layers[layer].span.isMuted || grid.pointee.laneValues[layer * GridLimit.patterns + pattern] == nil {
      layers[layer].ticks = ticks
      return
    }
    (ticks.span, ticks.step, ticks.pattern, ticks.column) = (layers[layer].span, step, pattern, column)
    if layers[layer].direction == .forward { ticks.count = max(layers[layer].span.stepLength / 2, 1) }
    ticks.next = layers[layer].span.position(step)
    layers[layer].ticks = ticks
  }

  @_noLocks private mutating func nextTick(_ layer: Int) {
    layers[layer].ticks.tick += 1
    let ticks = layers[layer].ticks
    layers[layer].ticks.next =
      ticks.tick < ticks.count
      ? ticks.span.position(ticks.step, part: ticks.part(ticks.tick)) : .infinity
  }

  /// Sends the values of the present tick: at the first one all, later those of lines that have changed.
  @_noLocks mutating func sendLanes(_ layer: Int) {
    let settings = grid.pointee.layers + layer
    let ticks = layers[layer].ticks
    guard ticks.next < .infinity, layers[layer].plays,
      let values = grid.pointee.laneValues[layer * GridLimit.patterns + ticks.pattern]
    else {
      layers[layer].ticks.next = .infinity
      return
    }
    let steps = settings.pointee.steps(of: ticks.pattern)
    for index in 0..<Int(settings.pointee.laneCount) {
      let lane = settings.pointee.lanes[index]
      if ticks.tick > 0 && !lane.isLine { continue }
      let found = LaneValues(values: values + index * GridLimit.steps, steps: steps)
        .value(at: ticks.column, part: Int(ticks.tick), of: Int(ticks.count), isLine: lane.isLine)
      guard let found else { continue }
      let value = min(max(found, lane.target.range.lowerBound), lane.target.range.upperBound)
      if ticks.sent[index] == Int16(value) { continue }
      layers[layer].ticks.sent[index] = Int16(value)
      send(lane, value, layer)
    }
    nextTick(layer)
  }

  @_noLocks mutating func send(_ lane: GridLane, _ value: Int, _ layer: Int) {
    let channel = layers[layer].channel == 16 ? 0 : layers[layer].channel  // MPE: the zone's master
    let source = MIDISource.layer(layer)
    switch lane.target {
    case .controller: queue.put(played, 0xB0 | channel, UInt8(lane.number & 127), UInt8(value), from: source)
    case .bend:
      let wheel = value + 8192
      queue.put(played, 0xE0 | channel, UInt8(wheel & 127), UInt8(wheel >> 7), from: source)
    case .parameter:
      guard queue.hasRoom(4) else { return }
      queue.put(played, 0xB0 | channel, 99, UInt8(lane.number >> 7 & 127), from: source)
      queue.put(played, 0xB0 | channel, 98, UInt8(lane.number & 127), from: source)
      queue.put(played, 0xB0 | channel, 6, UInt8(value >> 7), from: source)
      queue.put(played, 0xB0 | channel, 38, UInt8(value & 127), from: source)
    case .pressure: queue.put(played, 0xD0 | channel, UInt8(value), 0, count: 2, from: source)
    case .program: queue.put(played, 0xC0 | channel, UInt8(value - 1), 0, count: 2, from: source)
    }
  }
}
