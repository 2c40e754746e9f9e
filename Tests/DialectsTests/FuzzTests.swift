import Foundation
import InputTestSupport
import OSC
import Profiles
import RealTime
import Stores
import TestSupport
import Testing

@testable import Dialects

/// Random and mutated packets of every dialect, as datagrams and on streams. FUZZ_PACKETS says how many,
/// FUZZ_SEED which; the campaign runs them under AddressSanitizer.
struct FuzzTests {
  @Test func whateverComesTheTouchesStayWhole() {
    let count = testCases(200_000, inCampaign: 10_000_000, variable: "FUZZ_PACKETS")
    var random = SeededGenerator("FUZZ_SEED", default: 20_261_122)
    let profiles = ProfileFolders(user: [], factory: [UInt8](profilesFolder.utf8)).read { _, _ in }
    #expect(profiles.count == 6)
    var decoder = SurfaceDecoder(profiles: profiles)
    var live: Set<[Int64]> = []
    var faults = 0
    var packets = 0
    func check(_ event: SurfaceEvent, _: Int64) {
      let key = [Int64(event.source), Int64(event.id)]
      switch event.kind {
      case .began: faults += live.insert(key).inserted ? 0 : 1
      case .moved: faults += live.contains(key) ? 0 : 1
      case .ended, .withdrawn: faults += live.remove(key) != nil ? 0 : 1
      case .panic: live.removeAll()
      case .shape: faults += live.contains(key) && 0...1 ~= event.shape.aspect ? 0 : 1
      case .token, .tokenLifted, .tokenOutline, .motion, .pad, .macro, .hold, .source, .trim, .loop,
        .parameter, .guide:
        if (0..<3).contains(where: { event.words[$0].isInfinite }) { faults += 1 }
      case .sourceName, .midi: break  // letters and bytes
      }
      guard [.began, .moved, .ended].contains(event.kind) else { return }
      if !(0...1 ~= event.touch.x && 0...1 ~= event.touch.y) { faults += 1 }
      if !event.touch.pressure.isNaN, !(0...1 ~= event.touch.pressure) { faults += 1 }
      if !event.touch.radius.isNaN, !(event.touch.radius >= 0 && event.touch.radius.isFinite) { faults += 1 }
    }
    /// Packets that are made once and mutated often, which is quicker.
    var corpus: [[UInt8]] = []
    var (framing, streams) = (StreamFraming(), 0)
    for number in 0..<count {
      if number % 100_000 == 0 {
        if number > 0 { FileHandle.standardError.write(Data("fuzz: \(number) packets\n".utf8)) }
        corpus = (0..<4096).map { _ in Self.packet(&random) }
      }
      var packet = corpus[Int(random.next() % UInt64(corpus.count))]
      let time = Int64(number) * 1_000_000
      let source = UInt32(1 + random.next() % 4)
      if random.next() % 16 == 0 {
        // A stream of packets; one of them may be cut or changed. A stream that is refused is replaced.
        if random.next() % 64 == 0 { framing = StreamFraming() }
        packet = Self.framed(packet, framing.mode, &random)
        if random.next() % 4 == 0 { mutate(&packet, &random) }
        Self.inItsOwnBlock(packet) { bytes in
          let isSound = framing.append(bytes, refuse: { _ in }) { frame in
            streams += 1
            decoder.decode(packet: frame, from: source, at: time, emit: check)
          }
          if !isSound { framing = StreamFraming() }
        }
      } else {
        if random.next() % 4 != 0 { mutate(&packet, &random) }
        Self.inItsOwnBlock(packet) { decoder.decode(packet: $0, from: source, at: time, emit: check) }
        packets += 1
      }
      if number % 64 == 0 {
        decoder.expire(at: time, emit: check)
        var counts: [Int64: Int] = [:]
        for key in live { counts[key[0] & 0xff_ffff, default: 0] += 1 }
        faults += counts.values.count { $0 > 64 }
      }
    }
    #expect(faults == 0 && live.count == decoder.liveCount)
    for source in 1...4 as ClosedRange<UInt32> {
      for surface in 0...255 {
        let address = surface == 0 ? "/tactus/alive" : "/tactus/surface/\(surface)/alive"
        OSCEncoder.alive(on: address).withUnsafeBytes {
          decoder.decode(packet: $0, from: source, at: .max / 2, emit: check)
        }
      }
    }
    // The remaining touches belong to further sources of these senders.
    #expect(live.allSatisfy { $0[0] & 0xff_ffff > 4 })
    OSCEncoder.message("/tactus/panic").withUnsafeBytes {
      decoder.decode(packet: $0, from: 1, at: .max / 2, emit: check)
    }
    #expect(faults == 0 && live.isEmpty && decoder.liveCount == 0)
    #expect(decoder.counters.packets == UInt64(packets + streams + 4 * 256 + 1))
  }

  /// In a block of its own exact size, so that AddressSanitizer sees the first byte beyond.
  private static func inItsOwnBlock(_ packet: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: packet.count, alignment: 1)
    block.copyBytes(from: packet)
    body(UnsafeRawBufferPointer(block))
    block.deallocate()
  }

  private static func framed(
    _ packet: [UInt8], _ mode: StreamFraming.Mode, _ random: inout SeededGenerator
  ) -> [UInt8] {
    switch mode {
    case .sizes: return OSCEncoder.sized(packet)
    case .slip: return OSCEncoder.slip(packet)
    case .lines: return packet + [10]
    case .unknown:
      return [OSCEncoder.sized(packet), OSCEncoder.slip(packet), packet + [10]].randomElement(
        using: &random)!
    }
  }

  static func packet(_ random: inout SeededGenerator) -> [UInt8] {
    func number() -> Float { Self.number(&random) }
    let id = Int32(truncatingIfNeeded: random.next() % 100)
    let prefix = ["/tactus/", "/tactus/", "/tactus/surface/1/", "/tactus/surface/200/"].randomElement(
      using: &random)!
    let word = ["began", "moved", "moved", "ended", "x"].randomElement(using: &random)!
    switch random.next() % 64 {
    case 0: return OSCEncoder.message(prefix + "panic")
    case 1...3:
      return OSCEncoder.message(
        prefix + "alive", (0..<random.next() % 80).map { _ in .i(Int32(random.next() % 100)) })
    case 4: return OSCEncoder.message("/tactus/timeout", [.f(number() * 10)])
    case 5: return OSCEncoder.message("/tactus/stats")
    case 6: return RefusalTests.packets.randomElement(using: &random)!.1
    case 7: return (0..<random.next() % 64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 8...12: return OSCEncoder.bundle((0..<random.next() % 5).map { _ in packet(&random) })
    case 13...30:
      return OSCEncoder.message(
        prefix + "touch", [.s(word), .i(id), .d(Double(number())), .h(Int64(id % 3)), .i(id % 2)])
    case 31...33: return OSCEncoder.touch("ended", id, on: prefix + "touch")
    case 34:
      return OSCEncoder.message(
        prefix + "token",
        [
          .s(["placed", "moved", "lifted"].randomElement(using: &random)!), .i(id % 6), .f(number()),
          .f(number()), .f(number()),
        ])
    case 35:
      return OSCEncoder.message(prefix + "motion/acceleration", [.f(number()), .f(number()), .f(number())])
    case 36: return OSCEncoder.message(prefix + "pad/button", [.i(id % 20), .f(number())])
    case 37: return OSCEncoder.message(prefix + "macro", [.i(id % 10), .f(number())])
    case 38...42: return tuio(&random)
    case 43...45: return tuio2(&random)
    case 46...48: return party(&random)
    case 49...51: return profiled(&random)
    case 52...54: return json(&random)
    case 55:
      return OSCEncoder.message(
        ["/tactus/*", "/tactus/m*/*", "/*/t[ao]*", "/{tactus,x}/token"].randomElement(using: &random)!,
        [.s(word), .i(id), .f(number()), .f(number())])
    default: return OSCEncoder.touch(word, id, number(), number(), number(), number(), on: prefix + "touch")
    }
  }

  private static func number(_ random: inout SeededGenerator) -> Float {
    random.next() % 16 == 0
      ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) : .random(in: -0.1...1.1, using: &random)
  }

  private static func tuio(_ random: inout SeededGenerator) -> [UInt8] {
    let profile = [
      "2Dcur", "2Dobj", "2Dblb", "25Dcur", "25Dobj", "25Dblb", "3Dcur", "3Dobj", "3Dblb", "_sxyP",
    ]
    .randomElement(using: &random)!
    let counts = [
      "2Dcur": 5, "2Dobj": 8, "2Dblb": 11, "25Dcur": 7, "25Dobj": 10, "25Dblb": 13, "3Dcur": 7, "3Dobj": 14,
      "3Dblb": 17, "_sxyP": 3,
    ]
    let ids = (0..<random.next() % 6).map { _ in Int32(random.next() % 40) }
    var messages: [[UInt8]] = []
    if random.next() % 2 == 0 {
      messages.append(TUIO.message(profile, "source", [.s("s\(random.next() % 5)@x")]))
    }
    messages.append(TUIO.message(profile, "alive", ids.map { .i($0) }))
    for id in ids {
      let head: [OSCEncoder.Argument] = profile.hasSuffix("obj") ? [.i(id), .i(id % 4)] : [.i(id)]
      messages.append(
        TUIO.message(profile, "set", head + (0..<counts[profile]!).map { _ in .f(number(&random)) }))
    }
    messages.append(TUIO.message(profile, "fseq", [.i(Int32(random.next() % 300) - 2)]))
    return random.next() % 4 == 0 ? messages.randomElement(using: &random)! : OSCEncoder.bundle(messages)
  }

  private static func tuio2(_ random: inout SeededGenerator) -> [UInt8] {
    let ids = (0..<random.next() % 6).map { _ in Int32(random.next() % 40) }
    let components = ids.map { id in
      switch random.next() % 5 {
      case 0:
        TUIO.message2("tok", [.i(id), .i(1), .i(id % 4)] + (0..<3).map { _ in .f(number(&random)) })
      case 1: TUIO.message2("bnd", [.i(id)] + (0..<6).map { _ in .f(number(&random)) })
      case 2: TUIO.message2("chg", [.i(id)] + (0..<6).map { _ in .f(number(&random)) })
      default: TUIO.message2("ptr", [.i(id), .i(1), .i(0)] + (0..<6).map { _ in .f(number(&random)) })
      }
    }
    let frame = Int32(random.next() % 50)
    if random.next() % 4 == 0 {
      return components.randomElement(using: &random) ?? TUIO.message2("alv", [])
    }
    return TUIO.frame2(frame, components, alive: ids, seconds: UInt32(random.next() % 4))
  }

  private static func party(_ random: inout SeededGenerator) -> [UInt8] {
    let word = ["down", "xy", "up", "attitude", "gravity", "user", "gc1"].randomElement(using: &random)!
    let name = [
      "touch", "touch", "stylus", "accelerate", "motion", "compass", "loc", "controller", "key", "keyname",
    ]
    .randomElement(using: &random)!
    let numbers = (0..<random.next() % 7).map { _ in OSCEncoder.Argument.f(number(&random)) }
    switch name {
    case "touch", "stylus":
      return OSCEncoder.message("/pdparty/\(name)", [.s(word), .i(Int32(random.next() % 12))] + numbers)
    case "controller":
      return OSCEncoder.message(
        "/pdparty/controller", [.s("gc1"), .s("axis"), .s("leftx"), .f(number(&random))])
    case "motion", "keyname": return OSCEncoder.message("/pdparty/\(name)", [.s(word)] + numbers)
    default: return OSCEncoder.message("/pdparty/\(name)", numbers)
    }
  }

  private static func profiled(_ random: inout SeededGenerator) -> [UInt8] {
    let address = [
      "/1/xy1", "/1/xy1/z", "/2/multixy1/3", "/2/multixy1/3/z", "/FreeBall/x", "/FreeBall.y", "/FreeBall/z",
      "/xy_1", "/multixy_1", "/multixy_1/touch", "/accxyz", "/gyrosc/comp", "/1/fader9", "/1/fader3",
    ].randomElement(using: &random)!
    return OSCEncoder.message(address, (0..<random.next() % 5).map { _ in .f(number(&random)) })
  }

  private static func json(_ random: inout SeededGenerator) -> [UInt8] {
    let state = ["start", "move", "end"].randomElement(using: &random)!
    let id = random.next() % 40
    let text =
      random.next() % 2 == 0
      ? "{\"id\": \(id), \"type\": \"touch\", \"state\": \"\(state)\", "
        + "\"x\": \(number(&random)), \"y\": \(number(&random))}"
      : "{\"touch\": \"moved\", \"id\": \(id), \"x\": \(number(&random)), \"y\": \(number(&random))}\n"
        + "{\"alive\": [\(id)]}"
    return [UInt8](text.utf8)
  }
}
