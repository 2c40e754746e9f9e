// The layers of a take on an instrument that plays it. Not for the audio thread.
import Instrument
import Loops
import Text

extension TouchProcessor {
  /// Plays the layers of a text from this frame instead of those that are there. Allocates.
  public mutating func apply(loops text: [UInt8]) throws(DocumentError) {
    let prepared = UnsafeMutablePointer<PreparedLooper>.allocate(capacity: 1)
    prepared.initialize(to: PreparedLooper(try SavedLoops(text: text), sampleRate: sampleRate))
    apply(prepared)
    prepared.deinitialize(count: 1)
    prepared.deallocate()
  }
}
