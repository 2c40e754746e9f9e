// The buffer of one event port: an atom Sequence, written by
// the host (inputs) or the plugin (outputs). One thread.
import CLilv
import RealTime

/// The buffer of one event port, of the size that the plugin asks for.
final class SequenceBuffer {
  let memory: UnsafeMutableRawPointer
  let capacity: Int
  private let table: URIDTable
  private static let headerSize = MemoryLayout<LV2_Atom_Sequence>.size
  private static let eventHeaderSize = MemoryLayout<LV2_Atom_Event>.size

  init(capacity: Int, table: URIDTable) {
    self.capacity = capacity
    self.table = table
    memory = .allocate(byteCount: capacity, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
  }

  deinit { memory.deallocate() }

  private var header: UnsafeMutablePointer<LV2_Atom_Sequence> {
    memory.assumingMemoryBound(to: LV2_Atom_Sequence.self)
  }

  /// Makes an empty sequence of frames.
  func clear() {
    header.pointee.atom.type = table.map(Vocabulary.atom + "Sequence")
    header.pointee.atom.size = UInt32(MemoryLayout<LV2_Atom_Sequence_Body>.size)
    header.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
  }

  /// Writes the buffer's capacity for the plugin, as LV2 asks for output ports.
  func offer() {
    header.pointee.atom.type = table.map(Vocabulary.atom + "Chunk")
    header.pointee.atom.size = UInt32(capacity - MemoryLayout<LV2_Atom>.size)
  }

  /// Appends an event; false when there is no more room.
  func append(_ event: TimedEvent) -> Bool {
    let (type, body) = encode(event.content)
    let used = MemoryLayout<LV2_Atom>.size + Int(header.pointee.atom.size)
    let size = Self.eventHeaderSize + Self.padded(body.count)
    guard used + size <= capacity else { return false }
    let address = memory + used
    address.storeBytes(of: Int64(event.frame), as: Int64.self)
    address.storeBytes(of: UInt32(body.count), toByteOffset: 8, as: UInt32.self)
    address.storeBytes(of: table.map(type), toByteOffset: 12, as: UInt32.self)
    UnsafeMutableRawBufferPointer(start: address + Self.eventHeaderSize, count: body.count).copyBytes(
      from: body)
    header.pointee.atom.size += UInt32(size)
    return true
  }

  /// The events that the plugin wrote; empty if it wrote nothing or no sequence.
  var events: [OutputEvent] {
    guard header.pointee.atom.type == table.map(Vocabulary.atom + "Sequence") else { return [] }
    let end = min(capacity, MemoryLayout<LV2_Atom>.size + Int(header.pointee.atom.size))
    var offset = Self.headerSize
    var found: [OutputEvent] = []
    while offset + Self.eventHeaderSize <= end {
      let size = Int(memory.load(fromByteOffset: offset + 8, as: UInt32.self))
      let body = offset + Self.eventHeaderSize
      guard body + size <= end else { break }
      found.append(
        OutputEvent(
          frame: Int(memory.load(fromByteOffset: offset, as: Int64.self)),
          type: table.unmap(memory.load(fromByteOffset: offset + 12, as: UInt32.self)) ?? "",
          body: Array(UnsafeRawBufferPointer(start: memory + body, count: size))))
      offset = body + Self.padded(size)
    }
    return found
  }

  private static func padded(_ size: Int) -> Int { (size + 7) & ~7 }

  private func encode(_ content: TimedEvent.Content) -> (type: String, body: [UInt8]) {
    switch content {
    case .midi(let bytes): return (Vocabulary.midiEvent, bytes)
    case .atom(let type, let body): return (type, body)
    case .surface(let event):
      var body: [UInt8] = []
      for word in [event.kind.rawValue, event.source, UInt32(bitPattern: event.id)] {
        body.append(native: word)
      }
      for index in 0..<4 { body.append(native: event.words[index].bitPattern) }
      return (Vocabulary.surfaceEvent, body)
    case .position(let position): return (Vocabulary.atom + "Object", encode(position))
    }
  }

  private func encode(_ position: Position) -> [UInt8] {
    var body: [UInt8] = []
    func property(_ name: String, _ type: String, _ value: some FixedWidthInteger) {
      body.append(native: table.map(Vocabulary.time + name))
      body.append(native: UInt32(0))  // context
      body.append(native: UInt32(MemoryLayout.size(ofValue: value)))
      body.append(native: table.map(Vocabulary.atom + type))
      body.append(native: value)
      body += [UInt8](repeating: 0, count: Self.padded(body.count) - body.count)
    }
    body.append(native: UInt32(0))  // id: none
    body.append(native: table.map(Vocabulary.time + "Position"))
    property("frame", "Long", position.frame)
    property("speed", "Float", position.speed.bitPattern)
    property("bar", "Long", position.bar)
    property("barBeat", "Float", position.barBeat.bitPattern)
    property("beatUnit", "Int", position.beatUnit)
    property("beatsPerBar", "Float", position.beatsPerBar.bitPattern)
    property("beatsPerMinute", "Float", position.beatsPerMinute.bitPattern)
    return body
  }
}

extension [UInt8] {
  fileprivate mutating func append(native value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value) { append(contentsOf: $0) }
  }
}
