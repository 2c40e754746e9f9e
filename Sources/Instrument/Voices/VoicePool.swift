// All voices of an instance: their owners, their banks, and the leading voice. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Signal

/// Four banks of sixteen voices, and the keys and fingers that are down in a mono patch.
///
/// Voice n is lane n mod 16 of bank n / 16.
struct VoicePool: ~Copyable {
  var table: VoiceTable
  var held = HeldStack()
  /// The banks, `Bank.count` of them.
  // A variable, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  private(set) var banks: UnsafeMutablePointer<Bank>
  /// The leading voice: the one that began last.
  private(set) var leader = 0
  /// The target pitch of the voice that was moved last, in semitones.
  var lastPitch: Float = 60
  private var origins: GlideOrigins
  /// The number of voices begun since motion restarted.
  var starts: UInt32 = 0
  /// One tick of separate voices, then of one bank in stereo.
  private let scratch: UnsafeMutablePointer<Lanes>
  private let bankLeft: UnsafeMutablePointer<Float>
  private let bankRight: UnsafeMutablePointer<Float>

  /// The bytes of an arena that `init` needs.
  static func bytes(sampleRate: Float) -> Int {
    let ringLanes = (VoiceRings.count + VoiceRings.sideCount) * LaneRing.frames(sampleRate: sampleRate)
    let laneCount = Bank.count * ringLanes + VoiceBank.rooms * VoiceBank.span
    return Bank.count * (MemoryLayout<Bank>.stride + MemoryLayout<ParameterValues>.stride)
      + laneCount * MemoryLayout<Lanes>.stride
      + VoiceTable.capacity * MemoryLayout<Voice>.stride + 2 * ControlClock.tick * 4 + 8 * 64
  }

  /// Allocates from `memory`; not real-time.
  /// - Parameter tables: must stay valid as long as the voices.
  init(sampleRate: Float, tables: WaveTables, memory: inout Arena) {
    let ringFrames = LaneRing.frames(sampleRate: sampleRate)
    let ringLanes = VoiceRings.count * ringFrames
    let rings = memory.allocate(Bank.count * ringLanes, Lanes(repeating: 0))
    let sides = memory.reserve(Bank.count * VoiceRings.sideCount * ringFrames, of: Lanes.self)
    let parameters = memory.allocate(Bank.count, ParameterValues())
    let bank = { (index: Int) in
      Bank(
        sampleRate: sampleRate, tables: tables,
        rings: VoiceRings(
          base: rings + index * ringLanes, sides: sides + index * VoiceRings.sideCount * ringFrames,
          frames: ringFrames), parameters: parameters + index)
    }
    banks = memory.allocate(Bank.count, bank(0))
    for index in 1..<Bank.count { banks[index] = bank(index) }
    origins = GlideOrigins(sampleRate: sampleRate)
    table = VoiceTable(memory: memory.allocate(VoiceTable.capacity, .idle))
    scratch = memory.allocate(VoiceBank.rooms * VoiceBank.span, Lanes(repeating: 0))
    bankLeft = memory.allocate(ControlClock.tick, 0)
    bankRight = memory.allocate(ControlClock.tick, 0)
  }

  /// Resets to silence; the next voice counts as the first.
  @_noLocks mutating func reset() {
    table.reset()
    held = HeldStack()
    for bank in 0..<Bank.count { banks[bank].voices.reset() }
    leader = 0
    lastPitch = 60
    starts = 0
    origins = origins.renewed
  }

  /// Counts voices anew, and forgets from which notes they would glide.
  @_noLocks mutating func restartMotion() {
    starts = 0
    origins = origins.renewed
  }

  /// The bank of the leading voice; it never sleeps.
  var lead: Int { @_noLocks get { leader / Lanes.width } }
  /// The lane of the leading voice.
  var leadingLane: Int { @_noLocks get { leader % Lanes.width } }

  /// Whether a finger, a key or a pedal holds a voice.
  var isAnythingHeld: Bool {
    @_noLocks get {
      for voice in 0..<VoiceTable.capacity
      where table[voice].state == .held || table[voice].state == .sustained { return true }
      return false
    }
  }

  /// Whether hands or pedals hold a voice. A note that a body has struck is held by none.
  var isInHands: Bool {
    @_noLocks get {
      for voice in 0..<VoiceTable.capacity {
        let (state, owner) = (table[voice].state, table[voice].owner)
        if state == .sustained || (state == .held && owner != .none) { return true }
      }
      return false
    }
  }

  /// Whether a voice has begun since the last evaluation.
  var isAnyFresh: Bool {
    @_noLocks get {
      for bank in 0..<Bank.count where table.sounding(inBank: bank) > 0 {
        if banks[bank].voices.fresh != 0 { return true }
      }
      return false
    }
  }

  // MARK: One voice

  /// Sets the split that a voice plays, from 1; 0: none. It must have an owner.
  @_noLocks func set(part: Int, of voice: Int) {
    table.voices[voice].part = part
    banks[voice / Lanes.width].matrix.set(part: part, lane: voice % Lanes.width)
  }

  /// Makes a voice the leading one. If the lead goes to another bank, that bank's matrix continues from the
  /// former leader's matrix.
  @_noLocks mutating func lead(with voice: Int, _ program: UnsafePointer<Program>) {
    let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
    let former = lead
    leader = voice
    if bank != former {
      // A bank that slept has no valid state of its own.
      if table.sounding(inBank: bank) == 0 {
        banks[bank].matrix = banks[former].matrix
        banks[bank].matrix.renew()
      } else {
        banks[bank].matrix.start(lane: lane, after: &banks[former].matrix, program)
        return
      }
    }
    banks[bank].matrix.start(lane: lane)
  }

  /// Begins the sound of a voice.
  /// - Parameters:
  ///   - seed: the patch's seed.
  ///   - glides: whether the pitch glides from that of a voice before it.
  @_noLocks mutating func begin(
    _ voice: Int, _ input: VoiceInput, velocity: Float, seed: UInt64, glides: Bool, frame: Int64
  ) {
    let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
    // The golden ratio spreads the voices, so that voices close in time are far apart in space.
    starts &+= 1
    let origin = origins.origin(of: input.pitch, at: frame, last: lastPitch)
    let turn = Float(starts) * 0.618_034
    banks[bank].voices.start(
      lane: lane, input, from: glides ? origin : input.pitch,
      position: starts == 1 ? 0 : 2 * (turn - Scalar.floor(turn)) - 1,
      seed: UInt32(truncatingIfNeeded: seed) &* 0x9E37_79B1 &+ starts)
    lastPitch = input.pitch
    banks[bank].controllers.start(
      lane: lane, pitch: input.pitch, velocity: velocity, random: Self.random(starts, seed), frame: frame)
  }

  /// A random number 0…1 for the `count`th voice since motion began (splitmix64 of the patch's seed).
  @_noLocks private static func random(_ count: UInt32, _ seed: UInt64) -> Float {
    var z = seed &+ UInt64(count) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Float((z ^ (z >> 31)) >> 40) / 16_777_216
  }

  /// Applies new values of a finger or key.
  @_noLocks mutating func update(_ voice: Int, _ input: VoiceInput) {
    banks[voice / Lanes.width].voices.update(lane: voice % Lanes.width, input)
    lastPitch = input.pitch
  }

  /// Lets a voice fade out within 12 ms, if another one is free to sound in its place.
  /// - Returns: the voice to begin instead.
  @_noLocks mutating func replace(_ voice: Int) -> Int {
    guard table[voice].state != .free, table[voice].state != .fading, let other = table.freeVoice else {
      return voice
    }
    fade(voice)
    return other
  }

  /// Lets a voice fade out within 12 ms.
  @_noLocks mutating func fade(_ voice: Int) {
    table.fade(voice)
    banks[voice / Lanes.width].voices.fade(lane: voice % Lanes.width)
  }

  @_noLocks mutating func letGo(_ voice: Int, sustained: Bool) {
    if table[voice].state == .fading { return }
    table.letGo(voice, sustained: sustained)
    if !sustained { banks[voice / Lanes.width].voices.release(lane: voice % Lanes.width) }
  }

  /// Ends a voice at once; its last samples fade within 10 ms.
  @_noLocks mutating func stop(_ voice: Int) {
    banks[voice / Lanes.width].voices.cut(lane: voice % Lanes.width)
    table.free(voice)
  }

  // MARK: All voices

  @_noLocks mutating func letGoAll() {
    held = HeldStack()
    for voice in 0..<VoiceTable.capacity where table[voice].state != .free { letGo(voice, sustained: false) }
  }

  @_noLocks mutating func stopAll() {
    for voice in 0..<VoiceTable.capacity where table[voice].state != .free { stop(voice) }
  }

  @_noLocks mutating func stopAll(ofBank bank: Int) {
    for lane in 0..<Lanes.width where table[bank * Lanes.width + lane].state != .free {
      stop(bank * Lanes.width + lane)
    }
  }

  /// Must be called when ports or other sources of the voices' controllers have changed. Every bank reads
  /// them when it next wakes or ticks.
  @_noLocks func controllersChanged(ports: Bool) {
    for bank in 0..<Bank.count {
      banks[bank].controllers.touchesChanged = true
      if ports { banks[bank].controllers.portsChanged = true }
    }
  }

  /// Renders all banks together; `count` is at most a tick. A bank that is silent and faded costs nothing.
  @_noLocks func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    banks[0].voices.process(scratch, left, right, count: count, silent: table.sounding(inBank: 0) == 0)
    for bank in 1..<Bank.count {
      let isSilent = table.sounding(inBank: bank) == 0
      if isSilent && banks[bank].voices.hasFaded { continue }
      banks[bank].voices.process(scratch, bankLeft, bankRight, count: count, silent: isSilent)
      for index in 0..<count {
        left[index] += bankLeft[index]
        right[index] += bankRight[index]
      }
    }
  }
}
