// A value that a patch or a profile can send back to players: a controller or a trigger. Not for the audio
// thread.
import Controls

/// A value that goes back to a surface or an object.
public enum ShownValue: Equatable, Sendable {
  /// A controller that all touches share.
  case controller(Controller)
  /// A trigger.
  case trigger(Trigger)

  /// All of them, controllers first.
  public static var all: [ShownValue] {
    Controller.allCases.filter { !$0.isPerVoice }.map { .controller($0) }
      + Trigger.allCases.map { .trigger($0) }
  }

  /// The symbol, as documents have it.
  public var symbol: [UInt8] {
    switch self {
    case .controller(let controller): controller.spec.symbol.bytes
    case .trigger(let trigger): UTF8Text(trigger.symbol).bytes
    }
  }

  /// The value of a symbol, or nil if there is none, or each touch has its own.
  public init?(_ symbol: [UInt8]) {
    if let trigger = Trigger(symbol) {
      self = .trigger(trigger)
    } else if let found = Controller.allCases.first(where: { $0.spec.symbol.isText(symbol) }),
      !found.isPerVoice
    {
      self = .controller(found)
    } else {
      return nil
    }
  }
}

extension JSONNode {
  /// The symbol of a trigger, or of a controller that all touches share.
  package func shown() throws(Fault) -> ShownValue {
    let name = try text(limit: 128)
    if let shown = ShownValue(name) { return shown }
    _ = try controller()
    throw fault("each touch has its own \(name): a controller of the group can be shown")
  }
}
