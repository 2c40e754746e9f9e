// A looper to which a test sends touches and commands frame by frame, in blocks of any size.
import RealTime

@testable import Loops

/// A point of a touch, as it is compared.
struct Point: Equatable { var x: Float, y: Float }

/// One step of a script.
enum Action {
  case touch(SurfaceEvent.Kind, id: Int32, source: UInt32, Point)
  case command(LoopCommand, layer: Int32, Float, source: UInt32)
  case clock(LoopClock, jumps: Bool)
}

/// Touches that are down, in the order of their beginnings.
struct LiveTouches {
  var all: [(source: UInt32, id: Int32, point: Point)] = []

  func index(_ source: UInt32, _ id: Int32) -> Int? { all.firstIndex { $0.source == source && $0.id == id } }

  mutating func apply(_ kind: SurfaceEvent.Kind, _ source: UInt32, _ id: Int32, _ point: Point) {
    let known = index(source, id)
    switch kind {
    case .began where known == nil: all.append((source, id, point))
    case .moved: if let known { all[known].point = point }
    case .ended: if let known { all.remove(at: known) }
    default: break
    }
  }
}

/// Performs a script with a looper and notes what it emits.
struct LoopRig: ~Copyable {
  var looper: Looper
  private let arena: Arena
  var emitted: [(frame: Int64, event: SurfaceEvent)] = []
  private var live = LiveTouches()
  private var frame: Int64 = 0

  init() {
    var arena = Arena(bytes: Looper.bytes)
    looper = Looper(memory: &arena)
    self.arena = arena
  }

  /// Brings the looper to the present frame.
  private mutating func settle() {
    while looper.nextFrame <= frame {
      looper.advance(to: frame)
      drain()
    }
    drain()
    if looper.capturing != 0 {
      for touch in live.all {
        looper.begin(
          .touch, source: touch.source, id: touch.id, SIMD4(touch.point.x, touch.point.y, .nan, .nan),
          part: 0, in: looper.capturing, at: frame)
      }
      looper.captured()
    }
  }

  private mutating func drain() { while let event = looper.pop() { emitted.append((frame, event)) } }

  /// Renders up to a frame, in the blocks that a host asks for.
  mutating func render(to end: Int64, block: Int64) {
    while frame < end {
      let blockEnd = min((frame / block + 1) * block, end)
      while frame < blockEnd {
        settle()
        frame = min(blockEnd, max(looper.nextFrame, frame + 1))
      }
    }
  }

  // MARK: Saving

  /// A rig with restored layers where this one is: the same frame, clock and live touches.
  func restored(_ saved: SavedLoops) -> LoopRig {
    let prepared = PreparedLooper(saved, sampleRate: saved.rate)
    var rig = LoopRig()
    rig.looper.replace(with: prepared.looper)
    (rig.live, rig.frame) = (live, frame)
    rig.looper.set(looper.clock, jumps: false, at: frame)
    return rig
  }

  /// Lets the timeline jump to where it is: recordings and all touches end.
  mutating func jump() {
    settle()
    looper.set(looper.clock, jumps: true, at: frame)
    drain()
    emitted = []
  }

  mutating func perform(_ action: Action) {
    settle()
    switch action {
    case .touch(let kind, let id, let source, let point):
      let words = SIMD4(point.x, point.y, .nan, .nan)
      let isDown = live.index(source, id) != nil
      live.apply(kind, source, id, point)
      switch kind {
      case .began where !isDown:
        looper.begin(.touch, source: source, id: id, words, part: 0, in: looper.recording, at: frame)
      case .moved: looper.move(.touch, source: source, id: id, words, at: frame)
      case .ended: looper.end(.touch, source: source, id: id, words, at: frame)
      default: break
      }
    case .command(let command, let layer, let amount, let source):
      looper.apply(command, to: layer, amount, source: source, at: frame)
    case .clock(let clock, let jumps): looper.set(clock, jumps: jumps, at: frame)
    }
    settle()
  }
}
