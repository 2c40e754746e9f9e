// What each event does to touches and voices. Audio thread, between two spans of sound.
import Controls
import Lanes
import Music
import RealTime
import Signal
import Touch

/// What a MIDI channel's controllers say.
struct ChannelState {
  var bend: Float = 0  // −1…1
  var modulation: Float = 0
  var expression: Float = 1
  var timbre: Float = 0.5
  var pressure: Float = 0
  var sustain = false
}

extension TouchProcessor {
  /// A port's new value, heard from the current frame on.
  @_noLocks public mutating func set(_ port: TouchPort, _ value: Float) {
    let wasOn = ports[isOn: port]
    ports.set(port, value)
    let isOn = ports[isOn: port]
    switch port {
    case .panic: if isOn && !wasOn { panic() }
    case .hold: if wasOn && !isOn { pedalsMoved() }
    case .enabled: if wasOn && !isOn { releaseEverything() }
    case .freeWheel: if isOn != wasOn { restartMotion() }
    case .polyphony: limitVoices()
    default: break
    }
    sound = patch.offset(by: ports)
    tuning.reference = ports[.tuningReference]
    isStale = true
  }

  @_noLocks public mutating func handle(_ event: SurfaceEvent) {
    isStale = true
    if event.kind == .panic {
      panic()
      return
    }
    if let slot = touches.endBeforeBegin(event) { letGo(.touch(slot: slot), sustained: ports[isOn: .hold]) }
    switch touches.apply(event, frame: frame) {
    case .began(let slot): start(for: .touch(slot: slot), input(ofTouch: slot), velocity: 0)
    case .moved(let slot):
      if let lane = table.heldLane(of: .touch(slot: slot)) { bank.update(lane: lane, input(ofTouch: slot)) }
    case .ended(let slot): letGo(.touch(slot: slot), sustained: ports[isOn: .hold])
    case .full: refusedTouches += 1
    case .nothing: break
    }
  }

  @_noLocks public mutating func handle(_ message: MIDIMessage) {
    isStale = true
    switch message {
    case .noteOn(let channel, let key, let velocity):
      let owner = VoiceOwner.note(channel: channel, key: key)
      letGo(owner, sustained: false)
      let strike = Float(velocity) / 127
      start(for: owner, input(ofKey: key, channel: channel, velocity: strike), velocity: strike)
    case .noteOff(let channel, let key):
      let pedal = channels[Int(channel)].sustain || ports[isOn: .hold]
      letGo(.note(channel: channel, key: key), sustained: pedal)
    case .channelPressure(let channel, let value):
      channels[Int(channel)].pressure = Float(value) / 127
      channelMoved(channel)
    case .bend(let channel, let amount):
      channels[Int(channel)].bend = amount
      channelMoved(channel)
    case .controller(let channel, let number, let value):
      controller(MIDIController(rawValue: number), channel: channel, value: value)
    }
  }

  @_noLocks public mutating func handle(_ position: Transport) {
    if transport.follow(position, at: frame) { restartMotion() }
  }

  @_noLocks private mutating func controller(_ controller: MIDIController?, channel: UInt8, value: UInt8) {
    let amount = Float(value) / 127
    switch controller {
    case .modulation: channels[Int(channel)].modulation = amount
    case .expression: channels[Int(channel)].expression = amount
    case .timbre: channels[Int(channel)].timbre = Float(value) / 128
    case .sustain:
      channels[Int(channel)].sustain = value >= 64
      pedalsMoved()
    case .allSoundOff: endNotes(of: channel, sustained: false, cut: true)
    case .allNotesOff:
      endNotes(of: channel, sustained: channels[Int(channel)].sustain || ports[isOn: .hold], cut: false)
    case .resetControllers:
      channels[Int(channel)] = ChannelState()
      pedalsMoved()
    case nil: return
    }
    channelMoved(channel)
  }

  // MARK: Voices

  @_noLocks private mutating func start(for owner: VoiceOwner, _ input: VoiceInput, velocity: Float) {
    guard ports[isOn: .enabled] else { return }
    let lane = table.laneToStart(polyphony: Int(ports[.polyphony]))
    table.start(lane: lane, for: owner, velocity: velocity)
    bank.start(lane: lane, input, sound, tuning: tuning)
  }

  @_noLocks private mutating func letGo(_ owner: VoiceOwner, sustained: Bool) {
    guard let lane = table.heldLane(of: owner) else { return }
    letGo(lane: lane, sustained: sustained)
  }

  @_noLocks private mutating func letGo(lane: Int, sustained: Bool) {
    table.letGo(lane: lane, sustained: sustained)
    if !sustained { bank.envelope.release(lane: lane, sound.amplitude) }
  }

  /// Sustained voices whose pedal is up sound out.
  @_noLocks private mutating func pedalsMoved() {
    guard !ports[isOn: .hold] else { return }
    for lane in 0..<Lanes.width where table.voices[lane].state == .sustained {
      if case .note(let channel, _) = table.voices[lane].owner, channels[Int(channel)].sustain { continue }
      letGo(lane: lane, sustained: false)
    }
  }

  @_noLocks private mutating func channelMoved(_ channel: UInt8) {
    for lane in 0..<Lanes.width {
      guard case .note(channel, let key) = table.voices[lane].owner, table.voices[lane].state != .free else {
        continue
      }
      let velocity = table.voices[lane].velocity
      bank.update(lane: lane, input(ofKey: key, channel: channel, velocity: velocity))
    }
  }

  @_noLocks private mutating func endNotes(of channel: UInt8, sustained: Bool, cut: Bool) {
    for lane in 0..<Lanes.width {
      guard case .note(channel, _) = table.voices[lane].owner else { continue }
      switch table.voices[lane].state {
      case .held: letGo(lane: lane, sustained: sustained)
      case .sustained where !sustained: letGo(lane: lane, sustained: false)
      default: break
      }
      if cut { stop(lane: lane) }
    }
  }

  @_noLocks private mutating func releaseEverything() {
    for lane in 0..<Lanes.width where table.voices[lane].state != .free {
      letGo(lane: lane, sustained: false)
    }
  }

  /// Every touch and every voice ends now; what sounds fades within 10 ms.
  @_noLocks private mutating func panic() {
    touches.reset()
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
    bank.remainder = .init(0, 0)
    effects.reset(ports)
  }

  /// Voices beyond a lowered polyphony end.
  @_noLocks private mutating func limitVoices() {
    for lane in min(Int(ports[.polyphony]), Lanes.width)..<Lanes.width
    where table.voices[lane].state == .held || table.voices[lane].state == .sustained {
      letGo(lane: lane, sustained: false)
    }
  }

  /// What runs freely begins anew, so that two renders of one timeline are the same.
  @_noLocks private mutating func restartMotion() {
    lfoPhase = 0
    tickPhase = 0
    effects.chorus.restartMotion()
    bank.restartPlaces()
    isStale = true
  }

  // MARK: From hands and keys to voices

  @_noLocks private func input(ofTouch slot: Int) -> VoiceInput {
    let touch = touches.touches[slot]
    // Velocity is the strongest pressure within the first 10 ms, else the size, else a fair default.
    let strike = touch.strike > 0 ? touch.strike : touch.radius > 0 ? min(touch.radius * 10, 1) : 0.8
    return VoiceInput(
      pitch: sound.map.pitch(start: (touch.startX, touch.startY), now: (touch.x, touch.y)),
      brightness: min(max(touch.y + ports[.brightness] * 0.5, 0), 1), pressure: touch.pressure,
      velocity: strike)
  }

  @_noLocks private func input(ofKey key: UInt8, channel: UInt8, velocity: Float) -> VoiceInput {
    let state = channels[Int(channel)]
    return VoiceInput(
      pitch: Float(key) + state.bend * ports[.bendRange],
      brightness: min(max(state.timbre + ports[.brightness] * 0.5, 0), 1), pressure: state.pressure,
      velocity: velocity, expression: state.expression)
  }
}
