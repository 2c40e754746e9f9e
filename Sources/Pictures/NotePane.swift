// A part of a picture with notes: time to the right, pitch upwards, a color for each channel. Main thread.
import Foundation

/// A note that was played.
package struct PlayedNote: Equatable {
  /// Seconds from the beginning.
  package var begin, end: Double
  /// From 0.
  package var channel, key, velocity: Int

  package init(begin: Double, end: Double, channel: Int, key: Int, velocity: Int) {
    (self.begin, self.end) = (begin, end)
    (self.channel, self.key, self.velocity) = (channel, key, velocity)
  }
}

/// Notes over time.
package struct NotePane {
  private let notes: [PlayedNote]
  /// The time at the right edge.
  private let seconds: Double

  /// The names of keys on channel 10.
  private let drums: [Int: String]

  private static let black = Color(0x181A21)

  package init(_ notes: [PlayedNote], seconds: Double, drums: [Int: String] = [:]) {
    self.notes = notes
    self.drums = drums
    self.seconds = max(seconds, 0.001)
  }

  /// Draws the notes, and to the left of the area the names of octaves and of drums that are played.
  package func draw(in area: Rectangle, on canvas: Canvas) {
    func x(_ time: Double) -> Double { area.x + min(time / seconds, 1) * area.width }
    // An octave at least, so that few notes do not fill the pane.
    let least = notes.map(\.key).min() ?? 60
    let most = max(notes.map(\.key).max() ?? 60, least + 8)
    let (low, high) = (least - 2, most + 2)
    let height = area.height / Double(high - low + 1)
    func y(_ key: Int) -> Double { area.bottom - Double(key - low + 1) * height }
    for key in low...high {
      let isBlack = [1, 3, 6, 8, 10].contains(((key % 12) + 12) % 12)
      canvas.fill(
        Rectangle(x: area.x, y: y(key), width: area.width, height: height),
        isBlack ? Self.black : PictureStyle.pane)
      if let name = drums[key], notes.contains(where: { $0.channel == 9 && $0.key == key }) {
        canvas.text(
          name, area.x - 8, y(key) + height / 2, size: min(12, height), PictureStyle.layers[2], .right)
      } else if key % 12 == 0 {
        canvas.text(
          noteName(key), area.x - 8, y(key) + height / 2, size: 12, PictureStyle.faint, .right)
      }
    }
    for seconds in PictureStyle.labelled(seconds) {
      canvas.line(x(seconds), area.y, x(seconds), area.bottom, width: 1, PictureStyle.grid)
    }
    for note in notes {
      let color = PictureStyle.layers[note.channel == 9 ? 2 : note.channel % 4]
      canvas.fill(
        Rectangle(
          x: x(note.begin), y: y(note.key) + 1, width: max(2, x(note.end) - x(note.begin)),
          height: max(1, height - 2)),
        color.faded(0.35 + 0.65 * Double(note.velocity) / 127))
    }
  }
}

/// Scientific pitch notation; 60 is C4.
package func noteName(_ note: Int) -> String {
  let letters = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
  return letters[(note % 12 + 12) % 12] + "\((note + 120) / 12 - 11)"
}
