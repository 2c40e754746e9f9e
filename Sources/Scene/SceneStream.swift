// The stream between an instance and its Pd: ticks of 64 frames and messages, in the binary form of Pd's own
// scheduler `pdsched`. Audio thread, except `init`; the supervisor reads the counters.
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
  /// The bytes of a tick's sound: a float atom for each frame of both channels, and a semicolon.
  static var bytes: Int { @_noLocks get { frames * 2 * 5 + 1 } }
}

/// One Pd: its stream, what waits to be sent, and its sound as far as it has come. The supervisor makes it,
/// the audio thread uses it, and the supervisor frees it.
public struct SceneStream: ~Copyable {
  /// Ticks of sound that are kept; a power of two.
  private let capacity: Int
  private static var inCapacity: Int { @_noLocks get { 1 << 16 } }
  /// Bytes that one call reads at most, so that a patch that floods costs no more.
  private static var mostRead: Int { @_noLocks get { 1 << 20 } }

  let socket: Int32
  /// Ticks that were sent, and those that were answered; and whether the other end is gone.
  let sent = Atomic<Int>(0)
  let answered = Atomic<Int>(0)
  let isBroken = Atomic<Bool>(false)
  /// Samples that were no numbers.
  let notNumbers = Atomic<Int>(0)

  /// Between the rates of the host and of Pd.
  private var resampler: SceneResampler
  /// What the patch says about its widgets, and what a host moves in it.
  let values: WidgetValues
  let controls: ControlTable
  /// The message that is being read, for widgets.
  private var widgetMessage = StreamMessage()

  /// The number of the first tick that this Pd gets.
  var firstTick = -1
  private let sound: UnsafeMutablePointer<Float>
  /// The tick that a place of `sound` has.
  private let places: UnsafeMutablePointer<Int>
  /// The numbers of the ticks that were sent and not answered yet.
  private let asked: UnsafeMutablePointer<Int>
  private let out: UnsafeMutablePointer<UInt8>
  private let outCapacity: Int
  private var outStart = 0
  private var outEnd = 0
  private let input: UnsafeMutablePointer<UInt8>
  /// What the reader of the stream expects.
  private enum Expects { case messageOrTick, rest, sound }
  private var expects = Expects.messageOrTick
  /// Bytes of the atom that was begun, and which one it is.
  private var atom: UInt8 = 0
  private var atomBytes = 0
  private var word: UInt32 = 0
  /// Samples of the tick that have come.
  private var samples = 0

  /// What the scene is, and what its files ask for; and what it has asked for since.
  let wants: SceneWants
  var requests: SceneRequests
  /// Messages of the patch that were not read yet, each with the number of its tick; and those that were too
  /// long or found no room.
  let messages = ByteRing(capacity: 1 << 17)
  private(set) var lostMessages = 0
  /// The message that comes.
  private let message: UnsafeMutablePointer<UInt8>
  private var messageCount = 0

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
  ///   - ticks: how many ticks of sound are kept; a power of two.
  ///   - rates: of the host and of Pd, Hz.
  ///   - board: what the patch shows.
  init(
    socket: Int32, ticks: Int, wants: consuming SceneWants = SceneWants(), board: SceneBoard = SceneBoard(),
    rates: (host: Int, own: Int) = (48_000, 48_000)
  ) {
    self.socket = socket
    resampler = SceneResampler(host: rates.host, own: rates.own)
    requests = SceneRequests(wants.style)
    self.wants = wants
    message = Pages.allocate(PdMessage.limit)
    values = WidgetValues(count: board.names.count)
    controls = ControlTable(board.controls)
    capacity = ticks
    outCapacity = ticks * (PdTick.bytes + 64)
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
    Pages.free(sound, capacity * PdTick.frames * 2)
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

  /// How many frames of the host its sound comes later than that of a scene at the host's rate.
  var latency: Int { @_noLocks get { resampler.latency } }

  /// The first frame of the input that is heard of it; nil before its first tick.
  var firstFrame: Int? { @_noLocks get { firstTick < 0 ? nil : frame(ofTick: firstTick) } }

  /// The frame of the input at which the sound of a tick begins.
  @_noLocks func frame(ofTick tick: Int) -> Int {
    resampler.isNeeded ? resampler.frame(ofTick: tick) + resampler.latency : tick * PdTick.frames
  }

  /// Hears 64 frames of the host: 64 of the left, then 64 of the right.
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

  /// Appends a message to what will be sent: a receiver, perhaps a selector, and up to three numbers. It acts
  /// at the begin of the next tick. Without room it is lost, and false is answered.
  @_noLocks mutating func append(
    _ receiver: StaticString, selector: StaticString = "", _ count: Int, _ a: Float = 0, _ b: Float = 0,
    _ c: Float = 0
  ) -> Bool {
    guard hasRoom(receiver.utf8CodeUnitCount + selector.utf8CodeUnitCount + 5 + 5 * count) else {
      return false
    }
    put(symbol: receiver)
    if selector.utf8CodeUnitCount > 0 { put(symbol: selector) }
    if count > 0 { put(float: a) }
    if count > 1 { put(float: b) }
    if count > 2 { put(float: c) }
    put(PdTick.semicolon)
    return true
  }

  /// Appends whole messages. Without room they are lost, and false is answered.
  @_noLocks mutating func append(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard hasRoom(count) else { return false }
    for index in 0..<count { put(bytes[index]) }
    return true
  }

  /// Appends a message: its head, which is written already, and one or two numbers.
  @_noLocks mutating func append(
    head: UnsafePointer<UInt8>, _ count: Int, _ a: Float, _ b: Float? = nil
  ) -> Bool {
    guard hasRoom(count + 11) else { return false }
    for index in 0..<count { put(head[index]) }
    put(float: a)
    if let b { put(float: b) }
    put(PdTick.semicolon)
    return true
  }

  /// Appends a message as bytes of the stream, with its semicolon. Without room it is lost, and false is
  /// answered.
  @_noLocks mutating func append(message bytes: UnsafeRawBufferPointer) -> Bool {
    guard hasRoom(bytes.count) else { return false }
    for byte in bytes { put(byte) }
    return true
  }

  /// Appends a number for what a host moves. Without room it is lost, and false is answered.
  @_noLocks mutating func append(control index: Int, _ value: Float) -> Bool {
    let (start, count) = controls.address(index)
    guard count > 0, hasRoom(count + 8) else { return count == 0 }
    put(PdTick.symbol)
    for place in 0..<count { put(start[place]) }
    put(0)
    put(float: value)
    put(PdTick.semicolon)
    return true
  }

  /// Appends a tick of sound, if there is room. A tick that finds none will be missing.
  /// - Parameter frames: 64 of the left, then 64 of the right.
  @_noLocks mutating func append(tick: Int, _ frames: UnsafePointer<Float>) {
    guard !isBroken.load(ordering: .relaxed), hasRoom(PdTick.bytes), waiting < capacity - 1 else { return }
    if firstTick < 0 { firstTick = tick }
    for index in 0..<PdTick.frames * 2 { put(float: frames[index]) }
    put(PdTick.semicolon)
    let count = sent.load(ordering: .relaxed)
    asked[count & (capacity - 1)] = tick
    sent.store(count &+ 1, ordering: .releasing)
  }

  /// Sends and reads what is possible without waiting.
  @_noLocks mutating func exchange() {
    send()
    receive()
  }

  /// Sends and reads until this tick's sound has come, the stream breaks, or the time is over.
  /// - Parameter end: by the monotonic clock, nanoseconds.
  @_noLocks mutating func exchange(untilTick tick: Int, end: Int64) {
    exchange()
    while sound(ofTick: tick) == nil, isAwaited(tick), !isBroken.load(ordering: .relaxed) {
      let left = end - tactus_monotonic_nanoseconds()
      if left <= 0 { return }
      tactus_stream_wait(socket, outStart < outEnd ? 1 : 0, left)
      exchange()
    }
  }

  /// Whether this tick was sent and its answer has not come.
  @_noLocks private func isAwaited(_ tick: Int) -> Bool {
    var index = answered.load(ordering: .relaxed)
    let end = sent.load(ordering: .relaxed)
    while index != end {
      if asked[index & (capacity - 1)] == tick { return true }
      index &+= 1
    }
    return false
  }

  @_noLocks private mutating func hasRoom(_ count: Int) -> Bool {
    if outStart == outEnd { (outStart, outEnd) = (0, 0) }
    return outEnd + count <= outCapacity
  }

  @_noLocks private mutating func put(_ byte: UInt8) {
    out[outEnd] = byte
    outEnd += 1
  }

  @_noLocks private mutating func put(symbol: StaticString) {
    put(PdTick.symbol)
    for index in 0..<symbol.utf8CodeUnitCount { put(symbol.utf8Start[index]) }
    put(0)
  }

  @_noLocks private mutating func put(float value: Float) {
    put(PdTick.float)
    UnsafeMutableRawPointer(out + outEnd).storeBytes(of: value.bitPattern, as: UInt32.self)
    outEnd += 4
  }

  @_noLocks private mutating func send() {
    while outStart < outEnd {
      let count = tactus_stream_send(socket, out + outStart, outEnd - outStart)
      if count < 0 { isBroken.store(true, ordering: .relaxed) }
      if count <= 0 { return }
      outStart += count
    }
  }

  @_noLocks private mutating func receive() {
    var total = 0
    while total < Self.mostRead, !isBroken.load(ordering: .relaxed) {
      let count = tactus_stream_receive(socket, input, Self.inCapacity)
      if count < 0 { isBroken.store(true, ordering: .relaxed) }
      if count <= 0 { return }
      total += count
      for index in 0..<count { read(input[index]) }
    }
  }

  /// Reads one byte of the stream: messages, each a symbol, atoms and a semicolon; then a semicolon, the
  /// tick's sound, and a semicolon.
  @_noLocks private mutating func read(_ byte: UInt8) {
    if expects == .rest { keep(byte) }
    if expects != .sound { widgetMessage.append(byte) }
    if atom == PdTick.float {
      word |= UInt32(byte) << UInt32(8 * atomBytes)
      atomBytes += 1
      if atomBytes == 4 {
        atom = 0
        if expects == .sound { take(Float(bitPattern: word)) }
      }
    } else if atom == PdTick.symbol {
      if byte == 0 { atom = 0 }
    } else if byte == PdTick.float {
      (atom, atomBytes, word) = (byte, 0, 0)
    } else if byte == PdTick.symbol {
      atom = byte
      if expects == .messageOrTick {
        (expects, messageCount) = (.rest, 0)
        keep(byte)
      }
    } else if byte == PdTick.semicolon {
      switch expects {
      case .rest:
        expects = .messageOrTick
        // Before the ring of what the patch says is filled: a flood would fill it.
        values.hear(widgetMessage)
        widgetMessage.clear()
        endMessage()
      case .messageOrTick:
        (expects, samples) = (.sound, 0)
        widgetMessage.clear()
      case .sound: endTick()
      }
    }
  }

  /// Keeps a byte of a message.
  @_noLocks private mutating func keep(_ byte: UInt8) {
    if messageCount < PdMessage.limit { message[messageCount] = byte }
    messageCount += 1
  }

  @_noLocks private mutating func endMessage() {
    let count = answered.load(ordering: .relaxed)
    // What is said before the first tick of sound belongs to it.
    let tick = count == sent.load(ordering: .relaxed) ? 0 : asked[count & (capacity - 1)]
    let bytes = UnsafeRawBufferPointer(start: message, count: min(messageCount, PdMessage.limit))
    if messageCount > PdMessage.limit || !messages.push(kind: 0, at: Int64(tick), bytes) {
      lostMessages += 1
    }
  }

  /// Keeps a sample. What is no number becomes silence, and what is far too loud is limited to +18 dB.
  @_noLocks private mutating func take(_ value: Float) {
    let count = answered.load(ordering: .relaxed)
    guard samples < PdTick.frames * 2, count != sent.load(ordering: .relaxed) else { return }
    let place = asked[count & (capacity - 1)] & (capacity - 1)
    if samples == 0 { places[place] = -1 }
    if !value.isFinite { notNumbers.wrappingAdd(1, ordering: .relaxed) }
    sound[place * PdTick.frames * 2 + samples] = value.isFinite ? min(max(value, -8), 8) : 0
    samples += 1
  }

  @_noLocks private mutating func endTick() {
    expects = .messageOrTick
    let count = answered.load(ordering: .relaxed)
    guard samples == PdTick.frames * 2, count != sent.load(ordering: .relaxed) else { return }
    let tick = asked[count & (capacity - 1)]
    places[tick & (capacity - 1)] = tick
    answered.store(count &+ 1, ordering: .releasing)
  }
}
