// The messages that a profile sends back to its surface: labels, faders and lights. Not for the audio
// thread.
import Controls
import Text

/// One message that shows a value on a surface.
public struct ProfileBack: Sendable, Equatable {
  /// The value that is shown.
  public enum Thing: Sendable, Equatable {
    /// A controller that all touches share.
    case controller(Controller)
    case trigger(Trigger)
    case patchName
    /// The last error of the patch.
    case patchError
  }

  /// The form of the message's argument.
  public enum Shape: UInt8, CaseIterable, Sendable {
    /// A number between `outLow` and `outHigh`.
    case fader
    /// A text.
    case label
    /// 1 or 0. A controller gives 1 from the middle of its range on, a trigger for a tenth of a second.
    case led

    public var symbol: StaticString {
      switch self {
      case .fader: "fader"
      case .label: "label"
      case .led: "led"
      }
    }
  }

  public static var limit: Int { 64 }

  public var address: [UInt8]
  public var thing: Thing
  public var shape: Shape
  /// The numbers on a fader for a controller's minimum and full scale.
  public var outLow: Float = 0
  public var outHigh: Float = 1

  /// The number of a controller's value on a fader.
  public func fader(_ value: Float, _ controller: Controller) -> Float {
    outLow + (outHigh - outLow) * controller.share(of: value)
  }

  /// Whether a controller's value lights an LED.
  public func isLit(_ value: Float, _ controller: Controller) -> Bool { controller.share(of: value) >= 0.5 }

  /// A controller's value for people, with two decimals.
  public static func text(_ value: Float) -> [UInt8] {
    guard value.magnitude < 1e6 else { return ("\(value)" as UTF8Text).bytes }
    return ("\((value * 100).rounded() / 100)" as UTF8Text).bytes
  }

  /// The controllers that are shown, each once.
  public static func controllers(of back: [ProfileBack]) -> [Controller] {
    var found: [Controller] = []
    for each in back {
      if case .controller(let controller) = each.thing, !found.contains(controller) {
        found.append(controller)
      }
    }
    return found
  }
}

extension Controller {
  /// The position of a value in the controller's range, 0…1.
  fileprivate func share(of value: Float) -> Float {
    min(max((value - spec.minimum) / (spec.fullScale - spec.minimum), 0), 1)
  }
}
