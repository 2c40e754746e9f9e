// Packets → commands: the place where dialects are listed. Input thread.
import Profiles
import RealTime

final class CommandReader {
  static let memoryLimit = 256

  private(set) var profiles: [InputProfile] = []
  private var memories: [SenderKey: SenderMemory] = [:]

  /// Reads one packet or one frame of a stream.
  /// - Parameter key: the sender's; whoever has another has another memory.
  func read(
    _ packet: UnsafeRawBufferPointer, from key: SenderKey, at time: Int64, counting counters: Counters,
    body tell: CommandBody
  ) {
    if let memory = memories[key] { (memory.heard, memory.isGone) = (time, false) }
    func body(_ command: Command, _ envelope: CommandContext) {
      remember(command, envelope, from: key, at: time)
      tell(command, envelope)
    }
    if JSONDialect.isJSON(packet) {
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

  /// What a sender says of itself counts for all that it says, in every language; and whoever says what is alive is
  /// expected to go on.
  private func remember(_ command: Command, _ envelope: CommandContext, from key: SenderKey, at time: Int64) {
    switch command {
    case .alive where envelope.stream == 0:
      let memory = memory(key, time)
      if !memory.aliveSurfaces.contains(envelope.surface) { memory.aliveSurfaces.append(envelope.surface) }
    case .thing(let event) where event.kind == .source || event.kind == .sourceName:
      memory(key, time).said[envelope.surface, default: SourceAnnouncement()].take(event)
    default: break
    }
  }

  /// What a sender says of itself.
  func introduction(of key: SenderKey, _ envelope: CommandContext) -> SourceAnnouncement {
    memories[key]?.said[envelope.surface] ?? SourceAnnouncement()
  }

  private func translate(
    _ message: borrowing OSCMessage, from key: SenderKey, at time: Int64, counting counters: Counters,
    body: CommandBody
  ) throws(Refusal) {
    var name = Path(message.address)
    if AddressPattern.isPattern(message.address) {
      return try TactusDialect.translatePattern(message, refuse: { counters[$0] += 1 }, body: body)
    }
    if name.starts("/tactus/") {
      try TactusDialect.translate(message, name, refuse: { counters[$0] += 1 }) {
        body($0, CommandContext(dialect: .tactus, surface: $1))
      }
    } else if name.drop("/tuio/") {
      try TUIODialect.translate(message, name, memory(key, time), at: time, counting: counters, body: body)
    } else if name.drop("/tuio2/") {
      try TUIO2Dialect.translate(message, name, memory(key, time), at: time, counting: counters, body: body)
    } else if name.drop("/pdparty/") {
      try PdPartyDialect.translate(
        message, name, memory(key, time), refuse: { counters[$0] += 1 }, body: body)
    } else if try !ProfileDialect.translate(
      message, profiles, { memory(key, time) }, at: time, counting: counters, body: body)
    {
      body(try TactusDialect.foreign(message), CommandContext(dialect: .foreign))
    }
  }

  private func memory(_ key: SenderKey, _ time: Int64) -> SenderMemory {
    if let known = memories[key] {
      known.heard = time
      return known
    }
    if memories.count >= Self.memoryLimit {
      // The one that has been silent longest, rather one without touches and objects: nobody else could end them.
      let oldest = memories.min {
        ($0.value.isLive ? 1 : 0, $0.value.heard) < ($1.value.isLive ? 1 : 0, $1.value.heard)
      }
      if let oldest { memories[oldest.key] = nil }
    }
    let new = SenderMemory()
    new.heard = time
    memories[key] = new
    return new
  }

  /// The sender is gone: its objects are taken off. Its other touches are for who knows them.
  func forget(_ key: SenderKey, body: CommandBody) {
    guard let memory = memories.removeValue(forKey: key) else { return }
    memory.leave(body)
    ProfileDialect.endAll(memory, body: body)
  }

  /// A source of TUIO spoke for the first time: if it did so before from another socket of the same machine, it has
  /// started again, and what it left there ends.
  func restart(_ source: [UInt8], of key: SenderKey, body: (_ key: SenderKey, Command, CommandContext) -> Void) {
    if source.isEmpty { return }
    for (other, memory) in memories
    where other != key && other.address == key.address && other.port == key.port {
      memory.leave(source: source) { body(other, $0, $1) }
    }
  }

  /// What follows from time alone, to be called now and then: touches of profiles that have been silent end and those
  /// that waited for a place begin; frames of TUIO are over; senders that say what is alive, and have said nothing at
  /// all for longer than `silence` nanoseconds (0: for ever), are gone.
  /// - Parameter counting: where to count what is refused of a sender.
  func expire(
    at time: Int64, silence: Int64, counting: (SenderKey) -> Counters,
    body: (_ key: SenderKey, Command, CommandContext) -> Void
  ) {
    for (key, memory) in memories {
      ProfileDialect.expire(memory, at: time) { body(key, $0, $1) }
      TUIODialect.expire(memory, at: time, counting: { counting(key) }) { body(key, $0, $1) }
      if silence > 0, !memory.isGone, time - memory.heard > silence { memory.leave { body(key, $0, $1) } }
    }
  }

  /// Other profiles: the touches of the old ones end.
  func use(_ profiles: [InputProfile], body: (_ key: SenderKey, Command, CommandContext) -> Void) {
    self.profiles = profiles
    for (key, memory) in memories { ProfileDialect.endAll(memory) { body(key, $0, $1) } }
  }
}
