// A patch compiled with its recorded sounds. Any thread but the audio thread.
import Instrument
import Patches
import Samples
import Text

extension DocumentFolders {
  /// Where the samples of patches lie: beside the user's patches.
  public var samples: [UInt8] {
    guard let slash = user.lastIndex(of: UInt8(ascii: "/")) else { return [] }
    return ("\(Array(user[..<slash]))/samples" as UTF8Text).bytes
  }
}

extension PatchDocument {
  /// The patch with its recorded sounds. Those that cannot be played are silent.
  /// - Parameters:
  ///   - folder: where sound files lie.
  ///   - readsFiles: else only sounds that are in memory are found.
  ///   - faults: gets a sentence for each sample that is silent.
  public mutating func compile(
    withSoundsIn folder: [UInt8], readsFiles: Bool = true, faults: inout [DocumentError]
  ) throws(DocumentError) -> CompiledPatch {
    let sounds = SoundLibrary.shared.sounds(
      of: &samples, in: folder, readsFiles: readsFiles, faults: &faults)
    return try compile(sounds)
  }
}
