// MIDI notes as touches: MPE notes always, plain keys where a patch wants that, and recorded touches, which are the
// touches again. Audio thread.
import Controls
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// The sources of touches that MIDI plays, each with the channel in its lowest bits: recorded touches, MPE notes,
  /// plain keys. No sender of the network has such a number.
  static var recordedSource: UInt32 { @_noLocks get { 0xFFFF_FD00 } }
  static var noteSource: UInt32 { @_noLocks get { 0xFFFF_FE00 } }
  static var keySource: UInt32 { @_noLocks get { 0xFFFF_FF00 } }

  // MARK: Notes and keys

  /// A note began. On a member of a zone it is a touch; a plain key joins the group, if the patch says so, where a
  /// finger would play its pitch, and its voice goes on taking its own controllers from the ports.
  @_noLocks mutating func join(key: UInt8, channel: UInt8) {
    var source = Self.keySource
    if case .member = zones.role(of: channel) { source = Self.noteSource }
    guard source == Self.noteSource || patch.pointee.midiJoinsGroup else { return }
    let event = place(.began, key: key, channel: channel, source: source)
    if let slot = surface.endBeforeBegin(event, frame: frame) { end(touch: slot) }
    if case .began(let slot) = surface.apply(event, frame: frame), source == Self.noteSource {
      if let voice = table.heldVoice(of: .note(channel: channel, key: key)) {
        table.voices[voice].slot = slot
      }
    }
    handsChanged()
    tellMoments()
  }

  /// The touch that a note on a member channel is, or −1.
  @_noLocks func slot(ofKey key: UInt8, channel: UInt8) -> Int {
    surface.touches.slot(source: Self.noteSource | UInt32(channel), id: Int32(key)) ?? -1
  }

  /// A bend, timbre or pressure of channels (a bit each) moves their keys.
  @_noLocks mutating func moveKeys(of channels: UInt16) {
    for slot in 0..<TouchTable.capacity where surface.touches.touches[slot].source >= Self.noteSource {
      let touch = surface.touches.touches + slot
      let channel = UInt8(truncatingIfNeeded: touch.pointee.source & 15)
      guard touch.pointee.isLive, channels & (1 << UInt16(channel)) != 0 else { continue }
      handsChanged()
      let key = UInt8(truncatingIfNeeded: touch.pointee.id)
      _ = surface.apply(
        place(.moved, key: key, channel: channel, source: touch.pointee.source & ~15), frame: frame)
    }
    tellMoments()
  }

  /// A key came up; it leaves the group even if the patch has changed since, and even if a pedal holds its voice.
  @_noLocks mutating func leave(key: UInt8, channel: UInt8) {
    leave(key, Self.keySource | UInt32(channel))
    leave(key, Self.noteSource | UInt32(channel))
  }

  @_noLocks private mutating func leave(_ key: UInt8, _ source: UInt32) {
    guard let slot = surface.touches.slot(source: source, id: Int32(key)) else { return }
    table.unlink(slot: slot)
    handsChanged()
    _ = surface.apply(SurfaceEvent(.ended, source: source, id: Int32(key)), frame: frame)
    tellMoments()
  }

  @_noLocks mutating func leaveAllKeys(of channel: UInt8) {
    for key in 0..<UInt8(128) { leave(key: key, channel: channel) }
  }

  /// Along the playing map's axis where its pitch lies, across it at its timbre (CC 74; the middle before one came).
  @_noLocks private func place(
    _ kind: SurfaceEvent.Kind, key: UInt8, channel: UInt8, source: UInt32
  ) -> SurfaceEvent {
    let state = state(of: channel)
    let map = patch.pointee.map
    let along = map.position(of: Float(key) + state.bendSemitones)
    let across = state.timbre ?? 0.5
    return SurfaceEvent(
      kind, source: source | UInt32(channel), id: Int32(key), x: map.axis == .y ? across : along,
      y: map.axis == .y ? along : across, pressure: state.pressure ?? 0)
  }

  // MARK: Recorded touches

  /// Seconds from the placing of a touch to its note: no longer, so that no other note is taken for one.
  public static var placingSeconds: Float { @_noLocks get { 0.01 } }

  /// Whether a note-on on a channel is a recorded touch: its place was said just before.
  @_noLocks func isTouch(_ channel: UInt8) -> Bool {
    zones.mode != .off
      && channels[Int(channel)].place.isPlaced(
        at: frame, window: Int64(Self.placingSeconds * sampleRate))
  }

  /// The note's own pitch and velocity only matter to other instruments.
  @_noLocks mutating func beginTouch(_ key: UInt8, _ channel: UInt8) {
    endTouch(channel)
    channels[Int(channel)].touchKey = key
    channels[Int(channel)].place.forget()
    handle(place(.began, channel))
  }

  /// A touch was placed anew; where no note is down, that is for the next one.
  @_noLocks mutating func moveTouch(_ channel: UInt8) {
    guard channels[Int(channel)].touchKey != nil else { return }
    channels[Int(channel)].place.forget()
    handle(place(.moved, channel))
  }

  /// A note is up: its touch ends, at once if its last place has come on this frame, and else when the frame is over or
  /// something else begins. Ardour plays the note-offs of a tick first and where their touches were last behind them.
  /// - Returns: false when the key is no such touch.
  @_noLocks mutating func lift(_ key: UInt8, _ channel: UInt8) -> Bool {
    guard channels[Int(channel)].touchKey == key else { return false }
    if channels[Int(channel)].place.cameAt(frame) || liftedCount == 16 {
      endTouch(channel)
    } else {
      lifted[liftedCount] = channel
      liftedCount += 1
    }
    return true
  }

  /// Touches whose notes are up end.
  @_noLocks mutating func endLifted() {
    let count = liftedCount
    liftedCount = 0
    for index in 0..<count { endTouch(lifted[index]) }
  }

  /// The channel's recorded touch, if there is one, ends.
  @_noLocks mutating func endTouch(_ channel: UInt8) {
    guard channels[Int(channel)].touchKey != nil else { return }
    channels[Int(channel)].touchKey = nil
    handle(SurfaceEvent(.ended, source: Self.recordedSource | UInt32(channel), id: Int32(channel)))
  }

  @_noLocks private func place(_ kind: SurfaceEvent.Kind, _ channel: UInt8) -> SurfaceEvent {
    let numbers = channels[Int(channel)].place.numbers
    return SurfaceEvent(
      kind, source: Self.recordedSource | UInt32(channel), id: Int32(channel), x: numbers[0], y: numbers[1],
      pressure: numbers[3], radius: numbers[2])
  }
}
