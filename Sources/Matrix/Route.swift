// Routes from triggers to actions, and the detector of level crossings. Audio thread.
import Controls
import Lanes

/// A rectangle on the surface in surface coordinates 0…1, its edges included.
public struct Region: Sendable, Equatable {
  /// The edges, each 0…1, x right and y up.
  public var left: Float
  /// See `left`.
  public var bottom: Float
  /// See `left`.
  public var right: Float
  /// See `left`.
  public var top: Float

  /// The whole surface, but for the edges that are given.
  @_noLocks public init(left: Float = 0, bottom: Float = 0, right: Float = 1, top: Float = 1) {
    self.left = left
    self.bottom = bottom
    self.right = right
    self.top = top
  }

  /// Whether a point lies within the edges or on them.
  @_noLocks public func contains(x: Float, y: Float) -> Bool {
    x >= left && x <= right && y >= bottom && y <= top
  }
}

/// A route from a trigger to an action. Arguments that the trigger does not use stay at their defaults.
public struct Route: Sendable, Equatable {
  /// The trigger.
  public var trigger: Trigger
  /// The action that it causes.
  public var action: Action
  /// The number that the trigger must have, from 1; 0: any.
  public var number: UInt8 = 0
  /// The region in which the touch must have begun, or which it enters or leaves.
  public var region = Region()
  /// Of `on_level`: the controller, the level in its natural unit, and the distance that it must go back
  /// before it can cross the level again; 0 or more.
  public var of = Controller.constant
  /// See `of`.
  public var level: Float = 0
  /// See `of`.
  public var hysteresis: Float = 0
  /// Whether falling to the level counts; else rising to it.
  public var isFalling = false
  /// The kind that the touch must have; nil: any.
  public var kind: SourceKind?
  /// The layer that an action of the looper is for, from 1, or 0 for the selected one (of `loopStop`, for all).
  public var layer: UInt8 = 0

  /// A route for any number and region.
  public init(_ trigger: Trigger, _ action: Action) {
    self.trigger = trigger
    self.action = action
  }
}

/// Detects level crossings for `on_level`. Each program in use has its own.
public struct LevelWatch: Sendable {
  /// One bit for each route: whether its controller was last seen beyond the level.
  private var beyond: UInt32 = 0
  private var isKnown: UInt32 = 0

  /// Nothing is known of any controller yet.
  @_noLocks public init() {}

  /// One bit for each route of `on_level` for which the controller crossed its level since the last call. The
  /// first call after `init` only records the present values.
  /// - Parameter leader: the lane that counts for controllers that are per voice.
  @_noLocks public mutating func crossings(
    _ program: UnsafePointer<Program>, _ controllers: UnsafePointer<ControllerValues>, leader: Int
  ) -> UInt32 {
    var crossed: UInt32 = 0
    for index in 0..<program.pointee.routeCount where program.pointee.routes[index].trigger == .level {
      let route = program.pointee.routes[index]
      let bit: UInt32 = 1 << UInt32(index)
      // A falling route is a rising one with all signs inverted.
      let sign: Float = route.isFalling ? -1 : 1
      let above = (controllers.natural(route.of)[leader & 15] - route.level) * sign
      if above >= 0 {
        if beyond & bit == 0 && isKnown & bit != 0 { crossed |= bit }
        beyond |= bit
      } else if above < -route.hysteresis.within(0, .infinity) {
        beyond &= ~bit
      }
      isKnown |= bit
    }
    return crossed
  }
}
