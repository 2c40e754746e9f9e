// The languages that surfaces speak, and whom a command is about. Input thread.

/// In the order in which a message is tried.
public enum Dialect: UInt8, CaseIterable, Sendable {
  case tactus, tuio, tuio2, pdparty, profile, json, foreign

  public var symbol: StaticString {
    switch self {
    case .tactus: "tactus"
    case .tuio: "tuio"
    case .tuio2: "tuio2"
    case .pdparty: "pdparty"
    case .profile: "profile"
    case .json: "json"
    case .foreign: "foreign"
    }
  }
}

/// To whom a command is addressed, and whose it is.
struct CommandContext {
  var dialect: Dialect
  /// 0: every surface.
  var surface: UInt8 = 0
  /// A sender may speak for several sources whose ids are apart: profiles and sources of TUIO. 0: for itself.
  var stream: UInt16 = 0
  /// The stream's own name, as TUIO has one.
  var source: [UInt8] = []
  /// Whose it is and what kind of thing, where a table tells that; 0: not said.
  var user: UInt16 = 0
  var type: UInt16 = 0
}

typealias CommandBody = (Command, CommandContext) -> Void
