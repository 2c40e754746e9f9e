// TUIO 1.1: nine profiles and free ones by one table of letters. Input thread. What becomes of it: docs/osc.md.
//
// Source: the specification's set messages, and the rules of the reference client (mkalten/TUIO11_CPP, TuioClient).
// Unlike there, frames are counted for each source and profile of each sender, and a set must be of a live id.
import RealTime

/// One source's messages of one profile.
struct TUIOStream {
  /// Sets of one frame that wait for its `fseq`.
  static let pendingLimit = 256

  /// 0: there was no place for the source, and what it says is refused.
  let number: UInt16
  let profile: [UInt8]
  var source: [UInt8]
  /// The letters of `set` after the word.
  let letters: [UInt8]
  /// Whether messages of the profile are now from this source.
  var isCurrent = true
  /// The last frame's number; nil before there was one.
  fileprivate(set) var frame: Int64?
  /// Whether touches or objects of it may be there.
  fileprivate(set) var isLive = false
  /// Since when something waits for the end of its frame; nil: nothing does.
  fileprivate(set) var waitsSince: Int64?
  fileprivate var alive: [Int32]?
  fileprivate var sets: [TUIOSet] = []
  fileprivate var tokens: [Int32] = []

  /// Whether nobody would miss it.
  var isIdle: Bool { number != 0 && !isLive && waitsSince == nil }

  fileprivate var isOfObjects: Bool { letters.contains(UInt8(ascii: "i")) }

  /// The source is gone: nothing of it is alive.
  mutating func leave(_ body: CommandBody) {
    alive = []
    sets.removeAll(keepingCapacity: true)
    accept(counting: Counters(), body: body)
  }
}

/// One `set` in the house's coordinates.
private struct TUIOSet {
  var id: Int32 = 0
  var classID: Int32 = 0
  var x = Float.nan
  var y = Float.nan
  var z = Float.nan
  var angle = Float.nan
  var width = Float.nan
  var height = Float.nan
}

enum TUIODialect {
  /// s session, i class, x y z place, a b c angles, w h d size, f area, v volume, capitals velocities, m r accelerations.
  private static func letters(of profile: Path) -> StaticString? {
    if profile.equals("2Dcur") { return "sxyXYm" }
    if profile.equals("2Dobj") { return "sixyaXYAmr" }
    if profile.equals("2Dblb") { return "sxyawhfXYAmr" }
    if profile.equals("25Dcur") { return "sxyzXYZm" }
    if profile.equals("25Dobj") { return "sixyzaXYZAmr" }
    if profile.equals("25Dblb") { return "sxyzawhfXYZAmr" }
    if profile.equals("3Dcur") { return "sxyzXYZm" }
    if profile.equals("3Dobj") { return "sixyzabcXYZABCmr" }
    if profile.equals("3Dblb") { return "sxyzabcwhdvXYZABCmr" }
    return nil
  }

  /// A late frame that is further behind than this is a source that has started again.
  static let window: Int64 = 100
  /// Bytes of a source's name that count.
  static let nameLimit = 255
  /// Frames without a number and without a bundle are over when nothing has ended them for so long. Nanoseconds.
  static let patience: Int64 = 50_000_000

  /// - Parameter name: what follows `/tuio/`.
  static func translate(
    _ message: borrowing OSCMessage, _ name: Path, _ memory: SenderMemory, at time: Int64,
    counting counters: Counters, body: CommandBody
  ) throws(Refusal) {
    guard let index = try stream(name, memory) else { throw .unknownAddress }
    if try message.word(0, is: "source") {
      guard message.count >= 2 else { throw .wrongArguments }
      return try choose(source: Array(try message.text(1).prefix(nameLimit)), index, memory, body)
    }
    if memory.tuio[index].number == 0 { throw .tooManySenders }
    if try message.word(0, is: "set") {
      let set = try set(message, memory.tuio[index].letters)
      if let known = memory.tuio[index].sets.firstIndex(where: { $0.id == set.id }) {
        memory.tuio[index].sets[known] = set
      } else {
        guard memory.tuio[index].sets.count < TUIOStream.pendingLimit else { throw .tooManyTouches }
        memory.tuio[index].sets.append(set)
      }
      memory.tuio[index].wait(since: time)
    } else if try message.word(0, is: "alive") {
      // Whoever never numbers frames and sends no bundles has begun another with this.
      if memory.tuio[index].frame == nil { memory.tuio[index].accept(counting: counters, body: body) }
      var ids: [Int32] = []
      for argument in 1..<max(message.count, 1) { ids.append(try message.id(argument)) }
      memory.tuio[index].alive = ids
      memory.tuio[index].wait(since: time)
    } else if try message.word(0, is: "fseq") {
      guard message.count == 2 else { throw .wrongArguments }
      memory.tuio[index].end(frame: Int64(try message.id(1)), counting: counters, body: body)
    } else {
      throw .unknownWord
    }
  }

  /// A bundle whose frame has no number is taken as it is.
  static func endPacket(_ memory: SenderMemory, counting counters: Counters, body: CommandBody) {
    for index in memory.tuio.indices where memory.tuio[index].frame == nil {
      memory.tuio[index].accept(counting: counters, body: body)
    }
  }

  /// What waits although neither a number nor a bundle will end its frame is taken as it is: `alive` may have been the
  /// last word of a finger.
  static func expire(
    _ memory: SenderMemory, at time: Int64, counting counters: () -> Counters, body: CommandBody
  ) {
    for index in memory.tuio.indices where memory.tuio[index].frame == nil {
      guard let since = memory.tuio[index].waitsSince, time - since >= patience else { continue }
      memory.tuio[index].accept(counting: counters(), body: body)
    }
  }

  /// The stream of the profile that is current; nil when there is no such profile.
  private static func stream(_ name: Path, _ memory: SenderMemory) throws(Refusal) -> Int? {
    for index in memory.tuio.indices
    where memory.tuio[index].isCurrent && name.rest.elementsEqual(memory.tuio[index].profile) {
      return index
    }
    let known: [UInt8]
    if let letters = letters(of: name) {
      known = letters.withUTF8Buffer { Array($0) }
    } else if name.starts("_"), 2...64 ~= name.rest.count {
      known = Array(name.rest.dropFirst())
      let needed: [UInt8] = [UInt8(ascii: "s"), UInt8(ascii: "x"), UInt8(ascii: "y")]
      guard needed.allSatisfy({ known.contains($0) }) else { return nil }
    } else {
      return nil
    }
    memory.tuio.append(
      TUIOStream(number: try memory.newStream(), profile: Array(name.rest), source: [], letters: known))
    return memory.tuio.count - 1
  }

  /// What follows is of this source, until another is named; if there is no place for it, it is refused until then.
  private static func choose(
    source: [UInt8], _ current: Int, _ memory: SenderMemory, _ body: CommandBody
  ) throws(Refusal) {
    let old = memory.tuio[current]
    if old.source == source, old.number != 0 { return }
    if old.number == 0 { memory.tuio.remove(at: current) } else { memory.tuio[current].isCurrent = false }
    if let known = memory.tuio.firstIndex(where: { $0.profile == old.profile && $0.source == source }) {
      memory.tuio[known].isCurrent = true
    } else if old.number != 0, old.source.isEmpty {  // it had not said its name
      memory.tuio[current].isCurrent = true
      memory.tuio[current].source = source
      body(.named(source), memory.tuio[current].envelope)
    } else {
      let number = try? memory.newStream()
      let new = TUIOStream(number: number ?? 0, profile: old.profile, source: source, letters: old.letters)
      memory.tuio.append(new)
      if number == nil { throw .tooManySenders }
      body(.named(source), new.envelope)
    }
  }

  private static func set(
    _ message: borrowing OSCMessage, _ letters: [UInt8]
  ) throws(Refusal) -> TUIOSet {
    guard message.count == letters.count + 1 else { throw .wrongArguments }
    var set = TUIOSet()
    // Of three angles, roll, pitch and yaw, the last one turns about z: in the plane.
    let turn = letters.contains(UInt8(ascii: "c")) ? UInt8(ascii: "c") : UInt8(ascii: "a")
    for (place, letter) in letters.enumerated() {
      let index = place + 1
      switch letter {
      case UInt8(ascii: "s"): set.id = try message.id(index)
      case UInt8(ascii: "i"): set.classID = try message.id(index)
      case UInt8(ascii: "x"): set.x = try TactusDialect.number(message, index, in: 0...1, slack: 0.05)
      case UInt8(ascii: "y"): set.y = 1 - (try TactusDialect.number(message, index, in: 0...1, slack: 0.05))
      case UInt8(ascii: "z"): set.z = try TactusDialect.number(message, index, in: 0...1, slack: 0.05)
      case turn: set.angle = Flip.turns(radians: try angle(message, index))
      case UInt8(ascii: "w"): set.width = try TactusDialect.number(message, index, in: 0...1, slack: 0.05)
      case UInt8(ascii: "h"): set.height = try TactusDialect.number(message, index, in: 0...1, slack: 0.05)
      default: _ = try message.number(index)  // velocities are worked out here
      }
    }
    return set
  }

  private static func angle(_ message: borrowing OSCMessage, _ index: Int) throws(Refusal) -> Float {
    try TactusDialect.number(message, index, in: -1000...1000, slack: 0)
  }
}

extension TUIOStream {
  fileprivate var envelope: CommandContext { CommandContext(dialect: .tuio, stream: number, source: source) }

  fileprivate mutating func wait(since time: Int64) {
    if waitsSince == nil { waitsSince = time }
  }

  /// A frame's last message. Frame numbers above 0 must not fall, unless far; the others are refreshes.
  fileprivate mutating func end(frame number: Int64, counting counters: Counters, body: CommandBody) {
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

  /// First who has gone, then where the others are.
  fileprivate mutating func accept(counting counters: Counters, body: CommandBody) {
    let envelope = envelope
    isLive = alive.map { !$0.isEmpty } ?? (isLive || !sets.isEmpty)
    if let alive {
      if isOfObjects {
        for id in tokens where !alive.contains(id) {
          body(.thing(SurfaceEvent(.tokenLifted, id: id)), envelope)
        }
        tokens.removeAll { !alive.contains($0) }
      } else {
        body(.alive(alive), envelope)
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
          .thing(
            SurfaceEvent(
              .token, id: set.id, x: set.x, y: set.y, pressure: set.angle, radius: Float(set.classID))),
          envelope)
      } else {
        body(.touch(set.report), envelope)
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

/// From surfaces whose y grows downwards.
enum Flip {
  /// Turns anticlockwise, 0…1, of radians clockwise.
  static func turns(radians: Float) -> Float {
    let turns = -radians / (2 * .pi)
    let wrapped = turns - turns.rounded(.down)
    return wrapped < 1 ? wrapped : 0
  }
}

extension TouchReport {
  /// The contact's size as shares of the surface's width and height, and the direction of its width in turns; NaN if it
  /// has none. The longer axis is the major one. A surface of 4:3 is 0.8 diagonals wide and 0.6 high.
  mutating func setSize(width: Float, height: Float, angle: Float) {
    let (along, across) = (width * 0.4, height * 0.3)
    radius = max(along, across)
    guard radius > 0 else { return }
    aspect = min(along, across) / radius
    let turned = (angle.isFinite ? angle : 0) + (across > along ? 0.25 : 0)
    orientation = turned < 1 ? turned : turned - 1
  }
}
