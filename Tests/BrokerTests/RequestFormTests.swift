// Each request of the table is answered: rightly sent, wrongly sent, and without an instance that hears it.
import CPosix
import Dialects
import Foundation
import Grids
import InputTestSupport
import Patches
import RealTime
import Stores
import Testing

@testable import Broker

/// An instance with a patch and one with a grid, at one port, with folders of their own.
@Suite(.serialized) final class RequestFormTests {
  typealias Arguments = [OSCEncoder.Argument]

  let scratch: URL
  let switchboard = Switchboard()
  let (touch, matrix) = (TestInstance(), TestInstance())
  let patches: PatchStore
  let grids: GridStore
  let peer = Peer()
  var seconds = 0.0

  init() throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID().uuidString)")
    self.scratch = scratch
    func folder(_ name: String) throws -> [UInt8] {
      try FileManager.default.createDirectory(
        at: scratch.appending(path: name), withIntermediateDirectories: true)
      return Array((scratch.path + "/" + name).utf8)
    }
    patches = PatchStore(folders: DocumentFolders(.patch, user: try folder("patches")))
    grids = GridStore(folders: DocumentFolders(.grid, user: try folder("grids")))
    try Data(PatchDocument().write()).write(to: scratch.appending(path: "patches/mine.json"))
    try Data(GridDocument().write()).write(to: scratch.appending(path: "grids/mine.json"))
    try Data(#"{"version": 1, "name": "Tonight", "patches": ["mine"]}"#.utf8).write(
      to: scratch.appending(path: "patches/tonight.setlist.json"))
    let port = Peer.freePort()
    for (instance, store, grid) in [(touch, patches, nil), (matrix, nil, grids)]
      as [(TestInstance, PatchStore?, GridStore?)]
    {
      switchboard.add(instance.pointer, store, grid)
      instance.wish(.thisMachine, port: port)
    }
    turn()
  }

  deinit { try? FileManager.default.removeItem(at: scratch) }

  func turn(after seconds: Double = 0) {
    self.seconds += seconds
    let now = tactus_monotonic() + Int64(self.seconds * 1e9)
    switchboard.applyWishes(at: now)
    switchboard.receive(at: now, offset: tactus_realtime() - tactus_monotonic())
    switchboard.servePatches(at: now)
    switchboard.serveGrids(at: now)
  }

  func request(_ address: String, _ arguments: Arguments = []) -> [[String]] {
    peer.send(OSCEncoder.message("/tactus/" + address, arguments), to: touch.port)
    turn()
    var messages: [[String]] = []
    while true {
      var polled = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) == 1, let packet = peer.receive() else { return messages }
      messages += PatchOSCTests.messages(packet.bytes[...])
    }
  }

  var forms: [(address: String, form: RequestForm)] {
    RequestForm.all.map { (String(decoding: $0.address, as: UTF8.self), $0) }
  }

  /// Arguments with which each request is done. Those that need none are not listed.
  static let right: [String: Arguments] = {
    let cell: Arguments = [.i(1), .i(1), .i(1), .i(1)]
    var right: [String: Arguments] = [
      "patch/set": [.s("filter_1_cutoff"), .f(900)], "patch/edit": [.s(#"{"name": "Other"}"#)],
      "patch/load": [.s("mine")], "patch/save": [.s("new"), .s("A New One")],
      "patch/connect": [.s("touch_x"), .s("filter_1_cutoff"), .f(100), .f(900)],
      "patch/disconnect": [.s("touch_timbre"), .s("filter_1_cutoff")],
      "patch/tuning": [.s("")], "patch/recall": [.i(1)], "patch/forget": [.i(1)],
      "patch/forget_shape": [.i(1)],
      "patch/setlist": [.s("tonight")],
      "grid/set": [.s(#"{"version": 1, "name": "Other"}"#)], "grid/edit": [.s(#"{"seed": 5}"#)],
      "grid/load": [.s("mine")], "grid/save": [.s("new"), .s("A New One")],
      "grid/row": [.i(1), .i(1), .i(1), .s("x..x")], "grid/column": [.i(1), .i(1), .i(1), .s("x.x")],
      "grid/random": [.i(1), .i(1), .f(0.5)], "grid/cell": cell, "grid/euclid": cell,
      "grid/shift": [.i(1), .i(1), .i(1)], "grid/rotate": [.i(1), .i(1), .i(1)],
      "scene/get": [.s("level")], "scene/set": [.s("level"), .f(0.5)],
      "scene/window": [.i(0), .s("all"), .s("")],
      "stage": [.s("Rain"), .i(1), .i(2), .s("Sun"), .s(""), .s("")],
      "stage/now": [.s("internal")] + Array(repeating: .f(1), count: 8),
      "stage/mix": [.f(-6), .i(0), .i(1)], "stage/do": [.s("record")],
      "subscribe/confirm": [.s("0123456789abcdef")], "timeout": [.f(30)], "macro/learn": [.i(2)],
    ]
    for word in ["clear", "reverse", "mirror", "life", "fill", "shuffle"] {
      right["grid/\(word)"] = [.i(1), .i(1)]
    }
    right["grid/transpose"] = [.i(1), .i(1), .i(2)]
    return right
  }()

  @Test func everyRequestIsAnswered() {
    _ = request("patch/snapshot")
    _ = request("patch/snapshot")
    // Steps need something to go to; the order of the table gives it.
    let late = ["patch/undo", "patch/redo", "grid/undo", "grid/redo", "patch/choose", "grid/choose"]
    let order = forms.map(\.address).filter { !late.contains($0) } + late
    for address in order {
      let answers = request(address, Self.right[address] ?? [])
      #expect(!answers.isEmpty, "\(address) is not answered")
      let isRefused = answers.contains { $0[0].hasSuffix("/error") }
      // No subscription waits for that token, no line has been drawn, the patch has no shape, and no instance
      // a scene.
      let refused: Set = [
        "subscribe/confirm", "patch/teach", "patch/forget_shape", "scene/list", "scene/get", "scene/set",
        "scene/window",
      ]
      #expect(isRefused == refused.contains(address), "\(address): \(answers)")
      turn(after: 0.1)
      _ = request("unsubscribe")
    }
    #expect(String(decoding: grids.text(), as: UTF8.self).contains(#""version""#))
  }

  /// Requests of the right form, and the word that the answer names.
  static let wrong: [(address: String, arguments: Arguments, named: String)] = [
    ("patch/load", [.s("nonesuch")], "nonesuch"), ("grid/load", [.s("nonesuch")], "nonesuch"),
    ("patch/load", [.s("../secret")], "../secret"), ("grid/save", [.s("a/b")], "a/b"),
    ("patch/save", [.s(".hidden")], ".hidden"), ("patch/setlist", [.s("nonesuch")], "nonesuch"),
    ("patch/set", [.s("no_parameter"), .f(1)], "no_parameter"), ("patch/set", [.s("{\"fly\": }")], "line 1"),
    ("grid/set", [.s("{\"fly\": }")], "line 1"), ("patch/edit", [.s(#"{"fly": 1}"#)], "fly"),
    ("grid/edit", [.s(#"{"fly": 1}"#)], "fly"),
    ("patch/connect", [.s("no_source"), .s("filter_1_cutoff"), .f(0), .f(1)], "no_source"),
    ("patch/connect", [.s("touch_x"), .s("no_destination"), .f(0), .f(1)], "no_destination"),
    ("patch/disconnect", [.s("no_source"), .s("filter_1_cutoff")], "no_source"),
    ("patch/tuning", [.s("no scale")], "scl"), ("patch/snapshot", [.i(77)], "77"),
    ("patch/recall", [.i(77)], "77"), ("patch/forget", [.i(77)], "77"),
    ("grid/cell", [.i(77), .i(1), .i(1), .i(1)], "cell.layer: must be 1…16"),
    ("grid/cell", [.i(1), .i(77), .i(1), .i(1)], "cell.pattern: must be 1…16"),
    ("grid/row", [.i(1), .i(1), .i(77), .s("x")], "row.row: must be 1…16"),
    ("grid/column", [.i(1), .i(1), .i(77), .s("x")], "column.step: must be 1…16"),
    ("grid/fill", [.i(1), .i(1), .i(77)], "fill.row: must be 1…16"),
    ("grid/euclid", [.i(1), .i(1), .i(77), .i(3)], "euclid.row: must be 1…16"),
    ("grid/clear", [.i(77), .i(1)], "clear.layer: must be 1…16"),
    ("grid/random", [.i(1), .i(77), .f(0.5)], "random.pattern: must be 1…16"),
    ("subscribe", [.s("no_topic")], "no_topic"), ("subscribe", [.s("profile:none")], "none"),
    ("subscribe", [.i(99_999)], "99999"), ("unsubscribe", [.i(-1)], "-1"),
    ("subscribe/confirm", [.s("stale")], "stale"), ("timeout", [.f(-7)], "-7"),
    ("macro/learn", [.i(77)], "77"), ("macro/learn", [.f(1.5)], "1.5"), ("stats", [.i(1)], "/tactus/stats 1"),
    ("patch/laod", [.s("mine")], "/tactus/patch/laod"), ("grid/layer", [], "/tactus/grid/layer"),
    ("nothing", [], "/tactus/nothing"), ("surface/3/patch/laod", [], "/tactus/surface/3/patch/laod"),
    ("scene/list", [], "no instance with a scene"), ("scene/set", [.i(1)], "wants s name"),
    ("scene/window", [.s("all")], "wants i instance"),
    ("scene/window", [.i(7), .s("all"), .s("")], "no instance"),
    ("surface/3/scene/get", [.s("level")], "surface 3"), ("scene/move", [], "/tactus/scene/move"),
    ("surface/3/patch/get", [], "surface 3"), ("surface/3/grid/list", [], "surface 3"),
  ]

  @Test(arguments: wrong.indices) func everyErrorNamesWhatItIsAbout(_ index: Int) {
    let (address, arguments, named) = Self.wrong[index]
    let before = (patches.text(), grids.text())
    let answers = request(address, arguments)
    #expect(answers.count == 1 && answers[0].count == 2, "\(address): \(answers)")
    for answer in answers {
      #expect(answer[0].hasPrefix("/tactus/answer/") && answer[0].hasSuffix("error"), "\(answer)")
      #expect(answer[1].contains(named), "\(answer)")
    }
    #expect(before == (patches.text(), grids.text()))
  }

  /// A number too many, a text too many, and none at all.
  @Test func argumentsOfAnotherNumberAreRefused() {
    for (address, form) in forms {
      var refused: [Arguments] = []
      if form.counts.upperBound < Int.max {
        refused.append([OSCEncoder.Argument](repeating: .s("surplus"), count: form.counts.upperBound + 1))
      }
      if form.counts.lowerBound > 0 { refused.append([]) }
      for arguments in refused {
        let answers = request(address, arguments)
        #expect(answers.count == 1, "\(address) \(arguments): \(answers)")
        guard let sentence = answers.first?.last else { continue }
        #expect(sentence.hasPrefix("/tactus/\(address)"), "\(sentence)")
        #expect(arguments.isEmpty || sentence.contains("surplus"), "\(sentence)")
        let wanted = "\(form.arguments)"
        #expect(wanted.isEmpty || sentence.hasSuffix("it wants \(wanted)"), "\(sentence)")
      }
    }
  }

  @Test func aRequestWithoutAnInstanceIsAnswered() {
    switchboard.remove(matrix.pointer)
    for (address, _) in forms where address.hasPrefix("grid/") {
      let answers = request(address, Self.right[address] ?? [])
      #expect(answers.map(\.first) == ["/tactus/answer/grid/error"], "\(address): \(answers)")
    }
    #expect(request("patch/get").count == 1)
  }

  /// Messages that play are no requests: a tablet that sends rubbish gets no answer to each finger.
  @Test func whatPlaysIsNotAnswered() {
    for (address, arguments) in [
      ("touch", [.s("began"), .i(1)]), ("touch", [.s("flew"), .i(1), .f(0.5), .f(0.5)]), ("alive", [.s("x")]),
      ("token", []), ("macro", [.i(99), .f(1)]), ("hold", [.f(9)]), ("answer/error", [.s("x")]),
      ("answer/patch/laod", []), ("live/touch", [.i(1)]),
    ] as [(String, Arguments)] {
      #expect(request(address, arguments).isEmpty, "\(address)")
    }
  }

  @Test func theDocumentationListsEveryRequest() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs")
    let page = try String(contentsOf: folder.appending(path: "osc.md"), encoding: .utf8)
    for (address, _) in forms {
      let word = address.split(separator: "/").last.map(String.init) ?? ""
      #expect(page.contains("`\(word)`") || page.contains("/tactus/\(address)`"), "\(address)")
    }
  }
}
