// Clouds of grains of recorded sounds. Audio thread.
import Lanes

/// Sixteen clouds of four overlapping grains. Grains come a quarter of a grain apart, each a little elsewhere
/// in pitch, time and the sound.
public struct SampleCloud {
  private static var grains: Int { @_noLocks get { 4 } }

  /// Of each lane and grain: the place in the sound, in frames times 2^32; the age, 2^32 at its end; and how
  /// its pitch and its length differ.
  private var places = InlineArray<64, Int64>(repeating: 0)
  private var ages = InlineArray<64, UInt32>(repeating: 0)
  private var ratios = InlineArray<64, Float>(repeating: 1)
  /// Which of the rates each grain reads, and the offset of its filter.
  private var rates = InlineArray<64, Int64>(repeating: 0)
  private var filters = InlineArray<64, Int>(repeating: 0)
  private var paces = InlineArray<64, Float>(repeating: 1)
  private var views = InlineArray<16, UnsafePointer<SampleView>?>(repeating: nil)
  private var scales = Lanes(repeating: 0)
  /// A generator for each grain: what a grain draws does not depend on when the others end.
  private var random = InlineArray<64, UInt32>(repeating: 1)
  private var cycles = Lanes(repeating: 0)
  private var change = Lanes(repeating: 0)
  private var settings = SampleGrains()
  private var rate = Lanes(repeating: 0)
  private var playing: UInt32 = 0

  @_noLocks public init() {}

  /// Begins the cloud of a pitch; a lane without a sound is silent.
  /// - Parameters:
  ///   - pitch: in semitones; decides about the sound.
  ///   - cycles: of the pitch, per frame that is heard.
  @_noLocks public mutating func restart(
    lane: Int, _ zones: UnsafePointer<SampleZones>, pitch: Float, cycles: Float, seed: UInt32
  ) {
    playing &= ~(1 << UInt32(lane))
    guard let zone = SampleZones.zone(of: pitch, in: zones), let view = zone.view else { return }
    views[lane] = view
    scales[lane] = zone.scale
    self.cycles[lane] = cycles
    playing |= 1 << UInt32(lane)
    for grain in 0..<Self.grains {
      // Finalizer of MurmurHash3, so that neighboring seeds give unlike grains.
      var z = (4 &* seed &+ UInt32(grain)) &* 0x9E37_79B1 &+ 0x27D4_EB2F
      z = (z ^ (z >> 16)) &* 0x85EB_CA6B
      z = (z ^ (z >> 13)) &* 0xC2B2_AE35
      random[4 * lane + grain] = (z ^ (z >> 16)) | 1
      renew(4 * lane + grain, lane, view, cycle: cycles)
      ages[4 * lane + grain] = UInt32(grain) << 30
    }
  }

  /// Sets the settings of the next grains.
  @_noLocks public mutating func set(_ settings: SampleGrains, sampleRate: Float) {
    self.settings = settings
    rate = 1 / (settings.seconds.limited(0.005, 0.5) * sampleRate)
  }

  /// Ramps the speed of each lane within `frames` frames.
  /// - Parameter cycles: of the pitch, per frame that is heard.
  @_noLocks public mutating func aim(cycles: Lanes, frames: Int32) {
    change = (cycles - self.cycles) * (1 / Float(frames))
    // Not in each span, because spans depend on the host's blocks.
    for lane in 0..<Lanes.width where playing & (1 << UInt32(lane)) != 0 {
      for grain in 4 * lane..<4 * lane + Self.grains { choose(grain, lane, cycle: cycles[lane]) }
    }
  }

  @_noLocks private mutating func choose(_ grain: Int, _ lane: Int, cycle: Float) {
    let speed = (cycle * scales[lane] * ratios[grain]).limited(0, SampleReading.fastest)
    (rates[grain], filters[grain]) = SampleReading.choose(speed)
  }

  /// Writes `count` frames of all lanes.
  @_noLocks public mutating func process(into output: UnsafeMutablePointer<Lanes>, count: Int) {
    for index in 0..<count { output[index] = Lanes(repeating: 0) }
    for lane in 0..<Lanes.width where playing & (1 << UInt32(lane)) != 0 {
      if let view = views[lane] {
        let numbers = UnsafeMutableRawPointer(output).assumingMemoryBound(to: Float.self)
        for grain in 0..<Self.grains { play(4 * lane + grain, lane, view, numbers + lane, count: count) }
      }
    }
    for _ in 0..<count { cycles += change }
  }

  @_noLocks private mutating func play(
    _ grain: Int, _ lane: Int, _ view: UnsafePointer<SampleView>, _ output: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    let loop = Int64(view.pointee.loop) << 32
    let (change, scale) = (change[lane], scales[lane])
    var cycle = cycles[lane]
    var index = 0
    while index < count {
      // Until the grain ends, and then until the next one does.
      let ratio = ratios[grain] * scale
      let rate = rates[grain]
      let frames = SampleView.start(view, rate: rate)
      let filter = view.pointee.filters + filters[grain]
      let end = Int64(view.pointee.end + (loop > 0 ? 0 : SampleReading.taps / 2 * (1 << Int(rate)))) << 32
      let pace = UInt32((self.rate[lane] * paces[grain]).limited(0, 0.49) * 4_294_967_296)
      var (place, age) = (places[grain], ages[grain])
      // Its age passes 2^32 with the last frame of the grain.
      let left = Int((UInt32.max - age) / max(pace, 1)) + 1
      let stop = min(count, index + left)
      let hasEnded = stop == index + left
      var step = SampleReading.step(cycle * ratio)
      while index < stop {
        if place >= end && loop > 0 { place = end &- loop &+ (place &- end) % loop }
        if place < end {
          let x = Float(age >> 8) * (1 / 16_777_216)
          let hill = x * (1 - x) * 4
          let sound = SampleReading.read(frames, filter, place &>> rate)
          output[index &* Lanes.width] += sound * hill * hill * 0.6
          if change != 0 { step = SampleReading.step(cycle * ratio) }
          place &+= step
        }
        age &+= pace
        cycle += change
        index &+= 1
      }
      (places[grain], ages[grain]) = (place, age)
      if hasEnded { renew(grain, lane, view, cycle: cycle) }
    }
  }

  /// Begins a grain anew, with a new pitch, length and place.
  @_noLocks private mutating func renew(
    _ grain: Int, _ lane: Int, _ view: UnsafePointer<SampleView>, cycle: Float
  ) {
    let (spread, scatter) = (settings.spread[lane].limited(0, 24), settings.scatter[lane].limited(0, 1))
    ratios[grain] = Scalar.exp2(draw(grain) * spread * (1 / 12))
    paces[grain] = 1 + draw(grain) * scatter * 0.8
    // A grain strays by its own length at most.
    let frames = Float(view.pointee.frames)
    let length = cycle * scales[lane] / max(rate[lane], 1e-6)
    let place = settings.place[lane].limited(0, 1) * frames + draw(grain) * scatter * length
    places[grain] = Int64(place.limited(0, frames)) << 32
    choose(grain, lane, cycle: cycle)
  }

  /// −1…1.
  @_noLocks private mutating func draw(_ grain: Int) -> Float {
    var z = random[grain]
    z ^= z << 13
    z ^= z >> 17
    z ^= z << 5
    random[grain] = z
    return Float(Int32(bitPattern: z)) * (1 / 2_147_483_648)
  }

  /// Another patch plays: clouds of sounds that are not its own end.
  @_noLocks public mutating func keep(_ zones: UnsafePointer<SampleZones>) {
    for lane in 0..<Lanes.width where playing & (1 << UInt32(lane)) != 0 {
      if let view = views[lane], SampleZones.hold(view, zones) { continue }
      playing &= ~(1 << UInt32(lane))
    }
  }
}

/// The settings of grains of a sound.
public struct SampleGrains {
  /// The place in the sound, 0…1.
  public var place = Lanes(repeating: 0)
  /// The length of a grain, 0.005…0.5.
  public var seconds = Lanes(repeating: 0.08)
  /// Semitones by which grains stray from the pitch, 0…24.
  public var spread = Lanes(repeating: 0)
  /// The irregularity of lengths and positions, 0…1.
  public var scatter = Lanes(repeating: 0)

  @_noLocks public init() {}
}
