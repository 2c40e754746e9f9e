// The connections of the client: made by patterns, also with ports that come later. Main thread.
import CJack
import Foundation
import Synchronization

extension StageClient {
  /// A connection of one of our ports with another client's.
  public struct Connection: Hashable, Sendable {
    /// The name of our port, without that of the client.
    public let own: String
    public let other: String

    public init(own: String, other: String) { (self.own, self.other) = (own, other) }
  }

  /// All connections that there are now, by whomever they were made.
  public func connections() -> [Connection] {
    own.sorted { $0.key < $1.key }.flatMap { name, port in
      Self.names(tactus_jack_port_get_all_connections(client, port)).map {
        Connection(own: name, other: $0)
      }
    }
  }

  /// The number of ports that get the messages for lights.
  public var lightConnectionCount: Int {
    guard !isOver, let port = own[Self.controlOutput] else { return 0 }
    return Self.names(tactus_jack_port_get_all_connections(client, port)).count
  }

  /// Makes the connections of which both ports are there.
  /// - Returns: what could be made or was there before.
  private func restore(_ kept: [Connection]) -> [Connection] {
    let already = Set(connections())
    let ports = otherPorts()
    let there = Set(
      ports.playing + ports.sounding + ports.heard + self.ports(Self.midi, JackPortIsInput.rawValue))
    return kept.filter { one in
      guard own[one.own] != nil, there.contains(one.other) else { return false }
      let ours = "\(name):\(one.own)"
      return already.contains(one)
        || (one.own == Self.midiInput || Self.inputs.contains(one.own)
          ? tactus_jack_connect(client, one.other, ours) : tactus_jack_connect(client, ours, one.other)) == 0
    }
  }

  /// Connects what is there and not yet connected, if ports have come since the last call.
  /// - Parameters:
  ///   - outputs: patterns of the names of ports to play to; empty: the first two physical ones.
  ///   - inputs: patterns of the names of MIDI ports to hear; empty: all physical ones.
  ///   - sounds: patterns of the names of ports that bring sound; empty: none, because a microphone beside
  ///     speakers would howl.
  ///   - lights: a pattern of the names of ports that get the messages for lights; empty: the one device that is heard
  ///     and has a port of the same name for what returns, if there is one; nil: none.
  ///   - kept: connections of an earlier session. If one of them plays, no other port is played to; nor do lights go
  ///     elsewhere.
  /// - Returns: The connections made, the patterns that no port matches, the input ports that have disappeared,
  ///   and the ports that could show the lights if several devices could. When an input port disappears, all notes
  ///   end, because an unplugged keyboard never releases its keys.
  public func connect(
    outputs: [String], inputs: [String], sounds: [String] = [], lights: String? = nil, kept: [Connection] = []
  ) -> (made: [String], missing: [String], gone: [String], undecided: [String]) {
    noteLatency()
    guard flags.pointee.portsChanged.exchange(false, ordering: .acquiringAndReleasing) else {
      return ([], [], [], [])
    }
    var (made, missing, undecided): ([String], [String], [String]) = ([], [], [])
    let restored = restore(kept)
    @discardableResult func connect(_ from: String, _ to: String) -> Bool {
      guard tactus_jack_connect(client, from, to) == 0 else { return false }
      made.append("\(from) → \(to)")
      return true
    }
    /// One pattern means both sides, two mean left and right.
    func side(_ index: Int, of patterns: [String], _ place: Int) -> Int {
      (patterns.count == 1 ? place : index) % 2
    }
    let isInput = JackPortIsInput.rawValue
    let physical = JackPortIsPhysical.rawValue
    if outputs.isEmpty, !restored.contains(where: { Self.outputs.contains($0.own) }) {
      let found = ports(Self.audio, isInput | physical)
      for (own, port) in zip(Self.outputs, found) { connect("\(name):\(own)", port) }
      // A single speaker gets both sides, until the other one of a pair, whose ports come one by one, is there as well.
      let right = "\(name):\(Self.outputs[1])"
      if found.count == 1 {
        connect(right, found[0])
        singleSpeaker = found[0]
      } else if let single = singleSpeaker, !found.isEmpty {
        if single != found[1] { _ = tactus_jack_disconnect(client, right, single) }
        singleSpeaker = nil
      }
    }
    for (index, pattern) in outputs.enumerated() {
      let found = ports(Self.audio, isInput).filter { Self.fits($0, pattern) }
      if found.isEmpty { missing.append(pattern) }
      for (place, port) in found.enumerated() {
        connect("\(name):\(Self.outputs[side(index, of: outputs, place)])", port)
      }
    }
    let isOutput = JackPortIsOutput.rawValue
    for (index, pattern) in sounds.enumerated() {
      let found = ports(Self.audio, isOutput).filter { Self.fits($0, pattern) }
      if found.isEmpty { missing.append(pattern) }
      for (place, port) in found.enumerated() {
        connect(port, "\(name):\(Self.inputs[side(index, of: sounds, place)])")
      }
      if sounds.count == 1, found.count == 1 { connect(found[0], "\(name):\(Self.inputs[1])") }
    }
    // One look at the ports: one that goes between two looks would be missed by both.
    let there = ports(Self.midi, isOutput)
    let gone = sources.subtracting(there).sorted()
    if !gone.isEmpty { releaseNotes() }
    // A busy server shows a connection later than it makes it, so what is made here counts as well.
    sources.formUnion(connections().filter { $0.own == Self.midiInput }.map(\.other))
    sources.formIntersection(there)
    let heard = inputs.isEmpty ? ports(Self.midi, isOutput | physical) : there
    for port in heard where inputs.isEmpty || inputs.contains(where: { Self.fits(port, $0) }) {
      if connect(port, "\(name):\(Self.midiInput)") { sources.insert(port) }
    }
    missing += inputs.filter { pattern in !heard.contains { Self.fits($0, pattern) } }
    if let lights, !restored.contains(where: { $0.own == Self.controlOutput }) {
      let takers = ports(Self.midi, isInput)
      let found =
        lights.isEmpty ? Self.returns(of: sources, among: takers) : takers.filter { Self.fits($0, lights) }
      lightPorts.formUnion(connections().filter { $0.own == Self.controlOutput }.map(\.other))
      lightPorts.formIntersection(takers)
      // If several devices could show the lights, none is chosen: a synthesizer would play them as notes.
      let isUndecided = lights.isEmpty && found.count > 1
      for port in found where !isUndecided && connect("\(name):\(Self.controlOutput)", port) {
        lightPorts.insert(port)
      }
      if isUndecided, lightPorts.isEmpty, found != undecidedLightPorts { undecided = found }
      undecidedLightPorts = isUndecided ? found : []
      if found.isEmpty, !lights.isEmpty { missing.append(lights) }
    }
    return (made, missing, gone, undecided)
  }

  /// Returns the ports that send back to the devices in `sources`. Their names have `playback` instead of
  /// `capture`. The names from jackd itself have numbers, which differ between the two directions.
  static func returns(of sources: Set<String>, among ports: [String]) -> [String] {
    ports.filter { port in
      !port.hasPrefix("system:")
        && sources.contains { $0 != port && $0.replacingOccurrences(of: "capture", with: "playback") == port }
    }
  }

  /// Sets the output latency for the audio thread.
  private func noteLatency() {
    guard let player, !isOver, let port = own[Self.outputs[0]] else { return }
    var range = jack_latency_range_t()
    tactus_jack_port_get_latency_range(port, JackPlaybackLatency, &range)
    player.pointee.latency.store(Int(range.max) * 1_000_000 / rate, ordering: .relaxed)
  }

  /// The names of all ports of a kind but our own.
  private func ports(_ type: String, _ flags: UInt32) -> [String] {
    Self.names(tactus_jack_get_ports(client, nil, type, UInt(flags))).filter { !$0.hasPrefix(name + ":") }
  }

  /// The names of a list of JACK's, which is freed.
  private static func names(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { tactus_jack_free(UnsafeMutableRawPointer(mutating: list)) }
    var found: [String] = []
    var next = list
    while let name = next.pointee {
      found.append(String(cString: name))
      next += 1
    }
    return found
  }

  /// All ports that others have: those that play sound, those that give some, those that give MIDI.
  public func otherPorts() -> (playing: [String], sounding: [String], heard: [String]) {
    let isOutput = JackPortIsOutput.rawValue
    return (
      ports(Self.audio, JackPortIsInput.rawValue), ports(Self.audio, isOutput), ports(Self.midi, isOutput)
    )
  }

  /// Whether a name fits a pattern of letters, `*` and `?`, in capitals or not.
  static func fits(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern.lowercased(), name.lowercased(), 0) == 0
  }
}
