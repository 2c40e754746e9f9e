// Writes what is derived from the table in `Controls`: Turtle, documents; and the wavetable file.
import Foundation

let usage = """
  usage: declare generate [DIRECTORY]    writes ttl/ and docs/ below DIRECTORY (default: here)
         declare wavetables FILE         writes the wavetables that the library maps

  """

func write(_ text: String, to path: String) throws {
  let url = URL(fileURLWithPath: path)
  try FileManager.default.createDirectory(
    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: url, options: .atomic)
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch (arguments.first, arguments.count) {
  case ("generate", 1...2):
    let root = arguments.count == 2 ? arguments[1] : "."
    try write(manifestTurtle(), to: "\(root)/ttl/manifest.ttl")
    try write(touchTurtle(), to: "\(root)/ttl/touch.ttl")
    try write(vocabularyTurtle(), to: "\(root)/ttl/vocabulary.ttl")
    try write(portsDocument(), to: "\(root)/docs/ports.md")
  case ("wavetables", 2):
    try waveTableFile().write(to: URL(fileURLWithPath: arguments[1]), options: .atomic)
  default:
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("declare: \(error.localizedDescription)\n".utf8))
  exit(1)
}
