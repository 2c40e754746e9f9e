// Changes of a patch as the JSON text that `PatchDocument.apply` reads, from single values as OSC sends them.
import Text

public enum EditText {
  public static func set(_ parameter: [UInt8], to value: Float) -> [UInt8] {
    ("{\"set\": {\(JSON.quoted(parameter)): \(value)}}" as UTF8Text).bytes
  }

  /// - Parameter amount: the patch's default when nil.
  public static func connect(
    _ source: [UInt8], to destination: [UInt8], low: Float, high: Float, amount: Float?
  ) -> [UInt8] {
    var words: UTF8Text = "{\"connect\": {\(ends(source, destination)), \"low\": \(low), \"high\": \(high)"
    if let amount { words += ", \"amount\": \(amount)" }
    words += "}}"
    return words.bytes
  }

  /// The texts of a tuning; empty ones say nothing.
  public static func tune(scl: [UInt8], kbm: [UInt8]) -> [UInt8] {
    ("{\"tuning\": {\"scl\": \(JSON.quoted(scl)), \"kbm\": \(JSON.quoted(kbm))}}" as UTF8Text).bytes
  }

  public static func disconnect(_ source: [UInt8], from destination: [UInt8]) -> [UInt8] {
    ("{\"disconnect\": {\(ends(source, destination))}}" as UTF8Text).bytes
  }

  /// - Parameters:
  ///   - place: from 1; nil: behind the last.
  ///   - name: nil: the name stays.
  public static func snapshot(_ place: Int?, name: [UInt8]? = nil) -> [UInt8] {
    var members: [UTF8Text] = []
    if let place { members.append("\"place\": \(place)") }
    if let name { members.append("\"name\": \(JSON.quoted(name))") }
    return ("{\"snapshot\": \(JSON.list("{", members, "}"))}" as UTF8Text).bytes
  }

  public static func recall(snapshot place: Int) -> [UInt8] { ("{\"recall\": \(place)}" as UTF8Text).bytes }
  public static func forget(snapshot place: Int) -> [UInt8] { ("{\"forget\": \(place)}" as UTF8Text).bytes }

  private static func ends(_ source: [UInt8], _ destination: [UInt8]) -> UTF8Text {
    "\"source\": \(JSON.quoted(source)), \"destination\": \(JSON.quoted(destination))"
  }
}
