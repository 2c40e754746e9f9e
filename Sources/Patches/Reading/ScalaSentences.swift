// Errors of Scala texts, in words. Not for the audio thread.
import Music
import Text

extension DocumentError {
  /// The sentence for an error of Scala's reader, at the first column of its line.
  public init(_ error: ScalaError) { self.init(error.fault.words.bytes, line: error.line, column: 1) }
}

extension ScalaFault {
  fileprivate var words: UTF8Text {
    switch self {
    case .noName: "the text is empty: a scale begins with its name"
    case .noCount: "the number of notes is missing"
    case .notesEnd(let after, let count): "the text ends after \(after) of \(count) notes"
    case .blankNote(let number, let count): "note \(number) of \(count) is blank"
    case .noPitch(let word): "\(JSON.quoted(word)) is not a pitch. Write cents as 701.955 or a ratio as 3/2."
    case .noPeriod: "the last note is the period and must be above 0 cents"
    case .missing(let entry): "the text ends before \(entry.line)"
    case .blank(let entry): "blank instead of \(entry.line)"
    case .noNumber(let word, let entry, let range):
      "\(JSON.quoted(word)) is no \(entry.value), \(range.lowerBound) to \(range.upperBound)"
    case .keysReversed(let first, let last): "the last key, \(last), is below the first, \(first)"
    case .noFrequency(let word): "\(JSON.quoted(word)) is no frequency in hertz, 0.001 to 100000"
    }
  }
}

extension ScalaEntry {
  /// The line of the text.
  fileprivate var line: StaticString {
    switch self {
    case .noteCount: "the number of notes"
    case .size: "the size of the map"
    case .firstKey: "the first key"
    case .lastKey: "the last key"
    case .middleKey: "the middle key"
    case .referenceKey: "the reference key"
    case .referenceFrequency: "the reference frequency"
    case .octaveDegree: "the octave degree"
    case .degree: "an entry of the map"
    }
  }

  /// The kind of number.
  fileprivate var value: StaticString {
    switch self {
    case .noteCount: "number of notes"
    case .size: "size of a map"
    case .firstKey, .lastKey, .middleKey, .referenceKey: "key"
    case .referenceFrequency: "frequency"
    case .octaveDegree: "degree of a scale"
    case .degree: "degree of a scale, or x"
    }
  }
}
