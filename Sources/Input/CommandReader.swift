// Packets → commands: the place where dialects are listed. Input thread.
import Documents
import RealTime

final class CommandReader {
  static let memoryLimit = 256

  private(set) var profiles: [InputProfile] = []
  private var memories: [UInt64: SenderMemory] = [:]

  /// Reads one packet or one frame of a stream.
  /// - Parameter key: the sender's; whoever has another has another memory.
  func read(
    _ packet: UnsafeRawBufferPointer, from key: UInt64, at time: Int64, counting counters: Counters,
    body: CommandBody
  ) {
    if packet.first == UInt8(ascii: "{") {
      return JSONDialect.read(packet, counting: counters, body: body)
    }
    OSCPacket.read(packet, counting: counters) { message in
      do throws(Refusal) {
        try translate(message, from: key, at: time, counting: counters, body: body)
      } catch {
        counters[error] += 1
      }
    }
    if OSCPacket.isBundle(packet), let memory = memories[key] {
      TUIODialect.endPacket(memory, counting: counters, body: body)
      TUIO2Dialect.endPacket(memory, counting: counters, body: body)
    }
  }

  private func translate(
    _ message: borrowing OSCMessage, from key: UInt64, at time: Int64, counting counters: Counters,
    body: CommandBody
  ) throws(Refusal) {
    var name = Path(message.address)
    if AddressPattern.isPattern(message.address) {
      return try TactusDialect.translatePattern(message, refuse: { counters[$0] += 1 }, body: body)
    }
    if name.starts("/tactus/") {
      try TactusDialect.translate(message, name, refuse: { counters[$0] += 1 }) {
        body($0, Envelope(dialect: .tactus, surface: $1))
      }
    } else if name.drop("/tuio/") {
      try TUIODialect.translate(message, name, memory(key, time), counting: counters, body: body)
    } else if name.drop("/tuio2/") {
      try TUIO2Dialect.translate(message, name, memory(key, time), at: time, counting: counters, body: body)
    } else if name.drop("/pdparty/") {
      try PdPartyDialect.translate(
        message, name, memory(key, time), refuse: { counters[$0] += 1 }, body: body)
    } else if try !ProfileDialect.translate(
      message, profiles, { memory(key, time) }, at: time, counting: counters, body: body)
    {
      body(try TactusDialect.foreign(message), Envelope(dialect: .foreign))
    }
  }

  private func memory(_ key: UInt64, _ time: Int64) -> SenderMemory {
    if let known = memories[key] {
      known.heard = time
      return known
    }
    if memories.count >= Self.memoryLimit {
      // The one that has been silent longest, rather one without objects: nobody else could take them off.
      let oldest = memories.min {
        ($0.value.holdsTokens ? 1 : 0, $0.value.heard) < ($1.value.holdsTokens ? 1 : 0, $1.value.heard)
      }
      if let oldest { memories[oldest.key] = nil }
    }
    let new = SenderMemory()
    new.heard = time
    memories[key] = new
    return new
  }

  /// The sender is gone: its objects are taken off. Its touches are for who knows them.
  func forget(_ key: UInt64, body: CommandBody) {
    memories[key]?.liftTokens(body)
    memories[key] = nil
  }

  /// Ends touches of profiles that have been silent, begins those that waited for a place; to be called now and then.
  func expire(at time: Int64, body: (_ key: UInt64, Command, Envelope) -> Void) {
    for (key, memory) in memories where !memory.controls.isEmpty {
      ProfileDialect.expire(memory, at: time) { body(key, $0, $1) }
    }
  }

  /// Other profiles: the touches of the old ones end.
  func use(_ profiles: [InputProfile], body: (_ key: UInt64, Command, Envelope) -> Void) {
    self.profiles = profiles
    for (key, memory) in memories { ProfileDialect.endAll(memory) { body(key, $0, $1) } }
  }
}
