// The playing grid as a live frame. Audio thread.
import Controls
import RealTime

extension ToneMatrixProcessor {
  /// The first frame of the next block, counted from `activate`.
  public var presentFrame: Int64 { @_noLocks get { blockStart } }

  /// The head of a live frame for a block that began at a frame.
  /// - Parameter clock: `CLOCK_MONOTONIC` then, in nanoseconds.
  @_noLocks public func liveHead(blockAt start: Int64, clock: Int64) -> LiveHead {
    var head = LiveHead()
    head.frame = start
    head.clock = clock
    head.sampleRate = Float(sampleRate)
    head.revision = grid.pointee.revision
    head.position = position(at: start)
    head.hasOwnClock = isOwn
    head.speed = isRolling && perFrame > 0 ? 1 : 0
    head.tempo = Float(
      perFrame > 0 ? perFrame * 60 * sampleRate : isOwn ? own.beatsPerMinute : host.beatsPerMinute)
    return head
  }

  /// Writes the sections of a live frame that a mask asks for. The song comes with the layers.
  @_noLocks public func show(_ mask: UInt32, blockAt start: Int64, into writer: inout LiveFrameWriter) {
    guard mask & LiveSection.grid.bit != 0, writer.begin(.grid) else { return }
    let here = position(at: start)
    for index in 0..<GridLimit.layers {
      var layer = LiveLayer()
      layer.column = layers[index].isStopped ? -2 : Int32(truncatingIfNeeded: column(of: index))
      layer.pattern = Int32(truncatingIfNeeded: pattern(of: index))
      layer.lit = lit(of: index)
      layer.step = Float(layers[index].span.stepLength) / 96
      layer.untilNext = Float(layers[index].nextPosition - here)
      writer.add(layer)
    }
    if let song = liveSong(at: here), writer.begin(.song) { writer.add(song) }
  }

  @_noLocks private func liveSong(at position: Double) -> LiveSong? {
    let here = bar(at: position)
    guard let part = section(ofBar: here) else { return nil }
    var live = LiveSong()
    live.song = Int32(truncatingIfNeeded: song.course(ofBar: here).song)
    live.section = Int32(truncatingIfNeeded: part.section)
    live.bars = Float(position / songBar - Double(part.first))
    if !song.isReached, here < song.border, let next = section(ofBar: song.border) {
      live.next = Int32(truncatingIfNeeded: next.section)
    }
    return live
  }
}
