// What hands do as automation of the host: macros, the group and motion, for hosts that write it themselves (Ardour's
// `automate` extension). Audio thread.
import Controls
import Lanes
import Touch

/// A port that a hand may hold.
struct AutomatedPort: BitwiseCopyable {
  var isHeld = false
  /// What the host was told last.
  var reported: Float = .nan
  /// When the hand moved it last.
  var movedAt: Int64 = 0

  @_noLocks init() {}
}

/// The ports of macros, the group and motion, in this order, and what the host knows of them.
struct HostAutomation {
  static var macros: Int { @_noLocks get { 8 } }
  static var group: Int { @_noLocks get { 16 } }
  static var motion: Int { @_noLocks get { 6 } }
  static var count: Int { @_noLocks get { macros + group + motion } }
  /// Frames between two values of a port: the host's lanes stay readable.
  static var step: Int64 { @_noLocks get { 256 } }
  /// A macro that rests so long, in seconds, is let go.
  static var rest: Float { @_noLocks get { 1 } }

  let ports: UnsafeMutablePointer<AutomatedPort>
  var isWanted = false
  var reportedAt: Int64 = -step

  /// `count` ports, in memory that its owner frees.
  init(memory: UnsafeMutablePointer<AutomatedPort>) { ports = memory }

  /// Nothing is taken, and nothing was told.
  @_noLocks mutating func reset() {
    ports.update(repeating: AutomatedPort(), count: Self.count)
    reportedAt = -Self.step
  }

  /// Whether a macro's port has the value that the host was told last.
  @_noLocks func isOwn(_ macro: Int, _ value: Float) -> Bool {
    ports[macro].isHeld && ports[macro].reported == value
  }

  /// A hand moved a macro (0…7).
  @_noLocks func moved(macro: Int, at frame: Int64) { ports[macro].movedAt = frame }

  /// The port of the nth, and the controller whose port it is.
  @_noLocks static func controller(_ nth: Int) -> Controller {
    if nth < macros { return .member(nth, from: .macro1) }
    if nth < macros + group { return .member(nth - macros, from: .groupCount) }
    return .member(nth - macros - group, from: .motionPitch)
  }

  /// Tells what a hand does with a port. First what the port was until now, so that a host draws no line to there.
  /// - Parameters:
  ///   - before: the port's value without the hand.
  ///   - rest: what it is to be when the hand has left; nil: what it was last.
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
  /// A tick: tells the host what hands do, every `HostAutomation.step` frames and when hands come or go.
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
      case .macro: held = !common.sentMacros[nth].isNaN && frame - hostAutomation.ports[nth].movedAt < rest
      case .group: held = isPlayed
      default: held = sources.supplies(controller, frame: frame)
      }
      hostAutomation.report(
        nth, held: held, common.values[Int(controller.rawValue)],
        before: CommonControllers.port(Int(controller.rawValue), ports),
        rest: controller == .groupCount ? 0 : nil, at: frame, into: &outgoing)
    }
  }

  /// The host renders: notes end.
  @_noLocks mutating func stopReporting() {
    recorder.endAll(at: frame, into: &outgoing)
    hostAutomation.reset()
  }
}
