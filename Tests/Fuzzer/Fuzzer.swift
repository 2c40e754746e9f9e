// Runs libFuzzer on one reader: `fuzzer TARGET SECONDS CORPUS`. The corpus is a folder of inputs, initially
// valid ones; libFuzzer adds inputs that reach new code. An input that crashes the reader is saved beside it.
import Foundation
import InputFuzz

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

nonisolated(unsafe) private var target = FuzzTarget.packets  // set before the first input

@main struct Fuzzer {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count == 4, let chosen = FuzzTarget(rawValue: words[1]), Int(words[2]) != nil else {
      print(
        "fuzzer TARGET SECONDS CORPUS; targets:", FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
      exit(2)
    }
    target = chosen
    let folder = URL(fileURLWithPath: words[3], isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, input) in target.corpus("bundle").enumerated() {
      try Data(input).write(to: folder.appending(path: "right-\(index)"))
    }
    let dictionary = folder.path + ".dict"
    let rows = target.words.map { word in
      "\"" + word.map { String(format: "\\x%02x", $0) }.joined() + "\"\n"
    }
    try Data(rows.joined().utf8).write(to: URL(fileURLWithPath: dictionary))
    let options = [
      words[0], "-max_total_time=\(words[2])", "-timeout=10", "-rss_limit_mb=2048", "-max_len=65536",
      "-detect_leaks=0", "-print_final_stats=1", "-verbosity=1",
      "-artifact_prefix=\(folder.path)-",
    ]
    var arguments = (options + (rows.isEmpty ? [] : ["-dict=\(dictionary)"]) + [folder.path]).map {
      strdup($0)
    }
    var count = Int32(arguments.count)
    arguments.append(nil)
    let status = arguments.withUnsafeMutableBufferPointer { list in
      var first = list.baseAddress!
      return withUnsafeMutablePointer(to: &first) { first in
        runDriver(&count, first) { bytes, size in
          target.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
          return 0
        }
      }
    }
    exit(status)
  }
}
