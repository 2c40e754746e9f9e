// Errors of the stage. Any thread.

/// Why nothing can be played or recorded, in a sentence for people.
public struct StageError: Error, Equatable, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}
