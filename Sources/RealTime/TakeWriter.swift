// Writes what acts on an instrument to the take that a program asked for. Audio thread.
import Synchronization

/// The state of a take, and the rule that says when one may begin.
///
/// A take begins where the instrument restarts itself as if it were activated. That is only done while
/// nothing is heard: since `activate` nothing was played, or nothing sounded for `quietTime`.
public struct TakeWriter {
  /// The silence required before a take, in seconds: longer than the longest echo.
  static var quietTime: Double { @_noLocks get { 5 } }
  /// The greatest sample that is silence: −120 dB.
  static var silence: Float { @_noLocks get { 1e-6 } }

  /// The instance's connection with the input thread; nil: no take can be asked for.
  public var link: UnsafeMutablePointer<InstanceLink>?
  /// Memory for one body, freed by its owner.
  private let memory: UnsafeMutableRawPointer
  /// The number of the take that is written; 0: none is.
  public private(set) var number: UInt32 = 0
  /// Whether a take is asked for that has not begun.
  public private(set) var isAwaited = false
  /// The frame of the take at which the instrument's own frame was 0.
  private var base: Int64 = 0
  /// The records of this take that found no room.
  private var lost: UInt64 = 0
  private var isMastered = false
  /// Whether nothing was played since `activate`.
  private var isUntouched = true
  /// Frames for which the awaited take has heard nothing.
  private var quiet: Int64 = 0

  /// The 64-bit words of memory that a writer needs.
  public static var words: Int { @_noLocks get { TakeBody.longest / 8 } }

  /// - Parameter memory: `words` of them, which stay valid as long as the writer.
  @_noLocks public init(memory: UnsafeMutablePointer<UInt64>) {
    self.memory = UnsafeMutableRawPointer(memory)
  }

  public var isWriting: Bool { @_noLocks get { number != 0 } }

  /// The number of the take that is asked for; 0: none.
  @_noLocks public func asked() -> UInt32 { link?.pointee.take.asked.load(ordering: .acquiring) ?? 0 }

  // MARK: Beginning and end

  /// Whether nothing is heard, so that a take can begin.
  @_noLocks public func isSilent(sampleRate: Float) -> Bool {
    isUntouched || Double(quiet) >= Self.quietTime * Double(sampleRate)
  }

  /// Sets whether a take is asked for that has not begun.
  @_noLocks public mutating func expect(_ isWanted: Bool) {
    if isWanted && !isAwaited { quiet = 0 }
    isAwaited = isWanted
  }

  /// Receives a span of sound while a take is awaited.
  @_noLocks public mutating func hear(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int, isPlaying: Bool
  ) {
    var loudest: Float = isPlaying ? 1 : 0
    for frame in 0..<count {
      loudest = max(loudest, max(left[frame].magnitude, right[frame].magnitude))
    }
    quiet = loudest > Self.silence ? 0 : quiet + Int64(count)
  }

  /// Begins the take with this number. The instrument's frame must be 0.
  /// - Parameter revision: that of the patch that plays.
  @_noLocks public mutating func begin(_ asked: UInt32, sampleRate: Float, revision: Int32) {
    (number, isAwaited, base, lost, isMastered) = (asked, false, 0, 0, false)
    write(.began, TakeBody.began(sampleRate: Double(sampleRate), revision: revision, into: memory), at: 0)
  }

  /// Ends the take, if there is room for its end; otherwise the next call does.
  @_noLocks public mutating func end(at frame: Int64) {
    let count = lost
    if write(.ended, TakeBody.lost(count, into: memory), at: frame) { number = 0 } else { lost = count }
  }

  /// Ends the take, although its program has not asked for that, and lets no other begin until one is asked for.
  public mutating func abandon(at frame: Int64) {
    guard isWriting else { return }
    _ = link?.pointee.take.asked.compareExchange(
      expected: number, desired: 0, ordering: .acquiringAndReleasing)
    end(at: frame)
  }

  /// The instrument is activated: its frames count from 0 again.
  /// - Parameter frame: the last one before.
  @_noLocks public mutating func restarted(at frame: Int64) {
    isUntouched = true
    quiet = 0
    guard isWriting else { return }
    base += frame
    write(.restart, 0, at: 0)
  }

  // MARK: What acts, each at a frame of the instrument

  @_noLocks public mutating func record(_ event: SurfaceEvent, at frame: Int64) {
    isUntouched = false
    if isWriting { write(.surface, TakeBody.surface(event, into: memory), at: frame) }
  }

  @_noLocks public mutating func record(_ position: Transport, at frame: Int64) {
    if isWriting { write(.position, TakeBody.position(position, into: memory), at: frame) }
  }

  /// - Parameter port: the index of a control input.
  @_noLocks public mutating func record(port: UInt32, _ value: Float, at frame: Int64) {
    if isWriting { write(.port, TakeBody.port(port, value, into: memory), at: frame) }
  }

  /// - Parameter bytes: one message.
  @_noLocks public mutating func record(midi bytes: UnsafeRawBufferPointer, at frame: Int64) {
    isUntouched = false
    if isWriting { write(.midi, bytes, at: frame) }
  }

  /// Records a note that begins or ends, as three bytes of MIDI.
  @_noLocks public mutating func record(note: (UInt8, UInt8, UInt8), at frame: Int64) {
    isUntouched = false
    if isWriting { write(.midi, TakeBody.midi(note.0, note.1, note.2, into: memory), at: frame) }
  }

  /// Records a controller of a channel (0…15).
  @_noLocks public mutating func record(controller: UInt8, _ value: UInt8, channel: UInt8, at frame: Int64) {
    write(.midi, TakeBody.midi(0xB0 | channel, controller, value, into: memory), at: frame)
  }

  /// Another patch plays.
  @_noLocks public mutating func record(patchRevision revision: Int32, at frame: Int64) {
    if isWriting { write(.patch, TakeBody.revision(revision, into: memory), at: frame) }
  }

  /// The looper has these layers from here.
  @_noLocks public mutating func record(loopsRevision revision: Int32, at frame: Int64) {
    if isWriting { write(.loops, TakeBody.revision(revision, into: memory), at: frame) }
  }

  /// A parameter has another base value: its raw value, and the base.
  @_noLocks public mutating func record(parameter: UInt16, _ value: Float, at frame: Int64) {
    guard isWriting else { return }
    let event = SurfaceEvent.parameter(parameter, base: value)
    write(.surface, TakeBody.surface(event, into: memory), at: frame)
  }

  /// A master of all tunings plays.
  @_noLocks public mutating func recordMaster(at frame: Int64) {
    if isMastered || !isWriting { return }
    isMastered = true
    write(.mastered, 0, at: frame)
  }

  /// The host records automation that the instrument reports.
  @_noLocks public mutating func recordAutomation() { write(.reportsAutomation, 0, at: 0) }

  /// Writes a record with the first `count` bytes of `memory`.
  /// - Returns: false if there was no room; then the record is lost and counted.
  @_noLocks @discardableResult private mutating func write(
    _ kind: TakeRecordKind, _ count: Int, at frame: Int64
  ) -> Bool {
    write(kind, UnsafeRawBufferPointer(start: memory, count: count), at: frame)
  }

  @_noLocks @discardableResult private mutating func write(
    _ kind: TakeRecordKind, _ bytes: UnsafeRawBufferPointer, at frame: Int64
  ) -> Bool {
    guard let link, link.pointee.take.records.push(TakeRecordHead(frame: base + frame, kind: kind), bytes)
    else {
      lost += 1
      return false
    }
    return true
  }
}
