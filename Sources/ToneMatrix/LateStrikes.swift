// Notes of a jump that the host reports late: which of them have been heard already. Audio thread.
import Controls

/// The strikes that were heard last, and those that are due at once after a late report.
struct LateStrikes: ~Copyable {
  static var heardLimit: Int { @_noLocks get { 256 } }
  static var limit: Int { @_noLocks get { 512 } }

  /// A strike that was heard: layer × 32 + row, its position, that of its step if it was early, and its frame.
  /// Positions are counted as the timeline counts now.
  struct Heard: BitwiseCopyable {
    var row = 0
    var position = 0.0
    var step = -Double.infinity
    var on = Int64.min
    /// Whether it is also due after the jump.
    var isDue = false
  }

  /// The last ones, in a ring.
  let ring: UnsafeMutablePointer<Heard>
  private var next = 0
  let strikes: UnsafeMutablePointer<Strike>
  let layers: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  /// Whether strikes are collected instead of played.
  private(set) var isOpen = false

  /// Allocates; `free` releases the memory.
  init() {
    ring = .allocate(capacity: Self.heardLimit)
    ring.initialize(repeating: Heard(), count: Self.heardLimit)
    strikes = .allocate(capacity: Self.limit)
    layers = .allocate(capacity: Self.limit)
  }

  func free() {
    ring.deallocate()
    strikes.deallocate()
    layers.deallocate()
  }

  /// - Parameter step: the position of its step, if it was early; otherwise −infinity.
  @_noLocks mutating func heard(_ row: Int, at position: Double, step: Double, on frame: Int64) {
    ring[next] = Heard(row: row, position: position, step: step, on: frame)
    next = (next + 1) % Self.heardLimit
  }

  /// Forgets what was heard, because frames are counted anew or the timeline starts.
  @_noLocks mutating func forget() {
    for index in 0..<Self.heardLimit { ring[index].on = .min }
  }

  /// Forgets what was heard of a layer.
  @_noLocks func forget(_ layer: Int) {
    for index in 0..<Self.heardLimit where ring[index].row / GridLimit.rows == layer { ring[index].on = .min }
  }

  /// Counts positions by `shift` more, as the timeline does from a jump on.
  @_noLocks func shift(by shift: Double) {
    for index in 0..<Self.heardLimit {
      ring[index].position += shift
      ring[index].step += shift
    }
  }

  /// Whether a row (layer × 32 + row) has had an early strike of the step at `place` before frame `end`.
  @_noLocks func wasStruck(_ row: Int, step place: Double, before end: Int64) -> Bool {
    for index in 0..<Self.heardLimit where ring[index].row == row {
      guard ring[index].on > .min, ring[index].on < end else { continue }
      if (ring[index].step - place).magnitude < Timeline.samePlace { return true }
    }
    return false
  }

  @_noLocks mutating func open() { (isOpen, count) = (true, 0) }
  @_noLocks mutating func close() { isOpen = false }

  @_noLocks mutating func collect(_ strike: Strike, _ layer: Int) {
    guard count < Self.limit else { return }
    strikes[count] = strike
    layers[count] = UInt8(layer)
    count += 1
  }

  /// Marks the ones heard since frame `since` that are also due.
  @_noLocks func mark(since: Int64) {
    for index in 0..<Self.heardLimit {
      ring[index].isDue = false
      guard ring[index].on >= since else { continue }
      for late in 0..<count where isSame(ring[index], late) { ring[index].isDue = true }
    }
  }

  /// Whether a due strike was heard, or a later one of its row was that is due as well.
  @_noLocks func wasHeard(_ late: Int, since: Int64) -> Bool {
    let row = Int(layers[late]) * 32 + Int(strikes[late].row)
    for index in 0..<Self.heardLimit where ring[index].on >= since && ring[index].isDue {
      if isSame(ring[index], late) { return true }
      if ring[index].row == row, ring[index].position > strikes[late].position { return true }
    }
    return false
  }

  /// Whether a note that began since the jump is due as well.
  @_noLocks func isDue(_ row: Int, at position: Double, since: Int64) -> Bool {
    for index in 0..<Self.heardLimit where ring[index].on >= since && ring[index].isDue {
      if ring[index].row == row && ring[index].position == position { return true }
    }
    return false
  }

  @_noLocks private func isSame(_ heard: Heard, _ late: Int) -> Bool {
    heard.row == Int(layers[late]) * 32 + Int(strikes[late].row)
      && (heard.position - strikes[late].position).magnitude <= 2 * Timeline.hostTick
  }
}

extension ToneMatrixProcessor {
  /// Goes on from position `from`, because the timeline jumped there at the earlier frame `since`. What is
  /// due since then sounds at once, except what has been heard as the same note of the wrong place: that goes
  /// on.
  /// - Parameters:
  ///   - shift: by how many quarter notes more the same moments are counted.
  ///   - keepsEarlier: whether notes from before `since` go on.
  @_noLocks mutating func playLate(from: Double, since: Int64, shift: Double, keepsEarlier: Bool = false) {
    shiftPast(by: shift)
    seek(from: from, at: since, keepsHeard: true)
    lateStrikes.open()
    strikeAll(upTo: due(at: now))
    lateStrikes.close()
    lateStrikes.mark(since: since)
    for row in 0..<ActiveNotes.limit where sounding.notes[row].isOn {
      let note = sounding.notes[row]
      let isDue = note.on >= since && lateStrikes.isDue(row, at: note.position + shift, since: since)
      // An early note of a step behind the jump goes on.
      let isAhead = note.on < since && (keepsEarlier || note.step + shift >= from - Timeline.hostTick)
      if isDue || isAhead {
        sounding.shift(row, by: shift)
      } else {
        sounding.end(row, at: played, into: &queue)
      }
    }
    for late in 0..<lateStrikes.count where !lateStrikes.wasHeard(late, since: since) {
      sound(lateStrikes.strikes[late], Int(lateStrikes.layers[late]))
    }
  }
}
