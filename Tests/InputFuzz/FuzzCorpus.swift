// The initial inputs of the fuzzers, and the tokens of their formats.
import Foundation
import InputTestSupport
import OSC
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
      Self.pageCorpus
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
    case .webdav:
      [
        "/files/scenes/a%20b/%C3%BC.pd", "/files/", "/files/scenes/..%2f%00",
        "</files/a> (<urn:uuid:1> [\"x\"]) (Not <DAV:no-lock>)", "(<urn:uuid:1>)",
        "<D:propfind xmlns:D=\"DAV:\"><D:prop><D:getetag/><a xmlns=\"u\"/></D:prop></D:propfind>",
        """
        <?xml version="1.0"?><lockinfo xmlns="DAV:"><lockscope><shared/></lockscope><locktype><write/></locktype>\
        <owner>a &amp; b<href>http://a</href></owner></lockinfo>
        """,
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
      ].map { Array($0.utf8) }
    }
  }

  /// The tokens of the format.
  package var words: [[UInt8]] {
    let texts: [String] =
      switch self {
      case .packets, .streams: ["/tactus/", "/tuio/2Dcur", "#bundle\0", ",iffs\0\0\0", "/tuio2/frm"]
      case .page: ["{\"", "\": ", "/tactus/", "#bundle\0", ",iss\0\0\0\0", "shelf\0\0\0", "1e999"]
      case .json, .sidecar:
        ["{\"", "\": ", "[", "]", "1e999", "\\u0000", "-", "<string>", "</dict>", "&amp;"]
      case .zip: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "../", "/"]
      case .webdav:
        ["%2e", "%00", "/files/", "(<", ">)", "Not ", "xmlns:x=\"", "&#13;", "<![CDATA[", "<!DOCTYPE "]
      case .pd: [";\n#X obj ", "#N canvas ", "#X restore ", "\\$0-", ";\n#X connect ", " floatatom ", "#A "]
      }
    return texts.map { Array($0.utf8) }
  }

  /// Packets of a page: played bundles, and requests.
  private static var pageCorpus: [[UInt8]] {
    func text(_ text: String) -> OSCArgument { .string(Array(text.utf8)) }
    let touch = OSCMessage.packet("/tactus/touch", [text("began"), .int32(7), .float(0.5), .float(0.25)])
    let alive = OSCMessage.packet("/tactus/alive", [.int32(1), .int32(2)])
    let plays = [
      touch, alive, OSCMessage.packet("/tactus/motion/gravity", [.float(0), .float(0.5), .float(-1)]),
      OSCMessage.packet("/tactus/pad/axis", [.int32(1), .float(0.25), .int32(1)]),
      OSCMessage.packet("/tactus/midi", [.int32(0x90), .int32(60), .int32(100)]),
    ]
    let questions = ["{\"room\": true}", "{\"allow\": []}", "{\"list\": true}"].map {
      OSCMessage.packet("/tactus/patch/library", [text($0)])
    }
    let scenes = [("all", ""), ("record", "1"), ("values", "{\"cutoff\": 800}"), ("shelf", "{\"list\": []}")]
      .map {
        OSCMessage.packet("/tactus/scene/window", [.int32(0), text($0), text($1)])
      }
    return plays.map { OSCPacket.bundle([$0], time: 5 << 32) }
      + [OSCPacket.bundle([touch, OSCPacket.bundle([touch, alive], time: 6 << 32)], time: 5 << 32)]
      + questions + scenes
      + [
        OSCMessage.packet("/tactus/patch/get"), OSCMessage.packet("/tactus/grid/library", [.int32(0)]),
        OSCMessage.packet(
          "/tactus/patch/edit",
          [
            text("{\"set\": {\"drive_gain\": 3}}"), .int64(7), .int32(1), OSCArgument.none, .int32(1),
            .int32(1),
          ]),
        OSCMessage.packet("/tactus/patch/load", [text("pluck")]), OSCMessage.packet("/tactus/panic"),
        OSCMessage.packet("/tactus/macro", [.int32(1), .float(0.5)]),
        OSCMessage.packet("/tactus/trim", [.int32(3), .float(1.5)]),
        OSCMessage.packet("/tactus/source", [text("finger")]),
        OSCMessage.packet("/tactus/page/names", [text("touch_x"), text("touch_y")]),
        OSCMessage.packet("/tactus/page/plugin", [.int32(3333)]),
        OSCMessage.packet("/tactus/page/kind", [text("grid")]),
      ]
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
