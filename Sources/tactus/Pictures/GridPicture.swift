// Draws a grid as a PNG picture: the first pattern of each layer, side by side. Main thread.
import Console
import Grids
import Pictures
import ToneMatrix

struct GridPicture {
  let grid: GridDocument
  /// The names of the drums.
  let kit: KitNames

  private static let background = Color(0x14161B)
  private static let pane = Color(0x1C1F27)
  private static let empty = Color(0x2A2E39)
  private static let text = Color(0xE8EAED)
  private static let faint = Color(0x8A909C)

  func write(to path: String) throws {
    let layers = grid.layers.prefix(grid.layerCount)
    let canvas = Canvas(
      width: 1600, height: 140 + 430 * ((layers.count + 1) / 2), background: Self.background)
    canvas.text(string(grid.name), 90, 48, size: 26, Self.text, bold: true)
    canvas.text(string(grid.description), 90, 80, size: 15, Self.faint)
    for (index, layer) in layers.enumerated() {
      let area = Rectangle(
        x: 150 + Double(index % 2) * 750, y: 140 + Double(index / 2) * 430, width: 650, height: 350)
      draw(layer, index, in: area, on: canvas)
    }
    try canvas.write(to: path)
  }

  private func draw(_ layer: GridLayerDocument, _ index: Int, in area: Rectangle, on canvas: Canvas) {
    let color = PictureStyle.layer(index)
    canvas.text("\(index + 1)  \(string(layer.name))", area.x, area.y - 34, size: 17, color, bold: true)
    canvas.text(layer.summary, area.x, area.y - 14, size: 12, Self.faint)
    canvas.fill(area, Self.pane)
    let first = layer.patterns.indices.first { !layer.patterns[$0].isEmpty } ?? layer.pattern
    let shown = layer.patterns[layer.pattern].isEmpty ? first : layer.pattern
    let (pattern, steps) = (layer.patterns[shown], layer.steps(of: shown))
    let width = area.width / Double(steps)
    let height = area.height / Double(layer.rowCount)
    drawNames(layer, steps, in: area, on: canvas)
    for row in 0..<layer.rowCount {
      for step in 0..<steps {
        let cell = pattern[row, step]
        let place = Rectangle(
          x: area.x + Double(step) * width + 1, y: area.bottom - Double(row + 1) * height + 1,
          width: width - 2, height: height - 2)
        canvas.fill(place, Self.empty.mixed(with: Self.pane, step % 4 == 0 ? 0 : 0.4))
        guard cell.isOn else { continue }
        let velocity = Double(cell.velocity == 0 ? UInt8(layer.velocity) : cell.velocity) / 127
        let shown = color.faded((0.35 + 0.65 * velocity) * (0.4 + 0.6 * Double(cell.probability) / 100))
        // A note over several steps ends at the edge of the pane; a ratchet is several strikes; a delay moves
        // it to the right.
        let late = Double(cell.delay) / 100 * width
        let length = min(Double(cell.length) * width - 2 - late, area.right - place.x - late)
        let strike = place.width / Double(cell.ratchet)
        for hit in 0..<Int(cell.ratchet) {
          let isLast = hit == Int(cell.ratchet) - 1
          let x = place.x + late + Double(hit) * strike
          canvas.fill(
            Rectangle(
              x: x, y: place.y,
              width: isLast ? max(1, length - Double(hit) * strike) : strike - 1, height: place.height), shown
          )
        }
        if cell.of > 1 {
          canvas.text(
            "\(cell.nth):\(cell.of)", place.x + place.width / 2, place.y + place.height / 2,
            size: min(11, height * 0.7), Self.background, .center)
        }
      }
    }
  }

  /// The note or drum of each row to its left, and the numbers of the steps below.
  private func drawNames(_ layer: GridLayerDocument, _ steps: Int, in area: Rectangle, on canvas: Canvas) {
    let height = area.height / Double(layer.rowCount)
    for row in 0..<layer.rowCount {
      canvas.text(
        layer.rowName(row, kit), area.x - 8, area.bottom - (Double(row) + 0.5) * height,
        size: min(12, height * 0.9), Self.faint, .right)
    }
    let width = area.width / Double(steps)
    for step in stride(from: 0, to: steps, by: width < 14 ? 4 : 1) {
      canvas.text(
        "\(step + 1)", area.x + (Double(step) + 0.5) * width, area.bottom + 12, size: 11,
        step % 4 == 0 ? Self.text : Self.faint, .center)
    }
  }
}
