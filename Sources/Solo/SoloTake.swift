// Takes in a page: what acts on the instrument is written down, and a take that was written plays it.
// An audio worklet's one thread.
import Controls
import RealTime
import Synchronization
import Takes
import Text

/// A take that is being written.
struct SoloTake {
  /// Connects the instrument with what reads its records; lives as long as the page.
  let link: UnsafeMutablePointer<InstanceLink>
  private var assembly: TakeAssembly?
  private var packets: Int32 = 0
  private var number: UInt32 = 0
  /// The revision of the last patch that stands in the take with its text.
  private var known: Int32?

  init() {
    link = .allocate(capacity: 1)
    link.initialize(to: InstanceLink())
  }

  /// Whether one is asked for, begun or not.
  var isAsked: Bool { assembly != nil }
  var hasBegun: Bool { assembly?.take != nil }

  mutating func begin() {
    number &+= 1
    (assembly, packets, known) = (TakeAssembly(), 0, nil)
    link.pointee.take.asked.store(number, ordering: .releasing)
  }

  /// Ends it with the next block; one that has not begun is forgotten.
  mutating func end() {
    link.pointee.take.asked.store(0, ordering: .releasing)
    if !hasBegun { assembly = nil }
  }

  /// Reads what the last block has written.
  /// - Parameters:
  ///   - patch: the text of a revision.
  ///   - loops: the text of the looper's layers after a change.
  /// - Returns: the whole take, if it has ended.
  mutating func read(patch: (Int32) -> [UInt8]?, loops: (Int32) -> [UInt8]?) -> Take? {
    guard assembly != nil else { return nil }
    for record in link.pointee.take.readRecords() {
      if let revision = record.revision, revision != known, let text = patch(revision) {
        known = revision
        add(TakeRecord.patchText(revision: revision, text))
      }
      if let revision = record.loopsRevision, let text = loops(revision) {
        // Without layers, the take has none.
        if text.isEmpty { continue }
        add(TakeRecord.loopsText(revision: revision, text))
      }
      add(record.bytes)
    }
    guard assembly?.isOver == true else { return nil }
    defer { assembly = nil }
    return assembly?.take
  }

  private mutating func add(_ bytes: [UInt8]) {
    assembly?.add(bytes, number: packets)
    packets += 1
  }
}

/// A take that plays.
struct SoloReplay {
  private var entries: ArraySlice<Take.Entry>
  private let take: Take
  /// Frames of the page per second.
  private let sampleRate: Float
  /// The frame of the page at which it is.
  private(set) var frame: Int64 = 0

  init(_ take: Take, sampleRate: Float) {
    entries = take.entries[...]
    (self.take, self.sampleRate) = (take, sampleRate)
  }

  var isOver: Bool { entries.isEmpty }

  /// Frames until the next thing acts.
  var untilNext: Int {
    guard let next = entries.first else { return .max }
    return max(0, Int(clamping: take.frame(next.frame, at: Double(sampleRate)) - frame))
  }

  mutating func pass(_ frames: Int) { frame += Int64(frames) }
  mutating func next() -> Take.Content? { entries.popFirst()?.content }
}
