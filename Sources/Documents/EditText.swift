// Changes of a patch as the JSON text that `PatchDocument.apply` reads, from single values as OSC sends them.

public enum PatchEdit {
  public static func set(_ parameter: [UInt8], to value: Float) -> [UInt8] {
    object("set", [(parameter, number(value))])
  }

  /// - Parameter amount: the patch's default when nil.
  public static func connect(
    _ source: [UInt8], to destination: [UInt8], low: Float, high: Float, amount: Float?
  ) -> [UInt8] {
    var parts: [(key: [UInt8], value: [UInt8])] = [
      (bytes("source"), quoted(source)), (bytes("destination"), quoted(destination)),
      (bytes("low"), number(low)), (bytes("high"), number(high)),
    ]
    if let amount { parts.append((bytes("amount"), number(amount))) }
    return object("connect", parts)
  }

  public static func disconnect(_ source: [UInt8], from destination: [UInt8]) -> [UInt8] {
    object("disconnect", [(bytes("source"), quoted(source)), (bytes("destination"), quoted(destination))])
  }

  private static func object(_ name: StaticString, _ parts: [(key: [UInt8], value: [UInt8])]) -> [UInt8] {
    var text = bytes("{\"") + bytes(name) + bytes("\": {")
    for (index, part) in parts.enumerated() {
      text += (index == 0 ? [] : bytes(", ")) + quoted(part.key) + bytes(": ") + part.value
    }
    return text + bytes("}}")
  }

  private static func number(_ value: Float) -> [UInt8] { Array(value.description.utf8) }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var quoted = [UInt8(ascii: "\"")]
    for byte in text where byte >= 0x20 {  // control characters are in no name
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { quoted.append(UInt8(ascii: "\\")) }
      quoted.append(byte)
    }
    return quoted + [UInt8(ascii: "\"")]
  }
}
