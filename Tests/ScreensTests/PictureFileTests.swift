// Pictures of files on a screen: where their pixels lie, what is kept of them, and files that are none.
// ImageMagick makes the files.
import Foundation
import Paint
import TestSupport
import Testing

@testable import Canvas

@Suite struct PictureFileTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  private static let fonts = BundleFonts(folder: Array("\(root)/bundle/fonts".utf8))

  /// A folder that goes with the test.
  private final class Folder {
    let path = NSTemporaryDirectory() + "tactus-pictures-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func convert(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/convert")
      process.arguments = arguments
      process.currentDirectoryURL = URL(fileURLWithPath: path)
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(arguments)")
    }

    func write(_ bytes: Data, _ name: String) throws {
      try bytes.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
    func read(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")) }
    func stem(_ name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }
  }

  /// The pixels of a picture on a ground of one color, row by row.
  private static func painted(
    _ path: [UInt8], _ area: Area, fills: Bool = false, size: (Int, Int), ground: UInt32 = 0x010203,
    scale: Double = 1, pictures: PictureCache = PictureCache()
  ) -> [UInt32] {
    var painter = Painter(width: size.0, height: size.1, scale: scale, fonts: fonts, pictures: pictures)
    var list = DrawList()
    list.fill(Area(x: 0, y: 0, width: Float(size.0), height: Float(size.1)), Ink(ground))
    list.append(.picture(PlacedPicture(path: path, area: area, fills: fills)))
    painter.paint(list)
    let (pixels, stride) = (UnsafeRawPointer(painter.pixels), painter.stride)
    return (0..<size.1 * size.0).map { index in
      let place = index / size.0 * stride + 4 * (index % size.0)
      return pixels.load(fromByteOffset: place, as: UInt32.self) & 0xFF_FFFF
    }
  }

  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    [16, 8, 0].map { abs(Int(a >> UInt32($0) & 255) - Int(b >> UInt32($0) & 255)) }.max()!
  }

  /// Four pixels of four colors, at their own size and at the tenfold one.
  @Test func aPictureHasItsPixels() throws {
    let folder = try Folder()
    try folder.convert(
      "(", "xc:#ff8000", "xc:#0080ff", "+append", ")", "(", "xc:#208040", "xc:#f0f0e0", "+append", ")",
      "-append", "a.png")
    let own = Self.painted(
      folder.stem("a"), Area(x: 1, y: 1, width: 2, height: 2), size: (4, 4))
    let g: UInt32 = 0x010203
    #expect(own == [g, g, g, g, g, 0xff8000, 0x0080ff, g, g, 0x208040, 0xf0f0e0, g, g, g, g, g])
    let large = Self.painted(folder.stem("a"), Area(x: 0, y: 0, width: 20, height: 20), size: (20, 20))
    for (x, y, colour) in [(1, 1, 0xff8000), (18, 1, 0x0080ff), (1, 18, 0x208040), (18, 18, 0xf0f0e0)] {
      #expect(Self.distance(large[y * 20 + x], UInt32(colour)) <= 1)
    }
    #expect(!large.contains(g))
  }

  /// A picture that is twice as wide as high, in a square: seen as a whole, or filling it.
  @Test(arguments: [1.0, 1.5, 2]) func aPictureKeepsItsAspect(_ scale: Double) throws {
    let folder = try Folder()
    // Red on the left, white, blue on the right.
    try folder.convert(
      "-size", "50x100", "xc:#ff0000", "-size", "100x100", "xc:#ffffff", "-size", "50x100", "xc:#0000ff",
      "+append", "a.jpg")
    let side = Int(60 * scale)
    let area = Area(x: 10, y: 10, width: 40, height: 40)
    let pixel = { (picture: [UInt32], x: Double, y: Double) in
      picture[Int(y * scale) * side + Int(x * scale)]
    }
    let whole = Self.painted(folder.stem("a"), area, size: (side, side), scale: scale)
    #expect(Self.distance(pixel(whole, 12, 30), 0xff0000) < 8)
    #expect(Self.distance(pixel(whole, 30, 30), 0xffffff) < 8)
    #expect(Self.distance(pixel(whole, 48, 30), 0x0000ff) < 8)
    for y in [11.0, 18, 42, 49] { #expect(pixel(whole, 30, y) == 0x010203) }
    let filled = Self.painted(folder.stem("a"), area, fills: true, size: (side, side), scale: scale)
    // Its middle alone, which is white, from edge to edge; nothing beside the area.
    for (x, y) in [(12.0, 11.0), (30, 49), (48, 30)] {
      #expect(Self.distance(pixel(filled, x, y), 0xffffff) < 12)
    }
    for (x, y) in [(8.0, 30.0), (52, 30), (30, 8), (30, 52)] { #expect(pixel(filled, x, y) == 0x010203) }
  }

  /// A half transparent picture shows the ground, and PNG is taken before JPEG.
  @Test func aTransparentPictureShowsTheGround() throws {
    let folder = try Folder()
    try folder.convert("-size", "4x4", "xc:rgba(255,255,255,0.5)", "PNG32:a.png")
    try folder.convert("-size", "4x4", "xc:#00ff00", "a.jpg")
    let picture = Self.painted(
      folder.stem("a"), Area(x: 0, y: 0, width: 4, height: 4), size: (4, 4), ground: 0)
    for pixel in picture { #expect(Self.distance(pixel, 0x808080) <= 1) }
  }

  /// Files that end early, are of another kind, or are too large leave the ground as it is.
  @Test func whatIsNoPictureIsNotDrawn() throws {
    let folder = try Folder()
    try folder.convert("-size", "64x48", "plasma:fractal", "PNG24:whole.png")
    try folder.convert("whole.png", "-quality", "90", "whole.jpg")
    try folder.convert("whole.png", "-interlace", "Line", "-quality", "90", "progressive.jpg")
    let area = Area(x: 0, y: 0, width: 16, height: 12)
    func isDrawn(_ name: String) -> Bool {
      Self.painted(folder.stem(name), area, size: (16, 12)).contains { $0 != 0x010203 }
    }
    for name in ["whole.png", "whole.jpg", "progressive.jpg"] {
      let bytes = try folder.read(name)
      let ending = name.suffix(4)
      try folder.write(bytes, "cut\(ending)")
      #expect(isDrawn("cut"), "\(name)")
      for part in 0..<60 {
        try folder.write(bytes.prefix(bytes.count * part / 60), "cut\(ending)")
        #expect(!isDrawn("cut"), "\(part) of 60 parts of \(name)")
      }
      try FileManager.default.removeItem(atPath: "\(folder.path)/cut\(ending)")
    }
    try folder.write(Data("GIF89a".utf8), "other.png")
    try folder.write(Data(), "empty.jpg")
    try folder.convert("-size", "4097x1", "xc:red", "wide.png")
    try folder.convert("-size", "1x4097", "xc:red", "high.jpg")
    try folder.convert("-size", "4096x1", "xc:red", "widest.jpg")
    try folder.write(try folder.read("whole.png") + Data(count: PictureFile.byteLimit), "heavy.png")
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/folder.png", withIntermediateDirectories: false)
    #expect(mkfifo("\(folder.path)/pipe.png", 0o600) == 0)
    for name in ["other", "empty", "wide", "high", "heavy", "folder", "pipe", "missing", "whole.png\0"] {
      #expect(!isDrawn(name), "\(name)")
    }
    #expect(isDrawn("widest"))
  }

  /// Whatever stands in a file, it is drawn or not.
  @Test func changedBytesDoNoHarm() throws {
    var random = SeededGenerator("PICTURE_SEED", default: 20)
    let folder = try Folder()
    try folder.convert("-size", "40x30", "plasma:fractal", "-interlace", "Line", "whole.jpg")
    try folder.convert("whole.jpg", "whole.png")
    for (name, copy) in [("whole.jpg", "a.jpg"), ("whole.png", "b.png")] {
      let bytes = try folder.read(name)
      for _ in 0..<300 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        try folder.write(changed, copy)
        let stem = folder.stem(String(copy.prefix(1)))
        let picture = Self.painted(stem, Area(x: 0, y: 0, width: 20, height: 20), size: (20, 20))
        #expect(picture.count == 400)
      }
    }
  }

  /// Decoded once for each place; of many those that were drawn last are kept; another file is seen.
  @Test func aFileIsDecodedOnce() throws {
    let folder = try Folder()
    try folder.convert("-size", "8x8", "xc:red", "a.png")
    let cache = PictureCache()
    let area = Area(x: 0, y: 0, width: 8, height: 8)
    for _ in 0..<5 { _ = Self.painted(folder.stem("a"), area, size: (8, 8), pictures: cache) }
    #expect(cache.decoded == 1)
    try folder.convert("-size", "80x80", "xc:#0000ff", "a.png")
    #expect(Self.painted(folder.stem("a"), area, size: (8, 8), pictures: cache)[9] == 0x0000ff)
    #expect(cache.decoded == 2 && cache.count == 1)
    for side in 1...100 {
      let area = Area(x: 0, y: 0, width: Float(side), height: 4)
      _ = Self.painted(folder.stem("a"), area, size: (100, 8), pictures: cache)
    }
    #expect(cache.count == PictureCache.limit && cache.decoded == 102)
    _ = Self.painted(
      folder.stem("a"), Area(x: 0, y: 0, width: 100, height: 4), size: (100, 8), pictures: cache)
    #expect(cache.decoded == 102)
    // A place that cannot be.
    for area in [
      Area(x: .nan, y: 0, width: 5, height: 5), Area(x: 0, y: 0, width: -5, height: 5),
      Area(x: 0, y: 0, width: 1e30, height: 5),
    ] {
      #expect(Self.painted(folder.stem("a"), area, size: (8, 8)).allSatisfy { $0 == 0x010203 })
    }
  }

  /// The pictures that ship are small, and can be drawn.
  @Test func everySceneOfTheBundleHasAPicture() throws {
    let scenes = "\(Self.root)/bundle/scenes"
    let names = try FileManager.default.contentsOfDirectory(atPath: scenes).filter {
      $0 != "libs" && ($0.hasSuffix(".pd") || !$0.contains(".") || $0.hasSuffix(".rj"))
    }
    #expect(names.count >= 8)
    var backgrounds = 0
    for name in names {
      let path = "\(scenes)/\(name)"
      let stems = name.hasSuffix(".pd") ? [String(path.dropLast(3))] : ["\(path)/thumb"]
      for stem in stems + ["\(path)/background", "\(path)/image"] {
        let files = ["\(stem).png", "\(stem).jpg"].filter { FileManager.default.fileExists(atPath: $0) }
        #expect(!files.isEmpty || !stems.contains(stem), "\(stem)")
        guard let file = files.first else { continue }
        if !stems.contains(stem) { backgrounds += 1 }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)).count < 20_000, "\(file)")
        let ground: UInt32 = 0x01FF03
        let picture = Self.painted(
          Array(stem.utf8), Area(x: 0, y: 0, width: 40, height: 40), fills: true, size: (40, 40),
          ground: ground)
        #expect(!picture.contains(ground) && Set(picture).count > 3, "\(file)")
      }
    }
    #expect(backgrounds >= 3)
  }
}
