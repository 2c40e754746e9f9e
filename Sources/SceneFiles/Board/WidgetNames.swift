// Files in which every widget can be reached, and the patch that listens to their names. Not for the audio
// thread.
import Text

extension PdFile {
  /// A copy of a .pd file in which `$0` is `ownNumber`, and each widget that Pd draws has both of its names:
  /// one that it lacks is `tactus-send-N` or `tactus-set-N`. Boxes of numbers, words and lists stay as they
  /// are, because with a name Pd gives them no inlet or outlet.
  ///
  /// A name that no object of the patch knows changes nothing in it: a widget sends to its name beside its
  /// outlet, and what comes by its name is as if it came by its inlet.
  /// - Parameter number: Of an abstraction, the number of its instance; its names are `tactus-send-NUMBER-N`.
  public static func reachable(_ text: [UInt8], number: Int = ownNumber) -> [UInt8] {
    let text = numbered(text, number)
    let infix = number == ownNumber ? [] : ("\(number)-" as UTF8Text).bytes
    var copy: [UInt8] = []
    copy.reserveCapacity(text.count + 1024)
    var (start, index, depth, count) = (0, 0, 0, 0)
    while index < text.count {
      if text[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if text[index] == UInt8(ascii: ";") {
        append(text[start...index], to: &copy, infix, &depth, &count)
        start = index + 1
      }
      index += 1
    }
    return copy + text[min(start, text.count)...]
  }

  private static func append(
    _ record: ArraySlice<UInt8>, to copy: inout [UInt8], _ infix: [UInt8], _ depth: inout Int,
    _ count: inout Int
  ) {
    let words = RawWord.words(of: record)
    func isWord(_ index: Int, _ word: StaticString) -> Bool {
      index < words.count && words[index].word.bytes == word
    }
    if isWord(0, "#N"), isWord(1, "canvas") { depth += 1 }
    if isWord(0, "#X"), isWord(1, "restore") { depth -= 1 }
    guard depth > 0, isWord(0, "#X"), words.count > 5, let places = places(words) else {
      copy += record
      return
    }
    var written = record.startIndex
    for (index, name) in places where index < words.count {
      let bytes = words[index].word.bytes
      guard bytes == "empty" || bytes == "-" else { continue }
      copy += record[written..<words[index].range.lowerBound]
      copy += UTF8Text(name).bytes + infix + Array(count.description.utf8)
      written = words[index].range.upperBound
    }
    count += 1
    copy += record[written...]
  }

  /// Where the names of a widget stand in its record, in their order, or nil if it is no widget of Pd's own.
  private static func places(_ words: [RawWord]) -> [(Int, StaticString)]? {
    let (send, set): (StaticString, StaticString) = ("tactus-send-", "tactus-set-")
    let kind = words[1].word.bytes
    guard kind == "obj" else { return nil }
    let arguments = words[5...].prefix { !$0.isComma }.map { $0.word }
    guard
      let form = WidgetForm.forms(of: words[4].word.bytes).first(where: { $0.fits(arguments[...]) }),
      form.isNative, ![.panel, .panelWithoutSend, .panelWithoutNames].contains(form)
    else { return nil }
    var places: [(Int, StaticString)] = []
    for (index, field) in form.row.fields.enumerated() {
      if case .send = field { places.append((5 + index, send)) }
      if case .receive = field { places.append((5 + index, set)) }
    }
    return places
  }

  /// A patch that tells what comes by names: the message `tactus-widget N …` on its standard output, where N
  /// is the name's place in the list.
  public static func listener(to names: [[UInt8]]) -> [UInt8] {
    var text: UTF8Text = "#N canvas 0 0 400 300 10;\n#X obj 10 10 list trim;\n#X obj 10 40 stdout -nf;\n"
    for (index, name) in names.enumerated() {
      text += "#X obj 10 10 r \(escaped(name));\n#X obj 10 40 list prepend tactus-widget \(index);\n"
    }
    text += "#X connect 0 0 1 0;\n"
    for index in names.indices {
      text += "#X connect \(2 + 2 * index) 0 \(3 + 2 * index) 0;\n#X connect \(3 + 2 * index) 0 0 0;\n"
    }
    return text.bytes
  }

  /// A word as a file has it.
  private static func escaped(_ word: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for byte in word {
      if byte == 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\\")
      {
        text.append(UInt8(ascii: "\\"))
      }
      text.append(byte)
    }
    return text
  }
}

/// A word of a record with its place in the text.
struct RawWord {
  var word: PdWord
  var range: Range<Int>
  var isComma: Bool { !word.isEscaped && word.bytes == "," }

  /// The words up to the semicolon.
  static func words(of record: ArraySlice<UInt8>) -> [RawWord] {
    var words: [RawWord] = []
    var index = record.startIndex
    while index < record.endIndex {
      let byte = record[index]
      if byte <= 0x20 || byte == UInt8(ascii: ";") {
        index += 1
        continue
      }
      var raw = RawWord(word: PdWord(bytes: []), range: index..<index)
      let start = index
      while index < record.endIndex, record[index] > 0x20, record[index] != UInt8(ascii: ";") {
        if record[index] == UInt8(ascii: ",") {
          if index == start {
            raw.word.bytes = [record[index]]
            index += 1
          }
          break
        }
        if record[index] == UInt8(ascii: "\\"), index + 1 < record.endIndex {
          raw.word.isEscaped = true
          index += 1
        }
        raw.word.bytes.append(record[index])
        index += 1
      }
      raw.range = start..<index
      words.append(raw)
    }
    return words
  }
}

extension PdFile {
  /// A patch with the canvases and the widgets of a file alone: what a screen needs to draw them.
  /// - Parameter foreign: Names of DroidParty's widgets that are other objects in this scene.
  public static func widgets(of text: [UInt8], foreign: [[UInt8]] = []) -> [UInt8] {
    var copy: [UInt8] = []
    var (start, index) = (0, 0)
    // The canvases that are open: where they begin in the copy, and whether they have widgets.
    var canvases: [(begin: Int, hasWidgets: Bool)] = []
    func take(_ record: ArraySlice<UInt8>) {
      let words = RawWord.words(of: record)
      func isWord(_ index: Int, _ word: StaticString) -> Bool {
        index < words.count && words[index].word.bytes == word
      }
      func keep() { copy += record.drop { $0 <= 0x20 } + [0x0a] }
      if isWord(0, "#N"), isWord(1, "canvas") || isWord(1, "abstraction") {
        canvases.append((copy.count, false))
        return keep()
      }
      guard isWord(0, "#X"), !canvases.isEmpty else { return }
      if isWord(1, "restore"), canvases.count > 1 {
        let ended = canvases.removeLast()
        // A subpatch without widgets is nothing to see.
        guard ended.hasWidgets else { return copy.removeLast(copy.count - ended.begin) }
        canvases[canvases.count - 1].hasWidgets = true
        return keep()
      }
      let isWidget =
        isWord(1, "floatatom") || isWord(1, "symbolatom") || isWord(1, "listbox")
        || isWord(1, "obj") && words.count > 4 && !WidgetForm.forms(of: words[4].word.bytes).isEmpty
          && !foreign.contains(words[4].word.bytes)
      if isWidget { canvases[canvases.count - 1].hasWidgets = true }
      if isWidget || isWord(1, "text") || isWord(1, "coords") && canvases.count > 1 { keep() }
    }
    while index < text.count {
      if text[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if text[index] == UInt8(ascii: ";") {
        take(text[start...index])
        start = index + 1
      }
      index += 1
    }
    return copy
  }
}
