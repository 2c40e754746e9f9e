// Which voice a new note gets, and what counts as a jump of the host's timeline.
@testable import Music
import RealTime
import Testing

@testable import Instrument

struct VoiceTableTests {
  /// All voices in every order of beginnings and states: free before released before sustained before held,
  /// and of equals the oldest.
  @Test func theVoiceThatIsMissedLeastIsStolen() {
    let memory = UnsafeMutablePointer<Voice>.allocate(capacity: VoiceTable.capacity)
    defer { memory.deallocate() }
    let states: [Voice.State] = [.held, .sustained, .released, .free]
    for code in 0..<256 {
      let chosen = (0..<4).map { states[code >> (2 * $0) & 3] }
      for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        var table = VoiceTable(memory: memory)
        for voice in order { table.start(voice, for: .note(channel: 0, key: 60), velocity: 1) }
        for voice in 0..<4 { memory[voice].state = chosen[voice] }
        // The independent choice: sorted by state, then by age; free voices by number.
        let best = (0..<4).min {
          let ranks = [$0, $1].map { voice in
            let rank = 3 - states.firstIndex(of: chosen[voice])!
            return [rank, rank == 0 ? voice : order.firstIndex(of: voice)!]
          }
          return ranks[0].lexicographicallyPrecedes(ranks[1])
        }
        #expect(table.voiceToStart(polyphony: 4) == best, "\(chosen), \(order)")
      }
    }
  }
}

struct TransportFollowerTests {
  private func rolling(_ frame: Int64, speed: Double = 1) -> Transport {
    var position = Transport()
    (position.speed, position.frame) = (speed, frame)
    return position
  }

  @Test func moreThanATickIsAJump() {
    for (there, change) in [
      (Int64(1000), TransportFollower.Change.unchanged), (1032, .unchanged), (968, .unchanged),
      (1033, .located), (967, .located), (0, .located),
    ] {
      var follower = TransportFollower()
      #expect(follower.update(rolling(0), at: 0) == .started)
      #expect(follower.update(rolling(there), at: 1000) == change, "\(there)")
      #expect(follower.update(rolling(there + 500), at: 1500) == .unchanged)
    }
    var follower = TransportFollower()
    _ = follower.update(rolling(0), at: 0)
    #expect(follower.update(rolling(5000, speed: 0), at: 1000) == .stopped)
    #expect(follower.update(rolling(5000, speed: 0.5), at: 2000) == .started)
    #expect(follower.update(rolling(9000, speed: 0.5), at: 3000) == .unchanged, "other speeds drift")
  }
}
