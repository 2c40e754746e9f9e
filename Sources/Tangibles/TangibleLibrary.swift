// The objects that may lie on the table. Not for the audio thread.
import Text

/// At most 32 definitions, each of which can be told from all others.
public struct TangibleLibrary: Sendable, Equatable {
  public static let limit = 32

  public private(set) var definitions: [TangibleDefinition] = []
  private(set) var shapes: [TangibleShape] = []
  /// Whether any of them has a radio.
  public private(set) var hasRadios = false

  public init() {}

  /// Why a definition cannot be added.
  public enum Refusal: Error, Equatable, Sendable {
    /// There are 32 already.
    case full
    /// Its sides are like those of a definition, by its index, to this many millimetres.
    case isLike(Int, Float)
    /// Its radio has the id of a definition, by its index.
    case hasSameID(Int)
  }

  /// Adds a definition.
  public mutating func add(_ definition: TangibleDefinition) throws(Refusal) {
    guard definitions.count < Self.limit else { throw .full }
    if let nearest = nearest(to: definition), nearest.difference < TangibleDefinition.separation {
      throw .isLike(nearest.index, nearest.difference)
    }
    if let id = definition.perc?.id, let other = definitions.firstIndex(where: { $0.perc?.id == id }) {
      throw .hasSameID(other)
    }
    definitions.append(definition)
    hasRadios = hasRadios || definition.perc != nil
    shapes.append(definition.shape)
  }

  /// Adds a definition, or says why it cannot be added.
  public mutating func fault(adding definition: TangibleDefinition) -> UTF8Text? {
    do throws(Refusal) {
      try add(definition)
      return nil
    } catch {
      switch error {
      case .full: return "it is one more than the \(Self.limit) objects of a library"
      case .hasSameID(let index): return "its \"perc\" has the id of \(definitions[index].name)"
      case .isLike(let index, let difference):
        let (name, least) = (definitions[index].name, TangibleDefinition.separation)
        // Only radios tell equal patterns apart, and only if both have one.
        let radios: UTF8Text =
          definition.perc == nil && definitions[index].perc == nil ? "" : ", and only one of them has a radio"
        return
          "it is too similar to \(name): the sides differ by at most \(difference.hundredths) mm, not \(least) mm\(radios)"
      }
    }
  }

  /// The objects with these names, in their order here; without a name all of them.
  public func narrowed(to names: [[UInt8]]) -> TangibleLibrary {
    if names.isEmpty { return self }
    var narrowed = TangibleLibrary()
    // They can be told apart here, and so they can there.
    for each in definitions where names.contains(each.name) { _ = narrowed.fault(adding: each) }
    return narrowed
  }

  /// The definition with the triangle most like another one; nil if radios tell all of them apart.
  public func nearest(to definition: TangibleDefinition) -> (index: Int, difference: Float)? {
    var nearest: (index: Int, difference: Float)?
    for index in definitions.indices {
      guard let difference = definitions[index].difference(to: definition) else { continue }
      if nearest.map({ difference < $0.difference }) ?? true { nearest = (index, difference) }
    }
    return nearest
  }

  public static func == (left: TangibleLibrary, right: TangibleLibrary) -> Bool {
    left.definitions == right.definitions
  }
}
