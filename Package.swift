// swift-tools-version: 6.3
// The modules of docs/architecture.md and what each may import; `make check` compares them. Three builds of
// the same sources: ordinary Swift for tests and the command; Embedded Swift (TACTUS_EMBEDDED=1, set by
// packaging/libraries) for the libraries that hosts load; and Embedded Swift for WebAssembly (TACTUS_WASM=1,
// set by packaging/webassembly) of the real-time and the pure modules.
import PackageDescription

let wasm = Context.environment["TACTUS_WASM"] != nil
let embedded = wasm || Context.environment["TACTUS_EMBEDDED"] != nil

/// Each function of the library is a section of its own, so that the linker drops what is not used and second
/// copies of what several modules compile.
let sections = wasm ? [] : ["-Xfrontend", "-function-sections"]
/// The modules that the audio thread never calls, or only at events and ticks, are small instead of fast.
let small = [
  "Controls", "ToneMatrix", "LV2", "Text", "Patches", "Demonstrations", "Lessons", "Grids", "Profiles",
  "OSC", "Paint",
  "Toolkit", "PanelModel", "Forms", "PerformanceScreens", "SoundScreens", "GridScreens", "LibraryScreens",
  "SceneScreens", "Shell", "Page", "Dialects", "Stores", "Broker", "Scene", "Plugins", "Canvas", "Window",
  "Drawings",
]
/// The linker compiles a small module as one (packaging/libraries): it finds more that is repeated.
let asOne = ["-Xfrontend", "-emit-bc", "-Xfrontend", "-lto=llvm-full"]
/// Modules whose functions their clients only call. Embedded Swift compiles every function again in each module that
/// reaches it, unless the module keeps its bodies to itself; here only `@inlinable` ones and initial values leave.
/// So clients compile in a third of the time, and only when a declaration has changed.
let closed: Set = [
  "Instrument", "Drawings", "Patches", "Demonstrations", "Lessons", "Grids", "Tangibles", "SceneFiles",
  "Profiles",
  "OSC", "Paint", "Toolkit", "PanelModel", "Forms",
  "PerformanceScreens", "SoundScreens", "GridScreens", "LibraryScreens", "SceneScreens", "Shell", "Takes",
  "Broker", "Scene", "LV2", "Canvas",
]
let ownBodies = ["-Xllvm", "-sil-disable-pass=cmo"]
/// Tests see the internal declarations of our modules. A package that depends on this one may not have unsafe flags.
let testable: [SwiftSetting] =
  Context.packageDirectory.contains("/checkouts/") ? [] : [.unsafeFlags(["-enable-testing"])]

/// A module that is linked into the library: it compiles both as ordinary and as Embedded Swift.
func module(_ name: String, imports: [String] = [], path: String? = nil) -> Target {
  let flags =
    ["-wmo"] + sections + (small.contains(name) ? ["-Osize"] + (wasm ? [] : asOne) : [])
    + (closed.contains(name) ? ownBodies : [])
  return .target(
    name: name,
    dependencies: imports.map { .byName(name: $0) },
    path: path,
    swiftSettings: embedded
      ? [.enableExperimentalFeature("Embedded"), .unsafeFlags(flags)] : testable)
}

/// C headers and inline accessors, nothing else.
func headers(_ name: String, links: [String] = []) -> Target {
  .target(name: name, linkerSettings: links.map { .linkedLibrary($0) })
}

/// A C library of the system that only ordinary Swift uses.
func system(_ name: String, pkgConfig: String, debian: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}

/// All that `run` reaches. It builds for WebAssembly.
let realTime: [Target] = [
  headers("CLanes"),
  module("Controls"),
  module("Lanes", imports: ["CLanes"]),
  module("RealTime", imports: ["Lanes"]),
  module("Music", imports: ["Controls", "Lanes"]),
  module("Signal", imports: ["Lanes"]),
  module("Reverberation", imports: ["Lanes", "Signal"]),
  module("Samples", imports: ["Lanes", "Signal"]),
  module("Touch", imports: ["Controls", "Lanes", "RealTime"]),
  module("Matrix", imports: ["Controls", "Lanes"]),
  module("World", imports: ["Controls", "Lanes", "RealTime"]),
  module("Loops", imports: ["RealTime"]),
  module(
    "Instrument",
    imports: [
      "Controls", "Lanes", "RealTime", "Music", "Signal", "Reverberation", "Samples", "Touch", "Matrix",
      "World", "Loops",
    ]),
  module("ToneMatrix", imports: ["Controls", "RealTime", "Music"]),
]

/// Modules that may allocate, but neither call the system nor import a C library. They build for WebAssembly.
let pure: [Target] = [
  module("Text", imports: ["Controls"]),
  module("Drawings", imports: ["Controls"]),
  module(
    "Patches",
    imports: [
      "Controls", "Lanes", "RealTime", "Music", "Signal", "Samples", "Matrix", "World", "Loops", "Instrument",
      "Text",
    ]),
  module("Demonstrations", imports: ["Controls", "Lanes", "Matrix", "Text"]),
  module("Lessons", imports: ["Controls", "RealTime", "Touch", "Text"]),
  module("Grids", imports: ["Controls", "RealTime", "Music", "ToneMatrix", "Text"]),
  module("Concerts", imports: ["Controls", "Instrument", "Patches", "Text"]),
  module("Commons", imports: ["Controls", "Patches", "Text"]),
  module("Tangibles", imports: ["Controls", "Lanes", "Text"]),
  module("SceneFiles", imports: ["Lanes", "Text"]),
  module("Profiles", imports: ["Controls", "RealTime", "Touch", "Text", "Tangibles"]),
  module("OSC"),
  module("Paint", imports: ["Controls", "Lanes", "Text"]),
  module("Toolkit", imports: ["Controls", "Lanes", "Text", "Paint"]),
  module(
    "PanelModel",
    imports: [
      "Controls", "Lanes", "RealTime", "Music", "Matrix", "Text", "Drawings", "Patches", "Demonstrations",
      "Lessons", "Grids", "SceneFiles", "OSC", "Paint", "Toolkit",
    ]),
  module(
    "Forms",
    imports: [
      "Controls", "Lanes", "Music", "Signal", "Matrix", "Text", "Patches", "Grids", "Paint", "Toolkit",
      "PanelModel",
    ]),
  module(
    "PerformanceScreens",
    imports: [
      "Controls", "Lanes", "RealTime", "Music", "Matrix", "World", "Text", "Drawings", "Patches",
      "Lessons", "Paint", "Toolkit", "PanelModel",
    ]),
  module(
    "GridScreens",
    imports: [
      "Controls", "Music", "RealTime", "ToneMatrix", "Text", "Grids", "Paint", "Toolkit", "PanelModel",
      "Forms",
    ]),
  module(
    "SceneScreens",
    imports: ["Controls", "Lanes", "Text", "SceneFiles", "Paint", "Toolkit", "PanelModel"]),
  module(
    "SoundScreens",
    imports: [
      "Controls", "Lanes", "Music", "Signal", "Reverberation", "WaveRecipes", "Matrix", "Text", "Instrument",
      "Patches",
      "Demonstrations", "RealTime", "Paint", "Toolkit",
      "PanelModel", "Forms",
    ]),
  module(
    "LibraryScreens",
    imports: [
      "Controls", "Lanes", "RealTime", "Text", "Patches", "Grids", "Commons", "Paint", "Toolkit",
      "PanelModel",
    ]),
  module(
    "Shell",
    imports: [
      "Controls", "RealTime", "Matrix", "Text", "Patches", "Paint", "Toolkit", "PanelModel",
      "PerformanceScreens", "SoundScreens", "GridScreens", "LibraryScreens", "SceneScreens",
    ]),
  module("WaveRecipes", imports: ["Signal"]),
  module("Takes", imports: ["Controls", "RealTime", "Text"]),
  module(
    "Page",
    imports: [
      "Controls", "RealTime", "Matrix", "Text", "Patches", "Grids", "Paint", "Toolkit", "PanelModel", "Shell",
    ]),
  module(
    "Dialects",
    imports: ["Controls", "RealTime", "Text", "Patches", "Grids", "Profiles", "Tangibles", "OSC"]),
]

/// Modules with threads of their own, C libraries and system calls.
let others: [Target] = [
  // The input layer: own threads, may allocate.
  headers("CPosix"),
  headers("CAvahi"),
  module(
    "Stores",
    imports: [
      "Controls", "RealTime", "Music", "Signal", "Samples", "Loops", "Instrument", "ToneMatrix", "Text",
      "Patches", "Grids", "Profiles", "Tangibles", "Dialects", "CPosix",
    ]),
  module(
    "Broker",
    imports: [
      "Controls", "Lanes", "RealTime", "Instrument", "ToneMatrix", "Text", "Patches", "Profiles", "Tangibles",
      "OSC",
      "Dialects", "Stores", "CPosix", "CAvahi",
    ]),
  module(
    "Scene",
    imports: ["Controls", "Lanes", "RealTime", "Touch", "Text", "Patches", "SceneFiles", "CPosix"]),
  // The host layer.
  headers("CLV2"),
  headers("CTuningMaster"),
  module("LV2", imports: ["RealTime", "CLV2"]),
  module(
    "Plugins",
    imports: [
      "Controls", "Lanes", "RealTime", "Music", "Signal", "Touch", "Loops", "Instrument", "ToneMatrix",
      "Text", "Patches", "Stores", "Broker", "Scene", "LV2", "CLV2", "CPosix", "CTuningMaster",
    ]),
]

/// The instrument that a browser plays by itself; for WebAssembly alone.
let solo = module(
  "Solo",
  imports: [
    "Controls", "Lanes", "RealTime", "Music", "Signal", "Touch", "Loops", "Instrument", "ToneMatrix", "Text",
    "Patches", "WaveRecipes", "Takes", "OSC", "Dialects", "Stores", "CPosix",
  ])

/// What the library that hosts load is made of.
let library = realTime + pure + others

/// The modules of the window's library, in addition to the real-time and the pure ones.
let window: [Target] = [
  system("CCairo", pkgConfig: "cairo-ft", debian: "libcairo2-dev"),
  headers("CJPEG", links: ["jpeg"]),
  headers("CX", links: ["xcb", "xcb-xinput", "xcb-shm"]),
  module("Canvas", imports: ["Paint", "CCairo", "CJPEG", "CPosix"]),
  module(
    "Window",
    imports: [
      "Controls", "RealTime", "Matrix", "Text", "Patches", "Grids", "Paint", "Toolkit", "PanelModel", "Shell",
      "Canvas", "LV2", "CLV2", "CPosix", "CX",
    ]),
]

/// A module of ordinary Swift, which may use Foundation.
func tool(
  _ name: String, imports: [String] = [], packages: [Target.Dependency] = [], path: String? = nil
) -> Target {
  .target(
    name: name, dependencies: imports.map { .byName(name: $0) } + packages, path: path,
    swiftSettings: testable)
}

/// A program.
func program(
  _ name: String, imports: [String], packages: [Target.Dependency] = [], path: String? = nil
) -> Target {
  .executableTarget(
    name: name, dependencies: imports.map { .byName(name: $0) } + packages, path: path,
    swiftSettings: testable)
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let tools: [Target] = [
  program(
    "declare",
    imports: [
      "Controls", "Drawings", "RealTime", "Music", "World", "Text", "Patches", "Lessons", "Grids", "Concerts",
      "Commons", "Profiles", "Tangibles", "Dialects",
    ]),
  system("CLilv", pkgConfig: "lilv-0", debian: "liblilv-dev"),
  system("CSndfile", pkgConfig: "sndfile", debian: "libsndfile1-dev"),
  // liblo, the transport of the command's OSC. The tests compare our reader and writer with it; the libraries
  // that hosts load do without it.
  system("CLo", pkgConfig: "liblo", debian: "liblo-dev"),
  tool("Hosting", imports: ["RealTime", "CLilv"]),
  headers("CInput"),
  headers("CJack"),
  tool("Stage", imports: ["RealTime", "Hosting", "SceneFiles", "CInput", "CJack", "CSndfile"]),
  tool("Console", imports: ["Text", "OSC", "CSndfile"]),
  system("CQR", pkgConfig: "libqrencode", debian: "libqrencode-dev"),
  tool("WebPage", imports: ["Console", "CQR"]),
  tool(
    "Performances",
    imports: [
      "Controls", "Lanes", "RealTime", "Music", "Signal", "Instrument", "Text", "Patches", "Profiles",
      "Tangibles", "Stores", "OSC", "Dialects", "Hosting", "Console", "MIDIFiles", "Pictures", "Takes",
    ], packages: [argumentParser]),
  tool(
    "CommonsBuilder",
    imports: [
      "RealTime", "Text", "Patches", "Grids", "Commons", "Profiles", "Takes", "Stores", "WaveRecipes",
      "SceneFiles", "Scene",
      "Console",
      "Performances", "WebPage", "CSndfile",
    ]),
  tool("Scenes", imports: ["Text", "SceneFiles", "Scene", "Console"]),
  tool("MIDIFiles", imports: ["Text", "Grids"]),
  tool("Pictures", imports: ["CCairo", "WaveRecipes"]),
  tool(
    "Screens",
    imports: [
      "Controls", "RealTime", "Music", "Signal", "Instrument", "Text", "Patches", "Grids", "Paint",
      "PanelModel", "Shell", "Canvas",
    ]),
  system("CExpat", pkgConfig: "expat", debian: "libexpat1-dev"),
  tool("SharedFiles", imports: ["Patches", "Stores", "Scene", "Console", "CPosix", "CExpat"]),
  system("CSSL", pkgConfig: "openssl", debian: "libssl-dev"),
  tool(
    "Surface", imports: ["Text", "OSC", "Console", "WebPage", "SharedFiles", "CPosix", "CSSL"],
    packages: ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
      .product(name: $0, package: "swift-nio")
    }),
  program(
    "tactus-render", imports: ["Hosting", "Console", "Performances"], packages: [argumentParser]),
  program(
    "tactus-surface",
    imports: ["Stores", "Broker", "Console", "Performances", "SharedFiles", "Surface", "WebPage"],
    packages: [argumentParser]),
  program(
    "tactus",
    imports: [
      "Controls", "RealTime", "Music", "Signal", "World", "Instrument", "ToneMatrix",
      "Text", "Patches", "Demonstrations", "Lessons", "Grids", "Concerts", "Profiles", "Tangibles", "Stores",
      "OSC",
      "Dialects", "Broker", "Hosting", "Stage", "Console", "MIDIFiles", "Pictures", "Takes", "Paint",
      "PanelModel", "Shell",
      "Canvas",
      "Screens",
      "SceneFiles", "Scene", "Scenes", "Performances", "WebPage", "SharedFiles", "Commons", "CommonsBuilder",
      "CPosix", "CLo",
    ], packages: [argumentParser]),
  program(
    "costs",
    imports: [
      "Controls", "Lanes", "RealTime", "Signal", "Reverberation", "Samples", "Matrix", "World", "Loops",
      "WaveRecipes", "Text", "Patches", "Tangibles", "Paint", "PanelModel", "Shell", "Canvas",
    ],
    path: "Tests/Bench/Costs"),
  // What a package of others builds; `make check` runs it. It sees public declarations alone.
  .executableTarget(
    name: "own-surface", dependencies: ["Controls", "RealTime", "Touch"],
    path: "examples/own-surface/Sources/own-surface",
    packageAccess: false),
]

/// The tests of one module; `imports` beyond the module itself and what all tests share.
func tests(_ name: String, imports: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name, "TestSupport"] + imports).map { .byName(name: $0) }, swiftSettings: testable)
}

let suites: [Target] = [
  .target(name: "TestSupport", path: "Tests/TestSupport"),
  tests("Controls"),
  tests("Lanes"),
  tests("RealTime"),
  tests("Music", imports: ["Lanes"]),
  tests("Signal", imports: ["Lanes", "Reverberation", "WaveRecipes"]),
  tests("Samples", imports: ["Lanes", "Signal"]),
  tests("Matrix", imports: ["Controls", "Lanes"]),
  tests("World", imports: ["RealTime"]),
  tests("Loops", imports: ["RealTime"]),
  tests("Text", imports: ["Controls"]),
  tests("Drawings", imports: ["Controls"]),
  tests("Toolkit", imports: ["Controls", "Paint"]),
  tests(
    "Shell",
    imports: [
      "Controls", "Forms", "GridScreens", "Grids", "Lessons", "LibraryScreens", "Matrix", "Music", "OSC",
      "Paint", "Instrument", "PanelModel", "Patches", "PerformanceScreens", "RealTime", "SceneFiles",
      "SceneScreens",
      "SoundScreens",
      "Text",
      "ToneMatrix", "Toolkit", "WaveRecipes", "World",
    ]),
  tests(
    "Screens",
    imports: [
      "Canvas", "Controls", "GridScreens", "Grids", "LibraryScreens", "Paint", "PanelModel", "Patches",
      "PerformanceScreens", "RealTime", "SceneFiles", "Shell", "Text", "Toolkit",
    ]),
  tests(
    "Patches",
    imports: ["Controls", "Instrument", "Lanes", "Matrix", "Music", "RealTime", "Signal", "Text", "World"]),
  tests("Demonstrations", imports: ["Controls", "Lanes", "Matrix", "RealTime", "Text", "Touch"]),
  tests("Lessons", imports: ["Controls", "RealTime", "Text"]),
  tests("Grids", imports: ["Controls", "Text", "ToneMatrix"]),
  tests("Concerts", imports: ["Controls", "Patches", "Text"]),
  tests("Commons", imports: ["Text"]),
  tests("Tangibles", imports: ["Text"]),
  tests("declare", imports: ["Controls", "Text"]),
  tests("SceneFiles", imports: ["Text"]),
  tests("Profiles", imports: ["RealTime", "Tangibles", "Text", "Touch"]),
  tests("Stores", imports: ["Controls", "Grids", "Instrument", "Loops", "Patches", "RealTime", "Text"]),
  tests("Touch", imports: ["Controls", "RealTime"]),
  tests(
    "Instrument",
    imports: [
      "Controls", "Text", "Patches", "Stores", "Lanes", "Loops", "Matrix", "Music", "RealTime", "Samples",
      "Signal", "Touch", "WaveRecipes", "World",
    ]),
  tests("ToneMatrix", imports: ["Controls", "RealTime"]),
  .target(name: "InputTestSupport", dependencies: ["RealTime"], path: "Tests/InputTestSupport"),
  tests("OSC", imports: ["InputTestSupport", "CLo"]),
  tests(
    "Dialects",
    imports: [
      "InputTestSupport", "OSC", "Patches", "Profiles", "RealTime", "Stores", "Tangibles", "Text", "Touch",
    ]),
  tests(
    "Broker",
    imports: [
      "Controls", "Dialects", "Grids", "InputTestSupport", "Instrument", "Lanes", "Matrix", "Music", "OSC",
      "Patches", "Profiles", "RealTime", "Signal", "Stores", "Tangibles", "Text", "ToneMatrix", "Touch",
      "WaveRecipes", "CPosix",
    ]),
  tests("Scene", imports: ["CPosix", "SceneFiles", "Text"]),
  // LV2's own writer and reader of atoms, with which ours are compared.
  .target(name: "CForge", path: "Tests/CForge"),
  tests("LV2", imports: ["CForge", "CLV2", "RealTime"]),
  tests("Hosting", imports: ["RealTime"]),
  tests("Surface", imports: ["OSC"]),
  // The readers of untrusted input, for tests and for libFuzzer.
  .target(
    name: "InputFuzz",
    dependencies: [
      "Dialects", "InputTestSupport", "OSC", "RealTime", "SceneFiles", "SharedFiles", "Surface", "Text",
    ],
    path: "Tests/InputFuzz"),
  tests("InputFuzz"),
  tests("Stage", imports: ["CInput"]),
  .testTarget(
    name: "StateTests",
    dependencies: ["Controls", "Dialects", "Hosting", "InputTestSupport", "RealTime", "TestSupport"]),
  tests(
    "tactus",
    imports: [
      "Concerts", "Console", "Controls", "Dialects", "Stores", "CSndfile", "Hosting", "MIDIFiles", "OSC",
      "Patches", "Performances", "Pictures", "RealTime", "Screens", "Stage", "Takes", "Text", "WaveRecipes",
    ]),
]

/// The modules that a list of targets needs, with itself.
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

/// The test suites to build, for a quick run of one module's tests; nil: all targets are built, or those of a
/// build for hosts or for WebAssembly.
let suitesWanted = Context.environment["TACTUS_SUITES"]?.split(separator: " ").map { "\($0)Tests" }
/// libFuzzer needs a separate build, because everything it links must be instrumented
/// (Tests/Campaign/fuzz.py).
let isFuzzer = Context.environment["TACTUS_FUZZER"] != nil
let fuzzer: Target = .executableTarget(name: "fuzzer", dependencies: ["InputFuzz"], path: "Tests/Fuzzer")
let targets =
  if isFuzzer {
    closure(of: ["fuzzer"], in: library + window + tools + suites + [fuzzer])
  } else if let suitesWanted {
    closure(of: suitesWanted, in: library + window + tools + suites)
  } else if wasm {
    realTime + pure + others.filter { ["CPosix", "Stores"].contains($0.name) } + [solo]
  } else {
    embedded
      ? closure(of: ["Plugins", "Window", "WaveRecipes"], in: library + window)
      : library + window + tools + suites
  }

/// The modules that other packages may import; each is a product, with the modules that it speaks of.
let offered = ["Touch", "Matrix", "ToneMatrix", "Text", "Patches"]

let plugins: [Product] = [
  .library(name: "TactusPlugins", type: .static, targets: ["Plugins"]),
  .library(name: "TactusWindow", type: .static, targets: ["Window"]),
  .library(name: "TactusWaveTables", type: .static, targets: ["WaveRecipes"]),
]
let programs: [Product] = ["declare", "tactus", "tactus-render", "tactus-surface"].map {
  .executable(name: $0, targets: [$0])
}
let products: [Product] =
  if isFuzzer {
    [.executable(name: "fuzzer", targets: ["fuzzer"])]
  } else if suitesWanted != nil {
    []
  } else if wasm {
    [
      .library(name: "TactusRooms", type: .static, targets: targets.map(\.name)),
      .library(name: "TactusPage", type: .static, targets: ["Page"]),
      .library(name: "TactusSolo", type: .static, targets: ["Solo"]),
    ]
  } else {
    plugins
      + (embedded
        ? []
        : programs + offered.map { .library(name: $0, targets: closure(of: [$0], in: library).map(\.name)) })
  }

let package = Package(
  name: "tactus",
  products: products,
  dependencies: embedded
    ? []
    : [
      .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
      .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
