import Foundation
import InputFuzz
import TestSupport
import Testing

/// Feeds mutated inputs to each reader of untrusted bytes. A reader that violates an invariant stops the
/// program. INPUT_FUZZ sets the number of inputs. The campaign also runs libFuzzer, which is guided by
/// coverage.
struct InputFuzzTests {
  @Test(arguments: FuzzTarget.allCases)
  func mutatedInputsAreReadOrRefused(target: FuzzTarget) {
    let count = testCases(2000, inCampaign: 200_000, variable: "INPUT_FUZZ")
    var random = SeededGenerator("INPUT_FUZZ_SEED", default: 38)
    let corpus = target.corpus(repository.appending(path: "bundle").path)
    #expect(corpus.count > 1)
    for each in corpus { target.run(each) }
    for _ in 0..<count { target.run(random.pick(corpus).mutated(among: corpus, target.words, &random)) }
  }

  private var repository: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
  }
}
