// The actions of a player on stage: one table for keys, pedals, OSC addresses and the guide. Not for the audio thread.
import Controls
import Text

/// An action of `tactus play`. Its symbol is the last part of its OSC address and is saved in documents. Append only.
public enum StageAction: StaticString, NamedCase {
  case next, previous, record, time, tap, panic, page, end
  case song, start, stop, pattern, fill, mute, macro, level, louder, softer

  /// The effect of a control that is pressed, released or moved.
  public enum Kind: Sendable {
    /// It acts when the control is pressed.
    case once
    /// Each press changes between on and off.
    case toggle
    /// It lasts as long as the control is pressed. A control that is never released changes between on and off.
    case held
    /// It follows the value of the control.
    case value
  }

  private struct Entry {
    let kind: Kind
    /// The greatest number that it takes, counted from 1, or 0 without a number.
    let numbers: Int
    /// Its key on the terminal, with a word or two for it, or nil if it has none.
    let key: (StaticString, StaticString)?
    /// Whether there is something that a light can show.
    let hasState: Bool
    let text: StaticString
  }

  private static func entry(
    _ kind: Kind, _ text: StaticString, key: (StaticString, StaticString)? = nil, numbers: Int = 0,
    hasState: Bool = false
  ) -> Entry {
    Entry(kind: kind, numbers: numbers, key: key, hasState: hasState, text: text)
  }

  /// The table of actions.
  private var entry: Entry {
    switch self {
    case .next:
      Self.entry(.once, "begins the next song; without a concert, loads the next patch", key: ("n", "next"))
    case .previous:
      Self.entry(
        .once, "begins the previous song; without a concert, loads the previous patch", key: ("p", "previous")
      )
    case .record:
      Self.entry(.toggle, "starts and stops a recording", key: ("r", "record"), hasState: true)
    case .time: Self.entry(.toggle, "starts and stops the clock", key: (" ", "start, stop"), hasState: true)
    case .tap: Self.entry(.once, "taps the tempo", key: ("t", "tap the tempo"))
    case .panic: Self.entry(.once, "ends all notes", key: ("x", "end all notes"))
    case .page:
      Self.entry(.once, "shows the page's address and code; again, the view", key: ("c", "page for browsers"))
    case .end: Self.entry(.once, "fades out, stops the recording, quits", key: ("q", "quit"))
    case .song:
      Self.entry(
        .once, "begins this song, or loads this patch of the set list", numbers: Concert.songLimit,
        hasState: true)
    case .start: Self.entry(.once, "starts the clock", hasState: true)
    case .stop: Self.entry(.once, "stops the clock", hasState: true)
    case .pattern:
      Self.entry(.once, "starts this pattern of the grid on all tracks", numbers: 16, hasState: true)
    case .fill: Self.entry(.held, "plays the fill-in of the grid", hasState: true)
    case .mute:
      Self.entry(.toggle, "mutes this instrument of the song", numbers: ConcertRig.limit, hasState: true)
    case .macro: Self.entry(.value, "sets this macro of all instruments", numbers: 8, hasState: true)
    case .level: Self.entry(.value, "sets the master level; 1 is that of the concert", hasState: true)
    case .louder: Self.entry(.once, "raises the master level by 2 dB", key: ("+", "louder"))
    case .softer: Self.entry(.once, "lowers the master level by 2 dB", key: ("-", "softer"))
    }
  }

  /// The effect of its controls.
  public var kind: Kind { entry.kind }
  /// The numbers that it takes, or nil if it takes none.
  public var numbers: ClosedRange<Int>? { entry.numbers > 0 ? 1...entry.numbers : nil }
  /// Its key on the terminal, or nil if it has none.
  public var key: [UInt8]? { entry.key.map { UTF8Text($0.0).bytes } }
  /// A word or two for its key, or nil if it has none.
  public var keyWords: StaticString? { entry.key?.1 }
  /// Whether a light can show that it is on.
  public var hasState: Bool { entry.hasState }
  /// The end of a sentence that begins with its name.
  public var text: StaticString { entry.text }

  /// The action of a key, or nil.
  public init?(key: [UInt8]) {
    guard let action = Self.allCases.first(where: { $0.key == key }) else { return nil }
    self = action
  }
}

/// Reads `word` or `word:number`.
/// - Parameter kind: What an error calls the word, such as `action`.
/// - Returns: The word and its number. Without a colon the number is nil; if it isn't a positive integer, it is 0.
/// - Throws: A sentence if there is no such word.
func numbered<Word: NamedCase>(_ words: [UInt8], _ kind: StaticString) throws(DocumentError) -> (Word, Int?) {
  let parts = words.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
  guard let word = Word.allCases.first(where: { parts[0].elementsEqual(UTF8Text($0.symbol).bytes) }) else {
    throw DocumentError(("there is no \(kind) \(JSON.quoted(Array(parts[0].prefix(64))))" as UTF8Text).bytes)
  }
  return (word, parts.count > 1 ? max(0, Int(decimal: Array(parts[1])) ?? 0) : nil)
}

/// An action with its number.
public struct NumberedAction: Hashable, Sendable {
  /// The action.
  public var action: StageAction
  /// The number, from 1, or 0 for an action without one.
  public var number: Int

  /// An action. Its number is not checked.
  public init(_ action: StageAction, _ number: Int = 0) { (self.action, self.number) = (action, number) }

  /// Reads `next` or `song:3`.
  /// - Throws: The reason as a sentence.
  public init(words: [UInt8]) throws(DocumentError) {
    let (action, number): (StageAction, Int?) = try numbered(words, "action")
    self.init(action, number ?? 0)
    if let fault = Self.fault(action, number) { throw DocumentError(fault.bytes) }
  }

  /// Returns why an action can't have `number`, where nil means no number, or returns nil if it can.
  static func fault(_ action: StageAction, _ number: Int?) -> UTF8Text? {
    guard let numbers = action.numbers else {
      return number == nil ? nil : "\(action.symbol) takes no number"
    }
    if let number, numbers.contains(number) { return nil }
    return "\(action.symbol) needs a number from 1 to \(numbers.upperBound)"
  }

  /// The action in words, like `song:3`.
  public var words: UTF8Text {
    number > 0 ? "\(action.symbol):\(number)" : UTF8Text(action.symbol)
  }
}
