// Surface events by the names of their words: what a constructor writes, the view of its kind reads.
import Foundation
import RealTime
import Testing

@Suite("Views of surface events")
struct SurfaceEventTests {
  @Test func aTokenHasAnAngleAndAClass() {
    let event = SurfaceEvent.token(source: 3, id: 7, x: 0.1, y: 0.2, angle: 0.25, classNumber: 4)
    #expect(event == SurfaceEvent(.token, source: 3, id: 7, words: SIMD4(0.1, 0.2, 0.25, 4)))
    #expect(event.token.angle == 0.25 && event.token.classNumber == 4 && event.token.x == 0.1)
    #expect(SurfaceEvent.token(id: 1).token.angle.isNaN)
  }

  @Test func aTouchHasPressureAndRadius() {
    let event = SurfaceEvent.touch(.moved, source: 1, id: 2, x: 0.5, y: 0.6, pressure: 0.7, radius: 0.1)
    #expect(event == SurfaceEvent.touch(.moved, source: 1, id: 2, x: 0.5, y: 0.6, pressure: 0.7, radius: 0.1))
    #expect(event.touch.pressure == 0.7 && event.touch.radius == 0.1)
    let shape = SurfaceEvent.shape(id: 2, aspect: 0.5, orientation: 0.125)
    #expect(shape.shape.aspect == 0.5 && shape.shape.orientation == 0.125)
  }

  /// The pen as a vector: it is turned from upright about both axes, and seen from above.
  @Test func aLeaningPenHasTheEllipseOfACylinder() {
    for right in stride(from: -80.0, through: 80, by: 20) {
      for away in stride(from: -80.0, through: 80, by: 20) {
        let shape = SurfaceEvent.ShapeView(tiltX: Float(right / 360), tiltY: Float(away / 360))
        let (x, y) = (tan(right * .pi / 180), tan(away * .pi / 180))
        let altitude = atan2(1, (x * x + y * y).squareRoot())
        #expect(abs(Double(shape.aspect) - sin(altitude)) < 1e-4)
        if right == 0 && away == 0 { continue }
        let turns = atan2(y, x) / (2 * .pi)
        let half = 2 * (Double(shape.orientation) - turns)
        #expect(abs(half - half.rounded()) < 1e-3 && 0..<0.5 ~= shape.orientation, "\(right)° \(away)°")
      }
    }
    let flat = SurfaceEvent.ShapeView(tiltX: 5, tiltY: -.infinity)
    #expect(flat.aspect.isFinite && flat.aspect < 0.02)
  }

  @Test func padsAndMacrosHaveNumbers() {
    #expect(SurfaceEvent.pad(axis: 6, amount: -1).pad.axis == 6)
    for pad in 1...4 {
      let axis = SurfaceEvent.pad(axis: 3, amount: 1, of: pad).pad
      let button = SurfaceEvent.pad(button: 16, amount: 1, of: pad).pad
      #expect(axis.axis == 3 && axis.number == pad && button.button == 16 && button.number == pad)
    }
    for id in [-1, 4001, .min, .max] as [Int32] {
      #expect(
        SurfaceEvent(.pad(1), id: id).pad.number == nil && SurfaceEvent(.pad(.nan), id: id).pad.axis == nil)
    }
    let button = SurfaceEvent.pad(button: 16, amount: 1)
    #expect(button.id == 116 && button.pad.button == 16 && button.pad.axis == nil && button.pad.amount == 1)
    #expect(
      SurfaceEvent(.pad(1), id: 100).pad.button == nil && SurfaceEvent(.pad(1), id: 0).pad.axis == nil)
    #expect(SurfaceEvent.macro(8, amount: 0.5).macro.number == 8)
    #expect(SurfaceEvent(.macro(1), id: 9).macro.number == nil)
    #expect(SurfaceEvent.hold(2).amount == 2)
  }

  @Test(arguments: MotionSensor.allCases) func aSensorHasThreeNumbers(_ sensor: MotionSensor) {
    let event = SurfaceEvent.motion(sensor, x: 1, y: 2, z: 3)
    #expect(
      event.kind == .motion && event.id == sensor.rawValue && event.motion.x == 1 && event.motion.z == 3)
    #expect(event.motion.sensor == sensor && event.motion.z == 3)
    #expect(SurfaceEvent(.motion(x: 0, y: 0, z: 0), id: 99).motion.sensor == nil)
  }

  @Test func aLayoutUsesEveryBitOnce() {
    for bits in 0..<256 {
      let event = SurfaceEvent(
        .source, source: 5, id: Int32(bits), words: SIMD4(0.1, 0.2, 0.8, 0.9))
      let layout = event.layout
      let again = SurfaceEvent.layout(
        source: 5, kind: layout.kind, quarters: layout.quarters, isMirroredX: layout.isMirroredX,
        isMirroredY: layout.isMirroredY, crop: layout.crop)
      #expect(again == event)
    }
    let layout = SurfaceEvent.layout(source: 1, kind: 3, quarters: 2, isMirroredX: true).layout
    #expect(layout.kind == 3 && layout.quarters == 2 && layout.isMirroredX && !layout.isMirroredY)
    #expect(layout.crop.left.isNaN)
  }

  @Test func aNameIsBytes() {
    let event = SurfaceEvent.name(part: 1, words: [0x64636261, 1, 2, 3], source: 9)
    #expect(event.name.part == 1 && event.name.words == [0x64636261, 1, 2, 3] && event.kind == .sourceName)
  }
}
