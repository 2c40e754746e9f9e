// Bodies of a world that play notes: what is hit sounds as a struck bar does. Audio thread.
import Controls
import Lanes
import Music
import RealTime
import Touch
import World

/// The notes that bodies have struck and that were not released yet, one for each numbered body.
struct StruckNotes {
  /// The ticks that a struck note is held: 75 ms at 48 kHz.
  static var ticks: Int32 { @_noLocks get { 112 } }

  /// The voice, its place in the order of beginnings, and the ticks until it is released; 0: none.
  var notes = InlineArray<9, (voice: Int32, left: Int32, order: UInt64)>(repeating: (0, 0, 0))

  @_noLocks init() {}
}

extension TriggerEvent {
  /// The number of the body that it is about; 0: it is about none.
  var body: Int {
    @_noLocks get {
      switch trigger {
      case .bodyHit, .bodyWall, .bodyGrabbed, .bodyReleased, .bodyStill: number
      default: 0
      }
    }
  }
}

extension TouchProcessor {
  /// Plays the note that a touch at a body's place would play. How hard the body was hit is its velocity.
  ///
  /// The notes of bodies do not join those of hands: they have no key, no pressure, and in a mono patch they
  /// replace what sounds and give nothing back.
  @_noLocks mutating func strike(_ number: Int) {
    guard world.isPresent, 1...Controller.bodyCount ~= number, ports[isOn: .enabled] else { return }
    releaseStruck(number)
    let body = world.values(ofBody: number)
    let keys = midi.tunings.keys(channel: LiveTuning.fingers)
    let scaled = patch.pointee.map.pitch(start: (body.x, body.y), now: (body.x, body.y), keys: keys)
    let velocity = max(body.hit, 0.05)
    let voice = voices.replace(voices.table.voiceToStart(polyphony: polyphony))
    voices.lead(with: voice, &patch.pointee.program)
    voices.table.start(voice, for: .none, velocity: velocity)
    voices.set(part: 0, of: voice)
    midi.update(voices.table.voices + voice)
    let input = VoiceInput(pitch: KeyTuning.pitch(of: scaled, in: keys), velocity: velocity, pressure: 0)
    voices.begin(voice, input, velocity: velocity, seed: patch.pointee.seed, glides: false, frame: frame)
    struck.notes[number] = (Int32(voice), StruckNotes.ticks, voices.table[voice].order)
  }

  /// Releases the notes of bodies that have sounded for their time, once a tick.
  @_noLocks mutating func endStruckNotes() {
    for number in 1...Controller.bodyCount where struck.notes[number].left > 0 {
      struck.notes[number].left -= 1
      if struck.notes[number].left > 0 { continue }
      struck.notes[number].left = 1
      releaseStruck(number)
    }
  }

  @_noLocks private mutating func releaseStruck(_ number: Int) {
    let (voice, left, order) = struck.notes[number]
    if left <= 0 { return }
    struck.notes[number].left = 0
    // Another note may have taken the voice.
    let now = voices.table[Int(voice)]
    if now.order == order && now.state == .held { voices.letGo(Int(voice), sustained: false) }
  }
}
