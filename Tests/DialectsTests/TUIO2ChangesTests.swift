import InputTestSupport
import RealTime
import TestSupport
import Testing

@testable import Dialects

/// The server of the reference library (mkalten/TUIO20_CPP, TuioServer.cpp) sends of each object only the
/// components that changed in the frame: the token, then the pointer, then the bounds. What a receiver knows
/// after each frame must be what it would know if the server sent everything.
struct TUIO2ChangesTests {
  /// An object as the sender has it.
  private struct Thing {
    var id: Int32
    var isToken = false
    /// Position, y downwards; and the pressure or the token's angle.
    var place: SIMD3<Float> = [0.5, 0.5, 0.5]
    /// Center, angle, width and height of the contact; nil: the object has no bounds.
    var bounds: [Float]?

    var main: [UInt8] {
      let numbers = isToken ? [place.x, place.y, place.z] : [place.x, place.y, 0, 0, 0.05, place.z]
      return TUIO.message2(isToken ? "tok" : "ptr", [.i(id), .i(0), .i(2)] + numbers.map { .f($0) })
    }

    var bound: [UInt8] { TUIO.message2("bnd", [.i(id)] + bounds!.map { .f($0) } + [.f(0.02)]) }

    /// x, y (upwards), pressure, radius, aspect and orientation of the touch; of a token x, y and angle.
    var meaning: [Float] {
      if isToken { return [place.x, 1 - place.y, 1 - place.z / (2 * .pi)] }
      guard let bounds else { return [place.x, 1 - place.y, place.z, 0.05 * 0.8] }
      // The surface is 4 wide and 3 high, so its diagonal is 5.
      let (width, height) = (bounds[3] * 4, bounds[4] * 3)
      let turns = 1 - bounds[2] / (2 * .pi) + (height > width ? 0.25 : 0)
      return [
        place.x, 1 - place.y, place.z, max(width, height) / 2 / 5, min(width, height) / max(width, height),
        turns - turns.rounded(.down),
      ]
    }
  }

  /// The state of each id.
  private struct Known {
    var values: [Int32: [Float]] = [:]

    mutating func hear(_ event: SurfaceEvent) {
      let shape = values[event.id]?.dropFirst(4) ?? []
      switch event.kind {
      case .began: values[event.id] = (0..<4).map { event.words[$0] }
      case .moved: values[event.id] = (0..<4).map { event.words[$0] } + shape
      case .shape:
        values[event.id] = values[event.id]!.prefix(4) + [event.shape.aspect, event.shape.orientation]
      case .token: values[event.id] = (0..<3).map { event.words[$0] }
      case .ended, .tokenLifted: values[event.id] = nil
      default: break
      }
    }

    func isExact(_ things: [Thing]) -> Bool {
      values.count == things.count
        && things.allSatisfy { thing in
          guard let known = values[thing.id], known.count == thing.meaning.count else { return false }
          return zip(known, thing.meaning).allSatisfy { abs($0 - $1) < 1e-5 }
        }
    }
  }

  @Test func whatHasNotChangedStaysAsItWas() {
    var random = SeededGenerator("TUIO_SEED", default: 1)
    func number() -> Float { Float(random.next() % 1000) / 1000 }
    var things = (1...4).map { Thing(id: $0, isToken: $0 == 4) }
    var surface = Listening()
    var known = Known()
    var exact = 0
    for frame in 1...121 {
      var components: [[UInt8]] = []
      for index in things.indices {
        let isNew = frame == 1
        if isNew || random.next() % 2 == 0 {
          things[index].place = [number(), number(), 0.1 + 0.9 * number()]
          components.append(things[index].main)
        }
        // The first has bounds from its first frame, the second never, the others from some later frame.
        let mayHave = index == 0 && isNew || index != 1 && frame > 20 && random.next() % 3 == 0
        if mayHave {
          things[index].bounds = [number(), number(), 6 * number(), 0.1 + 0.2 * number(), 0.5 * number()]
          components.append(things[index].bound)
        }
      }
      for event in surface.receive(TUIO.frame2(Int32(frame), components, alive: things.map(\.id))) {
        known.hear(event)
      }
      if known.isExact(things) { exact += 1 }
    }
    #expect(exact == 121, "\(exact) of 121 frames")
    #expect(surface.refusals.isEmpty)
  }

  /// Bounds that come alone give the pointer its size and nothing else.
  @Test func boundsAloneMoveNoPointer() {
    var surface = Listening()
    let pointer = TUIO.message2("ptr", [.i(5), .i(0), .i(0)] + [0.25, 0.25, 0, 0, 0, 0.5].map { .f($0) })
    let hover = TUIO.message2("ptr", [.i(5), .i(0), .i(0)] + [0.25, 0.25, 0, 0, 0, -0.5].map { .f($0) })
    let bounds = TUIO.message2("bnd", [.i(5)] + [0.75, 0.75, 0, 0.2, 0.1, 0.02].map { .f($0) })
    surface.receive(TUIO.frame2(1, [pointer], alive: [5]))
    surface.receive(TUIO.frame2(2, [bounds], alive: [5]))
    #expect(surface.events.map(\.kind) == [.began, .moved, .shape])
    #expect(
      surface.events[1].touch.x == 0.25 && surface.events[1].touch.y == 0.75
        && surface.events[1].touch.pressure == 0.5)
    #expect(abs(surface.events[1].touch.radius - 0.08) < 1e-6)
    surface.receive(TUIO.frame2(3, [hover], alive: [5]))
    surface.receive(TUIO.frame2(4, [bounds], alive: [5]))
    #expect(surface.events.map(\.kind) == [.began, .moved, .shape, .ended], "it hovers")
  }
}
