// Writes a live frame, section by section. Audio thread.
import Lanes

/// Writes a frame into memory of the caller. A list that finds no more room is cut off, and its missing
/// elements are counted in the head; controllers and parameters come whole or not at all.
public struct LiveFrameWriter {
  private let words: UnsafeMutablePointer<UInt32>
  private let capacity: Int
  private var used = LiveHead.wordCount
  private var mask: UInt32 = 0
  private var leftOut: UInt32 = 0
  /// The head of the open section; 0: none is open. And its elements.
  private var open = 0
  private var section = LiveSection.touches
  private var count: UInt32 = 0

  /// - Parameter capacity: the words of the memory: 16 at least.
  @_noLocks public init(_ words: UnsafeMutablePointer<UInt32>, capacity: Int) {
    self.words = words
    self.capacity = capacity
  }

  /// Opens a section, and closes the last one.
  /// - Parameter whole: the number of elements, if the section is to come whole or not at all.
  /// - Returns: whether there is room for it.
  @_noLocks public mutating func begin(_ next: LiveSection, whole: Int = 0) -> Bool {
    close()
    guard used + 1 + whole * next.wordCount <= capacity else {
      leftOut &+= UInt32(truncatingIfNeeded: max(whole, 1))
      return false
    }
    (open, section, count) = (used, next, 0)
    used += 1
    return true
  }

  /// Memory for the next element of the open section, or nil if there is no room.
  @_noLocks private mutating func next() -> UnsafeMutablePointer<UInt32>? {
    guard open > 0, used + section.wordCount <= capacity else {
      leftOut &+= 1
      return nil
    }
    count &+= 1
    used += section.wordCount
    return words + (used - section.wordCount)
  }

  @_noLocks public mutating func add(_ touch: LiveTouch) {
    if section == .touches, let words = next() { touch.write(words) }
  }

  @_noLocks public mutating func add(_ voice: LiveVoice) {
    if section == .voices, let words = next() { voice.write(words) }
  }

  @_noLocks public mutating func add(_ route: LiveRoute) {
    if section == .routes, let words = next() { route.write(words) }
  }

  @_noLocks public mutating func add(_ sent: LiveSent) {
    if section == .sent, let words = next() { sent.write(words) }
  }

  @_noLocks public mutating func add(_ body: LiveBody) {
    if section == .bodies, let words = next() { body.write(words) }
  }

  @_noLocks public mutating func add(_ solid: LiveSolid) {
    if section == .solids, let words = next() { solid.write(words) }
  }

  @_noLocks public mutating func add(_ action: LiveAction) {
    if section == .actions, let words = next() { action.write(words) }
  }

  @_noLocks public mutating func add(_ layer: LiveLayer) {
    if section == .grid, let words = next() { layer.write(words) }
  }

  @_noLocks public mutating func add(_ song: LiveSong) {
    if section == .song, let words = next() { song.write(words) }
  }

  @_noLocks public mutating func add(_ loop: LiveLoop) {
    if section == .loops, let words = next() { loop.write(words) }
  }

  /// Adds a controller or parameter.
  @_noLocks public mutating func add(_ value: Float) {
    if section.wordCount == 1, let words = next() { words[0] = value.bitPattern.littleEndian }
  }

  /// Adds controllers or parameters, each `stride` floats behind the one before.
  @_noLocks public mutating func add(_ values: UnsafePointer<Float>, count more: Int, stride: Int = 1) {
    guard open > 0, section.wordCount == 1, more > 0 else { return }
    guard used + more <= capacity else {
      leftOut &+= UInt32(truncatingIfNeeded: more)
      return
    }
    let room = words + used
    for index in 0..<more { room[index] = values[index &* stride].bitPattern.littleEndian }
    count &+= UInt32(truncatingIfNeeded: more)
    used += more
  }

  /// Adds the levels of both outputs.
  @_noLocks public mutating func add(left: Float, right: Float) {
    guard section == .levels, let words = next() else { return }
    (words[0], words[1]) = (left.bitPattern.littleEndian, right.bitPattern.littleEndian)
  }

  /// Adds the head of the output's samples.
  @_noLocks public mutating func add(outputFrom first: UInt32, rate: Float) {
    guard section == .output, let head = next() else { return }
    head[0] = first.littleEndian
    if let words = next() { words[0] = rate.bitPattern.littleEndian }
  }

  /// Adds two samples of the output, limited to ±1.99; what isn't a number is 0.
  @_noLocks public mutating func add(output first: Float, _ second: Float) {
    guard section == .output, let words = next() else { return }
    words[0] = (Self.bits(first) | Self.bits(second) << 16).littleEndian
  }

  /// A sample as a signed number of 16 bits: the lower bits of its sum with 1.5 · 2²³.
  @_noLocks private static func bits(_ sample: Float) -> UInt32 {
    (sample.limited(-1.99, 1.99) * 16_384 + 12_582_912).bitPattern & 0xFFFF
  }

  /// Adds the raw values, plus one, of the named controllers. They come before the values of any touch.
  @_noLocks public mutating func add(named controllers: InlineArray<8, UInt16>) {
    guard section == .touchControllers, let words = next() else { return }
    for index in 0..<8 { words[index] = UInt32(controllers[index]).littleEndian }
  }

  /// Adds a touch's values of the named controllers.
  @_noLocks public mutating func add(values: InlineArray<8, Float>) {
    guard section == .touchControllers, let words = next() else { return }
    for index in 0..<8 { words[index] = values[index].bitPattern.littleEndian }
  }

  @_noLocks private mutating func close() {
    guard open > 0 else { return }
    let head = section.id | UInt32(section.wordCount) << 8 | count << 16
    words[open] = head.littleEndian
    mask |= section.bit
    open = 0
  }

  /// Closes the last section and writes the head.
  /// - Returns: the words of the frame.
  @_noLocks public mutating func finish(_ head: LiveHead) -> Int {
    close()
    put(0, LiveHead.mark)
    put(1, UInt32(truncatingIfNeeded: used))
    put(2, mask)
    put(3, head.sequence)
    put(4, UInt32(truncatingIfNeeded: head.clock))
    put(5, UInt32(truncatingIfNeeded: head.clock >> 32))
    put(6, UInt32(truncatingIfNeeded: head.frame))
    put(7, UInt32(truncatingIfNeeded: head.frame >> 32))
    put(8, UInt32(truncatingIfNeeded: head.position.bitPattern))
    put(9, UInt32(truncatingIfNeeded: head.position.bitPattern >> 32))
    put(10, head.tempo.bitPattern)
    put(11, head.speed.bitPattern)
    put(12, head.sampleRate.bitPattern)
    put(13, head.revision)
    put(14, head.leftOut &+ leftOut)
    put(15, head.hasOwnClock ? 1 : 0)
    return used
  }

  @_noLocks private func put(_ index: Int, _ word: UInt32) { words[index] = word.littleEndian }
}
