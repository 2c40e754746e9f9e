// The page *Song* of *Grid*: the sections of the song with their bars, and the settings of the chosen one. Any thread.
import Controls
import Grids
import Paint
import PanelModel
import RealTime
import Text
import ToneMatrix
import Toolkit

/// The action of a control of the page *Song*. Sections and tracks count from 0.
public enum SongAction: Equatable, Sendable {
  case choose(Int)
  /// Goes to a section at the next bar; a second time, back to the timeline's place.
  case jump(Int)
  /// Repeats the section that plays.
  case loop
  /// Changes the sections. An inserted section and a copy follow the chosen one.
  case insert, `repeat`, delete
  case move(by: Int)
  case mute(Int)
  case export(Int)
  case sectionName, songName
}

extension GridScreens {
  /// The song that is shown, from 0: the one that plays, or the first.
  var shownSong: Int { max(1, Int(model.value(.song).rounded())) - 1 }

  private var sections: [GridSectionDocument] {
    model.grid.songs.indices.contains(shownSong) ? model.grid.songs[shownSong].sections : []
  }

  /// The section with the settings that are seen, or nil.
  var chosenSection: GridSectionDocument? {
    sections.isEmpty ? nil : sections[seenSection]
  }

  /// The chosen section. One that was inserted a moment ago is not in the document yet.
  private var seenSection: Int { min(state.section, max(0, sections.count - 1)) }

  /// The number and the name of a song.
  /// - Parameter number: from 1; 0: none.
  static func songTitle(_ number: Int, in grid: GridDocument) -> [UInt8] {
    if number == 0 { return UTF8Text("none").bytes }
    guard grid.songs.indices.contains(number - 1) else { return ("\(number), empty" as UTF8Text).bytes }
    return ("\(number) \(grid.songs[number - 1].name)" as UTF8Text).bytes
  }

  private func title(ofSection index: Int) -> [UInt8] {
    sections[index].name.isEmpty ? ("Section \(index + 1)" as UTF8Text).bytes : sections[index].name
  }

  // MARK: Drawing

  mutating func drawSong(_ pass: inout ScreenPass, _ area: inout Area) {
    drawSongHead(&pass, area.cutTop(look.target))
    _ = area.cutTop(look.gap)
    if sections.indices.contains(state.section) { state.awaitsSection = false }
    if !state.awaitsSection { state.section = seenSection }
    if chosenSection == nil {
      drawButton(area.cutTop(look.target), "Insert section", .song(.insert), &pass)
      return
    }
    let high = look.target + 2
    let count = shownTracks
    var across = max(2, min(count, Int(area.width / 150)))
    // Many tracks share lines, so that the list keeps half of the page.
    while across < 4, across < count, Float(2 + (count + across - 1) / across) * high > area.height / 2 {
      across += 1
    }
    let lines = Float(2 + (count + across - 1) / across)
    // In a low window the list keeps one section.
    if area.height > (lines + 1) * high + look.gap {
      var below = area.cutBottom(lines * high)
      _ = area.cutBottom(look.gap)
      drawSection(&pass, &below, high, across)
    }
    drawSections(&pass, area)
  }

  private func drawSongHead(_ pass: inout ScreenPass, _ area: Area) {
    var rest = area
    let isLooped = model.value(.loopSection) >= 0.5
    drawButton(rest.cutRight(min(70, rest.width * 0.24)), "Loop", .song(.loop), isOn: isLooped, &pass)
    _ = rest.cutRight(look.gap)
    drawButton(rest.cutRight(min(70, rest.width * 0.3)), "Rename", .song(.songName), &pass)
    _ = rest.cutRight(look.gap)
    drawNumber(.song, rest, &pass)
  }

  private mutating func drawSections(_ pass: inout ScreenPass, _ area: Area) {
    let high = look.target + 2
    let content = Float(sections.count) * high
    state.songList = area
    let live = model.live.isRolling ? model.live.song.flatMap { Int($0.song) == shownSong ? $0 : nil } : nil
    if state.follows, let live {
      let top = Float(live.section) * high
      state.songScroll = min(max(state.songScroll, top + high - area.height), top)
    }
    pass.beginScrolling(&state.songScroll, of: content, in: area)
    for index in sections.indices {
      let place = Area(
        x: area.x, y: area.y + Float(index) * high - state.songScroll, width: area.width - 6, height: high - 2
      )
      if place.bottom > area.y + 1, place.y < area.bottom - 1 { drawSection(index, live, place, &pass) }
    }
    if let drag = state.songDrag, drag.from != drag.to {
      let y = area.y + Float(drag.to > drag.from ? drag.to + 1 : drag.to) * high - state.songScroll - 2
      pass.list.fill(Area(x: area.x, y: y, width: area.width - 6, height: 2), look[.text])
    }
    pass.endScrolling(state.songScroll, of: content, in: area)
  }

  /// Draws a section of the list: its bar, which jumps there; its name and bars, which choose it; and the patterns of
  /// its tracks.
  private func drawSection(_ index: Int, _ live: LiveSong?, _ place: Area, _ pass: inout ScreenPass) {
    let section = sections[index]
    let bar = model.grid.songs[shownSong].bar(ofSection: index) + 1
    let isPlaying = live.map { Int($0.section) == index } ?? false
    let isWaiting = live.map { Int($0.next) == index } ?? false
    let title = title(ofSection: index)
    var rest = place
    var head = rest.cutLeft(48)
    let jump = pass.add(
      ScreenControl(
        role: .button, name: ("go to bar \(bar), \(title)" as UTF8Text).bytes,
        value: UTF8Text(isPlaying ? "plays" : isWaiting ? "is next" : "").bytes, area: head,
        action: .song(.jump(index)), isOn: isPlaying || isWaiting))
    let choice = pass.add(
      ScreenControl(
        role: .item, name: title, value: ("\(section.bars) bars" as UTF8Text).bytes, area: rest,
        action: .song(.choose(index)), isOn: index == seenSection, gesture: .edits))
    let isChosen = index == seenSection || choice.isChosen
    pass.list.fill(place, look[isChosen ? .chosen : .pane], radius: look.radius)
    if isPlaying, let live {
      let part = min(max(live.bars / Float(section.bars), 0), 1)
      pass.list.fill(place, look.tint(look[.sound], 0.25), radius: look.radius)
      pass.list.fill(
        Area(x: place.x, y: place.bottom - 3, width: place.width * part, height: 3), look[.sound])
    }
    if isWaiting { pass.list.frame(place, look[.sound], radius: look.radius) }
    Icon.play.draw(
      into: &pass.list, x: head.x + 11, y: head.middleY, size: look.small * 0.8,
      look[isPlaying ? .sound : jump.isChosen ? .text : .border])
    _ = head.cutLeft(18)
    let quiet = look[isChosen || isPlaying ? .text : .faint]
    pass.text(
      ("\(bar)" as UTF8Text).bytes, in: head.inset(4, 0), quiet, size: look.small, .regular, .right)
    drawPatterns(of: section, rest.cutRight(min(25 * Float(shownTracks), rest.width * 0.5)), &pass)
    pass.text(
      ("×\(section.bars)" as UTF8Text).bytes, in: rest.cutRight(min(36, rest.width * 0.3)).inset(3, 0),
      quiet, size: look.small, .regular, .right)
    pass.text(
      title, in: rest.inset(4, 0), section.name.isEmpty ? quiet : look[.text], size: look.text,
      isPlaying ? .semibold : .regular)
    if jump.isFocused { pass.focusRing(Area(x: place.x, y: place.y, width: 48, height: place.height)) }
    if choice.isFocused { pass.focusRing(place) }
  }

  /// Draws the patterns of a section, each in the color of its track; of a muted one without a ground.
  private func drawPatterns(of section: GridSectionDocument, _ area: Area, _ pass: inout ScreenPass) {
    var rest = area
    let width = rest.width / Float(shownTracks)
    for layer in 0..<shownTracks {
      let box = rest.cutLeft(width).inset(width < 12 ? 0.5 : 1.5, 5)
      let isMuted = section.mutes[layer]
      let ink = look.track(layer)
      if isMuted {
        pass.list.frame(box, look[.border], radius: 3)
      } else {
        pass.list.fill(box, look.tint(ink, 0.45), radius: 3)
      }
      if width < 16 { continue }
      pass.text(
        ("\(section.patterns[layer] + 1)" as UTF8Text).bytes, in: box, look[isMuted ? .faint : .text],
        size: look.small, .regular, .middle)
    }
  }

  /// Draws the settings of the chosen section.
  /// - Parameter across: the number of tracks in a line.
  private func drawSection(_ pass: inout ScreenPass, _ area: inout Area, _ high: Float, _ across: Int) {
    func next() -> Area { area.cutTop(high).inset(0, 1) }
    var first = next()
    if model.page == nil {
      pass.iconButton(first.cutRight(look.target), .share, "Export section", .song(.export(seenSection)))
    }
    pass.iconButton(first.cutRight(look.target), .down, "Move down", .song(.move(by: 1)))
    pass.iconButton(first.cutRight(look.target), .up, "Move up", .song(.move(by: -1)))
    let half = first.width / 2
    let name = first.cutLeft(half).inset(1, 0)
    pass.list.frame(name, look[.border], radius: look.radius)
    pass.button(name, title(ofSection: seenSection), .song(.sectionName), size: look.small)
    drawNumber(.sectionBars, first.inset(1, 0), &pass)
    let count = shownTracks
    for start in stride(from: 0, to: count, by: across) {
      var line = next()
      let width = line.width / Float(across)
      for layer in start..<min(start + across, count) {
        var place = line.cutLeft(width).inset(1, 0)
        drawSwitch(
          place.cutRight(min(28, place.width * 0.25)), "M", "Mute \(model.grid.layers[layer].name) here",
          .song(.mute(layer)), isOn: chosenSection?.mutes[layer] ?? false, look[.warning], &pass)
        pass.bar(place, control(.sectionPattern(layer)), look.track(layer), .number(.sectionPattern(layer)))
      }
    }
    drawButtons(
      next(),
      [
        ("Insert", .song(.insert), false), ("Repeat", .song(.repeat), false),
        ("Delete", .song(.delete), false),
      ],
      &pass)
  }

  // MARK: Actions

  mutating func press(_ action: SongAction, _ requests: inout [PanelRequest]) {
    func port(_ port: ToneMatrixPort, _ value: Int) {
      requests.append(.port(Int(port.rawValue), Float(value)))
    }
    switch action {
    case .choose(let index): (state.section, state.awaitsSection) = (index, false)
    case .jump(let index):
      let isSecond = Int(model.value(.section).rounded()) == index + 1
      port(.section, isSecond ? 0 : index + 1)
      if isSecond { say("The song follows the timeline again.") }
    case .loop: port(.loopSection, model.value(.loopSection) < 0.5 ? 1 : 0)
    case .insert: insertSection(nil, &requests)
    case .repeat:
      requests.append(edit(.repeat(state.section + 1)))
      (state.section, state.awaitsSection) = (state.section + 1, true)
    case .delete: requests.append(edit(.delete(state.section + 1)))
    case .move(let way): move(state.section, to: state.section + way, &requests)
    case .mute(let layer):
      let mutes = chosenSection?.mutes ?? []
      let muted = mutes.indices.filter { mutes[$0] != ($0 == layer) }.map { "\($0 + 1)" as UTF8Text }
      requests.append(section(.mutes, JSON.list("[", muted, "]")))
    case .export: if let question = export(of: .song(action)) { requests.append(.question(question)) }
    case .sectionName:
      ask(
        Dialog(
          .song(action), "Name of the section", "Rename", TextEditing(chosenSection?.name ?? []),
          mayBeEmpty: true), &requests)
    case .songName:
      let name = model.grid.songs.indices.contains(shownSong) ? model.grid.songs[shownSong].name : []
      ask(Dialog(.song(action), "Name of the song", "Rename", TextEditing(name), mayBeEmpty: true), &requests)
    }
  }

  /// Does what a dialog of the page asked.
  func answer(_ action: SongAction, _ text: [UInt8], _ requests: inout [PanelRequest]) {
    let name = JSON.quoted(text)
    if action == .sectionName { requests.append(section(.name, name)) }
    if action == .songName {
      requests.append(edit(.song(Self.json("{\"\(GridKey.Song.name.symbol)\": \(name)}"))))
    }
  }

  /// Inserts a section behind the chosen one, with the same patterns. The first one has those that are played.
  /// - Parameter pattern: of the shown track, from 0, instead.
  mutating func insertSection(_ pattern: Int?, _ requests: inout [PanelRequest]) {
    let place = sections.isEmpty ? 0 : state.section + 1
    var patterns = chosenSection?.patterns ?? model.grid.layers.indices.map { playingPattern($0) }
    if let pattern { patterns[state.layer] = pattern }
    let words = JSON.list("[", patterns.prefix(shownTracks).map { "\($0 + 1)" as UTF8Text }, "]")
    requests.append(
      edit(.insert(place + 1, Self.json("{\"\(GridKey.Section.patterns.symbol)\": \(words)}"))))
    (state.section, state.awaitsSection) = (place, true)
  }

  private mutating func move(_ section: Int, to place: Int, _ requests: inout [PanelRequest]) {
    guard sections.indices.contains(place), place != section else { return }
    requests.append(edit(.move(section + 1, to: place + 1)))
    state.section = place
  }

  private func edit(_ change: GridSongEdit.Change) -> PanelRequest {
    .editGrid(.song(GridSongEdit(song: shownSong + 1, change)), revision: nil)
  }

  /// A change of a key of the chosen section.
  func section(_ key: GridKey.Section, _ words: UTF8Text) -> PanelRequest {
    edit(.section(state.section + 1, Self.json("{\"\(key.symbol)\": \(words)}")))
  }

  /// Gives a track another pattern in the chosen section.
  func sectionPattern(_ number: Int, _ layer: Int) -> PanelRequest {
    var patterns = chosenSection?.patterns ?? []
    if patterns.indices.contains(layer) { patterns[layer] = number - 1 }
    return section(
      .patterns, JSON.list("[", patterns.prefix(shownTracks).map { "\($0 + 1)" as UTF8Text }, "]"))
  }

  /// Handles a key for the section that has the keyboard: *Delete* deletes it, Shift with an arrow moves it.
  /// - Returns: whether the key was handled.
  public mutating func handle(
    _ key: ViewEvent.Key, onSection section: Int, shift: Bool, _ requests: inout [PanelRequest]
  ) -> Bool {
    state.section = section
    switch key {
    case .delete, .backspace: press(.delete, &requests)
    case .up where shift: move(section, to: section - 1, &requests)
    case .down where shift: move(section, to: section + 1, &requests)
    default: return false
    }
    isStale = true
    return true
  }

  /// The action of the chosen section.
  public var sectionAction: GridAction { .song(.choose(state.section)) }

  /// A press chooses a section, and a drag moves it.
  mutating func dragSection(_ section: Int, _ pointer: ViewEvent.Pointer, _ requests: inout [PanelRequest]) {
    switch pointer.phase {
    case .began:
      state.section = section
      state.songDrag = (section, section)
    case .moved:
      guard let drag = state.songDrag, let list = state.songList else { return }
      let place = Int((pointer.y - list.y + state.songScroll) / (look.target + 2))
      state.songDrag = (drag.from, min(max(place, 0), sections.count - 1))
    default:
      if let drag = state.songDrag, pointer.phase == .ended { move(drag.from, to: drag.to, &requests) }
      state.songDrag = nil
    }
    isStale = true
  }
}
