// The engine at one moment. The frame fills it with the messages that it receives. Any thread.
import RealTime

/// Touches, controllers, parameters and the grid at one moment. What is not known is `NaN` or empty.
public struct LivePicture: Equatable, Sendable {
  /// A touch that is down.
  public struct Finger: Equatable, Sendable {
    /// Counts touches in the order of their beginnings; no number is used twice.
    public var number: Int32
    /// Its number in expressions, from 1; 0: not known.
    public var place = 0
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
    /// The layer of the looper that plays it, 1…16; 0: none.
    public var layer = 0

    public init(number: Int32, x: Float, y: Float, pressure: Float) {
      (self.number, self.x, self.y, self.pressure) = (number, x, y, pressure)
    }
  }

  /// A token in one of the sixteen slots.
  public struct Piece: Equatable, Sendable {
    /// The slot, 1…16.
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

  /// The values of a connection; NaN if unknown.
  public struct Flow: Equatable, Sendable {
    /// Where its source is behind sensitivity, gate and mode, 0…1.
    public var position: Float
    /// The parameter's value, as a part of its travel, 0…1.
    public var level: Float
    /// The greatest distance of any voice from the base value because of it, as a part of the travel.
    public var peak: Float

    public init(position: Float = .nan, level: Float = .nan, peak: Float = 0) {
      (self.position, self.level, self.peak) = (position, level, peak)
    }
  }

  /// Where a body of the patch's world is.
  public struct Body: Equatable, Sendable {
    /// Metres from the lower left corner of the room.
    public var x: Float
    public var y: Float
    /// Of its angle.
    public var cosine: Float
    public var sine: Float

    public init(x: Float, y: Float, cosine: Float, sine: Float) {
      (self.x, self.y, self.cosine, self.sine) = (x, y, cosine, sine)
    }
  }

  /// An action of a route of the patch that happened a moment ago.
  public struct Action: Equatable, Sendable {
    /// The route, by its place in the patch, from 0.
    public var route: Int
    /// Where it happened, 0…1 each, y upwards; NaN: at no place.
    public var x: Float
    public var y: Float
    /// Seconds since then.
    public var age: Float

    public init(route: Int, x: Float, y: Float, age: Float) {
      (self.route, self.x, self.y, self.age) = (route, x, y, age)
    }

    public var hasPlace: Bool { x.isFinite && y.isFinite }
  }

  /// The playing state of a layer of the grid.
  public struct Layer: Equatable, Sendable {
    /// From 0.
    public var pattern = 0
    /// The pattern that comes next, from 0; −1: none waits.
    public var queued = -1
    /// The step that sounds, from 0, with a fraction; −1: nothing plays.
    public var step: Float = -1
    /// Whether it was stopped, and plays again when a pattern is chosen.
    public var isStopped = false

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
  /// By place of the connection.
  public var connections: [Flow] = []
  /// By place of the output.
  public var outputs: [LiveSent] = []
  /// The last actions of the patch's routes, the oldest first.
  public var actions: [Action] = []
  public var layers: [Layer] = []
  /// The place in the song, or nil if no song plays.
  public var song: LiveSong?
  /// The layers of the looper; empty while none is in use.
  public var loops: [LiveLoop] = []
  /// By place of the body in the patch's world.
  public var bodies: [Body] = []
  /// The solid parts of tokens in the patch's world.
  public var solids: [LiveSolid] = []
  /// Beats since the start; `NaN` without a clock.
  public var beat: Double = .nan
  public var tempo: Float = .nan
  public var isRolling = false
  /// Left and right, 0…1.
  public var peaks: [Float] = []

  public init() {}
}
