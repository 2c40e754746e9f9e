import InputTestSupport
import Testing

@testable import Dialects

/// Touches as JSON lines, in both forms.
struct JSONTests {
  @Test func tuioJSONGrowsDownwardsAndOursUpwards() {
    var surface = Listening()
    surface.receive([UInt8](#"{"id": 3, "type": "touch", "state": "start", "x": 0.25, "y": 0.25}"#.utf8))
    surface.receive([UInt8](#"{"id": 4, "type": "pen", "state": "start", "x": 1, "y": 0}"#.utf8))
    surface.receive(
      [UInt8](
        """
        {"id": 3, "type": "touch", "state": "move", "x": 0.5, "y": 0.25}
        {"id": 3, "type": "touch", "state": "end", "x": 0.5, "y": 0.5}

        {"id": 9, "type": "gesture", "gestureType": "rotate", "state": "start", "touches": [{"x": 0, "y": 0}]}
        {"id": 9, "type": "shape", "state": "end"}
        """.utf8))
    #expect(
      surface.events.map(\.brief) == [
        "began 3 0.25 0.75", "began 4 1.0 1.0", "moved 3 0.5 0.75", "ended 3 0.5 0.5",
      ])
    surface.receive(
      [UInt8](
        (#"{"touch": "began", "id": 5, "x": 0.25, "y": 0.25, "pressure": 0.5, "radius": 0.02, "#
          + #""aspect": 0.5, "orientation": 0.125}"#)
          .utf8))
    surface.receive([UInt8](#"{"id": 5, "x": 0.5, "y": 0.25, "note": null}"#.utf8))
    surface.receive([UInt8](#"{"alive": [4]}"#.utf8))
    surface.receive(
      [UInt8](#"{"token": "placed", "id": 7, "x": 0.5, "y": 0.5, "angle": 0.25, "class": 3}"#.utf8))
    surface.receive([UInt8](#"{"token": "lifted", "id": 7, "surface": 2}"#.utf8))
    #expect(
      surface.events.suffix(6).map(\.brief) == [
        "began 5 0.25 0.25", "shape 5 0.5 0.125", "moved 5 0.5 0.25", "ended 5 0.5 0.25", "token 7 0.5 0.5",
        "tokenLifted 7 nan nan",
      ])
    #expect(surface.events.last?.source == 0x200_0001 && surface.refusals.isEmpty)
    surface.receive([UInt8](" \t\r\n  {\"id\": 8, \"x\": 0, \"y\": 0}".utf8))
    #expect(surface.events.last?.brief == "began 8 0.0 0.0" && surface.refusals.isEmpty, "as over TCP")
  }

  @Test(arguments: [
    ("{", Refusal.badJSON), (#"{"id": 1"#, .badJSON), (#"{"id": 1} x"#, .badJSON),
    (#"{"id": 1, "id": 2}"#, .badJSON),
    (#"{"id": 1}"#, .wrongArguments), ("{}", .wrongArguments), (#"{"id": 1.5, "x": 0, "y": 0}"#, .badID),
    (#"{"id": 4294967296, "x": 0, "y": 0}"#, .badID), (#"{"id": 1, "x": "0", "y": 0}"#, .wrongArguments),
    (#"{"id": 1, "x": 2, "y": 0}"#, .outOfRange), (#"{"id": 1, "x": 1e39, "y": 0}"#, .notFinite),
    (#"{"touch": "down", "id": 1, "x": 0, "y": 0}"#, .unknownWord),
    (#"{"type": "touch", "id": 1, "state": "begin", "x": 0, "y": 0}"#, .unknownWord),
    (#"{"type": "finger", "id": 1, "state": "start", "x": 0, "y": 0}"#, .unknownWord),
    (#"{"type": "touch", "id": 1, "x": 0, "y": 0}"#, .wrongArguments), (#"{"alive": 1}"#, .wrongArguments),
    (#"{"id": 1, "x": 0, "y": 0, "surface": 256}"#, .wrongArguments), ("{\"\u{0}\": 1}", .badJSON),
    ("{" + String(repeating: "[", count: 60_000), .badJSON),
    ("{" + String(repeating: "x", count: 65_507), .oversized),
  ]) func badJSONIsCountedOnce(_ text: String, _ reason: Refusal) {
    var surface = Listening()
    surface.receive([UInt8](text.utf8))
    #expect(surface.events.isEmpty && surface.refusals == [reason: 1], "\(text.prefix(80))")
  }
}
