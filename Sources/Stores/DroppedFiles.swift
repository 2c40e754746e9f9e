// Files dropped onto a window: patches, grids, scales, sounds. Input thread.
import CPosix
import Grids
import Patches
import Samples
import Text

extension EditedStore {
  /// Does what a window of the host asks. Beside what `answer(library:)` knows, `{"open": "/path"}` takes a
  /// file of this machine, of a grid also `{"open": ["/path", 1, 2]}` for a layer and a pattern. `{"export": [1, 2]}`
  /// writes a pattern of a layer as a MIDI file, `[1]` the layer, `[]` all, `[1, 0, 3]` the layer in the third section
  /// of the song, `[0, 0, 3]` all layers there, `[0, 0, 3, 2]` those of the second song; `{"export": "Name"}` finds the
  /// file of a document. Only the host's window may request this, not the network.
  package func answer(window question: [UInt8]) throws(DocumentError) -> [UInt8] {
    let json = question.withUnsafeBytes { try? JSON($0, limit: 8192) }
    guard case .object(let members)? = json?.value, members.count == 1 else {
      return try answer(library: question)
    }
    if let answer = try answer(sounds: members[0], isHost: true) { return answer }
    if let answer = try answer(commons: members[0]) { return answer }
    let parts: [JSON] =
      if case .array(let parts) = members[0].value.value { parts } else { [members[0].value] }
    let numbers = parts.compactMap {
      if case .integer(let number) = $0.value { Int(clamping: number) } else { nil }
    }
    if members[0].key == "export", folders.kind == .grid, numbers.count == parts.count {
      do throws(DocumentError) {
        // 0 is none, so that a section can follow.
        let named = numbers.map { $0 == 0 && numbers.count > 2 ? nil : $0 } + [Int?](repeating: nil, count: 4)
        let path = try GridExport.write(
          text(), layer: named[0], pattern: named[1], section: named[2], song: named[3] ?? 1,
          in: folders)
        let page = ["\"exported\": \(JSON.quoted(path))"] + said("Exported as \(path)", isChanged: false)
        return JSON.list("{", head(folders.names()) + page, "}").bytes
      } catch { throw refused(error) }
    }
    guard case .string(let path)? = parts.first?.value else { return try answer(library: question) }
    if members[0].key == "export" {
      let file = ("\"exported\": \(JSON.quoted(try folders.path(of: path)))" as UTF8Text)
      return JSON.list("{", head(folders.names()) + [file], "}").bytes
    }
    guard members[0].key == "open" else { return try answer(library: question) }
    let (file, words): (DroppedFile, UTF8Text)
    do throws(DocumentError) {
      (file, words) = try DroppedFile.read(
        path, in: folders, document: text(), layer: numbers.first ?? 1,
        pattern: numbers.dropFirst().first ?? 1)
    } catch { throw refused(error) }
    var page = said("\(words).", isChanged: false)
    switch file {
    case .document(let text):
      page = said(words, replacing: replaced)
      try replace(text)
    case .edit(let edit): try apply(edit: edit)
    }
    noteFolder(of: path)
    return JSON.list("{", head(folders.names()) + page, "}").bytes
  }
}

extension EditedStore {
  /// Notes the folder of a sound that was opened, which browsers of sounds show. Without a folder nothing is noted.
  func noteFolder(of path: [UInt8]) {
    guard folders.kind == .patch, SoundFolder.isSound(path), let slash = path.lastIndex(of: UInt8(ascii: "/"))
    else {
      return
    }
    let folder = Array(path[..<slash])
    var marks = LibraryMarks(of: folders)
    if folder.isEmpty || folder == marks.soundFolder || folders.samples.contains(folder) { return }
    marks.soundFolder = folder
    do throws(DocumentError) { try marks.save(for: folders) } catch {}
  }
}

/// The use of a file for a document: another document, or a change. Not generic, so that it is in the library
/// once.
enum DroppedFile {
  case document([UInt8])
  case edit([UInt8])

  /// Reads a file by the ending of its name. A sound is copied among the user's samples.
  /// - Parameters:
  ///   - document: the present one.
  ///   - layer: the layer of a grid that a scale or MIDI is for, and its pattern; both from 1.
  /// - Returns: the change, and a message without a final period.
  static func read(
    _ path: [UInt8], in folders: DocumentFolders, document: [UInt8], layer: Int = 1, pattern: Int = 1
  ) throws(DocumentError) -> (DroppedFile, UTF8Text) {
    let name = path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    let ending = (name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last ?? []).map {
      65...90 ~= $0 ? $0 + 32 : $0
    }
    let isPatch = folders.kind == .patch
    switch true {
    case ending == "json":
      let text = try content(path, name)
      try checkKind(text, name, isPatch: isPatch)
      return (.document(text), "Opened “\(name)”")
    case ending == (isPatch ? "tactuspatch" : "tactusgrid"):
      return (.document(try content(path, name).filter { $0 > 32 }), "Opened “\(name)”")
    case !isPatch && (ending == "mid" || ending == "midi" || ending == "scl"):
      return try DroppedGridFile.read(
        try content(path, name), name, ending, of: document, layer: layer, pattern: pattern)
    case isPatch && ending == "tactus":
      let text = patch(ofTake: try content(path, name, limit: RecordedSound.byteLimit))
      guard !text.isEmpty else { throw refused(name, "is no take with a patch in it") }
      return (
        .document(text),
        "Opened the patch of the take “\(name)”; the standalone page plays the take, too"
      )
    case isPatch && (ending == "scl" || ending == "kbm"):
      let text = UTF8Text.repaired(try content(path, name))
      guard !text.contains(0) else { throw refused(name, "is no text") }
      let edit: UTF8Text = "{\"tuning\": {\"\(ending)\": \(JSON.quoted(text))}}"
      return (.edit(edit.bytes), "The patch is tuned by “\(name)”")
    case isPatch && ending == "wav":
      let bytes = try content(path, name, limit: RecordedSound.byteLimit)
      let frames = try copy(bytes, name, to: folders)
      let keys = SamplerChunk(bytes, frames: frames)?.members ?? ""
      return (.edit(adding(sample: name, keys, to: document)), "“\(name)” is a sample of this patch")
    default:
      throw refused(
        name,
        isPatch
          ? "cannot be opened here: patches (.json, .tactuspatch), takes (.tactus), scales (.scl, .kbm), sounds (.wav) can"
          : "cannot be opened here: grids (.json, .tactusgrid), MIDI files (.mid), scales (.scl) can")
    }
  }

  /// A patch must not be taken for a grid, nor a grid for a patch.
  private static func checkKind(
    _ text: [UInt8], _ name: [UInt8], isPatch: Bool
  ) throws(DocumentError) {
    guard case .object(let members)? = text.withUnsafeBytes({ try? JSON($0) })?.value else { return }
    let isGrid = members.contains { $0.key == GridKey.layers.bytes }
    if isGrid && isPatch { throw refused(name, "is a grid: drop it onto the Tone Matrix") }
    if !isGrid && !isPatch { throw refused(name, "is no grid: it has no layers") }
  }

  /// The first patch of a take (docs/performance.md): the lines that begin with `|` behind its word.
  private static func patch(ofTake text: [UInt8]) -> [UInt8] {
    var patch: [UInt8] = []
    for line in text.split(separator: 10, omittingEmptySubsequences: false) {
      if line.first == UInt8(ascii: "|") {
        patch += line.dropFirst(2) + [10]
      } else if !patch.isEmpty {
        break
      }
    }
    return patch
  }

  /// Copies a sound among the user's samples.
  /// - Returns: its frames.
  static func copy(
    _ bytes: [UInt8], _ name: [UInt8], to folders: DocumentFolders
  ) throws(DocumentError) -> Int {
    let frames: Int
    do throws(DocumentError) { frames = try RecordedSound.read(bytes).frames.count } catch {
      throw refused(name, UTF8Text(bytes: error.message))
    }
    guard PatchSample.isPath(name), !folders.user.isEmpty, let folder = folders.samples.first else {
      throw refused(name, "cannot be copied among your samples")
    }
    let (known, _) = TextFiles.read(("\(folder)/\(name)" as UTF8Text).bytes, limit: RecordedSound.byteLimit)
    if known == bytes { return frames }
    if known != nil { throw refused(name, "is the name of another one of your samples") }
    var error = tactus_make_folders(folder.c)
    let beside = (".\(Int(getpid()))-dropped" as UTF8Text).bytes
    if error == 0 { error = tactus_replace_file(folder.c, name.c, beside.c, bytes, bytes.count) }
    if error != 0 {
      throw refused(name, UTF8Text(bytes: TextFiles.failure("cannot be copied", error).message))
    }
    return frames
  }

  /// The edit that adds a sample to those of a patch.
  /// - Parameter keys: the members behind its file.
  private static func adding(
    sample name: [UInt8], _ keys: UTF8Text, to document: [UInt8]
  ) -> [UInt8] {
    var samples: [UTF8Text] = []
    if case .object(let members)? = document.withUnsafeBytes({ try? JSON($0) })?.value {
      samples = members.first { $0.key == PatchKey.samples.bytes }?.value.elements.map { $0.words } ?? []
    }
    samples.append("{\"file\": \(JSON.quoted(name))\(keys)}")
    return ("{\"samples\": \(JSON.list("[", samples, "]"))}" as UTF8Text).bytes
  }

  private static func content(
    _ path: [UInt8], _ name: [UInt8], limit: Int = TextFiles.byteLimit
  ) throws(DocumentError) -> [UInt8] {
    guard path.first == UInt8(ascii: "/") else { throw refused(name, "must be a whole path") }
    let (bytes, error) = TextFiles.read(path, limit: limit)
    guard let bytes else {
      throw refused(name, UTF8Text(bytes: TextFiles.failure("cannot be read", error).message))
    }
    return bytes
  }

  static func refused(_ name: [UInt8], _ words: UTF8Text) -> DocumentError {
    DocumentError("“\(name)” \(words)")
  }
}
