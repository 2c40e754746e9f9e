// The answer to /tactus/stats: all counts with their names in one message of one packet. Input thread.
import Controls
import Dialects
import OSC
import RealTime
import Synchronization

/// The counts of the instances of a port at one time.
struct InstanceCounts {
  private(set) var counts: [(name: StaticString, value: UInt64)] = []

  /// - Parameter monomes: The grids that play instances of this process, and their messages.
  init(_ users: [ListeningInstance], monomes: MonomeSocket = MonomeSocket()) {
    func add(_ name: StaticString, _ count: (ListeningInstance) -> UInt64) {
      counts.append((name, users.reduce(0) { $0 &+ count($1) }))
    }
    counts.append(("instances", UInt64(users.count)))
    counts.append(("scenes", UInt64(users.count { $0.isScene })))
    add("live_touches") { UInt64($0.liveCount) }
    add("taken") { $0.link.pointee.taken.load(ordering: .relaxed) }
    add("ignored_in_free_wheel") { $0.link.pointee.ignoredInFreeWheel.load(ordering: .relaxed) }
    add("refused_by_voices") { $0.link.pointee.refusedTouches.load(ordering: .relaxed) }
    add("refused_tunings") { $0.link.pointee.refusedTunings.load(ordering: .relaxed) }
    add("not_recorded") { $0.link.pointee.unrecordedTouches.load(ordering: .relaxed) }
    add("not_numbers") { $0.link.pointee.notNumbers.load(ordering: .relaxed) }
    add("world_clamps") { $0.link.pointee.worldClamps.load(ordering: .relaxed) }
    add("lost_loop_events") { $0.link.pointee.lostLoopEvents.load(ordering: .relaxed) }
    add("voices") { UInt64($0.link.pointee.voices.load(ordering: .relaxed)) }
    counts.append(("monomes", UInt64(monomes.readyCount)))
    counts.append(("monome_packets", monomes.counters.packets))
    counts.append(("monome_refused", monomes.refusedCount))
  }
}

enum Stats {
  /// The packet of `/tactus/answer/stats s h s h …`.
  static func message(_ counters: Counters, _ instances: InstanceCounts, senders: Int) -> [UInt8] {
    var arguments: [OSCArgument] = []
    func add(_ name: StaticString, _ value: UInt64) {
      arguments.append(.string(name.withUTF8Buffer { Array($0) }))
      arguments.append(.int64(Int64(clamping: value)))
    }
    add("packets", counters.packets)
    add("messages", counters.messages)
    add("events", counters.events)
    add("merged_moves", counters.mergedMoves)
    add("senders", UInt64(senders))
    for each in instances.counts { add(each.name, each.value) }
    for reason in Refusal.allCases { add(reason.symbol, counters[reason]) }
    return OSCMessage("/tactus/answer/stats", arguments).packet
  }
}
