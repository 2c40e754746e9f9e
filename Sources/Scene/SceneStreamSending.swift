// Messages and ticks of sound to a Pd, which wait until the stream takes them. Audio thread.
import CPosix
import Synchronization

extension SceneStream {
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

  /// Appends a tick of sound after the messages so far. Drops the tick if there is no room.
  /// - Parameter frames: 64 of the left, then 64 of the right.
  @_noLocks mutating func append(tick: Int, _ frames: UnsafePointer<Float>) {
    guard !isBroken.load(ordering: .relaxed), waiting < capacity - 1 else { return }
    if firstTick < 0 { firstTick = tick }
    let count = sent.load(ordering: .relaxed)
    memory.fill(count, frames, bytes: sentBytes &+ UInt32(truncatingIfNeeded: outEnd - outStart))
    asked[count & (capacity - 1)] = tick
    sent.store(count &+ 1, ordering: .releasing)
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

  /// Sends as many messages as there is room for, then requests the ticks that follow them.
  @_noLocks mutating func send() {
    sendMessages()
    let count = sent.load(ordering: .relaxed)
    if count == published { return }
    published = count
    memory.ask(before: count)
  }

  @_noLocks private mutating func sendMessages() {
    while outStart < outEnd {
      let count = tactus_stream_send(socket, out + outStart, outEnd - outStart)
      if count < 0 { isBroken.store(true, ordering: .relaxed) }
      if count <= 0 { return }
      outStart += count
      sentBytes &+= UInt32(truncatingIfNeeded: count)
    }
  }
}
