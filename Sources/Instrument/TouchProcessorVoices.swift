// Which voice does what: starting, letting go, pedals, mono. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import Signal
import Touch

extension TouchProcessor {
  /// Whether ends are kept waiting by the port or an action.
  var isHolding: Bool { @_noLocks get { ports[isOn: .hold] || isHeldByAction } }

  private var polyphony: Int {
    @_noLocks get {
      let voices = patch.pointee.voices
      return voices.isMono ? 1 : min(Int(ports[.polyphony]), voices.polyphony)
    }
  }

  @_noLocks mutating func start(for owner: VoiceOwner, _ input: VoiceInput, velocity: Float) {
    guard ports[isOn: .enabled] else { return }
    let voices = patch.pointee.voices
    if voices.isMono {
      let isTied = voices.isLegato && table.voices[0].state == .held
      held.push(owner, velocity: velocity)
      if isTied {
        table.pass(lane: 0, to: owner, velocity: velocity)
        bank.update(lane: 0, input)
        return
      }
    }
    let lane = table.laneToStart(polyphony: polyphony)
    table.start(lane: lane, for: owner, velocity: velocity)
    bank.start(lane: lane, input, glides: sound.shared(.voiceGlide) > 0)
    hands.start(
      lane: lane, pitch: input.pitch, velocity: velocity, random: random(bank.startCount), frame: frame)
    hands.touchesChanged = true
    matrix.start(lane: lane)
  }

  @_noLocks mutating func letGo(_ owner: VoiceOwner, sustained: Bool) {
    let lane = table.heldLane(of: owner)
    if patch.pointee.voices.isMono, held.remove(owner), lane != nil, let back = held.last {
      take(back.owner, velocity: back.velocity)
      return
    }
    if let lane { letGo(lane: lane, sustained: sustained) }
  }

  /// Mono: the voice goes back to what is still down.
  @_noLocks private mutating func take(_ owner: VoiceOwner, velocity: Float) {
    table.pass(lane: 0, to: owner, velocity: velocity)
    switch owner {
    case .touch(let slot): bank.update(lane: 0, input(ofTouch: slot))
    case .note(let channel, let key):
      bank.update(lane: 0, input(ofKey: key, channel: channel, velocity: velocity))
    case .nobody: return
    }
    hands.touchesChanged = true
    if !patch.pointee.voices.isLegato { bank.envelope.restart(lane: 0) }
  }

  @_noLocks private mutating func letGo(lane: Int, sustained: Bool) {
    table.letGo(lane: lane, sustained: sustained)
    if !sustained { bank.envelope.release(lane: lane) }
  }

  /// Sustained voices whose pedal is up sound out.
  @_noLocks mutating func pedalsMoved() {
    guard !isHolding else { return }
    for lane in 0..<Lanes.width where table.voices[lane].state == .sustained {
      if case .note(let channel, _) = table.voices[lane].owner, channels[Int(channel)].sustain { continue }
      letGo(lane: lane, sustained: false)
    }
  }

  @_noLocks mutating func channelMoved(_ channel: UInt8) {
    for lane in 0..<Lanes.width {
      guard case .note(channel, let key) = table.voices[lane].owner, table.voices[lane].state != .free else {
        continue
      }
      let velocity = table.voices[lane].velocity
      bank.update(lane: lane, input(ofKey: key, channel: channel, velocity: velocity))
    }
  }

  @_noLocks mutating func endNotes(of channel: UInt8, sustained: Bool, cut: Bool) {
    for lane in 0..<Lanes.width {
      guard case .note(channel, let key) = table.voices[lane].owner else { continue }
      _ = held.remove(.note(channel: channel, key: key))
      switch table.voices[lane].state {
      case .held: letGo(lane: lane, sustained: sustained)
      case .sustained where !sustained: letGo(lane: lane, sustained: false)
      default: break
      }
      if cut { stop(lane: lane) }
    }
  }

  @_noLocks mutating func releaseEverything() {
    held = HeldStack()
    for lane in 0..<Lanes.width where table.voices[lane].state != .free {
      letGo(lane: lane, sustained: false)
    }
  }

  /// Every touch and every voice ends now; what sounds fades within 10 ms.
  @_noLocks mutating func panic() {
    touches.reset()
    held = HeldStack()
    hands.touchesChanged = true
    hands.isFrozen = false
    isHeldByAction = false
    for channel in channels.indices { channels[channel] = ChannelState() }
    for lane in 0..<Lanes.width where table.voices[lane].state != .free { stop(lane: lane) }
  }

  @_noLocks private mutating func stop(lane: Int) {
    bank.cut(lane: lane)
    table.free(lane: lane)
  }

  /// Nothing is heard (the instrument is off and faded): forget voices and echoes.
  @_noLocks mutating func silence() {
    for lane in 0..<Lanes.width where table.voices[lane].state != .free { stop(lane: lane) }
    bank.remainder = StereoFrame(0, 0)
    effects.reset(sound, level: Effects.gain(ports))
  }

  /// Voices beyond a lowered polyphony end.
  @_noLocks mutating func limitVoices() {
    for lane in min(polyphony, Lanes.width)..<Lanes.width
    where table.voices[lane].state == .held || table.voices[lane].state == .sustained {
      letGo(lane: lane, sustained: false)
    }
  }

  // MARK: From hands and keys to voices

  @_noLocks func input(ofTouch slot: Int) -> VoiceInput {
    let touch = touches.touches[slot]
    // Velocity is the strongest pressure within the first 10 ms, else the size, else a fair default.
    let strike = touch.strike > 0 ? touch.strike : touch.radius > 0 ? min(touch.radius * 10, 1) : 0.8
    let map = patch.pointee.map
    // Two thirds of the glide's time: a third is left for the ear to call it done.
    let time = max(map.glide, sound.shared(.voiceGlide)) / 3
    return VoiceInput(
      pitch: map.pitch(start: (touch.startX, touch.startY), now: (touch.x, touch.y)), velocity: strike,
      pressure: touch.pressure, pitchTime: time)
  }

  @_noLocks func input(ofKey key: UInt8, channel: UInt8, velocity: Float) -> VoiceInput {
    let state = channels[Int(channel)]
    return VoiceInput(
      pitch: Float(key) + state.bend * ports[.bendRange], velocity: velocity, pressure: state.pressure ?? 0,
      expression: state.expression, pitchTime: sound.shared(.voiceGlide) / 3)
  }

  /// A draw of 0…1 for the `count`th voice since motion began (splitmix64 of the patch's seed).
  @_noLocks private func random(_ count: UInt32) -> Float {
    var z = patch.pointee.seed &+ UInt64(count) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float((z ^ (z >> 31)) >> 40) / 16_777_216
  }

  // MARK: Triggers

  /// Does what the patch's routes want of this moment.
  @_noLocks mutating func fire(_ trigger: Trigger) {
    let count = patch.pointee.program.routeCount
    if count == 0 { return }
    for index in 0..<count where patch.pointee.program.routes[index].trigger == trigger {
      perform(patch.pointee.program.routes[index].action)
    }
  }

  @_noLocks private mutating func perform(_ action: Action) {
    isStale = true
    switch action {
    case .lfoReset: lfo.reset()
    case .lfoStart: lfo.setRunning(true)
    case .lfoStop: lfo.setRunning(false)
    case .lfoToggle: lfo.setRunning(!lfo.isRunning)
    case .lfoReverse: lfo.reverse()
    case .envStart:
      for lane in 0..<Lanes.width where table.voices[lane].state == .held {
        bank.envelope.restart(lane: lane)
      }
    case .voiceHold:
      isHeldByAction.toggle()
      pedalsMoved()
    case .voiceReleaseAll: releaseEverything()
    case .groupFreeze:
      hands.isFrozen.toggle()
      hands.touchesChanged = true
    case .nextPatch: requestedSteps += 1
    case .previousPatch: requestedSteps -= 1
    }
  }
}
