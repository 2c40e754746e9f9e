// `costs`, run by `make bench`: what single parts of the sound cost. It prints and does not judge.
// `costs pictures` and `costs tangibles` print one part. `costs world COUNT SECONDS` runs a world alone, for
// Tests/Bench/world.py, and `costs loops SECONDS` the looper alone, for Tests/Bench/loops.py.
let words = CommandLine.arguments
if words.count == 4, words[1] == "world", let bodies = Int(words[2]), let seconds = Int(words[3]) {
  printCostsOfWorld(bodies: min(max(bodies, 1), 64), seconds: max(seconds, 1))
} else if words.count == 3, words[1] == "loops", let seconds = Int(words[2]) {
  printCostsOfLoops(seconds: max(seconds, 1))
} else if words.count == 2, words[1] == "pictures" {
  printCostsOfPictures()
} else if words.count == 2, words[1] == "tangibles" {
  printCostsOfTangibles()
} else {
  let tables = waveTables()
  printCostsOfBlocks(tables)
  printCostsOfSamples(tables)
  printCostsOfConnections()
  printCostsOfTangibles()
  printCostsOfPictures()
}
