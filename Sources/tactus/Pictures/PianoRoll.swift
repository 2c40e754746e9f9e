// Draws notes as a PNG picture: time to the right, pitch upwards,
// a colour for each channel, the tempo above. Main thread.
import Foundation

struct PianoRoll {
  struct Note {
    var begin, end: Double
    var channel, key, velocity: Int
  }

  let title: String
  let notes: [Note]
  let tempos: [(seconds: Double, tempo: Double)]
  let seconds: Double
  /// The names of the drums, which are the notes of channel 10.
  var drums = KitNames()

  private static let background = Color(0x14161B)
  private static let pane = Color(0x1C1F27)
  private static let black = Color(0x181A21)
  private static let grid = Color(0x2A2E39)
  private static let text = Color(0xE8EAED)
  private static let faint = Color(0x8A909C)
  private static let left = 90.0
  private static let right = 1560.0

  func write(to path: String) throws {
    let canvas = Canvas(width: 1600, height: 900, background: Self.background)
    canvas.text(title, Self.left, 40, size: 22, Self.text, bold: true)
    canvas.text(
      "\(notes.count) notes in \(String(format: "%.1f", seconds)) s", Self.right, 40, size: 14, Self.faint,
      .right)
    drawTempo(in: Rectangle(x: Self.left, y: 80, width: Self.right - Self.left, height: 90), on: canvas)
    drawNotes(in: Rectangle(x: Self.left, y: 210, width: Self.right - Self.left, height: 630), on: canvas)
    try canvas.write(to: path)
  }

  private func x(_ time: Double) -> Double {
    Self.left + time / max(seconds, 0.001) * (Self.right - Self.left)
  }

  private func drawTempo(in area: Rectangle, on canvas: Canvas) {
    canvas.fill(area, Self.pane)
    canvas.text("tempo", area.x, area.y - 14, size: 13, Self.faint)
    guard let low = tempos.map(\.tempo).min(), let high = tempos.map(\.tempo).max() else { return }
    func y(_ tempo: Double) -> Double {
      area.bottom - 12 - (tempo - low) / max(high - low, 1) * (area.height - 24)
    }
    for (from, to) in zip(tempos, tempos.dropFirst()) {
      canvas.line(x(from.seconds), y(from.tempo), x(to.seconds), y(to.tempo), width: 2, Color(0xFFD54F))
    }
    for tempo in Set([low, high]) {
      canvas.text(String(format: "%.0f", tempo), area.x - 8, y(tempo), size: 12, Self.faint, .right)
    }
  }

  private func drawNotes(in area: Rectangle, on canvas: Canvas) {
    let low = (notes.map(\.key).min() ?? 60) - 2
    let high = (notes.map(\.key).max() ?? 60) + 2
    let height = area.height / Double(high - low + 1)
    func y(_ key: Int) -> Double { area.bottom - Double(key - low + 1) * height }
    for key in low...high {
      let isBlack = [1, 3, 6, 8, 10].contains(((key % 12) + 12) % 12)
      canvas.fill(
        Rectangle(x: area.x, y: y(key), width: area.width, height: height), isBlack ? Self.black : Self.pane)
      if let name = drums[key], notes.contains(where: { $0.channel == 9 && $0.key == key }) {
        let color = GridPicture.layers[2]
        canvas.text(name, area.x - 8, y(key) + height / 2, size: min(12, height), color, .right)
      } else if key % 12 == 0 {
        canvas.text(noteName(key), area.x - 8, y(key) + height / 2, size: 12, Self.faint, .right)
      }
    }
    let step = [1.0, 2, 5, 10, 30, 60].first { $0 / max(seconds, 0.001) * area.width >= 50 } ?? 300
    for time in stride(from: 0, through: seconds, by: step) {
      canvas.line(x(time), area.y, x(time), area.bottom, width: 1, Self.grid)
      canvas.text(String(format: "%g s", time), x(time), area.bottom + 18, size: 12, Self.faint, .center)
    }
    for note in notes {
      let color = GridPicture.layers[note.channel == 9 ? 2 : note.channel % 4]
      canvas.fill(
        Rectangle(
          x: x(note.begin), y: y(note.key) + 1, width: max(2, x(note.end) - x(note.begin)), height: height - 2
        ),
        color.faded(0.35 + 0.65 * Double(note.velocity) / 127))
    }
  }
}
