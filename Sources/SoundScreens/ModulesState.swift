// The state of *Modules*, and the edits of curves and steps. Any thread.
import Controls
import Paint
import PanelModel
import Patches
import Signal
import Text
import Toolkit

/// A stage of an envelope that has a time.
public enum EnvelopeStage: StaticString, NamedCase {
  case delay, attack, hold, decay, release
}

struct ModulesState: Sendable {
  var module = ModuleName.envelope(1)
  /// The step with the settings that are shown, from 0.
  var step = 0
  /// A stage's time when it was taken hold of, and the root of a second in points.
  var grabbed: (seconds: Float, scale: Float)?
  var scroll: Float = 0
  /// The width in points of the root of a second, in the envelope that was drawn last.
  var scale: Float = 1
  /// The patch with steps or a curve that are being dragged and are not yet in the model.
  var edited: PatchDocument?
}

extension SoundScreens {
  /// Drags the end of an envelope's stage: sideways its time, the end of the decay up and down the sustain.
  mutating func drag(
    _ stage: EnvelopeStage, _ drag: ControlDrag, _ pointer: ViewEvent.Pointer,
    _ requests: inout [PanelRequest]
  ) {
    guard let parameter = parameter(stage.symbol) else { return }
    let grabbed = modules.grabbed ?? (panel.setting(parameter).base, modules.scale)
    modules.grabbed = grabbed
    let way = (pointer.x - drag.startX) * (pointer.shift || pointer.control ? 0.1 : 1)
    let root = max(0, grabbed.seconds.squareRoot() + way / max(1, grabbed.scale))
    panel.change(parameter, .base, to: parameter.control(0).rounded(root * root), &requests)
    guard stage == .decay, let sustain = self.parameter("sustain") else { return }
    let level = (drag.track.bottom - pointer.y) / max(1, drag.track.height)
    panel.change(sustain, .base, to: sustain.control(0).rounded(level), &requests)
  }

  /// The steps of a sequencer, 1…4, as they are or as they are being dragged.
  func shownSequence(_ number: Int) -> StepSequence { (modules.edited ?? model.patch).sequences[number - 1] }

  /// The 32 points of an LFO's drawn curve, 1…4; a line without one.
  func shownCurve(_ number: Int) -> [Float] {
    let drawn = (modules.edited ?? model.patch).drawn[number - 1]
    return drawn.count == 32 ? drawn : [Float](repeating: 0, count: 32)
  }

  /// A point of a curve, or a step of a sequencer.
  static func point(_ index: Int, _ value: Float) -> ControlValue {
    ControlValue(("point \(index + 1)" as UTF8Text).bytes, value, -1...1, usual: 0)
  }

  /// Sets a point of a curve or a step, −1…1.
  mutating func setPoint(_ action: SoundAction, _ value: Float, _ requests: inout [PanelRequest]) {
    let value = (min(max(value, -1), 1) * 100).rounded() / 100
    var patch = modules.edited ?? model.patch
    let key: PatchKey
    switch action {
    case .curvePoint(let number, let index):
      var points = shownCurve(number)
      guard points.indices.contains(index), points[index] != value else { return }
      points[index] = value
      patch.drawn[number - 1] = points
      key = .drawn
    case .sequenceStep(let number, let index):
      guard 0..<32 ~= index, patch.sequences[number - 1].steps[index].value != value else { return }
      patch.sequences[number - 1].steps[index].value = value
      modules.step = index
      key = .sequences
    default: return
    }
    modules.edited = patch
    if let edit = Self.edit(of: key, from: patch) { requests.append(.edit(edit, revision: nil)) }
  }

  /// The edit that gives a patch what one key of another patch has; nil if that is the default.
  static func edit(of key: PatchKey, from patch: PatchDocument) -> PatchEdit? {
    let text = patch.write()
    let root: JSON
    do throws(DocumentError) {
      root = try text.span.bytes.withUnsafeBytes { raw throws(DocumentError) in try JSON(raw) }
    } catch { return nil }
    guard case .object(let members) = root.value, let member = members.first(where: { $0.key == key.bytes })
    else { return nil }
    return .member(key.bytes, member.value)
  }

  /// A stroke over points or steps sets those under it.
  mutating func stroke(_ pointer: ViewEvent.Pointer, _ requests: inout [PanelRequest]) {
    guard pointer.phase == .began || pointer.phase == .moved else { return }
    let under = controls.last { control in
      guard control.part.isFinite && control.area.inset(0, -10_000).contains(pointer.x, pointer.y) else {
        return false
      }
      return Self.isPoint(control.action)
    }
    guard let under else { return }
    let part = (under.area.bottom - pointer.y) / max(1, under.area.height)
    setPoint(under.action, 2 * part - 1, &requests)
  }

  static func isPoint(_ action: SoundAction) -> Bool {
    switch action {
    case .curvePoint, .sequenceStep: true
    default: false
    }
  }
}
