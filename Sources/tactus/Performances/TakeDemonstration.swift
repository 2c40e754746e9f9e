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
    let patch = try Recording.document(take.patch)
    var instrument = SilentInstrument(patch: try patch.compile())
    var bases = patch.bases
    var rest = take.entries[...]
    var step = 0
    while !isFull {
      let next = Int(Double(step) / Self.rate * SilentInstrument.rate)
      guard Double(next) <= take.seconds * SilentInstrument.rate else { return }
      while let entry = rest.first,
        case let at = Int(take.frame(entry.frame, at: SilentInstrument.rate)), at <= next
      {
        instrument.advance(to: at)
        try Self.apply(entry.content, to: &instrument.processor, &bases)
        rest = rest.dropFirst()
      }
      // One frame further, so that the events of this frame have reached the controllers.
      instrument.advance(to: next + 1)
      let voice = instrument.processor.leadingVoice
      var values: [Float] = []
      for controller in Controller.allCases {
        values.append(instrument.processor.value(of: controller, voice: voice))
      }
      append(controllers: values, parameters: bases)
      step += 1
    }
  }

  private static func apply(
    _ content: Take.Content, to processor: inout TouchProcessor, _ bases: inout [Float]
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
