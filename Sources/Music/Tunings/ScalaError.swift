// Faults in texts of Scala. Not for the audio thread.

/// A fault in a text of Scala, and its line. It contains no sentence: the code that shows it writes one.
public struct ScalaError: Error, Equatable {
  public var fault: ScalaFault
  /// The line of the text, from 1; 0 if the text ends before its first line.
  public var line: Int

  public init(_ fault: ScalaFault, line: Int) {
    self.fault = fault
    self.line = line
  }
}

/// The fault. A `word` is copied from the text, at most 32 bytes.
public enum ScalaFault: Equatable, Sendable {
  /// The scale lacks its first line.
  case noName
  /// The scale ends before the number of its notes.
  case noCount
  /// The scale ends after `count` notes.
  case notesEnd(after: Int, of: Int)
  /// A blank line instead of a note, which counts from 1.
  case blankNote(Int, of: Int)
  /// The word is neither cents nor a ratio, or it is beyond ±120,000 cents.
  case noPitch(word: [UInt8])
  /// The last note, which is the period, is not above 0 cents.
  case noPeriod
  /// The text ends before an entry.
  case missing(ScalaEntry)
  /// A blank line instead of an entry.
  case blank(ScalaEntry)
  /// The word is no whole number of the range.
  case noNumber(word: [UInt8], ScalaEntry, ClosedRange<Int>)
  /// The last key to tune is below the first.
  case keysReversed(first: Int, last: Int)
  /// The reference frequency is no number of hertz from 0.001 to 100,000.
  case noFrequency(word: [UInt8])
}

/// The content of a line of a Scala text.
public enum ScalaEntry: Equatable, Sendable {
  /// A line of a scale.
  case noteCount
  /// Lines of a keyboard mapping, in their order.
  case size, firstKey, lastKey, middleKey, referenceKey, referenceFrequency, octaveDegree, degree
}
