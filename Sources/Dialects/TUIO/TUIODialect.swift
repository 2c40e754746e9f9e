// Messages of TUIO 1.1: nine profiles and free ones, by one table of letters. Input thread. Their commands
// are listed in docs/osc.md.
//
// Source: the specification's set messages, and the rules of the reference client (mkalten/TUIO11_CPP,
// TuioClient). Unlike there, frames are counted for each source and profile of each sender, and a set must be
// of a live id.
import OSC
import RealTime

enum TUIODialect {
  /// The arguments of a profile's `set`: s session, i class, x y z position, a b c angles, w h d size, f
  /// area, v volume, capitals velocities, m r accelerations.
  private static func letters(of profile: AddressRest) -> StaticString? {
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

  /// A frame number that is lower by more than this means that the source has started again.
  static let window: Int64 = 100
  /// Bytes of a source's name that are kept.
  static let nameLimit = 255
  /// A frame without a number and without a bundle ends after this time. Nanoseconds.
  static let patience: Int64 = 50_000_000

  /// - Parameter name: what follows `/tuio/`.
  static func translate(
    _ message: borrowing OSCMessageView, _ name: AddressRest, _ memory: SenderMemory, at time: Int64,
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
      // A sender that numbers no frames and sends no bundles begins the next frame with `alive`.
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

  /// Accepts the frame of a bundle without a frame number.
  static func endPacket(_ memory: SenderMemory, counting counters: Counters, body: CommandBody) {
    for index in memory.tuio.indices where memory.tuio[index].frame == nil {
      memory.tuio[index].accept(counting: counters, body: body)
    }
  }

  /// Emits frames that neither a number nor a bundle has ended within `patience`: `alive` may have been the
  /// last message of a finger.
  static func expire(
    _ memory: SenderMemory, at time: Int64, counting counters: () -> Counters, body: CommandBody
  ) {
    for index in memory.tuio.indices where memory.tuio[index].frame == nil {
      guard let since = memory.tuio[index].waitsSince, time - since >= patience else { continue }
      memory.tuio[index].accept(counting: counters(), body: body)
    }
  }

  /// The index of the profile's current stream; nil if there is no such profile.
  private static func stream(_ name: AddressRest, _ memory: SenderMemory) throws(Refusal) -> Int? {
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

  /// Assigns the messages that follow to this source, until another is named. If there is no room for the
  /// source, they are refused.
  private static func choose(
    source: [UInt8], _ current: Int, _ memory: SenderMemory, _ body: CommandBody
  ) throws(Refusal) {
    let old = memory.tuio[current]
    if old.source == source, old.number != 0 { return }
    if old.number == 0 { memory.tuio.remove(at: current) } else { memory.tuio[current].isCurrent = false }
    if let known = memory.tuio.firstIndex(where: { $0.profile == old.profile && $0.source == source }) {
      memory.tuio[known].isCurrent = true
    } else if old.number != 0, old.source.isEmpty {  // The source sends its name late.
      memory.tuio[current].isCurrent = true
      memory.tuio[current].source = source
      body(.sender(.named(source)), memory.tuio[current].context)
    } else {
      let number = try? memory.newStream()
      let new = TUIOStream(number: number ?? 0, profile: old.profile, source: source, letters: old.letters)
      memory.tuio.append(new)
      if number == nil { throw .tooManySenders }
      body(.sender(.named(source)), new.context)
    }
  }

  private static func set(
    _ message: borrowing OSCMessageView, _ letters: [UInt8]
  ) throws(Refusal) -> TUIOSet {
    guard message.count == letters.count + 1 else { throw .wrongArguments }
    var set = TUIOSet()
    // Of three angles (roll, pitch, yaw) the last one turns about z, in the plane of the surface.
    let turn = letters.contains(UInt8(ascii: "c")) ? UInt8(ascii: "c") : UInt8(ascii: "a")
    for (offset, letter) in letters.enumerated() {
      let index = offset + 1
      switch letter {
      case UInt8(ascii: "s"): set.id = try message.id(index)
      case UInt8(ascii: "i"): set.classID = try message.id(index)
      case UInt8(ascii: "x"): set.x = try TactusDialect.number(message, index, in: 0...1, slack: 0.05)
      case UInt8(ascii: "y"): set.y = 1 - (try TactusDialect.number(message, index, in: 0...1, slack: 0.05))
      case UInt8(ascii: "z"): set.z = try TactusDialect.number(message, index, in: 0...1, slack: 0.05)
      case turn: set.angle = Flip.turns(radians: try angle(message, index))
      case UInt8(ascii: "w"): set.width = try TactusDialect.number(message, index, in: 0...1, slack: 0.05)
      case UInt8(ascii: "h"): set.height = try TactusDialect.number(message, index, in: 0...1, slack: 0.05)
      default: _ = try message.number(index)  // Velocities are ignored: Tactus computes them itself.
      }
    }
    return set
  }

  private static func angle(_ message: borrowing OSCMessageView, _ index: Int) throws(Refusal) -> Float {
    try TactusDialect.number(message, index, in: -1000...1000, slack: 0)
  }
}
