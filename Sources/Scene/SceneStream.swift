// The stream between an instance and its Pd: ticks of 64 frames in shared memory, and messages in the binary
// form of Pd's own scheduler `pdsched`. Audio thread, except `init`; the supervisor reads the counters.
import CPosix
import Lanes
import RealTime
import SceneFiles
import Synchronization
import Text

/// Sizes that Pd sets.
enum PdTick {
  /// The frames of a tick.
  static var frames: Int { @_noLocks get { 64 } }
  /// Bytes that mark an atom of the stream.
  static var float: UInt8 { @_noLocks get { PdAtom.float } }
  static var symbol: UInt8 { @_noLocks get { PdAtom.symbol } }
  static var semicolon: UInt8 { @_noLocks get { PdAtom.semicolon } }
}

/// One Pd: its stream, what waits to be sent, and its sound as far as it has come. The supervisor makes it,
/// the audio thread uses it, and the supervisor frees it.
public struct SceneStream: ~Copyable {
  /// Ticks of sound that are kept; a power of two.
  let capacity: Int
  static var inCapacity: Int { @_noLocks get { 1 << 16 } }

  let socket: Int32
  /// The sound of the ticks.
  let memory: SceneMemory
  /// The appended and the answered ticks, and whether the other end has closed.
  let sent = Atomic<Int>(0)
  let answered = Atomic<Int>(0)
  let isBroken = Atomic<Bool>(false)
  /// Samples that were no numbers.
  let notNumbers = Atomic<Int>(0)

  /// Between the rates of the host and of Pd.
  private var resampler: SceneResampler
  /// The values of widgets from the patch, and those that a host sets.
  let values: WidgetValues
  let controls: ControlTable
  /// The message that is being read, for widgets.
  var widgetMessage = StreamMessage()

  /// The number of the first tick that this Pd gets.
  var firstTick = -1
  let sound: UnsafeMutablePointer<Float>
  /// Memory for a channel above the first two.
  let channel: UnsafeMutablePointer<Float> = Pages.allocate(PdTick.frames)
  /// The tick that a place of `sound` has.
  let places: UnsafeMutablePointer<Int>
  /// The numbers of the ticks that were sent and not answered yet.
  let asked: UnsafeMutablePointer<Int>
  /// The ticks requested from Pd.
  var published = 0
  let out: UnsafeMutablePointer<UInt8>
  let outCapacity: Int
  var outStart = 0
  var outEnd = 0
  /// The bytes that were sent, and those that were received.
  var (sentBytes, receivedBytes): (UInt32, UInt32) = (0, 0)
  let input: UnsafeMutablePointer<UInt8>
  /// Whether a message was begun.
  var isInMessage = false
  /// Bytes of the atom that was begun, and which one it is.
  var atom: UInt8 = 0
  var atomBytes = 0

  /// The kind and requests of the scene's files; and later requests.
  let wants: SceneSubscription
  var requests: SceneRequests
  /// Messages of the patch that were not read yet; the head is the number of the tick. And those that were too
  /// long or found no room.
  let messages = ByteRing<Int>(capacity: 1 << 17)
  var lostMessages = 0
  /// The message that comes.
  let message: UnsafeMutablePointer<UInt8>
  var messageCount = 0

  /// The gain with which the sound is heard, and the last frame, which fades while ticks are missing.
  var gain: Float = 1
  private var last: (left: Float, right: Float) = (0, 0)
  /// The tick that is heard, and its sound if it has come in time.
  private var heard = -1
  private var heardSound: UnsafeMutablePointer<Float>?
  /// The last tick that did not come in time, of a Pd with a rate of its own.
  private var lastMissing = -1
  /// Ticks in a row that came too late, and all of them.
  private(set) var lateInRow = 0
  private(set) var late = 0

  /// - Parameters:
  ///   - socket: ours from here on.
  ///   - memory: The memory, with a place for each tick. The stream owns it.
  ///   - ticks: how many ticks of sound are kept; a power of two.
  ///   - rates: of the host and of Pd, Hz.
  ///   - board: what the patch shows.
  init(
    socket: Int32, memory: SceneMemory, ticks: Int, wants: consuming SceneSubscription = SceneSubscription(),
    board: SceneBoard = SceneBoard(),
    rates: (host: Int, own: Int) = (48_000, 48_000)
  ) {
    (self.socket, self.memory) = (socket, memory)
    resampler = SceneResampler(host: rates.host, own: rates.own)
    requests = SceneRequests(wants.style)
    self.wants = wants
    message = Pages.allocate(PdMessage.limit)
    values = WidgetValues(count: board.names.count)
    controls = ControlTable(board.controls)
    capacity = ticks
    outCapacity = ticks * 1024
    sound = Pages.allocate(capacity * PdTick.frames * 2)
    places = Pages.allocate(capacity)
    places.initialize(repeating: -1, count: capacity)
    asked = Pages.allocate(capacity)
    asked.initialize(repeating: 0, count: capacity)
    out = Pages.allocate(outCapacity)
    input = Pages.allocate(Self.inCapacity)
  }

  deinit {
    close(socket)
    memory.free()
    Pages.free(sound, capacity * PdTick.frames * 2)
    Pages.free(channel, PdTick.frames)
    Pages.free(places, capacity)
    Pages.free(asked, capacity)
    Pages.free(out, outCapacity)
    Pages.free(input, Self.inCapacity)
    Pages.free(message, PdMessage.limit)
    resampler.deallocate()
    widgetMessage.free()
  }

  /// Ticks that were sent and not answered yet.
  var waiting: Int {
    @_noLocks get { sent.load(ordering: .relaxed) &- answered.load(ordering: .relaxed) }
  }

  /// The place of a tick's sound, 64 frames of the left and 64 of the right; nil if it has not come.
  @_noLocks func sound(ofTick tick: Int) -> UnsafeMutablePointer<Float>? {
    let place = tick & (capacity - 1)
    return places[place] == tick ? sound + place * PdTick.frames * 2 : nil
  }

  /// The additional latency over a scene at the host's rate, in frames of the host.
  var latency: Int { @_noLocks get { resampler.latency } }

  /// The first frame of the input that is heard of it; nil before its first tick.
  var firstFrame: Int? { @_noLocks get { firstTick < 0 ? nil : frame(ofTick: firstTick) } }

  /// The frame of the input at which the sound of a tick begins.
  @_noLocks func frame(ofTick tick: Int) -> Int {
    resampler.isNeeded ? resampler.frame(ofTick: tick) + resampler.latency : tick * PdTick.frames
  }

  /// Receives 64 frames of the host: 64 of the left, then 64 of the right.
  @_noLocks mutating func hear(tick number: Int, _ frames: UnsafePointer<Float>) {
    guard resampler.isNeeded else { return append(tick: number, frames) }
    resampler.hear(number, frames)
    while let tick = resampler.makeTick(before: (number + 1) * PdTick.frames) {
      append(tick: tick, resampler.tick)
    }
  }

  /// The last tick that is heard at a frame of the host, among those that were sent.
  /// - Parameter sent: the tick of the host that was heard last.
  @_noLocks func wanted(at frame: Int, sent: Int) -> Int {
    resampler.isNeeded
      ? min(resampler.tick(of: frame - resampler.latency), resampler.next - 1) : min(frame >> 6, sent)
  }

  /// A frame of the host of a Pd with a rate of its own.
  @_noLocks private mutating func playResampled(frame: Int, step: Float) -> (left: Float, right: Float) {
    let tick = resampler.tick(of: frame)
    guard firstTick >= 0, tick >= firstTick else { return (0, 0) }
    if !resampler.isKept(tick) {
      var isMissing = false
      for number in resampler.nextToKeep(before: tick)...tick {
        let sound = sound(ofTick: number)
        if sound == nil, number >= firstTick { isMissing = true }
        resampler.keep(number, sound)
      }
      if isMissing { lastMissing = tick }
      lateInRow = isMissing ? lateInRow + 1 : 0
      if isMissing, !isBroken.load(ordering: .relaxed) { late += 1 }
    }
    if lastMissing >= resampler.firstTick(of: frame) {
      gain = max(gain - step, 0)
    } else {
      last = resampler.sound(at: frame)
      if gain < 1 { gain = min(gain + step, 1) }
    }
    return (last.left * gain, last.right * gain)
  }

  /// The frame of the input that is heard now, and what Pd made of it. Silence before Pd's first tick;
  /// while a tick is missing, the last frame fades out, and the sound fades in again behind it.
  /// - Parameter step: the share of a fade that one frame is.
  @_noLocks mutating func play(frame: Int, step: Float) -> (left: Float, right: Float) {
    if resampler.isNeeded { return playResampled(frame: frame - resampler.latency, step: step) }
    let tick = frame >> 6
    guard firstTick >= 0, tick >= firstTick else { return (0, 0) }
    if tick != heard {
      (heard, heardSound) = (tick, sound(ofTick: tick))
      lateInRow = heardSound == nil ? lateInRow + 1 : 0
      if heardSound == nil, !isBroken.load(ordering: .relaxed) { late += 1 }
    }
    if let heardSound {
      last = (heardSound[frame & 63], heardSound[PdTick.frames + (frame & 63)])
      if gain < 1 { gain = min(gain + step, 1) }
    } else {
      gain = max(gain - step, 0)
    }
    return (last.left * gain, last.right * gain)
  }

  /// Forgets the ticks so far: the next one that is sent is the first.
  mutating func beginPlaying() { firstTick = -1 }
}
