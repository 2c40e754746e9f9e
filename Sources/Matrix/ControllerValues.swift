// What the matrix reads and writes: sixteen lanes for every controller, sixteen for every parameter.
import Controls
import Lanes

/// The natural values of all controllers, one lane a voice; a controller of the whole group has the same value
/// in every lane. Sixteen voices to a set.
public struct ControllerValues {
  var lanes = InlineArray<64, Lanes>(repeating: Lanes(repeating: 0))

  /// Every controller at rest.
  @_noLocks public init() {
    for index in 0..<Controller.count {
      if let controller = Controller.at(index) { lanes[index] = Lanes(repeating: controller.spec.rest) }
    }
  }

  @_noLocks public subscript(controller: Controller) -> Lanes {
    get { lanes[Int(controller.rawValue)] }
    set { lanes[Int(controller.rawValue)] = newValue }
  }
}

/// The values of all parameters in their own units, one lane a voice.
public struct ParameterValues {
  var lanes = InlineArray<32, Lanes>(repeating: Lanes(repeating: 0))

  /// Every parameter at its default.
  @_noLocks public init() {
    for index in 0..<Parameter.count {
      if let parameter = Parameter.at(index) { lanes[index] = Lanes(repeating: parameter.spec.default) }
    }
  }

  @_noLocks public subscript(parameter: Parameter) -> Lanes {
    get { lanes[Int(parameter.rawValue)] }
    set { lanes[Int(parameter.rawValue)] = newValue }
  }
}
