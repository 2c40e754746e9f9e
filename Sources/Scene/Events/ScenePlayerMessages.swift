// Messages of a patch: requests of sensors and scenes, messages for the network, MIDI, the timeline. Audio
// thread.
import RealTime
import Synchronization
import Text

extension ScenePlayer {
  /// Messages that one block reads; the others wait.
  private static var messagesOfBlock: Int { @_noLocks get { 256 } }

  /// Passes on what the supervisor says to the patch.
  @_noLocks mutating func readSupervisor() {
    while let (_, count) = link.pointee.toScene.peek() {
      guard count <= PdMessage.limit else {
        link.pointee.toScene.pop(into: nil)
        continue
      }
      link.pointee.toScene.pop(into: outgoing.room)
      handle(message: UnsafeRawBufferPointer(start: outgoing.room, count: count))
    }
  }

  /// Reads what the patch has said since the last block.
  @_noLocks mutating func readMessages() {
    guard let stream else { return }
    var left = Self.messagesOfBlock
    while left > 0, let (tick, count) = stream.pointee.messages.peek() {
      left -= 1
      stream.pointee.messages.pop(into: outgoing.room)
      var atoms = PdAtoms(UnsafeRawBufferPointer(start: outgoing.room, count: count))
      guard let receiver = atoms.symbol() else { continue }
      if receiver.spells("#pdparty") {
        obey(&atoms)
      } else if receiver.spells("#osc-out") {
        sendOut(&atoms)
      } else if receiver.spells("tactus-save") {
        keep(atoms)
      } else if receiver.spells("tactus-saved") {
        mark(&atoms)
      } else {
        play(receiver, &atoms, at: stream.pointee.frame(ofTick: tick))
      }
    }
  }

  /// A command of PdParty.
  @_noLocks private mutating func obey(_ atoms: inout PdAtoms) {
    guard let stream, let word = atoms.symbol() else { return }
    if let sensor = SceneSensor.named(word) {
      stream.pointee.requests.sensor(sensor, &atoms)
    } else if word.spells("touch") {
      stream.pointee.requests.touch(&atoms)
    } else if word.spells("time") {
      _ = link.pointee.send(.time)
    } else if word.spells("timestamp") {
      _ = link.pointee.send(.timestamp)
    } else if word.spells("record") {
      _ = link.pointee.send((atoms.number() ?? 0) != 0 ? .record : .endRecord)
    } else if word.spells("scene"), let name = atoms.symbol() {
      _ = link.pointee.send(.open, name)
    } else if word.spells("background"), let verb = atoms.symbol() {
      let name = verb.spells("load") ? atoms.symbol() : nil
      if name != nil || verb.spells("clear") {
        _ = link.pointee.send(.background, name ?? UnsafeRawBufferPointer(start: nil, count: 0))
      }
    } else if word.spells("openurl"), let address = atoms.symbol() {
      _ = link.pointee.send(.address, address)
    }
  }

  /// The bytes of an OSC packet, each a number, to the subscribers.
  @_noLocks private mutating func sendOut(_ atoms: inout PdAtoms) {
    guard let network, let sceneRequests else { return }
    var count = 0
    let bytes = outgoing.room.assumingMemoryBound(to: UInt8.self)
    // A byte takes five in the message, so it is written behind what is read.
    while let byte = atoms.number() {
      guard byte >= 0, byte <= 255 else { return }
      bytes[count] = UInt8(byte)
      count += 1
    }
    guard count >= 8, count % 4 == 0 else { return }
    let packet = UnsafeRawBufferPointer(start: bytes, count: count)
    if !sceneRequests.pointee.outputs.push(.packet, packet) {
      network.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// MIDI and wishes about the timeline, as lists.
  @_noLocks private mutating func play(
    _ receiver: UnsafeRawBufferPointer, _ atoms: inout PdAtoms, at frame: Int
  ) {
    if receiver.spells("tactus-note") {
      midi(0x90, 3, &atoms, at: frame)
    } else if receiver.spells("tactus-control") {
      // Pd's order: value, number, channel.
      guard let value = atoms.number(), let number = atoms.number() else { return }
      send(0xB0, Self.seven(number), Self.seven(value), 3, channel: atoms.number() ?? 1, at: frame)
    } else if receiver.spells("tactus-program") {
      guard let number = atoms.number() else { return }
      send(0xC0, Self.seven(number - 1), 0, 2, channel: atoms.number() ?? 1, at: frame)
    } else if receiver.spells("tactus-pressure") {
      midi(0xD0, 2, &atoms, at: frame)
    } else if receiver.spells("tactus-key-pressure") {
      midi(0xA0, 3, &atoms, at: frame)
    } else if receiver.spells("tactus-bend") {
      guard let value = atoms.number() else { return }
      let bend = Int(min(max(value, 0), 16_383))
      send(
        0xE0, UInt8(truncatingIfNeeded: bend & 127), UInt8(truncatingIfNeeded: bend >> 7), 3,
        channel: atoms.number() ?? 1, at: frame)
    } else if receiver.spells("tactus-midi") {
      bytes(&atoms, at: frame)
    } else if receiver.spells("tactus-transport") {
      wish(&atoms, at: frame)
    }
  }

  /// Two or one numbers of seven bits, then a channel.
  @_noLocks private mutating func midi(_ status: UInt8, _ count: Int, _ atoms: inout PdAtoms, at frame: Int) {
    guard let first = atoms.number() else { return }
    var second: Float = 0
    if count == 3 {
      guard let given = atoms.number() else { return }
      second = given
    }
    send(
      status, Self.seven(first), Self.seven(second), count, channel: atoms.number() ?? 1, at: frame)
  }

  /// One message as one to three bytes.
  @_noLocks private mutating func bytes(_ atoms: inout PdAtoms, at frame: Int) {
    var (count, bytes) = (0, (UInt8(0), UInt8(0), UInt8(0)))
    while count < 3, let number = atoms.number() {
      let byte = UInt8(min(max(number, 0), 255))
      // A status, then numbers of seven bits.
      guard count == 0 ? byte >= 0x80 && byte != 0xF0 && byte != 0xF7 : byte < 0x80 else { return }
      if count == 0 { bytes.0 = byte } else if count == 1 { bytes.1 = byte } else { bytes.2 = byte }
      count += 1
    }
    if count == 0 { return }
    let status = bytes.0
    let whole = status >= 0xF8 ? 1 : status >= 0xF0 ? (status == 0xF2 ? 3 : status == 0xF6 ? 1 : 2) : 0
    guard count == (whole > 0 ? whole : status & 0xE0 == 0xC0 ? 2 : 3) else { return }
    outgoing.append(SceneOutgoing.Event(frame: frame, count: count, bytes: bytes))
  }

  @_noLocks private static func seven(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 127)) }

  @_noLocks private mutating func send(
    _ status: UInt8, _ first: UInt8, _ second: UInt8, _ count: Int, channel: Float, at frame: Int
  ) {
    let channel = UInt8(min(max(channel, 1), 16)) - 1
    outgoing.append(
      SceneOutgoing.Event(frame: frame, count: count, bytes: (status | channel, first, second)))
  }

  /// `play 1`, `play 0` or `tempo` with beats a minute.
  @_noLocks private mutating func wish(_ atoms: inout PdAtoms, at frame: Int) {
    guard let word = atoms.symbol(), let value = atoms.number() else { return }
    if word.spells("play") {
      outgoing.append(SceneOutgoing.Event(frame: frame, speed: value != 0 ? 1 : 0))
    } else if word.spells("tempo"), value >= 1, value <= 1000 {
      outgoing.append(SceneOutgoing.Event(frame: frame, tempo: value))
    }
  }

  /// An event that the patch sends to the host.
  public enum HostEvent {
    /// Up to three bytes of MIDI.
    case midi((UInt8, UInt8, UInt8), count: Int)
    /// Play (1) or stop (0), and beats a minute; NaN: nothing is wished.
    case timeline(speed: Float, tempo: Float)
  }

  /// The next event of the block that was played last, with its frame in it: that of its tick's first sound.
  /// Nil: there is none.
  @_noLocks public mutating func nextHostEvent(_ frames: Int) -> (event: HostEvent, frame: Int)? {
    guard let next = outgoing.next else { return nil }
    let frame = next.frame + base - (start - frames)
    guard frame < frames else { return nil }
    outgoing.removeNext()
    let event: HostEvent =
      next.count > 0
      ? .midi(next.bytes, count: next.count) : .timeline(speed: next.speed, tempo: next.tempo)
    return (event, max(frame, 0))
  }
}
