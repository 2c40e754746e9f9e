// A packet that waits for its turn. Input thread.
import CPosix

/// A packet of a sender that has had its share of the turn.
struct DeferredPacket {
  let bytes: [UInt8]
  let endpoint: Endpoint
  let sender: tactus_datagram
  let arrival: Int64
}
