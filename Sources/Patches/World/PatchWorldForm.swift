// The form of the world of a patch, which screens draw. Not for the audio thread.
import Controls
import Text
import World

extension PatchKey {
  /// The form of the world. An edit replaces the whole world.
  static var worldForm: DocumentForm {
    .object(isWhole: true) { (key: World) in
      switch key {
      case .room: .tuple(["width", "height"], DocumentNumber(0.5, 20))
      case .walls: .choice(WorldWalls.allCases.map { $0.symbol })
      case .touch: .choice(WorldTouch.allCases.map { $0.symbol })
      case .tokenSize: number(BodyDescription.sizes, usual: 0.2)
      case .spinDamping: .number(DocumentNumber(0, 5))
      case .bodies:
        .list(most: WorldDescription.bodyLimit, new: "{\"at\": [0.5, 0.5]}") { _, json in bodyForm(json) }
      case .springs:
        .list(most: WorldDescription.springLimit, new: "{\"from\": 1, \"to\": [0.5, 0.5]}") { _, _ in
          springForm
        }
      case .fields:
        .list(most: WorldDescription.fieldLimit, new: "{\"kind\": \"gravity\"}") { _, _ in fieldForm }
      case .zones:
        .list(most: WorldDescription.zoneLimit, new: "{\"region\": [0, 0, 0.5, 0.5]}") { _, _ in
          .object { (key: Zone) in
            switch key {
            case .name: .text(WorldBody.nameLimit)
            case .region: .tuple(["left", "bottom", "right", "top"], metres)
            }
          }
        }
      }
    }
  }

  /// A body after its pin has been changed: one that swings has a pivot, at first its place.
  public static func completed(body: JSON) -> JSON {
    guard case .string(let pin)? = body.member(Body.pin.bytes)?.value, pin == BodyPin.swing.symbol,
      body.member(Body.pivot.bytes) == nil, let at = body.member(Body.at.bytes)
    else { return body }
    return body.setting([.key(Body.pivot.bytes)], to: at)
  }

  private static var metres: DocumentNumber { DocumentNumber(0, 20) }
  private static var place: DocumentForm { .tuple(["x", "y"], metres) }

  private static func number(_ range: ClosedRange<Float>, usual: Double = 0) -> DocumentForm {
    .number(DocumentNumber(Double(range.lowerBound), Double(range.upperBound), usual: usual))
  }

  /// Which keys there are depends on the pin.
  private static func bodyForm(_ json: JSON) -> DocumentForm {
    func isPinned(_ pin: BodyPin) -> Bool {
      if case .string(let word)? = json.member(Body.pin.bytes)?.value { word == pin.symbol } else { false }
    }
    return .object(optional: [.number, .name, .colour]) { (key: Body) in
      switch key {
      case .pivot where !isPinned(.swing), .direction where !isPinned(.slide): nil
      case .number: .number(DocumentNumber(whole: 1, WorldDescription.numberLimit))
      case .name: .text(WorldBody.nameLimit)
      case .shape: .choice(BodyShape.allCases.map { $0.symbol })
      case .size:
        // A radius, or half the width and half the height.
        .numbers(
          DocumentNumber(
            Double(BodyDescription.sizes.lowerBound), Double(BodyDescription.sizes.upperBound), usual: 0.1),
          1...2)
      case .at, .pivot: place
      case .angle, .direction: .number(DocumentNumber(-1, 1, usual: 0))
      case .pin: .choice(BodyPin.allCases.map { $0.symbol })
      case .density: number(BodyDescription.densities, usual: 1)
      case .friction, .bounce: .number(DocumentNumber(0, 1, usual: 0.2))
      case .speed:
        .tuple(
          ["x", "y"],
          DocumentNumber(
            Double(BodyDescription.speeds.lowerBound), Double(BodyDescription.speeds.upperBound), usual: 0))
      case .spin: number(BodyDescription.spins)
      case .colour: .text(7)
      }
    }
  }

  private static var springForm: DocumentForm {
    .object { (key: Spring) in
      switch key {
      case .from: .number(DocumentNumber(whole: 1, WorldDescription.bodyLimit))
      // The place of a body in the list, or a point.
      case .to: .numbers(DocumentNumber(0, Double(WorldDescription.bodyLimit)), 1...2)
      case .length: .number(metres)
      case .hertz: .number(DocumentNumber(0.05, 32, usual: 1))
      case .damping: .number(DocumentNumber(0, 2))
      }
    }
  }

  private static var fieldForm: DocumentForm {
    .object { (key: Field) in
      switch key {
      case .kind: .choice(FieldKind.allCases.map { $0.symbol })
      case .at: place
      case .strength: .number(DocumentNumber(-20, 20, usual: 0))
      case .direction: .number(DocumentNumber(-1, 1, usual: 0))
      case .radius: .number(metres)
      }
    }
  }
}
