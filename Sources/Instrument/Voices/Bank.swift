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

  var hands = VoiceControllers()
  var matrix = Matrix()
  /// What the last evaluation gave; see `Sound`.
  var parameters = ParameterValues()
  var voices: VoiceBank

  init(sampleRate: Float, tables: WaveTables, rings: VoiceRings) {
    voices = VoiceBank(sampleRate: sampleRate, tables: tables, rings: rings)
  }

  /// Nothing is remembered of what sounded before.
  @_noLocks mutating func settle(_ patch: UnsafeMutablePointer<CompiledPatch>) {
    matrix.reset()
    hands = VoiceControllers()
    parameters = patch.pointee.program.base
  }
}
