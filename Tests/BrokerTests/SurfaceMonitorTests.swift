import InputTestSupport
import RealTime
import Stores
import Testing

@testable import Broker

/// Reports of `tactus listen` about messages that wait for others.
struct SurfaceMonitorTests {
  @Test(
    arguments: [
      ("/multixy_1", [0.1, 0.2, 0.3, 0.4], "Open Stage Control: a touch's state: /multixy_#/touch"),
      ("/MultiBall/x", [0.5], "Lemur: a touch's place: /*[Bb]all*{.,/}x, /*[Bb]all*{.,/}y"),
      ("/MultiBall/z", [1], "Lemur: a touch's place: /*[Bb]all*{.,/}x, /*[Bb]all*{.,/}y"),
      ("/xy1/z", [0], "TouchOSC: a touch to begin"),
      ("/xy1", [0.5, 0.5], nil), ("/1/fader1", [0.5], nil),
    ] as [(String, [Float], String?)])
  func waitingTouchesAreReported(address: String, numbers: [Float], said: String?) {
    var heard: [String] = []
    let monitor = SurfaceMonitor(
      ListenSettings(listen: .thisMachine, port: Peer.freePort(), surface: 0),
      profiles: ProfileFolders(user: [], factory: [UInt8](profilesFolder.utf8))
    ) {
      guard case .read(.profile, .waiting(let profile, let what), _, _) = $0 else { return }
      heard.append(String(decoding: profile, as: UTF8.self) + ": " + String(decoding: what, as: UTF8.self))
    }
    Peer().send(OSCEncoder.message(address, numbers.map { .f($0) }), to: monitor.port)
    monitor.turn(milliseconds: 100)
    #expect(monitor.counters?.messages == 1 && heard == (said.map { [$0] } ?? []))
  }
}
