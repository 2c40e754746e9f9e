// `costs`, run by `make bench`: what single parts of the sound cost. It prints and does not judge.

printCostsOfBlocks()
printCostsOfConnections()
