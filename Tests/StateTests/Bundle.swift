// The built bundle in the project's own host; messages about patches as a host sends them.
import Foundation
import Hosting
import RealTime

let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A new instance of the built plugin that listens on no port.
func touch(block: Int = 256) throws -> Instance { try plugin("touch", block: block) }

/// A new Tone Matrix that listens on no port.
func matrix(block: Int = 256) throws -> Instance { try plugin("tonematrix", block: block) }

/// Creates an instance of Tactus Scene without a scene, which listens on no port.
func scene(block: Int = 256) throws -> Instance { try plugin("scene", block: block) }

private func plugin(_ name: String, block: Int) throws -> Instance {
  let instance = try World(bundle: root.appending(path: "build/tactus.lv2").path).instantiate(
    "urn:tactus:\(name)", maximumBlock: block)
  try instance.set("osc_listen", to: 0)
  return instance
}

private func words(_ values: UInt32...) -> [UInt8] {
  values.flatMap { withUnsafeBytes(of: $0) { Array($0) } }
}

private func padded(_ bytes: [UInt8]) -> [UInt8] {
  bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
}

/// `patch:Set` of one of our properties ("patch", "edit"), as an atom that the host sends.
func patchSet(_ instance: Instance, _ property: String, _ text: String) -> TimedEvent {
  let map = instance.table.map
  let patch = "http://lv2plug.in/ns/ext/patch#"
  let atom = "http://lv2plug.in/ns/ext/atom#"
  let string = Array(text.utf8) + [0]
  let body =
    words(0, map(patch + "Set"))
    + words(map(patch + "property"), 0, 4, map(atom + "URID"), map("urn:tactus:vocabulary#" + property), 0)
    + words(map(patch + "value"), 0, UInt32(string.count), map(atom + "String")) + padded(string)
  return TimedEvent(frame: 0, .atom(type: atom + "Object", body: body))
}

/// The texts that the plugin sent on `notify` in its last run: property and text.
func said(_ instance: Instance) -> [(property: String, text: String)] {
  (instance.output("notify") + instance.output("midi_out")).compactMap { event in
    guard event.body.count > 48 else { return nil }
    let word = { (at: Int) in
      event.body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
    }
    // `patch:Put` has the property in an object of its own.
    let isPut = instance.table.unmap(word(4)) == "http://lv2plug.in/ns/ext/patch#Put"
    let uri = instance.table.unmap(word(isPut ? 32 : 24)) ?? ""
    let text = event.body[48..<(48 + Int(word(40)) - 1)]
    return (uri.replacing("urn:tactus:vocabulary#", with: ""), String(decoding: text, as: UTF8.self))
  }
}

/// Runs blocks until the plugin sends a text, for at most half a minute.
func answer(_ instance: Instance, to event: TimedEvent) -> [(property: String, text: String)] {
  instance.run(64, [event])
  for _ in 0..<6000 {
    let words = said(instance)
    if !words.isEmpty { return words }
    usleep(5000)
    instance.run(64, [])
  }
  return []
}

/// Two seconds with touches, notes, bends and ports; both channels.
func phrase(_ instance: Instance, block: Int = 256) -> [Float] {
  var events: [TimedEvent] = []
  func at(_ frame: Int, _ content: TimedEvent.Content) { events.append(TimedEvent(frame: frame, content)) }
  for finger in 0..<5 {
    let start = 2000 + 9000 * finger
    for step in 0..<40 {
      let kind: SurfaceEvent.Kind = step == 0 ? .began : step == 39 ? .ended : .moved
      let t = Float(step) / 39
      at(
        start + step * 531,
        .surface(
          SurfaceEvent.touch(
            kind, source: 1, id: Int32(finger), x: 0.1 + 0.17 * Float(finger) + 0.1 * t,
            y: 0.2 + 0.6 * t * (finger % 2 == 0 ? 1 : -0.3), pressure: 0.3 + 0.6 * t)))
    }
  }
  at(10_000, .midi([0x90, 55, 100]))
  at(15_000, .midi([0xB0, 1, 90]))
  at(20_000, .midi([0xE0, 0, 96]))
  at(40_000, .midi([0x80, 55, 0]))
  var (left, right): ([Float], [Float]) = ([], [])
  for start in stride(from: 0, to: 96_000, by: block) {
    let length = min(block, 96_000 - start)
    let inside = events.filter { (start..<start + length).contains($0.frame) }
    instance.run(length, inside.map { TimedEvent(frame: $0.frame - start, $0.content) })
    left += instance.audio("out_left").prefix(length)
    right += instance.audio("out_right").prefix(length)
  }
  return left + right
}
