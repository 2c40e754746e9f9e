// The browser of sound files for samples and the wavetable: folders, a search, sizes and previews. Any thread.
import Controls
import Paint
import PanelModel
import Patches
import Text
import Toolkit

/// The action of a control of the browser.
public enum SoundAct: Equatable, Sendable {
  /// Opens the browser for what a path names: a sample, all samples (a new one), or the wavetable.
  case browse([PathStep])
  case close
  case place(SoundPlace)
  case search
  /// A press plays a file; a press on the one that was pressed last takes it.
  case file([UInt8])
  /// Plays the chosen file, or stops; takes it; lets the host ask for a file.
  case hear, use, ask
}

/// An open browser.
struct SoundBrowser: Sendable {
  let target: [PathStep]
  var place = SoundPlace.user
  var search = FormSearch()
  /// The file that was pressed last; empty: none.
  var chosen: [UInt8] = []
  /// The part of the list that was asked for last, and when.
  var asked: (place: SoundPlace, first: Int, seconds: Double)?
  /// Since when the present sound plays.
  var heardSince: (sound: HeardSound, seconds: Double)?

  /// The word by which the instance knows what gets the file.
  var word: [UInt8] {
    if target == [.key(PatchKey.wavetable.bytes)] { return UTF8Text("wavetable").bytes }
    if target.count > 1, case .index(let index) = target[1] { return ("\(index)" as UTF8Text).bytes }
    return UTF8Text("new").bytes
  }

  var isWavetable: Bool { target == [.key(PatchKey.wavetable.bytes)] }
}

extension FormEditor {
  /// Whether the browser of sound files is open.
  public var showsSounds: Bool { state.sounds != nil }

  private static var longestPreview: Double { 6 }
  /// Seconds after which a list that has not come is asked for again.
  private static var patience: Double { 1 }

  // Drawing.

  /// Draws the browser in place of the page.
  public mutating func drawSounds(_ pass: inout ScreenPass, in area: Area) {
    guard var browser = state.sounds else { return }
    defer { state.sounds = browser }
    var rest = area
    var head = rest.cutTop(look.target)
    _ = rest.cutTop(look.gap)
    drawSoundPlaces(browser, &pass, &head)
    let isNarrow = head.width < 190
    if isNarrow {
      head = rest.cutTop(look.target)
      _ = rest.cutTop(look.gap)
    }
    drawSearch(browser.search, "Search sounds", .sounds(.search), &pass, in: head)
    var foot = rest.cutBottom(look.target)
    _ = rest.cutBottom(look.gap)
    drawSoundButtons(browser, &pass, &foot)
    let files = found(in: browser)
    let row = max(26, look.target)
    pass.beginScrolling(&browser.search.scroll, of: Float(files.count) * row, in: rest)
    browser.search.area = rest
    for (index, file) in files.enumerated() {
      let y = rest.y + Float(index) * row - browser.search.scroll
      guard y + row > rest.y, y < rest.bottom else { continue }
      drawSound(
        file, isChosen: file.path == browser.chosen, in: browser,
        at: Area(x: rest.x, y: y, width: rest.width - 8, height: row), visible: rest, &pass)
    }
    if files.isEmpty { drawNoSounds(browser, &pass, in: rest) }
    pass.endScrolling(browser.search.scroll, of: Float(files.count) * row, in: rest)
  }

  private func drawSoundPlaces(_ browser: SoundBrowser, _ pass: inout ScreenPass, _ line: inout Area) {
    pass.iconButton(line.cutLeft(look.target), .previous, "Close the browser", .sounds(.close))
    var places: [(SoundPlace, [UInt8])] = [
      (.user, UTF8Text("Your samples").bytes), (.bundle, UTF8Text("Tactus").bytes),
    ]
    if !model.sounds.last.isEmpty {
      let name = model.sounds.last.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
      places.append((.last, name))
    }
    for (place, name) in places {
      let width = min(TextMetrics.width(name, size: look.small, .semibold) + 20, line.width * 0.4)
      pass.button(
        line.cutLeft(max(width, look.target)), name, .sounds(.place(place)), role: .tab,
        isOn: place == browser.place, size: look.small)
    }
    _ = line.cutLeft(look.gap)
  }

  private func drawSoundButtons(_ browser: SoundBrowser, _ pass: inout ScreenPass, _ line: inout Area) {
    func button(_ name: StaticString, _ act: SoundAct, isOn: Bool = false, isEnabled: Bool = true) {
      let text = UTF8Text(name).bytes
      let place = line.cutRight(max(64, TextMetrics.width(text, size: look.text, .semibold) + 24))
      if !isOn { pass.list.frame(place, look[isEnabled ? .border : .line], radius: look.radius) }
      pass.button(place, text, .sounds(act), isOn: isOn, isEnabled: isEnabled)
      _ = line.cutRight(look.gap)
    }
    let hasChosen = !browser.chosen.isEmpty
    button("Use", .use, isOn: hasChosen, isEnabled: hasChosen)
    let plays = model.heard.map { $0 == HeardSound(browser.place, browser.chosen) } ?? false
    pass.iconButton(
      line.cutRight(look.target), plays ? .stop : .play, plays ? "Stop the sound" : "Play the sound",
      .sounds(.hear), isOn: plays, isEnabled: hasChosen)
    _ = line.cutRight(look.gap)
    if model.hostAsksForFiles { button("Browse…", .ask) }
    if line.width > 150 {
      pass.text("Press to hear, press again to use", in: line, look[.faint], size: look.small)
    }
  }

  private func drawSound(
    _ file: SoundList.File, isChosen: Bool, in browser: SoundBrowser, at place: Area, visible: Area,
    _ pass: inout ScreenPass
  ) {
    let size = Self.size(of: file, isWavetable: browser.isWavetable)
    guard
      var line = drawListRow(
        file.path, value: size, .sounds(.file(file.path)), isOn: isChosen, &pass, at: place, visible: visible)
    else { return }
    let icon = line.cutLeft(look.text + 8)
    if isChosen {
      let plays = model.heard == HeardSound(browser.place, file.path)
      (plays ? Icon.stop : .play).draw(
        into: &pass.list, x: icon.middleX - 4, y: icon.middleY, size: look.text * 0.8, look[.hand])
    }
    let end = line.cutRight(min(line.width * 0.45, TextMetrics.width(size, size: look.small) + 4))
    pass.text(size, in: end, look[.faint], size: look.small, .regular, .right)
    pass.text(
      file.path, in: line, look[file.frames > 0 ? .text : .faint], size: nil, isChosen ? .semibold : .regular)
  }

  private func drawNoSounds(_ browser: SoundBrowser, _ pass: inout ScreenPass, in area: Area) {
    var column = area.inset(look.gap * 2, look.gap * 2)
    if model.sounds.place != browser.place || model.sounds.count == nil {
      return pass.words(UTF8Text("Reading the folder…").bytes, .faint, in: &column)
    }
    if !browser.search.text.text.isEmpty {
      return pass.words(UTF8Text("No matches").bytes, .faint, in: &column)
    }
    let folder = model.sounds.folder
    let words: UTF8Text =
      folder.isEmpty
      ? "There are no WAV files here."
      : "There are no WAV files in \(folder). Put some there, or drop one on this window."
    pass.words(words.bytes, .faint, in: &column, limit: 4)
  }

  /// The length and the channels of a file, or its cycles: `0.52 s · stereo`, `64 cycles of 2048`.
  static func size(of file: SoundList.File, isWavetable: Bool) -> [UInt8] {
    guard file.frames > 0, file.rate > 0 else { return UTF8Text("can’t be played").bytes }
    let channels: StaticString = file.channels == 2 ? "stereo" : "mono"
    if isWavetable, let length = [2048, 1024, 512, 256].first(where: { file.frames % $0 == 0 }),
      file.frames / length <= 256
    {
      return ("\(file.frames / length) cycles of \(length)" as UTF8Text).bytes
    }
    let seconds = Float(file.frames) / Float(file.rate)
    let text = ValueText.fixed(seconds, decimals: seconds < 10 ? 2 : seconds < 100 ? 1 : 0)
    return ("\(text) s · \(channels)" as UTF8Text).bytes
  }

  /// The files that the search finds.
  private func found(in browser: SoundBrowser) -> [SoundList.File] {
    guard model.sounds.place == browser.place else { return [] }
    let search = TextSearch(browser.search.text.text)
    return search.isEmpty ? model.sounds.files : model.sounds.files.filter { search.finds($0.path) }
  }

  // Presses.

  mutating func press(_ act: SoundAct, _ requests: inout [PanelRequest]) {
    if case .browse(let target) = act {
      state.sounds = SoundBrowser(target: target)
      if !model.sounds.last.isEmpty, model.sounds.place == .last { state.sounds?.place = .last }
      return
    }
    guard var browser = state.sounds else { return }
    if act != .search { browser.search.end(&requests) }
    defer { if state.sounds != nil { state.sounds = browser } }
    switch act {
    case .browse: break
    case .close: close(&requests)
    case .place(let place):
      (browser.place, browser.chosen, browser.search.scroll) = (place, [], 0)
      stop(&requests)
    case .search: browser.search.begin(&requests)
    case .file(let path):
      if browser.chosen == path {
        use(browser, &requests)
      } else {
        browser.chosen = path
        hear(HeardSound(browser.place, path), &requests)
      }
    case .hear:
      if browser.chosen.isEmpty { return }
      let sound = HeardSound(browser.place, browser.chosen)
      if model.heard == sound { stop(&requests) } else { hear(sound, &requests) }
    case .use: use(browser, &requests)
    case .ask: requests.append(.askForFile(isWavetable: browser.isWavetable))
    }
  }

  private mutating func use(_ browser: SoundBrowser, _ requests: inout [PanelRequest]) {
    if browser.chosen.isEmpty { return }
    requests.append(
      .question(question("use", [browser.place.bytes, browser.chosen, browser.word])))
    close(&requests)
  }

  private func hear(_ sound: HeardSound, _ requests: inout [PanelRequest]) {
    (model.heard, model.previewed) = (sound, [])
    requests.append(.question(question("hear", [sound.place.bytes, sound.path])))
  }

  private func stop(_ requests: inout [PanelRequest]) {
    guard model.heard != nil else { return }
    model.heard = nil
    requests.append(.question(question("hear", [])))
  }

  private mutating func close(_ requests: inout [PanelRequest]) {
    state.sounds?.search.end(&requests)
    state.sounds = nil
    stop(&requests)
  }

  /// Ends a preview when the browser has gone, and asks for what of the list has not come. Called as time passes.
  public mutating func passSounds(at seconds: Double, _ requests: inout [PanelRequest]) {
    guard var browser = state.sounds else { return stop(&requests) }
    defer { state.sounds = browser }
    if let heard = model.heard {
      if browser.heardSince?.sound != heard { browser.heardSince = (heard, seconds) }
      // A page is not told that it has ended.
      if let since = browser.heardSince, seconds - since.seconds > Self.longestPreview { model.heard = nil }
    } else {
      browser.heardSince = nil
    }
    let isOther = model.sounds.place != browser.place
    let first = isOther ? 0 : model.sounds.files.count
    if !isOther, let count = model.sounds.count, first >= count, browser.asked != nil { return }
    // Another browser may have listed the folder before: it is read anew.
    let start = browser.asked?.place == browser.place ? first : 0
    if let asked = browser.asked, asked.place == browser.place, asked.first == start,
      seconds - asked.seconds < Self.patience
    {
      return
    }
    browser.asked = (browser.place, start, seconds)
    requests.append(.question(("{\"sounds\": [\"\(browser.place.symbol)\", \(start)]}" as UTF8Text).bytes))
  }

  // Keys.

  /// Handles a key of the open browser.
  /// - Returns: whether the key meant it.
  mutating func handleInSounds(_ key: ViewEvent.Key, shift: Bool, _ requests: inout [PanelRequest]) -> Bool {
    guard var browser = state.sounds else { return false }
    defer { if state.sounds != nil { state.sounds = browser } }
    switch key {
    case .down, .up:
      let files = found(in: browser)
      if files.isEmpty { return true }
      let now = files.firstIndex { $0.path == browser.chosen }
      let next = now.map { min(max(0, $0 + (key == .down ? 1 : -1)), files.count - 1) } ?? 0
      browser.chosen = files[next].path
      let row = max(26, look.target)
      let top = Float(next) * row
      browser.search.scroll = min(max(browser.search.scroll, top + row - browser.search.area.height), top)
      hear(HeardSound(browser.place, browser.chosen), &requests)
      return true
    case .enter where !browser.chosen.isEmpty:
      use(browser, &requests)
      return true
    case .escape where !browser.search.isTyping:
      close(&requests)
      return true
    default: return browser.search.isTyping && browser.search.handle(key, shift: shift, &requests)
    }
  }
}
