// The monome grids of this machine: messages of serialosc in, messages to it out. Without sockets or clocks. Any one
// thread at a time.
//
// Source: monome.org/docs/serialosc/osc, and the behavior of serialosc 1.4: `/serialosc/add` and `/serialosc/remove`
// come once for each `/serialosc/notify`; a list without devices is no message; each device is a process with its own
// port, which sends `/sys/port` to the receiver that it loses.
import OSC
import RealTime

/// A packet to a port of this machine.
package struct MonomePacket {
  package let port: UInt16
  package let bytes: [UInt8]
}

/// The grids that serialosc lists, and their state.
///
/// Every two seconds it asks serialosc for its list, and each grid for its settings. So a grid that was plugged in while
/// a notification was lost is found, and one whose process has died is noticed.
package struct MonomeDevices {
  /// serialosc's own port.
  package static let serverPort: UInt16 = 12002
  /// The most grids.
  package static let limit = 8
  /// The time between questions. Nanoseconds.
  package static let period: Int64 = 2_000_000_000
  /// A grid that has sent nothing for this time is gone. Nanoseconds.
  package static let silence: Int64 = 7_000_000_000
  /// The time after a notification in which serialosc still forgets those who want one. Nanoseconds.
  private static let pause: Int64 = 50_000_000
  private static let textLimit = 64
  private static let host = Array("127.0.0.1".utf8)
  private static let prefix = Array("/tactus".utf8)

  /// The port that receives keys and answers.
  private let port: UInt16
  private let server: UInt16
  package private(set) var devices: [MonomeDevice] = []
  /// The times of the next questions, and of the next request for a notification.
  private var questionsDue = Int64.min
  private var notifyDue = Int64.min
  private var packets: [MonomePacket] = []
  private var keys: [MonomeKey] = []

  /// - Parameters:
  ///   - port: The port that receives keys and answers.
  ///   - server: serialosc's port.
  package init(port: UInt16, server: UInt16 = serverPort) {
    (self.port, self.server) = (port, server)
  }

  /// The most columns and rows of pads among the grids that are ready, or nil if there is none. All grids show the
  /// same cells, a smaller one fewer of them.
  package var size: (columns: Int, rows: Int)? {
    var size = (columns: 0, rows: 0)
    for device in devices where device.isReady {
      size = (max(size.columns, device.columns), max(size.rows, device.rows - 1))
    }
    return size.columns == 0 ? nil : size
  }

  /// The number of grids that are ready.
  package var readyCount: Int { devices.count { $0.isReady } }

  /// When `advance` has something to do.
  package var nextDeadline: Int64 { min(questionsDue, notifyDue) }

  /// Whether a port is that of serialosc or of one of its devices.
  package func isKnown(_ port: UInt16) -> Bool {
    port == server || devices.contains { $0.port == port }
  }

  /// Removes and returns the packets to send, in order.
  package mutating func takePackets() -> [MonomePacket] {
    defer { packets = [] }
    return packets
  }

  /// Removes and returns the keys that went down or up, in order.
  package mutating func takeKeys() -> [MonomeKey] {
    defer { keys = [] }
    return keys
  }

  // MARK: Time

  /// Sends the questions that are due, and removes grids that have gone silent.
  package mutating func advance(to time: Int64) {
    for device in devices where time - device.lastReceived >= Self.silence { remove(device.id, at: time) }
    if time >= notifyDue {
      notifyDue = .max
      send("/serialosc/notify", [.string(Self.host), .int32(Int32(port))], to: server)
    }
    if time >= questionsDue {
      questionsDue = time + Self.period
      send("/serialosc/list", [.string(Self.host), .int32(Int32(port))], to: server)
      for index in devices.indices { ask(index) }
    }
  }

  /// Takes back the grids that other programs have taken: an instance has asked again.
  package mutating func claim() {
    for index in devices.indices {
      devices[index].isTaken = false
      devices[index].forgetLights()
    }
    questionsDue = .min
  }

  /// Releases the keys that are down, because another instance gets the next ones.
  package mutating func releaseKeys() {
    for index in devices.indices { keys += devices[index].release() }
  }

  /// Turns off the lights of all grids.
  package mutating func leave() {
    releaseKeys()
    for device in devices where device.isOwn { darken(device.port) }
  }

  /// Shows lights, as far as they have changed.
  package mutating func show(_ lights: MonomeLights) {
    for index in devices.indices {
      let port = devices[index].port
      for bytes in devices[index].messages(showing: lights) {
        packets.append(MonomePacket(port: port, bytes: bytes))
      }
    }
  }

  // MARK: Messages

  /// Reads a packet from a port of this machine. What is refused is counted.
  package mutating func receive(
    _ packet: UnsafeRawBufferPointer, from port: UInt16, at time: Int64, counting counters: Counters
  ) {
    counters.packets += 1
    guard isKnown(port) else {
      counters[.senderNotAllowed] += 1
      return
    }
    OSCPacket.read(packet, refuse: { counters[Refusal($0)] += 1 }) { message in
      counters.messages += 1
      do throws(Refusal) {
        if port == server {
          try read(message, at: time)
        } else if let index = devices.firstIndex(where: { $0.port == port }) {
          devices[index].lastReceived = time
          try read(message, of: index, at: time)
        }
      } catch {
        counters[error] += 1
      }
    }
  }

  /// Reads a message of serialosc.
  private mutating func read(_ message: borrowing OSCMessageView, at time: Int64) throws(Refusal) {
    if message.isAt("/serialosc/device") {
      try add(message, at: time)
    } else if message.isAt("/serialosc/add") {
      renotify(at: time)
      questionsDue = min(questionsDue, time + Self.pause)
      if message.count >= 3 { try add(message, at: time) }
    } else if message.isAt("/serialosc/remove") {
      renotify(at: time)
      remove(try Self.text(message, 0), at: time)
    } else {
      throw .unknownAddress
    }
  }

  /// Adds a device: its id, its name and its port.
  private mutating func add(_ message: borrowing OSCMessageView, at time: Int64) throws(Refusal) {
    guard message.count == 3 else { throw .wrongArguments }
    let id = try Self.text(message, 0)
    let name = try Self.text(message, 1)
    guard let port = UInt16(exactly: try message.id(2)), port > 0, port != self.port, port != server else {
      throw .outOfRange
    }
    if name.withUnsafeBytes({ $0.begins(with: "monome arc") }) { return }  // It has knobs and no pads.
    if devices.contains(where: { $0.id == id && $0.port == port }) { return }
    // A device that has been plugged in again has another port, and its old one may be that of another.
    for known in devices where known.id == id || known.port == port { remove(known.id, at: time) }
    guard devices.count < Self.limit else { throw .tooManySenders }
    devices.append(MonomeDevice(id: id, port: port, at: time))
    ask(devices.count - 1)
    renotify(at: time)
  }

  /// Reads a message of a device.
  private mutating func read(
    _ message: borrowing OSCMessageView, of index: Int, at time: Int64
  ) throws(Refusal) {
    if message.isAt("/tactus/grid/key") {
      try press(message, index)
    } else if message.isAt("/sys/size") {
      guard message.count == 2 else { throw .wrongArguments }
      try resize(index, try message.id(0), try message.id(1))
    } else if message.isAt("/sys/port") {
      guard message.count == 1 else { throw .wrongArguments }
      own(index, try message.id(0) == Int32(port))
    } else if message.isAt("/sys/prefix") {
      if try Self.text(message, 0) != Self.prefix { own(index, false) }
    } else if message.isAt("/sys/rotation") {
      guard message.count == 1 else { throw .wrongArguments }
      let rotation = try message.id(0)
      if rotation != devices[index].rotation { devices[index].forgetLights() }
      devices[index].rotation = rotation
    } else if message.isAt("/sys/disconnect") {
      remove(devices[index].id, at: time)
    } else if !message.isAt("/sys/id") && !message.isAt("/sys/host") && !message.isAt("/sys/connect")
      && !message.isAt("/tactus/tilt")
    {
      throw .unknownAddress
    }
  }

  private mutating func press(_ message: borrowing OSCMessageView, _ index: Int) throws(Refusal) {
    guard message.count == 3 else { throw .wrongArguments }
    let (x, y, state) = (try message.id(0), try message.id(1), try message.id(2))
    guard 0..<Int32(devices[index].columns) ~= x, 0..<Int32(devices[index].rows) ~= y, 0...1 ~= state else {
      throw .outOfRange
    }
    if let key = devices[index].press(column: Int(x), rowFromTop: Int(y), isDown: state == 1) {
      keys.append(key)
    }
  }

  private mutating func resize(_ index: Int, _ columns: Int32, _ rows: Int32) throws(Refusal) {
    guard 1...256 ~= columns, 2...256 ~= rows else { throw .outOfRange }
    let size = (min(Int(columns), MonomeDevice.limit), min(Int(rows), MonomeDevice.limit))
    if size == (devices[index].columns, devices[index].rows) { return }
    keys += devices[index].release()
    (devices[index].columns, devices[index].rows) = size
    devices[index].forgetLights()
  }

  /// Notes whether a device sends its keys to this port.
  private mutating func own(_ index: Int, _ isOwn: Bool) {
    if isOwn == devices[index].isOwn { return }
    devices[index].isOwn = isOwn
    if isOwn {
      devices[index].isTaken = false
      devices[index].forgetLights()
      darken(devices[index].port)
    } else {
      devices[index].isTaken = true
      keys += devices[index].release()
    }
  }

  private mutating func remove(_ id: [UInt8], at time: Int64) {
    guard let index = devices.firstIndex(where: { $0.id == id }) else { return }
    keys += devices[index].release()
    devices.remove(at: index)
    renotify(at: time)
  }

  // MARK: Questions

  /// Asks a device for its settings, after it was told to send its keys to this port.
  private mutating func ask(_ index: Int) {
    let port = devices[index].port
    if !devices[index].isOwn, !devices[index].isTaken {
      send("/sys/host", [.string(Self.host)], to: port)
      send("/sys/port", [.int32(Int32(self.port))], to: port)
      send("/sys/prefix", [.string(Self.prefix)], to: port)
    }
    send("/sys/info", [.string(Self.host), .int32(Int32(self.port))], to: port)
  }

  /// Asks for the next notification, after serialosc has forgotten who wanted the last one.
  private mutating func renotify(at time: Int64) {
    if notifyDue == .max { notifyDue = time + Self.pause }
  }

  private mutating func darken(_ port: UInt16) { send("/tactus/grid/led/all", [.int32(0)], to: port) }

  private mutating func send(_ address: StaticString, _ arguments: [OSCArgument], to port: UInt16) {
    packets.append(MonomePacket(port: port, bytes: OSCMessage.packet(address, arguments)))
  }

  private static func text(_ message: borrowing OSCMessageView, _ index: Int) throws(Refusal) -> [UInt8] {
    let text = try message.text(index)
    guard 1...textLimit ~= text.count else { throw .outOfRange }
    return text
  }
}

extension OSCMessageView {
  fileprivate func isAt(_ address: StaticString) -> Bool {
    self.address.count == address.utf8CodeUnitCount && self.address.begins(with: address)
  }
}
