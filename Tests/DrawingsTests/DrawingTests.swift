// The drawings of controllers, against geometry worked out by hand on a surface twice as wide as high.
import Controls
import Drawings
import Testing

@Suite struct DrawingTests {
  /// A right angle: (0.5, 0.5), (1.5, 0.5), (0.5, 0.9); the last one stands out and began at (0.5, 0.1).
  private var scene: DrawingScene {
    var scene = DrawingScene(aspect: 2)
    for place in [SurfacePoint(0.5, 0.5), SurfacePoint(1.5, 0.5), SurfacePoint(0.5, 0.9)] {
      var touch = DrawingScene.Touch(at: place, from: SurfacePoint(place.x, 0.1))
      touch.velocity = SurfacePoint(1, 0)
      touch.trail = [SurfacePoint(place.x, 0.3)]
      scene.touches.append(touch)
    }
    scene.own = 2
    scene.tokens = (1...16).map { DrawingScene.Token(at: SurfacePoint(0.2 * Float($0), 0.2)) }
    scene.bodies = (1...8).map { DrawingScene.Token(at: SurfacePoint(0.2 * Float($0), 0.8)) }
    scene.latest = [0, 0.5, 1]
    return scene
  }

  private func shapes(_ drawing: Drawing, in scene: DrawingScene, value: Float = 0.7) -> [Shape] {
    var found: [Shape] = []
    drawing.shapes(in: scene, value: value) { found.append($0) }
    return found
  }

  private func drawn(_ drawing: Drawing) -> [Shape] { shapes(drawing, in: scene).filter { !$0.isMark } }

  @Test func everyControllerHasADrawingUnlessItHasNoPlace() {
    let placeless: Set<Controller.Category> = [.midi, .constant, .user]
    for controller in Controller.allCases where controller != .touchRandom {
      let isDrawn = !shapes(controller.drawing, in: scene).isEmpty
      #expect(isDrawn != placeless.contains(controller.category), "\(controller)")
    }
  }

  @Test func whatIsMeasuredInSecondsMoves() {
    let ofTime: Set<Unit> = [
      .seconds, .diagonalsPerSecond, .turnsPerSecond, .diagonalsPerSecondSquared, .octavesPerSecond,
      .beatsPerMinute,
    ]
    var count = 0
    for controller in Controller.allCases where ofTime.contains(controller.spec.unit) {
      #expect(controller.drawing.isAnimated, "\(controller)")
      count += 1
      var later = scene
      later.seconds = 0.1
      // A velocity's arrow follows the touches; only the scene of a second moment can show it.
      later.touches = later.touches.map {
        var touch = $0
        touch.velocity = SurfacePoint(0, 2)
        return touch
      }
      later.tokens = later.tokens.map {
        var token = $0
        token?.velocity = SurfacePoint(0, 2)
        return token
      }
      later.bodies = later.bodies.map {
        var body = $0
        body?.velocity = SurfacePoint(0, 2)
        return body
      }
      #expect(
        shapes(controller.drawing, in: scene, value: 0.2)
          != shapes(controller.drawing, in: later, value: 0.8),
        "\(controller)")
    }
    #expect(count > 20)
  }

  @Test func shortNamesAreShortAndDiffer() {
    var seen: Set<String> = []
    for controller in Controller.allCases {
      let name = controller.spec.shortName.string
      #expect(name.count <= 24, "\(name)")
      #expect(seen.insert(name).inserted, "\(name)")
    }
  }

  @Test func distancesRunBetweenTheirPoints() {
    let (own, first) = (SurfacePoint(0.5, 0.9), SurfacePoint(0.5, 0.5))
    #expect(drawn(.x(.touch)) == [.line(SurfacePoint(0, 0.9), own)])
    #expect(drawn(.distance(.first, .touch)) == [.line(first, own)])
    #expect(drawn(.distance(.nearest, .touch)) == [.line(first, own)])
    #expect(drawn(.distance(.previous, .touch)) == [.line(SurfacePoint(1.5, 0.5), own)])
    #expect(drawn(.edge) == [.line(own, SurfacePoint(0.5, 1))])
    #expect(drawn(.shortestPair) == [.line(first, own)])
    #expect(drawn(.longestPair) == [.line(SurfacePoint(1.5, 0.5), own)])
    #expect(drawn(.path) == [.curve([SurfacePoint(0.5, 0.1), SurfacePoint(0.5, 0.3), own])])
  }

  @Test func theCornerIsTheAngleBetweenTheNeighbours() {
    // Between the neighbours straight below and below to the right, the smaller angle anticlockwise.
    let angle = Shape.angle(SurfacePoint(0.5, 0.9), SurfacePoint(0.5, 0.5), SurfacePoint(1.5, 0.5))
    #expect(drawn(.corner).contains(angle))
  }

  @Test func theHullOmitsInnerPoints() {
    var inner = scene
    inner.touches.append(DrawingScene.Touch(at: SurfacePoint(0.8, 0.6), from: SurfacePoint(0.8, 0.6)))
    let corners = [SurfacePoint(0.5, 0.5), SurfacePoint(1.5, 0.5), SurfacePoint(0.5, 0.9)]
    #expect(shapes(.hull, in: inner).contains(.area(corners)))
  }

  /// In a crowd only the newest touches have shapes of their own; what all touches make counts all of them.
  @Test func inACrowdTheNewestAreDrawn() {
    var crowd = scene
    crowd.crowd = 2
    for place in crowd.touches.map(\.place) { crowd.touches.append(.init(at: place, from: place)) }
    crowd.own = 5
    func lines(_ drawing: Drawing) -> Int { shapes(drawing, in: crowd).filter { !$0.isMark }.count }
    #expect(lines(.pairs) == 1 && lines(.spokes) == 2 && lines(.members) == 2 && lines(.allRings) == 2)
    #expect(lines(.allSpeeds) == 2 && lines(.allPulses) == 4 && lines(.turning) == 2)
    #expect(lines(.longestSpoke) == 1 && lines(.longestPair) == 1)
    let corners = [SurfacePoint(0.5, 0.5), SurfacePoint(1.5, 0.5), SurfacePoint(0.5, 0.9)]
    #expect(shapes(.hull, in: crowd).contains(.area(corners)))
    #expect(shapes(.pairs, in: crowd).contains(.line(SurfacePoint(1.5, 0.5), SurfacePoint(0.5, 0.9))))
  }

  @Test func theAxisOfALineIsTheLine() {
    for (dx, dy) in [(1, 0), (0, 1), (3, 4), (-3, 4), (4, -3)] as [(Float, Float)] {
      var line = DrawingScene(aspect: 2)
      line.touches = [Float(-0.05), 0, 0.05].map { part in
        let place = SurfacePoint(1 + part * dx, 0.5 + part * dy)
        return DrawingScene.Touch(at: place, from: place)
      }
      guard case .line(let from, let to)? = shapes(.axis, in: line).first(where: { !$0.isMark }) else {
        Issue.record("no line for \(dx), \(dy)")
        continue
      }
      // Parallel: the cross product of both directions is 0.
      let way = to - from
      #expect((way.x * dy - way.y * dx).magnitude < 1e-4 * way.length, "\(dx), \(dy)")
      #expect(way.length > 0.1)
    }
  }

  @Test func missingPartsAreNotDrawn() {
    let empty = DrawingScene(aspect: 2)
    for controller in Controller.allCases {
      let found = shapes(controller.drawing, in: empty)
      switch controller.category {
      case .touch, .group, .gesture, .token, .module: #expect(found.isEmpty, "\(controller)")
      case .macro, .motion, .pad, .midi, .host, .constant, .user, .world: break
      }
    }
    var alone = scene
    alone.touches = Array(alone.touches.prefix(1))
    alone.own = 0
    #expect(shapes(.distance(.previous, .touch), in: alone).filter { !$0.isMark }.isEmpty)
  }

  @Test func aRingIsAsLongAsTheValue() {
    #expect(
      shapes(.ring(.touch), in: scene, value: 0.25).contains(
        .ring(SurfacePoint(0.5, 0.9), radius: 0.13, part: 0.25)))
  }

  @Test func aHeadingGoesClockwiseFromNorth() {
    for (value, x, y) in [(0, 0, 1), (0.25, 1, 0), (0.5, 0, -1), (0.75, -1, 0), (0.125, 0.7071, 0.7071)]
      as [(Float, Float, Float)]
    {
      guard case .arrow(let from, let to)? = shapes(.heading, in: scene, value: value).last else {
        Issue.record("no needle")
        continue
      }
      let way = (to - from) * (1 / 0.33)
      #expect((way.x - x).magnitude < 0.002 && (way.y - y).magnitude < 0.002, "\(value): \(way)")
    }
  }

  /// The device's corner at the right and near, a quarter turn about each axis, as the table's projection shows it.
  @Test func theDeviceTurnsAboutItsAxes() {
    let seen: [(Drawing, Float, SurfacePoint)] = [
      // To (0.4, 0.24, 0), (0.24, 0, −0.4) and (0, −0.4, −0.24).
      (.turn(.z), 0.75, SurfacePoint(0.94 * 0.4 + 0.342 * 0.24, 0.604 * 0.24 - 0.22 * 0.4)),
      (.turn(.x), 1, SurfacePoint(0.94 * 0.24, -0.22 * 0.24 - 0.766 * 0.4)),
      (.turn(.y), 0.75, SurfacePoint(0.342 * -0.4, 0.604 * -0.4 - 0.766 * 0.24)),
    ]
    for (drawing, value, place) in seen {
      let corners = shapes(drawing, in: scene, value: value).compactMap { shape -> [SurfacePoint]? in
        if case .outline(let corners) = shape { corners } else { nil }
      }
      let corner = corners.last.map { $0[1] - scene.center } ?? SurfacePoint(9, 9)
      #expect((corner - place).length < 0.002, "\(drawing): \(corner), not \(place)")
    }
  }

  /// No two sensors of motion look alike, at rest or moved.
  @Test func motionAxesAreToldApart() {
    let motion = Controller.allCases.filter { $0.category == .motion }
    #expect(motion.count == 17)
    for a in motion {
      #expect(a.drawing.isGauge)
      for b in motion where a.rawValue < b.rawValue {
        for value in [Float(0.5), 0.8] where a.drawing != b.drawing {
          #expect(shapes(a.drawing, in: scene, value: value) != shapes(b.drawing, in: scene, value: value))
        }
        #expect(a.drawing != b.drawing, "\(a) and \(b)")
      }
    }
  }

  /// On an upright phone circles about a touch in the middle are narrower than the surface, and arrows end on it.
  @Test func shapesStayOnAnUprightPhone() {
    var phone = DrawingScene(aspect: 390 / 844)
    for x in [Float(0.1), 0.5, 0.9] {
      let place = SurfacePoint(x * phone.aspect, 0.5)
      var touch = DrawingScene.Touch(at: place, from: place)
      (touch.velocity, touch.pressure) = (SurfacePoint(x < 0.5 ? -3 : 3, 0.3), 1)
      phone.touches.append(touch)
    }
    phone.own = 1
    phone.tokens[0] = DrawingScene.Token(at: SurfacePoint(0.4 * phone.aspect, 0.4))
    phone.seconds = 0.49
    var count = 0
    for controller in Controller.allCases where !controller.drawing.isGauge {
      for shape in shapes(controller.drawing, in: phone, value: 1) {
        switch shape {
        case .ring(_, let radius, _), .disc(_, let radius): #expect(2 * radius < 0.75 * phone.aspect)
        case .arrow(_, let tip):
          #expect(-1e-5...phone.aspect + 1e-5 ~= tip.x && -1e-5...1.00001 ~= tip.y, "\(controller)")
        default: continue
        }
        count += 1
      }
    }
    #expect(count > 30)
  }
}
