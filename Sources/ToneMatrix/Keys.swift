// MIDI keys: which are held, which were passed on, and when a recorded key went down. Audio thread.
import RealTime

/// The use of incoming keys. Raw values are the port's values, except the last one.
enum KeyUse: Int {
  case pass = 0, transpose, record, pads, patterns
  /// The use in *Pass* while a layer follows keys (`KeyMode`).
  case follow

  @_noLocks static func at(_ index: Int) -> KeyUse { KeyUse(rawValue: index) ?? .pass }
}

struct Keys: ~Copyable {
  static var requestLimit: Int { @_noLocks get { 64 } }
  /// By channel × 128 + note: whether a note-on was passed on and its note-off is still to come.
  private let passed: UnsafeMutablePointer<Bool>
  private(set) var passedCount = 0
  /// The keys that are down, and those that were pressed since the last time that none was.
  private(set) var down = KeyChord()
  private(set) var latched = KeyChord()
  /// Semitones by which keys transpose the scales.
  private(set) var transposition = 0
  /// By note: the position of a recorded key-down in quarter notes (NaN: none), and its velocity.
  private let begins: UnsafeMutablePointer<Double>
  private let velocities: UnsafeMutablePointer<UInt8>
  private let requests: UnsafeMutablePointer<PerformanceRequest>
  private var requestCount = 0
  private var requestsTaken = 0

  /// Allocates.
  init() {
    passed = .allocate(capacity: 2048)
    passed.initialize(repeating: false, count: 2048)
    begins = .allocate(capacity: 128)
    begins.initialize(repeating: .nan, count: 128)
    velocities = .allocate(capacity: 128)
    velocities.initialize(repeating: 0, count: 128)
    requests = .allocate(capacity: Self.requestLimit)
  }

  func free() {
    passed.deallocate()
    begins.deallocate()
    velocities.deallocate()
    requests.deallocate()
  }

  /// Takes over the notes that others have passed on, so that they end.
  mutating func keepPassed(_ others: borrowing Keys) {
    passed.update(from: others.passed, count: 2048)
    passedCount = others.passedCount
  }

  /// Passes a message on and remembers its note. Drops bytes that are no MIDI message.
  @_noLocks mutating func pass(_ bytes: UnsafeRawBufferPointer, at frame: Int, into queue: inout MIDIQueue) {
    guard 1...3 ~= bytes.count else { return }
    let status = bytes[0]
    let first = bytes.count > 1 ? bytes[1] : 0
    let second = bytes.count > 2 ? bytes[2] : 0
    let kind = status & 0xF0
    guard status >= 0x80, first < 0x80, second < 0x80, bytes.count == 3 || kind > 0x90 else { return }
    let index = Int(status & 15) * 128 + Int(first & 127)
    let begins = kind == 0x90 && second > 0
    // A note begins only if there is also room for its end.
    if begins && !queue.hasRoom(2) {
      queue.dropped += 1
      return
    }
    guard queue.put(frame, status, first, second, count: UInt8(bytes.count), from: .input) else { return }
    if begins && !passed[index] {
      passed[index] = true
      passedCount += 1
    } else if kind == 0x80 || kind == 0x90 && second == 0, passed[index] {
      passed[index] = false
      passedCount -= 1
    }
  }

  /// Ends every note that was passed on and still sounds.
  @_noLocks mutating func endAll(at frame: Int, into queue: inout MIDIQueue) {
    guard passedCount > 0 else { return }
    for index in 0..<2048 where passed[index] {
      guard queue.put(frame, 0x80 | UInt8(index >> 7), UInt8(index & 127), 0, from: .input) else { return }
      passed[index] = false
      passedCount -= 1
    }
  }

  /// Prepares for another use of keys: ends passed notes and forgets held and recorded keys.
  @_noLocks mutating func reset(at frame: Int, into queue: inout MIDIQueue) {
    endAll(at: frame, into: &queue)
    forgetChords()
    transposition = 0
    for note in 0..<128 { begins[note] = .nan }
  }

  // MARK: Chords

  @_noLocks mutating func press(_ key: UInt8) {
    if down.isEmpty { latched = KeyChord() }
    down.add(key)
    latched.add(key)
    transposition = Int(key) - 60
  }

  /// - Parameter latch: whether the transposition of the last key remains when all keys are up.
  @_noLocks mutating func release(_ key: UInt8, latch: Bool) {
    down.remove(key)
    if !down.isEmpty {
      transposition = down.played(down.count - 1) - 60
    } else if !latch {
      transposition = 0
    }
  }

  @_noLocks mutating func forgetChords() {
    down = KeyChord()
    latched = KeyChord()
  }

  /// Forgets the keys that are up.
  @_noLocks mutating func forgetLatched() { latched = down }

  // MARK: Recording

  @_noLocks func begin(_ note: UInt8, velocity: UInt8, at position: Double) {
    begins[Int(note)] = position
    velocities[Int(note)] = velocity
  }

  /// Returns the position and velocity of a recorded key-down once; nil when there is none.
  @_noLocks func finish(_ note: UInt8) -> (position: Double, velocity: UInt8)? {
    let position = begins[Int(note)]
    guard !position.isNaN else { return nil }
    begins[Int(note)] = .nan
    return (position, velocities[Int(note)])
  }

  // MARK: Requests

  @_noLocks mutating func ask(_ request: PerformanceRequest) {
    guard requestCount < Self.requestLimit else { return }
    requests[requestCount] = request
    requestCount += 1
  }

  @_noLocks mutating func popRequest() -> PerformanceRequest? {
    guard requestsTaken < requestCount else {
      requestCount = 0
      requestsTaken = 0
      return nil
    }
    requestsTaken += 1
    return requests[requestsTaken - 1]
  }
}
