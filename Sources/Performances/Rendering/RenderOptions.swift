// The options of a render, and the render itself: a performance, a MIDI file or both through a plugin into a
// sound, the MIDI that the plugin sends, and a picture. Main thread.
import ArgumentParser
import Console
import Controls
import Foundation
import Hosting
import MIDIFiles
import Patches
import Pictures
import Takes

/// The plugin that plays, and its document.
package struct RenderedPlugin {
  package let uri: String
  /// A patch for Tactus Touch: a file, a share text or a name.
  package var patch: String?
  /// A scene for Tactus Scene.
  package var scene: RenderedScene?

  package static let touch = "urn:tactus:touch"

  package init(uri: String, patch: String? = nil, scene: RenderedScene? = nil) {
    (self.uri, self.patch, self.scene) = (uri, patch, scene)
  }
}

/// A scene as a render needs it; what a scene is, the render doesn't know.
package struct RenderedScene {
  package let name: String
  package let path: String
  /// The sample rate of the scene in Hz; nil if it plays at any.
  package let rate: () throws -> Int?
  /// Called after each block. Throws if the scene does not play.
  package let check: (Instance) throws -> Void
  /// Called after the last block.
  package let finish: () -> Void

  package init(
    name: String, path: String, rate: @escaping () throws -> Int?,
    check: @escaping (Instance) throws -> Void, finish: @escaping () -> Void
  ) {
    (self.name, self.path, self.rate, self.check, self.finish) = (name, path, rate, check, finish)
  }
}

/// The arguments of `tactus render`.
package struct RenderArguments: ParsableArguments {
  @OptionGroup package var options: RenderOptions
  @Option(help: "URI of the plugin.")
  package var plugin = RenderedPlugin.touch
  @Option(
    help: "A patch for Tactus Touch, or its name; otherwise First touch, or that of a take.",
    completion: NamedKind.patch.completion)
  package var patch: String?

  package init() {}

  package func validate() throws {
    guard options.performance != nil || options.midi != nil else {
      throw ValidationError("Give a performance, --midi or both.")
    }
  }

  package func run() throws { try options.render(on: RenderedPlugin(uri: plugin, patch: patch)) }
}

/// The performance to play, and the files to write.
package struct RenderOptions: ParsableArguments {
  @Argument(help: "The performance, or its name.", completion: NamedKind.performance.completion)
  package var performance: String?
  @Option(
    name: [.short, .long], help: "The sound to write: .wav and .aiff of 32-bit floats, .flac of 24 bits.",
    completion: .file(extensions: SoundFormat.endings))
  package var output: String?
  @Option(
    help: "A MIDI file to write: what the patch's outputs or the scene send. Then --output may be omitted.",
    completion: .file(extensions: ["mid", "midi"]))
  package var midiOut: String?
  @Option(
    help: "A Standard MIDI File to play as well. The timeline rolls along its tempo map and its meter.",
    completion: .file(extensions: ["mid", "midi"]))
  package var midi: String?
  @OptionGroup package var bundle: BundleOption
  @Option(help: "Frames per second, 8000 to 192000; otherwise 48000, or the rate of a take.")
  package var rate: Int?
  @Option(help: "Frames per block, 1 to 8192.")
  package var block = 512
  @Option(help: "Length of the sound; otherwise all that is played and 3 seconds more, or a take's length.")
  package var seconds: Double?
  @Option(help: "Set a control: symbol=value. May be repeated.")
  package var set: [Assignment] = []
  @Option(
    help: "A PNG picture of the touches, the notes and the sound's spectrum.",
    completion: .file(extensions: ["png"]))
  package var picture: String?
  @OptionGroup package var profiles: UserProfiles
  @OptionGroup package var objects: ObjectOptions

  package init() {}

  /// `symbol=value`
  package struct Assignment: ExpressibleByArgument {
    package let symbol: String
    package let value: Float

    package init?(argument: String) {
      let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let value = Float(parts[1]), value.isFinite else { return nil }
      symbol = String(parts[0])
      self.value = value
    }
  }

  package func validate() throws {
    guard output != nil || midiOut != nil else { throw ValidationError("Give --output, --midi-out or both.") }
    guard (8000...192_000).contains(rate ?? 48_000) else {
      throw ValidationError("--rate must be 8000 to 192000.")
    }
    guard (1...8192).contains(block) else { throw ValidationError("--block must be 1 to 8192.") }
    if let seconds, !(seconds > 0 && seconds <= Performance.longest) {
      throw ValidationError("--seconds must be above 0 and at most \(Int(Performance.longest)).")
    }
  }

  package func render(on plugin: RenderedPlugin) throws {
    let interrupt = Interrupt()  // before the plugin starts threads
    let played = try performance.map { try Recording(contentsOf: $0) } ?? .packets(Performance())
    let notes = try midi.map { try MIDIFile(contentsOf: $0) }
    // All files are created before the work, so that a wrong path does not cost a render.
    let sound = try output.map { try PendingFile($0, .sound) }
    let sent = try midiOut.map { try PendingFile($0, .midi) }
    let image = try picture.map { try PendingFile($0, .picture) }
    let done =
      if case .take(let take) = played, plugin.uri == RenderedPlugin.touch {
        try play(take, plugin.patch, notes, into: sound, until: interrupt)
      } else {
        try play(played, on: plugin, notes, into: sound, until: interrupt)
      }
    if let image {
      let name = (performance ?? midi).map {
        URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent + " on "
      }
      // Only our own instrument uses the factory playing map.
      let isFactory = plugin.uri == RenderedPlugin.touch && plugin.patch == nil
      try Picture(
        title: "\(name ?? "")\(done.instrument)",
        meaning: isFactory ? (": low to high notes", ": dark to bright") : ("", ""),
        touches: done.touches, notes: done.notes,
        sound: Spectrogram.Sound(samples: done.mono, rate: Double(done.rate))
      ).write(to: image.temporary)
    }
    if let sent, let midiOut, let midi = done.midi {
      try sent.write(bytes: midi.bytes)
      report(
        midi.events.isEmpty
          ? "warning: \(midiOut): nothing was sent"
          : "\(midiOut): \(counted(midi.events.count, "MIDI message"))")
    }
    try sound?.commit()
    try sent?.commit()
    try image?.commit()
  }

  /// A played performance, for a picture.
  private struct Played {
    let instrument: String
    let touches: [DecodedTouch]
    let notes: [PlayedNote]
    let mono: [Float]
    let rate: Int
    /// The messages sent, collected for --midi-out; otherwise empty.
    let midi: MIDIFile?
  }

  /// - Throws: if --midi-out wants a file and none of the patches has outputs for it.
  private func checkOutputs(of patches: [PatchDocument]) throws {
    guard let midiOut, !patches.contains(where: \.hasMIDIOutputs) else { return }
    let name = patches.count == 1 ? "the patch “\(string(patches[0].name))”" : "the patch of the take"
    throw CommandError(
      "\(midiOut): \(name) has no outputs that send MIDI; add some, or write its touches as MPE "
        + "with tactus convert")
  }

  private func reportOmitted(_ messages: Int?) {
    guard let messages, messages > 0, let midiOut else { return }
    report("\(midiOut): MIDI clock is omitted; the file has its own tempo")
  }

  private func length(until end: Double) throws -> Double {
    let length = seconds ?? end
    guard length <= Performance.longest else {
      throw CommandError("\(midi ?? performance ?? ""): longer than a day; choose a length with --seconds")
    }
    return length
  }

  /// Plays on the plugin, as a host does.
  private func play(
    _ played: Recording, on plugin: RenderedPlugin, _ notes: MIDIFile?, into sound: PendingFile?,
    until interrupt: Interrupt
  ) throws -> Played {
    let rate = try rate ?? plugin.scene?.rate() ?? 48_000
    let length = try length(until: max(played.seconds, notes?.seconds ?? 0) + 3)
    let world = try World(bundle: bundle.given ?? BundleOption.built)
    let instance = try world.instantiate(plugin.uri, sampleRate: Double(rate), maximumBlock: block)
    guard !instance.audioOutputs.isEmpty || output == nil && picture == nil else {
      throw CommandError("<\(plugin.uri)> has no audio output")
    }
    guard instance.hasMIDIOutput || midiOut == nil else {
      throw CommandError("--midi-out: <\(plugin.uri)> has no MIDI output")
    }
    if plugin.uri == RenderedPlugin.touch { try checkOutputs(of: [PatchFile.chosen(plugin.patch)]) }
    if let port = instance.control(designated: "freeWheeling") { try instance.set(port.symbol, to: 1) }
    if let patch = plugin.patch {
      let text = string(try PatchFile(patch, tryingExpressions: true).patch.write())
      try instance.restoreState(stateTurtle("touch", "patch", text))
    }
    if let scene = plugin.scene { try instance.restoreState(stateTurtle("scene", "scene", scene.path)) }
    for assignment in set { try assign(assignment, on: instance) }

    let ours = world.bundle(of: RenderedPlugin.touch) ?? BundleOption.built  // also for another plugin
    let touches = played.touches(
      until: length, surface: UInt8(exactly: instance.value(of: "osc_surface") ?? 0) ?? 0,
      profiles: performance == nil ? [] : profiles.folders(bundle: ours ?? "").readReportingFaults(),
      objects: objects.objects(for: try PatchFile.chosen(plugin.patch)),
      seen: reportObjects)
    var messages = notes?.events ?? []
    if case .take(let take) = played { messages += take.midi }
    func frame(_ seconds: Double) -> Int { Int((seconds * Double(rate)).rounded()) }
    let events =
      touches.map { TimedEvent(frame: frame($0.seconds), .surface($0.event)) }
      + messages.map { TimedEvent(frame: frame($0.seconds), .midi($0.bytes)) }
    let timeline = notes?.timeline(rate: rate) ?? []
    if events.isEmpty, plugin.scene == nil {
      report("warning: nothing to play: no touch and no note could be read")
    }

    // A position comes before the notes of its frame.
    var rendering = Rendering(instance, events: timeline + events, frames: frame(length))
    // A scene has the samples of Pd's batch mode. A take of Touch is as it was heard.
    rendering.leavesLatencyOut = plugin.scene != nil
    if midiOut != nil { rendering.midi = RenderedMIDI(rate: rate) }
    let channels = rendering.channels.count
    let mono = try write(into: sound, rate: rate, frames: rendering.frames, channels: channels, interrupt) {
      receive in
      try rendering.run { samples, done in
        try plugin.scene?.check(instance)
        try receive(samples, done)
      }
    }
    plugin.scene?.finish()
    if rendering.lostEvents > 0 {
      report("warning: \(rendering.lostEvents) events were too large for the plugin")
    }
    reportOmitted(rendering.midi?.omitted)
    return Played(
      instrument: plugin.scene?.name ?? instance.name, touches: touches, notes: notes?.notes ?? [],
      mono: mono, rate: rate,
      midi: rendering.midi?.file(frames: rendering.frames, latency: rendering.latency))
  }

  /// Plays a take on the instrument, as it was heard.
  private func play(
    _ take: Take, _ patch: String?, _ notes: MIDIFile?, into sound: PendingFile?, until interrupt: Interrupt
  ) throws -> Played {
    let rate = rate ?? Int(take.rate.rounded())
    let length = try length(until: max(take.seconds, notes.map { $0.seconds + 3 } ?? 0))
    var take = take
    if let notes { take.add(notes) }
    if let doubt = take.doubt { report("warning: this may sound different: \(string(doubt))") }
    let replacement = try patch.map { try PatchFile($0, tryingExpressions: true).patch }
    try checkOutputs(of: replacement.map { [$0] } ?? take.patches())
    var player = try TakeSound(
      take, rate: rate, bundle: bundle.path(), patch: replacement, ports: set.map(port))
    if midiOut != nil { player.midi = RenderedMIDI(rate: rate) }
    let frames = Int((length * Double(rate)).rounded())
    let mono = try write(into: sound, rate: rate, frames: frames, channels: 2, interrupt) {
      try player.run(frames, block: block, $0)
    }
    reportOmitted(player.midi?.omitted)
    return Played(
      instrument: "Tactus Touch", touches: take.touches, notes: notes?.notes ?? [], mono: mono, rate: rate,
      midi: player.midi?.file(frames: frames))
  }

  /// Writes the sound that `run` makes, if a file wants it; for a picture it returns the sum of all channels.
  private func write(
    into file: PendingFile?, rate: Int, frames: Int, channels: Int, _ interrupt: Interrupt,
    run: (([Float], Int) throws -> Void) throws -> Void
  ) throws -> [Float] {
    var progress = Progress()
    var mono: [Float] = []
    var peak: Float = 0
    let output = output ?? midiOut ?? ""
    let wave = try file.map {
      try WaveFile($0.temporary, SoundFormat(path: output), rate: rate, channels: channels, frames: frames)
    }
    try run { samples, done in
      if interrupt.isRequested() { throw CommandError("interrupted; nothing was written") }
      guard samples.allSatisfy(\.isFinite) else {
        throw CommandError(
          "\(output): the plugin put out what is no number near \(rounded(Double(done) / Double(rate))) s")
      }
      peak = samples.reduce(peak) { max($0, abs($1)) }
      try wave?.write(samples)
      if picture != nil {
        mono += stride(from: 0, to: samples.count, by: channels).map {
          samples[$0..<$0 + channels].reduce(0, +) / Float(channels)
        }
      }
      progress.report(Double(done) / Double(frames), "rendering")
    }
    guard let wave else { return mono }
    try wave.close()
    let loudness = peak > 0 ? String(format: "peak %.1f dBFS", 20 * log10(peak)) : "silence"
    report("\(output): \(String(format: "%.1f", Double(frames) / Double(rate))) s, \(rate) Hz, \(loudness)")
    return mono
  }

  /// The port and the value of an assignment.
  private func port(_ assignment: Assignment) throws -> (TouchPort, Float) {
    guard let port = TouchPort.allCases.first(where: { $0.spec.symbol.string == assignment.symbol }),
      TouchPort.isControlInput(Int(port.rawValue))
    else {
      let symbols = TouchPort.allCases.map { $0.spec.symbol.string }
      let hint = Suggestion.hint(for: assignment.symbol, among: symbols)
      throw CommandError("--set: Tactus Touch has no control input \(assignment.symbol)\(hint)")
    }
    guard port.spec.minimum...port.spec.maximum ~= assignment.value else {
      throw CommandError(
        "--set \(assignment.symbol)=\(rounded(Double(assignment.value))): outside "
          + "\(rounded(Double(port.spec.minimum)))…\(rounded(Double(port.spec.maximum)))")
    }
    return (port, assignment.value)
  }

  private func assign(_ assignment: Assignment, on instance: Instance) throws {
    guard let port = instance.control(assignment.symbol), port.isInput else {
      let symbols = instance.ports.filter { $0.kind == .control && $0.isInput }.map(\.symbol)
      let hint = Suggestion.hint(for: assignment.symbol, among: symbols)
      throw CommandError("--set: <\(instance.uri)> has no control input \(assignment.symbol)\(hint)")
    }
    if assignment.value < port.minimum || assignment.value > port.maximum {
      throw CommandError(
        "--set \(assignment.symbol)=\(rounded(Double(assignment.value))): outside "
          + "\(rounded(Double(port.minimum)))…\(rounded(Double(port.maximum)))")
    }
    try instance.set(assignment.symbol, to: assignment.value)
  }
}

extension PatchDocument {
  /// Whether an output sends messages that a MIDI file holds.
  fileprivate var hasMIDIOutputs: Bool {
    outputs.contains { $0.output.isOn && ![.clock, .osc, .port].contains($0.output.kind) }
  }
}

extension Take {
  /// All patches that play.
  fileprivate func patches() throws -> [PatchDocument] {
    let texts = entries.compactMap { entry -> [UInt8]? in
      if case .patch(let text) = entry.content { return text }
      return nil
    }
    return try (texts.isEmpty ? [[]] : texts).map(Recording.document)
  }
}
