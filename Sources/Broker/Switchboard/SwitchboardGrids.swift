// Grids at the switchboard: updates to subscribers. Input thread, under the broker's mutex.
import CPosix
import Dialects
import OSC
import RealTime
import Stores
import Text
import ToneMatrix

extension Switchboard {
  /// Sends updates to the subscribers of grids.
  func serveGrids(at now: Int64) {
    let due = subscribers.updateGrids(
      at: now,
      observed: { subscriber in
        instances.compactMap { each in
          guard let grid = each.grid, each.wish.listen != .off, each.wish.port == subscriber.socket,
            each.accepts(subscriber.origin), each.isOf(subscriber.surface)
          else { return nil }
          return Subscribers.GridNews(
            instance: each.number, surface: each.wish.surface, status: grid.status(),
            playing: (0..<GridLimit.layers).map { grid.playing($0) }, link: each.link)
        }
      },
      send: { subscriber, packet in
        send(packet, to: subscriber)
      })
    nextUpdate = [nextUpdate, due].compactMap { $0 }.min()
  }
}

extension Subscribers {
  /// The state of an instance's grid that subscribers receive.
  struct GridNews {
    let instance: Int
    let surface: UInt8
    let status: DocumentStatus
    let playing: [GridPlaying.Layer]
    let link: UnsafeMutablePointer<InstanceLink>

    /// The messages for a subscriber that has received `sent`.
    func messages(since sent: GridNews?) -> [[UInt8]] {
      var messages: [[UInt8]] = []
      if sent?.status.revision != status.revision {
        messages.append(
          OSCMessage.packet("/tactus/answer/grid/changed", [.string(status.name), .int32(status.revision)]))
      }
      if let sent, sent.status.errors != status.errors {
        messages.append(OSCMessage.packet("/tactus/answer/grid/error", [.string(status.error)]))
      }
      for layer in playing.indices where sent?.playing[layer] != playing[layer] {
        let now = playing[layer]
        messages.append(
          OSCMessage.packet(
            "/tactus/answer/grid/playing",
            [
              .int32(Int32(layer + 1)), .int32(Int32(now.pattern + 1)), .int32(Int32(now.column + 1)),
              .int32(Int32(bitPattern: now.lit)),
            ]))
      }
      return messages
    }
  }

  /// Sends each subscriber the changes of grids in one packet.
  /// - Returns: The time of the next update; nil if no subscriber observes a grid.
  mutating func updateGrids(
    at now: Int64, observed: (Subscriber) -> [GridNews], send: (Subscriber, [UInt8]) -> Void
  ) -> Int64? {
    var next: Int64?
    for index in all.indices {
      let news = observed(all[index])
      if news.isEmpty { continue }
      if now < all[index].gridsDue {
        next = min(next ?? .max, all[index].gridsDue)
        continue
      }
      let messages = news.flatMap { each in
        each.messages(since: all[index].sentGrids.first { $0.instance == each.instance })
      }
      all[index].gridsDue = now + Self.period
      next = min(next ?? .max, all[index].gridsDue)
      let frames = all[index].topics.frame ? all[index].newFrames(of: news) : []
      if messages.isEmpty, frames.isEmpty { continue }
      if !messages.isEmpty { all[index].sentGrids = news }
      send(all[index], OSCPacket.packet(of: messages + frames))
    }
    return next
  }
}

extension Subscribers.Subscriber {
  /// The live frames of grids that it has not received.
  fileprivate mutating func newFrames(of news: [Subscribers.GridNews]) -> [[UInt8]] {
    sentGridFrames.removeAll { known in !news.contains { $0.instance == known.instance } }
    return news.compactMap { each in
      guard let frame = LiveFrame.reader(each.link.pointee.live.newest),
        frame.mask & LiveSection.grid.bit != 0
      else { return nil }
      if let known = sentGridFrames.firstIndex(where: { $0.instance == each.instance }) {
        if sentGridFrames[known].clock == frame.head.clock { return nil }
        sentGridFrames[known].clock = frame.head.clock
      } else {
        sentGridFrames.append((each.instance, frame.head.clock))
      }
      return frame.message(of: each.surface)
    }
  }
}
