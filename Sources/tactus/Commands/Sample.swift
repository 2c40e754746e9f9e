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

  /// What a file says to samplers and what of it is taken; nil: nothing.
  static func taken(_ bytes: [UInt8]) throws(DocumentError) -> String? {
    guard let chunk = SamplerChunk(bytes, frames: try RecordedSound.read(bytes).frames.count) else {
      return nil
    }
    var taken: [String] = []
    if let root = chunk.root { taken.append("the root \(string(("\(root)" as UTF8Text).bytes))") }
    if let loop = chunk.loop { taken.append("the loop \(loop.start) to \(loop.end)") }
    let left =
      chunk.otherLoops > 0
      ? "; left out \(counted(chunk.otherLoops, "loop")): a sample has one, which plays forward" : ""
    let what = taken.isEmpty ? "nothing" : taken.joined(separator: " and ")
    return what + " taken from its smpl chunk" + left
  }

  /// A file as a line of a patch, and what it is.
  static func line(_ name: String, _ bytes: [UInt8]) throws(DocumentError) -> String {
    let sound = try RecordedSound.read(bytes)
    let seconds = String(format: "%.3f", Double(sound.frames.count) / Double(sound.rate))
    let keys = SamplerChunk(bytes, frames: sound.frames.count)?.members ?? ""
    let words: UTF8Text =
      "{\"file\": \(JSON.quoted(Array(name.utf8))), \"hash\": \"\(Digest.sha256(bytes))\"\(keys)}"
    return "\(string(words.bytes))\t\(sound.frames.count) frames\t\(seconds) s"
  }
}

struct ListSamples: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the samples that plugins find, each as a patch names it.")

  func run() throws {
    let folder = try Sample.folder()
    let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for name in found.sorted()
    where name.lowercased().hasSuffix(".wav") && PatchSample.isPath(Array(name.utf8)) {
      do throws(DocumentError) {
        guard let bytes = try? contents(of: "\(folder)/\(name)") else {
          report("\(folder)/\(name): cannot be read; a name must be UTF-8")
          continue
        }
        printLine(try Sample.line(name, bytes))
      } catch { report("\(folder)/\(name): \(string(error.message))") }
    }
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

  func run() throws {
    let folder = try Sample.folder()
    try makeFolders(folder)
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
      let bytes = try contents(of: path)
      if (try? RecordedSound.read(bytes)) != nil {
        try file.write(bytes: bytes)
      } else {
        try copySound(path, toWave: file.temporary)
      }
      do throws(DocumentError) {
        guard let copied = try? contents(of: file.temporary) else { continue }
        printLine(try Sample.line(name, copied))
        if let taken = try Sample.taken(copied) { report("\(path): \(taken)") }
      } catch { throw CommandError("\(path): \(string(error.message))") }
      try file.commit()
    }
  }
}
