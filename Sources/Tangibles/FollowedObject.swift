// An object on the table: its pads, its pose, and how it comes and goes. Input thread.
import Lanes

/// The state of one object of the library.
struct FollowedObject: Sendable {
  var isPresent = false
  /// The source on which it lies or lay last.
  var source: UInt32 = 0
  /// The contact of each pad; nil: lost.
  var pads = OfPads<Int?>(repeating: nil)
  var pose = TangiblePose()
  /// The pads that have moved in this frame, a bit each, and when the frame ends without the others.
  var reported = 0
  var frameDue = Int64.max
  /// Since when the pads do not fit; and where they were when they fitted last.
  var badSince: Int64?
  var goodPlaces = OfPads(repeating: TablePoint.zero)
  /// The mean offset of each pad in the object's frame, of about the last second, and until when it goes.
  var drifts = OfPads(repeating: SIMD2<Float>.zero)
  var driftsAt: Int64 = 0
  /// When its pads may be compared with other definitions again.
  var doubtDue = Int64.min
  /// Since when it has no touches; nil while it has some.
  var goneAt: Int64?
  /// The contact that was let go from an object that has never moved, and when the object is given up if that
  /// is still away: it was three fingers.
  var finger: Int?
  var fingerDue = Int64.max
  var hasMoved = false
  /// When it was lifted.
  var leftAt: Int64?
  /// When it had one pad for the last time.
  var oneLeftAt = Int64.min
  /// Whether its panel filters its touches: it stays without them for long.
  var isFiltered = false
  /// When it is lifted if it is still without touches.
  var leaveDue = Int64.max
  /// Where it began to rest, and when.
  var restPose = TangiblePose()
  var restSince: Int64 = 0
  /// The tolerance, which follows the residuals that are seen, and the mean of their squares.
  var tolerance: Float
  var meanSquare: Float?

  init(tolerance: Float) { self.tolerance = tolerance }

  var mask: Int { (pads[0] != nil ? 1 : 0) | (pads[1] != nil ? 2 : 0) | (pads[2] != nil ? 4 : 0) }
  var padCount: Int { mask.nonzeroBitCount }

  /// The next time at which something is due.
  var due: Int64 {
    var due = min(frameDue, fingerDue)
    if let badSince { due = min(due, badSince + TangibleLimits.deformTime) }
    if goneAt != nil { due = min(due, leaveDue) }
    return due
  }

  /// Lets the tolerance follow a residual of three pads.
  mutating func learn(_ residual: Float, of definition: Float) {
    let square = residual * residual
    meanSquare = meanSquare.map { $0 + (square - $0) / 100 } ?? square
    let wanted = 2.5 * Scalar.squareRoot(meanSquare!)
    let limited = min(max(wanted, 0.75 * definition), 1.5 * definition)
    tolerance += (limited - tolerance) / 100
  }
}

extension TangibleTracker {
  // MARK: Coming

  /// Makes touches the pads of an object. They are no fingers any more.
  /// - Parameters:
  ///   - slots: the contact of each pad; one of them at least.
  ///   - drifts: the mean offset of each pad so far.
  mutating func place(
    _ index: Int, _ slots: OfPads<Int?>, _ pose: TangiblePose,
    drifts: OfPads<SIMD2<Float>> = OfPads(repeating: .zero), at time: Int64
  ) {
    let taken = (0..<3).compactMap { slots[$0] }
    let source = contacts[taken[0]]!.source
    var losers: [Int] = []
    for slot in taken {
      if let owner = contacts[slot]!.owner {
        let old = contacts[slot]!.pad
        contacts[slot]!.owner = nil
        if owner != index {
          let isWhole = objects[owner].padCount == 3
          lose(old, of: owner, at: time)
          if isWhole || objects[owner].padCount > 0 { losers.append(owner) }
        }
      } else {
        told.append((.withdrawn(source: source, id: contacts[slot]!.id), time))
      }
    }
    // What had these touches was something else. Its other touches are fingers.
    for loser in losers { giveBack(loser, at: time) }
    // A touch that stayed at the old place is a finger.
    for pad in 0..<3 {
      guard let slot = objects[index].pads[pad], !taken.contains(slot) else { continue }
      letGo(pad, of: index, at: time)
    }
    if objects[index].isPresent && objects[index].source != source { lift(index, at: time) }
    if !objects[index].isPresent || objects[index].goneAt != nil {
      seen[index].recognised += 1
      let first = taken.map { contacts[$0]!.firstBegan }.min() ?? time
      seen[index].latency += time - first
    }
    let tolerance = objects[index].source == source ? objects[index] : nil
    var object = FollowedObject(tolerance: tolerance?.tolerance ?? library.definitions[index].tolerance)
    object.meanSquare = tolerance?.meanSquare
    object.isPresent = true
    object.source = source
    object.pads = slots
    object.pose = pose
    object.restPose = pose
    object.restSince = time
    object.goodPlaces = ofPads { slots[$0].map { contacts[$0]!.place } ?? .zero }
    (object.drifts, object.driftsAt) = (drifts, time)
    objects[index] = object
    for pad in 0..<3 {
      guard let slot = slots[pad] else { continue }
      contacts[slot]!.owner = index
      contacts[slot]!.pad = pad
    }
    tell(index, at: time)
  }

  /// Gives a new touch to an object that misses a pad there. An object without touches must be recognized
  /// again, because another one may lie there now.
  mutating func adopt(_ slot: Int, at time: Int64) -> Bool {
    guard let (index, pad) = missingPad(near: slot, within: TangibleLimits.reach) else { return false }
    take(slot, as: pad, of: index, at: time)
    return true
  }

  /// Whether a finger has lain at a missing pad's place for so long that it is the pad.
  mutating func isHome(_ slot: Int, at time: Int64) -> Bool {
    guard let (index, pad) = missingPad(near: slot, within: TangibleLimits.homeReach) else {
      contacts[slot]!.home = nil
      return false
    }
    guard let home = contacts[slot]!.home, home.object == index, home.pad == pad else {
      contacts[slot]!.home = (index, pad, time)
      return false
    }
    if time - home.since < TangibleLimits.home { return false }
    let contact = contacts[slot]!
    told.append((.withdrawn(source: contact.source, id: contact.id), time))
    take(slot, as: pad, of: index, at: time)
    return true
  }

  private mutating func take(_ slot: Int, as pad: Int, of index: Int, at time: Int64) {
    contacts[slot]!.owner = index
    contacts[slot]!.pad = pad
    contacts[slot]!.home = nil
    objects[index].pads[pad] = slot
    candidates.removeAll { candidate in
      (0..<3).contains { objects[index].pads[$0].map(candidate.has) ?? false }
    }
    objects[index].goodPlaces[pad] = contacts[slot]!.place
    (objects[index].finger, objects[index].fingerDue) = (nil, .max)
    search(slot, at: time)
    seen[index].found += 1
    hasReported(index, 1 << pad, at: time)
  }

  /// The missing pad nearest to a touch that fits there with the others.
  private func missingPad(near slot: Int, within reach: Float) -> (object: Int, pad: Int)? {
    let contact = contacts[slot]!
    var found: (object: Int, pad: Int)?
    var best = reach
    for index in objects.indices
    where objects[index].isPresent && objects[index].source == contact.source
      && 1...2 ~= objects[index].padCount
    {
      let object = objects[index]
      for pad in 0..<3 where object.pads[pad] == nil {
        let away = distance(object.pose.onSurface(library.shapes[index].pads[pad]), contact.place)
        if away > best { continue }
        var places = OfPads<TablePoint>(repeating: contact.place)
        for other in 0..<3 { if let slot = object.pads[other] { places[other] = contacts[slot]!.place } }
        let fit = RigidFit(library.shapes[index].pads, to: places, mask: object.mask | 1 << pad)
        if fit.residual > TangibleLimits.deformFactor * object.tolerance { continue }
        (best, found) = (away, (index, pad))
      }
    }
    return found
  }

  // MARK: Following

  /// Notes that a pad has moved. The frame ends with the last pad.
  mutating func hasReported(_ index: Int, _ bit: Int, at time: Int64) {
    if objects[index].reported == 0 { objects[index].frameDue = time + TangibleLimits.frame }
    objects[index].reported |= bit
    if objects[index].reported & objects[index].mask == objects[index].mask { follow(index, at: time) }
  }

  private func places(_ index: Int) -> OfPads<TablePoint> {
    ofPads { objects[index].pads[$0].map { contacts[$0]!.place } ?? .zero }
  }

  /// Ends a frame: the new pose, or the beginning of a deformation.
  mutating func follow(_ index: Int, at time: Int64) {
    objects[index].reported = 0
    objects[index].frameDue = .max
    let mask = objects[index].mask
    if mask.nonzeroBitCount < 2 { return watchLastPad(index, at: time) }
    let pads = library.shapes[index].pads
    let points = places(index)
    var fit = RigidFit(pads, to: points, mask: mask)
    if mask == 7 {
      objects[index].learn(fit.residual, of: library.definitions[index].tolerance)
      if isAnother(index, fit.pose, points, at: time) {
        for pad in 0..<3 { letGo(pad, of: index, at: time) }
        return
      }
      if time >= objects[index].doubtDue, rootMeanSquare(objects[index].drifts) > TangibleLimits.doubt {
        objects[index].doubtDue = time + TangibleLimits.contest
        search(objects[index].pads[0]!, at: time)
      }
    }
    if fit.residual > TangibleLimits.deformFactor * objects[index].tolerance {
      if objects[index].badSince == nil { objects[index].badSince = time }
      if time - objects[index].badSince! >= TangibleLimits.deformTime { return deform(index, at: time) }
      // The two pads that still fit lead meanwhile.
      guard mask == 7, let best = bestPair(index, points), best.fit.residual <= objects[index].tolerance
      else {
        return
      }
      fit = best.fit
    } else {
      objects[index].badSince = nil
      if fit.residual <= objects[index].tolerance {
        for pad in 0..<3 where mask >> pad & 1 != 0 { objects[index].goodPlaces[pad] = points[pad] }
      }
    }
    objects[index].pose = fit.pose
    let rest = objects[index].restPose
    let turned = rest.direction.x * fit.pose.direction.x + rest.direction.y * fit.pose.direction.y
    if distance(rest.place, fit.pose.place) > TangibleLimits.restReach || turned < 0.985 {
      objects[index].restPose = fit.pose
      objects[index].restSince = time
      objects[index].hasMoved = true
    }
    tell(index, at: time)
  }

  /// Whether the pads lie beside their places for so long that it is another object.
  private mutating func isAnother(
    _ index: Int, _ pose: TangiblePose, _ points: OfPads<TablePoint>, at time: Int64
  ) -> Bool {
    let share = min(Float(time - objects[index].driftsAt) / TangibleLimits.driftTime, 0.1)
    objects[index].driftsAt = time
    for pad in 0..<3 {
      let offset = pose.inObject(points[pad]) - library.shapes[index].pads[pad]
      objects[index].drifts[pad] += (offset - objects[index].drifts[pad]) * share
    }
    return rootMeanSquare(objects[index].drifts) > TangibleLimits.greatestDrift
  }

  /// A last touch that leaves the object's place is a finger.
  private mutating func watchLastPad(_ index: Int, at time: Int64) {
    for pad in 0..<3 {
      guard let slot = objects[index].pads[pad] else { continue }
      let place = objects[index].pose.onSurface(library.shapes[index].pads[pad])
      if distance(place, contacts[slot]!.place) > TangibleLimits.reach { letGo(pad, of: index, at: time) }
    }
  }

  private func bestPair(_ index: Int, _ points: OfPads<TablePoint>) -> (fit: RigidFit, left: Int)? {
    var best: (fit: RigidFit, left: Int)?
    for pad in 0..<3 {
      let fit = RigidFit(library.shapes[index].pads, to: points, mask: 7 & ~(1 << pad))
      if best.map({ fit.residual < $0.fit.residual }) ?? true { best = (fit, pad) }
    }
    return best
  }

  /// Lets the pad go that does not move with the object: of three, the one without which the others fit best;
  /// of two, the one that stayed behind; both if both have moved.
  private mutating func deform(_ index: Int, at time: Int64) {
    objects[index].badSince = nil
    let points = places(index)
    if objects[index].mask == 7, let best = bestPair(index, points) {
      let slot = objects[index].pads[best.left]!
      letGo(best.left, of: index, at: time)
      if !objects[index].hasMoved && library.definitions[index].perc == nil {
        (objects[index].finger, objects[index].fingerDue) = (slot, time + TangibleLimits.contest)
      }
    } else {
      let reach = 2 * objects[index].tolerance
      var moved = 0
      for pad in 0..<3 where objects[index].mask >> pad & 1 != 0 {
        if distance(points[pad], objects[index].goodPlaces[pad]) > reach { moved |= 1 << pad }
      }
      let mask = objects[index].mask
      for pad in 0..<3 where mask >> pad & 1 != 0 && (moved == mask || moved >> pad & 1 == 0) {
        letGo(pad, of: index, at: time)
      }
    }
    if objects[index].padCount > 0 { follow(index, at: time) }
  }

  // MARK: Going

  /// A pad comes back, or leaves its touch to a finger and gets another one. Where neither has happened,
  /// three fingers lay there, and their notes sound again.
  private mutating func endFinger(_ index: Int, at time: Int64) {
    let object = objects[index]
    (objects[index].finger, objects[index].fingerDue) = (nil, .max)
    guard let slot = object.finger, let contact = contacts[slot], contact.owner == nil, object.padCount == 2,
      !object.hasMoved, let pad = (0..<3).first(where: { object.pads[$0] == nil }),
      distance(object.pose.onSurface(library.shapes[index].pads[pad]), contact.place) > TangibleLimits.reach
    else { return }
    giveBack(index, at: time)
  }

  /// Lifts what was a wrong guess. Its touches are fingers.
  mutating func giveBack(_ index: Int, at time: Int64) {
    for pad in 0..<3 where objects[index].pads[pad] != nil { letGo(pad, of: index, at: time) }
    if objects[index].isPresent { lift(index, at: time) }
  }

  /// Makes a pad's touch a finger that begins now.
  private mutating func letGo(_ pad: Int, of index: Int, at time: Int64) {
    let slot = objects[index].pads[pad]!
    contacts[slot]!.owner = nil
    contacts[slot]!.firstBegan = time
    seen[index].released += 1
    let contact = contacts[slot]!
    told.append((.released(source: contact.source, id: contact.id, place: contact.place), time))
    lose(pad, of: index, at: time)
  }

  /// A pad has no touch any more.
  mutating func lose(_ pad: Int, of index: Int, at time: Int64) {
    objects[index].pads[pad] = nil
    objects[index].reported &= ~(1 << pad)
    objects[index].badSince = nil
    switch objects[index].padCount {
    case 1: objects[index].oneLeftAt = time
    case 2: contest(index, at: time)
    case 0: hasGone(index, at: time)
    default: break
    }
  }

  private mutating func hasGone(_ index: Int, at time: Int64) {
    objects[index].goneAt = time
    objects[index].frameDue = .max
    let definition = library.definitions[index]
    if let due = percHasGone(index, at: time) {
      objects[index].leaveDue = due
      return
    }
    let hasRested = time - objects[index].restSince >= timing.filter
    let oneByOne = time - objects[index].oneLeftAt > TangibleLimits.liftedTogether
    objects[index].leaveDue = time + TangibleLimits.coast
    if hasRested && (definition.stays || oneByOne) {
      seen[index].filtered += 1
      objects[index].isFiltered = true
      objects[index].leaveDue = definition.stays ? .max : time + Int64(definition.forget * 1e9)
    }
  }

  /// Does what is due of an object.
  mutating func followDue(_ index: Int, at time: Int64) {
    let object = objects[index]
    if object.fingerDue <= time { return endFinger(index, at: time) }
    guard let gone = object.goneAt else { return follow(index, at: time) }
    // A candidate may be this object, which was put down again.
    if time < gone + 3 * TangibleLimits.coast, candidates.contains(where: { $0.definition == index }) {
      objects[index].leaveDue = time + TangibleLimits.frame
    } else {
      lift(index, at: time)
    }
  }

  /// A tap inside the triangle of a filtered object says that the object is gone.
  mutating func tapped(_ contact: Contact, at time: Int64) {
    for index in objects.indices where objects[index].isFiltered && objects[index].source == contact.source {
      let point = objects[index].pose.inObject(contact.place)
      let pads = library.shapes[index].pads
      var isInside = true
      for pad in 0..<3 {
        let (a, b) = (pads[pad], pads[(pad + 1) % 3])
        let side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        if (side > 0) != library.shapes[index].isLeftHanded { isInside = false }
      }
      if isInside { lift(index, at: time) }
    }
  }

  mutating func lift(_ index: Int, at time: Int64) {
    seen[index].lifted += 1
    told.append((.lifted(index, source: objects[index].source), time))
    objects[index].isPresent = false
    objects[index].isFiltered = false
    objects[index].leftAt = objects[index].goneAt ?? time
    objects[index].goneAt = nil
    (objects[index].frameDue, objects[index].fingerDue) = (.max, .max)
    objects[index].badSince = nil
    percIsLifted(index, at: time)
  }

  private mutating func tell(_ index: Int, at time: Int64) {
    told.append((.placed(index, source: objects[index].source, pose: objects[index].pose), time))
  }
}
