// Playing of keys: pointers and letters to MIDI messages, with slides and pressure. Any thread.
import Controls
import Paint
import PanelModel
import Text
import Toolkit

extension PerformanceScreens {
  /// The channels of fingers, and how far a bend reaches there in semitones; 0: a slide strikes anew.
  private var keyChannels: (first: Int, count: Int, bend: Float) {
    let only = Int(model.value(TouchPort.midiChannel).rounded())
    if only > 0 { return (only - 1, 1, 0) }
    // Of a zone all channels but its manager's.
    switch Int(model.value(TouchPort.mpe).rounded()) {
    case 1: return (1, 15, 48)
    case 2: return (0, 15, 48)
    default: return (0, 15, max(0, model.value(TouchPort.bendRange)))
    }
  }

  /// A pointer on a key: how far down in the key it begins is the velocity; from there a slide bends, and a
  /// finger's pressure, or the way up and down, is the pressure of the note.
  mutating func press(
    _ action: KeysAction, _ pointer: ViewEvent.Pointer, _ area: Area, _ requests: inout [PanelRequest]
  ) {
    guard case .key(let key) = action else { return }
    switch pointer.phase {
    case .began:
      let part = min(max((pointer.y - area.y) / max(1, area.height), 0), 1)
      let strength = pointer.pressure.isFinite ? pointer.pressure : 0.35 + 0.6 * part
      begin(key, strength, pointer: pointer.id, &requests)
    case .moved: slide(pointer, area, &requests)
    case .ended, .cancelled:
      if let index = keys.held.firstIndex(where: { $0.pointer == pointer.id }) { end(index, &requests) }
    }
  }

  /// A press by the keyboard: a short note.
  mutating func press(_ action: KeysAction, _ requests: inout [PanelRequest]) {
    switch action {
    case .octave(let step): keys.octave = min(max(keys.octave + step, -4), 4)
    case .key(let key): begin(key, 0.75, end: 0, &requests)
    }
  }

  private mutating func begin(
    _ key: Int, _ strength: Float, pointer: Int32? = nil, letter: UInt8 = 0, end: Double = .infinity,
    _ requests: inout [PanelRequest]
  ) {
    let channels = keyChannels
    let taken = keys.held.map { $0.channel }
    // With more fingers than channels two share one.
    let free = (channels.first..<channels.first + channels.count).first { !taken.contains($0) }
    let channel = free ?? channels.first
    keys.held.append(
      KeysState.Held(pointer: pointer, letter: letter, end: end, channel: channel, key: key))
    let velocity = UInt8(min(max(strength * 127, 1), 127))
    requests.append(.midi(0x90 | UInt8(channel), UInt8(key), velocity))
    isStale = true
  }

  private mutating func end(_ index: Int, _ requests: inout [PanelRequest]) {
    let held = keys.held.remove(at: index)
    requests.append(.midi(0x80 | UInt8(held.channel), UInt8(held.key), 64))
    if held.bend != 0 { requests.append(.midi(0xE0 | UInt8(held.channel), 0, 64)) }
    isStale = true
  }

  private mutating func slide(_ pointer: ViewEvent.Pointer, _ area: Area, _ requests: inout [PanelRequest]) {
    guard let index = keys.held.firstIndex(where: { $0.pointer == pointer.id }) else { return }
    var held = keys.held[index]
    let under = controls.last { control in
      if case .keys(.key) = control.action { control.area.contains(pointer.x, pointer.y) } else { false }
    }
    if let under, case .keys(.key(let key)) = under.action {
      // About the middle of a key its own pitch holds; towards its neighbour in the row it glides.
      let part = (pointer.x - under.area.middleX) / max(1, under.area.width)
      let beside = controls.last { control in
        guard case .keys(.key) = control.action else { return false }
        return control.area.contains(
          under.area.middleX + (part < 0 ? -1 : 1) * under.area.width, under.area.middleY)
      }
      var way = Float(key - held.key)
      if let beside, case .keys(.key(let next)) = beside.action {
        way += Float(next - key) * max(0, part.magnitude - 0.25) * 2
      }
      let range = keyChannels.bend
      if way.magnitude <= range {
        let bend = min(max(Int((way / max(range, 0.001) * 8192).rounded()), -8192), 8191)
        if bend != held.bend {
          held.bend = bend
          let word = bend + 8192
          requests.append(.midi(0xE0 | UInt8(held.channel), UInt8(word & 127), UInt8(word >> 7)))
        }
        keys.held[index] = held
      } else if key != held.key {
        end(index, &requests)
        begin(key, 0.7, pointer: pointer.id, &requests)
        return
      }
    }
    let way = (area.middleY - pointer.y) / max(1, area.height)
    let strength = pointer.pressure.isFinite ? pointer.pressure : min(max(way.magnitude * 1.5 - 0.3, 0), 1)
    let pressure = Int(strength * 127)
    if pressure != keys.held[index].pressure {
      keys.held[index].pressure = pressure
      requests.append(
        .midi(0xA0 | UInt8(keys.held[index].channel), UInt8(keys.held[index].key), UInt8(pressure)))
    }
  }

  // Letters of the keyboard, as on a piano: two rows for each octave.

  private static var rows: [StaticString] { ["zsxdcvgbhnjm,", "q2w3er5t6y7ui"] }

  /// Plays a key with a letter.
  /// - Returns: whether it is one of them.
  public mutating func playKey(_ letters: [UInt8], at seconds: Double, _ requests: inout [PanelRequest])
    -> Bool
  {
    guard letters.count == 1 else { return false }
    let letter = letters[0] | 32
    for (row, text) in Self.rows.enumerated() {
      guard let place = UTF8Text(text).bytes.firstIndex(where: { $0 == letter || $0 == letters[0] }) else {
        continue
      }
      // A key that is held repeats its letter.
      if let index = keys.held.firstIndex(where: { $0.pointer == nil && $0.letter == letter }) {
        keys.held[index].end = seconds + 0.3
        return true
      }
      let key = 48 + 12 * (row + keys.octave) + place
      guard 0...127 ~= key else { return true }
      begin(key, 0.75, letter: letter, end: seconds + 1, &requests)
      return true
    }
    return false
  }

  public mutating func releaseKey(_ letters: [UInt8], _ requests: inout [PanelRequest]) {
    guard let first = letters.first,
      let index = keys.held.firstIndex(where: { $0.pointer == nil && $0.letter == first | 32 })
    else { return }
    end(index, &requests)
  }

  /// Ends letters of keys that were let go without a word.
  mutating func endKeys(at seconds: Double, _ requests: inout [PanelRequest]) {
    while let index = keys.held.firstIndex(where: { $0.end <= seconds }) { end(index, &requests) }
  }
}
