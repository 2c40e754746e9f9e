// Asks a plugin for a take and receives it, for `tactus record --take`. Main thread.
import Console
import Foundation
import OSC
import Takes

/// The program's side of a take: asks, prolongs, ends.
struct TakeRecording {
  private let socket: UDPSocket
  private let port: UInt16
  private let prefix: String
  private var assembly = TakeAssembly()
  /// Tells the user something.
  private let says: (String) -> Void
  /// Receives each packet of records with its number.
  private let keeps: (Int32, [UInt8]) -> Void

  /// The interval of requests to the plugin: it ends a take without a request for 10 s.
  private static let period = 2.0
  /// The longest time of an answer.
  private static let patience = 3.0

  /// - Parameters:
  ///   - surface: the surface of the instance; 0: the only one.
  ///   - says: tells the user when the take has begun, or why it waits.
  ///   - keeps: receives each packet of records with its number, for a journal.
  init(
    port: UInt16, surface: UInt8, says: @escaping (String) -> Void = report,
    keeps: @escaping (Int32, [UInt8]) -> Void = { _, _ in }
  ) throws {
    (self.says, self.keeps) = (says, keeps)
    socket = try UDPSocket(listeningOn: 0, address: "127.0.0.1")
    self.port = port
    prefix = surface == 0 ? "/tactus/take/" : "/tactus/surface/\(surface)/take/"
  }

  /// Records until `isDone` says so.
  /// - Throws: `CommandError` if the plugin refuses or does not answer, or if no take has begun.
  mutating func run(until isDone: () -> Bool) throws -> Take {
    let start = Date()
    var (asked, ended): (Date?, Date?)
    var isAnswered = false
    while !assembly.isOver {
      if ended == nil, isDone() {
        ended = Date()
        try send("end")
      }
      if let ended {
        if assembly.take == nil {
          throw CommandError("nothing was recorded: the sound never paused; stop playing, then start again")
        }
        // The plugin may be gone; what has come is kept.
        if -ended.timeIntervalSinceNow > Self.patience { assembly.breakOff() }
      } else if asked.map({ -$0.timeIntervalSinceNow > Self.period }) ?? true {
        asked = Date()
        try send("begin")
      }
      if !isAnswered, -start.timeIntervalSinceNow > Self.patience {
        throw CommandError("no plugin answers at port \(port) of this machine")
      }
      guard let packet = try socket.receive(within: 20) else { continue }
      guard let messages = try? OSCMessage.messages(in: packet.bytes) else { continue }
      for message in messages {
        isAnswered = true
        try receive(message, isEnding: ended != nil)
      }
    }
    guard let take = assembly.take else { throw CommandError("nothing was recorded: packets were lost") }
    return take
  }

  /// - Parameter isEnding: whether its end was asked for; what has come then counts, also if the instance has gone.
  private mutating func receive(_ message: OSCMessage, isEnding: Bool) throws {
    switch (string(message.address), message.arguments.first) {
    case ("/tactus/answer/take/awaited", _):
      says("the take begins as soon as nothing sounds, and the timeline is stopped, starts or jumps")
    case ("/tactus/answer/take/data", .int32(let number)):
      guard case .blob(let bytes) = message.arguments.last else { return }
      keeps(number, bytes)
      let isFirst = assembly.take == nil
      assembly.add(bytes, number: number)
      if isFirst, assembly.take != nil { says("the take has begun; Ctrl-C ends it") }
    case ("/tactus/answer/take/error", .string(let text)) where !isEnding: throw CommandError(shown(text))
    default: break
    }
  }

  private func send(_ word: String) throws {
    try socket.send(
      OSCMessage(address: prefix + word).packet, to: try UDPSocket.resolve("127.0.0.1"), port: port)
  }
}
