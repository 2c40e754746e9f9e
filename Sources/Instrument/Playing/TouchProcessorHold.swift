// What pedals and holds do to voices. Audio thread.
import Music

extension TouchProcessor {
  /// A finger has no channel: the sustain pedal of any channel is its pedal, too.
  var isHoldingFingers: Bool {
    @_noLocks get {
      if hold.isHolding { return true }
      for channel in 0..<16 where channels[channel].sustain { return true }
      return false
    }
  }

  /// Sustained voices whose pedal is up sound out.
  @_noLocks mutating func pedalsMoved() {
    if hold.isHolding { return }
    let fingersWait = isHoldingFingers
    for voice in 0..<VoiceTable.capacity where table[voice].state == .sustained && !table[voice].isCaught {
      if case .note(let channel, _) = table[voice].owner {
        if isSustained(channel) { continue }
      } else if fingersWait {
        continue
      }
      letGo(voice, sustained: false)
    }
  }

  /// Whether a channel's sustain pedal, or that of its zone's manager, is down.
  @_noLocks func isSustained(_ channel: UInt8) -> Bool {
    if channels[Int(channel)].sustain { return true }
    if case .member(let manager) = zones.role(of: channel) { return channels[Int(manager)].sustain }
    return false
  }

  /// The sostenuto pedal catches what is down: a channel's notes, or a zone's, and fingers. When it is up they wait no
  /// longer.
  @_noLocks mutating func sostenuto(_ isDown: Bool, channel: UInt8) {
    let reach = zones.reach(of: channel)
    for voice in 0..<VoiceTable.capacity where table[voice].state != .free {
      if case .note(let of, _) = table[voice].owner, reach & (1 << UInt16(of)) == 0 { continue }
      if isDown && table[voice].state != .held { continue }
      table.voices[voice].isCaught = isDown
    }
    if !isDown { pedalsMoved() }
  }

  /// Somebody begins to play. With nothing down, what was latched ends.
  @_noLocks mutating func releaseLatched() {
    guard hold.hold == .latch else { return }
    for voice in 0..<VoiceTable.capacity where table[voice].state == .held { return }
    for voice in 0..<VoiceTable.capacity where table[voice].state == .sustained {
      letGo(voice, sustained: false)
    }
  }
}
