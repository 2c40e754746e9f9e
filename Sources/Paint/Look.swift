// The look of screens: one table of colors and sizes. Any thread.
import Controls
import Text

/// The colors and the sizes of all screens.
public struct Look: Equatable, Sendable {
  /// The use of a color. The symbols are keys of a look's file.
  public enum Role: StaticString, NamedCase {
    /// Behind everything; a raised area; an area that is chosen or under the pointer.
    case background, pane, chosen
    /// Thin lines: helping ones, borders, marked ones.
    case line, border, strong
    /// Texts: what is read first, what is read second.
    case text, faint
    /// The hand's controllers, and their effect on the sound.
    case hand, sound
    case warning
    /// The focus of the keyboard.
    case focus
  }

  /// The sizes: for a mouse, for a mouse at arm's length, for fingers.
  public enum Size: StaticString, NamedCase {
    case small, medium, finger
  }

  /// The name for people.
  public var name: [UInt8]
  /// By the index of the role.
  var colors: [Ink]
  /// The colors of touches and of a grid's layers, in turn.
  var accents: [Ink]
  public var size = Size.medium

  init(name: StaticString, _ colors: [UInt32], accents: [UInt32]) {
    self.name = UTF8Text(name).bytes
    self.colors = colors.map { Ink($0) }
    self.accents = accents.map { Ink($0) }
  }

  /// The color for something.
  public subscript(role: Role) -> Ink { colors[role.index] }

  /// The color of the touch with a number, from 0.
  public func accent(_ number: Int) -> Ink {
    accents[(number % accents.count + accents.count) % accents.count]
  }

  /// The color of the track with a number, from 0. Behind the last accent they begin again, nearer to that of texts.
  public func track(_ number: Int) -> Ink {
    let turn = number / accents.count
    return turn == 0 ? accent(number) : accent(number).mixed(with: self[.text], min(0.35 * Float(turn), 0.75))
  }

  /// A filled area in a color, dark enough for texts on it.
  public func tint(_ ink: Ink, _ part: Float = 0.22) -> Ink { self[.background].mixed(with: ink, part) }

  // Sizes in points.

  /// The size of texts.
  public var text: Float { pick(13, 15, 16) }
  /// The size of texts that are read second.
  public var small: Float { pick(12, 13, 14) }
  /// The size of titles.
  public var title: Float { pick(16, 19, 21) }
  /// The least width and height of what is pressed.
  public var target: Float { pick(26, 32, 44) }
  /// Between two things.
  public var gap: Float { pick(6, 8, 10) }
  /// Of round corners.
  public var radius: Float { pick(6, 8, 10) }

  private func pick(_ small: Float, _ medium: Float, _ finger: Float) -> Float {
    switch size {
    case .small: small
    case .medium: medium
    case .finger: finger
    }
  }
}
