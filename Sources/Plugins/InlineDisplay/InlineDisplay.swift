// When a host is asked to draw an instance's small picture (Ardour's mixer strip), and the picture's memory.
// Audio thread, except `init` and `image`.
import CLV2
import LV2

/// One instance's inline display.
struct InlineDisplay: ~Copyable {
  /// Pictures a second at most; hosts draw eleven to sixteen.
  private static var rate: Double { 20 }

  /// The host's queue of drawing requests; nil: it shows no picture.
  private let queue: UnsafeMutablePointer<Tactus_Inline_Queue>?
  /// The host's thread for windows.
  var image = InlineImage()
  private var period: Int
  private var wait = 0

  /// - Parameter queue: the host's feature `queue_draw`.
  init(sampleRate: Double, queue: UnsafeMutablePointer<Tactus_Inline_Queue>?) {
    self.queue = queue
    period = Int(sampleRate / Self.rate)
  }

  /// Counts at another rate from now on.
  mutating func set(sampleRate: Double) { (period, wait) = (Int(sampleRate / Self.rate), 0) }

  /// Whether a picture may be published at the end of a block of so many frames.
  @_noLocks mutating func isDue(_ frames: Int) -> Bool {
    guard queue != nil else { return false }
    wait -= frames
    if wait > 0 { return false }
    wait = period
    return true
  }

  /// Requests that the host draws another picture; the extension allows it in `run`.
  @_noLocks func ask() {
    if let queue { tactus_inline_queue(queue) }
  }
}

/// The extension's functions: one for each plugin.
func makeInlineInterface(
  _ render:
    @escaping @convention(c) (LV2_Handle?, UInt32, UInt32) -> UnsafeMutablePointer<Tactus_Inline_Image>?
) -> UnsafeMutablePointer<Tactus_Inline_Interface> {
  let interface = UnsafeMutablePointer<Tactus_Inline_Interface>.allocate(capacity: 1)
  interface.initialize(to: Tactus_Inline_Interface(render: render))
  return interface
}

extension PluginFeatures {
  /// The host's way to be asked for another picture; nil: it shows none.
  var inlineQueue: UnsafeMutablePointer<Tactus_Inline_Queue>? {
    data(of: "http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw")?
      .assumingMemoryBound(to: Tactus_Inline_Queue.self)
  }
}
