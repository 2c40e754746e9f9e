// Another sample rate for an instrument that exists. Not for the audio thread.
import Controls
import Loops
import Music
import RealTime
import Signal
import Touch

extension TouchProcessor {
  /// Restarts the instrument at another sample rate, as after `init` and `activate`. The patch stays, with the base
  /// values that were set since it was compiled, and what was sent in place of ports; so do the MPE zones and the host's
  /// tempo. Notes that were sent to the host end. A take ends too, because it has one rate. Afterward, all ports must be
  /// set again. Allocates; must not be called while another thread renders.
  /// - Parameter tables: must stay valid as long as the processor.
  public mutating func restart(sampleRate: Float, tables: WaveTables) {
    var position = sources.hostPosition(at: frame)
    // The host counts its frames at the new rate.
    position?.frame = nil
    take.abandon(at: frame)
    reset()
    var next = TouchProcessor(sampleRate: sampleRate, tables: tables, patch: patch)
    next.hostAutomation.isWanted = hostAutomation.isWanted
    next.recordsTouches = recordsTouches
    next.baseChanges.copy(baseChanges)
    next.take.link = take.link
    next.midi.keepZones(of: midi)
    next.sources.continueLines(of: sources)
    next.refusedTouches = refusedTouches
    next.looper.lost = looper.lost
    next.limitVoices()
    next.begin(load)
    next.hasSentChanged = hasSentChanged
    next.reset()
    next.outgoing.append(outgoing)
    self = next
    if let position { handle(position) }
  }
}
