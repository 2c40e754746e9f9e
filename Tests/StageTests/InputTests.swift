// Devices of the kernel: fingers by slots, sticks and buttons by numbers. One thread.
import CInput
import Testing

@testable import Stage

struct InputTests {
  private static let range = InputRange(least: 0, greatest: 100)

  private func screen(slots: Int = 4, pressure: InputRange? = nil) -> TouchSlots {
    TouchSlots(slots: slots, x: Self.range, y: Self.range, pressure: pressure)
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
    #expect(TouchSlots(slots: .max, x: Self.range, y: Self.range, pressure: nil).fingers == 64)
  }

  @Test func aScreenOfOneFinger() {
    var screen = screen(slots: 0)
    #expect(screen.read(InputEvent(EV_KEY, BTN_TOUCH, 1)) == [])
    #expect(play(&screen, [(ABS_X, 20), (ABS_Y, 75)]) == [.began(0, .init(x: 0.2, y: 0.25))])
    #expect(screen.read(InputEvent(EV_KEY, BTN_TOUCH, 0)) == [])
    #expect(play(&screen, []) == [.ended(0)])
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
