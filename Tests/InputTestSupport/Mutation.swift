// Changes packets at random.

/// Makes one to five changes of a packet: bytes, bits, sizes, ends.
package func mutate(_ packet: inout [UInt8], _ random: inout some RandomNumberGenerator) {
  for _ in 0...random.next() % 4 where !packet.isEmpty {
    let index = Int(random.next() % UInt64(packet.count))
    switch random.next() % 8 {
    case 0: packet[index] = UInt8(truncatingIfNeeded: random.next())
    case 1: packet[index] ^= 1 << UInt8(random.next() % 8)
    case 2: packet.removeLast(min(packet.count, Int(random.next() % 9)))
    case 3: packet.append(contentsOf: OSCEncoder.zeros(Int(random.next() % 9)))
    case 4: packet.removeSubrange(index..<min(packet.count, index + 4))
    case 5: packet.insert(contentsOf: [0, 0, 0, UInt8(random.next() % 16)], at: index / 4 * 4)
    case 6:
      packet.replaceSubrange(
        index / 4 * 4..<min(packet.count, index / 4 * 4 + 4), with: [255, 255, 255, 252])
    default: packet[index] = [0, 0x2c, 0x62, 0x73, 0x23, 0x2f].randomElement(using: &random)!
    }
  }
}
