// The edits of one frame on their way: each with a number, until it is answered. Any thread.
import Controls
import Grids
import Patches
import RealTime
import Text

/// The unanswered edits of a frame. Edits that a host drops are sent again, in order; the instance applies
/// each once. The edits of one drag are one change of its history.
public struct SentEdits: Sendable {
  /// Seconds until an edit that is not answered is sent again, and how often.
  public static var patience: Double { 1 }
  public static var tries: Int { 3 }

  /// By which the instance tells frames apart.
  private let client: Int64
  private var last: UInt32 = 0
  private var waiting: [(number: UInt32, packet: [UInt8])] = []
  private var due = Double.infinity
  private var triesLeft = tries

  /// - Parameter client: a number that no other frame has, not negative.
  public init(client: Int64) { self.client = client }

  /// The packet that is sent for a request, or nil if the request is not an edit.
  /// - Parameters:
  ///   - stroke: the drag that it belongs to; 0: none.
  ///   - isAnswered: whether the frame hears answers; else the edit is sent once.
  public mutating func packet(
    of request: PanelRequest, stroke: UInt32, at seconds: Double, isAnswered: Bool = true
  ) -> [UInt8]? {
    let (plugin, text, revision): (ViewModel.Plugin, [UInt8], UInt64?)
    switch request {
    case .edit(let patch, let made): (plugin, text, revision) = (.touch, patch.text, made)
    case .editGrid(let grid, let made): (plugin, text, revision) = (.toneMatrix, grid.text, made)
    default: return nil
    }
    var head = EditHead(
      client: client, stroke: stroke, revision: revision.map { Int32(truncatingIfNeeded: $0) })
    if isAnswered {
      last &+= 1
      (head.number, head.waiting) = (last, waiting.first?.number ?? last)
    }
    let packet = PanelPacket.edit(text, of: plugin, by: head)
    if isAnswered {
      waiting.append((last, packet))
      if waiting.count == 1 { (due, triesLeft) = (seconds + Self.patience, Self.tries) }
    }
    return packet
  }

  /// The event that is sent in place of the packet that was made last, which stays to be sent again; nil: it
  /// sets more than one base value of a patch.
  public func event(of request: PanelRequest, stroke: UInt32) -> ParameterEdit? {
    guard case .edit(.set(let parameter, let change), nil) = request, let base = change.base,
      change == ParameterChange(base: base), let waiting = waiting.first?.number
    else { return nil }
    return ParameterEdit(
      parameter: UInt16(parameter.rawValue), base: base, client: client, stroke: stroke,
      number: last, waiting: waiting)
  }

  /// Forgets the edit that was made last: it is too long to be sent.
  public mutating func takeBack() {
    if !waiting.isEmpty { waiting.removeLast() }
    last &-= 1
    if waiting.isEmpty { due = .infinity }
  }

  /// Receives an answer of the instance.
  /// - Returns: whether it was one about an edit, of this frame or another one.
  public mutating func hear(_ text: [UInt8], at seconds: Double) -> Bool {
    guard Self.isAnswer(text), let answer = text.withUnsafeBytes({ try? JSON($0) }) else { return false }
    guard answer["client"]?.value == .integer(client), let number = answer["number"]?.number else {
      return true
    }
    waiting.removeAll { Int64($0.number) <= Int64(number) }
    (due, triesLeft) = (waiting.isEmpty ? .infinity : seconds + Self.patience, Self.tries)
    return true
  }

  /// Whether a text about the library is an answer to an edit of any frame.
  static func isAnswer(_ text: [UInt8]) -> Bool { text.starts(with: "{\"client\"".utf8) }

  /// The edits to send again now.
  public mutating func again(at seconds: Double) -> [[UInt8]] {
    guard seconds >= due, triesLeft > 0 else { return [] }
    (due, triesLeft) = (seconds + Self.patience, triesLeft - 1)
    return waiting.map { $0.packet }
  }

  /// Gives up what an instance does not answer that was asked often enough.
  /// - Returns: whether there is anything to give up.
  public mutating func giveUp(at seconds: Double) -> Bool {
    guard triesLeft == 0, seconds >= due else { return false }
    (waiting, due) = ([], .infinity)
    return true
  }
}
