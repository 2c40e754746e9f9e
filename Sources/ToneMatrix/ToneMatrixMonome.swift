// Monome grids at the Tone Matrix: keys are pads, those of the lowest row are buttons, and lights have levels. Audio
// thread.
import Controls
import RealTime

/// The state of the monome grid that plays.
struct MonomeState {
  /// The cells that it shows; without columns there is no grid.
  var view = PadView(columns: 0, rows: 0)
  /// Whether the lowest left key is down, so that the pads are those of tracks and patterns.
  var isLaunching = false
  /// The number of the leftmost track and pattern then, from 0.
  var first = 0
  /// Whether a key of the grid has begun a fill-in.
  var isFilling = false
  /// Frames until the next update of the lights.
  var wait = 0

  /// A light of a button that has an action and is off.
  static var available: UInt8 { @_noLocks get { 2 } }
  /// The lights of the lowest left key, up and down.
  static var launch: (up: UInt8, down: UInt8) { @_noLocks get { (4, 15) } }

  /// The level of a light. Grids without levels show those from 8 on.
  @_noLocks static func level(_ light: PadLight) -> UInt8 {
    switch light {
    case .off: 0
    case .column: 4
    case .on: 8
    case .queued: 12
    case .playing: 15
    }
  }

  /// The action of a button in the lowest row, and the number that it has.
  /// - Parameter shown: the number of the shown track, from 1.
  @_noLocks func button(_ column: Int, shown: Int) -> (action: PadAction, number: Int)? {
    switch column {
    case 1: (.pageLeft, 0)
    case 2: (.pageRight, 0)
    case 3: (.pageDown, 0)
    case 4: (.pageUp, 0)
    case 5: (.mute, shown)
    case 6: (isLaunching ? .stopAll : .stop, isLaunching ? 0 : shown)
    case 7: (isLaunching ? .play : .fill, 0)
    case 8...15: (.pattern, column - 7)
    default: nil
    }
  }

  /// The action of a pad while the lowest left key is down: a row for each action, from the top.
  @_noLocks func launch(_ column: Int, row: Int) -> (action: PadAction, number: Int)? {
    let action: PadAction
    switch view.rows - 1 - row {
    case 0: action = .track
    case 1: action = .mute
    case 2: action = .stop
    case 3: action = .pattern
    case 4: action = .scene
    case 5: action = .section
    default: return nil
    }
    let number = first + column + 1
    guard let numbers = action.numbers, numbers.contains(number) else { return nil }
    return (action, number)
  }
}

extension ToneMatrixProcessor {
  /// Sets the size of the connected monome grid; 0 columns if none is connected.
  /// - Parameter rows: the rows of pads, without the row of buttons.
  @_noLocks public mutating func setMonome(columns: Int, rows: Int) {
    guard columns != monome.view.columns || rows != monome.view.rows else { return }
    monome.view = PadView(columns: columns, rows: rows)
    monome.isLaunching = false
    monome.first = 0
    monome.wait = 0
    if columns == 0 { endMonomeFill() }
  }

  /// Handles a key at the present frame. A render ignores keys that go down.
  @_noLocks public mutating func handle(_ key: MonomeKey) {
    let column = Int(key.column)
    guard let row = key.row else { return pressButton(column, isDown: key.isDown) }
    guard key.isDown, ports[.freeWheel] < 0.5, column < monome.view.columns, Int(row) < monome.view.rows
    else {
      return
    }
    if !monome.isLaunching {
      press(padAt: column, row: Int(row), of: monome.view)
    } else if let (action, number) = monome.launch(column, row: Int(row)) {
      monome.view = press(action, number: number, isDown: true, of: monome.view)
    }
  }

  @_noLocks private mutating func pressButton(_ column: Int, isDown: Bool) {
    if column == 0 {
      monome.isLaunching = isDown
      return
    }
    if !isDown, column == 7 { return endMonomeFill() }
    guard isDown, ports[.freeWheel] < 0.5,
      let (action, number) = monome.button(column, shown: shownTrack + 1)
    else { return }
    if monome.isLaunching, column == 1 || column == 2 {
      turnMonome(by: column == 1 ? -monome.view.columns : monome.view.columns)
    } else {
      if action == .fill { monome.isFilling = true }
      monome.view = press(action, number: number, isDown: true, of: monome.view)
    }
  }

  /// Shows the next tracks and patterns, as far as there are any.
  @_noLocks private mutating func turnMonome(by columns: Int) {
    let first = monome.first + columns
    if first >= 0, first < max(GridLimit.patterns, GridLimit.sections) { monome.first = first }
  }

  @_noLocks private mutating func endMonomeFill() {
    guard monome.isFilling else { return }
    monome.isFilling = false
    monome.view = press(.fill, number: 0, isDown: false, of: monome.view)
  }

  /// Writes the lights at a block's end, at most 60 times a second.
  /// - Returns: whether it has written them.
  @_noLocks public mutating func showMonome(
    _ frames: Int, into lights: UnsafeMutablePointer<MonomeLights>
  ) -> Bool {
    guard monome.view.columns > 0 else { return false }
    monome.wait -= frames
    guard monome.wait <= 0 else { return false }
    monome.wait = self.lights.period
    for row in 0..<MonomeLights.rows {
      for column in 0..<MonomeLights.columns {
        lights.pointee.pads[row * MonomeLights.columns + column] = monomeLight(column, row: row)
      }
    }
    for column in 0..<MonomeLights.columns { lights.pointee.buttons[column] = monomeLight(ofButton: column) }
    return true
  }

  @_noLocks private func monomeLight(_ column: Int, row: Int) -> UInt8 {
    guard column < monome.view.columns, row < monome.view.rows else { return 0 }
    if !monome.isLaunching {
      return MonomeState.level(light(ofPadAt: column, row: row, of: monome.view))
    }
    guard let (action, number) = monome.launch(column, row: row) else { return 0 }
    return level(of: action, number)
  }

  @_noLocks private func monomeLight(ofButton column: Int) -> UInt8 {
    if column >= monome.view.columns { return 0 }
    if column == 0 { return monome.isLaunching ? MonomeState.launch.down : MonomeState.launch.up }
    if monome.isLaunching, column == 1 {
      return monome.first > 0 ? MonomeState.level(.on) : MonomeState.available
    }
    if monome.isLaunching, column == 2 {
      let next = monome.first + monome.view.columns
      let isMore = next < max(GridLimit.patterns, GridLimit.sections)
      return isMore ? MonomeState.level(.on) : MonomeState.available
    }
    guard let (action, number) = monome.button(column, shown: shownTrack + 1) else { return 0 }
    return level(of: action, number)
  }

  @_noLocks private func level(of action: PadAction, _ number: Int) -> UInt8 {
    max(MonomeState.level(light(of: action, number: number, of: monome.view)), MonomeState.available)
  }
}
