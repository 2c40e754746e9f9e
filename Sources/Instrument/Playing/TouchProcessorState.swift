// What others ask the instrument for: values, counts, and wishes of triggers. Audio thread.
import Controls
import Lanes
import Matrix
import Signal
import Touch

extension TouchProcessor {
  /// A controller's live value: one of the group, of things or of the host.
  @_noLocks public func value(_ controller: Controller) -> Float { sources.shared[controller] }

  /// A port's value as it is at work: clamped, or its default.
  @_noLocks public func value(_ port: TouchPort) -> Float { ports[port] }

  /// The most voices that may sound.
  public static var voiceLimit: Int { @_noLocks get { VoiceTable.capacity } }
  /// The voice that began last.
  public var leadingVoice: Int { @_noLocks get { voices.leader } }

  /// What a voice's controller was at the last tick or event, in its natural unit. Only for a voice that sounds or leads.
  @_noLocks public func value(of controller: Controller, voice: Int) -> Float {
    voices.banks[voice / Lanes.width].controllers.values[controller][voice % Lanes.width]
  }

  /// Which touch holds a voice: its number in order of beginnings since `init`; nil where none does.
  @_noLocks public func touchOrder(ofVoice voice: Int) -> UInt64? {
    guard voices.table[voice].state == .held, case .touch(let slot) = voices.table[voice].owner else {
      return nil
    }
    return sources.touches.touches[slot].order
  }

  /// Samples that the effects gave and that were no numbers, since `init`; silence was heard instead.
  public var notNumbers: UInt32 { @_noLocks get { effects.outputGuard.notNumbers } }

  /// Tuning messages that were cut off, too long or had a wrong checksum, since `init`.
  public var refusedTunings: UInt64 { @_noLocks get { midi.refusedTunings } }

  /// How many frames late the sound comes.
  public var latency: Int { @_noLocks get { effects.limiter.latency } }

  public var soundingVoices: Int { @_noLocks get { voices.table.sounding } }
  public var liveTouches: Int { @_noLocks get { sources.touches.count } }
  /// Where the touch that moved last is, or was.
  public var lastTouch: (x: Float, y: Float) {
    @_noLocks get {
      (
        sources.touches.touches[sources.touches.last].x, sources.touches.touches[sources.touches.last].y
      )
    }
  }

  /// Seconds from the placing of a recorded touch to its note at most.
  public static var placingSeconds: Float { @_noLocks get { MIDIInput.placingSeconds } }

  /// Returns the steps through the bank that triggers asked for, +1 next, −1 previous, and forgets them.
  @_noLocks public mutating func popRequestedSteps() -> Int {
    let steps = requestedSteps
    requestedSteps = 0
    return steps
  }
}
