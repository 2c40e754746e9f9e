// The tokens on *Play*, each with its name, number, outline and angle. Any thread.
import Lanes
import Paint
import PanelModel
import Text
import Toolkit

extension PerformanceScreens {
  /// The object that a token is: the recognized one at its position. Nil without recognition.
  func object(of piece: LivePicture.Piece) -> ViewModel.Table.Definition? {
    guard let size = model.table.size, size.x > 0, size.y > 0 else { return nil }
    func away(_ object: ViewModel.Table.DetectedObject) -> Float {
      max((object.at.x / size.x - piece.x).magnitude, (object.at.y / size.y - piece.y).magnitude)
    }
    let nearest = model.table.objects.min { away($0) < away($1) }
    guard let nearest, away(nearest) < 0.02 else { return nil }
    return model.table.library[nearest.object]
  }

  /// Draws a token: its outline as it is turned, its front, its number, and below its name and angle. Without a
  /// definition it is a square.
  /// - Returns: the area that it takes.
  func drawToken(_ piece: LivePicture.Piece, _ pass: inout ScreenPass, in area: Area) -> Area {
    let (x, y) = (area.x + piece.x * area.width, area.bottom - piece.y * area.height)
    let (cosine, sine) = (Scalar.sine(turns: piece.angle + 0.25), Scalar.sine(turns: piece.angle))
    let object = object(of: piece)
    let half = min(26, area.height * 0.12)
    var shape: [(x: Float, y: Float)] = [(-half, -half), (half, -half), (half, half), (-half, half)]
    if let object, let size = model.table.size, object.shape.count > 2 {
      let scale = area.height / size.y
      shape = object.shape.map { ($0.x * scale, $0.y * scale) }
    }
    let corners = shape.map { (x: x + $0.x * cosine - $0.y * sine, y: y - $0.x * sine - $0.y * cosine) }
    let front = shape.reduce(half) { max($0, $1.x) }
    let ink = look.accent(piece.slot - 1)
    pass.list.polygon(corners, look.tint(ink, 0.2))
    pass.list.lines(corners, ink, width: 2, closed: true)
    let tip = (x: x + front * cosine, y: y - front * sine)
    pass.list.line(x + 0.55 * (tip.x - x), y + 0.55 * (tip.y - y), tip.x, tip.y, look[.text], width: 2)
    pass.list.disc(tip.x, tip.y, radius: 4, look[.text])
    pass.text(
      ("\(piece.slot)" as UTF8Text).bytes,
      in: Area(x: x - half, y: y - half, width: 2 * half, height: 2 * half),
      look[.text], size: look.text, .semibold, .middle)

    let (left, right) = (corners.reduce(x) { min($0, $1.x) }, corners.reduce(x) { max($0, $1.x) })
    let (top, bottom) = (corners.reduce(y) { min($0, $1.y) }, corners.reduce(y) { max($0, $1.y) })
    let name = object?.name ?? ("Token \(piece.slot)" as UTF8Text).bytes
    let words = ("\(name)  \(Self.degrees(piece.angle))°" as UTF8Text).bytes
    let (width, height) = (TextMetrics.width(words, size: look.small) + 12, look.small * 1.5)
    // Below, or above at the lower edge.
    let isAbove = bottom + 4 + height > area.bottom - 4
    let label = Area(
      x: max(area.x + 4, min(x - width / 2, area.right - width - 4)),
      y: isAbove ? top - height - 4 : bottom + 4, width: width, height: height)
    pass.list.fill(label, look[.background].faded(0.85), radius: 4)
    pass.text(words, in: label, look[.text], size: look.small, .regular, .middle)
    let (x1, y1) = (min(left, label.x), min(top, label.y))
    return Area(x: x1, y: y1, width: max(right, label.right) - x1, height: max(bottom, label.bottom) - y1)
  }

  /// While *Play* shows tokens, requests the definitions of objects once and the table's state twice a second.
  mutating func askForTokens(at seconds: Double, _ requests: inout [PanelRequest]) {
    guard model.page?.solo == nil, !model.live.pieces.isEmpty, seconds >= table.toldAt + 0.5, table.isEmpty
    else { return }
    table.toldAt = seconds
    let words: StaticString = model.table.library.isEmpty ? "{\"table\": \"library\"}" : "{\"table\": true}"
    requests.append(.question(UTF8Text(words).bytes))
  }
}
