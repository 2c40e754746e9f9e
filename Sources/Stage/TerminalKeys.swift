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

  /// The next key that was pressed; nil: none.
  public func next() -> Character? {
    var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    var byte: UInt8 = 0
    guard poll(&wanted, 1, 0) > 0, wanted.revents & Int16(POLLIN) != 0, read(STDIN_FILENO, &byte, 1) == 1
    else {
      return nil
    }
    return Character(Unicode.Scalar(byte))
  }
}
