// All that a view of the stage shows: the terminal, the page and JSON have it from here. Any thread.
import Foundation

/// The song or patch that plays, with its time, levels and load. Texts have no control characters.
public struct StageFacts: Equatable, Sendable {
  /// The level of an instrument.
  public struct Meter: Equatable, Sendable {
    public var name: String
    /// The greatest level since the last look, in decibels; −120 is silence.
    public var level: Double
    public var isMuted: Bool

    public init(_ name: String, level: Double, isMuted: Bool = false) {
      (self.name, self.level, self.isMuted) = (name, level, isMuted)
    }
  }

  /// A sentence about what happened.
  public struct Line: Equatable, Sendable {
    public var text: String
    public var isWarning: Bool

    public init(_ text: String, isWarning: Bool = false) { (self.text, self.isWarning) = (text, isWarning) }
  }

  /// A key and its effect.
  public struct Key: Equatable, Sendable {
    public var key, words: String

    public init(_ key: String, _ words: String) { (self.key, self.words) = (key, words) }
  }

  /// A page in front of the view.
  public enum Cover: Equatable, Sendable {
    case none, keys
    /// Lines that may have colors of their own.
    case page([String])
  }

  /// The kind of program: `song`, `patch` or `scene`.
  public var kind = "patch"
  public var title = ""
  /// The place of the song, from 1, and the number of songs; 0 without a list.
  public var number = 0, count = 0
  public var next = "", notes = ""

  /// Quarter notes a minute, quarter notes since the start, and those of a bar.
  public var tempo = 120.0, beat = 0.0, beatsPerBar = 4.0
  public var isRolling = false
  /// The source of the time, as in `--clock`.
  public var clock = "internal"
  /// The others in a session of Link, or nil without one.
  public var peers: Int?

  /// The instruments in order. One alone has no meter besides that of all.
  public var meters: [Meter] = []
  /// The greatest level of all, in decibels; −120 is silence.
  public var level = -120.0
  /// The master level, with that of the concert, in decibels; −120 is silence.
  public var master = 0.0
  public var touches = 0, voices = 0
  /// Whether MIDI came since the last look.
  public var hasMIDI = false

  /// The share of a block's time that was computed, in percent.
  public var load = 0.0
  public var dropouts = 0
  /// Seconds from a rendered block to the speakers, or 0 if it is not known.
  public var latency = 0.0
  /// Seconds of the recording, or nil if there is none.
  public var recorded: Double?
  /// Frames that the disk was too slow for.
  public var lostFrames = 0
  /// Free bytes where recordings are written, or nil if they are not known.
  public var freeDisk: Int?
  /// The number of rigs of a concert, or nil without a concert.
  public var rigs: Int?

  /// The latest messages, the newest last.
  public var lines: [Line] = []
  public var keys: [Key] = []
  public var cover = Cover.none

  public init() {}

  /// The level of a sample in decibels; −120 is silence.
  static func decibels(_ sample: Float) -> Double {
    sample > 0 ? max(-120, 20 * log10(Double(sample))) : -120
  }

  /// Takes over what was greater or came a moment ago, for a view that is drawn seldom.
  public mutating func join(_ before: Self) {
    level = max(level, before.level)
    hasMIDI = hasMIDI || before.hasMIDI
    guard meters.map(\.name) == before.meters.map(\.name) else { return }
    for index in meters.indices { meters[index].level = max(meters[index].level, before.meters[index].level) }
  }

  /// Bar and beat from 1. Before the first beat they are those of the count-in: bar 0.
  public var place: (bar: Int, beat: Int) {
    let bar = (beat / max(beatsPerBar, 1)).rounded(.down)
    return (Int(bar) + 1, Int((beat - bar * max(beatsPerBar, 1)).rounded(.down)) + 1)
  }
}
