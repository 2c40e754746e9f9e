// What *Play* remembers: trails of touches, fingers of this view, whether the handle is open. Any thread.
import Controls
import Paint
import RealTime

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

  /// A finger that a pointer of this view has put down.
  struct Finger: Sendable {
    let pointer: Int32
    let id: Int32
    var x: Float
    var y: Float
    /// It stays although the pointer has left it.
    var isPinned = false
  }

  /// Whether tabs and macros are out.
  var isOpen = false
  var tracks: [Track] = []
  var fingers: [Finger] = []
  /// When and where the mouse was pressed last.
  var click: (seconds: Double, x: Float, y: Float)?
  var lastID: Int32 = 0
  /// The latest values of controllers that are drawn as curves, 0…1, oldest first.
  var history: [(controller: Controller, values: [Float])] = []
  /// The seconds of the frame's clock at the last live state.
  var seconds: Double = 0
  /// The ports of macros as the last live state found them, and since when they are so.
  var macroPorts = InlineArray<8, Float>(repeating: 0)
  var macroSeconds = InlineArray<8, Double>(repeating: -.infinity)

  /// How long a trail is seen, in seconds.
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

extension View {
  /// A pointer on the surface is a finger. With Shift it stays where it is, shown pinned, and a press on it
  /// takes it up again; a double click lifts all that are pinned.
  mutating func touch(
    _ pointer: ViewEvent.Pointer, in area: Area, at seconds: Double, _ wishes: inout [Wish]
  ) {
    let x = min(max((pointer.x - area.x) / max(1, area.width), 0), 1)
    let y = 1 - min(max((pointer.y - area.y) / max(1, area.height), 0), 1)
    let diagonal = (area.width * area.width + area.height * area.height).squareRoot()
    func event(_ kind: SurfaceEvent.Kind, _ id: Int32) -> Wish {
      .surface(
        SurfaceEvent(
          kind, id: id, x: x, y: y, pressure: pointer.pressure, radius: pointer.radius / max(1, diagonal)))
    }
    switch pointer.phase {
    case .began:
      if pointer.kind == .mouse {
        if let click = play.click, seconds - click.seconds < 0.35, abs(click.x - pointer.x) < 8,
          abs(click.y - pointer.y) < 8, play.fingers.contains(where: { $0.isPinned })
        {
          liftPinned(&wishes)
          play.click = nil
          return
        }
        play.click = (seconds, pointer.x, pointer.y)
        let reach: Float = 22
        if let found = play.fingers.firstIndex(where: {
          $0.isPinned && abs($0.x - x) * area.width < reach && abs($0.y - y) * area.height < reach
        }) {
          let id = play.fingers[found].id
          play.fingers[found] = PlayState.Finger(pointer: pointer.id, id: id, x: x, y: y)
          wishes.append(event(.moved, id))
          return
        }
      }
      play.lastID = play.lastID &+ 1
      play.fingers.append(PlayState.Finger(pointer: pointer.id, id: play.lastID, x: x, y: y))
      wishes.append(event(.began, play.lastID))
    case .moved:
      guard let index = finger(of: pointer) else { return }
      (play.fingers[index].x, play.fingers[index].y) = (x, y)
      wishes.append(event(.moved, play.fingers[index].id))
    case .ended, .cancelled:
      guard let index = finger(of: pointer) else { return }
      if pointer.shift && pointer.kind == .mouse && pointer.phase == .ended {
        (play.fingers[index].x, play.fingers[index].y) = (x, y)
        play.fingers[index].isPinned = true
      } else {
        wishes.append(event(.ended, play.fingers[index].id))
        play.fingers.remove(at: index)
      }
    }
  }

  private func finger(of pointer: ViewEvent.Pointer) -> Int? {
    play.fingers.firstIndex { $0.pointer == pointer.id && !$0.isPinned }
  }

  private mutating func liftPinned(_ wishes: inout [Wish]) {
    for finger in play.fingers where finger.isPinned {
      wishes.append(.surface(SurfaceEvent(.ended, id: finger.id, x: finger.x, y: finger.y)))
    }
    play.fingers.removeAll { $0.isPinned }
  }
}
