// The oscilloscope and the spectrum: traces that stand still, levels of known sounds, and frames that are only
// asked for while they are shown.
import Foundation
import PanelModel
import RealTime
import TestSupport
import Testing
import WaveRecipes

@testable import Shell
@testable import SoundScreens

/// Passes a sound on in live frames of 1600 samples.
private func follow(_ sound: [Float], _ body: (LiveFrameReader) -> Void) {
  var samples = OutputSamples(sampleRate: 48_000)
  for start in stride(from: 0, to: sound.count - 1599, by: 1600) {
    let part = Array(sound[start..<start + 1600])
    part.withUnsafeBufferPointer { samples.hear($0.baseAddress!, $0.baseAddress!, 1600) }
    var words = [UInt32](repeating: 0, count: LiveFrame.sentCapacity)
    let count = words.withUnsafeMutableBufferPointer { memory in
      var writer = LiveFrameWriter(memory.baseAddress!, capacity: memory.count)
      samples.write(&writer)
      return writer.finish(LiveHead())
    }
    words.withUnsafeBytes { bytes in
      let frame = UnsafeRawBufferPointer(rebasing: bytes[..<(4 * count)])
      if let reader = LiveFrameReader(frame) { body(reader) }
    }
  }
}

private func tone(_ seconds: Double, _ value: (Double) -> Double) -> [Float] {
  (0..<Int(seconds * 48_000)).map { Float(value(Double($0) / 48_000)) }
}

@Suite struct OutputScopeTests {
  @Test func samplesComeAsTheyWere() {
    var random = SeededGenerator("SCOPE_SEED", default: 3)
    let sound = (0..<16_000).map { _ in Float.random(in: -1.5...1.5, using: &random) }
    var output = OutputHistory()
    follow(sound) { output.follow($0) }
    #expect(6401...OutputHistory.capacity ~= output.samples.count && output.rate == 48_000)
    for (a, b) in zip(output.samples, sound.suffix(output.samples.count)) { #expect(abs(a - b) < 4e-5) }
  }

  /// A wave with three rising zero crossings in each cycle: the trace begins at the same one each time.
  @Test(arguments: [55.0, 110.3, 441.7])
  func aToneStandsStill(hertz: Double) {
    let sound = tone(1) { time in
      let turn = 2 * Double.pi * hertz * time
      return 0.3 * sin(turn) + 0.25 * sin(3 * turn + 0.5)
    }
    var (output, scope) = (OutputHistory(), OutputScope())
    var (moved, count) = (Float(0), 0)
    follow(sound) { frame in
      output.follow(frame)
      let before = scope.trace
      scope.follow(output, seconds: 0.05)
      count += 1
      guard count > 6 else { return }
      for (a, b) in zip(before, scope.trace) { moved = max(moved, abs(a - b)) }
    }
    // Linear interpolation of the crossing is 0.01 samples off.
    #expect(count == 30 && moved < 0.02 && scope.trace.contains { $0 > 0.3 })
  }

  @Test func theSpectrumHasTheLevelsOfSines() {
    let sound = tone(0.5) { time in sin(2 * .pi * 1000 * time) / 2 + sin(2 * .pi * 100 * time) / 20 }
    var output = OutputHistory()
    follow(sound) { output.follow($0) }
    var transform: FourierTransform?
    let levels = OutputScope.levels(output, &transform)
    func level(_ hertz: Float) -> Float {
      func distance(_ point: Int) -> Float { abs(log(OutputScope.hertz(at: Float(point)) / hertz)) }
      let place = levels.indices.min { distance($0) < distance($1) }!
      return levels[max(0, place - 1)...place + 1].max()!
    }
    // A Hann window loses up to 1.4 dB between two frequencies; the curve rises a little above its points.
    #expect(-7.5 ... -5.6 ~= level(1000) && -27.5 ... -25.6 ~= level(100))
    #expect(level(300) < -70 && level(8000) < -80)
    output = OutputHistory()
    #expect(OutputScope.levels(output, &transform).isEmpty)
  }

  @Test func samplesAreOnlyRequestedWhileTheyAreShown() throws {
    var view = touchView()
    view.open(.sound)
    view.refreshControls()
    #expect(!view.showsOutput)
    _ = try view.press(.sound(.output))
    view.refreshControls()
    #expect(view.showsOutput)
    follow(tone(0.2) { sin(2 * .pi * 220 * $0) }) { view.hear($0) }
    #expect(view.panel.output.samples.count > 6400)
    view.open(.library)
    view.refreshControls()
    #expect(!view.showsOutput && view.panel.output.samples.isEmpty)
    follow(tone(0.2) { sin(2 * .pi * 220 * $0) }) { view.hear($0) }
    #expect(view.panel.output.samples.isEmpty)
    // A page shows the samples only of its own instrument.
    view.open(.sound)
    view.model.page = ViewModel.Page()
    view.refreshControls()
    #expect(!view.showsOutput && !view.controls.contains { $0.action == .sound(.output) })
  }
}
