// Reads a live frame; checks each count in it. Any thread.

/// The contents of a live frame. It refers to the bytes that it reads, which must stay as they are.
///
/// Sections that this version does not know are skipped, and so are words at the end of an element that it
/// does not know, so that a window reads the frames of a newer plugin with the same version of the layout.
public struct LiveFrameReader {
  private let start: UnsafeRawPointer
  /// The byte offset of the first element, the words of an element and the number of elements; by section id.
  private var offsets = InlineArray<16, Int>(repeating: 0)
  private var strides = InlineArray<16, Int>(repeating: 0)
  private var counts = InlineArray<16, Int>(repeating: 0)
  /// The head of the frame.
  public private(set) var head = LiveHead()
  /// The frame itself, without what follows it.
  public let bytes: UnsafeRawBufferPointer
  /// A bit for each section that the frame has.
  public private(set) var mask: UInt32 = 0

  /// - Parameter bytes: the frame, at any address; bytes behind it are ignored. Nil is returned for anything
  ///   but a complete frame of this version.
  @_noLocks public init?(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, bytes.count >= 4 * LiveHead.wordCount else { return nil }
    start = base
    let words = LiveWords(start: base)
    let total = Int(words[1])
    guard words[0] == LiveHead.mark, total >= LiveHead.wordCount, total <= bytes.count / 4 else { return nil }
    self.bytes = UnsafeRawBufferPointer(start: base, count: 4 * total)
    head.sequence = words[3]
    head.clock = Int64(truncatingIfNeeded: UInt64(words[4]) | UInt64(words[5]) << 32)
    head.frame = Int64(truncatingIfNeeded: UInt64(words[6]) | UInt64(words[7]) << 32)
    head.position = Double(bitPattern: UInt64(words[8]) | UInt64(words[9]) << 32)
    (head.tempo, head.speed, head.sampleRate) = (words.float(10), words.float(11), words.float(12))
    (head.revision, head.leftOut, head.hasOwnClock) = (words[13], words[14], words[15] & 1 != 0)
    var at = LiveHead.wordCount
    while at < total {
      let section = words[at]
      let (id, stride, count) = (section & 255, Int(section >> 8 & 255), Int(section >> 16))
      guard at + 1 + stride * count <= total else { return nil }
      if let known = LiveSection.at(id), stride >= known.wordCount, mask & known.bit == 0 {
        mask |= known.bit
        offsets[Int(id)] = 4 * (at + 1)
        strides[Int(id)] = stride
        counts[Int(id)] = count
      }
      at += 1 + stride * count
    }
  }

  /// The number of elements of a section.
  @_noLocks public func count(_ section: LiveSection) -> Int { counts[Int(section.id)] }

  @_noLocks private func element(_ section: LiveSection, _ index: Int) -> LiveWords? {
    let id = Int(section.id)
    guard index >= 0, index < counts[id] else { return nil }
    return LiveWords(start: start + offsets[id] + 4 * index * strides[id])
  }

  /// Returns the touch at an index, or nil if the index is out of range.
  @_noLocks public func touch(_ index: Int) -> LiveTouch? { element(.touches, index).map { LiveTouch($0) } }
  /// Returns the voice at an index, or nil if the index is out of range.
  @_noLocks public func voice(_ index: Int) -> LiveVoice? { element(.voices, index).map { LiveVoice($0) } }
  /// Returns the live values of the connection at an index, or nil if the index is out of range.
  @_noLocks public func route(_ index: Int) -> LiveRoute? { element(.routes, index).map { LiveRoute($0) } }
  /// Returns the state of the output at an index, or nil if the index is out of range.
  @_noLocks public func sent(_ index: Int) -> LiveSent? { element(.sent, index).map { LiveSent($0) } }
  /// Returns the position and angle of the body at an index, or nil if the index is out of range.
  @_noLocks public func body(_ index: Int) -> LiveBody? { element(.bodies, index).map { LiveBody($0) } }
  /// Returns the outline of the token at an index, or nil if the index is out of range.
  @_noLocks public func solid(_ index: Int) -> LiveSolid? { element(.solids, index).map { LiveSolid($0) } }
  /// Returns the action at an index, or nil if the index is out of range.
  @_noLocks public func action(_ index: Int) -> LiveAction? {
    element(.actions, index).map { LiveAction($0) }
  }
  /// Returns the playing state of a layer, or nil if the frame does not contain it.
  @_noLocks public func layer(_ index: Int) -> LiveLayer? { element(.grid, index).map { LiveLayer($0) } }
  /// Returns where the song of a grid is, or nil if none plays.
  @_noLocks public func song() -> LiveSong? { element(.song, 0).map { LiveSong($0) } }
  /// Returns the layer of the looper at an index, or nil if the frame does not contain it.
  @_noLocks public func loop(_ index: Int) -> LiveLoop? { element(.loops, index).map { LiveLoop($0) } }
  /// Returns a controller by its raw value, in its natural unit, or nil if the frame does not contain it.
  @_noLocks public func controller(_ raw: Int) -> Float? { element(.controllers, raw)?.float(0) }
  /// Returns a parameter by its raw value, in its unit, or nil if the frame does not contain it.
  @_noLocks public func parameter(_ raw: Int) -> Float? { element(.parameters, raw)?.float(0) }
  /// Returns the greatest magnitudes of both outputs, or nil if the frame does not contain them.
  @_noLocks public func levels() -> (left: Float, right: Float)? {
    element(.levels, 0).map { ($0.float(0), $0.float(1)) }
  }

  /// Returns the number of the output's first sample, the samples a second and their number, or nil if the frame
  /// does not contain them.
  @_noLocks public func output() -> (first: UInt32, rate: Float, count: Int)? {
    guard let first = element(.output, 0), let rate = element(.output, 1) else { return nil }
    return (first[0], rate.float(0), 2 * (count(.output) - 2))
  }

  /// Returns a sample of the output, 1 for full scale; 0 if the index is out of range.
  @_noLocks public func outputSample(_ index: Int) -> Float {
    guard index >= 0, let word = element(.output, 2 + index / 2) else { return 0 }
    return Float(Int16(truncatingIfNeeded: word[0] >> (index & 1 == 0 ? 0 : 16))) / 16_384
  }

  /// The raw value of the named controller at an index, 0…7; nil: none.
  @_noLocks public func namedController(_ index: Int) -> Int? {
    guard 0..<8 ~= index, let words = element(.touchControllers, 0), words[index] > 0 else { return nil }
    return Int(words[index]) - 1
  }

  /// Returns a touch's value of the named controller at an index, 0…7, or nil if the frame does not contain it.
  @_noLocks public func value(ofTouch touch: Int, named index: Int) -> Float? {
    guard 0..<8 ~= index, touch >= 0 else { return nil }
    return element(.touchControllers, touch + 1)?.float(index)
  }
}
