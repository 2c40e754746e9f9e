// The requests of a panel to its instance as OSC packets, in the addresses of docs/osc.md. Any thread.
import Controls
import OSC
import RealTime
import Text

/// A request of a panel to a scene: a word of `/tactus/scene/window`, which a text follows.
public enum SceneWindowRequest: StaticString, NamedCase {
  /// Everything that windows show; moved widgets; another scene; a question about the folders of scenes.
  case all, values, open, shelf
  /// The scene restarts; a recording begins or ends; a port of the plugin moves.
  case restart, record, port
}

/// The packets of a panel.
public enum PanelPacket {
  // MARK: Documents

  /// Requests the whole document.
  static func document(of plugin: ViewModel.Plugin) -> [UInt8] { packet(plugin, "get") }

  /// Requests the entries of the library from one on.
  static func library(of plugin: ViewModel.Plugin, first: Int) -> [UInt8] {
    packet(plugin, "library", [.int32(Int32(clamping: first))])
  }

  /// A question about documents, the room or the table, as JSON.
  static func question(_ json: [UInt8], to plugin: ViewModel.Plugin) -> [UInt8] {
    packet(plugin, "library", [.string(json)])
  }

  /// An edit as JSON, and what its client says of it.
  static func edit(_ text: [UInt8], of plugin: ViewModel.Plugin, by head: EditHead) -> [UInt8] {
    var arguments: [OSCArgument] = [
      .string(text), .int64(head.client), .int32(Int32(bitPattern: head.stroke)),
      head.revision.map { .int32($0) } ?? OSCArgument.none,
    ]
    if head.number > 0 {
      arguments += [.int32(Int32(bitPattern: head.number)), .int32(Int32(bitPattern: head.waiting))]
    }
    return packet(plugin, "edit", arguments)
  }

  private static func packet(
    _ plugin: ViewModel.Plugin, _ word: StaticString, _ arguments: [OSCArgument] = []
  ) -> [UInt8] {
    let kind: DocumentKind = plugin == .toneMatrix ? .grid : .patch
    return OSCMessage.packet(("/tactus/\(kind.word)/\(word)" as UTF8Text).bytes, arguments)
  }

  // MARK: Playing

  /// A touch that began, moved or ended, or nil for another event. Arguments have places, so the list ends before the
  /// first number that is not known.
  /// - Parameter shape: if it is known; then unknown numbers before it are 0, as those of surfaces that don't send them.
  public static func touch(_ event: SurfaceEvent, id: Int32, shape: SurfaceEvent.ShapeView? = nil) -> [UInt8]?
  {
    let (word, touch): (StaticString, SurfaceEvent.TouchView)
    switch event.content {
    case .began(let numbers): (word, touch) = ("began", numbers)
    case .moved(let numbers): (word, touch) = ("moved", numbers)
    case .ended(let numbers): (word, touch) = ("ended", numbers)
    default: return nil
    }
    func limited(_ value: Float) -> Float { min(max(value, 0), 1) }
    var arguments: [OSCArgument] = [
      .string(word.withUTF8Buffer { Array($0) }), .int32(id), .float(touch.x.isFinite ? limited(touch.x) : 0),
      .float(touch.y.isFinite ? limited(touch.y) : 0),
    ]
    for value in [touch.pressure, touch.radius] {
      guard value.isFinite || shape != nil else { break }
      arguments.append(.float(value.isFinite ? limited(value) : 0))
    }
    if let shape { arguments += [.float(limited(shape.aspect)), .float(shape.orientation)] }
    return OSCMessage.packet("/tactus/touch", arguments)
  }

  /// The touches that are down.
  public static func alive(_ ids: [Int32]) -> [UInt8] {
    OSCMessage.packet("/tactus/alive", ids.map { .int32($0) })
  }

  /// The distance from a lesson, 0…1, or −1 to end its tone.
  public static func guide(_ distance: Float) -> [UInt8] {
    OSCMessage.packet("/tactus/guide", [.float(distance)])
  }

  /// Ends all touches.
  public static var panic: [UInt8] { OSCMessage.packet("/tactus/panic") }

  /// A command to the looper.
  public static func loop(_ event: SurfaceEvent) -> [UInt8] {
    let name = LoopCommand.at(event.loop.command)?.name ?? "select"
    var arguments: [OSCArgument] = [.string(name.withUTF8Buffer { Array($0) }), .int32(event.id)]
    if event.loop.amount.isFinite { arguments.append(.float(event.loop.amount)) }
    return OSCMessage.packet("/tactus/loop", arguments)
  }

  /// A channel message of MIDI.
  public static func midi(_ status: UInt8, _ first: UInt8, _ second: UInt8) -> [UInt8] {
    OSCMessage.packet("/tactus/midi", [status, first, second].map { .int32(Int32($0)) })
  }

  /// A macro or a trim of Tactus Touch, by its port; nil for another port.
  public static func port(_ port: Int, _ value: Float) -> [UInt8]? {
    let macro = port - TouchPort.macro(0) + 1
    if 1...8 ~= macro { return OSCMessage.packet("/tactus/macro", [.int32(Int32(macro)), .float(value)]) }
    let trim = port - TouchPort.trim(0) + 1
    guard 1...TouchPort.trimCount ~= trim else { return nil }
    return OSCMessage.packet("/tactus/trim", [.int32(Int32(trim)), .float(value)])
  }

  // MARK: Pages

  /// Any port of a page that plays alone.
  public static func ownPort(_ port: Int, _ value: Float) -> [UInt8] {
    OSCMessage.packet("/tactus/page/port", [.int32(Int32(clamping: port)), .float(value)])
  }

  /// The plugin at another port, or another one at this port.
  public static func plugin(_ port: Int) -> [UInt8] {
    OSCMessage.packet("/tactus/page/plugin", [.int32(Int32(clamping: port))])
  }

  public static func kind(_ plugin: ViewModel.Plugin) -> [UInt8] {
    let word: StaticString =
      switch plugin {
      case .touch: "patch"
      case .toneMatrix: "grid"
      case .scene: "scene"
      }
    return OSCMessage.packet("/tactus/page/kind", [.string(word.withUTF8Buffer { Array($0) })])
  }

  /// Subscribes to controllers of single touches, as `LiveHello` has them.
  public static func names(_ named: InlineArray<8, UInt16>) -> [UInt8] {
    var words: [OSCArgument] = []
    for index in named.indices where named[index] > 0 {
      guard let symbol = Controller.at(Int(named[index]) - 1)?.spec.symbol else { continue }
      words.append(.string(("\(symbol)" as UTF8Text).bytes))
    }
    return OSCMessage.packet("/tactus/page/names", words)
  }

  /// Asks the instrument in a standalone page to start or stop adding output samples to its live frames.
  public static func output(_ isShown: Bool) -> [UInt8] {
    OSCMessage.packet("/tactus/page/output", [.int32(isShown ? 1 : 0)])
  }

  // MARK: Scenes

  /// A request to the scene that is shown.
  public static func scene(_ request: SceneWindowRequest, _ text: [UInt8]) -> [UInt8] {
    let word = request.symbol.withUTF8Buffer { Array($0) }
    return OSCMessage.packet("/tactus/scene/window", [.int32(0), .string(word), .string(text)])
  }
}
