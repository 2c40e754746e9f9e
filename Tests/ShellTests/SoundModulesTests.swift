// *Sound* and *Modules*: ranges, envelopes, steps and curves are dragged.
import Controls
import Matrix
import PanelModel
import Patches
import Testing

@testable import Paint
@testable import Shell
@testable import SoundScreens

@Suite struct SoundModulesTests {
  @Test func aRangeAndABaseAreDragged() throws {
    var view = touchView()
    view.open(.sound)
    let parameter = Parameter.oscALevel
    _ = view.handle(.hover(x: 0, y: 0, alt: true), at: 0)
    var patch = try applied(
      try view.drag(.sound(.parameter(parameter, .low)), to: 0.25), to: view.model.patch)
    #expect(abs(patch[parameter].low - parameter.value(at: 0.25)) < 0.01)
    view.model.show(patch)
    view.model.revision += 1
    // The base value stays within the range.
    patch = try applied(try view.drag(.sound(.parameter(parameter, .base)), to: 0.1), to: patch)
    #expect(patch[parameter].base == patch[parameter].low)
  }

  /// A press on the disc of an object at its lowest level makes it audible, another press switches it off.
  @Test func aSilentObjectIsSwitchedOn() throws {
    let levels: [(SoundObject, Parameter)] = [(.fm, .fmLevel), (.reverb, .reverb), (.limiter, .limiterOn)]
    for (object, parameter) in levels {
      var view = touchView()
      view.open(.sound)
      view.model.patch.connections = []
      #expect(view.withSound { $0.isSilent(object) }, "\(object)")
      let patch = try applied(try view.press(.sound(.objectSwitch(object))), to: view.model.patch)
      #expect(patch[parameter].base > 0.2 && !patch.isOff(object) && view.sound.sound.object == object)
      view.model.show(patch)
      view.model.revision += 1
      #expect(!view.withSound { $0.isSilent(object) }, "\(object)")
      #expect(try applied(try view.press(.sound(.objectSwitch(object))), to: patch).isOff(object))
    }
  }

  /// A press on the disc of any object that is not heard makes it heard: a module gets a connection to something that
  /// is heard. This holds for those that are off as well.
  @Test(arguments: SoundObject.allCases.filter { $0 != .sample }, [false, true])
  func everyUnusedObjectIsSwitchedOnAudibly(object: SoundObject, isOff: Bool) throws {
    var view = touchView()
    view.open(.sound)
    view.model.patch.connections = []
    view.model.patch.set(object, isOff: isOff)
    guard view.withSound({ $0.isSilent(object) }) else { return }
    let requests = try view.press(.sound(.objectSwitch(object)))
    view.model.show(try applied(requests, to: view.model.patch))
    view.model.revision += 1
    #expect(!view.model.patch.isOff(object) && !view.withSound { $0.isSilent(object) })
    guard let controller = object.controller, object != .lfo1 else { return }
    let one = try #require(
      view.model.patch.connections.first { $0.connection.source == controller }?.connection)
    #expect(one.low != one.high && [.filterCutoff, .voicePitch].contains(one.destination))
    #expect(!view.model.message.isEmpty, "it says what moves")
  }

  /// A sequencer whose steps are all 0 gets a melody, and one with values keeps them.
  @Test func aSequencerThatIsSwitchedOnPlays() throws {
    var view = touchView()
    view.open(.sound)
    view.model.patch.connections = []
    var patch = try applied(try view.press(.sound(.objectSwitch(.seq2))), to: view.model.patch)
    let values = (0..<8).map { patch.sequences[1].steps[$0].value }
    #expect(Set(values).count > 2)
    view.model.patch.sequences[1].steps[0].value = 1
    patch = try applied(try view.press(.sound(.objectSwitch(.seq2))), to: view.model.patch)
    #expect((0..<8).map { patch.sequences[1].steps[$0].value } == [1, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func stepsAndCurvesAreDrawn() throws {
    var view = touchView()
    view.open(.modules)
    view.sound.modules.module = .sequencer(2)
    view.refreshControls()
    let steps = view.controls.filter { control in
      if case .sound(let action) = control.action { SoundScreens.isPoint(action) } else { false }
    }
    #expect(steps.count == 8)
    var requests: [PanelRequest] = []
    requests += view.handle(.pointer(.init(.began, x: steps[0].area.middleX, y: steps[0].area.y)), at: 0)
    for step in steps.dropFirst() {
      requests += view.handle(.pointer(.init(.moved, x: step.area.middleX, y: step.area.bottom)), at: 0)
    }
    let patch = try applied(requests, to: view.model.patch)
    #expect((0..<8).map { patch.sequences[1].steps[$0].value } == [1, -1, -1, -1, -1, -1, -1, -1])
    requests = []
    view.model.revision += 1
    view.withSound { $0.setPoint(.curvePoint(3, 4), 0.5, &requests) }
    #expect(try applied(requests, to: view.model.patch).drawn[2][4] == 0.5)
  }

  @Test func stagesOfAnEnvelopeAreDragged() throws {
    var view = touchView()
    view.open(.modules)
    view.refreshControls()
    func end(_ stage: EnvelopeStage) throws -> Area {
      try #require(view.controls.first { $0.action == .sound(.envelopePoint(stage)) }).area
    }
    let attack = try end(.attack)
    let before = view.model.patch[.ampAttack].base
    let root = before.squareRoot() + 60 / view.sound.modules.scale
    var requests = view.handle(.pointer(.init(.began, x: attack.middleX, y: attack.middleY)), at: 0)
    requests += view.handle(.pointer(.init(.moved, x: attack.middleX + 60, y: attack.middleY)), at: 0)
    requests += view.handle(.pointer(.init(.ended, x: attack.middleX + 60, y: attack.middleY)), at: 0)
    var patch = try applied(requests, to: view.model.patch)
    #expect(abs(patch[.ampAttack].base - root * root) < 0.01 * root * root)
    view.model.show(patch)
    view.model.revision += 1
    view.refreshControls()
    let decay = try end(.decay)
    requests = view.handle(.pointer(.init(.began, x: decay.middleX, y: decay.middleY)), at: 0)
    requests += view.handle(.pointer(.init(.moved, x: decay.middleX, y: 0)), at: 0)
    patch = try applied(requests, to: patch)
    #expect(patch[.ampSustain].base == 1)
  }

  @Test func aStepHasItsSettings() throws {
    var view = touchView()
    view.open(.modules)
    view.sound.modules.module = .sequencer(3)
    view.sound.modules.step = 2
    let requests = try view.press("Tie")
    var patch = try applied(requests, to: view.model.patch)
    #expect(patch.sequences[2].steps[2].isTied && patch.sequences[2].count == 8)
    view.model.show(patch)
    view.model.revision += 1
    patch = try applied(try view.press("Add a step"), to: patch)
    #expect(patch.sequences[2].count == 9 && view.sound.modules.step == 8)
  }

  @Test func everyParameterIsOnAScreen() {
    let onSound = (SoundObject.allCases.map { $0 as SoundObject? } + [nil]).flatMap {
      Parameter.all(of: $0)
    }
    #expect(Set(onSound) == Set(Parameter.allCases))
    #expect(onSound.count == Parameter.count)
    for module in ModuleName.all { #expect(!SoundScreens.parameters(of: module).isEmpty, "\(module)") }
  }
}
