// LV2's own writer and reader of atoms (lv2/atom/forge.h, util.h), on a map of URIs that the tests own.
import CForge
import CLV2

@testable import LV2

/// A map that numbers URIs from 1, as hosts do.
final class URIMap {
  private var numbers: [String: LV2_URID] = [:]

  /// The map as the plugins get it; valid as long as this object lives.
  var map: LV2_URID_Map {
    LV2_URID_Map(handle: Unmanaged.passUnretained(self).toOpaque()) { handle, uri in
      let map = Unmanaged<URIMap>.fromOpaque(handle!).takeUnretainedValue()
      return map.number(String(cString: uri!))
    }
  }

  func number(_ uri: String) -> LV2_URID {
    if let known = numbers[uri] { return known }
    numbers[uri] = LV2_URID(numbers.count + 1)
    return numbers[uri]!
  }
}

/// A sequence that LV2's forge writes.
final class Forge {
  let uris = URIMap()
  let buffer: UnsafeMutableRawPointer
  private var forge = LV2_Atom_Forge()
  private var sequence = LV2_Atom_Forge_Frame()
  private let frame: UnsafeMutablePointer<LV2_Atom_Forge_Frame>

  init(capacity: Int = 4096) {
    buffer = .allocate(byteCount: capacity, alignment: 8)
    frame = .allocate(capacity: 2)
    var map = uris.map
    lv2_atom_forge_init(&forge, &map)
    lv2_atom_forge_set_buffer(&forge, buffer.assumingMemoryBound(to: UInt8.self), capacity)
    lv2_atom_forge_sequence_head(&forge, frame, 0)
  }

  deinit {
    buffer.deallocate()
    frame.deallocate()
  }

  var urids: URIDs { URIDs(uris.map) }

  /// A number as one of the types that hosts use.
  enum Value {
    case int(Int32), long(Int64), float(Float), double(Double)
  }

  /// Writes a position of the timeline; the names are those of the time extension.
  func position(at time: Int64, _ values: [(name: String, value: Value)]) {
    lv2_atom_forge_frame_time(&forge, time)
    lv2_atom_forge_object(&forge, frame + 1, 0, uris.number("http://lv2plug.in/ns/ext/time#Position"))
    for (name, value) in values {
      lv2_atom_forge_key(&forge, uris.number("http://lv2plug.in/ns/ext/time#" + name))
      switch value {
      case .int(let number): lv2_atom_forge_int(&forge, number)
      case .long(let number): lv2_atom_forge_long(&forge, number)
      case .float(let number): lv2_atom_forge_float(&forge, number)
      case .double(let number): lv2_atom_forge_double(&forge, number)
      }
    }
    lv2_atom_forge_pop(&forge, frame + 1)
  }

  /// Writes a MIDI message.
  func midi(at time: Int64, _ bytes: [UInt8]) {
    lv2_atom_forge_frame_time(&forge, time)
    lv2_atom_forge_atom(&forge, UInt32(bytes.count), uris.number("http://lv2plug.in/ns/ext/midi#MidiEvent"))
    lv2_atom_forge_write(&forge, bytes, UInt32(bytes.count))
  }

  /// Ends the sequence and hands it to our reader.
  func read() -> AtomSequence {
    lv2_atom_forge_pop(&forge, frame)
    return AtomSequence(buffer, urids)
  }
}

/// Events that LV2's reader finds in a port that we wrote.
struct ReadEvent: Equatable {
  var frame: Int64
  var type: LV2_URID
  /// The bytes of the body.
  var body: [UInt8]

  /// All events of a sequence.
  static func all(_ buffer: UnsafeMutableRawPointer) -> [ReadEvent] {
    let sequence = buffer.assumingMemoryBound(to: LV2_Atom_Sequence.self)
    var found: [ReadEvent] = []
    var next = lv2_atom_sequence_begin(&sequence.pointee.body)
    while let event = next,
      !lv2_atom_sequence_is_end(&sequence.pointee.body, sequence.pointee.atom.size, event)
    {
      let size = Int(event.pointee.body.size)
      let start = UnsafeRawPointer(event) + MemoryLayout<LV2_Atom_Event>.size
      found.append(
        ReadEvent(
          frame: event.pointee.time.frames, type: event.pointee.body.type,
          body: Array(UnsafeRawBufferPointer(start: start, count: size))))
      next = lv2_atom_sequence_next(event)
    }
    return found
  }
}
