// The two ends of the broker in tests: an instance and a program with a UDP socket.
import CPosix
import RealTime
import Synchronization

@testable import Broker

/// The link of one instance, used as its `run` would use it.
final class TestInstance: @unchecked Sendable {  // its words are atomic, its ring is read by one test only
  let pointer = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)

  init() { pointer.initialize(to: InstanceLink()) }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  func wish(_ listen: ListenSettings.Listen, port: UInt16, surface: UInt8 = 0) {
    let wish = ListenSettings(listen: listen, port: port, surface: surface)
    pointer.pointee.wish.store(wish.packed, ordering: .relaxed)
  }

  var port: UInt16 { UInt16(pointer.pointee.port.load(ordering: .relaxed)) }

  func drainMessages() -> [SurfaceMessage] {
    var messages: [SurfaceMessage] = []
    while let next = pointer.pointee.events.pop() { messages.append(next) }
    return messages
  }

  func drain() -> [SurfaceEvent] { drainMessages().map(\.event) }

  /// Publishes a live frame with the sections that `write` adds.
  func show(_ write: (inout LiveFrameWriter) -> Void = { _ in }) {
    var writer = LiveFrameWriter(LiveFrame.words(of: pointer.pointee.live.next), capacity: LiveFrame.capacity)
    write(&writer)
    _ = writer.finish(LiveHead())
    pointer.pointee.live.publish()
  }
}

extension Switchboard {
  /// One turn of the input thread, `seconds` after now.
  func turn(after seconds: Double = 0) {
    let now = tactus_monotonic() + Int64(seconds * 1e9)
    applyWishes(at: now)
    receive(at: now, offset: tactus_realtime() - tactus_monotonic())
    servePatches(at: now)
  }
}

/// A program that sends and receives UDP.
final class Peer: @unchecked Sendable {  // immutable
  let descriptor: Int32
  static let loopback: UInt32 = 0x7f00_0001

  init(at address: UInt32 = Peer.loopback, port: UInt16 = 0) {
    descriptor = tactus_udp_socket(address, port, 1 << 20)
    precondition(descriptor >= 0, "no socket for a test")
  }

  deinit { close(descriptor) }

  var port: UInt16 { tactus_local_port(descriptor) }

  @discardableResult
  func send(_ bytes: [UInt8], to port: UInt16, at address: UInt32 = Peer.loopback) -> Bool {
    tactus_send(descriptor, bytes, bytes.count, address, port) == bytes.count
  }

  /// The next datagram and the port of its sender; waits up to two seconds.
  func receive() -> (bytes: [UInt8], port: UInt16)? {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 2000) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65536)
    var sender = tactus_datagram()
    let count = tactus_receive(descriptor, &bytes, bytes.count, &sender)
    return count < 0 ? nil : (Array(bytes[..<count]), sender.port)
  }

  /// A free port. It is below the ports that the kernel gives out, so no program gets it by chance. No other
  /// test gets one of the hundred ports after it.
  static func freePort() -> UInt16 {
    while true {
      let port = UInt16(lastPort.add(101, ordering: .relaxed).newValue)
      let descriptor = tactus_udp_socket(loopback, port, 1)
      if descriptor < 0 { continue }
      close(descriptor)
      return port
    }
  }

  private static let lastPort = Atomic<Int>(10_000 + Int(getpid()) % 10_000)
}

/// A machine at 192.168.7.2 in a network of 254, independent of the machine that runs the tests.
let addressOfThisMachine: UInt32 = 0xc0a8_0702
func interfacesOfTests() -> Interfaces {
  Interfaces {
    [
      tactus_interface(address: Peer.loopback, mask: 0xff00_0000),
      tactus_interface(address: addressOfThisMachine, mask: 0xffff_ff00),
    ]
  }
}

/// Evaluates `condition` every millisecond; whether it became true within a minute.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<60_000 {
    if condition() { return true }
    usleep(1000)
  }
  return condition()
}
