// The effect of MIDI on voices, touches and holds: performs the events of `MIDIInput` in their order.
// Audio thread.
import Controls
import Lanes
import Loops
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// Whether the port `midi_channel` lets a message in.
  @_noLocks public func hears(_ message: MIDIMessage) -> Bool {
    guard let channel = message.channel else { return true }
    return heardChannels & (1 << UInt16(channel)) != 0
  }

  /// The channels that the port `midi_channel` lets in, a bit each.
  private var heardChannels: UInt16 {
    @_noLocks get {
      let channel = Int(ports[.midiChannel] + 0.5)
      return channel == 0 ? .max : 1 << UInt16(channel - 1)
    }
  }

  /// Ends the notes of channels that are not let in any more.
  @_noLocks mutating func chooseChannel() {
    let others = ~heardChannels
    if others == 0 { return }
    endNotes(onAll: others, cut: false)
    for channel in 0..<UInt8(16) where others & (1 << UInt16(channel)) != 0 { midi.forget(channel: channel) }
    pedalsMoved()
  }

  /// Handles one message at the present frame; messages of channels that are not heard do nothing.
  @_noLocks public mutating func handle(_ message: MIDIMessage) {
    guard hears(message) else { return }
    if looper.isActive { advanceLoops() }
    play(message)
  }

  @_noLocks private mutating func play(_ message: MIDIMessage) {
    clock.isStale = true
    controllersChanged(ports: true)
    if hasOutputs { hearOutputs(message) }
    midi.handle(message, at: frame)
    performMIDI()
  }

  /// Plays a key of a loop, which no loop records again.
  @_noLocks mutating func play(looped message: MIDIMessage) {
    if hears(message) { play(message) }
  }

  /// Ends recorded touches with released notes.
  @_noLocks mutating func endLiftedTouches() {
    midi.endLifted()
    performMIDI()
  }

  @_noLocks private mutating func performMIDI() { while let event = midi.popEvent() { perform(event) } }

  @_noLocks private mutating func perform(_ event: MIDIEvent) {
    switch event {
    case .touch(let event): perform(event)
    case .token(let message): play(message)
    case .noteOn(let channel, let key, let velocity): noteOn(key, channel, velocity)
    case .noteOff(let channel, let key, let velocity): noteOff(key, channel, velocity)
    case .keyPressure(let channel, let key, let pressure):
      guard let voice = voices.table.heldVoice(of: .note(channel: channel, key: key)) else { return }
      voices.table.voices[voice].keyPressure = pressure
      updateNote(voice)
      moveKeys(of: 1 << UInt16(channel))
    case .controller(let number, let amount): control(number, amount)
    case .channelMoved(let channel): channelMoved(channel)
    case .parameter(let number, let value): set(parameter: number, to: value)
    case .sustainPedal: pedalsMoved()
    case .sostenutoPedal(let channel, let isDown): sostenuto(isDown, channel: channel)
    case .latchPedal(let isDown):
      hold.isLatchPedalDown = isDown
      pedalsMoved()
    case .notesOff(let channels, let isCut):
      endNotes(onAll: channels, cut: isCut)
      liftPlayedTokens()
    case .resetControllers(let channels): resetControllers(onAll: channels)
    case .zonesChanged(let channels): rezone(channels)
    case .bendRangesChanged: for channel in 0..<UInt8(16) { channelMoved(channel) }
    case .systemReset:
      panic()
      midi.tunings.apply(&patch.pointee.tuning)
    }
  }

  // MARK: Notes

  @_noLocks private mutating func noteOn(_ key: UInt8, _ channel: UInt8, _ velocity: Float) {
    if looper.recording != 0 && !playsLoop { recordLoops(key: key, channel: channel, velocity: velocity) }
    let owner = VoiceOwner.note(channel: channel, key: key)
    letGo(owner, sustained: false)
    if !isSilent(owner) {
      start(for: owner, input(ofKey: key, channel: channel, velocity: velocity), velocity: velocity)
    }
    join(key: key, channel: channel)
    actingVelocity = velocity
    fire(.note)
  }

  @_noLocks private mutating func noteOff(_ key: UInt8, _ channel: UInt8, _ velocity: Float) {
    if looper.recording != 0 && !playsLoop { recordLoops(key: key, channel: channel, velocity: 0) }
    let owner = VoiceOwner.note(channel: channel, key: key)
    if let voice = voices.table.heldVoice(of: owner) { lift(voice, velocity) }
    letGo(owner, sustained: isHolding(channel: channel))
    leave(key: key, channel: channel)
    fire(.noteOff)
  }

  /// From now on the voice keeps the values that the note had at its release.
  @_noLocks private mutating func lift(_ voice: Int, _ velocity: Float) {
    let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
    if voices.table[voice].slot >= 0 {
      voices.banks[bank].controllers.copy(sources, note: voices.table.voices + voice, lane: lane)
    }
    voices.banks[bank].controllers.set(.touchReleaseVelocity, lane, velocity)
  }

  /// - Parameter channels: a bit each.
  @_noLocks private mutating func endNotes(onAll channels: UInt16, cut: Bool) {
    for channel in 0..<UInt8(16) where channels & (1 << UInt16(channel)) != 0 {
      endNotes(of: channel, sustained: !cut && isHolding(channel: channel), cut: cut)
    }
  }

  @_noLocks private mutating func endNotes(of channel: UInt8, sustained: Bool, cut: Bool) {
    if let ended = midi.endTouch(of: channel) { perform(ended) }
    if looper.recording != 0 {
      for key in 0..<UInt8(128) { recordLoops(key: key, channel: channel, velocity: 0) }
    }
    voices.held.removeNotes(of: channel)
    for voice in 0..<VoiceTable.capacity {
      guard case .note(channel, _) = voices.table[voice].owner else { continue }
      switch voices.table[voice].state {
      case .held:
        // In mono, another key or finger may still be down.
        if let back = voices.held.last, patch.pointee.voices.isMono {
          resume(back.owner, velocity: back.velocity)
          continue
        }
        if voices.table[voice].slot >= 0 { lift(voice, 0.5) }
        voices.letGo(voice, sustained: sustained)
      case .sustained where !sustained: voices.letGo(voice, sustained: false)
      default: break
      }
      if cut { voices.stop(voice) }
    }
    leaveAllKeys(of: channel)
  }

  // MARK: Controllers

  /// Applies a control change to the patch's controllers, on any channel.
  @_noLocks private mutating func control(_ number: UInt8, _ amount: Float) {
    sources.control(Int(number), amount)
    for macro in 0..<8 where patch.pointee.macroControls[macro] == number {
      sendLive(amount, at: macro)
      hostAutomation.moved(macro: macro, at: frame)
    }
  }

  /// - Parameter channels: a bit each.
  @_noLocks private mutating func resetControllers(onAll channels: UInt16) {
    for channel in 0..<UInt8(16) where channels & (1 << UInt16(channel)) != 0 {
      midi.resetControllers(of: channel)
      for voice in 0..<VoiceTable.capacity {
        if case .note(channel, _) = voices.table[voice].owner {
          voices.table.voices[voice].keyPressure = nil
        }
      }
      sostenuto(false, channel: channel)
      channelMoved(channel)
    }
    pedalsMoved()
  }

  /// Updates the notes of a channel with new controller values; those of a manager apply to the whole zone.
  @_noLocks private mutating func channelMoved(_ channel: UInt8) {
    let reach = midi.zones.reach(of: channel)
    for voice in 0..<VoiceTable.capacity where voices.table[voice].state != .free {
      guard case .note(let of, _) = voices.table[voice].owner, reach & (1 << UInt16(of)) != 0 else {
        continue
      }
      updateNote(voice)
    }
    moveKeys(of: reach)
  }

  @_noLocks private mutating func updateNote(_ voice: Int) {
    midi.update(voices.table.voices + voice)
    voices.update(voice, input(ofNote: voice))
  }

  // MARK: Zones

  /// Resets the zones after a change of the port `mpe`.
  @_noLocks mutating func chooseMPE() {
    if let changed = midi.choose(MPEMode.at(UInt8(ports[.mpe] + 0.5))) { rezone(changed) }
  }

  /// Ends the notes of channels that entered a zone or left one, and resets their controllers.
  @_noLocks private mutating func rezone(_ channels: UInt16) {
    for channel in 0..<UInt8(16) where channels & (1 << UInt16(channel)) != 0 {
      endNotes(of: channel, sustained: false, cut: false)
      midi.forget(channel: channel)
    }
    pedalsMoved()
  }

  // MARK: The values that notes give their voices

  @_noLocks func input(ofNote voice: Int) -> VoiceInput {
    let note = voices.table.voices + voice
    guard case .note(let channel, let key) = note.pointee.owner else {
      return VoiceInput(pitch: 60, velocity: 0, pressure: 0)
    }
    let bend = midi.bend(ofKey: key, channel: channel, by: note.pointee.heard.bendSemitones)
    let pitch = note.pointee.tuned + bend + octave(ofKey: key)
    return input(note.pointee.heard, pitch: pitch, velocity: note.pointee.velocity)
  }

  @_noLocks private func input(ofKey key: UInt8, channel: UInt8, velocity: Float) -> VoiceInput {
    let state = midi.state(of: channel)
    let bend = midi.bend(ofKey: key, channel: channel, by: state.bendSemitones)
    let pitch = midi.pitch(ofKey: key, channel: channel) + bend + octave(ofKey: key)
    return input(state, pitch: pitch, velocity: velocity)
  }

  @_noLocks private func input(_ state: NoteState, pitch: Float, velocity: Float) -> VoiceInput {
    let hasParts = patch.pointee.partCount > 0
    let volume = hasParts && patch.pointee.hasVolume ? state.volume : 1
    return VoiceInput(
      pitch: pitch, velocity: velocity, pressure: state.pressure ?? 0, expression: state.expression * volume,
      pan: hasParts && patch.pointee.hasPan ? state.pan : 0, pitchTime: shared(.voiceGlide) / 3)
  }
}
