// The controls of a session: what is bound to its actions, what arrives from them, and their lights. Main thread.
import Concerts
import Console
import Controls
import Foundation
import OSC
import Stage
import Text

/// The bindings that count, and the state of their controls.
struct PlayControls {
  private let bindings: [ControlList.Entry]
  /// The places of the bindings to MIDI messages among all, in the order of the client's.
  private let midi: [Int]
  /// The game controllers' buttons and axes that are pressed.
  private var pressed: Set<ControlSource> = []
  /// The value that each light shows, or nil before the first message.
  private var shown: [Float?]
  private var lightCount = 0
  private var isFaultTold = false

  init(_ list: ControlList) {
    bindings = list.entries
    midi = bindings.indices.filter { list.entries[$0].binding.source.midi(hasValues: false) != nil }
    shown = bindings.map { _ in nil }
  }

  /// The bound MIDI messages, for the client.
  var messages: [MIDIControl] {
    midi.compactMap { place in
      let binding = bindings[place].binding
      return binding.source.midi(hasValues: binding.action.action.kind == .value)
    }
  }

  /// The bound controls of game controllers.
  var pads: [ControlSource] {
    bindings.map(\.binding.source).filter { $0.kind == .button || $0.kind == .axis }
  }

  /// Whether an action has a light.
  var hasLights: Bool { bindings.contains { $0.binding.light.number != nil } }
  /// Whether a message of OSC is bound.
  var needsRemote: Bool { bindings.contains { $0.binding.source.kind == .osc } }
  /// Whether a trigger of the patch is bound.
  var needsTriggers: Bool { bindings.contains { $0.binding.source.kind == .gesture } }

  /// The keys for the view: those that are bound, and those of the actions that are not bound to something else.
  var keys: [StageFacts.Key] {
    let bound = bindings.map(\.binding).filter { $0.source.kind == .key }
    let own = StageAction.allCases.compactMap { action -> StageFacts.Key? in
      guard let key = action.key, let words = action.keyWords else { return nil }
      let name = ControlSource.name(ofKey: key) ?? key
      let isFree = !bound.contains { $0.source.text == name }
      return isFree ? StageFacts.Key(Console.shown(name), "\(words)") : nil
    }
    return own + bound.map { StageFacts.Key(Console.shown($0.source.text), $0.action.words.text) }
  }

  // MARK: Requests

  /// The requests of bound MIDI messages.
  func requests(_ events: [MIDIControlEvent]) -> [PlayRequest] {
    events.compactMap { event in
      guard midi.indices.contains(event.index) else { return nil }
      let source = bindings[midi[event.index]].binding.source
      return PlayRequest(
        bindings[midi[event.index]].binding.action, event.input(isReleased: source.kind.isReleased))
    }
  }

  /// The requests of a source.
  func requests(_ source: ControlSource, _ input: ControlInput = .once) -> [PlayRequest] {
    bindings.filter { $0.binding.source.overlaps(source) }.compactMap {
      PlayRequest($0.binding.action, input)
    }
  }

  /// The requests of a key: those that are bound to it, or else its own.
  func requests(key: Character) -> [PlayRequest] {
    if let name = ControlSource.name(ofKey: Array(String(key).utf8)) {
      let bound = requests(ControlSource(.key, name))
      if !bound.isEmpty { return bound }
    }
    return PlayRequest(key: key).map { [$0] } ?? []
  }

  /// The requests of game controllers.
  mutating func requests(_ reports: [PlayDevices.Report]) -> [PlayRequest] {
    reports.flatMap { report in
      let value = report.source.kind == .axis ? (report.value + 1) / 2 : report.value
      guard abs(report.value) >= 0.5 else {
        let wasPressed = pressed.remove(report.source) != nil
        return requests(report.source, wasPressed ? .released(value) : .moved(value))
      }
      return requests(report.source, pressed.insert(report.source).inserted ? .pressed(value) : .moved(value))
    }
  }

  /// The requests of messages of OSC: to the addresses that are bound, and to /tactus/play.
  mutating func requests(_ messages: [OSCMessage], fault: (String) -> Void) -> [PlayRequest] {
    var found: [PlayRequest] = []
    for message in messages {
      let bound = bindings.filter { $0.binding.source == ControlSource(.osc, message.address) }
      if !bound.isEmpty {
        let value = max(0, min(1, message.arguments.first.flatMap { PlayRequest.number($0) } ?? 1))
        found += bound.compactMap {
          PlayRequest($0.binding.action, value > 0 ? .pressed(value) : .released(0))
        }
        continue
      }
      do throws(DocumentError) {
        guard PlayRequest.isOwn(message) else { throw DocumentError([UInt8]("it is not bound".utf8)) }
        if let request = try PlayRequest.read(message) { found.append(request) }
      } catch {
        if isFaultTold { continue }
        isFaultTold = true
        fault(
          "\(message.text): \(string(error.message)); the remote knows the addresses that are bound, and"
            + " /tactus/play/ with \(StageAction.allCases.map { "\($0.symbol)" }.joined(separator: ", "))")
      }
    }
    return found
  }

  // MARK: Lights

  /// Sends the messages of the lights that have changed.
  /// - Parameter state: The state of an action, 0 to 1.
  mutating func light(_ client: StageClient, _ state: (NumberedAction) -> Float) {
    let count = client.lightConnectionCount
    // A controller that comes, or comes back, knows nothing.
    if count != lightCount { shown = bindings.map { _ in nil } }
    lightCount = count
    for (place, entry) in bindings.enumerated() where entry.binding.light.number != nil {
      let value = state(entry.binding.action)
      if shown[place] != value { send(entry.binding.light, value, client) }
      shown[place] = value
    }
  }

  private func send(_ light: ControlLight, _ value: Float, _ client: StageClient) {
    if let message = light.message(value) { client.light(message.status, message.number, message.value) }
  }

  /// Puts all lights out.
  func darken(_ client: StageClient) {
    for entry in bindings { send(entry.binding.light, 0, client) }
  }
}

extension MIDIControlEvent {
  /// The change of the control.
  fileprivate func input(isReleased: Bool) -> ControlInput {
    if !isReleased { return .once }
    let value = Float(value) / 127
    switch phase {
    case .pressed: return .pressed(value)
    case .released: return .released(kind == .note ? 0 : value)
    case .moved: return .moved(value)
    }
  }

  /// The message as a source.
  var source: ControlSource {
    switch kind {
    case .note: ControlSource(.note, Int(number), channel: Int(channel))
    case .controller: ControlSource(.cc, Int(number), channel: Int(channel))
    case .program: ControlSource(.program, Int(number), channel: Int(channel))
    case .machine:
      ControlSource(
        .mmc, MachineCommand.allCases.first { $0.code == number }.map { UTF8Text($0.symbol).bytes } ?? [])
    }
  }
}

extension ControlSource {
  /// The MIDI message of the source, or nil for another one.
  func midi(hasValues: Bool) -> MIDIControl? {
    let channels: UInt16 = channel < Self.allChannels ? 1 << UInt16(channel) : 0xFFFF
    switch kind {
    case .note: return MIDIControl(.note, UInt8(number), channels: channels)
    case .cc:
      return MIDIControl(
        .controller, UInt8(number), channels: channels, threshold: UInt8(threshold), hasValues: hasValues)
    case .program: return MIDIControl(.program, UInt8(number), channels: channels)
    case .mmc: return command.map { MIDIControl(.machine, $0.code) }
    case .osc, .key, .button, .axis, .gesture: return nil
    }
  }
}
