// `tactus teach`: a gesture is shown in a take, and the patch plays it without the knob.
import Controls
import Foundation
import Patches
import RealTime
import Screens
import TestSupport
import Testing
import Text

@testable import tactus

/// Two fingers that go apart and together at changing speed for twelve seconds.
private enum Pinch {
  static let seconds = 12.0

  /// Half the distance of the fingers as a part of the width.
  static func reach(_ seconds: Double) -> Double {
    0.2 + 0.1 * sin(2 * .pi * 0.4 * seconds) + 0.05 * sin(2 * .pi * 0.93 * seconds + 1)
  }

  static func events(at seconds: Double, isFirst: Bool) -> [SurfaceEvent] {
    [(Int32(1), -1.0), (2, 1.0)].map { id, side in
      SurfaceEvent.touch(
        isFirst ? .began : .moved, source: 1, id: id, x: Float(0.5 + side * reach(seconds)), y: 0.5)
    }
  }

  /// The mix of the reverb that the player turns to: 0.1 where the fingers are closest, 0.7 where they are farthest.
  static func mix(_ seconds: Double) -> Float { Float(0.1 + 0.6 * (reach(seconds) - 0.05) / 0.3) }

  /// A take of the gesture, at 50 events a second.
  static func take(turning isTurned: Bool, in folder: TemporaryFolder) throws -> String {
    var lines = [
      "# tactus performance 2", "rate 48000", "0 patch -", "| {\"version\": 1, \"connections\": []}",
      "0 restart",
    ]
    for step in 0..<Int(50 * seconds) {
      let time = Double(step) / 50
      let frame = step * 960
      for event in events(at: time, isFirst: step == 0) {
        let words = event.words
        lines.append(
          "\(frame) \(step == 0 ? "began" : "moved") 1 \(event.id) \(words[0]) \(words[1]) - -")
      }
      if isTurned { lines.append("\(frame) parameter 0 \(Parameter.reverb.rawValue) \(mix(time)) - - -") }
    }
    lines.append("\(Int(seconds * 48_000)) end")
    return try folder.add(
      isTurned ? "shown.tactus" : "still.tactus", Data((lines.joined(separator: "\n") + "\n").utf8))
  }
}

@Test func aGestureThatWasShownPlaysByItself() throws {
  let folder = try TemporaryFolder()
  let output = "\(folder.path)/taught.json"
  let program = try Program.tactus("teach", try Pinch.take(turning: true, in: folder), "-o", output)
  #expect(program.wait() == 0, "\(program.errors)")
  let lines = program.output.split(separator: "\n")
  #expect(lines.count == 1, "\(lines)")
  #expect(lines[0].hasPrefix("1 Group") && lines[0].contains("Reverb"), "\(lines)")
  var warnings: [DocumentError] = []
  let text = try [UInt8](Data(contentsOf: URL(fileURLWithPath: output)))
  let patch = try PatchDocument.read(text, warnings: &warnings)
  #expect(patch.connections.count == 1)
  // The same gesture, and nobody turns the knob.
  var instrument = SilentInstrument(patch: try patch.compile())
  var worst: Float = 0
  for step in 0..<Int(50 * Pinch.seconds) {
    let time = Double(step) / 50
    instrument.advance(to: step * 960)
    for event in Pinch.events(at: time, isFirst: step == 0) { instrument.processor.handle(event) }
    instrument.advance(to: step * 960 + 480)
    if step > 50 {
      worst = max(worst, (instrument.processor.value(of: .reverb) - Pinch.mix(time)).magnitude)
    }
  }
  // The knob went 0.6 up and down.
  #expect(worst < 0.03, "\(worst)")
}

@Test func nothingIsTaughtWhereNothingWasTurned() throws {
  let folder = try TemporaryFolder()
  let program = try Program.tactus("teach", try Pinch.take(turning: false, in: folder))
  #expect(program.wait() == 0)
  #expect(program.output.isEmpty)
  #expect(program.errors.contains("no parameter was turned"))
}
