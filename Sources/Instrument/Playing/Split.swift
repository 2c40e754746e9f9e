// A part of the surface, all touches of one source, or some keys, with its own way of playing: splits for two
// hands, a table with a player on each side, the instruments of a drum kit. Audio thread.
import Lanes
import Loops
import Matrix
import Music
import RealTime
import Touch

/// One split of a patch. A touch belongs to the first split that fits its starting position and its source, a
/// key to the first that names it.
public struct Split: Sendable {
  /// The region in which touches must begin; the split's map covers it.
  public var region = Region()
  /// The player's orientation, 0…3 quarter turns anticlockwise.
  public var quarters = 0
  /// The name that the source must have announced, padded with zeros; all zeros: any source.
  public var source = InlineArray<32, UInt8>(repeating: 0)
  public var map = PlayingMap()
  /// Octaves added to every pitch of the map and of the keys.
  public var octave: Float = 0
  /// Whether its touches and keys only move controllers and begin no voices.
  public var isSilent = false
  /// Of a silent split: whether its touches count in the relations of the others.
  public var relates = false
  /// Of a silent split: whether its touches act on the patch's world.
  public var playsWorld = false
  /// The MIDI keys that play it, one bit each, in two words of 64.
  public var keys = InlineArray<2, UInt64>(repeating: 0)
  /// Whether touches may play it.
  public var takesTouches = true
  /// A voice that begins ends all voices of splits with the same number, 1…8; 0: none.
  public var choke: UInt8 = 0

  public init() {}

  /// Converts a point of the surface to the split's own coordinates, 0…1; points beyond an edge lie on it.
  @_noLocks public func point(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    var calibration = Calibration()
    calibration.left = region.left
    calibration.bottom = region.bottom
    calibration.right = region.right
    calibration.top = region.top
    calibration.quarters = quarters
    return calibration.point(x, y)
  }

  @_noLocks func contains(_ touch: borrowing Touch, from description: SourceDescription?) -> Bool {
    guard takesTouches, region.contains(x: touch.startX, y: touch.startY) else { return false }
    return source[0] == 0 || description?.isNamed(source) ?? false
  }
}

extension TouchProcessor {
  /// The index of a key's split, or nil if none names it.
  @_noLocks func part(ofKey key: UInt8) -> Int? {
    let (word, bit) = (Int(key >> 6 & 1), UInt64(1) << UInt64(key & 63))
    for index in 0..<patch.pointee.partCount where patch.pointee.parts[index].keys[word] & bit != 0 {
      return index
    }
    return nil
  }

  /// The index of the split that an owner of a voice plays, or nil.
  @_noLocks func part(of owner: VoiceOwner) -> Int? {
    switch owner {
    case .touch(let slot): part(ofTouch: slot)
    case .note(_, let key): part(ofKey: key)
    case .none: nil
    }
  }

  /// Ends the voices that the beginning of a voice in a split ends.
  @_noLocks mutating func choke(with part: Int?) {
    guard let part else { return }
    let choke = patch.pointee.parts[part].choke
    if choke == 0 { return }
    for voice in 0..<VoiceTable.capacity
    where voices.table[voice].state != .free && voices.table[voice].state != .fading {
      let other = voices.table[voice].part
      if other > 0 && other <= patch.pointee.partCount && patch.pointee.parts[other - 1].choke == choke {
        voices.fade(voice)
      }
    }
  }

  /// The index of a touch's split, or nil if the patch's own map applies.
  @_noLocks private func part(ofTouch slot: Int) -> Int? {
    if looper.isActive, let part = loopedPart(ofTouch: slot) { return part }
    for index in 0..<patch.pointee.partCount
    where patch.pointee.parts[index].contains(
      sources.touches.touches[slot], from: sources.touches.description(slot: slot))
    { return index }
    return nil
  }

  /// Whether an owner belongs to a silent split and so gets no voice.
  @_noLocks func isSilent(_ owner: VoiceOwner) -> Bool {
    guard let part = part(of: owner) else { return false }
    return patch.pointee.parts[part].isSilent
  }

  /// Semitones that a key's split adds to its pitch.
  @_noLocks func octave(ofKey key: UInt8) -> Float {
    guard let part = part(ofKey: key) else { return 0 }
    return 12 * patch.pointee.parts[part].octave
  }

  /// The pitch of a touch in semitones, and the seconds in which the pitch follows it.
  @_noLocks func pitch(ofTouch slot: Int) -> (pitch: Float, glide: Float) {
    let touch = sources.touches.touches[slot]
    let keys = midi.tunings.keys(channel: LiveTuning.fingers)
    guard let index = part(ofTouch: slot) else {
      let map = patch.pointee.map
      let scaled = map.pitch(start: (touch.startX, touch.startY), now: (touch.x, touch.y), keys: keys)
      return (KeyTuning.pitch(of: scaled, in: keys), map.glide)
    }
    let part = patch.pointee.parts[index]
    let scaled = part.map.pitch(
      start: part.point(touch.startX, touch.startY), now: part.point(touch.x, touch.y), keys: keys)
    return (KeyTuning.pitch(of: scaled, in: keys) + 12 * part.octave, part.map.glide)
  }
}
