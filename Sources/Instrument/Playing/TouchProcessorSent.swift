// Values that were sent in place of ports: when they come, when they end, and what they change. Audio thread.
import Controls
import RealTime

extension TouchProcessor {
  /// Sets the value that is sent in place of a port's.
  /// - Parameter value: Within the port's range; NaN: none.
  @_noLocks mutating func send(_ value: Float, at index: Int) {
    if value.bitPattern == load.sent.value(index).bitPattern { return }
    load.sent.set(index, value)
    isLoadNew = true
    followSent(index)
  }

  /// Sets a value that comes from a hand or a program.
  @_noLocks mutating func sendLive(_ value: Float, at index: Int) {
    let before = load.sent.value(index).bitPattern
    send(value, at: index)
    if load.sent.value(index).bitPattern != before { hasSentChanged = true }
  }

  /// Begins with the values of a load.
  @_noLocks mutating func begin(_ next: PatchLoad) {
    load.number = next.number
    isLoadNew = true
    for index in 0..<SentValues.count {
      let before = load.sent.value(index).bitPattern
      send(next.sent.value(index), at: index)
      if load.sent.value(index).bitPattern != before { recordSent(index) }
    }
  }

  /// Ends the value that was sent in place of a port's, because the port has moved. The first value of a port
  /// after a restore is no move, and a host may set a port to the value that this instance reported.
  @_noLocks mutating func end(sent index: Int, isMove: Bool) {
    let isEcho = index < SentValues.hold && hostAutomation.isOwn(index, ports[SentValues.port(index)])
    if isMove, !isEcho { return send(.nan, at: index) }
    if !load.sent.value(index).isNaN { recordSent(index) }
  }

  /// Writes to a take what counts for a port.
  @_noLocks mutating func recordSent(_ index: Int) {
    let value = load.sent.value(index)
    let port = SentValues.port(index)
    if value.isNaN || index >= SentValues.firstTrim {
      take.record(port: UInt32(port.rawValue), value.isNaN ? ports[port] : value, at: frame)
    } else {
      take.record(
        index == SentValues.hold ? .hold(value) : .macro(index + 1, amount: value), at: frame)
    }
  }

  @_noLocks private mutating func followSent(_ index: Int) {
    let value = load.sent.value(index)
    if index == SentValues.hold {
      hold.set(sent: value.isNaN ? 0 : value)
      pedalsMoved()
    } else if index >= SentValues.firstTrim {
      trims.pointee[index - SentValues.firstTrim] = value.isNaN ? ports[SentValues.port(index)] : value
      gliding.isMoving = true
    }
    controllersChanged(ports: true)
    clock.isStale = true
  }

  /// Returns whether the load or its sent values are new since the last call.
  @_noLocks public mutating func popLoad() -> Bool {
    defer { isLoadNew = false }
    return isLoadNew
  }

  /// Returns whether hands or programs have changed sent values since the last call.
  @_noLocks public mutating func popSentChange() -> Bool {
    defer { hasSentChanged = false }
    return hasSentChanged
  }
}
