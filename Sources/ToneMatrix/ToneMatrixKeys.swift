// MIDI input: keys pass through, are followed by layers, are recorded, come from a device with pads or choose patterns.
// Audio thread.
import Controls
import Music
import RealTime

extension ToneMatrixProcessor {
  /// The key that chooses pattern 1 for all layers. The next 15 keys choose the other patterns, and then 16
  /// keys each choose those of layers 1, 2, 3 and 4. There are no keys for the layers behind them.
  static var firstPatternKey: Int { @_noLocks get { 36 } }
  /// The program change, from 0, that chooses song 1. The next seven choose the other songs.
  static var firstSongProgram: Int { @_noLocks get { 112 } }

  /// Handles one MIDI message at the present frame.
  @_noLocks public mutating func handle(midi bytes: UnsafeRawBufferPointer) {
    if bytes.count == 3, bytes[0] & 0xF0 == 0xB0, turnKnob(bytes[1], to: bytes[2]) { return }
    let use = keyUse
    guard use != .pass, let message = MIDIMessage(bytes) else {
      return keys.pass(bytes, at: played, into: &queue)
    }
    switch message {
    case .noteOn(let channel, let note, let velocity):
      press(note, velocity, use, channel, bytes)
    case .noteOff(let channel, let note, _):
      if use == .pads {
        _ = handlePad(note, isController: false, channel: channel, isDown: false)
      } else if use == .transpose || use == .follow {
        release(note)
      } else if use == .record {
        keys.pass(bytes, at: played, into: &queue)
        record(note)
      }
    case .program(_, let number) where use != .follow: choose(program: Int(number))
    case .controller(let channel, let number, let value)
    where use == .pads && handlePad(number, isController: true, channel: channel, isDown: value > 0):
      break
    case .controller(_, 120, _), .controller(_, 123, _):
      if use == .follow { releaseAll() }
      keys.pass(bytes, at: played, into: &queue)
    default: keys.pass(bytes, at: played, into: &queue)
    }
  }

  /// Keeps room in this block for a message that passes outside of the queue, such as system exclusive.
  /// - Parameter bytes: its size as an event, header included.
  /// - Returns: The number of the queue's events that come before it; nil: there is no room, and it is counted.
  @_noLocks public mutating func reserve(bytes: Int) -> Int? {
    let messages = (bytes + 23) / 24
    guard queue.hasRoom(messages) else {
      queue.dropped += 1
      return nil
    }
    queue.limit -= messages
    return queue.count
  }

  /// Removes and returns the oldest request to the grid's store; nil when there is none.
  @_noLocks public mutating func popRequest() -> PerformanceRequest? { keys.popRequest() }

  @_noLocks private mutating func press(
    _ note: UInt8, _ velocity: UInt8, _ use: KeyUse, _ channel: UInt8, _ bytes: UnsafeRawBufferPointer
  ) {
    switch use {
    case .pass: break
    case .transpose, .follow: press(note, velocity: velocity)
    case .record:
      keys.pass(bytes, at: played, into: &queue)
      if isRolling && ports[.freeWheel] < 0.5 {
        keys.begin(note, velocity: velocity, at: position(at: now))
      }
    case .pads: _ = handlePad(note, isController: false, channel: channel, isDown: true)
    case .patterns: choose(Int(note) - Self.firstPatternKey)
    }
  }

  /// Chooses by the number of the key: 0…15 a pattern for all layers, then 16 patterns for each layer.
  @_noLocks private mutating func choose(_ number: Int) {
    guard number >= 0, number < 16 * (1 + GridLimit.usualLayers) else { return }
    for layer in 0..<GridLimit.layers where number < 16 || layer == number / 16 - 1 {
      request(number % 16, layer)
    }
    refresh()
  }

  /// Chooses a song, or patterns as the key of that number does.
  @_noLocks private mutating func choose(program number: Int) {
    let song = number - Self.firstSongProgram
    guard 0..<GridLimit.songs ~= song else { return choose(number) }
    choose(song: song)
    settle()
  }

  /// Ends the recorded notes of keys that are still down, because the timeline stopped.
  @_noLocks mutating func finishRecording() {
    guard KeyUse.at(ports[whole: .midiIn]) == .record else { return }
    for note in 0..<128 { record(UInt8(note)) }
  }

  /// Records a key that was released: in the step nearest to its beginning and the row nearest to its pitch.
  @_noLocks private mutating func record(_ note: UInt8) {
    guard let (begin, velocity) = keys.finish(note) else { return }
    let layer = shownTrack
    let settings = grid.pointee.layers + layer
    let span = layers[layer].hasSpans ? span(at: begin, layer) : layers[layer].span
    let stepLength = Double(span.stepLength) / 96
    let exact = (begin - span.origin) / stepLength + 0.5
    let whole = Int64(exact)
    let step = Double(whole) > exact ? whole - 1 : whole
    var best = 0
    var least = Float.infinity
    for row in 0..<Int(settings.pointee.rowCount) {
      let isFree = settings.pointee.rows[row].isFree
      let pitch = settings.pointee.rows[row].pitch + (isFree ? 0 : Float(layers[layer].transpose))
      let distance = (pitch - Float(note)).magnitude
      if distance < least { (best, least) = (row, distance) }
    }
    let count = Int64(settings.pointee.steps(of: layers[layer].pattern))
    let number = span.number(step)
    let walk = StepOrder(direction: layers[layer].direction, seed: grid.pointee.seed, layer: layer)
    let (column, _) = Self.column(
      settings.pointee.rows[best], count, walk, number, walk.drunkOffset(at: number.whole, of: count))
    let cell = GridCellIndex(
      layer: UInt8(layer), pattern: UInt8(layers[layer].pattern), step: UInt8(column), row: UInt8(best))
    let steps = (position(at: now) - begin) / stepLength + 0.5
    keys.ask(.note(cell, velocity: velocity, length: UInt8(min(max(steps, 1), 64))))
  }
}
