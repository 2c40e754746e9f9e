// The pitch of each of the 128 keys, for tunings other than twelve equal semitones. Any thread.
import Lanes

/// The pitch of each key. Between two keys the pitch is interpolated linearly; beyond the ends each key adds
/// a semitone.
public struct KeyTuning: Sendable, Equatable {
  /// Semitones; 69 is the reference A. First in memory, because `pitch(of:in:)` reads it by pointer.
  public var pitches: InlineArray<128, Float>
  /// One bit for each key that makes no sound; the pitch of such a key lies between those of its neighbours.
  public var silent = InlineArray<2, UInt64>(repeating: 0)
  /// Whether the keys repeat after twelve, as the scales of a playing map require.
  public var repeatsAfterTwelve = true

  /// Twelve equal semitones.
  @_noLocks public init() {
    pitches = InlineArray(repeating: 0)
    for key in 0..<128 { pitches[key] = Float(key) }
  }

  public static func == (a: KeyTuning, b: KeyTuning) -> Bool {
    withUnsafePointer(to: a) { a in withUnsafePointer(to: b) { b in isSame(a, b) } }
  }

  // By pointer, because subscripts of borrowed arrays copy the whole array.

  @_noLocks public static func isSame(_ a: UnsafePointer<KeyTuning>, _ b: UnsafePointer<KeyTuning>) -> Bool {
    let (first, second) = (numbers(a), numbers(b))
    for key in 0..<128 where first[key] != second[key] { return false }
    return a.pointee.silent[0] == b.pointee.silent[0] && a.pointee.silent[1] == b.pointee.silent[1]
      && a.pointee.repeatsAfterTwelve == b.pointee.repeatsAfterTwelve
  }

  @_noLocks static func numbers(_ keys: UnsafePointer<KeyTuning>) -> UnsafePointer<Float> {
    UnsafeRawPointer(keys).assumingMemoryBound(to: Float.self)
  }

  /// The pitch at a position on the keyboard, in semitones.
  /// - Parameter position: in keys; it may lie between two, and beyond 0…127.
  @_noLocks public static func pitch(of position: Float, in keys: UnsafePointer<KeyTuning>) -> Float {
    let numbers = numbers(keys)
    if !(position > 0) { return numbers[0] + position }
    if position >= 127 { return numbers[127] + (position - 127) }
    let key = Scalar.floor(position)
    let below = numbers[Int(key)]
    return below + (numbers[Int(key) + 1] - below) * (position - key)
  }

  @_noLocks public static func isSilent(_ key: Int, in keys: UnsafePointer<KeyTuning>) -> Bool {
    keys.pointee.silent[key >> 6 & 1] & (1 << UInt64(key & 63)) != 0
  }

  /// The note nearest to a position on the keyboard, in keys. Where keys repeat after twelve it is a note of
  /// the scale, else any key that sounds. Of two equally near notes it is the lower one.
  @_noLocks public static func nearest(
    to position: Float, scale: Scale, root: Float, in keys: UnsafePointer<KeyTuning>
  ) -> Float {
    let isWhole = keys.pointee.silent[0] == 0 && keys.pointee.silent[1] == 0
    if isWhole && keys.pointee.repeatsAfterTwelve { return scale.nearest(to: position, root: root) }
    let mask = keys.pointee.repeatsAfterTwelve ? scale.semitones : 0xFFF
    let first = Int(Scalar.floor(root.limited(0, 127) + 0.5))
    var best = position
    var least = Float.infinity
    for key in 0..<128 where !isSilent(key, in: keys) && mask & (1 << UInt16((key - first + 132) % 12)) != 0 {
      let distance = (Float(key) - position).magnitude
      if distance < least { (best, least) = (Float(key), distance) }
    }
    return best
  }

  /// Gives a key its pitch and makes it sound.
  @_noLocks public static func set(
    _ key: Int, to pitch: Float, in keys: UnsafeMutablePointer<KeyTuning>
  ) {
    UnsafeMutableRawPointer(keys).assumingMemoryBound(to: Float.self)[key & 127] = pitch
    keys.pointee.silent[key >> 6 & 1] &= ~(1 << UInt64(key & 63))
  }

  /// The pitch of a frequency: 69 for 440 Hz.
  @_noLocks public static func pitch(ofHertz hertz: Double) -> Float {
    Float(69 + 12 * Scalar.log2(hertz / 440))
  }
}
