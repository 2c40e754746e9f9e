// News about the instrument's patch, and requests to it. Main thread.
import Concerts
import Console
import Controls
import Foundation
import OSC
import Text

/// A subscription to the instrument's news.
struct PlaySubscription {
  /// A sentence for the view.
  struct Line {
    let text: String
    let isFault: Bool
  }

  /// The patch that plays, and its place in the set list that is followed, from 1.
  private(set) var patch = ""
  private(set) var place: Int?
  let port: UInt16
  private let client: OSCClient
  private var subscribed = Date.distantPast

  /// A subscription ends after a minute.
  private static let period = 20.0

  private let hasTriggers: Bool

  /// - Parameter hasTriggers: Whether the triggers of the patch are read.
  init(port: UInt16, hasTriggers: Bool) throws {
    self.port = port
    client = try OSCClient(OSCAddress(host: "127.0.0.1", port: port))
    self.hasTriggers = hasTriggers
    subscribe()
  }

  private mutating func subscribe() {
    subscribed = Date()
    send("subscribe", [.text("patch"), .text("stage")] + (hasTriggers ? [.text("triggers")] : []))
  }

  /// Follows a set list from its first patch.
  func follow(_ list: String) { send("patch/setlist", [.text(list)]) }

  func send(_ request: String, _ arguments: [OSCArgument] = []) {
    try? client.send(OSCMessage(address: "/tactus/" + request, arguments: arguments))
  }

  /// Reads what has come: sentences, triggers of the patch, and actions that pages and programs of this user want.
  mutating func read() -> (lines: [Line], triggers: [TriggerCondition], requests: [PlayRequest]) {
    var triggers: [TriggerCondition] = []
    var requests: [PlayRequest] = []
    if -subscribed.timeIntervalSinceNow > Self.period { subscribe() }
    var lines: [Line] = []
    while let messages = try? client.receive(within: 0) {
      for message in messages {
        switch (string(message.address), message.arguments.first) {
        case ("/tactus/answer/patch/name", .string(let name)?),
          ("/tactus/answer/patch/changed", .string(let name)?):
          let name = string(name)
          if name != patch {
            patch = name
            lines.append(Line(text: "the patch is “\(name)”", isFault: false))
            send("patch/setlist")
          }
        case ("/tactus/answer/patch/setlist", .string(let list)?):
          place = nil
          if !list.isEmpty, case .int32(let number)? = message.arguments.dropFirst().first {
            place = Int(number)
          }
        case ("/tactus/answer/patch/error", .string(let text)?):
          lines.append(Line(text: string(text), isFault: true))
        case ("/tactus/live/trigger", .string(let symbol)?):
          guard case .int32(let number)? = message.arguments.dropFirst().first,
            let trigger = Trigger.allCases.first(where: { symbol == $0.symbol })
          else { break }
          triggers.append(TriggerCondition(trigger, Int(number)))
        case ("/tactus/live/stage/do", .string(let action)?):
          do throws(DocumentError) {
            let value = message.arguments.dropFirst().first.flatMap { PlayRequest.number($0) }
            if let request = PlayRequest(try NumberedAction(words: action), value) {
              requests.append(request)
            }
          } catch { lines.append(Line(text: string(error.message), isFault: true)) }
        default: break
        }
      }
    }
    return (lines, triggers, requests)
  }

  /// The patch after the present one of a list.
  func next(in patches: [String]?) -> String? {
    guard let patches, let place, patches.indices.contains(place - 1) else { return nil }
    return patches[place % patches.count]
  }
}
