// What a page may ask of the instrument that it plays by itself. An audio worklet's one thread.
import Text

/// The first word of a question: the list of docs/surface.md, and what a page alone can do.
enum SoloVerb: CaseIterable {
  case hello, plugin, get, library, edit, load, save, ask, port, panic, names
  /// A take begins or ends; a take's text is played; it is played no more.
  case take, replay, stop
  /// The recorded sounds of a patch of the library are read before it is loaded.
  case prepare

  init?(_ word: [UInt8]) {
    guard let verb = Self.allCases.first(where: { word == $0.symbol }) else { return nil }
    self = verb
  }

  private var symbol: StaticString {
    switch self {
    case .hello: "hello"
    case .plugin: "plugin"
    case .get: "get"
    case .library: "library"
    case .edit: "edit"
    case .load: "load"
    case .save: "save"
    case .ask: "ask"
    case .port: "port"
    case .panic: "panic"
    case .names: "names"
    case .take: "take"
    case .replay: "replay"
    case .stop: "stop"
    case .prepare: "prepare"
    }
  }
}
