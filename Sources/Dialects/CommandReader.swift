// Packets → commands: lists the dialects and keeps a memory for each sender. Input thread.
import OSC
import Profiles
import RealTime

package final class CommandReader {
  static let memoryLimit = 256
  /// Address patterns that are read in one packet. Each is compared with all of our addresses.
  static let patternLimit = 16

  package private(set) var profiles: [InputProfile] = []
  private var memories: [SenderKey: SenderMemory] = [:]

  /// Whether messages of no language are passed on: a scene listens.
  package var passesMessages = false
  /// Whether a macro has learned an address. No included profile reads it then.
  package var isLearned: ([UInt8]) -> Bool = { _ in false }
  /// The names of the instruments of the rig at the port that is read.
  package var rig: [[UInt8]] = []

  package init() {}

  /// Reads one packet or one frame of a stream.
  /// - Parameter key: The sender's; each key has a memory of its own.
  package func read(
    _ packet: UnsafeRawBufferPointer, from key: SenderKey, at time: Int64, counting counters: Counters,
    body emit: CommandBody
  ) {
    if let memory = memories[key] { (memory.lastReceived, memory.isGone) = (time, false) }
    func body(_ command: Command, _ context: CommandContext) {
      remember(command, context, from: key, at: time)
      emit(command, context)
    }
    defer { memories[key]?.heartbeat.endPacket(at: time) }
    if JSONDialect.isJSON(packet) {
      return JSONDialect.read(
        packet, profiles, { memory(key, time) }, at: time, counting: counters, body: body)
    }
    var patterns = 0
    OSCPacket.read(packet, refuse: { counters[Refusal($0)] += 1 }) { message in
      counters.messages += 1
      do throws(Refusal) {
        if AddressPattern.isPattern(message.address) {
          patterns += 1
          guard patterns <= Self.patternLimit else { throw .tooManyRequests }
        }
        try translate(message, from: key, at: time, counting: counters, body: body)
      } catch {
        counters[error] += 1
        if let request = RefusedRequest(error, message, rig: rig) {
          emit(.request(.refused(request)), CommandContext(dialect: .tactus))
        }
      }
    }
    if OSCPacket.isBundle(packet), let memory = memories[key] {
      TUIODialect.endPacket(memory, counting: counters, body: body)
      TUIO2Dialect.endPacket(memory, counting: counters, body: body)
    }
  }

  /// Keeps the sender's description of itself, which holds for its messages in every language. Also keeps
  /// that it has sent `alive`: such a sender is expected to send it again.
  private func remember(_ command: Command, _ context: CommandContext, from key: SenderKey, at time: Int64) {
    switch command {
    case .play(.alive) where context.stream == 0:
      let memory = memory(key, time)
      if !memory.aliveSurfaces.contains(context.surface) { memory.aliveSurfaces.append(context.surface) }
    case .play(.event(let event)) where event.kind == .source || event.kind == .sourceName:
      memory(key, time).announcements[context.surface, default: SourceAnnouncement()].apply(event)
    case .sender(.timeout(let nanoseconds)): memory(key, time).timeout = nanoseconds
    case .play, .sender, .routed, .request: break
    }
    if case .play(let event) = command { memories[key]?.heartbeat.add(event, context) }
  }

  /// The sender's description of itself.
  package func announcement(of key: SenderKey, _ context: CommandContext) -> SourceAnnouncement {
    memories[key]?.announcements[context.surface] ?? SourceAnnouncement()
  }

  private func translate(
    _ message: borrowing OSCMessageView, from key: SenderKey, at time: Int64, counting counters: Counters,
    body: CommandBody
  ) throws(Refusal) {
    var name = AddressRest(message.address)
    if AddressPattern.isPattern(message.address) {
      return try TactusDialect.translatePattern(message, refuse: { counters[$0] += 1 }, body: body)
    }
    if name.starts("/tactus/") {
      try TactusDialect.translate(message, name, rig: rig, refuse: { counters[$0] += 1 }) {
        body($0, CommandContext(dialect: .tactus, surface: $1))
      }
    } else if name.drop("/tuio/") {
      let memory = memory(key, time)
      memory.heartbeat.isAlive = true
      try TUIODialect.translate(message, name, memory, at: time, counting: counters, body: body)
    } else if name.drop("/tuio2/") {
      let memory = memory(key, time)
      memory.heartbeat.isAlive = true
      try TUIO2Dialect.translate(message, name, memory, at: time, counting: counters, body: body)
    } else if name.drop("/pdparty/") {
      try PdPartyDialect.translate(
        message, name, memory(key, time), refuse: { counters[$0] += 1 }, body: body)
    } else if try !ProfileDialect.translate(
      message, profiles, isLearned: isLearned, { memory(key, time) }, at: time, counting: counters,
      body: body)
    {
      let context = CommandContext(dialect: .foreign)
      if passesMessages, let passed = SceneDialect.message(message) {
        body(.routed(.message(passed)), context)
      }
      do throws(Refusal) { body(try TactusDialect.foreign(message), context) } catch {
        if !passesMessages { throw error }
      }
    }
  }

  private func memory(_ key: SenderKey, _ time: Int64) -> SenderMemory {
    if let known = memories[key] {
      known.lastReceived = time
      return known
    }
    if memories.count >= Self.memoryLimit {
      // The memory of the longest silent sender is dropped. Senders without live touches and objects come
      // first, because only the memory of a sender can end its own.
      let oldest = memories.min {
        ($0.value.isLive ? 1 : 0, $0.value.lastReceived) < ($1.value.isLive ? 1 : 0, $1.value.lastReceived)
      }
      if let oldest { memories[oldest.key] = nil }
    }
    let new = SenderMemory()
    new.lastReceived = time
    memories[key] = new
    return new
  }

  package var keys: [SenderKey] { Array(memories.keys) }

  /// Whether a TUIO source or a profile of a sender has live touches or objects.
  package func hasObjects(_ key: SenderKey) -> Bool { memories[key]?.hasObjects ?? false }

  /// Forgets a sender that is gone. Ends its objects and its touches of profiles and TUIO; `SourceTouches`
  /// ends all others.
  package func forget(_ key: SenderKey, body: CommandBody) {
    guard let memory = memories.removeValue(forKey: key) else { return }
    memory.endAll(body)
    ProfileDialect.endAll(memory, body: body)
  }

  /// Ends the objects and touches of a sender that is gone (profiles and TUIO). Keeps its description and
  /// timeout, because it may return.
  package func end(_ key: SenderKey, body: CommandBody) {
    guard let memory = memories[key] else { return }
    memory.endAll(body)
    ProfileDialect.endAll(memory, body: body)
  }

  /// The lifetimes of the senders that set a timeout or send `alive`.
  package var lifetimes: [(key: SenderKey, lifetime: SenderLifetime)] {
    memories.compactMap { $0.value.lifetime.isWatched ? ($0.key, $0.value.lifetime) : nil }
  }

  /// Handles the first message of a TUIO source. If another socket of the same machine has sent messages of
  /// this source, its program has started again, and the touches of that socket end.
  package func restart(
    _ source: [UInt8], of key: SenderKey, body: (_ key: SenderKey, Command, CommandContext) -> Void
  ) {
    if source.isEmpty { return }
    for (other, memory) in memories
    where other != key && other.address == key.address && other.port == key.port {
      memory.endAll(ofSource: source) { body(other, $0, $1) }
    }
  }

  /// Handles the first frame of a TUIO source without a name. If a source without a name at another socket of
  /// the same machine has one of its ids on the surface, the program has got another socket, and the touches
  /// of the old one end.
  package func restart(
    unnamed profile: [UInt8], _ ids: [Int32], of key: SenderKey,
    body: (_ key: SenderKey, Command, CommandContext) -> Void
  ) {
    for (other, memory) in memories
    where other != key && other.address == key.address && other.port == key.port {
      memory.endAll(unnamed: profile, ids) { body(other, $0, $1) }
    }
  }

  /// Handles timeouts; the owner calls it now and then. Silent touches of profiles end. Touches that waited
  /// for a position begin. Open frames of TUIO end. A sender that has sent `alive` and then nothing for
  /// longer than `silence` nanoseconds (0: no limit) is gone. A heartbeat shortens this time; a timeout that
  /// the sender set replaces it.
  /// - Parameters:
  ///   - counting: Returns the counters of a sender.
  ///   - gone: Receives each sender that is gone, so that the caller can end everything else it holds.
  package func expire(
    at time: Int64, silence: Int64, counting: (SenderKey) -> Counters,
    body: (_ key: SenderKey, Command, CommandContext) -> Void, gone: (SenderKey) -> Void
  ) {
    for (key, memory) in memories {
      ProfileDialect.expire(memory, at: time) { body(key, $0, $1) }
      TUIODialect.expire(memory, at: time, counting: { counting(key) }) { body(key, $0, $1) }
      if !memory.isGone, let patience = memory.patience(silence), time - memory.lastReceived > patience {
        end(key) { body(key, $0, $1) }
        gone(key)
      }
    }
  }

  /// Replaces the profiles; touches of the old ones end.
  package func use(
    _ profiles: [InputProfile], body: (_ key: SenderKey, Command, CommandContext) -> Void
  ) {
    self.profiles = profiles
    for (key, memory) in memories { ProfileDialect.endAll(memory) { body(key, $0, $1) } }
  }
}
