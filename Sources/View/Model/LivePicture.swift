// What the engine shows of one moment. The frame fills it from what it is sent. Any thread.

/// Touches, controllers, parameters and the grid at one moment. What is not known is `NaN` or empty.
public struct LivePicture: Equatable, Sendable {
  /// A touch that is down.
  public struct Finger: Equatable, Sendable {
    /// Counts touches in the order of their beginnings; no number is used twice.
    public var number: Int32
    /// 0…1 each, y upwards.
    public var x: Float
    public var y: Float
    /// 0…1.
    public var pressure: Float
    /// The major half axis in diagonals of the surface; NaN: not known.
    public var radius: Float = .nan
    /// Minor by major half axis, and the direction of the major one in turns, anticlockwise; NaN: not known.
    public var aspect: Float = .nan
    public var angle: Float = .nan

    public init(number: Int32, x: Float, y: Float, pressure: Float) {
      (self.number, self.x, self.y, self.pressure) = (number, x, y, pressure)
    }
  }

  /// A token in one of the four slots.
  public struct Piece: Equatable, Sendable {
    /// The slot, 1…4.
    public var slot: Int
    public var x: Float
    public var y: Float
    /// Turns, anticlockwise.
    public var angle: Float

    public init(slot: Int, x: Float, y: Float, angle: Float) {
      (self.slot, self.x, self.y, self.angle) = (slot, x, y, angle)
    }
  }

  /// A voice that sounds.
  public struct Voice: Equatable, Sendable {
    /// Semitones, 60 = middle C.
    public var pitch: Float
    /// 0…1.
    public var level: Float

    public init(pitch: Float, level: Float) { (self.pitch, self.level) = (pitch, level) }
  }

  /// What a layer of the grid plays.
  public struct Layer: Equatable, Sendable {
    /// From 0.
    public var pattern = 0
    /// The pattern that comes next, from 0; −1: none waits.
    public var queued = -1
    /// The step that sounds, from 0, with a fraction; −1: nothing plays.
    public var step: Float = -1

    public init() {}
  }

  /// In the order in which they began.
  public var fingers: [Finger] = []
  public var pieces: [Piece] = []
  public var voices: [Voice] = []
  /// By raw value of the controller, in its unit: those of one touch are those of the touch that began last.
  public var controllers: [Float] = []
  /// By raw value of the parameter, in its unit: what the matrix made of them for the leading voice.
  public var parameters: [Float] = []
  /// By place of the connection: what it adds now, −1…1 of the parameter's range.
  public var connections: [Float] = []
  /// By place of the route: the time at which its action happened last, in the frame's seconds.
  public var routes: [Float] = []
  public var layers: [Layer] = []
  /// Beats since the start; `NaN` without a clock.
  public var beat: Double = .nan
  public var tempo: Float = .nan
  public var isRolling = false
  /// Left and right, 0…1.
  public var peaks: [Float] = []

  public init() {}
}
