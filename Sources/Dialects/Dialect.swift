// The languages that surfaces speak, and the context of a command. Input thread.
import Controls

/// The languages, in the order in which they are tried on a message.
public enum Dialect: StaticString, NamedCase {
  case tactus, tuio, tuio2, pdparty, profile, json, foreign
}

/// The surface that a command is addressed to and the source that it is about.
package struct CommandContext {
  package var dialect: Dialect
  /// The number of the surface; 0: every surface.
  package var surface: UInt8 = 0
  /// The number of one of the sender's sources; each has ids of its own. Profiles and TUIO sources have one.
  /// 0: the sender itself.
  package var stream: UInt16 = 0
  /// The name of the stream, which only TUIO sources have.
  package var source: [UInt8] = []
  /// The user and the type of a component of TUIO 2.0; 0: not stated.
  package var user: UInt16 = 0
  package var type: UInt16 = 0

  /// Whether the language itself tells late messages from others: by the numbers of frames, or by the states
  /// of a profile. Then each move may begin a touch.
  package var isOrdered: Bool {
    switch dialect {
    case .tuio, .tuio2, .profile: true
    case .tactus, .pdparty, .json, .foreign: false
    }
  }

  package init(dialect: Dialect, surface: UInt8 = 0, stream: UInt16 = 0, source: [UInt8] = []) {
    (self.dialect, self.surface, self.stream, self.source) = (dialect, surface, stream, source)
  }
}

package typealias CommandBody = (Command, CommandContext) -> Void
