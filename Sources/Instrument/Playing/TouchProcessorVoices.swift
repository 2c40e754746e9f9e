// Assigns voices: beginning, release, mono, panic. Audio thread.
import Controls
import Lanes
import Loops
import Matrix
import Music
import RealTime
import Signal
import Touch
import World

extension TouchProcessor {
  var polyphony: Int {
    @_noLocks get {
      let settings = patch.pointee.voices
      return settings.isMono ? 1 : min(Int(ports[.polyphony]), settings.polyphony)
    }
  }

  /// Begins a finger or key: gives it a voice, or in mono the sounding one.
  @_noLocks mutating func start(for owner: VoiceOwner, _ input: VoiceInput, velocity: Float) {
    guard ports[isOn: .enabled] else { return }
    let settings = patch.pointee.voices
    let part = part(of: owner)
    releaseLatched()
    if settings.isMono {
      let mono = voices.leader
      let isTied = settings.isLegato && voices.table[mono].state == .held
      voices.held.push(owner, velocity: velocity)
      if isTied {
        voices.table.pass(mono, to: owner, velocity: velocity)
        voices.table.voices[mono].isLive = isLive(owner)
        voices.table.voices[mono].tuned = tunedPitch(of: owner)
        voices.set(part: (part ?? -1) + 1, of: mono)
        midi.update(voices.table.voices + mono)
        voices.update(mono, input)
        return
      }
    }
    choke(with: part)
    let voice = voices.replace(voices.table.voiceToStart(polyphony: polyphony))
    voices.lead(with: voice, &patch.pointee.program)
    voices.table.start(voice, for: owner, velocity: velocity)
    voices.table.voices[voice].isLive = isLive(owner)
    voices.set(part: (part ?? -1) + 1, of: voice)
    voices.table.voices[voice].tuned = tunedPitch(of: owner)
    midi.update(voices.table.voices + voice)
    let glides = voices.starts > 0 && shared(.voiceGlide) > 0
    voices.begin(voice, input, velocity: velocity, seed: patch.pointee.seed, glides: glides, frame: frame)
  }

  /// Whether a touch or key is played live, and not by the host.
  @_noLocks private func isLive(_ owner: VoiceOwner) -> Bool {
    if case .touch(let slot) = owner {
      return sources.touches.touches[slot].source < MIDIInput.recordedSource
    }
    return actsLive
  }

  /// The value of a parameter that is the same for all voices.
  @_noLocks func shared(_ parameter: Parameter) -> Float { sound(of: voices.lead).shared(parameter) }

  /// Ends a finger or key: its voice is released, waits for a pedal, or in mono returns to another owner.
  /// - Parameter fades: whether its voice fades out within 12 ms instead of being released.
  @_noLocks mutating func letGo(_ owner: VoiceOwner, sustained: Bool, fades: Bool = false) {
    let voice = voices.table.heldVoice(of: owner)
    if patch.pointee.voices.isMono, voices.held.remove(owner), voice != nil, let back = voices.held.last {
      resume(back.owner, velocity: back.velocity)
      return
    }
    guard let voice else { return }
    if fades { return voices.fade(voice) }
    voices.letGo(voice, sustained: sustained || voices.table[voice].isCaught)
  }

  /// In mono, gives the voice back to a finger or key that is still down.
  @_noLocks mutating func resume(_ owner: VoiceOwner, velocity: Float) {
    let mono = voices.leader
    voices.table.pass(mono, to: owner, velocity: velocity)
    voices.table.voices[mono].isLive = isLive(owner)
    voices.table.voices[mono].tuned = tunedPitch(of: owner)
    voices.set(part: (part(of: owner) ?? -1) + 1, of: mono)
    switch owner {
    case .touch(let slot): voices.update(mono, input(ofTouch: slot))
    case .note(let channel, let key):
      voices.table.voices[mono].slot = slot(ofKey: key, channel: channel)
      midi.update(voices.table.voices + mono)
      voices.update(mono, input(ofNote: mono))
    case .none: return
    }
    controllersChanged()
    if !patch.pointee.voices.isLegato {
      voices.banks[voices.lead].voices.restart(lane: voices.leadingLane)
    }
  }

  /// Ends every touch and every voice now; the sound fades within 10 ms.
  @_noLocks mutating func panic() {
    looper.panic(at: frame)
    _ = sources.apply(SurfaceEvent(.panic), frame: frame)
    world.endAllTouches()
    placeTokens()
    voices.held = HeldStack()
    controllersChanged()
    clock.isStale = true
    common.isGroupFrozen = false
    hold.reset()
    sendLive(.nan, at: SentValues.hold)
    midi.resetChannels()
    recorder.endAll(at: frame, into: &outgoing)
    if hasOutputs { restartOutputs() }
    recordTokens()
    voices.stopAll()
  }

  /// Clears voices and echoes after the instrument was switched off and faded.
  @_noLocks mutating func silence() {
    voices.stopAll()
    for bank in 0..<Bank.count { voices.banks[bank].voices.remainder = StereoFrame(0, 0) }
    silenceEffects()
  }

  /// Clears echoes.
  @_noLocks mutating func silenceEffects() {
    let leading = sound(of: voices.lead)
    effects.reset(
      leading, level: Effects.gain(ports), channel: channelGains, tempo: sources.tempo,
      quality: Self.quality(leading, ports))
  }

  /// Ends the voices that began last, beyond a reduced polyphony.
  @_noLocks mutating func limitVoices() {
    for _ in 0..<VoiceTable.capacity {
      var (count, last) = (0, 0)
      for voice in 0..<VoiceTable.capacity
      where voices.table[voice].state == .held || voices.table[voice].state == .sustained {
        if count == 0 || voices.table[voice].order > voices.table[last].order { last = voice }
        count += 1
      }
      if count <= polyphony { return }
      voices.letGo(last, sustained: false)
    }
  }

  /// Must be called when ports or other sources of the voices' controllers have changed.
  @_noLocks mutating func controllersChanged(ports: Bool = false) { voices.controllersChanged(ports: ports) }

  /// The input that a touch gives its voice.
  @_noLocks func input(ofTouch slot: Int) -> VoiceInput {
    let touch = sources.touches.touches[slot]
    // Velocity is the strongest pressure within the first 10 ms. Without pressure it is the size; without
    // both it is 0.8, and more for a finger that slides in: 1 from 2 diagonals/s.
    let strike =
      touch.strike > 0
      ? touch.strike : touch.radius > 0 ? min(touch.radius * 10, 1) : 0.8 + 0.2 * min(touch.approach / 2, 1)
    let (pitch, glide) = pitch(ofTouch: slot)
    // The time constant is a third of the glide's time, so that the ear takes the glide for finished at its
    // end.
    return VoiceInput(
      pitch: pitch, velocity: strike, pressure: touch.pressure,
      expression: looper.isActive ? loopedLevel(ofTouch: slot) : 1,
      pitchTime: max(glide, shared(.voiceGlide)) / 3)
  }
}
