// One running plugin with a buffer on every port. Command-line tool; one thread at a time.
import CLilv

/// An instance of a plugin. It belongs to one thread at a time.
///
///     let instance = try World(bundle: "build/tactus.lv2").instantiate("urn:tactus:touch")
///     try instance.set("level", to: -6)
///     instance.activate()
///     instance.run(256, [TimedEvent(frame: 10, .surface(.touch(.began, id: 1, x: 0.5, y: 0.5)))])
///     let left = instance.audio("out_left")
public final class Instance {
  public let uri: String
  /// The plugin's name for people.
  public let name: String
  public let ports: [PortDescription]
  public let sampleRate: Double
  public let maximumBlock: Int
  public let table = URIDTable()
  public private(set) var isActive = false

  let plugin: OpaquePointer
  let world: World
  let features: HostFeatures
  let lilv: UnsafeMutablePointer<LilvInstance>
  private let workerInterface: UnsafePointer<LV2_Worker_Interface>?
  private let indices: [String: Int]
  /// By port index: one value for controls, `maximumBlock` frames for audio and voltage.
  private let samples: [UnsafeMutableBufferPointer<Float>]
  let sequences: [Int: SequenceBuffer]
  /// The event input that gets events: the one designated `lv2:control`, else one for MIDI, else the first.
  let eventInput: Int?

  /// The least size of an event port's buffer in bytes; 64 KiB hold 1600 touches a block.
  private static let leastSequenceSize = 65_536

  init(_ plugin: OpaquePointer, uri: String, world: World, sampleRate: Double, maximumBlock: Int) throws {
    let missing = Self.requiredFeatures(of: plugin).filter {
      !HostFeatures.offered.contains($0) && !HostFeatures.implied.contains($0)
    }
    guard missing.isEmpty else { throw HostingError.unsupportedFeatures(plugin: uri, features: missing) }
    self.plugin = plugin
    self.uri = uri
    let nameNode = lilv_plugin_get_name(plugin)
    name = nameNode.map { String(cString: lilv_node_as_string($0)) } ?? uri
    lilv_node_free(nameNode)
    self.world = world
    self.sampleRate = sampleRate
    self.maximumBlock = maximumBlock
    let ports = try (0..<lilv_plugin_get_num_ports(plugin)).map {
      try PortDescription(lilv_plugin_get_port_by_index(plugin, $0), of: plugin, uri: uri, world: world)
    }
    self.ports = ports
    indices = Dictionary(ports.map { ($0.symbol, $0.index) }, uniquingKeysWith: { first, _ in first })
    let sizes = ports.map { max($0.minimumSize, Self.leastSequenceSize) }
    features = HostFeatures(
      table: table, sampleRate: sampleRate, maximumBlock: maximumBlock,
      sequenceSize: ports.filter { $0.kind == .events }.map { sizes[$0.index] }.max()
        ?? Self.leastSequenceSize)
    guard let lilv = lilv_plugin_instantiate(plugin, sampleRate, features.list) else {
      throw HostingError.instantiationFailed(plugin: uri)
    }
    self.lilv = lilv
    workerInterface = lilv_instance_get_extension_data(lilv, Vocabulary.worker + "interface")?
      .assumingMemoryBound(to: LV2_Worker_Interface.self)

    let inputs = ports.filter { $0.kind == .events && $0.isInput }
    eventInput =
      (inputs.first { $0.designation == Vocabulary.core + "control" } ?? inputs.first { $0.supportsMIDI }
      ?? inputs.first)?.index
    var sequences: [Int: SequenceBuffer] = [:]
    samples = ports.map { [features] port in
      if port.kind == .events {
        // Outputs have twice the size, so that the longest text of a plugin does not delay its messages.
        let size = sizes[port.index] * (port.isInput ? 1 : 2)
        let sequence = SequenceBuffer(capacity: size, table: features.table)
        sequences[port.index] = sequence
        lilv_instance_connect_port(lilv, UInt32(port.index), sequence.memory)
        return UnsafeMutableBufferPointer(start: nil, count: 0)
      }
      let count = port.kind == .control ? 1 : max(1, maximumBlock)
      let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
      let rest = port.default.isNaN ? (port.minimum.isNaN ? 0 : port.minimum) : port.default
      buffer.initialize(repeating: port.kind == .control ? rest : 0)
      lilv_instance_connect_port(lilv, UInt32(port.index), buffer.baseAddress)
      return buffer
    }
    self.sequences = sequences
  }

  deinit {
    deactivate()
    lilv_instance_free(lilv)
    for buffer in samples { buffer.deallocate() }
  }

  static func requiredFeatures(of plugin: OpaquePointer) -> [String] {
    let nodes = lilv_plugin_get_required_features(plugin)
    defer { lilv_nodes_free(nodes) }
    var found: [String] = []
    var iterator = lilv_nodes_begin(nodes)
    while !lilv_nodes_is_end(nodes, iterator) {
      found.append(String(cString: lilv_node_as_uri(lilv_nodes_get(nodes, iterator))))
      iterator = lilv_nodes_next(nodes, iterator)
    }
    return found
  }

  /// Prepares the plugin to run from silence; does nothing when it is active.
  public func activate() {
    guard !isActive else { return }
    lilv_instance_activate(lilv)
    isActive = true
  }

  public func deactivate() {
    guard isActive else { return }
    lilv_instance_deactivate(lilv)
    isActive = false
  }

  /// Runs one block of 0…`maximumBlock` frames; activates the plugin first if necessary.
  ///
  /// - Parameter events: in any order; events of the same frame keep their order.
  /// - Returns: how many events fitted into the plugin's
  ///   event input. All of them, unless there are thousands.
  @discardableResult
  public func run(_ frames: Int, _ events: [TimedEvent] = []) -> Int {
    precondition((0...maximumBlock).contains(frames), "\(frames) frames in blocks of up to \(maximumBlock)")
    activate()
    for (index, sequence) in sequences {
      if ports[index].isInput { sequence.clear() } else { sequence.offer() }
    }
    var fitted = 0
    if let input = eventInput.flatMap({ sequences[$0] }) {
      let sorted = events.enumerated().sorted {
        ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
      }
      while fitted < sorted.count, input.append(sorted[fitted].element) { fitted += 1 }
    }
    lilv_instance_run(lilv, UInt32(frames))
    if let workerInterface {
      features.worker.deliver(to: lilv_instance_get_handle(lilv), through: workerInterface)
    }
    return fitted
  }

  /// An audio (or voltage) port's buffer: read outputs after `run`, fill inputs before it. Empty if there is
  /// no such port.
  public func audio(_ symbol: String) -> UnsafeMutableBufferPointer<Float> {
    guard let index = indices[symbol], [.audio, .voltage].contains(ports[index].kind) else {
      return UnsafeMutableBufferPointer(start: nil, count: 0)
    }
    return samples[index]
  }

  /// The symbols of all audio outputs, in the plugin's order.
  public var audioOutputs: [String] { ports.filter { $0.kind == .audio && !$0.isInput }.map(\.symbol) }

  /// The symbols of all audio inputs, in the plugin's order.
  public var audioInputs: [String] { ports.filter { $0.kind == .audio && $0.isInput }.map(\.symbol) }

  /// The events that the plugin wrote to an event output in the last `run`.
  public func output(_ symbol: String) -> [OutputEvent] {
    indices[symbol].flatMap { sequences[$0] }?.events ?? []
  }

  /// Whether the plugin has an event output for MIDI.
  public var hasMIDIOutput: Bool { ports.contains { $0.kind == .events && !$0.isInput && $0.supportsMIDI } }

  /// The MIDI messages that the plugin sent in the last `run`, in the order of their frames.
  public var sentMIDI: [OutputEvent] {
    let all = ports.filter { $0.kind == .events && !$0.isInput && $0.supportsMIDI }
    // The output that is designated `lv2:control` has what the others have.
    let main = all.filter { $0.designation == Vocabulary.core + "control" }
    let outputs = main.isEmpty ? all : main
    let events = outputs.flatMap { output($0.symbol) }.filter { $0.type == Vocabulary.midiEvent }
    return events.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }
      .map(\.element)
  }

  /// The value of a control, input or output; nil if there is no such control.
  public func value(of symbol: String) -> Float? {
    control(symbol).map { samples[$0.index][0] }
  }

  /// The latency in frames that the plugin reports since its last `run`; 0 if it reports none.
  public var latency: Int {
    let port = ports.first { $0.kind == .control && $0.designation == Vocabulary.core + "latency" }
    guard let port, case let frames = samples[port.index][0], frames > 0 else { return 0 }
    return Int(min(frames, 1_048_576))
  }

  /// Sets a control input. The value goes to the plugin as it is, in range or not.
  ///
  /// - Throws: `HostingError.noSuchPort`.
  public func set(_ symbol: String, to value: Float) throws {
    guard let port = control(symbol), port.isInput else {
      throw HostingError.noSuchPort(
        plugin: uri, symbol: symbol,
        available: ports.filter { $0.kind == .control && $0.isInput }.map(\.symbol))
    }
    samples[port.index][0] = value
  }

  /// The control with this symbol, or nil.
  public func control(_ symbol: String) -> PortDescription? {
    indices[symbol].map { ports[$0] }.flatMap { $0.kind == .control ? $0 : nil }
  }

  /// The address of a control input's value, for lilv.
  func controlPointer(_ symbol: String) -> UnsafeMutablePointer<Float>? {
    control(symbol).flatMap { $0.isInput ? samples[$0.index].baseAddress : nil }
  }

  /// The control input that a plugin designates for a purpose, such as `freeWheeling` or `enabled`.
  public func control(designated name: String) -> PortDescription? {
    ports.first { $0.kind == .control && $0.isInput && $0.designation == Vocabulary.core + name }
  }
}
