// What is wrong with a text of Scala. Not for the audio thread.

/// A text of Scala that is refused, and where. It carries no sentence: who shows it, words it.
public struct ScalaError: Error, Equatable {
  public var fault: ScalaFault
  /// The line of the text, from 1; 0 where the text ends before its first line.
  public var line: Int

  public init(_ fault: ScalaFault, line: Int) {
    self.fault = fault
    self.line = line
  }
}

/// What is wrong. A `word` is as it stands in the text, at most 32 bytes.
public enum ScalaFault: Equatable, Sendable {
  /// A scale without its first line.
  case noName
  /// A scale that ends before the number of its notes.
  case noCount
  /// A scale that ends after `count` notes.
  case notesEnd(after: Int, of: Int)
  /// A blank line instead of a note, which counts from 1.
  case blankNote(Int, of: Int)
  /// Neither cents nor a ratio, or beyond ±120,000 cents.
  case noPitch(word: [UInt8])
  /// The last note is the period, and not above 0 cents.
  case noPeriod
  /// The text ends before an entry.
  case missing(ScalaEntry)
  /// A blank line instead of an entry.
  case blank(ScalaEntry)
  /// A word that is no whole number of the range.
  case noNumber(word: [UInt8], ScalaEntry, ClosedRange<Int>)
  /// The last key that is tuned is below the first.
  case keysReversed(first: Int, last: Int)
  /// A reference frequency that is no number of hertz, 0.001 to 100,000.
  case noFrequency(word: [UInt8])
}

/// What a line of a text of Scala is for.
public enum ScalaEntry: Equatable, Sendable {
  /// Of a scale.
  case noteCount
  /// Of a keyboard mapping, in their order.
  case size, firstKey, lastKey, middleKey, referenceKey, referenceFrequency, octaveDegree, degree
}
