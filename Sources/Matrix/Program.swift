// A patch's relations in a flat form of fixed size. Prepared off the audio thread, read on the audio thread.
import Controls
import Lanes

/// Base values, connections, expressions and routes of one patch. A plain value of fixed size, so the audio
/// thread may copy it.
public struct Program {
  /// The most connections.
  public static var connectionLimit: Int { @_noLocks get { 64 } }
  /// The most snapshots.
  public static var snapshotLimit: Int { @_noLocks get { 8 } }
  /// The most parts with parameters of their own.
  public static var partLimit: Int { @_noLocks get { 32 } }
  /// The most routes.
  public static var routeLimit: Int { @_noLocks get { 32 } }
  /// The most user expressions.
  public static var expressionLimit: Int { @_noLocks get { 32 } }
  /// The most functions that remember, of all user expressions together.
  public static var memoryLimit: Int { @_noLocks get { 16 } }
  /// The most regions and lines.
  public static var regionLimit: Int { @_noLocks get { 8 } }

  /// The values of parameters without connections.
  public var base: ParameterValues {
    @_noLocks get { bases }
    set {
      bases = newValue
      prepareStart()
    }
  }
  var bases = ParameterValues()
  /// The number of `connections` in use.
  public private(set) var connectionCount = 0
  /// In the order in which they were appended.
  public private(set) var connections = InlineArray<64, Connection>(
    repeating: Connection(.constant, .ampLevel, low: 0, high: 1))
  /// The same connections in the form that `Matrix` reads.
  var prepared = InlineArray<64, PreparedConnection>(
    repeating: PreparedConnection(Connection(.constant, .ampLevel, low: 0, high: 1)))
  /// 1/time constant of 16 connections in each vector: four for rising values, four for falling ones.
  /// Infinite without smoothing.
  var smoothing = InlineArray<8, Lanes>(repeating: Lanes(repeating: .infinity))
  /// The initial values of an evaluation: base values within their ranges, in the travel of parameters that
  /// connections reach.
  var start = ParameterValues()
  /// The number of parameters that connections, snapshots or parts reach, each counted once.
  var reachedCount = 0
  var reached = ParameterList<TargetParameter>(repeating: TargetParameter(.ampLevel))
  /// The number of snapshots. Parameters with different values in them or in the parts are moved; these count
  /// as reached.
  public private(set) var snapshotCount = 0
  /// The map of poses. While it has places and controllers, it moves base values instead of the morph.
  public var poses = PoseMap()
  var movedCount = 0
  var moved = ParameterList<MovedParameter>(
    repeating: MovedParameter(.ampLevel, value: 0))
  /// Whether any parameter differs between parts; and of each moved one the value of voices without a part,
  /// then that of each part, in the parameter's travel.
  var hasParts = false
  var partValues = ParameterList<InlineArray<33, Float>>(repeating: InlineArray(repeating: 0))
  /// One bit for each snapshot, and for each part, that has a value of its own for a parameter, by raw value.
  /// The others follow the base value.
  var ownSnapshots = ParameterList<UInt8>(repeating: 0)
  var ownParts = ParameterList<UInt32>(repeating: 0)
  /// The number of `routes` in use.
  public private(set) var routeCount = 0
  /// In the order in which they were appended.
  public private(set) var routes = InlineArray<32, Route>(repeating: Route(.touchBegan, .lfoReset))
  /// The name that the source of each route's touch must have announced, padded with zeros; all zeros: any.
  public private(set) var routeSources = InlineArray<32, InlineArray<32, UInt8>>(
    repeating: InlineArray(repeating: 0))
  /// The conditions of the routes, above 0 for true; an empty expression is always true.
  public private(set) var conditions = InlineArray<32, Expression>(repeating: Expression())
  /// The stored form of `expressions`; the last that is not empty is at `formulaCount` − 1. Reading an element
  /// through a getter or an observer copies all elements.
  private(set) var formulas = InlineArray<32, Expression>(repeating: Expression())
  private(set) var formulaCount = 0
  /// The first of each expression's functions that remember, among those of all.
  private(set) var memoryStarts = InlineArray<32, Int>(repeating: 0)
  /// The number of functions that remember, at most `memoryLimit`; those beyond it are 0.
  public private(set) var memoryCount = 0
  /// Whether an expression or a condition reads what is on the surface.
  public private(set) var readsSurface = false
  /// The regions and lines, in coordinates 0…1.
  public private(set) var regions = InlineArray<8, RelationRegion>(repeating: RelationRegion())

  /// `user_1` to `user_32`, evaluated in this order.
  public var expressions: InlineArray<32, Expression> {
    get { formulas }
    set {
      formulas = newValue
      memoryCount = 0
      formulaCount = 0
      for index in 0..<Self.expressionLimit {
        memoryStarts[index] = memoryCount
        memoryCount += formulas[index].memoryCount
        if formulas[index].count > 0 { formulaCount = index + 1 }
        if formulas[index].readsSurface { readsSurface = true }
      }
      for index in 0..<connectionCount { smooth(index) }
    }
  }

  /// Sets a region or a line, from 0.
  public mutating func set(_ region: RelationRegion, at index: Int) { regions[index] = region }

  /// The controllers that outputs read, and the triggers that begin or end them.
  private var outputSources = InlineArray<64, UInt16>(repeating: 0)
  private var outputSourceCount = 0
  private var outputTriggers: UInt64 = 0

  /// Every parameter at its default, and no relation.
  public init() {}

  /// Keeps what a controller needs, because an output reads it.
  public mutating func read(_ controller: Controller) {
    guard outputSourceCount < 64 else { return }
    outputSources[outputSourceCount] = controller.rawValue
    outputSourceCount += 1
  }

  /// Keeps what a trigger needs, because an output waits for it.
  public mutating func listen(_ trigger: Trigger) { outputTriggers |= 1 << UInt64(trigger.index & 63) }

  /// Whether a controller is another one, or an expression that reads it.
  public func isRead(_ controller: Controller, by source: Controller) -> Bool {
    if source == controller { return true }
    guard source.category == .user else { return false }
    let formula = formulas[Int(source.rawValue) - Int(Controller.user1.rawValue)]
    return (0..<formula.count).contains { formula.steps[$0] == .controller(controller) }
  }

  /// Appends a connection, or returns false when there are 64.
  public mutating func append(_ connection: Connection) -> Bool {
    let index = connectionCount
    guard index < Self.connectionLimit else { return false }
    connections[index] = connection
    prepared[index] = PreparedConnection(connection)
    prepared[index].moved = movedIndex(Int(connection.destination.rawValue))
    connectionCount += 1
    smooth(index)
    reach(connection.destination)
    return true
  }

  /// Sets the times of a connection's smoother. What may step and is heard in each voice is smoothed with
  /// `steps` at least.
  private mutating func smooth(_ index: Int) {
    let connection = connections[index]
    let spec = connection.destination.spec
    let isHeard = spec.isPerVoice && spec.travel != .choice
    let isOwn = connection.smoothUp > 0 || connection.smoothDown > 0
    let mayStep = mayStep(connection.source)
    prepared[index].stepsAtGate = isHeard && !isOwn && !mayStep && connection.gate != .always
    let least = isHeard && (mayStep || prepared[index].stepsAtGate) ? Self.steps : 0
    let (up, down) = (connection.smoothUp.within(least, 10), connection.smoothDown.within(least, 10))
    smoothing[index / 16][index % 16] = 1 / up
    smoothing[4 + index / 16][index % 16] = 1 / down
    prepared[index].isSmoothed = up > 0 || down > 0
  }

  /// Whether a controller comes in steps: a finger, a port, MIDI. Modules do not, and expressions that read
  /// modules alone.
  private func mayStep(_ controller: Controller) -> Bool {
    guard let number = controller.userNumber else { return !controller.isStraight }
    for index in 0..<formulas[number - 1].count {
      switch formulas[number - 1].steps[index] {
      case .controller(let read) where !read.isStraight: return true
      case .point, .quantity, .velocity, .region: return true
      default: break
      }
    }
    return false
  }

  /// Applies snapshots 1 to 8 and the parameters of the parts. The base values must have been set before.
  /// - Parameters:
  ///   - snapshots: each with a value or nil, the patch's own, for every parameter by raw value.
  ///   - parts: at most 32, likewise.
  public mutating func apply(snapshots: [[Float?]], parts: [[Float?]] = []) {
    snapshotCount = min(snapshots.count, Self.snapshotLimit)
    movedCount = 0
    hasParts = false
    ownSnapshots = InlineArray(repeating: 0)
    ownParts = InlineArray(repeating: 0)
    if snapshotCount > 0 { reach(.morph) }
    for index in 0..<Parameter.count where snapshotCount > 0 || !parts.isEmpty {
      guard let parameter = Parameter.at(index), parameter != .morph else { continue }
      let base = bases.lanes[index][0]
      let values = [base] + snapshots.prefix(snapshotCount).map { $0[index] ?? base }
      let own = parts.prefix(Self.partLimit).map { $0[index] ?? base }
      for snapshot in 0..<snapshotCount where snapshots[snapshot][index] != nil {
        ownSnapshots[index] |= 1 << UInt8(snapshot)
      }
      for part in own.indices where parts[part][index] != nil { ownParts[index] |= 1 << UInt32(part) }
      if (values + own).allSatisfy({ $0 == values[0] }) { continue }
      // In the parameter's travel, in which a base value that moves is compared with them as well.
      let reached = TargetParameter(parameter)
      let ownPoints = own.map { reached.travelled($0) }
      let one = MovedParameter(parameter, values, parts: ownPoints)
      if !one.isMorphed && !one.isParted { continue }
      reach(parameter)
      moved[movedCount] = one
      partValues[movedCount] = InlineArray(repeating: one.points[0])
      for part in own.indices { partValues[movedCount][part + 1] = ownPoints[part] }
      movedCount += 1
      if one.isParted { hasParts = true }
    }
    for index in 0..<connectionCount {
      prepared[index].moved = movedIndex(prepared[index].destination)
    }
  }

  private func movedIndex(_ index: Int) -> Int {
    for entry in 0..<movedCount where moved[entry].index == index { return entry }
    return -1
  }

  private mutating func reach(_ parameter: Parameter) {
    for index in 0..<reachedCount where reached[index].index == Int(parameter.rawValue) { return }
    reached[reachedCount] = TargetParameter(parameter)
    reachedCount += 1
    prepareStart(parameter)
  }

  private mutating func prepareStart(_ parameter: Parameter) {
    let index = Int(parameter.rawValue)
    start.lanes[index] = TargetParameter(parameter).settled(bases.lanes[index])
    for entry in 0..<reachedCount where reached[entry].index == index && reached[entry].travel == .logarithmic
    {
      start.lanes[index] = TargetParameter.octaves(start.lanes[index])
    }
  }

  /// The time constant in seconds with which steps are smoothed at least: surfaces send 30 to 240 messages a
  /// second.
  public static var steps: Float { @_noLocks get { 0.006 } }

  /// Resets a parameter to the initial value of an evaluation. By pointer: see `Matrix`.
  @_noLocks public static func restore(
    _ parameter: Parameter, from program: UnsafePointer<Program>, in values: inout ParameterValues
  ) {
    let index = Int(parameter.rawValue)
    values.lanes[index] = program.pointee.start.lanes[index]
  }

  /// Whether a parameter may differ from 0.
  @_noLocks public static func moves(_ parameter: Parameter, in program: UnsafePointer<Program>) -> Bool {
    if program.pointee.bases.lanes[Int(parameter.rawValue)][0] != 0 { return true }
    for index in 0..<program.pointee.reachedCount
    where program.pointee.reached[index].index == Int(parameter.rawValue) { return true }
    return false
  }

  /// Whether an expression is the same in two programs.
  @_noLocks static func isSame(
    expression index: Int, in one: UnsafePointer<Program>, _ two: UnsafePointer<Program>
  ) -> Bool {
    let count = one.pointee.formulas[index].count
    if two.pointee.formulas[index].count != count { return false }
    for step in 0..<count
    where one.pointee.formulas[index].steps[step] != two.pointee.formulas[index].steps[step] { return false }
    return true
  }

  /// Whether any route or output uses a trigger.
  @_noLocks public static func hears(_ trigger: Trigger, in program: UnsafePointer<Program>) -> Bool {
    for index in 0..<program.pointee.routeCount where program.pointee.routes[index].trigger == trigger {
      return true
    }
    return program.pointee.outputTriggers & (1 << UInt64(trigger.index & 63)) != 0
  }

  /// Whether a connection, an expression, a route or an output reads a controller.
  public func reads(_ controller: Controller) -> Bool {
    func reads(_ expression: Expression) -> Bool {
      (0..<expression.count).contains { expression.steps[$0] == .controller(controller) }
    }
    return (0..<connectionCount).contains { connections[$0].source == controller }
      || (0..<routeCount).contains {
        routes[$0].trigger == .level && routes[$0].of == controller || reads(conditions[$0])
      } || (0..<Self.expressionLimit).contains { reads(formulas[$0]) }
      || (0..<outputSourceCount).contains { outputSources[$0] == controller.rawValue }
  }

  /// Whether a controller may have an effect. Levels, conditions and expressions may read any.
  @_noLocks public static func uses(_ controller: Controller, in program: UnsafePointer<Program>) -> Bool {
    for index in 0..<program.pointee.connectionCount
    where program.pointee.prepared[index].source == Int(controller.rawValue) { return true }
    for index in 0..<program.pointee.outputSourceCount
    where program.pointee.outputSources[index] == controller.rawValue { return true }
    for index in 0..<program.pointee.routeCount
    where program.pointee.routes[index].trigger == .level || program.pointee.conditions[index].count > 0 {
      return true
    }
    return program.pointee.formulaCount > 0
  }

  private mutating func prepareStart() {
    for index in 0..<Parameter.count {
      if let parameter = Parameter.at(index) { prepareStart(parameter) }
    }
  }

  /// Appends a route, or returns false when there are 32.
  /// - Parameters:
  ///   - source: the name of the source that the touch must have, at most 32 bytes; empty: any.
  ///   - condition: what must be above 0 for the action; empty: nothing.
  public mutating func append(
    _ route: Route, source: [UInt8] = [], condition: Expression = Expression()
  ) -> Bool {
    guard routeCount < Self.routeLimit else { return false }
    routes[routeCount] = route
    for index in 0..<min(source.count, 32) { routeSources[routeCount][index] = source[index] }
    conditions[routeCount] = condition
    if condition.readsSurface { readsSurface = true }
    routeCount += 1
    return true
  }

  /// Whether a route's condition is above 0 for one of sixteen voices.
  /// - Parameter aspect: width over height of the surface.
  @_noLocks public static func allows(
    _ route: Int, in program: UnsafePointer<Program>, _ controllers: UnsafePointer<ControllerValues>,
    _ points: UnsafePointer<RelationPoints>, lane: Int, aspect: Float
  ) -> Bool {
    if program.pointee.conditions[route].count == 0 { return true }
    return program.pointee.conditions[route].value(controllers, points, aspect: aspect)[lane & 15] > 0
  }
}
