// A part of the surface, or all touches of one source, with its own way of playing: splits for two hands, or
// a table with a player on each side. Audio thread.
import Lanes
import Matrix
import Music
import RealTime
import Touch

/// One split of a patch. A touch belongs to the first split that fits its starting position and its source.
public struct Split: Sendable {
  /// The region in which touches must begin; the split's map covers it.
  public var region = Region()
  /// The player's orientation, 0…3 quarter turns anticlockwise.
  public var quarters = 0
  /// The name that the source must have announced, padded with zeros; all zeros: any source.
  public var source = InlineArray<32, UInt8>(repeating: 0)
  public var map = PlayingMap()
  /// Octaves added to every pitch of the map.
  public var octave: Float = 0
  /// Whether its touches only move controllers and begin no voices.
  public var isSilent = false

  public init() {}

  /// Converts a point of the surface to the split's own coordinates, 0…1; points beyond an edge lie on it.
  @_noLocks func point(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    var calibration = Calibration()
    calibration.left = region.left
    calibration.bottom = region.bottom
    calibration.right = region.right
    calibration.top = region.top
    calibration.quarters = quarters
    return calibration.point(x, y)
  }

  @_noLocks func contains(_ touch: borrowing Touch, from description: SourceDescription?) -> Bool {
    region.contains(x: touch.startX, y: touch.startY)
      && (source[0] == 0 || description?.isNamed(source) ?? false)
  }
}

extension TouchProcessor {
  /// The index of a touch's split, or nil if the patch's own map applies.
  @_noLocks private func part(ofTouch slot: Int) -> Int? {
    for index in 0..<patch.pointee.partCount
    where patch.pointee.parts[index].contains(
      sources.touches.touches[slot], from: sources.touches.description(slot: slot))
    { return index }
    return nil
  }

  @_noLocks func isSilent(touch slot: Int) -> Bool {
    guard let part = part(ofTouch: slot) else { return false }
    return patch.pointee.parts[part].isSilent
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
