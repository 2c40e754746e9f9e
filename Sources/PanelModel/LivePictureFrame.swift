// The picture of a live frame, for windows and pictures alike. Any thread.
import Controls
import Drawings
import Grids
import Matrix
import Patches
import RealTime

extension LivePicture {
  /// The picture of a live frame.
  /// - Parameters:
  ///   - seconds: from the frame's clock until now.
  ///   - grid: the one that plays; nil: the position of the timeline is not wanted.
  public init(_ frame: LiveFrameReader, seconds: Double, grid: GridDocument?) {
    self.init()
    for index in 0..<frame.count(.touches) {
      guard let touch = frame.touch(index) else { continue }
      var finger = Finger(number: touch.number, x: touch.x, y: touch.y, pressure: touch.pressure)
      finger.place = Int(touch.place)
      finger.layer = (LoopTarget.layer(of: touch.source) ?? -1) + 1
      if touch.radius > 0 {
        finger.radius = touch.radius
        finger.aspect = touch.aspect
        finger.angle = touch.direction
      }
      fingers.append(finger)
    }
    // The frame has them in the order of the instance's slots, which are used again.
    fingers = fingers.ordered { $0.number < $1.number }
    for index in 0..<frame.count(.voices) {
      if let voice = frame.voice(index) { voices.append(Voice(pitch: voice.pitch, level: voice.level)) }
    }
    for index in 0..<frame.count(.bodies) {
      guard let body = frame.body(index) else { continue }
      bodies.append(Body(x: body.x, y: body.y, cosine: body.cosine, sine: body.sine))
    }
    for index in 0..<frame.count(.solids) {
      if let solid = frame.solid(index) { solids.append(solid) }
    }
    for index in 0..<frame.count(.actions) {
      guard let action = frame.action(index) else { continue }
      actions.append(Action(route: Int(action.route), x: action.x, y: action.y, age: action.age))
    }
    for index in 0..<frame.count(.controllers) { controllers.append(frame.controller(index) ?? .nan) }
    if controllers.count == Controller.count { placePieces() }
    for index in 0..<frame.count(.parameters) { parameters.append(frame.parameter(index) ?? .nan) }
    for index in 0..<frame.count(.routes) {
      let route = frame.route(index)
      connections.append(
        Flow(position: route?.position ?? .nan, level: route?.level ?? .nan, peak: route?.peak ?? 0))
    }
    for index in 0..<frame.count(.sent) { if let sent = frame.sent(index) { outputs.append(sent) } }
    for index in 0..<frame.count(.loops) { if let loop = frame.loop(index) { loops.append(loop) } }
    // Those of one touch are those of the touch that began last.
    var last = -1
    for index in 0..<frame.count(.touches) {
      if last < 0 || (frame.touch(index)?.number ?? 0) > (frame.touch(last)?.number ?? 0) { last = index }
    }
    for index in 0..<8 {
      guard let raw = frame.namedController(index), controllers.indices.contains(raw),
        let value = frame.value(ofTouch: last, named: index)
      else { continue }
      controllers[raw] = value
    }
    if let levels = frame.levels() { peaks = [levels.left, levels.right] }
    isRolling = frame.head.speed != 0
    let quarters = Float(seconds) * frame.head.tempo * frame.head.speed / 60
    for index in 0..<frame.count(.grid) {
      guard let said = frame.layer(index) else { continue }
      var layer = Layer()
      layer.pattern = Int(said.pattern)
      layer.isStopped = said.column == -2
      if let grid, index < grid.layers.count {
        layer.step = Layer.step(
          Int(said.column), untilNext: said.untilNext - quarters, length: said.step, of: grid.layers[index],
          pattern: Int(said.pattern))
      }
      layers.append(layer)
    }
    song = frame.song()
    if grid == nil { return }
    tempo = frame.head.tempo
    beat = frame.head.position + Double(quarters)
  }

  /// The tokens on the table are where their controllers say.
  private mutating func placePieces() {
    func value(_ slot: Int, _ quantity: Controller.TokenQuantity) -> Float {
      controllers[Int(Controller.token(slot, quantity).rawValue)]
    }
    for slot in 0..<Controller.tokenLimit where value(slot, .present) > 0 {
      pieces.append(Piece(slot: slot + 1, x: value(slot, .x), y: value(slot, .y), angle: value(slot, .angle)))
    }
  }

  /// The controllers of single touches that a patch uses, at most eight, as a hello names them: their raw
  /// values, plus one.
  public static func named(by patch: PatchDocument) -> InlineArray<8, UInt16> {
    var named = InlineArray<8, UInt16>(repeating: 0)
    var count = 0
    for connection in patch.connections where count < 8 {
      let source = connection.connection.source
      guard source.isPerVoice else { continue }
      let raw = UInt16(source.rawValue) + 1
      var isNew = true
      for index in 0..<count where named[index] == raw { isNew = false }
      guard isNew else { continue }
      named[count] = raw
      count += 1
    }
    return named
  }
}

extension LivePicture.Layer {
  /// The step at a moment after the live frame: the frame's column and the part of it that has passed, or the
  /// next column if it has begun since.
  /// - Parameters:
  ///   - column: from 0; −1: none.
  ///   - untilNext: quarter notes from the moment to the next step; below 0: it has begun.
  ///   - length: of a step, in quarter notes.
  ///   - layer: how the steps follow one another.
  ///   - pattern: the pattern that plays, from 0.
  public static func step(
    _ column: Int, untilNext: Float, length: Float, of layer: GridLayerDocument, pattern: Int
  ) -> Float {
    guard column >= 0, length > 0 else { return -1 }
    let part = 1 - untilNext / length
    if part < 1 { return Float(column) + max(part, 0) }
    let isKnown = layer.direction == .forward || layer.direction == .back
    if !isKnown { return Float(column) + 0.999 }
    let steps = layer.steps(of: layer.patterns.indices ~= pattern ? pattern : layer.pattern)
    let way = layer.direction == .forward ? 1 : steps - 1
    let passed = Int(min(part, 32))
    return Float((column + passed * way) % steps) + part - Float(passed)
  }
}
