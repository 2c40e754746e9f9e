// The initial inputs of the fuzzers, and the tokens of their formats.
import Foundation
import InputTestSupport
import SceneFiles

extension FuzzTarget {
  /// Returns valid inputs, each of a different kind.
  /// - Parameter bundle: The path of the folder `bundle`.
  package func corpus(_ bundle: String) -> [[UInt8]] {
    switch self {
    case .packets: Self.packetCorpus
    case .streams:
      Self.packetCorpus.flatMap { [OSCEncoder.sized($0), OSCEncoder.slip($0)] }
        + [Array("{\"id\": 1, \"type\": \"touch\", \"state\": \"start\", \"x\": 0.25, \"y\": 0.25}\n".utf8)]
    case .page:
      [
        [1, 1, 5, 0, 0x10, 0x27, 0, 0, 1, 7, 20, 0, 0xFE, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 255, 0],
        [2, 0, 0, 0, 0, 0, 0, 0], [3, 2, 0, 0, 0, 0, 0, 0, 1, 2],
        [4, 2, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0x3F, count: 12),
        [5, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x80, 0x3E], [6, 1, 0, 0, 0, 0, 0, 0, 0x90, 60, 100],
      ]
    case .words:
      [
        "get", "library 0", "edit {\"set\": {\"drive_gain\": 3}}", "load pluck", "save mine",
        "ask {\"room\": true}", "ask {\"allow\": []}", "ask {\"list\": true}", "macro 1 0.5", "trim 3 1.5",
        "panic", "names touch_x touch_y", "source finger", "plugin 3333", "kind grid", "scene all",
        "scene record 1", "scene values {\"cutoff\": 800}", "scene shelf {\"list\": []}",
      ].map { Array($0.utf8) }
    case .json: Self.files(in: bundle + "/patches", "json") + Self.files(in: bundle + "/grids", "json")
    case .zip: Self.archives(bundle)
    case .pd: Self.files(in: bundle + "/scenes", "pd")
    case .sidecar:
      Self.files(in: bundle + "/scenes", "json") + Self.files(in: bundle + "/scenes", "plist")
        + [
          Array(
            """
            {"version": 1, "sample_rate": 44100, "controls": [{"name": "Cutoff", "to": "cutoff", "low": 20, \
            "high": 20000}]}
            """.utf8)
        ]
    }
  }

  /// The tokens of the format.
  package var words: [[UInt8]] {
    let texts: [String] =
      switch self {
      case .packets, .streams: ["/tactus/", "/tuio/2Dcur", "#bundle\0", ",iffs\0\0\0", "/tuio2/frm"]
      case .page: []
      case .words: ["{\"", "\": ", "scene ", "\0", "shelf ", "1e999"]
      case .json, .sidecar:
        ["{\"", "\": ", "[", "]", "1e999", "\\u0000", "-", "<string>", "</dict>", "&amp;"]
      case .zip: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "../", "/"]
      case .pd: [";\n#X obj ", "#N canvas ", "#X restore ", "\\$0-", ";\n#X connect ", " floatatom ", "#A "]
      }
    return texts.map { Array($0.utf8) }
  }

  private static var packetCorpus: [[UInt8]] {
    let cursor = [
      TUIO.message("2Dcur", "source", [.s("s@x")]), TUIO.message("2Dcur", "alive", [.i(1), .i(2)]),
      TUIO.message("2Dcur", "set", [.i(1), .f(0.5), .f(0.5), .f(0), .f(0), .f(0)]),
      TUIO.message("2Dcur", "fseq", [.i(7)]),
    ]
    let blob = (0..<11).map { _ in OSCEncoder.Argument.f(0.25) }
    let shape = (0..<6).map { _ in OSCEncoder.Argument.f(0.5) }
    return [
      OSCEncoder.touch("began", 1, 0.5, 0.5, 0.5, 0.1), OSCEncoder.touch("ended", 1), OSCEncoder.alive(),
      OSCEncoder.message("/tactus/token", [.s("placed"), .i(1), .f(0.5), .f(0.5), .f(0.25), .i(1)]),
      OSCEncoder.message("/tactus/motion/attitude", [.f(0.1), .f(0.2), .f(0.3)]),
      OSCEncoder.message("/tactus/midi", [.i(144), .i(60), .i(100)]),
      OSCEncoder.message("/tactus/patch/edit", [.s("{\"set\": {\"drive_gain\": 3}}")]),
      OSCEncoder.message("/tactus/subscribe", [.i(9000), .s("patch"), .s("frame")]),
      OSCEncoder.message("/tactus/scene/set", [.s("cutoff"), .f(800)]),
      OSCEncoder.message("/tactus/*", [.s("began"), .i(1), .f(0.5), .f(0.5)]), OSCEncoder.bundle(cursor),
      OSCEncoder.bundle([OSCEncoder.bundle(cursor)]),
      OSCEncoder.bundle([
        TUIO.message("2Dblb", "alive", [.i(1)]), TUIO.message("2Dblb", "set", [.i(1)] + blob),
        TUIO.message("2Dblb", "fseq", [.i(1)]),
      ]),
      TUIO.frame2(1, [TUIO.message2("ptr", [.i(1), .i(1), .i(0)] + shape)], alive: [1], seconds: 1),
      OSCEncoder.message("/pdparty/touch", [.s("down"), .i(1), .f(0.5), .f(0.5)]),
      OSCEncoder.message("/pdparty/controller", [.s("gc1"), .s("axis"), .s("leftx"), .f(0.5)]),
      Array("{\"touch\": \"moved\", \"id\": 1, \"x\": 0.5, \"y\": 0.5}".utf8),
    ]
  }

  /// Returns the files in a folder and its subfolders. Skips files over 64 KiB, so that more inputs can be
  /// tried.
  private static func files(in folder: String, _ ending: String) -> [[UInt8]] {
    let paths = (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
    return paths.filter { $0.hasSuffix("." + ending) }.compactMap { path in
      FileManager.default.contents(atPath: folder + "/" + path).map { [UInt8]($0) }
    }.filter { $0.count <= 65_536 }
  }

  /// Returns an archive written by Tactus, and archives from Python, which cover all compression methods.
  private static func archives(_ bundle: String) -> [[UInt8]] {
    let files = files(in: bundle + "/scenes", "pd").prefix(3)
    let own = ZipWriter.pack(
      files.enumerated().map { (path: Array("scene/\($0.offset).pd".utf8), bytes: $0.element) })
    // A stored file, one deflated with fixed codes, and one with dynamic codes.
    let script = """
      import sys, zipfile, io
      out = io.BytesIO()
      with zipfile.ZipFile(out, "w") as file:
          file.writestr("a/_main.pd", "#N canvas 0 0 450 300 12;\\n", zipfile.ZIP_STORED)
          file.writestr("a/b.pd", "#X obj 1 1 bng;\\n", zipfile.ZIP_DEFLATED)
          file.writestr("a/c.pd", "".join(f"#X obj {n} {n * n} osc~ {n * 7 % 440};\\n" for n in range(300)),
                        zipfile.ZIP_DEFLATED)
      sys.stdout.buffer.write(out.getvalue())
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", script]
    let printed = Pipe()
    process.standardOutput = printed
    guard (try? process.run()) != nil else { return own.map { [$0] } ?? [] }
    let made = printed.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (own.map { [$0] } ?? []) + [[UInt8](made)]
  }
}
