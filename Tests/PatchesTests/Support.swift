// The common helpers for tests of patches: reading and writing of strings, and random patches from a seed.
import Controls
import Foundation
import Instrument
import Matrix
import Music
import Signal
import TestSupport
import Testing
import Text

@testable import Patches

/// Reads in a block of its own exact size, so that AddressSanitizer sees the first byte beyond.
func read(_ text: [UInt8]) throws(DocumentError) -> (patch: PatchDocument, warnings: [DocumentError]) {
  let block = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
  defer { block.deallocate() }
  block.copyBytes(from: text)
  var warnings: [DocumentError] = []
  let patch = try PatchDocument.read(UnsafeRawBufferPointer(block), warnings: &warnings)
  return (patch, warnings)
}

func read(_ text: String) throws(DocumentError) -> (patch: PatchDocument, warnings: [DocumentError]) {
  try read([UInt8](text.utf8))
}

extension PatchDocument {
  @discardableResult
  mutating func apply(_ edit: String) throws(DocumentError) -> [DocumentError] {
    try apply(edit: [UInt8](edit.utf8))
  }
}

extension DocumentError {
  var text: String { string(message) }
}

/// The error of something that must fail.
func refusal<T>(_ body: () throws(DocumentError) -> T) -> DocumentError? {
  do throws(DocumentError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

extension PatchDocument {
  static func random(_ random: inout SeededGenerator) -> PatchDocument {
    var patch = PatchDocument()
    func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    func number(_ low: Float, _ high: Float) -> Float {
      chance(4) && low.rounded(.up) <= Float(Int(high))
        ? Float(Int.random(in: Int(low.rounded(.up))...Int(high), using: &random))
        : .random(in: low...high, using: &random)
    }
    func text(_ limit: Int) -> [UInt8] {
      let letters = ["a", "é", "\"", "\\", "\n", "\r", "\t", "\u{1}", "🎹", "/", " ", "\u{7f}", "→"]
      return (0..<Int.random(in: 0...limit / 4, using: &random))
        .flatMap { _ in [UInt8](letters.randomElement(using: &random)!.utf8) }
    }
    func json(_ depth: Int) -> JSON { JSON(value(depth)) }
    func value(_ depth: Int) -> JSON.Value {
      switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &random) {
      case 0: .null
      case 1: .bool(chance(2))
      case 2: .integer(Int64(truncatingIfNeeded: random.next()))
      case 3:
        .real(chance(4) ? -0.0 : .random(in: -1e20...1e20, using: &random) / Double(1 + random.next() % 1000))
      case 4: .string(text(40))
      case 5: .array((0..<3).map { _ in json(depth + 1) })
      default: .object(unknown(depth + 1))
      }
    }
    func unknown(_ depth: Int = 0) -> [JSON.Member] {
      if depth == 0, !chance(8) { return [] }
      return (0..<Int.random(in: 1...3, using: &random)).map {
        JSON.Member(key: Array("later \($0)".utf8) + text(8), value: json(depth))
      }
    }
    func any<T>(_ all: [T]) -> T { all.randomElement(using: &random)! }
    patch.name = text(128)
    patch.author = text(128)
    patch.category = text(64)
    patch.description = text(400)
    patch.howToPlay = text(400)
    patch.tags = (0..<Int.random(in: 0...4, using: &random)).map { _ in text(20) }
    patch.tangibles = (0..<Int.random(in: 0...4, using: &random)).map { _ in text(64) }
    for _ in 0..<(chance(2) ? Int.random(in: 0...6, using: &random) : 0) {
      var back = PatchBack(any(ShownValue.all))
      if chance(2) { back.object = text(64) }
      switch back.shows {
      case .controller: if chance(2) { back.out = SIMD2(number(-100, 0), number(0, 1000)) }
      case .trigger(let trigger):
        if case .number(let most) = trigger.argument, chance(2) {
          back.number = UInt8(Int.random(in: 1...most, using: &random))
        }
      }
      back.unknown = unknown()
      patch.back.append(back)
    }
    patch.seed = random.next() >> 11
    func map() -> PlayingMap {
      PlayingMap(
        axis: any(PlayingMap.Axis.allCases), low: number(0, 127), high: number(0, 127),
        scale: any(Scale.allCases), root: number(0, 127), quantise: any(PlayingMap.Quantise.allCases),
        glide: number(0, 2))
    }
    patch.map = map()
    patch.parts = (0..<Int.random(in: 0...32, using: &random)).map { _ in
      var part = PatchSplit(map: map())
      part.name = text(128)
      if chance(2) {
        part.region = Region(
          left: number(0, 0.4), bottom: number(0, 0.4), right: number(0.5, 1), top: number(0.5, 1))
      }
      if chance(2) { part.source = text(32) }
      part.quarters = .random(in: 0...3, using: &random)
      part.octave = .random(in: -5...5, using: &random)
      part.isSilent = chance(2)
      part.relates = chance(2)
      part.playsWorld = chance(4)
      if chance(2) { part.keys = (0..<128).filter { _ in chance(40) } }
      if chance(2) { part.choke = .random(in: 1...8, using: &random) }
      for parameter in Parameter.allCases where parameter != .morph && chance(40) {
        let spec = parameter.spec
        let value = Float.random(in: spec.minimum...spec.maximum, using: &random)
        part.values[Int(parameter.rawValue)] = spec.travel == .choice ? value.rounded() : value
      }
      part.unknownValues = unknown()
      part.unknown = unknown()
      part.unknownOfMap = unknown()
      return part
    }
    patch.voices.polyphony = .random(in: 1...64, using: &random)
    patch.voices.isMono = chance(2)
    patch.voices.isLegato = chance(2)
    patch.midiJoinsGroup = chance(2)
    patch.pad = .random(in: 0...4, using: &random)
    for object in SoundObject.allCases where chance(3) { patch.set(object, isOff: true) }
    for parameter in Parameter.allCases where chance(2) {
      let spec = parameter.spec
      var setting = ParameterSetting(parameter)
      if chance(2) {
        let ends = [number(spec.minimum, spec.maximum), number(spec.minimum, spec.maximum)].sorted()
        (setting.low, setting.high) = (ends[0], ends[1])
      }
      setting.base = .random(in: setting.low...setting.high, using: &random)
      if spec.travel == .choice {
        setting = ParameterSetting(parameter)
        setting.base = Float(Int.random(in: 0...Int(spec.maximum), using: &random))
      }
      setting.unknown = unknown()
      patch[parameter] = setting
    }
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      var snapshot = PatchSnapshot()
      if chance(2) { snapshot.name = text(64) }
      for parameter in Parameter.allCases where parameter != .morph && chance(3) {
        let spec = parameter.spec
        let value = Float.random(in: spec.minimum...spec.maximum, using: &random)
        snapshot.values[Int(parameter.rawValue)] = spec.travel == .choice ? value.rounded() : value
      }
      snapshot.unknown = unknown()
      snapshot.unknownValues = unknown()
      patch.snapshots.append(snapshot)
    }
    patch.connections = (0..<Int.random(in: 0...64, using: &random)).map { _ in
      let destination = any(Parameter.allCases)
      let spec = destination.spec
      var one = Connection(
        any(Controller.allCases), destination, low: number(spec.minimum, spec.maximum),
        high: number(spec.minimum, spec.maximum))
      if chance(2) { one.sensitivity = number(0, 16) }
      one.isInverted = chance(2)
      if spec.unit == .semitones, chance(2) {
        one.scaleMask = any(Scale.allCases).semitones
      } else {
        one.curve = number(-1, 1)
      }
      if chance(2) { (one.smoothUp, one.smoothDown) = (number(0, 10), number(0, 10)) }
      one.gate = any(Gate.allCases)
      one.mode = any(Mode.allCases)
      one.combine = any(Combine.allCases)
      one.amount = number(-2, 2)
      var entry = PatchConnection(one)
      entry.unknown = unknown()
      return entry
    }
    patch.routes = (0..<Int.random(in: 0...32, using: &random)).map { _ in
      var route = Route(any(Trigger.allCases), any(Action.allCases))
      switch route.trigger.argument {
      case .none: break
      case .number(let greatest): route.number = UInt8(Int.random(in: 0...greatest, using: &random))
      case .region:
        if chance(2) {
          route.region = Region(
            left: number(0, 0.5), bottom: number(0, 0.5), right: number(0.5, 1), top: number(0.5, 1))
        }
      case .level:
        route.of = any(Controller.allCases)
        let spec = route.of.spec
        route.level = .random(in: spec.minimum...spec.fullScale, using: &random)
        route.hysteresis =
          chance(2) ? (spec.fullScale - spec.minimum) / 50 : .random(in: 0...spec.fullScale, using: &random)
        route.isFalling = chance(2)
      }
      if route.trigger.isOfTouches && chance(3) { route.kind = any(SourceKind.allCases) }
      var entry = PatchRoute(route)
      if route.trigger.isOfTouches && chance(3) { entry.source = text(32) }
      if chance(3) { entry.condition = [UInt8](any(["macro_1 - 0.5", "touch_y > 0.5\n", " "]).utf8) }
      entry.unknown = unknown()
      return entry
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      var shape = PatchShape(points: [SIMD2(number(0, 0.4), number(0, 1)), SIMD2(number(0.6, 1), 0.5)])
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        shape.points.append(SIMD2(number(0, 1), number(0, 1)))
      }
      shape.name = text(64)
      (shape.turns, shape.isSized) = (chance(2), chance(2))
      shape.unknown = unknown()
      patch.shapes.append(shape)
    }
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      var region = PatchRegion(
        points: (0..<Int.random(in: 2...16, using: &random)).map { _ in SIMD2(number(0, 1), number(0, 1)) })
      region.name = text(64)
      region.unknown = unknown()
      patch.regions.append(region)
    }
    for _ in 0..<(chance(2) ? Int.random(in: 0...6, using: &random) : 0) {
      var sample = PatchSample(file: [UInt8](any(["a.wav", "drums/é kick.wav", "a/b/c \"x\".wav"]).utf8))
      if chance(2) { sample.hash = Digest.sha256(text(20)) }
      sample.low = .random(in: 0...60, using: &random)
      sample.high = .random(in: 60...127, using: &random)
      sample.root = number(0, 127)
      if chance(2) { sample.loop = .init(start: .random(in: 0...99, using: &random), end: 100) }
      sample.isOneShot = chance(2)
      sample.unknown = unknown()
      patch.samples.append(sample)
    }
    if chance(2) {
      patch.wavetable.file = text(20).isEmpty ? [] : [UInt8]("a/é.wav".utf8)
      if !patch.wavetable.file.isEmpty {
        if chance(2) { patch.wavetable.hash = Digest.sha256(text(20)) }
        patch.wavetable.length = .random(in: 16...8192, using: &random)
        patch.wavetable.unknown = unknown()
      }
    }
    if chance(2) {
      var own = SeededGenerator(seed: random.next())
      patch.world = .random(&own, text, unknown)
    }
    for index in 0..<4 where chance(2) {
      patch.sequences[index].count = .random(in: 1...32, using: &random)
      patch.sequences[index].order = any(StepSequence.Order.allCases)
      for place in 0..<patch.sequences[index].count {
        var step = SequenceStep()
        step.value = number(-1, 1)
        step.isOn = chance(2)
        if chance(2) { step.probability = number(0, 1) }
        step.isTied = chance(2)
        if chance(2) { step.glide = number(0, 1) }
        patch.sequences[index].steps[place] = step
      }
    }
    for index in 0..<4 where chance(4) { patch.drawn[index] = (0..<32).map { _ in number(-1, 1) } }
    for index in 0..<8 where chance(3) {
      patch.macros[index].control = Int.random(in: 0...127, using: &random)
      if chance(2) { patch.macros[index].name = [UInt8]("Macro “\(index)”".utf8) }
      if chance(2) { patch.macros[index].address = [UInt8]("/a/\(index)".utf8) }
    }
    for index in 0..<32 where chance(2) { patch.expressions[index] = text(200) }
    for index in 0..<32 where chance(4) { patch.expressionNames[index] = text(64) }
    patch.unknown = UnknownKeys(
      root: unknown(), map: unknown(), voices: unknown(), objects: unknown(), parameters: unknown(),
      user: unknown())
    return patch
  }
}
