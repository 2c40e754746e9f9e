// The state of one sender that its next messages depend on. Input thread.
import RealTime

final class SenderMemory {
  /// The number of sources, beside itself, that one sender can have.
  static let streamLimit = 32

  /// The time of the last packet, and whether the sender has counted as gone since.
  var lastReceived: Int64 = 0
  var isGone = false
  /// The sender's description of itself, by the surface that it was addressed to.
  var announcements: [UInt8: SourceAnnouncement] = [:]
  /// The surfaces (0: none named) for which the sender itself, not one of its streams, sends `alive`.
  var aliveSurfaces: [UInt8] = []
  /// The timeout that the sender set, in nanoseconds; 0: never; nil: none set.
  var timeout: Int64?
  var heartbeat = Heartbeat()
  var tuio: [TUIOStream] = []
  var tuio2: [TUIO2Stream] = []
  /// The stream of the open frame of TUIO 2.0; 0: the stream was refused, nil: no frame has been opened.
  var openFrame: UInt16?
  /// The stream of PdParty's pen. The indices of a pen are separate from those of fingers.
  var penStream: UInt16 = 0
  var party = PartyTouches()
  var gravity: (x: Float, y: Float, z: Float)?
  var profileStream: UInt16 = 0
  var controls: [ProfileControl] = []
  var controlsEver: Int32 = 0
  private var streamsEver: UInt16 = 0

  /// A number for another stream: a new one, or that of a TUIO source without touches and objects.
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

  /// Whether a TUIO source or a profile of the sender has live touches or objects.
  var hasObjects: Bool {
    tuio.contains { $0.isLive } || tuio2.contains { $0.isLive } || controls.contains { $0.isLive }
  }

  /// Whether the sender has live touches or objects. They would hang if its memory were dropped.
  var isLive: Bool {
    !isGone && !aliveSurfaces.isEmpty || hasObjects
  }

  var lifetime: SenderLifetime {
    let sendsAlive = !aliveSurfaces.isEmpty || !tuio.isEmpty || !tuio2.isEmpty
    return SenderLifetime(timeout: timeout, isWatched: timeout != nil || sendsAlive)
  }

  /// Returns the silence after which the whole sender is gone, or nil if it never is.
  /// - Parameter common: The timeout of senders without a heartbeat, in nanoseconds; 0: never.
  func patience(_ common: Int64) -> Int64? {
    let own = timeout ?? (heartbeat.isKnown && common > 0 ? min(Heartbeat.patience, common) : common)
    return lifetime.isWatched && own > 0 ? own : nil
  }

  /// Ends all touches and objects of a sender that is gone.
  func endAll(_ body: CommandBody) {
    isGone = true
    heartbeat.forget()
    for index in tuio.indices where tuio[index].isLive { tuio[index].endAll(body) }
    for index in tuio2.indices where tuio2[index].isLive { tuio2[index].endAll(body) }
    for surface in aliveSurfaces {
      body(.play(.alive([])), CommandContext(dialect: .tactus, surface: surface))
    }
  }

  /// Ends all touches and objects of TUIO sources without a name that have one of these ids on the surface.
  func endAll(unnamed profile: [UInt8], _ ids: [Int32], _ body: CommandBody) {
    for index in tuio.indices
    where tuio[index].source.isEmpty && tuio[index].profile == profile
      && tuio[index].ids.contains(where: { ids.contains($0) })
    {
      tuio[index].endAll(body)
    }
    for index in tuio2.indices
    where profile.isEmpty && tuio2[index].source.isEmpty
      && tuio2[index].objects.contains(where: { ids.contains($0.id) })
    {
      tuio2[index].endAll(body)
    }
  }

  /// Ends all touches and objects of the TUIO sources with this name.
  func endAll(ofSource source: [UInt8], _ body: CommandBody) {
    for index in tuio.indices where tuio[index].isLive && tuio[index].source == source {
      tuio[index].endAll(body)
    }
    for index in tuio2.indices where tuio2[index].isLive && tuio2[index].source == source {
      tuio2[index].endAll(body)
    }
  }
}
