// The recording of layers. Audio thread.
import RealTime

extension Looper {
  /// Whether a layer records what comes from this source and this part (plus one; 0: none).
  @_noLocks private func wants(_ index: Int, _ source: UInt32, part: UInt8) -> Bool {
    let settings = layers[index].settings
    return settings.filter == 0 || settings.filter < 0 && source == settings.source
      || settings.filter > 0 && Int(settings.filter) == Int(part)
  }

  /// Records that a touch, a token or a key began.
  /// - Parameters:
  ///   - part: the part that plays it, plus one; 0: none.
  ///   - layers: a bit for each layer that may record it: `recording`, or `capturing` for what is there already.
  @_noLocks public mutating func begin(
    _ thing: LoopThing, source: UInt32, id: Int32, _ words: SIMD4<Float>, part: UInt8, in mask: UInt16,
    at frame: Int64
  ) {
    for index in 0..<Self.layers where mask & 1 << UInt16(index) != 0 && wants(index, source, part: part) {
      if hand(thing, source, id, index) == nil {
        add(thing, source: source, id: id, words, part: part, position(index, frame), index)
      }
    }
  }

  /// Records that it has other numbers.
  /// - Parameter phase: `moved` or `shape`.
  @_noLocks public mutating func move(
    _ thing: LoopThing, source: UInt32, id: Int32, _ words: SIMD4<Float>, phase: LoopPhase = .moved,
    at frame: Int64
  ) {
    for index in 0..<Self.layers where recording & 1 << UInt16(index) != 0 {
      guard let place = hand(thing, source, id, index) else { continue }
      let position = position(index, frame)
      let last = hands[place].event
      if phase == .moved, layers[index].cursor == last, pool.events[Int(last)].position == position {
        // A later place on the same tick replaces it.
        set(words, of: last)
        continue
      }
      guard pool.room > openHands else {
        lost &+= 1
        continue
      }
      let event = insert(
        hands[place].serial, thing, phase, words, part: pool.events[Int(last)].part,
        max(position, pool.events[Int(last)].position), before: last, index)
      if phase == .moved { hands[place].event = event }
    }
  }

  /// Records that it ended. Words that are `NaN` are those before.
  @_noLocks public mutating func end(
    _ thing: LoopThing, source: UInt32, id: Int32, _ words: SIMD4<Float>, at frame: Int64
  ) {
    for index in 0..<Self.layers where recording & 1 << UInt16(index) != 0 {
      guard let place = hand(thing, source, id, index) else { continue }
      finish(place, words, position(index, frame), index)
      remove(hand: place, index)
    }
  }

  /// Records numbers of a motion sensor.
  @_noLocks public mutating func move(sensor: Int32, source: UInt32, _ words: SIMD4<Float>, at frame: Int64) {
    for index in 0..<Self.layers
    where recording & 1 << UInt16(index) != 0 && wants(index, source, part: 0) {
      guard pool.room > openHands else {
        lost &+= 1
        continue
      }
      var words = words
      words[3] = Float(sensor)
      _ = insert(0, .motion, .moved, words, part: 0, position(index, frame), before: -1, index)
    }
  }

  /// Forgets which layers want the touches that are down; the caller has recorded them.
  @_noLocks public mutating func captured() { capturing = 0 }

  // MARK: Hands

  /// Events that are kept free for the ends of what is recorded.
  private var openHands: Int {
    @_noLocks get {
      var count = 0
      for index in 0..<Self.layers { count += layers[index].handCount }
      return count
    }
  }

  @_noLocks private func hand(_ thing: LoopThing, _ source: UInt32, _ id: Int32, _ index: Int) -> Int? {
    let first = index * Self.handLimit
    for place in first..<first + layers[index].handCount
    where hands[place].id == id && hands[place].source == source && hands[place].thing == thing {
      return place
    }
    return nil
  }

  /// The others keep their order.
  @_noLocks private mutating func remove(hand place: Int, _ index: Int) {
    let end = index * Self.handLimit + layers[index].handCount
    for later in place + 1..<max(end, place + 1) { hands[later - 1] = hands[later] }
    layers[index].handCount -= 1
  }

  @_noLocks private mutating func add(
    _ thing: LoopThing, source: UInt32, id: Int32, _ words: SIMD4<Float>, part: UInt8, _ position: Int32,
    _ index: Int
  ) {
    let layer = layers + index
    guard layer.pointee.handCount < Self.handLimit, pool.room > openHands + 1 else {
      lost &+= 1
      return
    }
    layer.pointee.serial = (layer.pointee.serial + 1) & 0xFF_FFFF
    var hand = LoopHand()
    (hand.source, hand.id, hand.thing, hand.serial) = (source, id, thing, layer.pointee.serial)
    hand.isWhole = position == 0
    hand.event = insert(hand.serial, thing, .began, words, part: part, position, before: -1, index)
    hands[index * Self.handLimit + layer.pointee.handCount] = hand
    layer.pointee.handCount += 1
  }

  /// Records the end of what a hand does.
  @_noLocks private mutating func finish(
    _ place: Int, _ words: SIMD4<Float>, _ position: Int32, _ index: Int
  ) {
    let hand = hands[place]
    let last = pool.events[Int(hand.event)]
    // The end of a key names it as its beginning does.
    let words =
      hand.thing == .key
      ? SIMD4(last.words.0, last.words.1, last.words.2, last.words.3) : words
    _ = insert(
      hand.serial, hand.thing, .ended, words, part: last.part, max(position, last.position),
      before: hand.event, index)
  }

  /// Ends what the hands of a layer do.
  @_noLocks private mutating func finishHands(_ position: Int32, _ index: Int) {
    for hand in 0..<layers[index].handCount {
      finish(index * Self.handLimit + hand, SIMD4(repeating: .nan), position, index)
    }
    layers[index].handCount = 0
  }

  /// Ends what hands do at the loop's end, and begins it anew at its beginning. What a hand has done in the whole pass
  /// is there already, so that a finger that is held for long is recorded once.
  @_noLocks mutating func wrapHands(_ index: Int) {
    let layer = layers + index
    if layer.pointee.handCount == 0 { return }
    let end = Int32(truncatingIfNeeded: layer.pointee.length)
    let count = layer.pointee.handCount
    layer.pointee.cursor = layer.pointee.tail
    // The ends have their places; the beginnings may have none.
    for hand in 0..<count {
      finish(index * Self.handLimit + hand, SIMD4(repeating: .nan), end, index)
    }
    layer.pointee.cursor = -1
    layer.pointee.handCount = 0
    for hand in 0..<count {
      let old = hands[index * Self.handLimit + hand]
      if old.isWhole { continue }
      let last = pool.events[Int(old.event)]
      let words = SIMD4(last.words.0, last.words.1, last.words.2, last.words.3)
      add(old.thing, source: old.source, id: old.id, words, part: last.part, 0, index)
    }
  }

  // MARK: Places and events

  /// The place at which a layer records on a frame, in ticks from its loop's beginning.
  @_noLocks private func position(_ index: Int, _ frame: Int64) -> Int32 {
    let layer = layers + index
    let tick = clock.ticks(layer.pointee.unit, at: frame)
    if layer.pointee.state != .overdubbing {
      let floor = layer.pointee.tail < 0 ? 0 : pool.events[Int(layer.pointee.tail)].position
      return Int32(truncatingIfNeeded: min(max(tick &- layer.pointee.start, Int64(floor)), Self.longest))
    }
    let (pass, phase) = layer.pointee.split(layer.pointee.place(at: tick))
    return Int32(truncatingIfNeeded: pass == layer.pointee.pass ? phase : layer.pointee.phase)
  }

  @_noLocks private func set(_ words: SIMD4<Float>, of event: Int32) {
    pool.events[Int(event)].words = (words[0], words[1], words[2], words[3])
  }

  /// Inserts an event behind those at its position. It does not act in this pass.
  @_noLocks private mutating func insert(
    _ serial: Int32, _ thing: LoopThing, _ phase: LoopPhase, _ words: SIMD4<Float>, part: UInt8,
    _ position: Int32, before: Int32, _ index: Int
  ) -> Int32 {
    let layer = layers + index
    let event = pool.take()
    var made = LoopEvent()
    (made.position, made.before, made.serial) = (position, before, serial)
    (made.thing, made.phase, made.part, made.take) = (thing, phase, part, layer.pointee.takes)
    var previous = layer.pointee.cursor
    var next = previous < 0 ? layer.pointee.head : pool.events[Int(previous)].next
    let isHere = next < 0 || pool.events[Int(next)].position > position
    while next >= 0, pool.events[Int(next)].position <= position {
      previous = next
      next = pool.events[Int(next)].next
    }
    (made.previous, made.next) = (previous, next)
    pool.events[Int(event)] = made
    set(words, of: event)
    if previous < 0 { layer.pointee.head = event } else { pool.events[Int(previous)].next = event }
    if next < 0 { layer.pointee.tail = event } else { pool.events[Int(next)].previous = event }
    if isHere { layer.pointee.cursor = event }
    layer.pointee.count += 1
    return event
  }

  // MARK: Beginning and end of recordings

  /// Begins to record into an empty layer, at its boundary.
  @_noLocks mutating func begin(_ index: Int) {
    let layer = layers + index
    empty(index)
    layer.pointee.state = .recording
    layer.pointee.start = layer.pointee.boundary
    (layer.pointee.takes, layer.pointee.shownTakes) = (1, 1)
    recording |= 1 << UInt16(index)
    capturing |= 1 << UInt16(index)
    isActive = true
  }

  /// Closes the loop of a recording layer at a tick of the clock, and plays it.
  @_noLocks mutating func close(_ index: Int, at tick: Int64) {
    let layer = layers + index
    let last = layer.pointee.tail < 0 ? 0 : Int64(pool.events[Int(layer.pointee.tail)].position)
    let shortest = max(Self.shortest(layer.pointee.unit), last)
    layer.pointee.length = min(max(tick &- layer.pointee.start, shortest), Self.longest)
    finishHands(Int32(truncatingIfNeeded: layer.pointee.length), index)
    layer.pointee.origin = 0
    layer.pointee.state = .playing
    layer.pointee.needsRelocation = true
    stopRecording(index)
    changed(index, events: true)
  }

  /// Ends an overdub.
  @_noLocks mutating func endOverdub(_ index: Int, at frame: Int64) {
    finishHands(position(index, frame), index)
    layers[index].state = .playing
    stopRecording(index)
    changed(index, events: true)
  }

  @_noLocks private mutating func stopRecording(_ index: Int) {
    recording &= ~(1 << UInt16(index))
    capturing &= ~(1 << UInt16(index))
  }

  /// Gives a layer's events back. Its touches have ended, or its state was empty.
  @_noLocks mutating func empty(_ index: Int) {
    let layer = layers + index
    pool.give(from: layer.pointee.head, to: layer.pointee.tail, count: layer.pointee.count)
    (layer.pointee.head, layer.pointee.tail, layer.pointee.cursor) = (-1, -1, -1)
    (layer.pointee.count, layer.pointee.length, layer.pointee.handCount) = (0, 0, 0)
    (layer.pointee.takes, layer.pointee.shownTakes, layer.pointee.serial) = (0, 0, 0)
    layer.pointee.state = .empty
    stopRecording(index)
    changed(index, events: true)
  }

  /// Gives the events back that `undo` has hidden.
  @_noLocks mutating func purge(_ index: Int) {
    let layer = layers + index
    if layer.pointee.shownTakes == layer.pointee.takes { return }
    var event = layer.pointee.head
    while event >= 0 {
      let (link, next) = (pool.events[Int(event)], pool.events[Int(event)].next)
      if link.take > layer.pointee.shownTakes {
        if link.previous < 0 {
          layer.pointee.head = next
        } else {
          pool.events[Int(link.previous)].next = next
        }
        if next < 0 {
          layer.pointee.tail = link.previous
        } else {
          pool.events[Int(next)].previous = link.previous
        }
        if layer.pointee.cursor == event { layer.pointee.cursor = link.previous }
        pool.give(event)
        layer.pointee.count -= 1
      }
      event = next
    }
    layer.pointee.takes = layer.pointee.shownTakes
  }

  /// Ends all recordings and overdubs on a frame.
  @_noLocks mutating func interrupt(at frame: Int64) {
    for index in 0..<Self.layers {
      let layer = layers + index
      switch layer.pointee.state {
      case .armed: empty(index)
      case .recording: close(index, at: clock.ticks(layer.pointee.unit, at: frame))
      case .closing:
        close(index, at: min(clock.ticks(layer.pointee.unit, at: frame), layer.pointee.boundary))
      case .overdubbing: endOverdub(index, at: frame)
      case .empty, .playing, .stopped: break
      }
    }
    updateActive()
  }
}
