// MIDI messages: what each does to notes, zones and controllers (docs/mpe.md). Audio thread.
import Controls
import Lanes
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// One message, now.
  @_noLocks public mutating func handle(_ message: MIDIMessage) {
    clock.isStale = true
    handsChanged(ports: true)
    switch message {
    case .noteOn(let channel, let key, let velocity):
      endLifted()
      noteOn(key, channel, velocity)
    case .noteOff(let channel, let key, let velocity): noteOff(key, channel, velocity)
    case .channelPressure(let channel, let value):
      channels[Int(channel)].pressure = Float(value) / 127
      channelMoved(channel)
    case .keyPressure(let channel, let key, let value):
      // Members of a zone press by their channel.
      if case .member = zones.role(of: channel) { return }
      guard let voice = table.heldVoice(of: .note(channel: channel, key: key)) else { return }
      table.voices[voice].keyPressure = Float(value) / 127
      refresh(voice)
      moveKeys(of: 1 << UInt16(channel))
    case .bend(let channel, let amount):
      channels[Int(channel)].bend = amount
      channelMoved(channel)
    case .controller(let channel, let number, let value): control(number, channel, value)
    case .reset:
      panic()
      keys.take(Self.keys(of: patch))
    case .program: break  // the patch's business: the adapter passes it on
    }
  }

  @_noLocks private mutating func noteOn(_ key: UInt8, _ channel: UInt8, _ velocity: UInt8) {
    let state = channels + Int(channel)
    let fine = state.pointee.velocityFine
    state.pointee.velocityFine = nil
    if isTouch(channel) { return beginTouch(key, channel) }
    if KeyTuning.isSilent(Int(key), in: tuning(of: channel)) { return }
    let strike = fine.map { Float(UInt16(velocity) << 7 | UInt16($0)) / 16_383 } ?? Float(velocity) / 127
    let owner = VoiceOwner.note(channel: channel, key: key)
    letGo(owner, sustained: false)
    start(for: owner, input(ofKey: key, channel: channel, velocity: strike), velocity: strike)
    join(key: key, channel: channel)
    fire(.note)
  }

  @_noLocks private mutating func noteOff(_ key: UInt8, _ channel: UInt8, _ velocity: UInt8) {
    if lift(key, channel) { return }
    let owner = VoiceOwner.note(channel: channel, key: key)
    if let voice = table.heldVoice(of: owner) { lift(voice, Float(velocity) / 127) }
    letGo(owner, sustained: isSustained(channel) || hold.isHolding)
    leave(key: key, channel: channel)
    fire(.noteOff)
  }

  /// From now on the voice keeps what the note was as it was let go.
  @_noLocks private mutating func lift(_ voice: Int, _ velocity: Float) {
    let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
    if table[voice].slot >= 0 { banks[bank].hands.take(surface, note: table.voices + voice, lane: lane) }
    banks[bank].hands.set(.touchReleaseVelocity, lane, velocity)
  }

  @_noLocks private mutating func control(_ number: UInt8, _ channel: UInt8, _ value: UInt8) {
    say(number, Float(value) / 127)
    let state = channels + Int(channel)
    if number < 64, let (coarse, amount) = state.pointee.take(number, value) {
      if coarse != number { say(coarse, amount) }
      take(MIDIController.at(coarse), channel, value, amount)
    } else if number >= 64 {
      take(MIDIController.at(number), channel, value, Float(value) / 127)
    }
    if state.pointee.place.take(number, value, frame: frame) { moveTouch(channel) }
    guard let controller = MIDIController.at(number) else { return }
    if let change = state.pointee.selection.take(controller, value) { set(change, channel) }
  }

  /// What patches see of it, whichever channel it came on.
  @_noLocks private mutating func say(_ number: UInt8, _ amount: Float) {
    surface.control(Int(number), amount)
    for macro in 0..<8 where patch.pointee.macroControls[macro] == number {
      sentMacros[macro] = amount
      automation.moved(macro: macro, at: frame)
    }
  }

  @_noLocks private mutating func take(
    _ controller: MIDIController?, _ channel: UInt8, _ value: UInt8, _ amount: Float
  ) {
    let state = channels + Int(channel)
    switch controller {
    case .modulation: state.pointee.modulation = amount
    case .expression: state.pointee.expression = amount
    case .timbre: state.pointee.timbre = Float(value) / 128
    case .sustain:
      state.pointee.sustain = value >= 64
      pedalsMoved()
    case .sostenuto: sostenuto(value >= 64, channel: channel)
    case .hold:
      hold.isLatchPedalDown = value >= 64
      pedalsMoved()
    case .velocityFine: state.pointee.velocityFine = value
    case .allSoundOff: endNotes(onAll: zones.reach(of: channel), cut: true)
    case .allNotesOff, .omniOff, .omniOn, .mono, .poly:
      endNotes(onAll: zones.reach(of: channel), cut: false)
    case .resetControllers: resetControllers(onAll: zones.reach(of: channel))
    default: return
    }
    channelMoved(channel)
  }

  /// - Parameter channels: a bit each.
  @_noLocks private mutating func endNotes(onAll channels: UInt16, cut: Bool) {
    for channel in 0..<UInt8(16) where channels & (1 << UInt16(channel)) != 0 {
      endNotes(of: channel, sustained: !cut && (isSustained(channel) || hold.isHolding), cut: cut)
    }
  }

  /// - Parameter all: a bit each.
  @_noLocks private mutating func resetControllers(onAll all: UInt16) {
    for channel in 0..<UInt8(16) where all & (1 << UInt16(channel)) != 0 {
      channels[Int(channel)].resetControllers()
      for voice in 0..<VoiceTable.capacity {
        if case .note(channel, _) = table[voice].owner { table.voices[voice].keyPressure = nil }
      }
      sostenuto(false, channel: channel)
      channelMoved(channel)
    }
    pedalsMoved()
  }

  // MARK: Zones

  @_noLocks private mutating func set(_ change: RegisteredParameterChange, _ channel: UInt8) {
    switch change {
    case .coarse(.zone, let members):
      rezone(zones.configure(channel: channel, members: members))
      rangesMoved()
    case .coarse(.bendRange, let semitones): setRange(Float(semitones), channel)
    case .fine(.bendRange, let cents):
      if let range = zones.range(of: channel) {
        setRange(Scalar.floor(range) + Float(min(cents, 99)) / 100, channel)
      }
    case .step(.bendRange, let step):
      if let range = zones.range(of: channel) { setRange(range + Float(step) / 100, channel) }
    case .fine(.zone, _), .step(.zone, _): break
    }
  }

  @_noLocks private mutating func setRange(_ semitones: Float, _ channel: UInt8) {
    zones.setRange(semitones, channel: channel)
    rangesMoved()
  }

  @_noLocks private mutating func rangesMoved() { for channel in 0..<UInt8(16) { channelMoved(channel) } }

  /// The port has moved: zones begin anew.
  @_noLocks mutating func chooseMPE() {
    let mode = MPEMode.at(UInt8(ports[.mpe] + 0.5))
    if mode != zones.mode { rezone(zones.choose(mode)) }
  }

  /// Channels have come into a zone or left one: notes end there, and controllers are as at the beginning.
  @_noLocks private mutating func rezone(_ changed: UInt16) {
    for channel in 0..<UInt8(16) where changed & (1 << UInt16(channel)) != 0 {
      endNotes(of: channel, sustained: false, cut: false)
      let selection = channels[Int(channel)].selection
      channels[Int(channel)] = ChannelState()
      channels[Int(channel)].selection = selection
    }
    pedalsMoved()
  }

  @_noLocks mutating func endNotes(of channel: UInt8, sustained: Bool, cut: Bool) {
    endTouch(channel)
    held.removeNotes(of: channel)
    for voice in 0..<VoiceTable.capacity {
      guard case .note(channel, _) = table[voice].owner else { continue }
      switch table[voice].state {
      case .held:
        // Mono: somebody else is still down.
        if let back = held.last, patch.pointee.voices.isMono {
          take(back.owner, velocity: back.velocity)
          continue
        }
        if table[voice].slot >= 0 { lift(voice, 0.5) }
        letGo(voice, sustained: sustained)
      case .sustained where !sustained: letGo(voice, sustained: false)
      default: break
      }
      if cut { stop(voice) }
    }
    leaveAllKeys(of: channel)
  }

  // MARK: What notes hear

  /// A voice's note listens to its channel, and to its zone's manager.
  @_noLocks mutating func listen(_ voice: Int) {
    guard case .note(let channel, _) = table[voice].owner else { return }
    let note = table.voices + voice
    var isMember = false
    if case .member = zones.role(of: channel) { isMember = true }
    // What a zone's member says after the note is up means the next one.
    if !isMember || note.pointee.state == .held { note.pointee.own = heard(on: channel) }
    note.pointee.heard = note.pointee.own
    if case .member(let manager) = zones.role(of: channel) {
      note.pointee.heard = note.pointee.own.with(manager: heard(on: manager))
    }
    note.pointee.heard.pressure = NoteState.greater(note.pointee.heard.pressure, note.pointee.keyPressure)
  }

  @_noLocks private func heard(on channel: UInt8) -> NoteState {
    NoteState(channels[Int(channel)], range: zones.range(of: channel) ?? ports[.bendRange])
  }

  /// What a key that goes down now would hear.
  @_noLocks func state(of channel: UInt8) -> NoteState {
    guard case .member(let manager) = zones.role(of: channel) else { return heard(on: channel) }
    return heard(on: channel).with(manager: heard(on: manager))
  }

  @_noLocks private mutating func refresh(_ voice: Int) {
    listen(voice)
    update(voice, input(ofNote: voice))
  }

  /// A channel's controllers have moved; a manager's reach the whole zone.
  @_noLocks mutating func channelMoved(_ channel: UInt8) {
    let reach = zones.reach(of: channel)
    for voice in 0..<VoiceTable.capacity where table[voice].state != .free {
      guard case .note(let of, _) = table[voice].owner, reach & (1 << UInt16(of)) != 0 else { continue }
      refresh(voice)
    }
    moveKeys(of: reach)
  }

  @_noLocks func input(ofNote voice: Int) -> VoiceInput {
    let note = table.voices + voice
    guard case .note(let channel, let key) = note.pointee.owner else {
      return VoiceInput(pitch: 60, velocity: 0, pressure: 0)
    }
    let bend = bend(ofKey: key, channel: channel, by: note.pointee.heard.bendSemitones)
    return input(note.pointee.heard, pitch: note.pointee.tuned + bend, velocity: note.pointee.velocity)
  }

  @_noLocks private func input(ofKey key: UInt8, channel: UInt8, velocity: Float) -> VoiceInput {
    let state = state(of: channel)
    let bend = bend(ofKey: key, channel: channel, by: state.bendSemitones)
    return input(state, pitch: tuned(key: key, channel: channel) + bend, velocity: velocity)
  }

  @_noLocks private func input(_ state: NoteState, pitch: Float, velocity: Float) -> VoiceInput {
    VoiceInput(
      pitch: pitch, velocity: velocity, pressure: state.pressure ?? 0, expression: state.expression,
      pitchTime: shared(.voiceGlide) / 3)
  }
}
