// The simulated table: its touches are orderly, and what lies on it is recognized.
import TestSupport
import Testing

@testable import Tangibles

@Suite struct TableTests {
  private func reports(_ settings: TableSettings, seed: UInt64, frames: Int) -> [TableSimulation.Report] {
    var table = TableSimulation([stone, pebble], settings, seed: seed)
    return (0..<frames).flatMap { _ in table.next() }
  }

  private var everything: TableSettings {
    var settings = TableSettings()
    (settings.merges, settings.ghosts, settings.filter, settings.fingers) = (0.3, 0.5, 8, 6)
    settings.stay = 12
    return settings
  }

  @Test func equalSeedsGiveEqualTouches() {
    let first = reports(everything, seed: 7, frames: 2000)
    #expect(first == reports(everything, seed: 7, frames: 2000))
    #expect(first != reports(everything, seed: 8, frames: 2000))
  }

  @Test func eachTouchBeginsMovesAndEndsOnce() {
    var live: Set<Int32> = []
    var known: Set<Int32> = []
    for report in reports(everything, seed: 3, frames: 4000) {
      switch report.word {
      case .began:
        #expect(known.insert(report.id).inserted)
        live.insert(report.id)
      case .moved: #expect(live.contains(report.id))
      case .ended: #expect(live.remove(report.id) != nil)
      }
      #expect(-30...630 ~= report.place.x && -30...370 ~= report.place.y)
    }
    #expect(known.count > 100 && live.count < 20)
  }

  @Test func whatLiesThereIsFound() throws {
    var settings = TableSettings()
    settings.fingers = 4
    var table = TableSimulation([stone, pebble], settings, seed: testSeed("TANGIBLE_SEED", default: 5))
    var tracker = TangibleTracker(try library(stone, pebble), confirm: .fast)
    var lying: [Int: TangiblePose] = [:]
    var (frames, found) = (0, 0)
    for frame in 0..<6000 {
      for report in table.next() {
        tracker.handle(report.word, source: 1, id: report.id, place: report.place, at: ms(Double(frame) * 10))
        {
          change, _ in
          switch change {
          case .placed(let index, _, let pose): lying[index] = pose
          case .lifted(let index, _): lying[index] = nil
          case .through, .withdrawn, .released: break
          }
        }
      }
      for index in 0..<2 {
        guard let pose = table.pose(of: index) else { continue }
        frames += 1
        if let seen = lying[index], distance(seen.place, pose.place) < 10 { found += 1 }
      }
    }
    // Of each 4 s, the pads come within 80 ms, and need about 50 more.
    #expect(Double(found) > 0.93 * Double(frames), "\(found) of \(frames)")
    #expect(tracker.seen.allSatisfy { $0.recognized >= 9 && $0.latency > 0 })
  }

  @Test func anObjectWithARadioIsFoundByItsFieldAndTouches() throws {
    var radio = stone
    radio.perc = TangibleDefinition.Perc(id: Array("stone".utf8), light: [20, 10])
    var settings = TableSettings()
    (settings.drops, settings.fingers) = (0, 3)
    var table = TableSimulation([radio, pebble], settings, seed: testSeed("TANGIBLE_SEED", default: 4))
    var tracker = TangibleTracker(try library(radio, pebble), confirm: .fast)
    var (placed, lifted, said): (Int, Int, [PercMessage.Word: Int]) = (0, 0, [:])
    for frame in 0..<6000 {
      func tell(_ change: TangibleChange, _ time: Int64) {
        if case .lifted(0, _) = change { lifted += 1 }
      }
      let time = ms(Double(frame) * 10)
      for report in table.next() {
        tracker.handle(report.word, source: 1, id: report.id, place: report.place, at: time, tell: tell)
      }
      for message in table.messages {
        said[message.word, default: 0] += 1
        tracker.handle(message, at: time, tell: tell)
      }
      if tracker.seen[0].recognized > placed { placed = tracker.seen[0].recognized }
    }
    // Put down each 5.5 s from 0.5 s on, for 4 s.
    #expect(said[.near] == 120 && 20...22 ~= said[.field, default: 0])
    #expect(placed == 11 && lifted >= 10 && tracker.seen[1].recognized >= 10)
    // The pads come within 80 ms, and no time is waited out after the last of them.
    #expect(Double(tracker.seen[0].latency) / 11 < 0.1e9)
  }

  @Test func aPanelThatFiltersEndsTouchesThatLie() throws {
    var settings = TableSettings()
    (settings.filter, settings.stay, settings.speed, settings.turning) = (8, 30, 0, 0)
    (settings.drops, settings.noise) = (0, 0)
    var table = TableSimulation([stone], settings, seed: 2)
    let words = (0..<1500).flatMap { _ in table.next() }.map(\.word)
    #expect(words.count { $0 == .began } == 3 && words.count { $0 == .ended } == 3)
    #expect(table.pose(of: 0) != nil)
  }
}
