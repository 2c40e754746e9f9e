// What the messages of one sender so far mean for its next ones. Input thread.
import RealTime

final class SenderMemory {
  /// Sources, apart from itself, that one sender can speak for.
  static let streamLimit = 32

  /// When its last packet came, and whether it counts as gone since.
  var heard: Int64 = 0
  var isGone = false
  /// What it said of itself, by the surface that it said it to.
  var said: [UInt8: SourceAnnouncement] = [:]
  /// The surfaces (0: none named) to which it says what is alive, of touches that are of no stream.
  var aliveSurfaces: [UInt8] = []
  var tuio: [TUIOStream] = []
  var tuio2: [TUIO2Stream] = []
  /// The stream of the frame of TUIO 2.0 that is open; 0: one that was refused, nil: none was ever.
  var openFrame: UInt16?
  /// PdParty's: a pen's indices are apart from fingers'.
  var penStream: UInt16 = 0
  var gravity: (x: Float, y: Float, z: Float)?
  var profileStream: UInt16 = 0
  var controls: [ProfileControl] = []
  var controlsEver: Int32 = 0
  private var streamsEver: UInt16 = 0

  /// A number for another stream: a new one, else that of a source of TUIO of which nothing is on the surface.
  func newStream() throws(Refusal) -> UInt16 {
    if Int(streamsEver) < Self.streamLimit {
      streamsEver += 1
      return streamsEver
    }
    if let idle = tuio.firstIndex(where: { $0.isIdle && !$0.isCurrent }) {
      return tuio.remove(at: idle).number
    }
    if let idle = tuio2.firstIndex(where: { !$0.isLive && $0.number != openFrame }) {
      return tuio2.remove(at: idle).number
    }
    throw .tooManySenders
  }

  /// Whether something would be left on the surface if it were forgotten.
  var isLive: Bool {
    !isGone && !aliveSurfaces.isEmpty || tuio.contains { $0.isLive } || tuio2.contains { $0.isLive }
      || controls.contains { $0.isLive }
  }

  /// Ends all of which it said that it is alive: it says so no more.
  func leave(_ body: CommandBody) {
    isGone = true
    for index in tuio.indices where tuio[index].isLive { tuio[index].leave(body) }
    for index in tuio2.indices where tuio2[index].isLive { tuio2[index].leave(body) }
    for surface in aliveSurfaces { body(.alive([]), CommandContext(dialect: .tactus, surface: surface)) }
  }

  /// The same for the sources of TUIO with this name.
  func leave(source: [UInt8], _ body: CommandBody) {
    for index in tuio.indices where tuio[index].isLive && tuio[index].source == source {
      tuio[index].leave(body)
    }
    for index in tuio2.indices where tuio2[index].isLive && tuio2[index].source == source {
      tuio2[index].leave(body)
    }
  }
}
