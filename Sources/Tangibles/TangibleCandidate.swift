// Triples of touches that may be an object: how they are found, and when one of them is the object. Input
// thread.
import Lanes

/// Three touches that fit a definition, watched until it is certain or refuted.
struct TangibleCandidate: Sendable {
  let definition: Int
  /// The contact of each pad.
  let slots: OfPads<Int>
  /// Since when it fits, or is compared with an object that has its touches; pauses do not count.
  var since: Int64
  /// The time for which it must fit.
  var need: Int64
  /// Whether the object was at this place a moment ago.
  var isBack: Bool
  /// When the last of the touches began.
  let lastBegan: Int64
  var pose: TangiblePose
  /// Where it fitted first.
  let start: TangiblePose
  /// Until when it waits, because another finger of a hand has left.
  var handDue = Int64.min
  /// Each pad's offset now, in the object's frame, and its integral over time in mm·ns until `until`.
  var offsets: OfPads<TablePoint>
  var sums = OfPads(repeating: SIMD2<Float>.zero)
  var until: Int64
  /// The pads that have moved in this frame, a bit each, and when the frame ends without the others.
  var reported = 0
  var frameDue = Int64.max
  /// When it has fitted for long enough; afterwards only events change it.
  var checkDue: Int64

  var due: Int64 { min(frameDue, checkDue) }

  func isOf(_ other: OfPads<Int>) -> Bool {
    slots[0] == other[0] && slots[1] == other[1] && slots[2] == other[2]
  }

  func has(_ slot: Int) -> Bool { slots[0] == slot || slots[1] == slot || slots[2] == slot }

  func shares(_ other: TangibleCandidate) -> Bool {
    definition == other.definition || has(other.slots[0]) || has(other.slots[1]) || has(other.slots[2])
  }

  /// The mean offset of each pad until `time`.
  func means(at time: Int64) -> OfPads<SIMD2<Float>> {
    ofPads { (sums[$0] + offsets[$0] * Float(time - until)) / Float(time - since) }
  }

  /// The root mean square of the pads' mean offsets until `time`.
  func meanOffset(at time: Int64) -> Float {
    time > since ? rootMeanSquare(means(at: time)) : .infinity
  }

  /// Begins anew, to be compared with an object that is recognized for so long.
  mutating func contest(for time: Int64 = TangibleLimits.contest, at now: Int64) {
    (since, until, sums) = (now, now, OfPads(repeating: .zero))
    checkDue = now + time
  }

  /// Adds the offsets that hold until now to their integral.
  mutating func integrate(until time: Int64) {
    for pad in 0..<3 { sums[pad] += offsets[pad] * Float(time - until) }
    until = time
  }

  /// Whether it has fitted for long enough, and well.
  func isRipe(_ mean: Float, at time: Int64) -> Bool {
    let isOld = time - lastBegan >= TangibleLimits.still && time - since >= 2 * need && hasMoved
    return mean <= (isOld ? TangibleLimits.coarse : TangibleLimits.fine) && time - since >= need
  }

  /// Whether the three touches have moved as one thing, as fingers hardly do.
  private var hasMoved: Bool {
    let turned = start.direction.x * pose.direction.x + start.direction.y * pose.direction.y
    return distance(start.place, pose.place) >= TangibleLimits.moved || turned < TangibleLimits.turned
  }
}

extension TangibleTracker {
  func points(_ slots: OfPads<Int>) -> OfPads<TablePoint> { ofPads { contacts[slots[$0]]!.place } }

  private func offsets(_ definition: Int, _ points: OfPads<TablePoint>, _ pose: TangiblePose)
    -> OfPads<TablePoint>
  {
    let pads = library.shapes[definition].pads
    return ofPads { pose.inObject(points[$0]) - pads[$0] }
  }

  /// Whether a touch may be a pad of another object than its own. A radio is certain; other objects may be
  /// something else.
  private func isFree(_ contact: Contact) -> Bool {
    guard let owner = contact.owner else { return true }
    return library.definitions[owner].perc == nil || objects[owner].padCount < 3 || isGuess(owner)
  }

  /// Whether an object may be found now.
  func isSought(_ index: Int) -> Bool {
    if library.definitions[index].perc == nil { return true }
    return percs[index].isOnSurface && (objects[index].padCount < 2 || isGuess(index))
  }

  /// The objects with three pads that a triple contradicts: they have its touches, or are its definition.
  private func opponents(_ definition: Int, _ slots: OfPads<Int>) -> [Int] {
    objects.indices.filter { index in
      objects[index].padCount == 3 && !isGuess(index)
        && (index == definition || (0..<3).contains { contacts[slots[$0]]!.owner == index })
    }
  }

  /// Whether a triple may be a better place for an object that is followed: it has some of its touches, but
  /// not all of them as they are.
  private func isAnotherPlace(_ definition: Int, _ slots: OfPads<Int>) -> Bool {
    let object = objects[definition]
    if object.padCount < 2 || isGuess(definition) { return true }
    return (0..<3).contains { contacts[slots[$0]]!.owner == definition }
      && !(0..<3).allSatisfy { object.pads[$0] == slots[$0] }
  }

  /// Joins a touch with every two other free ones of its source that are near enough.
  mutating func search(_ slot: Int, at time: Int64) {
    let touch = contacts[slot]!
    var sought: [SidePattern] = []
    var reach: Float = 0
    for index in objects.indices where isSought(index) {
      let sorted = library.shapes[index].sorted
      sought.append(
        SidePattern(
          index: index, sorted: [sorted[0], sorted[1], sorted[2]],
          limit: TangibleLimits.sideFactor * objects[index].tolerance))
      reach = max(reach, sorted[2] + 3 * objects[index].tolerance)
    }
    if reach == 0 { return }
    var near: [NearbyTouch] = []
    for other in contacts.indices where other != slot {
      guard let contact = contacts[other], contact.source == touch.source, isFree(contact) else { continue }
      let away = distance(contact.place, touch.place)
      if away <= reach { near.append(NearbyTouch(slot: other, place: contact.place, away: away)) }
    }
    for first in near.indices {
      let one = near[first]
      for second in near.indices[(first + 1)...] {
        let two = near[second]
        let across = distance(one.place, two.place)
        if across > reach { continue }
        let (low, high) = (min(one.away, two.away), max(one.away, two.away))
        let sorted: SIMD3<Float> = [min(low, across), max(low, min(high, across)), max(high, across)]
        for each in sought {
          let miss = sorted - each.sorted
          if abs(miss.z) > each.limit || abs(miss.y) > each.limit || abs(miss.x) > each.limit { continue }
          compare([slot, one.slot, two.slot], with: each, at: time)
        }
      }
    }
  }

  /// The first comparison with a definition: its sides from the shortest to the longest.
  private struct SidePattern {
    let index: Int
    let sorted: SIMD3<Float>
    /// By how much each may miss.
    let limit: Float
  }

  /// A touch near the one that is searched for.
  private struct NearbyTouch {
    let slot: Int
    let place: TablePoint
    let away: Float
  }

  /// Compares three touches with a definition, the sorted sides of which fit, in every order.
  private mutating func compare(_ triple: OfPads<Int>, with sought: SidePattern, at time: Int64) {
    let places = points(triple)
    let sides = TangibleShape.sides(of: places)
    let (index, limit) = (sought.index, sought.limit)
    let shape = library.shapes[index]
    // A triple of the other handedness has its touches in the other order.
    let step = TangibleShape.isLeftHanded(places) == shape.isLeftHanded ? 1 : 2
    for turn in 0..<3 {
      let order = ofPads { (turn + $0 * step) % 3 }
      guard abs(sides[order[0]] - shape.sides[0]) <= limit, abs(sides[order[1]] - shape.sides[1]) <= limit,
        abs(sides[order[2]] - shape.sides[2]) <= limit
      else { continue }
      consider(index, ofPads { triple[order[$0]] }, at: time)
    }
  }

  /// Begins to watch a triple that fits, unless it is watched already.
  private mutating func consider(_ definition: Int, _ slots: OfPads<Int>, at time: Int64) {
    for index in candidates.indices
    where candidates[index].definition == definition && candidates[index].isOf(slots) { return }
    if !isAnotherPlace(definition, slots) { return }
    let places = points(slots)
    let fit = RigidFit(library.shapes[definition].pads, to: places)
    if fit.residual > objects[definition].tolerance || !hasFittingRadius(definition, slots) { return }
    guard candidates.count < TangibleLimits.candidates else {
      refused.candidates += 1
      return
    }
    let began = ofPads { contacts[slots[$0]]!.firstBegan }
    let isBack = isBack(definition, slots, fit.pose, at: time)
    let need = isBack ? TangibleLimits.back : need(definition, slots, began)
    var candidate = TangibleCandidate(
      definition: definition, slots: slots, since: time, need: need, isBack: isBack,
      lastBegan: max(began[0], began[1], began[2]), pose: fit.pose, start: fit.pose,
      offsets: offsets(definition, places, fit.pose), until: time, checkDue: time + need)
    resume(&candidate, at: time)
    if !opponents(definition, slots).isEmpty { candidate.contest(at: time) }
    candidates.append(candidate)
  }

  /// An object has lost a pad. Three touches that fit say more than two, but not at once: the pad may come
  /// back.
  mutating func contest(_ index: Int, at time: Int64) {
    let need = confirm.time + TangibleLimits.apart
    for each in candidates.indices
    where candidates[each].definition == index
      || (0..<3).contains(where: { contacts[candidates[each].slots[$0]]!.owner == index })
    {
      (candidates[each].need, candidates[each].isBack) = (need, false)
      candidates[each].contest(for: need, at: time)
    }
  }

  // MARK: Pauses

  /// Keeps the candidates of a touch that ends: it may come back in its place.
  mutating func pause(_ slot: Int, at time: Int64) {
    paused.removeAll { time - $0.until > TangibleLimits.sameTouch }
    for index in candidates.indices.reversed() where candidates[index].has(slot) {
      var candidate = candidates.remove(at: index)
      candidate.integrate(until: time)
      if paused.count < TangibleLimits.candidates { paused.append(candidate) }
    }
  }

  /// Lets a candidate go on that had the same touches but one.
  private func resume(_ candidate: inout TangibleCandidate, at time: Int64) {
    let (definition, slots) = (candidate.definition, candidate.slots)
    guard
      let old = paused.last(where: { old in
        old.definition == definition && time - old.until <= TangibleLimits.sameTouch
          && (0..<3).count { old.slots[$0] == slots[$0] } >= 2
          && (0..<3).allSatisfy { contacts[slots[$0]]!.firstBegan <= old.since }
      })
    else { return }
    candidate.since = time - (old.until - old.since)
    candidate.sums = old.sums
    candidate.checkDue = max(time, candidate.since + candidate.need)
  }

  private func hasFittingRadius(_ definition: Int, _ slots: OfPads<Int>) -> Bool {
    guard let range = library.definitions[definition].radius else { return true }
    for pad in 0..<3 {
      let radius = contacts[slots[pad]]!.radius
      if !radius.isNaN && !range.contains(radius) { return false }
    }
    return true
  }

  /// Whether an object was near a pose a moment ago.
  private func isBack(
    _ definition: Int, _ slots: OfPads<Int>, _ pose: TangiblePose, at time: Int64
  ) -> Bool {
    let object = objects[definition]
    guard let gone = object.goneAt ?? object.leftAt else { return false }
    return (object.isFiltered || time - gone < TangibleLimits.memory)
      && object.source == contacts[slots[0]]!.source
      && distance(object.pose.place, pose.place) <= TangibleLimits.memoryReach
  }

  /// Returns the time for which a triple must fit: more if the pads began apart.
  private func need(_ definition: Int, _ slots: OfPads<Int>, _ began: OfPads<Int64>) -> Int64 {
    let spread = max(began[0], began[1], began[2]) - min(began[0], began[1], began[2])
    let isContested = (0..<3).contains {
      contacts[slots[$0]]!.owner.map { objects[$0].padCount > 1 } ?? false
    }
    let isCertain = spread <= TangibleLimits.together && !isContested
    let need = isCertain ? confirm.time : confirm.time + TangibleLimits.apart
    return hasRadioTwin(definition) ? max(need, timing.window) : need
  }

  // MARK: Watching

  /// Ends the frame of each candidate of a touch that reports for a second time.
  mutating func endFrames(of slot: Int, at time: Int64) {
    for index in candidates.indices.reversed()
    where candidates[index].reported & candidates[index].bit(of: slot) != 0 {
      evaluate(index, at: time)
    }
  }

  /// Notes that a touch has moved. The frame ends with the last of the three.
  mutating func hasMoved(_ slot: Int, at time: Int64) {
    for index in candidates.indices.reversed() {
      let bit = candidates[index].bit(of: slot)
      if bit == 0 { continue }
      if candidates[index].reported == 0 { candidates[index].frameDue = time + TangibleLimits.frame }
      candidates[index].reported |= bit
      if candidates[index].reported == 7 { evaluate(index, at: time) }
    }
  }

  /// Fits a candidate anew, and drops it if it does not fit any more.
  mutating func evaluate(_ index: Int, at time: Int64) {
    let definition = candidates[index].definition
    let slots = candidates[index].slots
    let places = points(slots)
    let fit = RigidFit(library.shapes[definition].pads, to: places)
    if fit.residual > TangibleLimits.frameFactor * objects[definition].tolerance {
      candidates.remove(at: index)
      return
    }
    candidates[index].integrate(until: time)
    candidates[index].pose = fit.pose
    candidates[index].offsets = offsets(definition, places, fit.pose)
    candidates[index].reported = 0
    candidates[index].frameDue = .max
  }

  /// Makes objects of the candidates that are certain, the best first.
  mutating func takeRipe(at time: Int64) {
    if library.hasRadios { guess(at: time) }
    while let index = bestRipe(at: time) { take(index, at: time) }
    // What was no better is compared again, at the first event after the time.
    for index in candidates.indices
    where time - candidates[index].since >= TangibleLimits.contest
      && !opponents(candidates[index].definition, candidates[index].slots).isEmpty
    {
      candidates[index].contest(at: time)
      candidates[index].checkDue = .max
    }
  }

  private func bestRipe(at time: Int64) -> Int? {
    if candidates.isEmpty { return nil }
    let means = candidates.map { $0.meanOffset(at: time) }
    var best: Int?
    for index in candidates.indices where best.map({ means[index] < means[$0] }) ?? true {
      let candidate = candidates[index]
      if !candidate.isRipe(means[index], at: time) || !mayRipen(candidate.definition) { continue }
      if time < candidate.handDue || isOfChord(candidate, means[index], at: time) { continue }
      let opponents = opponents(candidate.definition, candidate.slots)
      if !opponents.isEmpty {
        let isBetter = opponents.allSatisfy {
          means[index] + TangibleLimits.better <= rootMeanSquare(objects[$0].drifts)
        }
        if !isBetter || time - candidate.since < TangibleLimits.contest { continue }
      }
      // A rival that fits better may become certain a little later.
      let waits =
        time < candidate.since + 2 * candidate.need
        && candidates.indices.contains {
          means[$0] < means[index] && candidates[$0].shares(candidate)
        }
      if !waits { best = index }
    }
    return best
  }

  private mutating func take(_ index: Int, at time: Int64) {
    let candidate = candidates[index]
    place(
      candidate.definition, ofPads { candidate.slots[$0] }, candidate.pose,
      drifts: candidate.means(at: time), at: time)
    candidates.remove(at: index)
    for other in candidates.indices where candidates[other].shares(candidate) {
      candidates[other].contest(at: time)
    }
    candidates = candidates.filter { other in
      isSought(other.definition) && isAnotherPlace(other.definition, other.slots)
        && (0..<3).allSatisfy { isFree(contacts[other.slots[$0]]!) }
    }
  }
}

extension TangibleTracker {
  // MARK: Chords

  /// Whether another finger of a hand holds a chord with these three touches, as far as that is not
  /// improbable.
  private func isOfChord(_ candidate: TangibleCandidate, _ mean: Float, at time: Int64) -> Bool {
    if candidate.isBack || mean <= TangibleLimits.exact && time - candidate.since >= TangibleLimits.patience {
      return false
    }
    return contacts.indices.contains { isInHand($0, with: candidate, at: time) }
  }

  /// Whether a touch came with these three, lies within a hand's reach of them, and has stayed or moved
  /// along.
  private func isInHand(_ slot: Int, with candidate: TangibleCandidate, at time: Int64) -> Bool {
    let touches = ofPads { contacts[candidate.slots[$0]]! }
    guard let contact = contacts[slot], contact.owner == nil, !candidate.has(slot),
      contact.source == touches[0].source
    else { return false }
    let began = ofPads { touches[$0].firstBegan }
    let (first, last) = (min(began[0], began[1], began[2]), max(began[0], began[1], began[2]))
    let isTogether = last - first <= TangibleLimits.together
    let spread = isTogether ? TangibleLimits.chord : TangibleLimits.apart
    let gaps = ofPads { distance(touches[$0].place, contact.place) }
    guard first - spread...last + spread ~= contact.firstBegan,
      // A pad may make two touches.
      TangibleLimits.reach...TangibleLimits.hand ~= min(gaps[0], gaps[1], gaps[2]),
      max(gaps[0], gaps[1], gaps[2]) <= TangibleLimits.span
    else { return false }
    // Far from the pads, their noise turns the place to which it would have moved.
    var away = distance(candidate.pose.onSurface(candidate.start.inObject(contact.beganAt)), contact.place)
    if distance(candidate.start.place, candidate.pose.place) < TangibleLimits.along {
      away = min(away, distance(contact.beganAt, contact.place))
    }
    let age = Float(time - contact.began) / 1e9
    if away > min(TangibleLimits.along, 0.9 + TangibleLimits.slow * age) { return false }
    // It may be a pad of a second object that was put down at the same time.
    return !candidates.contains { $0.has(slot) && !$0.shares(candidate) }
  }

  /// The finger of a hand that leaves first does not make an object of the others.
  mutating func leaveHand(_ slot: Int, at time: Int64) {
    for index in candidates.indices where isInHand(slot, with: candidates[index], at: time) {
      candidates[index].handDue = time + TangibleLimits.handTime
      let due = candidates[index].checkDue
      candidates[index].checkDue = max(due == .max ? 0 : due, candidates[index].handDue)
    }
  }
}

extension TangibleCandidate {
  /// The bit of the pad that has this touch; 0: none.
  func bit(of slot: Int) -> Int { slots[0] == slot ? 1 : slots[1] == slot ? 2 : slots[2] == slot ? 4 : 0 }
}
