// Plays recorded sounds on lanes: at any speed, between frames, in loops. Audio thread.
import Lanes

/// Sixteen players of recorded sounds. Each frame is the sum of 32 neighbours under a windowed sine.
public struct SamplePlayer {
  private var views = InlineArray<16, UnsafePointer<SampleView>?>(repeating: nil)
  /// In frames of the sound times 2^32; steps and their changes are for a frame that is heard.
  private var positions = InlineArray<16, Int64>(repeating: 0)
  private var steps = InlineArray<16, Int64>(repeating: 0)
  private var changes = InlineArray<16, Int64>(repeating: 0)
  /// Which of the rates is read, and the offset of the filter.
  private var rates = InlineArray<16, Int64>(repeating: 0)
  private var filters = InlineArray<16, Int>(repeating: 0)
  private var scales = Lanes(repeating: 0)
  /// Lanes that play: bit n for lane n.
  public private(set) var playing: UInt32 = 0
  private var oneShots: UInt32 = 0
  /// The last frame of each lane, and what fades of sounds that were stopped.
  private var last = Lanes(repeating: 0)
  private var rest = Lanes(repeating: 0)
  private var hasRest = false

  @_noLocks public init() {}

  /// Lanes that go on when their key comes up, until the sound ends.
  public var held: UInt32 { @_noLocks get { playing & oneShots } }
  /// Begins the sound of a pitch; a lane without one is silent.
  /// - Parameters:
  ///   - pitch: in semitones; decides about the zone.
  ///   - start: where in the sound, 0…1.
  ///   - cycles: of the pitch, per frame that is heard.
  @_noLocks public mutating func restart(
    lane: Int, _ zones: UnsafePointer<SampleZones>, pitch: Float, start: Float, cycles: Float
  ) {
    let bit: UInt32 = 1 << UInt32(lane)
    playing &= ~bit
    oneShots &= ~bit
    last[lane] = 0
    rest[lane] = 0
    guard let zone = SampleZones.zone(of: pitch, in: zones), let view = zone.view else { return }
    views[lane] = view
    scales[lane] = zone.scale
    positions[lane] = Int64(Float(view.pointee.frames) * start.limited(0, 1)) << 32
    steps[lane] = SampleReading.step(cycles * zone.scale)
    changes[lane] = 0
    playing |= bit
    if zone.isOneShot { oneShots |= bit }
  }

  /// Ramps the speed of each lane within `frames` frames.
  /// - Parameter cycles: of the pitch, per frame that is heard.
  @_noLocks public mutating func aim(cycles: Lanes, frames: Int32) {
    let speeds = cycles * scales
    for lane in 0..<Lanes.width where playing & (1 << UInt32(lane)) != 0 {
      changes[lane] = (SampleReading.step(speeds[lane]) - steps[lane]) / Int64(frames)
      (rates[lane], filters[lane]) = SampleReading.choose(speeds[lane])
    }
  }

  /// Writes `count` frames of all lanes.
  @_noLocks public mutating func process(into output: UnsafeMutablePointer<Lanes>, count: Int) {
    for index in 0..<count {
      output[index] = rest
      if hasRest { rest *= 0.98 }
    }
    for lane in 0..<Lanes.width where playing & (1 << UInt32(lane)) != 0 {
      if let view = views[lane] {
        let numbers = UnsafeMutableRawPointer(output).assumingMemoryBound(to: Float.self)
        play(lane, view, numbers + lane, count: count)
      }
    }
  }

  @_noLocks private mutating func play(
    _ lane: Int, _ view: UnsafePointer<SampleView>, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let rate = rates[lane]
    // Behind the last frame the filter still meets some.
    let loop = Int64(view.pointee.loop) << 32
    let end = Int64(view.pointee.end + (loop > 0 ? 0 : SampleReading.taps / 2 * (1 << Int(rate)))) << 32
    let frames = SampleView.start(view, rate: rate)
    let filter = view.pointee.filters + filters[lane]
    var (position, step) = (positions[lane], steps[lane])
    let change = changes[lane]
    var sample: Float = 0
    for index in 0..<count {
      if position >= end {
        if loop == 0 {
          playing &= ~(1 << UInt32(lane))
          sample = 0
          break
        }
        position = end - loop + (position - end) % loop
      }
      sample = SampleReading.read(frames, filter, position >> rate)
      output[index * Lanes.width] += sample
      position += step
      step += change
    }
    positions[lane] = position
    steps[lane] = step
    last[lane] = sample
  }

  /// Ends the sound of a lane at once.
  @_noLocks public mutating func end(lane: Int) { playing &= ~(1 << UInt32(lane)) }

  /// Ends all sounds at once.
  @_noLocks public mutating func endAll() {
    playing = 0
    rest = Lanes(repeating: 0)
    hasRest = false
  }

  /// Another patch plays: sounds that are not its own fade out within a few milliseconds and are not read any
  /// more.
  @_noLocks public mutating func keep(_ zones: UnsafePointer<SampleZones>) {
    for lane in 0..<Lanes.width where playing & (1 << UInt32(lane)) != 0 {
      if let view = views[lane], SampleZones.hold(view, zones) { continue }
      playing &= ~(1 << UInt32(lane))
      rest[lane] += last[lane]
      hasRest = true
    }
  }
}
