// System Exclusive. Retunes sounding keys: after System Exclusive, by a tuning master, with another patch.
// Audio thread.
import Lanes
import Music
import RealTime

extension TouchProcessor {
  /// Handles a System Exclusive message: the MIDI Tuning Standard, and tokens of a recording.
  @_noLocks public mutating func handle(exclusive bytes: UnsafeRawBufferPointer) {
    take.record(midi: bytes, at: frame)
    if let token = TokenMessage(bytes) { return play(token) }
    if midi.handle(exclusive: bytes) { retuneSoundingVoices() }
  }

  /// Applies the tuning of a channel that a master of all tunings has sent.
  /// - Parameters:
  ///   - hertz: the frequencies of the 128 keys.
  ///   - channel: 0…15, or `LiveTuning.fingers`.
  @_noLocks public mutating func update(master hertz: UnsafePointer<Double>, channel: Int) {
    take.recordMaster(at: frame)
    midi.tunings.update(master: hertz, channel: channel)
  }

  /// Removes the tuning master.
  @_noLocks public mutating func forgetMaster() { if midi.tunings.forgetMaster() { retuneSoundingVoices() } }

  /// Moves every voice to the new pitch of its key or finger, as quickly as pitch follows.
  @_noLocks public mutating func retuneSoundingVoices() {
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state != .free {
      switch voices.table[voice].owner {
      case .note:
        voices.table.voices[voice].tuned = tunedPitch(of: voices.table[voice].owner)
        voices.update(voice, input(ofNote: voice))
      case .touch(let slot): voices.update(voice, input(ofTouch: slot))
      case .none: break
      }
    }
    // `update` has treated the last of them as the voice that was played last.
    voices.lastPitch = voices.banks[voices.lead].voices.pitch.target[voices.leadingLane]
    clock.isStale = true
  }

  /// The tuned pitch of a note that begins now; 0 for an owner without a key.
  @_noLocks func tunedPitch(of owner: VoiceOwner) -> Float {
    guard case .note(let channel, let key) = owner else { return 0 }
    return midi.pitch(ofKey: key, channel: channel)
  }
}
