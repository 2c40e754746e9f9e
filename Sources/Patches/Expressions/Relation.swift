// Relations that hands compose: a function of points, as the text of an expression and back. Not for the audio
// thread.
import Controls
import Matrix
import Text

/// A function of points of the surface.
public struct Relation: Equatable, Sendable {
  /// A point: a named one with its number (0: none), or coordinates 0…1.
  public enum Place: Equatable, Sendable {
    case named(Point, number: Int)
    case fixed(x: Float, y: Float)
  }

  /// A function that hands choose.
  public enum Function: StaticString, NamedCase {
    case distance, angle, corner, area, projection, offset, correlation, inside, count, x, y, speed
    case acceleration, age, order

    /// The name in a list, which is also that of the relation before its points.
    public var name: StaticString {
      switch self {
      case .distance: "Distance"
      case .angle: "Angle"
      case .corner: "Corner angle"
      case .area: "Area"
      case .projection: "Along the line"
      case .offset: "Off the line"
      case .correlation: "Moving together"
      case .inside: "Inside"
      case .count: "Fingers inside"
      case .x: "x"
      case .y: "y"
      case .speed: "Speed"
      case .acceleration: "Acceleration"
      case .age: "Age"
      case .order: "Order"
      }
    }

    /// How many points it takes. The corners of a region are points as well.
    var points: ClosedRange<Int> {
      switch self {
      case .distance, .angle, .correlation: 2...2
      case .corner, .projection, .offset: 3...3
      case .area: 3...Expression.areaLimit
      case .inside: 4...RelationRegion.cornerLimit + 1
      case .count: 3...RelationRegion.cornerLimit
      case .x, .y, .speed, .acceleration, .age, .order: 1...1
      }
    }

    /// Whether its points move or have begun, so that a fixed one has no use.
    var isOfThings: Bool {
      switch self {
      case .correlation, .x, .y, .speed, .acceleration, .age, .order: true
      default: false
      }
    }

    /// What makes 0…1 of its value.
    var scale: StaticString {
      switch self {
      case .corner, .offset: " * 2"
      case .correlation: " * 0.5 + 0.5"
      case .count: " / 5"
      case .speed: " / 2"
      case .acceleration: " / 40 + 0.5"
      case .age: " / 4"
      case .order: " / 16"
      default: ""
      }
    }
  }

  /// The measure taken between the points, such as their distance.
  public var function: Function
  /// The points, in the order in which they were touched; the function says how many.
  public var points: [Place]
  /// The region of `inside` and `count`, from 1; 0: none.
  public var region = 0

  /// A relation without a region.
  public init(_ function: Function, _ points: [Place]) { (self.function, self.points) = (function, points) }

  /// The functions that fit points, in list order.
  public static func functions(for points: [Place]) -> [Function] {
    func isFixed(_ place: Place) -> Bool { if case .fixed = place { true } else { false } }
    return Function.allCases.filter { function in
      guard function.points.contains(points.count) else { return false }
      switch function {
      case .count: return points.allSatisfy(isFixed)
      // The point, and the corners.
      case .inside: return points.filter(isFixed).count == points.count - 1
      case .area, .distance, .angle, .corner, .projection, .offset: return !points.allSatisfy(isFixed)
      default: return !points.contains(where: isFixed)
      }
    }
  }

  /// The text of the expression.
  public var text: [UInt8] {
    var words: UTF8Text = "\(function.symbol)("
    for (index, place) in points.enumerated() {
      if index > 0 { words += ", " }
      words += Self.words(of: place)
    }
    if region > 0 { words += points.isEmpty ? "region_\(region)" : ", region_\(region)" }
    words += ")\(function.scale)"
    return words.bytes
  }

  private static func words(of place: Place) -> UTF8Text {
    switch place {
    case .named(let point, let number): number > 0 ? "\(point.symbol)\(number)" : "\(point.symbol)"
    // A thousandth of the surface is finer than a finger.
    case .fixed(let x, let y): "point(\(rounded(x)), \(rounded(y)))"
    }
  }

  private static func rounded(_ value: Float) -> Float { (value * 1000).rounded() / 1000 }

  /// The relation at the beginning of a text, or the first that the text contains; nil: none that hands could
  /// have composed.
  public init?(in text: [UInt8]) {
    guard let found = text.withUnsafeBufferPointer({ Self.first(in: $0) }) else { return nil }
    self = found
  }

  private static func first(in text: UnsafeBufferPointer<UInt8>) -> Relation? {
    var reader = ExpressionText(text)
    guard (try? reader.advance()) != nil else { return nil }
    while reader.token != .end {
      if let function: Function = reader.named() {
        var ahead = reader
        if let found = relation(function, &ahead) { return found }
      }
      guard (try? reader.advance()) != nil else { return nil }
    }
    return nil
  }

  /// Reads a function and its points; nil: other arguments.
  private static func relation(_ function: Function, _ reader: inout ExpressionText) -> Relation? {
    var found = Relation(function, [])
    do throws(DocumentError) {
      try reader.advance()
      try reader.expect(UInt8(ascii: "("))
      while true {
        if let region = reader.region {
          found.region = region
          try reader.advance()
        } else if let point = reader.point {
          found.points.append(.named(point.point, number: point.number))
          try reader.advance()
        } else if reader.isName("point") {
          try reader.advance()
          try reader.expect(UInt8(ascii: "("))
          guard case .number(let x) = reader.token else { return nil }
          try reader.advance()
          try reader.expect(UInt8(ascii: ","))
          guard case .number(let y) = reader.token else { return nil }
          try reader.advance()
          try reader.expect(UInt8(ascii: ")"))
          found.points.append(.fixed(x: x, y: y))
        } else {
          return nil
        }
        if reader.token == .sign(UInt8(ascii: ")")) { return found }
        try reader.expect(UInt8(ascii: ","))
      }
    } catch {
      return nil
    }
  }
}
