// MIDI input: messages become notes, recorded touches, controllers and pedals (docs/mpe.md). Audio thread.
import Lanes
import Music
import RealTime

/// The channels, zones and tunings of the one MIDI connection of an instance. It knows neither voices nor sound.
///
/// A message changes the state of its channel at once and leaves events, which the owner pops and performs in their
/// order before the next message.
struct MIDIInput: ~Copyable {
  /// Sixteen. A variable, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  private(set) var channels: UnsafeMutablePointer<ChannelState>
  /// The MPE zones. Like ports they stay over `activate`: a sender does not repeat its configuration.
  private(set) var zones = MPEZones()
  /// The pitch of each key on each channel.
  var tunings: LiveTuning
  /// Tuning messages that were cut off, too long or had a wrong checksum, since `init`.
  private(set) var refusedTunings: UInt64 = 0
  /// Semitones that the wheel of a channel outside zones reaches: the port `bend_range`.
  var plainBendRange: Float
  /// What the messages asked for and was not performed yet.
  private(set) var events: MIDIEvents
  /// Channels of recorded touches whose notes went up on this frame, in that order.
  private var lifted = InlineArray<16, UInt8>(repeating: 0)
  private var liftedCount = 0
  /// Frames from the placing of a touch to its note.
  private let placingFrames: Int64

  /// Seconds from the placing of a touch to its note: no longer, so that no other note is taken for one.
  static var placingSeconds: Float { @_noLocks get { 0.01 } }

  /// The sources of touches that MIDI plays, each with the channel in its lowest bits: recorded touches, MPE notes,
  /// plain keys. No sender of the network has such a number.
  static var recordedSource: UInt32 { @_noLocks get { 0xFFFF_FD00 } }
  static var noteSource: UInt32 { @_noLocks get { 0xFFFF_FE00 } }
  static var keySource: UInt32 { @_noLocks get { 0xFFFF_FF00 } }

  /// The bytes of an arena that `init` needs.
  static var bytes: Int {
    2 * LiveTuning.count * MemoryLayout<KeyTuning>.stride + 16 * MemoryLayout<ChannelState>.stride
      + MIDIEvents.capacity * MemoryLayout<MIDIEvent>.stride + 3 * 64
  }

  /// Allocates from `memory`; not real-time.
  /// - Parameters:
  ///   - tuning: of all channels, until a message or a master changes it.
  ///   - plainBendRange: semitones.
  init(sampleRate: Float, memory: inout Arena, tuning: KeyTuning, plainBendRange: Float) {
    channels = memory.allocate(16, ChannelState())
    tunings = LiveTuning(memory: memory.allocate(2 * LiveTuning.count, tuning))
    events = MIDIEvents(memory: memory.allocate(MIDIEvents.capacity, .systemReset))
    self.plainBendRange = plainBendRange
    placingFrames = Int64(Self.placingSeconds * sampleRate)
  }

  /// Forgets what channels said and which touches are to end; zones stay.
  @_noLocks mutating func reset() {
    resetChannels()
    liftedCount = 0
  }

  /// Every channel is as at the beginning.
  @_noLocks func resetChannels() { channels.update(repeating: ChannelState(), count: 16) }

  /// Removes and returns the oldest event that is to be performed; nil when none is left.
  @_noLocks mutating func popEvent() -> MIDIEvent? { events.pop() }

  // MARK: Messages

  /// Reads one message.
  /// - Parameter frame: frames since `activate`.
  @_noLocks mutating func handle(_ message: MIDIMessage, at frame: Int64) {
    switch message {
    case .noteOn(let channel, let key, let velocity):
      endLifted()
      noteOn(key, channel, velocity, frame)
    case .noteOff(let channel, let key, let velocity):
      if lift(key, channel, frame) { return }
      events.append(.noteOff(channel: channel, key: key, velocity: Float(velocity) / 127))
    case .channelPressure(let channel, let value):
      channels[Int(channel)].pressure = Float(value) / 127
      events.append(.channelMoved(channel: channel))
    case .keyPressure(let channel, let key, let value):
      // Members of a zone press by their channel.
      if case .member = zones.role(of: channel) { return }
      events.append(.keyPressure(channel: channel, key: key, pressure: Float(value) / 127))
    case .bend(let channel, let amount):
      channels[Int(channel)].bend = amount
      events.append(.channelMoved(channel: channel))
    case .controller(let channel, let number, let value): control(number, channel, value, frame)
    case .reset: events.append(.systemReset)
    case .program: break  // the patch's business: the adapter passes it on
    }
  }

  /// Reads a System Exclusive message: only the MIDI Tuning Standard is understood.
  /// - Returns: whether sounding notes are to be retuned.
  @_noLocks mutating func handle(exclusive bytes: UnsafeRawBufferPointer) -> Bool {
    switch TuningMessage.read(bytes, into: tunings) {
    case .other, .setUp: return false
    case .refused:
      refusedTunings += 1
      return false
    case .realTime: return true
    }
  }

  @_noLocks private mutating func noteOn(_ key: UInt8, _ channel: UInt8, _ velocity: UInt8, _ frame: Int64) {
    let state = channels + Int(channel)
    let fine = state.pointee.velocityFine
    state.pointee.velocityFine = nil
    if isTouch(channel, frame) { return beginTouch(key, channel) }
    if KeyTuning.isSilent(Int(key), in: tuning(of: channel)) { return }
    let strike = fine.map { Float(UInt16(velocity) << 7 | UInt16($0)) / 16_383 } ?? Float(velocity) / 127
    events.append(.noteOn(channel: channel, key: key, velocity: strike))
  }

  @_noLocks private mutating func control(
    _ number: UInt8, _ channel: UInt8, _ value: UInt8, _ frame: Int64
  ) {
    events.append(.controller(number: number, amount: Float(value) / 127))
    let state = channels + Int(channel)
    if number < 64, let (coarse, amount) = state.pointee.apply(number, value) {
      if coarse != number { events.append(.controller(number: coarse, amount: amount)) }
      apply(MIDIController.at(coarse), channel, value, amount)
    } else if number >= 64 {
      apply(MIDIController.at(number), channel, value, Float(value) / 127)
    }
    if state.pointee.pairs.apply(number, value, frame: frame) { moveTouch(channel) }
    guard let controller = MIDIController.at(number) else { return }
    if let change = state.pointee.selection.apply(controller, value) { set(change, channel) }
  }

  @_noLocks private mutating func apply(
    _ controller: MIDIController?, _ channel: UInt8, _ value: UInt8, _ amount: Float
  ) {
    let state = channels + Int(channel)
    switch controller {
    case .modulation: state.pointee.modulation = amount
    case .expression: state.pointee.expression = amount
    case .timbre: state.pointee.timbre = Float(value) / 128
    case .sustain:
      state.pointee.sustain = value >= 64
      events.append(.sustainPedal)
    case .sostenuto: events.append(.sostenutoPedal(channel: channel, isDown: value >= 64))
    case .hold: events.append(.latchPedal(isDown: value >= 64))
    case .velocityFine: state.pointee.velocityFine = value
    case .allSoundOff: events.append(.notesOff(channels: zones.reach(of: channel), isCut: true))
    case .allNotesOff, .omniOff, .omniOn, .mono, .poly:
      events.append(.notesOff(channels: zones.reach(of: channel), isCut: false))
    case .resetControllers: events.append(.resetControllers(channels: zones.reach(of: channel)))
    default: return
    }
    events.append(.channelMoved(channel: channel))
  }

  // MARK: Zones

  /// Zones begin anew in a mode.
  /// - Returns: the channels that came into a zone or left one; nil when the mode is the same.
  @_noLocks mutating func choose(_ mode: MPEMode) -> UInt16? { mode == zones.mode ? nil : zones.choose(mode) }

  @_noLocks private mutating func set(_ change: RegisteredParameterChange, _ channel: UInt8) {
    switch change {
    case .coarse(.zone, let members):
      events.append(.zonesChanged(channels: zones.configure(channel: channel, members: members)))
      events.append(.bendRangesChanged)
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
    events.append(.bendRangesChanged)
  }

  /// A channel that changed its zone is as at the beginning, but for the parameter that it has selected.
  @_noLocks func forget(channel: UInt8) {
    let selection = channels[Int(channel)].selection
    channels[Int(channel)] = ChannelState()
    channels[Int(channel)].selection = selection
  }

  /// Resets what RP-015 resets of a channel.
  @_noLocks func resetControllers(of channel: UInt8) { channels[Int(channel)].resetControllers() }

  // MARK: Recorded touches

  /// Whether a note-on on a channel is a recorded touch: its numbers came just before.
  @_noLocks private func isTouch(_ channel: UInt8, _ frame: Int64) -> Bool {
    zones.mode != .off && channels[Int(channel)].pairs.isPlaced(at: frame, window: placingFrames)
  }

  /// The note's own pitch and velocity only matter to other instruments.
  @_noLocks private mutating func beginTouch(_ key: UInt8, _ channel: UInt8) {
    if let ended = endTouch(of: channel) { events.append(.touch(ended)) }
    channels[Int(channel)].touchKey = key
    channels[Int(channel)].pairs.forget()
    events.append(.touch(touch(.began, channel)))
  }

  /// New numbers came; where no note is down, they are for the next one.
  @_noLocks private mutating func moveTouch(_ channel: UInt8) {
    guard channels[Int(channel)].touchKey != nil else { return }
    channels[Int(channel)].pairs.forget()
    events.append(.touch(touch(.moved, channel)))
  }

  /// A note is up: its touch ends at once if its last numbers came on this frame, and else when the frame is over or
  /// something else begins. Ardour plays the note-offs of a tick first and the last numbers of their touches after them.
  /// - Returns: false when the key is no recorded touch.
  @_noLocks private mutating func lift(_ key: UInt8, _ channel: UInt8, _ frame: Int64) -> Bool {
    guard channels[Int(channel)].touchKey == key else { return false }
    if channels[Int(channel)].pairs.cameAt(frame) || liftedCount == 16 {
      if let ended = endTouch(of: channel) { events.append(.touch(ended)) }
    } else {
      lifted[liftedCount] = channel
      liftedCount += 1
    }
    return true
  }

  /// Recorded touches whose notes are up end.
  @_noLocks mutating func endLifted() {
    let count = liftedCount
    liftedCount = 0
    for index in 0..<count {
      if let ended = endTouch(of: lifted[index]) { events.append(.touch(ended)) }
    }
  }

  /// The recorded touch of a channel ends.
  /// - Returns: the end of the touch; nil when there is none.
  @_noLocks func endTouch(of channel: UInt8) -> SurfaceEvent? {
    guard channels[Int(channel)].touchKey != nil else { return nil }
    channels[Int(channel)].touchKey = nil
    return SurfaceEvent(.ended, source: Self.recordedSource | UInt32(channel), id: Int32(channel))
  }

  @_noLocks private func touch(_ kind: SurfaceEvent.Kind, _ channel: UInt8) -> SurfaceEvent {
    let numbers = channels[Int(channel)].pairs.numbers
    return SurfaceEvent(
      kind, source: Self.recordedSource | UInt32(channel), id: Int32(channel), x: numbers[0], y: numbers[1],
      pressure: numbers[3], radius: numbers[2])
  }
}
