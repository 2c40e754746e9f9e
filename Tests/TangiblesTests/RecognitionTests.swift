// When three touches become an object, and when they do not.
import Testing

@testable import Tangibles

@Suite struct RecognitionTests {
  @Test func anObjectIsRecognisedWhereItLies() throws {
    var table = Table(try library(stone))
    let pose = turned(100, at: [300, 170])
    let ids = table.put(stone, pose)
    table.wait(40)
    #expect(table.objects.isEmpty)
    table.wait(20)
    let found = try #require(table.objects[0])
    #expect(distance(found.place, pose.place) < 0.001)
    #expect(distance(found.direction, pose.direction) < 0.0001)
    // The three fingers leave as if they had never been.
    #expect(table.fingers(ids).isEmpty)
    #expect(table.told.first { if case .placed = $0.change { true } else { false } }?.at == ms(50))
  }

  @Test func sureWaitsLonger() throws {
    var table = Table(try library(stone), confirm: .sure)
    table.put(stone, turned(10, at: [300, 170]))
    table.wait(190)
    #expect(table.objects.isEmpty)
    table.wait(20)
    #expect(table.objects[0] != nil)
  }

  @Test func theDeadlineIsTheSameWithoutEvents() throws {
    var table = Table(try library(stone))
    table.put(stone, turned(10, at: [300, 170]))
    table.wait(1000, repeats: false)
    let placed = table.told.filter { if case .placed = $0.change { true } else { false } }
    #expect(placed.map(\.at) == [ms(50)])
    #expect(table.tracker.nextDeadline == nil)
  }

  @Test func aMirrorImageIsAnotherObject() throws {
    let mirrored = definition("mirror", stone.pads.map { [-$0.x, $0.y] })
    var table = Table(try library(stone))
    table.put(mirrored, turned(0, at: [300, 170]))
    table.wait(3000)
    #expect(table.objects.isEmpty)
    var both = Table(try library(stone, mirrored))
    both.put(mirrored, turned(0, at: [300, 170]))
    both.wait(100)
    #expect(both.objects.keys.sorted() == [1])
  }

  @Test func twoEqualSidesHaveOneDirection() throws {
    for pads in [[[0, 0], [60, 0], [30, 35]], [[0, 0], [40, 0], [20, 59.5]]] as [[TablePoint]] {
      let even = definition("even", pads)
      for degrees in stride(from: Float(0), to: 360, by: 45) {
        var table = Table(try library(even, stone))
        let pose = turned(degrees, at: [300, 170])
        // A pad is a little beside its place.
        for (pad, place) in table.pads(even, pose).enumerated() {
          table.begin(place + (pad == 1 ? [1.2, -0.9] : .zero))
        }
        table.wait(100)
        let found = try #require(table.objects[0])
        #expect(distance(found.place, pose.place) < 1 && distance(found.direction, pose.direction) < 0.05)
      }
    }
  }

  @Test func similarObjectsAreToldApart() throws {
    for (index, each) in [stone, pebble].enumerated() {
      var table = Table(try library(stone, pebble))
      table.put(each, turned(70, at: [200, 200]))
      table.wait(100)
      #expect(table.objects.keys.sorted() == [index])
    }
  }

  @Test func padsThatBeganApartNeedLonger() throws {
    var table = Table(try library(stone))
    let places = table.pads(stone, turned(0, at: [300, 170]))
    table.begin(places[0])
    table.wait(100)
    table.begin(places[1])
    table.wait(100)
    table.begin(places[2])
    table.wait(340)
    #expect(table.objects.isEmpty)
    table.wait(20)
    #expect(table.objects[0] != nil)
  }

  @Test func aPadThatComesBackInItsPlaceCountsAsTheOldOne() throws {
    var table = Table(try library(stone))
    let ids = table.put(stone, turned(0, at: [300, 170]))
    let place = table.places[ids[1]]!
    table.wait(20)
    table.end(ids[1])
    table.wait(300)
    table.begin(place + [2, 1])
    table.wait(60)
    #expect(table.objects[0] != nil)
  }

  @Test func padsOfTwoSourcesAreNoObject() throws {
    var table = Table(try library(stone))
    let places = table.pads(stone, turned(0, at: [300, 170]))
    table.begin(places[0])
    table.begin(places[1])
    table.begin(places[2], source: 2)
    table.wait(1000, repeats: false)
    #expect(table.objects.isEmpty)
  }

  @Test func aSideThatMissesByMoreIsNoObject() throws {
    var table = Table(try library(stone))
    var places = table.pads(stone, turned(0, at: [300, 170]))
    places[0].x -= 12
    for place in places { table.begin(place) }
    table.wait(3000)
    #expect(table.objects.isEmpty)
  }

  @Test func fingersThatMoveApartAreNoObject() throws {
    var table = Table(try library(stone), confirm: .sure)
    let ids = table.put(stone, turned(0, at: [300, 170]))
    for _ in 0..<40 {
      table.now += ms(10)
      for (id, step) in zip(ids, [[0.5, 0], [-0.5, 0.2], [0, 0.5]] as [TablePoint]) {
        table.send(.moved, id, table.places[id]! + step)
      }
    }
    #expect(table.objects.isEmpty)
    #expect(table.count { if case .withdrawn = $0 { true } else { false } } == 0)
  }

  @Test func aContactOfAnotherSizeIsNoPad() throws {
    var small = stone
    small.radius = 3...9
    for (radius, isFound) in [(Float(5), true), (12, false), (.nan, true)] {
      var tracker = TangibleTracker(try library(small), confirm: .fast)
      var found = false
      for (id, place) in zip(Int32(1)..., stone.pads) {
        tracker.handle(.began, source: 1, id: id, place: place, radius: radius, at: 0) { _, _ in }
      }
      tracker.advance(to: ms(100)) { change, _ in if case .placed = change { found = true } }
      #expect(found == isFound)
    }
  }

  @Test func touchesBeyond64StayFingersAndAreCounted() throws {
    var table = Table(try library(stone))
    for index in 0..<80 { table.begin([Float(index) * 200, 0]) }
    #expect(table.tracker.refused.touches == 16)
    #expect(table.count { $0 == .through } == 80)
    for id in 1...80 { table.end(Int32(id)) }
    table.put(stone, turned(0, at: [300, 170]))
    table.wait(100)
    #expect(table.objects[0] != nil)
  }

  @Test func theSameTouchesGiveTheSameObjectsWhateverAsksForDeadlines() throws {
    func told(askingEach milliseconds: Int?) throws -> [String] {
      var table = Table(try library(stone, pebble))
      let ids = table.put(stone, turned(0, at: [300, 170]))
      for frame in 0..<100 {
        if let milliseconds {
          for step in stride(from: 0, to: 10, by: milliseconds) {
            table.now = ms(Double(frame * 10 + step))
            table.advance()
          }
        }
        table.now = ms(Double(frame * 10 + 10))
        for id in ids.prefix(frame % 7 == 0 ? 2 : 3) where table.places[id] != nil {
          table.send(.moved, id, table.places[id]! + [Float(frame % 3), 0.3])
        }
        if frame == 60 { table.end(ids[0]) }
        if frame == 70 { table.end(ids[1]) }
      }
      return table.told.map { "\($0)" }
    }
    let alone = try told(askingEach: nil)
    #expect(alone.count > 90)
    #expect(try told(askingEach: 1) == alone)
    #expect(try told(askingEach: 3) == alone)
  }
}

/// Chords that are held: what else a hand does tells that three of its fingers are no object.
@Suite struct ChordTests {
  private let pose = turned(0, at: [200, 170])

  /// Three fingers that are exactly a stone, and others of the same hand.
  private func chord(_ others: [TablePoint], confirm: TangibleConfirm = .fast) throws -> (Table, [Int32]) {
    var table = Table(try library(stone), confirm: confirm)
    let places = table.pads(stone, pose).map { $0 + [0.7, 0.7] }
    var ids: [Int32] = []
    for (index, place) in (places + others.map { pose.place + $0 }).enumerated() {
      // A finger is not quite where a pad would be.
      ids.append(table.begin(index == 0 ? place + [1.6, 1.6] : place))
      table.now += ms(10)
    }
    return (table, ids)
  }

  @Test func threeFingersWithAFourthAreAChord() throws {
    for confirm in [TangibleConfirm.fast, .sure] {
      var (table, ids) = try chord([[70, 50]], confirm: confirm)
      table.wait(6000)
      #expect(table.objects.isEmpty && table.fingers(ids) == Set(ids))
      // The whole hand slides, and leaves one finger after another.
      for _ in 0..<50 {
        table.now += ms(10)
        for id in ids { table.send(.moved, id, table.places[id]! + [0.5, 0.2]) }
      }
      for id in ids.reversed() {
        table.end(id)
        table.wait(100)
      }
      #expect(table.count { if case .placed = $0 { true } else { false } } == 0)
    }
  }

  @Test func aFingerFartherAwayOrAtAnotherTimeOrThatMovesIsNoneOfTheHand() throws {
    // Alone; 200 mm away; 400 ms earlier; moved by 8 mm; and a pad that makes two touches.
    for row in 0..<5 {
      var table = Table(try library(stone))
      if row == 2 {
        table.begin(pose.place + [70, 50])
        table.wait(400)
      }
      table.put(stone, pose)
      let beside: [TablePoint] = [.zero, [200, 100], .zero, [70, 50]]
      let pad = table.places.min { $0.key > $1.key }!.value + [7, 5]
      let finger = row == 0 || row == 2 ? nil : table.begin(row == 4 ? pad : pose.place + beside[row])
      for _ in 0..<10 {
        table.now += ms(10)
        for (id, place) in table.places.sorted(by: { $0.key < $1.key }) {
          table.send(.moved, id, place + (row == 3 && id == finger ? [0.8, 0] : .zero))
        }
      }
      #expect(table.objects.count == 1, "\(row)")
    }
  }

  @Test func anObjectBesideARestingFingerIsRecognisedWhenThatLeaves() throws {
    var (table, ids) = try chord([[70, 50]])
    table.wait(1000)
    table.end(ids[3])
    table.wait(250)
    #expect(table.objects.isEmpty)
    table.wait(100)
    #expect(table.objects.count == 1)
    // What fits exactly for long needs no such sign.
    var exact = Table(try library(stone))
    exact.put(stone, pose)
    exact.begin(pose.place + [70, 50])
    exact.wait(2400, repeats: false)
    #expect(exact.objects.isEmpty)
    exact.wait(200, repeats: false)
    #expect(exact.objects.count == 1 && exact.tracker.nextDeadline == nil)
  }

  @Test func twoObjectsPutDownTogetherAreNoChord() throws {
    let card = definition("card", [[0, 0], [90, 0], [30, 50]])
    var table = Table(try library(stone, card))
    table.put(stone, pose)
    table.put(card, turned(30, at: pose.place + [90, 0]))
    table.wait(100)
    #expect(table.objects.count == 2)
  }
}
