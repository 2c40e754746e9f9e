// The drawings of relations that hands have composed, and of the regions of a patch. Any thread.
import Controls
import Drawings
import Matrix
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension PerformanceScreens {
  /// What an expression relates; nil: it is none that can be drawn.
  func relation(of controller: Controller) -> Relation? {
    guard let number = controller.userNumber, play.composed.indices.contains(number - 1) else { return nil }
    return play.composed[number - 1]
  }

  /// Whether a relation is drawn for each touch.
  func isOfEachTouch(_ relation: Relation) -> Bool {
    relation.points.contains { if case .named(let point, _) = $0 { point.isPerVoice } else { false } }
  }

  /// Emits the shapes of a relation for the scene's own touch; nothing if one of its points is not there.
  func shapes(
    of relation: Relation, in scene: DrawingScene, value: Float, emit: (Shape) -> Void
  ) {
    let points = relation.points.compactMap { point($0, in: scene) }
    guard points.count == relation.points.count else { return }
    for (place, point) in zip(relation.points, points) {
      if case .fixed = place { emit(.cross(point)) }
      if case .named(let named, _) = place, named == .center || named == .centroid { emit(.cross(point)) }
    }
    switch relation.function {
    case .distance, .correlation: emit(.line(points[0], points[1]))
    case .angle:
      emit(.guide(points[1], points[0]))
      emit(.angle(points[1], points[1] + SurfacePoint(0.2, 0), points[0]))
    case .corner:
      let (a, b) = (points[0] - points[1], points[2] - points[1])
      emit(.guide(points[1], points[0]))
      emit(.guide(points[1], points[2]))
      let isLeft = a.x * b.y - a.y * b.x >= 0
      emit(.angle(points[1], points[isLeft ? 0 : 2], points[isLeft ? 2 : 0]))
    case .area: emit(.area(points))
    case .projection, .offset:
      let way = points[2] - points[1]
      let square = way.x * way.x + way.y * way.y
      let off = points[0] - points[1]
      let part = square > 0 ? (off.x * way.x + off.y * way.y) / square : 0
      let foot = points[1] + way * part
      if relation.function == .offset {
        emit(.guide(points[1], points[2]))
        emit(.line(points[0], foot))
      } else {
        emit(.guide(points[0], foot))
        emit(.guide(points[1], points[2]))
        emit(.line(points[1], foot))
      }
    case .inside, .count:
      let corners = corners(of: relation.region, in: scene)
      if corners.count > 2, value > 0 { emit(.area(corners)) }
      emit(.outline(corners))
    case .x: emit(.line(SurfacePoint(0, points[0].y), points[0]))
    case .y: emit(.line(SurfacePoint(points[0].x, 0), points[0]))
    case .speed, .acceleration: emit(.ring(points[0], radius: 0.12, part: value))
    case .age: scene.emitClock(at: points[0], value, ticks: 4, emit)
    case .order: emit(.ring(points[0], radius: 0.12, part: value))
    }
  }

  private func corners(of region: Int, in scene: DrawingScene) -> [SurfacePoint] {
    guard model.patch.regions.indices.contains(region - 1) else { return [] }
    return model.patch.regions[region - 1].points.map { SurfacePoint($0.x * scene.aspect, $0.y) }
  }

  /// The outlines and names of the patch's regions and lines.
  func drawRegions(_ pass: inout ScreenPass, in area: Area) {
    for (index, region) in model.patch.regions.enumerated() {
      let points = region.points.map { (x: area.x + $0.x * area.width, y: area.bottom - $0.y * area.height) }
      guard let first = points.first else { continue }
      pass.list.lines(points, look[.faint], width: 1, closed: points.count > 2)
      for point in points { pass.list.disc(point.x, point.y, radius: 3, look[.faint]) }
      // The label of a relation names it as well.
      if region.name.isEmpty || play.composed.contains(where: { $0?.region == index + 1 }) { continue }
      let width = TextMetrics.width(region.name, size: look.small) + 8
      let box = Area(
        x: min(max(first.x + 6, area.x + 4), area.right - width - 4),
        y: min(max(first.y - look.small * 1.6, area.y + 4), area.bottom - look.small * 1.6), width: width,
        height: look.small * 1.5)
      pass.text(region.name, in: box, look[.faint], size: look.small)
    }
  }
}
