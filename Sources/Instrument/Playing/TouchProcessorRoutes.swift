// What moments do: a patch's routes from triggers to actions. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import Signal
import Touch

extension TouchProcessor {
  /// Does what the patch's routes want of this moment.
  @_noLocks mutating func fire(_ trigger: Trigger) { fire(Moment(trigger, frame)) }

  @_noLocks private mutating func fire(_ moment: Moment) {
    shown.append(moment.trigger, number: moment.number, frame: moment.frame)
    let program = Self.program(of: patch)
    for index in 0..<program.pointee.routeCount where program.pointee.routes[index].trigger == moment.trigger
    {
      if program.pointee.routes[index].wants(moment) { perform(program.pointee.routes[index].action) }
    }
  }

  /// Fires what has happened on the surface since the last time.
  @_noLocks mutating func tellMoments() {
    while let moment = surface.moments.next() {
      // Plain keys that joined the group are no fingers: what they do as such is `on_note`.
      if moment.slot >= 0 && moment.trigger != .groupBegan && moment.trigger != .groupEnded
        && surface.touches.touches[moment.slot].source >= Self.keySource
      {
        continue
      }
      fire(moment)
    }
  }

  /// Fires the routes whose controller has crossed its level, as the voice that began last sees it.
  @_noLocks mutating func tellLevels() {
    let program = Self.program(of: patch)
    if program.pointee.routeCount == 0 { return }
    let values = withUnsafeMutablePointer(to: &banks[lead].hands.values) { UnsafePointer($0) }
    let crossed = levels.crossings(program, values, leader: leader % Lanes.width)
    if crossed == 0 { return }
    for index in 0..<program.pointee.routeCount where crossed & (1 << UInt32(index)) != 0 {
      shown.append(.level, number: index + 1, frame: frame)
      perform(program.pointee.routes[index].action)
    }
  }

  /// A patch has taken over: its levels are not crossed by that, and regions are watched if it has routes for them.
  @_noLocks mutating func watchWhatRoutesNeed() {
    levels = LevelWatch()
    let program = Self.program(of: patch)
    var regions = false
    for index in 0..<program.pointee.routeCount {
      let trigger = program.pointee.routes[index].trigger
      if trigger == .enteredRegion || trigger == .leftRegion { regions = true }
    }
    surface.watchRegions(regions)
  }

  @_noLocks private mutating func perform(_ action: Action) {
    clock.isStale = true
    if let (kind, index, verb) = action.module {
      perform(kind, index, verb)
      return
    }
    if let snapshot = action.snapshot {
      if snapshot > patch.pointee.program.snapshotCount { return }
      for bank in 0..<Bank.count { banks[bank].matrix.recalled = snapshot }
      return
    }
    switch action {
    case .voiceHold:
      hold.toggleAction()
      pedalsMoved()
    case .voiceReleaseAll: releaseEverything()
    case .groupFreeze: isGroupFrozen.toggle()
    case .nextPatch: requestedSteps += 1
    case .previousPatch: requestedSteps -= 1
    default: break
    }
  }

  @_noLocks private mutating func perform(_ kind: Action.Module, _ index: Int, _ verb: Action.Verb) {
    switch kind {
    case .lfo:
      lfos[index].act(verb)
      for bank in 0..<Bank.count { banks[bank].voices.modules.act(lfo: index, verb) }
    case .sequencer:
      sequencers[index].act(verb)
      for bank in 0..<Bank.count { banks[bank].voices.modules.act(row: index, verb) }
    case .envelope:
      if index > 0 { envelopes.restart(index) }
      for voice in 0..<VoiceTable.capacity where table[voice].state == .held {
        let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
        if index == 0 {
          banks[bank].voices.envelope.restart(lane: lane)
        } else {
          banks[bank].voices.modules.restart(envelope: index, lane: lane)
        }
      }
    }
  }
}

extension Route {
  /// Whether a moment of this route's trigger is one that it waits for.
  @_noLocks func wants(_ moment: Moment) -> Bool {
    switch trigger {
    case .enteredRegion:
      return !region.contains(x: moment.x, y: moment.y) && region.contains(x: moment.nowX, y: moment.nowY)
    case .leftRegion:
      return region.contains(x: moment.x, y: moment.y) && !region.contains(x: moment.nowX, y: moment.nowY)
    default: break
    }
    switch trigger.argument {
    case .number: return number == 0 || Int(number) == moment.number
    case .region: return region.contains(x: moment.x, y: moment.y)
    case .none, .level: return true
    }
  }
}
