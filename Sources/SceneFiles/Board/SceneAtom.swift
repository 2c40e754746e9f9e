// Words and numbers of Pd's messages, and values of widgets made of them. Not for the audio thread.
import Text

/// A part of a message.
public enum SceneAtom: Equatable, Sendable {
  case number(Float)
  case word([UInt8])

  /// The number that a word means to Pd, or nil if it is a word.
  public static func number(of word: [UInt8]) -> Float? { PdWord(bytes: word).number }

  /// The text, for people.
  public var text: [UInt8] {
    switch self {
    case .number(let number): ("\(number)" as UTF8Text).bytes
    case .word(let word): word
    }
  }

  /// As JSON.
  public var json: JSON {
    switch self {
    case .number(let number): JSON(.real(Double(number)))
    case .word(let word): JSON(.string(word))
    }
  }
}

/// The value of a widget.
public enum SceneValue: Equatable, Sendable {
  case number(Float)
  /// A word, a list, or a message.
  case words([SceneAtom])
  /// It has been struck.
  case bang

  /// A value from JSON: a number, a text, a list of both, or `true` for a stroke; nil: it is none of them.
  public init?(_ json: JSON) {
    func atom(_ json: JSON) -> SceneAtom? {
      switch json.value {
      case .integer(let number): .number(Float(number))
      case .real(let number): .number(Float(number))
      case .string(let text): text.isEmpty || text.contains(0) || text.count > 255 ? nil : .word(text)
      default: nil
      }
    }
    switch json.value {
    case .integer, .real:
      guard case .number(let number)? = atom(json), number.isFinite else { return nil }
      self = .number(number)
    case .bool(true): self = .bang
    case .string:
      guard let word = atom(json) else { return nil }
      self = .words([word])
    case .array(let elements):
      let atoms = elements.compactMap(atom)
      guard atoms.count == elements.count, atoms.count <= 64 else { return nil }
      self = .words(atoms)
    default: return nil
    }
  }

  /// As JSON.
  public var json: JSON {
    switch self {
    case .number(let number): JSON(.real(Double(number)))
    case .words(let atoms) where atoms.count == 1: atoms[0].json
    case .words(let atoms): JSON(.array(atoms.map { $0.json }))
    case .bang: JSON(.bool(true))
    }
  }

  /// The text that shows it.
  public var text: [UInt8] {
    switch self {
    case .number(let number): return ("\(number)" as UTF8Text).bytes
    case .words(let atoms):
      var text: [UInt8] = []
      for (index, atom) in atoms.enumerated() { text += (index > 0 ? [0x20] : []) + atom.text }
      return text
    case .bang: return []
    }
  }
}
