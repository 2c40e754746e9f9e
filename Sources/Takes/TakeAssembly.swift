// A take that comes from a plugin, record by record. Main thread.
import Controls
import RealTime

/// The records of a take as they come, made to a take.
package struct TakeAssembly {
  package private(set) var take: Take?
  package private(set) var isOver = false
  private var reader = TakeReader()
  private var texts: [Int32: [UInt8]] = [:]
  /// The layers of the looper that came last.
  private var loops: (revision: Int32, text: [UInt8])?
  private var packets: Int32 = 0

  package init() {}

  /// Reads the records of one packet.
  /// - Parameter number: the packet's number, from 0. After a missing packet nothing is read.
  package mutating func add(_ bytes: [UInt8], number: Int32) {
    if isOver { return }
    guard number == packets else { return breakOff() }
    packets += 1
    for (frame, entry) in reader.read(bytes) { add(entry, at: frame) }
    if reader.isBroken { breakOff() }
  }

  /// Ends the take behind the last record that came: its program was interrupted.
  package mutating func end() {
    guard !isOver, let frame = take?.length else { return }
    isOver = true
    take?.entries.append(Take.Entry(frame: frame, content: .end))
  }

  /// Ends the take here, because nothing more comes.
  package mutating func breakOff() {
    isOver = true
    guard let frame = take?.length else { return }
    take?.entries.append(Take.Entry(frame: frame, content: .lost(1)))
    take?.entries.append(Take.Entry(frame: frame, content: .end))
  }

  private mutating func add(_ entry: TakeEntry, at frame: Int64) {
    func note(_ content: Take.Content) { take?.entries.append(Take.Entry(frame: frame, content: content)) }
    switch entry {
    case .patchText(let revision, let text): texts[revision] = text
    case .began(let rate, let revision):
      take = Take(rate: rate)
      note(texts[revision].map { .patch($0) } ?? .lost(1))
    case .patch(let revision): note(texts[revision].map { .patch($0) } ?? .lost(1))
    case .port(let index, let value): if let port = TouchPort.at(index) { note(.port(port, value)) }
    case .restart: note(.restart)
    case .midi(let bytes): note(.midi(bytes))
    case .surface(let event): note(.surface(event))
    case .position(let position): note(.position(position))
    case .loopsText(let revision, let text): loops = (revision, text)
    case .loops(let revision): note(loops?.revision == revision ? .loops(loops?.text ?? []) : .lost(1))
    case .reportsAutomation: note(.reportsAutomation)
    case .mastered: note(.mastered)
    case .ended(let lost):
      if lost > 0 { note(.lost(lost)) }
      note(.end)
      isOver = true
    }
  }
}
