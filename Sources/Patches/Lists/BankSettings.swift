// The permissions of a folder of patches: bank.json. Any thread but the audio thread.
import Text

/// Settings of the patch bank; a setting is off unless the file has `true`.
public struct BankSettings: Sendable, Equatable {
  /// MIDI Program Change selects patches. Hosts send the last one again after they have restored a session.
  public private(set) var programChange = false
  /// Other machines may save patches.
  public private(set) var networkSave = false

  /// The settings in a text of `bank.json`; wrong values give the defaults.
  public init(_ text: [UInt8] = []) {
    let json = text.withUnsafeBytes { try? JSON($0) }
    guard case .object(let members) = json?.value else { return }
    for member in members where member.value.value == .bool(true) {
      if member.key == "program_change" { programChange = true }
      if member.key == "network_save" { networkSave = true }
    }
  }
}
