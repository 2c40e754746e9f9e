import Foundation
import InputTestSupport
import RealTime
import TestSupport
import Testing

@testable import Dialects

/// Twenty senders with ten fingers at 120 Hz, through a relay that loses one of twenty packets, doubles one
/// of twenty and changes their order. The clock is simulated. The campaign runs it for a minute in real time
/// with the built bundle.
struct RelayTests {
  enum Language: CaseIterable { case tactus, tuio, tuio2, pdparty }

  /// A sender with fingers that come and go. Each touch has a number of its own.
  struct Hand {
    let language: Language
    var random: SeededGenerator
    var fingers: [(id: Int32, until: Int)?] = Array(repeating: nil, count: 10)
    var waits: [Int]
    var touches: Set<Int32> = []
    var next: Int32 = 1
    var frame: Int32 = 0

    init(_ language: Language, seed: UInt64) {
      self.language = language
      random = SeededGenerator(seed: seed)
      waits = (0..<10).map { $0 }
    }

    /// The packets of one frame; at the end no finger is left. No finger begins in the last quarter of a
    /// second, because a touch of only one frame may be lost.
    mutating func packets(_ step: Int, isOver: Bool, isClosing: Bool) -> [[UInt8]] {
      frame += 1
      var packets: [[UInt8]] = []
      var sets: [(id: Int32, x: Float, y: Float)] = []
      for place in fingers.indices {
        func party(_ word: String, _ id: Int32, _ x: Float) {
          packets.append(OSCEncoder.message("/pdparty/touch", [.s(word), .i(id), .f(x), .f(0.5)]))
        }
        let x = Float(step % 100) / 100
        if let finger = fingers[place] {
          if isOver || step >= finger.until {
            fingers[place] = nil
            waits[place] = step + 6 + Int(random.next() % 40)
            if language == .pdparty { party("up", finger.id, x) }
          } else {
            sets.append((finger.id, x, Float(place) / 10))
            if language == .pdparty { party("xy", finger.id, x) }
          }
        } else if !isClosing, step >= waits[place] {
          fingers[place] = (next, step + 24 + Int(random.next() % 100))
          touches.insert(next)
          sets.append((next, x, Float(place) / 10))
          if language == .pdparty { party("down", next, x) }
          next += 1
        }
      }
      let alive = sets.map(\.id)
      switch language {
      case .pdparty: return packets
      case .tuio: return [TUIO.frame("2Dcur", alive: alive, sets, frame)]
      case .tuio2:
        let pointers = sets.map { set in
          TUIO.message2("ptr", [.i(set.id), .i(0), .i(0)] + [set.x, set.y, 0, 0, 0, 0.5].map { .f($0) })
        }
        return [TUIO.frame2(frame, pointers, alive: alive, seconds: UInt32(step / 120))]
      case .tactus:
        return [
          OSCEncoder.bundle(
            [OSCEncoder.message("/tactus/alive", alive.map { .i($0) })]
              + sets.map { OSCEncoder.touch("moved", $0.id, $0.x, $0.y) })
        ]
      }
    }
  }

  @Test func noTouchIsLostAndNoneIsLeft() {
    let seed = testSeed("RELAY_SEED", default: 1)
    var random = SeededGenerator(seed: seed)
    var surface = Listening()
    var hands = (0..<20).map { Hand(Language.allCases[$0 % 4], seed: seed &+ UInt64($0)) }
    /// Packets on their way, by the step at which they arrive.
    var inFlight: [Int: [(hand: Int, packet: [UInt8])]] = [:]
    var begun: [Set<Int32>] = Array(repeating: [], count: hands.count)
    var live: Set<[Int64]> = []
    var (sent, faults) = (0, 0)
    let steps = 120 * 6
    for step in 0..<steps + 60 {
      let isOver = step >= steps
      for hand in hands.indices {
        for packet in hands[hand].packets(step, isOver: isOver, isClosing: step >= steps - 30) {
          sent += 1
          // The last packets always arrive: without them no receiver could know the end.
          let copies = step > steps + 30 ? 1 : random.next() % 20 == 0 ? 0 : random.next() % 20 == 0 ? 2 : 1
          for _ in 0..<copies {
            let delay = step > steps + 30 ? 4 : Int(random.next() % 4)
            inFlight[step + delay, default: []].append((hand, packet))
          }
        }
      }
      for (hand, packet) in (inFlight.removeValue(forKey: step) ?? []).shuffled(using: &random) {
        let source = UInt32(hand + 1) << 12 | 1
        for event in surface.receive(packet, from: source, at: Double(step) / 120) {
          let key = [Int64(event.source), Int64(event.id)]
          switch event.kind {
          case .began:
            begun[hand].insert(event.id)
            faults += live.insert(key).inserted ? 0 : 1
          case .ended: faults += live.remove(key) == nil ? 1 : 0
          case .moved: faults += live.contains(key) ? 0 : 1
          default: break
          }
        }
        surface.events.removeAll(keepingCapacity: true)
      }
      if step % 12 == 0 { _ = surface.expire(at: Double(step) / 120) }
    }
    for event in surface.expire(at: Double(steps) / 120 + 60) {
      faults += live.remove([Int64(event.source), Int64(event.id)]) == nil ? 1 : 0
    }
    #expect(faults == 0 && live.isEmpty && surface.decoder.liveCount == 0, "seed \(seed)")
    for hand in hands.indices {
      #expect(begun[hand] == hands[hand].touches, "\(hands[hand].language) seed \(seed)")
    }
    let late = surface.decoder.counters[.lateFrame]
    print("relay: \(sent) packets, \(begun.reduce(0) { $0 + $1.count }) touches, \(late) late frames")
    #expect(late > 100)
  }
}
