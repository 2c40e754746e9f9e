// What the labels, faders and lights of one subscriber's surface show, as a profile says. Input thread.
import Controls
import Profiles
import RealTime
import Stores

/// What one surface was told of one instance.
struct FeedbackDiff {
  /// A light of a trigger glows for so long, nanoseconds.
  private static let glow: Int64 = 100_000_000
  /// What the surface says itself is not told back to it until it has not said it for so long, nanoseconds: a finger
  /// is on that fader.
  static let rest: Int64 = 250_000_000

  /// The last message of each.
  private var told: [Int: [UInt8]] = [:]
  private var litUntil: [Int: Int64] = [:]
  private var restsUntil: [Int: Int64] = [:]

  /// The surface itself has set what it shows at `place` of its profile.
  mutating func take(_ value: Float, as place: Int, _ back: ProfileBack, at now: Int64) {
    told[place] = OSCAnswer.message(back.address, [.float(value)])
    restsUntil[place] = now + Self.rest
  }

  /// Triggers light up.
  mutating func add(_ moments: [LiveMoment], _ back: [ProfileBack], at now: Int64) {
    for (place, each) in back.enumerated() {
      guard case .trigger(let trigger) = each.thing else { continue }
      if moments.contains(where: { $0.trigger == UInt32(trigger.rawValue) }) {
        litUntil[place] = now + Self.glow
      }
    }
  }

  /// The messages of all that is not as it was told; afterwards it is.
  mutating func messages(
    _ back: [ProfileBack], _ status: DocumentStatus, _ state: UnsafePointer<LiveState>, at now: Int64
  ) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    for (place, each) in back.enumerated() where now >= restsUntil[place] ?? .min {
      guard let argument = argument(place, each, status, state, at: now) else { continue }
      let message = OSCAnswer.message(each.address, [argument])
      if told[place] == message { continue }
      told[place] = message
      messages.append(message)
    }
    return messages
  }

  /// Nil when nothing is known yet.
  private func argument(
    _ place: Int, _ back: ProfileBack, _ status: DocumentStatus, _ state: UnsafePointer<LiveState>, at now: Int64
  ) -> OSCAnswer.Argument? {
    switch back.thing {
    case .patchName: return .text(status.name)
    case .patchError: return .text(status.error)
    case .trigger: return .float(now < litUntil[place] ?? .min ? 1 : 0)
    case .controller(let controller):
      guard state.pointee.isShown else { return nil }
      let value = state.pointee.shared[Int(controller.rawValue)]
      switch back.shape {
      case .fader: return .float(back.fader(value, controller))
      case .led: return .float(back.isLit(value, controller) ? 1 : 0)
      case .label: return .text(ProfileBack.text(value))
      }
    }
  }
}
