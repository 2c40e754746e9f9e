// Evaluates the matrix at each tick and event: controllers in, parameters out. Audio thread.
import Controls
import Lanes

/// The memory of one connection, lane by lane.
struct ConnectionMemory {
  /// The position (0…1, about the source's rest value) that a closed gate keeps.
  var held = Lanes(repeating: 0)
  /// The normalised source: when the gate opened (relative), or at the last evaluation (running).
  var before = Lanes(repeating: 0)
  /// The mapped position at the last evaluation, and the smoother's distance above it then. The distance is
  /// stored instead of the smoothed value, because a small step of a long smoothing would vanish in the last
  /// digit of a large number.
  var target = Lanes(repeating: 0)
  var distance = Lanes(repeating: 0)
}

/// The state of a program's connections for sixteen voices. Docs and formulas: `docs/matrix.md`.
///
/// The result depends only on the moments of evaluation and on the inputs. Programs are passed by pointer,
/// because reading an element of an array in a borrowed struct copies the array.
public struct Matrix {
  /// Width over height of the surface, for the points of expressions.
  public var aspect: Float = 4.0 / 3
  /// The snapshot (1…8) that replaces the patch's own values; 0: none.
  public var recalled = 0
  var memories = InlineArray<64, ConnectionMemory>(repeating: ConnectionMemory())
  /// One bit for each connection: its mode or its smoother restarts at the next evaluation.
  private var newModes = UInt64.max
  private var newSmoothers = UInt64.max
  /// One bit for each connection: its smoother has arrived.
  private var arrived: UInt64 = 0
  /// The numbers that direct connections read at the last evaluation, of sources that are the same for all
  /// voices; and one bit for each connection that has its number there.
  private var numbers = InlineArray<64, Float>(repeating: 0)
  private var known: UInt64 = 0
  /// The share of its way that each smoother covers in `passedSeconds` and in `comingSeconds`; in the order
  /// of `Program.smoothing`.
  private var passed = InlineArray<8, Lanes>(repeating: Lanes(repeating: 1))
  private var passedSeconds: Float = -1
  private var coming = InlineArray<8, Lanes>(repeating: Lanes(repeating: 1))
  private var comingSeconds: Float = -1
  /// 1 in the lanes of voices that began since the last evaluation.
  private var fresh = Lanes(repeating: 0)
  /// Gates at the last evaluation, 1 where open.
  private var wasDown = Lanes(repeating: 0)
  private var wasActive = Lanes(repeating: 0)
  /// The lane of the voice that began last.
  private var last = 0
  /// Whether the parameters are not those of this program yet.
  private var isNew = true
  /// Whether base values have jumped at the last evaluation: another program, another snapshot, another part
  /// of a voice that sounds.
  public private(set) var hasStepped = false
  private var steps = true
  private var recalledBefore = 0
  /// The part of the patch that each voice plays, from 1; 0: none. And the values of the parts, lane by lane,
  /// in the order of `Program.moved`.
  var parts = InlineArray<16, UInt8>(repeating: 0)
  var partValues = ParameterList<Lanes>(repeating: Lanes(repeating: 0))
  var partsChanged = true
  /// The number of expressions at the last evaluation.
  private var formulaCount = 0
  /// Of the functions of expressions that remember, in the order of the expressions.
  private var relations = InlineArray<16, RelationMemory>(repeating: RelationMemory())
  /// The position on the map of poses, which follows the controllers as smoothers do; NaN before the first evaluation.
  private var poseX = Float.nan
  private var poseY = Float.nan
  /// The base values of this evaluation, in the order of `Program.moved`.
  private var bases = ParameterList<Lanes>(repeating: Lanes(repeating: 0))

  /// Lets the next evaluation compute all parameters, including those without a connection.
  @_noLocks public mutating func renew() { isNew = true }

  /// Must be called when `Program.set(base:of:in:)` has changed a base value. The program's own values replace
  /// a recalled snapshot.
  @_noLocks public mutating func baseChanged() {
    recalled = 0
    isNew = true
    partsChanged = true
  }

  /// The state before the first evaluation.
  @_noLocks public init() {}

  /// Resets everything for the next evaluation.
  @_noLocks public mutating func reset() {
    let aspect = aspect
    self = Matrix()
    self.aspect = aspect
  }

  /// At the next evaluation all smoothers jump to their targets.
  @_noLocks public mutating func restartSmoothers() {
    newSmoothers = .max
    arrived = 0
  }

  /// Starts a voice on `lane` (0…15). At the next evaluation its smoothers jump to their targets and its
  /// gates open anew. It takes over the values of closed gates and running sums from the voice that began
  /// before it.
  @_noLocks public mutating func start(lane: Int) {
    let lane = lane & 15
    for index in 0..<Program.connectionLimit { memories[index].held[lane] = memories[index].held[last] }
    fresh[lane] = 1
    last = lane
  }

  /// Does the same as `start(lane:)` for a voice that begins after a voice of another sixteen, which led
  /// until now. Parameters that are the same for all voices continue here from their values there.
  @_noLocks public mutating func start(
    lane: Int, after other: UnsafePointer<Matrix>, _ program: UnsafePointer<Program>
  ) {
    let lane = lane & 15
    let before = other.pointee.last
    for index in 0..<program.pointee.connectionCount {
      let connection = program.pointee.prepared[index]
      memories[index].held[lane] = other.pointee.memories[index].held[before]
      if connection.isPerVoice { continue }
      if connection.mode == .running { memories[index].held = other.pointee.memories[index].held }
      memories[index].target = other.pointee.memories[index].target
      memories[index].distance = other.pointee.memories[index].distance
    }
    newSmoothers = other.pointee.newSmoothers
    arrived = 0
    (poseX, poseY) = (other.pointee.poseX, other.pointee.poseY)
    fresh[lane] = 1
    last = lane
  }

  /// Must be called when another program takes over while voices sound. A connection continues (its smoothing
  /// and the memory of its mode) if the old program had one with the same source and destination; the first
  /// one continues the first. Its mode restarts if it changed. The new program's own values replace a
  /// recalled snapshot.
  @_noLocks public mutating func programChanged(
    from old: UnsafePointer<Program>, to new: UnsafePointer<Program>
  ) {
    let before = memories
    var free = UInt64.max
    var (modes, smoothers) = (UInt64.max, UInt64.max)
    for index in 0..<new.pointee.connectionCount {
      let connection = new.pointee.prepared[index]
      for candidate in 0..<old.pointee.connectionCount {
        let former = old.pointee.prepared[candidate]
        let from: UInt64 = 1 << UInt64(candidate)
        if free & from == 0 || former.source != connection.source { continue }
        if former.destination != connection.destination { continue }
        free &= ~from
        memories[index] = before[candidate]
        let bit: UInt64 = 1 << UInt64(index)
        if newModes & from == 0 && former.mode == connection.mode { modes &= ~bit }
        if newSmoothers & from == 0 { smoothers &= ~bit }
        break
      }
    }
    keepRelations(from: old, to: new)
    recalled = 0
    newModes = modes
    newSmoothers = smoothers
    arrived = 0
    known = 0
    passedSeconds = -1
    comingSeconds = -1
    isNew = true
    partsChanged = true
  }

  /// Computes all parameters.
  ///
  /// - points: what is on the surface, if the program reads it.
  /// - trims: factors 0…2 on the first 32 connections.
  /// - touchDown: 1 in the lanes with a touch or key that is down, else 0.
  /// - groupActive: whether any touch is live.
  /// - leader: the lane of the voice that began last, 0…15; its values count for parameters that are not per
  ///   voice. Nil when it is a voice of another sixteen: then those parameters are undefined.
  /// - seconds: the time since the last evaluation; 0 or more.
  /// - ahead: the time to the next evaluation, for which smoothers give their values; 0 or more.
  @_noLocks public mutating func evaluate(
    _ program: UnsafePointer<Program>, controllers: UnsafeMutablePointer<ControllerValues>,
    points: UnsafePointer<RelationPoints>, trims: UnsafePointer<InlineArray<32, Float>>, touchDown: Lanes,
    groupActive: Bool, leader: Int?, seconds: Float, ahead: Float, into parameters: inout ParameterValues
  ) {
    if seconds != passedSeconds { Self.prepare(&passed, &passedSeconds, program, seconds) }
    if ahead != comingSeconds { Self.prepare(&coming, &comingSeconds, program, ahead) }
    hasStepped = steps || isNew || recalled != recalledBefore
    steps = false
    recalledBefore = recalled
    evaluateExpressions(program, controllers, points, seconds)
    if partsChanged && program.pointee.hasParts { readParts(program) }
    reset(&parameters, program)
    let moment = Moment(
      touchDown: touchDown, groupActive: Lanes(repeating: groupActive ? 1 : 0), hasLeader: leader != nil,
      leading: (leader ?? last) & 15)
    if program.pointee.movedCount > 0 {
      // Connections to the morph position come first, because the base values of all other parameters depend on
      // it.
      evaluateConnections(program, controllers, trims, moment, toMorph: true, into: &parameters)
      if program.pointee.poses.isActive {
        movePose(program, controllers, leading: moment.leading, seconds)
      }
      moveBases(program, leading: moment.leading, in: &parameters)
      evaluateConnections(program, controllers, trims, moment, toMorph: false, into: &parameters)
    } else {
      evaluateConnections(program, controllers, trims, moment, toMorph: nil, into: &parameters)
    }
    newModes = 0
    newSmoothers = 0
    fresh = Lanes(repeating: 0)
    wasDown = touchDown
    wasActive = moment.groupActive
    for index in 0..<program.pointee.reachedCount {
      let reached = program.pointee.reached[index]
      let value = parameters.lanes[reached.index]
      parameters.lanes[reached.index] = reached.settled(reached.travel == .logarithmic ? value.exp2 : value)
    }
  }

  /// The arguments of `evaluate` that hold for all connections.
  private struct Moment {
    /// 1 in the lanes with a touch or key that is down, else 0.
    let touchDown: Lanes
    /// 1 in all lanes while any touch is live, else 0.
    let groupActive: Lanes
    /// Whether the voice that began last is one of these sixteen.
    let hasLeader: Bool
    /// The lane whose values count for parameters that are not per voice, 0…15.
    let leading: Int
  }

  /// Computes the controllers that are expressions of the user.
  @inline(__always) @_noLocks private mutating func evaluateExpressions(
    _ program: UnsafePointer<Program>, _ controllers: UnsafeMutablePointer<ControllerValues>,
    _ points: UnsafePointer<RelationPoints>, _ seconds: Float
  ) {
    let count = program.pointee.formulaCount
    // What a former program has computed is 0 now.
    for index in count..<max(count, formulaCount) {
      controllers.pointee.setUser(index, Lanes(repeating: 0))
    }
    formulaCount = count
    for index in 0..<count {
      var value = Lanes(repeating: 0)
      let first = program.pointee.memoryStarts[index]
      let memoryCount = program.pointee.formulas[index].memoryCount
      if memoryCount > 0 && first + memoryCount <= Program.memoryLimit {
        let moment = RelationMoment(seconds: seconds, fresh: fresh)
        withUnsafeMutablePointer(to: &relations) {
          let memory = UnsafeMutableRawPointer($0).assumingMemoryBound(to: RelationMemory.self)
          value = program.pointee.formulas[index].value(
            controllers, points, aspect: aspect, memory: memory + first, moment)
        }
      } else if program.pointee.formulas[index].count > 0 {
        value = program.pointee.formulas[index].value(controllers, points, aspect: aspect)
      }
      controllers.pointee.setUser(index, value)
    }
  }

  /// Lets functions that remember go on where an expression stays as it was.
  @_noLocks private mutating func keepRelations(
    from old: UnsafePointer<Program>, to new: UnsafePointer<Program>
  ) {
    if new.pointee.formulaCount == 0 { return }
    let before = relations
    relations = InlineArray(repeating: RelationMemory())
    for index in 0..<new.pointee.formulaCount where new.pointee.formulas[index].memoryCount > 0 {
      if max(old.pointee.memoryCount, new.pointee.memoryCount) > Program.memoryLimit { return }
      if !Program.isSame(expression: index, in: old, new) { continue }
      for place in 0..<new.pointee.formulas[index].memoryCount {
        relations[new.pointee.memoryStarts[index] + place] = before[old.pointee.memoryStarts[index] + place]
      }
    }
  }

  /// Sets the parameters that a connection reaches to their base values; with a new program, all of them.
  @inline(__always) @_noLocks private mutating func reset(
    _ parameters: inout ParameterValues, _ program: UnsafePointer<Program>
  ) {
    if isNew {
      parameters = program.pointee.start
      isNew = false
    }
    for index in 0..<program.pointee.reachedCount {
      let destination = program.pointee.reached[index].index
      parameters.lanes[destination] = program.pointee.start.lanes[destination]
    }
    if program.pointee.movedCount > 0, program.pointee.snapshotCount > 0, recalled > 0 {
      parameters.lanes[Self.morph] = Lanes(repeating: 0)
    }
  }

  /// Moves the position on the map of poses to that of the leading voice's controllers. A voice that begins while
  /// nothing is held starts there at once.
  @inline(never) @_noLocks private mutating func movePose(
    _ program: UnsafePointer<Program>, _ controllers: UnsafePointer<ControllerValues>, leading: Int,
    _ seconds: Float
  ) {
    let target = program.pointee.poses.place(controllers, lane: leading)
    let begins = fresh.largest > 0 && wasDown.largest < 0.5
    if begins || !(poseX == poseX) { (poseX, poseY) = target }
    let part = seconds / (seconds + Program.steps)
    poseX += (target.x - poseX) * part
    poseY += (target.y - poseY) * part
  }

  /// Moves the base values of parameters to the morph position, which is complete by now.
  @inline(__always) @_noLocks private mutating func moveBases(
    _ program: UnsafePointer<Program>, leading: Int, in parameters: inout ParameterValues
  ) {
    var morph = MorphPosition()
    if program.pointee.poses.isActive {
      morph = MorphPosition(weights: program.pointee.poses.weights(poseX, poseY), recalled: recalled)
    } else if program.pointee.snapshotCount > 0 {
      morph = MorphPosition(
        parameters.lanes[Self.morph].limited(0, 8), leader: leading, recalled: recalled,
        last: program.pointee.snapshotCount)
    }
    for index in 0..<program.pointee.movedCount {
      bases[index] = base(index, program, morph, leader: leading)
      parameters.lanes[program.pointee.moved[index].index] = bases[index]
    }
  }

  /// Adds connections to their parameters.
  /// - Parameter toMorph: whether those to the morph position or all others; nil: all.
  @_noLocks private mutating func evaluateConnections(
    _ program: UnsafePointer<Program>, _ controllers: UnsafeMutablePointer<ControllerValues>,
    _ trims: UnsafePointer<InlineArray<32, Float>>, _ moment: Moment, toMorph: Bool?,
    into parameters: inout ParameterValues
  ) {
    for index in 0..<program.pointee.connectionCount {
      let destination = program.pointee.prepared[index].destination
      if let toMorph, (destination == Self.morph) != toMorph { continue }
      let mapped: Lanes
      if program.pointee.prepared[index].isDirect {
        mapped = directValue(index, program, controllers)
      } else {
        var (position, stepping) = gatedPosition(index, program, controllers, moment)
        if !program.pointee.prepared[index].isPerVoice {
          if !moment.hasLeader { continue }
          position = Lanes(repeating: position[moment.leading])
        }
        mapped = smooth(program.pointee.prepared[index].mapped(position), index, program, stepping: stepping)
      }
      let full = program.pointee.prepared[index].amount
      let amount = index < 32 ? full * trims.pointee[index].within(0, 2) : full
      let own = program.pointee.start.lanes[destination][0]
      let moved = program.pointee.prepared[index].moved
      if moved >= 0 {
        parameters.lanes[destination] = PreparedConnection.combined(
          program, index, parameters.lanes[destination], own: own, base: bases[moved], mapped,
          amount: amount)
      } else {
        // A recalled snapshot is the beginning of the morph.
        let isRecalled = toMorph == true && program.pointee.snapshotCount > 0 && recalled > 0
        parameters.lanes[destination] = program.pointee.prepared[index].combined(
          parameters.lanes[destination], base: isRecalled ? 0 : own, mapped, amount: amount)
      }
    }
  }

  /// The mapped value of a connection that is always open, absolute and per voice.
  @inline(__always) @_noLocks private mutating func directValue(
    _ index: Int, _ program: UnsafePointer<Program>, _ controllers: UnsafeMutablePointer<ControllerValues>
  ) -> Lanes {
    let bit: UInt64 = 1 << UInt64(index)
    let laneIndex = program.pointee.prepared[index].laneIndex
    var given: Lanes
    if laneIndex >= 0 {
      given = controllers.pointee.lanes[laneIndex]
    } else {
      let number = controllers.pointee.shared[program.pointee.prepared[index].source]
      // The most frequent case: nothing moves.
      if known & arrived & bit != 0 && number.bitPattern == numbers[index].bitPattern {
        return memories[index].target
      }
      given = Lanes(repeating: number)
      numbers[index] = number
      known |= bit
    }
    if given.isAnyNoNumber {
      given = given.numberOr(Lanes(repeating: program.pointee.prepared[index].naturalRest))
    }
    let position = program.pointee.prepared[index].sensed(natural: given)
    memories[index].held = position
    let mapped = position * program.pointee.prepared[index].gain + program.pointee.prepared[index].zero
    return smooth(mapped, index, program, stepping: Lanes(repeating: 1))
  }

  /// The position (0…1) of a connection with a gate or a mode, and the lanes in which its smoother steps.
  @inline(__always) @_noLocks private mutating func gatedPosition(
    _ index: Int, _ program: UnsafePointer<Program>, _ controllers: UnsafeMutablePointer<ControllerValues>,
    _ moment: Moment
  ) -> (position: Lanes, stepping: Lanes) {
    let connection = program.pointee.prepared[index]
    let given =
      connection.laneIndex >= 0
      ? controllers.pointee.lanes[connection.laneIndex]
      : Lanes(repeating: controllers.pointee.shared[connection.source])
    let value = given.numberOr(Lanes(repeating: connection.naturalRest))
    if connection.gate == .always && connection.mode == .absolute {
      let position = connection.sensed(natural: value)
      memories[index].held = position
      return (position, Lanes(repeating: 1))
    }
    let (open, before) =
      switch connection.gate {
      case .always: (Lanes(repeating: 1), Lanes(repeating: 1))
      case .duringTouch: (moment.touchDown, wasDown)
      case .duringGroup: (moment.groupActive, wasActive)
      }
    let normal = (value * connection.scale + connection.offset).limited(0, 1)
    let isNew = newModes & (1 << UInt64(index)) != 0
    if isNew { memories[index].held = Lanes(repeating: connection.rest) }
    let wasOpen =
      isNew ? Lanes(repeating: 0) : connection.opensAnew ? Lanes.least(before, 1 - fresh) : before
    let position = memories[index].gated(
      connection, normal, open: open, wasOpen: wasOpen, leader: moment.leading)
    let stepping =
      connection.stepsAtGate ? Lanes.greatest(open - before, before - open) : Lanes(repeating: 1)
    return (position, stepping)
  }

  /// Takes a connection's mapped value, lane by lane, and smooths it if the connection asks for it.
  /// - Parameter stepping: as for `ConnectionMemory.smoothed`.
  /// - Returns: the value at the next evaluation.
  @inline(__always) @_noLocks private mutating func smooth(
    _ mapped: Lanes, _ index: Int, _ program: UnsafePointer<Program>, stepping: Lanes
  ) -> Lanes {
    let bit: UInt64 = 1 << UInt64(index)
    if !program.pointee.prepared[index].isSmoothed {
      memories[index].target = mapped
      if arrived & bit == 0 { memories[index].distance = Lanes(repeating: 0) }
      arrived |= bit
      return mapped
    }
    if arrived & bit != 0 && mapped.isSame(as: memories[index].target) { return mapped }
    let jumps =
      newSmoothers & bit != 0
      ? Lanes(repeating: 1) : program.pointee.prepared[index].isPerVoice ? fresh : Lanes(repeating: 0)
    let (row, column) = (index / 16, index % 16)
    let smoothed = memories[index].smoothed(
      mapped, stepping: stepping, passed: (passed[row][column], passed[4 + row][column]),
      coming: (coming[row][column], coming[4 + row][column]), jumps: jumps)
    let hasArrived = memories[index].distance.isSame(as: Lanes(repeating: 0))
    arrived = hasArrived ? arrived | bit : arrived & ~bit
    return smoothed
  }

  private static var morph: Int { @_noLocks get { Int(Parameter.morph.rawValue) } }

  /// Ticks are equally long, so this is rarely necessary.
  @_noLocks private static func prepare(
    _ rates: inout InlineArray<8, Lanes>, _ of: inout Float, _ program: UnsafePointer<Program>,
    _ seconds: Float
  ) {
    of = seconds
    for index in 0..<8 {
      rates[index] = (program.pointee.smoothing[index] * seconds.within(0, .infinity)).approach
    }
  }

  /// Reports that a sounding voice has new base values.
  @_noLocks mutating func step(lane: Int) { if fresh[lane] == 0 { steps = true } }
}
