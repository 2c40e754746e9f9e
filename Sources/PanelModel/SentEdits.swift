// The edits of one frame on their way: each with a number, until it is answered. Any thread.
import Controls
import Grids
import Patches
import RealTime
import Text

/// What a frame has sent and has not heard of. What a host drops is sent again, in order; what comes twice
/// the instance applies once. The edits of one drag are one change of its history.
public struct SentEdits: Sendable {
  /// Seconds until an edit that is not answered is sent again, and how often.
  public static var patience: Double { 1 }
  public static var tries: Int { 3 }

  /// By which the instance tells frames apart.
  private let client: Int64
  private var last = 0
  private var waiting: [(number: Int, text: [UInt8])] = []
  private var due = Double.infinity
  private var triesLeft = tries

  /// - Parameter client: a number that no other frame has, not negative.
  public init(client: Int64) { self.client = client }

  /// The text that is sent for a request; nil: the request is no edit.
  /// - Parameters:
  ///   - stroke: the drag that it belongs to; 0: none.
  ///   - isAnswered: whether the frame hears answers; else the edit is sent once.
  public mutating func text(
    of request: PanelRequest, stroke: UInt32, at seconds: Double, isAnswered: Bool = true
  ) -> [UInt8]? {
    let (edit, revision): ([UInt8], UInt64?)
    switch request {
    case .edit(let patch, let made): (edit, revision) = (patch.text, made)
    case .editGrid(let grid, let made): (edit, revision) = (grid.text, made)
    default: return nil
    }
    var text: UTF8Text = "{\"client\": \(JSON(.integer(client)).words), \"stroke\": \(Int(stroke)), "
    if let revision { text += "\"revision\": \(Int(clamping: revision)), " }
    if isAnswered {
      last += 1
      text += "\"number\": \(last), \"waiting\": \(waiting.first?.number ?? last), "
    }
    text += "\"edit\": \(UTF8Text(bytes: edit))}"
    if isAnswered {
      waiting.append((last, text.bytes))
      if waiting.count == 1 { (due, triesLeft) = (seconds + Self.patience, Self.tries) }
    }
    return text.bytes
  }

  /// The event that is sent in place of the text that was made last, which stays to be sent again; nil: it
  /// sets more than one base value of a patch.
  public func event(of request: PanelRequest, stroke: UInt32) -> ParameterEdit? {
    guard case .edit(.set(let parameter, let change), nil) = request, let base = change.base,
      change == ParameterChange(base: base), let waiting = waiting.first?.number
    else { return nil }
    return ParameterEdit(
      parameter: UInt16(parameter.rawValue), base: base, client: client, stroke: stroke,
      number: UInt32(truncatingIfNeeded: last), waiting: UInt32(truncatingIfNeeded: waiting))
  }

  /// Forgets the edit that was made last: it is too long to be sent.
  public mutating func takeBack() {
    if !waiting.isEmpty { waiting.removeLast() }
    last -= 1
    if waiting.isEmpty { due = .infinity }
  }

  /// Hears an answer of the instance.
  /// - Returns: whether it was one about an edit, of this frame or another one.
  public mutating func hear(_ text: [UInt8], at seconds: Double) -> Bool {
    guard Self.isAnswer(text), let answer = text.withUnsafeBytes({ try? JSON($0) }) else { return false }
    guard answer["client"]?.value == .integer(client), let number = answer["number"]?.number else {
      return true
    }
    waiting.removeAll { $0.number <= number }
    (due, triesLeft) = (waiting.isEmpty ? .infinity : seconds + Self.patience, Self.tries)
    return true
  }

  /// Whether a text about the library is an answer to an edit of any frame.
  static func isAnswer(_ text: [UInt8]) -> Bool { text.starts(with: "{\"client\"".utf8) }

  /// What is sent again now.
  public mutating func again(at seconds: Double) -> [[UInt8]] {
    guard seconds >= due, triesLeft > 0 else { return [] }
    (due, triesLeft) = (seconds + Self.patience, triesLeft - 1)
    return waiting.map { $0.text }
  }

  /// Gives up what an instance does not answer that was asked often enough.
  /// - Returns: whether there is anything to give up.
  public mutating func giveUp(at seconds: Double) -> Bool {
    guard triesLeft == 0, seconds >= due else { return false }
    (waiting, due) = ([], .infinity)
    return true
  }
}
