// The sound files that a window shows to choose from: lists of them, previews, and their use in the patch. Input thread.
import CPosix
import Controls
import Instrument
import Patches
import RealTime
import Samples
import Text

/// The sound files of a folder and of the folders in it.
struct SoundFolder {
  /// The most files that are listed.
  static var fileLimit: Int { 2000 }
  /// The greatest depth of nested folders.
  static var depthLimit: Int { 8 }
  /// The bytes of a file in which its size is looked for.
  static var headLimit: Int { 65_536 }

  let path: [UInt8]
  /// Whether files of nested folders belong to it.
  let isNested: Bool

  /// The paths of all sounds in it, sorted within each folder.
  func files() -> [[UInt8]] {
    var files: [[UInt8]] = []
    add(to: &files, under: [], depth: 0)
    return files
  }

  private func add(to files: inout [[UInt8]], under part: [UInt8], depth: Int) {
    let folder = part.isEmpty ? path : ("\(path)/\(part)" as UTF8Text).bytes
    var inner: [[UInt8]] = []
    for name in TextFiles.list(folder, { $0.first == UInt8(ascii: ".") ? nil : $0 }) {
      if files.count == Self.fileLimit { return }
      let file = part.isEmpty ? name : ("\(part)/\(name)" as UTF8Text).bytes
      guard PatchSample.isPath(file) else { continue }
      if Self.isSound(name) {
        files.append(file)
      } else if isNested, depth < Self.depthLimit {
        var stamp = tactus_file_stamp()
        let full = ("\(path)/\(file)" as UTF8Text).bytes
        if tactus_stamp_of_file(full.c, &stamp) == 0, stamp.is_folder { inner.append(file) }
      }
    }
    for folder in inner { add(to: &files, under: folder, depth: depth + 1) }
  }

  static func isSound(_ name: [UInt8]) -> Bool {
    name.count > 4 && name.suffix(4).map { 65...90 ~= $0 ? $0 + 32 : $0 } == UTF8Text(".wav").bytes
  }

  /// The entry of a file in a list.
  func entry(_ file: [UInt8]) -> UTF8Text {
    let full = ("\(path)/\(file)" as UTF8Text).bytes
    let start = TextFiles.start(of: full, count: Self.headLimit) ?? []
    guard let size = RecordedSound.size(start: start) else { return "{\"file\": \(JSON.quoted(file))}" }
    return
      "{\"file\": \(JSON.quoted(file)), \"frames\": \(size.frames), \"rate\": \(size.rate), \"channels\": \(size.channels)}"
  }
}

extension PatchStore {
  private func folder(_ place: SoundPlace) -> SoundFolder? {
    let places = folders
    switch place {
    case .user: return places.user.isEmpty ? nil : SoundFolder(path: places.samples[0], isNested: true)
    case .bundle:
      return places.factory.isEmpty
        ? nil : SoundFolder(path: places.samples[places.samples.count - 1], isNested: true)
    case .last:
      let path = LibraryMarks(of: places).soundFolder
      return path.isEmpty ? nil : SoundFolder(path: path, isNested: false)
    }
  }

  /// Does what a window asks about sound files: `{"sounds": ["user", 0]}` lists those of a place from a number on,
  /// `{"hear": ["user", "kick.wav"]}` plays one, `{"hear": []}` ends that, and
  /// `{"use": ["user", "kick.wav", "new"]}` takes one as a new sample, in place of one (`"0"` is the first), or as the
  /// wavetable (`"wavetable"`).
  /// - Parameter isHost: whether the host's window asks. The folder of the last file is none of the network's.
  /// - Returns: the answer; nil: it is another question.
  public func answer(
    sounds member: JSON.Member, isHost: Bool
  ) throws(DocumentError) -> [UInt8]? {
    guard member.key == "sounds" || member.key == "hear" || member.key == "use",
      case .array(let values) = member.value.value
    else { return nil }
    do throws(DocumentError) {
      let words = values.map { value in
        if case .string(let text) = value.value { text } else { [] } as [UInt8]
      }
      if member.key == "hear", words.isEmpty {
        previews.stop()
        return UTF8Text("{\"heard\": []}").bytes
      }
      guard words.count == (member.key == "use" ? 3 : 2), let place = SoundPlace(words[0]),
        isHost || place != .last
      else {
        throw DocumentError("a sound is asked for by its place, user or bundle, and its file" as UTF8Text)
      }
      if member.key == "sounds" {
        guard case .integer(let first) = values[1].value else { return list(place, from: 0, isHost: isHost) }
        return list(place, from: max(0, Int(clamping: first)), isHost: isHost)
      }
      let sound = try read(words[1], in: place)
      if member.key == "hear" {
        try hear(sound, in: place)
        return ("{\"heard\": [\"\(place.symbol)\", \(JSON.quoted(sound.file))]}" as UTF8Text).bytes
      }
      let said = self.said("\(try use(sound, for: words[2])).", isChanged: false)
      return JSON.list("{", head(folders.names()) + said, "}").bytes
    } catch { throw refused(error) }
  }

  private func list(_ place: SoundPlace, from first: Int, isHost: Bool) -> [UInt8] {
    let folder = folder(place)
    let files = folder?.files() ?? []
    var entries: [UTF8Text] = []
    var bytes = 0
    if let folder {
      for file in files.dropFirst(max(0, first)) {
        let entry = folder.entry(file)
        bytes += entry.bytes.count + 2
        if bytes > Self.pageLimit { break }
        entries.append(entry)
      }
    }
    var page: [UTF8Text] = [
      "\"sounds\": \(JSON.list("[", entries, "]"))", "\"place\": \"\(place.symbol)\"", "\"first\": \(first)",
      "\"count\": \(files.count)",
    ]
    if isHost, let folder { page.append("\"folder\": \(JSON.quoted(folder.path))") }
    if isHost, place != .last {
      page.append("\"last\": \(JSON.quoted(LibraryMarks(of: folders).soundFolder))")
    }
    return JSON.list("{", page, "}").bytes
  }

  /// A sound file that was chosen.
  private struct ChosenSound {
    let file: [UInt8]
    let bytes: [UInt8]
    let sound: RecordedSound

    init(_ file: [UInt8], _ bytes: [UInt8]) throws(DocumentError) {
      (self.file, self.bytes) = (file, bytes)
      do throws(DocumentError) { sound = try RecordedSound.read(bytes) } catch {
        throw DroppedFile.refused(file, UTF8Text(bytes: error.message))
      }
    }
  }

  private func read(_ file: [UInt8], in place: SoundPlace) throws(DocumentError) -> ChosenSound {
    guard PatchSample.isPath(file), let folder = folder(place) else {
      throw DroppedFile.refused(file, "is not in this folder")
    }
    let (bytes, error) = TextFiles.read(
      ("\(folder.path)/\(file)" as UTF8Text).bytes, limit: RecordedSound.byteLimit)
    guard let bytes else {
      throw DroppedFile.refused(
        file, UTF8Text(bytes: TextFiles.failure("cannot be read", error).message))
    }
    return try ChosenSound(file, bytes)
  }

  /// Takes a file into the patch that the host's user has chosen in a dialog of the host.
  /// - Returns: the answer for windows.
  func take(fileOfHost path: [UInt8], for target: [UInt8]) throws(DocumentError) -> [UInt8] {
    do throws(DocumentError) {
      let name = path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
      guard path.first == UInt8(ascii: "/"), UTF8Text.isValid(path) else {
        throw DroppedFile.refused(name, "must be a whole path")
      }
      let (bytes, error) = TextFiles.read(path, limit: RecordedSound.byteLimit)
      guard let bytes else {
        throw DroppedFile.refused(name, UTF8Text(bytes: TextFiles.failure("cannot be read", error).message))
      }
      let said = self.said("\(try use(try ChosenSound(name, bytes), for: target)).", isChanged: false)
      noteFolder(of: path)
      return JSON.list("{", head(folders.names()) + said, "}").bytes
    } catch { throw refused(error) }
  }

  /// Plays a sound at its own pitch, beside the loaded patch.
  private func hear(_ chosen: ChosenSound, in place: SoundPlace) throws(DocumentError) {
    if isTaken { throw DocumentError("a take is being recorded, which a preview would disturb") }
    var sample = PatchSample(file: chosen.file)
    (sample.root, sample.isOneShot) = (60, true)
    var warnings: [DocumentError] = []
    var patch = try PatchDocument.read(
      UTF8Text(
        "{\"version\": 1, \"connections\": [], \"parameters\": {\"osc_a_level\": 0, \"osc_b_level\": 0, \"sample_level\": 0.8}}"
      ).bytes, warnings: &warnings)
    patch.samples = [sample]
    let memory = SampleMemory(chosen.sound.frames, rate: chosen.sound.rate, loop: nil)
    let compiled = try patch.compile([memory], wavetable: nil)
    let prepared = UnsafeMutablePointer<CompiledPatch>.allocate(capacity: 1)
    prepared.initialize(to: compiled)
    let seconds = Float(chosen.sound.frames.count) / chosen.sound.rate
    previews.play(
      prepared, PreviewPhrase.key(60, seconds: min(seconds + 0.3, Preview.longest)),
      .sound(place, chosen.file))
  }

  /// Takes a sound into the patch. One from outside the folders of samples is copied among the user's.
  /// - Returns: what was done, without a final period.
  private func use(_ chosen: ChosenSound, for target: [UInt8]) throws(DocumentError) -> UTF8Text {
    var name = chosen.file
    let isKnown = folders.samples.contains { folder in
      TextFiles.read(("\(folder)/\(name)" as UTF8Text).bytes, limit: RecordedSound.byteLimit).text
        == chosen.bytes
    }
    if !isKnown {
      name = name.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
      _ = try DroppedFile.copy(chosen.bytes, name, to: folders)
    }
    let file: UTF8Text = "\"file\": \(JSON.quoted(name))"
    let keys = SamplerChunk(chosen.bytes, frames: chosen.sound.frames.count)?.members ?? ""
    var warnings: [DocumentError] = []
    let patch = try PatchDocument.read(text(), warnings: &warnings)
    if target == "wavetable" {
      let length = try cycle(of: chosen, like: patch.wavetable.length)
      try apply(edit: ("{\"wavetable\": {\(file), \"length\": \(length)}}" as UTF8Text).bytes)
      return "“\(name)” is the wavetable of this patch: \(chosen.sound.frames.count / length) cycles"
    }
    var samples = Self.samples(in: text()).map { $0.words }
    if target == "new" {
      samples.append("{\(file)\(keys)}")
    } else if let index = samples.indices.first(where: { target == ("\($0)" as UTF8Text).bytes }) {
      samples[index] = Self.replacing(samples[index], with: file)
    } else {
      throw DocumentError("a sound is used as new, as the wavetable or in place of a sample" as UTF8Text)
    }
    // The first sample would be silent.
    var edit: UTF8Text = "{\"samples\": \(JSON.list("[", samples, "]"))"
    if samples.count == 1, patch[.sampleLevel].base == 0 { edit += ", \"set\": {\"sample_level\": 0.6}" }
    edit += "}"
    try apply(edit: edit.bytes)
    return "“\(name)” is a sample of this patch"
  }

  /// The objects of a document's samples.
  private static func samples(in document: [UInt8]) -> [JSON] {
    guard case .object(let members)? = document.withUnsafeBytes({ try? JSON($0) })?.value else { return [] }
    return members.first { $0.key == PatchKey.samples.bytes }?.value.elements ?? []
  }

  /// The frames of a cycle: as in the present wavetable, or the most usual number that divides the sound.
  private func cycle(of chosen: ChosenSound, like own: Int) throws(DocumentError) -> Int {
    let count = chosen.sound.frames.count
    let found = [own, 2048, 1024, 512, 256, 128, 64].first {
      count % $0 == 0 && 1...WavetableMemory.limit ~= count / $0
    }
    guard let found else {
      throw DroppedFile.refused(chosen.file, "has \(count) frames, which are no whole cycles of a wavetable")
    }
    return found
  }

  /// The object of a sample with another file; what belongs to the old one is dropped.
  private static func replacing(_ sample: UTF8Text, with file: UTF8Text) -> UTF8Text {
    guard case .object(let members)? = sample.bytes.withUnsafeBytes({ try? JSON($0) })?.value else {
      return "{\(file)}"
    }
    let kept = members.filter { !($0.key == "file" || $0.key == "hash" || $0.key == "loop") }
    return JSON.list("{", [file] + kept.map { "\(JSON.quoted($0.key)): \($0.value.words)" }, "}")
  }
}
