// What OSC, learned controllers and windows set from outside: it is saved, survives another activation, and
// ends as docs/osc.md says.
import Controls
import Dialects
import Foundation
import Hosting
import InputTestSupport
import RealTime
import TestSupport
import Testing

typealias Message = (address: String, arguments: [OSCEncoder.Argument])

/// A program with a UDP socket that plays and asks one instance.
final class Program {
  private let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
  private let port = Program.freePort()
  let instance: Instance

  init(_ instance: Instance) throws {
    self.instance = instance
    try instance.set("osc_listen", to: 1)
    try instance.set("osc_port", to: Float(port))
    wait { instance.value(of: "live_osc_port") == Float(port) }
  }

  deinit { close(descriptor) }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func freePort() -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(descriptor) }
    var (address, size) = (Self.address(0), socklen_t(MemoryLayout<sockaddr_in>.size))
    withUnsafeMutableBytes(of: &address) {
      let pointer = $0.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      _ = bind(descriptor, pointer, size)
      getsockname(descriptor, pointer, &size)
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Whether the instance has told its host to save the session again.
  private(set) var hasMarked = false

  /// Runs blocks until something has happened; the bound only guards against hanging.
  private func wait(_ isDone: () -> Bool) {
    let changed = instance.table.map("http://lv2plug.in/ns/ext/state#StateChanged")
    for _ in 0..<20_000 {
      instance.run(64, [])
      for event in instance.output("notify") + instance.output("midi_out") where event.body.count >= 8 {
        let kind = event.body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self) }
        if kind == changed, event.type.hasSuffix("Object") { hasMarked = true }
      }
      if isDone() { return }
      usleep(1000)
    }
    Issue.record("the instance does not answer")
  }

  private func send(_ packet: [UInt8]) {
    var address = Self.address(port)
    withUnsafeBytes(of: &address) {
      _ = sendto(
        descriptor, packet, packet.count, 0, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self),
        socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }

  /// Sends a message, and runs the instance until it has acted: requests are answered in order, behind what
  /// plays.
  func tell(_ message: Message) {
    send(OSCEncoder.message("/" + message.address, message.arguments))
    send(OSCEncoder.message("/tactus/stats"))
    let mark = Array("/tactus/answer/stats\0".utf8)
    var bytes = [UInt8](repeating: 0, count: 65536)
    wait {
      while case let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
        if bytes.starts(with: mark) { return true }
      }
      return false
    }
    // What was posted is taken with the next block, and what changed then is reported.
    var blocks = 0
    wait {
      blocks += 1
      return blocks == 60
    }
  }
}

extension Program {
  func tell(_ address: String, _ arguments: [OSCEncoder.Argument] = []) {
    tell(("tactus/" + address, arguments))
  }
}

/// Macro 1 and trim 2 are heard in it.
private let patch = """
  {"version": 1, "name": "Base", "parameters": {"filter_1_cutoff": 900, "amp_release": 0.1}, "connections": [
    {"source": "macro_1", "destination": "amp_level", "low": 0.2, "high": 1},
    {"source": "touch_y", "destination": "osc_a_semitones", "low": 0, "high": 7}],
    "snapshots": [{"name": "Dark", "values": {"filter_1_cutoff": 250}}]}
  """

/// An instance of the patch or grid, played by a program.
private func played(_ kind: String = "touch") throws -> Program {
  let instance = try kind == "touch" ? touch() : matrix()
  if kind == "touch" { _ = answer(instance, to: patchSet(instance, "patch", patch)) }
  return try Program(instance)
}

/// What the instance plays from its activation on.
private func sound(_ instance: Instance) throws -> [Float] {
  instance.deactivate()
  instance.activate()
  if instance.ports.contains(where: { $0.symbol == "out_left" }) { return phrase(instance) }
  var notes: [Float] = []
  for block in 0..<750 {
    let start = TimedEvent(frame: 0, .position(Position(frame: 0)))
    instance.run(256, block == 0 ? [start] : [])
    for event in instance.output("midi_out") where event.type.hasSuffix("MidiEvent") {
      notes += [Float(block * 256 + event.frame)] + event.body.map { Float($0) }
    }
  }
  return notes
}

/// The state without the ports of OSC, which each program chooses.
private func state(_ instance: Instance) throws -> String {
  try instance.set("osc_listen", to: 0)
  try instance.set("osc_port", to: 3333)
  return try instance.saveState()
}

/// A fresh instance with a state.
private func restored(_ state: String, _ kind: String = "touch") throws -> Instance {
  let instance = try kind == "touch" ? touch() : matrix()
  try instance.restoreState(state)
  return instance
}

/// Messages for each address, of which the last one is at that address. Addresses without arguments are not
/// listed.
private let examples: [String: [Message]] = {
  let cell: [OSCEncoder.Argument] = [.i(1), .i(1), .i(3), .i(5)]
  func one(_ arguments: OSCEncoder.Argument...) -> [Message] { [("", arguments)] }
  var examples: [String: [Message]] = [
    "touch": one(.s("began"), .i(1), .f(0.3), .f(0.4), .f(0.9)), "alive": one(.i(1)),
    "token": one(.s("placed"), .i(1), .f(0.5), .f(0.5), .f(0.2), .i(3)),
    "tangible/near": one(.s("a"), .i(1)), "tangible/field": one(.s("a"), .i(1)),
    "tangible/light": one(.s("a"), .i(1)), "motion/attitude": one(.f(0.1), .f(0.2), .f(0.3)),
    "motion/acceleration": one(.f(1), .f(2), .f(3)), "motion/gravity": one(.f(1), .f(2), .f(3)),
    "motion/gyroscope": one(.f(1), .f(2), .f(3)), "motion/magnet": one(.f(1), .f(2), .f(3)),
    "motion/heading": one(.f(0.5)), "pad/axis": one(.i(1), .f(0.7)), "pad/button": one(.i(1), .f(1)),
    "macro": one(.i(1), .f(0.8)), "trim": one(.i(2), .f(0.25)), "hold": one(.f(2)),
    "midi": one(.i(0xB0), .i(1), .i(100)), "loop": one(.s("record")), "guide": one(.f(0.5)),
    "source": one(.s("pen"), .i(1), .i(1)),
    "source/name": one(.s("left")), "source/timeout": one(.f(20)),
    // A macro that has learned an address follows it.
    "macro/learn": [("tactus/macro/learn", [.i(1)]), ("fader/9", [.f(0.2)]), ("fader/9", [.f(0.9)])],
    "patch/set": one(.s("filter_1_cutoff"), .f(300)),
    "patch/edit": one(.s(#"{"set": {"filter_1_cutoff": 350}}"#)),
    "patch/load": one(.s("first_touch")), "patch/save": one(.s("../no")),
    "patch/connect": one(.s("touch_x"), .s("filter_1_cutoff"), .f(100), .f(9000)),
    "patch/disconnect": one(.s("touch_y"), .s("osc_a_semitones")),
    "patch/tuning": one(.s("five\n 5\n240.\n480.\n720.\n960.\n2/1\n")), "patch/recall": one(.i(1)),
    "patch/forget": one(.i(1)), "patch/forget_shape": one(.i(1)), "patch/setlist": one(.s("")),
    "grid/set": one(.s(#"{"version": 1, "name": "Other"}"#)), "grid/edit": one(.s(#"{"seed": 5}"#)),
    "grid/load": one(.s("night_bus")), "grid/save": one(.s("../no")), "grid/cell": [("", cell)],
    "grid/row": one(.i(1), .i(1), .i(4), .s("x..x")), "grid/column": one(.i(1), .i(1), .i(2), .s("x.x")),
    "grid/random": one(.i(1), .i(1), .f(0.5), .i(7)), "grid/euclid": one(.i(1), .i(1), .i(2), .i(5)),
    "grid/shift": one(.i(1), .i(1), .i(1)), "grid/rotate": one(.i(1), .i(1), .i(1)),
    "timeout": one(.f(30)), "subscribe/confirm": one(.s("0123456789abcdef")),
    "patch/undo": [("tactus/patch/set", [.s("filter_1_cutoff"), .f(300)]), ("", [])],
    "patch/choose": [("tactus/patch/compare", []), ("", [])],
    "grid/undo": [("tactus/grid/random", [.i(1), .i(1), .f(0.5), .i(7)]), ("", [])],
    "grid/choose": [("tactus/grid/compare", []), ("", [])],
    "take/begin": [("", []), ("tactus/take/end", [])],
  ]
  for word in ["clear", "reverse", "mirror", "life", "fill"] {
    examples["grid/\(word)"] = one(.i(1), .i(1))
  }
  return examples
}()

/// The addresses whose examples are heard in what is played after them.
private let heard: Set = [
  "macro", "trim", "hold", "macro/learn", "patch/set", "patch/edit", "patch/load", "patch/next",
  "patch/previous", "patch/connect", "patch/disconnect", "patch/tuning", "patch/recall", "grid/cell",
  "grid/row", "grid/column", "grid/random", "grid/fill", "grid/load", "grid/next", "grid/previous",
]

@Suite(.serialized) struct SentTests {
  /// Scenes need Pd: Tests/HostTests/scene/test_session.py.
  static let addresses = TactusAddress.all.filter { !$0.address.starts(with: Array("scene/".utf8)) }

  @Test(arguments: addresses.map { String(decoding: $0.address, as: UTF8.self) })
  func whatIsSetFromOutsideIsSavedAndStays(address: String) throws {
    let lasting = try #require(Self.addresses.first { $0.address == Array(address.utf8) }).lasting
    let kind = address.hasPrefix("grid/") ? "tonematrix" : "touch"
    let plain = try played(kind)
    let untouched = try state(plain.instance)
    let before = try sound(plain.instance)
    let program = try played(kind)
    for (own, arguments) in examples[address] ?? [("", [])] {
      program.tell((own.isEmpty ? "tactus/" + address : own, arguments))
    }
    let hasMarked = program.hasMarked
    let saved = try state(program.instance)
    let after = try sound(program.instance)
    let again = try restored(saved, kind)
    #expect(try sound(again) == after, "restored it sounds as after another activation")
    #expect(try sound(program.instance) == after, "another activation changes nothing")
    #expect(try state(again) == saved, "and is saved as it was")
    if lasting.isSaved { #expect(hasMarked || saved == untouched, "the host must save it again") }
    if !lasting.isSaved {
      #expect(saved == untouched && after == before, "nothing of it stays")
      #expect(!hasMarked, "nothing is to be saved")
    }
    if heard.contains(address) { #expect(after != before && saved != untouched, "it must be heard") }
  }

  @Test func aSentValueHoldsUntilItsPortMoves() throws {
    let program = try played()
    let instance = program.instance
    let plain = try sound(instance)
    program.tell("macro", [.i(1), .f(0.8)])
    let sent = try sound(instance)
    #expect(sent != plain)
    // A host that renders twice, in free wheel and without.
    for freeWheel: Float in [1, 0, 1] {
      try instance.set("free_wheel", to: freeWheel)
      #expect(try sound(instance) == sent)
    }
    try instance.set("free_wheel", to: 0)
    // The port keeps the host's value, and a move to another value ends what was sent.
    #expect(instance.value(of: "macro_1") == 0)
    try instance.set("macro_1", to: 0.25)
    let moved = try sound(instance)
    #expect(moved != sent && moved != plain)
    try instance.set("macro_1", to: 0)
    #expect(try sound(instance) == plain)
    #expect(try !state(instance).contains("#sent"))
  }

  /// A host that moves a port before it restores, or opens another session in the same instance.
  @Test func theFirstPortValueAfterARestoreIsNoMove() throws {
    let program = try played()
    program.tell("macro", [.i(1), .f(0.8)])
    program.tell("trim", [.i(2), .f(0.25)])
    let saved = try state(program.instance)
    let sent = try sound(program.instance)
    let other = try touch()
    try other.set("macro_1", to: 0.5)
    _ = try sound(other)
    try other.restoreState(saved)
    #expect(try sound(other) == sent)
    try other.set("macro_1", to: 0.5)
    #expect(try sound(other) != sent, "a move ends it")
    // Before the first block, a host gives its ports other values than those that were saved.
    let third = try touch()
    try third.restoreState(saved)
    try third.set("macro_1", to: 0.5)
    #expect(try sound(third) == sent)
    #expect(try third.saveState().contains("macro_1"))
    // A session that is saved before anything has run is the one that was opened.
    let fourth = try restored(saved)
    #expect(try fourth.saveState() == saved)
  }

  @Test func anotherPatchEndsWhatWasSent() throws {
    let program = try played()
    let plain = try sound(program.instance)
    for end in ["set", "load", "next", "preset"] {
      for (address, value) in [("macro", Float(0.8)), ("trim", 0.25)] {
        program.tell(address, [.i(address == "macro" ? 1 : 2), .f(value)])
      }
      program.tell("hold", [.f(2)])
      program.tell("patch/set", [.s("name"), .f(1)])  // Refused.
      program.tell("patch/edit", [.s(#"{"name": "Still the same"}"#)])
      #expect(try program.instance.saveState().contains("#sent"), "an edit does not")
      switch end {
      case "set": program.tell("patch/set", [.s(patch)])
      case "preset": try program.instance.restoreState(try state(try played().instance))
      default:
        program.tell("patch/\(end)", end == "load" ? [.s("first_touch")] : [])
        #expect(try !program.instance.saveState().contains("#sent"), "\(end)")
        program.tell("patch/set", [.s(patch)])
      }
      #expect(try !program.instance.saveState().contains("#sent"), "\(end)")
      let after = try sound(program.instance)
      #expect(after == plain, "\(end)")
      if end == "preset" { return }
    }
  }

  @Test func aLearnedControlChangeStays() throws {
    let instance = try touch()
    let learned = patch.replacing(#""name": "Base","#, with: #""name": "Base", "macros": {"1": {"cc": 20}},"#)
    let answers = answer(instance, to: patchSet(instance, "patch", learned))
    #expect(answers.first?.property == "patch", "\(answers)")
    let plain = try sound(instance)
    instance.run(64, [TimedEvent(frame: 3, .midi([0xB0, 20, 101]))])
    #expect(said(instance).isEmpty)
    let after = try sound(instance)
    #expect(after != plain)
    #expect(try sound(try restored(try instance.saveState())) == after)
  }

  @Test func aDamagedTextOfSentValuesChangesNothing() throws {
    let program = try played()
    program.tell("macro", [.i(1), .f(0.5)])
    let saved = try state(program.instance)
    let text = #"{"macro_1": 0.5}"#
    try #require(saved.contains(text))
    for damaged in [#"{"macro_1": "loud"}"#, "{", "[1]"] {
      try program.instance.restoreState(saved.replacing(text, with: damaged))
      #expect(try program.instance.saveState() == saved, "\(damaged)")
    }
    // Values of later versions are skipped, and those out of range limited.
    let wide = try restored(saved.replacing(text, with: #"{"macro_9": 1, "macro_1": 7, "hold": 2}"#))
    #expect(try wide.saveState().contains(#"{"macro_1": 1.0, "hold": 2.0}"#))
  }
}
