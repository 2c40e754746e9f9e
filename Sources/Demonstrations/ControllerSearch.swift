// The search for the controllers that explain one parameter: forward selection by orthogonal least squares. Not
// for the audio thread.
import Controls

/// A controller, or a relation of fingers, with its values during a demonstration.
struct PlayedController {
  /// Of a relation any expression of the user.
  let controller: Controller
  /// The relation, or nil for a controller.
  var relation: FingerRelation?
  /// Normalized, 0…1.
  let values: [Float]
  /// The share of a parameter's variance that it adds, once it is chosen.
  var share: Float = 0

  /// Whether each voice has its own value.
  var isPerVoice: Bool { relation == nil && controller.isPerVoice }
}

/// The moving controllers of a demonstration, each in a few slopes, as columns to select from. What a slow drift explains
/// is removed from all of them, because everything that grows would explain everything else that does.
struct ControllerSearch {
  /// The slopes that are tried for each controller; a chosen one is fitted more finely afterwards.
  static var curves: [Float] { [0, -0.6, 0.6] }
  /// The least share of the variance that another controller must add.
  static var leastGain: Float { 0.02 }
  /// Surrogates of the parameter are shifted by j / 40 of the demonstration, j being one of these.
  static var shifts: ClosedRange<Int> { 3...37 }
  /// The number of parts of the demonstration by which surrogates are shifted.
  static var shiftParts: Int { 40 }
  /// The least number of times that a controller and a parameter cross their drift, by `leastSwing` of their deviation.
  static var leastCrossings: Int { 5 }
  /// See `leastCrossings`.
  static var leastSwing: Float { 0.25 }
  /// The greatest power of time that counts as drift.
  static var driftDegree: Int { 3 }

  /// A controller in one slope.
  private struct Column {
    /// The place of the controller.
    let place: Int
    let isStraight: Bool
    let isPerVoice: Bool
  }

  private let count: Int
  private let controllers: [PlayedController]
  private var columns: [Column] = []
  /// The columns without drift and of length 1, one after another.
  private var numbers: [Float] = []
  /// The powers of time, orthogonal and of length 1.
  private let drift: [[Float]]

  /// - Parameters:
  ///   - controllers: the candidates.
  ///   - count: the number of samples.
  init(_ controllers: [PlayedController], count: Int) {
    (self.count, self.controllers) = (count, controllers)
    drift = Self.drift(count)
    for place in controllers.indices {
      let values = controllers[place].values
      let (low, reach) = (values.min() ?? 0, values.reach)
      if reach <= 0 { continue }
      for curve in Self.curves {
        let bent = values.map { Slope.bent(($0 - low) / reach, curve) }
        // A controller that only drifts, or goes there and back once, says nothing.
        guard let column = Self.unit(bent, without: drift, least: 0.02) else { continue }
        columns.append(
          Column(
            place: place, isStraight: curve == 0, isPerVoice: controllers[place].isPerVoice))
        numbers += column
      }
    }
  }

  /// The controllers that explain a parameter, the most important first, at most `most`, each with the share of
  /// the variance that it adds.
  func controllers(explaining target: [Float], most: Int) -> [PlayedController] {
    guard count >= Self.shiftParts, let target = Self.unit(target, without: drift, least: 1e-4) else {
      return []
    }
    var selection = Selection(target, products(with: target))
    var found: [PlayedController] = []
    while found.count < most, let column = choose(selection) {
      let before = selection.open
      let rest = selection.rest
      let directions = selection.directions
      add(column, to: &selection)
      let gain = before - selection.open
      if gain < Self.leastGain { break }
      // A later one must explain more of what the others leave than chance does.
      if !found.isEmpty && !isBeyondChance(rest, after: directions, steps: 1, leaves: selection.open / before)
      {
        break
      }
      found.append(controllers[columns[column].place])
      found[found.count - 1].share = gain
    }
    let open = 1 - found.reduce(0) { $0 + $1.share }
    if found.isEmpty || open > 0.5 || !isBeyondChance(target, after: [], steps: found.count, leaves: open) {
      return []
    }
    return found
  }

  /// A selection of columns that grows.
  private struct Selection {
    /// The target without what the chosen columns explain.
    var rest: [Float]
    /// The share of the target's variance that is not explained.
    var open: Float = 1
    /// The chosen columns, orthogonal and of length 1.
    var directions: [[Float]] = []
    /// The product of each column with `rest`, and the squared length of its part outside the chosen directions.
    var products: [Float]
    var lengths: [Float]

    init(_ target: [Float], _ products: [Float]) {
      rest = target
      self.products = products
      lengths = [Float](repeating: 1, count: products.count)
    }
  }

  /// The share of the rest that a column explains.
  private func explained(_ column: Int, _ selection: Selection) -> Float {
    // A column that nearly depends on the chosen ones has nothing but rounding errors left.
    if selection.lengths[column] < 1e-3 || selection.open <= 0 { return 0 }
    return selection.products[column] * selection.products[column] / selection.lengths[column]
      / selection.open
  }

  /// The column that explains most. A controller that all voices share is preferred where it explains nearly as much
  /// as one of single voices; among equals the straight and the first one is.
  private func choose(_ selection: Selection) -> Int? {
    let shares = columns.indices.map { explained($0, selection) }
    var (shared, own): (Float, Float) = (0, 0)
    for index in columns.indices {
      if columns[index].isPerVoice {
        own = max(own, shares[index])
      } else {
        shared = max(shared, shares[index])
      }
    }
    let takesShared = 1 - shared <= 1.5 * (1 - own) + 0.01
    let best = takesShared ? shared : own
    if best <= 0 { return nil }
    let most = 1.02 * (1 - best) + 1e-5
    var chosen: Int?
    for index in columns.indices where columns[index].isPerVoice != takesShared && 1 - shares[index] <= most {
      if let before = chosen, columns[before].isStraight || !columns[index].isStraight { continue }
      chosen = index
    }
    return chosen
  }

  /// Adds a column to a selection. The other columns of its controller count as used up.
  private func add(_ column: Int, to selection: inout Selection) {
    var direction = Array(numbers[column * count..<(column + 1) * count])
    for other in selection.directions { Self.remove(other, from: &direction) }
    let length = Self.dot(direction, direction).squareRoot()
    if length <= 0 { return }
    for sample in 0..<count { direction[sample] /= length }
    let factor = Self.dot(direction, selection.rest)
    for sample in 0..<count { selection.rest[sample] -= factor * direction[sample] }
    selection.open = max(0, selection.open - factor * factor)
    let parts = products(with: direction)
    for index in columns.indices {
      selection.products[index] -= parts[index] * factor
      selection.lengths[index] -= parts[index] * parts[index]
      if columns[index].place == columns[column].place { selection.lengths[index] = 0 }
    }
    selection.directions.append(direction)
  }

  /// Whether a selection leaves less than chance does: at most half of what the best selection of as many columns leaves
  /// of a target that is shifted in time, which moves as smoothly but has nothing to do with the controllers.
  private func isBeyondChance(_ target: [Float], after directions: [[Float]], steps: Int, leaves: Float)
    -> Bool
  {
    let length = Self.dot(target, target)
    if length <= 0 { return false }
    for part in Self.shifts {
      let shift = part * count / Self.shiftParts
      let moved = Array(target[shift...] + target[..<shift])
      var selection = Selection(moved, products(with: moved))
      selection.open = length
      for direction in directions {
        let parts = products(with: direction)
        for index in columns.indices { selection.lengths[index] -= parts[index] * parts[index] }
      }
      selection.directions = directions
      for _ in 0..<steps {
        guard let best = columns.indices.max(by: { explained($0, selection) < explained($1, selection) })
        else {
          break
        }
        add(best, to: &selection)
      }
      if leaves > 0.5 * selection.open / length { return false }
    }
    return true
  }

  /// The products of all columns with numbers.
  private func products(with other: [Float]) -> [Float] {
    var products = [Float](repeating: 0, count: columns.count)
    other.withUnsafeBufferPointer { other in
      numbers.withUnsafeBufferPointer { numbers in
        for index in products.indices {
          let start = index * count
          var sum: Float = 0
          for sample in 0..<count { sum += numbers[start + sample] * other[sample] }
          products[index] = sum
        }
      }
    }
    return products
  }

  /// The powers 0 to `driftDegree` of time, orthogonal and of length 1.
  private static func drift(_ count: Int) -> [[Float]] {
    var found: [[Float]] = []
    for degree in 0...driftDegree {
      var column = (0..<count).map { sample in
        var power: Float = 1
        for _ in 0..<degree { power *= 2 * Float(sample) / Float(max(1, count - 1)) - 1 }
        return power
      }
      for other in found { remove(other, from: &column) }
      let length = dot(column, column).squareRoot()
      if length > 1e-6 { found.append(column.map { $0 / length }) }
    }
    return found
  }

  /// Numbers without drift, of length 1, or nil if less than `least` of their variance is left, or if they cross the
  /// drift too rarely.
  private static func unit(_ numbers: [Float], without drift: [[Float]], least: Float) -> [Float]? {
    let variation = Float(LeastSquares.variation(numbers))
    let middle = Float(LeastSquares.mean(numbers))
    var rest = numbers.map { $0 - middle }
    for other in drift { remove(other, from: &rest) }
    let square = dot(rest, rest)
    if square <= least * variation || square <= 0 { return nil }
    let length = square.squareRoot()
    let swing = leastSwing * length / Float(max(1, rest.count)).squareRoot()
    var (crossings, side): (Int, Float) = (0, 0)
    for number in rest where number.magnitude > swing {
      if number * side < 0 { crossings += 1 }
      side = number
    }
    return crossings < leastCrossings ? nil : rest.map { $0 / length }
  }

  /// Removes a direction of length 1 from numbers.
  private static func remove(_ direction: [Float], from numbers: inout [Float]) {
    let factor = dot(direction, numbers)
    for index in numbers.indices { numbers[index] -= factor * direction[index] }
  }

  private static func dot(_ one: [Float], _ other: [Float]) -> Float {
    var sum: Float = 0
    for index in one.indices { sum += one[index] * other[index] }
    return sum
  }
}
