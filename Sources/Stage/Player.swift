// The state of the audio callback: the row of instances, the timeline, the ring of the recording. The audio
// thread; other threads write the rings and read the atomics.
import CJack
import Hosting
import RealTime
import Synchronization

/// An instance of the row.
struct Seat {
  let live: LiveInstance
  /// The MIDI channels that it hears, a bit each.
  let channels: UInt16
  /// By how much it is multiplied.
  let level: Float
  /// Whether its MIDI leaves.
  let sends: Bool
}

/// The time that the callback follows.
public enum ClockSource: UInt8, Sendable {
  /// Timelines that are posted: our own, or that of a session of Link.
  case posted
  case jack
  case midi
}

struct Player: ~Copyable {
  /// Messages of other threads: up to three bytes of MIDI, the first one lowest.
  let messages = MessageRing<UInt32>(capacity: 256)
  let timelines = MessageRing<StageTimeline>(capacity: 16)
  let sound: SoundRing
  /// The greatest sample since the last reading, as bits.
  let peak = Atomic<UInt32>(0)
  let callbacks = Atomic<Int>(0)
  let frames = Atomic<Int>(0)
  /// MIDI messages that came in, and events that found no room.
  let midiCount = Atomic<Int>(0)
  let refused = Atomic<Int>(0)
  let xruns = Atomic<Int>(0)
  /// The frame at which the last one was, and blocks that were longer than the instances run.
  let lastXrun = Atomic<Int>(-1)
  let tooLong = Atomic<Int>(0)
  let freeWheels = Atomic<Bool>(false)
  /// Whether the sound is to fade out, and whether it has.
  let fades = Atomic<Bool>(false)
  let isSilent = Atomic<Bool>(false)
  /// Microseconds until the speakers sound what is rendered.
  let latency = Atomic<Int>(0)
  /// The followed time, for the view.
  let shownTempo = Atomic<UInt64>(0)
  let shownBeat = Atomic<UInt64>(0)
  let shownRolling = Atomic<Bool>(false)
  /// The frames of the last block.
  let lastBlock = Atomic<Int>(0)

  private let row: UnsafeMutablePointer<Seat>
  private let count: Int
  /// Whether the first of the row plays the others.
  private let isLed: Bool
  private let source: ClockSource
  private let rate: Double
  private let client: OpaquePointer
  private let left, right, midi: OpaquePointer
  /// The ports that bring sound for the row; nil: it hears none.
  private let inputs: (left: OpaquePointer, right: OpaquePointer)?
  /// The port by which MIDI leaves; nil: none does.
  private let sent: OpaquePointer?
  /// The ports by which the further outputs of the first in the row leave.
  private let separate: UnsafeMutablePointer<OpaquePointer>
  private let separateCount: Int
  /// Of each in the row, the place behind the message that is to leave next.
  private let places: UnsafeMutablePointer<Int>
  private let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 4)
  private var timeline = StageTimeline()
  /// The time that JACK gets, if this client is the timebase master: the tempo, from a frame and its beat on.
  private var told = (tempo: 120.0, beatsPerBar: 4.0, frame: Int64(0), beat: 0.0)
  private var loop = ClockLoop()
  private var transport = TransportLine()
  private var isWaitingForPulse = false
  private var wasTold = false
  private var wasFreeWheeling = false
  private var gain: Float = 1

  /// - Parameters:
  ///   - client, left, right, inputs, midi, sent, separate: the client and its ports.
  ///   - kept: frames that the ring of the recording holds.
  init(
    client: OpaquePointer, left: OpaquePointer, right: OpaquePointer,
    inputs: (left: OpaquePointer, right: OpaquePointer)?, midi: OpaquePointer, sent: OpaquePointer?,
    separate: [OpaquePointer], row: [Seat], isLed: Bool, source: ClockSource, rate: Double, kept: Int
  ) {
    (self.client, self.left, self.right, self.inputs, self.midi) = (client, left, right, inputs, midi)
    self.sent = sent
    separateCount = separate.count
    self.separate = .allocate(capacity: max(1, separate.count))
    self.separate.initialize(from: separate, count: separate.count)
    places = .allocate(capacity: row.count)
    places.initialize(repeating: 0, count: row.count)
    self.row = .allocate(capacity: row.count)
    self.row.initialize(from: row, count: row.count)
    count = row.count
    (self.isLed, self.source, self.rate) = (isLed, source, rate)
    sound = SoundRing(frames: kept)
  }

  deinit {
    for index in 0..<count { row[index].live.free() }
    row.deallocate()
    places.deallocate()
    separate.deallocate()
    scratch.deallocate()
  }

  /// One cycle of JACK.
  @_noLocks mutating func process(_ length: UInt32) {
    let length = Int(length)
    guard let first = tactus_jack_port_get_buffer(left, UInt32(length)),
      let second = tactus_jack_port_get_buffer(right, UInt32(length))
    else { return }
    let outLeft = first.assumingMemoryBound(to: Float.self)
    let outRight = second.assumingMemoryBound(to: Float.self)
    for index in 0..<length { (outLeft[index], outRight[index]) = (0, 0) }
    guard length <= row[0].live.maximumBlock else {
      tooLong.store(tooLong.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
      return
    }
    let start = Int64(frames.load(ordering: .relaxed))
    let now = microseconds()
    let isFree = freeWheels.load(ordering: .relaxed)
    if isFree != wasFreeWheeling {
      wasFreeWheeling = isFree
      for index in 0..<count { row[index].live.setFreeWheel(isFree) }
    }
    for index in 0..<count { row[index].live.begin() }
    followTimeline(start, now)
    readMIDI(length, start, now)
    hear(length)
    playRow(length)
    sendMIDI(length)
    sendSeparateMIDI(length)
    mix(length, outLeft, outRight)
    if isFree { waitForRing(length) }
    sound.push(outLeft, outRight, length)
    lastBlock.store(length, ordering: .relaxed)
    frames.store(Int(start) &+ length, ordering: .releasing)
    callbacks.store(callbacks.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// When the cycle is heard: its moment, which the server keeps free of jitter, and the way to the speakers.
  @_noLocks private func microseconds() -> Int64 {
    Int64(bitPattern: tactus_jack_cycle_microseconds(client)) &+ Int64(latency.load(ordering: .relaxed))
  }

  // MARK: Time

  @_noLocks private mutating func followTimeline(_ start: Int64, _ now: Int64) {
    var isNew = !wasTold
    while var next = timelines.pop() {
      // Only the bar is asked for where others keep the time.
      if source != .posted {
        timeline.beatsPerBar = next.beatsPerBar
        lead(next.tempo, next.beatsPerBar)
        continue
      }
      if !next.countsTime, next.anchor < 0 { next.anchor = start }
      timeline = next
      isNew = true
    }
    if source == .jack { isNew = followJack(start) || isNew }
    if isNew || timeline.isRolling { tell(at: 0, start, now) }
    wasTold = true
  }

  /// Takes over JACK's transport; whether it says something new.
  @_noLocks private mutating func followJack(_ start: Int64) -> Bool {
    var position = jack_position_t()
    let state = tactus_jack_transport_query(client, &position)
    let before = timeline
    timeline.isRolling = state == JackTransportRolling || state == JackTransportLooping
    timeline.anchor = start
    let hasBars = position.valid.rawValue & JackPositionBBT.rawValue != 0 && position.beats_per_minute > 0
    if hasBars {
      timeline.tempo = position.beats_per_minute
      timeline.beatsPerBar = position.beats_per_bar > 0 ? Double(position.beats_per_bar) : 4
      let isExact = position.valid.rawValue & JackTickDouble.rawValue != 0
      let tick = position.ticks_per_beat > 0 ? 1 / position.ticks_per_beat : 0
      timeline.beat = transport.beat(
        at: Int64(position.frame),
        told: Double(position.bar - 1) * timeline.beatsPerBar + Double(position.beat - 1)
          + (isExact ? position.tick_double : Double(position.tick)) * tick,
        tick: isExact ? 0 : tick, tempo: timeline.tempo, rate: rate)
    } else {
      timeline.beat = Double(position.frame) / rate * timeline.tempo / 60
    }
    return before.isRolling != timeline.isRolling || before.tempo != timeline.tempo
      || !timeline.isRolling && before.beat != timeline.beat
  }

  /// As the master of JACK's time, goes on with another tempo from where its transport is.
  @_noLocks private mutating func lead(_ tempo: Double, _ beatsPerBar: Double) {
    var position = jack_position_t()
    _ = tactus_jack_transport_query(client, &position)
    let frame = Int64(position.frame)
    // The first tempo counts from the transport's beginning.
    if !wasTold { told.tempo = tempo }
    let beat = told.beat + Double(frame &- told.frame) / rate * told.tempo / 60
    told = (tempo, beatsPerBar, frame, beat)
  }

  /// As the master of JACK's time, says bar and beat of a position.
  @_noLocks mutating func fill(_ position: UnsafeMutablePointer<jack_position_t>, _ length: Int) {
    var (tempo, beatsPerBar, beat) = (told.tempo, told.beatsPerBar, told.beat)
    if source == .jack {
      beat += Double(Int64(position.pointee.frame) &- told.frame) / rate * tempo / 60
    } else {
      // The position is that of the next cycle.
      (tempo, beatsPerBar) = (timeline.tempo, timeline.beatsPerBar)
      beat = timeline.beat(
        at: Int64(frames.load(ordering: .relaxed)), microseconds() &+ Int64(Double(length) / rate * 1e6),
        rate: rate)
    }
    let bars = StageTimeline.floor(beat / beatsPerBar)
    let inBar = beat - bars * beatsPerBar
    let whole = StageTimeline.floor(inBar)
    let ticks = 1920.0
    position.pointee.valid = jack_position_bits_t(JackPositionBBT.rawValue | JackTickDouble.rawValue)
    position.pointee.bar = Int32(truncatingIfNeeded: Int64(bars)) &+ 1
    position.pointee.beat = Int32(truncatingIfNeeded: Int64(whole)) &+ 1
    position.pointee.tick = Int32(truncatingIfNeeded: Int64((inBar - whole) * ticks))
    position.pointee.tick_double = (inBar - whole) * ticks
    position.pointee.bar_start_tick = bars * beatsPerBar * ticks
    position.pointee.beats_per_bar = Float(beatsPerBar)
    position.pointee.beat_type = 4
    position.pointee.ticks_per_beat = ticks
    position.pointee.beats_per_minute = tempo
  }

  @_noLocks private mutating func tell(at offset: Int, _ start: Int64, _ now: Int64) {
    let frame = start &+ Int64(offset)
    let position = timeline.position(
      at: frame, now &+ Int64(Double(offset) / rate * 1e6), rate: rate)
    for index in 0..<count where !row[index].live.append(offset, position) { refuse() }
    shownTempo.store(timeline.tempo.bitPattern, ordering: .relaxed)
    shownRolling.store(timeline.isRolling, ordering: .relaxed)
    let beat = Double(position.bar) * timeline.beatsPerBar + Double(position.barBeat)
    shownBeat.store(beat.bitPattern, ordering: .relaxed)
  }

  @_noLocks private func refuse() { refused.store(refused.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

  // MARK: MIDI

  @_noLocks private mutating func readMIDI(_ length: Int, _ start: Int64, _ now: Int64) {
    while let message = messages.pop() {
      for index in 0..<3 { scratch[index] = UInt8(truncatingIfNeeded: message >> UInt32(8 * index)) }
      send(0, scratch, scratch[0] & 0xE0 == 0xC0 ? 2 : 3)
    }
    guard let buffer = tactus_jack_port_get_buffer(midi, UInt32(length)) else { return }
    var event = jack_midi_event_t()
    let arrived = tactus_jack_midi_get_event_count(buffer)
    for index in 0..<arrived where tactus_jack_midi_event_get(&event, buffer, index) == 0 {
      guard let bytes = event.buffer, event.size > 0 else { continue }
      let frame = min(Int(event.time), length - 1)
      if bytes[0] >= 0xF8 || bytes[0] == 0xF2 {
        if source == .midi { followClock(bytes, Int(event.size), frame, start, now) }
      } else {
        midiCount.store(midiCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        send(frame, bytes, Int(event.size))
      }
    }
  }

  /// To the first of the row if it leads, else to all that hear the channel.
  @_noLocks private func send(_ frame: Int, _ bytes: UnsafePointer<UInt8>, _ size: Int) {
    for index in 0..<(isLed ? 1 : count) where isLed || hears(index, bytes[0]) {
      if !row[index].live.append(frame, midi: bytes, count: size) { refuse() }
    }
  }

  @_noLocks private func hears(_ index: Int, _ status: UInt8) -> Bool {
    status >= 0xF0 || row[index].channels & (1 << UInt16(status & 15)) != 0
  }

  /// A message of MIDI clock or a song position.
  @_noLocks private mutating func followClock(
    _ bytes: UnsafePointer<UInt8>, _ size: Int, _ frame: Int, _ start: Int64, _ now: Int64
  ) {
    switch bytes[0] {
    case 0xF8:
      let time = loop.pulse(at: Double(start) + Double(frame), rate: rate)
      if loop.tempo > 0 { timeline.tempo = loop.tempo }
      if isWaitingForPulse {
        isWaitingForPulse = false
        timeline.isRolling = true
      }
      timeline.anchor = Int64(time + 0.5)
      timeline.beat = Double(loop.pulses - 1) / ClockLoop.resolution
      if timeline.isRolling { tell(at: frame, start, now) }
    case 0xFA:  // start
      loop.start(at: 0)
      isWaitingForPulse = true
    case 0xFB: isWaitingForPulse = true  // continue
    case 0xFC:  // stop
      timeline.beat = timeline.beat(at: start &+ Int64(frame), now, rate: rate)
      timeline.isRolling = false
      tell(at: frame, start, now)
    case 0xF2 where size >= 3:  // sixteenths
      loop.start(at: 6 * (Int(bytes[1]) | Int(bytes[2]) << 7))
      timeline.beat = Double(loop.pulses) / ClockLoop.resolution
    default: break
    }
  }

  /// Writes the MIDI of the row in the order of its frames.
  @_noLocks private func sendMIDI(_ length: Int) {
    guard let sent, let buffer = tactus_jack_port_get_buffer(sent, UInt32(length)) else { return }
    tactus_jack_midi_clear_buffer(buffer)
    for index in 0..<count { places[index] = 0 }
    while true {
      var (first, frame) = (-1, Int.max)
      for index in 0..<count where row[index].sends {
        var place = places[index]
        if let next = row[index].live.nextMIDI(&place), next.frame < frame {
          (first, frame) = (index, next.frame)
        }
      }
      guard first >= 0, let next = row[first].live.nextMIDI(&places[first]) else { return }
      let time = UInt32(min(max(next.frame, 0), length - 1))
      if tactus_jack_midi_event_write(buffer, time, next.bytes, next.count) != 0 { refuse() }
    }
  }

  /// Writes the MIDI of the further outputs of the first in the row, each to its port.
  @_noLocks private func sendSeparateMIDI(_ length: Int) {
    for index in 0..<separateCount {
      guard let buffer = tactus_jack_port_get_buffer(separate[index], UInt32(length)) else { continue }
      tactus_jack_midi_clear_buffer(buffer)
      var place = 0
      while let next = row[0].live.nextMIDI(&place, ofOther: index) {
        let time = UInt32(min(max(next.frame, 0), length - 1))
        if tactus_jack_midi_event_write(buffer, time, next.bytes, next.count) != 0 { refuse() }
      }
    }
  }

  // MARK: Sound

  /// Copies what comes in to all that hear it.
  @_noLocks private func hear(_ length: Int) {
    guard let inputs, let first = tactus_jack_port_get_buffer(inputs.left, UInt32(length)),
      let second = tactus_jack_port_get_buffer(inputs.right, UInt32(length))
    else { return }
    for index in 0..<count {
      let live = row[index].live
      for frame in 0..<length {
        live.inLeft?[frame] = first.assumingMemoryBound(to: Float.self)[frame]
        live.inRight?[frame] = second.assumingMemoryBound(to: Float.self)[frame]
      }
    }
  }

  @_noLocks private func playRow(_ length: Int) {
    row[0].live.run(length)
    if isLed {
      var place = 0
      while let message = row[0].live.nextMIDI(&place) {
        for index in 1..<count where hears(index, message.bytes[0]) {
          if !row[index].live.append(message.frame, midi: message.bytes, count: message.count) { refuse() }
        }
      }
    }
    for index in 1..<max(count, 1) { row[index].live.run(length) }
  }

  @_noLocks private mutating func mix(
    _ length: Int, _ outLeft: UnsafeMutablePointer<Float>, _ outRight: UnsafeMutablePointer<Float>
  ) {
    for index in 0..<count {
      guard let left = row[index].live.left, let right = row[index].live.right else { continue }
      let level = row[index].level
      for frame in 0..<length {
        outLeft[frame] += level * left[frame]
        outRight[frame] += level * right[frame]
      }
    }
    let target: Float = fades.load(ordering: .relaxed) ? 0 : 1
    if gain != target || target == 0 {
      let step = Float(20 / rate)  // 50 ms
      for frame in 0..<length {
        gain = target > gain ? min(gain + step, target) : max(gain - step, target)
        outLeft[frame] *= gain
        outRight[frame] *= gain
      }
      if gain == 0 { isSilent.store(true, ordering: .releasing) }
    }
    var greatest = Float(bitPattern: peak.load(ordering: .relaxed))
    for frame in 0..<length {
      greatest = max(greatest, max(abs(outLeft[frame]), abs(outRight[frame])))
    }
    peak.store(greatest.bitPattern, ordering: .relaxed)
  }

  /// In free wheel there is no hurry, so the disk is waited for: for up to ten seconds.
  @_noLocks private func waitForRing(_ length: Int) {
    var turns = 0
    while sound.room() < length, turns < 10_000 {
      tactus_jack_wait_millisecond()
      turns += 1
    }
  }
}
