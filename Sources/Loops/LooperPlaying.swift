// The touches that layers play. Audio thread.
import RealTime

extension Looper {
  /// Brings all layers to a frame. Afterwards, the events that they have made must be popped; while `nextFrame` is not
  /// behind `frame`, there are more of them.
  @_noLocks public mutating func advance(to frame: Int64) {
    if frame < nextFrame { return }
    var next = Int64.max
    for index in 0..<Self.layers {
      if layers[index].nextFrame <= frame && advance(index, to: frame) { plan(index, after: frame) }
      next = min(next, layers[index].nextFrame)
    }
    nextFrame = next
  }

  /// - Returns: whether the layer has come to the frame; else there was no room for its events.
  @_noLocks private mutating func advance(_ index: Int, to frame: Int64) -> Bool {
    let layer = layers + index
    let tick = clock.ticks(layer.pointee.unit, at: frame)
    switch layer.pointee.state {
    case .armed: if clock.runs(layer.pointee.unit) && tick >= layer.pointee.boundary { begin(index) }
    case .closing: if tick >= layer.pointee.boundary { close(index, at: layer.pointee.boundary) }
    case .recording: if tick &- layer.pointee.start >= Self.longest { close(index, at: tick) }
    case .empty, .playing, .overdubbing, .stopped: break
    }
    guard outbox.hasRoom else { return false }
    guard layer.pointee.isPlaying, clock.runs(layer.pointee.unit) else {
      endAll(index)
      layer.pointee.needsRelocation = true
      return true
    }
    let (pass, phase) = layer.pointee.split(layer.pointee.place(at: tick))
    let isReversed = layer.pointee.settings.isReversed
    let ahead = isReversed ? layer.pointee.pass &- pass : pass &- layer.pointee.pass
    let isBehind = isReversed ? phase > layer.pointee.phase : phase < layer.pointee.phase
    if layer.pointee.needsRelocation || !(0...1 ~= ahead) || ahead == 0 && isBehind {
      relocate(index, pass, phase)
      return true
    }
    if ahead == 1 {
      guard step(index, to: isReversed ? -1 : layer.pointee.length), outbox.hasRoom else { return false }
      endAll(index)
      layer.pointee.pass = pass
      layer.pointee.cursor = isReversed ? layer.pointee.tail : -1
      layer.pointee.phase = isReversed ? layer.pointee.length : 0
      wrapHands(index)
    }
    guard step(index, to: phase) else { return false }
    layer.pointee.phase = phase
    return true
  }

  /// The place of a layer in its loop on a frame, 0…1, or 0 if it does not play.
  @_noLocks public func part(of index: Int, at frame: Int64) -> Float {
    let layer = layers[index]
    guard layer.isPlaying, clock.runs(layer.unit) else { return 0 }
    let place = layer.place(at: clock.ticks(layer.unit, at: frame))
    return Float(layer.split(place).phase) / Float(layer.length)
  }

  /// Finds the frame on which the layer's next event acts.
  @_noLocks private func plan(_ index: Int, after frame: Int64) {
    let layer = layers + index
    layer.pointee.nextFrame = .max
    guard clock.runs(layer.pointee.unit) else { return }
    let tick: Int64
    switch layer.pointee.state {
    case .empty, .stopped: return
    case .armed, .closing: tick = layer.pointee.boundary
    case .recording: tick = layer.pointee.start &+ Self.longest
    case .playing, .overdubbing:
      let cursor = Int(layer.pointee.cursor)
      var phase = layer.pointee.length
      if layer.pointee.settings.isReversed {
        phase = cursor < 0 ? -1 : Int64(pool.events[cursor].position) - 1
      } else {
        let next = Int(cursor < 0 ? layer.pointee.head : pool.events[cursor].next)
        if next >= 0 { phase = Int64(pool.events[next].position) }
      }
      tick = layer.pointee.tick(at: layer.pointee.pass &* layer.pointee.length &+ phase)
    }
    layer.pointee.nextFrame = clock.frame(of: tick, layer.pointee.unit, after: frame)
  }

  // MARK: Events that are passed

  /// Passes the events up to a position: those at it too where the layer runs forward.
  /// - Returns: false where there was no more room for what they do.
  @_noLocks private mutating func step(_ index: Int, to position: Int64) -> Bool {
    let layer = layers + index
    if layer.pointee.settings.isReversed {
      while layer.pointee.cursor >= 0 {
        let event = layer.pointee.cursor
        if Int64(pool.events[Int(event)].position) <= position { break }
        guard outbox.hasRoom else { return false }
        layer.pointee.cursor = pool.events[Int(event)].previous
        if isShown(event, index) { unapply(event, index) }
      }
      return true
    }
    while true {
      let cursor = Int(layer.pointee.cursor)
      let event = cursor < 0 ? layer.pointee.head : pool.events[cursor].next
      if event < 0 || Int64(pool.events[Int(event)].position) > position { return true }
      guard outbox.hasRoom else { return false }
      layer.pointee.cursor = event
      if isShown(event, index) { apply(event, index) }
    }
  }

  /// Whether an event acts: it is not hidden by `undo`, the layer is not muted, and no hand is making it.
  @_noLocks private func isShown(_ event: Int32, _ index: Int) -> Bool {
    let layer = layers + index
    let shown = pool.events[Int(event)]
    if shown.take > layer.pointee.shownTakes || layer.pointee.settings.isMuted { return false }
    for hand in 0..<layer.pointee.handCount
    where hands[index * Self.handLimit + hand].serial == shown.serial && shown.thing != .motion {
      return false
    }
    return true
  }

  /// The place of a touch among those that the layer holds down, or nil.
  @_noLocks private func down(_ serial: Int32, _ index: Int) -> Int? {
    for place in 0..<layers[index].downCount where downs[index * Self.downLimit + place].serial == serial {
      return index * Self.downLimit + place
    }
    return nil
  }

  @_noLocks private mutating func apply(_ event: Int32, _ index: Int) {
    let passed = pool.events[Int(event)]
    if passed.thing == .motion { return emit(.moved, event, part: 0, index) }
    switch passed.phase {
    case .began: hold(event, index)
    case .moved:
      guard let place = down(passed.serial, index) else { return }
      downs[place].event = event
      emit(.moved, event, part: downs[place].part, index)
    case .ended:
      guard let place = down(passed.serial, index) else { return }
      end(place, event, index)
    case .shape:
      guard let place = down(passed.serial, index) else { return }
      emit(.shape, event, part: downs[place].part, index)
    }
  }

  /// Takes back what an event has done, where the layer runs backward.
  @_noLocks private mutating func unapply(_ event: Int32, _ index: Int) {
    let passed = pool.events[Int(event)]
    if passed.thing == .motion { return emit(.moved, event, part: 0, index) }
    switch passed.phase {
    case .ended: hold(passed.before, index)
    case .moved:
      guard let place = down(passed.serial, index) else { return }
      downs[place].event = passed.before
      emit(.moved, passed.before, part: downs[place].part, index)
    case .began:
      guard let place = down(passed.serial, index) else { return }
      end(place, event, index)
    case .shape: break
    }
  }

  /// Begins a touch with the numbers of an event.
  @_noLocks private mutating func hold(_ event: Int32, _ index: Int) {
    let layer = layers + index
    guard layer.pointee.downCount < Self.downLimit else {
      lost &+= 1
      return
    }
    let down = entry(event, index)
    downs[index * Self.downLimit + layer.pointee.downCount] = down
    layer.pointee.downCount += 1
    emit(.began, event, part: down.part, index)
  }

  @_noLocks private func entry(_ event: Int32, _ index: Int) -> LoopDown {
    var down = LoopDown()
    down.serial = pool.events[Int(event)].serial
    down.event = event
    down.part = layers[index].settings.part
    if down.part == 0 { down.part = pool.events[Int(event)].part }
    return down
  }

  /// Ends the touch at a place of `downs`; the others keep their order.
  @_noLocks private mutating func end(_ place: Int, _ event: Int32, _ index: Int) {
    emit(.ended, event, part: downs[place].part, index)
    let end = index * Self.downLimit + layers[index].downCount
    for later in place + 1..<max(end, place + 1) { downs[later - 1] = downs[later] }
    layers[index].downCount -= 1
  }

  /// Ends all touches that a layer holds down.
  @_noLocks mutating func endAll(_ index: Int) {
    let first = index * Self.downLimit
    for place in first..<first + layers[index].downCount {
      emit(.ended, downs[place].event, part: downs[place].part, index)
    }
    layers[index].downCount = 0
  }

  /// Moves all touches that a layer holds down to where its settings put them.
  @_noLocks mutating func moveAll(_ index: Int) {
    let first = index * Self.downLimit
    for place in first..<first + layers[index].downCount {
      emit(.moved, downs[place].event, part: downs[place].part, index)
    }
  }

  /// Goes to a place, and ends, moves and begins the touches that differ there.
  @_noLocks private mutating func relocate(_ index: Int, _ pass: Int64, _ phase: Int64) {
    let layer = layers + index
    (layer.pointee.pass, layer.pointee.phase) = (pass, phase)
    layer.pointee.needsRelocation = false
    layer.pointee.cursor = -1
    var count = 0
    var event = layer.pointee.head
    while event >= 0, Int64(pool.events[Int(event)].position) <= phase {
      layer.pointee.cursor = event
      if isShown(event, index) { count = find(event, index, count) }
      event = pool.events[Int(event)].next
    }
    let first = index * Self.downLimit
    for place in first..<first + layer.pointee.downCount where !isFound(downs[place], count) {
      emit(.ended, downs[place].event, part: downs[place].part, index)
    }
    for place in 0..<count {
      let there = down(found[place].serial, index).map { downs[$0].part == found[place].part } ?? false
      emit(there ? .moved : .began, found[place].event, part: found[place].part, index)
    }
    for place in 0..<count { downs[first + place] = found[place] }
    layer.pointee.downCount = count
  }

  @_noLocks private func isFound(_ down: LoopDown, _ count: Int) -> Bool {
    for place in 0..<count where found[place].serial == down.serial { return found[place].part == down.part }
    return false
  }

  /// Adds what an event does to the touches that are found.
  @_noLocks private mutating func find(_ event: Int32, _ index: Int, _ count: Int) -> Int {
    let passed = pool.events[Int(event)]
    if passed.thing == .motion || passed.phase == .shape { return count }
    if passed.phase == .began {
      guard count < Self.downLimit else {
        lost &+= 1
        return count
      }
      found[count] = entry(event, index)
      return count + 1
    }
    for place in 0..<count where found[place].serial == passed.serial {
      if passed.phase == .moved {
        found[place].event = event
        return count
      }
      for later in place + 1..<max(count, place + 1) { found[later - 1] = found[later] }
      return count - 1
    }
    return count
  }

  // MARK: As events of the surface

  /// Makes the event of the surface for an event of a layer.
  /// - Parameters:
  ///   - phase: what happens, which is not what the event says where the layer runs backward or is relocated.
  ///   - part: the part that plays it, plus one; 0: the surface decides.
  @_noLocks private mutating func emit(_ phase: LoopPhase, _ event: Int32, part: UInt8, _ index: Int) {
    let made = pool.events[Int(event)]
    let source = LoopTarget.firstSource + UInt32(index)
    let id = Int32(part & 31) << 24 | made.serial & 0xFF_FFFF
    let words = SIMD4(made.words.0, made.words.1, made.words.2, made.words.3)
    switch made.thing {
    case .touch:
      let kind: SurfaceEvent.Kind
      switch phase {
      case .began: kind = .began
      case .moved: kind = .moved
      case .ended: kind = .ended
      case .shape:
        outbox.append(
          .shape(
            source: source, id: id, aspect: words[0], orientation: turned(words[1], index, circle: false)))
        return
      }
      // Unless this is the recorded end, the touch ends at its present place.
      let ends = phase == .ended && made.phase != .ended
      outbox.append(
        SurfaceEvent(
          kind, source: source, id: id,
          words: ends ? SIMD4(repeating: .nan) : placed(words, index)))
    case .token:
      if phase == .ended { return outbox.append(.tokenLifted(source: source, id: id)) }
      if phase == .shape {
        return outbox.append(SurfaceEvent(.tokenOutline, source: source, id: id, words: words))
      }
      var place = placed(words, index)
      place[2] = turned(words[2], index, circle: true)
      outbox.append(SurfaceEvent(.token, source: source, id: id, words: place))
    case .key:
      if phase == .moved { return }
      let bytes = words[0].bitPattern
      let status: UInt32 = (phase == .began ? 0x90 : 0x80) | bytes & 0x0F
      outbox.append(
        SurfaceEvent(.midi, source: source, id: Int32(bitPattern: bytes & 0xFFFF00 | status)))
    case .motion:
      outbox.append(
        SurfaceEvent(
          .motion, source: source, id: Int32(words[3]), words: SIMD4(words[0], words[1], words[2], .nan)))
    }
  }

  /// The numbers of a place, mirrored, scaled and drifted.
  @_noLocks private func placed(_ words: SIMD4<Float>, _ index: Int) -> SIMD4<Float> {
    let settings = layers[index].settings
    let passes = Double(layers[index].pass)
    var words = words
    words[0] = Self.placed(
      words[0], mirrors: settings.mirror & 1 != 0, settings.scale, drift: Double(settings.driftX) * passes)
    words[1] = Self.placed(
      words[1], mirrors: settings.mirror & 2 != 0, settings.scale, drift: Double(settings.driftY) * passes)
    return words
  }

  /// A coordinate; `NaN` stays so.
  @_noLocks private static func placed(
    _ value: Float, mirrors: Bool, _ scale: Float, drift: Double
  ) -> Float {
    if !value.isFinite { return value }
    var value = mirrors ? 1 - value : value
    if scale != 1 { value = min(max(0.5 + (value - 0.5) * scale, 0), 1) }
    if drift == 0 { return value }
    // A mirror at each edge: the pattern repeats after two widths.
    let way = Double(value) + drift
    let half = min(max(way / 2, -1e15), 1e15)
    var folded = way - 2 * Double(half < 0 ? Int64(half) - 1 : Int64(half))
    if folded > 1 { folded = 2 - folded }
    return Float(folded)
  }

  /// A direction in turns, mirrored.
  /// - Parameter circle: whether it is one of a whole turn; else a half turn makes no difference.
  @_noLocks private func turned(_ angle: Float, _ index: Int, circle: Bool) -> Float {
    let mirror = layers[index].settings.mirror
    if !angle.isFinite || mirror == 0 { return angle }
    let half: Float = 0.5
    let turned = mirror == 1 ? half - angle : mirror == 2 ? -angle : circle ? angle + half : angle
    return turned
  }
}
