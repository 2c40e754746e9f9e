// A surface of one's own: two fingers go half round each other, and Tactus says what they are to each other.
// `swift run -c release` prints numbers for each tenth of a second, then the moments. It runs on one thread;
// of `ControllerSources` only `init` allocates, so a program may call the rest on its audio thread.
import Controls
import RealTime
import Touch

/// Two fingers opposite each other: in 1 s the left one goes by way of the bottom to the right, the right one
/// by way of the top to the left.
struct TwoFingers {
  /// Where they are after 0…1 s: x right, y up, both 0…1.
  func positions(at seconds: Float) -> [(x: Float, y: Float)] {
    let rest = 1 - 2 * seconds
    let across = 0.2 * rest
    let up = 0.4 * (1 - rest * rest)
    return [(0.5 - across, 0.5 - up), (0.5 + across, 0.5 + up)]
  }
}

/// Feeds the fingers to Tactus and prints what it makes of them.
struct Player: ~Copyable {
  static let sampleRate = 48_000
  /// Frames from one evaluation of the controllers to the next.
  static let tick = 32
  /// Any number tells this source of touches from others.
  static let source: UInt32 = 7

  private var surface = ControllerSources(sampleRate: Float(Player.sampleRate))
  private let fingers = TwoFingers()

  mutating func play() {
    for frame in stride(from: 0, through: Player.sampleRate, by: Player.tick) {
      if frame % (10 * Player.tick) == 0 { send(frame == 0 ? .began : .moved, at: frame) }
      surface.update(frame: Int64(frame), isTick: true)
      if frame % (Player.sampleRate / 10) == 0 { show(frame) }
    }
    send(.ended, at: Player.sampleRate + Player.tick)
    while let event = surface.triggerEvents.pop() {
      print("trigger", event.trigger, "frame", event.frame)
    }
  }

  private mutating func send(_ kind: SurfaceEvent.Kind, at frame: Int) {
    let positions = fingers.positions(at: Float(frame) / Float(Player.sampleRate))
    for (id, position) in positions.enumerated() {
      let event = SurfaceEvent.touch(
        kind, source: Player.source, id: Int32(id), x: position.x, y: position.y, pressure: 0.5)
      if case .full = surface.apply(event, frame: Int64(frame)) { print("no room for finger", id) }
    }
  }

  private func show(_ frame: Int) {
    guard let second = surface.touches.slot(source: Player.source, id: 1) else { return }
    print(
      "frame", frame,
      "fingers", surface.shared[.groupCount],
      "distance", surface.touch.value(.touchDistanceToPrevious, slot: second),
      "direction", surface.touch.value(.touchAngleToPrevious, slot: second),
      "spread", surface.shared[.groupSpread])
  }
}

var player = Player()
player.play()
