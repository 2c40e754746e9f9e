// The real-time face of an instance: ports resolved once, events appended in place, no arrays and no strings.
// The audio thread, while the instance exists.
import CLilv

/// An active instance as its audio thread sees it. It points into the instance, which must outlive it.
///
/// A block: `begin()`, events in the order of their frames, `run(_:)`, then the outputs are read.
public struct LiveInstance {
  /// An event port's buffer.
  struct Sequence {
    let memory: UnsafeMutableRawPointer
    let capacity: Int
    let isInput: Bool
  }

  /// The first two audio outputs; the second is the first one where there is only one.
  public let left, right: UnsafeMutablePointer<Float>?
  /// The first two audio inputs; nil where there is none.
  public let inLeft, inRight: UnsafeMutablePointer<Float>?
  public let maximumBlock: Int
  let lilv: UnsafeMutablePointer<LilvInstance>
  let sequences: UnsafeMutablePointer<Sequence>
  let sequenceCount: Int
  /// The event input, and the event output that is read; nil where there is none.
  let input: Sequence?
  let output: Sequence?
  /// Further event outputs that are read.
  let others: UnsafeMutablePointer<Sequence>
  let otherCount: Int
  let freeWheel: UnsafeMutablePointer<Float>?
  let urids: LiveURIDs

  private static var headerSize: Int { @_noLocks get { 16 } }
  private static var eventHeaderSize: Int { @_noLocks get { 16 } }

  /// Empties the event inputs and offers the outputs.
  @_noLocks public func begin() {
    for index in 0..<sequenceCount {
      let sequence = sequences[index]
      let size = sequence.isInput ? 8 : sequence.capacity - 8
      sequence.memory.storeBytes(of: UInt32(truncatingIfNeeded: size), as: UInt32.self)
      sequence.memory.storeBytes(
        of: sequence.isInput ? urids.sequence : urids.chunk, toByteOffset: 4, as: UInt32.self)
      sequence.memory.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
    }
  }

  /// Sets what the plugin designates for free wheeling.
  @_noLocks public func setFreeWheel(_ isOn: Bool) { freeWheel?.pointee = isOn ? 1 : 0 }

  /// Appends a MIDI message; false when there is no more room.
  @_noLocks public func append(_ frame: Int, midi: UnsafePointer<UInt8>, count: Int) -> Bool {
    guard let body = append(frame, type: urids.midi, count: count) else { return false }
    for index in 0..<count { body.storeBytes(of: midi[index], toByteOffset: index, as: UInt8.self) }
    return true
  }

  /// Appends a position of the timeline; false when there is no more room.
  @_noLocks public func append(_ frame: Int, _ position: Position) -> Bool {
    guard let body = append(frame, type: urids.object, count: 8 + 7 * 24) else { return false }
    body.storeBytes(of: 0, as: UInt32.self)
    body.storeBytes(of: urids.position, toByteOffset: 4, as: UInt32.self)
    property(body + 8, urids.frame, urids.long, 8, UInt64(bitPattern: position.frame))
    property(body + 32, urids.speed, urids.float, 4, UInt64(position.speed.bitPattern))
    property(body + 56, urids.bar, urids.long, 8, UInt64(bitPattern: position.bar))
    property(body + 80, urids.barBeat, urids.float, 4, UInt64(position.barBeat.bitPattern))
    property(body + 104, urids.beatUnit, urids.int, 4, UInt64(UInt32(bitPattern: position.beatUnit)))
    property(body + 128, urids.beatsPerBar, urids.float, 4, UInt64(position.beatsPerBar.bitPattern))
    property(body + 152, urids.beatsPerMinute, urids.float, 4, UInt64(position.beatsPerMinute.bitPattern))
    return true
  }

  @_noLocks private func property(
    _ at: UnsafeMutableRawPointer, _ key: UInt32, _ type: UInt32, _ size: UInt32, _ value: UInt64
  ) {
    at.storeBytes(of: key, as: UInt32.self)
    at.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
    at.storeBytes(of: size, toByteOffset: 8, as: UInt32.self)
    at.storeBytes(of: type, toByteOffset: 12, as: UInt32.self)
    at.storeBytes(of: value, toByteOffset: 16, as: UInt64.self)
  }

  /// The place of a body of `count` bytes behind all events; nil when there is no more room.
  @_noLocks private func append(_ frame: Int, type: UInt32, count: Int) -> UnsafeMutableRawPointer? {
    guard let input else { return nil }
    let used = 8 + Int(input.memory.load(as: UInt32.self))
    let size = Self.eventHeaderSize + (count + 7) & ~7
    guard used + size <= input.capacity else { return nil }
    let address = input.memory + used
    address.storeBytes(of: Int64(frame), as: Int64.self)
    address.storeBytes(of: UInt32(truncatingIfNeeded: count), toByteOffset: 8, as: UInt32.self)
    address.storeBytes(of: type, toByteOffset: 12, as: UInt32.self)
    input.memory.storeBytes(of: UInt32(truncatingIfNeeded: used + size - 8), as: UInt32.self)
    return address + Self.eventHeaderSize
  }

  /// One block of 0…`maximumBlock` frames.
  @_noLocks public func run(_ frames: Int) { hosting_run(lilv, UInt32(truncatingIfNeeded: frames)) }

  /// The MIDI message that the plugin wrote at `place` or behind it, which then stands behind that message.
  /// Nil: there is no further one. Begin with 0.
  @_noLocks public func nextMIDI(
    _ place: inout Int
  ) -> (frame: Int, bytes: UnsafePointer<UInt8>, count: Int)? {
    guard let output else { return nil }
    return nextMIDI(&place, in: output)
  }

  /// As `nextMIDI(_:)`, of one of the further outputs, from 0.
  @_noLocks public func nextMIDI(
    _ place: inout Int, ofOther index: Int
  ) -> (frame: Int, bytes: UnsafePointer<UInt8>, count: Int)? {
    guard index < otherCount else { return nil }
    return nextMIDI(&place, in: others[index])
  }

  @_noLocks private func nextMIDI(
    _ place: inout Int, in output: Sequence
  ) -> (frame: Int, bytes: UnsafePointer<UInt8>, count: Int)? {
    guard output.memory.load(fromByteOffset: 4, as: UInt32.self) == urids.sequence else {
      return nil
    }
    let end = min(output.capacity, 8 + Int(output.memory.load(as: UInt32.self)))
    var offset = max(place, Self.headerSize)
    while offset + Self.eventHeaderSize <= end {
      let size = Int(output.memory.load(fromByteOffset: offset + 8, as: UInt32.self))
      let body = offset + Self.eventHeaderSize
      guard body + size <= end else { return nil }
      let isMIDI = output.memory.load(fromByteOffset: offset + 12, as: UInt32.self) == urids.midi
      let frame = Int(output.memory.load(fromByteOffset: offset, as: Int64.self))
      offset = body + (size + 7) & ~7
      if isMIDI, size > 0 {
        place = offset
        return (frame, UnsafePointer((output.memory + body).assumingMemoryBound(to: UInt8.self)), size)
      }
    }
    return nil
  }

  /// Frees what the face owns. Not on the audio thread.
  public func free() {
    sequences.deallocate()
    others.deallocate()
  }
}

/// The numbers of the URIs that events have.
struct LiveURIDs {
  let sequence, chunk, object, midi, position: UInt32
  let long, int, float: UInt32
  let frame, speed, bar, barBeat, beatUnit, beatsPerBar, beatsPerMinute: UInt32

  init(_ table: URIDTable) {
    func atom(_ name: String) -> UInt32 { table.map(Vocabulary.atom + name) }
    func time(_ name: String) -> UInt32 { table.map(Vocabulary.time + name) }
    (sequence, chunk, object) = (atom("Sequence"), atom("Chunk"), atom("Object"))
    midi = table.map(Vocabulary.midiEvent)
    position = time("Position")
    (long, int, float) = (atom("Long"), atom("Int"), atom("Float"))
    (frame, speed, bar, barBeat) = (time("frame"), time("speed"), time("bar"), time("barBeat"))
    (beatUnit, beatsPerBar) = (time("beatUnit"), time("beatsPerBar"))
    beatsPerMinute = time("beatsPerMinute")
  }
}

extension Instance {
  /// The face for an audio thread; activates the instance.
  /// - Parameters:
  ///   - output: the symbol of the event output that is read.
  ///   - others: the symbols of further event outputs that are read.
  /// - Throws: `HostingError.needsWorker`: there is no worker, and the plugin requires one;
  ///   `HostingError.noSuchPort`: there is no such further output.
  public func live(reading output: String? = nil, others: [String] = []) throws -> LiveInstance {
    if Self.requiredFeatures(of: plugin).contains(Vocabulary.worker + "schedule") {
      throw HostingError.needsWorker(plugin: uri)
    }
    features.worker.isLive = true
    activate()
    func sequence(_ index: Int) -> LiveInstance.Sequence? {
      sequences[index].map {
        LiveInstance.Sequence(memory: $0.memory, capacity: $0.capacity, isInput: ports[index].isInput)
      }
    }
    let all = ports.indices.compactMap(sequence)
    let copy = UnsafeMutablePointer<LiveInstance.Sequence>.allocate(capacity: max(all.count, 1))
    copy.initialize(from: all, count: all.count)
    let further = try others.map { symbol in
      guard let port = ports.first(where: { $0.symbol == symbol && !$0.isInput }),
        let found = sequence(port.index)
      else {
        throw HostingError.noSuchPort(
          plugin: uri, symbol: symbol,
          available: ports.filter { $0.kind == .events && !$0.isInput }.map(\.symbol))
      }
      return found
    }
    let copyOfOthers = UnsafeMutablePointer<LiveInstance.Sequence>.allocate(capacity: max(further.count, 1))
    copyOfOthers.initialize(from: further, count: further.count)
    let outputs = audioOutputs.map { audio($0).baseAddress }
    let inputs = audioInputs.map { audio($0).baseAddress }
    return LiveInstance(
      left: outputs.first ?? nil, right: outputs.prefix(2).last ?? nil,
      inLeft: inputs.first ?? nil, inRight: inputs.count > 1 ? inputs[1] : nil,
      maximumBlock: maximumBlock, lilv: lilv,
      sequences: copy, sequenceCount: all.count, input: eventInput.flatMap(sequence),
      output: ports.first { $0.symbol == output }.flatMap { sequence($0.index) },
      others: copyOfOthers, otherCount: further.count,
      freeWheel: control(designated: "freeWheeling").flatMap { controlPointer($0.symbol) },
      urids: LiveURIDs(table))
  }
}
