// What is on the surface at one moment, for the points of expressions. Audio thread.
import Controls
import Lanes

/// A touch, a token or a body at one moment. Positions and velocities are in diagonals.
public struct RelationPoint: Sendable {
  /// Whether it exists.
  public var isPresent = false
  /// Whether the other touches leave it out of their relations.
  public var isApart = false
  /// The least number from 1 that was free when it began.
  public var number: UInt8 = 0
  /// The part of the patch that it plays, from 1; 0: none.
  public var part: UInt8 = 0
  /// What moves it.
  public var kind = SourceKind.unknown
  /// Whether a track plays it back.
  public var isRecorded = false
  /// Counts beginnings; 0: none.
  public var serial: UInt64 = 0
  /// The position, and the velocity per second.
  public var x: Float = 0, y: Float = 0, speedX: Float = 0, speedY: Float = 0
  /// The change of its speed per second.
  public var acceleration: Float = 0
  /// Seconds since it began.
  public var age: Float = 0

  /// Nothing.
  @_noLocks public init() {}
}

/// A region or a line of a patch: corners in diagonals. One with two corners is a line.
public struct RelationRegion: Sendable, BitwiseCopyable {
  /// The most corners.
  public static var cornerLimit: Int { @_noLocks get { 16 } }
  var x = InlineArray<16, Float>(repeating: 0)
  var y = InlineArray<16, Float>(repeating: 0)
  /// The number of corners; 0: no region.
  public private(set) var count = 0

  /// No region.
  @_noLocks public init() {}

  /// Appends a corner in coordinates 0…1, or returns false when there are 16.
  @_noLocks public mutating func append(x: Float, y: Float) -> Bool {
    guard count < Self.cornerLimit else { return false }
    (self.x[count], self.y[count]) = (x, y)
    count += 1
    return true
  }

  /// Converts coordinates 0…1 to diagonals.
  @_noLocks mutating func scale(width: Float, height: Float) {
    for index in 0..<count {
      x[index] *= width
      y[index] *= height
    }
  }
}

/// What is on the surface at one moment.
public struct RelationPoints: Sendable {
  /// Live touches in the order of their beginnings; the first `count`.
  public var touches = InlineArray<64, RelationPoint>(repeating: RelationPoint())
  /// The number of live touches.
  public var count = 0
  /// By slot, from 0.
  public var tokens = InlineArray<16, RelationPoint>(repeating: RelationPoint())
  /// By number, from 0.
  public var bodies = InlineArray<8, RelationPoint>(repeating: RelationPoint())
  /// The mean of all live touches.
  public var centroid = RelationPoint()
  var regions = InlineArray<8, RelationRegion>(repeating: RelationRegion())

  /// An empty surface.
  @_noLocks public init() {}

  /// Takes over the regions of a program. By pointer: see `Matrix`.
  @_noLocks public static func apply(
    regionsOf program: UnsafePointer<Program>, width: Float, height: Float,
    to points: UnsafeMutablePointer<RelationPoints>
  ) {
    for index in 0..<Program.regionLimit {
      points.pointee.regions[index] = program.pointee.regions[index]
      points.pointee.regions[index].scale(width: width, height: height)
    }
  }
}

// Which touch a point is. By pointer: see `Matrix`.
extension UnsafePointer where Pointee == RelationPoints {
  /// The place of a point's touch among `touches` for one voice, or −1.
  /// - Parameters:
  ///   - serial: of the voice's own touch; 0: it has none.
  ///   - x, y: where the voice is.
  @_noLocks func place(_ point: Point, _ number: Int, serial: UInt64, x: Float, y: Float) -> Int {
    var found = -1
    var best = Float.infinity
    for index in 0..<pointee.count {
      let own = serial != 0 && pointee.touches[index].serial == serial
      if pointee.touches[index].isApart && !own && point != .finger && point != .part { continue }
      switch point {
      case .touch: if own { return index }
      case .finger: if Int(pointee.touches[index].number) == number { return index }
      case .first: return index
      case .last: found = index
      case .part: if Int(pointee.touches[index].part) == number { found = index }
      case .pointer: if pointee.touches[index].kind == .pointer { found = index }
      case .pen: if pointee.touches[index].kind == .pen { found = index }
      case .recorded: if pointee.touches[index].isRecorded { found = index }
      case .previous: if serial != 0 && pointee.touches[index].serial < serial { found = index }
      case .next: if serial != 0 && pointee.touches[index].serial > serial { return index }
      case .nearest, .farthest:
        if own { continue }
        let (dx, dy) = (pointee.touches[index].x - x, pointee.touches[index].y - y)
        let square = dx * dx + dy * dy
        let rank = point == .nearest ? square : -square
        if rank < best { (best, found) = (rank, index) }
      default: return -1
      }
    }
    return found
  }

  /// The touch, token or body of a point that is the same for all voices.
  @_noLocks func shared(_ point: Point, _ number: Int) -> RelationPoint {
    switch point {
    case .token: return 1...16 ~= number ? pointee.tokens[number - 1] : RelationPoint()
    case .body: return 1...8 ~= number ? pointee.bodies[number - 1] : RelationPoint()
    case .centroid: return pointee.centroid
    default:
      let place = place(point, number, serial: 0, x: 0, y: 0)
      return place < 0 ? RelationPoint() : pointee.touches[place]
    }
  }

  // MARK: Regions

  /// 1 where a point is inside a region, by the even–odd rule; else 0.
  @_noLocks func inside(_ region: Int, _ x: Lanes, _ y: Lanes) -> Lanes {
    var inside = Lanes(repeating: 0)
    let (zero, one) = (Lanes(repeating: 0), Lanes(repeating: 1))
    let count = pointee.regions[region].count
    if count < 3 { return inside }
    for index in 0..<count {
      let before = index == 0 ? count - 1 : index - 1
      let (ax, ay) = (pointee.regions[region].x[before], pointee.regions[region].y[before])
      let (bx, by) = (pointee.regions[region].x[index], pointee.regions[region].y[index])
      if ay == by { continue }
      // Whether the edge passes the height of the point, and whether it does so to the right of it.
      let passes: Lanes =
        y.whereLess(Lanes(repeating: ay), one, else: zero)
        - y.whereLess(Lanes(repeating: by), one, else: zero)
      let crossing = (y - ay) * ((bx - ax) / (by - ay)) + ax
      let crosses = x.whereLess(crossing, passes * passes, else: zero)
      inside = inside + crosses - 2 * inside * crosses
    }
    return inside
  }

  /// The number of live touches inside a region.
  @_noLocks func touchesInside(_ region: Int) -> Float {
    var count: Float = 0
    for index in 0..<pointee.count where !pointee.touches[index].isApart {
      count +=
        inside(
          region, Lanes(repeating: pointee.touches[index].x), Lanes(repeating: pointee.touches[index].y))[0]
    }
    return count
  }

  /// The distance to the nearest point of a region's outline or of a line, and how far along it that is, 0…1.
  @_noLocks func outline(_ region: Int, _ x: Lanes, _ y: Lanes) -> (distance: Lanes, along: Lanes) {
    let count = pointee.regions[region].count
    var (least, along) = (Lanes(repeating: .infinity), Lanes(repeating: 0))
    var length: Float = 0
    if count < 2 { return (Lanes(repeating: 0), along) }
    for index in 0..<(count == 2 ? 1 : count) {
      let next = (index + 1) % count
      let (ax, ay) = (pointee.regions[region].x[index], pointee.regions[region].y[index])
      let (dx, dy) = (pointee.regions[region].x[next] - ax, pointee.regions[region].y[next] - ay)
      let square = dx * dx + dy * dy
      if square <= 0 { continue }
      let part = (((x - ax) * dx + (y - ay) * dy) / square).limited(0, 1)
      let (offX, offY) = (x - ax - part * dx, y - ay - part * dy)
      let distance = (offX * offX + offY * offY).root
      let side = Scalar.squareRoot(square)
      along = distance.whereLess(least, part * side + length, else: along)
      least = Lanes.least(distance, least)
      length += side
    }
    if length <= 0 { return (Lanes(repeating: 0), Lanes(repeating: 0)) }
    return (least, along / length)
  }
}
