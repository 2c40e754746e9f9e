// Which tuning each MIDI channel plays in now: the patch's, what SysEx made of it, or a master's. Audio thread.
import Lanes

/// The keys of sixteen channels, and of the fingers, which have none.
public struct LiveTuning {
  /// The index of the fingers beside the channels 0…15.
  public static var fingers: Int { @_noLocks get { 16 } }
  public static var count: Int { @_noLocks get { 17 } }

  /// `count` of the patch and SysEx, then `count` of a master.
  let keys: UnsafeMutablePointer<KeyTuning>
  /// A master of all tunings is there: it is heard.
  public private(set) var isMastered = false

  /// - Parameter memory: `2 * count` of them, freed by their owner.
  @_noLocks public init(memory: UnsafeMutablePointer<KeyTuning>) { keys = memory }

  /// The keys of a channel as they sound.
  @_noLocks public func keys(channel: Int) -> UnsafePointer<KeyTuning> {
    UnsafePointer(keys + (isMastered ? Self.count : 0) + min(max(channel, 0), Self.fingers))
  }

  /// Gives all channels the tuning of a patch; what SysEx set is forgotten.
  @_noLocks public func apply(_ patch: UnsafePointer<KeyTuning>) {
    for channel in 0..<Self.count { keys[channel] = patch.pointee }
  }

  /// Sets a channel of a master, in hertz for each key. A key without a valid frequency stays in equal temperament.
  @_noLocks public mutating func update(master hertz: UnsafePointer<Double>, channel: Int) {
    isMastered = true
    let tuned = keys + Self.count + min(max(channel, 0), Self.fingers)
    tuned.pointee.repeatsAfterTwelve = true
    for key in 0..<128 {
      let isPitch = hertz[key] > 1e-6 && hertz[key] < 1e6
      KeyTuning.set(key, to: isPitch ? KeyTuning.pitch(ofHertz: hertz[key]) : Float(key), in: tuned)
    }
  }

  /// The master has gone: back to what was before.
  /// - Returns: whether there was one.
  @_noLocks public mutating func forgetMaster() -> Bool {
    defer { isMastered = false }
    return isMastered
  }
}
