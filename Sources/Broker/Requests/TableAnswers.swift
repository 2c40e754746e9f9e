// Requests of a window or a page about the table: the objects of the library and on the table; and the
// touches of a simulated table, which take the way of all touches. Input thread, under the broker's mutex.
import Dialects
import Profiles
import RealTime
import Stores
import Tangibles
import Text

/// A table that a window simulates: its touches are those of a source of its own.
struct SimulatedTable {
  let instance: ListeningInstance
  let source: UInt32
  /// When its window has said something last. Nanoseconds.
  var seen: Int64
  var isEmpty: Bool
}

extension Switchboard {
  /// A simulated table is cleared when its window says nothing more for this long. Nanoseconds.
  static let tablePatience: Int64 = 2_000_000_000
  /// A scan ends when nobody has asked for the table for this long. Nanoseconds.
  static let scanPatience: Int64 = 10_000_000_000
  /// The touches of one simulated table.
  static let tableTouches = 64

  /// Whether a window moves objects.
  var hasSimulatedTable: Bool { simulatedTables.contains { !$0.isEmpty } }

  /// Whether a question is one about the table: `{"table": …}`.
  static func asksForTable(_ question: [UInt8]) -> Bool {
    var rest = question[...]
    for expected in UTF8Text("{\"table\"").bytes {
      if expected == UInt8(ascii: "{") || expected == UInt8(ascii: "\"") {
        rest = rest.drop { $0 == 32 || $0 == 9 || $0 == 10 || $0 == 13 }
      }
      guard rest.first == expected else { return false }
      rest = rest.dropFirst()
    }
    return true
  }

  /// Does what a question asks, and answers it.
  /// - Parameter caller: nil: a window of the host.
  func answerTable(_ question: [UInt8], of instance: ListeningInstance, from caller: Caller?, at now: Int64) {
    guard let store = instance.store else { return instance.grid?.owe(refusal: Self.noTable) ?? () }
    do throws(DocumentError) {
      let json = try question.span.bytes.withUnsafeBytes { raw throws(DocumentError) in
        try JSON(raw, limit: 8192)
      }
      guard case .object(let members) = json.value, members.count == 1, let table = members.first?.value
      else { throw DocumentError("a question about the table has one member" as UTF8Text) }
      var withLibrary = false
      switch table.value {
      case .bool(true): break
      case .string(let word) where word == UTF8Text("library").bytes: withLibrary = true
      case .object(let parts) where parts.count == 1 && parts[0].key == "scan":
        guard case .bool(let isOn) = parts[0].value.value else {
          throw DocumentError("scan is true or false" as UTF8Text)
        }
        instance.scan(isOn)
      case .object(let parts): try move(try Self.frame(parts), of: instance, from: caller, at: now)
      default: throw DocumentError("table is true, \"library\" or an object" as UTF8Text)
      }
      let hasSize = policy.network.sources.contains { $0.table != nil }
      let words = instance.tableWords(withLibrary: withLibrary, hasSize: hasSize, at: now)
      let answer: UTF8Text = "{\"table\": \(words)}"
      if let caller { caller.answer("patch/library", [answer.bytes]) } else { store.owe(answer.bytes) }
    } catch {
      if let caller {
        caller.refuse("patch", UTF8Text(bytes: error.sentence()))
      } else {
        store.owe(refusal: error.sentence())
      }
    }
  }

  private static var noTable: [UInt8] { UTF8Text("The Tone Matrix has no table.").bytes }

  /// All touches of a simulated table at one moment.
  private struct TableFrame {
    var surface = TangibleSurface(size: [600, 340], confirm: .fast)
    var touches: [(id: Int32, place: TablePoint)] = []
  }

  private static func frame(_ members: [JSON.Member]) throws(DocumentError) -> TableFrame {
    var frame = TableFrame()
    for member in members {
      let elements = member.value.list
      if member.key == "size_mm" {
        let size = elements.compactMap { $0.finite }
        guard elements.count == 2, size.count == 2, size.allSatisfy({ TangibleSurface.sides.contains($0) })
        else { throw DocumentError("size_mm must be two numbers of 50 to 5000" as UTF8Text) }
        frame.surface.size = [size[0], size[1]]
      } else if member.key == "touches" {
        guard elements.count <= tableTouches else {
          throw DocumentError("a table has at most \(tableTouches) touches" as UTF8Text)
        }
        for each in elements {
          let numbers = each.list.compactMap { $0.finite }
          guard case .integer(let id)? = each.list.first?.value, let id = Int32(exactly: id),
            numbers.count == 3
          else { throw DocumentError("a touch must be a number and two lengths" as UTF8Text) }
          frame.touches.append((id, [numbers[1], numbers[2]]))
        }
      } else {
        throw DocumentError("a table has \"size_mm\" and \"touches\", or \"scan\"" as UTF8Text)
      }
    }
    return frame
  }

  /// The touches of a simulated table are these now.
  private func move(
    _ frame: TableFrame, of instance: ListeningInstance, from caller: Caller?, at now: Int64
  ) throws(DocumentError) {
    // A page is its socket; all windows of an instance have one table.
    let key = caller?.key ?? SenderKey(address: 0, socket: UInt32(instance.number & 0xFFFF))
    guard let source = number(of: key, Self.tableStream, at: now) else {
      throw DocumentError("too many others have touches" as UTF8Text)
    }
    let counters = counters(of: instance)
    for touch in frame.touches {
      let report = TouchReport(
        .moved, id: touch.id, at: min(max(touch.place.x / frame.surface.size.x, 0), 1),
        min(max(touch.place.y / frame.surface.size.y, 0), 1))
      instance.handle(
        .touch(report), surface: 0, from: source, at: now, counting: counters, table: { frame.surface })
    }
    instance.handle(
      .alive(frame.touches.map { $0.id }), surface: 0, from: source, at: now, counting: counters)
    simulatedTables.removeAll { $0.instance === instance && $0.source == source }
    simulatedTables.append(
      SimulatedTable(instance: instance, source: source, seen: now, isEmpty: frame.touches.isEmpty))
  }

  /// The stream of a sender's simulated table, which none of its own sources has.
  private static var tableStream: UInt16 { .max }

  /// Ends the touches of tables that no window tells of any more.
  func endSilentTables(at now: Int64) {
    for each in instances { each.endScan(askedBefore: now - Self.scanPatience) }
    for each in simulatedTables where !each.isEmpty && now - each.seen >= Self.tablePatience {
      each.instance.handle(
        .alive([]), surface: 0, from: each.source, at: now, counting: counters(of: each.instance))
    }
    simulatedTables.removeAll { now - $0.seen >= Self.tablePatience }
  }
}

extension JSON {
  fileprivate var list: [JSON] { if case .array(let list) = value { list } else { [] } }

  /// A number; nil: none.
  fileprivate var finite: Float? {
    switch value {
    case .integer(let number): Float(number)
    case .real(let number): Float(number).isFinite ? Float(number) : nil
    default: nil
    }
  }
}
