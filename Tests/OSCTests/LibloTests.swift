// Our reader and writer of OSC beside those of liblo 0.31.
//
// Both read every packet of one message. A message that both accept has the same address and arguments. The
// two differ only as `Difference` says; the test counts that each difference occurs.
import CLo
import Foundation
import InputTestSupport
import OSC
import TestSupport
import Testing

struct LibloTests {
  /// The reasons why we refuse a message that liblo accepts. We accept no message that liblo refuses.
  enum Difference: CaseIterable {
    /// liblo does not check the first letter of an address.
    case address
    /// liblo has no limit.
    case arguments
  }

  struct Outcome {
    var (accepted, refused, bundles) = (0, 0, 0)
    var differences: [Difference: Int] = [:]
    var faults: [String] = []
  }

  /// The message that liblo reads; nil: it refuses. Zeros follow the bytes, because liblo reads the four
  /// bytes after a message as the size of a blob.
  static func liblo(_ bytes: [UInt8]) -> OSCMessage? {
    var copy = bytes + OSCEncoder.zeros(8)
    guard let message = lo_message_deserialise(&copy, bytes.count, nil) else { return nil }
    defer { lo_message_free(message) }
    let address = Array(bytes.prefix { $0 != 0 })
    guard let argv = lo_message_get_argv(message), let types = lo_message_get_types(message) else {
      return OSCMessage(address: address)
    }
    let arguments = (0..<Int(lo_message_get_argc(message))).map { index in
      argument(UInt8(bitPattern: types[index]), argv[index].map { UnsafeRawPointer($0) })
    }
    return OSCMessage(address: address, arguments: arguments)
  }

  private static func argument(_ tag: UInt8, _ value: UnsafeRawPointer?) -> OSCArgument {
    func text(_ value: UnsafeRawPointer) -> [UInt8] {
      Array(UnsafeRawBufferPointer(start: value, count: strlen(value.assumingMemoryBound(to: CChar.self))))
    }
    guard let value else {
      return tag == UInt8(ascii: "T")
        ? .yes
        : tag == UInt8(ascii: "F")
          ? .no
          : tag == UInt8(ascii: "I") ? .infinitum : .none
    }
    switch tag {
    case UInt8(ascii: "i"): return .int32(value.loadUnaligned(as: Int32.self))
    case UInt8(ascii: "f"): return .float(value.loadUnaligned(as: Float.self))
    case UInt8(ascii: "h"): return .int64(value.loadUnaligned(as: Int64.self))
    case UInt8(ascii: "d"): return .double(value.loadUnaligned(as: Double.self))
    case UInt8(ascii: "t"):  // each half in the machine's order, the seconds first
      let (seconds, fraction) = (
        value.loadUnaligned(as: UInt32.self), value.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
      )
      return .time(UInt64(seconds) << 32 | UInt64(fraction))
    case UInt8(ascii: "c"): return .character(value.loadUnaligned(as: UInt32.self))
    case UInt8(ascii: "m"): return .midi(UInt32(bigEndian: value.loadUnaligned(as: UInt32.self)))
    case UInt8(ascii: "s"): return .string(text(value))
    case UInt8(ascii: "S"): return .symbol(text(value))
    default:
      let size = Int(value.loadUnaligned(as: UInt32.self))
      return .blob(Array(UnsafeRawBufferPointer(start: value + 4, count: size)))
    }
  }

  /// Whether two messages are equal; numbers are compared by their bits, so that NaN equals NaN.
  static func areEqual(_ one: OSCMessage, _ other: OSCMessage) -> Bool {
    func bits(_ argument: OSCArgument) -> OSCArgument {
      switch argument {
      case .float(let value): .character(value.bitPattern)
      case .double(let value): .time(value.bitPattern)
      default: argument
      }
    }
    return one.address == other.address && one.arguments.map(\.tag) == other.arguments.map(\.tag)
      && one.arguments.map(bits) == other.arguments.map(bits)
  }

  /// Reads one packet with both.
  static func compare(_ packet: [UInt8], _ outcome: inout Outcome) {
    let (ours, error) = (messages(of: packet), errors(of: packet).first)
    if packet.withUnsafeBytes({ OSCPacket.isBundle($0) }) {
      outcome.bundles += 1
      // liblo has no reader of bundles: each message of a bundle is compared with liblo's reading of its
      // bytes.
      for message in ours {
        guard let theirs = liblo(message.packet), areEqual(message, theirs) else {
          outcome.faults.append("in a bundle: \(message)")
          continue
        }
        outcome.accepted += 1
      }
      return
    }
    let theirs = packet.isEmpty ? nil : liblo(packet)
    switch (ours.first, theirs) {
    case (let ours?, let theirs?):
      outcome.accepted += 1
      if !areEqual(ours, theirs) { outcome.faults.append("\(ours) is to liblo \(theirs)") }
    case (nil, nil):
      outcome.refused += 1
    case (nil, let theirs?):
      outcome.refused += 1
      let difference: Difference? =
        switch error {
        case .badAddress where packet.first != UInt8(ascii: "/"): .address
        case .tooManyArguments where theirs.arguments.count > OSCMessageView.argumentLimit: .arguments
        default: nil
        }
      if let difference {
        outcome.differences[difference, default: 0] += 1
      } else {
        outcome.faults.append("refused for \(String(describing: error)), but liblo reads \(theirs)")
      }
    case (let ours?, nil): outcome.faults.append("liblo refuses \(ours)")
    }
  }

  /// A message with arguments of every tag.
  static func message(_ random: inout SeededGenerator) -> OSCMessage {
    let addresses = ["/", "/a", "/ab", "/abc", "/tactus/touch", "/tuio/2Dcur", "/1/multixy1/3"]
    func bytes(_ limit: UInt64) -> [UInt8] {
      (0..<random.next() % limit).map { _ in UInt8(truncatingIfNeeded: random.next() | 1) }
    }
    let arguments: [OSCArgument] = (0..<random.next() % 7).map { _ in
      let bits = random.next()
      switch random.next() % 16 {
      case 0...2: return .int32(Int32(truncatingIfNeeded: bits))
      case 3...5: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      case 6, 7: return .string(bytes(12))
      case 8: return .symbol(bytes(12))
      case 9: return .blob(bytes(20))
      case 10: return .int64(Int64(bitPattern: bits))
      case 11: return .double(Double(bitPattern: bits))
      case 12: return .time(bits)
      case 13: return .character(UInt32(truncatingIfNeeded: bits % 128))
      case 14: return .midi(UInt32(truncatingIfNeeded: bits))
      default: return [OSCArgument.yes, .no, .none, .infinitum][Int(bits % 4)]
      }
    }
    return OSCMessage(
      address: Array(addresses.randomElement(using: &random)!.utf8), arguments: arguments)
  }

  @Test func aHundredThousandMutatedPacketsAreReadAsLibloReadsThem() {
    var random = SeededGenerator("FUZZ_SEED", default: 20_261_122)
    var outcome = Outcome()
    for number in 0..<100_000 {
      var packet = Self.message(&random).packet
      switch random.next() % 16 {
      case 0: packet = OSCPacket.bundle([packet, Self.message(&random).packet], time: random.next())
      case 1:
        packet =
          OSCEncoder.string("/a") + OSCEncoder.string(["b", ",b", ",ib"].randomElement(using: &random)!)
      default: break
      }
      if number % 500 == 0 {
        packet = OSCMessage("/long", (0..<1020 + random.next() % 10).map { .int32(Int32($0)) }).packet
      }
      if random.next() % 8 != 0 { mutate(&packet, &random) }
      Self.compare(packet, &outcome)
    }
    #expect(outcome.faults == [])
    print("liblo: \(outcome.accepted) accepted, \(outcome.refused) refused, \(outcome.bundles) bundles")
    print("liblo: laxer in \(outcome.differences)")
    #expect(outcome.accepted > 20_000 && outcome.refused > 20_000 && outcome.bundles > 2_000)
    for difference in Difference.allCases {
      #expect(outcome.differences[difference, default: 0] > 0, "\(difference) did not occur")
    }
  }

  @Test func largeBlobsAreReadAlike() {
    var outcome = Outcome()
    for size in [32_764, 32_765, 32_768, 32_769, 32_772, 40_000, 65_000] {
      Self.compare(OSCMessage("/b", [.blob([UInt8](repeating: 7, count: size)), .int32(1)]).packet, &outcome)
    }
    #expect(outcome.faults == [] && outcome.accepted == 7)
  }

  @Test func aThousandMessagesAreWrittenAsLibloWritesThem() {
    var random = SeededGenerator("FUZZ_SEED", default: 20_261_122)
    for _ in 0..<1000 {
      var message = Self.message(&random)
      message.arguments.removeAll { $0 == .blob([]) }  // liblo cannot write an empty one
      let theirs = Self.written(message)
      #expect(message.packet == theirs, "\(message)")
    }
  }

  /// The packet that liblo makes of a message.
  static func written(_ message: OSCMessage) -> [UInt8] {
    let new = lo_message_new()
    defer { lo_message_free(new) }
    func c(_ text: [UInt8]) -> [CChar] { text.map { CChar(bitPattern: $0) } + [0] }
    for argument in message.arguments {
      switch argument {
      case .int32(let value): lo_message_add_int32(new, value)
      case .float(let value): lo_message_add_float(new, value)
      case .string(let text): lo_message_add_string(new, c(text))
      case .symbol(let text): lo_message_add_symbol(new, c(text))
      case .blob(let bytes):
        let blob = lo_blob_new(Int32(bytes.count), bytes)
        lo_message_add_blob(new, blob)
        lo_blob_free(blob)
      case .int64(let value): lo_message_add_int64(new, value)
      case .double(let value): lo_message_add_double(new, value)
      case .time(let value):
        lo_message_add_timetag(
          new, lo_timetag(sec: UInt32(value >> 32), frac: UInt32(truncatingIfNeeded: value)))
      case .character(let value): lo_message_add_char(new, CChar(truncatingIfNeeded: value))
      case .midi(let value):
        var bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        lo_message_add_midi(new, &bytes)
      case .yes: lo_message_add_true(new)
      case .no: lo_message_add_false(new)
      case .none: lo_message_add_nil(new)
      case .infinitum: lo_message_add_infinitum(new)
      }
    }
    var size = 0
    guard let bytes = lo_message_serialise(new, c(message.address), nil, &size) else { return [] }
    defer { free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: size))
  }
}
