// Random numbers with a seed, so that a failure can be repeated. Not for the audio thread.
import Foundation

/// A generator of 64-bit numbers (S. Vigna's SplitMix64). Equal seeds give equal numbers.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter seed: any number.
  public init(seed: UInt64) { state = seed }

  /// Begins with `testSeed(name, default: seed)`, which prints it.
  public init(_ name: String, default seed: UInt64) { self.init(seed: testSeed(name, default: seed)) }

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

/// Returns the seed of a random test, and prints it in the form that repeats the run: `NAME=123`.
///
/// Without environment variables it is `seed`, so each run draws the same numbers. The variable `name` replaces
/// it. `TACTUS_CAMPAIGN_SEED=N` gives each name a new seed, computed from N and the name.
public func testSeed(_ name: String, default seed: UInt64) -> UInt64 {
  let environment = ProcessInfo.processInfo.environment
  let given = environment[name].flatMap { UInt64($0) }
  let campaign = environment["TACTUS_CAMPAIGN_SEED"].flatMap { UInt64($0) }
  let chosen = given ?? campaign.map { campaignSeed($0, name) } ?? seed
  print("\(name)=\(chosen)")
  return chosen
}

/// Whether the tests run as a campaign: with new seeds and as many cases as are worth an hour.
public let isCampaign = ProcessInfo.processInfo.environment["TACTUS_CAMPAIGN_SEED"] != nil

/// Returns the number of random cases of a test: that of the environment variable `name`, otherwise `many` in a campaign
/// and `few` elsewhere.
public func testCases(_ few: Int, inCampaign many: Int, variable name: String? = nil) -> Int {
  let given = name.flatMap { ProcessInfo.processInfo.environment[$0] }.flatMap { Int($0) }
  return given ?? (isCampaign ? many : few)
}

/// The hash FNV-1a of the name, mixed with the number of the campaign; 32 bits, which are easier to copy.
/// `Tests/HostTests/support/seeds.py` computes the same.
private func campaignSeed(_ number: UInt64, _ name: String) -> UInt64 {
  let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  var generator = SeededGenerator(seed: hash ^ number)
  return generator.next() >> 32
}
