// A touch that turns out to be a pad of an object: afterwards the group and the gestures are as if it had
// never been.
import Controls
import RealTime
import Testing

@testable import Touch

/// Two fingers, and from 0.5 to 0.7 s a third touch that ends with `end`; nil: no third touch.
private func script(_ end: SurfaceEvent.Kind?) -> Script {
  var script = Script()
  for (id, x) in [(Int32(1), 0.3), (2, 0.4)] {
    // They lie still while the third touch is there, so that no sum of motions differs.
    script.stroke(id, from: 0.1, to: 2) { t in (x + (t < 0.4 ? t / 10 : 0.04), 0.4 + max(t - 0.9, 0) / 10) }
  }
  guard let end else { return script }
  script.stroke(9, from: 0.5, to: 0.7, lifts: false) { _ in (0.8, 0.85) }
  script.add(0.7, end, 9)
  return script
}

private func values(_ script: Script) -> [Controller: Float] {
  var surface = ControllerSources(sampleRate: 48_000)
  var values: [Controller: Float] = [:]
  script.play(until: 1.4, on: &surface) { surface, _, _ in
    for controller in Controller.allCases
    where controller.category == .group || controller.category == .gesture {
      values[controller] = surface.shared[controller]
    }
  }
  return values
}

@Test func aWithdrawnTouchLeavesNothingInTheGroup() {
  let (without, withdrawn) = (values(script(nil)), values(script(.withdrawn)))
  #expect(without[.groupCount] == 2 && without.count > 20)
  for (controller, value) in without where controller != .groupHoldRate {
    let other = withdrawn[controller]!
    #expect(abs(other - value) <= 1e-5 * max(abs(value), 1), "\(controller): \(value) became \(other)")
  }
  // An ended one still counts among the beginnings.
  #expect(values(script(.ended))[.groupTouchRate]! > withdrawn[.groupTouchRate]! + 0.3)
}

@Test func aWithdrawnTouchCausesNoTriggers() {
  let end = Int64(0.7 * 48_000)
  func after(_ kind: SurfaceEvent.Kind?) -> [Trigger] {
    script(kind).triggerEvents(until: 1.4).filter { $0.frame >= end }.map(\.trigger)
  }
  #expect(after(.withdrawn) == after(nil))
  #expect(Set(after(.ended)).isSuperset(of: [.touchEnded, .countReached, .release]))
}
