// `tactus sample`: the recorded sounds that patches may play. Main thread.
import ArgumentParser
import Console
import Foundation
import Patches
import Performances
import Stores
import Text

struct Sample: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists and imports recorded sounds for patches.",
    subcommands: [ListSamples.self, ImportSamples.self])

  /// The folder in which plugins look for samples.
  static func folder() throws -> String {
    let folder = string(DocumentFolders.standard(.patch, bundle: []).samples.first ?? [])
    if folder.isEmpty { throw CommandError("there is no home, and so no folder of samples") }
    return folder
  }

  /// Adds a file as a patch names it, and what it is.
  /// - Returns: A sentence about its `smpl` chunk; nil: it has none.
  @discardableResult
  static func add(
    _ name: String, _ bytes: [UInt8], to list: inout ListReport
  ) throws(DocumentError) -> String? {
    let sound = try RecordedSound.read(bytes)
    let chunk = SamplerChunk(bytes, frames: sound.frames.count)
    let seconds = Double(sound.frames.count) / Double(sound.rate)
    let hash: UTF8Text = "\(Digest.sha256(bytes))"
    let file = JSON.quoted(Array(name.utf8))
    let words: UTF8Text = "{\"file\": \(file), \"hash\": \"\(hash)\"\(chunk?.members ?? "")}"
    list.add(
      string(words.bytes), "\(sound.frames.count) frames", String(format: "%.3f s", seconds),
      fields: [
        "file": name, "hash": string(hash.bytes), "frames": sound.frames.count, "rate": Int(sound.rate),
        "seconds": (seconds * 1000).rounded() / 1000,
      ])
    return chunk.map(sentence)
  }

  /// What is taken of a `smpl` chunk.
  private static func sentence(about chunk: SamplerChunk) -> String {
    var taken: [String] = []
    if let root = chunk.root { taken.append("the root \(string(("\(root)" as UTF8Text).bytes))") }
    if let loop = chunk.loop { taken.append("the loop \(loop.start) to \(loop.end)") }
    let others =
      chunk.otherLoops > 0
      ? "; \(counted(chunk.otherLoops, "loop")) omitted: a sample has one, which plays forward" : ""
    let all = taken.isEmpty ? "nothing" : taken.joined(separator: " and ")
    return all + " taken from its smpl chunk" + others
  }
}

struct ListSamples: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the samples that plugins find, each as a patch names it.")

  @OptionGroup var listing: Listing

  func run() throws {
    let folder = try Sample.folder()
    var list = ListReport(listing)
    let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for name in found.sorted()
    where name.lowercased().hasSuffix(".wav") && PatchSample.isPath(Array(name.utf8)) {
      do throws(DocumentError) {
        guard let bytes = try? contents(of: "\(folder)/\(name)", limit: RecordedSound.byteLimit) else {
          report("\(folder)/\(name): can't be read; a name must be UTF-8")
          continue
        }
        try Sample.add(name, bytes, to: &list)
      } catch { report("\(folder)/\(name): \(string(error.message))") }
    }
    list.finish()
  }
}

struct ImportSamples: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Copies sounds into the folder where plugins look for samples.",
    discussion: """
      FLAC, AIFF, Ogg and whatever else libsndfile reads becomes WAV; WAV files that can be played are \
      copied as they are. Prints each as a patch names it, with the root and the loop that the file gives \
      to samplers.
      """)

  @Argument(
    help: "Sound files.", completion: .file(extensions: ["wav", "flac", "aiff", "aif", "ogg", "mp3"]))
  var files: [String]
  @OptionGroup var replacing: Replacing
  @OptionGroup var listing: Listing

  func run() throws {
    let folder = try Sample.folder()
    var list = ListReport(listing)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for path in files {
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent + ".wav"
      guard PatchSample.isPath(Array(name.utf8)) else {
        let why =
          name.utf8.count > 255
          ? "is longer than the 255 bytes of a name" : "begins with a point or has a control character"
        throw CommandError("\(path): “\(name)” \(why); rename it")
      }
      let target = "\(folder)/\(name)"
      try replacing.check(target)
      let file = try PendingFile(target)
      guard access(path, R_OK) == 0 else { throw CommandError(system: path) }
      // A WAV file that can be played is copied as it is; a larger one can't be, but may be another sound.
      let bytes = try? contents(of: path, limit: RecordedSound.byteLimit)
      if let bytes, (try? RecordedSound.read(bytes)) != nil {
        try file.write(bytes: bytes)
      } else {
        try copySound(path, toWave: file.temporary, limit: RecordedSound.byteLimit)
      }
      do throws(DocumentError) {
        guard let copied = try? contents(of: file.temporary, limit: RecordedSound.byteLimit) else { continue }
        if let sentence = try Sample.add(name, copied, to: &list) { report("\(path): \(sentence)") }
      } catch { throw CommandError("\(path): \(string(error.message))") }
      try file.commit()
    }
    list.finish()
  }
}
