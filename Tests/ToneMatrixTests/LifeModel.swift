// The independent model of chance, accents and of cells that depend on others, by position. It asks neither the
// plugin's code for its random numbers nor for its order of questions.
import TestSupport

@testable import ToneMatrix

/// A row or a track that must play or rest.
struct ModelRelation {
  var isTrack: Bool
  /// From 0.
  var number: Int
  var plays: Bool
}

/// The chances of a layer of the model.
struct ModelLife {
  var seed: UInt64 = 1
  var humanizeVelocity: Int64 = 0
  var humanizeTiming: Int64 = 0
  var curve: Int64 = 0
}

/// SplitMix64 (Steele, Lea and Flood 2014): the numbers that follow a state.
private func splitMix(_ state: UInt64) -> UInt64 {
  let a = state &+ 11_400_714_819_323_198_485
  let b = (a ^ a >> 30) &* 13_787_848_793_156_543_929
  let c = (b ^ b >> 27) &* 10_723_151_780_598_845_931
  return c ^ c >> 31
}

/// The share 0 ..< 1 of a use, a layer, a row and a step, times `count`.
private func chance(
  _ count: Fraction.Wide, seed: UInt64, use: UInt64, layer: Int, row: Int, step: Int64
) -> Int64 {
  let place = use << 32 + UInt64(layer) << 16 + UInt64(row)
  let bits = splitMix(splitMix(seed ^ place &* 15_074_714_826_142_052_245) ^ UInt64(bitPattern: step))
  return Fraction(Fraction.Wide(bits >> 32) * count, 1 << 32).floor
}

extension ModelCell {
  var row: Int { Int(note) - 40 }
}

/// A step of a layer of the model: its pattern, its number there and over all turns, and the passes before.
struct ModelStep {
  var pattern: ModelPattern
  var step: Int64
  var whole: Int64
  var rounds: Int64

  var cells: [ModelCell] { pattern.cells(of: step) }
}

extension ModelLayer {
  private func deviation(_ limit: Int64, use: UInt64, _ cell: ModelCell, _ whole: Int64) -> Int64 {
    if limit == 0 { return 0 }
    return chance(
      Fraction.Wide(2 * limit + 1), seed: life.seed, use: use, layer: Int(channel), row: cell.row, step: whole
    )
      - limit
  }

  /// The cells of a step with the delays and velocities that they have there.
  func humanized(_ step: ModelStep) -> [ModelCell] {
    step.cells.map { cell in
      var cell = cell
      cell.delay = max(-99, min(99, cell.delay + deviation(life.humanizeTiming, use: 4, cell, step.whole)))
      func rounded(_ number: Fraction) -> Fraction {
        Fraction(Fraction.Wide((number + Fraction(1, 2)).floor))
      }
      func bounded(_ velocity: Fraction) -> Fraction {
        max(Fraction(1), min(Fraction(127), rounded(velocity)))
      }
      let percent = Fraction.Wide(step.pattern.accents[cell.step] ?? 100)
      var velocity = bounded(Fraction(Fraction.Wide(cell.velocity)) * Fraction(percent, 100))
      let bend =
        Fraction(Fraction.Wide(life.curve), 100) * velocity * (Fraction(127) - velocity) / Fraction(127)
      velocity = bounded(velocity + rounded(bend))
      let more = Fraction(Fraction.Wide(deviation(life.humanizeVelocity, use: 5, cell, step.whole)), 100)
      velocity = bounded(velocity + rounded(velocity * more))
      cell.velocity = velocity.floor
      return cell
    }
  }

  /// Whether a cell of a step plays without a fill.
  func plays(_ cell: ModelCell, _ step: ModelStep, at place: Fraction, bar: Fraction, left: Int = 32) -> Bool
  {
    if cell.isFill == true { return false }
    let turn = step.rounds + step.pattern.round(of: step.step)
    guard ((turn % cell.of) + cell.of) % cell.of == cell.nth - 1 else { return false }
    let share = cell.probability * step.pattern.probability
    let number = chance(
      10_000 << 32, seed: life.seed, use: 3, layer: Int(channel), row: cell.row, step: step.whole)
    guard share == 10_000 || number < share << 32 else { return false }
    guard let relation = cell.relation else { return true }
    if !relation.isTrack {
      let other = step.cells.first { $0.row == relation.number }
      let isPlaying =
        left > 1 && other.map { plays($0, step, at: place, bar: bar, left: left - 1) } ?? false
      return isPlaying == relation.plays
    }
    guard let tracks else { return false }
    guard tracks.indices.contains(relation.number) else { return !relation.plays }
    // Its copy has no tracks: there, what depends on one never plays.
    let other = tracks[relation.number]
    let here = other.step(at: place, bar: bar)
    let isPlaying = here.map { here in
      here.cells.contains { other.plays($0, here, at: place, bar: bar) }
    }
    return (isPlaying ?? false) == relation.plays
  }

  /// The last step that begins at `place` or before, in its stretch; nil: the stretch has none yet.
  private func step(at place: Fraction, bar: Fraction) -> ModelStep? {
    let number = (place / bar).floor
    let (pattern, start, turn, from) = section(number)
    let origin = pattern.restart > 0 ? Fraction(Fraction.Wide(start)) * bar : Fraction(0)
    let step = ((place - origin) / pattern.length).floor
    let began = origin + Fraction(Fraction.Wide(step)) * pattern.length
    if let from, began < Fraction(Fraction.Wide(from)) * bar { return nil }
    return ModelStep(
      pattern: pattern, step: step, whole: whole(step, pattern, turn, bar: bar),
      rounds: rounds(pattern, turn, bar: bar))
  }

  /// The steps of a pattern between two restarts.
  private func perTurn(_ pattern: ModelPattern, bar: Fraction) -> Int64 {
    pattern.restart == 0 ? 0 : (Fraction(Fraction.Wide(pattern.restart)) * bar / pattern.length).ceiling
  }

  func whole(_ step: Int64, _ pattern: ModelPattern, _ turn: Int64, bar: Fraction) -> Int64 {
    turn * perTurn(pattern, bar: bar) + step
  }

  func rounds(_ pattern: ModelPattern, _ turn: Int64, bar: Fraction) -> Int64 {
    turn * Fraction(Fraction.Wide(perTurn(pattern, bar: bar)), Fraction.Wide(pattern.steps)).ceiling
  }
}
