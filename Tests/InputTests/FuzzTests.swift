import Foundation
import Input
import RealTime
import Testing

/// Random and mutated packets. FUZZ_PACKETS says how many, FUZZ_SEED which; `make fuzz` runs them under
/// AddressSanitizer.
struct FuzzTests {
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {  // splitmix64
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
      return z ^ z >> 31
    }
  }

  @Test func whateverComesTheTouchesStayWhole() {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["FUZZ_PACKETS"].flatMap { Int($0) } ?? 200_000
    let seed = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0 ... .max)
    print("fuzz: FUZZ_SEED=\(seed) FUZZ_PACKETS=\(count)")
    var random = Generator(state: seed)
    var decoder = SurfaceDecoder()
    var live: Set<[Int64]> = []
    var faults = 0
    func check(_ event: SurfaceEvent) {
      let key = [Int64(event.source), Int64(event.id)]
      switch event.kind {
      case .began: faults += live.insert(key).inserted ? 0 : 1
      case .moved: faults += live.contains(key) ? 0 : 1
      case .ended: faults += live.remove(key) != nil ? 0 : 1
      case .panic: live.removeAll()
      case .shape: faults += live.contains(key) && 0...1 ~= event.x ? 0 : 1
      case .token, .tokenLifted, .motion, .pad, .macro, .hold, .source:
        if event.x.isInfinite || event.y.isInfinite || event.pressure.isInfinite { faults += 1 }
      case .sourceName: break  // its floats are letters
      }
      guard [.began, .moved, .ended].contains(event.kind) else { return }
      if !(0...1 ~= event.x && 0...1 ~= event.y) { faults += 1 }
      if !event.pressure.isNaN, !(0...1 ~= event.pressure) { faults += 1 }
      if !event.radius.isNaN, !(event.radius >= 0 && event.radius.isFinite) { faults += 1 }
    }
    for number in 0..<count {
      var packet = Self.packet(&random)
      if random.next() % 4 != 0 { Self.mutate(&packet, &random) }
      // In a block of its own exact size, so that AddressSanitizer sees the first byte beyond.
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: packet.count, alignment: 1)
      block.copyBytes(from: packet)
      let source = UInt32(1 + random.next() % 4)
      decoder.decode(
        packet: UnsafeRawBufferPointer(block), from: source, at: Int64(number) * 1_000_000, emit: check)
      block.deallocate()
      if number % 64 == 0 { decoder.expire(at: Int64(number) * 1_000_000, emit: check) }
      for source in 1...4 as ClosedRange<UInt32> where number % 64 == 0 {
        if live.count(where: { $0[0] & 0xff_ffff == source }) > 64 { faults += 1 }
      }
    }
    #expect(faults == 0 && live.count == decoder.liveCount, "seed \(seed)")
    for source in 1...4 as ClosedRange<UInt32> {
      for surface in 0...255 {
        let address = surface == 0 ? "/tactus/alive" : "/tactus/surface/\(surface)/alive"
        OSC.alive(on: address).withUnsafeBytes {
          decoder.decode(packet: $0, from: source, at: .max / 2, emit: check)
        }
      }
    }
    #expect(faults == 0 && live.isEmpty && decoder.liveCount == 0, "seed \(seed)")
    #expect(decoder.counters.packets == UInt64(count + 4 * 256))
  }

  static func packet(_ random: inout Generator) -> [UInt8] {
    func number() -> Float {
      random.next() % 16 == 0
        ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        : .random(in: -0.1...1.1, using: &random)
    }
    let id = Int32(truncatingIfNeeded: random.next() % 100)
    let prefix = ["/tactus/", "/tactus/", "/tactus/surface/1/", "/tactus/surface/200/"].randomElement(
      using: &random)!
    let word = ["began", "moved", "moved", "ended", "x"].randomElement(using: &random)!
    switch random.next() % 64 {
    case 0: return OSC.message(prefix + "panic")
    case 1...3:
      return OSC.message(
        prefix + "alive", (0..<random.next() % 80).map { _ in .i(Int32(random.next() % 100)) })
    case 4: return OSC.message("/tactus/timeout", [.f(number() * 10)])
    case 5: return OSC.message("/tactus/stats")
    case 6: return RefusalTests.packets.randomElement(using: &random)!.1
    case 7: return (0..<random.next() % 64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    case 8...12: return OSC.bundle((0..<random.next() % 5).map { _ in packet(&random) })
    case 13...30:
      return OSC.message(
        prefix + "touch", [.s(word), .i(id), .d(Double(number())), .h(Int64(id % 3)), .i(id % 2)])
    case 31...33: return OSC.touch("ended", id, on: prefix + "touch")
    case 34:
      return OSC.message(
        prefix + "token",
        [
          .s(["placed", "moved", "lifted"].randomElement(using: &random)!), .i(id % 6), .f(number()),
          .f(number()), .f(number()),
        ])
    case 35: return OSC.message(prefix + "motion/acceleration", [.f(number()), .f(number()), .f(number())])
    case 36: return OSC.message(prefix + "pad/button", [.i(id % 20), .f(number())])
    case 37: return OSC.message(prefix + "macro", [.i(id % 10), .f(number())])
    default: return OSC.touch(word, id, number(), number(), number(), number(), on: prefix + "touch")
    }
  }

  static func mutate(_ packet: inout [UInt8], _ random: inout Generator) {
    for _ in 0...random.next() % 4 where !packet.isEmpty {
      let place = Int(random.next() % UInt64(packet.count))
      switch random.next() % 8 {
      case 0: packet[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: packet[place] ^= 1 << UInt8(random.next() % 8)
      case 2: packet.removeLast(min(packet.count, Int(random.next() % 9)))
      case 3: packet.append(contentsOf: OSC.zeros(Int(random.next() % 9)))
      case 4: packet.removeSubrange(place..<min(packet.count, place + 4))
      case 5: packet.insert(contentsOf: [0, 0, 0, UInt8(random.next() % 16)], at: place / 4 * 4)
      case 6:
        packet.replaceSubrange(
          place / 4 * 4..<min(packet.count, place / 4 * 4 + 4), with: [255, 255, 255, 252])
      default: packet[place] = [0, 0x2c, 0x62, 0x73, 0x23, 0x2f].randomElement(using: &random)!
      }
    }
  }
}
