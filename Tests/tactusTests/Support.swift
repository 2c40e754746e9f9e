// Support for the tests of the command: other programs, and ports.
import Foundation
import Synchronization
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

/// Waits until the condition holds; false after a minute.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<6000 {
    if condition() { return true }
    usleep(10_000)
  }
  return false
}

/// Whether a UDP socket is open on a port of this machine.
func isListening(_ port: UInt16) -> Bool { !sockets(on: port).isEmpty }

/// Whether the program that listens on a port has read all that was sent to it.
func hasReadAll(_ port: UInt16) -> Bool {
  sockets(on: port).allSatisfy { $0[4].hasSuffix(":00000000") }
}

/// The entries of the kernel's tables of UDP sockets on a port, in words.
private func sockets(on port: UInt16) -> [[Substring]] {
  ["udp", "udp6"].flatMap { table in
    ((try? String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)) ?? "").split(separator: "\n")
      .map { $0.split(separator: " ") }
      .filter { $0.count > 4 && $0[1].hasSuffix(String(format: ":%04X", port)) }
  }
}

private let lastPort = Atomic<Int>(20_000 + Int(getpid()) % 10_000)

/// A port that no program uses, below those that the kernel gives out.
func freePort() -> UInt16 {
  while true {
    let port = UInt16(lastPort.add(1, ordering: .relaxed).newValue)
    if !isListening(port) { return port }
  }
}
