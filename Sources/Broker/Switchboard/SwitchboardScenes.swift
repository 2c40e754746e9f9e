// Scenes at the switchboard: what their patches send to the network. Input thread, under the broker's mutex.
import Dialects
import RealTime
import Synchronization

extension Switchboard {
  /// Packets of one scene in a turn; the others wait.
  private static let packetsOfScene = 64

  /// Whether the patch of a scene may send, and a subscriber hears it.
  var sendsOfScenes: Bool {
    !subscribers.all.isEmpty && instances.contains { $0.isScene && $0.wish.listen != .off }
  }

  /// Sends what the patches of scenes have to say to all who have subscribed to their news.
  func serveScenes() {
    reader.passesMessages = instances.contains { $0.isScene }
    for each in instances where each.isScene {
      var left = Self.packetsOfScene
      while left > 0, let packet = each.nextPacket() {
        left -= 1
        guard each.wish.listen != .off else { continue }
        for subscriber in subscribers.all
        where each.wish.port == subscriber.socket && each.accepts(subscriber.origin)
          && each.isOf(subscriber.surface)
        {
          send(packet, to: subscriber)
        }
      }
    }
  }
}
