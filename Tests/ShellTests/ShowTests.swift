// *Show* on *Matrix*: a gesture and a knob, or poses and snapshots, become connections or a map.
import Controls
import Foundation
import Matrix
import PanelModel
import Patches
import RealTime
import Testing
import Text
import Toolkit

@testable import Shell
@testable import SoundScreens

@Suite struct ShowTests {
  /// The spread of hands that go apart and together at changing speed, 0…0.5.
  private func spread(_ seconds: Double) -> Float {
    Float(0.2 + 0.1 * sin(2 * Double.pi * 0.4 * seconds) + 0.05 * sin(2 * Double.pi * 0.93 * seconds + 1))
  }

  private func live(_ values: [(Controller, Float)]) -> LivePicture {
    var live = LivePicture()
    live.controllers = Controller.allCases.map { $0.spec.rest }
    live.controllers[Int(Controller.groupCount.rawValue)] = 2
    for (controller, value) in values { live.controllers[Int(controller.rawValue)] = value }
    return live
  }

  /// A view on *Matrix* that has been shown fifteen seconds of a gesture, while the reverb was turned or not.
  private func shown(turning isTurned: Bool) throws -> View {
    var view = touchView()
    view.open(.matrix)
    _ = try view.press("Show")
    for step in 0..<450 {
      let seconds = Double(step) / 30
      if isTurned { view.model.patch[.reverb].base = 0.1 + 1.6 * (spread(seconds) - 0.05) }
      view.show(live([(.groupSpread, spread(seconds))]), at: seconds)
    }
    return view
  }

  @Test func aGestureThatWasShownIsProposedAndKept() throws {
    var view = try shown(turning: true)
    #expect(!view.shows("Keep"))
    _ = try view.press("Stop")
    #expect(view.texts.contains { $0.contains("Group spread") && $0.contains("explains") }, "\(view.texts)")
    let before = view.model.patch.connections.count
    let patch = try applied(try view.press("Keep"), to: view.model.patch)
    #expect(!view.shows("Keep"))
    #expect(patch.connections.count == before + 1)
    let connection = try #require(patch.connections.last?.connection)
    #expect(connection.destination == .reverb)
    #expect(connection.source == .groupSpread || connection.source.category == .user)
    #expect((connection.low - connection.high).magnitude > 0.3, "\(connection)")
  }

  @Test func aProposalIsEditedOrRefused() throws {
    var view = try shown(turning: true)
    _ = try view.press("Stop")
    var refused = view
    let refusal = try refused.press("Refuse")
    #expect(refusal.isEmpty)
    #expect(!refused.shows("Refuse"))
    let requests = try view.press("Edit")
    #expect(
      try applied(requests, to: view.model.patch).connections.count == view.model.patch.connections.count + 1)
    #expect(view.sound.matrix.awaited == view.model.patch.connections.count)
  }

  @Test func withoutAKnobNothingIsProposed() throws {
    var view = try shown(turning: false)
    _ = try view.press("Stop")
    #expect(!view.shows("Keep"))
    #expect(String(decoding: view.model.message, as: UTF8.self).contains("No knob"))
  }

  @Test func heldPosesBecomeAMap() throws {
    var view = touchView()
    var patch = PatchDocument()
    for value in [Float(300), 1000, 5000] {
      patch[.filterCutoff].base = value
      try patch.store(snapshot: patch.snapshots.count + 1, of: patch)
    }
    patch[.filterCutoff].base = 40
    view.model.show(patch)
    view.open(.matrix)
    _ = try view.press("Show")
    let poses: [(Float, Float)] = [(0.1, 0.2), (0.4, 0.2), (0.1, -0.3)]
    for step in 0..<90 {
      let pose = step / 30
      // The snapshot is chosen in the middle of the second.
      if step % 30 == 15 { try view.model.patch.recall(snapshot: pose + 1) }
      view.show(
        live([(.groupSpread, poses[pose].0), (.groupRotation, poses[pose].1)]), at: Double(step) / 30)
    }
    _ = try view.press("Stop")
    #expect(view.texts.contains { $0.contains("Map of 3 snapshots") }, "\(view.texts)")
    patch = try applied(try view.press("Keep"), to: view.model.patch)
    #expect(patch.poses.x == .groupSpread && patch.poses.y == .groupRotation)
    let places = patch.snapshots.map(\.place)
    #expect(places.allSatisfy { $0 != nil } && Set(places.map { "\($0!)" }).count == 3, "\(places)")
    #expect(!view.shows("Keep"))
  }
}
