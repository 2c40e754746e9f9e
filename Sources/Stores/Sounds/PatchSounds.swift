// A patch compiled with its recorded sounds. Any thread but the audio thread.
import Instrument
import Patches
import Samples
import Text

extension DocumentFolders {
  /// Where the samples of patches lie: beside the user's patches, and beside those of the bundle. A name is
  /// looked for in this order.
  public var samples: [[UInt8]] {
    [user, factory].compactMap { folder in
      guard let slash = folder.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      return ("\(Array(folder[..<slash]))/samples" as UTF8Text).bytes
    }
  }
}

extension PatchDocument {
  /// The patch with its recorded sounds. Those that cannot be played are silent.
  /// - Parameters:
  ///   - folders: where sound files lie.
  ///   - session: the paths of sound files of the host's session.
  ///   - readsFiles: else only sounds that are in memory are found.
  ///   - faults: gets a sentence for each sample that is silent.
  public mutating func compile(
    withSoundsIn folders: [[UInt8]], session: [[UInt8]] = [], readsFiles: Bool = true,
    faults: inout [DocumentError]
  ) throws(DocumentError) -> CompiledPatch {
    let sounds = SoundLibrary.shared.sounds(
      of: &samples, in: folders, session: session, readsFiles: readsFiles, faults: &faults)
    let table = SoundLibrary.shared.wavetable(
      of: &wavetable, in: folders, session: session, readsFiles: readsFiles, faults: &faults)
    return try compile(sounds, wavetable: table)
  }
}
