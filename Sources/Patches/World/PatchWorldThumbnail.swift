// A small picture of a world, for lists. Not for the audio thread.
import World

extension PatchWorld {
  /// Seven letters for each body: `c` for a circle or `b` for a box; then numbers of 0 … 63, from `0` on: x
  /// and y of its middle, half its width and half its height in 64ths of the room's longer side, its angle
  /// in 64ths of a turn, its number. Empty for an empty room.
  public var thumbnail: [UInt8] {
    let unit = 63 / max(width, height)
    func letter(_ value: Float) -> UInt8 { UInt8(ascii: "0") + UInt8(min(max(value + 0.5, 0), 63)) }
    var picture: [UInt8] = []
    for entry in bodies {
      let body = entry.body
      let isCircle = body.shape == .circle
      let turn = body.angle < 0 ? body.angle + 1 : body.angle
      picture.append(UInt8(ascii: isCircle ? "c" : "b"))
      picture.append(letter(body.x * unit))
      picture.append(letter(body.y * unit))
      picture.append(letter(body.halfWidth * unit))
      picture.append(letter((isCircle ? body.halfWidth : body.halfHeight) * unit))
      picture.append(letter(turn * 63))
      picture.append(letter(Float(body.number)))
    }
    return picture
  }
}
