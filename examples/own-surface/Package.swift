// swift-tools-version: 6.3
// A program of one's own that uses Tactus: touches go in, controllers come out.
import PackageDescription

let package = Package(
  name: "own-surface",
  dependencies: [.package(name: "tactus", path: "../..")],
  targets: [
    .executableTarget(name: "own-surface", dependencies: [.product(name: "Touch", package: "tactus")])
  ],
  swiftLanguageModes: [.v6]
)
