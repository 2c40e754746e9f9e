import RealTime
import Testing

/// Each control that can be held has one event that releases it, and that event releases no other.
struct HeldControlTests {
  private let all = (0..<HeldControl.count).map { HeldControl(number: $0) }

  @Test func eachControlIsLetGoByItsOwnEventAlone() {
    for control in all {
      let release = control.release(source: 77)
      let change = HeldControl.change(by: release)
      #expect(release.source == 77 && change?.control == control && change?.isHeld == false)
    }
    // Checks a sample of the controls against all others.
    for control in all where control.number % 97 == 0 {
      let release = control.release(source: 1)
      #expect(all.filter { $0.isReleased(by: release) } == [control])
    }
  }

  /// Events that take a control, and the expected events that release it.
  @Test(arguments: [
    (SurfaceEvent.midi(0x95, 60, 1), SurfaceEvent.midi(0x85, 60, 64)),
    (.midi(0xB3, 64, 64), .midi(0xB3, 64, 0)), (.midi(0xB3, 66, 127), .midi(0xB3, 66, 0)),
    (.midi(0xBF, 69, 100), .midi(0xBF, 69, 0)), (.midi(0xE2, 1, 64), .midi(0xE2, 0, 64)),
    (.midi(0xD2, 1, 0), .midi(0xD2, 0, 0)),
    (.pad(axis: 6, amount: -0.1, of: 4), .pad(axis: 6, amount: 0, of: 4)),
    (.pad(button: 16, amount: 0.2), .pad(button: 16, amount: 0)),
  ])
  func aHandThatGoesLetsGo(taken: SurfaceEvent, ended: SurfaceEvent) throws {
    let (control, isHeld) = try #require(HeldControl.change(by: taken))
    #expect(isHeld)
    let release = control.release(source: 0)
    #expect(release.kind == ended.kind && release.id == ended.id)
    #expect(release.words[0].bitPattern == ended.words[0].bitPattern)
  }

  @Test(arguments: [
    SurfaceEvent.midi(0xB0, 1, 127), .midi(0xB0, 65, 127), .midi(0xC0, 1, 0), .midi(0xA0, 60, 127),
    .touch(.began, id: 1), .token(id: 1), .macro(1, amount: 1), .hold(2), .motion(.attitude, x: 1),
    .pad(axis: 7, amount: 1), .pad(button: 17, amount: 1), .pad(button: 1, amount: 1, of: 5),
    .pad(axis: 1, amount: .nan),
  ])
  func theRestIsNotHeld(event: SurfaceEvent) { #expect(HeldControl.change(by: event) == nil) }

  @Test func channelModeMessagesAndPanicLetGoOfMany() {
    func count(_ event: SurfaceEvent) -> Int { all.count { $0.isReleased(by: event) } }
    #expect(count(.midi(0xB4, 123, 0)) == 128 && count(.midi(0xB4, 120, 0)) == 128)
    #expect(count(.midi(0xB4, 121, 0)) == 5)
    #expect(count(.panic()) == 16 * (128 + 5))
    #expect(HeldControl.count == 16 * (128 + 5) + 4 * 22)
  }
}
