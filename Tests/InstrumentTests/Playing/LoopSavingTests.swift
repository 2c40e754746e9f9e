// Layers in sessions and takes: what comes back sounds as what was there.
import Loops
import Music
import Patches
import RealTime
import TestSupport
import Testing
import Text

@testable import Controls
@testable import Instrument

/// The audio thread's side and the store's side of one instrument.
private final class Session {
  let rig = Rig(patch: openPatch())
  let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
  let exchange = UnsafeMutablePointer<LoopExchange>.allocate(capacity: 1)
  var assembly = LoopAssembly()

  init() {
    link.initialize(to: InstanceLink())
    exchange.initialize(to: LoopExchange())
    rig.processor.take.link = link
  }

  deinit {
    rig.processor.take.link = nil
    link.deinitialize(count: 1)
    link.deallocate()
    exchange.pointee.drain()
    exchange.deinitialize(count: 1)
    exchange.deallocate()
  }

  /// Renders a block as an instance does, and returns both channels.
  @discardableResult func block(_ frames: Int) -> [Float] {
    rig.processor.serveTake()
    let sound = render(&rig.processor, frames)
    _ = rig.processor.handOutLoops(to: exchange)
    while let record = exchange.pointee.records.pop() { assembly.add(record) }
    return sound
  }

  func loop(_ command: LoopCommand, _ amount: Float = .nan, layer: Int32 = 1) {
    rig.processor.handle(.loop(command, layer: layer, amount, source: 1))
  }

  /// Fills three layers with a touch, a token, a key and a sensor, with an overdub that is undone, and with settings.
  func record() {
    loop(.quantum, 0, layer: 0)
    loop(.record)
    rig.touch(.began, 1, x: 0.1, y: 1 / 3, pressure: 0.7)
    rig.processor.handle(.token(source: 1, id: 5, x: 0.5, y: 0.5, angle: 0.25, classNumber: 3))
    block(777)
    rig.touch(.moved, 1, x: 0.2, y: 0.123_456_7)
    rig.processor.handle(.shape(source: 1, id: 1, aspect: 0.5, orientation: 0.2))
    rig.processor.handle(.tokenLifted(source: 1, id: 5))
    block(1500)
    rig.touch(.ended, 1)
    block(1000)
    loop(.record)
    loop(.overdub, 1)
    rig.midi([0x90, 60, 99])
    block(500)
    rig.midi([0x80, 60, 0])
    loop(.overdub, 0)
    loop(.overdub, 1)
    rig.touch(.began, 2, x: 0.9, y: 0.9)
    block(500)
    rig.touch(.ended, 2)
    loop(.undo)
    loop(.record, layer: 2)
    rig.touch(.began, 3, x: 0.6, y: 0.7)
    block(2345)
    rig.touch(.ended, 3)
    loop(.record, layer: 2)
    for (command, amount): (LoopCommand, Float) in [
      (.level, 0.3), (.reverse, 1), (.speed, 0.5), (.mirror, 3), (.scale, 0.7), (.driftX, 0.1),
      (.driftY, -0.05), (.filter, 4),
    ] {
      loop(command, amount, layer: 2)
    }
    loop(.mute, 1, layer: 7)
    loop(.select, 5, layer: 0)
    block(1000)
  }
}

private func render(_ processor: inout TouchProcessor, _ frames: Int) -> [Float] {
  var left = [Float](repeating: 0, count: frames)
  var right = left
  processor.render(&left, &right, count: frames)
  while processor.nextOutgoing(frames) != nil { processor.popOutgoing() }
  processor.closeOutgoing()
  return left + right
}

@Suite struct LoopSavingTests {
  /// A session's text is canonical, and what it restores sounds as another activation of what was there.
  @Test func sessionsComeBack() throws {
    let session = Session()
    #expect(session.assembly.saved.text.isEmpty)
    session.record()
    let text = session.assembly.saved.text
    let read = try SavedLoops(text: text)
    #expect(read.text == text && read.lost == 0)
    #expect(read.layers.prefix(2).allSatisfy { $0.state == .playing } && read.layers[6].settings.isMuted)
    #expect(read.selected == 4 && read.quantum == 0 && read.layers[0].shownTakes == 2)
    session.rig.processor.activate()
    let other = Rig(patch: openPatch())
    try other.processor.apply(loops: text)
    other.processor.activate()
    var loudest: Float = 0
    for block in 0..<200 {
      let sound = session.block(97)
      #expect(sound == render(&other.processor, 97), "block \(block)")
      loudest = max(loudest, sound.reduce(0) { max($0, abs($1)) })
    }
    #expect(loudest > 0.01)
    // In the middle of a performance, the restored layers play instead of those that are there.
    session.loop(.clear, layer: 2)
    try session.rig.processor.apply(loops: text)
    session.block(64)
    #expect(session.rig.processor.looper.layer(1).state == .playing)
  }

  /// A take begins with the layers that are filled, and what it plays later is what was heard.
  @Test(arguments: [1, 37, 480]) func takesAreEqual(block: Int) throws {
    let session = Session()
    session.assembly.keep(revisions: 64)
    session.record()
    session.loop(.stop, layer: LoopTarget.all)
    session.link.pointee.take.asked.store(7, ordering: .relaxed)
    session.loop(.record, layer: 9)
    for _ in 0..<80 { session.block(4800) }
    #expect(!session.rig.processor.take.isWriting, "a layer records")
    session.loop(.stop, layer: 9)
    session.loop(.clear, layer: 9)
    for _ in 0..<200 where !session.rig.processor.take.isWriting { session.block(1) }
    try #require(session.rig.processor.take.isWriting)
    var heard = stereo(session.block(479))
    var frames = 480
    for (command, layer): (LoopCommand, Int32) in [
      (.play, 1), (.play, 2), (.redo, 1), (.overdub, 1), (.play, 1), (.record, 3), (.mute, 1), (.record, 3),
      (.undo, 1), (.mute, 1), (.reverse, 1),
    ] {
      session.loop(command, layer: layer)
      session.rig.touch(.began, 8, x: 0.3, y: 0.4)
      heard += stereo(session.block(1000))
      session.rig.touch(.moved, 8, x: 0.5, y: 0.6)
      heard += stereo(session.block(500))
      session.rig.touch(.ended, 8)
      heard += stereo(session.block(500))
      frames += 2000
    }
    session.link.pointee.take.asked.store(0, ordering: .relaxed)
    session.block(64)

    var reader = TakeReader()
    let records = session.link.pointee.take.readRecords()
    var entries = reader.read(records.flatMap(\.bytes))[...]
    let other = Rig(patch: openPatch())
    var played: [SIMD2<Float>] = []
    var loops = 0
    // The frame on which the block begins that found the take was rendered as well.
    while played.count < frames {
      while let next = entries.first, next.frame <= played.count {
        entries.removeFirst()
        switch next.entry {
        case .port(let index, let value):
          if let port = TouchPort.at(index) { other.processor.set(port, value) }
        case .restart: other.processor.activate()
        case .surface(let event): other.processor.handle(event)
        case .position(let position): other.processor.handle(position)
        case .loops(let revision):
          loops += 1
          let saved = try #require(session.assembly.saved(ofRevision: revision))
          try other.processor.apply(loops: saved.text)
        default: break
        }
      }
      let next = entries.first.map { Int($0.frame) } ?? frames
      played += stereo(render(&other.processor, min(block, min(next, frames) - played.count)))
    }
    #expect(loops == 1)
    let differing = heard.indices.filter { heard[$0] != played[$0 + 1] }
    #expect(differing.isEmpty, "\(differing.count) frames, from \(differing.first ?? 0)")
    #expect(heard.contains { abs($0[0]) > 0.01 })
  }

  private func stereo(_ sound: [Float]) -> [SIMD2<Float>] {
    (0..<sound.count / 2).map { [sound[$0], sound[sound.count / 2 + $0]] }
  }

  /// A take without loops is what it was before there were any.
  @Test func takesWithoutLoopsNameNone() {
    let session = Session()
    session.link.pointee.take.asked.store(7, ordering: .relaxed)
    session.block(64)
    #expect(session.link.pointee.take.readRecords().allSatisfy { $0.kind != .loops })
  }

  /// Unreadable texts are refused with their place; what is only out of range is clamped.
  @Test(arguments: [
    ("", "expected"), ("{}", "must have a \"version\""), (#"{"version": 2}"#, "must be 1"),
    (#"{"version": 1, "layers": {"17": {}}}"#, "17"),
    (#"{"version": 1, "layers": {"1": {"state": 3}}}"#, "state"),
    (#"{"version": 1, "layers": {"1": {"events": [[1, 2]]}}}"#, "six whole numbers"),
    (#"{"version": 1, "layers": {"1": {"events": [[0, 1, 9, 0, 0, 1]]}}}"#, "six whole numbers"),
    (#"{"version": 1, "layers": {"1": {"events": [[0, 1, 2, 0, 0, 1, 0.5]]}}}"#, "six whole numbers"),
    (#"{"version": 1, "layers": {"1": {"length": 1e300}}}"#, "whole number"),
  ])
  func badTextsAreRefused(text: String, error: String) {
    #expect {
      _ = try SavedLoops(text: Array(text.utf8))
    } throws: {
      ($0 as? DocumentError).map { String(decoding: $0.sentence(), as: UTF8.self).contains(error) } ?? false
    }
  }

  /// Random damage to a text is refused or repaired, and what is restored can play.
  @Test func damagedTextsDoNoHarm() throws {
    let session = Session()
    session.record()
    let text = session.assembly.saved.text
    var random = SeededGenerator("TACTUS_LOOP_DAMAGE", default: 5)
    var restored = 0
    for _ in 0..<testCases(60, inCampaign: 20_000) {
      var damaged = text
      for _ in 0..<1 + random.below(4) {
        let place = random.below(damaged.count)
        switch random.below(3) {
        case 0: damaged[place] = random.pick(Array("0123456789-,.[]{}e\"".utf8))
        case 1: damaged.remove(at: place)
        default: damaged.insert(random.pick(Array("0123456789-".utf8)), at: place)
        }
      }
      guard let saved = try? SavedLoops(text: damaged) else { continue }
      restored += 1
      let rig = Rig(patch: openPatch())
      try rig.processor.apply(loops: saved.text.isEmpty ? text : saved.text)
      for _ in 0..<3 { rig.advance(480) }
      rig.processor.handle(.loop(.reverse, layer: LoopTarget.all))
      rig.processor.handle(.loop(.overdub, layer: LoopTarget.all, 1))
      rig.advance(480)
      #expect(rig.isFinite)
    }
    #expect(restored > 5)
  }
}
