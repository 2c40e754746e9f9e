// The tuning in which each MIDI channel plays now: the patch's, one set by SysEx, or a master's.
// Audio thread.
import Lanes

/// The tunings of the sixteen channels, and of fingers, which have no channel.
public struct LiveTuning {
  /// The index of the fingers' tuning, after those of channels 0…15.
  public static var fingers: Int { @_noLocks get { 16 } }
  public static var count: Int { @_noLocks get { 17 } }

  /// `count` tunings of the patch and SysEx, then `count` tunings of a master.
  let keys: UnsafeMutablePointer<KeyTuning>
  /// Whether a master of all tunings is present; its tunings then replace the others.
  public private(set) var isMastered = false

  /// - Parameter memory: `2 * count` tunings, freed by their owner.
  @_noLocks public init(memory: UnsafeMutablePointer<KeyTuning>) { keys = memory }

  /// The tuning in which a channel sounds now.
  @_noLocks public func keys(channel: Int) -> UnsafePointer<KeyTuning> {
    UnsafePointer(keys + (isMastered ? Self.count : 0) + min(max(channel, 0), Self.fingers))
  }

  /// Gives all channels the tuning of a patch and discards what SysEx set.
  @_noLocks public func apply(_ patch: UnsafePointer<KeyTuning>) {
    for channel in 0..<Self.count { keys[channel] = patch.pointee }
  }

  /// Sets a channel's tuning from a master, in hertz for each key. A key without a valid frequency stays in
  /// equal temperament.
  @_noLocks public mutating func update(master hertz: UnsafePointer<Double>, channel: Int) {
    isMastered = true
    let tuned = keys + Self.count + min(max(channel, 0), Self.fingers)
    tuned.pointee.repeatsAfterTwelve = true
    for key in 0..<128 {
      let isPitch = hertz[key] > 1e-6 && hertz[key] < 1e6
      KeyTuning.set(key, to: isPitch ? KeyTuning.pitch(ofHertz: hertz[key]) : Float(key), in: tuned)
    }
  }

  /// Removes the master; the tunings of the patch and of SysEx apply again.
  /// - Returns: whether there was a master.
  @_noLocks public mutating func forgetMaster() -> Bool {
    defer { isMastered = false }
    return isMastered
  }
}
