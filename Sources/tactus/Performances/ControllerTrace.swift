// Controllers over time, computed by the instrument itself. Main thread.
import Console
import Controls
import Foundation
import Instrument
import Performances
import Screens

/// The values of some controllers while touches play, at equal intervals.
struct ControllerTrace {
  /// One controller. Column 0 is the group's value; for a
  /// controller of touches, column n is the n-th touch that began.
  struct Row {
    let controller: Controller
    /// [column][step]; nil while that touch is not down.
    var columns: [[Float?]]
  }

  private(set) var rows: [Row]
  let step: Double
  private(set) var steps = 0
  /// The number of touches that began.
  private(set) var touches = 0
  /// The poses of the bodies of the patch's world by step and place, and where numbered bodies were hit.
  private(set) var poses: [[Pose]] = []
  private(set) var hits: [Hit] = []
  private var levels = [Float](repeating: 0, count: Controller.bodyCount + 1)

  typealias Pose = (x: Float, y: Float, cosine: Float, sine: Float)

  /// A hit of a body: the step, its number, its strength 0…1.
  struct Hit {
    let step, number: Int
    let strength: Float
  }

  /// Plays `events` on a silent instrument.
  init(
    _ controllers: [Controller], of events: [DecodedTouch], patch: CompiledPatch, seconds: Double,
    step: Double
  ) {
    self.step = step
    rows = controllers.map { Row(controller: $0, columns: []) }
    var instrument = SilentInstrument(patch: patch)
    play(events, on: &instrument, until: seconds)
  }

  private mutating func play(
    _ events: [DecodedTouch], on instrument: inout SilentInstrument, until end: Double
  ) {
    var rest = events[...]
    /// The number of each touch, in the order in which they began.
    var numbers: [UInt64: Int] = [:]
    while case let seconds = Double(steps) * step, seconds <= end {
      let next = Int(seconds * SilentInstrument.rate)
      while let event = rest.first, case let at = Int((event.seconds * SilentInstrument.rate).rounded()),
        at <= next
      {
        instrument.advance(to: at)
        instrument.processor.handle(event.event)
        rest = rest.dropFirst()
      }
      // One frame further, so that the events of this frame have reached the controllers.
      instrument.advance(to: next + 1)
      sample(instrument.processor, &numbers)
    }
  }

  private mutating func sample(_ processor: borrowing TouchProcessor, _ numbers: inout [UInt64: Int]) {
    var voices: [(number: Int, voice: Int)] = []
    for voice in 0..<TouchProcessor.voiceLimit {
      guard let order = processor.touchOrder(ofVoice: voice) else { continue }
      if numbers[order] == nil {
        touches += 1
        numbers[order] = touches
      }
      voices.append((numbers[order]!, voice))
    }
    for index in rows.indices {
      let controller = rows[index].controller
      let values =
        controller.isPerVoice
        ? voices.map { ($0.number, processor.value(of: controller, voice: $0.voice)) }
        : [(0, processor.value(of: controller, voice: processor.leadingVoice))]
      for (column, value) in values {
        while rows[index].columns.count <= column { rows[index].columns.append([]) }
        let gap = steps - rows[index].columns[column].count
        rows[index].columns[column] += [Float?](repeating: nil, count: gap) + [value]
      }
    }
    watchBodies(processor)
    steps += 1
  }

  private mutating func watchBodies(_ processor: borrowing TouchProcessor) {
    var now: [Pose] = []
    while let pose = processor.pose(ofBody: now.count) { now.append(pose) }
    if now.isEmpty { return }
    poses.append(now)
    for number in 1...Controller.bodyCount {
      let level = processor.value(of: .body(number, .hit), voice: processor.leadingVoice)
      if level > levels[number] + 0.05 { hits.append(Hit(step: steps, number: number, strength: level)) }
      levels[number] = level
    }
  }

  /// Removes the controllers that do not move.
  mutating func dropWhatRests() {
    rows.removeAll { row in
      let values = row.values
      return values.max() == values.min()
    }
  }
}

extension ControllerTrace.Row {
  /// The values of all columns.
  var values: [Float] { columns.flatMap { $0.compactMap { $0 } } }
  /// The columns that have values, with their numbers.
  var used: [(number: Int, values: [Float?])] { columns.enumerated().filter { !$1.isEmpty }.map { ($0, $1) } }
}

extension ControllerTrace {
  /// A line for each step; the first line names the columns:
  /// `group_spread`, or `touch_speed.2` for the second touch.
  var csv: String {
    let columns = rows.flatMap { row in
      row.used.map {
        (
          $0.number == 0
            ? row.controller.spec.symbol.string : "\(row.controller.spec.symbol.string).\($0.number)",
          $0.values
        )
      }
    }
    var text = (["seconds"] + columns.map(\.0)).joined(separator: ",") + "\n"
    for index in 0..<steps {
      let seconds = String(format: "%.6g", Double(index) * step)
      let values = columns.map { index < $0.1.count ? $0.1[index].map { "\($0)" } ?? "" : "" }
      text += ([seconds] + values).joined(separator: ",") + "\n"
    }
    return text
  }

  /// A line for each controller: least, mean and greatest value.
  var summary: String {
    var text =
      "controller".padding(toLength: 28, withPad: " ", startingAt: 0)
      + "      least       mean   greatest  unit\n"
    for row in rows {
      let values = row.values
      let mean = values.reduce(0.0) { $0 + Double($1) } / Double(max(values.count, 1))
      text +=
        row.controller.spec.symbol.string.padding(toLength: 28, withPad: " ", startingAt: 0)
        + String(format: " %10.4f %10.4f %10.4f  ", values.min() ?? 0, mean, values.max() ?? 0)
        + row.controller.spec.unit.symbol.description + "\n"
    }
    return text
  }
}
