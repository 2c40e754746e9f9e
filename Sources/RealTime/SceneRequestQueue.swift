// The meeting place of the network's input thread, the supervisor of scenes and an instance's audio thread:
// what programs ask about a scene, and what it publishes. Each word has one writer.
import Synchronization

/// An update from the supervisor of scenes; most have a text.
public enum SceneUpdate: BitwiseCopyable, Sendable {
  /// The path of the scene that is chosen.
  case path
  /// The state: a word, a sentence, the last lines of Pd.
  case state
  /// A piece of the page from which a window draws: its place, the length of all, and the bytes.
  case widgets
  /// The controls that the ports of a host move, as JSON.
  case controls
  /// Values of widgets, by name, as a JSON object.
  case values
  /// Lines that Pd has printed.
  case console
  /// A piece of an answer about the folders of scenes.
  case shelf
  /// The file into which what sounds is written; empty: none.
  case recording
  /// The path of the background that the patch has chosen, without its ending; `none`: there is none; empty:
  /// the scene's own.
  case background
  /// To pages: what the ports have that they move.
  case ports(enabled: Float, level: Float, inputLevel: Float)
  /// To programs: what widgets have, as a JSON list of lists, each of a name and a value.
  case changes
  /// To programs: lines that Pd has printed.
  case printed
  /// To the program that has asked the question with this number.
  case answer(UInt32, SceneAnswer)

  /// The word by which pages in browsers know it; nil: they don't get it.
  public var word: StaticString? {
    switch self {
    case .path: "path"
    case .state: "state"
    case .widgets: "widgets"
    case .values: "values"
    case .console: "console"
    case .shelf: "shelf"
    case .recording: "recording"
    case .background: "background"
    case .ports: "ports"
    case .controls, .changes, .printed, .answer: nil
    }
  }
}

/// The text of an answer.
public enum SceneAnswer: BitwiseCopyable, Sendable {
  /// A JSON list of objects, one for each widget.
  case list
  /// The name of a widget and what it has, as a JSON list.
  case value
  /// A sentence.
  case refused
}

/// A request of the input thread to the supervisor of scenes.
public enum SceneRequest: BitwiseCopyable, Sendable {
  /// A program asks, with a JSON object of one list. The answer has this number.
  case question(UInt32)
  /// A page asks, with a JSON object of one list of two texts.
  case page
  /// Another page is open: all is published to pages again.
  case pageBegins
  /// Another program has subscribed: what all widgets have is published again.
  case programBegins
  /// The user has not allowed the patch to send to this IPv4 address, a text.
  case refusedDestination
}

/// A message of the audio thread to programs of the network.
public enum SceneOutput: BitwiseCopyable, Sendable {
  /// An OSC packet that the patch sends.
  case packet
  /// A message that the patch has been sent, as Pd reads it.
  case forwarded
}

/// Where a patch may send to.
public enum SceneReach: BitwiseCopyable, Sendable {
  case everywhere
  /// To the IPv4 addresses of the text, in network byte order.
  case listed
}

/// Questions about the scene of one instance, their answers, and news of it.
public struct SceneRequestQueue: ~Copyable {
  /// Input thread → supervisor.
  public let requests = ByteRing<SceneRequest>(capacity: 1 << 16)
  /// Supervisor → input thread: for programs and for pages in browsers.
  public let updates = ByteRing<SceneUpdate>(capacity: 1 << 19)
  /// Input thread → supervisor: whether a subscriber wants what widgets have.
  public let isWatched = Atomic<Bool>(false)
  /// Input thread → supervisor: whether a page shows the scene.
  public let isShown = Atomic<Bool>(false)
  /// Input thread → audio thread and supervisor: a bit for each `SceneMessage` that is passed on.
  public let forwards = Atomic<UInt32>(0)
  /// Supervisor → input thread: the network destinations of the patch.
  public let destinations = ByteRing<SceneReach>(capacity: 1 << 12)
  /// Input thread → audio thread: messages of no language, as Pd reads them; the head is the arrival.
  public let messages = ByteRing<Int64>(capacity: 1 << 18)
  /// Audio thread → input thread.
  public let outputs = ByteRing<SceneOutput>(capacity: 1 << 18)

  public init() {}
}
