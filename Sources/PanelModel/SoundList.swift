// The sound files that the instance found in a folder, to choose from. Any thread.
import Controls
import Patches
import Text

/// The files of one folder, as far as they have come.
public struct SoundList: Sendable, Equatable {
  /// A sound file.
  public struct File: Sendable, Equatable {
    /// Its path in the folder.
    public var path: [UInt8]
    /// 0: it can't be played.
    public var frames = 0
    public var rate = 0
    public var channels = 0

    /// A file of a path.
    public init(path: [UInt8]) { self.path = path }
  }

  public var place = SoundPlace.user
  public var files: [File] = []
  /// The number of files; nil: not known.
  public var count: Int?
  /// The path of the folder; empty: a page is not told.
  public var folder: [UInt8] = []
  /// The folder of the file that was opened last; empty: none, or a page is not told.
  public var last: [UInt8] = []

  /// No files.
  public init() {}

  /// Reads an answer. One that does not continue the list belongs to an older question.
  mutating func read(_ answer: JSON) {
    guard let place = SoundPlace(answer["place"]?.text ?? []), let first = answer["first"]?.number else {
      return
    }
    if first == 0 { files = [] }
    guard first == files.count, first == 0 || place == self.place else { return }
    self.place = place
    count = answer["count"]?.number ?? 0
    folder = answer["folder"]?.text ?? []
    if let last = answer["last"] { self.last = last.text }
    for each in answer["sounds"]?.elements ?? [] {
      var file = File(path: each["file"]?.text ?? [])
      file.frames = each["frames"]?.number ?? 0
      file.rate = each["rate"]?.number ?? 0
      file.channels = each["channels"]?.number ?? 0
      files.append(file)
    }
    // What does not come would be asked for again and again.
    if answer["sounds"]?.elements.isEmpty ?? true { count = files.count }
  }
}

/// A sound file that is played to hear it.
public struct HeardSound: Sendable, Equatable {
  public var place: SoundPlace
  public var path: [UInt8]

  /// A file of a folder.
  public init(_ place: SoundPlace, _ path: [UInt8]) { (self.place, self.path) = (place, path) }
}
