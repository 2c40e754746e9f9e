// Draws a performance: touches over time, and below, on the
// same time axis, the sound's spectrum. Main thread.
import Foundation

/// The content of the picture.
struct Picture {
  var title: String
  /// What x and y mean to the plugin; empty if that is not known.
  var meaning: (x: String, y: String)
  var touches: [DecodedTouch]
  var sound: Spectrogram.Sound

  private typealias Style = PictureStyle
  private static let height = 1000.0
  private static let across = Rectangle(x: Style.left, y: 92, width: Style.plotWidth, height: 260)
  private static let upward = Rectangle(x: Style.left, y: 400, width: Style.plotWidth, height: 140)
  private static let spectrum = Rectangle(x: Style.left, y: 588, width: Style.plotWidth, height: 350)

  /// Colours from silence to full level; their lightness grows evenly.
  private static let heat = [0x11141C, 0x2A1B4E, 0x6A1F7A, 0xB5367A, 0xF0605D, 0xFEAE76, 0xFCFDBF].map {
    Color($0)
  }

  func write(to path: String) throws {
    let canvas = Canvas(width: Int(Style.width), height: Int(Self.height), background: Style.background)
    canvas.text(title, Style.left, 34, size: 20, Style.text, bold: true)
    for pane in [Self.across, Self.upward] {
      canvas.fill(pane, Style.pane)
      drawSeconds(in: pane, on: canvas)
    }
    drawTouches(on: canvas)
    drawSpectrum(on: canvas)
    drawSeconds(in: Self.spectrum, on: canvas)
    for seconds in Style.labelled(sound.seconds) {
      canvas.text(
        String(format: "%g s", seconds), x(seconds), Self.spectrum.bottom + 18, size: 13, Style.faint, .center
      )
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

  private func drawTouches(on canvas: Canvas) {
    let trails = Trail.trails(of: touches)
    heading(
      "Touches from left to right" + meaning.x,
      "one colour a touch · thicker: pressed harder · ring: the finger lifts", above: Self.across, on: canvas)
    heading("Touches from bottom to top" + meaning.y, "the same touches", above: Self.upward, on: canvas)
    for (area, low, high) in [(Self.across, "left", "right"), (Self.upward, "bottom", "top")] {
      for (part, label) in [(0, low), (0.25, ""), (0.5, "middle"), (0.75, ""), (1, high)] {
        let y = Self.y(part, in: area)
        canvas.line(area.x, y, area.right, y, width: 1, Style.grid)
        canvas.text(label, area.x - 8, y, size: 13, Style.faint, .right)
      }
    }
    // Starting points are drawn above all lines, so that their numbers can be read.
    for (area, place) in [(Self.across, \Trail.Point.x), (Self.upward, \Trail.Point.y)] {
      for (index, trail) in trails.enumerated() { draw(trail, place, index, in: area, on: canvas) }
      for (index, trail) in trails.enumerated() {
        let first = trail.points[0]
        let (x, y) = (x(first.seconds), Self.y(first[keyPath: place], in: area))
        canvas.disc(x, y, radius: 9, Style.finger(index))
        canvas.text(
          "\(index + 1)", x, y, size: index < 9 ? 12 : index < 99 ? 10.5 : 8, Style.background, .center,
          bold: true)
      }
    }
    if trails.isEmpty {
      canvas.text(
        "no touches", Style.left + Style.plotWidth / 2, Self.across.y + 130, size: 15, Style.faint, .center)
    }
  }

  private func draw(
    _ trail: Trail, _ place: KeyPath<Trail.Point, Double>, _ index: Int, in area: Rectangle, on canvas: Canvas
  ) {
    func y(_ point: Trail.Point) -> Double { Self.y(point[keyPath: place], in: area) }
    for (from, to) in zip(trail.points, trail.points.dropFirst()) {
      canvas.line(
        x(from.seconds), y(from), x(to.seconds), y(to), width: 1.5 + 8.5 * to.pressure,
        Style.finger(index).faded(0.92))
    }
    let last = trail.points.last!
    canvas.disc(x(last.seconds), y(last), radius: 6, Style.finger(index))
    canvas.disc(x(last.seconds), y(last), radius: 3.5, Style.pane)
  }

  // MARK: Sound

  private func drawSpectrum(on canvas: Canvas) {
    let area = Self.spectrum
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
      (2000, "2 kHz"),
      (5000, "5 kHz"), (10_000, "10 kHz"), (20_000, "20 kHz"),
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
