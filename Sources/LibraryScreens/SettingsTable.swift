// *Settings*: how a sender's surface carries objects: its corners, its size, and a first look. Any thread.
import Lanes
import Paint
import PanelModel
import Text
import Toolkit

extension LibraryScreens {
  private typealias Point = ViewModel.Table.Point

  /// The corners in the order in which they are touched.
  private static var cornerNames: [StaticString] {
    ["lower left", "lower right", "upper right", "upper left"]
  }

  /// Draws the corners and the size of the chosen sender.
  func drawCorners(
    _ source: ViewModel.Room.Source, _ index: Int, _ pass: inout ScreenPass, _ column: inout Area
  ) {
    let isTouching = settings.corners?.source == source.from
    row(
      [
        (UTF8Text(isTouching ? "Stop" : "Calibrate corners").bytes, .corners(index), isTouching),
        (UTF8Text("Reset corners").bytes, .noCorners(index), false),
      ].filter { !source.corners.isEmpty || $0.1 == .corners(index) }, &pass, &column)
    if isTouching, let corners = settings.corners {
      pass.words(
        ("Touch the \(Self.cornerNames[min(3, corners.places.count)]) corner." as UTF8Text)
          .bytes,
        .text, in: &column)
    } else if settings.isFolded {
      pass.words(
        UTF8Text(
          "The corners are too close or in the wrong order. Touch them one after another, around the surface."
        ).bytes,
        .warning, in: &column)
    } else if !source.corners.isEmpty {
      pass.words(UTF8Text("The corners are calibrated.").bytes, .faint, in: &column)
    }
    var buttons: [(name: [UInt8], action: SettingsAction, isOn: Bool)] = []
    if let size = source.size {
      let (x, y) = (Int(size.x.rounded()), Int(size.y.rounded()))
      buttons.append((("\(x) × \(y) mm" as UTF8Text).bytes, .tableSize(index), false))
      buttons.append((UTF8Text(source.isSure ? "Sure" : "Fast").bytes, .sure(index), !source.isSure))
      buttons.append((UTF8Text("Objects").bytes, .table, false))
    } else {
      buttons.append((UTF8Text("Recognize objects").bytes, .tableSize(index), false))
    }
    row(buttons, &pass, &column)
    if source.size == nil {
      pass.words(
        UTF8Text("To recognize objects on this surface, set its size in millimeters.").bytes, .faint,
        in: &column)
    }
  }

  /// The tokens of the live picture, each as a square with its direction.
  func drawPieces(_ pass: inout ScreenPass, in used: Area) {
    for piece in model.live.pieces {
      let (x, y) = (used.x + piece.x * used.width, used.bottom - piece.y * used.height)
      let (c, s) = (Scalar.sine(turns: piece.angle + 0.25), Scalar.sine(turns: piece.angle))
      let corners = turnedCorners(x, y, 8, 8, c, s)
      pass.list.polygon(corners, look.accent(piece.slot))
      pass.list.line(x, y, x + 18 * c, y - 18 * s, look[.text], width: 2)
    }
  }

  /// Begins to take the corners of a sender, or stops.
  mutating func touchCorners(of index: Int) {
    let source = model.room.sources[index]
    settings.isFolded = false
    settings.corners =
      settings.corners?.source == source.from ? nil : (source.from, source.touched?.count ?? 0, [])
    settings.due = 0
  }

  /// Takes the next corner once the sender is touched; the fourth one writes them.
  mutating func takeCorner(_ requests: inout [PanelRequest]) {
    guard var corners = settings.corners,
      let index = model.room.sources.firstIndex(where: { $0.from == corners.source }),
      let touched = model.room.sources[index].touched, touched.count > corners.seen
    else { return }
    corners.seen = touched.count
    corners.places.append(touched.at)
    settings.corners = corners
    isStale = true
    guard corners.places.count == 4 else { return }
    settings.corners = nil
    settings.isFolded = Self.isFolded(corners.places)
    if settings.isFolded { return }
    requests.append(change(source: index) { $0.corners = corners.places })
  }

  /// Whether a quadrilateral turns both ways on the way round it; the engine refuses such a one, too.
  private static func isFolded(_ places: [Point]) -> Bool {
    var signs = 0
    for index in 0..<4 {
      let (a, b, c) = (places[index], places[(index + 1) % 4], places[(index + 2) % 4])
      let cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
      signs += cross > 1e-4 ? 1 : cross < -1e-4 ? -1 : 0
    }
    return signs.magnitude != 4
  }

  mutating func askForSize(of index: Int, _ requests: inout [PanelRequest]) {
    let size = model.room.sources[index].size
    let text: UTF8Text = size.map { "\(Int($0.x.rounded())) x \(Int($0.y.rounded()))" } ?? ""
    ask(
      Dialog(
        .settings(.tableSize(index)), "Surface size in mm, such as 597 x 336; empty: no objects", "Set",
        TextEditing(text.bytes), mayBeEmpty: true, check: { Self.fault(inSize: $0) }),
      &requests)
  }

  /// The whole numbers of a text, with anything between them.
  private static func numbers(in text: [UInt8]) -> [Int] {
    text.split { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }.compactMap { Int(decimal: Array($0)) }
  }

  /// Returns what is wrong with a typed size; empty: no objects.
  static func fault(inSize text: [UInt8]) -> UTF8Text? {
    if text.allSatisfy({ $0 == 32 }) { return nil }
    let numbers = numbers(in: text)
    guard numbers.count == 2 else {
      let count: UTF8Text = numbers.count == 1 ? "This is one number." : "These are not two numbers."
      return "\(count) Write the width and the height in whole millimeters, such as 597 x 336."
    }
    if let small = numbers.first(where: { $0 < sides.lowerBound }) {
      let (x, y) = (numbers[0] * 10, numbers[1] * 10)
      let isInCentimeters = sides.contains(x) && sides.contains(y)
      let help: UTF8Text = isInCentimeters ? " If these are centimeters, write \(x) x \(y)." : ""
      return "\(small) mm is too small: a side has \(sides.lowerBound) to \(sides.upperBound) mm.\(help)"
    }
    if let great = numbers.first(where: { $0 > sides.upperBound }) {
      return "\(great) mm is too much: a side has \(sides.lowerBound) to \(sides.upperBound) mm."
    }
    return nil
  }

  /// The sides of a surface that the engine accepts, in millimeters.
  private static var sides: ClosedRange<Int> { 50...5000 }

  /// Takes a width and a height, or none.
  mutating func setSize(of index: Int, _ text: [UInt8], _ requests: inout [PanelRequest]) {
    guard model.room.sources.indices.contains(index), Self.fault(inSize: text) == nil else { return }
    let numbers = Self.numbers(in: text)
    let size = numbers.count == 2 ? Point(Float(numbers[0]), Float(numbers[1])) : nil
    requests.append(change(source: index) { $0.size = size })
  }
}
