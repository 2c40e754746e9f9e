// Which voice does what: starting, letting go, pedals, mono. Audio thread.
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
      let voices = patch.pointee.voices
      return voices.isMono ? 1 : min(Int(ports[.polyphony]), voices.polyphony)
    }
  }

  @_noLocks mutating func start(for owner: VoiceOwner, _ input: VoiceInput, velocity: Float) {
    guard ports[isOn: .enabled] else { return }
    let voices = patch.pointee.voices
    releaseLatched()
    if voices.isMono {
      let isTied = voices.isLegato && table.voices[0].state == .held
      held.push(owner, velocity: velocity)
      if isTied {
        table.pass(0, to: owner, velocity: velocity)
        table.voices[0].tuned = tuned(owner)
        listen(0)
        update(0, input)
        return
      }
    }
    let voice = table.voiceToStart(polyphony: polyphony)
    let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
    lead(with: voice)
    table.start(voice, for: owner, velocity: velocity)
    table.voices[voice].tuned = tuned(owner)
    listen(voice)
    let glides = starts > 0 && shared(.voiceGlide) > 0
    // Voices are spread by the golden ratio: neighbours in time are far apart in space.
    starts &+= 1
    let turn = Float(starts) * 0.618_034
    banks[bank].voices.start(
      lane: lane, input, from: glides ? lastPitch : input.pitch,
      place: starts == 1 ? 0 : 2 * (turn - Scalar.floor(turn)) - 1,
      seed: UInt32(truncatingIfNeeded: patch.pointee.seed) &* 0x9E37_79B1 &+ starts)
    lastPitch = input.pitch
    banks[bank].hands.start(
      lane: lane, pitch: input.pitch, velocity: velocity, random: random(starts), frame: frame)
  }

  /// The matrix of a bank that takes the lead goes on from where the other one is.
  @_noLocks private mutating func lead(with voice: Int) {
    let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
    let former = lead
    leader = voice
    if bank != former {
      // A bank that slept remembers nothing of its own.
      if table.sounding(inBank: bank) == 0 {
        banks[bank].matrix = banks[former].matrix
        banks[bank].matrix.renew()
      } else {
        let matrix = withUnsafeMutablePointer(to: &banks[former].matrix) { UnsafePointer($0) }
        banks[bank].matrix.start(lane: lane, after: matrix, Self.program(of: patch))
        return
      }
    }
    banks[bank].matrix.start(lane: lane)
  }

  /// A parameter that is the same for all voices.
  @_noLocks func shared(_ parameter: Parameter) -> Float { sound(of: lead).shared(parameter) }

  /// What a hand does now.
  @_noLocks mutating func update(_ voice: Int, _ input: VoiceInput) {
    banks[voice / Lanes.width].voices.update(lane: voice % Lanes.width, input)
    lastPitch = input.pitch
  }

  @_noLocks mutating func letGo(_ owner: VoiceOwner, sustained: Bool) {
    let voice = table.heldVoice(of: owner)
    if patch.pointee.voices.isMono, held.remove(owner), voice != nil, let back = held.last {
      take(back.owner, velocity: back.velocity)
      return
    }
    if let voice { letGo(voice, sustained: sustained || table[voice].isCaught) }
  }

  /// Mono: the voice goes back to what is still down.
  @_noLocks mutating func take(_ owner: VoiceOwner, velocity: Float) {
    table.pass(0, to: owner, velocity: velocity)
    table.voices[0].tuned = tuned(owner)
    switch owner {
    case .touch(let slot): update(0, input(ofTouch: slot))
    case .note(let channel, let key):
      table.voices[0].slot = slot(ofKey: key, channel: channel)
      listen(0)
      update(0, input(ofNote: 0))
    case .nobody: return
    }
    handsChanged()
    if !patch.pointee.voices.isLegato { banks[0].voices.restart(lane: 0) }
  }

  @_noLocks mutating func letGo(_ voice: Int, sustained: Bool) {
    table.letGo(voice, sustained: sustained)
    if !sustained { banks[voice / Lanes.width].voices.release(lane: voice % Lanes.width) }
  }

  @_noLocks mutating func releaseEverything() {
    held = HeldStack()
    for voice in 0..<VoiceTable.capacity where table[voice].state != .free {
      letGo(voice, sustained: false)
    }
  }

  /// Every touch and every voice ends now; what sounds fades within 10 ms.
  @_noLocks mutating func panic() {
    _ = surface.apply(SurfaceEvent(.panic), frame: frame)
    held = HeldStack()
    handsChanged()
    clock.isStale = true
    isGroupFrozen = false
    hold.reset()
    channels.update(repeating: ChannelState(), count: 16)
    recorder.endAll(at: frame, into: &outgoing)
    for voice in 0..<VoiceTable.capacity where table[voice].state != .free { stop(voice) }
  }

  @_noLocks mutating func stop(_ voice: Int) {
    banks[voice / Lanes.width].voices.cut(lane: voice % Lanes.width)
    table.free(voice)
  }

  /// Nothing is heard (the instrument is off and faded): forget voices and echoes.
  @_noLocks mutating func silence() {
    for voice in 0..<VoiceTable.capacity where table[voice].state != .free { stop(voice) }
    for bank in 0..<Bank.count { banks[bank].voices.remainder = StereoFrame(0, 0) }
    effects.reset(sound(of: lead), level: Effects.gain(ports), tempo: surface.tempo)
  }

  /// Voices beyond a lowered polyphony end.
  @_noLocks mutating func limitVoices() {
    for voice in min(polyphony, VoiceTable.capacity)..<VoiceTable.capacity
    where table[voice].state == .held || table[voice].state == .sustained {
      letGo(voice, sustained: false)
    }
  }

  // MARK: From hands and keys to voices

  @_noLocks func input(ofTouch slot: Int) -> VoiceInput {
    let touch = surface.touches.touches[slot]
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

  /// A draw of 0…1 for the `count`th voice since motion began (splitmix64 of the patch's seed).
  @_noLocks private func random(_ count: UInt32) -> Float {
    var z = patch.pointee.seed &+ UInt64(count) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float((z ^ (z >> 31)) >> 40) / 16_777_216
  }
}
