// Objects are followed, lose pads, come back and leave: the cases of the Multitouchkit's thesis first.
import Testing

@testable import Tangibles

@Suite struct FollowingTests {
  private let start = turned(0, at: [200, 170])
  private let target = turned(40, at: [320, 150])

  /// A table on which the stone lies, with the ids of its touches.
  private func laid(_ library: TangibleLibrary? = nil) throws -> (Table, [Int32]) {
    var table = Table(try library ?? TangibleLibrary(stone))
    let ids = table.put(stone, start)
    table.wait(200)
    #expect(table.objects[0] != nil)
    return (table, ids)
  }

  private func expect(_ table: Table, at pose: TangiblePose, within reach: Float = 0.01) {
    guard let found = table.objects[0] else {
      Issue.record("the object is gone")
      return
    }
    #expect(distance(found.place, pose.place) < reach)
  }

  @Test func anObjectIsFollowed() throws {
    var (table, ids) = try laid()
    table.drag(ids, of: stone, from: start, to: target, frames: 50)
    expect(table, at: target)
    #expect(distance(table.objects[0]!.direction, target.direction) < 0.001)
    // One pose at the deadline, then one for each frame.
    #expect(table.count { if case .placed = $0 { true } else { false } } == 1 + 16 + 50)
  }

  @Test func withTwoPadsItIsStillFollowed() throws {
    var (table, ids) = try laid()
    table.end(ids[2])
    table.drag(Array(ids.prefix(2)), of: stone, from: start, to: target, frames: 50)
    expect(table, at: target)
  }

  @Test func withOnePadThePoseStays() throws {
    var (table, ids) = try laid()
    table.end(ids[2])
    table.end(ids[1])
    table.send(.moved, ids[0], table.places[ids[0]]! + [8, 0])
    table.wait(1000)
    expect(table, at: start)
    #expect(table.fingers([]).isEmpty)
  }

  @Test func aLastTouchThatLeavesIsAFinger() throws {
    var (table, ids) = try laid()
    table.end(ids[2])
    table.end(ids[1])
    table.send(.moved, ids[0], table.places[ids[0]]! + [20, 0])
    table.wait(100)
    #expect(table.fingers([]) == [ids[0]])
    table.wait(500)
    #expect(table.objects.isEmpty)
  }

  @Test func twoOfThreePadsMovedLeaveTheThirdBehind() throws {
    var (table, ids) = try laid()
    table.drag(Array(ids.prefix(2)), of: stone, from: start, to: target, frames: 50)
    expect(table, at: target)
    #expect(table.fingers([]) == [ids[2]])
  }

  @Test func onePadMovedIsAFinger() throws {
    var (table, ids) = try laid()
    for _ in 0..<30 {
      table.now += ms(10)
      table.send(.moved, ids[0], table.places[ids[0]]!)
      table.send(.moved, ids[1], table.places[ids[1]]!)
      table.send(.moved, ids[2], table.places[ids[2]]! + [2, 2])
    }
    expect(table, at: start)
    #expect(table.fingers([]) == [ids[2]])
  }

  @Test func ofTwoPadsTheStillOneIsLetGo() throws {
    var (table, ids) = try laid()
    table.end(ids[2])
    for _ in 0..<30 {
      table.now += ms(10)
      table.send(.moved, ids[0], table.places[ids[0]]! + [1, 0])
      table.send(.moved, ids[1], table.places[ids[1]]!)
    }
    #expect(table.fingers([]).contains(ids[1]))
  }

  @Test func ofTwoPadsThatBothMoveBothAreLetGo() throws {
    var (table, ids) = try laid()
    table.end(ids[2])
    for _ in 0..<30 {
      table.now += ms(10)
      table.send(.moved, ids[0], table.places[ids[0]]! + [1, 0])
      table.send(.moved, ids[1], table.places[ids[1]]! - [1, 0])
    }
    #expect(table.fingers([]) == [ids[0], ids[1]])
  }

  @Test func allLiftedOneAfterAnotherIsLifted() throws {
    var (table, ids) = try laid()
    for id in ids {
      table.end(id)
      table.wait(250)
    }
    #expect(table.objects[0] != nil)
    table.wait(200)
    #expect(table.objects.isEmpty)
    #expect(table.count { $0 == .lifted(0, source: 1) } == 1)
  }

  @Test func aLostPadIsFoundAgainUnderANewID() throws {
    var (table, ids) = try laid()
    let place = table.places[ids[2]]!
    table.end(ids[2])
    table.wait(300)
    let fingers = table.count { $0 == .through }
    let new = table.begin(place + [3, -5])
    table.wait(50)
    #expect(table.count { $0 == .through } == fingers)  // it never was a finger
    #expect(table.tracker.seen[0].found == 1)
    table.drag([ids[0], ids[1], new], of: stone, from: start, to: target, frames: 50)
    expect(table, at: target)
  }

  @Test func anObjectSetDownBesideItsPlaceIsTheSame() throws {
    var (table, ids) = try laid()
    for id in ids { table.end(id) }
    table.wait(200)
    let beside = turned(10, at: start.place + [10, 0])
    table.put(stone, beside)
    table.wait(100)
    expect(table, at: beside)
    #expect(table.count { $0 == .lifted(0, source: 1) } == 0)
  }

  @Test func twoObjectsThatAreExchangedAreFoundInTheirNewPlaces() throws {
    var table = Table(try library(stone, pebble))
    let other = turned(0, at: [400, 170])
    let ids = table.put(stone, start) + table.put(pebble, other)
    table.wait(200)
    #expect(table.objects.count == 2)
    for id in ids { table.end(id) }
    table.wait(200)
    table.put(stone, other)
    table.put(pebble, start)
    table.wait(300)
    expect(table, at: other)
    #expect(distance(table.objects[1]!.place, start.place) < 0.01)
  }

  @Test func aFingerBesideAnObjectStaysAFinger() throws {
    var (table, ids) = try laid()
    let finger = table.begin(table.places[ids[0]]! + [-25, 10])
    for _ in 0..<100 {
      table.now += ms(10)
      for id in ids { table.send(.moved, id, table.places[id]!) }
      table.send(.moved, finger, table.places[finger]! + [0, -0.5])
    }
    expect(table, at: start)
    #expect(table.fingers([finger]) == [finger])
  }

  @Test func aPadThatWasPulledAsideComesHome() throws {
    var (table, ids) = try laid()
    let place = table.places[ids[2]]!
    table.send(.moved, ids[2], place + [14, 0])
    table.wait(100)
    #expect(table.fingers([]) == [ids[2]])
    table.send(.moved, ids[2], place)
    table.wait(200)
    #expect(table.fingers([]).isEmpty)
    expect(table, at: start)
  }

  @Test func whatWasTakenForAnotherObjectIsCorrected() throws {
    let slab = definition("slab", [[0, 0], [69, 0], [20, 32]])
    var table = Table(try library(stone, slab))
    // A merged touch pulls one pad so that the stone looks like the slab.
    let pads = table.pads(slab, start)
    let ids = pads.map { table.begin($0) }
    table.wait(100)
    #expect(table.objects.keys.sorted() == [1])
    for (id, place) in zip(ids, table.pads(stone, start)) { table.send(.moved, id, place) }
    table.wait(2000)
    #expect(table.objects.keys.sorted() == [0])
  }

  // MARK: Resting objects

  @Test func aPanelThatFiltersRestingTouchesKeepsTheObject() throws {
    var (table, ids) = try laid()
    table.wait(6000)
    for id in ids {
      table.end(id)
      table.wait(1000)
    }
    #expect(table.tracker.seen[0].filtered == 1)
    expect(table, at: start)
    table.wait(58_000)
    #expect(table.objects[0] != nil)
    table.wait(2000)
    #expect(table.objects.isEmpty)
  }

  @Test func aRestingObjectThatIsLiftedIsGone() throws {
    var (table, ids) = try laid()
    table.wait(6000)
    for id in ids {
      table.end(id)
      table.wait(50)
    }
    table.wait(400)
    #expect(table.objects.isEmpty)
  }

  @Test func anObjectThatStaysIsKeptWhenAllTouchesEnd() throws {
    var staying = stone
    staying.stays = true
    var (table, ids) = try laid(TangibleLibrary(staying))
    table.wait(6000)
    for id in ids { table.end(id) }
    table.wait(100_000, repeats: false)
    expect(table, at: start)
    // It is recognized elsewhere, as the same one.
    table.put(stone, target)
    table.wait(200)
    expect(table, at: target)
    #expect(table.count { $0 == .lifted(0, source: 1) } == 0)
  }

  @Test func aTapInsideAFilteredObjectSaysThatItIsGone() throws {
    var (table, ids) = try laid()
    table.wait(6000)
    for id in ids {
      table.end(id)
      table.wait(1000)
    }
    let beside = table.begin(start.place + [100, 0])
    table.wait(100)
    table.end(beside)
    #expect(table.objects[0] != nil)
    let inside = table.begin(start.place)
    table.wait(100)
    table.end(inside)
    #expect(table.objects.isEmpty)
  }

  @Test func clearLiftsEverything() throws {
    var (table, _) = try laid()
    table.tracker.clear(at: table.now) { #expect($0 == .lifted(0, source: 1) && $1 == table.now) }
    #expect(table.tracker.seen[0].lifted == 1)
    #expect(table.tracker.nextDeadline == nil)
  }

  @Test func theToleranceFollowsWhatIsSeenWithinBounds() throws {
    var (table, ids) = try laid()
    func tolerance() -> Float { table.tracker.tolerance(of: 0) }
    table.wait(5000)
    #expect(abs(tolerance() - 0.75 * 3) < 0.05)
    let places = ids.map { table.places[$0]! }
    for frame in 0..<1000 {
      table.now += ms(10)
      for (pad, id) in ids.enumerated() {
        let away = TangiblePose(place: .zero, direction: turned(Float(frame * 77 % 360), at: .zero).direction)
        table.send(.moved, id, places[pad] + away.direction * (pad == frame % 3 ? 5 : 0))
      }
    }
    #expect(abs(tolerance() - 1.5 * 3) < 0.1)
  }
}

extension TangibleLibrary {
  fileprivate init(_ definition: TangibleDefinition) throws {
    self.init()
    try add(definition)
  }
}

/// Wrong triples: what took them is compared with what fits better, and the better one takes its place.
@Suite struct ReconsideringTests {
  private let pose = turned(0, at: [200, 170])

  /// The places at which pads lie of a stone that is turned by 180° about the middle of its longest side.
  private func isRight(_ table: Table, _ pose: TangiblePose, _ index: Int = 0) -> Bool {
    table.objects[index].map {
      distance($0.place, pose.place) < 2 && distance($0.direction, pose.direction) < 0.1
    } ?? false
  }

  @Test func aCardThatWasTakenTheOtherWayRoundIsTurned() throws {
    var table = Table(try library(stone))
    let pads = table.pads(stone, pose)
    // A finger lies where the third pad would be if it were turned by 180°, 2 mm beside.
    table.begin(pads[0])
    table.begin(pads[1])
    let finger = table.begin(pads[0] + pads[1] - pads[2] + [-1.4, 1.4])
    table.wait(300)
    #expect(table.objects.count == 1 && !isRight(table, pose))
    table.begin(pads[2])
    table.wait(2200)
    #expect(isRight(table, pose))
    #expect(table.objects.count == 1 && table.fingers([]) == [finger])
    #expect(table.count { if case .lifted = $0 { true } else { false } } == 0)
  }

  @Test func itIsTurnedAtOnceWhenTheFingerLeaves() throws {
    for isLifted in [true, false] {
      var table = Table(try library(stone))
      let pads = table.pads(stone, pose)
      table.begin(pads[0])
      table.begin(pads[1])
      let finger = table.begin(pads[0] + pads[1] - pads[2])
      table.wait(300)
      // Nothing tells both apart while the finger is there.
      table.begin(pads[2])
      table.wait(3000)
      #expect(table.objects.count == 1)
      if isLifted {
        table.end(finger)
        table.wait(1100)
      } else {
        for _ in 0..<150 {
          table.now += ms(10)
          for (id, place) in table.places.sorted(by: { $0.key < $1.key }) {
            table.send(.moved, id, place + (id == finger ? [0.5, -0.5] : .zero))
          }
        }
      }
      #expect(isRight(table, pose))
      #expect(table.fingers([]) == (isLifted ? [] : [finger]))
    }
  }

  @Test func twoFingersAndAPadGiveThePadBack() throws {
    let slab = definition("slab", [[0, 0], [80, 0], [30, 50]])
    for isPadFirst in [true, false] {
      var table = Table(try library(stone, slab))
      let pads = table.pads(stone, pose)
      // Two fingers and the first pad are nearly a slab.
      let fingers = [pads[0] + [-80, 0], pads[0] + [-28.6, -51.2]]
      var ids = [table.begin(pads[0])]
      if isPadFirst {
        ids += fingers.map { table.begin($0) }
        table.wait(400)
        #expect(table.objects.keys.sorted() == [1])
      }
      for pad in pads.dropFirst() { table.begin(pad) }
      if !isPadFirst { ids += fingers.map { table.begin($0) } }
      table.wait(3000)
      #expect(table.objects.keys.sorted() == [0] && isRight(table, pose))
      #expect(table.fingers(Array(ids.dropFirst())) == Set(ids.dropFirst()))
    }
  }

  @Test func theSameTouchesMayBeAnotherObject() throws {
    // Its long side is 5.2 mm longer. A merged touch is nearer to it at first.
    let slab = definition("slab", [[0, 0], [65.2, 0], [20, 32]])
    var table = Table(try library(stone, slab))
    let between = definition("between", [[0, 0], [63.2, 0], [20, 32]])
    let ids = table.put(between, pose)
    table.wait(300)
    #expect(table.objects.keys.sorted() == [1])
    for (id, place) in zip(ids, table.pads(definition("", [[0, 0], [62, 0], [20, 32]]), pose)) {
      table.send(.moved, id, place)
    }
    table.wait(3000)
    #expect(table.objects.keys.sorted() == [0])
    #expect(table.fingers([]).isEmpty)
  }

  @Test func threeFingersAreGivenBackWhenOneOfThemMovesOn() throws {
    for isMoved in [false, true] {
      var table = Table(try library(stone), confirm: .sure)
      let ids = table.put(stone, pose)
      table.wait(300)
      #expect(table.objects.count == 1 && table.fingers(ids).isEmpty)
      // What has moved as one thing is an object; what has not, three fingers.
      if isMoved {
        table.drag(ids, of: stone, from: pose, to: turned(0, at: pose.place + [30, 0]), frames: 30)
      }
      for _ in 0..<20 {
        table.now += ms(10)
        for id in ids { table.send(.moved, id, table.places[id]! + (id == ids[0] ? [2, 0] : .zero)) }
      }
      table.wait(1200)
      #expect(table.objects.count == (isMoved ? 1 : 0))
      #expect(table.fingers(ids) == (isMoved ? [ids[0]] : Set(ids)))
      #expect(table.tracker.nextDeadline == nil)
    }
  }

  @Test func aRightTripleStays() throws {
    // A finger lies where the stone would be a mirror of its turned self, a little worse than the pad.
    var table = Table(try library(stone, pebble))
    let pads = table.pads(stone, pose)
    for pad in pads { table.begin(pad) }
    table.wait(300)
    let finger = table.begin(pads[0] + pads[1] - pads[2] + [0.5, 0.5])
    table.wait(10_000)
    #expect(isRight(table, pose) && table.objects.count == 1 && table.fingers([finger]) == [finger])
    #expect(table.count { if case .lifted = $0 { true } else { false } } == 0)
  }
}
