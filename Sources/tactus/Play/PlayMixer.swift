// Actions on the instruments and the grid of a song: mutes, macros, patterns and the master level. Main thread.
import Concerts
import Console
import Foundation
import Hosting
import Stage

/// The master level, and what actions do to the instances that play.
struct PlayMixer {
  /// The master level in decibels above that of the concert.
  private(set) var volume: Float = 0

  /// Whether each instance of the row is to be muted when a client begins, or nothing for those of the song.
  private var mutes: [Bool?] = []

  /// The level and mutes of an interrupted session, or those of the concert.
  init(_ session: JournalSession? = nil) {
    guard let session else { return }
    volume = session.value(.master).map { Float($0) } ?? 0
    mutes = (0..<(session.song?.instruments ?? 0)).map { session.value(.mute, at: $0).map { $0 != 0 } }
  }

  /// Keeps the mutes for the next client.
  mutating func keepMutes(_ row: [StageClient.Member], _ client: StageClient) {
    mutes = row.map { client.isMuted($0.instance) }
  }

  /// Gives a client that begins the level, and the mutes that were kept.
  mutating func restore(_ row: [StageClient.Member], _ client: StageClient, level: Float) {
    for (member, isMuted) in zip(row, mutes) {
      if let isMuted { client.setMute(isMuted, of: member.instance) }
    }
    mutes = []
    apply(client, level: level)
  }

  /// The master level in decibels, or −120 if it silences all.
  /// - Parameter level: The level of the concert.
  func master(_ level: Float) -> Double { Double(max(-120, level + volume)) }

  private static let step: Float = 2
  private static let loudest: Float = 12
  private static let softest: Float = -60

  /// The instances that play: the grid, and the instruments in their order.
  private static func parts(_ row: [StageClient.Member]) -> (grid: Instance?, instruments: [Instance]) {
    (row.first { $0.leads != nil }?.instance, row.filter { $0.leads == nil }.map(\.instance))
  }

  /// Does what is requested with the instances and the level.
  /// - Parameter level: The level of the concert in decibels.
  /// - Returns: A sentence for the view, or nil if there is nothing to say.
  mutating func perform(
    _ request: PlayRequest, _ row: [StageClient.Member], _ client: StageClient, level: Float
  ) -> PlaySubscription.Line? {
    let number = request.action.number
    let (grid, instruments) = Self.parts(row)
    let fault: (String) -> PlaySubscription.Line = { .init(text: $0, isFault: true) }
    switch request.action.action {
    case .mute:
      guard instruments.indices.contains(number - 1) else { return fault("there is no instrument \(number)") }
      let instance = instruments[number - 1]
      let isMuted = request.isOn ?? !client.isMuted(instance)
      client.setMute(isMuted, of: instance)
      return .init(text: "instrument \(number) is \(isMuted ? "muted" : "heard")", isFault: false)
    case .macro:
      let symbol = "macro_\(number)"
      let all = instruments.filter { $0.control(symbol) != nil }
      guard let first = all.first else { return fault("no instrument has macros") }
      let value = request.value ?? ((first.value(of: symbol) ?? 0) < 0.5 ? 1 : 0)
      for instance in all { try? instance.set(symbol, to: value) }
      return nil
    case .pattern, .fill:
      guard let grid else { return fault("there is no grid") }
      if request.action.action == .fill {
        try? grid.set("fill_in", to: request.isOn ?? !Self.fills(grid) ? 1 : 0)
        return nil
      }
      try? grid.set("song", to: 0)
      for track in 1...16 { try? grid.set("layer_\(track)_pattern", to: Float(number)) }
      return .init(text: "pattern \(number)", isFault: false)
    case .level:
      let value = request.value ?? (volume > Self.softest ? 0 : 1)
      // As General MIDI has it for CC 7.
      volume = value > 0 ? 40 * log10(value) : -.infinity
      apply(client, level: level)
      return nil
    case .louder: return turn(Self.step, client, level)
    case .softer: return turn(-Self.step, client, level)
    case .next, .previous, .record, .time, .tap, .panic, .page, .end, .song, .start, .stop: return nil
    }
  }

  private mutating func turn(_ step: Float, _ client: StageClient, _ level: Float) -> PlaySubscription.Line {
    volume = max(Self.softest, min(Self.loudest, max(Self.softest, volume) + step))
    apply(client, level: level)
    return .init(text: "master level \(rounded(Double(level + volume))) dB", isFault: false)
  }

  /// Sets the level of a client.
  private func apply(_ client: StageClient, level: Float) { client.setLevel(level + volume) }

  private static func fills(_ grid: Instance) -> Bool { grid.value(of: "fill_in") ?? 0 >= 0.5 }

  /// The state of an action on the instances, 0 to 1, for a light.
  func state(_ action: NumberedAction, _ row: [StageClient.Member], _ client: StageClient) -> Float {
    let (grid, instruments) = Self.parts(row)
    switch action.action {
    case .mute:
      let index = action.number - 1
      return instruments.indices.contains(index) && client.isMuted(instruments[index]) ? 1 : 0
    case .macro: return instruments.lazy.compactMap { $0.value(of: "macro_\(action.number)") }.first ?? 0
    case .pattern:
      guard let grid, grid.value(of: "song") == 0 else { return 0 }
      return grid.value(of: "layer_1_pattern") == Float(action.number) ? 1 : 0
    case .fill: return grid.map(Self.fills) ?? false ? 1 : 0
    case .level: return pow(10, volume / 40)
    default: return 0
    }
  }
}
