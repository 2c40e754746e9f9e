// The widgets of a patch. Not for the audio thread.
import Text

/// A widget of a patch, as it is when the patch has just been loaded.
public struct SceneWidget: Equatable, Sendable {
  /// The kind, with its own properties.
  public var kind: SceneWidgetKind
  /// Where it stands in the patch. A widget that is not drawn has an empty area.
  public var area: SceneArea
  /// The name to which its values are sent inside the patch; nil: none.
  public var send: [UInt8]?
  /// The name by which the patch sets it; nil: none.
  public var receive: [UInt8]?
  /// Its label.
  public var label: SceneLabel?
  /// The color behind it.
  public var background: SceneColour
  /// The color of what shows its value.
  public var foreground: SceneColour
  /// Its number when the patch has been loaded.
  public var value: Float
  /// Whether the patch itself sends that number when it has been loaded.
  public var isSentAtLoad: Bool
  /// The line of its record in the file, from 1.
  public var line: Int
  /// In which panel it stands, by its place in `PdFile.panels` from 1; 0: on the main page.
  public var panel = 0
  /// Whether it is in an abstraction that shows itself on the page.
  public var isInAbstraction = false
  /// Whether it is one of DroidParty's, which Pd does not know: what shows the patch does its work.
  public var isOurs = false
  /// Of one of Pd's own, what it was read from.
  var source: WidgetSource?

  /// Whether it is the canvas that says which part of the main page is shown, as in DroidParty.
  public var isViewPort: Bool {
    if case .panel = kind, panel == 0, let receive { receive == "ViewPort" } else { false }
  }

  /// Whether it can be reached from outside of the patch: one of its names is known there. A name with a
  /// `$` is not (`PdFile.numbered` makes `$0` a number).
  public var isReachable: Bool {
    [send, receive].contains { $0.map { !$0.isEmpty && !$0.contains(UInt8(ascii: "$")) } ?? false }
  }
}

/// The kinds of widgets: Pd's own, comments, then those of DroidParty.
public enum SceneWidgetKind: Equatable, Sendable {
  /// A button. It flashes for `flash` milliseconds at least and `hold` at most.
  case bang(hold: Int, flash: Int)
  /// A switch between 0 and another number.
  case toggle(on: Float)
  /// A slider; a steady one does not jump to the finger.
  case slider(SceneAxis, SceneRange, isSteady: Bool)
  /// A number that is dragged up and down; `logHeight` pixels are its whole range if that is logarithmic.
  case dragNumber(digits: Int, SceneRange, logHeight: Int)
  /// A row of buttons of which one is chosen: 0… from the left or from above.
  case radio(SceneAxis, cells: Int)
  /// A level meter in decibels of 100, with or without its scale.
  case meter(hasScale: Bool)
  /// A colored rectangle with a label.
  case panel
  /// A number box. Its range is not limited if both ends are 0.
  case number(digits: Int, low: Float, high: Float)
  /// A box with a word.
  case symbol(digits: Int)
  /// A box with words.
  case list(digits: Int)
  /// A comment.
  case comment([UInt8])
  /// A panel, by its place from 1: open (1) or not (0). The patch opens and closes it by the message `vis` to
  /// its name; `SceneBoard` makes it.
  case panelSwitch(Int)
  /// DroidParty: a text that the patch sends.
  case display
  /// DroidParty: a knob. A positive `travel` is the pixels of a drag over the whole range; 0: one turns it by
  /// three quarters; negative: by a whole turn.
  case knob(SceneRange, travel: Float, isSteady: Bool)
  /// DroidParty: asks for a file when the patch says `load` or `save`, and sends it to `NAME-load` or
  /// `NAME-save`.
  case loadSave
  /// DroidParty: an entry of the menu.
  case menuBang
  /// DroidParty: a stretch from 0 to 1 with two ends, sent as a list of both.
  case ribbon
  /// DroidParty: words, of which each touch chooses the next one.
  case tapList([[UInt8]])
  /// DroidParty: an area that sends x and y, 0…1 and downwards, and -1 -1 when the finger leaves.
  case touchArea
  /// DroidParty: a button with a word.
  case wordButton
}

extension SceneWidgetKind {
  /// The word for programs, or nil if there is nothing to move or to see.
  public var symbol: StaticString? {
    switch self {
    case .bang: "bang"
    case .toggle: "toggle"
    case .slider: "slider"
    case .dragNumber, .number: "number"
    case .radio: "radio"
    case .meter: "meter"
    case .panel, .comment, .loadSave: nil
    case .panelSwitch: "subpatch"
    case .symbol: "symbol"
    case .list: "list"
    case .display: "display"
    case .knob: "knob"
    case .menuBang: "menubang"
    case .ribbon: "ribbon"
    case .tapList: "taplist"
    case .touchArea: "touch"
    case .wordButton: "wordbutton"
    }
  }
}

/// A rectangle in pixels of the patch; y downwards.
public struct SceneArea: Equatable, Sendable {
  /// The left edge.
  public var x: Float
  /// The upper edge.
  public var y: Float
  /// The width.
  public var width: Float
  /// The height.
  public var height: Float

  /// A rectangle.
  public init(x: Float, y: Float, width: Float, height: Float) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The part of a patch's page that is shown.
  init(viewOf widgets: [SceneWidget], _ width: Float, _ height: Float) {
    self = widgets.first { $0.isViewPort }?.area ?? SceneArea(x: 0, y: 0, width: width, height: height)
  }
}

/// The direction in which a value grows.
public enum SceneAxis: Sendable {
  /// To the right.
  case horizontal
  /// A slider's value grows upwards, a radio's downwards.
  case vertical
}

/// A label, which stands at an offset from the upper left corner of its widget.
public struct SceneLabel: Equatable, Sendable {
  /// The text.
  public var text: [UInt8]
  /// The offset to the right, in pixels of the patch.
  public var x: Float
  /// The offset of the middle of the letters downwards.
  public var y: Float
  /// 0: letters of one width, 1: Helvetica, 2: Times.
  public var font: Int
  /// The size of the letters in pixels of the patch.
  public var size: Float
  /// The color of the letters.
  public var colour: SceneColour

  /// - Parameter text: As the file has it, in UTF-8 or Latin-1.
  init(text: [UInt8], x: Float, y: Float, font: Int, size: Float, colour: SceneColour) {
    (self.text, self.x, self.y) = (UTF8Text.repaired(text), x, y)
    (self.font, self.size, self.colour) = (font, size, colour)
  }
}
