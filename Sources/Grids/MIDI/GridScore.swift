// The MIDI that a grid plays, computed by the Tone Matrix itself, in ticks of 1/960 quarter note. Not for the audio
// thread.
import Controls
import RealTime
import ToneMatrix

/// The MIDI of a grid, from its beginning.
package struct GridScore {
  package static var ticksPerQuarter: Int { 960 }
  package typealias Message = (tick: Int, bytes: [UInt8])
  /// The messages of all layers, in order of time.
  package let messages: [Message]
  private let grid: GridDocument
  /// The length of the file.
  package let ticks: Int
  /// The bar of the timeline at which it begins, from 0.
  private let firstBar: Int

  /// - Parameter bars: of four quarter notes.
  package init(_ grid: GridDocument, bars: Int) { self.init(grid, ticks: bars * 4 * Self.ticksPerQuarter) }

  package init(_ grid: GridDocument, ticks: Int, from bar: Int = 0) {
    (self.grid, self.ticks, firstBar) = (grid, ticks, bar)
    messages = Self.play(grid, ticks, from: bar)
  }

  /// The score of a part of a grid.
  /// - Parameters:
  ///   - layer: from 0; nil: all of them.
  ///   - pattern: from 0, until it repeats; nil: the song, or the layers' own.
  ///   - song: from 0.
  ///   - section: the bars of the song, counted from its beginning; nil: all of it.
  ///   - bars: the length instead of that of the part.
  package init(
    _ grid: GridDocument, layer: Int?, pattern: Int? = nil, song: Int = 0, section: Range<Int>? = nil,
    bars: Int? = nil
  ) {
    var grid = grid
    var ticks = 0
    // The processor plays the first one.
    grid.songs = pattern == nil && grid.songs.indices.contains(song) ? [grid.songs[song]] : []
    let count = grid.layerCount
    for index in grid.layers.indices {
      guard layer == nil || layer == index else {
        grid.layers[index].plays = false
        continue
      }
      if let pattern { (grid.layers[index].pattern, grid.layers[index].links) = (pattern, []) }
      if layer != nil { grid.layers[index].plays = true }
      if grid.layers[index].plays && index < count { ticks = max(ticks, grid.layers[index].ticks) }
    }
    let bar = 4 * Self.ticksPerQuarter
    if let song = grid.songs.first, !song.sections.isEmpty { ticks = song.bars * bar }
    if let section { ticks = section.count * bar }
    self.init(grid, ticks: bars.map { $0 * bar } ?? ticks, from: section?.lowerBound ?? 0)
  }

  private static func play(_ grid: GridDocument, _ ticks: Int, from bar: Int) -> [Message] {
    var messages: [Message] = []
    let memory = UnsafeMutablePointer<CompiledGrid>.allocate(capacity: 1)
    memory.initialize(to: grid.compile())
    // At 60 quarter notes a minute and this sample rate a frame is a tick.
    var processor = ToneMatrixProcessor(sampleRate: Double(ticksPerQuarter), grid: memory)
    processor.activate()
    var position = Transport()
    position.speed = 1
    position.beatsPerMinute = 60
    position.bar = Int64(bar)
    position.barBeat = 0
    var start = 0
    while true {
      let count = min(ticksPerQuarter, ticks - start)
      processor.begin(room: 20_000)
      processor.start()
      // At the end the transport stops, so that no note is left on.
      if count == 0 { position.speed = 0 }
      if start == 0 || count == 0 { processor.handle(position) }
      processor.play(upTo: max(1, count))
      processor.end(max(1, count))
      for index in 0..<processor.queue.count {
        let event = processor.queue.event(index)
        let bytes = [event.bytes.0, event.bytes.1, event.bytes.2]
        messages.append((min(start + Int(event.frame), ticks), Array(bytes.prefix(Int(event.count)))))
      }
      if count == 0 { break }
      start += count
    }
    processor.grid.deinitialize(count: 1)
    processor.grid.deallocate()
    return messages
  }

  /// A Standard MIDI File of format 1: a track with the tempo, then one for each layer that plays.
  package func midiFile(tempo: Double) -> [UInt8] {
    let first = MIDITrack(
      name: grid.name, microseconds: Int((60_000_000 / tempo).rounded()), beats: 4, unit: 4)
    let tracks = grid.layers.indices.compactMap { index -> MIDITrack? in
      if !grid.layers[index].plays || grid.layers[index].patterns.allSatisfy({ $0.isEmpty }) { return nil }
      var alone = grid
      for other in grid.layers.indices where other != index { alone.layers[other].plays = false }
      let messages = Self.play(alone, ticks, from: firstBar)
      if messages.isEmpty { return nil }
      var track = MIDITrack(name: grid.layers[index].name)
      for (tick, bytes) in messages { track.add(bytes, at: tick) }
      return track
    }
    return first.file(ticksPerQuarter: Self.ticksPerQuarter, end: ticks, with: tracks)
  }
}

extension GridDocument {
  /// Returns the bars of a section of a song or, in a grid without songs, of an entry of a chain; nil if it is missing.
  /// - Parameters:
  ///   - index: from 0, as is the song.
  ///   - layer: from 0; nil: the first one that has a chain.
  package func section(_ index: Int, ofSong song: Int = 0, ofLayer layer: Int?) -> Range<Int>? {
    if !songs.isEmpty {
      guard songs.indices.contains(song), songs[song].sections.indices.contains(index) else { return nil }
      return songs[song].bar(ofSection: index)..<songs[song].bar(ofSection: index + 1)
    }
    guard song == 0, let layer = layer ?? layers.firstIndex(where: { !$0.links.isEmpty }),
      layers[layer].links.indices.contains(index)
    else { return nil }
    let links = layers[layer].links
    let first = links[..<index].reduce(0) { $0 + Int($1.bars) }
    return first..<first + Int(links[index].bars)
  }
}

extension GridLayerDocument {
  /// The length of a step in ticks of 1/960 quarter note.
  /// - Parameter pattern: from 0.
  func stepTicks(of pattern: Int) -> Int { stepLength(of: pattern) * 10 }

  /// The length of its song, or of its pattern until all of its conditions have been met once.
  fileprivate var ticks: Int {
    if !links.isEmpty { return links.reduce(0) { $0 + Int($1.bars) } * 4 * GridScore.ticksPerQuarter }
    let rounds = patterns[pattern].cells.reduce(1) { $1.isOn ? max($0, Int($1.of)) : $0 }
    let restart = Int(patterns[pattern].times.restart)
    if restart > 0 { return restart * 4 * GridScore.ticksPerQuarter * rounds }
    return steps(of: pattern) * stepTicks(of: pattern) * rounds
  }
}
