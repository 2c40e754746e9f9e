// Finds out what a scene's files name: controllers and the timeline. Input thread.
import CPosix
import Controls
import Text

/// The words of a scene's patches, as far as they concern what is sent to them at each tick.
struct SceneScan {
  /// The most files, the most bytes of one, and how deep folders may lie in each other.
  private static let fileLimit = 500
  private static let byteLimit = 4 << 20
  private static let depthLimit = 3

  /// Categories of controllers that depend on what acts on the surface, and on nothing in an instrument.
  private static func isOffered(_ controller: Controller) -> Bool {
    switch controller.category {
    case .touch: controller != .touchNote && controller != .touchRandom
    case .macro, .group, .motion, .pad, .token, .midi, .host, .gesture: true
    case .constant, .module, .user, .world: false
    }
  }

  private var files = 0
  private var names: [[UInt8]: Controller] = [:]
  private var found: [Controller] = []
  private var usesControllers = false
  private var usesTime = false
  private var keeps = false
  private var outputs = 2
  /// Whether the words before this one are `dac~` and its channels.
  private var isOutput = false

  /// The requests of a scene's patches.
  static func wants(_ file: SceneFile) -> SceneSubscription {
    var scan = SceneScan()
    for index in 0..<Controller.count {
      if let each = Controller.at(index), isOffered(each) { scan.names[each.spec.symbol.bytes] = each }
    }
    if file.isAlone {
      scan.read(file.patch, in: file.folder)
    } else {
      _ = file.folder.walk(depth: depthLimit, atMost: SceneFile.mostFiles) { path, entry in
        let name = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
        if name.first == UInt8(ascii: ".") { return .pass }
        if entry.kind == tactus_is_file, path.hasEnding((".pd" as UTF8Text).bytes[...]) {
          scan.read(path, in: file.folder)
        }
        return .enter
      }
    }
    var wanted = scan.found
    if scan.usesControllers, wanted.isEmpty {
      wanted = (0..<Controller.count).compactMap { Controller.at($0) }.filter(isOffered)
    }
    if !scan.usesControllers { wanted = [] }
    wanted.sort { $0.rawValue < $1.rawValue }
    return SceneSubscription(
      file.style, wantsTime: scan.usesTime, keeps: scan.keeps, outputs: scan.outputs, wanted)
  }

  private mutating func read(_ path: [UInt8], in folder: OpenFolder) {
    files += 1
    guard files <= Self.fileLimit, let text = folder.read(path, limit: Self.byteLimit) else { return }
    text.withUnsafeBytes { text in
      var start = 0
      for index in 0...text.count {
        if index < text.count, !Self.isGap(text[index]) { continue }
        if index > start { read(word: UnsafeRawBufferPointer(rebasing: text[start..<index])) }
        start = index + 1
      }
    }
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    byte <= 32 || byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",")
  }

  private mutating func read(word: UnsafeRawBufferPointer) {
    readOutput(word)
    guard word.count > 4, word.count < 64 else { return }
    if word.spells("tactus-time") { usesTime = true }
    if word.spells("tactus-save") { keeps = true }
    if word.spells("tactus-ctl") || word.spells("tactus") { usesControllers = true }
    if let controller = names[[UInt8](word)], !found.contains(controller) { found.append(controller) }
  }

  /// Counts the channels of `[dac~ 1 2 3 4]`; an argument of an abstraction may be any of them.
  private mutating func readOutput(_ word: UnsafeRawBufferPointer) {
    if word.spells("dac~") {
      isOutput = true
    } else if isOutput, word.count > 1, word[1] == UInt8(ascii: "$") {
      outputs = SceneSubscription.mostOutputs
    } else if isOutput, let channel = Int(decimal: [UInt8](word)), channel > 0 {
      outputs = max(outputs, min(channel, SceneSubscription.mostOutputs))
    } else {
      isOutput = false
    }
  }
}
