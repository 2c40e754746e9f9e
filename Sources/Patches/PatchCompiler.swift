// From a patch to what the audio thread plays.
import Controls
import Instrument
import Lanes
import Matrix
import Samples
import Text

extension PatchDocument {
  /// Compiles the form that `TouchProcessor` plays. Throws when a user expression cannot be read; line and
  /// column are then of the expression.
  /// - Parameters:
  ///   - sounds: the recorded sounds, in the order of `samples`; those that are nil or not there are silent.
  ///   - wavetable: what the wave `user` reads; nil: nothing.
  public func compile(
    _ sounds: [SampleMemory?] = [], wavetable: WavetableMemory? = nil
  ) throws(DocumentError) -> CompiledPatch {
    var patch = CompiledPatch()
    patch.wavetable = wavetable?.view
    for (index, sample) in samples.enumerated() {
      _ = patch.zones.append(sample.zone(index < sounds.count ? sounds[index] : nil))
    }
    patch.map = map
    patch.tuning = try tuning.compile()
    patch.partCount = parts.count
    for index in parts.indices { patch.parts[index] = parts[index].compiled }
    patch.voices = voices
    patch.seed = seed
    patch.objectsOff = objectsOff
    patch.midiJoinsGroup = midiJoinsGroup
    patch.pad = UInt8(clamping: pad)
    for index in macros.indices { patch.macroControls[index] = UInt8(macros[index].control ?? 255) }
    // All at once: each change of the base values is prepared anew.
    var base = ParameterValues()
    for parameter in Parameter.allCases { base[parameter] = Lanes(repeating: self[parameter].base) }
    patch.program.base = base
    compileModules(into: &patch)
    guard connections.allSatisfy({ patch.program.append($0.connection) }) else {
      throw DocumentError(("connections: more than \(Program.connectionLimit)" as UTF8Text).bytes)
    }
    try compileRoutes(into: &patch)
    guard shapes.allSatisfy({ patch.teach($0.points, turns: $0.turns, isSized: $0.isSized) }) else {
      throw DocumentError(("shapes: more than \(PatchShape.limit), or one is too short" as UTF8Text).bytes)
    }
    patch.hasWorld = !world.bodies.isEmpty
    if patch.hasWorld { patch.world = world.compiled(seed: seed) }
    patch.program.apply(snapshots: snapshotValues, parts: partValues)
    patch.program.poses = poseMap
    for controller in [poses.x, poses.y] { if let controller { patch.program.read(controller) } }
    // All at once: each change is prepared anew.
    var formulas = patch.program.expressions
    for index in 0..<Program.expressionLimit where !expressions[index].isEmpty {
      do {
        formulas[index] = try compileExpression(expressions[index])
      } catch {
        throw DocumentError(
          ("user.\(index + 1): \(error.message)" as UTF8Text).bytes, line: error.line, column: error.column)
      }
    }
    patch.program.expressions = formulas
    guard patch.program.memoryCount <= Program.memoryLimit else {
      throw DocumentError(
        ("user: more than \(Program.memoryLimit) functions remember (follow, since, rate, correlation)"
          as UTF8Text).bytes)
    }
    for index in regions.indices { patch.program.set(regions[index].compiled, at: index) }
    patch.isSilent = !makesSound
    patch.sendsTouches = sendsTouches
    guard outputs.allSatisfy({ patch.append($0.output) }) else {
      throw DocumentError(("outputs: more than \(Output.limit)" as UTF8Text).bytes)
    }
    patch.findChannelControls()
    let memory = sounds.compactMap { $0 }
    if !memory.isEmpty || wavetable != nil {
      patch.sounds = .passRetained(SoundReferences(memory, wavetable: wavetable))
    }
    return patch
  }

  private func compileRoutes(into patch: inout CompiledPatch) throws(DocumentError) {
    for index in routes.indices {
      let condition: Expression
      do {
        condition = try compileExpression(routes[index].condition, remembers: false)
      } catch {
        throw DocumentError(
          ("routes[\(index)].if: \(error.message)" as UTF8Text).bytes, line: error.line, column: error.column)
      }
      guard patch.program.append(routes[index].route, source: routes[index].source, condition: condition)
      else { throw DocumentError(("routes: more than \(Program.routeLimit)" as UTF8Text).bytes) }
    }
  }

  /// Reads a patch and tries its user expressions, with the line and column in `text` of one that cannot be
  /// read. `warnings` also gets routes that recall a snapshot, or wait for a shape, which is not there.
  public static func check(
    _ text: [UInt8], warnings: inout [DocumentError]
  ) throws(DocumentError) -> PatchDocument {
    try text.span.bytes.withUnsafeBytes { text throws(DocumentError) in
      let (patch, marks) = try visited(text, warnings: &warnings)
      for index in 0..<Program.expressionLimit {
        guard let mark = marks.first(where: { $0.kind == .expression && $0.number == index }),
          case .string(let expression) = mark.node.value, !expression.isEmpty
        else { continue }
        do throws(Fault) { try checkExpression(expression, at: mark.node) } catch {
          throw error.error(in: text)
        }
      }
      let (snapshots, shapes) = (patch.snapshots.count, patch.shapes.count)
      for mark in marks where mark.kind == .snapshot && mark.number > snapshots {
        let words: UTF8Text = snapshots == 0 ? "there are none" : "there are \(snapshots)"
        warnings.append(mark.node.fault("recalls snapshot \(mark.number), and \(words)").error(in: text))
      }
      for mark in marks where mark.kind == .shape && mark.number > shapes {
        let words: UTF8Text = shapes == 0 ? "there are none" : "there are \(shapes)"
        warnings.append(mark.node.fault("waits for shape \(mark.number), and \(words)").error(in: text))
      }
      return patch
    }
  }
}
