// Reads a host's event port; checks each size in it. Audio thread.
import CLV2
import RealTime

/// One event of a sequence.
public struct AtomEvent {
  /// Frames from the start of the block, as the host wrote it.
  public let frame: Int64
  public let type: LV2_URID
  /// Always within the port's buffer, whatever size the event states.
  public let body: UnsafeRawBufferPointer
}

/// The events of an atom port, in order. The sequence ends at an event that is larger than the rest of the
/// buffer.
public struct AtomSequence {
  static var atomHeader: Int { @_noLocks get { 8 } }
  static var eventHeader: Int { @_noLocks get { 16 } }
  var rest: UnsafeRawBufferPointer

  /// - Parameter buffer: the host's buffer; nil, or anything but a sequence, reads as empty.
  @_noLocks public init(_ buffer: UnsafeRawPointer?, _ urids: URIDs) {
    rest = UnsafeRawBufferPointer(start: nil, count: 0)
    guard let buffer else { return }
    let size = Int(buffer.loadUnaligned(as: UInt32.self))
    let type = buffer.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    // The body begins with its time unit and padding.
    guard type == urids.sequence, size >= 8 else { return }
    rest = UnsafeRawBufferPointer(start: buffer + Self.atomHeader + 8, count: size - 8)
  }

  @_noLocks public mutating func next() -> AtomEvent? {
    guard rest.count >= Self.eventHeader, let start = rest.baseAddress else { return nil }
    let size = Int(start.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    guard size <= rest.count - Self.eventHeader else { return nil }
    let event = AtomEvent(
      frame: start.loadUnaligned(as: Int64.self),
      type: start.loadUnaligned(fromByteOffset: 12, as: UInt32.self),
      body: UnsafeRawBufferPointer(start: start + Self.eventHeader, count: size))
    let used = min(Self.eventHeader + (size + 7) & ~7, rest.count)
    rest = UnsafeRawBufferPointer(start: start + used, count: rest.count - used)
    return event
  }
}

/// The properties of an object, in order. They end at a property that is larger than the rest of the object.
struct AtomProperties {
  private var rest: UnsafeRawBufferPointer

  /// - Parameter event: an event with a body that begins with the object's id and form.
  @_noLocks init(_ event: AtomEvent) {
    let count = max(event.body.count - 8, 0)
    rest = UnsafeRawBufferPointer(start: event.body.baseAddress.map { $0 + 8 }, count: count)
  }

  /// Each property: key, context, the value's size and type, the value, padding to 8.
  @_noLocks mutating func next() -> (key: LV2_URID, type: LV2_URID, value: UnsafeRawBufferPointer)? {
    guard rest.count >= 16, let start = rest.baseAddress else { return nil }
    let size = Int(start.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    guard size <= rest.count - 16 else { return nil }
    let property = (
      key: start.loadUnaligned(as: UInt32.self),
      type: start.loadUnaligned(fromByteOffset: 12, as: UInt32.self),
      value: UnsafeRawBufferPointer(start: start + 16, count: size)
    )
    let used = min(16 + (size + 7) & ~7, rest.count)
    rest = UnsafeRawBufferPointer(start: start + used, count: rest.count - used)
    return property
  }
}

/// A request of a host about a plugin's properties (`patch:Get`, `patch:Set`).
public enum PropertyMessage {
  case get
  case set(property: LV2_URID, text: UnsafeRawBufferPointer)
}

extension AtomEvent {
  /// The event as a message about a property, or nil for another event. Without a property the URID is 0;
  /// without a text value the text is empty.
  @_noLocks public func propertyMessage(_ urids: URIDs) -> PropertyMessage? {
    guard type == urids.object || type == urids.blank, body.count >= 8, let start = body.baseAddress else {
      return nil
    }
    let form = start.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    if form == urids.patchGet { return .get }
    guard form == urids.patchSet else { return nil }
    var properties = AtomProperties(self)
    var property: LV2_URID = 0
    var text = UnsafeRawBufferPointer(start: nil, count: 0)
    while let next = properties.next() {
      if next.key == urids.patchProperty && next.type == urids.urid && next.value.count >= 4 {
        property = next.value.baseAddress?.loadUnaligned(as: UInt32.self) ?? 0
      }
      let isText = next.type == urids.string || next.type == urids.path
      if next.key == urids.patchValue && isText { text = next.value }
    }
    // A string ends with a NUL, which is not part of the text.
    if let last = text.last, last == 0 { text = UnsafeRawBufferPointer(rebasing: text.dropLast()) }
    return .set(property: property, text: text)
  }

  /// The event as a timeline position; nil for another event.
  @_noLocks public func transport(_ urids: URIDs) -> Transport? {
    guard type == urids.object || type == urids.blank, body.count >= 8, let start = body.baseAddress,
      start.loadUnaligned(fromByteOffset: 4, as: UInt32.self) == urids.position
    else { return nil }
    var position = Transport()
    var beat: Double?
    var properties = AtomProperties(self)
    while let next = properties.next() {
      guard let value = next.value.baseAddress else { continue }
      if let number = Self.number(value, size: next.value.count, type: next.type, urids) {
        position.apply(number, key: next.key, urids)
        if next.key == urids.beat, number.magnitude <= 1e9 { beat = number }
      }
    }
    if let beat { position.apply(beat: beat) }
    return position
  }

  /// Converts any numeric type, because hosts use different ones for the same property.
  @_noLocks private static func number(
    _ at: UnsafeRawPointer, size: Int, type: LV2_URID, _ urids: URIDs
  ) -> Double? {
    if type == urids.int && size >= 4 { return Double(at.loadUnaligned(as: Int32.self)) }
    if type == urids.long && size >= 8 { return Double(at.loadUnaligned(as: Int64.self)) }
    if type == urids.float && size >= 4 { return Double(at.loadUnaligned(as: Float.self)) }
    if type == urids.double && size >= 8 { return at.loadUnaligned(as: Double.self) }
    return nil
  }
}

extension Transport {
  /// Applies `time:beat`, which is counted from the timeline's beginning, or in hosts such as Qtractor from 1
  /// in each bar. It gives the bar and the beat in it if a position has neither. If it contradicts the first
  /// bar's beginning, that is no place.
  @_noLocks mutating func apply(beat: Double) {
    if bar == nil && barBeat == nil {
      let perBar = beatsPerBar ?? 0
      let bars = perBar >= 1 ? Int64(beat / perBar) : 0
      bar = beat < 0 ? 0 : bars
      barBeat = beat - Double(bar ?? 0) * perBar
    } else if bar == 0, barBeat == 0, beat >= 2 {
      (bar, barBeat) = (nil, nil)
    }
  }

  /// Sets the property `key`. Ignores numbers that are not finite or that no timeline reaches: a speed above
  /// 64, a frame above 2^47 (93 years at 48 kHz), a bar above a million, other numbers above 1e9.
  @_noLocks mutating func apply(_ number: Double, key: LV2_URID, _ urids: URIDs) {
    guard number.isFinite, number.magnitude <= 1.5e14 else { return }
    if key == urids.frame { frame = Int64(number) }
    guard number.magnitude <= 1e9 else { return }
    if key == urids.speed && number.magnitude <= 64 { speed = number }
    if key == urids.bar && number.magnitude <= 1e6 { bar = Int64(number) }
    if key == urids.barBeat { barBeat = number }
    if key == urids.beatsPerMinute { beatsPerMinute = number }
    if key == urids.beatsPerBar { beatsPerBar = number }
    if key == urids.beatUnit { beatUnit = Int64(number) }
  }
}
