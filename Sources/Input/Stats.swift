// The answer to /tactus/stats: every count with its name in one message that fits one network packet. Input thread.
import CLo
import CSystem
import RealTime
import Synchronization

enum Stats {
  /// Builds `/tactus/stats s h s h …` and hands its bytes to `body`.
  static func message(
    _ counters: Counters, of users: [ListeningInstance], senders: Int, body: (UnsafeRawBufferPointer) -> Void
  ) {
    guard let message = lo_message_new() else { return }
    defer { lo_message_free(message) }
    func add(_ name: StaticString, _ value: UInt64) {
      lo_message_add_string(message, name.c)
      lo_message_add_int64(message, Int64(clamping: value))
    }
    func add(_ name: StaticString, sum: (ListeningInstance) -> UInt64) {
      add(name, users.reduce(0) { $0 &+ sum($1) })
    }
    add("packets", counters.packets)
    add("messages", counters.messages)
    add("events", counters.events)
    add("merged_moves", counters.mergedMoves)
    add("senders", UInt64(senders))
    add("instances", UInt64(users.count))
    add("live_touches") { UInt64($0.liveCount) }
    add("taken") { $0.feed.pointee.taken.load(ordering: .relaxed) }
    add("ignored_in_free_wheel") { $0.feed.pointee.ignoredInFreeWheel.load(ordering: .relaxed) }
    add("refused_by_voices") { $0.feed.pointee.refusedTouches.load(ordering: .relaxed) }
    add("refused_tunings") { $0.feed.pointee.refusedTunings.load(ordering: .relaxed) }
    add("not_recorded") { $0.feed.pointee.unrecordedTouches.load(ordering: .relaxed) }
    add("not_numbers") { $0.feed.pointee.notNumbers.load(ordering: .relaxed) }
    add("voices") { UInt64($0.feed.pointee.voices.load(ordering: .relaxed)) }
    for reason in Refusal.allCases { add(reason.symbol, counters[reason]) }
    var size = 0
    guard let bytes = lo_message_serialise(message, "/tactus/stats", nil, &size) else { return }
    defer { free(bytes) }
    body(UnsafeRawBufferPointer(start: bytes, count: size))
  }
}
