// Messages and sound of a Pd, read byte by byte. Audio thread.
import CPosix
import RealTime
import Synchronization
import Text

extension SceneStream {
  /// Bytes that one call reads at most, so that a patch that floods costs no more.
  private static var mostRead: Int { @_noLocks get { 1 << 20 } }

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
    // Messages before the first tick of sound belong to it.
    let tick = count == sent.load(ordering: .relaxed) ? 0 : asked[count & (capacity - 1)]
    let bytes = UnsafeRawBufferPointer(start: message, count: min(messageCount, PdMessage.limit))
    if messageCount > PdMessage.limit || !messages.push(tick, bytes) {
      lostMessages += 1
    }
  }

  /// Keeps a sample, odd channels on the left and even ones on the right. What is no number becomes silence,
  /// and what is far too loud is limited to +18 dB.
  @_noLocks private mutating func take(_ value: Float) {
    let count = answered.load(ordering: .relaxed)
    guard samples < PdTick.frames * wants.outputs, count != sent.load(ordering: .relaxed) else { return }
    let place = asked[count & (capacity - 1)] & (capacity - 1)
    if samples == 0 { places[place] = -1 }
    if !value.isFinite { notNumbers.wrappingAdd(1, ordering: .relaxed) }
    let side = (place * 2 + samples / PdTick.frames & 1) * PdTick.frames + samples & (PdTick.frames - 1)
    let others = samples < PdTick.frames * 2 ? 0 : sound[side]
    sound[side] = value.isFinite ? min(max(others + value, -8), 8) : others
    samples += 1
  }

  @_noLocks private mutating func endTick() {
    expects = .messageOrTick
    let count = answered.load(ordering: .relaxed)
    if memory.samples != nil, count != sent.load(ordering: .relaxed) {
      for index in 0..<PdTick.frames * wants.outputs { take(memory.output(count & (capacity - 1), index)) }
    }
    guard samples == PdTick.frames * wants.outputs, count != sent.load(ordering: .relaxed) else { return }
    let tick = asked[count & (capacity - 1)]
    places[tick & (capacity - 1)] = tick
    answered.store(count &+ 1, ordering: .releasing)
  }
}
