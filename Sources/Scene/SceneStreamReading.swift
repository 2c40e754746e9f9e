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
    while sound(ofTick: tick) == nil, let number = awaited(tick), !isBroken.load(ordering: .relaxed) {
      let left = end - tactus_monotonic_nanoseconds()
      if left <= 0 { return }
      // A Pd process that ends doesn't wake this thread.
      memory.wait(for: number, answered: answered.load(ordering: .relaxed), min(left, 10_000_000))
      exchange()
    }
  }

  /// The number of ticks that were sent before this one; nil unless it was sent and its answer has not come.
  @_noLocks private func awaited(_ tick: Int) -> Int? {
    var index = answered.load(ordering: .relaxed)
    let end = sent.load(ordering: .relaxed)
    while index != end {
      if asked[index & (capacity - 1)] == tick { return index }
      index &+= 1
    }
    return nil
  }

  /// Reads the ticks that are done, each with its messages before it.
  @_noLocks private mutating func receive() {
    if isBroken.load(ordering: .relaxed) { return }
    let first = answered.load(ordering: .relaxed)
    let count = memory.done(beyond: first)
    guard count <= waiting else { return isBroken.store(true, ordering: .relaxed) }
    var budget = Self.mostRead
    for tick in first..<first + count {
      guard readMessages(to: memory.bytes(toEndOf: tick), isSent: true, &budget) else { return }
      endTick(tick)
    }
    // A patch that sends too much waits until there is room.
    let written = memory.written
    if written &- receivedBytes > 1 << 15 { _ = readMessages(to: written, isSent: false, &budget) }
  }

  /// Reads messages up to a byte of the stream.
  /// - Parameters:
  ///   - isSent: Whether these bytes have been sent: otherwise the stream is broken.
  ///   - budget: The bytes that this call of `receive` may still read.
  /// - Returns: Whether all of them have come.
  @_noLocks private mutating func readMessages(to end: UInt32, isSent: Bool, _ budget: inout Int) -> Bool {
    while receivedBytes != end {
      if budget <= 0 { return false }
      let left = Int(truncatingIfNeeded: end &- receivedBytes)
      let count = tactus_stream_receive(socket, input, min(left, Self.inCapacity))
      if count < 0 || count == 0 && isSent { isBroken.store(true, ordering: .relaxed) }
      if count <= 0 { return false }
      receivedBytes &+= UInt32(truncatingIfNeeded: count)
      budget -= count
      for index in 0..<count { read(input[index]) }
    }
    return true
  }

  /// Reads one byte of the messages, each a symbol, atoms and a semicolon.
  @_noLocks private mutating func read(_ byte: UInt8) {
    if isInMessage {
      keep(byte)
      widgetMessage.append(byte)
    }
    if atom == PdTick.float {
      atomBytes += 1
      if atomBytes == 4 { atom = 0 }
    } else if atom == PdTick.symbol {
      if byte == 0 { atom = 0 }
    } else if byte == PdTick.float {
      (atom, atomBytes) = (byte, 0)
    } else if byte == PdTick.symbol {
      atom = byte
      if isInMessage { return }
      (isInMessage, messageCount) = (true, 0)
      widgetMessage.clear()
      keep(byte)
      widgetMessage.append(byte)
    } else if byte == PdTick.semicolon, isInMessage {
      isInMessage = false
      // Stops before the ring for messages from the patch is full.
      values.hear(widgetMessage)
      endMessage()
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

  /// Copies the sound of a tick that is done: odd channels to the left and even ones to the right.
  @_noLocks private mutating func endTick(_ count: Int) {
    let tick = asked[count & (capacity - 1)]
    let place = tick & (capacity - 1)
    places[place] = -1
    for output in 0..<wants.outputs {
      let side = sound + (place * 2 + output & 1) * PdTick.frames
      let bad = memory.copy(output, of: count, to: output < 2 ? side : channel)
      if bad > 0 { notNumbers.wrappingAdd(bad, ordering: .relaxed) }
      if output < 2 { continue }
      for frame in 0..<PdTick.frames { side[frame] = min(max(side[frame] + channel[frame], -8), 8) }
    }
    places[place] = tick
    answered.store(count &+ 1, ordering: .releasing)
  }
}
