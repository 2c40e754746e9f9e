// The common style of the command's pictures: colors, the area of the plot, labels of the time axis. Main
// thread.

/// The look of all pictures.
package enum PictureStyle {
  package static let width = 1400.0
  package static let left = 96.0
  package static let plotWidth = 1200.0

  package static let background = Color(0x11141C)
  package static let pane = Color(0x191E2A)
  package static let grid = Color(0xFFFFFF, alpha: 0.08)
  package static let text = Color(0xE8EBF2)
  package static let faint = Color(0x98A1B3)
  /// The colors of the grid's layers, and of channels.
  package static let layers = [Color(0x4FC3F7), Color(0xFFB74D), Color(0xF06292), Color(0xAED581)]
  private static let fingers = [
    0x4FC3F7, 0xFFB74D, 0xF06292, 0x81C784, 0xBA9CF5, 0xFFF176, 0x4DD0B8, 0xFF8A65,
  ].map { Color($0) }

  /// The color of a layer of a grid, from 0: sixteen of them differ.
  package static func layer(_ index: Int) -> Color {
    let place = index % fingers.count
    let color = place < layers.count ? layers[place] : fingers[place]
    return index < fingers.count ? color : color.mixed(with: Color(0xFFFFFF), 0.5)
  }

  /// The color of the touch number `index`, from 0, in the order in which touches began.
  package static func finger(_ index: Int) -> Color { fingers[index % fingers.count] }

  /// The labels of a time axis of `seconds`: their step is the least that leaves 60 pixels between two.
  package static func labelled(_ seconds: Double) -> StrideThrough<Double> {
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200]
    let step = steps.first { $0 / seconds * plotWidth >= 60 } ?? 7200
    return stride(from: 0, through: seconds, by: step)
  }
}
