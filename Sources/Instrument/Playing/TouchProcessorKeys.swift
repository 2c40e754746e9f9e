// MIDI notes as touches: MPE notes always, plain keys where a patch wants that. Audio thread.
import Controls
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// A note began. On a member of a zone it is a touch; a plain key joins the group, if the patch says so, where a
  /// finger would play its pitch, and its voice goes on taking its own controllers from the ports.
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

  /// The touch that a note on a member channel is, or −1.
  @_noLocks func slot(ofKey key: UInt8, channel: UInt8) -> Int {
    sources.touches.slot(source: MIDIInput.noteSource | UInt32(channel), id: Int32(key)) ?? -1
  }

  /// A bend, timbre or pressure of channels (a bit each) moves the touches of their keys.
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

  /// A key came up; it leaves the group even if the patch has changed since, and even if a pedal holds its voice.
  @_noLocks mutating func leave(key: UInt8, channel: UInt8) {
    leave(key, MIDIInput.keySource | UInt32(channel))
    leave(key, MIDIInput.noteSource | UInt32(channel))
  }

  @_noLocks private mutating func leave(_ key: UInt8, _ source: UInt32) {
    guard let slot = sources.touches.slot(source: source, id: Int32(key)) else { return }
    voices.table.unlink(slot: slot)
    controllersChanged()
    _ = sources.apply(SurfaceEvent(.ended, source: source, id: Int32(key)), frame: frame)
    fireTriggerEvents()
  }

  @_noLocks mutating func leaveAllKeys(of channel: UInt8) {
    for key in 0..<UInt8(128) { leave(key: key, channel: channel) }
  }
}
