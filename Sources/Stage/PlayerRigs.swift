// The rigs of a concert on the audio thread: the change from one to the next, their MIDI, and their end.
import CJack
import Hosting
import RealTime
import Synchronization

extension Player {
  /// A rig that has been silent for so long without a held note is given back.
  private static var silence: Double { @_noLocks get { 2 } }
  /// The most rigs that ring out; an older one fades out.
  private static var mostRinging: Int { @_noLocks get { 2 } }

  // MARK: Changes

  /// Lets the rigs begin that were posted. The one that played rings out.
  @_noLocks mutating func takeRigs(_ start: Int64) {
    while let asked = nextRigs.peek(), let next = UnsafeMutablePointer<Rig>(bitPattern: asked.address) {
      // There is room for all that could be given back.
      guard returnedRigs.count < 60 else { return }
      var place = 0
      while place < rigCount, rigs[place] != next { place += 1 }
      let isBack = place < rigCount
      guard isBack || rigCount < Self.mostRigs else { return }
      _ = nextRigs.pop()
      if isBack {
        // It rings out or plays already: the earlier time that it was posted is over.
        _ = returnedRigs.push(asked.address)
      } else {
        rigs[rigCount] = next
        place = rigCount
        rigCount += 1
        setFreeWheel(next, wasFreeWheeling)
      }
      if place > 0 {
        let old = rigs[0]
        for index in place..<rigCount - 1 { rigs[index] = rigs[index + 1] }
        rigs[rigCount - 1] = old
        rigs[0] = next
        old.pointee.isRetired = true
        old.pointee.mustStop = true
        old.pointee.silence = 0
      }
      (next.pointee.isRetired, next.pointee.mustStop, next.pointee.fades) = (false, false, false)
      begin(asked.start, at: start)
      if rigCount - 1 > Self.mostRinging { rigs[1].pointee.fades = true }
    }
  }

  /// Puts the time where a rig begins.
  @_noLocks mutating func begin(_ start: StageRig.Start?, at frame: Int64) {
    tellsAnew = true
    guard let start else { return }
    guard source == .posted else {
      timeline.beatsPerBar = start.timeline.beatsPerBar
      return
    }
    timeline = start.timeline
    timeline.anchor = frame
    countsIn = timeline.isRolling && timeline.beat < 0
    if countsIn { countIn.start(at: timeline.beat, step: start.click) } else { countIn.stop() }
  }

  /// Gives back the rigs that have rung out.
  @_noLocks mutating func endRigs(_ length: Int) {
    var place = rigCount - 1
    while place > 0 {
      let rig = rigs[place]
      let isSilent = rig.pointee.held == 0 && Double(rig.pointee.silence) > Self.silence * rate
      if rig.pointee.fades && rig.pointee.fade.gain == 0 || isSilent {
        if returnedRigs.push(UInt(bitPattern: rig)) {
          for index in place..<rigCount - 1 { rigs[index] = rigs[index + 1] }
          rigCount -= 1
        }
      }
      place -= 1
    }
  }

  @_noLocks func setFreeWheel(_ rig: UnsafeMutablePointer<Rig>, _ isOn: Bool) {
    for index in 0..<rig.pointee.count { rig.pointee.seats[index].live.setFreeWheel(isOn) }
  }

  /// Begins a block of a rig; one that has ended learns that the time stands.
  @_noLocks func begin(_ rig: UnsafeMutablePointer<Rig>) {
    for index in 0..<rig.pointee.count { rig.pointee.seats[index].live.begin() }
    guard rig.pointee.mustStop else { return }
    rig.pointee.mustStop = false
    var stopped = timeline
    (stopped.isRolling, stopped.beat) = (false, 0)
    let position = stopped.position(at: 0, 0, rate: rate)
    for index in 0..<rig.pointee.count where !rig.pointee.seats[index].live.append(0, position) { refuse() }
  }

  // MARK: MIDI

  /// Plays all rigs: the one of the song gets all that is played, the others the ends of their notes.
  @_noLocks mutating func playRigs(_ length: Int, _ start: Int64, _ now: Int64) {
    pendingCount = 0
    while pendingCount < 256, let message = messages.pop() {
      pending[pendingCount] = message
      pendingCount += 1
    }
    let buffer = tactus_jack_port_get_buffer(midi, UInt32(length))
    if let buffer { readClock(buffer, length, start, now) }
    for place in 0..<rigCount { play(rigs[place], buffer, length) }
  }

  /// Reads MIDI clock, bound messages and Program Changes, which choose songs. The tempo and position hold from the
  /// first frame of the block, before the instances get their notes: between two pulses the beat advances evenly.
  @_noLocks private mutating func readClock(
    _ buffer: UnsafeMutableRawPointer, _ length: Int, _ start: Int64, _ now: Int64
  ) {
    var event = jack_midi_event_t()
    var isNew = false
    for index in 0..<tactus_jack_midi_get_event_count(buffer)
    where tactus_jack_midi_event_get(&event, buffer, index) == 0 {
      guard let bytes = event.buffer, event.size > 0 else { continue }
      if Self.isClock(bytes[0]) {
        guard source == .midi else { continue }
        followClock(bytes, Int(event.size), min(Int(event.time), length - 1), start, now, tells: false)
        isNew = true
      } else {
        midiCount.store(midiCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        if controls.take(bytes, Int(event.size)) { continue }
        if bytes[0] & 0xF0 == 0xC0, event.size > 1 { _ = programs.push(UInt32(bytes[1] & 127)) }
      }
    }
    if isNew { tell(at: 0, start, now) }
  }

  @_noLocks private static func isClock(_ status: UInt8) -> Bool { status >= 0xF8 || status == 0xF2 }

  @_noLocks private func play(
    _ rig: UnsafeMutablePointer<Rig>, _ buffer: UnsafeMutableRawPointer?, _ length: Int
  ) {
    let (seats, count) = (rig.pointee.seats, rig.pointee.count)
    let first = rig.pointee.isLed ? 1 : 0
    // The grid runs before the others, and its notes come between those of the keyboard in the order of their frames.
    if first > 0 { seats[0].live.run(length) }
    var place = 0
    var next = first > 0 ? seats[0].live.nextMIDI(&place) : nil
    for index in 0..<pendingCount {
      for byte in 0..<3 { scratch[byte] = UInt8(truncatingIfNeeded: pending[index] >> UInt32(8 * byte)) }
      guard scratch[0] & 0xF0 != 0xC0 else { continue }
      route(rig, 0, scratch, scratch[0] & 0xE0 == 0xC0 ? 2 : 3, from: .keyboard)
    }
    if let buffer {
      var event = jack_midi_event_t()
      for index in 0..<tactus_jack_midi_get_event_count(buffer)
      where tactus_jack_midi_event_get(&event, buffer, index) == 0 {
        guard let bytes = event.buffer, event.size > 0, !Self.isClock(bytes[0]), bytes[0] & 0xF0 != 0xC0,
          !controls.holds(bytes, Int(event.size))
        else { continue }
        let frame = min(Int(event.time), length - 1)
        while let message = next, message.frame < frame {
          route(rig, message.frame, message.bytes, message.count, from: .grid)
          next = seats[0].live.nextMIDI(&place)
        }
        route(rig, frame, bytes, Int(event.size), from: .keyboard)
      }
    }
    while let message = next {
      route(rig, message.frame, message.bytes, message.count, from: .grid)
      next = seats[0].live.nextMIDI(&place)
    }
    for index in first..<max(count, first) { seats[index].live.run(length) }
  }

  /// Passes a message on to the instruments of a rig that play it.
  @_noLocks private func route(
    _ rig: UnsafeMutablePointer<Rig>, _ frame: Int, _ bytes: UnsafePointer<UInt8>, _ size: Int,
    from source: KeyRouter.Source
  ) {
    let first = size > 1 ? bytes[1] : 0
    let second = size > 2 ? bytes[2] : 0
    for index in (rig.pointee.isLed ? 1 : 0)..<rig.pointee.count {
      let answer = rig.pointee.seats[index].router.route(
        bytes[0], first, second, from: source, rig.pointee.seats[index].controls.zone,
        isRetired: rig.pointee.isRetired)
      if answer.ended >= 0 {
        send(rig, index, frame, 0x80 | bytes[0] & 15, UInt8(answer.ended), 64)
      }
      guard answer.passes else { continue }
      if answer.key >= 0 {
        send(rig, index, frame, bytes[0], UInt8(answer.key), second)
      } else if !rig.pointee.seats[index].live.append(frame, midi: bytes, count: size) {
        refuse()
      }
    }
  }

  @_noLocks private func send(
    _ rig: UnsafeMutablePointer<Rig>, _ index: Int, _ frame: Int, _ status: UInt8, _ first: UInt8,
    _ second: UInt8
  ) {
    (scratch[4], scratch[5], scratch[6]) = (status, first, second)
    if !rig.pointee.seats[index].live.append(frame, midi: scratch + 4, count: 3) { refuse() }
  }
}
