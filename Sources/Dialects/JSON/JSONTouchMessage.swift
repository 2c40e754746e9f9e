// One JSON object about touches, in the form of Tactus or of tuioJSON 1.0. Not for the audio thread.
import Tangibles
import Text

/// The contents of one object. A number that the object does not have is NaN.
struct JSONTouchMessage: Sendable {
  enum Meaning: Sendable, Equatable {
    /// An object with a radio says what it feels: `name` is its id.
    case perc(PercMessage.Word)
    case began, moved, ended
    /// An object on the surface.
    case placed, lifted
    /// `ids` names all live touches.
    case alive
    /// Understood and without effect: gestures, shapes and handwriting. Tactus finds gestures itself.
    case noted
  }

  /// Why an object is refused.
  enum Fault: Error, Equatable { case notJSON, unknownWord, wrongArguments, badID }

  var meaning = Meaning.moved
  var name: [UInt8] = []
  /// nil: not sent.
  var isOn: Bool?
  var id: Int32 = 0
  var ids: [Int32] = []
  var surface: UInt8 = 0
  /// Whether y grows downwards, as in tuioJSON.
  var isDownwards = false
  var x = Float.nan
  var y = Float.nan
  var pressure = Float.nan
  var radius = Float.nan
  var aspect = Float.nan
  var orientation = Float.nan
  var angle = Float.nan
  var tokenClass = Float.nan

  /// Longer texts are refused. Bytes.
  static let byteLimit = 65_507

  /// Reads one object.
  static func read(_ text: UnsafeRawBufferPointer) throws(Fault) -> JSONTouchMessage {
    let members: [JSON.Member]
    do throws(DocumentError) {
      guard case .object(let found) = try JSON(text, limit: byteLimit).value else { throw DocumentError([]) }
      members = found
    } catch {
      throw .notJSON
    }
    var message = JSONTouchMessage()
    if let type = members.first(where: { $0.key == "type" }) {
      try message.readTuio(members, type.value)
    } else {
      try message.readOwn(members)
    }
    return message
  }

  private static func text(_ json: JSON) throws(Fault) -> [UInt8] {
    guard case .string(let text) = json.value else { throw .wrongArguments }
    return text
  }

  private static func number(_ json: JSON) throws(Fault) -> Float {
    switch json.value {
    case .integer(let number): return Float(number)
    case .real(let number): return Float(number)
    default: throw .wrongArguments
    }
  }

  private static func id(_ json: JSON) throws(Fault) -> Int32 {
    guard case .integer(let number) = json.value, let id = Int32(exactly: number) else { throw .badID }
    return id
  }

  /// `{"id": 1, "type": "touch", "state": "start", "x": 0.5, "y": 0.5}`
  private mutating func readTuio(_ members: [JSON.Member], _ type: JSON) throws(Fault) {
    isDownwards = true
    let type = try Self.text(type)
    if type == "gesture" || type == "shape" || type == "handwriting" {
      meaning = .noted
      return
    }
    guard type == "touch" || type == "pen" else { throw .unknownWord }
    var (hasID, hasState) = (false, false)
    for each in members {
      if each.key == "id" {
        id = try Self.id(each.value)
        hasID = true
      } else if each.key == "state" {
        let state = try Self.text(each.value)
        guard state == "start" || state == "move" || state == "end" else { throw .unknownWord }
        meaning = state == "start" ? .began : state == "move" ? .moved : .ended
        hasState = true
      } else if each.key == "x" {
        x = try Self.number(each.value)
      } else if each.key == "y" {
        y = try Self.number(each.value)
      }
    }
    guard hasID, hasState else { throw .wrongArguments }
  }

  /// `{"tangible": "field", "id": "a4:…", "value": 1}`,
  /// `{"touch": "began", "id": 1, "x": 0.5, "y": 0.5}`; without `touch` the word is `moved`.
  private mutating func readOwn(_ members: [JSON.Member]) throws(Fault) {
    var hasID = false
    for each in members {
      if each.key == "touch" {
        let word = try Self.text(each.value)
        guard word == "began" || word == "moved" || word == "ended" else { throw .unknownWord }
        meaning = word == "began" ? .began : word == "moved" ? .moved : .ended
      } else if each.key == "token" {
        let word = try Self.text(each.value)
        guard word == "placed" || word == "moved" || word == "lifted" else { throw .unknownWord }
        meaning = word == "lifted" ? .lifted : .placed
      } else if each.key == "alive" {
        guard case .array(let elements) = each.value.value, elements.count <= 1024 else {
          throw .wrongArguments
        }
        meaning = .alive
        for element in elements { ids.append(try Self.id(element)) }
        hasID = true
      } else if each.key == "tangible" {
        let word = try Self.text(each.value)
        guard let found = PercMessage.Word(word) else {
          throw .unknownWord
        }
        meaning = .perc(found)
      } else if each.key == "value" {
        isOn = try Self.number(each.value) != 0
      } else if each.key == "id" {
        if case .string(let text) = each.value.value, 1...64 ~= text.count {
          name = text
        } else {
          id = try Self.id(each.value)
        }
        hasID = true
      } else if each.key == "surface" {
        guard case .integer(let number) = each.value.value, 0...255 ~= number else { throw .wrongArguments }
        surface = UInt8(number)
      } else {
        try readNumber(each)
      }
    }
    guard hasID else { throw .wrongArguments }
    if case .perc = meaning {
      guard isOn != nil else { throw .wrongArguments }
      guard !name.isEmpty else { throw .badID }
    } else if !name.isEmpty {
      throw .badID
    }
  }

  private mutating func readNumber(_ member: JSON.Member) throws(Fault) {
    if member.key == "x" {
      x = try Self.number(member.value)
    } else if member.key == "y" {
      y = try Self.number(member.value)
    } else if member.key == "pressure" {
      pressure = try Self.number(member.value)
    } else if member.key == "radius" {
      radius = try Self.number(member.value)
    } else if member.key == "aspect" {
      aspect = try Self.number(member.value)
    } else if member.key == "orientation" {
      orientation = try Self.number(member.value)
    } else if member.key == "angle" {
      angle = try Self.number(member.value)
    } else if member.key == "class" {
      tokenClass = try Self.number(member.value)
    }
  }
}
