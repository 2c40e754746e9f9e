// swift-tools-version: 6.3
// The rooms of the house and who may import whom (docs/architecture.md). Two builds of the same
// sources: ordinary Swift for tests and the command, and Embedded Swift (TACTUS_EMBEDDED=1, set by
// the Makefile) for the library that hosts load.
import PackageDescription

let embedded = Context.environment["TACTUS_EMBEDDED"] != nil

/// A room that is linked into the library: it compiles both as ordinary and as Embedded Swift.
func room(_ name: String, imports: [String] = []) -> Target {
  .target(
    name: name,
    dependencies: imports.map { .byName(name: $0) },
    swiftSettings: embedded
      ? [.enableExperimentalFeature("Embedded"), .unsafeFlags(["-wmo"])] : [])
}

/// C headers and inline accessors, nothing else.
func headers(_ name: String, links: [String] = []) -> Target {
  .target(name: name, linkerSettings: links.map { .linkedLibrary($0) })
}

/// A C library of the system that only ordinary Swift uses.
func system(_ name: String, pkgConfig: String, debian: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}

let library: [Target] = [
  // The real-time layer: all that `run` reaches.
  headers("CLanes", links: ["m"]),
  room("Controls"),
  room("Lanes", imports: ["CLanes"]),
  room("RealTime"),
  room("Music", imports: ["Lanes", "RealTime"]),
  room("Signal", imports: ["Lanes"]),
  room("Touch", imports: ["Controls", "Lanes", "RealTime"]),
  room("Matrix", imports: ["Controls", "Lanes"]),
  room(
    "Instrument",
    imports: ["Controls", "Lanes", "RealTime", "Music", "Signal", "Touch", "Matrix"]),
  room("ToneMatrix", imports: ["Controls", "RealTime", "Music"]),
  // The input layer: own threads, may allocate.
  headers("CSystem"),
  headers("CAvahi"),
  headers("CJansson", links: ["jansson"]),
  room(
    "Documents",
    imports: [
      "Controls", "Lanes", "RealTime", "Music", "Signal", "Touch", "Matrix", "Instrument",
      "ToneMatrix", "CJansson", "CSystem",
    ]),
  room("OSC"),
  room("Dialects", imports: ["Controls", "RealTime", "Documents", "OSC"]),
  room(
    "Broker",
    imports: ["Controls", "RealTime", "ToneMatrix", "Documents", "OSC", "Dialects", "CSystem", "CAvahi"]),
  // The host layer.
  headers("CLV2"),
  headers("CTuningMaster"),
  room("LV2", imports: ["RealTime", "CLV2"]),
  room(
    "Plugins",
    imports: [
      "Controls", "Lanes", "RealTime", "Music", "Signal", "Touch", "Matrix", "Instrument", "ToneMatrix",
      "Documents", "Broker", "LV2", "CLV2", "CSystem", "CTuningMaster",
    ]),
]

let tools: [Target] = [
  .executableTarget(name: "declare", dependencies: ["Controls", "Music", "Signal", "Documents"]),
  system("CLilv", pkgConfig: "lilv-0", debian: "liblilv-dev"),
  system("CSndfile", pkgConfig: "sndfile", debian: "libsndfile1-dev"),
  system("CCairo", pkgConfig: "cairo", debian: "libcairo2-dev"),
  .target(name: "Hosting", dependencies: ["Controls", "RealTime", "CLilv"]),
  .executableTarget(
    name: "tactus",
    dependencies: [
      "Controls", "RealTime", "Music", "Signal", "Matrix", "Instrument", "ToneMatrix", "Documents", "OSC",
      "Dialects", "Broker", "Hosting", "CSndfile", "CCairo", "CSystem",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ]),
]

/// The tests of one room; `imports` beyond the room itself.
func tests(_ name: String, imports: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name] + imports).map { .byName(name: $0) })
}

let suites: [Target] = [
  tests("Controls"),
  tests("Lanes"),
  tests("RealTime"),
  tests("Music", imports: ["Lanes"]),
  tests("Signal", imports: ["Lanes", "declare"]),
  tests("Matrix", imports: ["Controls", "Lanes"]),
  tests("Documents", imports: ["Controls", "Matrix", "Instrument", "Music", "Signal", "ToneMatrix"]),
  tests("Touch", imports: ["Controls", "RealTime"]),
  tests(
    "Instrument",
    imports: ["Controls", "Documents", "Lanes", "Matrix", "Music", "RealTime", "Signal", "declare"]),
  tests("ToneMatrix", imports: ["Controls", "RealTime"]),
  // liblo, with which our reader and writer of OSC are compared; the library does without it.
  .target(name: "CLo", path: "Tests/CLo", linkerSettings: [.linkedLibrary("lo")]),
  .target(name: "InputTestSupport", dependencies: ["RealTime"], path: "Tests/InputTestSupport"),
  tests("OSC", imports: ["InputTestSupport", "CLo"]),
  tests("Dialects", imports: ["Documents", "InputTestSupport", "OSC", "RealTime"]),
  tests(
    "Broker",
    imports: [
      "Controls", "Dialects", "Documents", "InputTestSupport", "RealTime", "ToneMatrix", "Touch", "CSystem",
    ]),
  tests("Hosting", imports: ["RealTime"]),
  .testTarget(name: "StateTests", dependencies: ["Controls", "Hosting", "RealTime"]),
  tests("tactus", imports: ["CSndfile", "Hosting", "OSC", "RealTime"]),
]

/// The rooms that a list of targets needs, with itself.
func closure(of names: [String], in targets: [Target]) -> [Target] {
  var needed = Set(names)
  var isComplete = false
  while !isComplete {
    let count = needed.count
    for target in targets where needed.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
    isComplete = needed.count == count
  }
  return targets.filter { needed.contains($0.name) }
}

/// All targets, or, for a quick run of one room's tests, those that the suites named in TACTUS_SUITES need.
let wanted = Context.environment["TACTUS_SUITES"]?.split(separator: " ").map { "\($0)Tests" }
let targets = wanted.map { closure(of: $0, in: library + tools + suites) } ?? library + (embedded ? [] : tools + suites)

let package = Package(
  name: "tactus",
  products: wanted != nil
    ? []
    : [
      .library(name: "TactusPlugins", type: .static, targets: ["Plugins"]),
      .executable(name: "declare", targets: ["declare"]),
      .executable(name: "tactus", targets: ["tactus"]),
    ].filter { !embedded || $0.name == "TactusPlugins" },
  dependencies: embedded
    ? [] : [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
  targets: targets,
  swiftLanguageModes: [.v6]
)
