// Layers that are handed out to be saved, and restored ones. Audio thread, except `fill`.
import RealTime
import Synchronization

extension Looper {
  // MARK: Handing out

  /// Notes that a layer has changed.
  /// - Parameter events: whether its events may be others.
  @_noLocks mutating func changed(_ index: Int, events: Bool) {
    revision &+= 1
    if events {
      changedEvents |= 1 << UInt16(index)
      // The part that has been handed out is void.
      if handedOut == index { handedOut = -1 }
    } else {
      changedLayers |= 1 << UInt16(index)
    }
  }

  /// Notes that a setting for all layers has changed.
  @_noLocks mutating func changedSettings() {
    revision &+= 1
    (isEndDue, isSettingChanged) = (true, true)
  }

  /// The layers of which something must be handed out. A layer that overdubs is not: its recordings before are there
  /// already.
  private var due: UInt16 {
    @_noLocks get {
      var due = changedEvents | changedLayers
      if due == 0 { return 0 }
      for index in 0..<Self.layers where layers[index].state == .overdubbing {
        due &= ~(1 << UInt16(index))
      }
      return due
    }
  }

  /// Whether something has changed that was not handed out.
  public var isOwed: Bool { @_noLocks get { handedOut >= 0 || isEndDue || isRestored || due != 0 } }

  /// Whether no layer waits or records, and all that has changed was handed out.
  public var isComplete: Bool {
    @_noLocks get {
      for index in 0..<Self.layers where layers[index].isUnfinished { return false }
      return !isOwed
    }
  }

  /// Hands out what has changed, as far as there is room.
  /// - Parameters:
  ///   - limit: the most records.
  ///   - rate: frames per second of the instrument.
  /// - Returns: whether a layer or a setting is another one, so that the session must be saved again.
  @_noLocks public mutating func handOut(
    to exchange: UnsafeMutablePointer<LoopExchange>, limit: Int, rate: Float
  ) -> Bool {
    var hasChanged = false
    for _ in 0..<limit {
      guard let record = nextRecord(rate), exchange.pointee.records.push(record) else { break }
      switch record {
      case .restored: isRestored = false
      case .begin(let layer):
        changedEvents &= ~(1 << UInt16(layer))
        changedLayers |= 1 << UInt16(layer)
        handedOut = Int(layer)
        nextOut = layers[handedOut].isUnfinished ? -1 : layers[handedOut].head
      case .event: nextOut = pool.events[Int(nextOut)].next
      case .layer(let layer, _):
        changedLayers &= ~(1 << UInt16(layer))
        handedOut = -1
        (isEndDue, hasChanged) = (true, true)
      case .end:
        if isSettingChanged { hasChanged = true }
        (isEndDue, isSettingChanged) = (false, false)
      }
    }
    exchange.pointee.isOwed.store(isOwed, ordering: .releasing)
    return hasChanged
  }

  @_noLocks private func nextRecord(_ rate: Float) -> LoopRecord? {
    if isRestored { return .restored(number) }
    if handedOut >= 0 {
      return nextOut >= 0
        ? .event(pool.events[Int(nextOut)]) : .layer(UInt8(handedOut), layers[handedOut].saved)
    }
    let due = due
    if due != 0 {
      let index = due.trailingZeroBitCount
      return changedEvents & 1 << UInt16(index) != 0
        ? .begin(UInt8(index)) : .layer(UInt8(index), layers[index].saved)
    }
    guard isEndDue else { return nil }
    return .end(
      LoopEnd(
        selected: UInt8(selected), prefersFrames: prefersFrames, quantum: quantum, rate: rate,
        revision: revision))
  }

  // MARK: Restored layers

  /// Becomes a copy of layers that were prepared. The touches of those before must have ended, and a clock must be set
  /// afterwards.
  @_noLocks public mutating func replace(with other: Looper) {
    pool.copy(other.pool)
    for index in 0..<Self.layers { layers[index] = other.layers[index] }
    outbox.removeAll()
    (selected, quantum, prefersFrames) = (other.selected, other.quantum, other.prefersFrames)
    (isActive, recording, capturing) = (other.isActive, 0, 0)
    lost &+= other.lost
    (changedEvents, changedLayers, handedOut, isSettingChanged) = (0, 0, -1, false)
    (isRestored, isEndDue, number) = (true, true, other.number)
    revision &+= 1
  }

  /// Fills empty layers with saved ones, which were repaired. Not for the audio thread.
  mutating func fill(_ saved: SavedLoops, number: UInt32) {
    (selected, quantum, prefersFrames) = (saved.selected, saved.quantum, saved.prefersFrames)
    (lost, self.number) = (saved.lost, number)
    for index in 0..<Self.layers {
      layers[index].restore(saved.layers[index])
      let events = saved.events[index]
      for place in events.indices {
        var event = events[place]
        let own = pool.take()
        // The places of a new pool follow each other.
        event.previous = place == 0 ? -1 : own - 1
        event.next = place == events.count - 1 ? -1 : own + 1
        if event.before >= 0 { event.before += own - Int32(place) }
        pool.events[Int(own)] = event
        if place == 0 { layers[index].head = own }
        layers[index].tail = own
      }
      layers[index].count = events.count
    }
    updateActive()
  }
}

extension LoopLayer {
  /// The layer as it is saved. One that has not finished its first recording is saved as an empty one.
  var saved: SavedLayer {
    @_noLocks get {
      var saved = SavedLayer()
      saved.settings = settings
      guard state == .stopped || isPlaying else { return saved }
      saved.state = state == .stopped ? .stopped : .playing
      (saved.unit, saved.length, saved.start, saved.origin) = (unit, length, start, origin)
      (saved.takes, saved.shownTakes, saved.serial) = (takes, shownTakes, serial)
      return saved
    }
  }

  /// Becomes a saved layer without events. Not for the audio thread.
  fileprivate mutating func restore(_ saved: SavedLayer) {
    (state, settings, unit, length) = (saved.state, saved.settings, saved.unit, saved.length)
    (start, origin, serial) = (saved.start, saved.origin, saved.serial)
    (takes, shownTakes, needsRelocation) = (saved.takes, saved.shownTakes, true)
  }
}
