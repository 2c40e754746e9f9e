// Base values that move: with the parts of a patch from voice to voice, and from the patch's own values
// through those of its snapshots. Audio thread.
import Controls
import Lanes

/// A parameter with base values that differ between snapshots or parts.
struct MovedParameter {
  let index: Int
  let isChoice: Bool
  let isPerVoice: Bool
  /// Whether snapshots have different values, and whether parts have.
  var isMorphed: Bool
  var isParted: Bool
  /// In the parameter's travel: the patch's own value, then that of each snapshot; the value of the last one
  /// fills the rest.
  var points: InlineArray<9, Float>

  /// - Parameters:
  ///   - values: 1 to 9, the patch's own first.
  ///   - parts: those of the parts, in the parameter's travel.
  init(_ parameter: Parameter, _ values: [Float], parts: [Float]) {
    self.init(parameter, value: values[0])
    let reached = TargetParameter(parameter)
    for index in 1..<9 { points[index] = reached.travelled(values[min(index, values.count - 1)]) }
    for index in 1..<9 where points[index] != points[0] { isMorphed = true }
    isParted = !parts.allSatisfy { $0 == points[0] }
  }

  /// A parameter with one base value everywhere.
  @_noLocks init(_ parameter: Parameter, value: Float) {
    let reached = TargetParameter(parameter)
    index = reached.index
    isChoice = reached.travel == .choice
    isPerVoice = parameter.spec.isPerVoice
    (isMorphed, isParted) = (false, false)
    points = InlineArray(repeating: reached.travelled(value))
  }

  /// The value if all voices have the same position.
  @inline(__always) @_noLocks func value(_ whole: Int, _ part: Float, recalled: Int) -> Float {
    let below = points[whole == 0 ? recalled : whole]
    let above = points[whole < 8 ? whole + 1 : 8]
    if isChoice { return part < 0.5 ? below : above }
    return below + (above - below) * part
  }

  /// The value with the weights of the patch's own values and of the snapshots; of a choice, that of the greatest weight.
  @inline(never) @_noLocks func value(_ weights: InlineArray<9, Float>, recalled: Int) -> Float {
    var (sum, greatest): (Float, Int) = (0, 0)
    for index in 0..<PoseMap.limit {
      sum += weights[index] * points[index == 0 ? recalled : index]
      if weights[index] > weights[greatest] { greatest = index }
    }
    return isChoice ? points[greatest == 0 ? recalled : greatest] : sum
  }

  /// The values if each voice has its own position.
  @inline(__always) @_noLocks func value(_ whole: Lanes, _ part: Lanes, recalled: Int, last: Int) -> Lanes {
    var below = Lanes(repeating: points[recalled])
    var above = Lanes(repeating: points[1])
    for index in 1...last {
      let border = Lanes(repeating: Float(index))
      below = whole.whereLess(border, below, else: Lanes(repeating: points[index]))
      above = whole.whereLess(border, above, else: Lanes(repeating: points[index < 8 ? index + 1 : 8]))
    }
    if isChoice { return part.whereLess(Lanes(repeating: 0.5), below, else: above) }
    return below + (above - below) * part
  }
}

/// The positions of sixteen voices between the snapshots.
struct MorphPosition {
  /// Whether all voices have the same position.
  private var isOne = true
  /// The last snapshot that was passed, 0…8, and the fraction of the way to the next one.
  private var whole = Lanes(repeating: 0)
  private var part = Lanes(repeating: 0)
  /// The same for the leading voice.
  private var leadingWhole = 0
  private var leadingPart: Float = 0
  private var recalled = 0
  private var last = 1
  /// Whether all voices are at a position of the map of poses, and the weights there.
  private var isOnMap = false
  private var weights = InlineArray<9, Float>(repeating: 0)

  @_noLocks init() {}

  /// - Parameter weights: those of the patch's own values and of the snapshots.
  @_noLocks init(weights: InlineArray<9, Float>, recalled: Int) {
    isOnMap = true
    self.weights = weights
    self.recalled = recalled
  }

  /// - Parameters:
  ///   - position: 0…8, lane by lane.
  ///   - last: the number of the last snapshot.
  @_noLocks init(_ position: Lanes, leader: Int, recalled: Int, last: Int) {
    isOne = position.smallest == position.largest
    whole = position.floor
    part = position - whole
    leadingWhole = Int(whole[leader])
    leadingPart = part[leader]
    self.recalled = recalled
    self.last = last
  }

  /// Whether a parameter's base value is the same in all lanes.
  @inline(__always) @_noLocks private func isOne(for parameter: MovedParameter) -> Bool {
    isOne || !parameter.isPerVoice
  }

  /// The base values of a parameter that snapshots move, without parts.
  @inline(__always) @_noLocks func each(_ parameter: MovedParameter) -> Lanes {
    if isOnMap { return Lanes(repeating: parameter.value(weights, recalled: recalled)) }
    return isOne(for: parameter)
      ? Lanes(repeating: parameter.value(leadingWhole, leadingPart, recalled: recalled))
      : parameter.value(whole, part, recalled: recalled, last: last)
  }
}

extension TargetParameter {
  /// A value within the parameter's range, in its travel.
  @_noLocks func travelled(_ value: Float) -> Float {
    let value = settled(Lanes(repeating: value))
    return (travel == .logarithmic ? Self.octaves(value) : value)[0]
  }
}

extension Matrix {
  /// Sets the part (1…32; 0: none) of the patch that the voice on a lane (0…15) plays.
  @_noLocks public mutating func set(part: Int, lane: Int) {
    let part = UInt8(truncatingIfNeeded: max(0, min(part, Program.partLimit)))
    if parts[lane & 15] != part { step(lane: lane & 15) }
    parts[lane & 15] = part
    partsChanged = true
  }

  /// Looks up the values of the parts again after voices or the program have changed.
  @_noLocks mutating func readParts(_ program: UnsafePointer<Program>) {
    partsChanged = false
    for index in 0..<program.pointee.movedCount where program.pointee.moved[index].isParted {
      for lane in 0..<Lanes.width {
        partValues[index][lane] = program.pointee.partValues[index][Int(parts[lane])]
      }
    }
  }

  /// The base values of a parameter that parts or snapshots move: a snapshot moves what the part says.
  /// Mutating although it changes nothing: an element of an array in a structure that is not changed is read
  /// from a copy of the whole array.
  @inline(__always) @_noLocks mutating func base(
    _ index: Int, _ program: UnsafePointer<Program>, _ morph: MorphPosition, leader: Int
  ) -> Lanes {
    let parameter = program.pointee.moved[index]
    let own = Lanes(repeating: parameter.points[0])
    if !parameter.isParted { return morph.each(parameter) }
    var part = partValues[index]
    if !parameter.isPerVoice { part = Lanes(repeating: part[leader]) }
    if !parameter.isMorphed { return part }
    let moved = morph.each(parameter)
    if !parameter.isChoice { return part + (moved - own) }
    // A choice cannot be moved by a distance: it is the part's where the snapshot has the patch's own.
    let isLess = moved.whereLess(own, moved, else: part)
    return own.whereLess(moved, moved, else: isLess)
  }
}

extension PreparedConnection {
  /// The combine rule where base values have moved from the patch's own value `own` to `base`, lane by lane:
  /// the mapped value moves with them. With `base` equal to `own` it gives the same bits as the rule without
  /// motion. Not inlined, because few patches need it; it gets the connection's index, because a connection
  /// that is passed is copied in memory first.
  @inline(never) @_noLocks static func combined(
    _ program: UnsafePointer<Program>, _ index: Int, _ value: Lanes, own: Float, base: Lanes,
    _ mapped: Lanes, amount: Float
  ) -> Lanes {
    let change = mapped - own
    switch program.pointee.prepared[index].combine {
    case .sum: return value + change * amount
    case .max: return Lanes.greatest(value, base + change * amount)
    case .min: return Lanes.least(value, base + change * amount)
    case .last: return value + (mapped + (base - own) - value) * amount
    case .multiply:
      if program.pointee.prepared[index].isLogarithmic {
        return scaled(
          value, Lanes(repeating: own), mapped, amount, program.pointee.prepared[index].minimum)
      }
      let least = Lanes(repeating: 1e-9)
      let size = Lanes.greatest(base, Lanes(repeating: 0) - base)
      let divisor = size.whereLess(least, Lanes(repeating: 1), else: base)
      let factor = (mapped + (base - own)) * (Lanes(repeating: amount) / divisor) + (1 - amount)
      return size.whereLess(least, value, else: value * factor)
    }
  }
}
