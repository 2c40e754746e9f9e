// What stands around the edit of a client that wants an answer, and what a store remembers of such clients.
// Any thread but the audio thread.
import RealTime
import Text

/// `{"client": 7, "number": 3, "waiting": 2, "stroke": 5, "revision": 41, "edit": {…}}`
struct EditHead {
  /// Who sends it.
  let client: Int64
  /// The number of the edit, from 1, for its answer; nil: none is wanted.
  let number: Int64?
  /// The number of the client's oldest edit that has not been answered.
  let waiting: Int64
  /// The drag that it belongs to: its edits are taken back together. 0: it stands alone.
  let stroke: Int64
  /// The revision that it was made for; nil: any.
  let revision: Int32?
  let edit: JSON

  /// The head of an edit that came as a value. Nil for one without a client.
  init?(_ edit: ParameterEdit) {
    if edit.client == 0 { return nil }
    client = edit.client
    number = edit.number == 0 ? nil : Int64(edit.number)
    waiting = Int64(edit.waiting)
    stroke = Int64(edit.stroke)
    (revision, self.edit) = (nil, JSON(.null))
  }

  /// The head of an edit; nil where the edit stands alone.
  init?(_ root: JSON) throws(DocumentError) {
    guard case .object(let members) = root.value, members.contains(where: { $0.key == "client" }) else {
      return nil
    }
    var (client, number, waiting, stroke): (Int64, Int64?, Int64?, Int64) = (0, nil, nil, 0)
    var (revision, edit): (Int32?, JSON?) = (nil, nil)
    for member in members {
      if member.key == "edit" {
        edit = member.value
        continue
      }
      guard case .integer(let value) = member.value.value, value >= 0 else {
        throw DocumentError("\(member.key): must be a whole number that is not negative" as UTF8Text)
      }
      if member.key == "client" {
        client = value
      } else if member.key == "number" {
        number = value
      } else if member.key == "waiting" {
        waiting = value
      } else if member.key == "stroke" {
        stroke = value
      } else if member.key == "revision" {
        revision = Int32(truncatingIfNeeded: value)
      }
    }
    guard let edit, case .object = edit.value else {
      throw DocumentError("edit: must be an object beside client" as UTF8Text)
    }
    (self.client, self.number, self.stroke) = (client, number, stroke)
    (self.waiting, self.revision, self.edit) = (waiting ?? number ?? 0, revision, edit)
  }

  /// The answer: the document's new revision, or what is wrong and where in the edit.
  func answer(_ revision: Int32, _ error: DocumentError? = nil) -> [UInt8] {
    let head: UTF8Text =
      "\"client\": \(JSON(.integer(client)).words), \"number\": \(JSON(.integer(number ?? 0)).words)"
    guard let error else { return ("{\(head), \"revision\": \(Int(revision))}" as UTF8Text).bytes }
    // The head is ASCII, so its bytes are columns.
    let column = error.line == 1 ? max(error.column - edit.offset, 1) : error.column
    let place: UTF8Text = "[\(error.line), \(column)]"
    return ("{\(head), \"error\": \(JSON.quoted(error.message)), \"place\": \(place)}" as UTF8Text).bytes
  }
}

/// What has come of the edits of clients, and which drag goes on.
struct EditClients {
  private static let limit = 16
  /// The last edit of each client that was handled; the client that was heard last is the last.
  private var handled: [(client: Int64, number: Int64)] = []
  /// The drag that the last change belongs to: the revision that it began with, and the one that it made.
  private var stroke: (client: Int64, number: Int64, first: Int32, last: Int32)?

  /// What becomes of an edit.
  enum Turn { case now, wasHandled, tooEarly }

  /// Edits of one client are handled in order and once: one that came twice is only answered, and one before
  /// which another one is missing is left for the client to send again.
  func turn(of head: EditHead) -> Turn {
    guard let number = head.number else { return .now }
    let last = handled.first { $0.client == head.client }?.number ?? head.waiting - 1
    if number <= last { return .wasHandled }
    return number - 1 <= max(last, head.waiting - 1) ? .now : .tooEarly
  }

  /// An edit has been applied or refused.
  mutating func settle(_ head: EditHead) {
    guard let number = head.number else { return }
    handled.removeAll { $0.client == head.client }
    handled = handled.suffix(Self.limit - 1) + [(head.client, number)]
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
