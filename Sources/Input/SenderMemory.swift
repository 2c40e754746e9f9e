// What the messages of one sender so far mean for its next ones. Input thread.
import RealTime

final class SenderMemory {
  /// Sources, apart from itself, that one sender can speak for.
  static let streamLimit = 32

  var heard: Int64 = 0
  var tuio: [TUIOStream] = []
  var tuio2: [TUIO2Stream] = []
  /// Place in `tuio2` of the frame that is open.
  var openFrame: Int?
  /// PdParty's: a pen's indices are apart from fingers'.
  var penStream: UInt16 = 0
  var gravity: (x: Float, y: Float, z: Float)?
  var profileStream: UInt16 = 0
  var controls: [ProfileControl] = []
  var controlsEver: Int32 = 0
  private var streamsEver: UInt16 = 0

  /// A number for another stream.
  func newStream() throws(Refusal) -> UInt16 {
    guard Int(streamsEver) < Self.streamLimit else { throw .tooManySenders }
    streamsEver += 1
    return streamsEver
  }

  /// Whether its end would leave objects on the surface.
  var holdsTokens: Bool {
    tuio.contains { !$0.tokens.isEmpty } || tuio2.contains { $0.holdsTokens }
      || controls.contains { $0.isToken && $0.isLive }
  }

  /// Takes every object off: the sender is gone.
  func liftTokens(_ body: CommandBody) {
    for index in tuio.indices { tuio[index].liftTokens(body) }
    for index in tuio2.indices { tuio2[index].liftTokens(body) }
    for each in controls where each.isToken && each.isLive {
      body(
        .thing(SurfaceEvent(.tokenLifted, id: each.id)), Envelope(dialect: .profile, stream: profileStream))
    }
  }
}
