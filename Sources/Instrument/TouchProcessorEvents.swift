// What each event does to touches and ports. Audio thread, between two spans of sound.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Signal
import Touch

/// What a MIDI channel's controllers say; nil: nothing yet.
struct ChannelState {
  var bend: Float = 0  // −1…1
  var modulation: Float = 0
  var expression: Float = 1
  var timbre: Float?
  var pressure: Float?
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
    case .hold:
      sentHold = .off
      pedalsMoved()
    case .enabled: if wasOn && !isOn { releaseEverything() }
    case .freeWheel: if isOn != wasOn { restartMotion() }
    case .polyphony: limitVoices()
    case .tuningReference: tuning.reference = ports[.tuningReference]
    default:
      let trim = Int(port.rawValue) - Int(TouchPort.trim01.rawValue)
      if trim >= 0 && trim < 32 { trims[trim] = ports[port] }
    }
    let macro = Int(port.rawValue) - Int(TouchPort.macro1.rawValue)
    if 0..<8 ~= macro { sentMacros[macro] = .nan }
    handsChanged(ports: true)
    isStale = true
  }

  @_noLocks public mutating func handle(_ event: SurfaceEvent) {
    if event.kind == .panic {
      panic()
      return
    }
    if let slot = surface.endBeforeBegin(event, frame: frame) { end(touch: slot) }
    // With many fingers down a move is taken over at the next tick: the evaluations between would only cost.
    var isPrompt = true
    switch surface.apply(event, frame: frame) {
    case .began(let slot):
      if isSilent(touch: slot) { break }
      start(for: .touch(slot: slot), input(ofTouch: slot), velocity: input(ofTouch: slot).velocity)
    case .moved(let slot):
      if let voice = table.heldVoice(of: .touch(slot: slot)) { move(voice, to: input(ofTouch: slot)) }
      isPrompt = surface.isPrompt
    case .ended(let slot): end(touch: slot)
    case .full: refusedTouches += 1
    case .nothing: take(event)
    }
    tellMoments()
    if isPrompt { isStale = true }
  }

  @_noLocks private mutating func move(_ voice: Int, to input: VoiceInput) {
    update(voice, input)
    let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
    banks[bank].hands.set(.touchVelocity, lane, input.velocity)
    banks[bank].hands.bend(lane: lane, pitch: input.pitch, range: ports[.bendRange])
  }

  /// What is not of a touch.
  @_noLocks private mutating func take(_ event: SurfaceEvent) {
    if event.kind == .macro && 1...8 ~= event.id && event.x.isFinite {
      sentMacros[Int(event.id) - 1] = min(max(event.x, 0), 1)
    } else if event.kind == .hold {
      sentHold = Hold.nearest(event.x)
      pedalsMoved()
    }
  }

  @_noLocks public mutating func handle(_ message: MIDIMessage) {
    isStale = true
    handsChanged(ports: true)
    switch message {
    case .noteOn(let channel, let key, let velocity):
      let owner = VoiceOwner.note(channel: channel, key: key)
      letGo(owner, sustained: false)
      let strike = Float(velocity) / 127
      start(for: owner, input(ofKey: key, channel: channel, velocity: strike), velocity: strike)
      join(key: key, channel: channel)
      fire(.note)
    case .noteOff(let channel, let key):
      letGo(.note(channel: channel, key: key), sustained: channels[Int(channel)].sustain || isHolding)
      leave(key: key, channel: channel)
      fire(.noteOff)
    case .channelPressure(let channel, let value):
      channels[Int(channel)].pressure = Float(value) / 127
      channelMoved(channel)
    case .bend(let channel, let amount):
      channels[Int(channel)].bend = amount
      channelMoved(channel)
    case .controller(let channel, let number, let value):
      surface.control(Int(number), Int(value))
      for macro in 0..<8 where patch.pointee.macroControls[macro] == number {
        sentMacros[macro] = Float(value) / 127
      }
      controller(MIDIController(rawValue: number), channel: channel, value: value)
    case .reset: panic()
    case .program: break  // the patch's business: the adapter passes it on
    }
  }

  @_noLocks public mutating func handle(_ position: Transport) {
    surface.follow(position, frame: frame)
    switch transport.follow(position, at: frame) {
    case .started:
      restartMotion()
      fire(.transportStart)
    case .located: restartMotion()
    case .stopped: fire(.transportStop)
    case .unchanged: break
    }
  }

  @_noLocks private mutating func end(touch slot: Int) {
    if let voice = table.heldVoice(of: .touch(slot: slot)) {
      // From now on the voice keeps what the touch was as it left.
      banks[voice / Lanes.width].hands.take(surface, slot: slot, lane: voice % Lanes.width)
    }
    letGo(.touch(slot: slot), sustained: isHoldingFingers)
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
    case .hold:
      isLatchPedalDown = value >= 64
      pedalsMoved()
    case .allSoundOff: endNotes(of: channel, sustained: false, cut: true)
    case .allNotesOff:
      endNotes(of: channel, sustained: channels[Int(channel)].sustain || isHolding, cut: false)
    case .resetControllers:
      channels[Int(channel)] = ChannelState()
      pedalsMoved()
    case nil: return
    }
    channelMoved(channel)
  }

  /// What runs freely begins anew, so that two renders of one timeline are the same.
  @_noLocks private mutating func restartMotion() {
    for index in 0..<4 {
      lfos[index].reset()
      sequencers[index].reset()
    }
    tickPhase = 0
    // Nothing that elapsed before counts.
    evaluatedAt = frame
    effects.chorus.restartMotion()
    starts = 0
    isStale = true
  }
}
