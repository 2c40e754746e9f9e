// Devices of the kernel: fingers by slots, sticks and buttons by numbers. One thread.
import CInput
import Testing

@testable import Stage

struct InputTests {
  private static let range = InputRange(least: 0, greatest: 100)

  private func screen(slots: Int = 4, pressure: InputRange? = nil) -> TouchSlots {
    TouchSlots(slots: slots, x: Self.range, y: Self.range, TouchSlots.Axes(pressure: pressure))
  }

  /// Events of axes, and the end of their report.
  private func play(
    _ screen: inout TouchSlots, _ events: [(Int32, Int32)], slot: Int32 = 0
  ) -> [InputReport] {
    var reports: [InputReport] = []
    for (code, value) in events { reports += screen.read(InputEvent(EV_ABS, code, value)) }
    return reports + screen.read(InputEvent(EV_SYN, SYN_REPORT, 0)) { slot }
  }

  @Test func fingersBeginMoveAndEndInTheirSlots() {
    var screen = screen()
    let first = play(
      &screen,
      [
        (ABS_MT_TRACKING_ID, 7), (ABS_MT_POSITION_X, 25), (ABS_MT_POSITION_Y, 100), (ABS_MT_SLOT, 2),
        (ABS_MT_TRACKING_ID, 8), (ABS_MT_POSITION_X, 50), (ABS_MT_POSITION_Y, 0),
      ])
    #expect(first == [.began(0, .init(x: 0.25, y: 0)), .began(2, .init(x: 0.5, y: 1))])
    // The slot of the last event goes on.
    #expect(play(&screen, [(ABS_MT_POSITION_X, 75)]) == [.moved(2, .init(x: 0.75, y: 1))])
    #expect(play(&screen, [(ABS_MT_POSITION_X, 75)]) == [], "nothing has changed")
    #expect(play(&screen, [(ABS_MT_SLOT, 0), (ABS_MT_TRACKING_ID, -1)]) == [.ended(0)])
    // Another finger in the same slot within one report.
    #expect(
      play(&screen, [(ABS_MT_SLOT, 2), (ABS_MT_TRACKING_ID, 9), (ABS_MT_POSITION_X, 0)])
        == [.ended(2), .began(2, .init(x: 0, y: 1))])
    #expect(screen.end() == [.ended(2)])
  }

  @Test func lostEventsEndFingersAndWhatMovesOnBegins() {
    var screen = screen()
    _ = play(&screen, [(ABS_MT_TRACKING_ID, 1), (ABS_MT_POSITION_X, 10), (ABS_MT_POSITION_Y, 10)])
    #expect(screen.read(InputEvent(EV_SYN, SYN_DROPPED, 0)) == [.ended(0)])
    // Until the next report nothing can be believed; then the kernel says which slot is spoken of.
    #expect(play(&screen, [(ABS_MT_POSITION_X, 99)], slot: 3) == [])
    #expect(play(&screen, [(ABS_MT_POSITION_X, 40)]) == [.began(3, .init(x: 0.4, y: 1))])
  }

  @Test func wrongSlotsAndValuesHarmNothing() {
    var screen = screen(slots: 2, pressure: InputRange(least: 0, greatest: 50))
    #expect(play(&screen, [(ABS_MT_SLOT, 9), (ABS_MT_TRACKING_ID, 1), (ABS_MT_POSITION_X, 5)]) == [])
    #expect(play(&screen, [(ABS_MT_SLOT, -1), (ABS_MT_TRACKING_ID, 1)]) == [])
    let reports = play(
      &screen,
      [
        (ABS_MT_SLOT, 1), (ABS_MT_TRACKING_ID, 1), (ABS_MT_POSITION_X, .max), (ABS_MT_POSITION_Y, .min),
        (ABS_MT_PRESSURE, 25),
      ])
    #expect(reports == [.began(1, .init(x: 1, y: 1, pressure: 0.5))])
    #expect(TouchSlots(slots: .max, x: Self.range, y: Self.range).fingers == 64)
  }

  @Test func aScreenOfOneFinger() {
    var screen = screen(slots: 0)
    #expect(screen.read(InputEvent(EV_KEY, BTN_TOUCH, 1)) == [])
    #expect(play(&screen, [(ABS_X, 20), (ABS_Y, 75)]) == [.began(0, .init(x: 0.2, y: 0.25))])
    #expect(screen.read(InputEvent(EV_KEY, BTN_TOUCH, 0)) == [])
    #expect(play(&screen, []) == [.ended(0)])
  }

  @Test func contactsHaveASizeAndADirection() throws {
    var screen = TouchSlots(
      slots: 2, x: InputRange(least: 0, greatest: 300), y: InputRange(least: 0, greatest: 400),
      TouchSlots.Axes(major: Self.range, orientation: InputRange(least: -90, greatest: 90)))
    func place(_ events: [(Int32, Int32)]) throws -> InputReport.Place {
      switch try #require(play(&screen, events).last) {
      case .began(_, let place), .moved(_, let place): return place
      default: throw CancellationError()
      }
    }
    let first = try place([
      (ABS_MT_TRACKING_ID, 1), (ABS_MT_POSITION_X, 150), (ABS_MT_POSITION_Y, 200), (ABS_MT_TOUCH_MAJOR, 50),
    ])
    #expect(first.radius == 0.05 && first.shape == nil && first.pressure == nil, "the diagonal is 500")
    // Upright, then a quarter turn and an eighth of a turn clockwise.
    for (value, turns) in [(0, 0.25), (90, 0), (45, 0.125), (-45, 0.375), (-90, 0)] as [(Int32, Float)] {
      let place = try place([
        (ABS_MT_TOUCH_MINOR, value == 0 ? 25 : 20 + value / 45), (ABS_MT_ORIENTATION, value),
      ])
      #expect(try #require(place.shape).orientation == turns)
    }
    #expect(try place([(ABS_MT_TOUCH_MINOR, 25)]).shape?.aspect == 0.5)
    #expect(try place([(ABS_MT_TOUCH_MAJOR, 0)]).radius == nil, "a screen that sends 0 doesn't know it")
  }

  @Test func aPenPressesAndLeans() throws {
    var pen = TouchSlots(
      slots: 0, x: Self.range, y: Self.range,
      TouchSlots.Axes(
        pressure: InputRange(least: 0, greatest: 2047),
        tiltX: InputRange(least: -64, greatest: 63, resolution: 57),
        tiltY: InputRange(least: -64, greatest: 63)))
    #expect(play(&pen, [(ABS_X, 10), (ABS_Y, 10), (ABS_TILT_X, 30)]) == [], "it hovers")
    #expect(pen.read(InputEvent(EV_KEY, BTN_TOUCH, 1)) == [])
    let reports = play(&pen, [(ABS_PRESSURE, 2047), (ABS_TILT_X, 57), (ABS_TILT_Y, 0)])
    guard case .began(0, let place) = try #require(reports.first) else { throw CancellationError() }
    #expect(place.pressure == 1)
    // A radian to the right: the ellipse of a cylinder has the aspect cos 1.
    #expect(abs(try #require(place.shape).aspect - 0.5403) < 1e-3 && place.shape?.orientation == 0)
    guard case .moved(0, let other) = try #require(play(&pen, [(ABS_TILT_X, 0), (ABS_TILT_Y, -60)]).first)
    else {
      throw CancellationError()
    }
    #expect(abs(try #require(other.shape).aspect - 0.5) < 1e-3 && other.shape?.orientation == 0.25)
  }

  @Test func sticksRestAndPointUpward() {
    let wide = InputRange(least: -32768, greatest: 32767, flat: 128)
    let byte = InputRange(least: 0, greatest: 255)
    var pad = GameController(ranges: [
      ABS_X: byte, ABS_Y: wide, ABS_RX: wide, ABS_RY: wide, ABS_Z: byte, ABS_RZ: byte,
      ABS_HAT0X: InputRange(least: -1, greatest: 1),
    ])
    func read(_ code: Int32, _ value: Int32) -> [InputReport] { pad.read(InputEvent(EV_ABS, code, value)) }
    #expect(read(ABS_X, 255) == [.axis(1, 1)])
    #expect(read(ABS_X, 127) == [.axis(1, 0)] && read(ABS_X, 128) == [], "both are the middle")
    #expect(read(ABS_Y, -32768) == [.axis(2, 1)])
    #expect(read(ABS_Y, 100) == [.axis(2, 0)], "it rests there")
    #expect(read(ABS_RY, 32767) == [.axis(4, -1)])
    #expect(read(ABS_RZ, 255) == [.button(8, 1)] && read(ABS_Z, 51) == [.button(6, 0.2)])
    // Its button says the same, and is not told twice.
    #expect(pad.read(InputEvent(EV_KEY, BTN_TR2, 1)) == [])
    #expect(read(ABS_HAT0X, -1) == [.button(13, 1)])
    #expect(read(ABS_HAT0X, 1) == [.button(13, 0), .button(14, 1)])
    #expect(pad.read(InputEvent(EV_KEY, BTN_SOUTH, 1)) == [.button(1, 1)])
    #expect(pad.read(InputEvent(EV_KEY, BTN_SOUTH, 2)) == [], "a repetition")
    #expect(pad.read(InputEvent(EV_KEY, KEY_A, 1)) == [])
    #expect(
      pad.end() == [.axis(4, 0), .button(1, 0), .button(6, 0), .button(8, 0), .button(14, 0)],
      "what is held is let go")
    #expect(pad.end() == [])
  }

  @Test func withoutTurnsTheRightStickIsTheLowerAxes() {
    let byte = InputRange(least: 0, greatest: 255)
    var pad = GameController(ranges: [ABS_X: byte, ABS_Y: byte, ABS_Z: byte, ABS_RZ: byte, ABS_GAS: byte])
    #expect(pad.read(InputEvent(EV_ABS, ABS_Z, 0)) == [.axis(3, -1)])
    #expect(pad.read(InputEvent(EV_ABS, ABS_RZ, 0)) == [.axis(4, 1)])
    #expect(pad.read(InputEvent(EV_ABS, ABS_GAS, 255)) == [.button(8, 1)])
  }
}
