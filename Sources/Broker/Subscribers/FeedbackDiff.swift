// The changes that a subscriber's labels, faders and lights show, by its profile. Input thread.
import Controls
import OSC
import Profiles
import RealTime
import Stores

/// The messages that one surface has received about one instance.
struct FeedbackDiff {
  /// The light of a trigger glows for this time. Nanoseconds.
  private static let glow: Int64 = 100_000_000
  /// A value that the surface sends itself is sent back only after the surface has not sent it for this time,
  /// because a finger may be on that fader. Nanoseconds.
  static let rest: Int64 = 250_000_000

  /// The last message at each index of the profile.
  private var sent: [Int: [UInt8]] = [:]
  private var litUntil: [Int: Int64] = [:]
  private var restsUntil: [Int: Int64] = [:]

  /// Notes a value that the surface itself has sent. `index` is that of the message in its profile.
  mutating func note(_ value: Float, as index: Int, _ back: ProfileBack, at now: Int64) {
    sent[index] = OSCMessage.packet(back.address, [.float(value)])
    restsUntil[index] = now + Self.rest
  }

  /// Lights the triggers of these moments.
  mutating func add(_ moments: [LiveMoment], _ back: [ProfileBack], at now: Int64) {
    for (index, each) in back.enumerated() {
      guard case .trigger(let trigger) = each.thing else { continue }
      if moments.contains(where: { $0.trigger == UInt32(trigger.index) }) {
        litUntil[index] = now + Self.glow
      }
    }
  }

  /// The messages that differ from the last ones. They count as sent afterwards.
  mutating func messages(
    _ back: [ProfileBack], _ status: DocumentStatus, _ frame: LiveFrameReader?, at now: Int64
  ) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    for (index, each) in back.enumerated() where now >= restsUntil[index] ?? .min {
      guard let argument = argument(index, each, status, frame, at: now) else { continue }
      let message = OSCMessage.packet(each.address, [argument])
      if sent[index] == message { continue }
      sent[index] = message
      messages.append(message)
    }
    return messages
  }

  /// The argument of a message; nil if its value is not known yet.
  private func argument(
    _ index: Int, _ back: ProfileBack, _ status: DocumentStatus, _ frame: LiveFrameReader?,
    at now: Int64
  ) -> OSCArgument? {
    switch back.thing {
    case .patchName: return .string(status.name)
    case .patchError: return .string(status.error)
    case .trigger: return .float(now < litUntil[index] ?? .min ? 1 : 0)
    case .controller(let controller):
      guard let value = frame?.controller(Int(controller.rawValue)) else { return nil }
      switch back.shape {
      case .fader: return .float(back.fader(value, controller))
      case .led: return .float(back.isLit(value, controller) ? 1 : 0)
      case .label: return .string(ProfileBack.text(value))
      }
    }
  }
}
