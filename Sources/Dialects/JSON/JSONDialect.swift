// Touches as JSON, one object a line. Input thread. The two forms: docs/osc.md.
import OSC
import Profiles
import RealTime
import Tangibles
import Text

enum JSONDialect {
  /// The greatest number of lines in a packet. Further lines are not read.
  static let lineLimit = 1024

  /// Whether the first byte of a packet after white space is `{`.
  static func isJSON(_ packet: UnsafeRawBufferPointer) -> Bool {
    packet.first { $0 != 32 && !(9...13 ~= $0) } == UInt8(ascii: "{")
  }

  static func read(
    _ packet: UnsafeRawBufferPointer, _ profiles: [InputProfile] = [],
    _ memory: () -> SenderMemory = { SenderMemory() }, at time: Int64 = 0, counting counters: Counters,
    body: CommandBody
  ) {
    // A profile says what an object must have; so it is asked first.
    let readers = profiles.contains { $0.readsJSON } ? profiles : []
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
        let line = UnsafeRawBufferPointer(rebasing: line)
        if !readers.isEmpty, let json = try? JSON(line, limit: JSONTouchMessage.byteLimit),
          try ProfileJSONDialect.translate(json, readers, memory, at: time, body: body)
        {
          counters.messages += 1
          continue
        }
        let found = try translate(line)
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
    let message: JSONTouchMessage
    do throws(JSONTouchMessage.Fault) {
      message = try JSONTouchMessage.read(text)
    } catch {
      switch error {
      case .notJSON: throw .badJSON
      case .unknownWord: throw .unknownWord
      case .wrongArguments: throw .wrongArguments
      case .badID: throw .badID
      }
    }
    switch message.meaning {
    case .noted: return (.sender(.noted), 0)
    case .perc(let word):
      return (
        .routed(.tangible(PercMessage(word, id: message.name, isOn: message.isOn ?? false))), message.surface
      )
    case .alive: return (.play(.alive(message.ids)), message.surface)
    case .lifted: return (.play(.event(SurfaceEvent(.tokenLifted, id: message.id))), message.surface)
    case .placed:
      var event = SurfaceEvent(.token, id: message.id)
      event.x = try number(message.x, 0...1, 0.05)
      event.y = try number(message.y, 0...1, 0.05)
      event.pressure = try optional(message.angle, -1000...1000, 0)
      event.radius = try optional(message.tokenClass, 0...16_777_216, 0)
      return (.play(.event(event)), message.surface)
    case .began, .moved, .ended: return (.play(.touch(try touch(message))), message.surface)
    }
  }

  private static func touch(_ message: JSONTouchMessage) throws(Refusal) -> TouchReport {
    var report = TouchReport(
      word: message.meaning == .began ? .began : message.meaning == .moved ? .moved : .ended, id: message.id)
    if report.word == .ended, message.x.isNaN || message.y.isNaN { return report }
    report.x = try number(message.x, 0...1, 0.05)
    report.y = try number(message.y, 0...1, 0.05)
    if message.isDownwards { report.y = 1 - report.y }
    report.pressure = try optional(message.pressure, 0...1, 0.05)
    report.radius = try optional(message.radius, 0...Float.greatestFiniteMagnitude, 0)
    report.aspect = try optional(message.aspect, 0...1, 0.05)
    report.orientation = try optional(message.orientation, -1000...1000, 0)
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
