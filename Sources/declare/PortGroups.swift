// The groups of ports: their names, and the Turtle that declares them. Command-line tool; main thread.
import Controls

/// A group of ports of one plugin. The cases stand in the order in which hosts show them.
protocol PortGroup: CaseIterable, Equatable where AllCases == [Self] {
  /// The end of the plugin's URI.
  static var plugin: String { get }
  var symbol: String { get }
  /// The name that hosts show.
  var name: String { get }
}

extension PortGroup {
  private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The group's URI. It begins with the group's place, because jalv orders groups by their URIs.
  var node: String {
    precondition(Self.allCases.count <= 10, "ten places of one digit")
    return "<urn:tactus:\(Self.plugin)#\(place)_\(symbol)>"
  }

  /// The lines of a port that stands in this group. Hosts that show some ports only take those of a high
  /// priority.
  var lines: [String] {
    ["pg:group \(node)", "pprops:displayPriority \(Self.allCases.count - 1 - place)"]
  }
}

extension TouchPort.Group: PortGroup {
  static var plugin: String { "touch" }

  var symbol: String { "\(self)" }

  var name: String {
    switch self {
    case .audio: "Audio"
    case .macro: "Macros"
    case .quick: "Sound"
    case .setup: "Settings"
    case .group: "Group controllers"
    case .motion: "Motion controllers"
    case .touch: "Touch controllers"
    case .trim: "Trims"
    case .live: "Meters"
    case .out: "Outputs"
    }
  }
}

extension ToneMatrixPort.Group: PortGroup {
  static var plugin: String { "tonematrix" }

  var symbol: String {
    switch self {
    case .events, .all, .song, .setup, .live: "\(self)"
    case .layer1: "layer_1"
    case .layer2: "layer_2"
    case .layer3: "layer_3"
    case .layer4: "layer_4"
    case .laterLayers: "layers_5_to_16"
    }
  }

  var name: String {
    switch self {
    case .events: "Events"
    case .all: "All tracks"
    case .song: "Song"
    case .setup: "Settings"
    case .layer1: "Track 1"
    case .layer2: "Track 2"
    case .layer3: "Track 3"
    case .layer4: "Track 4"
    case .laterLayers: "Tracks 5 to 16"
    case .live: "Meters"
    }
  }
}

extension ScenePort.Group: PortGroup {
  static var plugin: String { "scene" }

  var symbol: String { "\(self)" }

  var name: String {
    switch self {
    case .input: "Input"
    case .output: "Output"
    case .scene: "Scene"
    case .setup: "Settings"
    case .live: "Meters"
    }
  }
}

/// The groups that these ports stand in. Ports of events stand in none.
func groupsTurtle<Group: PortGroup>(_ ports: [(group: Group, flow: TouchPort.Flow)]) -> String {
  Group.allCases.compactMap { group in
    guard let kinds = kinds(Set(ports.filter { $0.group == group }.map(\.flow))) else { return nil }
    return """
      \(group.node) a \(kinds) ;
      \tlv2:name \(literal(group.name)) ;
      \trdfs:label \(literal(group.name)) ;
      \tlv2:symbol \(literal(group.symbol)) .


      """
  }.joined()
}

/// The types of a group of ports with these directions; nil if hosts show none of them.
private func kinds(_ flows: Set<TouchPort.Flow>) -> String? {
  if flows.contains(.audioOutput) { return "pg:StereoGroup , pg:OutputGroup" }
  if flows.contains(.audioInput) { return "pg:StereoGroup , pg:InputGroup" }
  switch (flows.contains(.controlInput), flows.contains(.controlOutput)) {
  case (true, true): return "pg:Group"
  case (true, false): return "pg:InputGroup"
  case (false, true): return "pg:OutputGroup"
  case (false, false): return nil
  }
}
