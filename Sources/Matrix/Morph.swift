// Snapshots: base values that move from the patch's own values through those of its snapshots. Audio thread.
import Controls
import Lanes

/// A parameter with base values that differ between snapshots. Prepared off the audio thread.
struct MorphedParameter {
  let index: Int
  let isChoice: Bool
  let isPerVoice: Bool
  /// In the parameter's travel: the patch's own value, then that of each snapshot; the value of the last one
  /// fills the rest.
  let points: InlineArray<9, Float>

  /// - Parameter values: 1 to 9, the patch's own first.
  init(_ parameter: Parameter, _ values: [Float]) {
    let reached = Reached(parameter)
    index = reached.index
    isChoice = reached.travel == .choice
    isPerVoice = parameter.spec.isPerVoice
    var points = InlineArray<9, Float>(repeating: 0)
    for index in 0..<9 {
      let value = reached.settled(Lanes(repeating: values[min(index, values.count - 1)]))[0]
      points[index] = reached.travel == .logarithmic ? Lanes(repeating: value).log2[0] : value
    }
    self.points = points
  }

  /// The value if all voices have the same position.
  @inline(__always) @_noLocks func value(_ whole: Int, _ part: Float, recalled: Int) -> Float {
    let below = points[whole == 0 ? recalled : whole]
    let above = points[whole < 8 ? whole + 1 : 8]
    if isChoice { return part < 0.5 ? below : above }
    return below + (above - below) * part
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

  @_noLocks init() {}

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
  @inline(__always) @_noLocks func isOne(for parameter: MorphedParameter) -> Bool {
    isOne || !parameter.isPerVoice
  }

  @inline(__always) @_noLocks func one(_ parameter: MorphedParameter) -> Float {
    parameter.value(leadingWhole, leadingPart, recalled: recalled)
  }

  @inline(__always) @_noLocks func each(_ parameter: MorphedParameter) -> Lanes {
    isOne(for: parameter)
      ? Lanes(repeating: one(parameter)) : parameter.value(whole, part, recalled: recalled, last: last)
  }
}

extension PreparedConnection {
  /// The combine rule with a separate base value in each lane. Not inlined, because few patches need it.
  @inline(never) @_noLocks static func combined(
    _ connection: PreparedConnection, _ value: Lanes, base: Lanes, _ mapped: Lanes, amount: Float
  ) -> Lanes {
    switch connection.combine {
    case .sum: return value + (mapped - base) * amount
    case .max: return Lanes.greatest(value, base + (mapped - base) * amount)
    case .min: return Lanes.least(value, base + (mapped - base) * amount)
    case .last: return value + (mapped - value) * amount
    case .multiply:
      if connection.isLogarithmic {
        let factor = ((mapped - base).exp2 - 1) * amount + 1
        return Lanes.greatest(
          value + Lanes.greatest(factor, Lanes(repeating: 1e-9)).log2,
          Lanes(repeating: connection.minimum))
      }
      let least = Lanes(repeating: 1e-9)
      let size = Lanes.greatest(base, Lanes(repeating: 0) - base)
      let divisor = size.whereLess(least, Lanes(repeating: 1), else: base)
      return size.whereLess(least, value, else: value * (mapped / divisor * amount + (1 - amount)))
    }
  }
}
