// The URIs that a host needs; LV2's C macros join strings, which Swift does not import. Any thread.

/// The part of LV2's vocabulary that `Hosting` uses.
enum Vocabulary {
  static let core = "http://lv2plug.in/ns/lv2core#"
  static let atom = "http://lv2plug.in/ns/ext/atom#"
  static let bufferSize = "http://lv2plug.in/ns/ext/buf-size#"
  static let time = "http://lv2plug.in/ns/ext/time#"
  static let worker = "http://lv2plug.in/ns/ext/worker#"

  static let designation = core + "designation"
  static let uridMap = "http://lv2plug.in/ns/ext/urid#map"
  static let uridUnmap = "http://lv2plug.in/ns/ext/urid#unmap"
  static let options = "http://lv2plug.in/ns/ext/options#options"
  static let log = "http://lv2plug.in/ns/ext/log#log"
  static let minimumSize = "http://lv2plug.in/ns/ext/resize-port#minimumSize"
  static let sampleRate = "http://lv2plug.in/ns/ext/parameters#sampleRate"
  static let midiEvent = "http://lv2plug.in/ns/ext/midi#MidiEvent"
  /// Touches as atoms: the body is a `SurfaceEvent`.
  static let surfaceEvent = "urn:tactus:vocabulary#Event"
}
