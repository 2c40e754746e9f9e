// Objects that are not heard, and the switch of an object, which makes it heard. Any thread.
import Controls
import Forms
import Matrix
import PanelModel
import Patches
import Signal
import Text
import Toolkit

extension SoundScreens {
  /// Whether an object is inaudible: off or unused.
  func isSilent(_ object: SoundObject) -> Bool { model.patch.isOff(object) || isUnused(object) }

  /// Whether an object that is on is inaudible: at its lowest level, without files, or a module without a connection.
  private func isUnused(_ object: SoundObject) -> Bool {
    if let controller = object.controller {
      let isUsed = model.patch.connections.contains { $0.connection.source == controller }
      return !isUsed && !(object == .lfo1 && isMoved(.lfoDepth, from: 0))
    }
    switch object {
    case .sample: return model.patch.samples.isEmpty || !isMoved(.sampleLevel, from: 0)
    case .limiter: return !isMoved(.limiterOn, from: 0)
    case .compressor: return Self.parameter(object, "ratio").map { !isMoved($0, from: 1) } ?? false
    case .filter1, .filter2:
      return Self.parameter(object, "kind").map { !isMoved($0, from: Self.noFilter) } ?? false
    case .equaliser:
      return ["low", "middle", "high"].allSatisfy { (end: StaticString) in
        Self.parameter(object, end).map { !isMoved($0, from: 0) } ?? true
      }
    default:
      for end: StaticString in ["level", "mix", "amount", "gain"] {
        if let level = Self.parameter(object, end) { return !isMoved(level, from: 0) }
      }
      return false
    }
  }

  /// The kind of a filter that lets everything pass.
  private static var noFilter: Float { Float((Parameter.filterKind.spec.choices?.names.count ?? 1) - 1) }

  /// Switches an object on, so that it is heard, or off. One that is on but not used gets a level, a kind or a
  /// connection, and shows its parameters.
  mutating func switchObject(_ object: SoundObject, _ requests: inout [PanelRequest]) {
    let isOff = model.patch.isOff(object)
    if isOff || !isUnused(object) {
      requests.append(.edit(.object(object, isOn: isOff), revision: nil))
    }
    guard isUnused(object) else { return }
    (sound.object, sound.scroll) = (object, 0)
    if let controller = object.controller {
      connect(object, controller, &requests)
    } else if object == .sample, model.patch.samples.isEmpty {
      // Only a file makes it heard.
      withForm { $0.press(.sounds(.browse([.key(PatchKey.samples.bytes)])), &requests) }
    } else if let (parameter, value) = audibleLevel(of: object) {
      panel.change(parameter, .base, to: value, &requests)
    }
  }

  /// Lets a module move something that is heard: a sequencer plays a melody, LFO 1 the vibrato, another module the
  /// cutoff of a filter, or the pitch if no filter is heard.
  private mutating func connect(
    _ object: SoundObject, _ controller: Controller, _ requests: inout [PanelRequest]
  ) {
    if object == .lfo1 { return panel.change(.lfoDepth, .base, to: 0.5, &requests) }
    var destination = Parameter.voicePitch
    if let number = [SoundObject.seq1, .seq2, .seq3, .seq4].firstIndex(of: object) {
      fillSequence(number, &requests)
    } else if !isSilent(.filter1) {
      destination = .filterCutoff
    } else if !isSilent(.filter2) {
      destination = .filter2Cutoff
    }
    use(.connect(controller, destination), &requests)
  }

  /// Gives a sequencer without values, from 0, a melody: a broken chord in twelfths of an octave.
  private mutating func fillSequence(_ number: Int, _ requests: inout [PanelRequest]) {
    var patch = model.patch
    let count = patch.sequences[number].count
    if (0..<count).contains(where: { patch.sequences[number].steps[$0].value != 0 }) { return }
    let melody: [Float] = [0, 0.33, 0.58, 1, 0.58, 0.33, 0, -0.42]
    for step in 0..<count { patch.sequences[number].steps[step].value = melody[step % melody.count] }
    if let edit = Self.edit(of: .sequences, from: patch) { requests.append(.edit(edit, revision: nil)) }
  }

  /// The parameter that makes a silent object audible, and its value then; nil: nothing does so alone.
  private func audibleLevel(of object: SoundObject) -> (Parameter, Float)? {
    let levels: [(end: StaticString, part: Float)] = [
      ("on", 1), ("ratio", 0.25), ("level", 0.6), ("mix", 0.35), ("amount", 0.5), ("gain", 0.5),
      ("high", 0.7),
    ]
    if object == .filter1 || object == .filter2 { return Self.parameter(object, "kind").map { ($0, 0) } }
    for (end, part) in levels {
      if let level = Self.parameter(object, end) { return (level, level.value(at: part)) }
    }
    return nil
  }

  /// Whether a parameter differs from a value, or a connection moves it.
  private func isMoved(_ parameter: Parameter, from rest: Float) -> Bool {
    panel.setting(parameter).base != rest || !movers(of: parameter).isEmpty
  }
}
