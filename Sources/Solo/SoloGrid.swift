// The Tone Matrix of a page: it plays the page's instrument, on its own clock. An audio worklet's one thread.
import Controls
import RealTime
import Stores
import Text
import ToneMatrix

/// A grid with its document. An audio worklet's one thread.
final class SoloGrid {
  let store: GridStore
  private let processor: UnsafeMutablePointer<ToneMatrixProcessor>
  /// The most messages of MIDI in one block.
  private static let room = 1024

  init(sampleRate: Float, folders: DocumentFolders) {
    store = GridStore(folders: folders)
    let empty = UnsafeMutablePointer<CompiledGrid>.allocate(capacity: 1)
    empty.initialize(to: CompiledGrid())
    processor = .allocate(capacity: 1)
    processor.initialize(to: ToneMatrixProcessor(sampleRate: Double(sampleRate), grid: empty))
    processor.pointee.activate()
    set(.clock, 1)
  }

  deinit {
    processor.pointee.grid.deinitialize(count: 1)
    processor.pointee.grid.deallocate()
    processor.deinitialize(count: 1)
    processor.deallocate()
  }

  func set(_ port: ToneMatrixPort, _ value: Float) {
    if port.isInput { processor.pointee.set(port, value) }
  }

  /// Takes up a grid that has changed.
  func takeUp() {
    guard let next = store.mailbox.pointee.pop() else { return }
    store.mailbox.pointee.retire(processor.pointee.apply(next))
    store.mailbox.pointee.collect()
  }

  /// Plays a block.
  /// - Returns: how many messages of MIDI it sends.
  func play(_ frames: Int) -> Int {
    processor.pointee.begin(room: Self.room)
    processor.pointee.start()
    processor.pointee.play(upTo: frames)
    processor.pointee.end(frames)
    for layer in 0..<GridLimit.layers {
      store.playing.pointee.store(
        GridPlaying.Layer(
          column: processor.pointee.column(of: layer), pattern: processor.pointee.pattern(of: layer),
          lit: processor.pointee.lit(of: layer)), layer)
    }
    return processor.pointee.queue.count
  }

  /// A message of the block that was played last.
  func message(_ index: Int) -> MIDIQueueEvent { processor.pointee.queue.event(index) }

  /// Ends all notes.
  func panic() {
    set(.panic, 1)
    set(.panic, 0)
  }

  /// Writes what it shows.
  /// - Returns: the head of the live frame.
  func show(into writer: inout LiveFrameWriter) -> LiveHead {
    let start = processor.pointee.presentFrame
    processor.pointee.show(LiveSection.grid.bit, blockAt: start, into: &writer)
    return processor.pointee.liveHead(blockAt: start, clock: 0)
  }
}
