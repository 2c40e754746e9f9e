// *Matrix*: connections are edited, added by their ends, learnt from a hand, muted and removed.
import Controls
import Matrix
import PanelModel
import Patches
import Testing

@testable import Paint
@testable import Shell
@testable import SoundScreens

@Suite struct MatrixScreenTests {
  @Test func aConnectionIsEditedAndRemoved() throws {
    var view = touchView()
    view.open(.matrix)
    let count = view.model.patch.connections.count
    let ranged = try applied(try view.drag(.sound(.connectionHigh(0)), to: 0.5), to: view.model.patch)
    #expect(ranged.connections.count == count)
    let destination = ranged.connections[0].connection.destination
    #expect(abs(destination.part(of: ranged.connections[0].connection.high) - 0.5) < 0.01)
    for field in ConnectionField.allCases {
      for part in [Float(0), 0.3, 0.6, 1] {
        var other = view
        let action = ControlAction.sound(.connectionField(0, field))
        let patch = try applied(try other.drag(action, to: part), to: view.model.patch)
        let value = field.value(of: patch.connections[0].connection)
        #expect(!value.text.isEmpty)
        let steps = Float(value.steps)
        let wanted = steps > 0 ? (part * steps).rounded() / steps : part
        #expect(abs(value.part - wanted) < 0.01, "\(field)")
      }
    }
    let left = try applied(try view.press("Remove"), to: view.model.patch)
    #expect(left.connections.count == count - 1)
  }

  /// In a low window the open connection has all of its settings, its curve and its buttons, and none covers another.
  @Test(arguments: [(Float(800), Float(500)), (1100, 700), (1280, 500)])
  func theOpenConnectionIsWhole(width: Float, height: Float) throws {
    var view = touchView()
    _ = view.handle(.resized(width: width, height: height), at: 0)
    view.model.patch.connections = [Parameter.reverb, .voicePitch, .filterCutoff].map {
      PatchConnection(Connection(.touchX, $0, low: 0, high: 1))
    }
    for place in 0..<3 {
      view.open(.matrix, withTabs: true)
      view.sound.matrix.chosen = place
      view.sound.matrix.isSought = true
      view.isStale = true
      view.refreshControls()
      let surface = try #require(view.controls.first { $0.role == .surface }).area
      var found: [Area] = []
      for action in ConnectionField.allCases.map({ SoundAction.connectionField(place, $0) }) + [
        .slope(place), .mute(place), .solo(place), .disconnect(place), .matrix(.listSources(place)),
        .matrix(.listDestinations(place)),
      ] + (place == 1 ? [.matrix(.listScales(place))] : []) {
        found.append(try #require(view.controls.last { $0.action == .sound(action) }, "\(action)").area)
      }
      for (index, area) in found.enumerated() {
        #expect(area.bottom <= surface.y && area.right <= width && area.height >= 24)
        #expect(!found[..<index].contains { $0.meets(area) })
      }
    }
  }

  @Test func aConnectionIsAddedByItsEnds() throws {
    var view = touchView()
    view.open(.matrix)
    let count = view.model.patch.connections.count
    _ = try view.press("Add")
    for letter in Controller.groupSpread.shortName { _ = view.type([letter]) }
    _ = view.handle(.key(.enter, shift: false, control: false), at: 0)
    for letter in "reverb" { _ = view.handle(.text(Array(String(letter).utf8)), at: 0) }
    let requests = view.handle(.key(.enter, shift: false, control: false), at: 0)
    let patch = try applied(requests, to: view.model.patch)
    try #require(patch.connections.count == count + 1)
    #expect(patch.connections[count].connection.source == .groupSpread)
    #expect(patch.connections[count].connection.destination == .reverb)
  }

  /// Before and after the engine has answered, in a high window and in one in which it does not find room.
  @Test func whatWasJustMadeIsOpenFromItsTitleOn() throws {
    for (width, height) in [(Float(1280), Float(800)), (800, 500)] {
      var view = touchView()
      _ = view.handle(.resized(width: width, height: height), at: 0)
      let old = [Parameter.reverbSize, .filterCutoff, .oscALevel, .ampAttack, .ampDecay, .ampSustain]
      view.model.patch.connections = old.map {
        PatchConnection(Connection(.touchX, $0, low: $0.spec.minimum, high: $0.spec.maximum))
      }
      view.open(.matrix)
      _ = try view.press("Add")
      for letter in Controller.groupSpread.shortName { _ = view.type([letter]) }
      _ = view.key(.enter)
      for letter in "reverb" { _ = view.handle(.text(Array(String(letter).utf8)), at: 0) }
      let requests = view.key(.enter)
      view.refreshControls()
      view.model.show(try applied(requests, to: view.model.patch))
      view.model.revision += 1
      try expectSeen(old.count, of: &view, title: Controller.groupSpread.shortName, whole: height > 600)
      // One that lies above what is seen opens likewise.
      view.sound.matrix.scroll = 150
      view.isStale = true
      _ = try view.press(.sound(.connection(1)))
      try expectSeen(1, of: &view, title: Controller.touchX.shortName, whole: height > 600)
    }
  }

  /// The open connection has its title within what is seen, and its last button if there is room.
  private func expectSeen(_ place: Int, of view: inout View, title: [UInt8], whole: Bool) throws {
    var list = DrawList()
    view.draw(into: &list)
    let card = try #require(view.controls.first { $0.action == .sound(.connection(place)) })
    #expect(card.isOn)
    var isTitled = false
    list.forEach { command in
      guard case .text(let text) = command, text.bytes == title else { return }
      if card.area.contains(text.x, text.y - text.size) { isTitled = true }
    }
    #expect(isTitled, "the title of \(place) is cut")
    #expect(!whole || view.controls.contains { $0.action == .sound(.disconnect(place)) })
  }

  @Test func whatMovesMostIsOffered() throws {
    var view = touchView()
    view.open(.matrix)
    _ = try view.press("Learn")
    for step in 0...30 {
      var live = LivePicture()
      live.controllers = Controller.allCases.map { $0.spec.rest }
      live.controllers[Int(Controller.motionPitch.rawValue)] = 0.02 * Float(step)
      live.controllers[Int(Controller.touchY.rawValue)] = 0.002 * Float(step)
      view.show(live, at: Double(step) / 30)
    }
    #expect(view.sound.matrix.candidates.first == .motionPitch)
    view.refreshControls()
    #expect(view.controls.contains { $0.action == .sound(.matrix(.use(.motionPitch))) })
  }

  @Test func aConnectionIsMutedAndSoundsAlone() throws {
    var view = touchView()
    view.open(.matrix)
    func ports(_ requests: [PanelRequest]) -> [[Float]] {
      requests.compactMap { if case .port(let port, let value) = $0 { [Float(port), value] } else { nil } }
    }
    let first = Float(TouchPort.trim01.rawValue)
    #expect(ports(try view.press("Mute")) == [[first, 0]])
    #expect(ports(try view.press("Solo")) == [[first + 1, 0], [first + 2, 0]])
    view.model.ports = TouchPort.allCases.map { $0.spec.default }
    view.model.ports[Int(first) + 1] = 0
    view.model.ports[Int(first) + 2] = 0
    #expect(ports(try view.press("Solo")) == [[first + 1, 1], [first + 2, 1]])
  }
}
