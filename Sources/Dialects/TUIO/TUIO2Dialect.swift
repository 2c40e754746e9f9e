// Messages of TUIO 2.0: frames of components, merged by session id. Input thread. Their commands are listed
// in docs/osc.md.
//
// Source: the specification, and mkalten/TUIO20_CPP where it agrees. Unlike there, times of frames are
// compared with their sign, and a late frame changes nothing.
import OSC
import RealTime

enum TUIO2Dialect {
  /// A frame with a lower number is late unless its time is at least this much later: one second in the units
  /// of NTP.
  static let window: Int64 = 1 << 32
  /// Any frame is accepted after this silence, because the source has started again. Nanoseconds.
  static let silence: Int64 = 1_000_000_000

  /// Whether a message is understood and without effect: components that control nothing, signals,
  /// associations.
  private static func isNoted(_ name: AddressRest) -> Bool {
    for each in [
      "sym", "chg", "ocg", "icg", "arg", "raw", "skg", "svg", "dat", "ctl", "ala", "coa", "lia", "lla", "lta",
      "sig", "t3d", "p3d", "b3d", "chgb",
    ] as [StaticString]
    where name.equals(each) { return true }
    return false
  }

  /// - Parameter name: what follows `/tuio2/`.
  static func translate(
    _ message: borrowing OSCMessageView, _ name: AddressRest, _ memory: SenderMemory, at time: Int64,
    counting counters: Counters, body: CommandBody
  ) throws(Refusal) {
    if name.equals("frm") {
      try open(message, memory, at: time, counting: counters, body: body)
    } else if name.equals("alv") {
      var ids: [Int32] = []
      for index in 0..<message.count { ids.append(try message.id(index)) }
      let index = try stream(memory, body)
      memory.tuio2[index].end(alive: ids, counting: counters, body: body)
    } else if name.equals("tok") {
      try counts(message, 6, 11)
      let id = try message.id(0)
      let (user, type) = user(try message.id(1))
      var event = SurfaceEvent(.token, id: id)
      event.radius = Float(try message.id(2))
      (event.x, event.y) = (try x(message, 3), try y(message, 4))
      event.pressure = try angle(message, 5)
      try memory.tuio2[try stream(memory, body)].add(id) {
        $0.token = event
        ($0.user, $0.type) = (user, type)
      }
    } else if name.equals("ptr") {
      try counts(message, 9, 14)
      let (report, isHovering) = try pointer(message)
      let (user, type) = user(try message.id(1))
      try memory.tuio2[try stream(memory, body)].add(report.id) {
        $0.pointer = report
        $0.isHovering = isHovering
        ($0.user, $0.type) = (user, type)
      }
    } else if name.equals("bnd") {
      try counts(message, 7, 12)
      var report = TouchReport(word: .moved, id: try message.id(0))
      (report.x, report.y) = (try x(message, 1), try y(message, 2))
      let turns = try angle(message, 3)
      report.setSize(
        width: try TactusDialect.number(message, 4, in: 0...1, slack: 0.05),
        height: try TactusDialect.number(message, 5, in: 0...1, slack: 0.05), angle: turns)
      try memory.tuio2[try stream(memory, body)].add(report.id) { $0.bounds = report }
    } else if isNoted(name) {
      body(.sender(.noted), CommandContext(dialect: .tuio2))
    } else {
      throw .unknownAddress
    }
  }

  /// Emits the components of a bundle without `alv`, which is a part of a frame.
  static func endPacket(_ memory: SenderMemory, counting counters: Counters, body: CommandBody) {
    for index in memory.tuio2.indices {
      memory.tuio2[index].flush(alive: nil, counting: counters, body: body)
    }
  }

  /// User and type of a component: the upper and the lower half of its second argument.
  static func user(_ word: Int32) -> (user: UInt16, type: UInt16) {
    let bits = UInt32(bitPattern: word)
    return (UInt16(bits >> 16), UInt16(truncatingIfNeeded: bits))
  }

  private static func open(
    _ message: borrowing OSCMessageView, _ memory: SenderMemory, at time: Int64, counting counters: Counters,
    body: CommandBody
  ) throws(Refusal) {
    guard 1...4 ~= message.count else { throw .wrongArguments }
    let frame = Int64(try message.id(0))
    let tag = message.count > 1 ? try message.time(1) : 0
    if message.count > 2 { _ = try message.id(2) }  // The sensor's size, which is ignored: a surface is 4:3.
    let source = message.count > 3 ? Array(try message.text(3).prefix(TUIODialect.nameLimit)) : []
    if let open = memory.tuio2.firstIndex(where: { $0.number == memory.openFrame }) {
      memory.tuio2[open].flush(alive: nil, counting: counters, body: body)  // The frame's `alv` was lost.
    }
    memory.openFrame = 0  // If there is no room for the source, its messages are refused.
    let index = try stream(of: source, memory, body)
    memory.openFrame = memory.tuio2[index].number
    if !memory.tuio2[index].begin(frame: frame, time: tag, at: time) { counters[.lateFrame] += 1 }
  }

  /// The stream of the open frame. A sender that opens no frame has a stream without a name.
  private static func stream(_ memory: SenderMemory, _ body: CommandBody) throws(Refusal) -> Int {
    if let open = memory.tuio2.firstIndex(where: { $0.number == memory.openFrame }) { return open }
    if memory.openFrame == 0 { throw .tooManySenders }
    let index = try stream(of: [], memory, body)
    memory.openFrame = memory.tuio2[index].number
    return index
  }

  private static func stream(
    of source: [UInt8], _ memory: SenderMemory, _ body: CommandBody
  ) throws(Refusal) -> Int {
    if let known = memory.tuio2.firstIndex(where: { $0.source == source }) { return known }
    memory.tuio2.append(TUIO2Stream(number: try memory.newStream(), source: source))
    body(.sender(.named(source)), memory.tuio2[memory.tuio2.count - 1].context)
    return memory.tuio2.count - 1
  }

  private static func pointer(
    _ message: borrowing OSCMessageView
  ) throws(Refusal) -> (TouchReport, isHovering: Bool) {
    var report = TouchReport(word: .moved, id: try message.id(0))
    _ = try message.id(2)
    (report.x, report.y) = (try x(message, 3), try y(message, 4))
    let turns = try angle(message, 5)
    let shear = try TactusDialect.number(message, 6, in: -1000...1000, slack: 0)
    let radius = try TactusDialect.number(message, 7, in: 0...1, slack: 0.05)
    let pressure = try TactusDialect.number(message, 8, in: -1...1, slack: 0.05)
    if radius > 0 { report.radius = radius * 0.8 }  // a share of the width, as x is
    if shear != 0 {
      // The contact of a leaning round tip is an ellipse along the direction of the lean.
      report.aspect = abs(cosine(shear))
      report.orientation = turns
    }
    report.pressure = max(pressure, 0)
    return (report, pressure < 0)
  }

  private static func x(_ message: borrowing OSCMessageView, _ index: Int) throws(Refusal) -> Float {
    try TactusDialect.number(message, index, in: 0...1, slack: 0.05)
  }

  private static func y(_ message: borrowing OSCMessageView, _ index: Int) throws(Refusal) -> Float {
    1 - (try x(message, index))
  }

  private static func angle(_ message: borrowing OSCMessageView, _ index: Int) throws(Refusal) -> Float {
    Flip.turns(radians: try TactusDialect.number(message, index, in: -1000...1000, slack: 0))
  }

  /// Checks the number of arguments. The optional ones come all or not at all; their values are ignored,
  /// because Tactus computes velocities and accelerations itself.
  private static func counts(_ message: borrowing OSCMessageView, _ short: Int, _ long: Int) throws(Refusal) {
    guard message.count == short || message.count == long else { throw .wrongArguments }
  }
}

/// The cosine of an angle in radians, exact to a millionth, without the C library.
private func cosine(_ radians: Float) -> Float {
  // The angle is reduced to a quarter of a turn, where six terms are enough.
  let turns = Double(radians) / (2 * .pi)
  let angle = (turns - turns.rounded()) * 2 * .pi
  let inner = angle.magnitude > .pi / 2 ? .pi - angle.magnitude : angle.magnitude
  let square = inner * inner
  var (term, sum) = (1.0, 1.0)
  for step in 1...6 {
    term *= -square / Double((2 * step - 1) * 2 * step)
    sum += term
  }
  return Float(angle.magnitude > .pi / 2 ? -sum : sum)
}
