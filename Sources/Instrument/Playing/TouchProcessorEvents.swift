// The effect of each event on touches and ports. Audio thread, between two spans of sound.
import Controls
import Lanes
import Loops
import Matrix
import Music
import RealTime
import Reverberation
import Signal
import Touch
import World

extension TouchProcessor {
  /// Sets a port's new value, which is heard from the current frame.
  /// - Parameter isMove: Whether it ends what was sent in place of the port's value.
  @_noLocks public mutating func set(_ port: TouchPort, _ value: Float, isMove: Bool = true) {
    take.record(port: UInt32(port.rawValue), value, at: frame)
    let wasOn = ports[isOn: port]
    ports.set(port, value)
    let isOn = ports[isOn: port]
    // Before what was sent ends, so that voices that both hold are not released in between.
    if port == .hold { hold.set(port: ports[.hold]) }
    let sent = SentValues.index(of: port)
    if let sent { end(sent: sent, isMove: isMove) }
    switch port {
    case .panic: if isOn && !wasOn { panic() }
    case .hold: pedalsMoved()
    case .enabled:
      if wasOn && !isOn {
        voices.letGoAll()
        recorder.endAll(at: frame, into: &outgoing)
        if hasOutputs { stopOutputs() }
        recordTokens()
      }
    case .freeWheel:
      if isOn && !wasOn {
        endLive()
        if looper.isActive { jumpLoops() }
        endOwnSound()
      }
      if isOn != wasOn {
        restartMotion()
        if looper.isActive { continueLoops() }
      }
      if isOn { stopReporting() }
    case .mpe: chooseMPE()
    case .midiChannel: chooseChannel()
    case .polyphony: limitVoices()
    case .bendRange: midi.plainBendRange = ports[.bendRange]
    case .tuningReference: tuning.reference = ports[.tuningReference]
    default:
      if let sent, sent >= SentValues.firstTrim, load.sent.value(sent).isNaN {
        trims.pointee[sent - SentValues.firstTrim] = ports[port]
      }
      gliding.isMoving = true
    }
    controllersChanged(ports: true)
    clock.isStale = true
  }

  @_noLocks public mutating func handle(_ event: SurfaceEvent) {
    if event.kind == .midi { return handle(midi: event) }
    if event.kind == .trim { return setTrim(event) }
    // The host's side sounds it.
    if event.kind == .guide { return }
    if event.kind == .parameter {
      if 0..<Int32(Parameter.count) ~= event.id, let parameter = Parameter.at(Int(event.id)) {
        set(base: event.amount, of: parameter)
      }
      return
    }
    if looper.isActive { advanceLoops() }
    take.record(event, at: frame)
    if event.kind == .loop { return command(event) }
    perform(event)
  }

  /// A message of MIDI that came as an event is what the same message of the host is.
  @_noLocks private mutating func handle(midi event: SurfaceEvent) {
    guard var bytes = event.midi, let message = withUnsafeBytes(of: &bytes, { MIDIMessage($0) }),
      hears(message)
    else { return }
    if looper.isActive { advanceLoops() }
    record(note: bytes)
    _ = sources.apply(event, frame: frame)
    actsLive = true
    handle(message)
    actsLive = false
  }

  @_noLocks private mutating func setTrim(_ event: SurfaceEvent) {
    guard 1...32 ~= event.id, event.amount.isFinite else { return }
    let index = SentValues.firstTrim + Int(event.id) - 1
    sendLive(min(max(event.amount, 0), 2), at: index)
    recordSent(index)
  }

  /// Ends everything that a source holds: touches, tokens, keys, pedals, game controllers.
  @_noLocks public mutating func end(source: UInt32) {
    while let end = sources.nextEnd(of: source, below: MIDIInput.recordedSource) { handle(end) }
  }

  /// Ends everything that is held live, including by pedals, because a render begins. A render contains only
  /// what the host plays.
  @_noLocks private mutating func endLive() {
    while let end = sources.nextEnd(of: nil, below: MIDIInput.recordedSource) { handle(end) }
    sources.endSensors()
    for voice in 0..<VoiceTable.capacity
    where voices.table[voice].isLive && voices.table[voice].state == .sustained {
      voices.letGo(voice, sustained: false)
    }
  }

  /// As `handle`, for an event that the instrument has made of MIDI.
  @_noLocks mutating func perform(_ event: SurfaceEvent) {
    if event.kind == .panic {
      panic()
      return
    }
    if event.source < MIDIInput.recordedSource { endLiftedTouches() }
    if let slot = sources.endBeforeBegin(event, frame: frame) {
      if looper.recording != 0 { recordLoops(event, .ended(slot: slot)) }
      end(touch: slot)
    }
    // With many fingers down, a move takes effect at the next tick, because evaluations between ticks would
    // only cost time.
    var isPrompt = true
    let change = sources.apply(event, frame: frame)
    if looper.recording != 0 { recordLoops(event, change) }
    switch change {
    case .began(let slot):
      record(began: slot)
      if let part = part(of: .touch(slot: slot)), patch.pointee.parts[part].isSilent {
        if !patch.pointee.parts[part].relates { sources.setApart(slot: slot) }
        if patch.pointee.parts[part].playsWorld { beginHand(slot, part) }
        break
      }
      start(for: .touch(slot: slot), input(ofTouch: slot), velocity: input(ofTouch: slot).velocity)
    case .moved(let slot):
      moveHand(slot)
      if let voice = voices.table.heldVoice(of: .touch(slot: slot)) { move(voice, to: input(ofTouch: slot)) }
      isPrompt = sources.isPrompt
    case .ended(let slot): end(touch: slot)
    case .withdrawn(let slot): end(touch: slot, isWithdrawn: true)
    case .full: refusedTouches += 1
    case .nothing: apply(event)
    }
    if event.kind == .token || event.kind == .tokenLifted || event.kind == .tokenOutline {
      placeTokens()
      recordTokens()
    }
    fireTriggerEvents()
    if isPrompt { clock.isStale = true }
  }

  @_noLocks private mutating func move(_ voice: Int, to input: VoiceInput) {
    voices.update(voice, input)
    let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
    voices.banks[bank].controllers.set(.touchVelocity, lane, input.velocity)
    voices.banks[bank].controllers.bend(lane: lane, pitch: input.pitch, range: ports[.bendRange])
  }

  /// Applies an event that does not concern touches.
  @_noLocks private mutating func apply(_ event: SurfaceEvent) {
    if event.kind == .macro, let number = event.macro.number, event.macro.amount.isFinite {
      sendLive(min(max(event.macro.amount, 0), 1), at: number - 1)
      hostAutomation.moved(macro: number - 1, at: frame)
    } else if event.kind == .hold {
      sendLive(event.amount >= 0.5 ? min(event.amount, 2) : .nan, at: SentValues.hold)
    }
  }

  @_noLocks public mutating func handle(_ position: Transport) {
    take.record(position, at: frame)
    if looper.isActive { advanceLoops() }
    let expected = looper.isActive ? sources.beats(at: frame) : nil
    sources.update(position, frame: frame)
    let change = transport.update(position, at: frame)
    followTimeline(position, change, expected: expected)
    defer { if looper.isActive { advanceLoops() } }
    switch change {
    case .started:
      if beginTake(timeline: position.frame) { return }
      if ports[isOn: .freeWheel] { endOwnSound() }
      restartMotion()
      fire(.transportStart)
    case .located:
      if beginTake(timeline: position.frame) { return }
      restartMotion()
    case .stopped: fire(.transportStop)
    case .unchanged: break
    }
  }

  /// - Parameter isWithdrawn: whether it was no touch: then its voice fades out instead of being released.
  @_noLocks mutating func end(touch slot: Int, isWithdrawn: Bool = false) {
    record(ended: slot)
    world.end(touch: Int32(slot))
    voices.table.unlink(slot: slot)
    let voice = voices.table.heldVoice(of: .touch(slot: slot))
    waitingRoutes.end(slot: slot, voice: voice)
    if let voice {
      // From now on the voice keeps the controllers that the touch had at its end.
      voices.banks[voice / Lanes.width].controllers.copy(sources, slot: slot, lane: voice % Lanes.width)
    }
    letGo(.touch(slot: slot), sustained: isHoldingFingers && !isWithdrawn, fades: isWithdrawn)
  }

  /// Restarts everything that runs freely, so that two renders of one timeline are the same. A rest ends, and
  /// the silence before the restart does not count, because how long it was depends on the machine. What was
  /// played before leaves nothing behind that begins anew (docs/architecture.md, *Memory*).
  @_noLocks private mutating func restartMotion() {
    let isSilent = rest.isSilent
    if rest.isResting { wake() }
    rest.reset()
    modules.restartMotion()
    world.reset()
    writeWorld()
    clock.restartTicks()
    effects.chorus.restartMotion()
    effects.reverb.restartMotion()
    voices.restartMotion()
    let isPlayed = sources.isTouched || voices.isInHands
    if hasOutputs { restartOutputs(keepsNotes: isPlayed) }
    if !isPlayed {
      sources.forget(frame)
      hold.endAction()
      levels = LevelWatch()
      waitingRoutes.removeAll()
    }
    if isSilent && !isPlayed {
      voices.reset()
      struck = StruckNotes()
      settle()
    } else if isSilent {
      for bank in 0..<Bank.count { voices.banks[bank].matrix.restartSmoothers() }
      settleEffects()
    }
  }

  /// Ends at once what sounds without hands, with its tails. The beginning of an export is not heard.
  @_noLocks private mutating func endOwnSound() {
    if sources.isTouched || voices.isInHands { return }
    voices.reset()
    for bank in 0..<Bank.count { voices.banks[bank].controllers = VoiceControllers() }
    struck = StruckNotes()
    rest.forget()
  }
}
