// A tempo that is tapped. Main thread.

/// Beats that are tapped. The tempo is that of the last ones; a pause begins anew.
public struct TempoTaps {
  private var times: [Double] = []
  /// A pause of so many seconds begins anew; so many taps count.
  private static let pause = 2.5
  private static let most = 8

  public init() {}

  /// - Parameter seconds: when, of any clock that goes on.
  /// - Returns: quarter notes a minute, 20 to 300, from the second tap on.
  public mutating func tap(at seconds: Double) -> Double? {
    if let last = times.last, seconds - last > Self.pause || seconds <= last { times = [] }
    times.append(seconds)
    if times.count > Self.most { times.removeFirst() }
    guard times.count > 1 else { return nil }
    let tempo = 60 * Double(times.count - 1) / (seconds - times[0])
    return min(max(tempo, 20), 300)
  }
}
