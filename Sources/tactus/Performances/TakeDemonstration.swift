// A take as a demonstration: the instrument plays it silently, and parameters have the values they were turned to.
// Main thread.
import Controls
import Demonstrations
import Instrument
import Music
import Patches
import PanelModel
import Performances
import RealTime
import Screens
import Takes

extension Demonstration {
  /// Samples a second.
  private static var rate: Double { 30 }

  /// Plays a take, and samples the controllers and base values until its end or until there are `limit` samples.
  /// - Throws: what of its patches is no patch.
  init(_ take: Take) throws {
    self.init()
    var samples = Demonstration()
    var touches = NumberedTouches(take)
    var step = 0
    try take.play(rate: Self.rate) { processor, bases in
      let fingers = touches.fingers(at: Double(step) / Self.rate)
      step += 1
      let voice = processor.leadingVoice
      var values: [Float] = []
      for controller in Controller.allCases { values.append(processor.value(of: controller, voice: voice)) }
      samples.append(controllers: values, parameters: bases, fingers: fingers)
      return !samples.isFull
    }
    self = samples
  }
}

extension Take {
  /// Plays the take on a silent instrument.
  /// - Parameters:
  ///   - rate: moments a second.
  ///   - body: gets the instrument and the base values of all parameters at each moment until the end, or until it returns
  ///     false.
  /// - Throws: what of its patches is no patch.
  func play(rate: Double, _ body: (borrowing TouchProcessor, [Float]) -> Bool) throws {
    let document = try Recording.document(patch)
    var instrument = SilentInstrument(patch: try document.compile())
    var bases = document.bases
    var rest = entries[...]
    var step = 0
    while true {
      let next = Int(Double(step) / rate * SilentInstrument.rate)
      guard Double(next) <= seconds * SilentInstrument.rate else { return }
      while let entry = rest.first,
        case let at = Int(frame(entry.frame, at: SilentInstrument.rate)), at <= next
      {
        instrument.advance(to: at)
        try Self.apply(entry.content, to: &instrument.processor, &bases)
        rest = rest.dropFirst()
      }
      // One frame further, so that the events of this frame have reached the controllers.
      instrument.advance(to: next + 1)
      guard body(instrument.processor, bases) else { return }
      step += 1
    }
  }

  private static func apply(
    _ content: Content, to processor: inout TouchProcessor, _ bases: inout [Float]
  ) throws {
    switch content {
    case .patch(let text): bases = try Recording.document(text).bases
    case .surface(let event):
      if case .parameter(let value) = event.content, bases.indices.contains(Int(event.id)) {
        bases[Int(event.id)] = value
      }
      processor.handle(event)
    case .loops(let text): try processor.apply(loops: text)
    case .port(let port, let value): processor.set(port, value)
    case .restart: processor.activate()
    case .midi(let bytes):
      bytes.withUnsafeBytes { bytes in
        if bytes.first == 0xF0 {
          processor.handle(exclusive: bytes)
        } else if let message = MIDIMessage(bytes) {
          processor.handle(message)
        }
      }
    case .position(let position): processor.handle(position)
    case .reportsAutomation, .mastered, .lost, .end: break
    }
  }
}

/// The touches of a take with their numbers, each the least that no other live touch had when it began.
private struct NumberedTouches {
  private var rest: ArraySlice<DecodedTouch>
  private var down: [(source: UInt32, id: Int32, finger: NumberedFinger)] = []

  init(_ take: Take) { rest = take.touches[...] }

  /// The touches that are down at a time, which never decreases.
  mutating func fingers(at seconds: Double) -> [NumberedFinger] {
    while let touch = rest.first, touch.seconds <= seconds {
      rest = rest.dropFirst()
      apply(touch.event)
    }
    return down.map(\.finger)
  }

  private mutating func apply(_ event: SurfaceEvent) {
    let known = down.firstIndex { $0.source == event.source && $0.id == event.id }
    switch event.kind {
    case .began, .moved:
      let (x, y) = (event.touch.x, event.touch.y)
      if let known {
        if x.isFinite { down[known].finger.x = x }
        if y.isFinite { down[known].finger.y = y }
      } else if event.kind == .began {
        var number = 1
        while down.contains(where: { $0.finger.number == number }) { number += 1 }
        down.append((event.source, event.id, NumberedFinger(number: number, x: x, y: y)))
      }
    case .ended, .withdrawn: if let known { down.remove(at: known) }
    case .panic: down = []
    default: break
    }
  }
}
