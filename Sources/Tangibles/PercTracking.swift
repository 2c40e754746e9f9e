// Recognition of objects with a radio: by touches that come with the field, and by light where that is not
// certain. Input thread. docs/tangibles.md has the rules.
import Lanes

extension TangibleTracker {
  /// Takes a message of an object, after the deadlines before it. An unknown id is counted.
  public mutating func handle(
    _ message: PercMessage, at time: Int64, tell: (TangibleChange, Int64) -> Void
  ) {
    workOff(until: time)
    if let index = library.definitions.firstIndex(where: { $0.perc?.id == message.id }) {
      receive(message, index, at: time)
      takeRipe(at: time)
    } else {
      refused.messages += 1
    }
    flush(tell)
  }

  /// The spots that the surfaces show now.
  public var shows: [TangibleShow] {
    var shows: [TangibleShow] = []
    for index in percs.indices {
      guard let check = percs[index].check else { continue }
      func show(_ pose: TangiblePose, _ source: UInt32, _ radius: Float, _ isLight: Bool) {
        shows.append(
          TangibleShow(
            object: index, source: source, place: pose.onSurface(library.shapes[index].light), radius: radius,
            isLight: isLight))
      }
      guard let option = check.option else {
        let object = objects[index]
        show(object.pose, object.source, TangibleLimits.spotRadius, check.wanted)
        continue
      }
      show(option.pose, option.source, option.radius, check.wanted)
      // A rival below the same spot cannot be told from it by this check.
      let spot = option.pose.onSurface(library.shapes[index].light)
      for rival in percs[index].options where rival != option {
        let away = distance(rival.pose.onSurface(library.shapes[index].light), spot)
        if rival.source == option.source && away < option.radius + rival.radius { continue }
        show(rival.pose, rival.source, rival.radius, !check.wanted)
      }
    }
    return shows
  }

  private mutating func receive(_ message: PercMessage, _ index: Int, at time: Int64) {
    percs[index].heardAt = time
    if percs[index].state == .away, message.word != .near || message.isOn { percs[index].state = .near }
    switch (message.word, message.isOn) {
    case (.near, true): break
    case (.near, false): leave(index, to: .away, at: time)
    case (.field, true):
      guard percs[index].state == .near else { return }
      percs[index].stop()
      percs[index].state = .onSurface
      percs[index].fieldAt = time
      percs[index].windowDue = time + timing.window
      for slot in contacts.indices where contacts[slot].map({ $0.owner.map(isGuess) ?? true }) ?? false {
        search(slot, at: time)
      }
    case (.field, false): if percs[index].state != .near { leave(index, to: .near, at: time) }
    case (.light, _):
      percs[index].isLight = message.isOn
      guard let check = percs[index].check else { break }
      if check.wanted == message.isOn {
        isRight(index, at: time)
      } else {
        percs[index].check!.isElsewhere = true
      }
    }
  }

  /// The object is not on the surface any more. Touches that are still there are followed until they end.
  private mutating func leave(_ index: Int, to state: PercState.State, at time: Int64) {
    percs[index].stop()
    percs[index].state = state
    if objects[index].isPresent && objects[index].padCount == 0 { lift(index, at: time) }
  }

  // MARK: The window

  /// Whether an object with a radio may become a token by its touches alone: it is known to lie there.
  func mayRipen(_ definition: Int) -> Bool {
    library.definitions[definition].perc == nil || percs[definition].state == .recognised
  }

  /// Whether a radio that is near, but not on the surface yet, has the same pattern: its field may come a
  /// little after the touches.
  func hasRadioTwin(_ definition: Int) -> Bool {
    library.definitions[definition].perc != nil
      && percs.indices.contains {
        $0 != definition && percs[$0].state == .near
          && library.shapes[$0].difference(to: library.shapes[definition]) < TangibleDefinition.separation
      }
  }

  /// Whether a triple may still turn out to be another one.
  func isGuess(_ definition: Int) -> Bool { percs[definition].isGuess }

  private func option(_ candidate: TangibleCandidate) -> PercOption {
    PercOption(
      slots: ofPads { candidate.slots[$0] }, source: contacts[candidate.slots[0]]!.source,
      pose: candidate.pose, radius: TangibleLimits.spotRadius)
  }

  /// The triples that fit an object, and what it has been guessed to be.
  /// - Parameter isInWindow: only those with touches that came with the field.
  private func triples(_ index: Int, isInWindow: Bool) -> [PercOption] {
    let window = percs[index].fieldAt - timing.window...percs[index].fieldAt + timing.window
    var found: [PercOption] = []
    if percs[index].isGuess, objects[index].padCount == 3 {
      found.append(
        PercOption(
          slots: objects[index].pads, source: objects[index].source, pose: objects[index].pose,
          radius: TangibleLimits.spotRadius))
    }
    for candidate in candidates where candidate.definition == index && found.count < TangibleLimits.options {
      let isEarly = (0..<3).contains { !window.contains(contacts[candidate.slots[$0]]!.firstBegan) }
      if isInWindow && isEarly { continue }
      let new = option(candidate)
      if !found.contains(where: { old in (0..<3).allSatisfy { old.slots[$0] == new.slots[$0] } }) {
        found.append(new)
      }
    }
    return found
  }

  /// Whether another object that has just come may have the same touches.
  private func isContested(_ index: Int, _ option: PercOption) -> Bool {
    percs.indices.contains { other in
      other != index && percs[other].state == .onSurface
        && (percs[other].options.contains { $0.shares(option) }
          || percs[other].windowDue != .max
            && triples(other, isInWindow: true).contains { $0.shares(option) })
    }
  }

  /// Recognises objects by touches that have come with the field, as a guess.
  mutating func guess(at time: Int64) {
    for index in percs.indices
    where percs[index].state == .onSurface && percs[index].windowDue != .max && !percs[index].isGuess {
      let found = triples(index, isInWindow: true)
      guard found.count == 1, !isContested(index, found[0]) else { continue }
      percs[index].isGuess = true
      win(index, found[0], at: time)
    }
  }

  private mutating func endWindow(_ index: Int, at time: Int64) {
    let found = triples(index, isInWindow: true)
    let isContested = found.contains { self.isContested(index, $0) }
    percs[index].windowDue = .max
    if found.count == 1 && !isContested {
      let isThere = percs[index].isGuess
      percs[index].isGuess = false
      percs[index].state = .recognised
      if !isThere { win(index, found[0], at: time) }
      return
    }
    if percs[index].isGuess {
      percs[index].isGuess = false
      giveBack(index, at: time)
    }
    percs[index].options = found.isEmpty ? places(index) : found
    percs[index].isLightOnly = found.isEmpty || isContested
    check(index, at: time)
  }

  /// Where an object may lie of which no triple came with the field: triples of any time, pairs that are as
  /// far apart as its longest side, or one that is hardly shorter, and each touch.
  private func places(_ index: Int) -> [PercOption] {
    var found = triples(index, isInWindow: false)
    let (shape, limit) = (library.shapes[index], TangibleLimits.sideFactor * objects[index].tolerance)
    let free = contacts.indices.filter { contacts[$0].map { $0.owner == nil } ?? false }
    for pad in 0..<3 where shape.sorted[2] - shape.sides[pad] < TangibleDefinition.leastDifference {
      let (first, second) = ((pad + 1) % 3, (pad + 2) % 3)
      for slot in free {
        for other in free
        where other != slot && contacts[other]!.source == contacts[slot]!.source
          && found.count < TangibleLimits.options
        {
          let (a, b) = (contacts[slot]!.place, contacts[other]!.place)
          if abs(distance(a, b) - shape.sides[pad]) > limit { continue }
          var points = OfPads(repeating: TablePoint.zero)
          (points[first], points[second]) = (a, b)
          var slots = OfPads<Int?>(repeating: nil)
          (slots[first], slots[second]) = (slot, other)
          let fit = RigidFit(shape.pads, to: points, mask: 7 & ~(1 << pad))
          found.append(
            PercOption(
              slots: slots, source: contacts[slot]!.source, pose: fit.pose, radius: TangibleLimits.spotRadius)
          )
        }
      }
    }
    for slot in free where found.count < TangibleLimits.options {
      var pose = objects[index].pose
      pose.place = .zero
      pose.place = contacts[slot]!.place - pose.onSurface(shape.pads[0])
      // The sensor lies somewhere on a circle about the touch.
      found.append(
        PercOption(
          slots: [slot, nil, nil], source: contacts[slot]!.source, pose: pose,
          radius: TangibleLimits.spotRadius + 2 * distance(shape.light, shape.pads[0])))
    }
    return found
  }

  // MARK: Light

  /// Checks the next place, or ends the search.
  private mutating func check(_ index: Int, at time: Int64) {
    percs[index].check = nil
    percs[index].nextCheck = .max
    percs[index].options.removeAll { option in
      (0..<3).contains { pad in
        option.slots[pad].map { slot in
          contacts[slot].map { $0.owner != nil && objects[$0.owner!].padCount == 3 } ?? true
        } ?? false
      }
    }
    guard let option = percs[index].options.first else {
      percs[index].nextCheck = time + TangibleLimits.lightPause
      return
    }
    if percs[index].options.count == 1 && !percs[index].isLightOnly {
      percs[index].state = .recognised
      return win(index, option, at: time)
    }
    // Two sensors would see one light: the checks of objects with the same touches follow each other.
    for other in percs.indices where other != index {
      guard let running = percs[other].check, let rival = running.option, rival.shares(option) else {
        continue
      }
      percs[index].nextCheck = running.due + 1
      return
    }
    begin(option, of: index, at: time)
  }

  private mutating func begin(
    _ option: PercOption?, isSecond: Bool = false, of index: Int, at time: Int64
  ) {
    // The last reading may be unknown or lost: after a failure the other change is asked for.
    let isOther = isSecond || percs[index].failures % 2 != 0
    percs[index].check = PercState.Check(
      option: option, wanted: percs[index].isLight == isOther, isSecond: isSecond, due: time + timing.light,
      places: ofPads { pad in
        option.flatMap { $0.slots[pad] }.flatMap { contacts[$0]?.place } ?? .zero
      })
  }

  /// The sensor has followed the light.
  private mutating func isRight(_ index: Int, at time: Int64) {
    let option = percs[index].check!.option
    percs[index].check = nil
    percs[index].failures = 0
    if let option {
      percs[index].options = []
      percs[index].state = .recognised
      win(index, option, at: time)
    } else {
      percs[index].nextCheck = time + TangibleLimits.lightPause
    }
  }

  /// The sensor has not followed the light in time.
  private mutating func isWrong(_ index: Int, at time: Int64) {
    let check = percs[index].check!
    percs[index].check = nil
    guard let option = check.option else {
      percs[index].failures += 1
      percs[index].nextCheck = time + TangibleLimits.lightPause
      if percs[index].failures >= TangibleLimits.lightFailures { lift(index, at: time) }
      return
    }
    let hasMoved = (0..<3).contains { pad in
      option.slots[pad].flatMap { contacts[$0] }.map {
        distance($0.place, check.places[pad]) > TangibleLimits.restReach
      } ?? false
    }
    if !hasMoved && !check.isSecond && !check.isElsewhere {
      return begin(option, isSecond: true, of: index, at: time)
    }
    // A moving option is not checked: its turn comes after the others.
    if let at = percs[index].options.firstIndex(of: option) { percs[index].options.remove(at: at) }
    if hasMoved { percs[index].options.append(moved(option, index)) }
    self.check(index, at: time)
  }

  /// A place with the touches where they are now.
  private func moved(_ option: PercOption, _ index: Int) -> PercOption {
    let mask = (0..<3).reduce(0) { $0 | (option.slots[$1] == nil ? 0 : 1 << $1) }
    if mask.nonzeroBitCount < 2 { return option }
    var moved = option
    let points = ofPads { pad in option.slots[pad].flatMap { contacts[$0]?.place } ?? .zero }
    moved.pose = RigidFit(library.shapes[index].pads, to: points, mask: mask).pose
    return moved
  }

  /// The object lies at this place.
  private mutating func win(_ index: Int, _ option: PercOption, at time: Int64) {
    percs[index].options = []
    place(index, option.slots, moved(option, index).pose, at: time)
    let isGuess = percs[index].isGuess
    candidates.removeAll { candidate in
      (isGuess ? false : candidate.definition == index)
        || (0..<3).contains { pad in option.slots[pad].map { candidate.has($0) } ?? false }
    }
  }

  // MARK: Deadlines and touches

  /// Does what is due of an object with a radio.
  mutating func percDue(_ index: Int, at time: Int64) {
    if time >= percs[index].heardAt + TangibleLimits.radioLost { return leave(index, to: .away, at: time) }
    if percs[index].windowDue <= time { return endWindow(index, at: time) }
    if let check = percs[index].check, check.due <= time { return isWrong(index, at: time) }
    guard percs[index].nextCheck <= time else { return }
    percs[index].nextCheck = .max
    switch percs[index].state {
    case .recognised:
      if objects[index].isPresent && objects[index].padCount == 0 { begin(nil, of: index, at: time) }
    case .onSurface:
      if percs[index].options.isEmpty {
        percs[index].options = places(index)
        percs[index].isLightOnly = true
      }
      check(index, at: time)
    case .away, .near: break
    }
  }

  /// An option is none any more when one of its touches ends.
  mutating func percLoses(_ slot: Int, at time: Int64) {
    for index in percs.indices where percs[index].options.contains(where: { $0.has(slot) }) {
      percs[index].options.removeAll { $0.has(slot) }
      if percs[index].check.map({ $0.option?.has(slot) ?? false }) ?? true { check(index, at: time) }
    }
  }

  /// When an object with a radio is lifted that has lost its touches, or nil if it has no radio.
  mutating func percHasGone(_ index: Int, at time: Int64) -> Int64? {
    guard library.definitions[index].perc != nil else { return nil }
    guard percs[index].state == .recognised || percs[index].isGuess else { return time }
    percs[index].nextCheck = time + TangibleLimits.lightPause
    return .max
  }

  /// An object that was lifted, but has not left the surface, is looked for again.
  mutating func percIsLifted(_ index: Int, at time: Int64) {
    guard percs[index].state == .recognised else { return }
    percs[index].stop()
    percs[index].state = .onSurface
    percs[index].nextCheck = time + TangibleLimits.lightPause
  }
}
