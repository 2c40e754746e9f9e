// What is remembered of one sender's messages to understand the next ones. Input thread.
import RealTime

final class SenderMemory {
  /// The number of sources, beside itself, that one sender can have.
  static let streamLimit = 32

  /// When its last packet came, and whether it counts as gone since.
  var heard: Int64 = 0
  var isGone = false
  /// The sender's description of itself, by the surface that it was addressed to.
  var announcements: [UInt8: SourceAnnouncement] = [:]
  /// The surfaces (0: none named) to which it sends `alive` for touches of no stream.
  var aliveSurfaces: [UInt8] = []
  var tuio: [TUIOStream] = []
  var tuio2: [TUIO2Stream] = []
  /// The stream of the frame of TUIO 2.0 that is open; 0: one that was refused, nil: there was none yet.
  var openFrame: UInt16?
  /// Of PdParty: a pen's indices are separate from those of fingers.
  var penStream: UInt16 = 0
  var gravity: (x: Float, y: Float, z: Float)?
  var profileStream: UInt16 = 0
  var controls: [ProfileControl] = []
  var controlsEver: Int32 = 0
  private var streamsEver: UInt16 = 0

  /// A number for another stream: a new one, else that of a source of TUIO without touches and objects.
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

  /// Whether the sender has live touches or objects, which would be left if it were forgotten.
  var isLive: Bool {
    !isGone && !aliveSurfaces.isEmpty || tuio.contains { $0.isLive } || tuio2.contains { $0.isLive }
      || controls.contains { $0.isLive }
  }

  /// Ends all touches and objects of a sender that is gone.
  func endAll(_ body: CommandBody) {
    isGone = true
    for index in tuio.indices where tuio[index].isLive { tuio[index].endAll(body) }
    for index in tuio2.indices where tuio2[index].isLive { tuio2[index].endAll(body) }
    for surface in aliveSurfaces { body(.alive([]), CommandContext(dialect: .tactus, surface: surface)) }
  }

  /// The same for the sources of TUIO with this name.
  func endAll(ofSource source: [UInt8], _ body: CommandBody) {
    for index in tuio.indices where tuio[index].isLive && tuio[index].source == source {
      tuio[index].endAll(body)
    }
    for index in tuio2.indices where tuio2[index].isLive && tuio2[index].source == source {
      tuio2[index].endAll(body)
    }
  }
}
