// MIDI input: converts messages to notes, recorded touches, controllers and pedals (docs/mpe.md).
// Audio thread.
import Lanes
import Music
import RealTime

/// The channels, zones and tunings of an instance's MIDI connection. It knows neither voices nor sound.
///
/// A message changes the state of its channel at once and produces events. The owner must pop and perform
/// these in their order before the next message.
struct MIDIInput: ~Copyable {
  /// The sixteen channels. A variable, because Swift 6.3 miscompiles writes through a constant pointer under
  /// the thread sanitizer.
  private(set) var channels: UnsafeMutablePointer<ChannelState>
  /// The MPE zones. They stay over `activate`, as ports do, because a sender does not repeat its
  /// configuration.
  private(set) var zones = MPEZones()
  /// The pitch of each key on each channel.
  var tunings: LiveTuning
  /// Tuning messages that were refused since `init`: cut off, too long or with a wrong checksum.
  private(set) var refusedTunings: UInt64 = 0
  /// The bend range in semitones of channels outside zones: the port `bend_range`.
  var plainBendRange: Float
  /// The events that were not performed yet.
  private(set) var events: MIDIEvents
  /// The channels that sent the last CC 7 and the last CC 10 for all their notes.
  private var volumeChannel = 0
  private var panChannel = 0
  /// Channels of recorded touches with notes that were released on this frame, in that order.
  private var lifted = InlineArray<16, UInt8>(repeating: 0)
  private var liftedCount = 0
  /// The token of which controllers are coming.
  private var tokens = TokenReader()
  /// The longest time in frames from the position of a touch to its note, and between the controllers of a
  /// token.
  private let placingFrames: Int64

  /// The same in seconds. It is short, so that no other note counts as a recorded touch.
  static var placingSeconds: Float { @_noLocks get { 0.01 } }

  /// The source numbers of touches that MIDI plays, each with the channel in its lowest bits: recorded
  /// touches, MPE notes, plain keys. No sender in the network has such a number.
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
  ///   - tuning: the tuning of all channels, until a message or a master changes it.
  ///   - plainBendRange: the bend range outside zones in semitones.
  init(sampleRate: Float, memory: inout Arena, tuning: KeyTuning, plainBendRange: Float) {
    channels = memory.allocate(16, ChannelState())
    tunings = LiveTuning(memory: memory.allocate(2 * LiveTuning.count, tuning))
    events = MIDIEvents(memory: memory.allocate(MIDIEvents.capacity, .systemReset))
    self.plainBendRange = plainBendRange
    placingFrames = Int64(Self.placingSeconds * sampleRate)
  }

  /// Resets all channels and pending ends of touches; zones stay.
  @_noLocks mutating func reset() {
    resetChannels()
    liftedCount = 0
    tokens = TokenReader()
  }

  /// Takes over the zones of another input.
  mutating func keepZones(of other: borrowing MIDIInput) { zones = other.zones }

  /// Resets every channel to its initial state.
  @_noLocks func resetChannels() { channels.update(repeating: ChannelState(), count: 16) }

  /// The volume and the pan of the channels that sent them last.
  var output: (volume: Float, pan: Float) {
    @_noLocks get { (channels[volumeChannel].volume, channels[panChannel].pan) }
  }

  /// Removes and returns the oldest event; nil when none is left.
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
      // Members of a zone use channel pressure, not key pressure.
      if case .member = zones.role(of: channel) { return }
      events.append(.keyPressure(channel: channel, key: key, pressure: Float(value) / 127))
    case .bend(let channel, let amount):
      channels[Int(channel)].bend = amount
      events.append(.channelMoved(channel: channel))
    case .controller(let channel, let number, let value): control(number, channel, value, frame)
    case .reset: events.append(.systemReset)
    case .program: break  // Programs belong to the patch: the adapter passes them on.
    }
  }

  /// Reads a System Exclusive message. Only the MIDI Tuning Standard is supported.
  /// - Returns: whether sounding notes must be retuned.
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
    if let token = tokens.apply(channel, number, value, frame: frame, window: placingFrames) {
      events.append(.token(token))
    }
    guard let controller = MIDIController.at(number) else { return }
    if let change = state.pointee.selection.apply(controller, value) { set(change, channel) }
    if let change = state.pointee.otherSelection.apply(controller, value) {
      events.append(.parameter(number: change.number, value: change.value))
    }
  }

  @_noLocks private mutating func apply(
    _ controller: MIDIController?, _ channel: UInt8, _ value: UInt8, _ amount: Float
  ) {
    let state = channels + Int(channel)
    switch controller {
    case .modulation: state.pointee.modulation = amount
    case .expression: state.pointee.expression = amount
    case .volume:
      // 40 · lg(value / 127) decibels.
      state.pointee.volume = amount * amount
      if !isMember(channel) { volumeChannel = Int(channel) }
    case .pan:
      // 0 and 1 are left, 64 is the middle (RP-036).
      state.pointee.pan = max(amount * 127 - 1, 0) / 63 - 1
      if !isMember(channel) { panChannel = Int(channel) }
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

  /// Resets the zones to a mode.
  /// - Returns: the channels that entered a zone or left one; nil when the mode is the same.
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
      // In whole hundredths, so that steps up and down end where they began.
      if let range = zones.range(of: channel) {
        setRange((Scalar.floor(range * 100 + 0.5) + Float(step)) / 100, channel)
      }
    case .fine(.zone, _), .step(.zone, _): break
    }
  }

  @_noLocks private mutating func setRange(_ semitones: Float, _ channel: UInt8) {
    zones.setRange(semitones, channel: channel)
    events.append(.bendRangesChanged)
  }

  /// Resets a channel that changed its zone, except the parameter that it has selected.
  @_noLocks func forget(channel: UInt8) {
    let selection = channels[Int(channel)].selection
    channels[Int(channel)] = ChannelState()
    channels[Int(channel)].selection = selection
  }

  /// Resets the controllers of a channel that RP-015 names.
  @_noLocks func resetControllers(of channel: UInt8) { channels[Int(channel)].resetControllers() }

  // MARK: Recorded touches

  /// Whether a note-on on a channel belongs to a recorded touch: the numbers of the touch came just before.
  @_noLocks private func isTouch(_ channel: UInt8, _ frame: Int64) -> Bool {
    zones.mode != .off && channels[Int(channel)].pairs.isPlaced(at: frame, window: placingFrames)
  }

  /// Begins a recorded touch. The note's pitch and velocity are only for other instruments.
  @_noLocks private mutating func beginTouch(_ key: UInt8, _ channel: UInt8) {
    if let ended = endTouch(of: channel) { events.append(.touch(ended)) }
    channels[Int(channel)].touchKey = key
    channels[Int(channel)].pairs.forget()
    events.append(.touch(touch(.began, channel)))
  }

  /// Applies new numbers of a touch; without a note they are for the next one.
  @_noLocks private mutating func moveTouch(_ channel: UInt8) {
    guard channels[Int(channel)].touchKey != nil else { return }
    channels[Int(channel)].pairs.forget()
    events.append(.touch(touch(.moved, channel)))
  }

  /// Handles the note-off of a recorded touch. The touch ends at once if its last numbers came on this frame;
  /// else it ends after the frame or before anything else begins, because Ardour plays the note-offs of a
  /// tick before the last numbers of their touches.
  /// - Returns: false when the key carries no recorded touch.
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

  /// Ends the recorded touches with released notes.
  @_noLocks mutating func endLifted() {
    let count = liftedCount
    liftedCount = 0
    for index in 0..<count {
      if let ended = endTouch(of: lifted[index]) { events.append(.touch(ended)) }
    }
  }

  /// Ends the recorded touch of a channel.
  /// - Returns: the end of the touch; nil when there is none.
  @_noLocks func endTouch(of channel: UInt8) -> SurfaceEvent? {
    guard channels[Int(channel)].touchKey != nil else { return nil }
    channels[Int(channel)].touchKey = nil
    return .touch(.ended, source: Self.recordedSource | UInt32(channel), id: Int32(channel))
  }

  @_noLocks private func touch(_ kind: SurfaceEvent.Kind, _ channel: UInt8) -> SurfaceEvent {
    let numbers = channels[Int(channel)].pairs.numbers
    return .touch(
      kind, source: Self.recordedSource | UInt32(channel), id: Int32(channel), x: numbers[0], y: numbers[1],
      pressure: numbers[3], radius: numbers[2])
  }
}
