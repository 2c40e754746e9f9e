// Layers that follow keys: chords, arpeggios, transposition, and patterns that keys start. Audio thread.
import Controls

extension ToneMatrixProcessor {
  // MARK: Settings

  /// Finds the use of keys by the ports and the grid. A change ends what keys did before.
  @_noLocks mutating func settleKeyUse() {
    var use = KeyUse.pass
    if ports[.enabled] >= 0.5 {
      use = KeyUse.at(ports[whole: .midiIn])
      for layer in 0..<GridLimit.layers where use == .pass && grid.pointee.layers[layer].keys.takesKeys {
        use = .follow
      }
    }
    if use == keyUse { return }
    keyUse = use
    keys.reset(at: played, into: &queue)
  }

  /// Combines the key settings of the grid and the ports, and whether a layer plays.
  @_noLocks mutating func settleKeys(_ layer: Int) {
    let settings = grid.pointee.layers + layer
    layers[layer].latches = settings.pointee.latches || ports[.latch] >= 0.5
    let isTrigger = settings.pointee.keys == .trigger
    if !isTrigger || chord(layer).isEmpty { layers[layer].isStarted = false }
    if !layers[layer].isStarted { layers[layer].keyVelocity = 1 }
    layers[layer].plays =
      settings.pointee.plays && ports[layer, .play] >= 0.5 && ports[.enabled] >= 0.5
      && (!isTrigger || layers[layer].isStarted)
  }

  /// The keys that a layer follows.
  @_noLocks func chord(_ layer: Int) -> KeyChord { layers[layer].latches ? keys.latched : keys.down }

  // MARK: Keys

  @_noLocks mutating func press(_ key: UInt8, velocity: UInt8) {
    keys.press(key)
    for layer in 0..<GridLimit.layers where grid.pointee.layers[layer].keys == .trigger {
      start(layer, velocity)
    }
    refresh()
  }

  @_noLocks mutating func release(_ key: UInt8) {
    keys.release(key, latch: ports[.latch] >= 0.5)
    endTriggered()
  }

  /// Ends all keys, because the host sends *All notes off* or there is a panic.
  @_noLocks mutating func releaseAll() {
    keys.forgetChords()
    endTriggered()
  }

  // MARK: Patterns that keys start

  /// Starts the pattern of a layer at the present frame.
  @_noLocks private mutating func start(_ layer: Int, _ velocity: UInt8) {
    endNotes(layer)
    lateStrikes.forget(layer)
    layers[layer].isStarted = true
    layers[layer].startedAt = position(at: now)
    settleKeys(layer)
    layers[layer].keyVelocity = Float(velocity) / 127
    soughtAt = now
    seek(layer)
  }

  /// Ends the patterns whose keys are up.
  @_noLocks mutating func endTriggered() {
    for layer in 0..<GridLimit.layers where layers[layer].isStarted && chord(layer).isEmpty {
      settleKeys(layer)
      layers[layer].forgetStrikes()
      layers[layer].column = -1
      layers[layer].lit = 0
      endNotes(layer)
    }
    refresh()
  }

  /// Starts the patterns whose keys are down with the timeline, at a position.
  @_noLocks mutating func restartTriggered(at position: Double) {
    for layer in 0..<GridLimit.layers { layers[layer].startedAt = position }
  }

  /// Counts what keys and steps have done by `shift` quarter notes more, as the timeline does from a jump on. So a
  /// pattern that a key holds goes on.
  @_noLocks mutating func shiftPast(by shift: Double) {
    lateStrikes.shift(by: shift)
    for layer in 0..<GridLimit.layers { layers[layer].startedAt += shift }
  }

  @_noLocks private mutating func endNotes(_ layer: Int) {
    for row in 0..<GridLimit.rows { sounding.end(layer * GridLimit.rows + row, at: played, into: &queue) }
  }

  // MARK: Pitches

  /// Returns the pitch of a strike with the present keys, in semitones, or nil if it is silent.
  @_noLocks func pitch(of strike: Strike, _ layer: Int) -> Float? {
    let settings = grid.pointee.layers + layer
    let row = Int(strike.row)
    var pitch = settings.pointee.rows[row].pitch
    if settings.pointee.rows[row].isFree { return pitch }
    let chord = chord(layer)
    switch settings.pointee.keys {
    case .midiIn: if keyUse == .transpose { pitch += Float(keys.transposition) }
    case .off, .trigger: break
    case .transpose: if !chord.isEmpty { pitch += Float(chord.played(chord.count - 1) - 60) }
    case .scale:
      if chord.isEmpty { break }
      let moved = row + settings.pointee.scale.note(at: chord.played(chord.count - 1))
      pitch += settings.pointee.scale.semitones(of: moved) - settings.pointee.scale.semitones(of: row)
    case .chord:
      if chord.isEmpty { return nil }
      pitch = Float(chord.tone(ofRow: row))
    case .arpeggioUp, .arpeggioDown, .arpeggioRandom, .arpeggioPlayed:
      if chord.isEmpty { return nil }
      pitch = Float(arpeggio(chord, settings.pointee.keys, layer, strike.number))
    }
    return pitch + Float(layers[layer].transpose)
  }
}
