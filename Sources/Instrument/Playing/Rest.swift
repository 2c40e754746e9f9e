// The rest of an instance: nothing is evaluated or computed while nothing can be heard. Audio thread.
import Controls
import Lanes
import Matrix

/// Notices that all tails have ended, and that no hand is there. At rest an instance only writes silence.
///
/// It begins at a tick and ends with the next event, so it does not depend on the host's blocks. LFOs and
/// sequencers that run freely go on in closed form: at the end of the rest they are where they would be. The
/// modulation of chorus and reverb stands still.
struct Rest {
  /// The level below which nothing is heard: −120 dB.
  static var silence: Float { @_noLocks get { 1e-6 } }
  /// The seconds of silence after which the instance rests; longer than any echo.
  static var seconds: Float { @_noLocks get { 4 } }

  private(set) var isResting = false
  /// Whether anything was heard since the beginning.
  private var wasHeard = false
  /// Frames since the last one that was heard.
  private var quiet = 0
  /// Whether no route of the patch waits for what only evaluations find.
  private var isAllowed = false
  private let least: Int

  init(sampleRate: Float) { least = Int(Self.seconds * sampleRate) }

  /// Applies another patch. A world and outputs never rest.
  @_noLocks mutating func apply(_ program: UnsafePointer<Program>, isBusy: Bool) {
    isAllowed = !isBusy
    for index in 0..<program.pointee.routeCount {
      switch program.pointee.routes[index].trigger {
      case .level, .beat, .bar, .lfo1Cycle, .lfo2Cycle, .lfo3Cycle, .lfo4Cycle, .seq1Step, .seq2Step,
        .seq3Step, .seq4Step,
        .seq1End, .seq2End, .seq3End, .seq4End:
        isAllowed = false
      default: break
      }
    }
    reset()
  }

  @_noLocks mutating func reset() {
    isResting = false
    quiet = 0
  }

  /// Begins after a silence without end.
  @_noLocks mutating func forget() {
    reset()
    wasHeard = false
  }

  /// Whether all tails have ended.
  var isSilent: Bool { @_noLocks get { !wasHeard || quiet >= least } }

  /// Begins to rest, at a tick, if it has been silent for long enough.
  @_noLocks mutating func begin() { isResting = isAllowed && quiet >= least }

  /// Listens to `count` frames of the output.
  /// - Parameter isPlaying: whether a voice sounds.
  @_noLocks mutating func hear(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int, isPlaying: Bool
  ) {
    if isPlaying {
      wasHeard = true
      quiet = 0
      return
    }
    for index in (0..<count).reversed()
    where left[index].magnitude >= Self.silence || right[index].magnitude >= Self.silence {
      wasHeard = true
      quiet = count - 1 - index
      return
    }
    quiet += count
  }
}
