// Keys of a terminal as they are pressed, without Return. Main thread.
import Foundation

/// While it exists, the terminal sends each key at once and shows none. Ctrl-C stays a signal.
public final class TerminalKeys {
  private var before = termios()

  /// Nil if the standard input is no terminal.
  public init?() {
    guard isatty(STDIN_FILENO) != 0, tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
  }

  deinit { tcsetattr(STDIN_FILENO, TCSANOW, &before) }

  /// The next key that was pressed, or nil. Those of the cursor and of page turners are `↑ ↓ → ←`, `⇞` and `⇟`.
  public func next() -> Character? {
    guard let byte = nextByte() else { return nil }
    guard byte == 0x1B, let bracket = nextByte() else { return Character(Unicode.Scalar(byte)) }
    // A key with a sequence: ESC [ or ESC O, digits, and a letter or ~.
    guard bracket == UInt8(ascii: "[") || bracket == UInt8(ascii: "O") else { return nil }
    var sequence: [UInt8] = []
    while sequence.count < 8, let byte = nextByte() {
      sequence.append(byte)
      if byte >= 0x40 { break }
    }
    return Self.keys[String(decoding: sequence, as: UTF8.self)]
  }

  private static let keys: [String: Character] = [
    "A": "↑", "B": "↓", "C": "→", "D": "←", "5~": "⇞", "6~": "⇟",
  ]

  private func nextByte() -> UInt8? {
    var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    guard poll(&wanted, 1, 0) > 0, wanted.revents & Int16(POLLIN) != 0, read(STDIN_FILENO, &byte, 1) == 1
    else { return nil }
    return byte
  }
}
