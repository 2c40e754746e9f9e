// Files of the package that several suites read, and texts as strings.
import Foundation

public func string(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }

/// The JSON files of a folder below the package, in the order of their names.
public func files(in folder: String, file: String = #filePath) throws -> [(name: String, text: [UInt8])] {
  let root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: folder)
  return try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
    .filter { $0.pathExtension == "json" }
    .sorted { $0.path < $1.path }
    .map { ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0))) }
}
