// The head of an edit: its client, its drag and the revision that it was made for. Any thread but the audio
// thread.

/// A client's data of an edit, so that it can be answered, repeated and undone with the rest of its drag.
public struct EditHead: Equatable, Sendable {
  /// A number that no other client has; not negative.
  public var client: Int64
  /// The drag that the edit belongs to: edits of one drag are undone together. 0: it stands alone.
  public var stroke: UInt32
  /// The revision that it was made for; nil: any.
  public var revision: Int32?
  /// The number of the edit, from 1, for its answer; 0: none is wanted.
  public var number: UInt32
  /// The number of the client's oldest edit without an answer.
  public var waiting: UInt32

  /// A client's data about an edit; see the properties.
  public init(client: Int64, stroke: UInt32, revision: Int32? = nil, number: UInt32 = 0, waiting: UInt32 = 0)
  {
    (self.client, self.stroke, self.revision) = (client, stroke, revision)
    (self.number, self.waiting) = (number, waiting)
  }
}
