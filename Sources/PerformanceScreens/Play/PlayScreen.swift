// *Play*: the whole area waits for fingers, and shows what they are to one another. Any thread.
import Controls
import Drawings
import Matrix
import Music
import Paint
import PanelModel
import Patches
import Text
import Toolkit

extension PerformanceScreens {
  mutating func drawPlay(_ pass: inout ScreenPass, in area: Area) {
    var rest = area
    let isComposing = play.composer != nil
    let bars = play.isOpen && !panel.isBare && !isComposing ? rest.cutBottom(barHeight(in: area)) : nil
    let loops = showsLoops ? rest.cutBottom(loopsHeight(width: rest.width)) : nil
    let composer = rest.cutBottom(composerHeight(width: rest.width))
    let lesson = isComposing || panel.isBare ? nil : rest.cutBottom(lessonHeight(in: area))
    drawSurface(&pass, in: rest, hasLabels: !isComposing)
    if !play.hasPlayed && !isComposing { drawBeginning(&pass, in: rest) }
    if let lesson { drawLesson(&pass, in: lesson) }
    if let bars { drawBars(barRows(in: area), &pass, in: bars) }
    if let loops { drawLoops(&pass, in: loops) }
    if isComposing { drawComposer(&pass, in: composer) }
    if panel.isBare { return }
    if play.isOpen && !isComposing {
      drawNewRelation(&pass, in: rest)
      drawTuning(&pass, in: rest)
      let lessons = drawLessonButton(&pass, in: rest)
      drawLoopsButton(&pass, beside: lessons)
    }
    drawHandle(&pass, in: rest)
  }

  /// What to do, until something sounds.
  private func drawBeginning(_ pass: inout ScreenPass, in area: Area) {
    let words: StaticString =
      look.size == .finger
      ? "Touch and slide anywhere." : "Click and drag anywhere. Hold Shift to keep a touch down."
    let bytes = UTF8Text(words).bytes
    let width = TextMetrics.width(bytes, size: look.text) + 4 * look.gap
    let lines = TextMetrics.lines(bytes, size: look.text, in: min(width, area.width) - 2 * look.gap, limit: 3)
    let height = Float(lines.count) * look.text * 1.5 + 2 * look.gap
    let box = Area(
      x: area.middleX - min(width, area.width) / 2, y: area.y + area.height * 0.62 - height / 2,
      width: min(width, area.width), height: height)
    pass.list.fill(box, look[.background].faded(0.85), radius: look.radius)
    var rest = box.inset(0, look.gap)
    for line in lines {
      pass.text(line, in: rest.cutTop(look.text * 1.5), look[.text], size: nil, .regular, .middle)
    }
  }

  /// The area that takes fingers, with all that is live.
  func drawSurface(_ pass: inout ScreenPass, in area: Area, hasLabels: Bool) {
    _ = pass.add(
      ScreenControl(
        role: .surface, name: UTF8Text("Play").bytes, area: area, action: .surface, hasFocus: false,
        gesture: .surface))
    drawContent(&pass, in: area, hasLabels: hasLabels)
  }

  /// Draws the surface without a control.
  public func drawSurface(into list: inout DrawList, in area: Area) {
    var pass = ScreenPass(look, list: list)
    list = DrawList()
    drawContent(&pass, in: area, hasLabels: false)
    list = pass.list
  }

  private func drawContent(_ pass: inout ScreenPass, in area: Area, hasLabels: Bool) {
    pass.list.append(.clip(area))
    let whole = panel.surface(ofPart: area)
    drawMaps(&pass, in: whole)
    drawVoices(&pass, in: whole)
    drawRegions(&pass, in: whole)
    if hasLabels { drawGhosts(&pass, in: whole) }
    drawLive(&pass, in: whole, hasLabels: hasLabels)
    drawChosen(&pass, in: whole)
    pass.list.append(.unclip)
  }

  /// The strip of live play below a screen where the sound is edited; a low screen has none.
  /// - Parameter width: What the output takes at its right end.
  /// - Returns: The area for the output, or an empty one.
  public func drawStrip(_ pass: inout ScreenPass, below rest: inout Area, beside width: Float) -> Area {
    guard rest.height > 380 else { return Area(x: 0, y: 0, width: 0, height: 0) }
    let strip = rest.cutBottom(min(150, max(80, rest.height * 0.22)))
    pass.list.line(strip.x, strip.y, strip.right, strip.y, look[.border])
    var surface = Area(x: strip.x, y: strip.y + 1, width: strip.width, height: strip.height - 1)
    let output = surface.cutRight(width)
    if surface.width > 0 { drawSurface(&pass, in: surface, hasLabels: false) }
    return output
  }

  /// The one thing that stands on *Play*: a small bar at the upper edge; its target is larger than it.
  private func drawHandle(_ pass: inout ScreenPass, in area: Area) {
    let width = max(64, look.target * 1.5)
    let target = Area(
      x: area.middleX - width / 2, y: area.y, width: width, height: max(24, look.target * 0.8))
    let mark = pass.add(
      ScreenControl(
        role: .button, name: UTF8Text(play.isOpen ? "Hide tabs" : "Show tabs").bytes, area: target,
        action: .handle, isOn: play.isOpen))
    let bar = Area(x: target.middleX - 22, y: target.y + 8, width: 44, height: 4)
    pass.list.fill(bar, look[mark.isChosen ? .text : .strong], radius: 2)
    if mark.isFocused { pass.focusRing(target.inset(4, 3)) }
  }

  // The maps of the surface and of its parts.

  private func drawMaps(_ pass: inout ScreenPass, in area: Area) {
    let parts = model.patch.parts.filter { $0.keys.isEmpty || !$0.source.isEmpty || $0.region != Region() }
    // Whether there is something that a part hides.
    var hides = !parts.contains {
      $0.region.right - $0.region.left >= 1 && $0.region.top - $0.region.bottom >= 1
    }
    if hides { drawScale(of: model.patch.map, &pass, in: area, quarters: 0) }
    for part in parts {
      let region = part.region
      let place = Area(
        x: area.x + region.left * area.width, y: area.y + (1 - region.top) * area.height,
        width: (region.right - region.left) * area.width, height: (region.top - region.bottom) * area.height)
      if hides { pass.list.fill(place, look[.background]) }
      hides = true
      pass.list.append(.clip(place))
      if !part.isSilent { drawScale(of: part.map, &pass, in: place, quarters: part.quarters) }
      pass.list.append(.unclip)
      pass.list.frame(place, look[.border])
      if !part.name.isEmpty {
        let label = Area(
          x: place.x + 10, y: place.y + 8, width: place.width - 20, height: pass.look.small * 1.4)
        pass.text(part.name, in: label, look[.faint], size: look.small)
      }
    }
  }

  /// Lines at the notes of a map's scale, with the names of roots, and of others where there is room. In a tuning of
  /// other than twelve tones the first of them stands for the root.
  private func drawScale(of map: PlayingMap, _ pass: inout ScreenPass, in area: Area, quarters: Int) {
    let range = map.high - map.low
    guard map.axis != .none, range.magnitude > 0.5 else { return }
    let isAcross = (map.axis == .x) == quarters.isMultiple(of: 2)
    let length = isAcross ? area.width : area.height
    let first = Int(min(map.low, map.high).rounded(.up))
    let last = Int(max(map.low, map.high).rounded(.down))
    guard first <= last else { return }
    let keyWidth = length / range.magnitude
    var free: Float = -.infinity
    for key in first...last {
      let above = ((key - Int(map.root.rounded())) % 12 + 12) % 12
      let isRoot = keys.tuning.tones == 12 ? above == 0 : tone(of: key) == 0
      guard above == 0 || (map.scale.semitones & (1 << UInt16(above)) != 0 && keyWidth > 4) else { continue }
      var part = (Float(key) - map.low) / range
      // A player at the far side, or at the right, sees the map the other way round.
      if quarters == 2 || quarters == 1 && isAcross || quarters == 3 && !isAcross { part = 1 - part }
      let ink = look[isRoot ? .strong : .line]
      let width: Float = isRoot ? 1.5 : 1
      let at = isAcross ? area.x + part * area.width : area.bottom - part * area.height
      if isAcross {
        pass.list.line(at, area.y, at, area.bottom, ink, width: width)
      } else {
        pass.list.line(area.x, at, area.right, at, ink, width: width)
      }
      let distance = isAcross ? at - area.x : area.bottom - at
      guard let name = label(of: key) else { continue }
      let wide = TextMetrics.width(name, size: look.small) + 10
      guard isRoot || keyWidth > 16, (distance - free).magnitude > (isAcross ? wide : look.small * 1.6) else {
        continue
      }
      let box =
        isAcross
        ? Area(x: at - wide / 2, y: area.bottom - look.small * 2, width: wide, height: look.small * 1.4)
        : Area(x: area.x + 8, y: at - look.small * 0.7, width: wide, height: look.small * 1.4)
      guard box.x >= area.x, box.right <= area.right, box.y >= area.y, box.bottom <= area.bottom else {
        continue
      }
      pass.list.fill(box, look[.background], radius: 3)
      pass.text(name, in: box, look[isRoot ? .text : .faint], size: look.small, .regular, .middle)
      free = distance
    }
  }

  /// Each voice that sounds: a bar at its pitch on the map's axis, as high as its level.
  private func drawVoices(_ pass: inout ScreenPass, in area: Area) {
    let map = model.patch.map
    guard map.axis != .none, map.high != map.low, model.patch.parts.isEmpty else { return }
    for voice in model.live.voices where voice.level > 0.001 {
      let part = (voice.pitch - map.low) / (map.high - map.low)
      guard 0...1 ~= part else { continue }
      let length = 6 + 48 * min(1, voice.level)
      let ink = look[.sound].faded(0.35 + 0.6 * min(1, voice.level))
      if map.axis == .x {
        let x = area.x + part * area.width
        pass.list.line(x, area.bottom, x, area.bottom - length, ink, width: 4)
      } else {
        let y = area.bottom - part * area.height
        pass.list.line(area.x, y, area.x + length, y, ink, width: 4)
      }
    }
  }
}
