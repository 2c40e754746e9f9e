// Output of an instance of Tactus Touch: to the host by `notify` and by ports, to windows and clients by live
// states. Audio thread.
import Controls
import Instrument
import LV2
import Music
import RealTime
import Synchronization

extension TouchInstance {
  /// Sends the host the store's texts and the played events, as far as the port has room; the others wait for
  /// the next block.
  @_noLocks mutating func notify(_ frames: Int) {
    var steps = processor.popRequestedSteps()
    while steps != 0 {
      send(steps > 0 ? .next : .previous)
      steps -= steps.signum()
    }
    var output = AtomOutput(port(.notify), urids)
    publishLoad()
    var hasChanged = processor.popSentChange()
    if processor.handOutLoops(to: loops) { (hasChanged, waker.isDue) = (true, true) }
    while let message = feed.pointee.fromPatch.peek() {
      let kind = message.head
      // Too long for this port in any block, so it is dropped and counted. The state has changed even so.
      guard message.count <= Self.longestText else {
        feed.pointee.fromPatch.pop(into: nil)
        feed.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed)
        if kind == .patch || kind == .edit { hasChanged = true }
        continue
      }
      guard output.hasRoom(forText: message.count) else { break }
      output.set(
        ownURIDs.property(of: kind, whole: ownURIDs.patch), textOf: feed.pointee.fromPatch,
        count: message.count, isReadOnly: kind == .error)
      if kind == .patch || kind == .edit { hasChanged = true }
    }
    if hasChanged { output.stateChanged() }
    if port(.notify) == nil { processor.dropOutgoing() }
    // Events must be in the order of time; everything above was written on frame 0.
    while let (event, frame) = processor.nextOutgoing(frames), output.hasRoom(forBytes: 72) {
      send(event, at: frame, to: &output)
      processor.popOutgoing()
    }
    processor.closeOutgoing()
    sendLive(frames, &output)
  }

  @_noLocks private mutating func publishLoad() {
    guard processor.popLoad() else { return }
    loads.next.pointee = processor.load
    loads.publish()
  }

  /// Sends a live frame to windows, if one is due: behind the block's other events, which must not be crowded
  /// out.
  @_noLocks private mutating func sendLive(_ frames: Int, _ output: inout AtomOutput) {
    guard live.watchers.isAny else { return }
    live.hear(port(.outLeft), port(.outRight), frames)
    guard live.watchers.isDue() else { return }
    var writer = LiveFrameWriter(live.words, capacity: LiveFrame.sentCapacity)
    live.writeOutput(&writer)
    processor.show(live.watchers.mask, named: live.watchers.named, into: &writer)
    let head = liveHead()
    live.send(&writer, head, as: ownURIDs.liveFrame, frames: frames, to: &output)
  }

  /// The head of a live frame. Base values that windows set raise the document's revision, and no patch says so.
  @_noLocks private mutating func liveHead() -> LiveHead {
    var head = processor.liveHead(blockAt: live.blockStart, clock: live.clock)
    let revision = UInt32(bitPattern: feed.pointee.documentRevision.load(ordering: .acquiring))
    if Int32(bitPattern: revision &- head.revision) > 0 { head.revision = revision }
    return head
  }

  @_noLocks private func send(_ event: OutgoingEvent, at frame: Int, to output: inout AtomOutput) {
    switch event.kind {
    case .midi: output.midi(event.bytes, count: Int(event.count), at: frame)
    case .machine: output.midi(event.wire, count: Int(event.count), at: frame)
    case .port: output.automation(port: event.port, value: event.value, at: frame)
    }
  }

  /// While a client watches: publishes the live state sixty times a second, and pushes each trigger event.
  @_noLocks mutating func show(_ frames: Int) {
    let isWatched = feed.pointee.isWatched.load(ordering: .relaxed)
    processor.keepMoments(isWatched)
    while let moment = processor.nextShownMoment() { _ = feed.pointee.triggerEvents.push(moment) }
    framesNotShown += frames
    if !isWatched || framesNotShown < framesPerShow { return }
    framesNotShown = 0
    var writer = LiveFrameWriter(LiveFrame.words(of: feed.pointee.live.next), capacity: LiveFrame.capacity)
    processor.show(
      feed.pointee.wantedSections.load(ordering: .relaxed), named: feed.pointee.allWatched, into: &writer)
    _ = writer.finish(liveHead())
    feed.pointee.live.publish()
  }

  /// Publishes the line that was drawn last, if it is a new one.
  @_noLocks mutating func showDrawn() {
    if processor.drawnLines == drawnLines { return }
    drawnLines = processor.drawnLines
    feed.pointee.drawn.next.pointee = processor.lastLine
    feed.pointee.drawn.publish()
  }

  /// Writes the control outputs. Mutating although it changes nothing here: Swift 6.3 passes a structure to
  /// non-mutating methods as a copy.
  @_noLocks mutating func writePorts() {
    write(.liveCount, Float(processor.liveTouches))
    for index in 0..<Self.shownCount {
      let port = ports[Int(TouchPort.liveCentroidX.rawValue) &+ index]
      port?.storeBytes(of: processor.value(shown[index]), as: Float.self)
    }
    let last = processor.lastTouch
    write(.liveLastX, last.x)
    write(.liveLastY, last.y)
    let sounding = processor.soundingVoices
    write(.liveVoices, Float(sounding))
    write(.latency, Float(processor.latency))
    write(.liveOscPort, Float(feed.pointee.port.load(ordering: .relaxed)))
    feed.pointee.voices.store(UInt32(sounding), ordering: .relaxed)
    feed.pointee.unrecordedTouches.store(processor.unrecordedTouches, ordering: .relaxed)
    feed.pointee.refusedTouches.store(processor.refusedTouches, ordering: .relaxed)
    feed.pointee.refusedTunings.store(processor.refusedTunings, ordering: .relaxed)
    feed.pointee.notNumbers.store(UInt64(processor.notNumbers), ordering: .relaxed)
    feed.pointee.worldClamps.store(UInt64(processor.worldClamps), ordering: .relaxed)
    feed.pointee.lostLoopEvents.store(processor.lostLoopEvents, ordering: .relaxed)
  }

  /// Writes the patch's control outputs, and passes what it sends as OSC to the input thread. Without room a value is
  /// dropped and counted.
  @_noLocks mutating func writeOutputs() {
    for index in 0..<TouchPort.outCount {
      let port = ports[Int(TouchPort.out01.rawValue) &+ index]
      port?.storeBytes(of: processor.outputPort(index), as: Float.self)
    }
    while let message = processor.nextOutputMessage() {
      waker.isDue = true
      if !feed.pointee.outputs.push(message) { feed.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed) }
    }
  }

  @_noLocks private func write(_ target: TouchPort, _ value: Float) {
    port(target)?.storeBytes(of: value, as: Float.self)
  }
}
