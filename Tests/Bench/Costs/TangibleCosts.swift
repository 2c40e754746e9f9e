// What recognition of objects costs: 32 free touches in 15 × 15 cm that are all searched, and 32 definitions.
// Not for the audio thread.
import Tangibles

/// 32 objects with sides of 30 to 75 mm, as near to each other as a library allows.
private func fullLibrary() -> TangibleLibrary {
  var library = TangibleLibrary()
  for long in stride(from: 75, through: 40, by: -5) as StrideThrough<Float> {
    for middle in stride(from: long - 6, through: 34, by: -5) as StrideThrough<Float> {
      for short in stride(from: middle - 6, through: 30, by: -5) as StrideThrough<Float> {
        let x = (long * long + middle * middle - short * short) / (2 * long)
        let square = middle * middle - x * x
        guard square > 0 else { continue }
        for hand in [1, -1] as [Float] {
          guard library.definitions.count < TangibleLibrary.limit else { return library }
          let pads: [TablePoint] = [[0, 0], [long, 0], [x, hand * square.squareRoot()]]
          // One that cannot be told apart from those before is left out.
          try? library.add(TangibleDefinition(name: [UInt8(65 + library.definitions.count)], pads: pads))
        }
      }
    }
  }
  return library
}

/// Prints the mean and the greatest time of an event.
func printCostsOfTangibles() {
  let library = fullLibrary()
  let clock = ContinuousClock()
  for (name, width, height, jump) in [
    ("32 free touches in 15 × 15 cm", 150, 150, 3), ("32 free touches on a table", 600, 340, 3),
  ] as [(String, Float, Float, Float)] {
    var tracker = TangibleTracker(library, confirm: .sure)
    var draws = Draws(state: 7)
    var places: [TablePoint] = []
    var time: Int64 = 0
    for id in 0..<32 {
      places.append([draws.next() * width, draws.next() * height])
      tracker.handle(.began, source: 1, id: Int32(id), place: places[id], at: time) { _, _ in }
    }
    // Each moves by more than a pad that lies still, so that no three of them become an object and each event
    // searches anew.
    var times: [Double] = []
    for step in 0..<6000 {
      let id = step % 32
      if id == 0 { time += 10_000_000 }
      places[id] += [jump * (draws.next() - 0.5), jump * (draws.next() - 0.5)]
      let begun = clock.now
      tracker.handle(.moved, source: 1, id: Int32(id), place: places[id], at: time) { _, _ in }
      times.append(Double((clock.now - begun).components.attoseconds) * 1e-12)
    }
    times.sort()
    func text(_ microseconds: Double) -> String { "\((microseconds * 10).rounded() / 10)" }
    let mean = times.reduce(0, +) / Double(times.count)
    let objects = tracker.seen.reduce(0) { $0 + $1.recognized }
    print(
      "objects, \(name), \(library.definitions.count) definitions: mean \(text(mean)) µs an event,",
      "99 of 100 below \(text(times[times.count * 99 / 100])), greatest \(text(times.last ?? 0));",
      "\(objects) recognized (bound: 100 µs)")
  }
}
