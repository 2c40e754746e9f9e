// Tactus's own OSC messages, /tactus/…; described for users in docs/osc.md. Input thread.
import Controls
import OSC
import RealTime
import Tangibles
import Text

package enum TactusDialect {
  /// Reads a packet of a panel. Panels speak this language alone.
  /// - Parameter refuse: Receives each fault, and the request that it is in.
  package static func read(
    _ packet: UnsafeRawBufferPointer, refuse: (Refusal, RefusedRequest?) -> Void, body: (Command) -> Void
  ) {
    OSCPacket.read(packet, refuse: { refuse(Refusal($0), nil) }) { message in
      do throws(Refusal) {
        try translate(message, AddressRest(message.address), refuse: { refuse($0, nil) }) { command, _ in
          body(command)
        }
      } catch { refuse(error, RefusedRequest(error, message)) }
    }
  }

  /// Emits the command of `message` to `body`, with the surface that it is addressed to (0: every surface).
  /// `refuse` receives bad numbers of a touch that ends: they are dropped, and the end still counts.
  /// - Parameters:
  ///   - address: The message's address, or one that its pattern matches.
  ///   - rig: The names of the instruments of the rig, each with the place of its surface.
  static func translate(
    _ message: borrowing OSCMessageView, _ address: AddressRest, rig: [[UInt8]] = [],
    refuse: (Refusal) -> Void,
    body: (Command, _ surface: UInt8) -> Void
  ) throws(Refusal) {
    var name = address
    guard name.drop("/tactus/") else { throw .unknownAddress }
    let surface =
      name.drop("surface/") ? name.dropSurface() : name.drop("rig/") ? name.dropInstrument(of: rig) : 0
    guard let surface else { throw .unknownAddress }
    if name.equals("touch") {
      body(.play(.touch(try touch(message, refuse: refuse))), surface)
    } else if name.equals("alive") {
      var ids: [Int32] = []
      for index in 0..<message.count { ids.append(try message.id(index)) }
      body(.play(.alive(ids)), surface)
    } else if name.equals("source/name") {
      for part in try sourceName(message) { body(.play(.event(part)), surface) }
    } else if name.equals("source/timeout") {
      body(.sender(.timeout(try nanoseconds(message))), surface)
    } else if name.equals("source/gone") {
      guard message.count == 0 else { throw .wrongArguments }
      body(.sender(.gone), surface)
    } else if let event = try device(name, message) {
      body(.play(.event(event)), surface)
    } else if name.equals("macro/learn") {
      guard message.count == 1 else { throw .wrongArguments }
      let macro = try message.id(0)
      guard 0...8 ~= macro else { throw .outOfRange }
      body(.request(.learn(macro)), surface)
    } else if name.drop("tangible/") {
      body(.routed(.tangible(try tangible(name, message))), surface)
    } else if name.equals("panic") {
      body(.play(.panic), surface)
    } else if name.drop("patch/") {
      body(.request(.patch(try PatchCommand.translate(name, message))), surface)
    } else if name.drop("grid/") {
      body(.request(.grid(try GridCommand.translate(name, message))), surface)
    } else if name.drop("scene/") {
      body(.request(.scene(try SceneQuestion.translate(name, message))), surface)
    } else if name.equals("subscribe") || name.equals("unsubscribe") {
      let (port, topics) = try subscription(message)
      body(.request(.subscribe(port: port, topics: topics, isEnd: name.equals("unsubscribe"))), surface)
    } else if name.equals("subscribe/confirm") {
      guard message.count == 1 else { throw .wrongArguments }
      body(.request(.confirm(try message.text(0))), surface)
    } else if name.equals("take/begin") || name.equals("take/end") {
      guard message.count == 0 else { throw .wrongArguments }
      body(.request(.take(isEnd: name.equals("take/end"))), surface)
    } else if name.equals("timeout"), surface == 0 {
      body(.request(.timeout(try nanoseconds(message))), 0)
    } else if name.equals("stats"), surface == 0 {
      guard message.count == 0 else { throw .wrongArguments }
      body(.request(.stats), 0)
    } else if surface == 0, let notice = try StageNotice.read(name, message) {
      body(.request(.stage(notice)), 0)
    } else {
      throw .unknownAddress
    }
  }

  /// Reads a duration in seconds and returns it in nanoseconds.
  private static func nanoseconds(_ message: borrowing OSCMessageView) throws(Refusal) -> Int64 {
    guard message.count == 1 else { throw .wrongArguments }
    return Int64(Double(try number(message, 0, in: 0...86400, slack: 0)) * 1e9)
  }

  /// Reads what an object with a radio says: its id, and 1 or 0.
  private static func tangible(
    _ name: AddressRest, _ message: borrowing OSCMessageView
  ) throws(Refusal) -> PercMessage {
    for word in PercMessage.Word.allCases where name.equals(word.symbol) {
      guard message.count == 2 else { throw .wrongArguments }
      let id = try message.text(0)
      guard 1...64 ~= id.count else { throw .badID }
      return PercMessage(word, id: id, isOn: try number(message, 1, in: 0...1, slack: 0) != 0)
    }
    throw .unknownAddress
  }

  /// The command of a message of another program: its address and its first number.
  static func foreign(_ message: borrowing OSCMessageView) throws(Refusal) -> Command {
    guard message.count > 0, !message.isText(at: 0), let value = try? message.finite(0) else {
      throw .unknownAddress
    }
    return .routed(.foreign(address: [UInt8](message.address), value: min(max(value, 0), 1)))
  }

  /// Reads an optional port and words.
  private static func subscription(_ message: borrowing OSCMessageView) throws(Refusal) -> (UInt16, Topics) {
    var port: Int32?
    var topics = Topics()
    for index in 0..<message.count {
      if message.isText(at: index) {
        topics.add(try message.text(index))
      } else {
        guard port == nil, index == 0 else { throw .wrongArguments }
        port = try message.id(index)
        guard 1...65535 ~= port! else { throw .outOfRange }
      }
    }
    return (UInt16(port ?? 0), topics == Topics() ? .all : topics)
  }

  private static func touch(
    _ message: borrowing OSCMessageView, refuse: (Refusal) -> Void
  ) throws(Refusal) -> TouchReport {
    let word: TouchReport.Word
    if try message.word(0, is: "moved") {
      word = .moved
    } else if try message.word(0, is: "began") {
      word = .began
    } else if try message.word(0, is: "ended") {
      word = .ended
    } else {
      throw .unknownWord
    }
    let end = TouchReport(word: word, id: try message.id(1))
    do throws(Refusal) {
      return try fill(end, from: message)
    } catch {
      guard word == .ended else { throw error }
      refuse(error)
      return end
    }
  }

  private static func fill(_ report: TouchReport, from message: borrowing OSCMessageView) throws(Refusal)
    -> TouchReport
  {
    var report = report
    if message.count == 2, report.word == .ended { return report }
    guard 4...8 ~= message.count else { throw .wrongArguments }
    report.x = try number(message, 2, in: 0...1, slack: 0.05)
    report.y = try number(message, 3, in: 0...1, slack: 0.05)
    if message.count > 4 { report.pressure = try number(message, 4, in: 0...1, slack: 0.05) }
    if message.count > 5 {
      report.radius = try number(message, 5, in: 0...Float.greatestFiniteMagnitude, slack: 0)
    }
    if message.count > 6 { report.aspect = try number(message, 6, in: 0...1, slack: 0.05) }
    if message.count > 7 { report.orientation = try number(message, 7, in: -1000...1000, slack: 0) }
    return report
  }

  /// A finite number. A number at most `slack` outside `range` is clamped; others outside are refused.
  static func number(
    _ message: borrowing OSCMessageView, _ index: Int, in range: ClosedRange<Float>, slack: Float
  ) throws(Refusal) -> Float {
    try within(try message.finite(index), range, slack)
  }

  static func within(
    _ value: Float, _ range: ClosedRange<Float>, _ slack: Float
  ) throws(Refusal) -> Float {
    guard value.isFinite else { throw .notFinite }
    guard value >= range.lowerBound - slack, value <= range.upperBound + slack else { throw .outOfRange }
    return min(max(value, range.lowerBound), range.upperBound)
  }
}
