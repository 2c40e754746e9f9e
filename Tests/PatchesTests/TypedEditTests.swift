// Typed edits of patches against their JSON form: both do the same, clamp the same and refuse the same.
import Controls
import Instrument
import Matrix
import TestSupport
import Testing
import Text

@testable import Patches

struct TypedEditTests {
  /// The result of an edit: the patch and its warnings, or the error.
  private struct Outcome: Equatable {
    var patch: PatchDocument
    var warnings: [DocumentError] = []
    var error: DocumentError?

    init(_ patch: PatchDocument, _ change: (inout PatchDocument) throws(DocumentError) -> [DocumentError]) {
      self.patch = patch
      do throws(DocumentError) { warnings = try change(&self.patch) } catch { self.error = error }
    }
  }

  @Test func aTypedEditDoesWhatItsTextDoes() {
    var random = SeededGenerator("EDIT_SEED", default: 7)
    var (refused, clamped, applied) = (0, 0, 0)
    for _ in 0..<1500 {
      let patch = Bool.random(using: &random) ? PatchDocument() : PatchDocument.random(&random)
      let edit = PatchEdit.random(&random)
      let typed = Outcome(patch) { patch throws(DocumentError) in try patch.apply(edit) }
      let text = Outcome(patch) { patch throws(DocumentError) in try patch.apply(edit: edit.text) }
      #expect(typed == text, "\(string(edit.text))")
      if typed.error != nil {
        refused += 1
      } else if typed.warnings.isEmpty {
        applied += 1
      } else {
        clamped += 1
      }
    }
    #expect(refused > 100 && clamped > 50 && applied > 200, "\(refused) \(clamped) \(applied)")
  }

  @Test func whatIsWrongHasAPlaceInTheText() {
    var patch = PatchDocument()
    for (edit, column, message) in [
      (PatchEdit.set(symbol: Array("no_such".utf8), to: 1), 21, "set.no_such: is not known"),
      (.recall(snapshot: 3), 12, "recall: there is no snapshot 3"),
      (.disconnect(place: 9), 16, "disconnect: must be the place of a connection, 1…3"),
      (.undo, 10, "undo: must be true, alone"),
    ] {
      let error = refusal { () throws(DocumentError) in try patch.apply(edit) }
      #expect(error?.line == 1 && error?.column == column, "\(String(describing: error))")
      #expect(error?.text.hasPrefix(message) == true, "\(error?.text ?? "")")
    }
    #expect(patch == PatchDocument())
  }

  @Test func everyEditHasAName() throws {
    let connection = PatchConnection(Connection(.lfo1, .filterCutoff, low: 0, high: 1))
    for (edit, name) in [
      (PatchEdit.set(.filterCutoff, ParameterChange(base: 400)), "change Filter 1 cutoff"),
      (.object(.drive, isOn: true), "Drive on"), (.object(.drive, isOn: false), "Drive off"),
      (.connect(connection, place: nil), "connect LFO 1 to Filter 1 cutoff"),
      (.connect(connection, place: 2), "connect LFO 1 to Filter 1 cutoff"),
      (.disconnect(place: 1), "remove a connection"),
      (.disconnectAll(.lfo1, .filterCutoff), "remove LFO 1 from Filter 1 cutoff"),
      (.snapshot(place: nil, name: nil), "store a snapshot"), (.recall(snapshot: 1), "recall a snapshot"),
      (.forgetShape(place: 1), "remove a shape"), (.removeBody(place: 1), "remove body"),
      (.moveBody(place: 1, x: 0, y: 0), "move body"), (.removeOutput(place: 1), "remove output"),
      (.member(Array("how_to_play".utf8), JSON(.string([120]))), "change how to play"),
    ] {
      #expect(string(edit.title) == name)
    }
    for (text, name) in [
      (#"{"set": {"osc_a_level": 0.5, "osc_b_level": 0.5}}"#, "change several values"),
      (#"{"name": "a", "author": "b"}"#, "several changes"), ("no JSON", ""),
    ] {
      #expect(string(PatchEdit.title(of: Array(text.utf8))) == name)
    }
  }

  @Test func textsThatAreNotUTF8AreReadAsLatin1() throws {
    var patch = PatchDocument()
    for (bytes, name) in [([0xff], "ÿ"), ([0x61, 0xc3], "aÃ"), (Array("aé→🎹".utf8), "aé→🎹")]
      as [([UInt8], String)]
    {
      _ = try patch.apply(.snapshot(place: nil, name: bytes))
      #expect(patch.snapshots.last?.name == Array(name.utf8))
    }
    let before = patch
    #expect(throws: DocumentError.self) { try patch.apply(.snapshot(place: nil, name: [0])) }
    #expect(throws: DocumentError.self) { try patch.apply(.tune(scl: [0], kbm: [])) }
    #expect(patch == before)
  }

  @Test func aMacroKeepsItsNameWhenItLearns() throws {
    var patch = PatchDocument()
    try patch.apply(#"{"macros": {"2": {"name": "Air", "cc": 1}}}"#)
    var source = MacroSource()
    source.control = 74
    try patch.apply(.learn(macro: 2, source))
    #expect(patch.macros[1].control == 74 && string(patch.macros[1].name) == "Air")
  }
}

extension PatchEdit {
  /// Any edit, a quarter of them with numbers beyond all bounds or names of nothing.
  fileprivate static func random(_ random: inout SeededGenerator) -> PatchEdit {
    func any<T>(_ all: [T]) -> T { all.randomElement(using: &random)! }
    func place() -> Int { Int.random(in: 0...9, using: &random) }
    func value(of parameter: Parameter) -> Float {
      let spec = parameter.spec
      return any([
        Float.random(in: spec.minimum...spec.maximum, using: &random), spec.minimum, spec.maximum, 1e9, -1e9,
        0.5,
      ])
    }
    func symbol() -> [UInt8] {
      any([Parameter.allCases.randomElement(using: &random)!.spec.symbol.bytes, [120]])
    }
    let parameter = any(Parameter.allCases)
    let controller = any([Controller.touchTimbre, .touchPressure, .touchX])
    let route = PatchRoute(Route(any(Trigger.allCases.filter { $0.argument == .none }), any(Action.allCases)))
    switch Int.random(in: 0...13, using: &random) {
    case 0:
      let ends = [value(of: parameter), value(of: parameter)]
      return .set(
        parameter,
        ParameterChange(
          base: any([nil, value(of: parameter)]), low: any([nil, ends[0]]), high: any([nil, ends[1]])))
    case 1: return .set(symbol: symbol(), to: value(of: parameter))
    case 2: return .object(any(SoundObject.allCases), isOn: Bool.random(using: &random))
    case 3:
      return .connect(
        any([controller.spec.symbol.bytes, [121]]), to: any([parameter.spec.symbol.bytes, [122]]),
        low: value(of: parameter), high: value(of: parameter), amount: any([nil, 0.5, 7]))
    case 4:
      let connection = Connection(
        controller, parameter, low: parameter.spec.minimum, high: parameter.spec.maximum)
      return .connect(PatchConnection(connection), place: any([nil, place()]))
    case 5: return .disconnect(place: place())
    case 6:
      return .disconnect(
        controller.spec.symbol.bytes, from: any([.filterCutoff, parameter]).spec.symbol.bytes)
    case 7: return Bool.random(using: &random) ? .route(route) : .unroute(route)
    case 8:
      return .snapshot(
        place: any([nil, place()]),
        name: any([nil, Array("Dark “1”".utf8), [UInt8](repeating: 65, count: 65)]))
    case 9: return any([.recall(snapshot: place()), .forget(snapshot: place())])
    case 10:
      return .tune(scl: any([[], Array("Two\n2\n 600.\n 2/1\n".utf8), Array("x\n".utf8)]), kbm: [])
    case 12:
      let line = (0..<Int.random(in: 0...70, using: &random)).map { _ in
        SIMD2(any([Float(0.25), 0.5, 1, 1.5]), any([Float(0), 0.125]))
      }
      return any([
        .shape(place: any([nil, place()]), name: any([nil, Array("Ring".utf8)]), points: line),
        .forgetShape(place: place()),
      ])
    case 11:
      var source = MacroSource()
      source.control = any([nil, 7, 127])
      source.address = any([[], Array("/fader/1".utf8)])
      return .learn(macro: Int.random(in: 1...8, using: &random), source)
    default:
      return any([
        .member(PatchKey.name.bytes, JSON(.string(Array("New".utf8)))),
        .member(PatchKey.seed.bytes, JSON(.integer(-4))),
        .member(PatchKey.midiJoinsGroup.bytes, JSON(.integer(1))), .undo, .redo,
      ])
    }
  }
}
