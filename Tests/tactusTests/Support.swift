// Support for the tests of the command: random numbers, temporary folders, other programs.
import Foundation

/// A generator (SplitMix64) that prints its seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ test: String, seed: UInt64) {
    print("\(test): seed \(seed)")
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// A temporary folder that is deleted with its test.
final class Folder {
  let path = FileManager.default.temporaryDirectory.path + "/tactus-test-\(UUID())"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }

  /// Writes a file and returns its path.
  @discardableResult
  func add(_ name: String, _ data: Data) throws -> String {
    try data.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }
}

/// A running program that writes its output to files.
final class Program {
  private let process = Process()
  private let folder: Folder

  /// - Parameters:
  ///   - directory: its working directory; otherwise that of the tests.
  ///   - environment: variables that differ from those of the tests.
  init(_ path: String, _ arguments: [String], directory: String? = nil, environment: [String: String] = [:])
    throws
  {
    folder = try Folder()
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.add("out", Data())))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.add("errors", Data())))
    try process.run()
  }

  /// The command under test, from the folder in which the tests were built.
  static var command: String {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().path + "/tactus"
  }

  static func tactus(_ arguments: String...) throws -> Program { try Program(command, arguments) }

  var output: String { read("out") }
  var errors: String { read("errors") }

  private func read(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
  }

  func interrupt() { process.interrupt() }

  func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

  /// The exit status.
  @discardableResult
  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// Waits until the condition holds; false after five seconds.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<500 {
    if condition() { return true }
    usleep(10_000)
  }
  return false
}

/// Whether a UDP socket is open on a port of this machine.
func isListening(_ port: UInt16) -> Bool {
  let table = (try? String(contentsOfFile: "/proc/net/udp", encoding: .utf8)) ?? ""
  let table6 = (try? String(contentsOfFile: "/proc/net/udp6", encoding: .utf8)) ?? ""
  return (table + table6).contains(String(format: ":%04X ", port))
}
