// The looper as it is described in docs/loops.md, frame by frame: every layer is a list of touches with points, and
// what is down at a place is looked up there. It shares only the clock with the looper.
import RealTime

@testable import Loops

/// A touch of a layer.
final class ModelTouch {
  let serial: Int
  let take: Int
  var points: [(at: Int64, point: Point)]
  var end: Int64?

  init(_ serial: Int, take: Int, at: Int64, _ point: Point) {
    (self.serial, self.take, points) = (serial, take, [(at, point)])
  }

  /// Where it is at a place; nil: it is not down there.
  func point(at place: Int64) -> Point? {
    guard let end, points[0].at <= place, place < end else { return nil }
    return points.last { $0.at <= place }?.point
  }
}

/// A layer.
struct ModelLayer {
  enum Mode { case empty, armed, recording, closing, playing, overdubbing, stopped }
  var mode = Mode.empty
  var unit = LoopUnit.beats
  var touches: [ModelTouch] = []
  var hands: [(source: UInt32, id: Int32, touch: ModelTouch)] = []
  var (takes, shown, serial) = (0, 0, 0)
  var (start, origin, length, boundary): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
  /// Halves of the normal speed: 1, 2 or 4, negative for backward.
  var halves: Int64 = 2
  var isReversed = false
  var isMuted = false
  var mirror = 0
  var scale: Float = 1
  var drift: (x: Float, y: Float) = (0, 0)
  var onlySource: UInt32?
  var lastPass: Int64 = 0

  func place(_ tick: Int64) -> Int64 {
    let way = Int64((Double((tick - start) * halves) / 2).rounded(.down))
    return isReversed ? origin - way : origin + way
  }

  func pass(_ place: Int64) -> Int64 { Int64((Double(place) / Double(length)).rounded(.down)) }

  func phase(_ place: Int64) -> Int64 { place - pass(place) * length }
}

/// Sixteen layers.
struct LoopModel {
  var layers = [ModelLayer](repeating: ModelLayer(), count: 16)
  var clock = LoopClock()
  var live = LiveTouches()
  var quantum: Float = 1
  var prefersFrames = false
  var selected = 0
  private(set) var frame: Int64 = 0

  private func tick(_ layer: ModelLayer) -> Int64 { clock.ticks(layer.unit, at: frame) }

  /// Goes to the next frame at which something is looked at; every frame must be passed.
  mutating func advance(to frame: Int64) {
    self.frame = frame
    for index in layers.indices where layers[index].mode != .empty { update(index) }
  }

  private mutating func update(_ index: Int) {
    let now = clock.ticks(layers[index].unit, at: frame)
    if layers[index].mode == .armed, clock.runs(layers[index].unit), now >= layers[index].boundary {
      begin(index, at: layers[index].boundary)
    } else if layers[index].mode == .closing, now >= layers[index].boundary {
      close(index, at: layers[index].boundary)
    }
    guard layers[index].mode == .playing || layers[index].mode == .overdubbing else { return }
    let place = layers[index].place(now)
    let pass = layers[index].pass(place)
    if layers[index].mode == .overdubbing, pass == layers[index].lastPass + 1 { wrap(index) }
    layers[index].lastPass = pass
  }

  private mutating func wrap(_ index: Int) {
    let old = layers[index].hands
    layers[index].hands = []
    for hand in old { hand.touch.end = layers[index].length }
    for hand in old where hand.touch.points[0].at > 0 {
      add(index, hand.source, hand.id, hand.touch.points.last!.point, at: 0)
    }
  }

  private mutating func add(_ index: Int, _ source: UInt32, _ id: Int32, _ point: Point, at place: Int64) {
    layers[index].serial += 1
    let touch = ModelTouch(layers[index].serial, take: layers[index].takes, at: place, point)
    layers[index].touches.append(touch)
    layers[index].hands.append((source, id, touch))
  }

  private mutating func begin(_ index: Int, at tick: Int64) {
    layers[index].touches = []
    layers[index].hands = []
    layers[index].mode = .recording
    layers[index].start = tick
    (layers[index].takes, layers[index].shown) = (1, 1)
    capture(index)
  }

  private mutating func capture(_ index: Int) {
    for touch in live.all where wants(index, touch.source) {
      add(index, touch.source, touch.id, touch.point, at: recordingPlace(index))
    }
  }

  private func wants(_ index: Int, _ source: UInt32) -> Bool {
    layers[index].onlySource == nil || layers[index].onlySource == source
  }

  private func isRecording(_ index: Int) -> Bool {
    [.recording, .closing, .overdubbing].contains(layers[index].mode)
  }

  private func recordingPlace(_ index: Int) -> Int64 {
    let layer = layers[index]
    return layer.mode == .overdubbing ? layer.phase(layer.place(tick(layer))) : tick(layer) - layer.start
  }

  private mutating func close(_ index: Int, at tick: Int64) {
    let least: Int64 = layers[index].unit == .beats ? 62_500 : 256
    layers[index].length = max(tick - layers[index].start, least)
    layers[index].origin = 0
    for hand in layers[index].hands { hand.touch.end = layers[index].length }
    layers[index].hands = []
    layers[index].mode = .playing
    layers[index].lastPass = layers[index].pass(layers[index].place(self.tick(layers[index])))
  }

  private mutating func endOverdub(_ index: Int) {
    for hand in layers[index].hands {
      hand.touch.end = max(recordingPlace(index), hand.touch.points.last!.at)
    }
    layers[index].hands = []
    layers[index].mode = .playing
  }

  private mutating func interrupt() {
    for index in layers.indices {
      switch layers[index].mode {
      case .armed: empty(index)
      case .recording: close(index, at: tick(layers[index]))
      case .closing: close(index, at: min(tick(layers[index]), layers[index].boundary))
      case .overdubbing: endOverdub(index)
      default: break
      }
    }
  }

  private mutating func empty(_ index: Int) {
    layers[index].mode = .empty
    layers[index].serial = 0
    layers[index].touches = []
    layers[index].hands = []
    (layers[index].takes, layers[index].shown) = (0, 0)
  }

  mutating func perform(_ action: Action) {
    switch action {
    case .touch(let kind, let id, let source, let point): touch(kind, id, source, point)
    case .clock(let next, let jumps):
      if jumps { interrupt() }
      clock = next
      for index in layers.indices where layers[index].length > 0 {
        layers[index].lastPass = layers[index].pass(layers[index].place(tick(layers[index])))
      }
    case .command(.quantum, _, let amount, _): quantum = amount
    case .command(.unit, _, let amount, _): prefersFrames = amount >= 0.5
    case .command(.select, let layer, _, _): selected = layer > 0 ? Int(layer) - 1 : (selected + 1) % 16
    case .command(let command, let layer, let amount, let source):
      let indices = layer < 0 ? Array(layers.indices) : [layer == 0 ? selected : Int(layer) - 1]
      for index in indices { self.command(command, index, amount, source) }
    }
    for index in layers.indices { update(index) }
  }

  private mutating func touch(
    _ kind: SurfaceEvent.Kind, _ id: Int32, _ source: UInt32, _ point: Point
  ) {
    let isDown = live.index(source, id) != nil
    live.apply(kind, source, id, point)
    for index in layers.indices where isRecording(index) {
      let hand = layers[index].hands.firstIndex { $0.source == source && $0.id == id }
      if kind == .began, !isDown, wants(index, source) {
        add(index, source, id, point, at: recordingPlace(index))
      } else if kind == .moved, let hand {
        layers[index].hands[hand].touch.points.append((recordingPlace(index), point))
      } else if kind == .ended, let hand {
        layers[index].hands[hand].touch.end = recordingPlace(index)
        layers[index].hands.remove(at: hand)
      }
    }
  }

  private func boundary(_ unit: LoopUnit, from: Int64) -> Int64 {
    let now = clock.ticks(unit, at: frame)
    if quantum == 0 { return now }
    if unit == .beats {
      let grid = Int64(Double(quantum) * 1_000_000)
      var at: Int64 = (from / grid - 2) * grid
      while at < from { at += grid }
      return at
    }
    guard
      let other = layers.first(where: {
        $0.unit == .frames && ($0.mode == .playing || $0.mode == .overdubbing)
      })
    else { return now }
    if other.isReversed { return now }
    var tick = from
    while other.phase(other.place(tick)) != 0
      && other.pass(other.place(tick)) == other.pass(other.place(from))
    {
      tick += 1
    }
    return tick
  }

  private mutating func anchor(_ index: Int) {
    guard [.playing, .overdubbing, .stopped].contains(layers[index].mode) else { return }
    let now = tick(layers[index])
    (layers[index].origin, layers[index].start) = (layers[index].place(now), now)
  }

  private mutating func arm(_ index: Int) {
    empty(index)
    layers[index].unit = prefersFrames || !clock.isRolling ? .frames : .beats
    (layers[index].halves, layers[index].isReversed) = (2, false)
    layers[index].boundary = boundary(layers[index].unit, from: tick(layers[index]))
    layers[index].mode = .armed
    if layers[index].boundary <= tick(layers[index]) { begin(index, at: layers[index].boundary) }
  }

  private mutating func command(_ command: LoopCommand, _ index: Int, _ amount: Float, _ source: UInt32) {
    let mode = layers[index].mode
    let isPlaying = mode == .playing || mode == .overdubbing
    switch command {
    case .record:
      switch mode {
      case .empty: arm(index)
      case .armed: empty(index)
      case .recording:
        let end = boundary(layers[index].unit, from: max(tick(layers[index]), layers[index].start + 1))
        if end <= tick(layers[index]) {
          close(index, at: tick(layers[index]))
        } else {
          (layers[index].boundary, layers[index].mode) = (end, .closing)
        }
      case .closing: break
      case .playing, .stopped:
        if layers[index].shown == 0 {
          arm(index)
        } else if mode == .stopped {
          self.command(.play, index, .nan, source)
        } else {
          self.command(.overdub, index, 1, source)
        }
      case .overdubbing: endOverdub(index)
      }
    case .overdub:
      if amount == 0 {
        if mode == .overdubbing { endOverdub(index) }
        return
      }
      if mode == .recording || mode == .closing { close(index, at: tick(layers[index])) }
      guard layers[index].mode == .playing, layers[index].shown > 0, !layers[index].isReversed,
        clock.runs(layers[index].unit)
      else { return }
      let shown = layers[index].shown
      layers[index].touches.removeAll { $0.take > shown }
      layers[index].takes = layers[index].shown + 1
      layers[index].shown += 1
      layers[index].mode = .overdubbing
      layers[index].lastPass = layers[index].pass(layers[index].place(tick(layers[index])))
      capture(index)
    case .play:
      if mode == .recording || mode == .closing { return close(index, at: tick(layers[index])) }
      if mode == .overdubbing { return endOverdub(index) }
      guard mode == .playing || mode == .stopped else { return }
      layers[index].mode = .playing
      if layers[index].unit == .frames {
        layers[index].start = tick(layers[index])
        layers[index].origin = layers[index].isReversed ? layers[index].length - 1 : 0
      }
    case .stop:
      if mode == .armed { return empty(index) }
      if mode == .recording || mode == .closing { close(index, at: tick(layers[index])) }
      if mode == .overdubbing { endOverdub(index) }
      if layers[index].mode == .playing { layers[index].mode = .stopped }
    case .undo:
      if [.armed, .recording, .closing].contains(mode) { return empty(index) }
      if mode == .overdubbing { endOverdub(index) }
      layers[index].shown = max(layers[index].shown - 1, 0)
    case .redo: layers[index].shown = min(layers[index].shown + 1, layers[index].takes)
    case .clear: empty(index)
    case .mute: layers[index].isMuted = amount == 1
    case .reverse:
      if amount == 1 && mode == .overdubbing { endOverdub(index) }
      if isPlaying || mode == .stopped { anchor(index) }
      layers[index].isReversed = amount == 1
    case .speed:
      anchor(index)
      layers[index].halves = amount == 0.5 ? 1 : amount == 2 ? 4 : 2
    case .mirror: layers[index].mirror = Int(amount)
    case .scale: layers[index].scale = amount
    case .driftX: layers[index].drift.x = amount
    case .driftY: layers[index].drift.y = amount
    case .filter: layers[index].onlySource = amount == -1 ? source : nil
    default: break
    }
  }

  /// What layers hold down on this frame, by layer and number.
  func down() -> [[Int]: Point] {
    var found: [[Int]: Point] = [:]
    for (index, layer) in layers.enumerated() {
      guard layer.mode == .playing || layer.mode == .overdubbing, clock.runs(layer.unit), !layer.isMuted
      else {
        continue
      }
      let place = layer.place(tick(layer))
      for touch in layer.touches where touch.take <= layer.shown {
        guard let point = touch.point(at: layer.phase(place)) else { continue }
        found[[index, touch.serial]] = Point(
          x: moved(point.x, layer.mirror & 1 != 0, layer.scale, layer.drift.x, layer.pass(place)),
          y: moved(point.y, layer.mirror & 2 != 0, layer.scale, layer.drift.y, layer.pass(place)))
      }
    }
    return found
  }

  private func moved(_ value: Float, _ mirrors: Bool, _ scale: Float, _ drift: Float, _ passes: Int64)
    -> Float
  {
    var value = mirrors ? 1 - value : value
    if scale != 1 { value = min(max(0.5 + (value - 0.5) * scale, 0), 1) }
    if drift == 0 || passes == 0 { return value }
    var way = (Double(value) + Double(drift) * Double(passes)).truncatingRemainder(dividingBy: 2)
    if way < 0 { way += 2 }
    return Float(way > 1 ? 2 - way : way)
  }
}
