// The pattern that a layer plays: a requested one, else the song's, else the chain's, else the grid's. Audio thread.
import Controls

extension ToneMatrixProcessor {
  /// Requests a pattern (0…15) by a port, a key or a program change; −1: the grid's pattern again.
  @_noLocks mutating func request(_ pattern: Int, _ layer: Int) {
    ask(min(max(pattern, -1), GridLimit.patterns - 1), layer)
  }

  /// Requests that a layer stops. It goes on with the next pattern that is requested, or when the timeline starts.
  @_noLocks mutating func requestStop(_ layer: Int) {
    ask(GridLimit.patterns + layers[layer].pattern, layer)
  }

  @_noLocks private mutating func ask(_ request: Int, _ layer: Int) {
    layers[layer].requested = request
    updateTimes(layer)
    guard isRolling else { return switchNow(layer) }
    let length = ports[whole: .switchAt] == 0 ? 0 : ports[whole: .switchAt] == 1 ? meterBeat : meterBar
    guard length > 0 else { return switchNow(layer) }
    layers[layer].switchAt = Self.line(from: position(at: now), every: length) * length
    findSpan(layer)
    strikeAheadAgain(layer)
  }

  /// Discards requests made while the timeline rolled, so that each start of the timeline is the same.
  @_noLocks mutating func restartPattern(_ layer: Int) {
    layers[layer].requested = ports[whole: layer, .pattern] - 1
    switchNow(layer)
  }

  @_noLocks private mutating func switchNow(_ layer: Int) {
    layers[layer].chosen = layers[layer].requested
    layers[layer].requested = -2
    layers[layer].pattern = patternNow(layer)
    findSpan(layer)
    strikeAheadAgain(layer)
  }

  /// The pattern at the present position.
  @_noLocks func patternNow(_ layer: Int) -> Int { written(at: position(at: now), layer) }

  /// The pattern of the step at `position`; puts a request into force that is due there.
  @_noLocks mutating func pattern(at position: Double, _ layer: Int) -> Int {
    applyRequest(at: position, layer)
    return written(at: position, layer)
  }

  /// The pattern of the step at `position`, which is still to come.
  @_noLocks func patternAhead(at position: Double, _ layer: Int) -> Int {
    written(
      at: position, layer,
      chosen: layers[layer].isRequestDue(at: position) ? layers[layer].requested : layers[layer].chosen)
  }

  var meterBar: Double { @_noLocks get { isOwn ? own.bar : host.bar } }
  private var meterBeat: Double { @_noLocks get { isOwn ? own.beat : host.beat } }

  @_noLocks private func written(at position: Double, _ layer: Int) -> Int {
    written(at: position, layer, chosen: layers[layer].chosen)
  }

  @_noLocks private func written(at position: Double, _ layer: Int, chosen: Int) -> Int {
    chosen >= 0 ? chosen % GridLimit.patterns : part(ofBar: bar(at: position), layer).pattern
  }
}
