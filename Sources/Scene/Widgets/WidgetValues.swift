// Messages of a patch about its widgets, from the audio thread to the supervisor. Audio thread, except `init`
// and where noted.
import Lanes
import RealTime
import Synchronization

/// A message of the stream while it is read: its bytes.
struct StreamMessage: ~Copyable {
  /// A longer message is passed over.
  private static var capacity: Int { @_noLocks get { 2048 } }
  let bytes: UnsafeMutablePointer<UInt8> = Pages.allocate(StreamMessage.capacity)
  private var length = 0

  init() {}

  /// The last call.
  func free() { Pages.free(bytes, Self.capacity) }

  /// The number of bytes; 0 if there were too many.
  var count: Int { @_noLocks get { length > Self.capacity ? 0 : length } }

  @_noLocks mutating func append(_ byte: UInt8) {
    if length < Self.capacity { bytes[length] = byte }
    if length <= Self.capacity { length += 1 }
  }

  @_noLocks mutating func clear() { length = 0 }

  /// Whether it begins with a word.
  @_noLocks borrowing func begins(_ word: StaticString) -> Bool {
    let size = word.utf8CodeUnitCount
    guard count > size + 2, bytes[0] == PdTick.symbol, bytes[size + 1] == 0 else { return false }
    for index in 0..<size where bytes[index + 1] != word.utf8Start[index] { return false }
    return true
  }

  /// The number of the float atom at a place, or nil if there is none.
  @_noLocks borrowing func float(at place: Int) -> Float? {
    guard place + 5 <= count, bytes[place] == PdTick.float else { return nil }
    var word: UInt32 = 0
    for index in 0..<4 { word |= UInt32(bytes[place + 1 + index]) << UInt32(8 * index) }
    return Float(bitPattern: word)
  }
}

/// For each name that is listened to the last number, so that a patch that floods loses none that counts; how
/// often it was struck; and the other messages, as far as there is room.
struct WidgetValues: ~Copyable {
  let count: Int
  /// The number's bits, and above them when it came: the messages so far.
  private let numbers: UnsafeMutablePointer<Atomic<UInt64>>
  private let strokes: UnsafeMutablePointer<Atomic<UInt32>>
  /// Messages that were heard: also tells whether there is anything new.
  private let heard = Atomic<UInt32>(0)
  /// Words and lists: the head is the name's number and above it when it came, the bytes are the atoms.
  let texts = ByteRing<Int>(capacity: 1 << 15)
  /// Those that found no room.
  let lost = Atomic<UInt32>(0)

  init(count: Int) {
    self.count = count
    numbers = .allocate(capacity: max(1, count))
    strokes = .allocate(capacity: max(1, count))
    for index in 0..<count {
      (numbers + index).initialize(to: Atomic<UInt64>(0))
      (strokes + index).initialize(to: Atomic<UInt32>(0))
    }
  }

  deinit {
    numbers.deinitialize(count: count)
    strokes.deinitialize(count: count)
    numbers.deallocate()
    strokes.deallocate()
  }

  /// Keeps a message of the listener: `tactus-widget`, the name's number, then what came.
  @_noLocks func hear(_ message: borrowing StreamMessage) {
    guard message.begins("tactus-widget"), let number = message.float(at: 15), number >= 0,
      number < Float(count)
    else { return }
    let name = Int(number)
    let order = heard.wrappingAdd(1, ordering: .relaxed).newValue
    var place = 20
    // The text before the semicolon.
    let end = message.count - 1
    if place >= end {
      strokes[name].wrappingAdd(1, ordering: .relaxed)
      return
    }
    // `set` before a number is what a widget is set by silently.
    let bytes = message.bytes
    let isSet =
      end == place + 10 && bytes[place] == PdTick.symbol && bytes[place + 1] == UInt8(ascii: "s")
      && bytes[place + 2] == UInt8(ascii: "e") && bytes[place + 3] == UInt8(ascii: "t")
      && bytes[place + 4] == 0
    if isSet { place += 5 }
    if end == place + 5, let value = message.float(at: place) {
      numbers[name].store(UInt64(order) << 32 | UInt64(value.bitPattern), ordering: .relaxed)
    } else if !texts.push(
      Int(order) << 32 | name, UnsafeRawBufferPointer(start: bytes + place, count: end - place))
    {
      lost.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// The messages so far. Supervisor.
  var total: UInt32 { heard.load(ordering: .relaxed) }

  /// The number that came last, and when; 0: none has come. Supervisor.
  func number(_ name: Int) -> (order: UInt32, value: Float) {
    let word = numbers[name].load(ordering: .relaxed)
    return (UInt32(word >> 32), Float(bitPattern: UInt32(truncatingIfNeeded: word)))
  }

  /// The number of times the name was struck. Supervisor.
  func strokes(_ name: Int) -> UInt32 { strokes[name].load(ordering: .relaxed) }
}
