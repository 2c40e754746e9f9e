// The clients that edit a store's document, and their answers. Any thread but the audio thread.
import RealTime
import Text

extension EditHead {
  /// The head of an edit that came as a value. Nil for one without a client.
  init?(_ edit: ParameterEdit) {
    if edit.client == 0 { return nil }
    self.init(client: edit.client, stroke: edit.stroke, number: edit.number, waiting: edit.waiting)
  }

  /// The answer: the document's new revision, or what is wrong and where in the edit.
  func answer(_ revision: Int32, _ error: DocumentError? = nil) -> [UInt8] {
    let head: UTF8Text = "\"client\": \(JSON(.integer(client)).words), \"number\": \(Int(number))"
    guard let error else { return ("{\(head), \"revision\": \(Int(revision))}" as UTF8Text).bytes }
    let place: UTF8Text = "[\(error.line), \(error.column)]"
    return ("{\(head), \"error\": \(JSON.quoted(error.message)), \"place\": \(place)}" as UTF8Text).bytes
  }
}

/// The results of clients' edits, and the drag that continues.
struct EditClients {
  private static let limit = 16
  /// The last edit of each client that was handled; the client that was heard last is the last.
  private var handled: [(client: Int64, number: UInt32)] = []
  /// The drag that the last change belongs to: the revision that it began with, and the one that it made.
  private var stroke: (client: Int64, number: UInt32, first: Int32, last: Int32)?

  /// The result of an edit.
  enum Turn { case now, wasHandled, tooEarly }

  /// Edits of one client are handled in order and once: one that came twice is only answered, and one before
  /// which another one is missing is left for the client to send again.
  func turn(of head: EditHead) -> Turn {
    if head.number == 0 { return .now }
    let (number, before) = (Int64(head.number), Int64(head.waiting) - 1)
    let last = handled.first { $0.client == head.client }.map { Int64($0.number) } ?? before
    if number <= last { return .wasHandled }
    return number - 1 <= max(last, before) ? .now : .tooEarly
  }

  /// An edit has been applied or refused.
  mutating func settle(_ head: EditHead) {
    if head.number == 0 { return }
    handled.removeAll { $0.client == head.client }
    handled = handled.suffix(Self.limit - 1) + [(head.client, head.number)]
  }

  /// The revision with which the drag of an edit began, if the document is still as that drag has left it;
  /// nil: the edit is a change of its own.
  func began(_ head: EditHead?, at revision: Int32) -> Int32? {
    guard let head, let stroke, head.stroke > 0, stroke.number == head.stroke, stroke.client == head.client,
      stroke.last == revision
    else { return nil }
    return stroke.first
  }

  /// A change has raised the revision.
  mutating func follow(_ head: EditHead?, from: Int32, to: Int32) {
    guard let head, head.stroke > 0 else { return stroke = nil }
    stroke = (head.client, head.stroke, began(head, at: from) ?? from, to)
  }
}
