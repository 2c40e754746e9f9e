// Values of controls: places and steps of a range, texts, and what is typed.
import Controls
import Paint
import Testing

@testable import Toolkit

@Suite struct ControlValueTests {
  private let cutoff = ControlValue([], 1000, 20...20_000, usual: 20_000, .hertz, .logarithmic)
  private let pitch = ControlValue([], 0, -48...48, usual: 0, .semitones)
  private let detune = ControlValue([], 0, -100...100, usual: 0, .cents)
  private let time = ControlValue([], 0.177, 0...10, usual: 0.01, .seconds, .root)
  private let level = ControlValue([], 0.5, 0...1, usual: 0.8)
  private let pan = ControlValue([], Float(0), -1...1, usual: 0)
  private let phase = ControlValue([], 0, 0...1, usual: 0, .turns)
  private let beats = ControlValue([], 0, 0...3, usual: 0, .list) {
    [Array("free".utf8), Array("1/4".utf8), Array("1/8".utf8), Array("quarter pulse".utf8)][$0]
  }

  private func typed(_ text: String, _ value: ControlValue) -> Float? { value.value(typed: Array(text.utf8)) }

  @Test func aTypedTextIsANumberWithOrWithoutAUnit() {
    let cases: [(String, ControlValue, Float?)] = [
      ("440", cutoff, 440), ("440 Hz", cutoff, 440), ("440hz", cutoff, 440), ("1.2 kHz", cutoff, 1200),
      ("1,2k", cutoff, 1200), ("50 %", cutoff, 632.5), ("-12 st", pitch, -12), ("−12 st", pitch, -12),
      ("+7", pitch, 7), ("50 ct", pitch, 0.5), ("0.2 st", detune, 20),
      ("1 oct", pitch, 12), ("-24.0213", pitch, -24.02),
      ("250 ms", time, 0.25), ("2 s", time, 2), ("250", time, 0.25), ("0.5", time, 0.5), ("50 %", level, 0.5),
      ("0.25", level, 0.25), ("-50%", pan, -0.5), ("90", phase, 0.25), ("90°", phase, 0.25),
      ("0.5 turns", phase, 0.5),
      ("1/8", beats, 2), ("quarter_pulse", beats, 3), ("QUARTER P", beats, 3), ("fr", beats, 0),
      ("1/", beats, nil),
      // Beyond the ends.
      ("99999", cutoff, 20_000), ("-99 st", pitch, -48),
      // Another unit, no number, nothing.
      ("3 dB", cutoff, nil), ("loud", level, nil), ("", level, nil), ("-", pitch, nil), ("s", time, nil),
    ]
    for (text, value, wanted) in cases {
      let found = typed(text, value)
      #expect(
        found == wanted || abs((found ?? .nan) - (wanted ?? .nan)) < 1e-5 * abs(wanted ?? 0),
        "\(text): \(String(describing: found))")
    }
  }

  /// A text that is shown may be typed, and means the same.
  @Test func textsAreReadBack() {
    for value in [cutoff, pitch, time, level, pan, phase, beats] {
      for step in 0...100 {
        let wanted = value.value(at: Float(step) / 100)
        var shown = value
        shown.value = wanted
        let read = shown.value(typed: shown.text)
        // Texts have three digits.
        #expect(abs((read ?? .nan) - wanted) <= 0.006 * max(abs(wanted), 0.9), "\(wanted) \(read ?? .nan)")
      }
    }
  }

  @Test func placesAndValuesAreEachOthersReverse() {
    for value in [cutoff, pitch, time, level, pan, phase] {
      #expect(value.value(at: 0) == value.low && value.value(at: 1) == value.high)
      for step in 1..<20 {
        let part = Float(step) / 20
        #expect(abs(value.part(of: value.value(at: part)) - part) < 0.002)
      }
    }
    // The middle by the definitions: the geometric mean, the mean, a quarter.
    #expect(abs(cutoff.value(at: 0.5) - Float(20 * 20_000).squareRoot()) < 0.1)
    #expect(pitch.value(at: 0.5) == 0 && time.value(at: 0.5) == 2.5)
  }

  /// No value has more digits than people read.
  @Test func valuesAreShort() {
    for value in [cutoff, pitch, time, level, pan, phase] {
      for step in 0...997 {
        let digits = value.value(at: Float(step) / 997).description.filter(\.isNumber).drop { $0 == "0" }
        #expect(digits.count <= 6, "\(digits)")
      }
    }
  }

  @Test func stepsAreOnesOrHundredths() {
    #expect(pitch.stepped(1) == 1 && pitch.stepped(-1, isFine: true) == -0.1)
    #expect(level.stepped(1) == 0.51 && level.stepped(1, isFine: true) == 0.501 && level.stepped(-99) == 0)
    #expect(beats.stepped(1) == 1 && beats.stepped(1, isFine: true) == 1 && beats.stepped(9) == 3)
    let wanted = 1000 * Float(1000).squareRoot().squareRoot()
    #expect(abs(cutoff.stepped(25) - wanted) < 0.002 * wanted, "a quarter of three decades")
  }

  @Test func aDragIsRelativeAndShiftMakesItFine() {
    let control = ScreenControl(.slider, level, area: Area(x: 100, y: 0, width: 200, height: 30), action: 0)
    func pointer(_ phase: ViewEvent.Pointer.Phase, _ x: Float, shift: Bool = false) -> ViewEvent.Pointer {
      var pointer = ViewEvent.Pointer(phase, x: x, y: 10)
      pointer.shift = shift
      return pointer
    }
    var drag = ControlDrag(pointer(.began, 110), on: control, at: 0)
    // A press changes nothing. Beyond the end and back again the pointer keeps its place.
    let steps: [(ViewEvent.Pointer, Float?)] = [
      (pointer(.began, 110), nil), (pointer(.moved, 130), 0.6), (pointer(.moved, 150, shift: true), 0.61),
      (pointer(.moved, 350), 1), (pointer(.moved, 150), 0.61),
    ]
    for (pointer, wanted) in steps {
      let part = drag.part(following: pointer)
      #expect(part == wanted || abs((part ?? .nan) - (wanted ?? .nan)) < 1e-5, "\(pointer.x)")
    }
  }

  @Test func aFingerThatMovesDownScrolls() {
    let control = ScreenControl(.slider, level, area: Area(x: 0, y: 0, width: 200, height: 30), action: 0)
    for isAcross in [false, true] {
      var drag = ControlDrag(.init(.began, .finger, x: 100, y: 15), on: control, at: 0)
      let moved = ViewEvent.Pointer(.moved, .finger, x: isAcross ? 120 : 103, y: isAcross ? 18 : 35)
      drag.follow(moved)
      #expect(drag.part.isFinite == isAcross)
      let part = drag.part(following: moved)
      #expect((part != nil) == isAcross)
    }
  }
}
