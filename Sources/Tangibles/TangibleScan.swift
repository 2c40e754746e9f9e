// Scanning: the definition of an object from the touches of its three pads, while it is turned. Pure: touches
// and their places are all it knows. Input thread. docs/tangibles.md says how to scan.
import Lanes

/// The touches of one object that alone lies on a surface and is turned there.
///
/// A panel bends what it reports by about half a millimetre, differently at each place. Pads that lie still
/// are bent the same way in each frame; turning averages it out.
public struct TangibleScan: Sendable {
  /// The present state.
  public enum State: Equatable, Sendable {
    /// Another number of touches than three lies there; the frames so far are kept.
    case waiting(touches: Int)
    /// The three touches do not move as one thing.
    case deformed
    /// Frames are taken.
    case scanning
    /// The object was turned once, or lifted after a quarter of a turn: touches count no more.
    case done
  }

  /// The three pads at one moment.
  struct Frame: Sendable {
    var pads: OfPads<TablePoint>
    /// Frames of one place of the object have the same number.
    var spot: Int
  }

  struct Contact: Sendable {
    let source: UInt32
    let id: Int32
    var place: TablePoint
    /// The pad that it is; nil: not known yet.
    var pad: Int?
    var hasReported = true
  }

  /// Frames that are kept; when there are more, every second one is dropped.
  static let limit = 1024
  /// A frame that fits worse than this is none of this object, millimetres; and so many begin a new object.
  static let greatestResidual: Float = 8
  static let strangers = 30
  /// The object lies at another spot when a pad has moved so far, millimetres: half the pitch of electrodes.
  static let spotReach: Float = 4

  public private(set) var state = State.waiting(touches: 0)
  /// All frames since the object was put down first.
  public private(set) var frameCount = 0
  /// The places at which the object has lain, about 4 mm apart.
  public private(set) var spots = 0
  private(set) var frames: [Frame] = []
  private(set) var contacts: [Contact] = []
  /// Each how many frames one is kept.
  private var stride = 1
  private var strange = 0
  /// The pads of the last frame, smoothed over eight frames, and those that began the spot.
  private var smooth = OfPads(repeating: TablePoint.zero)
  private var anchor = OfPads(repeating: TablePoint.zero)
  /// The turn since the first frame, and its least and greatest value, in turns.
  private var lastDirection: SIMD2<Float> = [1, 0]
  private var turn: Float = 0
  private var turnRange: ClosedRange<Float> = 0...0
  /// The offsets of the last frame from the rigid fit, and the sum of the squares of their changes.
  private var lastOffsets: OfPads<TablePoint>?
  private(set) var noiseSquares: Float = 0
  private(set) var noiseFrames = 0

  public init() {}

  /// The turn that the frames cover.
  public var turned: Float { turnRange.upperBound - turnRange.lowerBound }
  /// Whether there are enough frames and enough of a turn, a quarter or nearly, for sides that are certain to
  /// half a millimetre.
  public var isEnough: Bool { frameCount >= 100 && turned >= 0.22 }
  /// The touches that lie there, in the order of the pads if they are known.
  public var places: [TablePoint] { contacts.sorted { ($0.pad ?? 3) < ($1.pad ?? 3) }.map { $0.place } }

  /// Takes a touch.
  /// - Parameter place: millimetres, seen from above, y upwards.
  public mutating func handle(_ word: TangibleTracker.Word, source: UInt32, id: Int32, place: TablePoint) {
    if state == .done { return }
    defer { if isEnough && (turned >= 1 || contacts.isEmpty) { state = .done } }
    let index = contacts.firstIndex { $0.id == id && $0.source == source }
    switch (word, index) {
    case (.began, nil):
      guard contacts.count < TangibleLimits.touchesOfSource else { return }
      contacts.append(Contact(source: source, id: id, place: place))
    case (.began, let index?), (.moved, let index?):
      if contacts[index].hasReported && isComplete { take() }
      contacts[index].place = place
      contacts[index].hasReported = true
    case (.ended, let index?): contacts.remove(at: index)
    case (_, nil): return
    }
    if contacts.count != 3 || contacts.contains(where: { $0.source != contacts[0].source }) {
      state = .waiting(touches: contacts.count)
      // A pad that was lost may come back under a new id; a finger that left has never been a pad.
      if contacts.count > 3 { for index in contacts.indices { contacts[index].pad = nil } }
    } else if isComplete {
      take()
    }
  }

  private var isComplete: Bool { contacts.count == 3 && contacts.allSatisfy { $0.hasReported } }

  // MARK: Frames

  private mutating func take() {
    for index in contacts.indices { contacts[index].hasReported = false }
    if frames.isEmpty {
      for index in contacts.indices { contacts[index].pad = index }
      return begin()
    }
    let reference = frames[0].pads
    guard let pads = inOrder(of: reference) else { return beStrange() }
    let fit = RigidFit(reference, to: pads)
    if fit.residual > Self.greatestResidual { return beStrange() }
    (strange, state) = (0, .scanning)
    note(fit.pose, pads, reference)
    for pad in 0..<3 { smooth[pad] += (pads[pad] - smooth[pad]) / 8 }
    if (0..<3).contains(where: { distance(smooth[$0], anchor[$0]) > Self.spotReach }) {
      anchor = smooth
      spots += 1
    }
    keep(Frame(pads: pads, spot: spots - 1))
  }

  private mutating func begin() {
    let pads = ofPads { contacts[$0].place }
    (smooth, anchor, spots, state) = (pads, pads, 1, .scanning)
    lastOffsets = nil
    keep(Frame(pads: pads, spot: 0))
  }

  /// The touches in the order of the pads; nil if they do not fit. A touch stays the pad that it is.
  private mutating func inOrder(of reference: OfPads<TablePoint>) -> OfPads<TablePoint>? {
    let places = ofPads { contacts[$0].place }
    var best: (residual: Float, order: OfPads<Int>)?
    for first in 0..<3 {
      for step in 1...2 {
        let order: OfPads<Int> = [first, (first + step) % 3, (first + 2 * step) % 3]
        let isKept = (0..<3).allSatisfy { contacts[order[$0]].pad == nil || contacts[order[$0]].pad == $0 }
        if !isKept { continue }
        let residual = RigidFit(reference, to: ofPads { places[order[$0]] }).residual
        if best.map({ residual < $0.residual }) ?? true { best = (residual, order) }
      }
    }
    guard let best else {
      for index in contacts.indices { contacts[index].pad = nil }
      return nil
    }
    let isCertain = best.residual <= Self.greatestResidual
    for pad in 0..<3 { contacts[best.order[pad]].pad = isCertain ? pad : nil }
    return ofPads { places[best.order[$0]] }
  }

  /// A frame that is none of this object: fingers, or another object, for which scanning begins anew.
  private mutating func beStrange() {
    state = .deformed
    lastOffsets = nil
    strange += 1
    if strange >= Self.strangers {
      let contacts = contacts
      self = TangibleScan()
      self.contacts = contacts
    }
  }

  /// Notes turn and noise of a frame.
  private mutating func note(
    _ pose: TangiblePose, _ pads: OfPads<TablePoint>, _ reference: OfPads<TablePoint>
  ) {
    let (old, new) = (lastDirection, pose.direction)
    let step = Scalar.turns(y: old.x * new.y - old.y * new.x, x: old.x * new.x + old.y * new.y)
    turn += step > 0.5 ? step - 1 : step
    turnRange = min(turnRange.lowerBound, turn)...max(turnRange.upperBound, turn)
    lastDirection = new
    let offsets = ofPads { pose.inObject(pads[$0]) - reference[$0] }
    if let lastOffsets {
      for pad in 0..<3 {
        let change = offsets[pad] - lastOffsets[pad]
        noiseSquares += (change.x * change.x + change.y * change.y) / 6
      }
      noiseFrames += 1
    }
    lastOffsets = offsets
  }

  private mutating func keep(_ frame: Frame) {
    frameCount += 1
    guard frameCount % stride == 0 else { return }
    frames.append(frame)
    if frames.count < Self.limit { return }
    // The first frame stays, because all others are compared with it.
    frames = frames.indices.filter { $0 % 2 == 0 }.map { frames[$0] }
    stride *= 2
  }
}
