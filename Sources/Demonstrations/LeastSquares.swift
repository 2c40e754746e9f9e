// Least squares of a few columns. Not for the audio thread.

/// Least squares with an intercept, by the normal equations of centered columns.
enum LeastSquares {
  /// Returns the intercept, the factors of the columns and the sum of squared residuals. A column that depends
  /// linearly on earlier ones has the factor 0.
  static func fit(_ target: [Float], _ columns: [[Float]]) -> (
    intercept: Double, factors: [Double], rest: Double
  ) {
    let count = target.count
    let size = columns.count
    if count == 0 { return (0, [Double](repeating: 0, count: size), 0) }
    let means = columns.map { mean($0) }
    let middle = mean(target)
    // The matrix with the right side as its last column.
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: size + 1), count: size)
    for row in 0..<size {
      for column in 0..<size {
        var sum = 0.0
        for index in 0..<count {
          sum += (Double(columns[row][index]) - means[row]) * (Double(columns[column][index]) - means[column])
        }
        matrix[row][column] = sum
      }
      var sum = 0.0
      for index in 0..<count {
        sum += (Double(columns[row][index]) - means[row]) * (Double(target[index]) - middle)
      }
      matrix[row][size] = sum
    }
    let diagonal = (0..<size).map { matrix[$0][$0] }
    for pivot in 0..<size {
      let isDependent = matrix[pivot][pivot] <= 1e-9 * diagonal[pivot] || diagonal[pivot] <= 0
      if isDependent {
        for column in 0...size { matrix[pivot][column] = 0 }
        continue
      }
      for row in 0..<size where row != pivot {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        for column in pivot...size { matrix[row][column] -= factor * matrix[pivot][column] }
      }
    }
    var factors = [Double](repeating: 0, count: size)
    for index in 0..<size where matrix[index][index] != 0 {
      factors[index] = matrix[index][size] / matrix[index][index]
    }
    var intercept = middle
    for index in 0..<size { intercept -= factors[index] * means[index] }
    var rest = 0.0
    for index in 0..<count {
      var value = intercept
      for column in 0..<size { value += factors[column] * Double(columns[column][index]) }
      let error = Double(target[index]) - value
      rest += error * error
    }
    return (intercept, factors, rest)
  }

  static func mean(_ numbers: [Float]) -> Double {
    numbers.isEmpty ? 0 : numbers.reduce(0.0) { $0 + Double($1) } / Double(numbers.count)
  }

  /// The sum of squared distances from the mean.
  static func variation(_ numbers: [Float]) -> Double {
    let middle = mean(numbers)
    return numbers.reduce(0.0) { $0 + (Double($1) - middle) * (Double($1) - middle) }
  }
}
