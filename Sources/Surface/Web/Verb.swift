// What a page may ask for in words: a short list, never an address of OSC. Any thread.
import OSC
import Text

/// A request of a page: its word, and what follows behind a blank.
enum Verb: String, CaseIterable {
  /// The whole document; entries of the library from a number on; one edit or several as JSON; a file's name.
  case get, library, edit, load, save
  /// What a window may ask of the documents on the disk and of the room, as JSON (docs/window.md).
  case ask
  /// A macro's number and value.
  case macro
  /// A connection's number and its trim.
  case trim
  /// Ends all touches.
  case panic
  /// Controllers of single touches that the page shows, by symbol.
  case names
  /// What the touches are: finger, pen, pointer.
  case source
  /// The port of the plugin that is to be played, of several; which of those at one port.
  case plugin, kind
  /// What the window of a scene asks for: a word and its text.
  case scene

  /// Whether the message is a request, which the plugin accepts only from its own user. Other messages are
  /// played, and use the same socket as the touches.
  var isRequest: Bool {
    switch self {
    case .get, .library, .edit, .load, .save, .ask, .scene: true
    case .macro, .trim, .panic, .names, .source, .plugin, .kind: false
    }
  }

  /// What the plugin is asked.
  /// - Parameters:
  ///   - argument: what follows the word.
  ///   - kind: `patch`, `grid` or `scene`, as the plugin has it.
  ///   - instance: of a scene that is shown; 0: all.
  /// - Returns: nil if the argument is none of its kind, or the plugin has no part in it.
  func packet(_ argument: String, kind: String, instance: Int32 = 0) -> [UInt8]? {
    guard isOf(kind) else { return nil }
    let address = Array("/tactus/\(kind)/\(rawValue)".utf8)
    let text = OSCArgument.string(Array(argument.utf8))
    switch self {
    case .get: return argument.isEmpty ? OSCMessage.packet(address) : nil
    case .library:
      guard let first = Int32(argument), first >= 0 else { return nil }
      return OSCMessage.packet(address, [.int32(first)])
    case .edit, .load, .save:
      // A text ends at its NUL.
      return argument.isEmpty || argument.utf8.contains(0) ? nil : OSCMessage.packet(address, [text])
    case .ask:
      return argument.utf8.contains(0)
        ? nil : OSCMessage.packet(Array("/tactus/\(kind)/library".utf8), [text])
    case .macro:
      return Self.numbered(argument, among: 1...8, upTo: 1).map {
        OSCMessage.packet("/tactus/macro", [.int32($0), .float($1)])
      }
    case .trim:
      return Self.numbered(argument, among: 1...32, upTo: 2).map {
        OSCMessage.packet("/tactus/trim", [.int32($0), .float($1)])
      }
    case .panic: return OSCMessage.packet("/tactus/panic")
    case .source:
      guard ["finger", "pen", "pointer"].contains(argument) else { return nil }
      return OSCMessage.packet("/tactus/source", [text])
    case .scene:
      guard let (word, rest) = Self.sceneRequest(argument) else { return nil }
      let texts = [word, rest].map { OSCArgument.string(Array($0.utf8)) }
      return OSCMessage.packet("/tactus/scene/window", [.int32(instance)] + texts)
    case .names, .plugin, .kind: return nil
    }
  }

  /// A number and a value.
  /// Whether plugins of a kind have a part in it.
  private func isOf(_ kind: String) -> Bool {
    switch self {
    case .scene: kind == "scene"
    case .panic, .source, .names, .plugin, .kind: true
    case .get, .library, .edit, .load, .save, .ask, .macro, .trim: kind != "scene"
    }
  }

  /// The bytes of the longest text of a page about a scene.
  private static let sceneLimit = 16_384

  /// The word and the text of what the page of a scene asks for; nil: it is none.
  private static func sceneRequest(_ argument: String) -> (word: String, text: String)? {
    let parts = argument.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let text = parts.count > 1 ? parts[1] : ""
    guard argument.utf8.count <= sceneLimit, !argument.utf8.contains(0), let word = parts.first else {
      return nil
    }
    switch word {
    case "all", "restart": return text.isEmpty ? (word, text) : nil
    case "record": return ["0", "1"].contains(text) ? (word, text) : nil
    case "values", "open", "shelf", "port": return text.isEmpty ? nil : (word, text)
    default: return nil
    }
  }

  /// Whether what the page of a scene asks for writes files.
  static func isWriting(_ argument: String) -> Bool {
    guard let (word, text) = sceneRequest(argument) else { return false }
    return word == "record" && text == "1" || word == "shelf" && text != "{\"list\": []}"
  }

  private static func numbered(
    _ argument: String, among numbers: ClosedRange<Int32>, upTo limit: Float
  ) -> (Int32, Float)? {
    let parts = argument.split(separator: " ")
    guard parts.count == 2, let number = Int32(parts[0]), numbers ~= number, let value = Float(parts[1]),
      value >= 0, value <= limit
    else { return nil }
    return (number, value)
  }

  /// Why a question is not passed on; nil: it is. Who may speak is decided at the machine itself, and what a
  /// browser may not save it may not delete either.
  static func refusal(of question: String, allowsSaving: Bool) -> String? {
    guard let json = question.utf8.span.bytes.withUnsafeBytes({ try? JSON($0, limit: 8192) }),
      case .object(let members) = json.value, members.count == 1, let word = members.first?.key
    else { return "This question is none." }
    let known = { (words: [String]) in words.contains { Array($0.utf8) == word } }
    if known(["allow"]) { return "Who may speak is set in the plugin’s window." }
    if known(["room", "table", "list", "load", "set"]) || allowsSaving { return nil }
    return "Saving from browsers is switched off: start tactus surface without --no-saving."
  }
}
