// Values and counts for other modules, and the requests of triggers. Audio thread.
import Controls
import Lanes
import Loops
import Matrix
import Music
import RealTime
import Signal
import Touch
import World

extension TouchProcessor {
  /// A controller's live value: a controller of the group, of devices or of the host.
  @_noLocks public func value(_ controller: Controller) -> Float { sources.shared[controller] }

  /// A port's value in use: clamped, or its default.
  @_noLocks public func value(_ port: TouchPort) -> Float { ports[port] }

  /// The most voices that may sound.
  public static var voiceLimit: Int { @_noLocks get { VoiceTable.capacity } }
  /// The voice that began last.
  public var leadingVoice: Int { @_noLocks get { voices.leader } }

  /// The value of a voice's controller at the last tick or event, in its natural unit. Only for a voice that
  /// sounds or leads.
  @_noLocks public func value(of controller: Controller, voice: Int) -> Float {
    voices.banks[voice / Lanes.width].controllers.values[controller][voice % Lanes.width]
  }

  /// The value of a parameter after the matrix for the voice that leads, in its unit.
  @_noLocks public func value(of parameter: Parameter) -> Float {
    voices.banks[voices.lead].parameters.pointee[parameter][voices.leadingLane]
  }

  /// The touch that holds a voice, as its number in the order of beginnings since `init`; nil if none does.
  @_noLocks public func touchOrder(ofVoice voice: Int) -> UInt64? {
    guard voices.table[voice].state == .held, case .touch(let slot) = voices.table[voice].owner else {
      return nil
    }
    return sources.touches.touches[slot].order
  }

  /// Output samples of the effects that were not numbers and were replaced by silence, since `init`.
  public var notNumbers: UInt32 { @_noLocks get { effects.outputGuard.notNumbers } }

  /// The number of times since `init` that a body of the world was held at a limit.
  public var worldClamps: UInt32 { @_noLocks get { world.clampCount } }

  /// Events of loops that were not recorded or not played because of a limit, since `init`.
  public var lostLoopEvents: UInt64 { @_noLocks get { looper.lost } }

  /// Tuning messages that were refused since `init`: cut off, too long or with a wrong checksum.
  public var refusedTunings: UInt64 { @_noLocks get { midi.refusedTunings } }

  /// The delay of the sound in frames.
  public var latency: Int { @_noLocks get { effects.limiter.latency } }

  /// The voices that sound, without those that fade out because others have replaced them. Mutating although
  /// it changes nothing: Swift 6.3 would copy 8 kB of the structure for each reading.
  public var soundingVoices: Int { @_noLocks mutating get { voices.table.playing } }
  public var liveTouches: Int { @_noLocks get { sources.touches.count } }
  /// The number of lines drawn since `init`, and the last one.
  public var drawnLines: UInt32 { @_noLocks get { sources.drawnLines } }
  /// See `drawnLines`.
  public var lastLine: DrawnTrace { @_noLocks get { sources.lastLine } }
  /// The position of the touch that moved last, even if it has ended.
  public var lastTouch: (x: Float, y: Float) {
    @_noLocks get {
      (
        sources.touches.touches[sources.touches.last].x, sources.touches.touches[sources.touches.last].y
      )
    }
  }

  /// The longest time in seconds from the position of a recorded touch to its note.
  public static var placingSeconds: Float { @_noLocks get { MIDIInput.placingSeconds } }

  /// Returns and clears the steps through the bank that triggers requested: +1 next, −1 previous.
  @_noLocks public mutating func popRequestedSteps() -> Int {
    let steps = requestedSteps
    requestedSteps = 0
    return steps
  }
}
