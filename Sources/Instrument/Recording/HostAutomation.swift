// Moves of hands as automation of the host: macros, the group and motion, for hosts that record it (Ardour's
// `automate` extension). Audio thread.
import Controls
import Lanes
import Music
import Touch

/// A port that a hand may move.
struct AutomatedPort: BitwiseCopyable {
  var isHeld = false
  /// The value that the host was sent last.
  var reported: Float = .nan
  /// The frame on which the hand last moved it.
  var movedAt: Int64 = .min / 2

  @_noLocks init() {}
}

/// The ports of macros, the group and motion, in this order, with the values that the host was sent.
struct HostAutomation {
  static var macros: Int { @_noLocks get { 8 } }
  static var group: Int { @_noLocks get { 16 } }
  static var motion: Int { @_noLocks get { 6 } }
  static var count: Int { @_noLocks get { macros + group + motion } }
  /// The frames between two values of a port, so that the host's lanes stay readable.
  static var step: Int64 { @_noLocks get { 256 } }
  /// The time in seconds after which a resting macro is released.
  static var rest: Float { @_noLocks get { 1 } }

  let ports: UnsafeMutablePointer<AutomatedPort>
  var isWanted = false
  var reportedAt: Int64 = -step

  /// `count` ports, in memory that its owner frees.
  init(memory: UnsafeMutablePointer<AutomatedPort>) { ports = memory }

  /// Forgets all reported values; no port is held by a hand.
  @_noLocks mutating func reset() {
    ports.update(repeating: AutomatedPort(), count: Self.count)
    reportedAt = -Self.step
  }

  /// Whether a value of a macro's port is the one that the host was sent last.
  @_noLocks func isOwn(_ macro: Int, _ value: Float) -> Bool {
    ports[macro].isHeld && ports[macro].reported == value
  }

  /// Records that a hand moved a macro (0…7).
  @_noLocks func moved(macro: Int, at frame: Int64) { ports[macro].movedAt = frame }

  /// The controller with the nth of these ports.
  @_noLocks static func controller(_ nth: Int) -> Controller {
    if nth < macros { return .member(nth, from: .macro1) }
    if nth < macros + group { return .member(nth - macros, from: .groupCount) }
    return .member(nth - macros - group, from: .motionPitch)
  }

  /// Reports the value that a hand gives a port. The port's previous value is sent first, so that the host
  /// draws no line from an older one.
  /// - Parameters:
  ///   - before: the port's value without the hand.
  ///   - rest: the port's value after the hand has left; nil: the last one.
  @_noLocks func report(
    _ nth: Int, held: Bool, _ value: Float, before: Float, rest: Float?, at frame: Int64,
    into out: inout Outgoing
  ) {
    let one = ports + nth
    guard held || one.pointee.isHeld, out.hasRoom(1) else { return }
    let next = !one.pointee.isHeld ? before : held ? value : rest ?? one.pointee.reported
    if !one.pointee.isHeld || next != one.pointee.reported {
      out.port(TouchPort.macro1.rawValue + UInt32(Self.controller(nth).rawValue), next, at: frame)
    }
    one.pointee.reported = next
    one.pointee.isHeld = held
  }
}

extension TouchProcessor {
  /// Reports at a tick what hands do, every `HostAutomation.step` frames and when hands come or go.
  @_noLocks mutating func reportAutomation() {
    guard hostAutomation.isWanted, ports[isOn: .enabled], !ports[isOn: .freeWheel] else {
      return
    }
    let isPlayed = sources.touches.count > 0 && !common.isGroupFrozen
    let hasChanged = isPlayed != hostAutomation.ports[HostAutomation.macros].isHeld
    guard hasChanged || frame - hostAutomation.reportedAt >= HostAutomation.step else { return }
    hostAutomation.reportedAt = frame
    let rest = Int64(HostAutomation.rest * sampleRate)
    for nth in 0..<HostAutomation.count {
      let controller = HostAutomation.controller(nth)
      let held: Bool
      switch controller.category {
      case .macro: held = !load.sent.value(nth).isNaN && frame - hostAutomation.ports[nth].movedAt < rest
      case .group: held = isPlayed
      default: held = sources.supplies(controller, frame: frame)
      }
      hostAutomation.report(
        nth, held: held, common.values[Int(controller.rawValue)],
        before: CommonControllers.port(Int(controller.rawValue), ports),
        rest: controller == .groupCount ? 0 : nil, at: frame, into: &outgoing)
    }
  }

  /// Ends recorded notes and forgets reported values, because the host renders.
  @_noLocks mutating func stopReporting() {
    recorder.endAll(at: frame, into: &outgoing)
    recordTokens()
    hostAutomation.reset()
  }
}
