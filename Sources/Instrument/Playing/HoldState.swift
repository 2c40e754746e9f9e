// The hold of voices after the release of their keys or fingers; set by the port, OSC, MIDI and actions.
// Audio thread.

/// The treatment of voices after the release of their keys or fingers.
enum Hold: UInt8 {
  case off = 0
  /// They continue, as under a sustain pedal.
  case sustain
  /// They continue until a key or finger begins while no other is down.
  case latch

  /// The hold with the nearest number.
  @_noLocks static func nearest(_ value: Float) -> Hold {
    value >= 1.5 ? .latch : value >= 0.5 ? .sustain : .off
  }
}

/// The state of all holds that apply to keys and fingers. The sustain pedal of one channel is in `MIDIInput`.
struct HoldState {
  /// The value of the port.
  private var port: Hold
  /// The hold that was sent since the port moved.
  private var sent = Hold.off
  /// Whether the second hold pedal (CC 69) is down on any channel.
  var isLatchPedalDown = false
  /// Whether an action holds voices, like a sustain pedal.
  private var isHeldByAction = false

  /// - Parameter port: the value of the port `hold`.
  @_noLocks init(port: Float) { self.port = .nearest(port) }

  @_noLocks mutating func set(port value: Float) { port = .nearest(value) }

  /// Applies the hold that is sent: 0 (none), 1 (sustain) or 2 (latch).
  @_noLocks mutating func set(sent value: Float) { sent = .nearest(value) }

  @_noLocks mutating func toggleAction() { isHeldByAction.toggle() }

  /// Ends the hold of an action.
  @_noLocks mutating func endAction() { isHeldByAction = false }

  /// Discards the holds of pedals and actions.
  @_noLocks mutating func reset() {
    isHeldByAction = false
    isLatchPedalDown = false
  }

  /// The strongest hold of the port, of what was sent, and of the second hold pedal.
  var hold: Hold {
    @_noLocks get {
      if isLatchPedalDown || sent == .latch { return .latch }
      return port == .off ? sent : port
    }
  }

  /// Whether anything other than the pedal of one channel holds voices.
  var isHolding: Bool { @_noLocks get { hold != .off || isHeldByAction } }
}
