// MPE zones: which channel is whose, and how far it bends (MIDI Polyphonic Expression 1.0). Audio thread.

/// What decides where zones are.
public enum MPEMode: UInt8, CaseIterable, Sendable {
  /// There are none; nothing makes one.
  case off = 0
  /// A zone of fifteen members on channel 1, or on channel 16. A configuration message of that channel changes its
  /// size; others mean nothing.
  case lower, upper
  /// None until configuration messages say so.
  case detect

  /// The mode with this raw value; off for others.
  @_noLocks public static func at(_ raw: UInt8) -> MPEMode { MPEMode(rawValue: raw) ?? .off }
}

/// One zone.
public struct MPEZone: Sendable, Equatable, BitwiseCopyable {
  /// Member channels, 0…15; 0: there is no zone.
  public internal(set) var members = 0
  /// Semitones, 0…96, that a member's wheel reaches, and the manager's.
  public internal(set) var memberRange: Float = 48
  public internal(set) var managerRange: Float = 2
}

/// The two zones of one MIDI connection. Channels count from 0.
public struct MPEZones: Sendable, Equatable {
  /// What a channel is.
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

  /// Begins anew as a mode wants.
  /// - Returns: the channels that came into a zone, left one, or are in one of another size, a bit each.
  @_noLocks public mutating func choose(_ mode: MPEMode) -> UInt16 {
    let before = self
    self.mode = mode
    lower = MPEZone()
    upper = MPEZone()
    if mode == .lower { lower.members = 15 }
    if mode == .upper { upper.members = 15 }
    return changed(from: before)
  }

  /// An MPE Configuration Message. The zone has the default bend ranges again; the other one keeps what channels are
  /// left for it.
  /// - Parameters:
  ///   - channel: the one on which it came: 0 or 15, others are ignored.
  ///   - members: 0…15, more are ignored.
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

  /// Sets a bend range: on a manager its own, on a member that of all members of its zone; plain channels have none here.
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

  /// Semitones that a channel's wheel reaches; nil for a plain one.
  @_noLocks public func range(of channel: UInt8) -> Float? {
    switch role(of: channel) {
    case .plain: nil
    case .manager: channel == Self.lowerManager ? lower.managerRange : upper.managerRange
    case .member(let manager): manager == Self.lowerManager ? lower.memberRange : upper.memberRange
    }
  }

  /// The channels that hear a channel's messages, a bit each: a manager's whole zone, any other alone.
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
