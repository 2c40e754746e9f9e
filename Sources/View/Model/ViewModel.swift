// All that a view is told. The frame sets it, and the view draws nothing else. Any thread.
import Controls
import Grids
import Patches

/// What is shown: documents, lists, the live state, ports.
public struct ViewModel: Sendable {
  /// Which of the two plugins is seen.
  public enum Plugin: Sendable { case touch, toneMatrix }

  /// A patch or a grid of the library.
  public struct Entry: Equatable, Sendable {
    /// By which it is loaded.
    public var file: [UInt8]
    public var name: [UInt8]
    public var category: [UInt8] = []
    public var tags: [[UInt8]] = []
    /// How to play it.
    public var text: [UInt8] = []
    public var isOwn = false

    public init(file: [UInt8], name: [UInt8]) { (self.file, self.name) = (file, name) }
  }

  public var plugin = Plugin.touch
  public var patch = PatchDocument()
  public var grid = GridDocument()
  /// The document's revision; edits by an index are made for it.
  public var revision: UInt64 = 0
  public var library: [Entry] = []
  /// The file of the entry that is loaded; empty: none.
  public var loaded: [UInt8] = []
  public var live = LivePicture()
  /// By index of the port, in its unit; an index that is missing has the default.
  public var ports: [Float] = []
  /// What the engine said last, for people; and whether it refused something.
  public var message: [UInt8] = []
  public var isRefusal = false
  public var canUndo = false
  public var canRedo = false

  public init() {}

  /// The value of a port of Tactus Touch.
  public func value(_ port: TouchPort) -> Float {
    ports.indices.contains(Int(port.rawValue)) ? ports[Int(port.rawValue)] : port.spec.default
  }
}
