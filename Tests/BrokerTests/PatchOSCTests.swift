import CPosix
import Controls
import Dialects
import Foundation
import InputTestSupport
import Patches
import RealTime
import Stores
import Testing
import Text

@testable import Broker

/// Patches over real loopback sockets and in real folders, driven step by step with a clock of the test's
/// own.
@Suite(.serialized) final class PatchOSCTests {
  let scratch: URL
  let store: PatchStore
  let instance = TestInstance()
  let switchboard = Switchboard()
  let peer = Peer()
  var seconds = 0.0

  init() throws {
    scratch = FileManager.default.temporaryDirectory.appending(path: "tactus-osc-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    store = PatchStore(
      folders: DocumentFolders(.patch, user: Array(scratch.path.utf8) + Array("/user".utf8), factory: []))
    switchboard.add(instance.pointer, store)
    instance.wish(.thisMachine, port: Peer.freePort())
    turn()
  }

  func turn(after seconds: Double = 0) {
    self.seconds += seconds
    let now = tactus_monotonic() + Int64(self.seconds * 1e9)
    switchboard.applyWishes(at: now)
    switchboard.receive(at: now, offset: tactus_realtime() - now)
    switchboard.servePatches(at: now)
  }

  /// The messages that wait at a peer, a list for each packet. A message is its address and arguments.
  func packets(at peer: Peer) -> [[[String]]] {
    var packets: [[[String]]] = []
    while true {
      var polled = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) == 1, let packet = peer.receive() else { return packets }
      packets.append(Self.messages(packet.bytes[...]))
    }
  }

  /// Sends a message and returns the messages of its answer.
  @discardableResult
  func request(_ address: String, _ arguments: [OSCEncoder.Argument] = []) -> [[String]] {
    peer.send(OSCEncoder.message("/tactus/" + address, arguments), to: instance.port)
    turn()
    return packets(at: peer).flatMap { $0 }
  }

  static func messages(_ bytes: ArraySlice<UInt8>) -> [[String]] {
    var position = bytes.startIndex
    func number() -> Int {
      defer { position += 4 }
      return Int(Int32(truncatingIfNeeded: bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }))
    }
    func text() -> String {
      let end = bytes[position...].firstIndex(of: 0)!
      defer { position += (end - position) / 4 * 4 + 4 }
      return String(decoding: bytes[position..<end], as: UTF8.self)
    }
    func blob() -> String {
      let size = number()
      position += (size + 3) / 4 * 4
      return "\(size) bytes"
    }
    let address = text()
    if address == "#bundle" {
      position += 8
      var messages: [[String]] = []
      while position < bytes.endIndex {
        let size = number()
        messages += Self.messages(bytes[position..<position + size])
        position += size
      }
      return messages
    }
    return [
      [address]
        + text().dropFirst().map { tag in
          switch tag {
          case "i": "\(number())"
          case "f": "\(Float(bitPattern: UInt32(bitPattern: Int32(number()))))"
          case "h": "\(number() << 32 | number() & 0xFFFF_FFFF)"
          case "b": blob()
          default: text()
          }
        }
    ]
  }

  /// The messages that `notify` would send.
  func notified() -> [(kind: DocumentMessage?, text: String)] {
    var texts: [(DocumentMessage?, String)] = []
    while let (kind, text) = instance.pointer.pointee.fromPatch.take() {
      texts.append((kind, String(decoding: text, as: UTF8.self)))
    }
    return texts
  }

  func ask(_ request: PerformanceRequest) {
    let isSent = instance.pointer.pointee.send(request)
    #expect(isSent)
  }

  func ask(_ kind: DocumentMessage, _ text: String) {
    #expect(
      Array(text.utf8).withUnsafeBytes { instance.pointer.pointee.toPatch.push(kind, $0) })
  }

  func patch(_ name: String) -> String {
    var document = PatchDocument()
    document.name = Array(name.utf8)
    return String(decoding: document.write(), as: UTF8.self)
  }

  var text: String { String(decoding: store.text(), as: UTF8.self) }
  var counters: Counters { switchboard.endpoints[0].counters }

  @Test func changesAreUndoneAndDoneAgain() {
    let before = text
    #expect(request("patch/undo").first?.first == "/tactus/answer/patch/error")
    #expect(
      request("patch/set", [.s("filter_1_cutoff"), .f(321)]).first?.first == "/tactus/answer/patch/changed")
    let after = text
    #expect(request("patch/undo").first?.first == "/tactus/answer/patch/changed")
    #expect(text == before)
    #expect(request("patch/redo").first?.first == "/tactus/answer/patch/changed")
    #expect(text == after)
    let refused = request("patch/redo")
    #expect(refused.first == ["/tactus/answer/patch/error", "there is nothing to do again"], "\(refused)")
    ask(.edit, #"{"undo":true}"#)
    turn()
    #expect(text == before)
  }

  @Test func tuningsComeAsTexts() {
    let scale = "Five\n5\n240.\n480.\n720.\n960.\n2/1\n"
    #expect(request("patch/tuning", [.s(scale)]).first?.first == "/tactus/answer/patch/changed")
    let tuned = String(decoding: store.text(), as: UTF8.self)
    #expect(tuned.contains(#""scl": "Five\n5\n240.\n480.\n720.\n960.\n2/1\n""#), "\(tuned)")
    // The error names its line, and the old tuning stays.
    let refused = request("patch/tuning", [.s("Five\n5\n240.\nx\n"), .s("")])
    #expect(refused.first?.first == "/tactus/answer/patch/error")
    #expect(refused.first?.last?.contains("scl line 4: \"x\" is not a pitch") == true, "\(refused)")
    #expect(String(decoding: store.text(), as: UTF8.self) == tuned)
    #expect(request("patch/tuning", [.s(""), .s("")]).first?.first == "/tactus/answer/patch/changed")
    #expect(!String(decoding: store.text(), as: UTF8.self).contains("tuning"))
  }

  @Test func everyCommandIsAppliedAndAnswered() throws {
    #expect(request("patch/get") == [["/tactus/answer/patch", text]])
    #expect(
      request("patch/set", [.s("filter_1_cutoff"), .f(900)]) == [
        ["/tactus/answer/patch/changed", "Init", "1"]
      ])
    #expect(text.contains("\"filter_1_cutoff\": 900"))
    #expect(
      request(
        "patch/connect", [.s("touch_pressure"), .s("filter_1_resonance"), .f(0.1), .f(0.5), .d(0.25)]
      ) == [["/tactus/answer/patch/changed", "Init", "2"]])
    #expect(
      text.contains("\"source\": \"touch_pressure\", \"destination\": \"filter_1_resonance\""), "\(text)")
    request("patch/disconnect", [.s("touch_pressure"), .s("filter_1_resonance")])
    #expect(!text.contains("\"destination\": \"filter_1_resonance\""))
    #expect(
      request("patch/edit", [.s("{\"name\": \"Ünder\"}")]) == [
        ["/tactus/answer/patch/changed", "Ünder", "4"]
      ])
    #expect(request("patch/save", [.s("Mine")]) == [["/tactus/answer/patch/changed", "Ünder", "4"]])
    #expect(request("patch/set", [.s(patch("Whole"))]) == [["/tactus/answer/patch/changed", "Whole", "5"]])
    request("patch/save", [.s("Other")])
    #expect(request("patch/list") == [["/tactus/answer/patch/list", "Mine", "Other"]])
    #expect(request("patch/load", [.s("Mine")]) == [["/tactus/answer/patch/changed", "Ünder", "6"]])
    #expect(request("patch/next") == [["/tactus/answer/patch/changed", "Whole", "7"]])
    #expect(
      request("surface/3/patch/previous") == [
        ["/tactus/answer/patch/error", "no instance of surface 3 with a patch receives this"]
      ])
    #expect(request("patch/previous") == [["/tactus/answer/patch/changed", "Ünder", "8"]])
    #expect(Refusal.allCases.allSatisfy { counters[$0] == 0 })
  }

  @Test func baseValuesGoToTheAudioThreadAndOtherEditsAreCompiledInTheSameTurn() {
    func isPosted() -> Bool {
      guard let patch = store.mailbox.pointee.pop() else { return false }
      store.mailbox.pointee.retire(patch)
      return true
    }
    func sent() -> [BaseSetting] {
      var found: [BaseSetting] = []
      while let next = instance.pointer.pointee.bases.pop() { found.append(next) }
      return found
    }
    let cutoff = UInt16(Parameter.filterCutoff.rawValue)
    _ = isPosted()
    request("patch/set", [.s("filter_1_cutoff"), .f(900)])
    request("patch/edit", [.s(#"{"set": {"filter_1_cutoff": 700}}"#)])
    ask(.edit, #"{"set": {"filter_1_cutoff": 500}}"#)
    turn()
    #expect(!isPosted())
    let values: [(base: Float, revision: Int32)] = [(900, 1), (700, 2), (500, 3)]
    #expect(sent() == values.map { BaseSetting(parameter: cutoff, base: $0.base, revision: $0.revision) })
    request("patch/set", [.s("filter_1_cutoff"), .f(300)])
    request("patch/edit", [.s(#"{"object": {"chorus": false}}"#)])
    #expect(isPosted() && sent() == [BaseSetting(parameter: cutoff, base: 300, revision: 4)])
    // An instance that is not served any more is sent nothing.
    switchboard.remove(instance.pointer)
    #expect((try? store.apply(.set(.filterCutoff, ParameterChange(base: 400)))) == 6 && isPosted())
  }

  @Test func snapshotsAreTakenRecalledAndForgotten() throws {
    let changed = { (revision: Int) in [["/tactus/answer/patch/changed", "Init", "\(revision)"]] }
    #expect(request("patch/snapshot") == changed(1))
    request("patch/set", [.s("filter_1_cutoff"), .f(900)])
    #expect(request("patch/snapshot", [.i(2), .s("Dull \"one\"")]) == changed(3))
    #expect(text.contains(#"{"name": "Dull \"one\"", "values": {"#))
    #expect(request("patch/recall", [.i(1)]) == changed(4))
    #expect(!text.contains(#""filter_1_cutoff": 900,\n"#) && store.status().errors == 0)
    #expect(request("patch/forget", [.i(2)]) == changed(5))
    #expect(!text.contains("Dull"))
    for (address, arguments) in [
      ("patch/recall", [.i(2)]), ("patch/recall", [.i(-1)]), ("patch/snapshot", [.i(9)]),
      ("patch/forget", [.i(0)]),
    ] as [(String, [OSCEncoder.Argument])] {
      #expect(request(address, arguments).first?.first == "/tactus/answer/patch/error", "\(address)")
    }
    #expect(
      request("patch/recall") == [
        [
          "/tactus/answer/patch/error",
          "/tactus/patch/recall: the arguments are of another number or type; it wants i place",
        ]
      ])
    #expect(counters[.wrongArguments] == 1)
  }

  @Test func theLineThatWasDrawnLastIsTaught() throws {
    #expect(
      request("patch/teach", [.i(1), .s("tick")])
        == [["/tactus/answer/patch/error", "no line has been drawn yet: draw one, then teach it"]])
    func draw(_ height: Float, number: UInt32) {
      let next = instance.pointer.pointee.drawn.next
      next.pointee.number = number
      for index in 0..<32 { next.pointee.points[index] = SIMD2(Float(index) / 31, height) }
      instance.pointer.pointee.drawn.publish()
      turn()
    }
    draw(0.25, number: 1)
    let changed = { (revision: Int) in [["/tactus/answer/patch/changed", "Init", "\(revision)"]] }
    #expect(request("patch/teach", [.i(1), .s("tick")]) == changed(1))
    let taught = #"{"name": "tick", "points": [[0, 0.25], [0.032, 0.25], [0.065, 0.25]"#
    #expect(text.contains(taught), "\(text)")
    draw(0.5, number: 2)
    #expect(request("patch/teach") == changed(2))
    #expect(request("patch/teach", [.i(1)]) == changed(3))
    #expect(text.contains(#"{"name": "tick", "points": [[0, 0.5], "#), "its name stays: \(text)")
    #expect(request("patch/teach", [.i(4)]).first?.first == "/tactus/answer/patch/error")
    #expect(request("patch/forget_shape", [.i(1)]) == changed(4))
    #expect(request("patch/forget_shape", [.i(2)]).first?.first == "/tactus/answer/patch/error")
    #expect(request("patch/undo") == changed(5) && text.contains("tick"))
  }

  @Test func whatIsRefusedIsAnsweredByASentenceAndCounted() {
    let before = text
    let cases: [(String, [OSCEncoder.Argument])] = [
      ("patch/set", [.s("filter_1_cutof"), .f(1)]), ("patch/set", [.s("{")]), ("patch/edit", [.s("[]")]),
      ("patch/connect", [.s("a\"b"), .s("\\"), .f(0), .f(1)]),
      ("patch/disconnect", [.s("lfo"), .s("nothing")]),
      ("patch/load", [.s("missing")]), ("patch/load", [.s("../x")]), ("patch/save", [.s("/etc/passwd")]),
      ("patch/next", []),
      ("patch/load", [.s(String(repeating: "x", count: 60_000))]),
      ("patch/set", [.s(String(repeating: "ü", count: 30_000)), .f(1)]),
    ]
    for (address, arguments) in cases {
      let answer = request(address, arguments)
      #expect(
        answer.count == 1 && answer[0][0] == "/tactus/answer/patch/error" && 10...501 ~= answer[0][1].count,
        "\(answer)")
    }
    #expect(counters[.patchRefused] == UInt64(cases.count) && text == before)
    #expect(notified().filter { $0.kind == .error }.count == cases.count)
  }

  @Test func aPatchOf60000BytesFitsOnePacket() throws {
    let note = String(repeating: "x", count: 60_000)
    let document = String(decoding: PatchDocument().write().dropLast(3), as: UTF8.self)
    let whole = document + ",\n  \"note\": \"\(note)\"\n}\n"
    #expect(request("patch/set", [.s(whole)]).first?.first == "/tactus/answer/patch/changed")
    #expect(request("patch/get") == [["/tactus/answer/patch", whole]])
    try store.replace(Array(whole.replacing("note\": \"", with: "note\": \"\(note.prefix(6000))").utf8))
    #expect(request("patch/get").first?.first == "/tactus/answer/patch/error", "too long to answer")
  }

  @Test func theHostsMessagesAreServedAndAnswered() {
    turn()
    _ = notified()
    ask(.get, "")
    turn()
    #expect(notified().map(\.text) == [text])
    ask(.edit, "{\"set\": {\"filter_1_cutoff\": 900}}")
    ask(.edit, "{\"set\": {\"filter_1_cutoff\": \"oh\"}}")
    turn()
    let answers = notified()
    #expect(
      answers.map(\.kind) == [.edit, .error] && answers[0].text == "{\"set\": {\"filter_1_cutoff\": 900}}")
    ask(.patch, patch("Host's"))
    ask(.edit, "{\"set\": {\"filter_1_cutoff\": 901}}")
    turn()
    #expect(notified().map(\.text) == [text], "the edit is in the whole")
    #expect(text.contains("Host's") && text.contains("\"filter_1_cutoff\": 901"))
    request("patch/save", [.s("A")])
    ask(.next)
    ask(.program(0))
    turn()
    #expect(notified().map(\.kind) == [.patch], "and programs are not allowed")
  }

  @Test func answersWithoutRoomAreDroppedAndCounted() {
    for _ in 0..<200 {
      ask(.get, "")
      turn()
    }
    let told = notified().count
    #expect(told > 10 && Int(store.status().dropped) == 200 - told)
  }

  @Test func subscribersAreUpdatedAtMostSixtyTimesASecond() {
    let listening = Peer()
    #expect(
      request("subscribe", [.i(Int32(listening.port))]) == [["/tactus/answer/done", "/tactus/subscribe"]])
    #expect(packets(at: listening) == [[["/tactus/answer/patch/name", "Init", "0"]]])
    turn(after: 0.1)
    #expect(packets(at: listening).isEmpty, "no news is no packet")
    seconds = 1
    for step in 0..<500 {  // half a second of changes, 1 kHz
      request("patch/set", [.s("filter_1_cutoff"), .f(Float(200 + step))])
      if step == 250 { request("patch/set", [.s("nothing"), .f(1)]) }
      turn(after: 0.001)
    }
    turn(after: 0.02)
    let news = packets(at: listening)
    print("subscriber: \(news.count) packets in half a second of 500 changes")
    #expect(news.count > 5 && news.flatMap { $0 }.filter { $0[0] == "/tactus/answer/patch/error" }.count == 1)
    #expect(news.last?.last == ["/tactus/answer/patch/changed", "Init", "500"])
    // The clock of the test also advances by itself.
    let passed = Double(tactus_monotonic() - started) / 1e9
    #expect(Double(news.count) <= 60 * (seconds - 0.5 + passed))

    request("unsubscribe", [.i(Int32(listening.port))])
    request("patch/set", [.s("filter_1_cutoff"), .f(99)])
    turn(after: 1)
    #expect(packets(at: listening).isEmpty)
  }
  private let started = tactus_monotonic()

  @Test func aSubscriptionEndsUnlessItIsRenewed() {
    request("subscribe")
    turn(after: 50)
    request("subscribe")
    turn(after: 50)
    #expect(switchboard.subscribers.all.count == 1)
    turn(after: 11)
    #expect(switchboard.subscribers.all.isEmpty)
    let peers = (0..<17).map { _ in Peer() }
    for each in peers { each.send(OSCEncoder.message("/tactus/subscribe"), to: instance.port) }
    turn()
    #expect(switchboard.subscribers.all.count == 16 && counters[.tooManySubscribers] == 1)
    #expect(packets(at: peers[16]).flatMap { $0 }.map { $0[0] } == ["/tactus/answer/patch/error"])
  }
}
