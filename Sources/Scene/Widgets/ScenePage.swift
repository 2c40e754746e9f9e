// The open patch of one Pd and its widgets: the files that its sandbox shows in place of others, and their
// values. Input thread.
import CPosix
import RealTime
import SceneFiles
import Text

/// The widgets of a patch that plays.
final class ScenePage {
  /// The copy in which all widgets can be reached, and the patch that listens to them; none: what the scene
  /// shows cannot be read.
  let files: [SceneBoxFile]
  fileprivate(set) var board: SceneBoard
  /// Why there are no widgets; empty: there is nothing to say.
  let fault: [UInt8]
  /// The messages that follow the loading.
  private(set) var beginning: [[UInt8]] = []
  /// By name, what was heard of it last: the order of its number, and its strokes.
  private var heard: [(order: UInt32, strokes: UInt32)]
  private var total: UInt32 = 0
  /// The text from which a window draws: a patch of the widgets alone.
  let text: [UInt8]

  /// Reads the patch of a scene.
  /// - Parameters:
  ///   - libraries: The folder that contains folders of abstractions, or empty.
  ///   - values: what the widgets have had, by key.
  init(_ file: SceneFile, libraries: [UInt8], values: [(key: [UInt8], value: SceneValue)]) {
    var fault: [UInt8] = []
    var files: [SceneBoxFile] = []
    var board = SceneBoard()
    var text: [UInt8] = []
    if let content = file.text() {
      let patch = SceneView(file, libraries: libraries).reachable(content)
      do throws(DocumentError) {
        board = SceneBoard(try patch.file(), controls: Self.controls(beside: file))
        func place(_ name: [UInt8]) -> [UInt8] { ("\(ReachablePatch.folder)/\(name)" as UTF8Text).bytes }
        files = [
          SceneBoxFile(
            place: place(UTF8Text("listener.pd").bytes), bytes: PdFile.listener(to: board.names),
            isOpened: true),
          SceneBoxFile(place: file.entry, bytes: patch.main),
        ]
        files += patch.copies.map { SceneBoxFile(place: place($0.name), bytes: $0.bytes) }
        // Browsers and hosts refuse what is no UTF-8.
        text = UTF8Text.repaired(patch.page)
      } catch { fault = ("its widgets cannot be read: \(error.sentence())" as UTF8Text).bytes }
    }
    for (key, value) in values {
      guard let widget = board.widget(key), let messages = board.set(widget, value) else { continue }
      beginning += messages.map { WidgetMessage.bytes($0.to, $0.value, isNamed: board.hasSelector(widget)) }
    }
    (self.files, self.board, self.fault, self.text) = (files, board, fault, text)
    heard = board.names.map { _ in (0, 0) }
  }

  static func read(_ path: [UInt8], limit: Int) -> [UInt8]? {
    var size = 0
    guard let bytes = tactus_read_file(path.c, limit, &size) else { return nil }
    defer { free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
  }

  /// The host controls in the scene's own file; nil: none.
  private static func controls(beside file: SceneFile) -> [SceneControl]? {
    file.sidecar()?.controls
  }

  /// Sends these messages before all others that follow the loading.
  func begin(with messages: [[UInt8]]) { beginning = messages + beginning }

  /// Reads the patch's messages since the last time. Returns the changed widgets; `messages` gets their own
  /// messages.
  func follow(_ values: borrowing WidgetValues, messages: inout [[UInt8]]) -> [Int] {
    var changed: [Int] = []
    let total = values.total
    guard total != self.total else { return [] }
    self.total = total
    var news: [(order: UInt32, name: Int, value: SceneValue)] = []
    for name in 0..<min(values.count, heard.count) {
      let (order, number) = values.number(name)
      if order != heard[name].order { news.append((order, name, .number(number))) }
      let strokes = values.strokes(name)
      if strokes != heard[name].strokes { news.append((total, name, .bang)) }
      heard[name] = (order, strokes)
    }
    // A patch that talks without end is heard in part.
    for _ in 0..<256 {
      guard let (head, bytes) = values.texts.take() else { break }
      let words = SceneValue.words(WidgetMessage.atoms(bytes[...]))
      news.append((UInt32(truncatingIfNeeded: head >> 32), head & 0xffff_ffff, words))
    }
    // In the order in which they came. The count of messages wraps after some hours of a flood.
    news.sort { Int32(bitPattern: $0.order &- $1.order) < 0 }
    for (_, name, value) in news {
      let (widgets, answers) = board.hear(name, value)
      for widget in widgets where !changed.contains(widget) { changed.append(widget) }
      messages += answers.map { WidgetMessage.bytes($0.to, $0.value) }
    }
    return changed
  }

  /// Moves a widget. The messages for the patch; nil: there is no such widget, or it takes no such value.
  func set(_ key: [UInt8], _ value: SceneValue) -> [[UInt8]]? {
    guard let widget = board.widget(key) else { return nil }
    let isNamed = board.hasSelector(widget)
    return board.set(widget, value)?.map { WidgetMessage.bytes($0.to, $0.value, isNamed: isNamed) }
  }
}

/// Messages as bytes of Pd's stream.
enum WidgetMessage {
  /// - Parameter isNamed: the first word says what the message is.
  static func bytes(_ receiver: [UInt8], _ value: SceneValue, isNamed: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    func put(_ atom: SceneAtom) {
      switch atom {
      case .number(let number):
        bytes.append(PdTick.float)
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt32(8 * shift))) }
      case .word(let word): bytes += [PdTick.symbol] + word.filter { $0 != 0 }.prefix(255) + [0]
      }
    }
    put(.word(receiver))
    switch value {
    case .number(let number): put(.number(number))
    case .bang: put(.word(Array("bang".utf8)))
    case .words(let atoms):
      if isNamed {
        // `vis 1`
      } else if atoms.count == 1, case .word = atoms[0] {
        put(.word(Array("symbol".utf8)))
      } else {
        put(.word(Array("list".utf8)))
      }
      for atom in atoms { put(atom) }
    }
    return bytes + [PdTick.semicolon]
  }

  static func atoms(_ bytes: ArraySlice<UInt8>) -> [SceneAtom] {
    var atoms: [SceneAtom] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == PdTick.float, index + 5 <= bytes.endIndex {
        var word: UInt32 = 0
        for place in 0..<4 { word |= UInt32(bytes[index + 1 + place]) << UInt32(8 * place) }
        atoms.append(.number(Float(bitPattern: word)))
        index += 5
      } else {
        let end = bytes[(index + 1)...].firstIndex(of: 0) ?? bytes.endIndex
        atoms.append(.word(Array(bytes[(index + 1)..<end])))
        index = min(end + 1, bytes.endIndex)
      }
    }
    return atoms
  }
}
