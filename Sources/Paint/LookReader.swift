// A look of the user's own, from JSON. Any thread.
import Controls
import Text

extension Look {
  /// Reads a look: an object with `name` and, for each color that differs from the dark look, its role and
  /// `"#rrggbb"`; `accents` is a list of at least four colors. Keys that are unknown are ignored.
  /// - Throws: what is no color, and texts with a contrast to an area below 4.5 : 1.
  public init(_ json: JSON) throws(DocumentError) {
    guard case .object(let members) = json.value else { throw DocumentError("a look must be an object") }
    self = .dark
    for member in members {
      if let role = Role(member.key) {
        colors[role.index] = try Self.ink(member.value, member.key)
      } else if member.key == "name" {
        guard case .string(let text) = member.value.value, text.count <= 64 else {
          throw DocumentError("name: must be a text of at most 64 bytes")
        }
        name = text
      } else if member.key == "accents" {
        guard case .array(let list) = member.value.value, 4...16 ~= list.count else {
          throw DocumentError("accents: must be a list of 4 to 16 colors")
        }
        accents = []
        for each in list { accents.append(try Self.ink(each, member.key)) }
      }
    }
    if let fault = contrastFault { throw DocumentError(fault) }
  }

  private static func ink(_ json: JSON, _ key: [UInt8]) throws(DocumentError) -> Ink {
    let fault = DocumentError("\(key): must be a color such as \"#f2b450\"")
    guard case .string(let text) = json.value, text.count == 7, text[0] == UInt8(ascii: "#") else {
      throw fault
    }
    var hex: UInt32 = 0
    for letter in text[1...] {
      switch letter {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hex = hex << 4 | UInt32(letter - 48)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): hex = hex << 4 | UInt32(letter - 87)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): hex = hex << 4 | UInt32(letter - 55)
      default: throw fault
      }
    }
    return Ink(hex)
  }

  /// The least contrast of a text with what is behind it.
  public static var leastContrast: Float { 4.5 }

  /// Which contrast is too low; nil if none is.
  var contrastFault: UTF8Text? {
    let areas: [Role] = [.background, .pane, .chosen]
    for role in [Role.text, .faint, .hand, .sound, .warning] {
      for area in areas where self[role].contrast(with: self[area]) < Self.leastContrast {
        return "\(role.symbol): its contrast with \(area.symbol) is below 4.5 : 1"
      }
    }
    for (index, accent) in accents.enumerated()
    where accent.contrast(with: self[.background]) < Self.leastContrast {
      return "accents[\(index)]: its contrast with background is below 4.5 : 1"
    }
    return nil
  }
}
