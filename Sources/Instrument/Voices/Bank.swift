// Sixteen voices and all that is theirs alone: controllers, the matrix's memory, parameters, sound. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import Signal

/// One bank of voices. It sleeps, and costs nothing, while none of them sounds, unless the voice that began last
/// is one of them: that one leads, and parameters that are the same for all voices follow it.
struct Bank {
  static var count: Int { @_noLocks get { VoiceTable.capacity / Lanes.width } }

  var controllers = VoiceControllers()
  var matrix = Matrix()
  /// What the last evaluation gave; see `Sound`.
  // A variable, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  private(set) var parameters: UnsafeMutablePointer<ParameterValues>
  var voices: VoiceBank

  /// - Parameter parameters: of this bank alone, freed by their owner.
  init(
    sampleRate: Float, tables: WaveTables, rings: VoiceRings,
    parameters: UnsafeMutablePointer<ParameterValues>
  ) {
    self.parameters = parameters
    voices = VoiceBank(sampleRate: sampleRate, tables: tables, rings: rings)
  }

  /// Forgets what sounded before; parameters are those of the patch without the matrix.
  @_noLocks mutating func settle(_ patch: UnsafeMutablePointer<CompiledPatch>) {
    matrix.reset()
    controllers = VoiceControllers()
    parameters.pointee = patch.pointee.program.base
  }
}
