// Loops in the instrument: what they sound like, at any block size and with the host's timeline.
import Matrix
import RealTime
import TestSupport
import Testing

@testable import Controls
@testable import Instrument

private func loop(_ command: LoopCommand, _ amount: Float = .nan, layer: Int32 = 1) -> Event {
  .surface(.loop(command, layer: layer, amount, source: 1))
}

private func position(_ frame: Int64, beat: Double, speed: Double = 1, tempo: Double = 120) -> Event {
  var position = Transport()
  (position.speed, position.frame, position.beatsPerMinute) = (speed, frame, tempo)
  (position.bar, position.barBeat, position.beatsPerBar) = (
    Int64(beat / 4), beat.truncatingRemainder(dividingBy: 4), 4
  )
  return .transport(position)
}

@Suite struct LoopTests {
  /// Two fingers, as often as `passes`, each pass 6000 frames after the one before.
  private func hands(passes: Int) -> [(frame: Int, event: Event)] {
    (0..<passes).flatMap { pass in
      [
        (100, touch(.began, 1, x: 0.2, y: 0.3, pressure: 0.5)), (900, touch(.moved, 1, x: 0.25, y: 0.4)),
        (1300, touch(.began, 2, x: 0.7, y: 0.5, pressure: 0.7)), (2501, touch(.moved, 2, x: 0.8, y: 0.9)),
        (3000, touch(.ended, 1, x: 0.3, y: 0.4)), (4700, touch(.ended, 2, x: 0.8, y: 0.9)),
      ].map { ($0.0 + pass * 6000, $0.1) }
    }
  }

  /// A loop sounds as hands that do the same again.
  @Test func loopsAsHands() {
    let looped =
      [(0, loop(.quantum, 0)), (0, loop(.record))] + hands(passes: 1) + [(6000, loop(.record))]
    let expected = play(hands(passes: 3), frames: 18_000, patch: openPatch())
    let sound = play(looped, frames: 18_000, patch: openPatch())
    #expect(sound.left == expected.left && sound.right == expected.right)
    #expect(sound.left[12_000...].contains { abs($0) > 0.01 })
  }

  /// Random recordings, overdubs and jumps of the timeline sound alike in blocks of any size, and nothing hangs.
  @Test func sameBytesAtAnyBlockSize() {
    var random = SeededGenerator("TACTUS_LOOP_SOUND", default: 7)
    for _ in 0..<testCases(4, inCampaign: 200) {
      let events = script(&random)
      let frames = 24_000
      let sound = play(events, frames: frames, block: 64, patch: openPatch())
      #expect(isFinite(sound))
      #expect(sound.touches == 0)
      for block in [37, 480, 1024] {
        let other = play(events, frames: frames, block: block, patch: openPatch())
        #expect(other == sound, "block \(block)")
      }
    }
  }

  /// Touches and commands on random frames. At the end, everything is let go.
  private func script(_ random: inout SeededGenerator) -> [(frame: Int, event: Event)] {
    var events: [(frame: Int, event: Event)] = [(0, loop(.quantum, random.pick([0, 0.25])))]
    var down: Set<Int32> = []
    for _ in 0..<60 {
      let frame = random.below(20_000)
      let layer = Int32(1 + random.below(3))
      switch random.below(8) {
      case 0:
        events.append((frame, position(Int64(random.below(90_000)), beat: Double(random.below(64)) / 4)))
      case 1: events.append((frame, position(0, beat: 0, speed: 0)))
      case 2, 3: events.append((frame, loop(.record, layer: layer)))
      case 4:
        let (command, amount): (LoopCommand, Float) = random.pick([
          (.undo, .nan), (.redo, .nan), (.mute, .nan), (.reverse, .nan), (.speed, 0.5), (.speed, 2),
          (.mirror, 1),
          (.scale, 0.5), (.driftX, 0.1), (.stop, .nan), (.play, .nan), (.overdub, 1),
        ])
        events.append((frame, loop(command, amount, layer: layer)))
      default:
        let id = Int32(random.below(5))
        down.insert(id)
        let kind: SurfaceEvent.Kind = random.pick([.began, .moved, .moved, .ended])
        events.append(
          (frame, touch(kind, id, x: Float(random.below(100)) / 100, y: Float(random.below(100)) / 100)))
      }
    }
    for id in down { events.append((21_000, touch(.ended, id))) }
    events.append((21_000, loop(.stop, layer: LoopTarget.all)))
    return events.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map {
      $0.element
    }
  }

  /// A looped touch is a touch: it counts in the group, and the relations of a live touch reach to it.
  @Test func makesRelations() {
    let rig = Rig(patch: openPatch())
    rig.processor.handle(.loop(.quantum, layer: 0, 0))
    rig.processor.handle(.loop(.record, layer: 1))
    rig.touch(.began, 1, x: 0.2, y: 0.5)
    rig.advance(1000)
    rig.touch(.ended, 1)
    rig.advance(1000)
    rig.processor.handle(.loop(.record, layer: 1))
    rig.touch(.began, 9, x: 0.8, y: 0.5)
    rig.advance(500)
    #expect(rig.processor.liveTouches == 2)
    #expect(rig.processor.value(Controller.groupCount) == 2)
    rig.advance(1000)
    #expect(rig.processor.liveTouches == 1)
    rig.processor.handle(.loop(.clear, layer: 1))
    rig.touch(.ended, 9)
    #expect(rig.processor.liveTouches == 0)
  }

  /// The pass of a loop in beats follows the timeline: after a jump, what is there is down.
  @Test func followsTheTimeline() {
    let rig = Rig(patch: openPatch())
    func locate(_ beat: Double) {
      if case .transport(let there) = position(Int64(beat * 24_000), beat: beat) {
        rig.processor.handle(there)
      }
    }
    locate(0)
    rig.processor.handle(.loop(.record, layer: 1))
    rig.advance(12_000)
    rig.touch(.began, 1, x: 0.2, y: 0.5)
    rig.advance(6000)
    rig.touch(.ended, 1)
    rig.advance(5999)
    rig.processor.handle(.loop(.record, layer: 1))
    rig.advance(1)
    #expect(rig.processor.liveTouches == 0)
    for (beat, count) in [(8.25, 0), (8.5, 1), (8.7, 1), (8.76, 0), (3.6, 1)] {
      locate(beat)
      rig.advance(1)
      #expect(rig.processor.liveTouches == count, "beat \(beat)")
    }
    var stop = Transport()
    stop.speed = 0
    rig.processor.handle(stop)
    #expect(rig.processor.liveTouches == 0)
  }

  /// A route is for the layer that it names, else for the selected one.
  @Test func routesNameLayers() {
    var patch = openPatch()
    var route = Route(.note, .loopMute)
    route.layer = 3
    _ = patch.program.append(route)
    _ = patch.program.append(Route(.note, .loopReverse))
    let rig = Rig(patch: patch)
    rig.processor.handle(.loop(.select, layer: 5))
    rig.midi([0x90, 60, 100])
    let muted = (0..<16).filter { rig.processor.looper.layer($0).settings.isMuted }
    let reversed = (0..<16).filter { rig.processor.looper.layer($0).settings.isReversed }
    #expect(muted == [2] && reversed == [4])
    rig.midi([0x80, 60, 0], [0x90, 62, 100])
    #expect(!rig.processor.looper.layer(2).settings.isMuted)
  }

  /// `tactus render` renders without a timeline.
  @Test func aRenderWithoutATimelineLoops() {
    let rig = Rig([(.freeWheel, 1)], patch: openPatch())
    rig.processor.handle(.loop(.record, layer: 1))
    rig.midi([0x90, 60, 100])
    rig.advance(1000)
    rig.midi([0x80, 60, 0])
    rig.advance(1000)
    rig.processor.handle(.loop(.record, layer: 1))
    for isHeld in [1, 0, 1, 0] {
      rig.advance(500)
      #expect(rig.held == isHeld)
      rig.advance(500)
    }
  }

  /// Keys and tokens are looped as touches are.
  @Test func keysAndTokens() {
    let rig = Rig(patch: openPatch())
    rig.processor.handle(.loop(.quantum, layer: 0, 0))
    rig.processor.handle(.loop(.record, layer: 2))
    rig.midi([0x90, 60, 100])
    rig.processor.handle(.token(source: 1, id: 5, x: 0.5, y: 0.5, angle: 0.25, classNumber: 3))
    rig.advance(1000)
    rig.midi([0x80, 60, 0])
    rig.processor.handle(.tokenLifted(source: 1, id: 5))
    rig.advance(1000)
    rig.processor.handle(.loop(.record, layer: 2))
    rig.advance(10)
    #expect(rig.held == 1)
    #expect(rig.processor.value(Controller.tokenCount) == 1)
    #expect(rig.processor.value(Controller.token(2, .angle)) == 0.25)
    rig.advance(1000)
    #expect(rig.held == 0)
    #expect(rig.processor.value(Controller.tokenCount) == 0)
    rig.advance(1000)
    #expect(rig.held == 1)
    rig.processor.handle(SurfaceEvent(.panic))
    rig.advance(3000)
    #expect(rig.held == 0)
    #expect(rig.processor.value(Controller.tokenCount) == 0)
  }
}
