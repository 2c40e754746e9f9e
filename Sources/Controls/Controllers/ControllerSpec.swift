// The specification of a controller, in the words of documents and hosts. Any thread.

extension Controller {
  /// The specification of a controller. Its normalised value is (natural − minimum) / (fullScale − minimum),
  /// clamped to 0…1.
  public struct Spec: Sendable {
    public let symbol: Symbol
    public let name: Symbol
    /// The name where there is little room, of at most 24 letters.
    public let shortName: Symbol
    /// One sentence for people.
    public let text: StaticString
    /// The formula, in the notation of docs/controllers.md.
    public let formula: StaticString
    public let unit: Unit
    /// The natural value that is 1 when normalised.
    public let fullScale: Float
    /// A bipolar controller runs from −fullScale to fullScale and rests at 0.
    public let isBipolar: Bool
    /// Full scale is the same position as the minimum.
    public let isCyclic: Bool
    /// Each voice has its own value.
    public let isPerVoice: Bool
    /// The natural value while nothing supplies it.
    public let rest: Float

    @_noLocks init(
      _ symbol: Symbol, _ name: Symbol, _ unit: Unit, _ fullScale: Float, bipolar: Bool = false,
      cyclic: Bool = false, perVoice: Bool = false, rest: Float = 0, short: Symbol? = nil,
      _ text: StaticString, _ formula: StaticString
    ) {
      self.symbol = symbol
      self.name = name
      shortName = short ?? name
      self.text = text
      self.formula = formula
      self.unit = unit
      self.fullScale = fullScale
      isBipolar = bipolar
      isCyclic = cyclic
      isPerVoice = perVoice
      self.rest = rest
    }

    public var minimum: Float { @_noLocks get { isBipolar ? -fullScale : 0 } }
  }
}
