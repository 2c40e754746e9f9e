// Touches as JSON, one object a line. Input thread. The two forms: docs/osc.md.
import OSC
import Profiles
import RealTime
import Text

enum JSONDialect {
  /// Lines of one packet that are read.
  static let lineLimit = 1024

  /// Whether a packet begins as JSON does, after white space if need be.
  static func isJSON(_ packet: UnsafeRawBufferPointer) -> Bool {
    packet.first { $0 != 32 && !(9...13 ~= $0) } == UInt8(ascii: "{")
  }

  static func read(
    _ packet: UnsafeRawBufferPointer, counting counters: Counters, body: CommandBody
  ) {
    if packet.count > OSCPacket.byteLimit {
      counters[.oversized] += 1
      return
    }
    var lines = 0
    for line in packet.split(separator: 10, maxSplits: lineLimit) {
      guard line.contains(where: { $0 > 32 }) else { continue }
      lines += 1
      if lines > lineLimit {
        counters[.tooManyArguments] += 1
        return
      }
      do throws(Refusal) {
        let found = try translate(UnsafeRawBufferPointer(rebasing: line))
        counters.messages += 1
        body(found.command, CommandContext(dialect: .json, surface: found.surface))
      } catch {
        counters[error] += 1
      }
    }
  }

  private static func translate(
    _ text: UnsafeRawBufferPointer
  ) throws(Refusal) -> (command: Command, surface: UInt8) {
    let line: TouchLine
    do throws(TouchLine.Fault) {
      line = try TouchLine.read(text)
    } catch {
      switch error {
      case .notJSON: throw .badJSON
      case .unknownWord: throw .unknownWord
      case .wrongArguments: throw .wrongArguments
      case .badID: throw .badID
      }
    }
    switch line.meaning {
    case .noted: return (.noted, 0)
    case .alive: return (.alive(line.ids), line.surface)
    case .lifted: return (.event(SurfaceEvent(.tokenLifted, id: line.id)), line.surface)
    case .placed:
      var event = SurfaceEvent(.token, id: line.id)
      event.x = try number(line.x, 0...1, 0.05)
      event.y = try number(line.y, 0...1, 0.05)
      event.pressure = try optional(line.angle, -1000...1000, 0)
      event.radius = try optional(line.tokenClass, 0...16_777_216, 0)
      return (.event(event), line.surface)
    case .began, .moved, .ended: return (.touch(try touch(line)), line.surface)
    }
  }

  private static func touch(_ line: TouchLine) throws(Refusal) -> TouchReport {
    var report = TouchReport(
      word: line.meaning == .began ? .began : line.meaning == .moved ? .moved : .ended, id: line.id)
    if report.word == .ended, line.x.isNaN || line.y.isNaN { return report }
    report.x = try number(line.x, 0...1, 0.05)
    report.y = try number(line.y, 0...1, 0.05)
    if line.isDownwards { report.y = 1 - report.y }
    report.pressure = try optional(line.pressure, 0...1, 0.05)
    report.radius = try optional(line.radius, 0...Float.greatestFiniteMagnitude, 0)
    report.aspect = try optional(line.aspect, 0...1, 0.05)
    report.orientation = try optional(line.orientation, -1000...1000, 0)
    return report
  }

  private static func optional(
    _ value: Float, _ range: ClosedRange<Float>, _ slack: Float
  ) throws(Refusal) -> Float { value.isNaN ? value : try number(value, range, slack) }

  private static func number(
    _ value: Float, _ range: ClosedRange<Float>, _ slack: Float
  ) throws(Refusal) -> Float {
    if value.isNaN { throw .wrongArguments }
    return try TactusDialect.within(value, range, slack)
  }
}
