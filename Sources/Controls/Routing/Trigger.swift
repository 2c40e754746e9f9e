// Triggers: moments that can cause actions. Symbols are saved in patches. Any thread.

/// A moment. Append only.
public enum Trigger: StaticString, NamedCase {
  case touchBegan = "on_touch_began", touchEnded = "on_touch_ended", groupBegan = "on_group_began"
  case groupEnded = "on_group_ended", note = "on_note", noteOff = "on_note_off"
  case transportStart = "on_transport_start", transportStop = "on_transport_stop", envEnd = "on_env_end"
  // Of one touch.
  case touchStill = "on_touch_still", touchMoving = "on_touch_moving"
  case crossedCenterX = "on_crossed_center_x", crossedCenterY = "on_crossed_center_y"
  case enteredRegion = "on_entered_region", leftRegion = "on_left_region"
  // Gestures.
  case press = "on_press", release = "on_release", tap = "on_tap", doubleTap = "on_double_tap"
  case hold = "on_hold", swipeLeft = "on_swipe_left", swipeRight = "on_swipe_right", swipeUp = "on_swipe_up"
  case swipeDown = "on_swipe_down", pan = "on_pan", pinch = "on_pinch", rotate = "on_rotate"
  // Of the group, objects, the device, the host.
  case countReached = "on_count_reached", tokenPlaced = "on_token_placed", tokenLifted = "on_token_lifted"
  case tokenStep = "on_token_step", shake = "on_shake", padButton = "on_pad_button", beat = "on_beat"
  case bar = "on_bar"
  /// Any controller crosses a level.
  case level = "on_level"
  // Of modules: a step that is on and not tied begins; a cycle of the motion for all voices ends.
  case seq1Step = "on_seq_1_step", seq2Step = "on_seq_2_step", seq3Step = "on_seq_3_step"
  case seq4Step = "on_seq_4_step", lfo1Cycle = "on_lfo_1_cycle", lfo2Cycle = "on_lfo_2_cycle"
  case lfo3Cycle = "on_lfo_3_cycle", lfo4Cycle = "on_lfo_4_cycle"
  case seq1End = "on_seq_1_end", seq2End = "on_seq_2_end", seq3End = "on_seq_3_end", seq4End = "on_seq_4_end"
  /// A touch has drawn a taught shape.
  case shape = "on_shape"
  // Of a world: its bodies by their number, its zones by their place.
  case bodyHit = "on_body_hit", bodyWall = "on_body_wall", bodyGrabbed = "on_body_grabbed"
  case bodyReleased = "on_body_released", bodyStill = "on_body_still", worldStill = "on_world_still"
  case bodyEntered = "on_body_entered", bodyLeft = "on_body_left"

  /// The member of a family that begins with `first`, counted from 0.
  @_noLocks public static func member(_ index: Int, from first: Trigger) -> Trigger {
    Trigger(index: first.index &+ index) ?? first
  }

  /// A condition that narrows a trigger down.
  public enum Argument: Sendable, Equatable {
    case none
    /// A part of the surface in which the touch began, or which it enters or leaves.
    case region
    /// One of the numbers from 1 to this one; without it any of them.
    case number(upTo: Int)
    /// A controller and a level.
    case level
  }

  public var argument: Argument {
    @_noLocks get {
      switch self {
      case .groupBegan, .groupEnded, .note, .noteOff, .transportStart, .transportStop, .envEnd, .shake, .beat,
        .bar:
        .none
      case .touchBegan, .touchEnded, .touchStill, .touchMoving, .crossedCenterX, .crossedCenterY,
        .enteredRegion, .leftRegion:
        .region
      case .press, .release, .tap, .doubleTap, .hold, .swipeLeft, .swipeRight, .swipeUp, .swipeDown, .pan,
        .pinch, .rotate:
        .region
      case .countReached: .number(upTo: 64)
      case .tokenPlaced, .tokenLifted, .tokenStep: .number(upTo: Controller.tokenLimit)
      case .padButton: .number(upTo: 16)
      case .shape: .number(upTo: 8)
      case .bodyHit, .bodyWall, .bodyGrabbed, .bodyReleased, .bodyStill, .bodyEntered, .bodyLeft:
        .number(upTo: 8)
      case .worldStill: .none
      case .level: .level
      case .seq1Step, .seq2Step, .seq3Step, .seq4Step, .seq1End, .seq2End, .seq3End, .seq4End: .none
      case .lfo1Cycle, .lfo2Cycle, .lfo3Cycle, .lfo4Cycle: .none
      }
    }
  }

  /// Whether touches cause it, one or the group: a route may name their source and their kind.
  public var isOfTouches: Bool {
    argument == .region || self == .groupBegan || self == .groupEnded || self == .shape
  }

  /// One sentence for people.
  public var text: StaticString {
    switch self {
    case .touchBegan: "A touch begins."
    case .touchEnded: "A touch ends."
    case .groupBegan: "The first touch begins."
    case .groupEnded: "The last touch ends."
    case .note: "A MIDI note begins."
    case .noteOff: "A MIDI note ends."
    case .transportStart: "The host's timeline starts."
    case .transportStop: "The host's timeline stops."
    case .envEnd: "A voice has faded out."
    case .touchStill: "A touch's speed falls below 0.02 diagonals/s."
    case .touchMoving: "A touch's speed rises above 0.05 diagonals/s."
    case .crossedCenterX: "A touch passes the middle by 0.01, horizontally."
    case .crossedCenterY: "A touch passes the middle by 0.01, vertically."
    case .enteredRegion: "A touch moves into the region."
    case .leftRegion: "A touch moves out of the region."
    case .press: "A touch has lasted for 30 ms."
    case .release: "A press ends."
    case .tap: "A touch ends within 0.25 s and 0.03 diagonals of its beginning."
    case .doubleTap: "A second tap that began within 0.3 s and 0.06 diagonals of a first."
    case .hold: "A touch has lasted for 0.5 s within 0.01 diagonals of its beginning."
    case .swipeLeft: "A quick straight stroke to the left ends."
    case .swipeRight: "A quick straight stroke to the right ends."
    case .swipeUp: "A quick straight stroke upwards ends."
    case .swipeDown: "A quick straight stroke downwards ends."
    case .pan: "The group moves by 0.04 diagonals, but not as a swipe."
    case .pinch: "Two or more touches spread or pinch by 0.2 octaves."
    case .rotate: "Two or more touches rotate by 0.035 turns."
    case .countReached: "The number of touches becomes `number`."
    case .tokenPlaced: "A token is put on the surface."
    case .tokenLifted: "A token is taken off the surface."
    case .tokenStep: "A token turns by another 24th of a turn."
    case .shake: "motion_shake rises above 1 g; again after it falls below 0.5 g."
    case .padButton: "A button of a game controller is pressed."
    case .beat: "A beat of the host's timeline."
    case .bar: "A bar of the host's timeline."
    case .level: "A controller rises to a level, or falls to it."
    case .seq1Step, .seq2Step, .seq3Step, .seq4Step: "The sequencer reaches a step that is on and not tied."
    case .seq1End, .seq2End, .seq3End, .seq4End: "The sequence ends."
    case .shape: "A touch ends that has drawn shape `number` of the patch."
    case .bodyHit: "The body and another body collide at 0.2 m/s or more."
    case .bodyWall: "The body hits a wall at 0.2 m/s or more."
    case .bodyGrabbed: "A touch grabs the body."
    case .bodyReleased: "A touch releases the body."
    case .bodyStill: "The body has not moved for a second."
    case .worldStill: "No body has moved for a second."
    case .bodyEntered: "The body enters the zone."
    case .bodyLeft: "The body leaves the zone."
    case .lfo1Cycle, .lfo2Cycle, .lfo3Cycle, .lfo4Cycle: "A cycle of the LFO for all voices ends."
    }
  }
}
