// MPE zones: the zone of each channel, and its bend range (MIDI Polyphonic Expression 1.0). Audio thread.

/// The source of the zones.
public enum MPEMode: UInt8, CaseIterable, Sendable {
  /// There are no zones, and no message creates one.
  case off = 0
  /// A zone of fifteen members with its manager on channel 1 (`lower`) or channel 16 (`upper`). A
  /// configuration message on that channel changes its size; those on other channels are ignored.
  case lower, upper
  /// There are no zones until configuration messages create them.
  case detect

  /// The mode with this raw value; off for any other number.
  @_noLocks public static func at(_ raw: UInt8) -> MPEMode { MPEMode(rawValue: raw) ?? .off }
}

/// One zone.
public struct MPEZone: Sendable, Equatable, BitwiseCopyable {
  /// The number of member channels, 0…15; 0: the zone does not exist.
  public internal(set) var members = 0
  /// The bend range in semitones, 0…96, of the members, and of the manager.
  public internal(set) var memberRange: Float = 48
  public internal(set) var managerRange: Float = 2
}

/// The two zones of one MIDI connection. Channels count from 0.
public struct MPEZones: Sendable, Equatable {
  /// The role of a channel.
  public enum Role: Sendable, Equatable {
    /// In no zone.
    case plain
    case manager
    /// One of a zone's members, with that zone's manager channel.
    case member(manager: UInt8)
  }

  public static var lowerManager: UInt8 { @_noLocks get { 0 } }
  public static var upperManager: UInt8 { @_noLocks get { 15 } }

  public private(set) var mode = MPEMode.off
  public private(set) var lower = MPEZone()
  public private(set) var upper = MPEZone()

  @_noLocks public init() {}

  /// Resets the zones to the initial state of a mode.
  /// - Returns: one bit for each channel that entered a zone, left one, or is in a zone that changed its
  ///   size.
  @_noLocks public mutating func choose(_ mode: MPEMode) -> UInt16 {
    let before = self
    self.mode = mode
    lower = MPEZone()
    upper = MPEZone()
    if mode == .lower { lower.members = 15 }
    if mode == .upper { upper.members = 15 }
    return changed(from: before)
  }

  /// Applies an MPE Configuration Message. The zone gets the default bend ranges; the other zone keeps the
  /// channels that remain for it.
  /// - Parameters:
  ///   - channel: the channel of the message: 0 or 15, others are ignored.
  ///   - members: 0…15; greater numbers are ignored.
  /// - Returns: as `choose`.
  @_noLocks public mutating func configure(channel: UInt8, members: UInt8) -> UInt16 {
    let isLower = channel == Self.lowerManager
    guard isLower || channel == Self.upperManager, members < 16 else { return 0 }
    switch mode {
    case .off: return 0
    case .lower: if !isLower || members == 0 { return 0 }
    case .upper: if isLower || members == 0 { return 0 }
    case .detect: break
    }
    let before = self
    let zone = MPEZone(members: Int(members))
    if isLower { lower = zone } else { upper = zone }
    if members > 0 && lower.members + upper.members >= 15 {
      let rest = max(0, 14 - Int(members))
      if isLower { upper.members = rest } else { lower.members = rest }
    }
    return changed(from: before)
  }

  /// Sets a bend range: on a manager its own, on a member that of all members of the zone. Plain channels
  /// have no range here.
  /// - Parameter range: semitones, clamped to 0…96.
  @_noLocks public mutating func setRange(_ range: Float, channel: UInt8) {
    let range = min(max(range, 0), 96)
    switch role(of: channel) {
    case .plain: break
    case .manager:
      if channel == Self.lowerManager { lower.managerRange = range } else { upper.managerRange = range }
    case .member(let manager):
      if manager == Self.lowerManager { lower.memberRange = range } else { upper.memberRange = range }
    }
  }

  @_noLocks public func role(of channel: UInt8) -> Role {
    if lower.members > 0 {
      if channel == Self.lowerManager { return .manager }
      if Int(channel) <= lower.members { return .member(manager: Self.lowerManager) }
    }
    if upper.members > 0 {
      if channel == Self.upperManager { return .manager }
      if Int(channel) >= 15 - upper.members { return .member(manager: Self.upperManager) }
    }
    return .plain
  }

  /// The bend range of a channel in semitones; nil for a plain channel.
  @_noLocks public func range(of channel: UInt8) -> Float? {
    switch role(of: channel) {
    case .plain: nil
    case .manager: channel == Self.lowerManager ? lower.managerRange : upper.managerRange
    case .member(let manager): manager == Self.lowerManager ? lower.memberRange : upper.memberRange
    }
  }

  /// The channels that a channel's messages apply to, one bit each: for a manager its whole zone, else the
  /// channel itself.
  @_noLocks public func reach(of channel: UInt8) -> UInt16 {
    guard role(of: channel) == .manager else { return 1 << UInt16(channel) }
    return channel == Self.lowerManager ? lowerChannels : upperChannels
  }

  private var lowerChannels: UInt16 {
    @_noLocks get { lower.members == 0 ? 0 : UInt16(truncatingIfNeeded: 1 << (lower.members + 1) - 1) }
  }

  private var upperChannels: UInt16 {
    @_noLocks get {
      upper.members == 0 ? 0 : ~UInt16(truncatingIfNeeded: (1 << (15 - upper.members)) - 1)
    }
  }

  @_noLocks private func changed(from before: MPEZones) -> UInt16 {
    var channels: UInt16 = 0
    if before.lower.members != lower.members { channels |= before.lowerChannels | lowerChannels }
    if before.upper.members != upper.members { channels |= before.upperChannels | upperChannels }
    return channels
  }
}
