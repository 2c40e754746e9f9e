// A request to a session: by a key, over OSC or by a trigger of the patch. Main thread.
import ArgumentParser
import Console
import Controls
import Foundation
import OSC

/// A wish. Its word is the last part of its OSC address.
enum PlayRequest: String, CaseIterable {
  case next, previous, record, time, tap, panic, page, end

  var key: Character {
    switch self {
    case .next: "n"
    case .previous: "p"
    case .record: "r"
    case .time: " "
    case .tap: "t"
    case .panic: "x"
    case .page: "c"
    case .end: "q"
    }
  }

  /// What it does, for the view.
  var words: String {
    switch self {
    case .next: "next"
    case .previous: "previous"
    case .record: "record"
    case .time: "start, stop"
    case .tap: "tap the tempo"
    case .panic: "end all notes"
    case .page: "page for browsers"
    case .end: "quit"
    }
  }

  /// Whether something goes on afterwards, which 1 begins and 0 ends; of all others 0 is a button's release.
  var isLasting: Bool { self == .record || self == .time }

  init?(key: Character) {
    guard let wish = Self.allCases.first(where: { $0.key == key }) else { return nil }
    self = wish
  }

  /// The wish of a message to `/tactus/play/WORD`, and whether it is to begin or to end; nil: either.
  static func read(_ message: OSCMessage) -> (wish: PlayRequest, isOn: Bool?)? {
    let address = string(message.address)
    let prefix = "/tactus/play/"
    guard address.hasPrefix(prefix),
      let wish = PlayRequest(rawValue: String(address.dropFirst(prefix.count))),
      message.arguments.count < 2
    else { return nil }
    switch message.arguments.first {
    case nil: return (wish, nil)
    case .int32(let number)?: return (wish, number != 0)
    case .float(let number)? where number.isFinite: return (wish, number != 0)
    case .yes?: return (wish, true)
    case .no?: return (wish, false)
    default: return nil
    }
  }
}

/// A trigger of the patch that makes a wish: `SYMBOL[:NUMBER]=WISH`.
struct PlayTrigger: ExpressibleByArgument {
  let symbol: String
  /// Of a trigger that counts; nil: any.
  let number: Int32?
  let wish: PlayRequest

  init?(argument: String) {
    let sides = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard sides.count == 2, let wish = PlayRequest(rawValue: String(sides[1])) else { return nil }
    let words = sides[0].split(separator: ":", omittingEmptySubsequences: false)
    guard let symbol = words.first, words.count < 3,
      Trigger.allCases.contains(where: { "\($0.symbol)" == symbol })
    else { return nil }
    guard words.count == 1 || Int32(words[1]) != nil else { return nil }
    (self.symbol, self.wish) = (String(symbol), wish)
    number = words.count == 2 ? Int32(words[1]) : nil
  }

  func fits(_ symbol: String, _ number: Int32) -> Bool {
    symbol == self.symbol && (self.number ?? number) == number
  }
}

/// A port of its own that hears wishes over OSC.
struct PlayRemote {
  private let socket: UDPSocket
  private var isFaultTold = false
  /// A flood waits for the next turn.
  private static let mostMessages = 64

  init(port: UInt16, network: Bool) throws {
    socket = try UDPSocket(listeningOn: port, address: network ? "0.0.0.0" : "127.0.0.1")
  }

  /// Returns the requests since the last call, and the first invalid message.
  mutating func read() -> (wishes: [(wish: PlayRequest, isOn: Bool?)], fault: String?) {
    var wishes: [(wish: PlayRequest, isOn: Bool?)] = []
    var fault: String?
    for _ in 0..<Self.mostMessages {
      guard let packet = try? socket.receive(within: 0) else { break }
      for message in (try? OSCMessage.messages(in: packet.bytes)) ?? [] {
        if let wish = PlayRequest.read(message) {
          wishes.append(wish)
        } else if !isFaultTold {
          isFaultTold = true
          let words = PlayRequest.allCases.map(\.rawValue).joined(separator: ", ")
          fault =
            "\(message.text): the remote knows /tactus/play/ and one of \(words), with 0 or 1 or nothing"
        }
      }
    }
    return (wishes, fault)
  }
}
