// Touches, game controllers and messages of the network to the patch. Audio thread.
import Controls
import Lanes
import RealTime
import Synchronization
import Touch

/// The buttons of a game controller, 1 to 16, and its axes 1 to 4, as PdParty names them.
private enum PadWord {
  @_noLocks static func button(_ number: Int) -> StaticString {
    switch number {
    case 1: "a"
    case 2: "b"
    case 3: "x"
    case 4: "y"
    case 5: "leftshoulder"
    case 6: "lefttrigger"
    case 7: "rightshoulder"
    case 8: "righttrigger"
    case 9: "leftstick"
    case 10: "rightstick"
    case 11: "dpup"
    case 12: "dpdown"
    case 13: "dpleft"
    case 14: "dpright"
    case 15: "back"
    default: "start"
    }
  }

  /// Nil for the triggers, which PdParty has as buttons only.
  @_noLocks static func axis(_ number: Int) -> StaticString? {
    switch number {
    case 1: "leftx"
    case 2: "lefty"
    case 3: "rightx"
    case 4: "righty"
    default: nil
    }
  }
}

extension ScenePlayer {
  /// An event of the surface or of the device. It acts at the begin of the tick in which its frame lies.
  @_noLocks public mutating func handle(_ event: SurfaceEvent) {
    let frame = Int64(position)
    switch event.kind {
    case .midi:
      if let bytes = event.midi {
        let room = outgoing.room.assumingMemoryBound(to: UInt8.self)
        (room[0], room[1], room[2]) = bytes
        handle(midi: UnsafeRawBufferPointer(start: room, count: bytes.0 & 0xE0 == 0xC0 ? 2 : 3))
      }
    case .panic:
      for slot in 0..<SceneSubscription.slots where events.number(of: slot) > 0 { end(slot) }
    case .began:
      if let slot = events.sources.endBeforeBegin(event, frame: frame) { end(slot) }
    case .pad: tell(pad: event.pad)
    case .motion: hear(event.motion)
    default: break
    }
    switch events.sources.apply(event, frame: frame) {
    case .began(let slot):
      events.giveNumber(slot)
      tell(slot, "down")
    case .moved(let slot):
      if event.kind == .moved || event.kind == .shape && sendsShape(slot) { tell(slot, "xy") }
    case .ended(let slot), .withdrawn(let slot): end(slot)
    case .full, .nothing: break
    }
  }

  /// Ends everything that a source holds. The host's MIDI has no source.
  @_noLocks public mutating func end(source: UInt32) {
    while let end = events.sources.nextEnd(of: source, below: .max) { handle(end) }
  }

  @_noLocks private mutating func end(_ slot: Int) {
    tell(slot, "up")
    events.takeNumber(slot)
  }

  /// Sends a touch: from 0 to 1 and y downward; to scenes of RjDj in whole numbers from 0 to 320.
  @_noLocks private mutating func tell(_ slot: Int, _ word: StaticString) {
    let number = events.number(of: slot)
    guard number > 0, let style = stream?.pointee.wants.style, style != .droidParty else { return }
    let touch = events.sources.touches.touches[slot]
    let isPen = touch.kind == .pen
    if isPen, style == .rjDj { return }
    events.writer.begin(isPen ? "#stylus" : "#touch")
    events.writer.add(word)
    events.writer.add(Float(number))
    if style == .rjDj {
      events.writer.add(Scalar.floor(touch.x * 320 + 0.5))
      events.writer.add(Scalar.floor((1 - touch.y) * 320 + 0.5))
    } else {
      events.writer.add(touch.x)
      events.writer.add(1 - touch.y)
    }
    if sendsShape(slot) {
      // PdParty has points, of which the diagonal of its screen has 1280.
      events.writer.add(touch.radius * 1280)
      events.writer.add(touch.pressure)
    }
    if isPen {
      // Clockwise from the right, as y goes downwards; an upright pen stands at a quarter turn.
      events.writer.add((1 - touch.orientation) * 2 * Float.pi)
      events.writer.add(touch.aspect * Float.pi / 2)
    }
    sendWritten()
  }

  /// Whether the scene receives size and pressure of a touch.
  @_noLocks private func sendsShape(_ slot: Int) -> Bool {
    events.sources.touches.touches[slot].kind == .pen || stream?.pointee.requests.isExtended == true
  }

  @_noLocks private mutating func tell(pad: SurfaceEvent.PadView) {
    guard let number = pad.number, stream?.pointee.wants.style == .patch else { return }
    let bit = UInt8(1) << UInt8(truncatingIfNeeded: number)
    if pad.isGone {
      guard events.pads & bit != 0 else { return }
      events.pads &= ~bit
      events.writer.begin("#controller")
      events.writer.add("disconnect")
      events.writer.add("gc", digit: number)
      return sendWritten()
    }
    guard pad.amount.isFinite else { return }
    if events.pads & bit == 0 {
      events.pads |= bit
      events.writer.begin("#controller")
      events.writer.add("connect")
      events.writer.add("gc", digit: number)
      sendWritten()
    }
    events.writer.begin("#controller")
    events.writer.add("gc", digit: number)
    if let axis = pad.axis {
      guard let word = PadWord.axis(axis) else { return }
      events.writer.add("axis")
      events.writer.add(word)
      events.writer.add(min(max(pad.amount, -1), 1))
    } else if let button = pad.button {
      events.writer.add("button")
      events.writer.add(PadWord.button(button))
      events.writer.add(pad.amount >= 0.5 ? 1 : 0)
    }
    sendWritten()
  }

  /// A whole message of the input thread, as Pd reads it.
  @_noLocks public mutating func handle(message bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    _ = stream?.pointee.append(start, bytes.count)
    forward(bytes)
  }

  /// Ends the message that was written, and sends it.
  @_noLocks mutating func sendWritten() {
    events.writer.end()
    _ = stream?.pointee.append(events.writer.bytes, events.writer.count)
    forward(UnsafeRawBufferPointer(start: events.writer.bytes, count: events.writer.count))
  }

  /// Passes on what the patch is told, if a program wants to hear it. A render is not passed on.
  @_noLocks private func forward(_ message: UnsafeRawBufferPointer) {
    guard let sceneRequests, let network, !isFreeWheel, stream != nil else { return }
    let wanted = sceneRequests.pointee.forwards.load(ordering: .relaxed)
    if wanted == 0 { return }
    var atoms = PdAtoms(message)
    guard let receiver = atoms.symbol(), SceneMessage.bit(of: receiver) & wanted != 0 else { return }
    if !sceneRequests.pointee.outputs.push(.forwarded, message) {
      network.pointee.droppedTexts.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Sends the messages of each tick, before its sound: `position` is the first frame behind it.
  @_noLocks mutating func tellTick() {
    while let event = events.sources.triggerEvents.pop() {
      if event.trigger == .shake, stream?.pointee.wants.style == .patch {
        events.writer.begin("#shake")
        events.writer.add("bang")
        sendWritten()
      }
    }
    tellSensors()
    tellTime()
    tellControllers()
  }

  /// The controllers that the scene names, as far as they have changed.
  @_noLocks private mutating func tellControllers() {
    guard let stream, stream.pointee.wants.count > 0 else { return }
    for index in 0..<stream.pointee.wants.count {
      guard let controller = Controller.at(Int(stream.pointee.wants.controllers[index])) else { continue }
      if controller.category == .touch {
        for place in 0..<events.sources.touches.count {
          let slot = events.sources.touches.order[place]
          tell(index, events.sources.touch.value(controller, slot: slot), slot: slot, stream)
        }
      } else {
        tell(index, events.sources.shared[controller], slot: -1, stream)
      }
    }
  }

  @_noLocks private func tell(
    _ index: Int, _ value: Float, slot: Int, _ stream: UnsafeMutablePointer<SceneStream>
  ) {
    guard value.isFinite, stream.pointee.wants.isNew(index, row: slot + 1, value) else { return }
    let start = stream.pointee.wants.ends[index]
    let head = UnsafePointer(stream.pointee.wants.heads + start)
    _ = stream.pointee.append(
      head: head, stream.pointee.wants.ends[index + 1] - start, value,
      slot < 0 ? nil : Float(events.number(of: slot)))
  }
}
