// The controllers and the parameters that a player turned, sample by sample. Not for the audio thread.
import Controls
import Lanes

/// A demonstration: the values of all controllers and the base values of all parameters at equal intervals.
public struct Demonstration: Sendable {
  /// The most samples: two minutes at 30 a second.
  public static var limit: Int { 3600 }
  /// The number of samples.
  public private(set) var count = 0
  /// A row of `Controller.count` normalized values, 0…1, for each sample.
  private var controllers: [Float] = []
  /// A row of `Parameter.count` base values in the parameters' travel for each sample.
  private var parameters: [Float] = []
  /// A row of x and y for each finger of a relation, NaN without it, for each sample.
  private var fingers: [Float] = []
  /// The poses that were held while snapshots were chosen.
  var held: [HeldPose] = []

  /// A demonstration without samples.
  public init() {}

  /// Whether no more samples are taken.
  public var isFull: Bool { count >= Self.limit }

  /// Adds a sample. Does nothing if the demonstration is full, or if a list is too short.
  /// - Parameters:
  ///   - controllers: values in their units by raw value; one that is no number counts as its rest value.
  ///   - parameters: base values in their units by raw value.
  ///   - fingers: the fingers that are down, with their numbers in expressions, from 1.
  public mutating func append(
    controllers values: [Float], parameters bases: [Float], fingers places: [NumberedFinger] = []
  ) {
    guard !isFull, values.count >= Controller.count, bases.count >= Parameter.count else { return }
    for index in 0..<Controller.count {
      if let controller = Controller.at(index) { controllers.append(Self.part(controller, values[index])) }
    }
    for index in 0..<Parameter.count {
      guard let parameter = Parameter.at(index) else { continue }
      parameters.append(parameter.travelled(bases[index]))
    }
    for number in 1...FingerRelation.fingers {
      let place = places.first { $0.number == number }
      fingers += [place?.x ?? .nan, place?.y ?? .nan]
    }
    count += 1
  }

  /// The values of a relation at some samples, or nil if a finger of it is not down at one of them.
  func values(of relation: FingerRelation, at samples: [Int]) -> [Float]? {
    var values: [Float] = []
    for sample in samples {
      let first = sample * FingerRelation.fingers * 2
      let value = relation.value {
        fingers[first + 2 * ($0 - 1)]
      } y: {
        fingers[first + 2 * ($0 - 1) + 1]
      }
      guard value.isFinite else { return nil }
      values.append(value)
    }
    return values
  }

  /// A value of a controller as a part of its range, 0…1; one that is no number counts as its rest value.
  static func part(_ controller: Controller, _ value: Float) -> Float {
    let spec = controller.spec
    let value = value.isFinite ? value : spec.rest
    return ((value - spec.minimum) / (spec.fullScale - spec.minimum)).limited(0, 1)
  }

  /// The normalized values of a controller, 0…1.
  func values(of controller: Controller) -> [Float] {
    (0..<count).map { controllers[$0 * Controller.count + Int(controller.rawValue)] }
  }

  /// The base values of a parameter, in its travel.
  func values(of parameter: Parameter) -> [Float] {
    (0..<count).map { parameters[$0 * Parameter.count + Int(parameter.rawValue)] }
  }

  /// The parameters that were turned by more than a hundredth of their travel. A choice is never among them.
  public var turned: [Parameter] {
    Parameter.allCases.filter { parameter in
      parameter.spec.travel != .choice && values(of: parameter).reach > parameter.travelLength / 100
    }
  }
}

extension Controller {
  /// Whether a demonstration may find this controller: clocks, modules and random numbers move without the player.
  var isPlayed: Bool {
    switch category {
    case .module, .constant: false
    default: !isClock && self != .touchRandom
    }
  }
}

extension Parameter {
  /// A value in the parameter's travel: its logarithm to the base 2 if it is logarithmic.
  func travelled(_ value: Float) -> Float {
    let value = value.limited(spec.minimum, spec.maximum)
    return spec.travel == .logarithmic ? Scalar.log2(value) : value
  }

  /// A value of the parameter's travel, in its unit.
  func natural(_ value: Float) -> Float { spec.travel == .logarithmic ? Scalar.exp2(value) : value }

  /// The length of the whole travel.
  var travelLength: Float { travelled(spec.maximum) - travelled(spec.minimum) }
}

extension [Float] {
  /// The distance between the least and the greatest number.
  var reach: Float { (self.max() ?? 0) - (self.min() ?? 0) }
}
