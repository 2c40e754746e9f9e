// Layers that are handed out, saved and restored play on as those that were there.
import RealTime
import TestSupport
import Testing

@testable import Loops

/// An exchange and what a store makes of it.
private final class Store {
  let exchange = UnsafeMutablePointer<LoopExchange>.allocate(capacity: 1)
  var assembly = LoopAssembly()

  init() { exchange.initialize(to: LoopExchange()) }

  deinit {
    exchange.pointee.drain()
    exchange.deinitialize(count: 1)
    exchange.deallocate()
  }

  func collect() { while let record = exchange.pointee.records.pop() { assembly.add(record) } }

  /// Takes all that a looper has.
  func collectAll(of looper: inout Looper) {
    collect()
    while looper.isOwed {
      _ = looper.handOut(to: exchange, limit: 1000, rate: 48_000)
      collect()
    }
  }
}

/// The events of a looper, read from its lists.
private func contents(_ looper: Looper, _ index: Int) -> [String] {
  var lines: [String] = []
  var event = looper.layer(index).head
  var places: [Int32: Int] = [:]
  while event >= 0 {
    let link = looper.pool.events[Int(event)]
    places[event] = lines.count
    lines.append(words(link, before: places[link.before] ?? -1))
    event = link.next
  }
  return lines
}

private func words(_ event: LoopEvent, before: Int) -> String {
  let bits = [event.words.0, event.words.1, event.words.2, event.words.3].map { $0.isNaN ? 0 : $0.bitPattern }
  return
    "\(event.position) \(event.serial) \(event.thing) \(event.phase) \(event.part) \(event.take) \(bits) "
    + "\(before)"
}

@Suite struct SavedLoopsTests {
  /// Random scripts are cut at a random action. What was handed out in small pieces until then is what the looper
  /// holds, and restored it plays the rest of the script as the looper that was there.
  @Test func restoredLayersPlayOn() {
    let first = testSeed("TACTUS_LOOP_SAVING", default: 47_000)
    var filled = 0
    for number in 0..<UInt64(testCases(100, inCampaign: 10_000, variable: "TACTUS_LOOP_CASES")) {
      let script = Script(seed: first &+ number)
      var random = SeededGenerator(seed: first &+ number)
      let cut = random.below(script.actions.count)
      var rig = LoopRig()
      let store = Store()
      for (frame, action) in script.actions[..<cut] {
        rig.render(to: frame, block: 64)
        rig.perform(action)
        _ = rig.looper.handOut(to: store.exchange, limit: random.below(6), rate: 48_000)
        if random.below(3) == 0 { store.collect() }
      }
      rig.jump()
      store.collectAll(of: &rig.looper)
      let saved = store.assembly.saved
      var repaired = saved
      repaired.repair()
      #expect(repaired.lost == 0, "seed \(first &+ number)")
      for index in 0..<Looper.layers {
        let looper = rig.looper
        let held = looper.layer(index)
        #expect(saved.layers[index] == held.saved, "seed \(first &+ number), layer \(index + 1)")
        let lines = repaired.events[index].map { words($0, before: Int($0.before)) }
        #expect(lines == contents(looper, index), "seed \(first &+ number), layer \(index + 1)")
        if held.count > 0 { filled += 1 }
      }
      var other = rig.restored(repaired)
      for (frame, action) in script.actions[cut...] {
        rig.render(to: frame, block: 64)
        rig.perform(action)
        other.render(to: frame, block: 37)
        other.perform(action)
      }
      rig.render(to: script.length, block: 64)
      other.render(to: script.length, block: 37)
      let isSame =
        rig.emitted.count == other.emitted.count
        && zip(rig.emitted, other.emitted).allSatisfy { LoopScriptTests.isSame($0, $1) }
      #expect(isSame, "seed \(first &+ number), cut \(cut)")
    }
    #expect(filled > 50)
  }

  /// A looper with one layer in seconds that has one finger for 1000 frames of 2000.
  private func looped() -> LoopRig {
    var rig = LoopRig()
    rig.perform(.command(.quantum, layer: 0, 0, source: 1))
    rig.perform(.command(.record, layer: 1, .nan, source: 1))
    rig.perform(.touch(.began, id: 1, source: 1, Point(x: 0.25, y: 0.5)))
    rig.render(to: 500, block: 64)
    rig.perform(.touch(.moved, id: 1, source: 1, Point(x: 0.5, y: 0.5)))
    rig.render(to: 1000, block: 64)
    rig.perform(.touch(.ended, id: 1, source: 1, Point(x: 0.5, y: 0.5)))
    rig.render(to: 2000, block: 64)
    rig.perform(.command(.record, layer: 1, .nan, source: 1))
    return rig
  }

  /// While a layer records for the first time, it is saved as an empty one; while it overdubs, without the overdub.
  @Test func recordingsAreSavedWhenTheyHaveEnded() {
    let store = Store()
    var rig = looped()
    var looper = rig.looper
    #expect(looper.isOwed && !looper.isComplete)
    store.collectAll(of: &rig.looper)
    looper = rig.looper
    #expect(looper.isComplete)
    #expect(store.assembly.saved.layers[0].state == .playing && store.assembly.saved.events[0].count == 3)
    rig.perform(.command(.overdub, layer: 1, 1, source: 1))
    rig.perform(.command(.record, layer: 2, .nan, source: 1))
    rig.perform(.touch(.began, id: 2, source: 1, Point(x: 0.75, y: 0.5)))
    store.collectAll(of: &rig.looper)
    looper = rig.looper
    #expect(!looper.isOwed && !looper.isComplete)
    #expect(store.assembly.saved.events[0].count == 3)
    #expect(store.assembly.saved.layers[1].state == .empty)
    rig.render(to: 2500, block: 64)
    rig.perform(.command(.stop, layer: -1, .nan, source: 1))
    store.collectAll(of: &rig.looper)
    #expect(store.assembly.saved.events[0].count == 5 && store.assembly.saved.layers[0].takes == 2)
    #expect(store.assembly.saved.layers[1].state == .stopped && store.assembly.saved.events[1].count == 2)
    rig.perform(.command(.clear, layer: -1, .nan, source: 1))
    rig.perform(.command(.quantum, layer: 0, 1, source: 1))
    store.collectAll(of: &rig.looper)
    #expect(store.assembly.saved.isPlain)
  }

  /// Settings alone move no events, and layers of changes before are kept for a take.
  @Test func changesAreNumbered() {
    let store = Store()
    store.assembly.keep(revisions: 4)
    var rig = looped()
    store.collectAll(of: &rig.looper)
    let revision = rig.looper.revision
    rig.perform(.command(.level, layer: 1, 0.5, source: 1))
    while rig.looper.isOwed { _ = rig.looper.handOut(to: store.exchange, limit: 1, rate: 48_000) }
    let records = store.exchange.pointee.records.count
    #expect(records == 2)
    store.collect()
    #expect(store.assembly.saved.layers[0].settings.level == 0.5)
    #expect(store.assembly.saved(ofRevision: revision)?.layers[0].settings.level == 1)
    #expect(store.assembly.saved(ofRevision: revision - 1) == nil)
  }

  /// Records about layers that were replaced by a restore are ignored.
  @Test func aRestoreIsNotOverwritten() {
    let store = Store()
    var rig = looped()
    _ = rig.looper.handOut(to: store.exchange, limit: 2, rate: 48_000)
    let number = store.assembly.restore(SavedLoops())
    while rig.looper.isOwed { _ = rig.looper.handOut(to: store.exchange, limit: 10, rate: 48_000) }
    store.collect()
    #expect(store.assembly.saved.isPlain)
    let prepared = PreparedLooper(SavedLoops(), sampleRate: 48_000, number: number)
    rig.looper.replace(with: prepared.looper)
    let mustSave = rig.looper.handOut(to: store.exchange, limit: 10, rate: 48_000)
    #expect(!mustSave)
    rig.perform(.command(.level, layer: 3, 0.5, source: 1))
    store.collectAll(of: &rig.looper)
    #expect(store.assembly.saved.layers[2].settings.level == 0.5)
  }

  /// Events that no recording contains are left out and counted; numbers are clamped.
  @Test func hostileLayersAreRepaired() {
    var saved = SavedLoops()
    var layer = SavedLayer()
    (layer.state, layer.unit, layer.length, layer.start) = (.playing, .frames, 1000, .max)
    (layer.takes, layer.shownTakes, layer.settings.level) = (0, 9, .infinity)
    layer.settings.scale = .nan
    func event(_ position: Int32, _ serial: Int32, _ phase: LoopPhase, _ thing: LoopThing = .touch)
      -> LoopEvent
    {
      var event = LoopEvent()
      (event.position, event.serial, event.phase, event.thing) = (position, serial, phase, thing)
      (event.part, event.take, event.words) = (99, 0, (.infinity, 0.5, .nan, .nan))
      return event
    }
    var nowhere = event(0, 0, .moved, .motion)
    nowhere.words.3 = 1e30
    saved.layers[0] = layer
    saved.events[0] = [
      event(-1, 1, .began), event(0, 0, .began), event(0, 1, .moved), nowhere, event(5, 1, .began),
      event(4, 2, .began), event(5, 1, .began), event(6, 1, .moved, .key), event(7, 1, .ended),
      event(8, 1, .moved), event(9, 1, .began), event(1001, 3, .began), event(10, 0x100_0000, .began),
    ]
    saved.layers[1].state = .recording
    saved.events[1] = [event(0, 1, .began)]
    saved.repair()
    #expect(saved.events[0].map(\.phase) == [.began, .moved, .ended])
    #expect(saved.events[0].allSatisfy { $0.thing == .touch && $0.part == 16 && $0.take == 1 })
    #expect(saved.events[0].allSatisfy { $0.words.0.isNaN && $0.words.1 == 0.5 })
    #expect(saved.lost == 11 && saved.events[1].isEmpty && saved.layers[1].state == .empty)
    #expect(saved.layers[0].start == 1 << 53 && saved.layers[0].takes == 1 && saved.layers[0].shownTakes == 1)
    #expect(saved.layers[0].settings.level == 1 && saved.layers[0].settings.scale == 1)
    let lost = PreparedLooper(saved, sampleRate: 48_000).looper.lost
    #expect(lost == 11)

    // More events than all layers have room for.
    saved = SavedLoops()
    for index in 0..<2 {
      saved.layers[index] = layer
      saved.layers[index].length = 1 << 30
      saved.events[index] = (1...20_000).flatMap {
        [event($0 * 2, $0, .began), event($0 * 2, $0, .ended)]
      }
    }
    saved.repair()
    #expect(saved.events[0].count == 40_000 && saved.events[1].count == 25_536 && saved.lost == 14_464)
  }

  /// At another sample rate, layers in seconds keep their seconds, and those in beats their beats.
  @Test func secondsStayAtAnotherRate() {
    let store = Store()
    var rig = looped()
    store.collectAll(of: &rig.looper)
    var saved = store.assembly.saved
    saved.layers[1] = saved.layers[0]
    saved.layers[1].unit = .beats
    saved.layers[1].length = 4_000_000
    saved.events[1] = saved.events[0]
    saved.convert(to: 44_100)
    #expect(saved.layers[0].length == 1838 && saved.events[0].map(\.position) == [0, 459, 919])
    #expect(saved.layers[1].length == 4_000_000 && saved.events[1].map(\.position) == [0, 500, 1000])
    #expect(saved.rate == 44_100 && saved.lost == 0)
  }
}
