// The search for the controllers that explain one parameter: forward selection by orthogonal least squares. Not
// for the audio thread.
import Controls

/// The moving controllers of a demonstration, each in a few slopes, as columns to select from.
struct ControllerSearch {
  /// The slopes that are tried for each controller; a chosen one is fitted more finely afterwards.
  static var curves: [Float] { [0, -0.8, -0.45, 0.45, 0.8] }
  /// The least share of the variance that another controller must add.
  static var leastGain: Float { 0.02 }
  /// Surrogates of the parameter are shifted by j / 40 of the demonstration, j being one of these.
  static var shifts: ClosedRange<Int> { 3...37 }
  /// The number of parts of the demonstration by which surrogates are shifted.
  static var shiftParts: Int { 40 }

  /// A controller in one slope.
  private struct Column {
    let controller: Controller
    let isStraight: Bool
  }

  private let count: Int
  private var columns: [Column] = []
  /// The columns, centered and of length 1, one after another; those of chosen controllers are removed from them.
  private var numbers: [Float] = []
  /// Whether a column still has a direction of its own.
  private var isLive: [Bool] = []

  /// - Parameters:
  ///   - controllers: the candidates, each with its normalized values.
  ///   - count: the number of samples.
  init(_ controllers: [(controller: Controller, values: [Float])], count: Int) {
    self.count = count
    for (controller, values) in controllers {
      let (low, reach) = (values.min() ?? 0, values.reach)
      if reach <= 0 { continue }
      for curve in Self.curves {
        let bent = values.map { Slope.bent(($0 - low) / reach, curve) }
        columns.append(Column(controller: controller, isStraight: curve == 0))
        isLive.append(true)
        numbers += Self.unit(bent) ?? [Float](repeating: 0, count: count)
      }
    }
  }

  /// The controllers that explain a parameter, the most important first, at most `most`, with the share of the
  /// variance that each adds.
  func controllers(explaining target: [Float], most: Int) -> [(controller: Controller, share: Float)] {
    guard var rest = Self.unit(target), count >= Self.shiftParts else { return [] }
    var search = self
    var found: [(controller: Controller, share: Float)] = []
    /// The share of the variance that is not explained yet.
    var open: Float = 1
    while found.count < most, let choice = search.choose(rest) {
      let gain = choice.explained * open
      if gain < Self.leastGain || !search.isBeyondChance(choice.explained, rest) { break }
      found.append((search.columns[choice.column].controller, gain))
      open -= gain
      let direction = Array(search.numbers[choice.column * count..<(choice.column + 1) * count])
      let factor = Self.dot(direction, rest)
      for index in 0..<count { rest[index] -= factor * direction[index] }
      guard let next = Self.unit(rest) else { break }
      rest = next
      search.remove(direction, of: search.columns[choice.column].controller)
    }
    return found
  }

  /// The column that explains most, with the explained share. A controller that all voices share is preferred
  /// where it explains nearly as much as one of single voices; among equals the straight and the first one is.
  private func choose(_ target: [Float]) -> (column: Int, explained: Float)? {
    var explained = [Float](repeating: 0, count: columns.count)
    correlate(target, into: &explained)
    var (shared, own): (Float, Float) = (0, 0)
    for index in columns.indices {
      if columns[index].controller.isPerVoice {
        own = max(own, explained[index])
      } else {
        shared = max(shared, explained[index])
      }
    }
    let takesShared = 1 - shared <= 1.5 * (1 - own) + 0.01
    let best = takesShared ? shared : own
    if best <= 0 { return nil }
    let most = 1.02 * (1 - best) + 1e-5
    var chosen = -1
    for index in columns.indices
    where columns[index].controller.isPerVoice != takesShared && 1 - explained[index] <= most {
      if chosen < 0 || columns[index].isStraight && !columns[chosen].isStraight { chosen = index }
    }
    return chosen < 0 ? nil : (chosen, explained[chosen])
  }

  /// Whether a share is more than what any controller would explain by chance: the same search is made with the
  /// target shifted in time, which keeps how smoothly it moves. What is left open must be at most half of what
  /// the best of these surrogates leaves open.
  private func isBeyondChance(_ explained: Float, _ target: [Float]) -> Bool {
    var greatest: Float = 0
    var shares = [Float](repeating: 0, count: columns.count)
    for part in Self.shifts {
      let shift = part * count / Self.shiftParts
      correlate(Array(target[shift...] + target[..<shift]), into: &shares)
      for share in shares { greatest = max(greatest, share) }
    }
    return 1 - explained <= 0.5 * (1 - greatest)
  }

  /// The share of a target of length 1 that each column explains.
  private func correlate(_ target: [Float], into shares: inout [Float]) {
    target.withUnsafeBufferPointer { target in
      numbers.withUnsafeBufferPointer { numbers in
        for index in columns.indices where isLive[index] {
          let start = index * count
          var sum: Float = 0
          for place in 0..<count { sum += numbers[start + place] * target[place] }
          shares[index] = sum * sum
        }
      }
    }
    for index in columns.indices where !isLive[index] { shares[index] = 0 }
  }

  /// Removes a direction from all columns, and the columns of a controller.
  private mutating func remove(_ direction: [Float], of controller: Controller) {
    for index in columns.indices where isLive[index] {
      if columns[index].controller == controller {
        isLive[index] = false
        continue
      }
      var column = Array(numbers[index * count..<(index + 1) * count])
      let factor = Self.dot(direction, column)
      for place in 0..<count { column[place] -= factor * direction[place] }
      // A column that is nearly a multiple of the chosen one has nothing but rounding errors left.
      guard Self.dot(column, column) > 1e-3, let unit = Self.unit(column) else {
        isLive[index] = false
        continue
      }
      for place in 0..<count { numbers[index * count + place] = unit[place] }
    }
  }

  private static func dot(_ one: [Float], _ other: [Float]) -> Float {
    var sum: Float = 0
    for index in one.indices { sum += one[index] * other[index] }
    return sum
  }

  /// Centered numbers of length 1, or nil if all are equal.
  private static func unit(_ numbers: [Float]) -> [Float]? {
    let middle = Float(LeastSquares.mean(numbers))
    let length = Float(LeastSquares.variation(numbers).squareRoot())
    return length > 1e-9 ? numbers.map { ($0 - middle) / length } : nil
  }
}
