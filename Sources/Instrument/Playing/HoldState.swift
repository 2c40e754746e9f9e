// The hold: what keeps a voice whose key or finger is up. The port, OSC, MIDI and actions ask for it. Audio thread.

/// What becomes of voices whose key or finger is up.
enum Hold: UInt8 {
  case off = 0
  /// They go on, as under a sustain pedal.
  case sustain
  /// They go on until a key or finger begins while no other is down.
  case latch

  /// The nearest to a number; the greatest beyond.
  @_noLocks static func nearest(_ value: Float) -> Hold {
    value >= 1.5 ? .latch : value >= 0.5 ? .sustain : .off
  }
}

/// All that holds keys and fingers alike. The sustain pedal of one channel is in `MIDIInput`.
struct HoldState {
  /// The value of the port.
  private var port: Hold
  /// Asked for by OSC since the port moved.
  private var sent = Hold.off
  /// The second hold pedal (CC 69) is down on some channel.
  var isLatchPedalDown = false
  /// An action holds, like a sustain pedal.
  private var isHeldByAction = false

  /// - Parameter port: the value of the port `hold`.
  @_noLocks init(port: Float) { self.port = .nearest(port) }

  /// The port has moved; what OSC asked for ends.
  @_noLocks mutating func set(port value: Float) {
    port = .nearest(value)
    sent = .off
  }

  /// An event asks for a hold: 0 (none), 1 (sustain) or 2 (latch).
  @_noLocks mutating func set(sent value: Float) { sent = .nearest(value) }

  @_noLocks mutating func toggleAction() { isHeldByAction.toggle() }

  /// Only what the port asks for is left.
  @_noLocks mutating func reset() {
    isHeldByAction = false
    sent = .off
    isLatchPedalDown = false
  }

  /// The most that the port, OSC and the second hold pedal ask for.
  var hold: Hold {
    @_noLocks get {
      if isLatchPedalDown || sent == .latch { return .latch }
      return port == .off ? sent : port
    }
  }

  /// Whether voices wait for anything but the pedal of one channel.
  var isHolding: Bool { @_noLocks get { hold != .off || isHeldByAction } }
}
