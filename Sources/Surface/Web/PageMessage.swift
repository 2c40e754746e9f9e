// The allowed OSC messages of a page, which are checked before they are passed on. Any thread.
import OSC
import Text

/// A message that a page may send.
enum PageMessage: Equatable {
  enum Word: String { case began, moved, ended }

  /// A touch of a number, 1…64.
  case touch(Word, Int32, packet: [UInt8])
  /// The touches that are down.
  case alive([Int32])
  /// A sensor, a game controller or MIDI. It acts at its time, as touches do.
  case play([UInt8])
  /// A macro, a trim, a command to the looper or what the touches are. It is played at once; scenes have no part in `patch`.
  case setting([UInt8], isOfDocument: Bool)
  /// A request about the documents of a kind, `patch` or `grid`.
  case document(kind: String, [UInt8], isSave: Bool)
  /// A question about documents, the room or the table, as JSON.
  case question(kind: String, [UInt8], String)
  /// A request to the scene that is shown: a word and its text.
  case scene(String, String)
  /// Controllers of single touches that the page shows, by symbol.
  case names([String])
  /// The port of the plugin that is to be played; which of those at one port.
  case plugin(UInt16)
  case kind(String)
  /// The place of the instrument that is played, from 1, or 0 for all of the rig.
  case instrument(UInt8)
  /// An action of the stage.
  case action(String)
  /// The page shows the stage.
  case stage

  /// The bytes of the longest text of a page about a scene.
  private static let sceneLimit = 16_384

  /// The number of values of each sensor.
  private static let sensors = [
    "/tactus/motion/attitude": 3, "/tactus/motion/acceleration": 3, "/tactus/motion/gravity": 3,
    "/tactus/motion/gyroscope": 3, "/tactus/motion/magnet": 3, "/tactus/motion/heading": 1, "/pdparty/loc": 3,
    "/pdparty/speed": 2, "/pdparty/altitude": 2,
  ]

  /// Nil for a message that is not on the list, or has other arguments.
  init?(_ message: OSCMessage) {
    let (address, packet) = (String(decoding: message.address, as: UTF8.self), message.packet)
    let arguments = PageArguments(message.arguments)
    let tags = arguments.tags
    switch address {
    case "/tactus/touch":
      guard "siffffff".hasPrefix(tags), tags.count >= 4, let word = Word(rawValue: arguments.text(0)),
        arguments.has(1, in: 1...64), (2..<tags.count).allSatisfy({ arguments.has($0, in: 0...1) })
      else { return nil }
      self = .touch(word, arguments.whole(1), packet: packet)
    case "/tactus/alive":
      guard tags.count <= 64, tags.allSatisfy({ $0 == "i" }),
        (0..<tags.count).allSatisfy({ arguments.has($0, in: 1...64) })
      else { return nil }
      self = .alive((0..<tags.count).map { arguments.whole($0) })
    case "/tactus/midi":
      guard tags == "iii", arguments.has(0, in: 0x80...0xEF), arguments.has(1, in: 0...127),
        arguments.has(2, in: 0...127)
      else { return nil }
      self = .play(packet)
    case "/tactus/pad/axis", "/tactus/pad/button":
      let isAxis = address.hasSuffix("axis")
      guard tags == "ifi", arguments.has(0, in: 1...(isAxis ? 6 : 16)),
        arguments.has(1, in: (isAxis ? -1 : 0)...1), arguments.has(2, in: 1...4)
      else { return nil }
      self = .play(packet)
    case "/tactus/macro":
      guard tags == "if", arguments.has(0, in: 1...8), arguments.has(1, in: 0...1) else { return nil }
      self = .setting(packet, isOfDocument: true)
    case "/tactus/trim":
      guard tags == "if", arguments.has(0, in: 1...32), arguments.has(1, in: 0...2) else { return nil }
      self = .setting(packet, isOfDocument: true)
    case "/tactus/loop":
      guard "sif".hasPrefix(tags), !tags.isEmpty, arguments.text(0).utf8.count <= 16,
        tags.count < 2 || arguments.has(1, in: -1...16), tags.count < 3 || arguments.has(2, in: -1...64)
      else { return nil }
      self = .setting(packet, isOfDocument: true)
    case "/tactus/guide":
      guard tags == "f", arguments.has(0, in: -1...1) else { return nil }
      self = .play(packet)
    case "/tactus/panic":
      guard tags.isEmpty else { return nil }
      self = .setting(packet, isOfDocument: false)
    case "/tactus/source":
      guard tags == "s", ["finger", "pen", "pointer"].contains(arguments.text(0)) else { return nil }
      self = .setting(packet, isOfDocument: false)
    case "/tactus/scene/window":
      guard tags == "iss", let request = Self.sceneRequest(arguments.text(1), arguments.text(2)) else {
        return nil
      }
      self = request
    case "/tactus/page/names":
      guard tags.count <= 8, tags.allSatisfy({ $0 == "s" }) else { return nil }
      self = .names((0..<tags.count).map { arguments.text($0) })
    case "/tactus/page/plugin":
      guard tags == "i", arguments.has(0, in: 1...65_535) else { return nil }
      self = .plugin(UInt16(arguments.whole(0)))
    case "/tactus/page/kind":
      guard tags == "s" else { return nil }
      self = .kind(arguments.text(0))
    case "/tactus/page/instrument":
      guard tags == "i", arguments.has(0, in: 0...16) else { return nil }
      self = .instrument(UInt8(arguments.whole(0)))
    case "/tactus/page/stage":
      guard tags.isEmpty else { return nil }
      self = .stage
    case "/tactus/page/do":
      guard tags == "s", Self.actions.contains(arguments.text(0)) else { return nil }
      self = .action(arguments.text(0))
    default:
      if let count = Self.sensors[address] {
        guard tags == String(repeating: "f", count: count), arguments.areFinite else { return nil }
        self = .play(packet)
        return
      }
      guard let request = Self.documentRequest(address, arguments, packet) else { return nil }
      self = request
    }
  }

  private static func documentRequest(
    _ address: String, _ arguments: PageArguments, _ packet: [UInt8]
  ) -> PageMessage? {
    let parts = address.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, parts[1] == "tactus", ["patch", "grid"].contains(parts[2])
    else {
      return nil
    }
    let (kind, tags) = (String(parts[2]), arguments.tags)
    switch (parts[3], tags) {
    case ("get", ""), ("load", "s"): return .document(kind: kind, packet, isSave: false)
    case ("save", "s"), ("save", "ss"): return .document(kind: kind, packet, isSave: true)
    case ("edit", "s"), ("edit", "shii"), ("edit", "shiN"), ("edit", "shiiii"), ("edit", "shiNii"):
      return .document(kind: kind, packet, isSave: false)
    case ("library", "i"):
      return arguments.has(0, in: 0...Float(Int32.max)) ? .document(kind: kind, packet, isSave: false) : nil
    case ("library", "s"): return .question(kind: kind, packet, arguments.text(0))
    default: return nil
    }
  }

  private static func sceneRequest(_ word: String, _ text: String) -> PageMessage? {
    guard text.utf8.count <= sceneLimit else { return nil }
    switch word {
    case "all", "restart": return text.isEmpty ? .scene(word, text) : nil
    case "record": return ["0", "1"].contains(text) ? .scene(word, text) : nil
    case "values", "open", "shelf", "port": return text.isEmpty ? nil : .scene(word, text)
    default: return nil
    }
  }

  // MARK: What the server decides

  /// The packet of a request to an instance of a scene; 0: all.
  static func scenePacket(_ word: String, _ text: String, instance: Int32) -> [UInt8] {
    OSCMessage.packet(
      "/tactus/scene/window", [.int32(instance), .string(Array(word.utf8)), .string(Array(text.utf8))])
  }

  /// The actions of a stage that pages have.
  private static let actions = ["next", "previous", "record", "time"]

  /// Whether an action of a stage writes files.
  static func writes(_ action: String) -> Bool { action == "record" }

  /// Whether what a page requests of a scene writes files.
  static func writes(_ word: String, _ text: String) -> Bool {
    word == "record" && text == "1" || word == "shelf" && text != "{\"list\": []}"
  }

  /// Why a question is not passed on; nil: it is. Who may speak is decided at the machine itself, and what a
  /// browser may not save it may not delete either.
  static func refusal(of question: String, allowsSaving: Bool) -> String? {
    guard let json = question.utf8.span.bytes.withUnsafeBytes({ try? JSON($0, limit: 65_536) }),
      case .object(let members) = json.value, members.count == 1, let word = members.first?.key
    else { return "This is not a request." }
    let known = { (words: [String]) in words.contains { Array($0.utf8) == word } }
    if known(["allow"]) { return "Who may speak is set in the plugin’s window." }
    let isHarmless = known([
      "room", "table", "list", "load", "new", "preview", "import", "set", "instruments", "lessons",
      "lesson",
    ])
    return isHarmless || allowsSaving ? nil : noSaving
  }

  static let noSaving = "Saving from browsers is switched off: start tactus surface without --no-saving."
}

/// The arguments of a message, whose tags are checked first.
private struct PageArguments {
  private let all: [OSCArgument]
  let tags: String

  init(_ arguments: [OSCArgument]) {
    all = arguments
    tags = String(decoding: arguments.map(\.tag), as: UTF8.self)
  }

  func text(_ index: Int) -> String {
    if case .string(let text) = all[index] { String(decoding: text, as: UTF8.self) } else { "" }
  }

  func whole(_ index: Int) -> Int32 { if case .int32(let number) = all[index] { number } else { 0 } }

  /// Whether a number is in a range; one that is none is in none.
  func has(_ index: Int, in range: ClosedRange<Float>) -> Bool {
    switch all[index] {
    case .int32(let number): range.contains(Float(number))
    case .float(let number): range.contains(number)
    default: false
    }
  }

  var areFinite: Bool {
    all.allSatisfy { if case .float(let number) = $0 { number.isFinite } else { false } }
  }
}

/// A packet of a page: one request, or what is played, with times.
struct PagePacket {
  /// Bytes of the longest bundle, and how many messages it has at most.
  static let bundleLimit = 16_384
  static let messageLimit = 140

  /// The messages, and how long each was before the last one, in nanoseconds.
  private(set) var messages: [(message: PageMessage, before: Int64)] = []
  /// The time of the last one on the page's clock in nanoseconds, or nil if none has a time.
  private(set) var time: Int64?

  /// Whether it says which touches are down, and nothing else. It is then answered by the same bytes.
  var isAlive: Bool { if messages.count == 1, case .alive = messages[0].message { true } else { false } }

  /// Nil if any of it is not allowed, or is not OSC.
  init?(_ bytes: [UInt8]) {
    let isBundle = bytes.withUnsafeBytes { OSCPacket.isBundle($0) }
    guard !isBundle || bytes.count <= Self.bundleLimit else { return nil }
    var (isRefused, times): (Bool, [Int64?]) = (false, [])
    bytes.withUnsafeBytes { bytes in
      OSCPacket.read(bytes, refuse: { _ in isRefused = true }) { view in
        guard messages.count < Self.messageLimit, let message = PageMessage(OSCMessage(view)) else {
          return isRefused = true
        }
        switch message {
        case .touch, .alive, .play: break
        default: if isBundle { isRefused = true }
        }
        messages.append((message, 0))
        times.append(view.bundleTime.flatMap { Self.nanoseconds($0) })
      }
    }
    if isRefused || messages.isEmpty { return nil }
    guard let last = times.compactMap({ $0 }).max() else { return }
    time = last
    for (index, own) in times.enumerated() { messages[index].before = own.map { last - $0 } ?? 0 }
  }

  /// A time tag: seconds in the upper half, their fraction in the lower one. Nil for 1, which is no time.
  private static func nanoseconds(_ tag: UInt64) -> Int64? {
    if tag == 1 { return nil }
    return Int64(tag >> 32) * 1_000_000_000 + Int64(((tag & 0xFFFF_FFFF) * 1_000_000_000) >> 32)
  }
}
