// The lights of a device with pads: each is sent when it changes, at most 60 times a second. Audio thread.
import Controls

/// The light that each control of the device was sent last.
struct PadFeedback: ~Copyable {
  /// By the place of the control; 255: unknown.
  let shown: UnsafeMutablePointer<UInt8>
  let period: Int
  var wait = 0
  /// Whether the device has still to be prepared.
  var owesSetup = true

  /// Allocates.
  init(sampleRate: Double) {
    shown = .allocate(capacity: GridPads.limit)
    shown.initialize(repeating: 255, count: GridPads.limit)
    period = Int(sampleRate / 60) + 1
  }

  func free() { shown.deallocate() }

  @_noLocks mutating func forget() {
    for control in 0..<GridPads.limit { shown[control] = 255 }
    wait = 0
    owesSetup = true
  }
}

extension ToneMatrixProcessor {
  /// The cells that the device shows at first.
  var firstView: PadView {
    @_noLocks get {
      PadView(
        columns: Int(grid.pointee.pads.columns), rows: Int(grid.pointee.pads.rows),
        step: Int(grid.pointee.pads.firstStep), row: Int(grid.pointee.pads.firstRow))
    }
  }

  /// Keeps room in this block for the system exclusive messages of the device, if they are to be sent now, before its
  /// lights. They then count as sent.
  /// - Returns: their bytes, or nil if there is nothing to send or no room.
  @_noLocks public mutating func takeSetup() -> Int? {
    guard ports[.lights] >= 0.5, lights.owesSetup else { return nil }
    let count = grid.pointee.pads.setupCount
    // Each byte may end a message, and each message has a header of 16 bytes and is padded to eight.
    let room = count / 2 + 1
    guard count > 0, queue.hasRoom(room) else { return nil }
    lights.owesSetup = false
    queue.limit -= room
    return count
  }

  /// Sends changed lights at the block's end, as far as there is room.
  @_noLocks mutating func sendLights(_ frames: Int) {
    lights.wait -= frames
    guard ports[.lights] >= 0.5, frames > 0, lights.wait <= 0 else { return }
    lights.wait = lights.period
    for index in 0..<grid.pointee.pads.count {
      let control = grid.pointee.pads.controls[index]
      let light: PadLight
      if let action = control.action {
        light = self.light(of: action, number: Int(control.argument), of: padView)
      } else {
        light = self.light(ofPadAt: Int(control.column), row: Int(control.row), of: padView)
      }
      let value = control.lights[Int(light.rawValue)]
      guard lights.shown[index] != value else { continue }
      let status = (control.isController ? 0xB0 : 0x90) | control.lightChannel
      guard queue.put(frames - 1, status, control.number, value, from: .light) else { return }
      lights.shown[index] = value
    }
  }

  /// Handles a key or a controller of the device.
  /// - Returns: whether a pad or a button sent it.
  @_noLocks mutating func handlePad(_ number: UInt8, isController: Bool, channel: UInt8, isDown: Bool) -> Bool
  {
    for index in 0..<grid.pointee.pads.count {
      let control = grid.pointee.pads.controls[index]
      guard control.sends(number, isController: isController, channel: channel) else { continue }
      if let action = control.action {
        padView = press(action, number: Int(control.argument), isDown: isDown, of: padView)
      } else if isDown {
        press(padAt: Int(control.column), row: Int(control.row), of: padView)
      }
      return true
    }
    return false
  }
}
