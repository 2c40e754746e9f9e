// The effect of pedals and holds on voices. Audio thread.
import Music

extension TouchProcessor {
  /// Whether fingers are held. A finger has no channel, so the sustain pedal of any channel holds it.
  var isHoldingFingers: Bool { @_noLocks get { hold.isHolding || midi.isAnySustained } }

  /// Whether a note of a channel continues after the release of its key.
  @_noLocks func isHolding(channel: UInt8) -> Bool { midi.isSustained(channel) || hold.isHolding }

  /// Releases sustained voices that no pedal holds any more.
  @_noLocks mutating func pedalsMoved() {
    if hold.isHolding { return }
    let fingersWait = isHoldingFingers
    for voice in 0..<VoiceTable.capacity
    where voices.table[voice].state == .sustained && !voices.table[voice].isCaught {
      if case .note(let channel, _) = voices.table[voice].owner {
        if midi.isSustained(channel) { continue }
      } else if fingersWait {
        continue
      }
      voices.letGo(voice, sustained: false)
    }
  }

  /// Applies the sostenuto pedal. Pressed, it catches the held voices: the notes of a channel or a zone, and
  /// fingers. Released, it releases them.
  @_noLocks mutating func sostenuto(_ isDown: Bool, channel: UInt8) {
    let reach = midi.zones.reach(of: channel)
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state != .free {
      if case .note(let of, _) = voices.table[voice].owner, reach & (1 << UInt16(of)) == 0 { continue }
      if isDown && voices.table[voice].state != .held { continue }
      voices.table.voices[voice].isCaught = isDown
    }
    if !isDown { pedalsMoved() }
  }

  /// Ends the latched voices when a finger or key begins while no other is down.
  @_noLocks mutating func releaseLatched() {
    guard hold.hold == .latch else { return }
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state == .held { return }
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state == .sustained {
      voices.letGo(voice, sustained: false)
    }
  }
}
