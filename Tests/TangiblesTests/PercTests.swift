// Objects with a radio and a light sensor: which messages and touches make them tokens, how light decides,
// and what each silence means. The sensors of the test follow what is shown at their true places.
import TestSupport
import Testing

@testable import Tangibles

/// A stone with a radio; its sensor lies 20 mm from the first pad.
private func radio(_ name: String, _ pads: [TablePoint] = stone.pads, light: TablePoint = [20, 10])
  -> TangibleDefinition
{
  var made = definition(name, pads)
  made.perc = TangibleDefinition.Perc(id: Array(name.utf8), light: light)
  return made
}

private let one = radio("one")
private let two = radio("two", pebble.pads, light: [40, 10])

/// A table, and objects of which the sensors see what is shown.
private struct RadioTable {
  var table: Table
  /// Where the sensor of each object is; nil: it sees nothing.
  var sensors: [[UInt8]: TablePoint?] = [:]
  /// The delay of a reading in milliseconds; and whether a reading is lost.
  var delay = 40.0
  var isLost: () -> Bool = { false }
  /// The last readings of each sensor, and the reading that is on its way.
  var read: [[UInt8]: Bool] = [:]
  private var coming: [(at: Int64, id: [UInt8], isLight: Bool)] = []
  private var radios: Set<[UInt8]> = []
  private(set) var checks = 0

  init(_ library: TangibleLibrary) { table = Table(library) }

  mutating func say(_ word: PercMessage.Word, _ definition: TangibleDefinition, _ isOn: Bool = true) {
    say(word, definition.perc!.id, isOn)
  }

  mutating func say(_ word: PercMessage.Word, _ id: [UInt8], _ isOn: Bool) {
    if word == .near { if isOn { radios.insert(id) } else { radios.remove(id) } }
    var told = table.told
    table.tracker.handle(PercMessage(word, id: id, isOn: isOn), at: table.now) { told.append(($0, $1)) }
    table.told = told
  }

  /// Lets time pass in frames; radios repeat that they are near each half second.
  mutating func wait(_ milliseconds: Double, isHeard: Bool = true) {
    for _ in 0..<Int(milliseconds / 10) {
      table.wait(10)
      if isHeard && table.now % 500_000_000 == 0 {
        for id in radios.sorted(by: { $0.count < $1.count }) { say(.near, id, true) }
      }
      look()
    }
  }

  private mutating func look() {
    for (id, place) in sensors.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard let place else { continue }
      let shown = table.tracker.shows.last { distance($0.place, place) <= $0.radius }
      guard let isLight = shown?.isLight, isLight != read[id, default: false] else { continue }
      read[id] = isLight
      checks += 1
      if !isLost() { coming.append((table.now + ms(delay), id, isLight)) }
    }
    for each in coming where each.at <= table.now { say(.light, each.id, each.isLight) }
    coming.removeAll { $0.at <= table.now }
  }
}

@Suite struct PercTests {
  private let start = turned(0, at: [200, 170])

  private func sensor(_ definition: TangibleDefinition, _ pose: TangiblePose) -> TablePoint {
    pose.onSurface(definition.shape.light)
  }

  /// A table with a stone of radio `one` that has been recognized.
  private func laid() throws -> (RadioTable, [Int32]) {
    var radio = RadioTable(try library(one, two))
    radio.say(.near, one)
    radio.say(.field, one)
    let ids = radio.table.put(one, start)
    radio.sensors[one.perc!.id] = sensor(one, start)
    radio.wait(300)
    #expect(radio.table.objects.keys.sorted() == [0])
    return (radio, ids)
  }

  @Test func touchesWithTheFieldAreTheObjectAtOnce() throws {
    var radio = RadioTable(try library(one, two))
    radio.say(.near, one)
    radio.wait(100)
    radio.say(.field, one)
    radio.wait(30)
    radio.table.put(one, start)
    radio.wait(10)
    // At once, without the time that touches alone would need, and without light.
    #expect(radio.table.objects.keys.sorted() == [0] && radio.checks == 0)
    radio.wait(1000)
    #expect(radio.table.objects.count == 1 && radio.checks == 0)
    #expect(distance(radio.table.objects[0]!.place, start.place) < 0.01)
  }

  @Test func theFieldMayComeAfterTheTouches() throws {
    var radio = RadioTable(try library(one))
    radio.say(.near, one)
    radio.table.put(one, start)
    radio.wait(60)
    #expect(radio.table.objects.isEmpty)
    radio.say(.field, one)
    #expect(radio.table.objects.count == 1)
  }

  @Test func withoutFieldOrRadioItIsNoObject() throws {
    var radio = RadioTable(try library(one))
    radio.table.put(one, start)
    radio.wait(1000)
    radio.say(.near, one)
    radio.wait(1000)
    #expect(radio.table.objects.isEmpty)
    #expect(radio.table.count { if case .withdrawn = $0 { true } else { false } } == 0)
  }

  @Test func twoTriplesAreDecidedByLight() throws {
    for truth in 0..<2 {
      var radio = RadioTable(try library(one))
      let places = [start, turned(90, at: [420, 170])]
      radio.sensors[one.perc!.id] = sensor(one, places[truth])
      radio.say(.near, one)
      radio.say(.field, one)
      for place in places { radio.table.put(one, place) }
      radio.wait(1000)
      let found = try #require(radio.table.objects[0])
      #expect(distance(found.place, places[truth].place) < 0.01)
      // The touches of the other place are fingers, also if it was guessed there first.
      #expect(radio.table.fingers([1, 2, 3, 4, 5, 6]) == (truth == 0 ? [4, 5, 6] : [1, 2, 3]))
      #expect(radio.table.tracker.shows.isEmpty)
    }
  }

  @Test func ofThreeTriplesTheLastOneWinsUnchecked() throws {
    var radio = RadioTable(try library(one))
    let places = [turned(0, at: [100, 100]), turned(0, at: [300, 100]), turned(0, at: [500, 100])]
    radio.sensors[one.perc!.id] = .some(nil)  // covered: it never sees anything
    radio.say(.near, one)
    radio.say(.field, one)
    for place in places { radio.table.put(one, place) }
    radio.wait(1200)
    #expect(radio.table.objects.isEmpty && radio.table.tracker.shows.count == 2)
    radio.wait(200)
    #expect(distance(try #require(radio.table.objects[0]).place, places[2].place) < 0.01)
  }

  @Test func whereTheFirstChangeGivesNothingTheOtherIsAsked() throws {
    let places = [turned(0, at: [100, 100]), turned(0, at: [300, 100]), turned(0, at: [500, 100])]
    // The first reading is lost; and the sensor has seen light all the time, of which this instance knows
    // nothing: it has begun late, or its table is lit where the object lies.
    for (isLost, isLit) in [(true, false), (false, true)] {
      for truth in places.indices {
        var radio = RadioTable(try library(one))
        radio.sensors[one.perc!.id] = sensor(one, places[truth])
        radio.read[one.perc!.id] = isLit
        var count = 0
        radio.isLost = {
          count += 1
          return isLost && count == 1
        }
        radio.say(.near, one)
        radio.say(.field, one)
        for place in places { radio.table.put(one, place) }
        radio.wait(3000)
        let found = try #require(radio.table.objects[0])
        #expect(distance(found.place, places[truth].place) < 0.01, "\(isLost) \(isLit) \(truth)")
      }
    }
  }

  @Test func aSensorThatTellsOfARivalNeedsNoSecondQuestion() throws {
    var radio = RadioTable(try library(one))
    let places = [turned(0, at: [100, 100]), turned(0, at: [500, 100])]
    radio.sensors[one.perc!.id] = sensor(one, places[1])
    radio.say(.near, one)
    radio.say(.light, one, true)
    radio.say(.field, one)
    for place in places { radio.table.put(one, place) }
    // The sensor is dark now, and the rivals are shown light at first.
    radio.wait(470)
    #expect(distance(try #require(radio.table.objects[0]).place, places[1].place) < 0.01)
  }

  @Test func theCheckedPlaceIsShownAgainstItsRivals() throws {
    var radio = RadioTable(try library(one))
    radio.say(.near, one)
    radio.say(.light, one, true)
    radio.say(.field, one)
    for x in [Float(100), 400] { radio.table.put(one, turned(0, at: [x, 100])) }
    radio.wait(150)
    let shows = radio.table.tracker.shows
    #expect(shows.map(\.isLight) == [false, true] && shows.allSatisfy { $0.radius == 12 && $0.object == 0 })
    // The sensor lies where plain arithmetic puts it: the first pad is the front, along +x.
    let away = shows[1].place - shows[0].place
    #expect(abs(away.x - 300) < 0.01 && abs(away.y) < 0.01)
  }

  @Test func objectsThatFitTheSameTouchesAreDecidedByLight() throws {
    // Their sides differ by 5 mm: touches between them fit both.
    let near = radio("near", [[0, 0], [65, 0], [20, 32]], light: [40, 10])
    for truth in 0..<2 {
      var radio = RadioTable(try library(one, near))
      let middle = definition("middle", [[0, 0], [62.5, 0], [20, 32]])
      let definitions = [one, near]
      radio.sensors[definitions[truth].perc!.id] = sensor(definitions[truth], start)
      for each in definitions {
        radio.say(.near, each)
        radio.say(.field, each)
      }
      radio.table.put(middle, start)
      radio.wait(1500)
      #expect(radio.table.objects.keys.sorted() == [truth])
    }
  }

  @Test func equalPatternsAreToldApartByTheirRadios() throws {
    let twins = [radio("one"), radio("two")]
    let places = [start, turned(90, at: [420, 170])]
    // Together, in both orders of fields and of touches; their sensors are where they lie.
    for (first, isSwapped) in [(0, false), (1, false), (0, true), (1, true)] {
      var radio = RadioTable(try library(twins[0], twins[1]))
      for each in twins { radio.say(.near, each) }
      for index in 0..<2 { radio.sensors[twins[index].perc!.id] = sensor(twins[index], places[index]) }
      radio.table.put(stone, places[isSwapped ? 1 : 0])
      radio.wait(30)
      radio.say(.field, twins[first])
      radio.wait(20)
      radio.table.put(stone, places[isSwapped ? 0 : 1])
      radio.wait(30)
      radio.say(.field, twins[1 - first])
      radio.wait(6000)
      #expect(radio.table.objects.count == 2)
      for (index, pose) in radio.table.objects {
        #expect(distance(pose.place, places[index].place) < 0.01, "\(first) \(isSwapped)")
      }
    }
  }

  @Test func anObjectWithoutTouchesLeavesItsTwinsTouchesAlone() throws {
    let twins = [radio("one"), radio("two")]
    var radio = RadioTable(try library(twins[0], twins[1]))
    for each in twins { radio.say(.near, each) }
    radio.sensors[twins[0].perc!.id] = sensor(twins[0], start)
    radio.say(.field, twins[0])
    let ids = radio.table.put(stone, start)
    radio.wait(300)
    for id in ids { radio.table.end(id) }
    radio.wait(500)
    // The field of the second comes 60 ms after its touches.
    let other = turned(90, at: [420, 170])
    radio.table.put(stone, other)
    radio.wait(60)
    radio.say(.field, twins[1])
    radio.wait(500)
    #expect(distance(radio.table.objects[0]!.place, start.place) < 0.01)
    #expect(distance(try #require(radio.table.objects[1]).place, other.place) < 0.01)
  }

  @Test func ofTwoEqualSidesAPairMayBeEither() throws {
    let legs = radio("legs", [[0, 0], [40, 0], [20, 59.5]], light: [20, 15])
    for missing in 0..<2 {
      var radio = RadioTable(try library(legs))
      radio.sensors[legs.perc!.id] = sensor(legs, start)
      radio.say(.near, legs)
      radio.say(.field, legs)
      for (pad, place) in radio.table.pads(legs, start).enumerated() where pad != missing {
        radio.table.begin(place)
      }
      radio.wait(5000)
      #expect(distance(try #require(radio.table.objects[0]).place, start.place) < 0.01)
    }
  }

  @Test func ofAPairTheLightFindsTheSide() throws {
    for turn in [Float(0), 180] {
      var radio = RadioTable(try library(one))
      let pose = turned(turn, at: start.place)
      radio.sensors[one.perc!.id] = sensor(one, pose)
      let pads = radio.table.pads(one, pose)
      radio.say(.near, one)
      radio.say(.field, one)
      // The longest side lies between the first two.
      for pad in pads.prefix(2) { radio.table.begin(pad) }
      radio.wait(1500)
      let found = try #require(radio.table.objects[0])
      #expect(distance(found.place, pose.place) < 0.01)
    }
  }

  @Test func aSingleTouchIsFoundByLight() throws {
    var radio = RadioTable(try library(one))
    radio.sensors[one.perc!.id] = sensor(one, start)
    let pads = radio.table.pads(one, start)
    radio.say(.near, one)
    radio.say(.field, one)
    radio.table.begin([500, 300])
    let pad = radio.table.begin(pads[0])
    radio.wait(1500)
    let found = try #require(radio.table.objects[0])
    #expect(distance(found.place, start.place) < 80 && radio.table.fingers([1, pad]) == [1])
  }

  @Test func whileTouchesAreThereItIsFollowedAsAnyObject() throws {
    var (radio, ids) = try laid()
    let target = turned(40, at: [320, 150])
    radio.table.drag(ids, of: one, from: start, to: target, frames: 50)
    #expect(distance(radio.table.objects[0]!.place, target.place) < 0.01)
  }

  @Test func withoutTouchesLightSaysWhetherItIsThere() throws {
    var (radio, ids) = try laid()
    for id in ids { radio.table.end(id) }
    radio.wait(20_000)
    #expect(radio.table.objects.count == 1 && radio.checks >= 8)
    // It is gone, and the field sensor has not noticed: three checks fail.
    radio.sensors[one.perc!.id] = .some(nil)
    radio.wait(5000)
    #expect(radio.table.objects.count == 1)
    radio.wait(3500)
    #expect(radio.table.objects.isEmpty)
  }

  @Test func aSensorThatFailsNowAndThenKeepsTheObject() throws {
    var (radio, ids) = try laid()
    var count = 0
    radio.isLost = {
      count += 1
      return count % 3 == 0
    }
    for id in ids { radio.table.end(id) }
    radio.wait(60_000)
    #expect(radio.table.objects.count == 1)
  }

  @Test func withTheFieldItLeavesAtOnce() throws {
    var (radio, ids) = try laid()
    for id in ids { radio.table.end(id) }
    radio.wait(500)
    #expect(radio.table.objects.count == 1)
    radio.say(.field, one, false)
    #expect(radio.table.objects.isEmpty)
    // Touches that end after the field lift it without a pause, too.
    var (second, more) = try laid()
    second.say(.field, one, false)
    #expect(second.table.objects.count == 1)
    for id in more { second.table.end(id) }
    second.wait(10)
    #expect(second.table.objects.isEmpty)
  }

  @Test func aRadioThatFallsSilentIsLost() throws {
    var (radio, ids) = try laid()
    for id in ids { radio.table.end(id) }
    radio.sensors = [:]
    radio.wait(1500, isHeard: false)
    #expect(radio.table.objects.count == 1)
    radio.wait(1000, isHeard: false)
    #expect(radio.table.objects.isEmpty)
    #expect(radio.table.tracker.nextDeadline == nil)
  }

  @Test func messagesOutOfOrderAndOfUnknownObjectsDoNoHarm() throws {
    var radio = RadioTable(try library(one))
    radio.say(.field, Array("other".utf8), true)
    #expect(radio.table.tracker.refused.messages == 1)
    // Light and field before near, and each of them twice.
    radio.say(.light, one, true)
    radio.say(.field, one, false)
    radio.say(.field, one)
    radio.say(.field, one)
    radio.table.put(one, start)
    radio.say(.near, one)
    radio.wait(300)
    #expect(radio.table.objects.count == 1)
    radio.say(.near, one, false)
    radio.say(.light, one, false)
    for id in Int32(1)...3 { radio.table.end(id) }
    radio.wait(100)
    #expect(radio.table.objects.isEmpty)
  }

  @Test func aFloodOfMessagesLeavesNothingBehind() throws {
    var random = SeededGenerator("TANGIBLE_SEED", default: 1)
    var radio = RadioTable(try library(one, two, definition("plain", [[0, 0], [90, 0], [30, 50]])))
    var live: [Int32] = []
    for _ in 0..<50_000 {
      switch random.below(12) {
      case 0 where live.count < 40:
        let pose = turned(
          Float(random.below(360)), at: [100 + Float(random.below(400)), Float(random.below(300))])
        live += radio.table.put(random.below(2) == 0 ? one : two, pose)
      case 1 where !live.isEmpty: radio.table.end(live.remove(at: random.below(live.count)))
      case 2: radio.table.now += Int64(random.below(400_000_000))
      default:
        radio.say(
          PercMessage.Word.allCases[random.below(3)], [one, two][random.below(2)], random.below(3) > 0)
      }
      for (index, object) in radio.table.tracker.objects.enumerated() {
        for pad in 0..<3 {
          guard let slot = object.pads[pad] else { continue }
          #expect(radio.table.tracker.contacts[slot]?.owner == index)
        }
      }
      #expect(radio.table.tracker.percs.allSatisfy { $0.options.count <= TangibleLimits.options + 1 })
    }
    for id in live { radio.table.end(id) }
    // An object that its panel filters is given up a minute after that was noticed.
    radio.table.now += ms(62_000)
    radio.table.advance()
    #expect(radio.table.objects.isEmpty && radio.table.tracker.nextDeadline == nil)
    #expect(radio.table.tracker.shows.isEmpty)
  }
}
