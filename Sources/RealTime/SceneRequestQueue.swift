// The meeting place of the network's input thread, the supervisor of scenes and an instance's audio thread:
// what programs ask about a scene's widgets. Each word has one writer.
import Synchronization

/// Questions about the scene of one instance, their answers, and news of it.
public struct SceneRequestQueue: ~Copyable {
  /// Input thread → supervisor: questions as JSON; the kind is the number of the question.
  public let questions = ByteRing(capacity: 1 << 16)
  /// Supervisor → input thread: answers as JSON, the kind is the number of the question; 0: news.
  public let answers = ByteRing(capacity: 1 << 18)
  /// Input thread → supervisor: whether a subscriber wants what widgets have.
  public let isWatched = Atomic<Bool>(false)
  /// Supervisor → input thread: what a window is told, for pages in browsers: a word, a blank, a text.
  public let texts = ByteRing(capacity: 1 << 18)
  /// Input thread → supervisor: whether a page shows the scene.
  public let isShown = Atomic<Bool>(false)
  /// Input thread → audio thread and supervisor: a bit for each `SceneMessage` that is passed on.
  public let forwards = Atomic<UInt32>(0)
  /// Supervisor → input thread: the network destinations of the patch. One byte (1: everywhere), then the
  /// IPv4 addresses in network byte order.
  public let destinations = ByteRing(capacity: 1 << 12)

  public init() {}
}
