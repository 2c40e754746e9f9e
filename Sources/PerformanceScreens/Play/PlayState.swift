// The state of *Play*: trails of touches, whether the handle is open. Any thread.
import Controls
import Paint
import PanelModel
import Patches
import RealTime
import Toolkit

struct PlayState: Sendable {
  /// A live touch as it was seen over time.
  struct Track: Sendable {
    let number: Int32
    let startX: Float
    let startY: Float
    /// Where it was at which times, oldest first.
    var points: [(seconds: Double, x: Float, y: Float)]

    /// Surfaces a second, of the last tenth of a second.
    var velocity: (x: Float, y: Float) {
      guard let last = points.last,
        let first = points.first(where: { last.seconds - $0.seconds <= 0.1 }), last.seconds > first.seconds
      else { return (0, 0) }
      let time = Float(last.seconds - first.seconds)
      return ((last.x - first.x) / time, (last.y - first.y) / time)
    }
  }

  /// Whether tabs and macros are out.
  var isOpen = false
  /// Whether something has sounded or touched the surface; before, a line says what to do.
  var hasPlayed = false
  var tracks: [Track] = []
  /// The latest values of controllers that are drawn as curves, 0…1, oldest first.
  var history: [(controller: Controller, values: [Float])] = []
  /// Whether the strip of the looper is out although no layer is in use, and the layer that is selected then.
  var hasLoops = false
  var loopLayer = 0
  /// The relation that is composed; nil: none.
  var composer: Composer?
  var lesson = LessonState()
  /// The patch's expressions and their names, the names of their controllers, and what they relate.
  var expressions: [[UInt8]] = []
  var composed: [Relation?] = []
  var expressionNames: [[UInt8]] = []
  /// The seconds of the frame's clock at the last live state.
  var seconds: Double = 0
  /// The ports of macros as the last live state found them, and since when they are so.
  var macroPorts = InlineArray<8, Float>(repeating: 0)
  var macroSeconds = InlineArray<8, Double>(repeating: -.infinity)

  /// The time for which a trail is drawn, in seconds.
  static var trailSeconds: Double { 0.6 }

  /// Keeps the values of the controllers that are drawn as curves.
  mutating func keep(_ values: [(controller: Controller, value: Float)]) {
    history.removeAll { old in !values.contains { $0.controller == old.controller } }
    for (controller, value) in values {
      if let index = history.firstIndex(where: { $0.controller == controller }) {
        history[index].values = history[index].values.suffix(63) + [value]
      } else {
        history.append((controller, [value]))
      }
    }
  }

  /// Follows the touches of a live state.
  mutating func follow(_ live: LivePicture, at seconds: Double) {
    self.seconds = seconds
    if !live.fingers.isEmpty || !live.voices.isEmpty { hasPlayed = true }
    tracks.removeAll { track in !live.fingers.contains { $0.number == track.number } }
    for finger in live.fingers {
      let index: Int
      if let found = tracks.firstIndex(where: { $0.number == finger.number }) {
        index = found
      } else {
        index = tracks.count
        tracks.append(Track(number: finger.number, startX: finger.x, startY: finger.y, points: []))
      }
      tracks[index].points.append((seconds, finger.x, finger.y))
      tracks[index].points.removeAll { seconds - $0.seconds > Self.trailSeconds }
    }
  }
}
