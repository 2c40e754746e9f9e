// Random layers of the model, and the grid of the plugin that has the same cells.
import Controls
import TestSupport

@testable import ToneMatrix

struct RandomLayers {
  private(set) var layers: [ModelLayer] = []
  private var shapes: [(Division, Int)] = []

  init(_ dice: inout SeededGenerator) {
    for layer in 0..<(1 + dice.below(4)) {
      let division = dice.pick(Division.allCases)
      let stretch = dice.pick([1, 1, 2, 4])
      let steps = 1 + dice.below(32)
      var cells: [ModelCell] = []
      for _ in 0..<(1 + dice.below(8)) {
        let ratchet = Int64(dice.pick([1, 1, 1, 2, 3, 4]))
        let delay = dice.isOne(in: 3) ? Int64(dice.below(100)) : 0
        let row = dice.below(32)
        let step = Int64(dice.below(steps))
        if cells.contains(where: { $0.note == UInt8(row + 40) && $0.step == step }) { continue }
        cells.append(ModelCell(step: step, note: UInt8(row + 40), delay: delay, ratchet: ratchet))
      }
      layers.append(
        ModelLayer(
          channel: UInt8(layer), steps: Int64(steps),
          length: Fraction(Fraction.Wide(division.ninetySixths * Int64(stretch)), 96),
          swing: dice.isOne(in: 3) ? Int64(dice.below(76)) : 0, cells: cells))
      shapes.append((division, stretch))
    }
  }
  /// Makes the grid of the model's layers.
  func make(_ grid: inout CompiledGrid) {
    for (index, layer) in layers.enumerated() {
      let to = grid.layers + index
      to.pointee.steps = UInt8(layer.steps)
      to.pointee.rowCount = 32
      to.pointee.division = shapes[index].0
      to.pointee.stretch = UInt8(shapes[index].1)
      to.pointee.channel = layer.channel
      to.pointee.swing = UInt8(layer.swing)
      to.pointee.gate = 30
      for row in 0..<32 { to.pointee.rows[row].pitch = Float(40 + row) }
      grid.fill(
        index,
        layer.cells.map {
          var cell = GridCell(isOn: true)
          cell.delay = UInt8($0.delay)
          cell.ratchet = UInt8($0.ratchet)
          return (Int($0.step), Int($0.note) - 40, cell)
        })
    }
  }
}
