// Draws a performance: touches and notes over time, and below, on the same time axis, the sound's spectrum.
// Main thread.
import Console
import Foundation
import Pictures

/// The content of the picture.
package struct Picture {
  package var title: String
  /// The meaning of x and y to the plugin; empty if it is not known.
  package var meaning: (x: String, y: String)
  package var touches: [DecodedTouch]
  /// The notes that were played beside the touches.
  package var notes: [PlayedNote]
  package var sound: Spectrogram.Sound

  package init(
    title: String, meaning: (x: String, y: String), touches: [DecodedTouch], notes: [PlayedNote],
    sound: Spectrogram.Sound
  ) {
    (self.title, self.meaning, self.touches, self.notes) = (title, meaning, touches, notes)
    self.sound = sound
  }

  private typealias Style = PictureStyle

  /// Where each part lies. What was not played has no part; a picture of nothing shows that no touch came.
  private struct Layout {
    private(set) var across, upward, notes: Rectangle?
    private(set) var spectrum: Rectangle
    private(set) var height: Double

    init(touches: Bool, notes hasNotes: Bool) {
      var y = 92.0
      func part(_ height: Double) -> Rectangle {
        defer { y += height + 48 }
        return Rectangle(x: Style.left, y: y, width: Style.plotWidth, height: height)
      }
      if touches || !hasNotes { (across, upward) = (part(260), part(140)) }
      if hasNotes { notes = part(touches ? 240 : 448) }
      spectrum = part(350)
      height = spectrum.bottom + 62
    }
  }

  /// Colors from silence to full level; their lightness grows evenly.
  private static let heat = [0x11141C, 0x2A1B4E, 0x6A1F7A, 0xB5367A, 0xF0605D, 0xFEAE76, 0xFCFDBF].map {
    Color($0)
  }

  package func write(to path: String) throws {
    let layout = Layout(touches: !touches.isEmpty, notes: !notes.isEmpty)
    let canvas = Canvas(width: Int(Style.width), height: Int(layout.height), background: Style.background)
    canvas.text(title, Style.left, 34, size: 20, Style.text, bold: true)
    if let across = layout.across, let upward = layout.upward {
      for pane in [across, upward] {
        canvas.fill(pane, Style.pane)
        drawSeconds(in: pane, on: canvas)
      }
      drawTouches(across, upward, on: canvas)
    }
    if let pane = layout.notes {
      heading("Notes", "one colour a channel · brighter: harder", above: pane, on: canvas)
      NotePane(notes, seconds: sound.seconds).draw(in: pane, on: canvas)
    }
    drawSpectrum(in: layout.spectrum, on: canvas)
    drawSeconds(in: layout.spectrum, on: canvas)
    for seconds in Style.labelled(sound.seconds) {
      canvas.text(
        String(format: "%g s", seconds), x(seconds), layout.spectrum.bottom + 18, size: 13, Style.faint,
        .center)
    }
    try canvas.write(to: path)
  }

  private func x(_ seconds: Double) -> Double { Style.left + seconds / sound.seconds * Style.plotWidth }

  /// The y of a touch in its pane; 12 pixels at each edge are left for thick lines.
  private static func y(_ part: Double, in area: Rectangle) -> Double {
    area.bottom - 12 - part * (area.height - 24)
  }

  private func heading(_ title: String, _ hint: String, above area: Rectangle, on canvas: Canvas) {
    canvas.text(title, area.x, area.y - 16, size: 15, Style.text, bold: true)
    canvas.text(hint, area.right, area.y - 16, size: 13, Style.faint, .right)
  }

  // MARK: Touches

  private func drawTouches(_ across: Rectangle, _ upward: Rectangle, on canvas: Canvas) {
    let trails = Trail.trails(of: touches)
    heading(
      "Touches from left to right" + meaning.x,
      "one colour a touch · thicker: pressed harder · a gap: it jumped · ring: it lifts", above: across,
      on: canvas)
    heading("Touches from bottom to top" + meaning.y, "the same touches", above: upward, on: canvas)
    for (area, low, high) in [(across, "left", "right"), (upward, "bottom", "top")] {
      for (part, label) in [(0, low), (0.25, ""), (0.5, "middle"), (0.75, ""), (1, high)] {
        let y = Self.y(part, in: area)
        canvas.line(area.x, y, area.right, y, width: 1, Style.grid)
        canvas.text(label, area.x - 8, y, size: 13, Style.faint, .right)
      }
    }
    // Starting points are drawn above all lines, so that their numbers can be read. One pane has the numbers;
    // in the lower one many would lie on the lines of others.
    for (area, place) in [(across, \Trail.Point.x), (upward, \Trail.Point.y)] {
      for (index, trail) in trails.enumerated() { draw(trail, place, index, in: area, on: canvas) }
      for (index, trail) in trails.enumerated() {
        let first = trail.points[0]
        let (x, y) = (x(first.seconds), Self.y(first[keyPath: place], in: area))
        canvas.disc(x, y, radius: area.y == across.y ? 9 : 5, Style.finger(index))
        if area.y != across.y { continue }
        canvas.text(
          "\(index + 1)", x, y, size: index < 9 ? 12 : index < 99 ? 10.5 : 8, Style.background, .center,
          bold: true)
      }
    }
    if trails.isEmpty {
      canvas.text(
        "no touches", Style.left + Style.plotWidth / 2, across.y + 130, size: 15, Style.faint, .center)
    }
  }

  private func draw(
    _ trail: Trail, _ place: KeyPath<Trail.Point, Double>, _ index: Int, in area: Rectangle, on canvas: Canvas
  ) {
    func y(_ point: Trail.Point) -> Double { Self.y(point[keyPath: place], in: area) }
    for (from, to) in zip(trail.points, trail.points.dropFirst()) {
      // Until a jump the finger was where it had been, and so was the sound.
      canvas.line(
        x(from.seconds), y(from), x(to.seconds), y(from.jumps(to: to) ? from : to),
        width: 1.5 + 8.5 * to.pressure, Style.finger(index).faded(0.92))
    }
    let last = trail.points.last!
    canvas.disc(x(last.seconds), y(last), radius: 6, Style.finger(index))
    canvas.disc(x(last.seconds), y(last), radius: 3.5, Style.pane)
  }

  // MARK: Sound

  private func drawSpectrum(in area: Rectangle, on canvas: Canvas) {
    let spectrogram = Spectrogram(sound, columns: Int(area.width), rows: Int(area.height))
    // The scale ends at the next multiple of 10 dB above the loudest level, but not below −40 dB.
    let top = max(-40, (spectrogram.loudest / 10).rounded(.up) * 10)
    let bottom = top - 70
    heading("Sound", "its spectrum: brighter is louder", above: area, on: canvas)
    canvas.pixels(area) { column, row in
      Self.heat(at: (spectrogram[column, Int(area.height) - 1 - row] - bottom) / (top - bottom))
    }
    let ticks: [(Double, String)] = [
      (30, "30 Hz"), (50, "50"), (100, "100 Hz"), (200, "200"), (500, "500"), (1000, "1 kHz"),
      (2000, "2 kHz"), (5000, "5 kHz"), (10_000, "10 kHz"), (20_000, "20 kHz"),
    ]
    for (frequency, name) in ticks {
      let y = area.bottom - Spectrogram.height(of: frequency) * area.height
      canvas.line(area.x, y, area.right, y, width: 1, Style.grid)
      canvas.text(name, area.x - 8, y, size: 12, Style.faint, .right)
    }
    let legend = Rectangle(x: area.right + 18, y: area.y, width: 14, height: area.height)
    canvas.pixels(legend) { _, row in Self.heat(at: 1 - Double(row) / (legend.height - 1)) }
    for level in stride(from: bottom, through: top, by: 10) {
      let y = legend.bottom - (level - bottom) / (top - bottom) * legend.height
      canvas.text(
        String(format: "%g", level).replacing("-", with: "−") + (level == top ? " dB" : ""), legend.right + 6,
        y, size: 12, Style.faint)
    }
  }

  private static func heat(at part: Double) -> Color {
    let position = max(0, min(1, part)) * Double(heat.count - 1)
    let index = min(Int(position), heat.count - 2)
    return heat[index].mixed(with: heat[index + 1], position - Double(index))
  }

  // MARK: Time

  private func drawSeconds(in area: Rectangle, on canvas: Canvas) {
    for seconds in Style.labelled(sound.seconds) {
      canvas.line(x(seconds), area.y, x(seconds), area.bottom, width: 1, Style.grid)
    }
  }
}
