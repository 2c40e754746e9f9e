// A reverb: sixteen modulated delays in a feedback network behind three steps of diffusion. Audio thread;
// allocated with an instance.
import Lanes
import Signal

/// A feedback delay network of sixteen lines that a Hadamard matrix mixes (J.-M. Jot, "Digital delay networks
/// for designing artificial reverberators", AES 90th Convention, 1991). Three steps of sixteen delays and the
/// same matrix spread a sound before it enters. What comes out of them is also heard: the early reflections.
/// Each line is modulated by up to 0.2 ms at its own rate, so that no tone of the room stands out. That moves low
/// tones little, so each line also has an all-pass, which turns only these, by a corner that moves.
///
/// Works in spans of 32 frames, counted from the beginning of the effect or the last restart of motion.
public struct Reverb: ~Copyable {
  public static var largestSize: Float { @_noLocks get { 1.5 } }
  public static var smallestSize: Float { @_noLocks get { 0.25 } }
  /// The depth of the modulation in seconds.
  private static var depth: Float { @_noLocks get { 0.0002 } }
  /// A room of the default settings then is as loud as one of eight lines in earlier versions.
  private static var level: Float { @_noLocks get { 0.172 } }

  public var fade = EffectFade()
  var loops = ReverbLoops()
  private var goal = ReverbLoops()
  private var step = ReverbLoops()
  var isMoving = false
  var settings = ReverbSettings()
  /// The present size, which glides.
  private var size: Float = 1
  /// The present depth of the modulation in frames. A frozen room is not modulated, because interpolation
  /// would dull it.
  private var modulation: Float = 0
  private var phases = PhaseLanes(repeating: 0)
  private var early = Ramp(0)
  private var tail = Ramp(0)
  /// 0 while the room is frozen: nothing enters.
  private var open = Ramp(1)
  private var ducking: ReverbDucking
  /// Frames of the present span that are over.
  private var offset = 0
  private var dulled = Lanes(repeating: 0)
  private var lows = Lanes(repeating: 0)
  /// The all-passes' coefficients and their change per frame, their last inputs and outputs.
  private var turn = Lanes(repeating: 0)
  private var turnStep = Lanes(repeating: 0)
  private var turnedFrom = Lanes(repeating: 0)
  private var turned = Lanes(repeating: 0)
  /// The part of the input below 8 Hz. It stays outside, because the loops would add up an offset.
  private var slow = StereoFrame(0, 0)
  private let slowShare: Float

  @usableFromInline var entrance: RowRings
  @usableFromInline var second: RowRings
  @usableFromInline var third: RowRings
  @usableFromInline var lines: RowRings
  @usableFromInline var entranceTaps = ReverbTaps()
  @usableFromInline var secondTaps = ReverbTaps()
  @usableFromInline var thirdTaps = ReverbTaps()
  @usableFromInline var lineTaps = ReverbTaps()
  /// A room for delays, and one for the third step, which is read last; frames; rows; eight single rows.
  @usableFromInline let scratch: UnsafeMutablePointer<Float>
  let sampleRate: Float

  public init(sampleRate: Float) {
    self.sampleRate = sampleRate
    slowShare = Scalar.approach(frames: 1, seconds: 1 / (2 * Float.pi * 8), sampleRate: sampleRate)
    func frames(_ seconds: Lanes) -> Lanes {
      seconds * (Self.largestSize * sampleRate) + Lanes(repeating: 16 + Self.depth * sampleRate)
    }
    entrance = RowRings(rows: 2, delays: frames(Lanes(repeating: Self.entranceTimes.largest)))
    second = RowRings(rows: 16, delays: frames(Self.secondTimes))
    third = RowRings(rows: 16, delays: frames(Self.thirdTimes))
    lines = RowRings(rows: 16, delays: Lanes.greatest(frames(Self.lineTimes), Lanes(repeating: 64)))
    ducking = ReverbDucking(sampleRate: sampleRate)
    scratch = .allocate(capacity: Self.scratchSize)
    scratch.initialize(repeating: 0, count: Self.scratchSize)
    set(settings)
    arrive()
  }

  private static var scratchSize: Int { @_noLocks get { 2 * ReverbTaps.roomSize + 2 * 512 + 8 * 32 } }

  @inlinable deinit { scratch.deallocate() }

  @_noLocks public mutating func reset() {
    clear()
    fade.jump(0)
  }

  /// Restarts the modulation at phase 0, and the spans.
  @_noLocks public mutating func restartMotion() {
    phases = PhaseLanes(repeating: 0)
    offset = 0
    placeTaps()
  }

  @_noLocks public mutating func aim(
    _ target: Float, _ settings: ReverbSettings = ReverbSettings(), approach: Float, reciprocalFrames: Float
  ) {
    if fade.isOff && target <= 0 {
      // Off: the settings wait until it begins.
      return
    }
    if settings != self.settings { set(settings) }
    if fade.aim(target, approach: approach, reciprocalFrames: reciprocalFrames) {
      clear()
      arrive()
    }
    if isMoving { move(approach, reciprocalFrames) }
    early.aim(earlyGoal, approach: approach, reciprocalFrames: reciprocalFrames)
    tail.aim(tailGoal, approach: approach, reciprocalFrames: reciprocalFrames)
    open.aim(settings.isFrozen ? 0 : 1, approach: approach, reciprocalFrames: reciprocalFrames)
  }

  /// Sets what `aim` ramps to, without a ramp. It clicks unless the sound is silent.
  @_noLocks public mutating func jump(_ target: Float, _ settings: ReverbSettings) {
    fade.jump(target)
    set(settings)
    arrive()
  }

  @_noLocks private mutating func set(_ settings: ReverbSettings) {
    self.settings = settings
    self.settings.size = settings.size.limited(Self.smallestSize, Self.largestSize)
    goal = ReverbLoops(
      settings, seconds: Self.lineTimes * self.settings.size, sampleRate: sampleRate)
    isMoving = true
  }

  private var earlyGoal: Float { @_noLocks get { settings.early.limited(0, 1) * Self.level } }
  /// The input of the lines is four times as large as the output (`ReverbLoops.gains`).
  private var tailGoal: Float { @_noLocks get { 4 * Scalar.squareRoot(settings.size) * Self.level } }

  @_noLocks private mutating func arrive() {
    loops = goal
    isMoving = false
    size = settings.size
    modulation = settings.isFrozen ? 0 : Self.depth * sampleRate
    early.set(earlyGoal)
    tail.set(tailGoal)
    open.set(settings.isFrozen ? 0 : 1)
    placeTaps()
  }

  /// Goes the fraction `approach` of what is left.
  @_noLocks private mutating func move(_ approach: Float, _ reciprocalFrames: Float) {
    let left = loops.distance(to: goal)
    if left < 1e-5 {
      loops = goal
      isMoving = false
    }
    // The last part is gone at once: a fraction of it would be too small a step for a number near 1.
    step = loops.step(to: goal, rate: (left < 1e-3 ? 1 : approach) * reciprocalFrames)
  }

  /// The seconds in which a frequency falls by 60 dB, for pictures: those of the average line. Infinite if the room
  /// is frozen.
  public static func decay(_ settings: ReverbSettings, at hertz: Float, sampleRate: Float) -> Float {
    let size = settings.size.limited(smallestSize, largestSize)
    let loops = ReverbLoops(settings, seconds: lineTimes * size, sampleRate: sampleRate)
    let lost = loops.loss(turns: hertz / sampleRate)
    // Octaves a second, of ten for 60 dB.
    let rate = lost.total / (lineTimes.total * size)
    return rate > 0 ? 9.965_784 / rate : .infinity
  }

  // MARK: The delays of a span

  /// A delay at rest is a whole number of frames, so that it is read without interpolation.
  @_noLocks private func frames(_ seconds: Lanes, atRest: Bool) -> Lanes {
    let frames = Lanes.greatest(seconds * (size * sampleRate), Lanes(repeating: 2))
    return atRest ? (frames + Lanes(repeating: 0.5)).floor : frames
  }

  private var modulated: Lanes {
    @_noLocks get {
      let rest = Lanes.greatest(frames(Self.lineTimes, atRest: size == settings.size), Lanes(repeating: 48))
      return modulation == 0 ? rest : rest + phases.sine * modulation
    }
  }

  /// The coefficients of the all-passes, whose corners move between 40 and 360 Hz, twice as fast as the delays. A
  /// frozen room rests.
  private var turnGoal: Lanes {
    @_noLocks get {
      let swing = 0.8 * modulation / (Self.depth * sampleRate)
      let corner = ((phases &+ phases).sine * swing + 1) * (200 * Float.pi / sampleRate)
      return (1 - corner) / (1 + corner)
    }
  }

  /// Takes all delays without a glide.
  @_noLocks private mutating func placeTaps() {
    let atRest = size == settings.size
    entranceTaps.jump(frames(Self.entranceTimes, atRest: atRest))
    secondTaps.jump(frames(Self.secondTimes, atRest: atRest))
    thirdTaps.jump(frames(Self.thirdTimes, atRest: atRest))
    lineTaps.jump(modulated)
    turn = turnGoal
    turnStep = Lanes(repeating: 0)
  }

  @_noLocks private mutating func beginSpan() {
    // The longest line moves by at most one frame, so the pitch bends by at most half a semitone.
    let most = 0.9 / (Self.lineTimes.largest * sampleRate)
    size += (settings.size - size).limited(-most, most)
    let depth = settings.isFrozen ? 0 : Self.depth * sampleRate
    modulation += (depth - modulation) * 0.05
    if (depth - modulation).magnitude < 0.001 { modulation = depth }
    phases = phases &+ (Self.rates * (Float(SpanRows.frames) / sampleRate)).phaseStep
    let atRest = size == settings.size
    if !atRest || !entranceTaps.isStill || !secondTaps.isStill || !thirdTaps.isStill {
      entranceTaps.aim(frames(Self.entranceTimes, atRest: atRest))
      secondTaps.aim(frames(Self.secondTimes, atRest: atRest))
      thirdTaps.aim(frames(Self.thirdTimes, atRest: atRest))
    }
    lineTaps.aim(modulated)
    turnStep = (turnGoal - turn) * (1 / Float(SpanRows.frames))
    ducking.beginSpan(decibels: settings.duck)
  }

  // MARK: Sound

  /// Processes `count` frames in place. Must not be called while the effect is off.
  @_noLocks public mutating func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var done = 0
    while done < count {
      if offset == 0 { beginSpan() }
      let span = min(count - done, SpanRows.frames - offset)
      processSpan(left + done, right + done, count: span)
      offset = (offset + span) & (SpanRows.frames - 1)
      done += span
    }
  }

  @_noLocks private mutating func processSpan(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    let singles = scratch + (2 * ReverbTaps.roomSize + 2 * 512)
    let (inLeft, inRight, wet) = (singles, singles + 32, singles + 64)
    let (outLeft, outRight, tailGains) = (singles + 96, singles + 128, singles + 160)
    enter(left, right, inLeft, inRight, wet: wet, count: count)
    if settings.duck > 0 || ducking.isActive {
      ducking.process(left, right, gains: wet, count: count)
    }
    diffuse(inLeft, inRight, count: count)
    let frames = scratch + 2 * ReverbTaps.roomSize
    let rows = frames + 512
    lineTaps.interpolate(
      lines, count: count, toFrames: frames, room: scratch)
    absorb(frames, count: count)
    Rows.turn(frames: frames, toRows: rows, stride: SpanRows.frames, frames: count)
    leave(rows, outLeft, outRight, room: singles + 192, count: count)
    tail.write(to: tailGains, count: count)
    // The third mix of the diffusion and that of the lines are one: the matrix is linear.
    Rows.mix(
      rows, stride: SpanRows.frames, with: thirdTaps.places, gains: tailGains, to: lines.targets,
      frames: count)
    lines.written()
    lines.advance(count)
    third.advance(count)
    for frame in 0..<count {
      left[frame] += wet[frame] * outLeft[frame]
      right[frame] += wet[frame] * outRight[frame]
    }
  }

  /// Writes what enters the room, and the gain of what leaves it.
  @_noLocks private mutating func enter(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ inLeft: UnsafeMutablePointer<Float>,
    _ inRight: UnsafeMutablePointer<Float>, wet: UnsafeMutablePointer<Float>, count: Int
  ) {
    fade.write(wet: wet, fed: inLeft, count: count)
    open.write(to: inRight, count: count)
    var slow = slow
    for frame in 0..<count {
      // Each of the three mixes of the diffusion multiplies by 4.
      let entering = inLeft[frame] * inRight[frame] * (1 / 64)
      slow.left += (left[frame] - slow.left) * slowShare
      slow.right += (right[frame] - slow.right) * slowShare
      inLeft[frame] = (left[frame] - slow.left) * entering
      inRight[frame] = (right[frame] - slow.right) * entering
    }
    self.slow = slow
  }

  /// Two of the three steps of the diffusion; the third one is left at `thirdTaps.places`, not mixed yet.
  @_noLocks private mutating func diffuse(
    _ inLeft: UnsafePointer<Float>, _ inRight: UnsafePointer<Float>, count: Int
  ) {
    let room = scratch
    entrance.write(0, inLeft)
    entrance.write(1, inRight)
    entrance.written()
    entranceTaps.find(entrance, count: count, room: room)
    Rows.mix(entranceTaps.places, to: second.targets, frames: count)
    entrance.advance(count)
    second.written()
    secondTaps.find(second, count: count, room: room)
    Rows.mix(secondTaps.places, to: third.targets, frames: count)
    second.advance(count)
    third.written()
    thirdTaps.find(third, count: count, room: room + ReverbTaps.roomSize)
  }

  /// Writes what is heard: even lines with alternating signs to the left, odd ones to the right; and the
  /// early reflections. Of the third mix the same sums are eight times the sum and the difference of rows 2
  /// and 3.
  @_noLocks private mutating func leave(
    _ rows: UnsafePointer<Float>, _ outLeft: UnsafeMutablePointer<Float>,
    _ outRight: UnsafeMutablePointer<Float>, room: UnsafeMutablePointer<Float>, count: Int
  ) {
    early.write(to: room, count: count)
    guard let second = thirdTaps.places[2], let third = thirdTaps.places[3] else { return }
    for chunk in 0..<(count + Lanes.width - 1) / Lanes.width {
      let place = chunk * Lanes.width
      let gain = Lanes.load(room + place) * 8
      let (a, b) = (Lanes.load(second + place), Lanes.load(third + place))
      (SpanRows.side(rows, first: 0, chunk: chunk) + (a + b) * gain).store(outLeft + place)
      (SpanRows.side(rows, first: 1, chunk: chunk) + (a - b) * gain).store(outRight + place)
    }
  }

  /// The filters and gains of all lines, frame by frame.
  @_noLocks private mutating func absorb(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    // Gains that do not move and a low cut that is off are cheaper: the last loop leaves them out.
    if isMoving || loops.lowTaken.largest != 0 {
      for frame in 0..<count {
        if isMoving { loops.add(step) }
        let place = frames + frame * Lanes.width
        dulled += (Lanes.load(place) * loops.gains - dulled) * loops.damping
        lows += (dulled - lows) * loops.lowShare
        turnLows(dulled - lows * loops.lowTaken).store(place)
      }
    } else {
      let (gains, damping) = (loops.gains, loops.damping)
      var dulled = dulled
      for frame in 0..<count {
        let place = frames + frame * Lanes.width
        dulled += (Lanes.load(place) * gains - dulled) * damping
        turnLows(dulled).store(place)
      }
      self.dulled = dulled
    }
  }

  /// The all-passes of all lines.
  @_transparent @_noLocks private mutating func turnLows(_ input: Lanes) -> Lanes {
    turn += turnStep
    turned = turnedFrom + (turned - input) * turn
    turnedFrom = input
    return turned
  }

  /// Clears the lines at constant cost: samples from before the call read as silence.
  @_noLocks private mutating func clear() {
    entrance.clear()
    second.clear()
    third.clear()
    lines.clear()
    dulled = Lanes(repeating: 0)
    lows = Lanes(repeating: 0)
    turnedFrom = Lanes(repeating: 0)
    turned = Lanes(repeating: 0)
    slow = StereoFrame(0, 0)
    ducking.reset()
    restartMotion()
  }
}

/// The delays of the default room in seconds, and the rates of the modulation in hertz. Of several hundred
/// random sets this one had the densest echoes, the most even spectrum and the most exact decay times.
extension Reverb {
  private static var entranceTimes: Lanes {
    @_noLocks get {
      Lanes(
        0.00126, 0.00014, 0.00256, 0.00026, 0.00228, 0.00347, 0.00093, 0.00288, 0.00307, 0.00067, 0.00186,
        0.00147, 0.00183, 0.00236, 0.00337, 0.00092)
    }
  }
  private static var secondTimes: Lanes {
    @_noLocks get {
      Lanes(
        0.00667, 0.00385, 0.00056, 0.001, 0.00443, 0.00245, 0.00585, 0.00697, 0.0024, 0.00009, 0.00314,
        0.00753, 0.00604, 0.00514, 0.00428, 0.00178)
    }
  }
  private static var thirdTimes: Lanes {
    @_noLocks get {
      Lanes(
        0.01518, 0.00455, 0.00846, 0.00506, 0.00147, 0.00341, 0.00727, 0.00249, 0.00672, 0.00064, 0.00955,
        0.01383, 0.01323, 0.0116, 0.00972, 0.01163)
    }
  }
  private static var lineTimes: Lanes {
    @_noLocks get {
      Lanes(
        0.0231, 0.0146, 0.0273, 0.0163, 0.019, 0.026, 0.0663, 0.0485, 0.0133, 0.0936, 0.0319, 0.0815, 0.0367,
        0.0761, 0.054, 0.0449)
    }
  }
  private static var rates: Lanes {
    @_noLocks get {
      Lanes(
        0.671, 0.516, 1.031, 0.853, 0.972, 0.663, 0.868, 0.74, 0.912, 0.73, 0.553, 0.515, 0.488, 0.794, 0.383,
        0.736)
    }
  }
}
