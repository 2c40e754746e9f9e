// Draws notes as a PNG picture, with the tempo above. Main thread.
import Foundation

/// A picture of the notes of a piece.
package struct PianoRoll {
  private let title: String
  private let notes: [PlayedNote]
  private let tempos: [(seconds: Double, tempo: Double)]
  private let seconds: Double
  private let drums: [Int: String]

  private typealias Style = PictureStyle

  /// - Parameters:
  ///   - tempos: quarter notes a minute, over time.
  ///   - drums: the names of keys on channel 10.
  package init(
    title: String, notes: [PlayedNote], tempos: [(seconds: Double, tempo: Double)], seconds: Double,
    drums: [Int: String] = [:]
  ) {
    (self.title, self.notes, self.tempos, self.seconds) = (title, notes, tempos, seconds)
    self.drums = drums
  }

  package func write(to path: String) throws {
    let canvas = Canvas(width: Int(Style.width), height: 920, background: Style.background)
    let right = Style.left + Style.plotWidth
    canvas.text(title, Style.left, 40, size: 22, Style.text, bold: true)
    canvas.text(
      "\(notes.count) notes in \(String(format: "%.1f", seconds)) s", right, 40, size: 14, Style.faint, .right
    )
    drawTempo(in: Rectangle(x: Style.left, y: 100, width: Style.plotWidth, height: 90), on: canvas)
    let pane = Rectangle(x: Style.left, y: 230, width: Style.plotWidth, height: 630)
    NotePane(notes, seconds: seconds, drums: drums).draw(in: pane, on: canvas)
    for time in Style.labelled(seconds) {
      canvas.text(String(format: "%g s", time), x(time), pane.bottom + 18, size: 12, Style.faint, .center)
    }
    try canvas.write(to: path)
  }

  private func x(_ time: Double) -> Double { Style.left + time / max(seconds, 0.001) * Style.plotWidth }

  private func drawTempo(in area: Rectangle, on canvas: Canvas) {
    canvas.fill(area, Style.pane)
    canvas.text("tempo", area.x, area.y - 14, size: 13, Style.faint)
    guard let low = tempos.map(\.tempo).min(), let high = tempos.map(\.tempo).max() else { return }
    func y(_ tempo: Double) -> Double {
      area.bottom - 12 - (tempo - low) / max(high - low, 1) * (area.height - 24)
    }
    for (from, to) in zip(tempos, tempos.dropFirst()) {
      canvas.line(x(from.seconds), y(from.tempo), x(to.seconds), y(to.tempo), width: 2, Color(0xFFD54F))
    }
    for tempo in Set([low, high]) {
      canvas.text(String(format: "%.0f", tempo), area.x - 8, y(tempo), size: 12, Style.faint, .right)
    }
  }
}
