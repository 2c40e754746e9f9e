// The notes that sound, each with its end, so that no note hangs. Audio thread.

/// One note of a row. A row plays one note at a time.
struct SoundingNote: BitwiseCopyable {
  var isOn = false
  var channel: UInt8 = 0
  var note: UInt8 = 0
  /// The cell that began it.
  var pattern: UInt8 = 0
  var column: UInt8 = 0
  /// The frame of its note-on, and the position of its strike.
  var on: Int64 = 0
  var position = 0.0
  /// The position of its step, if it is early; otherwise −infinity.
  var step = -Double.infinity
  /// The position of its note-off, in quarter notes; −infinity: the note-off is due as soon as there is room.
  var off = 0.0
}

/// All sounding notes, by layer × 32 + row, and the keys that they hold.
struct ActiveNotes: ~Copyable {
  static var limit: Int { @_noLocks get { GridLimit.layers * GridLimit.rows } }
  /// The pitch bend range of MPE's member channels, in semitones.
  static var bendRange: Float { @_noLocks get { 48 } }

  let notes: UnsafeMutablePointer<SoundingNote>
  /// By channel × 128 + note: the row that holds the key, plus 1; or 0.
  private let holders: UnsafeMutablePointer<UInt16>
  /// By channel 1…15: the row that holds an MPE channel, plus 1, or 0; and when a note last began there.
  private var members = InlineArray<16, UInt16>(repeating: 0)
  private var taken = InlineArray<16, Int64>(repeating: 0)
  private var takings: Int64 = 0
  private(set) var count = 0
  /// The earliest position of a note-off.
  private(set) var firstOff = Double.infinity

  /// Allocates; `free` releases the memory.
  init() {
    notes = .allocate(capacity: Self.limit)
    notes.initialize(repeating: SoundingNote(), count: Self.limit)
    holders = .allocate(capacity: 2048)
    holders.initialize(repeating: 0, count: 2048)
  }

  func free() {
    notes.deallocate()
    holders.deallocate()
  }

  /// Takes over the notes of others that sound, so that they end.
  mutating func keep(_ others: borrowing ActiveNotes) {
    notes.update(from: others.notes, count: Self.limit)
    holders.update(from: others.holders, count: 2048)
    members = others.members
    (count, firstOff) = (others.count, others.firstOff)
  }

  /// Begins a note. A note that sounds in the same row or on the same key ends first.
  /// - Parameters:
  ///   - channel: 0…15, or 16 for a channel of MPE's lower zone.
  ///   - pitch: semitones, 0…127.
  /// - Returns: false when the queue had no room.
  @_noLocks mutating func begin(
    _ row: Int, channel wished: UInt8, pitch: Float, velocity: UInt8, note: SoundingNote, at frame: Int,
    into queue: inout MIDIQueue
  ) -> Bool {
    // Room for two note-offs, a bend and the note-on.
    guard queue.hasRoom(4) else { return false }
    end(row, at: frame, into: &queue)
    let key = Int(pitch + 0.5)
    var channel = wished
    if wished == 16 {
      channel = freeMember()
      let holder = Int(members[Int(channel)])
      if holder != 0 { end(holder - 1, at: frame, into: &queue) }
      members[Int(channel)] = UInt16(row + 1)
      takings += 1
      taken[Int(channel)] = takings
      let wheel = 8192 + Int((pitch - Float(key)) / Self.bendRange * 8192)
      queue.put(
        frame, 0xE0 | channel, UInt8(wheel & 127), UInt8(wheel >> 7), from: .layer(ofRow: row))
    }
    let index = Int(channel) * 128 + key
    if holders[index] != 0 { end(Int(holders[index]) - 1, at: frame, into: &queue) }
    holders[index] = UInt16(row + 1)
    queue.put(frame, 0x90 | channel, UInt8(key), velocity, from: .layer(ofRow: row))
    notes[row] = note
    notes[row].isOn = true
    notes[row].channel = channel
    notes[row].note = UInt8(key)
    firstOff = min(firstOff, note.off)
    count += 1
    return true
  }

  /// Ends the note of a row, if it sounds. Without room in the queue it ends later, as soon as there is room.
  @_noLocks mutating func end(_ row: Int, at frame: Int, into queue: inout MIDIQueue) {
    guard notes[row].isOn else { return }
    let source = MIDISource.layer(ofRow: row)
    guard queue.put(frame, 0x80 | notes[row].channel, notes[row].note, 0, from: source) else {
      notes[row].off = -.infinity
      notes[row].on = .min
      firstOff = -.infinity
      return
    }
    notes[row].isOn = false
    count -= 1
    let index = Int(notes[row].channel) * 128 + Int(notes[row].note)
    if Int(holders[index]) == row + 1 { holders[index] = 0 }
    let channel = Int(notes[row].channel)
    if Int(members[channel]) == row + 1 { members[channel] = 0 }
  }

  @_noLocks mutating func endAll(at frame: Int, into queue: inout MIDIQueue) {
    guard count > 0 else { return }
    for row in 0..<Self.limit { end(row, at: frame, into: &queue) }
    if count == 0 { firstOff = .infinity }
  }

  /// Ends all notes at a wrap of the timeline, but for early ones of steps behind it: these go on.
  /// - Parameters:
  ///   - from: the position of the wrap's destination.
  ///   - shift: by how much more the same moments are counted there.
  @_noLocks mutating func wrap(to from: Double, shift: Double, at frame: Int, into queue: inout MIDIQueue) {
    guard count > 0 else { return }
    firstOff = .infinity
    for row in 0..<Self.limit where notes[row].isOn {
      if notes[row].step + shift >= from - Timeline.hostTick {
        self.shift(row, by: shift)
      } else {
        end(row, at: frame, into: &queue)
      }
    }
  }

  /// Ends the notes with note-offs at `position` or before. A note that began on this frame or later
  /// goes on.
  @_noLocks mutating func endDue(
    upTo position: Double, at frame: Int64, in block: Int, into queue: inout MIDIQueue
  ) {
    guard firstOff <= position else { return }
    firstOff = .infinity
    for row in 0..<Self.limit where notes[row].isOn {
      if notes[row].off <= position && notes[row].on < frame { end(row, at: block, into: &queue) }
      if notes[row].isOn { firstOff = min(firstOff, notes[row].off) }
    }
  }

  /// Moves one note with its note-off by `shift`.
  @_noLocks mutating func shift(_ row: Int, by shift: Double) {
    notes[row].position += shift
    notes[row].step += shift
    notes[row].off += shift
    firstOff = min(firstOff, notes[row].off)
  }

  /// Moves all note-offs by `shift`, because the timeline now counts the same moments by `shift` more.
  @_noLocks mutating func shift(by shift: Double) {
    firstOff += shift
    for row in 0..<Self.limit where notes[row].isOn {
      notes[row].position += shift
      notes[row].step += shift
      notes[row].off += shift
    }
  }

  /// The free member channel that was used longest ago; if all are in use, the one that was used longest ago.
  @_noLocks private func freeMember() -> UInt8 {
    var best = 1
    for channel in 2..<16 {
      let isFree = members[channel] == 0
      let bestIsFree = members[best] == 0
      if isFree && !bestIsFree || isFree == bestIsFree && taken[channel] < taken[best] { best = channel }
    }
    return UInt8(best)
  }
}
