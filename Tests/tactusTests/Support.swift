// Support for the tests of the command: random numbers, temporary folders, other programs.
import Foundation
import TestSupport

/// A running program that writes its output to files.
final class Program {
  private let process = Process()
  private let folder: TemporaryFolder

  /// - Parameters:
  ///   - directory: its working directory; otherwise that of the tests.
  ///   - environment: variables that differ from those of the tests.
  init(_ path: String, _ arguments: [String], directory: String? = nil, environment: [String: String] = [:])
    throws
  {
    folder = try TemporaryFolder()
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
