// The host with plugins of other projects.
import Foundation
import Hosting
import RealTime
import TestSupport
import Testing

let piano = "http://drobilla.net/plugins/mda/EPiano"
let synth = "http://drobilla.net/plugins/mda/JX10"

/// Plays `seconds` of a plugin and returns its first audio output.
func play(_ instance: Instance, seconds: Double, block: Int = 256, _ events: [TimedEvent]) -> [Float] {
  var audio: [Float] = []
  let frames = Int(seconds * instance.sampleRate)
  let output = instance.audio(instance.audioOutputs[0])
  while audio.count < frames {
    let start = audio.count
    let count = min(block, frames - start)
    instance.run(
      count,
      events.filter { (start..<start + count).contains($0.frame) }
        .map { TimedEvent(frame: $0.frame - start, $0.content) })
    audio += output.prefix(count)
  }
  return audio
}

@Test func aNoteSoundsFromItsFrameOn() throws {
  let instance = try World().instantiate(piano)
  let audio = play(instance, seconds: 1, [TimedEvent(frame: 5000, .midi([0x90, 69, 100]))])
  #expect(audio[..<5000].allSatisfy { $0 == 0 })
  #expect(audio[5000..<6000].contains { abs($0) > 0.001 })
  // A4 by upward zero crossings of half a second: 220 ± 2.
  let crossings = (12_000..<36_000).count { audio[$0 - 1] < 0 && audio[$0] >= 0 }
  #expect(abs(crossings - 220) <= 2, "\(crossings) crossings")
}

@Test func eventsInOneBlockAreSortedByFrame() throws {
  let instance = try World().instantiate(piano)
  let fitted = instance.run(
    512,
    [
      TimedEvent(frame: 300, .midi([0x80, 60, 0])), TimedEvent(frame: 0, .midi([0x90, 60, 100])),
      TimedEvent(frame: 10, .surface(SurfaceEvent.touch(.began, id: 1, x: 0, y: 0))),
      TimedEvent(frame: 20, .position(Position(frame: 0))),
      TimedEvent(frame: 30, .atom(type: "urn:x", body: [])),
    ])
  #expect(fitted == 5)
}

@Test func moreEventsThanFitAreRefusedNotWritten() throws {
  let instance = try World().instantiate(piano)
  let fitted = instance.run(1, Array(repeating: TimedEvent(frame: 0, .midi([0xB0, 1, 1])), count: 10_000))
  #expect(fitted > 2000 && fitted < 10_000)
  // A note in the last place that fits is heard, and one in the first place beyond it is not.
  func peakOfNote(at place: Int) throws -> Float {
    let instance = try World().instantiate(piano)
    var events = Array(repeating: TimedEvent(frame: 0, .midi([0xB0, 1, 1])), count: 10_000)
    events[place] = TimedEvent(frame: 0, .midi([0x90, 69, 100]))
    #expect(instance.run(512, events) == fitted)
    return peak(instance.audio(instance.audioOutputs[0]).prefix(512))
  }
  #expect(try peakOfNote(at: fitted - 1) > 1e-4)
  #expect(try peakOfNote(at: fitted) == 0)
}

@Test func stateBringsBackEveryControl() throws {
  let world = try World()
  let first = try world.instantiate(synth)
  let controls = first.ports.filter { $0.kind == .control && $0.isInput }
  #expect(controls.count > 20)
  for (number, port) in controls.enumerated() {
    let part = Float(number % 7) / 7
    try first.set(port.symbol, to: port.minimum + part * (port.maximum - port.minimum))
  }
  try first.set(controls[0].symbol, to: 1)
  let text = try first.saveState()
  let second = try world.instantiate(synth)
  try second.restoreState(text)
  for port in controls {
    let difference = abs(first.value(of: port.symbol)! - second.value(of: port.symbol)!)
    #expect(difference < 1e-6, "\(port.symbol) in \(text)")
  }
  #expect(throws: HostingError.self) { try world.instantiate(piano).restoreState(text) }
  #expect(throws: HostingError.self) { try world.instantiate(piano).restoreState("nonsense") }
}

@Test func aPluginThatNeedsAWorkerRuns() throws {
  setenv("QT_QPA_PLATFORM", "offscreen", 1)  // it is a Qt program without a display
  let instance = try World().instantiate("http://synthv1.sourceforge.net/lv2")
  let audio = play(instance, seconds: 0.5, [TimedEvent(frame: 0, .midi([0x90, 69, 100]))])
  #expect(audio.contains { abs($0) > 0.001 })
}

@Test func aBundleGoesBeforeTheInstalledOne() throws {
  let copy = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID()).lv2")
  try FileManager.default.copyItem(atPath: "/usr/lib/lv2/mda.lv2", toPath: copy.path)
  defer { try? FileManager.default.removeItem(at: copy) }
  #expect(try World().bundle(of: piano) == "/usr/lib/lv2/mda.lv2/")
  let world = try World(bundle: copy.path)
  #expect(world.bundle(of: piano) == copy.path + "/")
  #expect(
    play(try world.instantiate(piano), seconds: 0.1, [TimedEvent(frame: 0, .midi([0x90, 69, 100]))]).contains
    { $0 != 0 })
  #expect(Set(world.plugins) == Set(try World().plugins))
}

@Test func errorsNameWhatIsMissing() throws {
  let copy = "/usr/lib/lv2/mda.lv2"
  #expect(throws: HostingError.bundleNotFound(path: "/nowhere.lv2")) { try World(bundle: "/nowhere.lv2") }
  let error = #expect(throws: HostingError.self) { try World(bundle: copy).instantiate("urn:none") }
  #expect("\(error!)".contains(piano) && "\(error!)".contains("urn:none"))
  let instance = try World().instantiate(piano)
  let unknown = #expect(throws: HostingError.self) { try instance.set("cutof", to: 1) }
  #expect("\(unknown!)".contains("cutof"))
  #expect(instance.value(of: "cutof") == nil && instance.audio("cutof").isEmpty)
}
