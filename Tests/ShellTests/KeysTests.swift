// *Keys*: which keys there are, and the MIDI messages of pointers and letters.
import Controls
import Music
import PanelModel
import Testing
import Toolkit

@testable import Paint
@testable import PerformanceScreens
@testable import Shell

@Suite struct KeysTests {
  private func view() -> View {
    var view = View(.touch, width: 1280, height: 800)
    view.open(.keys)
    return view
  }

  private func midi(_ requests: [PanelRequest]) -> [[UInt8]] {
    requests.compactMap { if case .midi(let a, let b, let c) = $0 { [a, b, c] } else { nil } }
  }

  private func keys(_ view: inout View) -> [Int: Area] {
    view.refreshControls()
    var keys: [Int: Area] = [:]
    for control in view.controls {
      if case .performance(.keys(.key(let key))) = control.action { keys[key] = control.area }
    }
    return keys
  }

  @Test func twoOctavesStandInTwoRows() {
    for scale in [Scale.major, .majorPentatonic, .chromatic, .wholeTone] {
      var view = view()
      view.model.patch.map.scale = scale
      view.model.patch.map.root = 50
      let keys = keys(&view)
      #expect(keys.keys.sorted() == Array(50..<74), "\(scale)")
      for (key, area) in keys {
        #expect(area.x >= 0 && area.right <= 1280.5 && area.bottom <= 800)
        let isInScale = scale.semitones & (1 << UInt16((key - 50) % 12)) != 0
        // Those of the scale reach the lower edge of their row.
        let low = keys.filter { $0.key / 12 == key / 12 || ($0.key - 50) / 12 == (key - 50) / 12 }
        let bottom = low.filter { ($0.key - 50) / 12 == (key - 50) / 12 }.map { $0.value.bottom }.max() ?? 0
        #expect((area.bottom > bottom - 1) == isInScale, "\(scale) \(key)")
        for (other, place) in keys where other != key {
          let both = Area(x: area.x + 0.5, y: area.y + 0.5, width: area.width - 1, height: area.height - 1)
          #expect(!both.meets(place.inset(0.5, 0.5)), "\(scale): \(key) and \(other)")
        }
      }
    }
  }

  @Test func octavesShift() throws {
    var view = view()
    view.model.patch.map.root = 48
    _ = try view.press("Octave up")
    #expect(keys(&view).keys.min() == 60)
    for _ in 0..<20 { _ = try view.press("Octave down") }
    #expect(keys(&view).keys.min() == 0)
  }

  @Test func fingersPlayKeysAndSlideBetweenThem() throws {
    var view = view()
    view.model.patch.map.scale = .major
    view.model.patch.map.root = 48
    let keys = keys(&view)
    let (c, d) = (try #require(keys[48]), try #require(keys[50]))
    var requests = view.handle(.pointer(.init(.began, .finger, id: 1, x: c.middleX, y: c.middleY)), at: 0)
    requests += view.handle(.pointer(.init(.began, .finger, id: 2, x: d.middleX, y: d.middleY)), at: 0)
    #expect(
      midi(requests).map { [$0[0], $0[1]] } == [[0x90, 48], [0x91, 50]], "each finger has its channel")
    // Two semitones are the whole bend of plain MIDI.
    requests = view.handle(.pointer(.init(.moved, .finger, id: 1, x: d.middleX, y: c.middleY)), at: 0)
    #expect(midi(requests) == [[0xE0, 127, 127]])
    let e = try #require(keys[52])
    requests = view.handle(.pointer(.init(.moved, .finger, id: 1, x: e.middleX, y: c.middleY)), at: 0)
    #expect(
      midi(requests).map { [$0[0], $0[1]] } == [[0x80, 48], [0xE0, 0], [0x90, 52]], "beyond it strikes anew")
    var pressed = ViewEvent.Pointer(.moved, .finger, id: 2, x: d.middleX, y: d.middleY)
    pressed.pressure = 0.5
    #expect(midi(view.handle(.pointer(pressed), at: 0)) == [[0xA1, 50, 63]])
    requests = view.handle(.pointer(.init(.ended, .finger, id: 1, x: e.middleX, y: c.middleY)), at: 0)
    requests += view.handle(.pointer(.init(.cancelled, .finger, id: 2, x: 0, y: 0)), at: 0)
    #expect(midi(requests).map { [$0[0], $0[1]] } == [[0x80, 52], [0x81, 50]])
    #expect(view.performance.keys.held.isEmpty)
  }

  @Test func letterKeysPlay() {
    var view = view()
    func text(_ letter: String, _ seconds: Double) -> [[UInt8]] {
      midi(view.handle(.text(Array(letter.utf8)), at: seconds))
    }
    #expect(text("z", 0).map { $0[1] } == [48])
    #expect(text("z", 0.6).isEmpty, "a key that is held repeats its letter")
    #expect(text("q", 0.7).map { $0[1] } == [60])
    #expect(midi(view.handle(.released(Array("q".utf8)), at: 0.8)).map { $0[1] } == [60])
    #expect(midi(view.pass(0.85)).isEmpty)
    #expect(
      midi(view.pass(1)).map { [$0[0], $0[1]] } == [[0x80, 48]], "without a release it ends by itself")
    #expect(text("ö", 2).isEmpty)
  }

  @Test func moreThanTwelveTonesAreHexagons() throws {
    var view = view()
    var scl = "nineteen\n19\n"
    for tone in 1...19 { scl += "\(Double(tone) * 1200 / 19)\n" }
    view.model.patch.tuning.scl = Array(scl.utf8)
    let keys = keys(&view)
    #expect(keys.count > 38, "two periods at least")
    #expect(Set(keys.keys).isSuperset(of: (keys.keys.min() ?? 0)..<(keys.keys.min() ?? 0) + 38))
    let size = try #require(keys[60])
    #expect(size.width >= 32 && size.height >= 24)
    let low = keys.keys.min() ?? 0
    _ = try view.press("Octave up")
    #expect(self.keys(&view).keys.min() == low + 19)
  }
}
