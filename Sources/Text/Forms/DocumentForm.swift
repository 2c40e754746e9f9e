// Forms: the presentation of a document's values, which screens draw. Not for the audio thread.
import Controls

/// A number of a document: its range, and what it is where the document does not say it.
public struct DocumentNumber: Equatable, Sendable {
  /// The least value.
  public var low: Double
  /// The greatest value.
  public var high: Double
  /// The value of a key that is left out.
  public var usual: Double
  /// Whether it has no fraction.
  public var isWhole: Bool
  /// Whether people read it as the name of a MIDI key.
  public var isKey = false
  /// The unit.
  public var unit = Unit.none

  /// A number that may have a fraction.
  public init(_ low: Double, _ high: Double, usual: Double? = nil, _ unit: Unit = .none) {
    (self.low, self.high, self.unit, isWhole) = (low, high, unit, false)
    self.usual = usual ?? max(0, low)
  }

  /// A whole number.
  public init(whole low: Int, _ high: Int, usual: Int? = nil, _ unit: Unit = .none, isKey: Bool = false) {
    self.init(Double(low), Double(high), usual: usual.map { Double($0) }, unit)
    (isWhole, self.isKey) = (true, isKey)
  }

  /// The seed of a random choice: a whole number that a Double holds, which an Int of WebAssembly does not.
  public static var seed: DocumentNumber {
    var number = DocumentNumber(0, 9_007_199_254_740_991)
    number.isWhole = true
    return number
  }
}

/// The form of a value: what may stand there.
public indirect enum DocumentForm: Sendable {
  /// A text of at most so many bytes, and how many lines of it are shown. One of more than three lines may
  /// have line ends.
  case text(Int, lines: Int = 1)
  /// A number, or one of some words.
  case number(DocumentNumber, words: [StaticString] = [])
  /// True or false; which of them a key that is left out is.
  case toggle(usual: Bool = false)
  /// One of some words; which of them a key that is left out is.
  case choice([StaticString], usual: Int = 0)
  /// The symbol of a controller, of a parameter.
  case controller, parameter
  /// The symbol of a `ShownValue`.
  case shown
  /// A value of a parameter in its unit, or the name of its choice.
  case value(Parameter)
  /// So many numbers, or one of some words; which of these a key that is left out is, if it is one.
  case numbers(DocumentNumber, ClosedRange<Int>, words: [StaticString] = [], usual: Int? = nil)
  /// A list of so many values, each in its own place.
  case tuple([DocumentField])
  /// A list of at most so many elements, each with the form of its index and its JSON. `new` is the JSON of
  /// an element that is added; empty: none is added or taken away.
  case list(most: Int, new: StaticString, of: @Sendable (Int, JSON) -> DocumentForm)
  /// An object.
  case object(DocumentObject)
}

/// The form of an object.
public struct DocumentObject: Sendable {
  /// Its keys, in the order in which they are shown.
  public var fields: [DocumentField]
  /// Whether an edit replaces the whole object; else it changes the keys that it names.
  public var isWhole = false
  /// Whether most of its keys are left out, and only those that are there are shown.
  public var isSparse = false
  /// The key of which the value may stand for the whole object; empty: none.
  public var short: [UInt8] = []

  /// An object of which an edit changes the keys that it names.
  public init(_ fields: [DocumentField]) { self.fields = fields }
}

/// A key of an object, or a place of a list, with its form.
public struct DocumentField: Sendable {
  /// The key; of a place of a list, its name for people.
  public var key: [UInt8]
  /// The form of the value.
  public var form: DocumentForm
  /// Whether the key can be taken away.
  public var isOptional: Bool
  /// The title before the key, for people; empty: none.
  public var title: StaticString

  /// A key as bytes of UTF-8.
  public init(_ key: [UInt8], _ form: DocumentForm, isOptional: Bool = false, title: StaticString = "") {
    (self.key, self.form, self.isOptional, self.title) = (key, form, isOptional, title)
  }

  /// A key that is written in the source.
  public init(_ key: StaticString, _ form: DocumentForm, isOptional: Bool = false) {
    self.init(UTF8Text(key).bytes, form, isOptional: isOptional)
  }
}

extension DocumentForm {
  /// An object with the keys 1, 2 and so on; `title` stands before each.
  public static func numbered(_ title: StaticString, _ count: Int, _ form: DocumentForm) -> DocumentForm {
    .object(
      DocumentObject(
        (1...count).map { number in
          DocumentField([UInt8](number.description.utf8), form, title: title)
        }))
  }

  /// A list of numbers with names.
  public static func tuple(_ names: [StaticString], _ number: DocumentNumber) -> DocumentForm {
    .tuple(names.map { DocumentField($0, .number(number)) })
  }
}
