// What a user last chose for windows: size, look, how much *Play* and *Grid* show. Kept in the user's folder. The host's
// thread for windows.
import CX
import Controls
import Paint
import PanelModel
import Text

struct WindowSettings: Equatable {
  /// In points; nil: the user has changed none.
  var size: Size?
  var look = Look.dark
  var showsTabs = true
  var showsMore = false

  struct Size: Equatable {
    var width: Int
    var height: Int
  }

  /// The settings of the user's file; what it does not have is as usual.
  static func read() -> WindowSettings {
    var settings = WindowSettings()
    guard let file = tactus_x_settings(false) else { return settings }
    var text = [UInt8](repeating: 0, count: 4096)
    let count = fread(&text, 1, text.count, file)
    fclose(file)
    guard let json = text[..<count].withUnsafeBytes({ try? JSON($0) }) else { return settings }
    // A very small window isn't remembered.
    let (least, most) = (PluginWindow.smallSize, 16_384)
    if let width = json["width"]?.number, let height = json["height"]?.number,
      least.width...most ~= width, least.height...most ~= height
    {
      settings.size = Size(width: width, height: height)
    }
    if case .string(let name)? = json["look"]?.value, let look = Look.all.first(where: { $0.name == name }) {
      settings.look = look
    }
    if case .string(let name)? = json["text"]?.value,
      let size = Look.Size.allCases.first(where: { name == $0.symbol })
    {
      settings.look.size = size
    }
    settings.showsTabs = json["tabs"]?.value != .bool(false)
    settings.showsMore = json["more"]?.value == .bool(true)
    return settings
  }

  /// Writes the user's file.
  func write() {
    guard let file = tactus_x_settings(true) else { return }
    var members: [UTF8Text] = [
      "\"look\": \(JSON.quoted(look.name))", "\"text\": \(JSON.quoted(UTF8Text(look.size.symbol).bytes))",
      "\"tabs\": \(showsTabs ? "true" : "false" as StaticString)",
      "\"more\": \(showsMore ? "true" : "false" as StaticString)",
    ]
    if let size { members += ["\"width\": \(size.width)", "\"height\": \(size.height)"] }
    let text = JSON.list("{", members, "}\n").bytes
    fwrite(text, 1, text.count, file)
    fclose(file)
  }
}
