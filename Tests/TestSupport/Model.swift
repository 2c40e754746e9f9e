// Runs the models of Tests/Models as programs, and makes temporary folders. Not for the audio thread.
import Foundation

/// The folder `Tests` of the checkout.
public let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent()

/// A temporary folder of a test. It is removed with the object.
public final class TemporaryFolder: Sendable {
  public let url: URL
  public var path: String { url.path }

  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "tactus-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The names of the files in it, sorted.
  public var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }

  /// Writes a file and returns its path.
  @discardableResult
  public func add(_ name: String, _ data: Data) throws -> String {
    let file = url.appending(path: name)
    try data.write(to: file)
    return file.path
  }
}

/// The answer of a model about a text.
public struct ModelAnswer {
  /// Whether the model agrees: it ended with status 0.
  public let agrees: Bool
  /// The file that the model wrote; empty when it wrote none.
  public let output: Data
  /// The output of the model, both streams together.
  public let printed: String
}

/// Runs a model of Tests/Models with two arguments: a file with `text`, and a path that the model may write.
/// - Parameter folder: where both lie, with what an earlier run has left there; nil: a folder of their own.
/// - Throws: when Python or a folder is missing.
public func runModel(
  _ name: String, _ text: String, in folder: TemporaryFolder? = nil
) throws -> ModelAnswer {
  let folder = try folder ?? TemporaryFolder()
  let input = try folder.add("in", Data(text.utf8))
  let output = folder.url.appending(path: "out")
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
  process.arguments = [testsFolder.appending(path: "Models/\(name)").path, input, output.path]
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let printed = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  let written = (try? Data(contentsOf: output)) ?? Data()
  return ModelAnswer(agrees: process.terminationStatus == 0, output: written, printed: printed)
}
