// What the owner of a folder of patches allows: bank.json. Any thread but the audio thread.
import CJansson

/// Settings of the patch bank; everything is off unless the file says `true`.
public struct BankSettings: Sendable, Equatable {
  /// MIDI Program Change selects patches. Hosts send the last one again after they have restored a session.
  public private(set) var programChange = false
  /// Other machines may save patches.
  public private(set) var networkSave = false

  init(_ text: [UInt8] = []) {
    let root = text.withUnsafeBytes {
      json_loadb($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, 0, nil)
    }
    guard let root else { return }
    defer { json_decref(root) }
    func isTrue(_ key: StaticString) -> Bool {
      json_object_get(root, bytes(key).c)?.pointee.type == JSON_TRUE
    }
    programChange = isTrue("program_change")
    networkSave = isTrue("network_save")
  }
}
