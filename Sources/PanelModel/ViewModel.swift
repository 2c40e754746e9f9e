// All that a view is told. The frame sets it, and the view draws nothing else. Any thread.
import Controls
import Grids
import Lessons
import Patches

/// The contents of all screens: documents, lists, the live state, ports.
public struct ViewModel: Sendable {
  /// Which plugin is seen.
  public enum Plugin: Sendable { case touch, toneMatrix, scene }

  /// A page's knowledge of its server.
  public struct Page: Equatable, Sendable {
    /// The port of the plugin that is played, and those of all that are found.
    public var port = 0
    public var plugins: [Int] = []
    /// The kinds of plugins at the port, if there are several.
    public var kinds: [Plugin] = []
    /// The state of a standalone instrument; nil: it plays a plugin of a host.
    public var solo: Solo?

    public init() {}

    /// A page that plays by itself.
    public struct Solo: Equatable, Sendable {
      /// Whether it keeps its sound, writes down what acts, plays what was written; whether there is such.
      public var isRecording = false
      public var isTaking = false
      public var isReplaying = false
      public var hasTake = false
      /// Whether it may play a plugin of a host instead.
      public var hasServer = false

      public init() {}
    }
  }

  /// A patch or a grid of the library.
  public struct Entry: Equatable, Sendable {
    /// By which it is loaded.
    public var file: [UInt8]
    public var name: [UInt8]
    public var category: [UInt8] = []
    public var tags: [[UInt8]] = []
    /// Playing instructions.
    public var text: [UInt8] = []
    public var isOwn = false
    /// The user's marks: a favorite; 1…5 stars, or 0; its place among those that were used last, from 1, or 0.
    public var isFavorite = false
    public var rating = 0
    public var recent = 0
    /// Of a grid: sixteen columns by sixteen rows as the library tells them (docs/window.md); or empty.
    public var picture: [UInt8] = []

    public init(file: [UInt8], name: [UInt8]) { (self.file, self.name) = (file, name) }
  }

  /// The commons that the library searches.
  public struct Commons: Equatable, Sendable {
    /// Its address; empty: none is asked.
    public var address: [UInt8] = []
    /// The words that were searched last, and what has them.
    public var searched: [UInt8] = []
    public var found: [Entry] = []
  }

  /// A lesson of the library.
  public struct LessonEntry: Equatable, Sendable {
    /// The name by which it is read, and that for people.
    public var file: [UInt8]
    public var name: [UInt8]
  }

  /// An instance of Tactus Touch in the process of the instance that is shown.
  public struct Instrument: Equatable, Sendable {
    /// The name of its patch.
    public var name: [UInt8]
    /// The MIDI channel that it plays, 1…16; 0: all.
    public var channel: Int
    public var isDrumKit: Bool

    public init(name: [UInt8], channel: Int, isDrumKit: Bool) {
      (self.name, self.channel, self.isDrumKit) = (name, channel, isDrumKit)
    }
  }

  /// The request behind a message's Undo button.
  public enum Revert: Equatable, Sendable {
    /// Undoes the last change of the document.
    case undo
    /// A library request to the instance.
    case question([UInt8])
  }

  public var plugin = Plugin.touch
  public var patch = PatchDocument()
  public var grid = GridDocument()
  /// The document as it is written: its forms are made of this. After edits it is written again only for them.
  public var text: [UInt8] { written ?? (plugin == .toneMatrix ? grid.write() : patch.write()) }
  var written: [UInt8]? = []
  /// The document's revision; edits by an index are made for it.
  public var revision: UInt64 = 0
  public var library: [Entry] = []
  public var commons = Commons()
  /// The lessons to choose from, and how often the list has come.
  public var lessons: [LessonEntry] = []
  public var lessonLists = 0
  /// A lesson that has come and that no screen has begun yet.
  public var lesson: Lesson?
  /// The names of all set lists.
  public var sets: [[UInt8]] = []
  public var room = Room()
  /// The instruments in the process, as last reported by the instance; nil: not known.
  public var instruments: [Instrument]?
  public var table = Table()
  /// Of Tactus Scene.
  public var scene = SceneModel()
  /// The file of the entry that is loaded; empty: none.
  public var loaded: [UInt8] = []
  /// The file of the entry that is previewed; empty: none is.
  public var previewed: [UInt8] = []
  /// The names of the pad profiles to choose from.
  public var padProfiles: [[UInt8]] = []
  /// The sound files to choose from, and the one that is played to hear it.
  public var sounds = SoundList()
  public var heard: HeardSound?
  /// Whether the host can ask for a file.
  public var hostAsksForFiles = false
  public var live = LivePicture()
  /// Nil in a window.
  public var page: Page?
  /// By index of the port, in its unit; an index that is missing has the default.
  public var ports: [Float] = []
  /// The last message of the engine, and whether it is an error.
  public var message: [UInt8] = [] { didSet { revert = nil } }
  public var isRefusal = false
  /// The path of the last file the instance wrote for this panel. Empty after it has been dragged.
  public var exported: [UInt8] = []
  /// The request behind the message's Undo button, or nil if the message has none.
  public var revert: Revert?
  public var canUndo = false
  public var canRedo = false
  /// The names of the next changes to undo and redo, such as `paste row`. Empty if unknown.
  public var undoTitle: [UInt8] = []
  public var redoTitle: [UInt8] = []
  /// Whether the document differs from the one that was loaded or saved last.
  public var isEdited = false
  /// Which of two documents that are compared is shown, `A` or `B`; empty: none are.
  public var side: [UInt8] = []

  public init() {}

  /// Shows a document that a program of its own has made; an instance sends a text.
  public mutating func show(_ patch: PatchDocument) { (self.patch, written) = (patch, nil) }
  public mutating func show(_ grid: GridDocument) { (self.grid, written) = (grid, nil) }

  /// The name of the document.
  public var documentName: [UInt8] { plugin == .touch ? patch.name : grid.name }

  /// The value of a port of Tactus Touch.
  public func value(_ port: TouchPort) -> Float {
    ports.indices.contains(Int(port.rawValue)) ? ports[Int(port.rawValue)] : port.spec.default
  }
}
