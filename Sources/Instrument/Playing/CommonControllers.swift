// The controllers that all voices see alike: from sources or, where none supplies them, from ports. Audio thread.
import Controls
import Touch

/// The values of the controllers that all voices see alike.
struct CommonControllers {
  /// By raw value, `Controller.count` of them.
  let values: UnsafeMutablePointer<Float>
  /// The values that were sent to macros since their ports last moved; NaN where none was.
  var sentMacros = InlineArray<8, Float>(repeating: .nan)
  /// The group keeps its values (an action).
  var isGroupFrozen = false

  /// - Parameter memory: `Controller.count` numbers, freed by their owner.
  init(memory: UnsafeMutablePointer<Float>) { values = memory }

  /// Brings the values together. A control port is its controller's value while no source supplies it.
  @_noLocks mutating func gather(
    _ sources: borrowing ControllerSources, ports: PortValues, frame: Int64
  ) {
    for macro in 0..<8 {
      let sent = sentMacros[macro]
      values[Int(Controller.macro1.rawValue) + macro] =
        sent.isNaN ? Self.port(Int(Controller.macro1.rawValue) + macro, ports) : sent
    }
    if !isGroupFrozen {
      copy(sources, from: .groupCentroidAngle, to: .groupPressureSum)
      if sources.touches.count > 0 {
        copy(sources, from: .groupCount, to: .groupAxisAngle)
      } else {
        for index in Int(Controller.groupCount.rawValue)...Int(Controller.groupAxisAngle.rawValue) {
          values[index] = Self.port(index, ports)
        }
      }
    }
    for index in Int(Controller.motionPitch.rawValue)...Int(Controller.motionAccelZ.rawValue) {
      guard let controller = Controller.at(index) else { continue }
      values[index] =
        sources.supplies(controller, frame: frame) ? sources.shared[controller] : Self.port(index, ports)
    }
    copy(sources, from: .motionAccelX, to: .midiControl127)
    values[Int(Controller.constant.rawValue)] = 1
  }

  /// The value of the port of a controller. Controllers with ports stand in the ports' order.
  @_noLocks static func port(_ controller: Int, _ ports: PortValues) -> Float {
    ports.value(at: Int(TouchPort.macro1.rawValue) + controller)
  }

  @_noLocks private func copy(
    _ sources: borrowing ControllerSources, from first: Controller, to last: Controller
  ) {
    let start = Int(first.rawValue)
    UnsafeMutableRawPointer(values + start).copyMemory(
      from: sources.shared.numbers + start, byteCount: (Int(last.rawValue) - start + 1) * 4)
  }
}
