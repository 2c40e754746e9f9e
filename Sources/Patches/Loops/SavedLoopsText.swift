// Layers of the looper as JSON text, for sessions and takes (docs/loops.md). Not for the audio thread.
import Controls
import Loops
import RealTime
import Text

extension SavedLoops {
  /// The longest text that is read: all events, and room.
  private static var textLimit: Int { 1 << 24 }

  /// The canonical text; empty for the layers of a new instance.
  public var text: [UInt8] {
    if isPlain { return [] }
    return DocumentVisitor.text(of: LoopsFields(self), beside: LoopsFields(SavedLoops()))
  }

  /// Reads and repairs a text. Numbers beyond their range are clamped, and keys of later versions are skipped.
  /// - Throws: what is no layer, with its line and column.
  public init(text: [UInt8]) throws(DocumentError) {
    let fields = try text.span.bytes.withUnsafeBytes { text throws(DocumentError) -> LoopsFields in
      let root = JSONNode(try JSON(text, limit: SavedLoops.textLimit), at: [])
      var (visitor, fields) = (DocumentVisitor(.read), LoopsFields(SavedLoops()))
      do throws(Fault) { try visitor.read(&fields, from: root, beside: fields) } catch {
        throw error.error(in: text)
      }
      return fields
    }
    self = fields.loops
    for index in layers.indices {
      (layers[index], events[index]) = (fields.layers[index].layer, fields.layers[index].events)
    }
    repair()
  }
}

/// The whole text.
private struct LoopsFields: DocumentFields {
  var loops: SavedLoops
  var layers: [LayerFields]

  init(_ loops: SavedLoops) {
    self.loops = loops
    layers = loops.layers.indices.map { LayerFields(layer: loops.layers[$0], events: loops.events[$0]) }
  }

  static func element(at index: Int, like json: JSON) -> Self { LoopsFields(SavedLoops()) }

  mutating func begin(at node: JSONNode, _ visitor: inout DocumentVisitor) throws(Fault) {
    try node.mustHaveVersion()
  }

  mutating func visit(_ visitor: inout DocumentVisitor, beside plain: Self) throws(Fault) {
    try visitor.version(1)
    try visitor.number("rate", &loops.rate, beside: nil, 1000...1_000_000, .hertz)
    try visitor.whole("selected", &loops.selected, beside: 0, 1...Looper.layers, from: 1)
    try visitor.number("quantum", &loops.quantum, beside: 1, 0...64)
    try visitor.toggle("seconds", &loops.prefersFrames, beside: false)
    try visitor.numbered("layers", &layers, beside: plain.layers, "layer", title: "Layer", indent: 4)
    visitor.leaveOutUnknown()
  }
}

/// One layer.
private struct LayerFields: DocumentFields {
  var layer = SavedLayer()
  var events: [LoopEvent] = []

  static func element(at index: Int, like json: JSON) -> Self { LayerFields() }

  mutating func visit(_ visitor: inout DocumentVisitor, beside plain: Self) throws(Fault) {
    try visitor.choice("state", &layer.state, beside: .empty, "state") { $0.symbol }
    try visitor.choice("unit", &layer.unit, beside: .beats, "unit") { $0.symbol }
    try ticks("length", &layer.length, &visitor)
    try ticks("start", &layer.start, &visitor)
    try ticks("origin", &layer.origin, &visitor)
    try visitor.whole("takes", &layer.takes, beside: 0, 0...250)
    try visitor.whole("shown", &layer.shownTakes, beside: 0, 0...250)
    try visitor.whole("serial", &layer.serial, beside: 0, 0...0xFF_FFFF)
    try visitor.toggle("muted", &layer.settings.isMuted, beside: false)
    try visitor.number("level", &layer.settings.level, beside: 1, 0...1)
    try visitor.whole("part", &layer.settings.part, beside: 0, 0...16)
    try visitor.toggle("reversed", &layer.settings.isReversed, beside: false)
    try visitor.whole("speed", &layer.settings.speed, beside: 0, -1...1)
    try visitor.whole("mirror", &layer.settings.mirror, beside: 0, 0...3)
    try visitor.number("scale", &layer.settings.scale, beside: 1, 0.1...4)
    try visitor.number("drift_x", &layer.settings.driftX, beside: 0, -1...1)
    try visitor.number("drift_y", &layer.settings.driftY, beside: 0, -1...1)
    try visitor.whole("filter", &layer.settings.filter, beside: 0, -1...16)
    var source = Int64(layer.settings.source)
    try ticks("source", &source, &visitor)
    layer.settings.source = UInt32(clamping: source)
    if let node = visitor.field("events", words: events.isEmpty ? nil : Self.words(events), form: nil) {
      try read(events: node)
    }
    visitor.leaveOutUnknown()
  }

  /// A whole number of 64 bits; 0 is left out.
  private func ticks(
    _ key: StaticString, _ number: inout Int64, _ visitor: inout DocumentVisitor
  ) throws(Fault) {
    let words = number == 0 ? nil : UTF8Text(bytes: Array(number.description.utf8))
    if let node = visitor.field(key, words: words, form: nil) { number = try visitor.whole(node) }
  }

  // MARK: Events

  /// Each event is a list: position, serial, thing, phase, part, take, then up to four numbers; those that were not
  /// sent are `null`, or left out at the end. A key has its bytes as one whole number.
  private static func words(_ events: [LoopEvent]) -> UTF8Text {
    var words: UTF8Text = "["
    for index in events.indices {
      let event = events[index]
      words += index == 0 ? "\n" : ",\n"
      words += "[\(Int(event.position)), \(Int(event.serial)), \(Int(event.thing.rawValue)), "
      words += "\(Int(event.phase.rawValue)), \(Int(event.part)), \(Int(event.take))"
      if event.thing == .key {
        words += ", "
        words.bytes += event.words.0.bitPattern.description.utf8
      } else {
        let numbers = [event.words.0, event.words.1, event.words.2, event.words.3]
        for number in numbers.prefix((numbers.lastIndex { !$0.isNaN } ?? -1) + 1) {
          words += ", "
          if number.isNaN { words += "null" } else { words.bytes += number.description.utf8 }
        }
      }
      words += "]"
    }
    words += "]"
    return words
  }

  private mutating func read(events node: JSONNode) throws(Fault) {
    guard case .array(let elements) = node.value else { throw node.fault("must be a list") }
    events = []
    events.reserveCapacity(elements.count)
    for element in elements {
      guard case .array(let numbers) = element.value, let event = LoopEvent(numbers) else {
        throw Fault(
          node.path, "must have lists of six whole numbers and up to four numbers", at: element.offset)
      }
      events.append(event)
    }
  }
}

extension LoopEvent {
  fileprivate init?(_ numbers: [JSON]) {
    self.init()
    func whole(_ index: Int) -> Int64 {
      if case .integer(let number) = numbers[index].value { number } else { -1 }
    }
    guard 6...10 ~= numbers.count, let position = Int32(exactly: whole(0)),
      let serial = Int32(exactly: whole(1)), let thing = UInt8(exactly: whole(2)),
      let phase = UInt8(exactly: whole(3)), let part = UInt8(exactly: whole(4)),
      let take = UInt8(exactly: whole(5)), let knownThing = LoopThing(rawValue: thing),
      let knownPhase = LoopPhase(rawValue: phase)
    else { return nil }
    (self.position, self.serial, self.part, self.take) = (position, serial, part, take)
    (self.thing, self.phase) = (knownThing, knownPhase)
    if knownThing == .key {
      guard numbers.count == 7, let bits = UInt32(exactly: whole(6)) else { return nil }
      words.0 = Float(bitPattern: bits)
      return
    }
    var values: [Float] = []
    for number in numbers.dropFirst(6) {
      switch number.value {
      case .null: values.append(.nan)
      case .integer(let number): values.append(Float(number))
      case .real(let number): values.append(Float(number))
      default: return nil
      }
    }
    while values.count < 4 { values.append(.nan) }
    words = (values[0], values[1], values[2], values[3])
  }
}

extension LoopState {
  fileprivate var symbol: StaticString {
    switch self {
    case .empty: "empty"
    case .armed: "armed"
    case .recording: "recording"
    case .closing: "closing"
    case .playing: "playing"
    case .overdubbing: "overdubbing"
    case .stopped: "stopped"
    }
  }
}

extension LoopUnit {
  fileprivate var symbol: StaticString { self == .beats ? "beats" : "seconds" }
}
