// Keeps the sounds of one compiled patch in memory. Not for the audio thread.

/// What a compiled patch has in memory besides itself.
public final class SoundReferences {
  private let sounds: [SampleMemory]
  private let wavetable: WavetableMemory?

  public init(_ sounds: [SampleMemory], wavetable: WavetableMemory?) {
    self.sounds = sounds
    self.wavetable = wavetable
  }
}
