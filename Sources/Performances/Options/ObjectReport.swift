// The recognized objects of a performance, for commands that play it. Main thread.
import Console
import Tangibles

/// Prints the counts and the last state of each object on standard error.
package func reportObjects(_ tracker: TangibleTracker) {
  for (index, seen) in tracker.seen.enumerated() where seen.recognized > 0 {
    var words = ["recognized \(seen.recognized)", "lifted \(seen.lifted)"]
    if seen.filtered > 0 { words.append("filtered \(seen.filtered)") }
    if seen.released > 0 { words.append("pads let go \(seen.released), found again \(seen.found)") }
    let state = tracker.state(of: index)
    let pose = tracker.pose(of: index)
    let place =
      state == .away
      ? "" : " at \(pose.place.x.hundredths) \(pose.place.y.hundredths) mm, \((pose.turns * 360).hundredths)°"
    words.append("now \(state.symbol)\(place)")
    report("object \(shown(tracker.library.definitions[index].name)): " + words.joined(separator: ", "))
  }
}

extension Float {
  /// At most two decimals: what counts of millimeters and degrees.
  package var hundredths: String { ((self * 100).rounded() / 100).short }

  /// At most four decimals.
  package var short: String {
    let rounded = (self * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() && rounded.magnitude < 1e6 ? "\(Int(rounded))" : "\(rounded)"
  }
}
