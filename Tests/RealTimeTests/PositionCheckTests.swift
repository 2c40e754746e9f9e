// Positions of hosts whose bars contradict their frames, and of hosts that only round.
import RealTime
import Testing

struct PositionCheckTests {
  /// 120 beats a minute at 48 kHz, four beats in a bar.
  private func correct(
    _ check: inout PositionCheck, _ frame: Int64, bar: Int64, barBeat: Double
  ) -> Transport {
    var position = Transport()
    (position.frame, position.bar, position.barBeat) = (frame, bar, barBeat)
    check.correct(
      &position, at: frame, speed: 1, beatsPerBar: 4, beatsPerFrame: 1.0 / 24_000)
    return position
  }

  /// The end of a bar that was rounded up is no beat of Qtractor, whose bar 1 has that beat all the time. The bars of
  /// this host are three beats ahead of its frames.
  @Test(arguments: [Int64(0), 1, 7]) func theEndOfABarIsNotQtractors(_ bar: Int64) {
    var check = PositionCheck()
    let end = (bar * 4 + 4 - 3) * 24_000 - 3
    _ = correct(&check, end - 12_000, bar: bar, barBeat: 3.5 - 1.0 / 8000)
    let position = correct(&check, end, bar: bar, barBeat: 4)
    #expect(position.bar == bar && position.barBeat == 4)
  }

  @Test func allOfQtractorsBarOneIsCorrected() {
    var check = PositionCheck()
    for beat in Int64(4)..<8 {
      let position = correct(&check, beat * 24_000 + 600, bar: 1, barBeat: 4)
      // After the start by the frame; then the timeline just goes on.
      #expect(position.bar == (beat == 4 ? 1 : nil))
      #expect(position.barBeat.map { ($0 * 1000).rounded() } == (beat == 4 ? 25 : nil))
    }
  }
}
