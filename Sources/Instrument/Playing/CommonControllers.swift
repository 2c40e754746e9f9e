// The controllers that are the same for all voices: from sources or, if none supplies them, from ports.
// Audio thread.
import Controls
import Touch

/// The values of the controllers that are the same for all voices.
struct CommonControllers {
  /// By raw value, `Controller.count` of them.
  let values: UnsafeMutablePointer<Float>
  /// Whether the group's controllers keep their values, because of an action.
  var isGroupFrozen = false

  /// - Parameter memory: `Controller.count` numbers, freed by their owner.
  init(memory: UnsafeMutablePointer<Float>) { values = memory }

  /// Collects the values. A control port gives the value of its controller while no source supplies it.
  /// - Parameters:
  ///   - sources: by pointer: Swift 6.3 copies them while another part of their owner changes.
  ///   - sent: the values that were sent in place of those of macros.
  @_noLocks mutating func gather(
    _ sources: UnsafePointer<ControllerSources>, ports: PortValues, sent: SentValues, frame: Int64
  ) {
    for macro in 0..<8 {
      let sent = sent.value(macro)
      values[Int(Controller.macro1.rawValue) + macro] =
        sent.isNaN ? Self.port(Int(Controller.macro1.rawValue) + macro, ports) : sent
    }
    if !isGroupFrozen {
      copy(sources, from: .groupCentroidAngle, to: .groupPressureSum)
      if sources.pointee.touches.count > 0 {
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
        sources.pointee.supplies(controller, frame: frame)
        ? sources.pointee.shared[controller] : Self.port(index, ports)
    }
    copy(sources, from: .motionAccelX, to: .midiControl127)
    copy(sources, from: .gestureShapeNumber, to: .gestureShapeCertainty)
    copy(sources, from: .token5Present, to: .tokenPairMin)
    values[Int(Controller.constant.rawValue)] = 1
  }

  /// The value of a controller's port. Controllers with ports are in the order of the ports.
  @_noLocks static func port(_ controller: Int, _ ports: PortValues) -> Float {
    ports.value(at: Int(TouchPort.macro1.rawValue) + controller)
  }

  @_noLocks private func copy(
    _ sources: UnsafePointer<ControllerSources>, from first: Controller, to last: Controller
  ) {
    let start = Int(first.rawValue)
    UnsafeMutableRawPointer(values + start).copyMemory(
      from: sources.pointee.shared.numbers + start, byteCount: (Int(last.rawValue) - start + 1) * 4)
  }
}
