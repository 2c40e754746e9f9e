// Sixteen voices with everything that belongs to them alone: controllers, the matrix's memory, parameters,
// sound. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import Signal

/// One bank of voices. It sleeps, and costs nothing, while none of its voices sounds. A bank with the leading
/// voice (the voice that began last) never sleeps, because parameters that are the same for all voices follow
/// that voice.
struct Bank {
  static var count: Int { @_noLocks get { VoiceTable.capacity / Lanes.width } }

  var controllers = VoiceControllers()
  var matrix = Matrix()
  /// The result of the last evaluation; see `Sound`.
  // A variable, because Swift 6.3 miscompiles writes through a constant pointer under the thread sanitizer.
  private(set) var parameters: UnsafeMutablePointer<ParameterValues>
  var voices: VoiceBank

  /// - Parameter parameters: memory for this bank alone, freed by its owner.
  init(
    sampleRate: Float, tables: WaveTables, rings: VoiceRings,
    parameters: UnsafeMutablePointer<ParameterValues>
  ) {
    self.parameters = parameters
    voices = VoiceBank(sampleRate: sampleRate, tables: tables, rings: rings)
  }

  /// Forgets earlier sound; parameters get the patch's values without the matrix.
  @_noLocks mutating func settle(_ patch: UnsafeMutablePointer<CompiledPatch>) {
    matrix.reset()
    controllers = VoiceControllers()
    parameters.pointee = patch.pointee.program.base
  }
}
