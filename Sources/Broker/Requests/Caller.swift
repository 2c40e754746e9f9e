// The sender of a message, to which answers go. Input thread.
import CPosix
import Dialects
import OSC
import Text

/// The sender of a message. Every address of an answer begins with `/tactus/answer/`. No message of such an
/// address is a request, so two instances never answer each other.
struct Caller {
  let endpoint: Endpoint
  let sender: tactus_datagram
  var origin: Origin
  /// Whether a local sender is known to belong to the current user, or is treated as if it did.
  var isOwn = false

  var key: SenderKey { SenderKey(sender, on: endpoint) }

  /// Whether an answer may be sent now. A request of an address that has had too many answers is refused.
  var mayBeAnswered: Bool {
    endpoint.budget.hasRoom(for: sender.address, isLocal: isOwn)
  }

  /// Answers under `/tactus/answer/`.
  func answer(_ word: UTF8Text, _ texts: [[UInt8]] = [], _ number: Int32? = nil) {
    let packet = OSCMessage.packet(
      ("/tactus/answer/\(word)" as UTF8Text).bytes,
      texts.map { .string($0) } + (number.map { [.int32($0)] } ?? []))
    // A connection carries more than a datagram.
    let limit = sender.is_stream == 0 ? OSCPacket.byteLimit : OSCPacket.streamLimit
    if packet.count <= limit { return answer(packet) }
    let topic = UTF8Text(bytes: Array(word.bytes.prefix { $0 != UInt8(ascii: "/") }))
    refuse(topic, "this does not fit one packet")
  }

  func answer(_ packet: [UInt8]) { endpoint.answer(packet, to: sender, isLocal: isOwn) }

  /// A request is done that has no other answer.
  func done(_ request: StaticString) { answer("done", [request.withUTF8Buffer { Array($0) }]) }

  /// Counts a refusal and answers why.
  /// - Parameter topic: the request's word below `/tactus/`, or its kind of document; empty: none.
  func refuse(_ topic: UTF8Text, _ reason: Refusal, _ sentence: UTF8Text) {
    endpoint.counters[reason] += 1
    refuse(topic, sentence)
  }

  func refuse(_ topic: UTF8Text, _ sentence: UTF8Text) {
    answer(topic.bytes.isEmpty ? "error" : "\(topic)/error", [sentence.bytes])
  }

  /// Answers a request of a wrong form. The refusal has been counted.
  func refuse(_ request: RefusedRequest) {
    let topics: [(begins: StaticString, topic: UTF8Text)] = [
      ("patch/", "patch"), ("grid/", "grid"), ("take/", "take"), ("stats", "stats"),
      ("scene/", "scene"), ("subscribe", "patch"), ("unsubscribe", "patch"),
    ]
    let found = topics.first { row in
      row.begins.withUTF8Buffer { request.address.starts(with: $0) }
    }
    refuse(found?.topic ?? "", UTF8Text(bytes: request.sentence))
  }
}
