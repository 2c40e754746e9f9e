// The effects of MIDI notes: the values of their channels and zones, their pitches, and their touches. Audio
// thread.
import Music
import RealTime

extension MIDIInput {
  // MARK: The values of a channel

  /// The values of one channel, without those of its zone's manager.
  @_noLocks func ownState(of channel: UInt8) -> NoteState {
    NoteState(channels[Int(channel)], range: zones.range(of: channel) ?? plainBendRange)
  }

  /// The values for a note that begins now on a channel: those of the channel combined with those of the
  /// manager.
  @_noLocks func state(of channel: UInt8) -> NoteState {
    let own = ownState(of: channel)
    return own.with(manager: zones.role(of: channel), in: self)
  }

  /// Updates the values of a voice's note: those of its channel, of its zone's manager and of its key.
  @_noLocks func update(_ note: UnsafeMutablePointer<Voice>) {
    guard case .note(let channel, _) = note.pointee.owner else { return }
    let role = zones.role(of: channel)
    // After the note's release, messages on a member channel belong to the next note.
    if !role.isMember || note.pointee.state == .held { note.pointee.own = ownState(of: channel) }
    note.pointee.heard = note.pointee.own.with(manager: role, in: self)
    note.pointee.heard.pressure = NoteState.greater(note.pointee.heard.pressure, note.pointee.keyPressure)
  }

  /// Whether a channel is a member of a zone; its notes are touches.
  @_noLocks func isMember(_ channel: UInt8) -> Bool { zones.role(of: channel).isMember }

  /// Whether the sustain pedal of a channel, or of its zone's manager, is down.
  @_noLocks func isSustained(_ channel: UInt8) -> Bool {
    if channels[Int(channel)].sustain { return true }
    if case .member(let manager) = zones.role(of: channel) { return channels[Int(manager)].sustain }
    return false
  }

  /// Whether the sustain pedal of any channel is down.
  var isAnySustained: Bool {
    @_noLocks get {
      for channel in 0..<16 where channels[channel].sustain { return true }
      return false
    }
  }

  // MARK: Pitches

  /// The tuning of a channel. A master may tune each channel differently. The channels of a zone are one
  /// instrument and use the tuning of fingers (MTS-ESP: channel −1).
  @_noLocks func tuning(of channel: UInt8) -> UnsafePointer<KeyTuning> {
    tunings.keys(channel: tunings.isMastered && isMember(channel) ? LiveTuning.fingers : Int(channel))
  }

  /// The tuned pitch of a key, in semitones.
  @_noLocks func pitch(ofKey key: UInt8, channel: UInt8) -> Float {
    KeyTuning.pitch(of: Float(key), in: tuning(of: channel))
  }

  /// The change of pitch by a bend of a distance in keys. It follows the tuning of the neighbouring keys, so
  /// a bend by one key ends on the pitch of that key.
  @_noLocks func bend(ofKey key: UInt8, channel: UInt8, by distance: Float) -> Float {
    let tuned = tuning(of: channel)
    return KeyTuning.pitch(of: Float(key) + distance, in: tuned) - KeyTuning.pitch(of: Float(key), in: tuned)
  }

  // MARK: Touches

  /// The touch of a key. Its position along the map's axis follows from its pitch, the position across from
  /// its timbre (CC 74; the middle before the first one).
  /// - Parameter source: `noteSource` or `keySource`.
  @_noLocks func touch(
    _ kind: SurfaceEvent.Kind, ofKey key: UInt8, channel: UInt8, source: UInt32, on map: PlayingMap
  ) -> SurfaceEvent {
    let state = state(of: channel)
    let along = map.position(of: Float(key) + state.bendSemitones)
    let across = state.timbre ?? 0.5
    return .touch(
      kind, source: source | UInt32(channel), id: Int32(key), x: map.axis == .y ? across : along,
      y: map.axis == .y ? along : across, pressure: state.pressure ?? 0)
  }
}

extension NoteState {
  /// Applies `with(manager:)` if the channel has a manager.
  @_noLocks fileprivate func with(manager role: MPEZones.Role, in input: borrowing MIDIInput) -> NoteState {
    guard case .member(let manager) = role else { return self }
    return with(manager: input.ownState(of: manager))
  }
}

extension MPEZones.Role {
  fileprivate var isMember: Bool {
    @_noLocks get {
      if case .member = self { return true }
      return false
    }
  }
}
