// One cycle of a wave as points for drawing. Any thread but the audio thread.
import Signal

/// Returns evenly spaced points of one cycle, within −1…1; none for the wave of a patch's own file.
/// - Parameter position: 0…1: of a morphing wave its position, of a square its pulse width.
public func cyclePoints(of wave: Wave, position t: Double, count: Int) -> [Float] {
  let points: [Double]
  let places = (0..<count).map { Double($0) / Double(count) }
  switch wave {
  case .user: return []
  case .square: points = places.map { $0 < t ? 1 : -1 }
  case .morphSync, .morphFold, .morphFM: points = places.map { formula(of: wave, t, $0) }
  default:
    // Use as many harmonics as the points can show.
    let strengths = (1...max(1, min(64, count / 4))).map { strength(wave, $0, t) }
    points = places.map { x in
      strengths.indices.reduce(0.0) { $0 + strengths[$1] * Exact.sine(turns: x * Double($1 + 1)) }
    }
  }
  let peak = points.reduce(1e-9) { max($0, $1.magnitude) }
  return points.map { Float($0 / peak) }
}
