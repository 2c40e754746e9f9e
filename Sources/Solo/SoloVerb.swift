// What a page may ask of the instrument that it plays by itself. An audio worklet's one thread.
import Controls
import Text

/// The first word of a question: the list of docs/surface.md, and what a page alone can do.
enum SoloVerb: StaticString, NamedCase {
  case hello, plugin, get, library, edit, load, save, ask, port, panic, names
  /// A take begins or ends; a take's text is played; it is played no more.
  case take, replay, stop
  /// The recorded sounds of a patch of the library are read before it is loaded.
  case prepare
}
