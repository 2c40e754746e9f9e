// Renders documents of strangers: a process of its own in a box without network and home, with the seccomp filter of
// scenes and with limits on memory, processor, files and time. Any thread.
import Console
import Foundation
import Performances
import Scene

/// The box in which documents are rendered.
package struct RenderBox: Sendable {
  /// The seconds of sound.
  package static let seconds = 20
  /// The most seconds of a processor that a render may take. By the clock it may take twice as long.
  private let processorLimit: Int
  /// The most bytes of memory, and of a file that it writes.
  static let memoryLimit = 2 << 30, fileLimit = 64 << 20

  private let bundle: String
  private let program: String
  /// The files of the program's libraries that are not in the system's folders.
  private let libraries: [String]
  private let box: String
  /// The seccomp filter, or no bytes where there is none.
  private let filter: [UInt8]
  private static let limits = "/usr/bin/prlimit"

  /// - Throws: `CommandError` if this system has no box: documents of strangers are not rendered without.
  package init(bundle: String) throws {
    // Tests set TACTUS_BWRAP and TACTUS_RENDER_SECONDS to use others.
    let environment = ProcessInfo.processInfo.environment
    box = environment["TACTUS_BWRAP"] ?? "/usr/bin/bwrap"
    processorLimit = environment["TACTUS_RENDER_SECONDS"].flatMap { Int($0) } ?? 60
    self.bundle = URL(fileURLWithPath: bundle).resolvingSymlinksInPath().path
    program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let mapped = try lines(of: "/proc/self/maps").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
    libraries = Set(mapped).filter { $0.contains(".so") && !$0.hasPrefix("/usr/") && !$0.hasPrefix("/lib") }
      .sorted()
    for path in [box, Self.limits] where !FileManager.default.isExecutableFile(atPath: path) {
      throw CommandError(
        "\(path) is missing; without a box no document of others is rendered: install bubblewrap")
    }
    filter = SceneBounds.filter(of: Array(box.utf8))
  }

  /// Runs the command in the box and returns the WAV file that it writes.
  /// - Parameters:
  ///   - words: the arguments of `tactus`, with paths in the box: `/work` has the files, and `/bundle` the bundle.
  ///   - files: the files that it reads, by their paths below `/work`.
  /// - Throws: `CommandError` if it fails or exceeds a limit.
  func sound(_ words: [String], files: [(path: String, bytes: [UInt8])]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tactus-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (path, bytes) in files {
      let file = URL(fileURLWithPath: "\(folder)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    let errors = "\(folder)/errors"
    guard FileManager.default.createFile(atPath: errors, contents: nil),
      let output = FileHandle(forWritingAtPath: errors)
    else { throw CommandError("cannot write \(errors)") }
    // The shell opens the filter as descriptor 3, from which bubblewrap reads it.
    let filterPath = "\(folder).filter"
    try Data(filter).write(to: URL(fileURLWithPath: filterPath))
    defer { unlink(filterPath) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec \"$@\" 3< \"$0\"", filterPath, Self.limits] + arguments(words, folder)
    process.environment = [:]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    if end.wait(timeout: .now() + .seconds(2 * processorLimit)) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      throw CommandError("its \(Self.seconds) s of sound take more than \(2 * processorLimit) s to render")
    }
    // bubblewrap reports a signal as 128 and its number.
    let status = process.terminationStatus
    let signal = process.terminationReason == .uncaughtSignal ? status : status - 128
    guard process.terminationReason == .exit, status == 0 else {
      if [SIGXCPU, SIGKILL].contains(signal) {
        throw CommandError(
          "its \(Self.seconds) s of sound take more than \(processorLimit) s of a processor to render")
      }
      let text = (try? CommonsFolder.bytes(of: errors, limit: 1 << 16)) ?? []
      let line = string(text).split(separator: "\n").last.map { shown(String($0.prefix(300))) }
      throw CommandError("it can't be rendered: \(line ?? "status \(status)")")
    }
    return try CommonsFolder.bytes(of: "\(folder)/sound.wav", limit: Self.fileLimit)
  }

  private func arguments(_ words: [String], _ folder: String) -> [String] {
    var all = [
      "--as=\(Self.memoryLimit)", "--cpu=\(processorLimit)", "--fsize=\(Self.fileLimit)", "--core=0",
      "--nofile=256", box,
      "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv",
      "--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache",
      "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64", "--symlink", "usr/bin", "/bin",
      "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
    ]
    if !filter.isEmpty { all += ["--seccomp", "3"] }
    for library in libraries { all += ["--ro-bind", library, library] }
    // The command finds the program that renders beside itself, or where packages install it.
    let own = (program as NSString).deletingLastPathComponent
    for name in ["tactus", "tactus-render"] {
      all += ["--ro-bind-try", "\(own)/\(name)", "/programs/\(name)"]
    }
    let installed = "\((own as NSString).deletingLastPathComponent)/lib/tactus"
    all += [
      "--ro-bind-try", installed, "/lib-of-programs", "--ro-bind-try", installed, "/programs/lib/tactus",
    ]
    all += [
      "--ro-bind", bundle, "/bundle", "--bind", folder, "/work", "--chdir", "/work", "--remount-ro", "/",
      "--setenv", "HOME", "/work", "--setenv", "XDG_DATA_HOME", "/work/data", "--setenv", "LANG", "C.UTF-8",
      "--", "/programs/tactus",
    ]
    return all + words
  }
}
