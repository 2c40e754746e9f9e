// Reading a host's event port, trusting no size in it. Audio thread.
import CLV2
import RealTime

/// One event of a sequence.
public struct AtomEvent {
  /// Frames from the block's start, as the host says.
  public let frame: Int64
  public let type: LV2_URID
  /// Within the port's buffer, whatever size the event claims.
  public let body: UnsafeRawBufferPointer
}

/// The events of an atom port, in order. An event that claims more bytes than the sequence has ends it.
public struct AtomSequence {
  static var atomHeader: Int { @_noLocks get { 8 } }
  static var eventHeader: Int { @_noLocks get { 16 } }
  var rest: UnsafeRawBufferPointer

  /// - Parameter buffer: what the host connected; nil reads as empty, as does anything but a sequence.
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

extension AtomEvent {
  /// The event as a surface event, or nil when it is none or too short.
  @_noLocks public func surfaceEvent(_ urids: URIDs) -> SurfaceEvent? {
    guard type == urids.surfaceEvent, let words = body.baseAddress,
      body.count >= 4 * SurfaceEvent.wordCount,
      let kind = SurfaceEvent.kind(raw: words.loadUnaligned(as: UInt32.self))
    else { return nil }
    return SurfaceEvent(
      kind, source: words.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
      id: words.loadUnaligned(fromByteOffset: 8, as: Int32.self),
      x: words.loadUnaligned(fromByteOffset: 12, as: Float.self),
      y: words.loadUnaligned(fromByteOffset: 16, as: Float.self),
      pressure: words.loadUnaligned(fromByteOffset: 20, as: Float.self),
      radius: words.loadUnaligned(fromByteOffset: 24, as: Float.self))
  }

  /// The event as a timeline position, or nil when it is none.
  @_noLocks public func transport(_ urids: URIDs) -> Transport? {
    guard type == urids.object || type == urids.blank, body.count >= 8, let start = body.baseAddress,
      start.loadUnaligned(fromByteOffset: 4, as: UInt32.self) == urids.position
    else { return nil }
    var position = Transport()
    var at = 8
    // Each property: key, context, the value's size and type, the value, padding to 8.
    while at + 16 <= body.count {
      let key = start.loadUnaligned(fromByteOffset: at, as: UInt32.self)
      let size = Int(start.loadUnaligned(fromByteOffset: at + 8, as: UInt32.self))
      let type = start.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self)
      guard size <= body.count - at - 16 else { break }
      if let number = Self.number(start + at + 16, size: size, type: type, urids) {
        position.take(number, key: key, urids)
      }
      at += 16 + (size + 7) & ~7
    }
    return position
  }

  /// Hosts send each property in whichever numeric type they like.
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
  /// Numbers that are not finite or too large for their property are left out.
  @_noLocks mutating func take(_ number: Double, key: LV2_URID, _ urids: URIDs) {
    guard number.isFinite, number.magnitude < 9e15 else { return }
    if key == urids.speed { speed = number }
    if key == urids.frame { frame = Int64(number) }
    if key == urids.bar { bar = Int64(number) }
    if key == urids.barBeat { barBeat = number }
    if key == urids.beatsPerMinute { beatsPerMinute = number }
    if key == urids.beatsPerBar { beatsPerBar = number }
    if key == urids.beatUnit { beatUnit = Int64(number) }
  }
}

/// Writes an event port's buffer.
public struct AtomOutput {
  /// Leaves an empty sequence in the host's buffer, whose capacity the host wrote into its size.
  @_noLocks public static func clear(_ buffer: UnsafeMutableRawPointer?, _ urids: URIDs) {
    guard let buffer, buffer.loadUnaligned(as: UInt32.self) >= 8 else { return }
    buffer.storeBytes(of: 8, as: UInt32.self)
    buffer.storeBytes(of: urids.sequence, toByteOffset: 4, as: UInt32.self)
    buffer.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
  }
}
