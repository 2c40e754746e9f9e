// Takes at the switchboard: what acts on an instance goes to the program that asked for it. Input thread,
// under the broker's mutex.
import CPosix
import Dialects
import OSC
import RealTime
import Stores
import Synchronization
import Text

/// A take of an instance, and the program of this machine that it is sent to.
struct TakeSender {
  /// A take ends unless it is asked for again within this time. Nanoseconds.
  static let lifetime: Int64 = 10_000_000_000
  /// The bytes of records in one packet, and the most packets of one turn.
  static let packetBytes = 8192
  static let packetsPerTurn = 32

  /// The number by which the audio thread knows the take; never 0.
  let number: UInt32
  let sender: tactus_datagram
  var until: Int64
  /// The packets that were sent.
  var packets: Int32 = 0
  /// Records taken from the ring and not sent yet.
  var waiting: [UInt8] = []
  /// The revision of the patch that was sent last, or nil if none was.
  var sentPatch: Int32?
  /// Whether its last record has been read.
  var hasEnded = false
}

extension Switchboard {
  /// Begins or ends a take, or prolongs it.
  func handleTake(isEnd: Bool, of receivers: [ListeningInstance], from caller: Caller, at now: Int64) {
    let instances = receivers.filter { $0.store != nil }
    guard caller.origin == .thisMachine, caller.sender.is_stream == 0 else {
      return caller.refuse("take", .notThisMachine, "a take goes to a program of this machine, over UDP")
    }
    guard let instance = instances.first else {
      return caller.refuse("take", "no instance that can record a take receives this")
    }
    if instances.count > 1 {
      return caller.refuse(
        "take", .patchRefused, "several instances hear this: address one by /tactus/surface/N/take/begin")
    }
    if let known = instance.take {
      guard known.sender.isSame(as: caller.sender) else {
        return caller.refuse(
          "take", .tooManySubscribers, "another program records a take of this instance")
      }
      instance.take?.until = now + TakeSender.lifetime
      if isEnd { instance.link.pointee.take.asked.store(0, ordering: .releasing) }
      return caller.done(isEnd ? "/tactus/take/end" : "/tactus/take/begin")
    }
    if isEnd { return caller.refuse("take", "no take of this instance has begun") }
    // Records of an old take are dropped.
    _ = instance.link.pointee.take.readRecords()
    takeNumber = takeNumber &+ 1 == 0 ? 1 : takeNumber &+ 1
    instance.take = TakeSender(number: takeNumber, sender: caller.sender, until: now + TakeSender.lifetime)
    instance.store?.keepForTake(true)
    instance.link.pointee.take.asked.store(takeNumber, ordering: .releasing)
    caller.answer("take/awaited")
  }

  /// Sends what the audio threads have written.
  func serveTakes(at now: Int64) {
    for instance in instances where instance.take != nil { serveTake(of: instance, at: now) }
  }

  private func serveTake(of instance: ListeningInstance, at now: Int64) {
    guard var take = instance.take else { return }
    if now > take.until { instance.link.pointee.take.asked.store(0, ordering: .releasing) }
    read(from: instance, into: &take)
    let endpoint = endpoint(of: instance)
    var left = TakeSender.packetsPerTurn
    while left > 0, !take.waiting.isEmpty {
      let part = Array(take.waiting.prefix(TakeSender.packetBytes))
      take.waiting.removeFirst(part.count)
      // Without a socket nothing is heard of the rest: the receiver misses its number.
      endpoint?.answer(
        OSCMessage.packet("/tactus/answer/take/data", [.int32(take.packets), .blob(part)]), to: take.sender,
        isLocal: true)
      take.packets += 1
      left -= 1
    }
    // An instance that does not run ends no take, so the time ends it.
    let isOver = take.hasEnded && take.waiting.isEmpty || now > take.until + TakeSender.lifetime
    instance.take = isOver ? nil : take
    if isOver { instance.store?.keepForTake(false) }
  }

  /// Moves records from the ring to what is sent, each patch with its text before it, and so the layers
  /// of the looper.
  private func read(from instance: ListeningInstance, into take: inout TakeSender) {
    let records = instance.link.pointee.take.readRecords()
    for record in records {
      if let revision = record.revision, revision != take.sentPatch {
        take.sentPatch = revision
        if let text = instance.store?.text(ofRevision: revision) {
          take.waiting += TakeRecord.patchText(revision: revision, text)
        }
      }
      if let revision = record.loopsRevision,
        let text = instance.store?.loopsText(ofRevision: revision)
      {
        // Without layers, the take has none.
        if text.isEmpty { continue }
        take.waiting += TakeRecord.loopsText(revision: revision, text)
      }
      if record.kind == .ended { take.hasEnded = true }
      take.waiting += record.bytes
    }
  }
}
