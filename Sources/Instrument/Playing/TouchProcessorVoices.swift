// Which voice plays what: beginning, letting go, mono, panic. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Signal
import Touch

extension TouchProcessor {
  private var polyphony: Int {
    @_noLocks get {
      let settings = patch.pointee.voices
      return settings.isMono ? 1 : min(Int(ports[.polyphony]), settings.polyphony)
    }
  }

  /// A finger or key begins: it gets a voice, or in mono the one that sounds.
  @_noLocks mutating func start(for owner: VoiceOwner, _ input: VoiceInput, velocity: Float) {
    guard ports[isOn: .enabled] else { return }
    let settings = patch.pointee.voices
    releaseLatched()
    if settings.isMono {
      let isTied = settings.isLegato && voices.table.voices[0].state == .held
      voices.held.push(owner, velocity: velocity)
      if isTied {
        voices.table.pass(0, to: owner, velocity: velocity)
        voices.table.voices[0].tuned = tunedPitch(of: owner)
        midi.update(voices.table.voices)
        voices.update(0, input)
        return
      }
    }
    let voice = voices.table.voiceToStart(polyphony: polyphony)
    voices.lead(with: voice, &patch.pointee.program)
    voices.table.start(voice, for: owner, velocity: velocity)
    voices.table.voices[voice].tuned = tunedPitch(of: owner)
    midi.update(voices.table.voices + voice)
    let glides = voices.starts > 0 && shared(.voiceGlide) > 0
    voices.begin(voice, input, velocity: velocity, seed: patch.pointee.seed, glides: glides, frame: frame)
  }

  /// A parameter that is the same for all voices.
  @_noLocks func shared(_ parameter: Parameter) -> Float { sound(of: voices.lead).shared(parameter) }

  /// A finger or key ends: its voice sounds out, or waits for a pedal, or in mono goes back to another owner.
  @_noLocks mutating func letGo(_ owner: VoiceOwner, sustained: Bool) {
    let voice = voices.table.heldVoice(of: owner)
    if patch.pointee.voices.isMono, voices.held.remove(owner), voice != nil, let back = voices.held.last {
      resume(back.owner, velocity: back.velocity)
      return
    }
    if let voice { voices.letGo(voice, sustained: sustained || voices.table[voice].isCaught) }
  }

  /// Mono: the voice goes back to a finger or key that is still down.
  @_noLocks mutating func resume(_ owner: VoiceOwner, velocity: Float) {
    voices.table.pass(0, to: owner, velocity: velocity)
    voices.table.voices[0].tuned = tunedPitch(of: owner)
    switch owner {
    case .touch(let slot): voices.update(0, input(ofTouch: slot))
    case .note(let channel, let key):
      voices.table.voices[0].slot = slot(ofKey: key, channel: channel)
      midi.update(voices.table.voices)
      voices.update(0, input(ofNote: 0))
    case .none: return
    }
    controllersChanged()
    if !patch.pointee.voices.isLegato { voices.banks[0].voices.restart(lane: 0) }
  }

  /// Every touch and every voice ends now; what sounds fades within 10 ms.
  @_noLocks mutating func panic() {
    _ = sources.apply(SurfaceEvent(.panic), frame: frame)
    voices.held = HeldStack()
    controllersChanged()
    clock.isStale = true
    common.isGroupFrozen = false
    hold.reset()
    midi.resetChannels()
    recorder.endAll(at: frame, into: &outgoing)
    voices.stopAll()
  }

  /// The instrument is off and faded: voices and echoes are forgotten.
  @_noLocks mutating func silence() {
    voices.stopAll()
    for bank in 0..<Bank.count { voices.banks[bank].voices.remainder = StereoFrame(0, 0) }
    effects.reset(sound(of: voices.lead), level: Effects.gain(ports), tempo: sources.tempo)
  }

  /// Voices beyond a lowered polyphony end.
  @_noLocks mutating func limitVoices() {
    for voice in min(polyphony, VoiceTable.capacity)..<VoiceTable.capacity
    where voices.table[voice].state == .held || voices.table[voice].state == .sustained {
      voices.letGo(voice, sustained: false)
    }
  }

  /// Ports have changed, or something else that voices take controllers from.
  @_noLocks mutating func controllersChanged(ports: Bool = false) { voices.controllersChanged(ports: ports) }

  /// What a touch gives its voice.
  @_noLocks func input(ofTouch slot: Int) -> VoiceInput {
    let touch = sources.touches.touches[slot]
    // Velocity is the strongest pressure within the first 10 ms, else the size, else 0.8 and more for a finger that
    // comes sliding: 1 from 2 diagonals/s on.
    let strike =
      touch.strike > 0
      ? touch.strike : touch.radius > 0 ? min(touch.radius * 10, 1) : 0.8 + 0.2 * min(touch.approach / 2, 1)
    let (pitch, glide) = pitch(ofTouch: slot)
    // Two thirds of the glide's time: a third is left for the ear to call it done.
    return VoiceInput(
      pitch: pitch, velocity: strike, pressure: touch.pressure, pitchTime: max(glide, shared(.voiceGlide)) / 3
    )
  }
}
