// What pedals and holds do to voices. Audio thread.
import Music

extension TouchProcessor {
  /// A finger has no channel: the sustain pedal of any channel is its pedal, too.
  var isHoldingFingers: Bool { @_noLocks get { hold.isHolding || midi.isAnySustained } }

  /// Whether a note of a channel goes on when its key comes up.
  @_noLocks func isHolding(channel: UInt8) -> Bool { midi.isSustained(channel) || hold.isHolding }

  /// Sustained voices whose pedal is up sound out.
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

  /// The sostenuto pedal catches the voices that are held: a channel's notes, or a zone's, and fingers. When it is up
  /// they wait no longer.
  @_noLocks mutating func sostenuto(_ isDown: Bool, channel: UInt8) {
    let reach = midi.zones.reach(of: channel)
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state != .free {
      if case .note(let of, _) = voices.table[voice].owner, reach & (1 << UInt16(of)) == 0 { continue }
      if isDown && voices.table[voice].state != .held { continue }
      voices.table.voices[voice].isCaught = isDown
    }
    if !isDown { pedalsMoved() }
  }

  /// A finger or key begins. While no other is down, this ends the latched voices.
  @_noLocks mutating func releaseLatched() {
    guard hold.hold == .latch else { return }
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state == .held { return }
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state == .sustained {
      voices.letGo(voice, sustained: false)
    }
  }
}
