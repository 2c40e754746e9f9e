// The device with pads and buttons that plays and shows a grid, by the MIDI messages that it sends. Any thread.

/// A pad or a button of a device: the message that it sends, its meaning, and its lights.
public struct PadControl: Sendable {
  /// The number of its note or controller, 0…127.
  public var number: UInt8
  /// Whether it sends a controller instead of notes. Lights are of the same kind.
  public var isController = false
  /// The channel on which it sends, 0…15, or 255 for any.
  public var channel: UInt8 = 255
  /// The channel of its lights, 0…15.
  public var lightChannel: UInt8 = 0
  /// The place of a pad, from 0 at the left and from 0 below.
  public var column: UInt8 = 0
  /// See `column`.
  public var row: UInt8 = 0
  /// The action of a button, or nil for a pad.
  public var action: PadAction?
  /// The number of the track, pattern or section of a button, from 1, or 0 without one.
  public var argument: UInt8 = 0
  /// The values of its lights, by `PadLight`.
  public var lights = InlineArray<5, UInt8>(repeating: 0)

  /// A pad in the corner with a note, without lights.
  @_noLocks public init(note: UInt8) { number = note }

  /// A button that sends notes or controllers.
  @_noLocks public init(action: PadAction, argument: UInt8, number: UInt8, isController: Bool) {
    (self.action, self.argument, self.number, self.isController) = (action, argument, number, isController)
  }

  /// Whether a message of one kind comes from this control.
  @_noLocks func sends(_ number: UInt8, isController: Bool, channel: UInt8) -> Bool {
    self.number == number && self.isController == isController
      && (self.channel == 255 || self.channel == channel)
  }
}

/// The controls of a device.
public struct GridPads: Sendable {
  /// The most controls of a device.
  public static var limit: Int { @_noLocks get { 256 } }
  /// The most bytes of `setup`.
  public static var setupLimit: Int { @_noLocks get { 128 } }

  /// The pads and buttons; the first `count` are in use.
  public private(set) var controls = InlineArray<256, PadControl>(repeating: PadControl(note: 0))
  /// See `controls`.
  public private(set) var count = 0
  /// The numbers of pads in a row and in a column.
  public var columns: UInt8 = 8
  /// See `columns`.
  public var rows: UInt8 = 8
  /// The cell that the lowest left pad shows first, from 0.
  public var firstStep: UInt8 = 0
  /// See `firstStep`.
  public var firstRow: UInt8 = 0
  /// System exclusive messages, one after another, that prepare the device; the first `setupCount` bytes are in use.
  public private(set) var setup = InlineArray<128, UInt8>(repeating: 0)
  /// See `setup`.
  public private(set) var setupCount = 0
  /// Differs between devices, so that a change of the device is found.
  public var signature: UInt32 = 0

  /// No pads.
  @_noLocks public init() {}

  /// Adds a control, if there is room.
  public mutating func add(_ control: PadControl) {
    guard count < Self.limit else { return }
    controls[count] = control
    count += 1
  }

  /// Adds a byte of `setup`, if there is room.
  public mutating func add(setup byte: UInt8) {
    guard setupCount < Self.setupLimit else { return }
    setup[setupCount] = byte
    setupCount += 1
  }
}
