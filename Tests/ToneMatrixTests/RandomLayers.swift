// Random layers of the model, and the grid of the plugin that has the same cells.
import Controls
import TestSupport

@testable import ToneMatrix

struct RandomLayers {
  private(set) var layers: [ModelLayer] = []
  /// The songs of the grid; half of the grids have none.
  private(set) var songs: [[ModelSection]] = []
  /// By layer and pattern: the division and the factor on it.
  private var shapes: [[(Division, Int)]] = []

  /// - Parameters:
  ///   - hasLife: whether half of the grids have songs, and half of them chances, accents and cells that depend on
  ///     others, with dice of their own. The first seeds that failed have neither.
  ///   - hasMore: whether a sixth of the grids have five to sixteen layers, with dice of their own; nil: as `hasLife`.
  init(_ dice: inout SeededGenerator, hasLife: Bool = true, hasMore: Bool? = nil) {
    var lifeDice = dice
    for _ in 0..<(1 + dice.below(4)) { addLayer(&dice) }
    if hasLife && !dice.isOne(in: 2) {
      songs = (0..<1 + dice.below(2)).map { _ in
        (0..<1 + dice.below(4)).map { _ in
          ModelSection(
            bars: Int64(1 + dice.below(4)), patterns: layers.map { dice.below($0.patterns.count) },
            mutes: Set(layers.indices.filter { _ in dice.isOne(in: 4) }))
        }
      }
    }
    var copy = dice
    var moreDice = SeededGenerator(seed: copy.next())
    if hasMore ?? hasLife, moreDice.isOne(in: 6) { addMoreLayers(&moreDice) }
    for layer in layers.indices where !songs.isEmpty { layers[layer].songs = ModelSongs(songs) }
    if hasLife && lifeDice.isOne(in: 2) { addLife(&lifeDice) }
  }

  private mutating func addLayer(_ dice: inout SeededGenerator) {
    let layer = layers.count
    // Half of the layers have one pattern, as all had once.
    let count = dice.isOne(in: 2) ? 1 : 1 + dice.below(3)
    let isPlain = count == 1 && dice.isOne(in: 2)
    var patterns: [ModelPattern] = []
    shapes.append([])
    for pattern in 0..<count {
      let division = dice.pick(Division.allCases)
      let stretch = dice.pick([1, 1, 2, 4])
      let steps = 1 + dice.below(dice.isOne(in: 3) ? 64 : 32)
      shapes[layer].append((division, stretch))
      patterns.append(
        ModelPattern(
          steps: Int64(steps), length: Fraction(Fraction.Wide(division.ninetySixths * Int64(stretch)), 96),
          restart: isPlain || pattern > 0 && dice.isOne(in: 2) ? 0 : Int64(dice.below(4)),
          cells: Self.cells(steps, &dice)))
    }
    var chain: [(pattern: Int, bars: Int64)] = []
    if !isPlain && (count > 1 || dice.isOne(in: 3)) {
      for _ in 0..<(1 + dice.below(4)) { chain.append((dice.below(count), Int64(1 + dice.below(5)))) }
    }
    layers.append(
      ModelLayer(
        channel: UInt8(layer), swing: dice.isOne(in: 3) ? Int64(dice.below(76)) : 0, patterns: patterns,
        chain: chain))
  }

  private mutating func addMoreLayers(_ dice: inout SeededGenerator) {
    let count = 5 + dice.below(GridLimit.layers - 4)
    while layers.count < count {
      addLayer(&dice)
      for song in songs.indices {
        for section in songs[song].indices {
          songs[song][section].patterns.append(dice.below(layers[layers.count - 1].patterns.count))
          if dice.isOne(in: 4) { songs[song][section].mutes.insert(layers.count - 1) }
        }
      }
    }
  }

  /// Whether cells are struck before their steps, by their delay or by chance.
  var hasEarlyCells: Bool {
    layers.contains {
      $0.life.humanizeTiming > 0 || $0.patterns.contains { $0.cells.contains { $0.delay < 0 } }
    }
  }

  /// A change of the song's ports.
  func songChange(_ dice: inout SeededGenerator) -> ModelSongEvent.Change {
    switch dice.below(6) {
    case 0: .song(dice.below(4))
    case 1, 2: .loop(dice.isOne(in: 2))
    default: .section(dice.below(5))
    }
  }

  private mutating func addLife(_ dice: inout SeededGenerator) {
    let seed = dice.next() >> 11
    for layer in layers.indices {
      layers[layer].life = ModelLife(
        seed: seed, humanizeVelocity: Int64(dice.pick([0, dice.below(101)])),
        humanizeTiming: Int64(dice.pick([0, dice.below(51)])),
        curve: Int64(dice.pick([0, dice.below(201) - 100])))
      // The first layers depend on one another, as all did once.
      let asked = layer < 4 ? 4 : GridLimit.layers
      for pattern in layers[layer].patterns.indices {
        addLife(&layers[layer].patterns[pattern], asked, &dice)
      }
    }
    let tracks = layers
    for layer in layers.indices { layers[layer].tracks = tracks }
  }

  private func addLife(_ pattern: inout ModelPattern, _ asked: Int, _ dice: inout SeededGenerator) {
    if dice.isOne(in: 3) { pattern.probability = Int64(dice.below(101)) }
    if dice.isOne(in: 2) {
      for _ in 0..<4 { pattern.accents[Int64(dice.below(Int(pattern.steps)))] = Int64(dice.below(201)) }
    }
    // Some cells stand in the column of another one, so that there are rows to ask.
    for index in pattern.cells.indices.dropFirst() where dice.isOne(in: 3) {
      let step = pattern.cells[index - 1].step
      if pattern.cells.contains(where: { $0.step == step && $0.note == pattern.cells[index].note }) {
        continue
      }
      pattern.cells[index].step = step
    }
    for index in pattern.cells.indices {
      if dice.isOne(in: 3) { pattern.cells[index].velocity = Int64(1 + dice.below(127)) }
      if dice.isOne(in: 3) { pattern.cells[index].probability = Int64(dice.below(101)) }
      if dice.isOne(in: 6) { pattern.cells[index].isFill = dice.isOne(in: 2) }
      if dice.isOne(in: 3) {
        let isTrack = dice.isOne(in: 3)
        let number = isTrack ? dice.below(asked) : dice.pick(pattern.cells).row
        pattern.cells[index].relation = ModelRelation(
          isTrack: isTrack, number: number, plays: dice.isOne(in: 2))
      }
    }
  }

  private static func cells(_ steps: Int, _ dice: inout SeededGenerator) -> [ModelCell] {
    var cells: [ModelCell] = []
    for _ in 0..<(1 + dice.below(8)) {
      let ratchet = Int64(dice.pick([1, 1, 1, 2, 3, 4]))
      let delay = dice.pick([0, 0, 1, -1]) * Int64(dice.below(100))
      let row = dice.below(32)
      let step = Int64(dice.below(steps))
      if cells.contains(where: { $0.note == UInt8(row + 40) && $0.step == step }) { continue }
      var cell = ModelCell(step: step, note: UInt8(row + 40), delay: delay, ratchet: ratchet)
      if dice.isOne(in: 4) {
        cell.of = Int64(1 + dice.below(4))
        cell.nth = 1 + Int64(dice.below(Int(cell.of)))
      }
      cells.append(cell)
    }
    return cells
  }

  /// The same layers with late cells instead of early ones.
  var withoutEarlyCells: RandomLayers {
    var other = self
    for layer in layers.indices {
      for pattern in layers[layer].patterns.indices {
        for cell in layers[layer].patterns[pattern].cells.indices {
          let delay = layers[layer].patterns[pattern].cells[cell].delay
          other.layers[layer].patterns[pattern].cells[cell].delay = abs(delay)
        }
      }
    }
    return other
  }

  /// Makes the grid of the model's layers.
  func make(_ grid: inout CompiledGrid) {
    for (index, song) in songs.enumerated() {
      for each in song {
        var section = GridSection()
        section.bars = UInt8(each.bars)
        for (layer, pattern) in each.patterns.enumerated() { section.patterns[layer] = UInt8(pattern) }
        for layer in each.mutes { section.mutes |= 1 << UInt32(layer) }
        grid.songs[index].append(section)
      }
    }
    grid.seed = layers[0].life.seed
    for (index, layer) in layers.enumerated() {
      let to = grid.layers + index
      to.pointee.steps = UInt8(layer.patterns[0].steps)
      to.pointee.rowCount = 32
      to.pointee.division = shapes[index][0].0
      to.pointee.stretch = UInt8(shapes[index][0].1)
      to.pointee.channel = layer.channel
      to.pointee.swing = UInt8(layer.swing)
      to.pointee.gate = 30
      to.pointee.humanizeVelocity = UInt8(layer.life.humanizeVelocity)
      to.pointee.humanizeTiming = UInt8(layer.life.humanizeTiming)
      to.pointee.velocityCurve = Int8(layer.life.curve)
      for row in 0..<32 { to.pointee.rows[row].pitch = Float(40 + row) }
      for (link, each) in layer.chain.enumerated() {
        to.pointee.links[link].pattern = UInt8(each.pattern)
        to.pointee.links[link].bars = UInt8(each.bars)
        to.pointee.chainBars += Int32(each.bars)
      }
      to.pointee.linkCount = UInt8(layer.chain.count)
      for (number, pattern) in layer.patterns.enumerated() {
        // The first pattern has the layer's times.
        if number > 0 {
          to.pointee.times[number].steps = UInt8(pattern.steps)
          (to.pointee.times[number].hasDivision, to.pointee.times[number].division) = (
            true, shapes[index][number].0
          )
          to.pointee.times[number].stretch = UInt8(shapes[index][number].1)
        }
        to.pointee.times[number].restart = UInt8(pattern.restart)
        to.pointee.times[number].probability = UInt8(pattern.probability)
        if !pattern.accents.isEmpty {
          let accents = (0..<64).map { UInt8(pattern.accents[$0] ?? 100) }
          accents.withUnsafeBufferPointer { grid.setAccents(index, number, $0) }
        }
        grid.fill(
          index, pattern: number,
          pattern.cells.map {
            var cell = GridCell(isOn: true)
            cell.delay = Int8($0.delay)
            cell.ratchet = UInt8($0.ratchet)
            (cell.nth, cell.of) = (UInt8($0.nth), UInt8($0.of))
            (cell.velocity, cell.probability) = (UInt8($0.velocity), UInt8($0.probability))
            cell.moment = $0.isFill.map { $0 ? .fill : .noFill } ?? .always
            cell.relation = $0.relation.map {
              CellRelation($0.isTrack ? .track : .row, UInt8($0.number), plays: $0.plays)
            }
            return (Int($0.step), Int($0.note) - 40, cell)
          })
      }
    }
  }
}
