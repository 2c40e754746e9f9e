// Another sample rate for an instrument that exists: what is new, what stays, and what ends.
import Controls
import Matrix
import Music
import RealTime
import Synchronization
import TestSupport
import Testing

@testable import Instrument

@Suite struct SampleRateTests {
  /// The sound of a second: a touch that moves, and a note.
  private func sound(_ processor: inout TouchProcessor, rate: Int) -> [Float] {
    var (left, right) = ([Float](repeating: 0, count: rate / 10), [Float](repeating: 0, count: rate / 10))
    var all: [Float] = []
    for step in 0..<10 {
      let kind: SurfaceEvent.Kind = step == 0 ? .began : .moved
      processor.handle(
        .touch(kind, source: 1, id: 1, x: Float(step) / 12, y: 0.6, pressure: 0.7, radius: .nan))
      if step == 3 { processor.handle(.noteOn(channel: 0, note: 57, velocity: 90)) }
      processor.render(&left, &right, count: rate / 10)
      all += left + right
    }
    return all
  }

  @Test func itSoundsAsOneMadeAtTheRate() {
    let rig = Rig([(.level, -6)])
    let first = sound(&rig.processor, rate: 48_000)
    rig.processor.restart(sampleRate: 96_000, tables: tables)
    rig.processor.set(.level, -6)
    let fresh = Rig()
    fresh.processor.restart(sampleRate: 96_000, tables: tables)
    fresh.processor.set(.level, -6)
    let later = sound(&rig.processor, rate: 96_000)
    #expect(later == sound(&fresh.processor, rate: 96_000))
    #expect(later.contains { $0.magnitude > 0.001 } && first.contains { $0.magnitude > 0.001 })
  }

  @Test func notesThatWereSentEnd() {
    let rig = Rig()
    rig.touch(.began, 1, x: 0.3, y: 0.5)
    rig.touch(.began, 2, x: 0.6, y: 0.5)
    rig.advance(480)
    func keys(_ status: UInt8) -> [[UInt8]] {
      rig.sent.map(\.bytes).filter { $0[0] & 0xF0 == status }.map { [$0[0] & 15, $0[1]] }.sorted {
        $0[0] < $1[0]
      }
    }
    #expect(keys(0x90).count == 2 && keys(0x80).isEmpty)
    rig.processor.restart(sampleRate: 96_000, tables: tables)
    rig.advance(480)
    #expect(keys(0x80) == keys(0x90))
  }

  @Test func zonesAndBaseValuesStay() {
    let rig = Rig()
    rig.midi([0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 7])
    #expect(rig.processor.midi.zones.lower.members == 7)
    rig.processor.set(base: 0.25, of: .oscALevel, number: 3)
    rig.processor.owe(.oscALevel)
    rig.processor.restart(sampleRate: 44_100, tables: tables)
    #expect(rig.processor.midi.zones.lower.members == 7)
    #expect(Program.base(of: .oscALevel, in: &rig.processor.patch.pointee.program) == 0.25)
    #expect(rig.processor.nextOwed()?.parameter == .oscALevel)
  }

  @Test func aTakeEndsBecauseItHasOneRate() {
    let rig = Rig()
    let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    link.initialize(to: InstanceLink())
    rig.processor.take.link = link
    link.pointee.take.asked.store(7, ordering: .relaxed)
    rig.processor.serveTake()
    rig.advance(480)
    rig.processor.restart(sampleRate: 96_000, tables: tables)
    rig.processor.serveTake()
    rig.advance(480)
    #expect(link.pointee.take.asked.load(ordering: .relaxed) == 0)
    let kinds = link.pointee.take.readRecords().map(\.kind)
    #expect(kinds.first == .began && kinds.last == .ended && kinds.filter { $0 == .began }.count == 1)
    // Another one can begin.
    link.pointee.take.asked.store(8, ordering: .relaxed)
    rig.processor.serveTake()
    #expect(link.pointee.take.readRecords().map(\.kind).first == .began)
    rig.processor.take.link = nil
    link.deinitialize(count: 1)
    link.deallocate()
  }
}
