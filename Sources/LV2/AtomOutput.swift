// Writes a host's event port. Audio thread.
import CLV2
import RealTime

/// Writes a sequence into the host's buffer, event by event, while there is room.
public struct AtomOutput {
  private let buffer: UnsafeMutableRawPointer?
  private let capacity: Int
  private let urids: URIDs
  private var used = 16

  /// Begins an empty sequence. The host has written the buffer's capacity into its size field.
  @_noLocks public init(_ buffer: UnsafeMutableRawPointer?, _ urids: URIDs) {
    self.urids = urids
    let size = Int(buffer?.loadUnaligned(as: UInt32.self) ?? 0)
    capacity = 8 + size
    guard let buffer, size >= 8 else {
      self.buffer = nil
      return
    }
    self.buffer = buffer
    buffer.storeBytes(of: urids.sequence, toByteOffset: 4, as: UInt32.self)
    buffer.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
    finish()
  }

  /// Whether the host has connected a buffer.
  public var isConnected: Bool { @_noLocks get { buffer != nil } }

  /// Whether an event with a text of `count` bytes would fit.
  @_noLocks public func hasRoom(forText count: Int) -> Bool {
    buffer != nil && used + 16 + 8 + 24 + 16 + Self.padded(count + 1) <= capacity
  }

  /// Whether any event of up to that many bytes would fit, including its header.
  @_noLocks public func hasRoom(forBytes count: Int) -> Bool { buffer != nil && used + count <= capacity }

  /// Appends a value for the host's automation of the port
  /// with this LV2 index (Ardour's extension): 72 bytes.
  @_noLocks public mutating func automation(port: UInt32, value: Float, at frame: Int) {
    let bodySize = 8 + 24 + 24
    guard let buffer, used + 16 + bodySize <= capacity else { return }
    buffer.storeBytes(of: Int64(frame), toByteOffset: used, as: Int64.self)
    used += 8
    put(buffer, UInt32(bodySize), urids.object)
    put(buffer, 0, urids.automationEvent)
    put(buffer, urids.automationParameter, 0, 4, urids.int)
    put(buffer, port, 0)
    put(buffer, urids.automationValue, 0, 4, urids.float)
    put(buffer, value.bitPattern, 0)
    finish()
  }

  /// Appends a message with `property` and the ring's oldest text as its value, and pops it from the ring.
  /// Must only be called when there is room.
  /// - Parameters:
  ///   - isPath: Whether the text is the path of a file.
  ///   - isReadOnly: Whether the property is only `patch:readable`. See ``message(_:_:_:_:isReadOnly:)``.
  @inlinable public mutating func set<Head>(
    _ property: LV2_URID, textOf ring: borrowing ByteRing<Head>, count: Int, isPath: Bool = false,
    isReadOnly: Bool = false
  ) {
    if let text = text(property, count: count, isPath: isPath, isReadOnly: isReadOnly) {
      ring.pop(into: text)
    }
  }

  /// Appends a message with `property` and a text as its value.
  /// - Returns: where the `count` bytes of the text must be written, or nil if there is no room.
  @_noLocks @usableFromInline mutating func text(
    _ property: LV2_URID, count: Int, isPath: Bool, isReadOnly: Bool
  ) -> UnsafeMutableRawPointer? {
    guard let buffer, hasRoom(forText: count) else { return nil }
    let text = Self.padded(count + 1)
    message(buffer, property, count + 1, isPath ? urids.path : urids.string, isReadOnly: isReadOnly)
    for byte in 0..<8 where text >= 8 {
      buffer.storeBytes(of: 0, toByteOffset: used + text - 8 + byte, as: UInt8.self)
    }
    let place = buffer + used
    used += text
    finish()
    return place
  }

  /// Writes a message up to its value, of `size` bytes: `patch:Set`, or `patch:Put` for a property that is
  /// only readable. Ardour logs a warning for each `patch:Set` of a property that it can't set.
  @_noLocks private mutating func message(
    _ buffer: UnsafeMutableRawPointer, _ property: LV2_URID, _ size: Int, _ type: LV2_URID, isReadOnly: Bool
  ) {
    let value = Self.padded(size)
    header(buffer, bodySize: 8 + 24 + 16 + value, form: isReadOnly ? urids.patchPut : urids.patchSet)
    if isReadOnly {
      put(buffer, urids.patchBody, 0, UInt32(8 + 16 + value), urids.object)
      put(buffer, 0, 0)
      put(buffer, property, 0, UInt32(size), type)
    } else {
      put(buffer, urids.patchProperty, 0, 4, urids.urid)
      put(buffer, property, 0)
      put(buffer, urids.patchValue, 0, UInt32(size), type)
    }
  }

  /// The part of `bytes` for events other than MIDI: at most half of the free space.
  @_noLocks public func roomBesidesMIDI(_ bytes: Int) -> Int {
    buffer == nil ? 0 : max(0, min(bytes, (capacity - used) / 2))
  }

  /// The number of MIDI messages that fit if `roomBesidesMIDI(bytes)` is kept free.
  @_noLocks public func roomForMIDI(besides bytes: Int) -> Int {
    buffer == nil ? 0 : max(0, capacity - used - roomBesidesMIDI(bytes)) / 24
  }

  /// Appends a MIDI message of one to three bytes. The caller appends events in the order of their frames.
  @_noLocks public mutating func midi(_ bytes: (UInt8, UInt8, UInt8), count: Int, at frame: Int) {
    guard let buffer, used + 24 <= capacity else { return }
    buffer.storeBytes(of: Int64(frame), toByteOffset: used, as: Int64.self)
    used += 8
    put(buffer, UInt32(count), urids.midiEvent)
    let word = UInt32(bytes.0) | UInt32(bytes.1) << 8 | UInt32(bytes.2) << 16
    put(buffer, word, 0)
    finish()
  }

  /// Appends a MIDI message of up to six bytes. The caller appends events in the order of their frames.
  @_noLocks public mutating func midi(
    _ bytes: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8), count: Int, at frame: Int
  ) {
    guard let buffer, used + 24 <= capacity else { return }
    buffer.storeBytes(of: Int64(frame), toByteOffset: used, as: Int64.self)
    used += 8
    put(buffer, UInt32(count), urids.midiEvent)
    let first = UInt32(bytes.0) | UInt32(bytes.1) << 8 | UInt32(bytes.2) << 16 | UInt32(bytes.3) << 24
    put(buffer, first, UInt32(bytes.4) | UInt32(bytes.5) << 8)
    finish()
  }

  /// Appends an event of any type, if there is room. The caller appends events in the order of their frames.
  @_noLocks public mutating func event(_ type: LV2_URID, _ body: UnsafeRawBufferPointer, at frame: Int) {
    guard let buffer, let start = body.baseAddress, used + 16 + Self.padded(body.count) <= capacity else {
      return
    }
    buffer.storeBytes(of: Int64(frame), toByteOffset: used, as: Int64.self)
    used += 8
    put(buffer, UInt32(body.count), type)
    (buffer + used).copyMemory(from: start, byteCount: body.count)
    for byte in body.count..<Self.padded(body.count) {
      buffer.storeBytes(of: 0, toByteOffset: used + byte, as: UInt8.self)
    }
    used += Self.padded(body.count)
    finish()
  }

  /// Appends a message with the read-only `property` and a vector of four integers, if there is room.
  @_noLocks public mutating func put(
    _ property: LV2_URID, integers a: Int32, _ b: Int32, _ c: Int32, _ d: Int32
  ) {
    guard let buffer, used + 16 + 8 + 24 + 16 + 24 <= capacity else { return }
    message(buffer, property, 24, urids.vector, isReadOnly: true)
    put(buffer, 4, urids.int, UInt32(bitPattern: a), UInt32(bitPattern: b))
    put(buffer, UInt32(bitPattern: c), UInt32(bitPattern: d))
    finish()
  }

  /// Appends `state:StateChanged`, which informs the host that the state to save has changed.
  @_noLocks public mutating func stateChanged() {
    guard let buffer, used + 24 <= capacity else { return }
    header(buffer, bodySize: 8, form: urids.stateChanged)
    finish()
  }

  /// Writes the header: frame 0, an object of `bodySize` bytes, its id and form.
  @_noLocks private mutating func header(_ buffer: UnsafeMutableRawPointer, bodySize: Int, form: LV2_URID) {
    put(buffer, 0, 0, UInt32(bodySize), urids.object)
    put(buffer, 0, form)
  }

  @_noLocks private mutating func put(_ buffer: UnsafeMutableRawPointer, _ a: UInt32, _ b: UInt32) {
    buffer.storeBytes(of: a, toByteOffset: used, as: UInt32.self)
    buffer.storeBytes(of: b, toByteOffset: used + 4, as: UInt32.self)
    used += 8
  }

  @_noLocks private mutating func put(
    _ buffer: UnsafeMutableRawPointer, _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) {
    put(buffer, a, b)
    put(buffer, c, d)
  }

  @_noLocks private func finish() { buffer?.storeBytes(of: UInt32(used - 8), as: UInt32.self) }

  @_noLocks private static func padded(_ size: Int) -> Int { (size + 7) & ~7 }
}

extension AtomOutput {
  /// Appends a `time:Position`, which wishes the host's timeline to play (speed 1) or to stop (0), or to have
  /// a tempo in beats a minute; NaN: no wish. The caller appends events in the order of their frames.
  @_noLocks public mutating func wish(speed: Float, tempo: Float, at frame: Int) {
    let count = (speed.isNaN ? 0 : 1) + (tempo.isNaN ? 0 : 1)
    guard count > 0 else { return }
    var body = InlineArray<14, UInt32>(repeating: 0)
    body[1] = urids.position
    var place = 2
    for part in 0..<2 {
      let value = part == 0 ? speed : tempo
      if value.isNaN { continue }
      body[place] = part == 0 ? urids.speed : urids.beatsPerMinute
      (body[place + 2], body[place + 3], body[place + 4]) = (4, urids.float, value.bitPattern)
      place += 6
    }
    withUnsafeBytes(of: &body) {
      event(urids.object, UnsafeRawBufferPointer(rebasing: $0.prefix(4 * place)), at: frame)
    }
  }
}
