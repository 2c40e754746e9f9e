// What the outputs of patches send as OSC. A patch names a destination, and only those of network.json exist. Input
// thread, under the broker's mutex.
import CPosix
import Controls
import Instrument
import OSC
import Patches
import Profiles
import RealTime
import Stores
import Text

/// The socket by which outputs send, and what they have sent.
struct OutputSender {
  /// The most messages of an instance in a tenth of a second; nanoseconds.
  static let limit = 200
  static let window: Int64 = 100_000_000
  /// For this time after a message, the thread looks often for the next one.
  static let busyTime: Int64 = 2_000_000_000

  private var descriptor: Int32 = -1
  private var windows: [Int: (began: Int64, count: Int)] = [:]
  private(set) var lastSent = Int64.min / 2
  /// Messages that were not sent: no such destination, or too many.
  private(set) var refused: UInt64 = 0

  /// Whether an instance may send another message.
  mutating func spend(of instance: Int, at now: Int64) -> Bool {
    var window = windows[instance] ?? (now, 0)
    if now - window.began >= Self.window { window = (now, 0) }
    window.count += 1
    windows[instance] = window
    return window.count <= Self.limit
  }

  mutating func refuse() { refused += 1 }

  mutating func send(_ packet: [UInt8], to destination: NetworkDestination, at now: Int64) {
    if descriptor < 0 { descriptor = tactus_udp_socket(0, 0, 4096) }
    lastSent = now
    _ = tactus_send(descriptor, packet, packet.count, destination.address, UInt16(destination.port))
  }

  /// Forgets an instance, and closes the socket behind the last one.
  mutating func forget(_ instance: Int, isLast: Bool) {
    windows[instance] = nil
    guard isLast, descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }
}

extension Switchboard {
  /// Whether an output has sent a moment ago, so that the next value is waited for.
  func sendsOutputs(at now: Int64) -> Bool { now - outputSender.lastSent < OutputSender.busyTime }

  /// Sends the values that came from the audio threads since the last turn.
  func sendOutputs(at now: Int64) {
    for each in instances {
      guard var message = each.link.pointee.outputs.pop() else { continue }
      let outputs = each.store?.outputs ?? []
      while true {
        if let packet = outputs.indices.contains(Int(message.output))
          ? outputs[Int(message.output)].packet(of: message) : nil,
          let destination = policy.network.destination(named: outputs[Int(message.output)].destination),
          outputSender.spend(of: each.number, at: now)
        {
          outputSender.send(packet, to: destination, at: now)
        } else {
          outputSender.refuse()
        }
        guard let next = each.link.pointee.outputs.pop() else { break }
        message = next
      }
    }
  }
}

extension PatchOutput {
  /// The message of a value; nil: the output sends none.
  func packet(of message: OutputMessage) -> [UInt8]? {
    guard output.kind == .osc else { return nil }
    let arguments = sentArguments.map { text -> OSCArgument in
      if text == "value" { return .float(message.value) }
      if text == "voice" { return .int32(Int32(message.voice)) }
      switch JSON.number(text) {
      case .integer(let number)?: return .int32(Int32(clamping: number))
      case .real(let number)?: return .float(Float(number))
      default: return .string(text)
      }
    }
    return OSCMessage.packet(address, arguments)
  }
}
