// Random events: who owns which touch is always certain, and all is given back.
import Foundation
import TestSupport
import Testing

@testable import Tangibles

@Suite struct RandomTests {
  private static let events =
    testCases(100_000, inCampaign: 1_000_000, variable: "TANGIBLE_EVENTS")

  @Test func noTouchIsOwnedTwiceAndAllIsGivenBack() throws {
    var random = SeededGenerator("TANGIBLE_SEED", default: 1)
    var tracker = TangibleTracker(try library(stone, pebble), confirm: .fast)
    var live: [(source: UInt32, id: Int32, place: TablePoint)] = []
    /// The listener's state: fingers, and objects on the table.
    var fingers: Set<UInt64> = []
    var lying: Set<Int> = []
    var (placed, withdrawn, lifted) = (0, 0, 0)
    func key(_ source: UInt32, _ id: Int32) -> UInt64 {
      UInt64(source) << 32 | UInt64(UInt32(bitPattern: id))
    }
    var given: (word: TangibleTracker.Word, key: UInt64)?
    func hear(_ change: TangibleChange, at time: Int64) {
      switch change {
      case .through:
        guard let given else { return }
        if given.word == .began { fingers.insert(given.key) }
        if given.word == .ended { fingers.remove(given.key) }
      case .withdrawn(let source, let id):
        #expect(fingers.remove(key(source, id)) != nil)
        withdrawn += 1
      case .released(let source, let id, _): #expect(fingers.insert(key(source, id)).inserted)
      case .placed(let index, _, _):
        if lying.insert(index).inserted { placed += 1 }
      case .lifted(let index, _):
        #expect(lying.remove(index) != nil)
        lifted += 1
      }
    }
    var (time, nextID) = (Int64(0), Int32(1))
    func send(_ word: TangibleTracker.Word, _ touch: (source: UInt32, id: Int32, place: TablePoint)) {
      given = (word, key(touch.source, touch.id))
      tracker.handle(word, source: touch.source, id: touch.id, place: touch.place, at: time, tell: hear)
    }
    for step in 0..<Self.events {
      time += Int64(random.below(step % 1000 == 0 ? 4_000_000_000 : 6_000_000))
      switch random.below(100) {
      case ..<2:
        // An object is put down somewhere.
        let pose = TangiblePose(
          place: [Float(random.below(300)), Float(random.below(200))],
          direction: turned(Float(random.below(360)), at: .zero).direction)
        let source = UInt32(1 + random.below(2))
        for pad in 0..<3 where live.count < 60 {
          live.append((source, nextID, pose.onSurface(tracker.library.shapes[random.below(2)].pads[pad])))
          nextID += 1
          send(.began, live.last!)
        }
      case ..<6 where live.count < 60:
        live.append(
          (UInt32(1 + random.below(2)), nextID, [Float(random.below(300)), Float(random.below(200))]))
        nextID += 1
        send(.began, live.last!)
      case ..<12 where !live.isEmpty: send(.ended, live.remove(at: random.below(live.count)))
      case ..<14 where !live.isEmpty:
        let touch = random.below(live.count)
        live[touch].place += [Float(random.below(60)) - 30, Float(random.below(60)) - 30]
        send(.moved, live[touch])
      default:
        guard !live.isEmpty else { break }
        let touch = random.below(live.count)
        live[touch].place += [Float(random.below(11)) / 10 - 0.5, Float(random.below(11)) / 10 - 0.5]
        send(.moved, live[touch])
      }
      try check(tracker, fingers.count)
    }
    for touch in live { send(.ended, touch) }
    given = nil
    tracker.advance(to: time + 200_000_000_000, tell: hear)
    #expect(fingers.isEmpty)
    #expect(lying.isEmpty)
    #expect(placed > 10 && withdrawn >= 3 * 10 && lifted == placed)
    #expect(tracker.nextDeadline == nil)
  }

  /// Owners and pads name each other; a touch is a finger or a pad.
  private func check(_ tracker: TangibleTracker, _ fingers: Int) throws {
    var pads = 0
    for (index, object) in tracker.objects.enumerated() {
      for pad in 0..<3 {
        guard let slot = object.pads[pad] else { continue }
        pads += 1
        #expect(object.isPresent)
        let contact = try #require(tracker.contacts[slot])
        #expect(contact.owner == index && contact.pad == pad && contact.source == object.source)
      }
    }
    let contacts = tracker.contacts.compactMap { $0 }
    #expect(contacts.count { $0.owner != nil } == pads)
    #expect(contacts.count == pads + fingers)
    for candidate in tracker.candidates {
      for pad in 0..<3 { #expect(tracker.contacts[candidate.slots[pad]] != nil) }
    }
  }
}
