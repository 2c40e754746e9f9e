// The effect of trigger events: the routes of a patch from triggers to actions. Audio thread.
import Controls
import Lanes
import Matrix
import Music
import RealTime
import Signal
import Touch
import World

extension TouchProcessor {
  /// Performs the actions of the patch's routes from a trigger.
  @_noLocks mutating func fire(_ trigger: Trigger) { fire(TriggerEvent(trigger, frame)) }

  @_noLocks mutating func fire(_ event: TriggerEvent) {
    actingSlot = event.slot
    actingBody = event.body
    shown.append(event.trigger, number: event.number, frame: event.frame)
    if hasOutputs { fireOutputs(event) }
    for index in 0..<patch.pointee.program.routeCount
    where patch.pointee.program.routes[index].trigger == event.trigger {
      if patch.pointee.program.routes[index].wants(event) && fits(index, event) {
        act(index, slot: event.slot)
        shownActions.append(route: index, event)
      }
    }
    (actingSlot, actingVelocity, actingBody) = (-1, 1, 0)
  }

  /// Fires the trigger events of the surface since the last call.
  @_noLocks mutating func fireTriggerEvents() {
    while let event = sources.triggerEvents.pop() {
      // Plain keys that joined the group are not fingers; their own trigger is `on_note`.
      if event.slot >= 0 && event.trigger != .groupBegan && event.trigger != .groupEnded
        && sources.touches.touches[event.slot].source >= MIDIInput.keySource
      {
        continue
      }
      fire(event)
    }
  }

  /// Fires the routes with a controller that crossed its level, with the values of the leading voice.
  @_noLocks mutating func fireLevels() {
    if patch.pointee.program.routeCount == 0 { return }
    let crossed = levels.crossings(
      &patch.pointee.program, &voices.banks[voices.lead].controllers.values, leader: voices.leadingLane)
    if crossed == 0 { return }
    for index in 0..<patch.pointee.program.routeCount where crossed & (1 << UInt32(index)) != 0 {
      shown.append(.level, number: index + 1, frame: frame)
      act(index, slot: -1)
      shownActions.append(route: index, TriggerEvent(.level, frame))
    }
  }

  /// Prepares for the routes of a new patch: the change itself crosses no levels, and regions are watched if
  /// a route needs them. And for its shapes and its game controller.
  @_noLocks mutating func watchRoutes() {
    levels = LevelWatch()
    waitingRoutes.removeAll()
    shownActions.removeAll()
    rest.apply(&patch.pointee.program, isBusy: patch.pointee.hasWorld || hasOutputs)
    var regions = false
    for index in 0..<patch.pointee.program.routeCount {
      let trigger = patch.pointee.program.routes[index].trigger
      if trigger == .enteredRegion || trigger == .leftRegion { regions = true }
    }
    sources.watchRegions(regions)
    sources.learn(&patch.pointee.shapes)
    sources.listen(toPad: Int(patch.pointee.pad))
    let shape = sources.touches.shape
    RelationPoints.apply(
      regionsOf: &patch.pointee.program, width: shape.width, height: shape.height, to: points)
  }

  @_noLocks mutating func perform(_ action: Action) {
    clock.isStale = true
    if let (kind, index, verb) = action.module {
      perform(kind, index, verb)
      return
    }
    if let snapshot = action.snapshot {
      if snapshot > patch.pointee.program.snapshotCount { return }
      for bank in 0..<Bank.count { voices.banks[bank].matrix.recalled = snapshot }
      return
    }
    if let (number, isHome) = action.body {
      if isHome { world.takeHome(number) } else { kick(number) }
      return
    }
    switch action {
    case .worldReset: world.reset()
    case .worldFreeze: world.isFrozen.toggle()
    case .worldShake: world.shake()
    case .worldPlay: strike(actingBody)
    case .voiceHold:
      hold.toggleAction()
      pedalsMoved()
    case .voiceReleaseAll: voices.letGoAll()
    case .groupFreeze: common.isGroupFrozen.toggle()
    case .nextPatch: requestedSteps += 1
    case .previousPatch: requestedSteps -= 1
    default: performLoop(action)
    }
  }

  @_noLocks private mutating func perform(_ kind: Action.Module, _ index: Int, _ verb: Action.Verb) {
    switch kind {
    case .lfo:
      modules.lfos[index].apply(verb)
      for bank in 0..<Bank.count { voices.banks[bank].voices.modules.apply(lfo: index, verb) }
    case .sequencer:
      modules.sequencers[index].apply(verb)
      for bank in 0..<Bank.count { voices.banks[bank].voices.modules.apply(row: index, verb) }
    case .envelope:
      if index > 0 { modules.restart(envelope: index) }
      for voice in 0..<VoiceTable.capacity where voices.table[voice].state == .held {
        let (bank, lane) = (voice / Lanes.width, voice % Lanes.width)
        if index == 0 {
          voices.banks[bank].voices.envelope.restart(lane: lane)
        } else {
          voices.banks[bank].voices.modules.restart(envelope: index, lane: lane)
        }
      }
    }
  }
}

extension Route {
  /// Whether an event of this route's trigger meets the route's conditions.
  @_noLocks func wants(_ event: TriggerEvent) -> Bool {
    switch trigger {
    case .enteredRegion:
      return !region.contains(x: event.x, y: event.y) && region.contains(x: event.nowX, y: event.nowY)
    case .leftRegion:
      return region.contains(x: event.x, y: event.y) && !region.contains(x: event.nowX, y: event.nowY)
    default: break
    }
    switch trigger.argument {
    case .number: return number == 0 || Int(number) == event.number
    case .region: return region.contains(x: event.x, y: event.y)
    case .none, .level: return true
    }
  }
}
