// Keeps the sounds of one compiled patch in memory. Not for the audio thread.

/// What a compiled patch has in memory besides itself.
public final class SoundKeeper {
  private let sounds: [SampleMemory]

  public init(_ sounds: [SampleMemory]) {
    self.sounds = sounds
  }
}
