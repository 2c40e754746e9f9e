// MIDI notes as touches: MPE notes always, plain keys if the patch has them join the group. Audio thread.
import Controls
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// Begins the touch of a note. A note on a member channel is always a touch. A plain key joins the group if
  /// the patch has set this, at the position where a finger would play its pitch; its voice still takes its
  /// own controllers from the ports.
  @_noLocks mutating func join(key: UInt8, channel: UInt8) {
    let source = midi.isMember(channel) ? MIDIInput.noteSource : MIDIInput.keySource
    guard source == MIDIInput.noteSource || patch.pointee.midiJoinsGroup else { return }
    let event = midi.touch(.began, ofKey: key, channel: channel, source: source, on: patch.pointee.map)
    if let slot = sources.endBeforeBegin(event, frame: frame) { end(touch: slot) }
    if case .began(let slot) = sources.apply(event, frame: frame), source == MIDIInput.noteSource {
      if let voice = voices.table.heldVoice(of: .note(channel: channel, key: key)) {
        voices.table.voices[voice].slot = slot
      }
    }
    controllersChanged()
    fireTriggerEvents()
  }

  /// The slot of the touch of a note on a member channel, or −1.
  @_noLocks func slot(ofKey key: UInt8, channel: UInt8) -> Int {
    sources.touches.slot(source: MIDIInput.noteSource | UInt32(channel), id: Int32(key)) ?? -1
  }

  /// Moves the touches of keys after a bend, timbre or pressure of channels (a bit each).
  @_noLocks mutating func moveKeys(of channels: UInt16) {
    for slot in 0..<TouchTable.capacity where sources.touches.touches[slot].source >= MIDIInput.noteSource {
      let touch = sources.touches.touches + slot
      let channel = UInt8(truncatingIfNeeded: touch.pointee.source & 15)
      guard touch.pointee.isLive, channels & (1 << UInt16(channel)) != 0 else { continue }
      controllersChanged()
      let key = UInt8(truncatingIfNeeded: touch.pointee.id)
      let event = midi.touch(
        .moved, ofKey: key, channel: channel, source: touch.pointee.source & ~15, on: patch.pointee.map)
      _ = sources.apply(event, frame: frame)
    }
    fireTriggerEvents()
  }

  /// Ends the touch of a released key, even if the patch has changed since or a pedal holds the voice.
  @_noLocks mutating func leave(key: UInt8, channel: UInt8) {
    leave(key, MIDIInput.keySource | UInt32(channel))
    leave(key, MIDIInput.noteSource | UInt32(channel))
  }

  @_noLocks private mutating func leave(_ key: UInt8, _ source: UInt32) {
    guard let slot = sources.touches.slot(source: source, id: Int32(key)) else { return }
    voices.table.unlink(slot: slot)
    controllersChanged()
    _ = sources.apply(.touch(.ended, source: source, id: Int32(key)), frame: frame)
    fireTriggerEvents()
  }

  @_noLocks mutating func leaveAllKeys(of channel: UInt8) {
    for key in 0..<UInt8(128) { leave(key: key, channel: channel) }
  }
}
