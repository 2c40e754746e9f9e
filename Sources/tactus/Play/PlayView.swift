// The output of a session: a view on a terminal, plain lines, or lines of JSON. Main thread.
import Console
import Foundation
import Stage

/// Shows events and figures.
final class PlayView {
  enum Form { case screen, plain, json }

  /// The topic of a line, for JSON.
  enum Topic: String { case server, surfaces, connected, patch, recording, page, warning }

  /// Figures that the audio thread does not know.
  struct Facts {
    var patch = ""
    var next = ""
    var clock = ""
    var touches = 0
    var voices = 0
    var load = 0.0
    /// Seconds from a rendered block to the speakers.
    var latency = 0.0
    var peers: Int?
    /// The number of rigs of a concert, or nil without a concert.
    var rigs: Int?
    /// Seconds of the recording; nil: none.
    var recorded: Double?
  }

  private let form: Form
  private var last = Date.distantPast
  /// Lines of the view that stand on the terminal.
  private var height = 0
  private var midi = 0
  private var xruns = 0

  init(_ form: Form) { self.form = form }

  /// The interval of figures: a plain output is for logs.
  private var period: Double {
    switch form {
    case .screen: 0.1
    case .json: 0.5
    case .plain: 10
    }
  }

  var isDue: Bool { -last.timeIntervalSinceNow >= period }

  /// Tells an event.
  func say(_ topic: Topic, _ text: String) {
    switch form {
    case .json: line(["event": topic.rawValue, "text": text])
    case .plain: printLine(topic == .warning ? "warning: \(text)" : text)
    case .screen:
      clear()
      printLine(topic == .warning ? "! \(text)" : text)
    }
  }

  /// Shows where a browser finds the instrument. Its token lets in, so logs do not get it.
  func show(page address: String, code: String?, forLogs: String) {
    guard form == .screen else { return say(.page, "tactus surface serves the page at \(forLogs)") }
    clear()
    // Of our own making; `printLine` would show its colors as words.
    if let code { printText(code) }
    say(.page, "play in a browser: \(address)")
  }

  func show(_ figures: StageClient.Figures, _ facts: Facts) {
    last = Date()
    let decibels = figures.peak > 0 ? 20 * log10(Double(figures.peak)) : -120
    let hears = figures.midi != midi
    midi = figures.midi
    switch form {
    case .json:
      var all: [String: Any] = [
        "event": "figures", "level": (decibels * 10).rounded() / 10, "clips": figures.peak > 1,
        "patch": facts.patch, "next": facts.next, "touches": facts.touches, "voices": facts.voices,
        "clock": facts.clock, "tempo": figures.tempo, "beat": figures.beat, "rolling": figures.isRolling,
        "midi": figures.midi, "xruns": figures.xruns, "lost": figures.lostFrames, "frames": figures.frames,
        "callbacks": figures.callbacks, "block": figures.block, "load": (facts.load * 10).rounded() / 10,
        "latency": (facts.latency * 1e4).rounded() / 1e4,
      ]
      if let peers = facts.peers { all["peers"] = peers }
      if let rigs = facts.rigs { all["rigs"] = rigs }
      if let recorded = facts.recorded { all["recorded"] = recorded }
      line(all)
    case .plain: printLine(Self.lines(figures, facts, decibels, hears).dropFirst().joined(separator: "; "))
    case .screen:
      clear()
      let lines = Self.lines(figures, facts, decibels, hears)
      for line in lines { printLine(line) }
      height = lines.count
    }
    xruns = figures.xruns
  }

  private static func lines(
    _ figures: StageClient.Figures, _ facts: Facts, _ decibels: Double, _ hears: Bool
  ) -> [String] {
    let bar = String(repeating: "▮", count: Int(max(0, min(40, (decibels + 60) / 1.5))))
    let level = decibels > -120 ? String(format: "%.1f dB", decibels) : "silent"
    var patch = "\(facts.rigs == nil ? "patch" : "song") \(facts.patch.isEmpty ? "–" : facts.patch)"
    if !facts.next.isEmpty { patch += ", next \(facts.next)" }
    var time = "\(facts.clock) \(rounded(figures.tempo)) a minute, "
    time += figures.isRolling ? "beat \(Int(max(figures.beat, 0)) + 1)" : "stopped"
    if let peers = facts.peers { time += ", \(counted(peers, "peer"))" }
    var sound = "\(level)\(figures.peak > 1 ? " CLIPS" : ""), \(counted(facts.touches, "touch")), "
    sound += "\(counted(facts.voices, "voice"))\(hears ? ", MIDI" : "")"
    var state = "\(Int(facts.load.rounded())) % of the processor, \(counted(figures.xruns, "xrun"))"
    if facts.latency > 0 { state += String(format: ", latency %.1f ms", facts.latency * 1000) }
    if let recorded = facts.recorded { state += ", recording \(clock(recorded))" }
    if figures.lostFrames > 0 { state += ", \(counted(figures.lostFrames, "frame")) not recorded" }
    return [bar, sound, patch, time, state]
  }

  /// Hours, minutes and seconds.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    return String(format: "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
  }

  /// Takes the view away, so that a line or the next view stands in its place.
  private func clear() {
    // Of our own making; `printLine` would show it as words.
    if height > 0 { printText("\u{1B}[\(height)A\u{1B}[J") }
    height = 0
  }

  private func line(_ fields: [String: Any]) { printText(jsonText(fields, isPretty: false) + "\n") }
}
