// The layers of the looper, which sessions and takes keep beside the patch. Any thread but the audio thread.
import Loops
import Patches
import RealTime
import Synchronization

extension PatchStore {
  /// Takes what the audio thread has handed out.
  /// - Returns: whether more has changed that had no room.
  @discardableResult public func collectLoops() -> Bool {
    locked {
      // Before the records, so that all of them are taken if nothing is owed.
      let isOwed = loops.pointee.isOwed.load(ordering: .acquiring)
      while let record = loops.pointee.records.pop() { layers.add(record) }
      loops.pointee.restored.collect()
      return isOwed
    }
  }

  /// The layers as the audio thread has handed them out, or as they were restored since.
  public func savedLoops() -> SavedLoops {
    collectLoops()
    return locked { layers.saved }
  }

  /// The text of the layers after a change, for a take. It is empty if there are none, and nil if they are not kept any
  /// more.
  public func loopsText(ofRevision revision: Int32) -> [UInt8]? {
    collectLoops()
    return locked { layers.saved(ofRevision: revision) }?.text
  }

  /// Lets the audio thread play restored layers.
  /// - Parameter sampleRate: frames per second of the instrument.
  public func restore(_ saved: SavedLoops, sampleRate: Float) {
    var saved = saved
    saved.convert(to: sampleRate)
    locked {
      let number = layers.restore(saved)
      loops.pointee.restored.post(PreparedLooper(saved, sampleRate: sampleRate, number: number))
    }
  }

  /// Lets an audio thread that begins at another sample rate play the layers that are there.
  public func postLoops(sampleRate: Float) {
    let saved = savedLoops()
    if !saved.isPlain { restore(saved, sampleRate: sampleRate) }
  }
}
