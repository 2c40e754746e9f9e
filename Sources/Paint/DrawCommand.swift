// One command of a draw list. Any thread.

/// The weight of the bundle's fonts: `fonts/regular.otf`, `fonts/semibold.otf`.
public enum FontFace: UInt32, CaseIterable, Sendable {
  case regular = 0, semibold
}

/// A text at its place.
public struct PlacedText: Equatable, Sendable {
  /// UTF-8.
  public var bytes: [UInt8]
  /// The left end of the base line, in points.
  public var x: Float
  public var y: Float
  /// The em, in points.
  public var size: Float
  public var face: FontFace
  public var ink: Ink

  public init(bytes: [UInt8], x: Float, y: Float, size: Float, face: FontFace, ink: Ink) {
    (self.bytes, self.x, self.y, self.size, self.face, self.ink) = (bytes, x, y, size, face, ink)
  }
}

/// A picture of a file at its place.
public struct PlacedPicture: Equatable, Sendable {
  /// The path of the file without its ending, in UTF-8: `.png` is looked for, then `.jpg`.
  public var path: [UInt8]
  /// Where it stands, in the middle. It keeps its aspect, and nothing is drawn outside of the area.
  public var area: Area
  /// Whether it fills the area, so that what is too long of it is cut; otherwise all of it is seen.
  public var fills: Bool

  public init(path: [UInt8], area: Area, fills: Bool) {
    (self.path, self.area, self.fills) = (path, area, fills)
  }
}

/// One command. Lengths are in points; y grows downwards. Angles are in turns, clockwise as they are seen,
/// from the right.
public enum DrawCommand: Equatable, Sendable {
  /// Begins a part of the path.
  case move(Float, Float)
  case line(Float, Float)
  /// A cubic curve: two control points and the end.
  case curve(Float, Float, Float, Float, Float, Float)
  /// A part of a circle, clockwise; a line leads to it if the path has a part.
  case arc(x: Float, y: Float, radius: Float, from: Float, to: Float)
  /// Closes the part of the path.
  case close
  /// Fills the path, and forgets it unless it is kept.
  case fill(Ink, isKept: Bool)
  /// Fills the path with a color that changes along a line, and forgets the path.
  case fade(fromX: Float, fromY: Float, toX: Float, toY: Float, from: Ink, to: Ink)
  /// Draws along the path with round ends, and forgets it. A dash above 0 is drawn and left out in turn.
  case stroke(Ink, width: Float, dash: Float)
  case text(PlacedText)
  /// From here on nothing is drawn outside of the area, nor of the areas of clips around it.
  case clip(Area)
  /// Ends the last clip.
  case unclip
  /// The following commands are drawn as one picture with this alpha.
  case layer(Float)
  /// Ends the last layer.
  case endLayer
  /// A picture of a file. One that cannot be drawn leaves what is under it.
  case picture(PlacedPicture)
}
