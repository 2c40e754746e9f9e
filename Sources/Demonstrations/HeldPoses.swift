// Poses that a player held while choosing snapshots, and the map that they suggest. Not for the audio thread.
import Controls

/// The controllers at the moment at which a snapshot was chosen.
struct HeldPose: Sendable {
  /// From 1.
  var snapshot: Int
  /// Normalized, 0…1, by raw value.
  var values: [Float]
}

/// A snapshot with its place on a map.
public struct PosePlace: Equatable, Sendable {
  /// From 1.
  public var snapshot: Int
  /// 0…1 each.
  public var x: Float
  public var y: Float
}

/// A map of poses that a demonstration suggests.
public struct PoseProposal: Equatable, Sendable {
  /// The controllers that tell the poses apart, or no second one if the first one suffices.
  public var x: Controller
  public var y: Controller?
  /// In the order of the snapshots.
  public var places: [PosePlace]
}

extension Demonstration {
  /// The least distance between two poses on a map.
  static var leastSeparation: Float { 0.05 }
  /// One controller suffices if it separates the poses so well in comparison with two.
  static var enough: Float { 0.9 }

  /// Keeps a pose for a snapshot (from 1). It replaces the one that was held for this snapshot before.
  /// - Parameter values: the controllers in their units by raw value.
  public mutating func hold(snapshot: Int, controllers values: [Float]) {
    guard values.count >= Controller.count else { return }
    held.removeAll { $0.snapshot == snapshot }
    var row: [Float] = []
    for controller in Controller.allCases {
      row.append(Self.part(controller, values[Int(controller.rawValue)]))
    }
    held.append(HeldPose(snapshot: snapshot, values: row))
  }

  /// The map that the held poses suggest: the one or two controllers of all voices that keep even the two nearest poses
  /// farthest apart. Nil if there are fewer than two poses, or if no controllers tell them apart.
  public func poseProposal() -> PoseProposal? {
    if held.count < 2 { return nil }
    let candidates = Controller.allCases.filter { controller in
      let values = held.map { $0.values[Int(controller.rawValue)] }
      return !controller.isPerVoice && controller.isPlayed && values.reach > Self.leastSeparation / 2
    }
    var best: (x: Controller, y: Controller?, separation: Float)?
    func consider(_ x: Controller, _ y: Controller?, least: Float) {
      let separation = separation(x, y)
      if separation > max(least, Self.leastSeparation) { best = (x, y, separation) }
    }
    for x in candidates { consider(x, nil, least: best?.separation ?? 0) }
    let alone = best
    for (index, x) in candidates.enumerated() {
      for y in candidates[(index + 1)...] { consider(x, y, least: best?.separation ?? 0) }
    }
    if let alone, let found = best, alone.separation >= Self.enough * found.separation { best = alone }
    guard let best else { return nil }
    let places = held.map { pose in
      PosePlace(
        snapshot: pose.snapshot, x: Self.rounded(pose.values[Int(best.x.rawValue)]),
        y: best.y.map { Self.rounded(pose.values[Int($0.rawValue)]) } ?? 0.5)
    }
    var ordered: [PosePlace] = []
    for place in places {
      ordered.insert(place, at: ordered.firstIndex { $0.snapshot > place.snapshot } ?? ordered.count)
    }
    return PoseProposal(x: best.x, y: best.y, places: ordered)
  }

  /// The distance of the two nearest poses on a map.
  private func separation(_ x: Controller, _ y: Controller?) -> Float {
    var least = Float.infinity
    for one in held.indices {
      for other in held.indices[(one + 1)...] {
        let dx = held[one].values[Int(x.rawValue)] - held[other].values[Int(x.rawValue)]
        let dy = y.map { held[one].values[Int($0.rawValue)] - held[other].values[Int($0.rawValue)] } ?? 0
        least = min(least, dx * dx + dy * dy)
      }
    }
    return least.squareRoot()
  }

  /// A number with two decimals.
  private static func rounded(_ number: Float) -> Float { (number * 100).rounded() / 100 }
}
