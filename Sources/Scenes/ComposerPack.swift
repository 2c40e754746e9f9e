// A zip file for work on scenes in desktop Pd. Main thread.
import Console
import Foundation
import SceneFiles

extension SceneLibrary {
  /// Writes notes, the abstractions that every scene finds, a scene of each kind, and patches for OSC.
  package func writePack(to path: String) throws {
    let root = "tactus-composer-pack"
    var files: [(path: [UInt8], bytes: [UInt8])] = []
    func add(_ path: String, _ bytes: [UInt8]) { files.append((Array("\(root)/\(path)".utf8), bytes)) }
    let composer = URL(fileURLWithPath: bundle).deletingLastPathComponent().path + "/composer"
    for (folder, place) in [(composer, ""), (libraries, "libs/")] {
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      if names.isEmpty { throw CommandError("\(folder): cannot be read") }
      // Pd's own object for MIDI is for the Pd that Tactus starts.
      for name in names.sorted() where name.hasSuffix(".pd") || name.hasSuffix(".txt") {
        add(place + name, try contents(of: "\(folder)/\(name)"))
      }
    }
    for (kind, name) in [
      (SceneKind.patch, "Patch.pd"), (.pdParty, "PdParty"), (.rjDj, "RjDj.rj"), (.droidParty, "DroidParty"),
    ] {
      for (file, text) in SceneTemplate.files(kind, name) {
        add("templates/" + (file.isEmpty ? name : "\(name)/\(file)"), Array(text.utf8))
      }
    }
    guard let zip = ZipWriter.pack(files) else { throw CommandError("the pack is too large") }
    try Self.write(zip, to: path)
  }
}
