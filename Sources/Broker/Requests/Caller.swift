// The sender of a message, to which answers go. Input thread.
import CSystem
import Dialects
import OSC

/// The sender of a message. Every address of an answer begins with `/tactus/answer/`. No message of such an
/// address is a request, so two instances never answer each other.
struct Caller {
  let endpoint: Endpoint
  let sender: tactus_datagram
  let origin: Origin

  var key: SenderKey { SenderKey(sender, on: endpoint) }

  /// Whether an answer may be sent now. A request of an address that has had too many answers is refused.
  var mayBeAnswered: Bool {
    endpoint.budget.hasRoom(for: sender.address, isLocal: origin == .thisMachine)
  }

  func answer(_ address: StaticString, _ texts: [[UInt8]], _ number: Int32? = nil) {
    let packet = OSCMessage.packet(
      address, texts.map { .string($0) } + (number.map { [.int32($0)] } ?? []))
    if packet.count > OSCPacket.byteLimit { return refuse("this does not fit one packet") }
    answer(packet)
  }

  func answer(_ packet: [UInt8]) { endpoint.answer(packet, to: sender, isLocal: origin == .thisMachine) }

  func refuse(_ sentence: StaticString) { refuse(sentence.withUTF8Buffer { Array($0) }) }
  func refuse(_ sentence: [UInt8]) { answer("/tactus/answer/patch/error", [sentence]) }
  func refuseGrid(_ sentence: [UInt8]) { answer("/tactus/answer/grid/error", [sentence]) }
}
