// The small picture of Tactus Touch in a mixer strip: touches and their spread as discs. The audio thread
// publishes it; the host's thread for windows draws it.
import CLV2
import Controls
import Instrument
import RealTime

/// The contents of the strip at one moment.
struct TouchStrip: BitwiseCopyable {
  /// Room for sixteen touches.
  static var wordCapacity: Int { @_noLocks get { 160 } }

  /// A live frame that has only touches.
  var words = InlineArray<160, UInt32>(repeating: 0)
  /// The mean of the touches, 0…1, and their mean distance from it in diagonals of the surface.
  var x: Float = 0
  var y: Float = 0
  var spread: Float = 0

  @_noLocks init() {}

  /// Draws it into an image that has its size.
  func draw(into image: inout InlineImage) {
    let (width, height) = (Float(image.width), Float(image.height))
    let diagonal = (width * width + height * height).squareRoot()
    image.fill(x: 0, y: height / 2 - 0.5, width: width, height: 1, StripColour.line)
    image.fill(x: width / 2 - 0.5, y: 0, width: 1, height: height, StripColour.line)
    withUnsafeBytes(of: words) { bytes in
      guard let frame = LiveFrameReader(bytes) else { return }
      let count = frame.count(.touches)
      if count > 1 {
        let (x, y, radius) = (x * width, (1 - y) * height, spread * diagonal)
        image.ring(x: x, y: y, radius: radius, StripColour.spread, 0.25)
        image.ring(x: x, y: y, radius: radius + 0.5, inner: radius - 0.5, StripColour.spread)
      }
      for index in 0..<count {
        guard let touch = frame.touch(index) else { continue }
        let colour = StripColour.touch(Int(touch.number))
        let radius = height * (0.06 + 0.06 * min(max(touch.pressure, 0), 1))
        image.ring(x: touch.x * width, y: (1 - touch.y) * height, radius: radius, colour)
      }
    }
  }
}

/// Colors of small pictures, those of the window's dark look.
enum StripColour {
  static var ground: UInt32 { 0x0D_1014 }
  static var line: UInt32 { 0x1C_252C }
  static var spread: UInt32 { 0x5A_D1BE }
  static var cell: UInt32 { 0x3A_8C80 }
  static var lit: UInt32 { 0xF2_B450 }
  static var column: UInt32 { 0x2A_343C }

  /// The color of a touch by its number.
  static func touch(_ number: Int) -> UInt32 {
    switch number & 7 {
    case 0: 0xF2_B450
    case 1: 0xF0_876A
    case 2: 0xE6_D37A
    case 3: 0xF4_9CA2
    case 4: 0x8F_C7F2
    case 5: 0xA5_D68B
    case 6: 0xC5_A6F0
    default: 0x63_D2D6
    }
  }
}

extension TouchInstance {
  /// Publishes what the strip shows, if the host shows one and something is down or has just been lifted.
  @_noLocks mutating func showStrip(_ frames: Int) {
    guard strip.isDue(frames) else { return }
    let count = processor.liveTouches
    guard count > 0 || isStripUsed else { return }
    isStripUsed = count > 0
    let next = strips.next
    let words = UnsafeMutableRawPointer(next).assumingMemoryBound(to: UInt32.self)
    var writer = LiveFrameWriter(words, capacity: TouchStrip.wordCapacity)
    processor.show(LiveSection.touches.bit, named: live.watchers.named, into: &writer)
    _ = writer.finish(processor.liveHead(blockAt: live.blockStart, clock: live.clock))
    next.pointee.x = processor.value(Controller.groupCentroidX)
    next.pointee.y = processor.value(Controller.groupCentroidY)
    next.pointee.spread = processor.value(Controller.groupSpread)
    strips.publish()
    strip.ask()
  }

  /// Draws the strip's picture. The host's thread for windows.
  mutating func drawStrip(width: Int, most height: Int) -> UnsafeMutablePointer<Tactus_Inline_Image> {
    strip.image.begin(width: width, height: min(height, max(1, width * 5 / 8)), StripColour.ground)
    strips.newest.pointee.draw(into: &strip.image)
    return strip.image.surface
  }
}
