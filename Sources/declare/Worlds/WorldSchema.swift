// The JSON Schema of the world of a patch. Command-line tool; main thread.
import Patches
import World

func worldSchema() -> [String: Any] {
  object { (key: PatchKey.World) in
    switch key {
    case .room: pair(number(0.5, 20, "metres"))
    case .walls: choice(WorldWalls.allCases.map { "\($0.symbol)" })
    case .touch: choice(WorldTouch.allCases.map { "\($0.symbol)" })
    case .tokenSize: range(BodyDescription.sizes)
    case .spinDamping: number(0, 5)
    case .bodies: list(WorldDescription.bodyLimit, bodySchema())
    case .springs: list(WorldDescription.springLimit, springSchema())
    case .fields: list(WorldDescription.fieldLimit, fieldSchema())
    case .zones: list(WorldDescription.zoneLimit, zoneSchema())
    }
  }
}

private func pair(_ one: [String: Any]) -> [String: Any] {
  ["type": "array", "minItems": 2, "maxItems": 2, "items": one]
}

private func list(_ limit: Int, _ one: [String: Any]) -> [String: Any] {
  ["type": "array", "maxItems": limit, "items": one]
}

private func range(_ range: ClosedRange<Float>) -> [String: Any] {
  number(range.lowerBound, range.upperBound)
}
private var place: [String: Any] { pair(number(0, 20, "metres")) }

private func bodySchema() -> [String: Any] {
  object(required: ["at"]) { (key: PatchKey.Body) in
    switch key {
    case .number: whole(1, WorldDescription.numberLimit)
    case .name: text(64)
    case .shape: choice(BodyShape.allCases.map { "\($0.symbol)" })
    case .size: ["anyOf": [range(BodyDescription.sizes), pair(range(BodyDescription.sizes))]]
    case .at, .pivot: place
    case .angle, .direction: number(-1, 1, "turns")
    case .pin: choice(BodyPin.allCases.map { "\($0.symbol)" })
    case .density: range(BodyDescription.densities)
    case .friction, .bounce: number(0, 1)
    case .speed: pair(range(BodyDescription.speeds))
    case .spin: range(BodyDescription.spins)
    case .colour: ["type": "string", "pattern": "^#[0-9a-fA-F]{6}$"]
    }
  }
}

private func springSchema() -> [String: Any] {
  object(required: ["from", "to"]) { (key: PatchKey.Spring) in
    switch key {
    case .from: whole(1, WorldDescription.bodyLimit)
    case .to: ["anyOf": [whole(1, WorldDescription.bodyLimit), place]]
    case .length: number(0, 20, "metres")
    case .hertz: number(0.05, 32)
    case .damping: number(0, 2)
    }
  }
}

private func fieldSchema() -> [String: Any] {
  object(required: ["kind"]) { (key: PatchKey.Field) in
    switch key {
    case .kind: choice(FieldKind.allCases.map { "\($0.symbol)" })
    case .at: place
    case .strength: number(-20, 20)
    case .direction: number(-1, 1, "turns")
    case .radius: number(0, 20, "metres")
    }
  }
}

private func zoneSchema() -> [String: Any] {
  object(required: ["region"]) { (key: PatchKey.Zone) in
    switch key {
    case .name: text(64)
    case .region: ["type": "array", "minItems": 4, "maxItems": 4, "items": number(0, 20, "metres")]
    }
  }
}
