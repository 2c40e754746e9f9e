// The outputs of a patch: evaluated at each tick and event, after everything else. Audio thread.
//
// Messages of one frame leave in this order: MIDI clock, ends of notes, values in the order of the patch, notes,
// programs and commands. So a note finds its channel's values in place.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Touch

extension TouchProcessor {
  /// Whether the patch has outputs.
  var hasOutputs: Bool { @_noLocks get { patch.pointee.outputCount > 0 } }

  /// Evaluates the outputs at the present frame.
  @_noLocks mutating func runOutputs() {
    guard ports[isOn: .enabled] else { return }
    let seconds = Float(frame - outputs.ranAt) / sampleRate
    outputs.ranAt = frame
    runClockOutput()
    endOutputNotes()
    followVoices()
    for index in 0..<patch.pointee.outputCount where patch.output(index).output.isOn {
      runValues(of: index, seconds)
    }
    runNotes()
    runMoments()
  }

  /// The frames until an output needs an evaluation; infinite if none does.
  @_noLocks mutating func outputCorner() -> Float {
    var corner = Float.infinity
    let end = outputs.nextEnd(after: frame)
    if end != .max { corner = Float(end) }
    if patch.pointee.hasClockOutput, let beats = sources.beats(at: frame), let beat = framesPerBeat {
      let position = beats * 24
      let next = Scalar.floor(position + Self.pulseTolerance) + 1
      corner = min(corner, Float((next - position) / 24 * beat))
    }
    return corner
  }

  // MARK: What changes outputs

  /// Applies the outputs of another patch. Those that are the same continue; the notes of others end.
  @_noLocks mutating func applyOutputs(
    from old: UnsafeMutablePointer<CompiledPatch>, to next: UnsafeMutablePointer<CompiledPatch>
  ) {
    let isLoad = next.pointee.load.number != load.number
    for index in 0..<max(old.pointee.outputCount, next.pointee.outputCount) {
      let isSame =
        !isLoad && index < old.pointee.outputCount && index < next.pointee.outputCount
        && old.output(index).output == next.output(index).output
      if isSame { continue }
      outputs.endNotes(of: index, at: frame, into: &outgoing)
      outputs.forget(index)
    }
    if next.pointee.outputCount == 0 { outputs.ports = InlineArray(repeating: 0) }
    if outputs.pulse != nil && !next.pointee.hasClockOutput { stopClockOutput() }
  }

  /// Sends all values again.
  /// - Parameter keepsNotes: whether notes go on; else they end.
  @_noLocks mutating func restartOutputs(keepsNotes: Bool = false) {
    if !keepsNotes { outputs.endNotes(of: nil, at: frame, into: &outgoing) }
    outputs.forget(keepsVoices: keepsNotes)
    outputs.ranAt = frame
  }

  /// Ends all notes because the instrument is switched off.
  @_noLocks mutating func stopOutputs() {
    outputs.endNotes(of: nil, at: frame, into: &outgoing)
    if outputs.pulse != nil { stopClockOutput() }
    outputs.forget()
  }

  /// Lets the outputs of a trigger act at the evaluation of this frame.
  @_noLocks mutating func fireOutputs(_ event: TriggerEvent) {
    for index in 0..<patch.pointee.outputCount {
      let one = patch.output(index)
      if !one.output.isOn { continue }
      let begins = one.output.trigger == event.trigger && one.begin.wants(event)
      let ends = one.output.end == event.trigger
      if ends { outputs.append(output: index, ends: true, slot: event.slot) }
      if begins { outputs.append(output: index, ends: false, slot: event.slot) }
      if begins || ends { clock.isStale = true }
    }
  }

  /// A message that came in sets what an output of the same kind, number and channel shows; a loop through the host
  /// is counted.
  @_noLocks mutating func hearOutputs(_ message: MIDIMessage) {
    for index in 0..<patch.pointee.outputCount {
      let one = patch.output(index)
      guard message.channel.map({ Int($0) + 1 }) == one.output.channel else { continue }
      var value: Float?
      switch (one.output.kind, message) {
      case (.control, .controller(_, let number, let step)) where Int(number) == one.output.number:
        value = one.part(Int32(step))
      case (.control14, .controller(_, let number, let step)):
        if Int(number) == one.output.number {
          outputs.upper[index] = step
          value = one.part(Int32(step) << 7)
        } else if Int(number) == one.output.number + 32 {
          value = one.part(Int32(outputs.upper[index]) << 7 | Int32(step))
        }
      case (.pitchBend, .bend(_, let amount)): value = one.part(Int32(amount * 8192) + 8192)
      case (.channelPressure, .channelPressure(_, let step)): value = one.part(Int32(step))
      case (.keyPressure, .keyPressure(_, _, let step)): value = one.part(Int32(step))
      case (.program, .program(_, let number)): value = one.part(Int32(number))
      case (.note, .noteOn(_, let key, _)):
        // A loop returns a note at once. Later, it is a key that is played again while a pedal holds it.
        let since = frame - Int64(sampleRate * Self.longestReturn)
        if outputs.plays(key, of: index, since: since) { countLoop(index) }
      default: break
      }
      guard let value else { continue }
      outputs.shown[index].value = value
      outputs.shown[index].isIncoming = true
      if one.isLooped { countLoop(index) }
    }
  }

  /// The seconds within which a loop through the host returns a note.
  private static var longestReturn: Float { @_noLocks get { 0.1 } }

  @_noLocks private mutating func countLoop(_ index: Int) {
    outputs.shown[index].loops &+= 1
    outputs.shown[index].loopedAt = frame
  }

  // MARK: Voices

  /// Notices voices that began or were let go: gives them their channels, and ends their notes.
  @_noLocks private mutating func followVoices() {
    if !patch.pointee.hasVoiceOutputs { return }
    for voice in 0..<VoiceTable.capacity {
      let state = voices.table[voice].state
      let order = state == .held || state == .sustained ? voices.table[voice].order : 0
      if outputs.orders[voice] == order { continue }
      if outputs.orders[voice] != 0 { leaveVoice(voice) }
      outputs.orders[voice] = order
    }
    for voice in 0..<VoiceTable.capacity where outputs.orders[voice] != 0 && outputs.members[voice] == 0 {
      outputs.join(voice)
    }
  }

  @_noLocks private mutating func leaveVoice(_ voice: Int) {
    outputs.members[voice] = 0
    var index = 0
    while index < outputs.noteCount {
      if Int(outputs.notes[index].voice) == voice + 1 {
        outputs.end(note: index, at: frame, into: &outgoing)
      } else {
        index += 1
      }
    }
    for output in 0..<patch.pointee.outputCount {
      outputs.states[output * OutputEngine.lanes + 1 + voice] = OutputState()
    }
  }

  /// The channel (0…15) on which a voice of an output is sent; nil: there is none left for it.
  @_noLocks private mutating func channel(of output: PreparedOutput, voice: Int) -> UInt8? {
    let first = output.output.channel - 1
    if voice < 0 || output.output.voices != .channels { return UInt8(first & 15) }
    let member = Int(outputs.members[voice]) - 1
    return member < 0 || first + member > 15 ? nil : UInt8(first + member)
  }

  /// The value of a controller for a voice; −1: the one that leads.
  @_noLocks private mutating func natural(_ controller: Controller, voice: Int) -> Float {
    value(of: controller, voice: voice < 0 ? voices.leader : voice)
  }

  // MARK: Values

  @_noLocks private mutating func runValues(of index: Int, _ seconds: Float) {
    let one = patch.output(index)
    if !one.isContinuous { return }
    if one.output.voices == .shared || !one.output.kind.isPerVoice {
      return runValue(index, one, voice: -1, seconds)
    }
    for voice in 0..<VoiceTable.capacity where outputs.orders[voice] != 0 {
      runValue(index, one, voice: voice, seconds)
    }
  }

  @_noLocks private mutating func runValue(
    _ index: Int, _ one: PreparedOutput, voice: Int, _ seconds: Float
  ) {
    let state = outputs.states + (index * OutputEngine.lanes + 1 + voice)
    let target = one.value(natural(one.output.source, voice: voice))
    var value = target
    if one.isSmoothed && !state.pointee.value.isNaN {
      let away = state.pointee.value - target
      let rate = away < 0 ? one.up : one.down
      if rate > 0 { value = target + away * Scalar.exp(-seconds * rate) }
    }
    state.pointee.value = value
    send(value, index, one, state, voice: voice)
  }

  /// Sends a value if it differs from the last one and if it is time for it.
  @_noLocks private mutating func send(
    _ value: Float, _ index: Int, _ one: PreparedOutput,
    _ state: UnsafeMutablePointer<OutputState>, voice: Int
  ) {
    let isStepped = one.output.kind.steps > 0
    let step = isStepped ? one.step(value) : 0
    if isStepped ? step == state.pointee.sent : value == state.pointee.sentValue { return }
    let isEnd = value == one.output.low || value == one.output.high
    if !isEnd && (value - state.pointee.sentValue).magnitude < one.change { return }
    guard frame - state.pointee.sentAt >= leastFrames(index, one),
      write(step, value, index, one, voice: voice)
    else { return }
    state.pointee.sent = step
    state.pointee.sentValue = value
    state.pointee.sentAt = frame
  }

  /// The least frames between two messages of an output. One that moves its own source is slowed down.
  @_noLocks private mutating func leastFrames(_ index: Int, _ one: PreparedOutput) -> Int64 {
    let rate = isLoop(index) ? min(one.output.rate, OutputEngine.loopRate) : one.output.rate
    return Int64(sampleRate / max(rate, 1))
  }

  /// Whether messages of the output have come back within the last second.
  @_noLocks private mutating func isLoop(_ index: Int) -> Bool {
    frame - outputs.shown[index].loopedAt < Int64(sampleRate)
  }

  /// Whether there is room for the messages of a value; else it waits, and is counted.
  @_noLocks private mutating func hasRoom(for cost: Int, _ index: Int) -> Bool {
    if cost == 0 { return true }
    let window = max(Int64(sampleRate / 100), 1)
    if outgoing.hasRoom(cost) && outputs.spend(cost, at: frame, length: window) { return true }
    outputs.shown[index].delayed &+= 1
    return false
  }

  /// Writes the messages of a value.
  /// - Returns: whether it is sent.
  @_noLocks private mutating func write(
    _ step: Int32, _ value: Float, _ index: Int, _ one: PreparedOutput, voice: Int
  ) -> Bool {
    guard let channel = channel(of: one, voice: voice) else { return false }
    guard hasRoom(for: one.output.kind.cost, index) else { return false }
    let number = one.output.number
    let (high, low) = (UInt8(step >> 7 & 127), UInt8(step & 127))
    switch one.output.kind {
    case .control: outgoing.midi(0xB0 | channel, UInt8(number & 127), low, at: frame)
    case .control14:
      outgoing.midi(0xB0 | channel, UInt8(number & 31), high, at: frame)
      outgoing.midi(0xB0 | channel, UInt8(number & 31 | 32), low, at: frame)
    case .nrpn:
      outgoing.midi(0xB0 | channel, 99, UInt8(number >> 7 & 127), at: frame)
      outgoing.midi(0xB0 | channel, 98, UInt8(number & 127), at: frame)
      outgoing.midi(0xB0 | channel, 6, high, at: frame)
      outgoing.midi(0xB0 | channel, 38, low, at: frame)
    case .pitchBend: outgoing.midi(0xE0 | channel, low, high, at: frame)
    case .channelPressure: outgoing.midi(0xD0 | channel, low, 0, at: frame)
    case .keyPressure:
      outgoing.midi(0xA0 | channel, key(ofVoice: voice, on: channel, number), low, at: frame)
    case .program: outgoing.midi(0xC0 | channel, low, 0, at: frame)
    case .port: outputs.ports[(number - 1) & 15] = value
    case .osc: if !sendOSC(value, index, voice: voice) { return false }
    case .note, .machine, .clock: return false
    }
    outputs.shown[index].value =
      one.range == 0 || one.output.kind != .osc
      ? value : (value - one.output.low) / one.range
    outputs.shown[index].isIncoming = false
    outputs.shown[index].sent &+= 1
    return true
  }

  /// The key whose pressure is sent: that of the note which an output plays for the voice on this channel.
  @_noLocks private mutating func key(ofVoice voice: Int, on channel: UInt8, _ number: Int) -> UInt8 {
    for index in 0..<outputs.noteCount
    where Int(outputs.notes[index].voice) == voice + 1 && outputs.notes[index].channel == channel {
      return outputs.notes[index].key
    }
    if voice < 0 { return UInt8(number & 127) }
    return UInt8(Scalar.floor(127 * natural(.touchNote, voice: voice) + 0.5).limited(0, 127))
  }

  /// Queues a value for the input thread. A render sends nothing.
  @_noLocks private mutating func sendOSC(_ value: Float, _ index: Int, voice: Int) -> Bool {
    if ports[isOn: .freeWheel] { return true }
    guard outputs.messageCount < OutputEngine.messageLimit else { return true }
    var message = OutputMessage()
    message.revision = patch.pointee.revision
    message.output = UInt8(truncatingIfNeeded: index)
    message.voice = UInt8(truncatingIfNeeded: voice + 1)
    message.value = value
    outputs.messages[outputs.messageCount] = message
    outputs.messageCount += 1
    return true
  }

  // MARK: Notes

  /// Ends the notes of triggers that have lasted long enough, and those whose end has come.
  @_noLocks private mutating func endOutputNotes() {
    var index = 0
    while index < outputs.noteCount {
      if outputs.notes[index].endsAt <= frame {
        outputs.end(note: index, at: frame, into: &outgoing)
      } else {
        index += 1
      }
    }
    for moment in 0..<outputs.momentCount where outputs.moments[moment].ends {
      endNotes(of: Int(outputs.moments[moment].output), slot: outputs.moments[moment].slot)
    }
  }

  /// Ends the notes that a trigger of this touch began; −1: all notes of triggers of the output.
  @_noLocks private mutating func endNotes(of output: Int, slot: Int32) {
    var index = 0
    while index < outputs.noteCount {
      let note = outputs.notes[index]
      if Int(note.output) == output && (slot < 0 || note.slot < 0 || note.slot == slot) {
        outputs.end(note: index, at: frame, into: &outgoing)
      } else {
        index += 1
      }
    }
  }

  /// Begins, moves and ends the notes that last as long as their voices.
  @_noLocks private mutating func runNotes() {
    for index in 0..<patch.pointee.outputCount {
      let one = patch.output(index)
      guard one.output.isOn, one.output.kind == .note, one.output.trigger == nil
      else {
        continue
      }
      if one.output.voices == .shared {
        let isHeld = voices.isAnythingHeld
        runNote(index, one, voice: -1, isHeld: isHeld)
      } else {
        for voice in 0..<VoiceTable.capacity where outputs.orders[voice] != 0 {
          runNote(index, one, voice: voice, isHeld: true)
        }
      }
    }
  }

  @_noLocks private mutating func runNote(
    _ index: Int, _ one: PreparedOutput, voice: Int, isHeld: Bool
  ) {
    let known = outputs.note(of: index, voice: voice + 1)
    guard isHeld else {
      if known >= 0 { outputs.end(note: known, at: frame, into: &outgoing) }
      return
    }
    let key = key(of: one, voice: voice)
    if known >= 0 && outputs.notes[known].key == key { return }
    let state = outputs.states + (index * OutputEngine.lanes + 1 + voice)
    // Of a loop through the host, no note comes sooner than its bound.
    let last = outputs.states[index * OutputEngine.lanes].sentAt
    if isLoop(index) && frame - last < leastFrames(index, one) { return }
    // A note that follows its source is bounded as values are; the first one of a voice is not.
    if known >= 0 && frame - state.pointee.sentAt < leastFrames(index, one) { return }
    if known >= 0 { outputs.end(note: known, at: frame, into: &outgoing) }
    begin(index, one, key: key, voice: voice, slot: -1)
    state.pointee.sentAt = frame
    outputs.states[index * OutputEngine.lanes].sentAt = frame
  }

  /// The key of an output's value: the nearest one of the patch's scale, or any if the map is off.
  @_noLocks private mutating func key(of one: PreparedOutput, voice: Int) -> UInt8 {
    key(one.value(natural(one.output.source, voice: voice)), one)
  }

  @_noLocks private mutating func key(_ value: Float, _ one: PreparedOutput) -> UInt8 {
    var pitch = value
    if one.output.source != .touchNote && patch.pointee.map.quantise != .off {
      pitch = KeyTuning.nearest(
        to: value, scale: patch.pointee.map.scale, root: patch.pointee.map.root, in: &patch.pointee.tuning)
    }
    return UInt8(Scalar.floor(pitch + 0.5).limited(0, 127))
  }

  @_noLocks private mutating func begin(
    _ index: Int, _ one: PreparedOutput, key: UInt8, voice: Int, slot: Int32
  ) {
    guard let channel = channel(of: one, voice: voice), hasRoom(for: 1, index) else { return }
    var note = OutputNote()
    note.output = UInt8(truncatingIfNeeded: index)
    note.voice = UInt8(truncatingIfNeeded: voice + 1)
    note.channel = channel
    note.key = key
    note.slot = slot
    if one.output.length > 0 && one.output.trigger != nil {
      note.endsAt = frame + max(Int64(one.output.length * sampleRate), 1)
    }
    let acting = voice < 0 && slot >= 0 ? self.voice(ofTouch: slot) : voice
    let velocity = one.velocity(natural(one.output.velocity, voice: acting))
    guard outputs.begin(note, velocity: velocity, at: frame, into: &outgoing) else { return }
    outputs.shown[index].value = Float(key)
    outputs.shown[index].isIncoming = false
    outputs.shown[index].sent &+= 1
  }

  /// The voice that a touch holds; −1: none, so the one that leads.
  @_noLocks private mutating func voice(ofTouch slot: Int32) -> Int {
    slot < 0 ? -1 : voices.table.heldVoice(of: .touch(slot: Int(slot))) ?? -1
  }

  // MARK: Triggers

  /// Sends what triggers have asked for since the last evaluation.
  @_noLocks private mutating func runMoments() {
    for moment in 0..<outputs.momentCount {
      let index = Int(outputs.moments[moment].output)
      if index >= patch.pointee.outputCount { continue }
      let one = patch.output(index)
      if !outputs.moments[moment].ends {
        act(index, one, slot: outputs.moments[moment].slot)
      } else if one.output.kind != .note && one.output.kind != .machine {
        let low = one.output.low
        if write(one.step(low), low, index, one, voice: -1) {
          outputs.states[index * OutputEngine.lanes].sentAt = frame
        }
      }
    }
    outputs.momentCount = 0
  }

  @_noLocks private mutating func act(_ index: Int, _ one: PreparedOutput, slot: Int32) {
    let state = outputs.states + index * OutputEngine.lanes
    guard frame - state.pointee.sentAt >= leastFrames(index, one) || state.pointee.sentAt == frame else {
      return
    }
    let voice = voice(ofTouch: slot)
    let value = one.value(natural(one.output.source, voice: voice))
    switch one.output.kind {
    case .note:
      endNotes(of: index, slot: slot < 0 ? -1 : slot)
      begin(index, one, key: key(value, one), voice: -1, slot: slot)
    case .machine:
      guard hasRoom(for: 1, index) else { return }
      outgoing.machine(one.output.command.code, at: frame)
      outputs.shown[index].sent &+= 1
    case .control, .control14, .nrpn, .pitchBend, .channelPressure, .keyPressure, .program, .port, .osc:
      guard write(one.step(value), value, index, one, voice: -1) else { return }
    case .clock: return
    }
    state.pointee.sentAt = frame
  }

  // MARK: MIDI clock

  /// The part of a pulse by which a pulse may come too early: less than a frame.
  private static var pulseTolerance: Double { @_noLocks get { 1e-4 } }

  private var framesPerBeat: Double? {
    @_noLocks get {
      let tempo = Double(sources.tempo)
      return tempo > 0 ? Double(sampleRate) * 60 / tempo : nil
    }
  }

  /// Sends the pulse that has come, and the start before the first one.
  @_noLocks private mutating func runClockOutput() {
    guard patch.pointee.hasClockOutput else { return }
    guard let beats = sources.beats(at: frame) else {
      if outputs.pulse != nil { stopClockOutput() }
      return
    }
    let pulse = Int64(Scalar.floor(beats * 24 + Self.pulseTolerance))
    if outputs.pulse == pulse || !outgoing.hasRoom(3) { return }
    if outputs.pulse == nil {
      if pulse <= 0 {
        outgoing.midi(0xFA, 0, 0, at: frame)
      } else {
        // The position in sixteenths, then on from there.
        let position = UInt16(clamping: pulse / 6) & 0x3FFF
        outgoing.midi(0xF2, UInt8(position & 127), UInt8(position >> 7), at: frame)
        outgoing.midi(0xFB, 0, 0, at: frame)
      }
    }
    outputs.pulse = pulse
    outgoing.midi(0xF8, 0, 0, at: frame)
  }

  @_noLocks private mutating func stopClockOutput() {
    outputs.pulse = nil
    outgoing.midi(0xFC, 0, 0, at: frame)
  }

  // MARK: What leaves besides MIDI

  /// The value of a control output at the end of the block.
  /// - Parameter index: 0…15.
  @_noLocks public mutating func outputPort(_ index: Int) -> Float { outputs.ports[index] }

  /// Removes and returns the oldest value for OSC.
  @_noLocks public mutating func nextOutputMessage() -> OutputMessage? {
    guard outputs.messagesTaken < outputs.messageCount else {
      (outputs.messagesTaken, outputs.messageCount) = (0, 0)
      return nil
    }
    outputs.messagesTaken += 1
    return outputs.messages[outputs.messagesTaken - 1]
  }

  /// Writes the state of each output.
  @_noLocks mutating func showOutputs(_ writer: inout LiveFrameWriter) {
    for index in 0..<patch.pointee.outputCount {
      let shown = outputs.shown[index]
      writer.add(
        LiveSent(
          value: shown.value, isIncoming: shown.isIncoming, sent: shown.sent, delayed: shown.delayed,
          loops: shown.loops))
    }
  }
}
