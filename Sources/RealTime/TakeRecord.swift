// The records of a take: what acted on an instrument, each with the frame on which it acted. The audio thread
// writes them, the input thread sends them on, and programs read them.
import Synchronization

/// The kind of a record. Sent to programs: append only.
public enum TakeRecordKind: UInt32, BitwiseCopyable, CaseIterable, Sendable {
  /// The take begins: the sample rate (Double) and the revision of the patch (UInt32).
  case began = 1
  /// A control input got a value: its index (UInt32) and the value (Float).
  case port = 2
  /// The instrument was activated, or restarted itself where the take begins.
  case restart = 3
  /// The bytes of one MIDI message.
  case midi = 4
  /// The seven words of a surface event.
  case surface = 5
  /// A position of the host's timeline: one bit for each property that is there, then seven 64-bit words.
  case position = 6
  /// Another patch plays: its revision (UInt32).
  case patch = 7
  /// The take ends: the number of records that were lost (UInt64).
  case ended = 8
  /// The text of a patch: its revision (UInt32), then UTF-8. The input thread puts it before the first record
  /// that names this revision.
  case patchText = 9
  /// A tuning master played, so that another program does not hear the same pitches.
  case mastered = 10
  /// The host records automation that the instrument reports.
  case reportsAutomation = 11
  /// The layers of the looper: the number of their last change (UInt32).
  case loops = 12
  /// The text of these layers: the number, then UTF-8. The input thread puts it before the record that names it.
  case loopsText = 13

  /// The kind's number in a record.
  var number: UInt32 { rawValue }
}

/// The head of a record.
public struct TakeRecordHead: BitwiseCopyable, Sendable {
  /// From the start of the take.
  public var frame: Int64
  public var kind: TakeRecordKind

  @_noLocks init(frame: Int64, kind: TakeRecordKind) { (self.frame, self.kind) = (frame, kind) }
}

/// A take on its way from an instance's audio thread to the program that asked for it.
public struct TakeLink: ~Copyable {
  /// Audio thread → input thread: the bodies of records.
  public let records: ByteRing<TakeRecordHead>
  /// Input thread → audio thread: the number of the take that is asked for; 0: none.
  public let asked = Atomic<UInt32>(0)

  /// 256 KiB hold 6,400 touch events: 0.8 s of 64 fingers at 120 Hz.
  public init() { records = ByteRing(capacity: 1 << 18) }
}

/// The bodies of records, written to memory of at least `longest` bytes. Each function returns the length.
public enum TakeBody {
  /// The longest body that these functions write, in bytes.
  public static var longest: Int { @_noLocks get { 64 } }

  @_noLocks public static func began(
    sampleRate: Double, revision: Int32, into body: UnsafeMutableRawPointer
  ) -> Int {
    body.storeBytes(of: sampleRate, as: Double.self)
    body.storeBytes(of: revision, toByteOffset: 8, as: Int32.self)
    return 12
  }

  @_noLocks public static func port(
    _ index: UInt32, _ value: Float, into body: UnsafeMutableRawPointer
  ) -> Int {
    body.storeBytes(of: index, as: UInt32.self)
    body.storeBytes(of: value, toByteOffset: 4, as: Float.self)
    return 8
  }

  @_noLocks public static func midi(
    _ a: UInt8, _ b: UInt8, _ c: UInt8, into body: UnsafeMutableRawPointer
  ) -> Int {
    body.storeBytes(of: a, as: UInt8.self)
    body.storeBytes(of: b, toByteOffset: 1, as: UInt8.self)
    body.storeBytes(of: c, toByteOffset: 2, as: UInt8.self)
    return 3
  }

  @_noLocks public static func surface(_ event: SurfaceEvent, into body: UnsafeMutableRawPointer) -> Int {
    body.storeBytes(of: event.kind.rawValue, as: UInt32.self)
    body.storeBytes(of: event.source, toByteOffset: 4, as: UInt32.self)
    body.storeBytes(of: event.id, toByteOffset: 8, as: Int32.self)
    let words = event.words
    for index in 0..<4 { body.storeBytes(of: words[index], toByteOffset: 12 + 4 * index, as: Float.self) }
    return 28
  }

  @_noLocks public static func position(_ position: Transport, into body: UnsafeMutableRawPointer) -> Int {
    var mask: UInt64 = 0
    put(position.speed?.bitPattern, 0, &mask, body)
    put(position.frame.map { UInt64(bitPattern: $0) }, 1, &mask, body)
    put(position.beatsPerMinute?.bitPattern, 2, &mask, body)
    put(position.bar.map { UInt64(bitPattern: $0) }, 3, &mask, body)
    put(position.barBeat?.bitPattern, 4, &mask, body)
    put(position.beatsPerBar?.bitPattern, 5, &mask, body)
    put(position.beatUnit.map { UInt64(bitPattern: $0) }, 6, &mask, body)
    body.storeBytes(of: mask, as: UInt64.self)
    return 64
  }

  @_noLocks public static func revision(_ revision: Int32, into body: UnsafeMutableRawPointer) -> Int {
    body.storeBytes(of: revision, as: Int32.self)
    return 4
  }

  @_noLocks public static func lost(_ count: UInt64, into body: UnsafeMutableRawPointer) -> Int {
    body.storeBytes(of: count, as: UInt64.self)
    return 8
  }

  @_noLocks private static func put(
    _ word: UInt64?, _ index: Int, _ mask: inout UInt64, _ body: UnsafeMutableRawPointer
  ) {
    if word != nil { mask |= 1 << UInt64(index) }
    body.storeBytes(of: word ?? 0, toByteOffset: 8 + 8 * index, as: UInt64.self)
  }
}

/// One record as it is sent: length and kind (UInt32), frame (Int64) and body. The length has the frame's bytes.
public struct TakeRecord {
  /// Nil for a kind that is not known.
  public let kind: TakeRecordKind?
  public let bytes: [UInt8]

  /// The revision of the patch that begins to play.
  public var revision: Int32? {
    switch kind {
    case .began: bytes.count < 28 ? nil : integer(at: 24)
    case .patch: bytes.count < 20 ? nil : integer(at: 16)
    default: nil
    }
  }

  /// The number of the last change of the layers of the looper with which the take begins.
  public var loopsRevision: Int32? { kind == .loops && bytes.count >= 20 ? integer(at: 16) : nil }

  private func integer(at offset: Int) -> Int32 {
    var word: UInt32 = 0
    for byte in 0..<4 { word |= UInt32(bytes[offset + byte]) << UInt32(8 * byte) }
    return Int32(bitPattern: word)
  }

  /// A record with the text of a patch.
  public static func patchText(revision: Int32, _ text: [UInt8]) -> [UInt8] {
    self.text(.patchText, revision: revision, text)
  }

  /// A record with the text of the layers of the looper.
  public static func loopsText(revision: Int32, _ text: [UInt8]) -> [UInt8] {
    self.text(.loopsText, revision: revision, text)
  }

  private static func text(_ kind: TakeRecordKind, revision: Int32, _ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ word: UInt32) {
      for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(8 * byte))) }
    }
    add(UInt32(8 + 4 + text.count))
    add(kind.rawValue)
    add(0)
    add(0)
    add(UInt32(bitPattern: revision))
    return bytes + text
  }
}

extension TakeLink {
  /// Removes and returns the records that wait. Input thread.
  public func readRecords() -> [TakeRecord] {
    var found: [TakeRecord] = []
    while let (head, body) = records.take() {
      var bytes: [UInt8] = []
      for word in [UInt64(8 + body.count) | UInt64(head.kind.number) << 32, UInt64(bitPattern: head.frame)] {
        for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * byte))) }
      }
      found.append(TakeRecord(kind: head.kind, bytes: bytes + body))
    }
    return found
  }
}

/// One record, read.
public enum TakeEntry: Sendable {
  case began(sampleRate: Double, revision: Int32)
  case port(index: Int, value: Float)
  case restart
  case midi([UInt8])
  case surface(SurfaceEvent)
  case position(Transport)
  case patch(revision: Int32)
  case ended(lost: UInt64)
  case patchText(revision: Int32, text: [UInt8])
  case mastered
  case reportsAutomation
  case loops(revision: Int32)
  case loopsText(revision: Int32, text: [UInt8])
}

/// Reads records in the form of `TakeRecord`: length and kind (UInt32), then frame and body. The
/// bytes may come in pieces.
public struct TakeReader {
  private var waiting: [UInt8] = []
  /// Whether something came that is no record. Nothing is read after that.
  public private(set) var isBroken = false

  /// A record is shorter than this: the longest text of a patch or of loops, and room.
  static let limit = 1 << 24

  public init() {}

  /// Reads the next bytes.
  /// - Returns: the records that are complete now, each with its frame.
  public mutating func read(_ bytes: [UInt8]) -> [(frame: Int64, entry: TakeEntry)] {
    waiting += bytes
    var found: [(frame: Int64, entry: TakeEntry)] = []
    var start = 0
    waiting.withUnsafeBytes { all in
      while !isBroken, all.count - start >= 8 {
        let count = Int(all.loadUnaligned(fromByteOffset: start, as: UInt32.self))
        let kind = TakeRecordKind(rawValue: all.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
        guard count >= 8, count < Self.limit, let kind else {
          isBroken = true
          return
        }
        guard all.count - start >= 8 + count else { return }
        let frame = all.loadUnaligned(fromByteOffset: start + 8, as: Int64.self)
        let body = UnsafeRawBufferPointer(rebasing: all[(start + 16)..<(start + 8 + count)])
        guard let entry = Self.entry(kind, body) else {
          isBroken = true
          return
        }
        found.append((frame, entry))
        start += 8 + count
      }
    }
    waiting.removeFirst(start)
    return found
  }

  private static func entry(_ kind: TakeRecordKind, _ body: UnsafeRawBufferPointer) -> TakeEntry? {
    func has(_ count: Int) -> Bool { body.count >= count }
    switch kind {
    case .began:
      guard has(12) else { return nil }
      return .began(
        sampleRate: body.loadUnaligned(as: Double.self),
        revision: body.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    case .port:
      guard has(8) else { return nil }
      return .port(
        index: Int(body.loadUnaligned(as: UInt32.self)),
        value: body.loadUnaligned(fromByteOffset: 4, as: Float.self))
    case .restart: return .restart
    case .midi: return .midi([UInt8](body))
    case .surface:
      guard has(28), let kind = SurfaceEvent.kind(raw: body.loadUnaligned(as: UInt32.self)) else {
        return nil
      }
      return .surface(
        SurfaceEvent(
          kind, source: body.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
          id: body.loadUnaligned(fromByteOffset: 8, as: Int32.self),
          words: body.loadUnaligned(fromByteOffset: 12, as: SIMD4<Float>.self)))
    case .position: return has(64) ? .position(position(body)) : nil
    case .patch: return has(4) ? .patch(revision: body.loadUnaligned(as: Int32.self)) : nil
    case .ended: return has(8) ? .ended(lost: body.loadUnaligned(as: UInt64.self)) : nil
    case .patchText, .loopsText:
      guard has(4) else { return nil }
      let (revision, text) = (body.loadUnaligned(as: Int32.self), [UInt8](body.dropFirst(4)))
      return kind == .patchText
        ? .patchText(revision: revision, text: text) : .loopsText(revision: revision, text: text)
    case .loops: return has(4) ? .loops(revision: body.loadUnaligned(as: Int32.self)) : nil
    case .mastered: return .mastered
    case .reportsAutomation: return .reportsAutomation
    }
  }

  private static func position(_ body: UnsafeRawBufferPointer) -> Transport {
    let mask = body.loadUnaligned(as: UInt64.self)
    func word(_ index: Int) -> UInt64? {
      mask & (1 << UInt64(index)) == 0
        ? nil : body.loadUnaligned(fromByteOffset: 8 + 8 * index, as: UInt64.self)
    }
    var position = Transport()
    position.speed = word(0).map { Double(bitPattern: $0) }
    position.frame = word(1).map { Int64(bitPattern: $0) }
    position.beatsPerMinute = word(2).map { Double(bitPattern: $0) }
    position.bar = word(3).map { Int64(bitPattern: $0) }
    position.barBeat = word(4).map { Double(bitPattern: $0) }
    position.beatsPerBar = word(5).map { Double(bitPattern: $0) }
    position.beatUnit = word(6).map { Int64(bitPattern: $0) }
    return position
  }
}
