// Grids at the switchboard: commands to stores, answers to senders, news of what plays to subscribers. Input
// thread, under the broker's mutex.
import CSystem
import RealTime
import Stores
import Text
import ToneMatrix

extension Caller {
  func refuseGrid(_ sentence: [UInt8]) { answer("/tactus/grid/error", [sentence]) }
}

extension Switchboard {
  /// - Parameter stores: those of the instances that hear the sender and the surface.
  func obey(_ command: GridCommand, stores: [GridStore], from caller: Caller) {
    for store in stores {
      do throws(DocumentError) {
        switch command {
        case .get:
          caller.answer("/tactus/grid", [store.text()])
          continue
        case .replace(let text): try store.replace(text)
        case .edit(let text): try store.apply(edit: text)
        case .undo: try store.undo()
        case .redo: try store.redo()
        }
        let status = store.status()
        caller.answer("/tactus/grid/changed", [status.name], status.revision)
      } catch {
        caller.endpoint.counters[.gridRefused] += 1
        caller.refuseGrid(error.sentence())
      }
    }
  }

  /// Serves every grid: what its audio thread asks, and its subscribers.
  func serveGrids(at now: Int64) {
    for each in listeners { each.grid?.serve(each.feed) }
    let due = subscribers.tellGrids(
      at: now,
      heard: { subscriber in
        listeners.compactMap { each in
          guard let grid = each.grid, each.wish.listen != .off, each.wish.port == subscriber.socket,
            each.hears(subscriber.origin), each.isOf(subscriber.surface)
          else { return nil }
          return Subscribers.GridNews(
            instance: each.number, status: grid.status(),
            playing: (0..<GridLimit.layers).map { grid.playing($0) })
        }
      },
      send: { subscriber, packet in
        guard let endpoint = endpoints.first(where: { $0.wished == subscriber.socket }) else { return }
        _ = tactus_send(endpoint.descriptor, packet, packet.count, subscriber.address, subscriber.port)
      })
    newsDue = [newsDue, due].compactMap { $0 }.min()
  }
}

extension Subscribers {
  /// What there is to know of an instance's grid.
  struct GridNews {
    let instance: Int
    let status: DocumentStatus
    let playing: [GridPlaying.Layer]

    /// What somebody is to be told who knows `told`.
    func messages(since told: GridNews?) -> [[UInt8]] {
      var messages: [[UInt8]] = []
      if told?.status.revision != status.revision {
        messages.append(OSCAnswer.message("/tactus/grid/changed", [status.name], status.revision))
      }
      if let told, told.status.errors != status.errors {
        messages.append(OSCAnswer.message("/tactus/grid/error", [status.error]))
      }
      for layer in playing.indices where told?.playing[layer] != playing[layer] {
        let now = playing[layer]
        messages.append(
          OSCAnswer.message(
            "/tactus/grid/playing",
            [
              .whole(Int32(layer + 1)), .whole(Int32(now.pattern + 1)), .whole(Int32(now.column + 1)),
              .whole(Int32(bitPattern: now.lit)),
            ]))
      }
      return messages
    }
  }

  /// Tells each what it does not know yet of grids, in one packet.
  /// - Returns: when to come again; nil when nobody listens to a grid.
  mutating func tellGrids(
    at now: Int64, heard: (Subscriber) -> [GridNews], send: (Subscriber, [UInt8]) -> Void
  ) -> Int64? {
    var next: Int64?
    for index in all.indices {
      let news = heard(all[index])
      if news.isEmpty { continue }
      if now < all[index].gridsDue {
        next = min(next ?? .max, all[index].gridsDue)
        continue
      }
      let messages = news.flatMap { each in
        each.messages(since: all[index].toldGrids.first { $0.instance == each.instance })
      }
      all[index].gridsDue = now + Self.period
      next = min(next ?? .max, all[index].gridsDue)
      if messages.isEmpty { continue }
      all[index].toldGrids = news
      send(all[index], OSCAnswer.packet(messages))
    }
    return next
  }
}
