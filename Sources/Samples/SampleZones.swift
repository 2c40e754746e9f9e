// Which recorded sound each key plays, as the audio thread reads it. Prepared off the audio thread.
import Lanes

/// A recorded sound on a range of keys.
public struct SampleZone {
  /// MIDI keys.
  public var low: Float = 0
  public var high: Float = 127
  /// Frames of the sound in one cycle of the pitch at which it sounds as it was recorded.
  public var scale: Float = 0
  /// Whether a key that comes up does not end it.
  public var isOneShot = false
  /// nil: the sound is missing, and the zone is silent.
  public var view: UnsafePointer<SampleView>?

  @_noLocks public init() {}
}

/// The zones of a patch. A value of fixed size; it does not own the sounds.
public struct SampleZones {
  public static var limit: Int { @_noLocks get { 32 } }

  public private(set) var count = 0
  private var zones = InlineArray<32, SampleZone>(repeating: SampleZone())

  @_noLocks public init() {}

  /// Appends a zone, or returns false when there are 32.
  public mutating func append(_ zone: SampleZone) -> Bool {
    guard count < Self.limit else { return false }
    zones[count] = zone
    count += 1
    return true
  }

  /// The first zone of a pitch in semitones; nil: none. By pointer, because a copy would be large.
  @_noLocks static func zone(of pitch: Float, in zones: UnsafePointer<SampleZones>) -> SampleZone? {
    let key = Scalar.floor(pitch + 0.5)
    for index in 0..<zones.pointee.count
    where zones.pointee.zones[index].low <= key && key <= zones.pointee.zones[index].high {
      return zones.pointee.zones[index]
    }
    return nil
  }

  /// Whether a sound is still one of the patch's.
  @_noLocks static func hold(_ view: UnsafePointer<SampleView>, _ zones: UnsafePointer<SampleZones>) -> Bool {
    for index in 0..<zones.pointee.count where zones.pointee.zones[index].view == view { return true }
    return false
  }
}
