// Which voice plays for whom, and which one gives way when all are taken.
import Lanes

/// Who a voice sounds for.
enum VoiceOwner: Equatable {
  case nobody
  /// The live touch in this slot of the table.
  case touch(slot: Int)
  case note(channel: UInt8, key: UInt8)
}

/// What one voice is doing.
struct Voice {
  enum State { case free, held, sustained, released }
  var state = State.free
  var owner = VoiceOwner.nobody
  /// Counts starts: the lowest is the oldest.
  var order: UInt64 = 0
  /// A note's velocity 0…1, before expression.
  var velocity: Float = 0
}

/// The sixteen voices' owners. Lane n of the bank is voice n.
struct VoiceTable {
  private(set) var voices = InlineArray<16, Voice>(repeating: Voice())
  private var starts: UInt64 = 0

  @_noLocks mutating func reset() { self = VoiceTable() }

  /// The lane for a new voice within the first `polyphony`: a free one, else the oldest released, else the
  /// oldest sustained, else the oldest held one, which is stolen.
  @_noLocks func laneToStart(polyphony: Int) -> Int {
    var best = 0
    var bestRank = Int.max
    for lane in 0..<min(polyphony, Lanes.width) {
      let rank =
        switch voices[lane].state {
        case .free: 0
        case .released: 1
        case .sustained: 2
        case .held: 3
        }
      if rank < bestRank || (rank == bestRank && voices[lane].order < voices[best].order) {
        best = lane
        bestRank = rank
      }
    }
    return best
  }

  @_noLocks mutating func start(lane: Int, for owner: VoiceOwner, velocity: Float) {
    starts += 1
    voices[lane] = Voice(state: .held, owner: owner, order: starts, velocity: velocity)
  }

  /// The voice goes on for somebody else.
  @_noLocks mutating func pass(lane: Int, to owner: VoiceOwner, velocity: Float) {
    voices[lane].state = .held
    voices[lane].owner = owner
    voices[lane].velocity = velocity
  }

  /// From now on nobody's: it sounds out. With `sustained` it waits for the pedal first.
  @_noLocks mutating func letGo(lane: Int, sustained: Bool) {
    voices[lane].state = sustained ? .sustained : .released
    // A touch's slot may be reused at once; a sustained note keeps its channel for the pedal.
    if case .touch = voices[lane].owner { voices[lane].owner = .nobody }
  }

  @_noLocks mutating func free(lane: Int) { voices[lane] = Voice() }

  /// The held lane of an owner, or nil.
  @_noLocks func heldLane(of owner: VoiceOwner) -> Int? {
    for lane in 0..<Lanes.width where voices[lane].state == .held && voices[lane].owner == owner {
      return lane
    }
    return nil
  }

  var sounding: Int {
    @_noLocks get {
      var count = 0
      for lane in 0..<Lanes.width where voices[lane].state != .free { count += 1 }
      return count
    }
  }
}
