// The state of the audio callback: the rigs that play, the timeline, the ring of the recording. The audio thread; other
// threads write the rings and read the atomics. PlayerRigs.swift has the rigs of a concert.
import CJack
import Hosting
import RealTime
import Synchronization

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
  /// The quarter notes of a bar.
  let shownBar = Atomic<UInt64>((4.0).bitPattern)
  /// The frames of the last block.
  let lastBlock = Atomic<Int>(0)

  /// Rigs that are to play, and the addresses of those that are given back.
  let nextRigs = MessageRing<StageRig.Next>(capacity: 16)
  let returnedRigs = MessageRing<UInt>(capacity: 64)
  /// Program Changes for a concert: the program.
  let programs = MessageRing<UInt32>(capacity: 64)
  /// The messages that cause actions, and the messages for lights: three bytes, the first one lowest.
  let controls: ControlMap
  let lights = MessageRing<UInt32>(capacity: 512)
  /// The factor of the master level, as bits.
  let master = Atomic<UInt32>(Float(1).bitPattern)

  /// The rig that plays, then those whose notes and tails ring out, the oldest first.
  let rigs: UnsafeMutablePointer<UnsafeMutablePointer<Rig>>
  var rigCount = 1
  /// The most rigs at once: the one that plays, two that ring out, and one that fades out in 50 ms.
  static var mostRigs: Int { @_noLocks get { 4 } }
  let source: ClockSource
  let rate: Double
  private let client: OpaquePointer
  let midi: OpaquePointer
  /// The audio outputs by pairs, the main one first, and their memory in this cycle.
  private let outputs: UnsafeMutablePointer<OpaquePointer>
  private let buffers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let pairCount: Int
  /// The sum of all pairs, for the recording, or nil if there is only one pair.
  private let sum: UnsafeMutablePointer<Float>?
  private let sumLength: Int
  /// The ports that bring sound for the row; nil: it hears none.
  private let inputs: (left: OpaquePointer, right: OpaquePointer)?
  /// The port by which MIDI leaves; nil: none does.
  private let sent: OpaquePointer?
  /// The port by which the messages for lights leave.
  private let lightPort: OpaquePointer
  /// The ports by which the further outputs of the first in the row leave.
  private let separate: UnsafeMutablePointer<OpaquePointer>
  private let separateCount: Int
  let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
  /// The messages of other threads in this cycle, for all rigs.
  let pending = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
  var pendingCount = 0
  var timeline = StageTimeline()
  /// The time that JACK gets, if this client is the timebase master: the tempo, from a frame and its beat on.
  private var told = (tempo: 120.0, beatsPerBar: 4.0, frame: Int64(0), beat: 0.0)
  private var loop = ClockLoop()
  private var transport = TransportLine()
  private var isWaitingForPulse = false
  private var wasTold = false
  var tellsAnew = false
  /// The clicks before a song, and whether the time waits for its first beat.
  var countIn: CountIn
  var countsIn = false
  var wasFreeWheeling = false
  private var gain: Float = 1
  private var level = GainRamp(1)

  /// - Parameters:
  ///   - client, outputs, inputs, midi, sent, separate: the client and its ports; the outputs by pairs.
  ///   - rig: the rig that plays first; it outlives the player.
  ///   - kept: frames that the ring of the recording holds.
  ///   - controls: the messages that cause actions.
  ///   - lights: the port for lights.
  init(
    client: OpaquePointer, outputs: [OpaquePointer],
    inputs: (left: OpaquePointer, right: OpaquePointer)?, midi: OpaquePointer, sent: OpaquePointer?,
    separate: [OpaquePointer], rig: UnsafeMutablePointer<Rig>, start: StageRig.Start?, source: ClockSource,
    rate: Double, kept: Int, controls: consuming ControlMap, lights: OpaquePointer
  ) {
    self.controls = controls
    lightPort = lights
    (self.client, self.inputs, self.midi) = (client, inputs, midi)
    self.sent = sent
    separateCount = separate.count
    self.separate = .allocate(capacity: max(1, separate.count))
    self.separate.initialize(from: separate, count: separate.count)
    pairCount = outputs.count / 2
    self.outputs = .allocate(capacity: outputs.count)
    self.outputs.initialize(from: outputs, count: outputs.count)
    buffers = .allocate(capacity: outputs.count)
    sumLength = rig.pointee.maximumBlock
    sum = pairCount > 1 ? .allocate(capacity: 2 * sumLength) : nil
    sum?.initialize(repeating: 0, count: 2 * sumLength)
    rigs = .allocate(capacity: Self.mostRigs)
    rigs.initialize(repeating: rig, count: Self.mostRigs)
    (self.source, self.rate) = (source, rate)
    countIn = CountIn(rate: rate)
    sound = SoundRing(frames: kept)
    if rig.pointee.isRouted { begin(start, at: 0) }
  }

  deinit {
    rigs.deallocate()
    outputs.deallocate()
    buffers.deallocate()
    sum?.deallocate()
    separate.deallocate()
    scratch.deallocate()
    pending.deallocate()
  }

  /// The rig that plays.
  private var current: UnsafeMutablePointer<Rig> { @_noLocks get { rigs[0] } }

  /// One cycle of JACK.
  @_noLocks mutating func process(_ length: UInt32) {
    let length = Int(length)
    for index in 0..<2 * pairCount {
      guard let buffer = tactus_jack_port_get_buffer(outputs[index], UInt32(length)) else { return }
      buffers[index] = buffer.assumingMemoryBound(to: Float.self)
      for frame in 0..<length { buffers[index][frame] = 0 }
    }
    let start = Int64(frames.load(ordering: .relaxed))
    takeRigs(start)
    for place in 0..<rigCount where length > rigs[place].pointee.maximumBlock {
      tooLong.store(tooLong.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
      return
    }
    let now = microseconds()
    let isFree = freeWheels.load(ordering: .relaxed)
    if isFree != wasFreeWheeling {
      wasFreeWheeling = isFree
      for place in 0..<rigCount { setFreeWheel(rigs[place], isFree) }
    }
    for place in 0..<rigCount { begin(rigs[place]) }
    followTimeline(start, now, length)
    if current.pointee.isRouted {
      playRigs(length, start, now)
    } else {
      readMIDI(length, start, now)
      hear(length)
      playRow(length)
    }
    sendMIDI(length)
    sendSeparateMIDI(length)
    sendLights(length)
    mix(length, start, now)
    if isFree { waitForRing(length) }
    if let sum, length <= sumLength {
      sound.push(sum, sum + sumLength, length)
    } else {
      sound.push(buffers[0], buffers[1], length)
    }
    lastBlock.store(length, ordering: .relaxed)
    frames.store(Int(start) &+ length, ordering: .releasing)
    callbacks.store(callbacks.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// When the cycle is heard: its moment, which the server keeps free of jitter, and the way to the speakers.
  @_noLocks private func microseconds() -> Int64 {
    Int64(bitPattern: tactus_jack_cycle_microseconds(client)) &+ Int64(latency.load(ordering: .relaxed))
  }

  // MARK: Time

  @_noLocks private mutating func followTimeline(_ start: Int64, _ now: Int64, _ length: Int) {
    var isNew = !wasTold || tellsAnew
    tellsAnew = false
    while var next = timelines.pop() {
      // Only the bar is asked for where others keep the time.
      if source != .posted {
        timeline.beatsPerBar = next.beatsPerBar
        lead(next.tempo, next.beatsPerBar)
        continue
      }
      if !next.countsTime, next.anchor < 0 { next.anchor = start }
      if !next.isRolling {
        countsIn = false
        countIn.stop()
      }
      timeline = next
      isNew = true
    }
    if source == .jack { isNew = followJack(start) || isNew }
    // The instances wait for the block with the first beat, and the clicks go on until then.
    let isWaiting = countsIn && timeline.beat(at: start &+ Int64(length), now, rate: rate) < 0
    if countsIn, !isWaiting { countsIn = false }
    if isNew || timeline.isRolling && !isWaiting { tell(at: 0, start, now) }
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

  @_noLocks mutating func tell(at offset: Int, _ start: Int64, _ now: Int64) {
    let frame = start &+ Int64(offset)
    var told = timeline
    if countsIn { (told.isRolling, told.beat) = (false, 0) }
    let position = told.position(
      at: frame, now &+ Int64(Double(offset) / rate * 1e6), rate: rate)
    for index in 0..<current.pointee.count
    where !current.pointee.seats[index].live.append(offset, position) { refuse() }
    shownTempo.store(timeline.tempo.bitPattern, ordering: .relaxed)
    shownRolling.store(timeline.isRolling, ordering: .relaxed)
    shownBar.store(timeline.beatsPerBar.bitPattern, ordering: .relaxed)
    let beat = Double(position.bar) * timeline.beatsPerBar + Double(position.barBeat)
    shownBeat.store(beat.bitPattern, ordering: .relaxed)
  }

  @_noLocks func refuse() { refused.store(refused.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

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
        if !controls.take(bytes, Int(event.size)) { send(frame, bytes, Int(event.size)) }
      }
    }
  }

  /// To the first of the row if it leads, else to all that hear the channel.
  @_noLocks private func send(_ frame: Int, _ bytes: UnsafePointer<UInt8>, _ size: Int) {
    let isLed = current.pointee.isLed
    for index in 0..<(isLed ? 1 : current.pointee.count) where isLed || hears(index, bytes[0]) {
      if !current.pointee.seats[index].live.append(frame, midi: bytes, count: size) { refuse() }
    }
  }

  @_noLocks private func hears(_ index: Int, _ status: UInt8) -> Bool {
    status >= 0xF0 || current.pointee.seats[index].controls.zone.hears(Int(status & 15))
  }

  /// A message of MIDI clock or a song position.
  /// - Parameter tells: Whether the instances learn at once where the time is.
  @_noLocks mutating func followClock(
    _ bytes: UnsafePointer<UInt8>, _ size: Int, _ frame: Int, _ start: Int64, _ now: Int64, tells: Bool = true
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
      if timeline.isRolling, tells { tell(at: frame, start, now) }
    case 0xFA:  // start
      loop.start(at: 0)
      isWaitingForPulse = true
    case 0xFB: isWaitingForPulse = true  // continue
    case 0xFC:  // stop
      timeline.beat = timeline.beat(at: start &+ Int64(frame), now, rate: rate)
      timeline.isRolling = false
      if tells { tell(at: frame, start, now) }
    case 0xF2 where size >= 3:  // sixteenths
      loop.start(at: 6 * (Int(bytes[1]) | Int(bytes[2]) << 7))
      timeline.beat = Double(loop.pulses) / ClockLoop.resolution
    default: break
    }
  }

  /// Writes the MIDI of all rigs in the order of its frames.
  @_noLocks private func sendMIDI(_ length: Int) {
    guard let sent, let buffer = tactus_jack_port_get_buffer(sent, UInt32(length)) else { return }
    tactus_jack_midi_clear_buffer(buffer)
    for place in 0..<rigCount {
      for index in 0..<rigs[place].pointee.count { rigs[place].pointee.places[index] = 0 }
    }
    while true {
      var (first, owner, frame) = (-1, 0, Int.max)
      for place in 0..<rigCount {
        for index in 0..<rigs[place].pointee.count where rigs[place].pointee.seats[index].sends {
          var after = rigs[place].pointee.places[index]
          if let next = rigs[place].pointee.seats[index].live.nextMIDI(&after), next.frame < frame {
            (first, owner, frame) = (index, place, next.frame)
          }
        }
      }
      guard first >= 0,
        let next = rigs[owner].pointee.seats[first].live.nextMIDI(&rigs[owner].pointee.places[first])
      else { return }
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
      while let next = current.pointee.seats[0].live.nextMIDI(&place, ofOther: index) {
        let time = UInt32(min(max(next.frame, 0), length - 1))
        if tactus_jack_midi_event_write(buffer, time, next.bytes, next.count) != 0 { refuse() }
      }
    }
  }

  /// Writes the messages for lights.
  @_noLocks private func sendLights(_ length: Int) {
    guard let buffer = tactus_jack_port_get_buffer(lightPort, UInt32(length)) else { return }
    tactus_jack_midi_clear_buffer(buffer)
    while let message = lights.pop() {
      for index in 0..<3 { scratch[index] = UInt8(truncatingIfNeeded: message >> UInt32(8 * index)) }
      if tactus_jack_midi_event_write(buffer, 0, scratch, 3) != 0 { refuse() }
    }
  }

  // MARK: Sound

  /// Copies what comes in to all that hear it.
  @_noLocks private func hear(_ length: Int) {
    guard let inputs, let first = tactus_jack_port_get_buffer(inputs.left, UInt32(length)),
      let second = tactus_jack_port_get_buffer(inputs.right, UInt32(length))
    else { return }
    for index in 0..<current.pointee.count {
      let live = current.pointee.seats[index].live
      for frame in 0..<length {
        live.inLeft?[frame] = first.assumingMemoryBound(to: Float.self)[frame]
        live.inRight?[frame] = second.assumingMemoryBound(to: Float.self)[frame]
      }
    }
  }

  @_noLocks private func playRow(_ length: Int) {
    let (row, count) = (current.pointee.seats, current.pointee.count)
    row[0].live.run(length)
    if current.pointee.isLed {
      var place = 0
      while let message = row[0].live.nextMIDI(&place) {
        for index in 1..<count where hears(index, message.bytes[0]) {
          if !row[index].live.append(message.frame, midi: message.bytes, count: message.count) { refuse() }
        }
      }
    }
    for index in 1..<max(count, 1) { row[index].live.run(length) }
  }

  @_noLocks private mutating func mix(_ length: Int, _ start: Int64, _ now: Int64) {
    for place in 0..<rigCount { mix(rigs[place], length) }
    endRigs(length)
    let step = Float(1 / (GainRamp.seconds * rate))
    let factor = Float(bitPattern: master.load(ordering: .relaxed))
    countIn.add(
      to: buffers[0], buffers[1], length, start: timeline.beat(at: start, now, rate: rate),
      perFrame: timeline.isRolling ? timeline.tempo / 60 / rate : 0, gain: 1)
    if level.gain != factor || factor != 1 {
      var ramp = level
      for index in 0..<2 * pairCount {
        ramp = level
        for frame in 0..<length { buffers[index][frame] *= ramp.next(factor, step) }
      }
      level = ramp
    }
    let target: Float = fades.load(ordering: .relaxed) ? 0 : 1
    if gain != target || target == 0 {
      let step = Float(20 / rate)  // 50 ms
      for frame in 0..<length {
        gain = target > gain ? min(gain + step, target) : max(gain - step, target)
        for index in 0..<2 * pairCount { buffers[index][frame] *= gain }
      }
      if gain == 0 { isSilent.store(true, ordering: .releasing) }
    }
    var greatest = Float(bitPattern: peak.load(ordering: .relaxed))
    for index in 0..<2 * pairCount {
      for frame in 0..<length { greatest = max(greatest, abs(buffers[index][frame])) }
    }
    peak.store(greatest.bitPattern, ordering: .relaxed)
    guard let sum, length <= sumLength else { return }
    for side in 0..<2 {
      for frame in 0..<length {
        var all: Float = 0
        for pair in 0..<pairCount { all += buffers[2 * pair + side][frame] }
        sum[side * sumLength + frame] = all
      }
    }
  }

  /// Adds the sound of a rig to its outputs, and counts how long it has been silent.
  @_noLocks private func mix(_ rig: UnsafeMutablePointer<Rig>, _ length: Int) {
    let step = Float(1 / (GainRamp.seconds * rate))
    let fadeStep = Float(20 / rate)  // 50 ms
    let target: Float = rig.pointee.fades ? 0 : 1
    var fade = rig.pointee.fade
    var greatest: Float = 0
    for index in 0..<rig.pointee.count {
      guard let left = rig.pointee.seats[index].live.left, let right = rig.pointee.seats[index].live.right
      else {
        continue
      }
      let output = rig.pointee.seats[index].output
      let pair = output < pairCount ? 2 * output : 0
      let (outLeft, outRight) = (buffers[pair], buffers[pair + 1])
      let (toLeft, toRight) = (
        rig.pointee.seats[index].controls.left, rig.pointee.seats[index].controls.right
      )
      var (first, second) = (rig.pointee.seats[index].left, rig.pointee.seats[index].right)
      fade = rig.pointee.fade
      var loudest: Float = 0
      for frame in 0..<length {
        let factor = fade.next(target, fadeStep)
        let one = first.next(toLeft, step) * left[frame]
        let other = second.next(toRight, step) * right[frame]
        outLeft[frame] += factor * one
        outRight[frame] += factor * other
        loudest = max(loudest, max(abs(one), abs(other)))
      }
      rig.pointee.seats[index].controls.note(loudest)
      greatest = max(greatest, loudest)
      (rig.pointee.seats[index].left, rig.pointee.seats[index].right) = (first, second)
    }
    rig.pointee.fade = fade
    rig.pointee.silence = greatest < 1e-5 ? rig.pointee.silence &+ length : 0
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
