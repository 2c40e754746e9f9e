// Pads of any device, such as a Launchpad or a monome: the cells that they show, and what their buttons do. A device
// has a `PadView`; the functions here know nothing of its messages. Audio thread.
import Controls
import RealTime

/// The cells that the pads of a device show.
public struct PadView: BitwiseCopyable, Equatable, Sendable {
  /// The number of pads in a row.
  public var columns: Int
  /// The number of pads in a column.
  public var rows: Int
  /// The step of the cell that the lowest left pad shows, from 0.
  public var step: Int
  /// The row of that cell, from 0.
  public var row: Int

  /// A device that shows the cells from one on.
  @_noLocks public init(columns: Int, rows: Int, step: Int = 0, row: Int = 0) {
    (self.columns, self.rows, self.step, self.row) = (columns, rows, step, row)
  }

  /// Turns pages within a grid of a size. Nothing moves beyond the last page.
  @_noLocks func turned(steps pages: Int, rows pagesUp: Int, in size: (steps: Int, rows: Int)) -> PadView {
    var view = self
    let next = (step: step + pages * columns, row: row + pagesUp * rows)
    if next.step < size.steps { view.step = max(next.step, 0) }
    if next.row < size.rows { view.row = max(next.row, 0) }
    return view
  }

  /// Goes back to the last page that shows cells of a grid of a size.
  @_noLocks func within(_ size: (steps: Int, rows: Int)) -> PadView {
    var view = self
    if step >= size.steps && columns > 0 { view.step = (size.steps - 1) / columns * columns }
    if row >= size.rows && rows > 0 { view.row = (size.rows - 1) / rows * rows }
    return view
  }
}

/// The light of a pad or a button. Raw values are places in `PadControl.lights`.
public enum PadLight: UInt8, CaseIterable, Sendable {
  /// No cell, or a button without effect now.
  case off = 0
  /// A cell, or a button whose track, pattern or section is the present one.
  case on
  /// The playing column without a cell.
  case column
  /// A cell in the playing column.
  case playing
  /// A pattern, section or stop that comes at the next line of the launch quantization.
  case queued
}

/// The actions of buttons. Names are saved in grids.
public enum PadAction: StaticString, NamedCase {
  /// The pads show the next page of steps or rows.
  case pageLeft = "page_left", pageRight = "page_right", pageUp = "page_up", pageDown = "page_down"
  /// The pads show a track.
  case track
  /// The shown track plays a pattern.
  case pattern
  /// All tracks play a pattern.
  case scene
  /// Mutes or unmutes a track in the grid. Without a number, the shown track.
  case mute
  /// Stops a track until one of its patterns is launched. Without a number, the shown track.
  case stop
  /// All tracks stop.
  case stopAll = "stop_all"
  /// Fill-ins play while the button is down.
  case fill
  /// The grid's own clock starts, or stops.
  case play
  /// The song goes to a section.
  case section

  /// The valid numbers, from 1, or nil if the action takes no number.
  public var numbers: ClosedRange<Int>? {
    @_noLocks get {
      switch self {
      case .track, .mute, .stop: 1...GridLimit.layers
      case .pattern, .scene: 1...GridLimit.patterns
      case .section: 1...GridLimit.sections
      case .pageLeft, .pageRight, .pageUp, .pageDown, .stopAll, .fill, .play: nil
      }
    }
  }

  /// Whether it acts on the shown track if it has no number.
  public var hasOptionalNumber: Bool { @_noLocks get { self == .mute || self == .stop } }
}

extension ToneMatrixProcessor {
  /// The track that pads show and keys are recorded into, from 0.
  public var shownTrack: Int { @_noLocks get { ports[whole: .editLayer] - 1 } }

  /// The steps of the shown track's pattern, and its rows.
  @_noLocks private func shownSize() -> (steps: Int, rows: Int) {
    let settings = grid.pointee.layers + shownTrack
    return (settings.pointee.steps(of: layers[shownTrack].pattern), Int(settings.pointee.rowCount))
  }

  // MARK: Pads

  /// Turns the cell of a pad that is pressed on or off, by a request to the grid's store. Renders record nothing.
  /// - Parameters:
  ///   - column: the pad's column, from 0 on the left.
  ///   - row: the pad's row, from 0 at the bottom.
  @_noLocks public mutating func press(padAt column: Int, row: Int, of view: PadView) {
    let (step, row) = (column + view.step, row + view.row)
    guard isShown(step: step, row: row, shownTrack), ports[.freeWheel] < 0.5 else { return }
    keys.ask(
      .toggle(
        GridCellIndex(
          layer: UInt8(shownTrack), pattern: UInt8(layers[shownTrack].pattern), step: UInt8(step),
          row: UInt8(row))))
  }

  /// Returns the light of a pad. Columns and rows count as in `press`.
  @_noLocks public func light(ofPadAt column: Int, row: Int, of view: PadView) -> PadLight {
    let (step, row, layer) = (column + view.step, row + view.row, shownTrack)
    guard 0..<GridLimit.steps ~= step, 0..<GridLimit.rows ~= row else { return .off }
    let isOn =
      isShown(step: step, row: row, layer) && cell(layer, layers[layer].pattern, row, step)?.isOn == true
    if step == layers[layer].column { return isOn ? .playing : .column }
    return isOn ? .on : .off
  }

  // MARK: Buttons

  /// Performs the action of a button that is pressed or released, at the present frame.
  /// - Parameters:
  ///   - number: the number of the track, pattern or section, from 1, or 0 without one.
  ///   - isDown: whether it is pressed.
  ///   - view: the cells that the device shows.
  /// - Returns: the cells that it shows now.
  @_noLocks public mutating func press(
    _ action: PadAction, number: Int, isDown: Bool, of view: PadView
  ) -> PadView {
    if action == .fill { set(.fillIn, isDown ? 1 : 0) }
    guard isDown else { return view }
    switch action {
    case .pageLeft: return view.turned(steps: -1, rows: 0, in: shownSize())
    case .pageRight: return view.turned(steps: 1, rows: 0, in: shownSize())
    case .pageUp: return view.turned(steps: 0, rows: 1, in: shownSize())
    case .pageDown: return view.turned(steps: 0, rows: -1, in: shownSize())
    case .track:
      set(.editLayer, Float(number))
      return view.within(shownSize())
    case .pattern: launch(number - 1, from: shownTrack, to: shownTrack)
    case .scene: launch(number - 1, from: 0, to: GridLimit.layers - 1)
    case .mute:
      if ports[.freeWheel] < 0.5 { keys.ask(.mute(layer: UInt8(track(number)))) }
    case .stop: stop(from: track(number), to: track(number))
    case .stopAll: stop(from: 0, to: GridLimit.layers - 1)
    case .fill: break
    case .play: startOwnClock()
    case .section: request(section: number)
    }
    return view
  }

  /// Returns the light of a button: `off`, `on` or `queued`.
  @_noLocks public func light(of action: PadAction, number: Int, of view: PadView) -> PadLight {
    let isOn: Bool
    switch action {
    case .pageLeft: isOn = view.step > 0
    case .pageRight: isOn = view.step + view.columns < shownSize().steps
    case .pageUp: isOn = view.row + view.rows < shownSize().rows
    case .pageDown: isOn = view.row > 0
    case .track: isOn = number == shownTrack + 1
    case .pattern: return light(ofPattern: number - 1, from: shownTrack, to: shownTrack)
    case .scene: return light(ofPattern: number - 1, from: 0, to: GridLimit.layers - 1)
    case .mute: isOn = !grid.pointee.layers[track(number)].plays
    case .stop: return lightOfStop(from: track(number), to: track(number))
    case .stopAll: return lightOfStop(from: 0, to: GridLimit.layers - 1)
    case .fill: isOn = ports[.fillIn] >= 0.5
    case .play: isOn = isRolling
    case .section: return light(ofSection: number - 1)
    }
    return isOn ? .on : .off
  }

  // MARK: Patterns

  /// The track of a number from 1, or the shown one.
  @_noLocks private func track(_ number: Int) -> Int {
    1...GridLimit.layers ~= number ? number - 1 : shownTrack
  }

  @_noLocks private mutating func launch(_ pattern: Int, from first: Int, to last: Int) {
    guard 0..<GridLimit.patterns ~= pattern else { return }
    for layer in first...last { request(pattern, layer) }
    refresh()
  }

  @_noLocks private func light(ofPattern pattern: Int, from first: Int, to last: Int) -> PadLight {
    var isPresent = true
    for layer in first...last {
      if layers[layer].requested == pattern { return .queued }
      if layers[layer].pattern != pattern || layers[layer].isStopped { isPresent = false }
    }
    return isPresent ? .on : .off
  }

  @_noLocks private mutating func stop(from first: Int, to last: Int) {
    for layer in first...last { requestStop(layer) }
    refresh()
  }

  @_noLocks private func lightOfStop(from first: Int, to last: Int) -> PadLight {
    var isStopped = true
    for layer in first...last {
      if layers[layer].requested >= GridLimit.patterns { return .queued }
      if !layers[layer].isStopped { isStopped = false }
    }
    return isStopped ? .on : .off
  }
}
