// The owner of each voice, and the choice of a voice to steal. Audio thread.
import Lanes

/// The owner of a voice.
public enum VoiceOwner: Equatable {
  /// The voice is free, or its touch has ended.
  case none
  /// The live touch in this slot of the table.
  case touch(slot: Int)
  case note(channel: UInt8, key: UInt8)
}

/// The state of one voice.
public struct Voice {
  public enum State {
    case free, held, sustained, released
    /// Another voice has replaced it; it fades out and does not count.
    case fading
  }
  public var state = State.free
  public var owner = VoiceOwner.none
  /// Counts beginnings: the voice with the lowest number is the oldest.
  public var order: UInt64 = 0
  /// A note's velocity 0…1, before expression.
  public var velocity: Float = 0
  /// The tuned pitch of the key at the note's beginning; retuning in real time updates it.
  public var tuned: Float = 0
  /// The values of the note's own channel, and the same combined with those of its zone's manager.
  public var own = NoteState()
  public var heard = NoteState()
  /// The note's own pressure (Poly Key Pressure).
  public var keyPressure: Float?
  /// The slot of the touch of an MPE note that is down; −1: none.
  public var slot = -1
  /// Whether the sostenuto pedal has caught the voice.
  public var isCaught = false
  /// The split that it plays, from 1; 0: none.
  public var part = 0
  /// Whether the voice is played live, and not by the host.
  public var isLive = false

  /// A voice without an owner.
  public static var idle: Voice { @_noLocks get { Voice() } }
}

/// The owners of all voices. Voice n is lane n mod 16 of bank n / 16.
public struct VoiceTable {
  public static var capacity: Int { @_noLocks get { 64 } }

  /// The voices, `capacity` of them, in memory that its owner frees.
  public let voices: UnsafeMutablePointer<Voice>
  /// The number of voices of each bank that are not free.
  private var soundingIn = InlineArray<4, Int>(repeating: 0)
  private var starts: UInt64 = 0

  public init(memory: UnsafeMutablePointer<Voice>) {
    voices = memory
    voices.initialize(repeating: Voice(), count: Self.capacity)
  }

  @_noLocks public subscript(voice: Int) -> Voice { voices[voice] }

  @_noLocks public mutating func reset() {
    voices.update(repeating: Voice(), count: Self.capacity)
    soundingIn = InlineArray(repeating: 0)
    starts = 0
  }

  /// Chooses a voice to start: a free voice if less than `polyphony` count, else the oldest released, else
  /// the oldest sustained, else the oldest held one, which is stolen.
  @_noLocks public func voiceToStart(polyphony: Int) -> Int {
    var (best, bestRank) = (0, Int.max)
    var count = 0
    for voice in 0..<Self.capacity {
      let rank =
        switch voices[voice].state {
        case .free, .fading: Int.max
        case .released: 1
        case .sustained: 2
        case .held: 3
        }
      if rank == .max { continue }
      count += 1
      if rank < bestRank || (rank == bestRank && voices[voice].order < voices[best].order) {
        best = voice
        bestRank = rank
      }
    }
    if count >= polyphony { return best }
    // If all others fade, the first one of these ends at once.
    return freeVoice ?? oldestFading
  }

  /// The free voice with the lowest number, or nil.
  public var freeVoice: Int? {
    @_noLocks get {
      for voice in 0..<Self.capacity where voices[voice].state == .free { return voice }
      return nil
    }
  }

  private var oldestFading: Int {
    @_noLocks get {
      var best = 0
      for voice in 0..<Self.capacity where voices[voice].state == .fading {
        if voices[best].state != .fading || voices[best].order > voices[voice].order { best = voice }
      }
      return best
    }
  }

  /// Lets a voice fade out without an owner.
  @_noLocks public func fade(_ voice: Int) {
    let order = voices[voice].order
    voices[voice] = Voice(state: .fading, order: order)
  }

  @_noLocks public mutating func start(_ voice: Int, for owner: VoiceOwner, velocity: Float) {
    if voices[voice].state == .free { soundingIn[voice / Lanes.width] += 1 }
    starts += 1
    voices[voice] = Voice(state: .held, owner: owner, order: starts, velocity: velocity)
  }

  /// Gives the voice to another owner.
  @_noLocks public func pass(_ voice: Int, to owner: VoiceOwner, velocity: Float) {
    voices[voice].state = .held
    voices[voice].owner = owner
    voices[voice].velocity = velocity
    voices[voice].own = NoteState()
    voices[voice].heard = NoteState()
    voices[voice].keyPressure = nil
    voices[voice].slot = -1
  }

  /// Separates voices from a touch's slot, because another touch will use it.
  @_noLocks public func unlink(slot: Int) {
    for voice in 0..<Self.capacity where voices[voice].slot == slot { voices[voice].slot = -1 }
  }

  /// Takes the owner from a voice and releases it. With `sustained` the voice waits for the pedal first.
  @_noLocks public func letGo(_ voice: Int, sustained: Bool) {
    voices[voice].state = sustained ? .sustained : .released
    // Another touch may get the slot at once, so the owner is removed; a sustained note keeps its channel for
    // the pedal.
    if case .touch = voices[voice].owner { voices[voice].owner = .none }
  }

  @_noLocks public mutating func free(_ voice: Int) {
    if voices[voice].state != .free { soundingIn[voice / Lanes.width] -= 1 }
    voices[voice] = Voice()
  }

  /// The held voice of an owner, or nil.
  @_noLocks public func heldVoice(of owner: VoiceOwner) -> Int? {
    for bank in 0..<(Self.capacity / Lanes.width) where soundingIn[bank] > 0 {
      for voice in (bank * Lanes.width)..<((bank + 1) * Lanes.width)
      where voices[voice].state == .held && voices[voice].owner == owner { return voice }
    }
    return nil
  }

  @_noLocks public func sounding(inBank bank: Int) -> Int { soundingIn[bank] }

  /// The number of voices that sound and do not fade.
  public var playing: Int {
    @_noLocks get {
      var count = 0
      for voice in 0..<Self.capacity where voices[voice].state != .free && voices[voice].state != .fading {
        count += 1
      }
      return count
    }
  }

  public var sounding: Int {
    @_noLocks get { soundingIn[0] + soundingIn[1] + soundingIn[2] + soundingIn[3] }
  }
}
