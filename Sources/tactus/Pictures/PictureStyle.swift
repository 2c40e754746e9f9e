// What all pictures of the command share: colours, the area
// of the plot, labels of the time axis. Main thread.

enum PictureStyle {
  static let width = 1400.0
  static let left = 96.0
  static let plotWidth = 1200.0

  static let background = Color(0x11141C)
  static let pane = Color(0x191E2A)
  static let grid = Color(0xFFFFFF, alpha: 0.08)
  static let text = Color(0xE8EBF2)
  static let faint = Color(0x98A1B3)
  private static let fingers = [
    0x4FC3F7, 0xFFB74D, 0xF06292, 0x81C784, 0xBA9CF5, 0xFFF176, 0x4DD0B8, 0xFF8A65,
  ].map { Color($0) }

  /// The colour of the touch number `index`, from 0, in the order in which touches began.
  static func finger(_ index: Int) -> Color { fingers[index % fingers.count] }

  /// The labels of a time axis of `seconds`: their step is the least that leaves 60 pixels between two.
  static func labelled(_ seconds: Double) -> StrideThrough<Double> {
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200]
    let step = steps.first { $0 / seconds * plotWidth >= 60 } ?? 7200
    return stride(from: 0, through: seconds, by: step)
  }
}
