// The output of a session: a view on a terminal, plain lines, or lines of JSON. Main thread.
import Console
import Foundation
import Stage

/// Shows events and facts.
final class PlayView {
  enum Form { case screen, plain, json }

  /// The topic of a line, for JSON.
  enum Topic: String { case server, surfaces, connected, patch, recording, page, warning }

  /// The key that shows the keys, and hides them.
  static let keysKey: Character = "?"

  private let form: Form
  private var last = Date.distantPast
  /// The facts that the screen shows; nil before the first ones, when lines are printed.
  private var facts: StageFacts?
  /// The last lines, and those of them that are printed when the view has gone.
  private var lines: [StageFacts.Line] = []
  private var unprinted: [StageFacts.Line] = []
  private var cover = StageFacts.Cover.none
  private static let mostLines = 50

  init(_ form: Form) { self.form = form }

  deinit { end() }

  /// The interval of figures: a plain output is for logs.
  private var period: Double {
    switch form {
    case .screen: PlayNotices.period / 2
    case .json: 0.5
    case .plain: 10
    }
  }

  var isDue: Bool { -last.timeIntervalSinceNow >= period }

  /// The latest message.
  private(set) var sentence = ""

  /// Tells an event.
  func say(_ topic: Topic, _ text: String) {
    sentence = shown(text)
    let isWarning = topic == .warning
    switch form {
    case .json: line(["event": topic.rawValue, "text": text])
    case .plain: printLine(isWarning ? "warning: \(text)" : text)
    case .screen:
      let line = StageFacts.Line(shown(text), isWarning: isWarning)
      lines = lines.suffix(Self.mostLines - 1) + [line]
      guard facts != nil else { return printLine(isWarning ? "! \(text)" : text) }
      unprinted = unprinted.suffix(Self.mostLines - 1) + [line]
      draw()
    }
  }

  /// Says that a browser finds the instrument. The token of its address lets in, so logs do not get it.
  func say(page address: String, forLogs: String) {
    say(
      .page,
      form == .screen ? "play in a browser: \(address)" : "tactus surface serves the page at \(forLogs)")
  }

  /// Covers the view with the code of the page's address, or takes it away.
  func show(page address: String, code: String?, forLogs: String) {
    guard form == .screen, facts != nil, let code else { return say(page: address, forLogs: forLogs) }
    if case .page = cover { return change(.none) }
    change(.page(code.components(separatedBy: "\n") + ["\(shown(address))   c: back"]))
  }

  /// Covers the view with the keys, or takes them away.
  func showKeys() { change(cover == .keys ? .none : .keys) }

  private func change(_ cover: StageFacts.Cover) {
    self.cover = cover
    draw()
  }

  func show(_ facts: StageFacts, _ figures: StageClient.Figures) {
    last = Date()
    switch form {
    case .json: line(Self.fields(facts, figures))
    case .plain: printLine(Self.sentence(facts))
    case .screen:
      if self.facts == nil { printText("\u{1B}[?1049h\u{1B}[?25l") }
      self.facts = facts
      draw()
    }
  }

  /// Gives the terminal back, with what was told.
  func end() {
    guard facts != nil else { return }
    facts = nil
    printText("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
    for line in unprinted { printLine(line.isWarning ? "! \(line.text)" : line.text) }
    unprinted = []
  }

  private func draw() {
    guard var facts else { return }
    (facts.lines, facts.cover) = (lines, cover)
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    let (width, height) = isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
    // Of our own making; `printLine` would show it as words. Each line is erased before it is written: behind its last
    // column, some terminals erase that.
    var text = "\u{1B}[H"
    for (index, line) in StagePicture.lines(facts, width: width, height: height).enumerated() {
      text += (index > 0 ? "\n" : "") + "\u{1B}[\(StageStyle.plain.code)m\u{1B}[K"
      for span in line.spans { text += "\u{1B}[\(span.style.code)m\(span.text)" }
    }
    printText(text)
  }

  /// The title of the song or patch, with its number in a concert.
  private static func title(_ facts: StageFacts) -> String {
    facts.rigs == nil ? facts.title : "\(facts.number). \(facts.title)"
  }

  /// Figures for programs.
  private static func fields(_ facts: StageFacts, _ figures: StageClient.Figures) -> [String: Any] {
    func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    var all: [String: Any] = [
      "event": "figures", "level": tenths(facts.level), "clips": facts.level > 0,
      "master": tenths(facts.master),
      "patch": title(facts), "next": facts.next, "touches": facts.touches, "voices": facts.voices,
      "clock": facts.clock, "tempo": facts.tempo, "beat": facts.beat, "rolling": facts.isRolling,
      "midi": figures.midi, "xruns": facts.dropouts, "lost": facts.lostFrames, "frames": figures.frames,
      "callbacks": figures.callbacks, "block": figures.block, "load": tenths(facts.load),
      "latency": (facts.latency * 1e4).rounded() / 1e4,
      "meters": facts.meters.map { ["name": $0.name, "level": tenths($0.level), "muted": $0.isMuted] },
    ]
    if let peers = facts.peers { all["peers"] = peers }
    if let rigs = facts.rigs { all["rigs"] = rigs }
    if let recorded = facts.recorded { all["recorded"] = recorded }
    return all
  }

  /// Figures for logs.
  private static func sentence(_ facts: StageFacts) -> String {
    let level = facts.level > -120 ? String(format: "%.1f dB", facts.level) : "silent"
    var sound = "\(level)\(facts.level > 0 ? " CLIPS" : ""), \(counted(facts.touches, "touch")), "
    sound += "\(counted(facts.voices, "voice"))\(facts.hasMIDI ? ", MIDI" : "")"
    if facts.master != 0 { sound += ", master \(rounded(facts.master)) dB" }
    var patch = "\(facts.kind) \(facts.title.isEmpty ? "–" : title(facts))"
    if !facts.next.isEmpty { patch += ", next \(facts.next)" }
    var time = "\(facts.clock) \(rounded(facts.tempo)) a minute, "
    time += facts.isRolling ? "beat \(Int(max(facts.beat, 0)) + 1)" : "stopped"
    if let peers = facts.peers { time += ", \(counted(peers, "peer"))" }
    var state = "\(Int(facts.load.rounded())) % of the processor, \(counted(facts.dropouts, "xrun"))"
    if facts.latency > 0 { state += String(format: ", latency %.1f ms", facts.latency * 1000) }
    if let recorded = facts.recorded { state += ", recording \(StagePicture.clock(recorded))" }
    if facts.lostFrames > 0 { state += ", \(counted(facts.lostFrames, "frame")) not recorded" }
    return [sound, patch, time, state].joined(separator: "; ")
  }

  private func line(_ fields: [String: Any]) { printText(jsonText(fields, isPretty: false) + "\n") }
}
