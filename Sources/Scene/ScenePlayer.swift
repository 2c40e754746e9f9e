// A scene on the audio thread: the host's blocks to ticks of Pd and back. Audio thread, except `init`.
import CPosix
import Controls
import Lanes
import RealTime
import Synchronization
import Touch

/// Plays a scene: sends each tick of input to Pd, and what Pd made of it comes a fixed number of frames
/// later.
///
/// Pipelined, a block sends its ticks and plays what earlier blocks have sent, so Pd has a whole block of
/// time and this thread never waits. A tick that comes too late is silent.
public struct ScenePlayer: ~Copyable {
  /// Nanoseconds that a block of a render waits at most.
  private static var patience: Int64 { @_noLocks get { 20_000_000_000 } }

  let link: UnsafeMutablePointer<SceneLink>
  /// The link to the network; nil: none.
  let network: UnsafeMutablePointer<InstanceLink>?
  /// Who wants to hear what the patch is told; nil: no one.
  let sceneRequests: UnsafeMutablePointer<SceneRequestQueue>?
  /// The host's, in hertz.
  public let sampleRate: Float
  /// The most frames of one `run`.
  public let longestBlock: Int
  /// The latency of both modes.
  private let pipelined: Int
  private let direct: Int
  /// Nanoseconds that each block waits for Pd; 0: as its mode says.
  private let deadline: Int64
  /// The Pd that plays, and the one before while it fades out.
  private(set) var stream: UnsafeMutablePointer<SceneStream>?
  private(set) var before: UnsafeMutablePointer<SceneStream>?
  /// The tick that is being filled: 64 frames of the left, and of the right.
  private let tick: UnsafeMutablePointer<Float>
  /// The last frames of the input, for what passes through.
  private let dry: UnsafeMutablePointer<Float>
  private let dryMask: Int
  /// Frames that were heard since the beginning, and at the begin of this block.
  private(set) var position = 0
  private(set) var start = 0
  /// The events that act on the scene, and its output.
  var events: SceneEvents
  var outgoing = SceneOutgoing()
  private(set) var isFreeWheel = false
  /// How long a block may wait in other renders; and until when this one may, by the monotonic clock.
  private var lead: RenderLead
  private var waitsUntil: Int64 = 0
  private var isDirect = false
  private var level = SmoothGain()
  private var inputLevel = SmoothGain()
  private var enabled = SmoothGain()
  /// The last values of the host's ports for the scene's own controls; NaN: none yet.
  var moved = InlineArray<16, Float>(repeating: .nan)
  /// Whether a session has been restored or another scene had values, and whether the scene is that of a bundle.
  public var hasSession = false
  public var hasOwnScene = false
  /// The values of the host's ports before a render.
  private var movedBefore = InlineArray<16, Float>(repeating: .nan)
  /// How often a scene was chosen.
  private(set) var choices: UInt32 = 0
  /// A message on its way from one ring to another.
  let relay = UnsafeMutableRawPointer.allocate(byteCount: ScenePlayer.mostSent, alignment: 8)
  /// Lists of what a patch keeps that found no room.
  var lostLists: UInt32 = 0
  /// Late ticks of streams that are gone.
  private var lateBefore = 0

  /// - Parameters:
  ///   - link: outlives the player.
  ///   - network: outlives the player.
  ///   - sceneRequests: outlives the player.
  ///   - areBlocksTicks: the host promises blocks of one length, whole ticks.
  ///   - deadline: nanoseconds that each block waits for Pd; 0: as its mode says.
  public init(
    link: UnsafeMutablePointer<SceneLink>, network: UnsafeMutablePointer<InstanceLink>? = nil,
    sceneRequests: UnsafeMutablePointer<SceneRequestQueue>? = nil, sampleRate: Double, longestBlock: Int,
    areBlocksTicks: Bool,
    deadline: Int64
  ) {
    self.link = link
    self.network = network
    self.sceneRequests = sceneRequests
    events = SceneEvents(sampleRate: Float(sampleRate))
    self.sampleRate = Float(sampleRate)
    self.longestBlock = longestBlock
    self.deadline = deadline
    lead = RenderLead(sampleRate: sampleRate, longestBlock: longestBlock)
    let rest = areBlocksTicks ? 0 : PdTick.frames
    pipelined = (longestBlock + 63) / 64 * 64 + rest
    direct = rest
    tick = .allocate(capacity: 2 * PdTick.frames)
    tick.initialize(repeating: 0, count: 2 * PdTick.frames)
    var capacity = 1024
    while capacity < pipelined + longestBlock + 4096 { capacity *= 2 }
    dryMask = capacity - 1
    dry = Pages.allocate(2 * capacity)
    dry.initialize(repeating: 0, count: 2 * capacity)
  }

  deinit {
    relay.deallocate()
    tick.deallocate()
    outgoing.deallocate()
    Pages.free(dry, 2 * (dryMask + 1))
  }

  /// Gives what it plays back to the supervisor. The last call.
  public mutating func end() {
    retireBoth()
  }

  /// Returns a player for another sample rate and other blocks, which plays nothing yet. See `init`.
  func renewed(sampleRate: Double, longestBlock: Int, areBlocksTicks: Bool) -> ScenePlayer {
    var next = ScenePlayer(
      link: link, network: network, sceneRequests: sceneRequests, sampleRate: sampleRate,
      longestBlock: longestBlock, areBlocksTicks: areBlocksTicks, deadline: deadline)
    (next.hasSession, next.hasOwnScene) = (hasSession, hasOwnScene)
    return next
  }

  /// The latency in frames.
  public var latency: Int {
    @_noLocks get { base + (stream?.pointee.latency ?? 0) }
  }

  /// That of a scene at the host's sample rate.
  var base: Int { @_noLocks get { isDirect ? direct : pipelined } }

  /// Ticks that came too late since the beginning.
  public var late: Int {
    @_noLocks get { lateBefore + (stream?.pointee.late ?? 0) }
  }

  /// The state of the scene.
  public var state: UInt32 {
    @_noLocks get {
      let state = link.pointee.state.load(ordering: .relaxed)
      guard state == SceneState.playing.number, let stream, stream.pointee.lateInRow > 0 else { return state }
      let isSilent = Float(stream.pointee.lateInRow * PdTick.frames) > sampleRate / 4
      return isSilent ? SceneState.silent.number : SceneState.late.number
    }
  }

  /// Requests a restart of the scene.
  @_noLocks public func restart() {
    link.pointee.restarts.wrappingAdd(1, ordering: .relaxed)
    link.pointee.wishes.wrappingAdd(1, ordering: .releasing)
  }

  /// Lets the supervisor read what Pd has printed, before the next block of a render begins.
  @_noLocks public func awaitPrints() { link.pointee.wishes.wrappingAdd(1, ordering: .releasing) }

  /// The host has activated the instance: the next block is the first one.
  @_noLocks public mutating func activate() { lead.begin() }

  /// Begins a block. In a render it waits until a scene that begins is there.
  /// - Parameters:
  ///   - now: by the monotonic clock, nanoseconds.
  ///   - level: of the output and of the input, in decibels.
  @_noLocks public mutating func begin(
    block frames: Int, at now: Int64, isEnabled: Bool, isFreeWheel: Bool, isDirect: Bool, level: Float,
    inputLevel: Float
  ) {
    let approach = 1 / (0.01 * sampleRate)
    self.isDirect = isDirect
    self.level.aim(level == 0 ? 1 : Scalar.gain(decibels: level), step: approach)
    self.inputLevel.aim(inputLevel == 0 ? 1 : Scalar.gain(decibels: inputLevel), step: approach)
    enabled.aim(isEnabled ? 1 : 0, step: approach)
    if isFreeWheel != self.isFreeWheel { turnFreeWheel(isFreeWheel) }
    forgetPorts()
    waitsUntil = now + (isFreeWheel ? Self.patience : min(lead.begin(block: frames, at: now), Self.patience))
    awaitScene()
    takeOffered()
    readSupervisor()
    sendToPatch()
    start = position
  }

  /// The first values of ports after a scene was chosen are no moves.
  @_noLocks private mutating func forgetPorts() {
    let choices = link.pointee.pagePorts.choices.load(ordering: .acquiring)
    if choices == self.choices { return }
    self.choices = choices
    for index in 0..<16 where !moved[index].isNaN { hasSession = true }
    moved = InlineArray(repeating: .nan)
    movedBefore = moved
  }

  /// A render begins or ends: the scene begins anew with it, on a first frame.
  @_noLocks private mutating func turnFreeWheel(_ isOn: Bool) {
    isFreeWheel = isOn
    lead.begin()
    // The scene begins anew with what was set before the render, so what has moved since is sent again.
    if isOn { movedBefore = moved } else { moved = movedBefore }
    link.pointee.isFreeWheel.store(isOn, ordering: .relaxed)
    if stream != nil {
      retireBoth()
      restart()
    }
    position = 0
    events.reset()
    outgoing.removeAll()
    for index in 0..<2 * (dryMask + 1) { dry[index] = 0 }
  }

  @_noLocks private mutating func awaitScene() {
    if isFreeWheel, let stream, stream.pointee.isBroken.load(ordering: .relaxed) {
      retireBoth()
      link.pointee.wishes.wrappingAdd(1, ordering: .releasing)
    }
    while link.pointee.answered.load(ordering: .acquiring) != link.pointee.wishes.load(ordering: .relaxed)
      || link.pointee.state.load(ordering: .acquiring) == SceneState.starting.number
    {
      let left = waitsUntil - tactus_monotonic_nanoseconds()
      if left <= 0 { return }
      tactus_wait(min(left, 1_000_000))
    }
  }

  /// Lets a Pd that is ready play. One that sounds fades out meanwhile.
  @_noLocks private mutating func takeOffered() {
    guard link.pointee.offered.load(ordering: .relaxed) != 0, link.pointee.retired.count < 8,
      let next = UnsafeMutablePointer<SceneStream>(
        bitPattern: link.pointee.offered.exchange(0, ordering: .acquiringAndReleasing))
    else { return }
    retire(before)
    before = nil
    if let stream {
      let isHeard = !isFreeWheel && !stream.pointee.isBroken.load(ordering: .relaxed)
      if isHeard { before = stream } else { retire(stream) }
      // Behind a gap it fades in; beside another one it is mixed; behind nothing it begins with its first
      // frame.
      if !isHeard, !isFreeWheel { next.pointee.gain = 0 }
    }
    stream = next
    tellState()
  }

  @_noLocks private mutating func retireBoth() {
    retire(before)
    retire(stream)
    (before, stream) = (nil, nil)
  }

  @_noLocks private mutating func retire(_ old: UnsafeMutablePointer<SceneStream>?) {
    guard let old else { return }
    lateBefore += old.pointee.late
    _ = link.pointee.retired.push(UInt(bitPattern: old))
  }

  /// Sends up to three numbers to a receiver of the patch.
  @_noLocks mutating func send(_ receiver: StaticString, _ count: Int, _ a: Float, _ b: Float, _ c: Float = 0)
  {
    _ = stream?.pointee.append(receiver, count, a, b, c)
    _ = before?.pointee.append(receiver, count, a, b, c)
  }

  /// Receives the frames from `first` to before `end` of the block.
  @_noLocks public mutating func hear(
    _ left: UnsafePointer<Float>?, _ right: UnsafePointer<Float>?, from first: Int, to end: Int
  ) {
    var index = first
    while index < end {
      let place = position & (PdTick.frames - 1)
      let gain = inputLevel.next()
      let (a, b) = (Self.number(left, index), Self.number(right, index))
      dry[position & dryMask] = a
      dry[dryMask + 1 + position & dryMask] = b
      (tick[place], tick[PdTick.frames + place]) = (a * gain, b * gain)
      position += 1
      index += 1
      // The tick of controllers is half of Pd's.
      if place & 31 == 31 { events.sources.update(frame: Int64(position), isTick: true) }
      if place == PdTick.frames - 1 {
        tellTick()
        stream?.pointee.hear(tick: position >> 6 - 1, tick)
        before?.pointee.hear(tick: position >> 6 - 1, tick)
      }
    }
  }

  /// A sample of the host; 0 for what is no number, and without a buffer.
  @_noLocks private static func number(_ samples: UnsafePointer<Float>?, _ index: Int) -> Float {
    guard let value = samples?[index], value.isFinite else { return 0 }
    return value
  }

  /// Sends the block, and writes `count` frames that are heard now.
  @_noLocks public mutating func play(
    _ left: UnsafeMutablePointer<Float>?, _ right: UnsafeMutablePointer<Float>?, _ count: Int
  ) {
    exchange(count)
    readMessages()
    let isRecording = link.pointee.isRecording.load(ordering: .acquiring)
    let step = 1 / (0.01 * sampleRate)
    for index in 0..<count {
      let frame = start + index - base
      var (a, b) = stream?.pointee.play(frame: frame, step: step) ?? (0, 0)
      if let before { (a, b) = mixed(a, b, before, frame, step) }
      let (level, enabled) = (level.next(), enabled.next())
      a *= level
      b *= level
      if isRecording { record(a, b) }
      if enabled < 1 {
        let passed = (start + index - latency) & dryMask
        a = a * enabled + dry[passed] * (1 - enabled)
        b = b * enabled + dry[dryMask + 1 + passed] * (1 - enabled)
      }
      left?[index] = a
      right?[index] = b
    }
    start += count
  }

  /// Ends a block.
  @_noLocks public mutating func endBlock() { lead.end(at: tactus_monotonic_nanoseconds()) }

  /// Keeps a frame for the recording. A render waits for room.
  @_noLocks private func record(_ left: Float, _ right: Float) {
    while !link.pointee.recorded.push(SIMD2(left, right)) {
      guard isFreeWheel, link.pointee.isRecording.load(ordering: .relaxed) else {
        link.pointee.lostFrames.wrappingAdd(1, ordering: .relaxed)
        return
      }
      tactus_wait(1_000_000)
    }
  }

  /// A frame of the crossfade, which ends with the Pd before.
  @_noLocks private mutating func mixed(
    _ a: Float, _ b: Float, _ old: UnsafeMutablePointer<SceneStream>, _ frame: Int, _ step: Float
  ) -> (Float, Float) {
    let (c, d) = old.pointee.play(frame: frame, step: step)
    guard let first = stream?.pointee.firstFrame, frame >= first else { return (c, d) }
    let share = Float(frame - first) * step
    if share >= 1 {
      retire(old)
      before = nil
      return (a, b)
    }
    return (a * share + c * (1 - share), b * share + d * (1 - share))
  }

  /// Sends and reads; waits as long as the mode says.
  @_noLocks private mutating func exchange(_ count: Int) {
    var most = deadline
    if most == 0, isDirect { most = Int64(Float(count) / sampleRate * 300_000_000) }
    if isFreeWheel { most = Self.patience }
    // The last tick that is heard in this block; it is complete, or none is awaited.
    let (frame, sent) = (position - 1 - base, position >> 6 - 1)
    var end = most == 0 ? 0 : tactus_monotonic_nanoseconds() + most
    if !isFreeWheel { end = max(end, waitsUntil) }
    for each in 0..<2 {
      guard let one = each == 0 ? before : stream else { continue }
      one.pointee.exchange(untilTick: one.pointee.wanted(at: frame, sent: sent), end: end)
    }
  }
}

/// A gain that moves in steps of a ten-millisecond fade.
struct SmoothGain {
  private var value: Float = -1
  private var target: Float = 1
  private var step: Float = 0

  /// The first call jumps.
  @_noLocks mutating func aim(_ target: Float, step: Float) {
    if value < 0 { value = target }
    if target != self.target || self.step == 0 {
      self.step = (target > value ? target - value : value - target) * step
    }
    self.target = target
  }

  @_noLocks mutating func next() -> Float {
    if value < target {
      value = min(value + step, target)
    } else if value > target {
      value = max(value - step, target)
    }
    return value
  }
}
