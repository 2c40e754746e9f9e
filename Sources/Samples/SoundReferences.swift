// Keeps the sounds of one compiled patch in memory. Not for the audio thread.

/// The memory of a compiled patch besides itself.
public final class SoundReferences {
  private let sounds: [SampleMemory]
  private let wavetable: WavetableMemory?

  public init(_ sounds: [SampleMemory], wavetable: WavetableMemory?) {
    self.sounds = sounds
    self.wavetable = wavetable
  }
}
