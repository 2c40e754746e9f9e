// Which pitch keys have, and what changes that while they sound. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Signal
import Touch

extension TouchProcessor {
  /// A System Exclusive message: nothing but the MIDI Tuning Standard is understood.
  @_noLocks public mutating func handle(exclusive bytes: UnsafeRawBufferPointer) {
    switch TuningMessage.read(bytes, into: keys) {
    case .other, .setUp: break
    case .refused: refusedTunings += 1
    case .realTime: retuneWhatSounds()
    }
  }

  /// A master of all tunings has said anew how a channel's keys are tuned.
  /// - Parameters:
  ///   - hertz: of each of 128 keys.
  ///   - channel: 0…15, or `LiveTuning.fingers`.
  @_noLocks public mutating func follow(master hertz: UnsafePointer<Double>, channel: Int) {
    keys.follow(master: hertz, channel: channel)
  }

  /// The master has gone.
  @_noLocks public mutating func forgetMaster() {
    if keys.forgetMaster() { retuneWhatSounds() }
  }

  /// Every voice goes to where its key or finger is now, as quickly as pitch follows.
  @_noLocks public mutating func retuneWhatSounds() {
    for voice in 0..<VoiceTable.capacity where table[voice].state != .free {
      switch table[voice].owner {
      case .note:
        table.voices[voice].tuned = tuned(table[voice].owner)
        update(voice, input(ofNote: voice))
      case .touch(let slot): update(voice, input(ofTouch: slot))
      case .nobody: break
      }
    }
    // `update` has said that the last of them was played last.
    lastPitch = banks[lead].voices.pitch.target[leader % Lanes.width]
    clock.isStale = true
  }

  /// How its key is tuned for somebody who begins now; 0 for who has none.
  @_noLocks func tuned(_ owner: VoiceOwner) -> Float {
    guard case .note(let channel, let key) = owner else { return 0 }
    return tuned(key: key, channel: channel)
  }

  /// A master tunes channels apart; but those of a zone are one instrument, as fingers are (MTS-ESP: channel −1).
  @_noLocks func tuning(of channel: UInt8) -> UnsafePointer<KeyTuning> {
    var place = Int(channel)
    if keys.isMastered, case .member = zones.role(of: channel) { place = LiveTuning.fingers }
    return keys.keys(channel: place)
  }

  @_noLocks func tuned(key: UInt8, channel: UInt8) -> Float {
    KeyTuning.pitch(of: Float(key), in: tuning(of: channel))
  }

  /// How far a bend by so many keys moves a key: along its neighbours, so that a bend by one key ends on that key's
  /// pitch.
  @_noLocks func bend(ofKey key: UInt8, channel: UInt8, by distance: Float) -> Float {
    let tuned = tuning(of: channel)
    return KeyTuning.pitch(of: Float(key) + distance, in: tuned) - KeyTuning.pitch(of: Float(key), in: tuned)
  }

  /// By pointer, because subscripts of borrowed arrays copy them whole; the patch lies on the heap and does not move.
  @_noLocks static func keys(of patch: UnsafeMutablePointer<CompiledPatch>) -> UnsafePointer<KeyTuning> {
    withUnsafeMutablePointer(to: &patch.pointee.tuning) { UnsafePointer($0) }
  }
}
