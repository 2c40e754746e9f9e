// The result of a scan: the sides of an object with their uncertainty, and whether it can be told apart.
// Input thread.
import Lanes
import Text

/// An object as it was scanned.
public struct TangibleScanResult: Sendable {
  /// The pads anticlockwise as they lie on the table: the first two along +x with the longest side between
  /// them, the first at the origin. Millimetres.
  public let pads: [TablePoint]
  /// Within what each side is certain in 95 of 100 scans, millimetres.
  public let uncertainty: Float
  /// The root mean square distance of touches from the pads in each coordinate, in millimeters.
  public let residual: Float
  /// By how much the surface's width is reported too great, against its height: 0.02 for 2 %. nil: the object
  /// was not turned by half a turn, and so it is not known.
  public let stretch: Float?
  public let frames: Int
  /// The turn that the frames cover.
  public let turned: Float

  /// Sides that are less certain make no definition, millimetres.
  public static let greatestUncertainty: Float = 1

  /// The definition, with pads to a tenth of a millimetre.
  public func definition(named name: [UInt8]) -> TangibleDefinition {
    func rounded(_ value: Float) -> Float { Scalar.floor(value * 10 + 0.5) / 10 }
    return TangibleDefinition(name: name, pads: pads.map { [rounded($0.x), rounded($0.y)] })
  }

  /// The sides opposite to each pad, millimetres.
  public var sides: [Float] { definition(named: []).sides }

  /// The object of a library that it is most like.
  public func nearest(in library: TangibleLibrary) -> TangibleLikeness? {
    library.nearest(to: definition(named: [])).map {
      TangibleLikeness(index: $0.index, difference: $0.difference)
    }
  }

  /// Why it makes no definition; nil if it does.
  public func refusal(in library: TangibleLibrary) -> UTF8Text? {
    let scanned = definition(named: Array("it".utf8))
    if let fault = scanned.fault { return "its pads \(fault)" }
    if uncertainty > Self.greatestUncertainty {
      return
        "its sides are certain to \(uncertainty.hundredths) mm only: turn it once by hand on the surface"
    }
    var others = library
    return others.fault(adding: scanned)
  }
}

/// The similarity of one object to another.
public struct TangibleLikeness: Equatable, Sendable {
  /// Its index in the library.
  public let index: Int
  /// The greatest difference of a side, millimetres.
  public let difference: Float

  /// 100: they cannot be told apart; half as much for twice the difference that suffices.
  public var percent: Float { 100 * min(TangibleDefinition.separation / max(difference, 0.001), 1) }
}

extension TangibleScan {
  /// The result of the frames so far; nil before the first.
  public var result: TangibleScanResult? {
    guard let first = frames.first else { return nil }
    var perSpot = [Int](repeating: 0, count: spots)
    for frame in frames { perSpot[frame.spot] += 1 }
    // Frames of one spot are bent alike: four of them say as much as any more.
    let weights = frames.map { Float(min(perSpot[$0.spot], 4)) / Float(perSpot[$0.spot]) }
    let stretch = turned >= 0.45 && spots >= 8 ? stretch(weights) : nil
    let scale: TablePoint = [1 / (1 + (stretch ?? 0)), 1]
    var shape = ofPads { first.pads[$0] * scale }
    var squares: Float = 0
    for _ in 0..<5 {
      let total = weights.reduce(0, +)
      var sums = OfPads(repeating: TablePoint.zero)
      squares = 0
      for (frame, weight) in zip(frames, weights) {
        let pads = ofPads { frame.pads[$0] * scale }
        let fit = RigidFit(shape, to: pads)
        for pad in 0..<3 { sums[pad] += fit.pose.inObject(pads[pad]) * weight }
        squares += fit.residual * fit.residual * weight
      }
      shape = ofPads { sums[$0] / total }
      squares /= total
    }
    return TangibleScanResult(
      pads: Self.inHouseOrder(shape), uncertainty: uncertainty(squares),
      residual: Scalar.squareRoot(squares), stretch: stretch, frames: frameCount, turned: turned)
  }

  /// Two standard deviations of the worst side: noise falls with the frames, the panel's bend with the spots.
  /// A bend of less than half a millimetre is not believed, because the frames of one spot do not show it.
  private func uncertainty(_ squares: Float) -> Float {
    let noise = noiseFrames > 8 ? noiseSquares / Float(noiseFrames) : 1
    let bend = max(squares - noise, 0.25)
    return 2.4 * Scalar.squareRoot(2 * (noise / Float(max(frameCount, 1)) + bend / Float(max(spots, 1))))
  }

  /// The stretch of x under which the sides vary least. The square of a side is the sum of the squares of its
  /// parts X and Y along the axes; while the object turns, X / (1 + stretch)² + Y is constant. Both have
  /// the same noise, and so the line through them is that of total least squares.
  private func stretch(_ weights: [Float]) -> Float? {
    var (xx, xy, yy) = (Float(0), Float(0), Float(0))
    let total = weights.reduce(0, +)
    for side in 0..<3 {
      func parts(_ frame: Frame) -> TablePoint {
        let along = frame.pads[(side + 1) % 3] - frame.pads[(side + 2) % 3]
        return along * along
      }
      var mean = TablePoint.zero
      for (frame, weight) in zip(frames, weights) { mean += parts(frame) * weight }
      mean /= total
      let size = mean.x + mean.y
      if size <= 0 { return nil }
      for (frame, weight) in zip(frames, weights) {
        let from = (parts(frame) - mean) / size
        xx += from.x * from.x * weight
        xy += from.x * from.y * weight
        yy += from.y * from.y * weight
      }
    }
    let half = (xx - yy) / 2
    let least = (xx + yy) / 2 - Scalar.squareRoot(half * half + xy * xy)
    guard xy < 0, least < xx else { return nil }
    let stretch = Scalar.squareRoot((least - xx) / xy) - 1
    return abs(stretch) <= 0.2 ? stretch : nil
  }

  /// The pads anticlockwise, the longest side first and along +x.
  private static func inHouseOrder(_ shape: OfPads<TablePoint>) -> [TablePoint] {
    let pads: [TablePoint] =
      TangibleShape.isLeftHanded(shape) ? [shape[0], shape[1], shape[2]] : [shape[0], shape[2], shape[1]]
    var first = (0..<3).max { length($0, pads) < length($1, pads) }!
    // Of two long sides of nearly the same length, noise must not choose: it is the one before the other.
    let before = (first + 2) % 3
    if length(first, pads) - length(before, pads) < TangibleDefinition.leastDifference { first = before }
    let (origin, ahead) = (pads[first], pads[(first + 1) % 3] - pads[first])
    let long = distance(ahead, .zero)
    let own = TangiblePose(place: origin, direction: long > 0 ? ahead / long : [1, 0])
    return (0..<3).map { own.inObject(pads[(first + $0) % 3]) }
  }

  private static func length(_ pad: Int, _ pads: [TablePoint]) -> Float {
    distance(pads[pad], pads[(pad + 1) % 3])
  }
}

extension Float {
  /// A length for people: hundredths of a millimetre are the most that a panel tells.
  var hundredths: Float { Scalar.floor(self * 100 + 0.5) / 100 }
}
