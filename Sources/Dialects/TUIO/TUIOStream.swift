// One source of TUIO 1.1: the messages of its open frame and its live objects. Input thread.
import RealTime

/// The state of one source in one profile of TUIO.
struct TUIOStream {
  /// Sets of one frame that wait for its `fseq`.
  static let pendingLimit = 256

  /// The number of the stream; 0: there was no room for the source, and its messages are refused.
  let number: UInt16
  let profile: [UInt8]
  var source: [UInt8]
  /// The letters of the profile's `set`, which follow its word.
  let letters: [UInt8]
  /// Whether the profile's messages now belong to this source.
  var isCurrent = true
  /// The last frame's number; nil before there was one.
  private(set) var frame: Int64?
  /// Whether the source may have live touches or objects.
  private(set) var isLive = false
  /// The time since which messages wait for the end of their frame; nil: none waits.
  private(set) var waitsSince: Int64?
  var alive: [Int32]?
  var sets: [TUIOSet] = []
  var tokens: [Int32] = []
  /// The ids of the last `alive`.
  private(set) var ids: [Int32] = []
  /// Whether there was no id on the surface so far.
  private(set) var isNew = true

  /// Whether nothing of the source is live or waits. Another source may then get its number.
  var isIdle: Bool { number != 0 && !isLive && waitsSince == nil }

  var isOfObjects: Bool { letters.contains(UInt8(ascii: "i")) }

  /// Ends all touches and objects of the source, which is gone.
  mutating func endAll(_ body: CommandBody) {
    alive = []
    sets.removeAll(keepingCapacity: true)
    accept(counting: Counters(), body: body)
  }
}

/// One `set` in the coordinates of Tactus: y grows upwards, angles are turns.
struct TUIOSet {
  var id: Int32 = 0
  var classID: Int32 = 0
  var x = Float.nan
  var y = Float.nan
  var z = Float.nan
  var angle = Float.nan
  var width = Float.nan
  var height = Float.nan
}

extension TUIOStream {
  var context: CommandContext { CommandContext(dialect: .tuio, stream: number, source: source) }

  mutating func wait(since time: Int64) {
    if waitsSince == nil { waitsSince = time }
  }

  /// Handles the last message of a frame. A number above 0 that is lower than the last one is late, unless it
  /// is far lower. Other numbers are refreshes.
  mutating func end(frame number: Int64, counting counters: Counters, body: CommandBody) {
    if number > 0 {
      if let frame, number < frame, frame - number <= TUIODialect.window {
        counters[.lateFrame] += 1
        clear()
        return
      }
      frame = number
    }
    accept(counting: counters, body: body)
  }

  /// Emits the frame: first the ends, then the positions of the others.
  mutating func accept(counting counters: Counters, body: CommandBody) {
    let context = context
    isLive = alive.map { !$0.isEmpty } ?? (isLive || !sets.isEmpty)
    if let alive {
      ids = alive
      if isNew, !alive.isEmpty {
        isNew = false
        if source.isEmpty { body(.sender(.unnamed(profile: profile, ids: alive)), context) }
      }
      if isOfObjects {
        for id in tokens where !alive.contains(id) {
          body(.play(.event(SurfaceEvent(.tokenLifted, id: id))), context)
        }
        tokens.removeAll { !alive.contains($0) }
      } else {
        body(.play(.alive(alive)), context)
      }
    }
    for set in sets {
      if let alive, !alive.contains(set.id) {
        counters[.notInAlive] += 1
      } else if isOfObjects {
        if !tokens.contains(set.id) {
          if tokens.count >= Self.pendingLimit {
            counters[.tooManyTouches] += 1
            continue
          }
          tokens.append(set.id)
        }
        body(
          .play(
            .event(
              SurfaceEvent(
                .token, id: set.id, x: set.x, y: set.y, pressure: set.angle, radius: Float(set.classID)))),
          context)
      } else {
        body(.play(.touch(set.report)), context)
      }
    }
    clear()
  }

  private mutating func clear() {
    alive = nil
    waitsSince = nil
    sets.removeAll(keepingCapacity: true)
  }
}

extension TUIOSet {
  var report: TouchReport {
    var report = TouchReport(word: .moved, id: id, x: x, y: y, pressure: z)
    if width.isFinite, height.isFinite { report.setSize(width: width, height: height, angle: angle) }
    return report
  }
}
