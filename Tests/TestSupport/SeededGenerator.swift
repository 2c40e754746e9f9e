// Random numbers with a seed, so that a failure can be repeated. Not for the audio thread.
import Foundation

/// A generator of 64-bit numbers (S. Vigna's SplitMix64). Equal seeds give equal numbers.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter seed: any number.
  public init(seed: UInt64) { state = seed }

  /// Prints the seed beside the name of its test.
  public init(_ test: String, seed: UInt64) {
    print("\(test): seed \(seed)")
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// The remainder of a number, 0 ..< `limit`.
  public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// One of the elements of a list that is not empty.
  public mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}

/// The seed of a test: that of the environment variable `name`, else `seed`, else a random one. It is printed
/// in the form that sets the variable to repeat the run: `NAME=123`.
public func printedSeed(_ name: String, or seed: UInt64? = nil) -> UInt64 {
  let given = ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  let chosen = given ?? seed ?? UInt64.random(in: 0 ... .max)
  print("\(name)=\(chosen)")
  return chosen
}
