// Random keys that start patterns, at a steady tempo with jumps and stops of the host, and the notes they play.
import Controls
import RealTime
import TestSupport

@testable import ToneMatrix

struct TriggerScript {
  private enum Event {
    case jump(Int64), stop, start
    case key(UInt8, velocity: UInt8)
  }

  private let grid: RandomLayers
  private let latches: Bool
  private let tempo: Fraction
  private let rate: Int64
  private let block: Int
  private var events: [(frame: Int64, event: Event)] = []
  private let end: Int64 = 200_000

  init(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    grid = RandomLayers(&dice, hasLife: false, hasMore: true).withoutEarlyCells
    latches = dice.isOne(in: 2)
    tempo = Fraction(Fraction.Wide(400 + dice.below(1400)), 8)
    rate = Int64(dice.pick([44_100, 48_000, 96_000]))
    block = dice.pick([64, 500, 1024])
    var rolls = dice.isOne(in: 2)
    if rolls { events.append((0, .start)) }
    var down: [UInt8] = []
    var frame: Int64 = 0
    while true {
      frame += Int64(1 + dice.below(30_000))
      // What the host says about its timeline comes at the beginning of a block.
      let begin = (frame / Int64(block) + 1) * Int64(block)
      if max(frame, begin) >= end - Int64(block) { break }
      switch dice.below(8) {
      case 0 where rolls:
        frame = begin
        events.append((frame, .jump(Int64(dice.below(2_000_000)))))
      case 1:
        frame = begin
        events.append((frame, rolls ? .stop : .start))
        rolls.toggle()
      case 2, 3, 4:
        if down.isEmpty { continue }
        events.append((frame, .key(down.remove(at: dice.below(down.count)), velocity: 0)))
      default:
        let key = UInt8(30 + dice.below(60))
        if down.contains(key) { continue }
        down.append(key)
        events.append((frame, .key(key, velocity: UInt8(1 + dice.below(127)))))
      }
    }
    frame = end - Int64(block)
    frame -= frame % Int64(block)
    events.append((frame, .stop))
  }

  func play() -> Player {
    let player = Player(rate: Double(rate)) { grid in
      self.grid.make(&grid)
      for layer in self.grid.layers.indices {
        grid.layers[layer].keys = .trigger
        grid.layers[layer].latches = latches
        grid.layers[layer].linkCount = 0
        grid.layers[layer].chainBars = 0
      }
    }
    var (start, timeline, rolls): (Int64, Int64, Bool) = (0, 0, false)
    var waiting = events[...]
    while start < end {
      while let next = waiting.first, next.frame < start + Int64(block) {
        switch waiting.removeFirst().event {
        case .key(let key, let velocity): player.at(Int(next.frame - start), midi: [0x90, key, velocity])
        case .jump(let to):
          timeline = to
          player.at(0, transport(timeline, rolls: true))
        case .stop: (rolls, _) = (false, player.at(0, transport(timeline, rolls: false)))
        case .start: (rolls, _) = (true, player.at(0, transport(timeline, rolls: true)))
        }
      }
      player.run(block)
      start += Int64(block)
      if rolls { timeline += Int64(block) }
    }
    return player
  }

  private func transport(_ timeline: Int64, rolls: Bool) -> Transport {
    let place = Fraction(Fraction.Wide(timeline)) * perFrame
    let bar = (place / Fraction(4)).floor
    return rolling(
      frame: timeline, bar: bar, barBeat: (place - Fraction(Fraction.Wide(4 * bar))).number,
      tempo: tempo.number,
      speed: rolls ? 1 : 0)
  }

  private var perFrame: Fraction { tempo / Fraction(Fraction.Wide(60 * rate)) }

  /// The notes: a pattern goes on through jumps, and starts again with the timeline.
  var model: [ModelNote] {
    var notes: [ModelNote] = []
    var (down, isStarted, rolls): ([UInt8], Bool, Bool) = ([], false, false)
    var begin: Int64 = 0
    func play(until end: Int64) {
      guard isStarted, rolls else { return }
      for layer in grid.layers { notes += strikes(layer, from: begin, until: end) }
    }
    for (frame, event) in events {
      switch event {
      case .jump: break
      case .stop:
        play(until: frame)
        rolls = false
        if down.isEmpty { isStarted = false }
      case .start: (rolls, begin) = (true, frame)
      case .key(let key, 0):
        down.removeAll { $0 == key }
        if down.isEmpty && !latches {
          play(until: frame)
          isStarted = false
        }
      case .key(let key, _):
        play(until: frame)
        down.append(key)
        (isStarted, begin) = (true, frame)
      }
    }
    return notes.sorted()
  }

  private func strikes(_ layer: ModelLayer, from begin: Int64, until end: Int64) -> [ModelNote] {
    let pattern = layer.patterns[0]
    var found: [ModelNote] = []
    var step: Int64 = 0
    while true {
      let late = step % 2 == 1 ? layer.swing : 0
      let place = Fraction(Fraction.Wide(100 * step + late), 100)
      if begin + Int64((place * pattern.length / perFrame).number) > end { return found }
      for cell in pattern.cells(of: step) where pattern.round(of: step) % cell.of == cell.nth - 1 {
        for hit in 0..<cell.ratchet {
          let part =
            Fraction(Fraction.Wide(cell.delay), 100)
            + Fraction(Fraction.Wide(hit), Fraction.Wide(cell.ratchet))
          let frame = begin + max(0, ((place + part) * pattern.length / perFrame - slack).ceiling)
          if frame < end { found.append(ModelNote(frame: frame, channel: layer.channel, note: cell.note)) }
        }
      }
      step += 1
    }
  }
}
